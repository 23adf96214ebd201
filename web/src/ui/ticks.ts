// The arithmetic of charts.

// Round numbers, about `count` of them, that cover the range.
export function ticksOf(low: number, high: number, count = 4): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999)!;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at++) ticks.push(at * step + 0); // never -0
  return ticks;
}

// At most `most` of the points, the ends among them.
export function thinned<T>(points: T[], most: number): T[] {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_unused, index) => points[Math.round(index * step)]!);
}
