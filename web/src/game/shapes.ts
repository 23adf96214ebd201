// Arrows and circles that a person draws on the board: kept in the comment of a move as other programs keep them,
// [%csl Ge4] for circles and [%cal Re2e4] for arrows, with a color first.

export type ShapeColor = "G" | "R" | "B" | "Y";

export interface Shape {
  color: ShapeColor;
  from: string;
  to: string; // the same square: a circle
}

const kShapes = /\[%c([sa])l\s+([^\]]*)\]\s*/g;

export function shapesIn(comment: string | undefined): Shape[] {
  const shapes: Shape[] = [];
  for (const [, , list = ""] of comment?.matchAll(kShapes) ?? [])
    for (const text of list.split(",")) {
      const [, color, from, to] = /^\s*([GRBY])([a-h][1-8])([a-h][1-8])?\s*$/.exec(text) ?? [];
      if (color && from) shapes.push({ color: color as ShapeColor, from, to: to ?? from });
    }
  return shapes;
}

// The comment with these in place of its own.
export function withShapes(comment: string | undefined, shapes: Shape[]): string {
  const rest = (comment ?? "").replace(kShapes, "").trim();
  const list = (all: Shape[], text: (shape: Shape) => string): string => all.map(text).join(",");
  const circles = shapes.filter(({ from, to }) => from === to);
  const arrows = shapes.filter(({ from, to }) => from !== to);
  return [
    ...(circles.length ? [`[%csl ${list(circles, ({ color, from }) => color + from)}]`] : []),
    ...(arrows.length ? [`[%cal ${list(arrows, ({ color, from, to }) => color + from + to)}]`] : []),
    ...(rest ? [rest] : []),
  ].join(" ");
}

// With the shape, in its color; without it if it was there in that color.
export function toggled(shapes: Shape[], shape: Shape): Shape[] {
  const isSame = ({ from, to }: Shape): boolean => from === shape.from && to === shape.to;
  const known = shapes.find(isSame);
  const others = shapes.filter((each) => !isSame(each));
  return known?.color === shape.color ? others : [...others, shape];
}
