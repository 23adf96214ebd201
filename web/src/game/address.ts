// A position and the moves that led to it as part of the page's address, to be shared:
// "#/analyse?moves=e2e4,e7e5", "#/analyse?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1&moves=e2e4".

import { kStart } from "./fen";

export interface SharedLine {
  fen: string;
  moves: string[];
}

export function addressOf({ fen, moves }: SharedLine): string {
  const parts = [
    ...(fen === kStart ? [] : [`fen=${fen.replace(/ /g, "_")}`]),
    ...(moves.length ? [`moves=${moves.join(",")}`] : []),
  ];
  return parts.length ? `#/analyse?${parts.join("&")}` : "#/analyse";
}

// Undefined if the query names no line. What it names may still be nonsense.
export function lineOf(query: string): SharedLine | undefined {
  const fields = new URLSearchParams(query);
  const fen = fields.get("fen");
  const moves = fields.get("moves");
  if (!fen && !moves) return undefined;
  return { fen: fen ? fen.replace(/_/g, " ") : kStart, moves: (moves ?? "").split(/[,\s]+/).filter(Boolean) };
}
