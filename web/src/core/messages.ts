// What is asked of the engine and what it answers: the fields of the HTTP service (GET /openapi.json), and of
// web/wasm/core.cpp, which adds the rules of the game.

import type { Lookup } from "../engine/lookup";

// Centipawns are for the side to move unless the name says white. Chances are per mille: win, draw, loss.
export type Wdl = [win: number, draw: number, loss: number];

export interface Score {
  cp?: number;
  cp_white?: number;
  mate?: number; // moves, for the side to move; looked at first
  wdl: Wdl;
}

export interface Line extends Score {
  multipv: number;
  depth: number;
  seldepth: number;
  bound?: "lower" | "upper";
  pv: string[];
  san: string[];
}

export interface Info {
  depth: number;
  seldepth: number;
  nodes: number;
  time_ms: number;
  nps: number;
  hashfull: number;
  lines: Line[];
}

export interface Analysis extends Info {
  fen: string;
  network: string;
  bestmove?: string;
  bestmove_san?: string;
  ponder?: string;
  human?: People[]; // if it was asked for
}

// What people of a rating play.
export interface People {
  rating: number;
  difficulty?: number; // the probability that they play a mistake or a blunder, 0 to 1
  moves: HumanMove[]; // the likeliest first, without the rare ones
}

export interface HumanMove {
  move: string; // UCI
  san: string;
  probability: number;
  loss?: number; // points against the best move, 0 to 1
}

export interface Evaluation {
  fen: string;
  score: number;
  cp: number;
  cp_white: number;
  wdl: Wdl;
  network: string;
}

export interface PieceWorth {
  square: string;
  piece: string;
  worth: number; // centipawns, White's view
}

export interface Term {
  name: string;
  meaning?: string;
  white: number;
  black: number;
  total: number;
}

export interface Explanation {
  fen: string;
  network: string;
  model?: string; // the name under which it is loaded
  cp: number;
  cp_white: number;
  wdl: Wdl;
  pieces: PieceWorth[];
  classical: { cp_white: number; terms: Term[] };
  buckets: { bucket: number; cp_white: number; used: boolean }[];
}

export interface Model {
  name: string;
  default: boolean;
  hash: string;
  bytes?: number;
  passport?: Record<string, unknown>;
}

// A game's position: moves are UCI or SAN.
export interface GameRequest {
  fen?: string;
  moves?: string[];
}

export interface SearchRequest extends GameRequest {
  depth?: number;
  nodes?: number;
  movetime?: number; // ms
  multipv?: number;
  searchmoves?: string[]; // only these
  threads?: number;
  hash?: number; // MiB
  model?: string;
  elo?: number;
  seed?: number;
}

export interface LegalMove {
  uci: string;
  san: string;
}

export interface PositionReply {
  fen: string;
  turn: "w" | "b";
  check: boolean;
  end?: string;
  legal: LegalMove[];
  repaired: string[];
}

export interface PlayedMove extends LegalMove {
  fen: string; // after it
}

export interface PgnMove extends PlayedMove {
  nags?: number[];
  comment?: string;
  cp_white?: number;
  mate_white?: number;
  variations?: PgnLine[];
}

export interface PgnLine {
  comment?: string;
  moves: PgnMove[];
}

export interface PgnGame {
  tags: Record<string, string>;
  start: string;
  result: string;
  line: PgnLine;
  error?: undefined;
}

// The same on the way out: only what PGN keeps.
export interface PgnLineOut {
  comment?: string;
  moves: { uci: string; comment?: string; nags?: number[]; variations?: PgnLineOut[] }[];
}

// A search that a review wants, of the position before the move with this index (src/eval/game_review.h).
export interface ReviewSearch {
  index: number;
  kind: "usual" | "large" | "alone";
  nodes: number;
  searchmoves?: string[];
}

// What it said, for the side to move.
export interface ReviewVerdict {
  index: number;
  kind: ReviewSearch["kind"];
  win_percent: number; // expected points: a draw counts half
  mate?: number; // moves; negative if the side to move is mated
  best?: string; // UCI
}

export interface ReviewRequest extends GameRequest {
  verdicts: ReviewVerdict[];
  nodes: number; // of a usual search
}

export interface ReviewReply {
  end?: "mate" | "draw"; // of the game: its last position isn't searched
  wanted: ReviewSearch[]; // none: the rest is there
  moves?: {
    loss: number; // win percent
    judgement: "good" | "inaccuracy" | "mistake" | "blunder";
    best: string;
    checked: boolean; // by a large search
    missed_mate?: number;
    allowed_mate?: number;
  }[];
  white_percent?: number[]; // before each move and after the last
  accuracy?: { white?: number; black?: number }; // percent
}

export interface Request {
  lookup: GameRequest;
  position: GameRequest;
  line: GameRequest;
  perft: GameRequest & { depth: number };
  pgn_read: { text: string; limit?: number };
  pgn_write: { tags: Record<string, string>; start: string; result: string; line: PgnLineOut };
  evaluate: GameRequest & { model?: string };
  explain: GameRequest & { model?: string };
  models: Record<string, never>;
  review: ReviewRequest;
  analyze: SearchRequest;
  clear: Record<string, never>;
  bench: { depth?: number; model?: string };
  about: Record<string, never>;
}

export interface Reply {
  lookup: Lookup;
  position: PositionReply;
  line: { start: string; moves: PlayedMove[]; end?: string };
  perft: { nodes: number };
  pgn_read: { games: (PgnGame | { error: string })[] };
  pgn_write: { pgn: string };
  evaluate: Evaluation;
  explain: Explanation;
  models: { models: Model[] };
  review: ReviewReply;
  analyze: Analysis & { fen_after?: string };
  clear: Record<string, never>;
  bench: { nodes: number; elapsed_us: number; network: string; kernels: string };
  about: { min_elo: number; max_elo: number; start: string; kernels: string };
  network: Model;
}
