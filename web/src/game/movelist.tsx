// The moves of a game with their variations, each a button.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "./session";
import { kGlyphs, marksOf, moveNumber, type Node, type PeopleOnMove } from "./tree";
import { words } from "../text/text";

export const kCommands = /\[%[^\]]*\]\s*/g; // clocks and evaluations that programs write into comments

// "typical up to 2000 (1500: 31%, 2000: 18%, 2500: 4%)"
function typicalText(people: PeopleOnMove[]): string {
  const t = words().people;
  const typical = people.filter(({ isTypical }) => isTypical).map(({ rating }) => rating);
  const text = people
    .map(
      ({ rating, probability }) =>
        `${rating}: ${probability > 0 ? words().chess.percent(Math.round(100 * probability)) : t.rare}`,
    )
    .join(", ");
  return typical.length ? t.typicalUpTo(Math.max(...typical), text) : t.notTypical(text);
}

export function MoveList({ session }: { session: Session }): JSX.Element {
  const tree = session.tree.value;
  const current = session.node.value;
  const root = useRef<HTMLDivElement>(null);
  void session.version;

  useEffect(() => {
    const list = root.current;
    const button = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !button) return;
    const top = button.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }, [current.id]);

  const move = (node: Node, withNumber: boolean): JSX.Element => {
    const number = moveNumber(node);
    const marks = marksOf(node);
    const glyphs = marks.map((nag) => kGlyphs[nag] ?? "").join("");
    const kind = marks.includes(4) ? " blunder" : marks.includes(2) ? " mistake" : "";
    return (
      <span class="move-with-number" key={node.id}>
        {(withNumber || number.endsWith(".")) && <span class="number">{number}</span>}
        <button
          type="button"
          class={`move${kind}`}
          aria-current={node === current ? "true" : undefined}
          onClick={() => session.go(node)}
        >
          {node.san}
          {glyphs}
        </button>
      </span>
    );
  };

  const line = (first: Node): JSX.Element[] => {
    const parts: JSX.Element[] = [];
    let number = true;
    for (let node: Node | undefined = first; node; node = node.children[0]) {
      parts.push(move(node, number));
      number = false;
      const comment = node.comment?.replace(kCommands, "").trim();
      if (comment) {
        parts.push(
          <span class="comment" key={`c${node.id}`}>
            {comment}
          </span>,
        );
        number = true;
      }
      if (node.better) {
        parts.push(
          <span class="comment better" key={`b${node.id}`}>
            {words().game.better(node.better.join(" "))}
          </span>,
        );
        number = true;
      }
      if (node.people) {
        parts.push(
          <span class="comment typical" key={`p${node.id}`}>
            {typicalText(node.people)}
          </span>,
        );
        number = true;
      }
      const siblings: Node[] = node.parent!.children;
      if (node === siblings[0]) {
        for (const other of siblings.slice(1)) {
          parts.push(
            <div class="variation" key={`v${other.id}`}>
              {line(other)}
            </div>,
          );
          number = true;
        }
      }
    }
    return parts;
  };

  return (
    <div class="movelist" ref={root} role="group" aria-label={words().game.moves}>
      {tree.root.comment && <span class="comment">{tree.root.comment}</span>}
      {tree.root.children[0] ? line(tree.root.children[0]) : <p class="empty">{words().game.empty}</p>}
    </div>
  );
}
