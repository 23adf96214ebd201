// The runs that `tabia serve --runs` shows: what they are and how they are followed.

import { ask } from "../engine/api";
import { eventsOf } from "../engine/sse";
import { words } from "../text/text";

// What a run is doing now: only while it runs.
export interface Live {
  step: string; // "prepare", "play", "train", "match"
  what?: string;
  round?: number;
  unit: "positions" | "games";
  done: number;
  total?: number;
  per_second?: number;
  seconds_left?: number;
  loss?: number;
  games?: number; // of self-play
  won?: number; // of a match
  drawn?: number;
  lost?: number;
}

export interface RunSummary {
  name: string;
  kind: "train" | "learn" | "match";
  updated: number; // unix seconds
  running: boolean;
  live?: Live;
}

export interface TrainPoint {
  positions: number;
  loss: number;
  validation?: number;
  rate: number;
  positions_per_s: number;
  accuracy?: number;
  seconds?: number; // of training so far
}

// A position that is evaluated with every report; `course` has its value at each of the points.
export interface WatchedPosition {
  fen: string;
  cp_white: number;
  course?: (number | null)[];
}

export interface MatchGame {
  white: string;
  black: string;
  result: string;
  opening_fen?: string;
  moves?: string[] | string;
  pgn?: string;
}

// Elo is null where it can't be said: before games, or when one side won all of them.
export interface Round {
  round: number;
  elo: number | null; // since the first network
  error: number | null;
  match_elo?: number | null; // against the network before
  match_error?: number | null;
  promoted: boolean;
  games: number;
}

export interface Run {
  name: string;
  kind: RunSummary["kind"];
  updated: number;
  running?: boolean;
  live?: Live;
  recipe?: string;
  lineage?: Record<string, string>;
  train?: { points: TrainPoint[]; target?: number; samples?: WatchedPosition[] };
  learn?: {
    rounds: Round[];
    step?: string | number;
    state?: string;
  };
  match?: {
    engines: [string, string];
    won: number;
    drawn: number;
    lost: number;
    elo: number | null;
    error: number | null;
    llr?: number[];
    bounds?: [number, number];
    games: MatchGame[];
  };
}

// "none": the server has no folder of runs, or there is no server; "lost": it doesn't answer.
export async function listRuns(): Promise<RunSummary[] | "none" | "lost"> {
  try {
    const response = await ask("runs", { headers: { Accept: "application/json" } });
    if (!response.ok) return "none";
    const reply = (await response.json().catch(() => ({}))) as { runs?: RunSummary[] };
    return Array.isArray(reply.runs) ? reply.runs : "none";
  } catch {
    return "lost";
  }
}

// The run as it is now; nothing if it can't be had.
export async function fetchRun(name: string): Promise<Run | undefined> {
  try {
    const response = await ask(`runs/${encodeURIComponent(name)}`, { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as Run) : undefined;
  } catch {
    return undefined;
  }
}

const kAgainMs = 3000;

// Calls `onRun` now and with every change. Returns what ends it.
export function followRun(name: string, onRun: (run: Run) => void, onFault: (text: string) => void): () => void {
  const path = `runs/${encodeURIComponent(name)}`;
  const control = new AbortController();
  const { signal } = control;
  const take = (data: string): void => {
    if (!signal.aborted) onRun(JSON.parse(data) as Run);
  };
  void ask(path, { signal })
    .then(async (response) => {
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      take(await response.text());
    })
    .catch((error: unknown) => {
      if (!signal.aborted) onFault(error instanceof Error ? error.message : String(error));
    });
  void (async () => {
    while (!signal.aborted) {
      try {
        const response = await ask(`${path}/events`, { headers: { Accept: "text/event-stream" }, signal });
        if (response.ok) {
          onFault("");
          for await (const { event, data } of eventsOf(response)) if (event === "update") take(data);
        }
      } catch {
        // the connection is lost
      }
      if (signal.aborted) return;
      onFault(words().engine.lostConnection);
      await new Promise((resolve) => setTimeout(resolve, kAgainMs));
    }
  })();
  return () => control.abort();
}
