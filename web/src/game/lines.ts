// The lines of an analysis, as they come in: with every depth the engine begins again with the first one.

import type { Info } from "../core/messages";

// What to show after `now` if `before` was shown: the deepest, and never fewer lines than there were. A line that a new
// depth hasn't reached stays as it was.
export function together(before: Info | undefined, now: Info): Info {
  if (!before) return now;
  if (now.depth < before.depth) return before;
  const firsts = new Set(now.lines.map((line) => line.pv[0]));
  const others = before.lines.filter((line) => !firsts.has(line.pv[0]));
  const count = Math.max(now.lines.length, before.lines.length);
  const lines = [...now.lines, ...others].slice(0, count).map((line, index) => ({ ...line, multipv: index + 1 }));
  return { ...now, lines };
}
