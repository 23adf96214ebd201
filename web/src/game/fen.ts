// The board of a FEN as squares, and back: for showing and setting up. What is legal is asked of the rules.

import { words, type Texts } from "../text/text";

export const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export type Squares = Map<string, string>; // "e4" → "P"

export const kFiles = "abcdefgh";

export const isWhite = (piece: string): boolean => piece === piece.toUpperCase();

export function nameOf(piece: string): string {
  const kind = piece.toLowerCase() as keyof Texts["chess"]["whitePieces"];
  return isWhite(piece) ? words().chess.whitePieces[kind] : words().chess.blackPieces[kind];
}

export function squaresOf(fen: string): Squares {
  const squares: Squares = new Map();
  const rows = (fen.split(" ")[0] ?? "").split("/");
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else squares.set(`${kFiles[file++]}${8 - index}`, letter);
    }
  });
  return squares;
}

export function boardOf(squares: Squares): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "";
    let empty = 0;
    for (const file of kFiles) {
      const piece = squares.get(`${file}${rank}`);
      if (!piece) {
        empty++;
        continue;
      }
      row += (empty ? String(empty) : "") + piece;
      empty = 0;
    }
    rows.push(row + (empty ? String(empty) : ""));
  }
  return rows.join("/");
}

// The same position with another board: castling rights that have lost their king or rook go, and so does the
// en-passant square.
export function withBoard(fen: string, squares: Squares): string {
  const fields = fen.split(" ");
  const rights = [...(fields[2] ?? "-")].filter((right) => {
    const rank = isWhite(right) ? 1 : 8;
    const own = (letter: string): string => (isWhite(right) ? letter.toUpperCase() : letter);
    const rook = right.toLowerCase() === "k" ? "h" : right.toLowerCase() === "q" ? "a" : right.toLowerCase();
    return squares.get(`e${rank}`) === own("k") && squares.get(`${rook}${rank}`) === own("r");
  });
  return [boardOf(squares), fields[1] ?? "w", rights.join("") || "-", "-", fields[4] ?? "0", fields[5] ?? "1"].join(
    " ",
  );
}

// What White has more than Black, in pawns.
export function materialOf(fen: string): number {
  const worth: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };
  let sum = 0;
  for (const piece of fen.split(" ")[0]!)
    sum += (worth[piece.toLowerCase()] ?? 0) * (piece === piece.toLowerCase() ? -1 : 1);
  return sum;
}

export const turnOf = (fen: string): "w" | "b" => (fen.split(" ")[1] === "b" ? "b" : "w");

export const pieceCount = (fen: string): number => fen.split(" ")[0]!.replace(/[^a-z]/gi, "").length;
