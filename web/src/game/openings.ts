// The name of an opening, by position, so that transpositions count.
//
// The table (openings.json, made by scripts/make-openings from lichess-org/chess-openings, CC0) has 24 bits of a hash of
// each position and the names, sorted, each without what it shares with the one before.

import table from "./openings.json";

export interface Opening {
  eco: string;
  name: string;
}

// Of board, side to move, castling rights and en-passant square.
export function positionHash(fen: string): number {
  const text = fen.split(" ").slice(0, 4).join(" ");
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

export function packNames(names: string[]): string {
  let before = "";
  return names
    .map((name) => {
      let shared = 0;
      while (shared < name.length && shared < 90 && name[shared] === before[shared]) shared++;
      before = name;
      return String.fromCharCode(35 + shared) + name.slice(shared);
    })
    .join("\n");
}

export function unpackNames(packed: string): string[] {
  let before = "";
  return packed.split("\n").map((entry) => (before = before.slice(0, entry.charCodeAt(0) - 35) + entry.slice(1)));
}

let openings: Map<number, Opening> | undefined;

function load(): Map<number, Opening> {
  const names = unpackNames(table.names);
  const bytes = atob(table.keys);
  const found = new Map<number, Opening>();
  names.forEach((text, index) => {
    const byte = (offset: number): number => bytes.charCodeAt(3 * index + offset);
    const key = (byte(0) << 16) | (byte(1) << 8) | byte(2);
    const split = text.lastIndexOf("|");
    found.set(key, { name: text.slice(0, split), eco: text.slice(split + 1) });
  });
  return found;
}

// Of the last of these positions that has one.
export function openingOf(fens: string[]): Opening | undefined {
  openings ??= load();
  for (let i = fens.length - 1; i >= 0; i--) {
    const opening = openings.get(positionHash(fens[i]!));
    if (opening) return opening;
  }
  return undefined;
}
