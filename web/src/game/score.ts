// How scores are shown: always from White's view.

import type { Score, Wdl } from "../core/messages";
import { turnOf } from "./fen";

export interface WhiteScore {
  cp?: number;
  mate?: number;
  wdl?: Wdl;
}

export function whiteScore(score: Score, fen: string): WhiteScore {
  const white = turnOf(fen) === "w";
  const [win, draw, loss] = score.wdl;
  const wdl: Wdl = white ? [win, draw, loss] : [loss, draw, win];
  if (score.mate !== undefined) return { mate: white ? score.mate : -score.mate, wdl };
  const cp = score.cp_white ?? (white ? (score.cp ?? 0) : -(score.cp ?? 0));
  return { cp, wdl };
}

// "+0.35", "−1.20", "#3", "#−3"
export function scoreText(score: WhiteScore): string {
  const sign = (value: number): string => (value > 0 ? "+" : value < 0 ? "−" : "");
  if (score.mate !== undefined) return `#${score.mate < 0 ? "−" : ""}${Math.abs(score.mate)}`;
  const cp = score.cp ?? 0;
  return sign(cp) + (Math.abs(cp) / 100).toFixed(2);
}

// What White can expect to score, 0 to 1.
export function expectation(score: WhiteScore): number {
  if (score.wdl) return (score.wdl[0] + score.wdl[1] / 2) / 1000;
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score.cp ?? 0) / 140));
}

// What a bad move is called (src/eval/accuracy.cpp has the limits).
export type Judgement = "blunder" | "mistake" | "inaccuracy";

export function count(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(value >= 1e7 ? 1 : 2)} M`;
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`;
  return String(Math.round(value));
}
