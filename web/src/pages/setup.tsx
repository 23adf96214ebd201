// Setting up a position: pieces from a palette, dragged anywhere, off the board to remove them.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Board } from "../board/board";
import { PieceImage } from "../board/pieces";
import { rules } from "../core/rules";
import { messageOf } from "../engine/engine";
import { boardOf, kFiles, kStart, nameOf, squaresOf, turnOf, type Squares } from "../game/fen";
import { NumberField, Panel, Select, Toggle } from "../ui/controls";
import { words } from "../text/text";

const kPalette = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"];
const kRights = ["K", "Q", "k", "q"] as const;

// Where a pawn of the side that is not to move may just have passed.
function passedSquares(squares: Squares, turn: "w" | "b"): string[] {
  const [from, over, to, pawn] = turn === "w" ? [7, 6, 5, "p"] : [2, 3, 4, "P"];
  return [...kFiles]
    .filter(
      (file) =>
        squares.get(`${file}${to}`) === pawn && !squares.has(`${file}${over}`) && !squares.has(`${file}${from}`),
    )
    .map((file) => `${file}${over}`);
}

interface SetUpProps {
  fen: string;
  flipped: boolean;
  onCancel: () => void;
  onDone: (fen: string) => void;
}

export function SetUp({ fen, flipped, onCancel, onDone }: SetUpProps): JSX.Element {
  const t = words().setUp;
  const [squares, setSquares] = useState(squaresOf(fen));
  const [turn, setTurn] = useState<"w" | "b">(turnOf(fen));
  const [rights, setRights] = useState(fen.split(" ")[2] ?? "-");
  const [passed, setPassed] = useState(fen.split(" ")[3] ?? "-");
  const [quiet, setQuiet] = useState(Number(fen.split(" ")[4] ?? 0));
  const [number, setNumber] = useState(Number(fen.split(" ")[5] ?? 1));
  const [brush, setBrush] = useState<string>();

  const change = (act: (copy: Map<string, string>) => void): void => {
    const copy = new Map(squares);
    act(copy);
    setSquares(copy);
  };
  const passable = passedSquares(squares, turn);
  const enPassant = passable.includes(passed) ? passed : "-";
  const wanted = `${boardOf(squares)} ${turn} ${rights.replace(/-/g, "") || "-"} ${enPassant} ${quiet} ${number}`;
  const replace = (board: string, castling: string): void => {
    setSquares(squaresOf(board));
    setRights(castling);
    setPassed("-");
    setQuiet(0);
    setNumber(1);
  };
  let wrong = "";
  let notes: string[] = [];
  let good = wanted;
  try {
    const reply = rules().call("position", { fen: wanted });
    good = reply.fen;
    notes = reply.repaired;
  } catch (error) {
    wrong = messageOf(error);
  }

  return (
    <div class="desk">
      <div class="board-side">
        <Board
          fen={wanted}
          flipped={flipped}
          free
          brush={brush}
          label={t.board}
          onMove={(uci) =>
            change((copy) => {
              const piece = copy.get(uci.slice(0, 2));
              copy.delete(uci.slice(0, 2));
              if (piece) copy.set(uci.slice(2, 4), piece);
            })
          }
          onSquare={(square) =>
            change((copy) => {
              if (brush === "" || copy.get(square) === brush) copy.delete(square);
              else if (brush) copy.set(square, brush);
            })
          }
          onDropOff={(square) => change((copy) => copy.delete(square))}
        />
      </div>
      <div class="panels">
        <Panel title={t.title}>
          <div class="palette" role="radiogroup" aria-label={t.click}>
            <button type="button" role="radio" aria-checked={brush === undefined} onClick={() => setBrush(undefined)}>
              {t.move}
            </button>
            <button type="button" role="radio" aria-checked={brush === ""} onClick={() => setBrush("")}>
              {t.erase}
            </button>
            {kPalette.map((piece) => (
              <button
                key={piece}
                type="button"
                role="radio"
                class="square-button"
                aria-label={nameOf(piece)}
                aria-checked={brush === piece}
                onClick={() => setBrush(piece)}
              >
                <PieceImage piece={piece} />
              </button>
            ))}
          </div>
          <Select
            label={t.toMove}
            value={turn}
            options={[
              ["w", words().chess.white],
              ["b", words().chess.black],
            ]}
            onChange={setTurn}
          />
          <div class="rights">
            {kRights.map((right) => (
              <Toggle
                key={right}
                label={t.rights[right]}
                on={rights.includes(right)}
                onChange={(on) => {
                  const order = "KQkq";
                  setRights([...order].filter((each) => (each === right ? on : rights.includes(each))).join(""));
                }}
              />
            ))}
          </div>
          <div class="pair">
            <Select
              label={t.enPassant}
              value={enPassant}
              options={["-", ...passable].map((square) => [square, square === "-" ? t.noSquare : square])}
              onChange={setPassed}
            />
            <NumberField label={t.halfMoves} max={150} value={quiet} onChange={setQuiet} />
            <NumberField label={t.moveNumber} min={1} max={9999} value={number} onChange={setNumber} />
          </div>
          {wrong && (
            <p class="fault" role="alert">
              {wrong}
            </p>
          )}
          {notes.map((note) => (
            <p class="said" key={note}>
              {note}
            </p>
          ))}
          <div class="buttons">
            <button type="button" class="primary" disabled={wrong !== ""} onClick={() => onDone(good)}>
              {t.use}
            </button>
            <button type="button" onClick={() => replace(kStart, "KQkq")}>
              {t.start}
            </button>
            <button type="button" onClick={() => replace("4k3/8/8/8/8/8/8/4K3", "-")}>
              {t.clear}
            </button>
            <button type="button" onClick={onCancel}>
              {t.cancel}
            </button>
          </div>
        </Panel>
      </div>
    </div>
  );
}
