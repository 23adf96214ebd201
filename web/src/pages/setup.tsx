// Setting up a position: pieces from a palette, dragged anywhere, off the board to remove them.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Board } from "../board/board";
import { PieceImage } from "../board/pieces";
import { kStart, rules } from "../core/rules";
import { messageOf } from "../engine/engine";
import { boardOf, nameOf, squaresOf, turnOf } from "../game/fen";
import { Panel, Select, Toggle } from "../ui/controls";

const kPalette = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"];
const kRights: [right: string, label: string][] = [
  ["K", "White O-O"],
  ["Q", "White O-O-O"],
  ["k", "Black O-O"],
  ["q", "Black O-O-O"],
];

interface SetUpProps {
  fen: string;
  flipped: boolean;
  onCancel: () => void;
  onDone: (fen: string) => void;
}

export function SetUp({ fen, flipped, onCancel, onDone }: SetUpProps): JSX.Element {
  const [squares, setSquares] = useState(squaresOf(fen));
  const [turn, setTurn] = useState<"w" | "b">(turnOf(fen));
  const [rights, setRights] = useState(fen.split(" ")[2] ?? "-");
  const [brush, setBrush] = useState<string>();

  const change = (act: (copy: Map<string, string>) => void): void => {
    const copy = new Map(squares);
    act(copy);
    setSquares(copy);
  };
  const wanted = `${boardOf(squares)} ${turn} ${rights.replace(/-/g, "") || "-"} - 0 1`;
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
          label="Board to set up"
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
        <Panel title="Set up a position">
          <div class="palette" role="radiogroup" aria-label="What a click does">
            <button type="button" role="radio" aria-checked={brush === undefined} onClick={() => setBrush(undefined)}>
              Move
            </button>
            <button type="button" role="radio" aria-checked={brush === ""} onClick={() => setBrush("")}>
              Erase
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
            label="To move"
            value={turn}
            options={[
              ["w", "White"],
              ["b", "Black"],
            ]}
            onChange={setTurn}
          />
          <div class="rights">
            {kRights.map(([right, label]) => (
              <Toggle
                key={right}
                label={label}
                on={rights.includes(right)}
                onChange={(on) => {
                  const order = "KQkq";
                  setRights([...order].filter((each) => (each === right ? on : rights.includes(each))).join(""));
                }}
              />
            ))}
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
              Use this position
            </button>
            <button type="button" onClick={() => setSquares(squaresOf(kStart))}>
              Start
            </button>
            <button
              type="button"
              onClick={() => {
                setSquares(squaresOf("4k3/8/8/8/8/8/8/4K3"));
                setRights("-");
              }}
            >
              Clear
            </button>
            <button type="button" onClick={onCancel}>
              Cancel
            </button>
          </div>
        </Panel>
      </div>
    </div>
  );
}
