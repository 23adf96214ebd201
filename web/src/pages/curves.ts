// The arithmetic of training curves: what is drawn of a run, smoothed how, and whether it overfits.

import type { Run, TrainPoint } from "./runs";

export type Metric = "losses" | "loss" | "validation" | "accuracy" | "rate" | "speed" | "elo";
export type Along = "positions" | "time";

export interface Curve {
  run: string;
  part: "loss" | "validation" | "accuracy" | "rate" | "speed" | "elo";
  points: [x: number, y: number][];
}

const kParts: Record<Metric, Curve["part"][]> = {
  losses: ["loss", "validation"],
  loss: ["loss"],
  validation: ["validation"],
  accuracy: ["accuracy"],
  rate: ["rate"],
  speed: ["speed"],
  elo: ["elo"],
};

function valueOf(point: TrainPoint, part: Curve["part"]): number | undefined {
  if (part === "loss") return point.loss;
  if (part === "validation") return point.validation || undefined; // 0: there was none
  if (part === "accuracy") return point.accuracy || undefined;
  return part === "rate" ? point.rate : point.positions_per_s;
}

// What a run has of a metric; parts without data are left out.
export function curvesOf(run: Run, metric: Metric, along: Along): Curve[] {
  const curves = kParts[metric].map((part): Curve => {
    if (part === "elo") {
      const rounds = run.learn?.rounds ?? [];
      const points = rounds.flatMap(({ round, elo }): [number, number][] => (elo === null ? [] : [[round, elo]]));
      return { run: run.name, part, points };
    }
    const points = (run.train?.points ?? []).flatMap((point): [number, number][] => {
      const y = valueOf(point, part);
      const x = along === "time" ? point.seconds : point.positions;
      return y === undefined || x === undefined ? [] : [[x, y]];
    });
    // Between two reports the loss is known all the same.
    const { live } = run;
    const isAhead = live?.step === "train" && live.loss !== undefined && live.done > (points.at(-1)?.[0] ?? 0);
    if (part === "loss" && along === "positions" && isAhead) points.push([live.done, live.loss!]);
    return { run: run.name, part, points };
  });
  return curves.filter((curve) => curve.points.length > 0);
}

export const hasMetric = (runs: Run[], metric: Metric): boolean =>
  runs.some((run) => curvesOf(run, metric, "positions").length > 0);

// Exponential running mean, corrected for its beginning at nothing. Weight 0: the values themselves.
export function smoothed(points: [number, number][], weight: number): [number, number][] {
  let sum = 0;
  let share = 0;
  return points.map(([x, y]) => {
    sum = weight * sum + (1 - weight) * y;
    share = weight * share + (1 - weight);
    return [x, sum / share];
  });
}

export interface Overfit {
  since: number; // positions at the lowest validation loss
  best: number;
  now: number;
}

const kReports = 3; // so many reports make a trend
const kRise = 1.005; // smaller rises are noise

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

// Validation rises while the training loss falls: the network overfits.
export function overfits(points: TrainPoint[]): Overfit | undefined {
  const known = points.filter((point) => !!point.validation);
  if (known.length < 2 * kReports) return undefined;
  const best = known.reduce((low, point, index) => (point.validation! < known[low]!.validation! ? index : low), 0);
  const after = known.slice(best + 1);
  if (after.length < kReports) return undefined;
  const lately = after.slice(-kReports);
  const now = mean(lately.map((point) => point.validation!));
  const lowest = known[best]!;
  const around = known.slice(Math.max(0, best - 1), best + 2);
  if (now <= lowest.validation! * kRise) return undefined;
  if (mean(lately.map((point) => point.loss)) >= mean(around.map((point) => point.loss))) return undefined;
  return { since: lowest.positions, best: lowest.validation!, now };
}

// All curves in one table: a line for each x, a column for each curve.
export function csvOf(xName: string, curves: { name: string; points: [number, number][] }[]): string {
  const rows = new Map<number, (number | undefined)[]>();
  curves.forEach(({ points }, column) => {
    for (const [x, y] of points) {
      const row = rows.get(x) ?? [];
      row[column] = y;
      rows.set(x, row);
    }
  });
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const lines = [...rows].sort(([a], [b]) => a - b);
  return [
    [xName, ...curves.map(({ name }) => name)].map(quoted).join(","),
    ...lines.map(([x, row]) => [x, ...curves.map((_curve, column) => row[column] ?? "")].join(",")),
    "",
  ].join("\n");
}

// The lines that the recipes of two runs don't share.
export function recipeDifference(mine: string, theirs: string): { mine: string[]; theirs: string[] } {
  const linesOf = (text: string): string[] =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line && !(line.startsWith("#") && !line.startsWith("# --")));
  const [ours, others] = [linesOf(mine), linesOf(theirs)];
  return {
    mine: ours.filter((line) => !others.includes(line)),
    theirs: others.filter((line) => !ours.includes(line)),
  };
}
