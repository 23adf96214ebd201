// The board: shows a position, takes moves by dragging, by clicking two squares, by touch and by keyboard.
//
// A grid of 64 cells; one of them is in the tab order, arrow keys go from square to square, Enter or Space picks a piece
// up and puts it down, Escape lets go. The mouse gives no square the focus, so that arrow keys keep walking through the
// game. Arrows lie above. Which moves are allowed the caller says; in free mode any piece
// may go anywhere (setting up, asking what if).

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { kFiles, nameOf, squaresOf } from "../game/fen";
import { toggled, type Shape, type ShapeColor } from "../game/shapes";
import { PieceImage } from "./pieces";
import { words } from "../text/text";

export interface Arrow {
  from: string;
  to: string;
  kind: "best" | "second" | "people" | `drawn ${ShapeColor}`; // people's lie to the side of the engine's
  number?: number; // shown on it
  weight?: number; // 0 to 1: how thick it is; absent: 1
}

export interface BoardProps {
  fen: string;
  flipped?: boolean;
  legal?: string[]; // moves as UCI; absent: nothing can be moved
  free?: boolean;
  lastMove?: string;
  check?: boolean;
  arrows?: Arrow[];
  shapes?: Shape[]; // drawn by a person; absent: the board keeps them until the next move
  onShapes?: (shapes: Shape[]) => void;
  heat?: Map<string, number>; // -1 to 1 by square: how good it is for White
  notes?: Map<string, string>; // short texts in squares
  brush?: string | undefined; // in free mode: what a click puts on a square; "" takes off
  label?: string;
  still?: boolean; // only to look at: no names of files and ranks, and nothing to go to by keyboard
  onMove?: (uci: string) => void;
  onSquare?: (square: string) => void; // a click with the brush
  onDropOff?: (square: string) => void; // a piece was dragged off the board
}

interface Drag {
  from: string;
  piece: string;
  x: number;
  y: number;
  moved: boolean;
}

const kPromotions = ["q", "r", "b", "n"];

export function Board(props: BoardProps): JSX.Element {
  const { fen, flipped = false, legal = [], free = false, lastMove, heat, notes } = props;
  const squares = squaresOf(fen);
  const root = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<string>();
  const [focus, setFocus] = useState(flipped ? "e7" : "e2");
  const [drag, setDrag] = useState<Drag>();
  const [promotion, setPromotion] = useState<{ from: string; to: string }>();
  const [drawn, setDrawn] = useState<Shape[]>([]);
  const shapes = props.shapes ?? drawn;
  const setShapes = props.onShapes ?? setDrawn;
  const drawing = useRef<string>();
  const wasDragged = useRef(false);

  useEffect(() => {
    setSelected(undefined);
    setPromotion(undefined);
    setDrawn([]);
  }, [fen]);
  useSlide(root, fen, lastMove, wasDragged);

  const column = (square: string): number => {
    const file = kFiles.indexOf(square[0]!);
    return flipped ? 7 - file : file;
  };
  const row = (square: string): number => {
    const rank = Number(square[1]) - 1;
    return flipped ? rank : 7 - rank;
  };
  const squareAt = (x: number, y: number): string | undefined => {
    const box = root.current!.getBoundingClientRect();
    const across = Math.floor(((x - box.left) / box.width) * 8);
    const down = Math.floor(((y - box.top) / box.height) * 8);
    if (across < 0 || across > 7 || down < 0 || down > 7) return undefined;
    return flipped ? `${kFiles[7 - across]}${down + 1}` : `${kFiles[across]}${8 - down}`;
  };

  const mayMove = (square: string): boolean =>
    free ? squares.has(square) : legal.some((move) => move.startsWith(square));
  const targets = new Set(
    selected && !free ? legal.filter((move) => move.startsWith(selected)).map((move) => move.slice(2, 4)) : [],
  );

  const attempt = (from: string, to: string): boolean => {
    if (from === to) return false;
    if (free) {
      props.onMove?.(from + to);
      return true;
    }
    const fitting = legal.filter((move) => move.startsWith(from + to));
    if (fitting.length === 0) return false;
    if (fitting.length > 1) setPromotion({ from, to });
    else props.onMove?.(fitting[0]!);
    return true;
  };

  const choose = (square: string): void => {
    if (free && props.brush !== undefined) {
      props.onSquare?.(square);
      return;
    }
    if (selected && attempt(selected, square)) setSelected(undefined);
    else setSelected(square !== selected && mayMove(square) ? square : undefined);
  };

  const onPointerDown = (event: PointerEvent): void => {
    const square = squareAt(event.clientX, event.clientY);
    if (!square || promotion) return;
    if (event.button === 2) {
      drawing.current = square;
      return;
    }
    if (event.button !== 0) return;
    setDrawn([]);
    if ((free && props.brush !== undefined) || !mayMove(square)) return;
    root.current!.setPointerCapture(event.pointerId);
    setDrag({ from: square, piece: squares.get(square)!, x: event.clientX, y: event.clientY, moved: false });
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag) return;
    const moved = drag.moved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5;
    if (!moved) return;
    if (!drag.moved) setSelected(drag.from);
    setDrag({ ...drag, x: event.clientX, y: event.clientY, moved });
  };
  const onPointerUp = (event: PointerEvent): void => {
    const square = squareAt(event.clientX, event.clientY);
    if (event.button === 2 && drawing.current) {
      if (square) setShapes(toggled(shapes, { color: colorFor(event), from: drawing.current, to: square }));
      drawing.current = undefined;
      return;
    }
    if (event.button !== 0 || promotion) return;
    if (drag?.moved) {
      setDrag(undefined);
      setSelected(undefined);
      wasDragged.current = true;
      if (square) attempt(drag.from, square);
      else props.onDropOff?.(drag.from);
      return;
    }
    setDrag(undefined);
    if (square) {
      setFocus(square);
      choose(square);
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step) {
      const turn = flipped ? -1 : 1;
      const file = Math.min(7, Math.max(0, kFiles.indexOf(focus[0]!) + turn * step[0]));
      const rank = Math.min(8, Math.max(1, Number(focus[1]) + turn * step[1]));
      const next = `${kFiles[file]}${rank}`;
      setFocus(next);
      root.current!.querySelector<HTMLElement>(`[data-square=${next}]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      choose(focus);
    } else if (event.key === "Escape") {
      setSelected(undefined);
      setPromotion(undefined);
    } else if ((event.key === "Delete" || event.key === "Backspace") && free) {
      props.onDropOff?.(focus);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const rows: JSX.Element[] = [];
  for (let down = 0; down < 8; down++) {
    const cells: JSX.Element[] = [];
    for (let across = 0; across < 8; across++) {
      const square = flipped ? `${kFiles[7 - across]}${down + 1}` : `${kFiles[across]}${8 - down}`;
      const piece = squares.get(square);
      const isLast = lastMove && (lastMove.startsWith(square) || lastMove.slice(2, 4) === square);
      const classes = ["square", (down + across) % 2 ? "dark" : "light"];
      if (isLast) classes.push("last");
      if (square === selected) classes.push("selected");
      if (targets.has(square)) classes.push(piece ? "take" : "target");
      if (props.check && piece && piece.toLowerCase() === "k" && (fen.split(" ")[1] === "w") === (piece === "K"))
        classes.push("check");
      const warmth = heat?.get(square);
      const note = notes?.get(square);
      cells.push(
        <div
          key={square}
          role="gridcell"
          class={classes.join(" ")}
          data-square={square}
          tabIndex={props.still ? undefined : square === focus ? 0 : -1}
          aria-label={`${square}${piece ? `, ${nameOf(piece)}` : ""}${note ? `, ${note}` : ""}`}
          aria-selected={square === selected}
          onFocus={() => setFocus(square)}
        >
          {warmth !== undefined && (
            <span class={`heat ${warmth >= 0 ? "good" : "bad"}`} style={{ opacity: Math.min(1, Math.abs(warmth)) }} />
          )}
          {across === 0 && !props.still && <span class="rank-name" data-name={square[1]} />}
          {down === 7 && !props.still && <span class="file-name" data-name={square[0]} />}
          {piece && (
            <span class={drag?.moved && drag.from === square ? "lifted" : "stands"}>
              <PieceImage piece={piece} />
            </span>
          )}
          {note && <span class="note">{note}</span>}
        </div>,
      );
    }
    rows.push(
      <div role="row" class="row" key={down}>
        {cells}
      </div>,
    );
  }

  const cancelPromotion = (): void => {
    const from = promotion?.from;
    setPromotion(undefined);
    setSelected(undefined);
    if (from) root.current!.querySelector<HTMLElement>(`[data-square=${from}]`)?.focus();
  };

  const box = drag?.moved ? root.current!.getBoundingClientRect() : undefined;
  return (
    <div class="board-frame">
      <div
        ref={root}
        class={`board${props.still ? " still" : ""}${drag?.moved ? " dragging" : ""}${props.brush !== undefined && free ? " painting" : ""}`}
        role="grid"
        aria-label={props.label ?? words().chess.board}
        onPointerDown={onPointerDown}
        onMouseDown={(event) => {
          event.preventDefault();
          (document.activeElement as HTMLElement | null)?.blur();
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(undefined)}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => event.preventDefault()}
      >
        {rows}
      </div>
      <Arrows arrows={[...(props.arrows ?? []), ...shapes.map(arrowOf)]} column={column} row={row} />
      {drag?.moved && box && (
        <span
          class="carried"
          style={{
            width: `${box.width / 8}px`,
            height: `${box.width / 8}px`,
            transform: `translate(${drag.x - box.left - box.width / 16}px, ${drag.y - box.top - box.width / 16}px)`,
          }}
        >
          <PieceImage piece={drag.piece} />
        </span>
      )}
      {promotion && (
        <div
          class="promotion"
          role="dialog"
          aria-label={words().chess.promote}
          onClick={(event) => {
            if (event.target === event.currentTarget) cancelPromotion(); // beside the pieces
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            cancelPromotion();
          }}
        >
          {kPromotions.map((kind) => (
            <button
              type="button"
              key={kind}
              aria-label={words().chess.pieces[kind as "q" | "r" | "b" | "n"]}
              ref={(button) => {
                if (kind === "q") button?.focus();
              }}
              onClick={() => {
                setPromotion(undefined);
                setSelected(undefined);
                props.onMove?.(promotion.from + promotion.to + kind);
              }}
            >
              <PieceImage piece={promotion.to[1] === "8" ? kind.toUpperCase() : kind} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const kPeoplesShift = 22; // hundredths of a square: next to an arrow of the engine, not below it

// As on lichess: Shift or Ctrl, Alt, both.
function colorFor(event: PointerEvent): ShapeColor {
  const isRed = event.shiftKey || event.ctrlKey;
  return isRed ? (event.altKey ? "Y" : "R") : event.altKey ? "B" : "G";
}

const arrowOf = ({ color, from, to }: Shape): Arrow => ({ from, to, kind: `drawn ${color}` });

interface ArrowsProps {
  arrows: Arrow[];
  column: (square: string) => number;
  row: (square: string) => number;
}

function Arrows({ arrows, column, row }: ArrowsProps): JSX.Element {
  return (
    <svg class="arrows" viewBox="0 0 800 800" aria-hidden="true">
      {arrows.map(({ from, to, kind, number, weight = 1 }) => {
        const x0 = column(from) * 100 + 50;
        const y0 = row(from) * 100 + 50;
        const x1 = column(to) * 100 + 50;
        const y1 = row(to) * 100 + 50;
        const length = Math.hypot(x1 - x0, y1 - y0);
        if (length === 0)
          return (
            <g key={`${from}${kind}`} class={`arrow ${kind}`} data-circle={from}>
              <circle cx={x0} cy={y0} r="44" />
            </g>
          );
        const ux = (x1 - x0) / length;
        const uy = (y1 - y0) / length;
        const shift = kind === "people" ? kPeoplesShift : 0;
        const point = (along: number, aside: number): string => {
          const [x, y] = [x0 + ux * along - uy * (aside + shift), y0 + uy * along + ux * (aside + shift)];
          return `${x.toFixed(1)} ${y.toFixed(1)}`;
        };
        const scale = 0.35 + 0.65 * weight;
        const shaft = 9 * scale;
        const wing = 26 * scale;
        const head = length - 8;
        const neck = head - 38 * scale;
        const [badgeX = 0, badgeY = 0] = point(neck - 14, 0).split(" ");
        return (
          <g key={`${from}${to}${kind}`} class={`arrow ${kind}`} data-arrow={from + to} data-weight={weight.toFixed(2)}>
            <path
              d={`M${point(26, shaft)}L${point(neck, shaft)}L${point(neck, wing)}L${point(head, 0)}L${point(neck, -wing)}L${point(neck, -shaft)}L${point(26, -shaft)}Z`}
            />
            {number !== undefined && (
              <>
                <circle class="badge" cx={badgeX} cy={badgeY} r="17" />
                <text class="badge" x={badgeX} y={badgeY} text-anchor="middle" dominant-baseline="central">
                  {number}
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}

// The piece that has moved slides to its square, unless a hand has brought it there.
function useSlide(
  root: { current: HTMLDivElement | null },
  fen: string,
  lastMove: string | undefined,
  wasDragged: { current: boolean },
): void {
  const before = useRef<string>();
  useLayoutEffect(() => {
    const known = before.current;
    before.current = fen;
    const byHand = wasDragged.current;
    wasDragged.current = false;
    if (!lastMove || !known || known === fen || byHand || !root.current) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const from = root.current.querySelector<HTMLElement>(`[data-square=${lastMove.slice(0, 2)}]`);
    const to = root.current.querySelector<HTMLElement>(`[data-square=${lastMove.slice(2, 4)}]`);
    const piece = to?.querySelector<HTMLElement>(".stands");
    if (!from || !to || !piece) return;
    const dx = from.offsetLeft - to.offsetLeft;
    const dy = from.offsetTop - to.offsetTop;
    piece.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, zIndex: 3 },
        { transform: "none", zIndex: 3 },
      ],
      {
        duration: 140,
        easing: "ease-out",
      },
    );
  }, [fen, lastMove]);
}
