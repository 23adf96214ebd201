// The pieces: drawn for Tabia, under its licence (MIT). One shape a kind, on a square of 100 by 100; the colours are
// those of the style sheet. `body` is filled, `lines` are the details inside it.

import type { JSX } from "preact";
import { isWhite } from "../game/fen";

interface Shape {
  body: string[];
  lines?: string[];
  dots?: [x: number, y: number, r: number][];
}

const kBase = "M27 87a3 3 0 0 1-3-3v-3a6 6 0 0 1 6-6h40a6 6 0 0 1 6 6v3a3 3 0 0 1-3 3z";

const kShapes: Record<string, Shape> = {
  p: {
    body: [
      "M41 47c1 12-3 19-11 28h40c-8-9-12-16-11-28z",
      "M37 48a3.5 3.5 0 0 1 0-7h26a3.5 3.5 0 0 1 0 7z",
      "M50 15a14 14 0 0 1 0 28a14 14 0 0 1 0-28z",
      kBase,
    ],
  },
  r: {
    body: [
      "M35 41l-3 34h36l-3-34z",
      "M26 18a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v15l-9 9h-30l-9-9z",
      kBase,
    ],
    lines: ["M34 42h32"],
  },
  b: {
    body: [
      "M42 62c0 6-4 9-10 13h36c-6-4-10-7-10-13z",
      "M50 20c-13 9-21 19-21 29c0 6 3 10 8 13h26c5-3 8-7 8-13c0-10-8-20-21-29z",
      "M50 9.500a5.800 5.800 0 0 1 0 11.600a5.800 5.800 0 0 1 0-11.600z",
      "M36 66a3.5 3.5 0 0 1 0-7h28a3.5 3.5 0 0 1 0 7z",
      kBase,
    ],
    lines: ["M50 34v16", "M43 41h14"],
  },
  n: {
    body: [
      "M33 75c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z",
      kBase,
    ],
    lines: ["M53 29c9 6 14 16 14 32"],
    dots: [
      [37.5, 37, 2.8],
      [22.5, 53.5, 1.7],
    ],
  },
  q: {
    body: [
      "M18 33l13 31h38l13-31l-15 14l-4-24l-13 22l-13-22l-4 24z",
      "M17 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z",
      "M36 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z",
      "M64 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z",
      "M83 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z",
      "M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",
      kBase,
    ],
    lines: ["M31 64h38"],
  },
  k: {
    body: [
      "M47 9a1.500 1.500 0 0 1 1.500-1.500h3a1.500 1.500 0 0 1 1.500 1.500v4.500h4.500a1.500 1.500 0 0 1 1.500 1.500v3a1.500 1.500 0 0 1-1.500 1.500h-4.500v8h-6v-8h-4.500a1.500 1.500 0 0 1-1.500-1.500v-3a1.500 1.500 0 0 1 1.500-1.500h4.500z",
      "M50 26c-6 0-9 5-9 10c-4-5-11-6-16-2c-7 5-7 15 0 22c3 3 5 5 6 8h38c1-3 3-5 6-8c7-7 7-17 0-22c-5-4-12-3-16 2c0-5-3-10-9-10z",
      "M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",
      kBase,
    ],
    lines: ["M31 64h38", "M50 38v15"],
  },
};

export function PieceImage({ piece }: { piece: string }): JSX.Element {
  const shape = kShapes[piece.toLowerCase()]!;
  return (
    <svg class={`piece ${isWhite(piece) ? "white" : "black"}`} viewBox="0 0 100 100" aria-hidden="true">
      {shape.body.map((path) => (
        <path class="body" d={path} />
      ))}
      {shape.lines?.map((path) => (
        <path class="detail" d={path} />
      ))}
      {shape.dots?.map(([x, y, r]) => (
        <circle class="dot" cx={x} cy={y} r={r} />
      ))}
    </svg>
  );
}
