// The engine in this browser: WebAssembly in workers, one thread each.
//
// Where the page is cross-origin isolated, workers share memory: several search together (they have one table, and
// nothing else in common), and a search is told to stop. Elsewhere there is one, and it can't be told anything: its
// worker is ended instead. A second worker stands ready with the network loaded and takes over at once. A search that
// ends by itself keeps its worker and its memory of the position.

import { signal } from "@preact/signals";
import type { Analysis, Explanation, GameRequest, Info, Model, Reply, Request, SearchRequest } from "../core/messages";
import { coreModule, rules } from "../core/rules";
import { canShare, makeTable } from "../core/table";
import { words } from "../text/text";
import { keepFile } from "../ui/install";
import { aborted, type Engine, type Offered } from "./engine";
import type { Lookup, LookupRequest } from "./lookup";
import type { FromWorker, Team, ToWorker } from "./worker";
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

// Games of the table of openings, once it is here.
const openings = signal<number | undefined>(undefined);
let fetchedOpenings: Promise<void> | undefined;

// Asked for once; a site that lacks the file goes without.
function fetchOpenings(): Promise<void> {
  fetchedOpenings ??= (async () => {
    const url = "assets/openings.table";
    const response = await fetch(url);
    if (!response.ok) return;
    openings.value = rules().addOpenings(new Uint8Array(await response.arrayBuffer()));
    void keepFile(url);
  })().catch(() => undefined);
  return fetchedOpenings;
}

// All that the engine needs from the site, to have it when the site is gone: the network in memory, the worker's script
// in the browser's cache.
export async function fetchAhead(): Promise<void> {
  await Promise.all([defaultNetwork(), fetchOpenings(), fetch(workerUrl).then((response) => response.text())]);
}

export class BrowserEngine implements Engine {
  readonly kind = "browser";
  readonly people = undefined;
  readonly limits = { threads: mostThreads(), hash: 128, multipv: 64 }; // web/wasm/core.cpp
  private readonly team: Omit<Team, "helps"> | undefined; // absent: no memory can be shared
  private readonly helpers: Worker[] = []; // made when they are first asked for
  private lastSearch = 0;
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
    if (canShare())
      this.team = {
        table: makeTable(true),
        current: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      };
    this.active = this.spawn();
    this.standby = this.spawn();
  }

  // Without the default network (a site that lacks the file) the evaluation is classical; models() says so.
  static async create(): Promise<BrowserEngine> {
    const file = defaultNetwork().catch(() => undefined);
    void file.then(fetchOpenings); // the engine comes first
    return new BrowserEngine(await coreModule(), await file);
  }

  // Another network, for comparing. The error says why the file is none.
  addNetwork(name: string, file: Uint8Array): Model {
    const model = rules().addNetwork(name, file);
    const known = this.networks.findIndex(([other]) => other === name);
    if (known >= 0) this.networks.splice(known, 1);
    this.networks.push([name, file]);
    for (const worker of [this.active, this.standby, ...this.helpers])
      this.post(worker, { kind: "network", name, file });
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
    const run = this.busy.catch(() => undefined).then(() => this.searchTogether(search, onInfo, signal));
    this.busy = run;
    return run;
  }

  // With its helpers, if it is to have some. Only a limit of time allows that: with others the same request has the same
  // answer every time. What they find reaches the first worker through the table.
  private async searchTogether(
    search: SearchRequest,
    onInfo: (info: Info) => void,
    signal: AbortSignal,
  ): Promise<Analysis> {
    if (!this.team || search.movetime === undefined) return this.call("analyze", search, onInfo, signal);
    const number = ++this.lastSearch;
    const { current } = this.team;
    const wanted = search.elo === undefined ? Math.min(search.threads ?? 1, this.limits.threads) - 1 : 0;
    while (this.helpers.length < wanted) this.helpers.push(this.spawn(true));
    const nodes = this.helpers.slice(0, wanted).map(() => 0);
    const whole = <Found extends Info>(found: Found): Found => {
      const all = nodes.reduce((sum, each) => sum + each, found.nodes);
      return { ...found, nodes: all, nps: Math.round((1000 * all) / Math.max(1, found.time_ms)) };
    };
    Atomics.store(current, 0, number);
    const helping = nodes.map((_, index) =>
      this.ask(this.helpers[index]!, "analyze", search, {
        search: number,
        onInfo: (info) => (nodes[index] = info.nodes),
      }).catch(() => undefined),
    );
    const stop = (): void => void Atomics.compareExchange(current, 0, number, 0);
    signal.addEventListener("abort", stop);
    try {
      if (signal.aborted) throw aborted();
      const found = await this.ask(this.active, "analyze", search, {
        search: number,
        onInfo: (info) => onInfo(whole(info)),
      });
      if (signal.aborted) throw aborted();
      return whole(found);
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
      await Promise.all(helping);
    }
  }

  play(search: SearchRequest, signal: AbortSignal): Promise<Analysis> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    return this.analyze({ seed, ...search }, () => undefined, signal);
  }

  explain(asked: GameRequest & { model?: string }): Promise<Explanation> {
    return Promise.resolve().then(() => rules().call("explain", asked));
  }

  get lookup(): Offered {
    return openings.value === undefined ? {} : { openings: openings.value };
  }

  lookUp(asked: LookupRequest): Promise<Lookup> {
    const { fen, moves } = asked;
    return Promise.resolve().then(() => rules().call("lookup", { fen, moves }));
  }

  private post(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  private spawn(helps = false): Worker {
    const worker = new Worker(workerUrl, { type: "module" });
    const team = this.team ? { team: { ...this.team, helps } } : {};
    this.post(worker, { kind: "start", module: this.module, networks: this.networks, ...team });
    return worker;
  }

  private replace(): void {
    this.active.terminate();
    this.active = this.standby;
    this.standby = this.spawn();
  }

  // By the active worker, which is ended if the request is aborted.
  private async call<Op extends keyof Request & keyof Reply>(
    op: Op,
    request: Request[Op],
    onInfo: (info: Info) => void,
    signal: AbortSignal,
  ): Promise<Reply[Op]> {
    if (signal.aborted) throw aborted();
    let onAbort: () => void = () => undefined;
    const gone = new Promise<never>((_, reject) => {
      onAbort = () => {
        this.replace();
        reject(aborted());
      };
    });
    signal.addEventListener("abort", onAbort);
    try {
      return await Promise.race([gone, this.ask(this.active, op, request, { onInfo })]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  // `search`: its number, if it can be stopped.
  private ask<Op extends keyof Request & keyof Reply>(
    worker: Worker,
    op: Op,
    request: Request[Op],
    options: { search?: number; onInfo: (info: Info) => void },
  ): Promise<Reply[Op]> {
    const { onInfo, ...numbered } = options;
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        worker.removeEventListener("message", onMessage);
        worker.removeEventListener("error", onError);
        act();
      };
      const onMessage = (event: MessageEvent<FromWorker>): void => {
        const message = event.data;
        if (message.id !== id) return;
        if (message.kind === "info") onInfo(message.info as Info);
        else if (message.kind === "reply") finish(() => resolve(message.reply as Reply[Op]));
        else finish(() => reject(new Error(message.message)));
      };
      const onError = (event: ErrorEvent): void =>
        finish(() => {
          if (worker === this.active) this.replace();
          reject(new Error(event.message || words().engine.brokeDown));
        });
      worker.addEventListener("message", onMessage);
      worker.addEventListener("error", onError);
      this.post(worker, { kind: "call", id, op, request, ...numbered });
    });
  }
}

// Of one search. More would compete with the page and the system.
const kMostThreads = 16;
function mostThreads(): number {
  return canShare() ? Math.min(kMostThreads, Math.max(1, navigator.hardwareConcurrency || 1)) : 1;
}
