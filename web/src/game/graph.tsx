// The course of a game: White's expected score after every move of the main line, with the errors marked.

import type { JSX } from "preact";
import { scoreText, type Judgement } from "./score";
import type { Session } from "./session";
import { marksOf, moveNumber, type Node } from "./tree";
import { words } from "../text/text";

const kWidth = 600;
const kHeight = 110;

export interface GraphPoint {
  node: Node;
  win: number; // of White, 0 to 1
  kind: Judgement | undefined;
}

// What a move is marked as, by whoever has judged it.
function kindOf(node: Node): Judgement | undefined {
  const marks = marksOf(node);
  return marks.includes(4) ? "blunder" : marks.includes(2) ? "mistake" : marks.includes(6) ? "inaccuracy" : undefined;
}

// The main line's nodes that have a value.
export function graphPoints(nodes: Node[]): GraphPoint[] {
  return nodes.flatMap((node) =>
    node.winWhite === undefined ? [] : [{ node, win: node.winWhite, kind: kindOf(node) }],
  );
}

// How many of the marked moves are typical of each rating that the review was about.
function typicalCounts(nodes: Node[]): string[] {
  const counts = new Map<number, number>();
  for (const { people } of nodes)
    for (const { rating, isTypical } of people ?? []) counts.set(rating, (counts.get(rating) ?? 0) + Number(isTypical));
  return [...counts].map(([rating, count]) => words().people.typicalCount(rating, count));
}

export function GameGraph({ session }: { session: Session }): JSX.Element | null {
  void session.version;
  const tree = session.tree.value;
  const line = tree.mainLine();
  const points = graphPoints(line);
  if (points.length < 2) return null;
  const x = (ply: number): number => (ply / line.length) * kWidth;
  const y = (win: number): number => (1 - win) * (kHeight - 8) + 4;
  const drawn = points.map(({ node, win }): [number, number] => [node.ply, win]);
  if (tree.root.winWhite !== undefined) drawn.unshift([0, tree.root.winWhite]);
  const course = drawn.map(([ply, win]) => `${x(ply).toFixed(1)} ${y(win).toFixed(1)}`).join("L");
  const here = session.node.value;
  const t = words().game;
  const summaryOf = (side: "w" | "b"): string => {
    const own = points.filter(({ node }) => (node.fen.split(" ")[1] === "b") === (side === "w"));
    const counted = (wanted: Judgement): number => own.filter(({ kind }) => kind === wanted).length;
    const accuracy = tree.tags[side === "w" ? "WhiteAccuracy" : "BlackAccuracy"];
    return [
      ...(accuracy ? [t.accuracy(accuracy)] : []),
      t.blunders(counted("blunder")),
      t.mistakes(counted("mistake")),
      t.inaccuracies(counted("inaccuracy")),
      ...typicalCounts(own.map(({ node }) => node)),
    ].join(", ");
  };
  const { white, black } = words().chess;
  const summary = `${white}: ${summaryOf("w")}. ${black}: ${summaryOf("b")}`;
  const text = ({ node, kind }: GraphPoint): string => {
    const value = scoreText({
      ...(node.cpWhite !== undefined ? { cp: node.cpWhite } : {}),
      ...(node.mateWhite !== undefined ? { mate: node.mateWhite } : {}),
    });
    return `${moveNumber(node)} ${node.san} ${value}${kind ? `, ${t.kinds[kind]}` : ""}`;
  };
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${kWidth} ${kHeight}`} preserveAspectRatio="none" role="img" aria-label={t.course(summary)}>
        <path class="area" d={`M${x(drawn[0]![0])} ${kHeight}L${course}L${x(drawn.at(-1)![0])} ${kHeight}Z`} />
        <line class="even" x1="0" x2={kWidth} y1={kHeight / 2} y2={kHeight / 2} />
        <path class="course" d={`M${course}`} />
        {here.parent && <line class="here" x1={x(here.ply)} x2={x(here.ply)} y1="0" y2={kHeight} />}
      </svg>
      <div class="graph-marks">
        {points.map((point) => (
          <button
            key={point.node.id}
            type="button"
            class={point.kind ?? "plain"}
            tabIndex={point.kind ? 0 : -1}
            title={text(point)}
            aria-label={text(point)}
            style={{ left: `${(point.node.ply / line.length) * 100}%`, top: `${(y(point.win) / kHeight) * 100}%` }}
            onClick={() => session.go(point.node)}
          />
        ))}
      </div>
      <figcaption>
        <span>
          <b>{white}</b> {summaryOf("w")}
        </span>
        <span>
          <b>{black}</b> {summaryOf("b")}
        </span>
      </figcaption>
    </figure>
  );
}
