// A large chart for looking closely: many curves, zoom, a cursor. uPlot draws it and is fetched when it is first needed.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { words } from "../text/text";

export interface PlotCurve {
  name: string;
  color: string;
  dashed?: boolean;
  faint?: boolean; // behind the others, without a name
  points: [x: number, y: number][];
}

export type Range = [low: number, high: number];

interface PlotProps {
  label: string; // what the chart shows, for those who don't see it
  curves: PlotCurve[];
  logarithmic: boolean;
  height: number;
  zoom: Range | undefined; // of x; nothing: all of it
  onZoom: (range: Range | undefined) => void;
  onCursor: (x: number | undefined) => void;
  xText: (value: number) => string;
  yText: (value: number) => string;
}

const kFaint = "40"; // opacity

// One table with all x, and gaps where a curve has none.
function alignedOf(curves: PlotCurve[], logarithmic: boolean): uPlot.AlignedData {
  const xs = [...new Set(curves.flatMap((curve) => curve.points.map(([x]) => x)))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, index) => [x, index]));
  const columns = curves.map((curve) => {
    const column = new Array<number | null>(xs.length).fill(null);
    for (const [x, y] of curve.points) if (Number.isFinite(y) && (!logarithmic || y > 0)) column[place.get(x)!] = y;
    return column;
  });
  return [xs, ...columns];
}

const variable = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function optionsOf(props: () => PlotProps, width: number): uPlot.Options {
  const { curves, logarithmic, height } = props();
  const axis = (name: "xText" | "yText"): Partial<uPlot.Axis> => ({
    stroke: () => variable("--quiet"),
    grid: { stroke: () => variable("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui",
    values: (_self, ticks) => ticks.map((tick) => (tick === null ? "" : props()[name](tick))),
  });
  return {
    width,
    height,
    legend: { show: false },
    cursor: {
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => () => (props().onZoom(undefined), null) },
    },
    scales: {
      x: {
        time: false,
        range: (_self, low, high) => props().zoom ?? (low === high ? [low - 1, high + 1] : [low, high]),
      },
      y: logarithmic ? { distr: 3 } : {},
    },
    axes: [
      { ...axis("xText"), size: 32 },
      { ...axis("yText"), size: 62 },
    ],
    series: [
      {},
      ...curves.map(
        (curve): uPlot.Series => ({
          label: curve.name,
          stroke: curve.faint ? curve.color + kFaint : curve.color,
          width: curve.faint ? 1 : 2,
          spanGaps: true,
          ...(curve.dashed ? { dash: [7, 4] } : {}),
          points: { show: !curve.faint && curve.points.length <= 40, size: 5, fill: curve.color },
        }),
      ),
    ],
    hooks: {
      setSelect: [
        (self) => {
          if (self.select.width < 4) return;
          const low = self.posToVal(self.select.left, "x");
          const high = self.posToVal(self.select.left + self.select.width, "x");
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          props().onZoom([low, high]);
        },
      ],
      setCursor: [
        (self) => props().onCursor(self.cursor.left! < 0 ? undefined : self.posToVal(self.cursor.left!, "x")),
      ],
    },
  };
}

export function Plot(given: PlotProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const latest = useRef(given);
  latest.current = given;
  const [library, setLibrary] = useState<typeof uPlot>();
  const [fault, setFault] = useState(false);
  useEffect(() => {
    import("uplot").then(
      (loaded) => setLibrary(() => loaded.default),
      () => setFault(true),
    );
  }, []);
  // Another set of curves is another chart; new points are not.
  const { curves, logarithmic, zoom } = given;
  const shape = JSON.stringify([
    logarithmic,
    curves.map(({ name, color, dashed, faint, points }) => [name, color, dashed, faint, points.length <= 40]),
  ]);
  useEffect(() => {
    if (!library || !root.current) return undefined;
    const place = root.current;
    const made = new library(
      optionsOf(() => latest.current, place.clientWidth || 600),
      alignedOf(latest.current.curves, latest.current.logarithmic),
      place,
    );
    chart.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: place.clientWidth, height: latest.current.height }),
    );
    observer.observe(place);
    return () => {
      observer.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [library, shape]);
  useEffect(() => {
    chart.current?.setData(alignedOf(curves, logarithmic));
  }, [curves, zoom?.[0], zoom?.[1]]);
  return (
    <div
      class="plot"
      ref={root}
      role="img"
      aria-label={given.label}
      style={{ minHeight: `${given.height}px` }}
      data-drawn={library ? "yes" : "no"}
      data-from={zoom?.[0]}
      data-to={zoom?.[1]}
    >
      {fault && <p class="empty">{words().train.noChart}</p>}
    </div>
  );
}
