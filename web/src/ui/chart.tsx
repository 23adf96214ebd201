// A line chart in SVG: a few series over one axis, with ticks at round numbers.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { words } from "../text/text";
import { thinned, ticksOf } from "./ticks";

export interface Series {
  name: string;
  kind: "first" | "second" | "bound" | "bars";
  points: [x: number, y: number][];
  errors?: number[]; // half the height of the error bar of each point
}

export interface ChartProps {
  label: string; // what the chart shows, for those who don't see it
  series: Series[];
  logarithmic?: boolean;
  xText?: (x: number) => string;
  yText?: (y: number) => string;
  height?: number;
  zero?: boolean; // the y axis includes 0
}

const kLeft = 58;
const kRight = 12;
const kTop = 12;
const kBottom = 26;

export const shortNumber = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 1e9) return `${+(value / 1e9).toPrecision(3)}G`;
  if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (size >= 1e3) return `${+(value / 1e3).toPrecision(3)}k`;
  return String(+value.toPrecision(3));
};

export function Chart(props: ChartProps): JSX.Element {
  const { series, logarithmic = false, height = 200, xText = shortNumber, yText = shortNumber } = props;
  const root = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<number>();
  const [width, setWidth] = useState(640);
  const isEmpty = series.every((each) => each.points.length === 0);
  // Drawn at its real size, so that texts have theirs.
  useLayoutEffect(() => {
    const svg = root.current;
    if (!svg) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.round(entry!.contentRect.width))));
    observer.observe(svg);
    return () => observer.disconnect();
  }, [isEmpty]);
  const usable = series.map((each) => ({
    ...each,
    points: each.points.filter(([, y]) => Number.isFinite(y) && (!logarithmic || y > 0)),
  }));
  const all = usable.flatMap((each) => each.points);
  if (all.length === 0) return <p class="empty">{words().train.noData}</p>;
  const scale = (y: number): number => (logarithmic ? Math.log10(y) : y);
  const xs = all.map(([x]) => x);
  const ys = usable.flatMap((each) =>
    each.points.flatMap(([, y], index) => {
      const error = each.errors?.[index] ?? 0;
      return [scale(y - error), scale(y + error)];
    }),
  );
  if (props.zero) ys.push(0);
  let [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  if (x0 === x1) [x0, x1] = [x0 - 0.5, x1 + 0.5];
  let [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  if (y0 === y1) [y0, y1] = [y0 - 1, y1 + 1];
  const pad = (y1 - y0) * 0.06;
  [y0, y1] = [y0 - pad, y1 + pad];
  const px = (x: number): number => kLeft + ((x - x0) / (x1 - x0)) * (width - kLeft - kRight);
  const py = (y: number): number => kTop + ((y1 - scale(y)) / (y1 - y0)) * (height - kTop - kBottom);
  const yTicks = logarithmic ? logTicks(y0, y1) : ticksOf(y0, y1, Math.max(2, Math.round(height / 50)));
  const nearest = (points: [number, number][], x: number): [number, number] | undefined =>
    points.reduce<[number, number] | undefined>(
      (best, point) => (!best || Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best),
      undefined,
    );
  const hover = (event: PointerEvent): void => {
    const box = root.current!.getBoundingClientRect();
    const along = event.clientX - box.left;
    setAt(x0 + ((along - kLeft) / (width - kLeft - kRight)) * (x1 - x0));
  };
  const found =
    at === undefined
      ? []
      : usable.filter((each) => each.kind !== "bound").map((each) => ({ each, point: nearest(each.points, at) }));
  return (
    <figure class="chart">
      <svg
        ref={root}
        viewBox={`0 0 ${width} ${height}`}
        style={{ height: `${height}px` }}
        role="img"
        aria-label={props.label}
        onPointerMove={hover}
        onPointerLeave={() => setAt(undefined)}
      >
        {yTicks.map((y) => (
          <g key={y}>
            <line class="grid" x1={kLeft} x2={width - kRight} y1={py(y)} y2={py(y)} />
            <text class="tick" x={kLeft - 6} y={py(y) + 4} text-anchor="end">
              {yText(y)}
            </text>
          </g>
        ))}
        {ticksOf(x0, x1, Math.max(2, Math.round(width / 110))).map((x) => (
          <text class="tick" key={x} x={px(x)} y={height - 8} text-anchor="middle">
            {xText(x)}
          </text>
        ))}
        {usable.map((each) => (
          <g key={each.name} class={`series ${each.kind}`}>
            {each.errors &&
              each.points.map(([x, y], index) => (
                <line
                  key={x}
                  class="error"
                  x1={px(x)}
                  x2={px(x)}
                  y1={py(y - each.errors![index]!)}
                  y2={py(y + each.errors![index]!)}
                />
              ))}
            <polyline
              points={thinned(each.points, 1000)
                .map(([x, y]) => `${px(x).toFixed(1)},${py(y).toFixed(1)}`)
                .join(" ")}
            />
            {each.points.length <= 40 &&
              each.kind !== "bound" &&
              each.points.map(([x, y]) => <circle key={x} cx={px(x)} cy={py(y)} r="3" />)}
          </g>
        ))}
        {found.map(
          ({ each, point }) =>
            point && (
              <g key={each.name} class={`series ${each.kind}`}>
                <circle cx={px(point[0])} cy={py(point[1])} r="4.5" />
              </g>
            ),
        )}
      </svg>
      <figcaption>
        {usable.map((each) => {
          const point = found.find((one) => one.each === each)?.point ?? each.points.at(-1);
          return (
            <span key={each.name} class={`key ${each.kind}`}>
              {each.name}
              {point && each.kind !== "bound" && <b> {yText(point[1])}</b>}
            </span>
          );
        })}
        {at !== undefined && found[0]?.point && <span class="at">{words().train.at(xText(found[0].point[0]))}</span>}
      </figcaption>
    </figure>
  );
}

function logTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
    for (const factor of high - low > 2 ? [1] : high - low > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7]) {
      const value = factor * 10 ** power;
      if (Math.log10(value) >= low && Math.log10(value) <= high) ticks.push(value);
    }
  }
  return ticks.length >= 2
    ? ticks
    : [10 ** low, 10 ** ((low + high) / 2), 10 ** high].map((each) => +each.toPrecision(2));
}
