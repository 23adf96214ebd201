// A stand-in for `tabia serve` that speaks its contract, for the tests of the page: the engine is the same WebAssembly,
// the runs are made up and grow while they are watched.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Core, CoreError } from "../src/core/core";
import type { People } from "../src/core/messages";
import type { Run, RunSummary, TrainPoint } from "../src/pages/runs";
import type { Handler } from "./site";

export interface Stub {
  handler: Handler;
  requests: string[]; // "POST /analyze" ...
  searches: Record<string, unknown>[]; // what was asked of /analyze
  failures: string[]; // paths whose next request fails
  grow(): void; // the training run gets further, and its watchers are told
}

const kTarget = 200e6;
const kNodes = 15_000; // of a search

function trainPoint(index: number): TrainPoint {
  const positions = index * 2e6;
  const noise = Math.sin(index * 12.9898) * 0.00004;
  const loss = 0.0014 + 0.0042 * Math.exp(-positions / 3e7) + 0.0009 * Math.exp(-positions / 1.2e8) + noise;
  return {
    positions,
    loss,
    ...(index % 2 === 0 ? { validation: loss * 1.03 + 0.00005 } : {}),
    rate: 0.001 * (0.5 + 0.5 * Math.cos((Math.PI * positions) / kTarget)),
    positions_per_s: 265_000 + 14_000 * Math.sin(index / 3),
  };
}

const kSamples = [
  { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", cp_white: 23 },
  { fen: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", cp_white: 31 },
  { fen: "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 1", cp_white: 2 },
  { fen: "2br2k1/1p3R1p/p2r2q1/2p3Np/3p3P/2P1Q1P1/PP6/R5K1 w - - 0 27", cp_white: 412 },
];

function madeUpRuns(points: number): Record<string, Run> {
  const now = Math.floor(Date.now() / 1000);
  const llr: number[] = [];
  for (let i = 1, at = 0; i <= 180; i++) llr.push((at += 0.011 + 0.09 * Math.sin(i * 1.7) * Math.cos(i * 0.31)));
  return {
    "kb4-512": {
      name: "kb4-512",
      kind: "train",
      updated: now,
      running: true,
      recipe: 'name = "kb4-512"\n# as always\nbatch = 16_384\nrate = { kind = "cosine", rate = 0.001 }\n',
      lineage: { parent: "old.net", date: "2026-11-01", data: "games.tabia, 1200000 bytes, 0123456789abcdef\n" },
      live: {
        step: "train",
        unit: "positions",
        done: points * 2e6 + 5e5,
        total: kTarget,
        per_second: 271_000,
        seconds_left: (kTarget - points * 2e6) / 271_000,
        loss: 0.00191,
      },
      train: {
        points: Array.from({ length: points }, (_unused, index) => trainPoint(index + 1)),
        target: kTarget,
        samples: kSamples.map((sample) => ({
          ...sample,
          course: Array.from({ length: points }, (_unused, index) =>
            index === 0 ? null : Math.round((sample.cp_white * index) / points),
          ),
        })),
      },
    },
    // Overfits.
    "by-heart": {
      name: "by-heart",
      kind: "train",
      updated: now - 5000,
      recipe: 'name = "by-heart"\nbatch = 1_024\nrate = { kind = "cosine", rate = 0.001 }\n',
      train: {
        points: Array.from({ length: 30 }, (_unused, index) => ({
          ...trainPoint(index + 1),
          loss: 0.006 / (1 + index / 6),
          validation: 0.0045 + 0.002 * Math.abs(index - 12) * 0.05,
          accuracy: 0.6 + index / 200,
          seconds: (index + 1) * 400,
        })),
        target: 60e6,
      },
    },
    "loop-a": {
      name: "loop-a",
      kind: "learn",
      updated: now - 700,
      learn: {
        // The first round won all its games: its Elo can't be said.
        rounds: [null, 41, 69, 88, 88, 100, 108].map((elo, index) => ({
          round: index + 1,
          elo,
          error: elo === null ? null : 9 + index,
          match_elo: [null, 41, 28, 19, -3, 12, 8][index]!,
          match_error: elo === null ? null : 11,
          promoted: index !== 4,
          games: 800,
        })),
        step: "play",
        state: "round 8: play",
      },
      running: true,
      live: {
        step: "play",
        what: "games of the network of round 7",
        round: 8,
        unit: "positions",
        done: 43_000,
        total: 100_000,
        per_second: 1250,
        seconds_left: 45.6,
        games: 512,
      },
    },
    "gate-12": {
      name: "gate-12",
      kind: "match",
      updated: now - 86_400,
      match: {
        engines: ["candidate", "default"],
        won: 61,
        drawn: 78,
        lost: 41,
        elo: 38.7,
        error: 33.1,
        llr,
        bounds: [-2.94, 2.94],
        games: Array.from({ length: 20 }, (_unused, index) => ({
          white: index % 2 ? "default" : "candidate",
          black: index % 2 ? "candidate" : "default",
          result: ["1-0", "1/2-1/2", "0-1"][index % 3]!,
          moves: ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"],
        })),
      },
    },
  };
}

// Made once for all stubs.
let coreOnce: Promise<Core> | undefined;

async function makeCore(root: string): Promise<Core> {
  const core = await Core.create(await WebAssembly.compile(readFileSync(join(root, "generated/tabia.wasm"))));
  for (const name of ["default", "two"]) core.addNetwork(name, readFileSync(join(root, "../nets/default.net")));
  return core;
}

// What people of a rating play, made up: the engine's own choice by a short search, the blurrier the weaker they are.
function madeUpPeople(core: Core, asked: Record<string, unknown>, rating: number): People {
  const { lines } = core.call("analyze", { ...asked, multipv: 8, nodes: kPeoplesNodes });
  const points = lines.map(({ wdl }) => (wdl[0] + wdl[1] / 2) / 1000);
  const best = Math.max(0, ...points);
  const weights = points.map((each) => Math.exp(((each - best) * rating) / kBlur));
  const sum = weights.reduce((all, each) => all + each, 0);
  const moves = lines.map(({ pv, san }, index) => ({
    move: pv[0]!,
    san: san[0]!,
    probability: weights[index]! / sum,
    loss: best - points[index]!,
  }));
  const difficulty = moves.reduce((all, { loss, probability }) => all + (loss >= 0.2 ? probability : 0), 0);
  return { rating, difficulty, moves: moves.filter(({ probability }) => probability >= 0.02) };
}
const kPeoplesNodes = 4000;
const kBlur = 500;

export interface StubOptions {
  hasPeople?: boolean; // it has a human network
}

export async function makeStub(root: string, { hasPeople = false }: StubOptions = {}): Promise<Stub> {
  const core = await (coreOnce ??= makeCore(root));
  const failures: string[] = [];
  const requests: string[] = [];
  const watchers = new Set<ServerResponse>();
  const searches: Record<string, unknown>[] = [];
  let points = 40;

  const json = (response: ServerResponse, status: number, value: unknown, type = "application/json"): true => {
    response.writeHead(status, { "Content-Type": type });
    response.end(JSON.stringify(value));
    return true;
  };
  const problem = (response: ServerResponse, status: number, detail: string): true =>
    json(response, status, { type: "about:blank", title: "Problem", status, detail }, "application/problem+json");
  const body = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
    let text = "";
    for await (const piece of request) text += String(piece);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const event = (response: ServerResponse, name: string, data: unknown): void => {
    response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const stream = (response: ServerResponse): void => {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  };

  // By nodes, however busy the machine is.
  const limited = (asked: Record<string, unknown>, nodes: number): Record<string, unknown> => ({
    ...asked,
    movetime: undefined,
    nodes,
  });

  const handler: Handler = async (request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const runs = madeUpRuns(points);
    if (request.method === "GET" && path === "/models") {
      requests.push("GET /models");
      return json(response, 200, {
        ...core.call("models", {}),
        limits: { movetime: 60_000, threads: 4, hash: 64, multipv: 64 },
        lookup: {},
        ...(hasPeople
          ? { human: { network: "human", lowest: 600, highest: 3000, most_ratings: 8, typical: 0.15 } }
          : {}),
      });
    }
    if (request.method === "GET" && path === "/openapi.json") {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(readFileSync(join(root, "../src/service/openapi.json")));
      return true;
    }
    if (request.method === "GET" && path === "/runs") {
      const list: RunSummary[] = Object.values(runs).map(({ name, kind, updated, running, live }) => ({
        name,
        kind,
        updated,
        running: running ?? false,
        ...(live ? { live } : {}),
      }));
      return json(response, 200, { runs: list });
    }
    const run = /^\/runs\/([^/]+)(\/events)?$/.exec(path);
    if (request.method === "GET" && run) {
      const found = runs[decodeURIComponent(run[1]!)];
      if (!found) return problem(response, 404, "no such run");
      if (!run[2]) return json(response, 200, found);
      stream(response);
      event(response, "update", found);
      if (found.kind === "train") {
        watchers.add(response);
        response.on("close", () => watchers.delete(response));
      }
      return true;
    }
    if (request.method !== "POST" || !["/analyze", "/evaluate", "/explain", "/play"].includes(path)) return false;
    requests.push(`POST ${path}`);
    if (failures.includes(path)) {
      failures.splice(failures.indexOf(path), 1);
      return problem(response, 503, "the server is full");
    }
    try {
      const asked = await body(request);
      if (path === "/evaluate") return json(response, 200, core.call("evaluate", asked));
      if (path === "/explain") return json(response, 200, core.call("explain", asked));
      if (path === "/play") {
        const found = core.call("analyze", limited(asked, 10_000));
        const { cp, cp_white, mate, wdl } = found.lines[0]!;
        return json(response, 200, {
          bestmove: found.bestmove,
          san: found.bestmove_san,
          fen: found.fen_after,
          cp,
          cp_white,
          mate,
          wdl,
          depth: found.depth,
          nodes: found.nodes,
          network: found.network,
        });
      }
      if (asked.human !== undefined) {
        const { human, ...search } = asked;
        const ratings = human as number[];
        if (!hasPeople) return problem(response, 422, "human: this service has no human network");
        const found = core.call("analyze", limited(search, kPeoplesNodes));
        return json(response, 200, {
          ...found,
          human: ratings.map((rating) => madeUpPeople(core, limited(search, kPeoplesNodes), rating)),
        });
      }
      searches.push(asked);
      if (request.headers.accept !== "text/event-stream")
        return json(response, 200, core.call("analyze", limited(asked, kNodes)));
      stream(response);
      const found = core.call("analyze", limited(asked, kNodes), (info) => event(response, "info", info));
      event(response, "done", found);
      response.end();
      return true;
    } catch (error) {
      return problem(
        response,
        error instanceof CoreError ? 422 : 400,
        error instanceof Error ? error.message : String(error),
      );
    }
  };
  return {
    handler,
    requests,
    searches,
    failures,
    grow: () => {
      points += 10;
      for (const response of watchers) event(response, "update", madeUpRuns(points)["kb4-512"]);
    },
  };
}
