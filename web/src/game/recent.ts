// The games that were on the boards of this browser, newest first: what a new game takes the place of is found here.

import { signal } from "@preact/signals";
import { keep, readKept } from "../ui/store";
import type { KeptSession } from "./session";
import type { KeptTree } from "./tree";

export interface RecentGame {
  name: string;
  saved: number; // unix milliseconds
  session: KeptSession;
}

const kKey = "recent";
const kMostGames = 50;

export const recent = signal<RecentGame[]>([]);

export async function loadRecent(): Promise<void> {
  const kept = await readKept<RecentGame[]>(kKey);
  if (Array.isArray(kept)) recent.value = kept.filter((game) => game.session?.tree?.nodes?.length > 1);
}

const movesOf = ({ nodes }: KeptTree): string => nodes.map(({ uci }) => uci).join(" ");

// A game that is there already (the same tree of moves) goes to the top.
export function addRecent(session: KeptSession): void {
  const { tree } = session;
  const moves = tree.nodes[0]!.fen + movesOf(tree);
  const others = recent.value.filter((game) => game.session.tree.nodes[0]!.fen + movesOf(game.session.tree) !== moves);
  recent.value = [{ name: nameOf(tree), saved: Date.now(), session }, ...others].slice(0, kMostGames);
  void keep(kKey, recent.value);
}

// "Morphy – Isouard 1-0", or the first moves.
function nameOf({ tags, result, nodes }: KeptTree): string {
  if (tags.White || tags.Black) return `${tags.White ?? "?"} – ${tags.Black ?? "?"} ${result}`;
  const sans: string[] = [];
  for (const node of nodes.slice(1)) {
    if (node.ply !== sans.length + 1 || sans.length === 6) break;
    sans.push(node.san);
  }
  return `${sans.join(" ")}${nodes.length > 7 ? " …" : ""}`;
}
