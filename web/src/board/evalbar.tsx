// The bar beside the board: White's chances from below, Black's from above, draws between them.

import type { JSX } from "preact";
import { expectation, scoreText, type WhiteScore } from "../game/score";
import { words } from "../text/text";

export function EvalBar({ score, flipped }: { score: WhiteScore | undefined; flipped: boolean }): JSX.Element {
  const [win, draw, loss] = score?.wdl ?? [0, 1000, 0];
  const text = score ? scoreText(score) : "…";
  const chances = score
    ? words().chess.chances((win / 10).toFixed(0), (draw / 10).toFixed(0), (loss / 10).toFixed(0))
    : words().chess.notEvaluated;
  const middle = score ? expectation(score) : 0.5;
  return (
    <div
      class={`evalbar${flipped ? " flipped" : ""}`}
      role="img"
      aria-label={words().chess.evaluation(text, chances)}
      title={chances}
    >
      <span class="black-part" style={{ flexGrow: loss }} />
      <span class="draw-part" style={{ flexGrow: draw }} />
      <span class="white-part" style={{ flexGrow: win }} />
      <span class="mark" style={{ bottom: `${(flipped ? 1 - middle : middle) * 100}%` }} />
      <span class={`value ${middle >= 0.5 ? "at-white" : "at-black"}`}>{text.replace(/^[+−]/, "")}</span>
    </div>
  );
}
