// The engine in a worker: it may think as long as it likes without holding up the page.

import { Core } from "../core/core";
import type { Request } from "../core/messages";

export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module; networks: [name: string, file: Uint8Array][] }
  | { kind: "network"; name: string; file: Uint8Array }
  | { kind: "call"; id: number; op: keyof Request; request: Request[keyof Request] };

export type FromWorker =
  | { kind: "info"; id: number; info: unknown }
  | { kind: "reply"; id: number; reply: unknown }
  | { kind: "error"; id: number; message: string };

let core: Promise<Core> | undefined;
const post = (message: FromWorker): void => postMessage(message);

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") {
    core = Core.create(message.module).then((made) => {
      for (const [name, file] of message.networks) made.addNetwork(name, file);
      return made;
    });
  } else if (message.kind === "network") {
    void core?.then((made) => made.addNetwork(message.name, message.file));
  } else {
    const { id, op, request } = message;
    core
      ?.then((made) =>
        post({ kind: "reply", id, reply: made.call(op, request, (info) => post({ kind: "info", id, info })) }),
      )
      .catch((error: unknown) =>
        post({ kind: "error", id, message: error instanceof Error ? error.message : String(error) }),
      );
  }
});
