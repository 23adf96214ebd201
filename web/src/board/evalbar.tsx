// The bar beside the board: White's chances from below, Black's from above, draws between them.

import type { JSX } from "preact";
import { expectation, scoreText, type WhiteScore } from "../game/score";

export function EvalBar({ score, flipped }: { score: WhiteScore | undefined; flipped: boolean }): JSX.Element {
  const [win, draw, loss] = score?.wdl ?? [0, 1000, 0];
  const text = score ? scoreText(score) : "…";
  const chances = score
    ? `White wins ${(win / 10).toFixed(0)} %, draw ${(draw / 10).toFixed(0)} %, Black wins ${(loss / 10).toFixed(0)} %`
    : "not evaluated yet";
  const middle = score ? expectation(score) : 0.5;
  return (
    <div
      class={`evalbar${flipped ? " flipped" : ""}`}
      role="img"
      aria-label={`Evaluation ${text} for White: ${chances}`}
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
