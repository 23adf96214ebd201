// The engine in a worker: it may think as long as it likes without holding up the page.

import { Core } from "../core/core";
import type { Request } from "../core/messages";

export type ToWorker =
  | {
      kind: "start";
      module: WebAssembly.Module;
      networks: [name: string, file: Uint8Array][];
      team?: Team;
    }
  | { kind: "network"; name: string; file: Uint8Array }
  | { kind: "call"; id: number; op: keyof Request; request: Request[keyof Request]; search?: number };

// Workers that search together: they share a table, and what says which search is to go on (its number is the only
// element).
export interface Team {
  table: WebAssembly.Memory;
  current: Int32Array;
  helps: boolean; // not the one that answers
}

export type FromWorker =
  | { kind: "info"; id: number; info: unknown }
  | { kind: "reply"; id: number; reply: unknown }
  | { kind: "error"; id: number; message: string };

let core: Promise<Core> | undefined;
let search: number | undefined; // the one that is running, if it can be stopped
const post = (message: FromWorker): void => postMessage(message);

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") {
    const { team } = message;
    const mayGoOn = (): boolean => search === undefined || Atomics.load(team!.current, 0) === search;
    core = Core.create(message.module, team ? { ...team, mayGoOn } : {}).then((made) => {
      for (const [name, file] of message.networks) made.addNetwork(name, file);
      return made;
    });
  } else if (message.kind === "network") {
    void core?.then((made) => made.addNetwork(message.name, message.file));
  } else {
    const { id, op, request } = message;
    core
      ?.then((made) => {
        search = message.search;
        post({ kind: "reply", id, reply: made.call(op, request, (info) => post({ kind: "info", id, info })) });
      })
      .catch((error: unknown) =>
        post({ kind: "error", id, message: error instanceof Error ? error.message : String(error) }),
      );
  }
});
