// The time to a depth with one worker and with several: web/test/threads. Workers of Node in place of the browser's, with
// the same engine and the same shared table.

import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Core } from "../src/core/core";
import type { Analysis, SearchRequest } from "../src/core/messages";
import { makeTable } from "../src/core/table";

interface Shared {
  table: WebAssembly.Memory;
  current: Int32Array;
  helps: boolean;
}

const kPositions = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
  "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5",
  "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
  "2rq1rk1/pb2bppp/1p2pn2/n2p4/3P4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 2 13",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
  "3r1rk1/p4pp1/1pq1bn1p/2p5/2P1P3/1P3N2/PB2QPPP/3R1RK1 w - - 0 22",
  "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
  "r2q1rk1/1b1nbppp/p2ppn2/1p4P1/3NPP2/P1N1B3/1PPQ3P/2KR1B1R b - - 0 13",
];

async function work({ table, current, helps }: Shared): Promise<void> {
  let search = 0;
  const mayGoOn = (): boolean => Atomics.load(current, 0) === search;
  const module = await WebAssembly.compile(readFileSync("generated/tabia.wasm"));
  const core = await Core.create(module, { table, helps, mayGoOn });
  core.addNetwork("default", readFileSync("../nets/default.net"));
  parentPort!.on("message", (asked: { search: number; request: SearchRequest }) => {
    search = asked.search;
    parentPort!.postMessage(core.call("analyze", asked.request));
  });
  parentPort!.postMessage("ready");
}

// A file with a position on each line in place of these.
function positions(): string[] {
  const index = process.argv.indexOf("--fens");
  if (index < 0) return kPositions;
  return readFileSync(process.argv[index + 1]!, "utf8")
    .trim()
    .split("\n");
}

const next = (worker: Worker): Promise<Analysis> => new Promise((resolve) => worker.once("message", resolve));

async function compare(depth: number, threads: number): Promise<void> {
  const table = makeTable(true);
  const current = new Int32Array(new SharedArrayBuffer(4));
  const workers = Array.from({ length: threads }, (_, index) => {
    const shared: Shared = { table, current, helps: index > 0 };
    return new Worker(new URL(import.meta.url), { workerData: shared });
  });
  await Promise.all(workers.map(next));
  let search = 0;
  const timeOf = async (fen: string, count: number): Promise<{ ms: number; own: number; nodes: number }> => {
    current[0] = ++search;
    const begun = performance.now();
    const limits = { fen, hash: 32, movetime: 3_600_000 };
    const [main, ...helpers] = workers.slice(0, count).map((worker, index) => {
      worker.postMessage({ search, request: index === 0 ? { ...limits, depth } : limits });
      return next(worker);
    });
    const { nodes: own } = await main!;
    let nodes = own;
    const ms = performance.now() - begun;
    Atomics.store(current, 0, 0);
    for (const helper of helpers) nodes += (await helper).nodes;
    return { ms, own, nodes };
  };
  await timeOf(kPositions[1]!, threads); // compiled and warm
  const logs = { time: 0, own: 0 };
  console.log(
    `| position | 1 worker, ms | ${threads}, ms | times as fast | nodes of the first | of the others, each |`,
  );
  console.log("|---|---|---|---|---|---|");
  const fens = positions();
  for (const [index, fen] of fens.entries()) {
    const one = await timeOf(fen, 1);
    const all = await timeOf(fen, threads);
    logs.time += Math.log(one.ms / all.ms) / fens.length;
    logs.own += Math.log(one.own / all.own) / fens.length;
    const share = (all.nodes - all.own) / (threads - 1) / all.own;
    const numbers = [one.ms.toFixed(0), all.ms.toFixed(0), (one.ms / all.ms).toFixed(2)];
    console.log(`| ${[index + 1, ...numbers, (all.own / one.own).toFixed(2), share.toFixed(2)].join(" | ")} |`);
  }
  const text = (log: number): string => Math.exp(log).toFixed(2);
  // On a busy machine the workers get in each other's way; what the first one is spared shows there, too.
  console.log(
    `\ndepth ${depth}, means: ${text(logs.time)} times as fast; the first worker searches 1/${text(logs.own)} of the nodes`,
  );
  process.exit();
}

if (isMainThread) {
  const option = (name: string, usual: number): number => {
    const index = process.argv.indexOf(name);
    return index < 0 ? usual : Number(process.argv[index + 1]);
  };
  await compare(option("--depth", 14), option("--threads", 2));
} else {
  await work(workerData as Shared);
}
