// The engine in this browser: WebAssembly in a worker, one thread, no special headers.
//
// A search can't be told to stop (that would need shared memory), so its worker is ended instead. A second worker
// stands ready with the network loaded and takes over at once. A search that ends by itself keeps its worker and
// its memory of the position.

import type { Analysis, Explanation, GameRequest, Info, Model, Reply, Request, SearchRequest } from "../core/messages";
import { coreModule, rules } from "../core/rules";
import { keepFile } from "../ui/install";
import { aborted, type Engine } from "./engine";
import type { FromWorker, ToWorker } from "./worker";
import workerUrl from "./worker?worker&url";

const kDefaultNetwork = "default";

let network: Promise<Uint8Array> | undefined;

// The default network, fetched once; an attempt that failed is repeated.
export function defaultNetwork(): Promise<Uint8Array> {
  network ??= (async () => {
    const url = "assets/default.net";
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const file = new Uint8Array(await response.arrayBuffer());
    void keepFile(url);
    return file;
  })();
  network.catch(() => (network = undefined));
  return network;
}

// All that the engine needs from the site, to have it when the site is gone: the network in memory, the worker's script
// in the browser's cache.
export async function fetchAhead(): Promise<void> {
  await Promise.all([defaultNetwork(), fetch(workerUrl).then((response) => response.text())]);
}

export class BrowserEngine implements Engine {
  readonly kind = "browser";
  readonly lookup = {};
  readonly people = undefined;
  readonly limits = { threads: 1, hash: 128, multipv: 64 }; // web/wasm/core.cpp
  private active: Worker;
  private standby: Worker;
  private readonly networks: [string, Uint8Array][];
  private nextId = 1;
  private busy: Promise<unknown> = Promise.resolve(); // ends with the last search

  private constructor(
    private readonly module: WebAssembly.Module,
    file: Uint8Array | undefined,
  ) {
    this.networks = file ? [[kDefaultNetwork, file]] : [];
    if (file) rules().addNetwork(kDefaultNetwork, file);
    this.active = this.spawn();
    this.standby = this.spawn();
  }

  // Without the default network (a site that lacks the file) the evaluation is classical; models() says so.
  static async create(): Promise<BrowserEngine> {
    const file = defaultNetwork().catch(() => undefined);
    return new BrowserEngine(await coreModule(), await file);
  }

  // Another network, for comparing. The error says why the file is none.
  addNetwork(name: string, file: Uint8Array): Model {
    const model = rules().addNetwork(name, file);
    const known = this.networks.findIndex(([other]) => other === name);
    if (known >= 0) this.networks.splice(known, 1);
    this.networks.push([name, file]);
    for (const worker of [this.active, this.standby]) this.post(worker, { kind: "network", name, file });
    return model;
  }

  // If the default network could not be had so far, it is asked for again.
  async ensureNetwork(): Promise<void> {
    if (this.networks.some(([name]) => name === kDefaultNetwork)) return;
    const file = await defaultNetwork().catch(() => undefined);
    if (file) this.addNetwork(kDefaultNetwork, file);
  }

  models(): Promise<Model[]> {
    return Promise.resolve(rules().call("models", {}).models);
  }

  analyze(search: SearchRequest, onInfo: (info: Info) => void, signal: AbortSignal): Promise<Analysis> {
    // One after the other: an earlier search was aborted, or is nearly done.
    const run = this.busy.catch(() => undefined).then(() => this.call("analyze", search, onInfo, signal));
    this.busy = run;
    return run;
  }

  play(search: SearchRequest, signal: AbortSignal): Promise<Analysis> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    return this.analyze({ seed, ...search }, () => undefined, signal);
  }

  explain(asked: GameRequest & { model?: string }): Promise<Explanation> {
    return Promise.resolve().then(() => rules().call("explain", asked));
  }

  private post(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  private spawn(): Worker {
    const worker = new Worker(workerUrl, { type: "module" });
    this.post(worker, { kind: "start", module: this.module, networks: this.networks });
    return worker;
  }

  private replace(): void {
    this.active.terminate();
    this.active = this.standby;
    this.standby = this.spawn();
  }

  private call<Op extends keyof Request & keyof Reply>(
    op: Op,
    request: Request[Op],
    onInfo: (info: Info) => void,
    signal: AbortSignal,
  ): Promise<Reply[Op]> {
    if (signal.aborted) return Promise.reject(aborted());
    const worker = this.active;
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        worker.removeEventListener("message", onMessage);
        worker.removeEventListener("error", onError);
        signal.removeEventListener("abort", onAbort);
        act();
      };
      const onMessage = (event: MessageEvent<FromWorker>): void => {
        const message = event.data;
        if (message.id !== id) return;
        if (message.kind === "info") onInfo(message.info as Info);
        else if (message.kind === "reply") finish(() => resolve(message.reply as Reply[Op]));
        else finish(() => reject(new Error(message.message)));
      };
      const onAbort = (): void =>
        finish(() => {
          this.replace();
          reject(aborted());
        });
      const onError = (event: ErrorEvent): void =>
        finish(() => {
          this.replace();
          reject(new Error(event.message || "the engine broke down"));
        });
      worker.addEventListener("message", onMessage);
      worker.addEventListener("error", onError);
      signal.addEventListener("abort", onAbort);
      this.post(worker, { kind: "call", id, op, request });
    });
  }
}
