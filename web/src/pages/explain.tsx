// Explain: what each piece is worth to the network, what changes when a piece is moved, and how evaluations differ.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import type { Explanation } from "../core/messages";
import { rules } from "../core/rules";
import { isLost } from "../engine/api";
import { engine, explainBy, kClassical, knownModel, models, opened, openNetwork } from "../engine/current";
import { messageOf } from "../engine/engine";
import { isWhite, kStart, nameOf, squaresOf, turnOf, withBoard } from "../game/fen";
import { scoreText } from "../game/score";
import { Panel, Select } from "../ui/controls";
import { session as analysis } from "./analyse";
import { words } from "../text/text";

// A French defence: a good bishop on d3, a bad one on c8.
const kExample = "r1bq1rk1/pp2bppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQ1RK1 w - - 0 12";

const kQueen = 900; // from here on the color of a piece is full

const base = signal(kExample); // what is explained
const changed = signal<string | undefined>(undefined); // the same with pieces elsewhere
const first = signal("");
const second = signal(kClassical);
const view = signal<"worth" | "usual">("worth");

interface Found {
  key: string;
  one: Explanation;
  two: Explanation;
  before: Explanation; // of base, by the first
  usual: Explanation; // of the starting position, by the first
}

const pawns = (cp: number): string => scoreText({ cp });
const kindMean = (of: Explanation, kind: string): number => {
  const worths = of.pieces.filter(({ piece }) => piece.toLowerCase() === kind).map(({ worth }) => Math.abs(worth));
  return worths.reduce((sum, worth) => sum + worth, 0) / (worths.length || 1);
};

// Worths come in hundredths of a pawn, as the evaluation itself sees it (src/eval/explain.h).
const inPawns = (worth: number): string => `${worth < -0.5 ? "−" : ""}${Math.abs(worth / 100).toFixed(2)}`;
// White's expected score, in percent.
const whitePercent = ({ wdl: [win, draw, loss], fen }: Explanation): string =>
  words().chess.percent((((turnOf(fen) === "w" ? win : loss) + draw / 2) / 10).toFixed(1));

export function Explain(): JSX.Element {
  const t = words().explain;
  const [found, setFound] = useState<Found>();
  const [wrong, setWrong] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const fen = changed.value ?? base.value;
  // Only what the engine has, or the page itself.
  const known = (name: string): string =>
    name === kClassical || opened.value.includes(name) ? name : knownModel(name);
  const one = known(first.value) || models.value.find((model) => model.default)?.name || kClassical;
  const two = known(second.value) || kClassical;
  const key = [fen, base.value, one, two].join("|");
  const ready = engine.value !== undefined && !(engine.value.kind === "server" && isLost.value);

  useEffect(() => {
    if (!ready) return undefined;
    let stale = false;
    void (async () => {
      try {
        const [a, b, before, usual] = await Promise.all([
          explainBy(one, fen),
          explainBy(two, fen),
          explainBy(one, base.value),
          explainBy(one, kStart),
        ]);
        if (!stale) {
          setFound({ key, one: a, two: b, before, usual });
          setWrong("");
        }
      } catch (error) {
        if (!stale) setWrong(messageOf(error));
      }
    })();
    return () => {
      stale = true;
    };
  }, [key, ready]);

  // With what was found for another position the board would lie.
  const shown = found?.key === key ? found : undefined;
  const heat = new Map<string, number>();
  const notes = new Map<string, string>();
  for (const { square, piece, worth } of shown?.one.pieces ?? []) {
    const own = isWhite(piece) ? worth : -worth;
    notes.set(square, (own / 100).toFixed(1));
    if (view.value === "worth") heat.set(square, Math.sign(worth) * Math.sqrt(Math.min(1, Math.abs(worth) / kQueen)));
    else {
      const usual = kindMean(shown!.usual, piece.toLowerCase());
      heat.set(square, Math.max(-1, Math.min(1, (own - usual) / usual)));
    }
  }

  const tryMove = (uci: string): void => {
    const squares = squaresOf(fen);
    const piece = squares.get(uci.slice(0, 2));
    squares.delete(uci.slice(0, 2));
    if (piece) squares.set(uci.slice(2, 4), piece);
    attempt(withBoard(fen, squares));
  };
  const lift = (square: string): void => {
    const squares = squaresOf(fen);
    squares.delete(square);
    attempt(withBoard(fen, squares));
  };
  const attempt = (next: string): void => {
    try {
      changed.value = rules().call("position", { fen: next }).fen;
      setWrong("");
    } catch (error) {
      setWrong(messageOf(error));
    }
  };

  const options: [string, string][] = [
    ...models.value.map((model): [string, string] => [model.name, model.name]),
    ...opened.value
      .filter((name) => !models.value.some((model) => model.name === name))
      .map((name): [string, string] => [name, name]),
    [kClassical, t.classicalTerms],
  ];
  const change = shown && changed.value ? shown.one.cp_white - shown.before.cp_white : undefined;

  return (
    <div class="desk">
      <div class="board-side">
        <Board fen={fen} free heat={heat} notes={notes} label={t.board} onMove={tryMove} onDropOff={lift} />
        <div class="toolbar" role="toolbar" aria-label={words().chess.boardTools}>
          <button type="button" disabled={changed.value === undefined} onClick={() => (changed.value = undefined)}>
            {t.putBack}
          </button>
          <button
            type="button"
            disabled={changed.value === undefined}
            onClick={() => {
              base.value = fen;
              changed.value = undefined;
            }}
          >
            {t.keep}
          </button>
          <button
            type="button"
            onClick={() =>
              attempt(
                fen.replace(/ [wb] /, turnOf(fen) === "w" ? " b " : " w ").replace(/ \S+ (\d+) (\d+)$/, " - $1 $2"),
              )
            }
          >
            {turnOf(fen) === "w" ? t.whiteToMove : t.blackToMove}
          </button>
          <span class="gap" />
          <button
            type="button"
            onClick={() => {
              base.value = analysis.position.value.fen;
              changed.value = undefined;
            }}
          >
            {t.fromAnalyse}
          </button>
        </div>
        <p class="hint">{t.hint}</p>
        {wrong && (
          <p class="fault" role="alert">
            {wrong}
          </p>
        )}
      </div>

      <div class="panels">
        <Panel
          title={t.evaluation}
          aside={
            <Select
              label={t.colours}
              value={view.value}
              options={[
                ["worth", t.worth],
                ["usual", t.usual],
              ]}
              onChange={(value) => (view.value = value)}
            />
          }
        >
          <div class="verdict">
            <strong class="big" data-testid="explain-score">
              {shown ? pawns(shown.one.cp_white) : "…"}
            </strong>
            {shown && (
              <span class="wdl">
                {(() => {
                  const [win, draw, loss] = shown.one.wdl;
                  const white = turnOf(fen) === "w" ? [win, draw, loss] : [loss, draw, win];
                  return (
                    <>
                      <span class="w">{words().chess.win((white[0]! / 10).toFixed(1))}</span>
                      <span class="d">{words().chess.draw((white[1]! / 10).toFixed(1))}</span>
                      <span class="l">{words().chess.loss((white[2]! / 10).toFixed(1))}</span>
                    </>
                  );
                })()}
              </span>
            )}
            {change !== undefined && (
              <span class={`change ${change > 0 ? "up" : change < 0 ? "down" : ""}`} role="status">
                {pawns(change) === "0.00" ? t.noChange : t.byMove(pawns(change))}
              </span>
            )}
          </div>
        </Panel>

        <Panel title={t.sideBySide}>
          <div class="pair">
            <Select label={t.first} value={one} options={options} onChange={(value) => (first.value = value)} />
            <Select label={t.second} value={two} options={options} onChange={(value) => (second.value = value)} />
          </div>
          {shown && <Comparison one={shown.one} two={shown.two} />}
          <div class="buttons">
            <button type="button" onClick={() => file.current?.click()}>
              {t.openNetwork}
            </button>
            <input
              ref={file}
              type="file"
              class="hidden"
              accept=".net,.nnue"
              aria-label={t.networkFile}
              tabIndex={-1}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0];
                if (!chosen) return;
                openNetwork(chosen).then(
                  (name) => {
                    second.value = name;
                    setWrong("");
                  },
                  (error: unknown) => setWrong(messageOf(error)),
                );
              }}
            />
          </div>
        </Panel>

        {shown && shown.one.buckets.length > 1 && (
          <Panel title={t.heads}>
            <p class="hint">{t.headsHint}</p>
            <Bars
              rows={shown.one.buckets.map(({ bucket, cp_white, used }) => ({
                name: used ? t.headInUse(bucket) : t.head(bucket),
                value: cp_white,
                strong: used,
              }))}
            />
          </Panel>
        )}

        {shown && (
          <Panel title={t.classical} aside={<b>{pawns(shown.one.classical.cp_white)}</b>}>
            <p class="hint">{t.classicalHint}</p>
            <Bars
              rows={shown.one.classical.terms
                .filter(({ white, black }) => white !== 0 || black !== 0)
                .map(({ name, meaning, white, black, total }) => ({
                  name,
                  value: total,
                  title: `${meaning ? `${meaning}: ` : ""}${t.credits(pawns(white), pawns(black))}`,
                }))}
            />
          </Panel>
        )}
      </div>
    </div>
  );
}

// Piece by piece, where two evaluations disagree most.
function Comparison({ one, two }: { one: Explanation; two: Explanation }): JSX.Element {
  const other = new Map(two.pieces.map((entry) => [entry.square, entry]));
  const rows = one.pieces
    .map((entry) => {
      const sign = isWhite(entry.piece) ? 1 : -1;
      return { ...entry, a: sign * entry.worth, b: sign * (other.get(entry.square)?.worth ?? 0) };
    })
    .sort((x, y) => Math.abs(y.a - y.b) - Math.abs(x.a - x.b))
    .slice(0, 6);
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{words().explain.inPawns}</th>
            <th scope="col">{one.model ?? one.network}</th>
            <th scope="col">{two.model ?? two.network}</th>
          </tr>
        </thead>
        <tbody>
          <tr class="total">
            <th scope="row">{words().explain.expected}</th>
            <td>{whitePercent(one)}</td>
            <td>{whitePercent(two)}</td>
          </tr>
          {rows.map(({ square, piece, a, b }) => (
            <tr key={square}>
              <th scope="row">
                {nameOf(piece)} {square}
              </th>
              <td>{inPawns(a)}</td>
              <td>{inPawns(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BarRow {
  name: string;
  value: number;
  title?: string;
  strong?: boolean;
}

function Bars({ rows }: { rows: BarRow[] }): JSX.Element {
  const most = Math.max(1, ...rows.map(({ value }) => Math.abs(value)));
  return (
    <ul class="bars">
      {rows.map(({ name, value, title, strong }) => (
        <li key={name} title={title} class={strong ? "strong" : ""}>
          <span class="name">{name}</span>
          <span class="track">
            <span
              class={`bar ${value >= 0 ? "good" : "bad"}`}
              style={{
                width: `${(Math.abs(value) / most) * 50}%`,
                left: value >= 0 ? "50%" : `${50 - (Math.abs(value) / most) * 50}%`,
              }}
            />
          </span>
          <span class="number">{pawns(value)}</span>
        </li>
      ))}
    </ul>
  );
}
