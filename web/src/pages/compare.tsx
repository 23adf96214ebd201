// The curves of one run, or of several in one chart: smoothed, logarithmic, zoomed, as a table for a spreadsheet.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { words } from "../text/text";
import { shortNumber } from "../ui/chart";
import { download, Panel, Select, Slider, Toggle } from "../ui/controls";
import { Plot, type PlotCurve, type Range } from "../ui/plot";
import { remembered } from "../ui/remember";
import { csvOf, curvesOf, hasMetric, recipeDifference, smoothed, type Along, type Curve, type Metric } from "./curves";
import { fetchRun, type Run } from "./runs";

const metric = remembered<Metric>("train.metric", "losses");
const along = remembered<Along>("train.along", "positions");
const smoothing = remembered("train.smoothing", 0);
const logarithmic = remembered("train.logarithmic", true);
// Names of the runs that are compared with the one that is looked at.
export const compared = remembered<string[]>("train.compared", []);

const kColors = ["#1f8a78", "#d1603d", "#5a7fd6", "#b8870f", "#a05bb5", "#5f9e3f", "#d4587f", "#7c8792"];
const kMetrics: Metric[] = ["losses", "loss", "validation", "accuracy", "rate", "speed", "elo"];
const kAgainMs = 4000;

// The compared runs, as they are now. Asked for again and again: a stream for each would use up the connections.
export function useCompared(names: string[]): Run[] {
  const [runs, setRuns] = useState<Record<string, Run>>({});
  const key = JSON.stringify(names);
  useEffect(() => {
    let over = false;
    const look = async (): Promise<void> => {
      for (const name of names) {
        const found = await fetchRun(name);
        if (over) return;
        if (found) setRuns((known) => ({ ...known, [name]: found }));
      }
    };
    void look();
    const timer = setInterval(() => void look(), kAgainMs);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [key]);
  return names.flatMap((name) => (runs[name] ? [runs[name]] : []));
}

interface NamedCurve extends PlotCurve {
  id: string;
  raw: [number, number][];
}

function namedCurves(runs: Run[], shown: Metric): NamedCurve[] {
  const named = (curve: Curve, index: number): NamedCurve => {
    const part = words().train.parts[curve.part];
    return {
      id: `${curve.run} ${curve.part}`,
      name: runs.length > 1 ? `${curve.run}: ${part}` : part,
      color: kColors[index % kColors.length]!,
      dashed: curve.part === "validation" && shown === "losses",
      raw: curve.points,
      points: smoothing.value > 0 && shown !== "elo" ? smoothed(curve.points, smoothing.value / 100) : curve.points,
    };
  };
  return runs.flatMap((run, index) => curvesOf(run, shown, along.value).map((curve) => named(curve, index)));
}

// The value where the cursor is, or the last one.
function valueAt(points: [number, number][], x: number | undefined): number | undefined {
  if (x === undefined) return points.at(-1)?.[1];
  return points.reduce<[number, number] | undefined>(
    (best, point) => (!best || Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best),
    undefined,
  )?.[1];
}

function xText(value: number, shown: Metric): string {
  if (shown !== "elo" && along.value === "time") return `${+(value / 3600).toPrecision(3)} h`;
  return shortNumber(value);
}

export function Curves({ run, others }: { run: Run; others: Run[] }): JSX.Element | null {
  const t = words().train;
  const [zoom, setZoom] = useState<Range>();
  const [cursor, setCursor] = useState<number>();
  const [hidden, setHidden] = useState<string[]>([]);
  const runs = [run, ...others];
  const available = kMetrics.filter((each) => hasMetric(runs, each));
  const shown = available.includes(metric.value) ? metric.value : available[0];
  const curves = useMemo(
    () => (shown ? namedCurves(runs, shown) : []),
    [
      run,
      JSON.stringify(others.map((each) => [each.name, each.updated, each.live?.done])),
      shown,
      along.value,
      smoothing.value,
      t,
    ],
  );
  useEffect(() => setZoom(undefined), [shown, along.value, run.name]);
  const drawn = useMemo(() => {
    const visible = curves.filter((curve) => !hidden.includes(curve.id));
    const behind = smoothing.value > 0 ? visible.map((curve) => ({ ...curve, points: curve.raw, faint: true })) : [];
    return [...behind, ...visible];
  }, [curves, hidden]);
  if (!shown) return null;
  const xs = curves.flatMap((curve) => curve.points.map(([x]) => x));
  const [low, high] = zoom ?? [Math.min(...xs), Math.max(...xs)];
  const width = high - low;
  const xName = shown === "elo" ? t.round : t.alongs[along.value];
  // Around the middle; the whole is the limit.
  const scale = (factor: number): void => {
    const middle = (low + high) / 2;
    const next: Range = [middle - (width * factor) / 2, middle + (width * factor) / 2];
    const isAll = next[0] <= Math.min(...xs) && next[1] >= Math.max(...xs);
    setZoom(isAll ? undefined : next);
  };
  const shift = (share: number): void => setZoom([low + width * share, high + width * share]);
  return (
    <Panel title={t.curves} class="curves">
      <div class="sliders">
        <Select
          label={t.show}
          value={shown}
          options={available.map((each) => [each, t.metrics[each]])}
          onChange={(value) => (metric.value = value)}
        />
        {shown !== "elo" && (
          <Select
            label={t.along}
            value={along.value}
            options={[
              ["positions", t.alongs.positions],
              ["time", t.alongs.time],
            ]}
            onChange={(value) => (along.value = value)}
          />
        )}
        <Slider
          label={t.smoothing}
          min={0}
          max={99}
          value={smoothing.value}
          text={(smoothing.value / 100).toFixed(2)}
          onInput={(value) => (smoothing.value = value)}
        />
        <Toggle label={t.logarithmic} on={logarithmic.value} onChange={(on) => (logarithmic.value = on)} />
      </div>
      <Plot
        label={t.chartLabel(t.metrics[shown], xName, runs.map((each) => each.name).join(", "))}
        curves={drawn}
        logarithmic={logarithmic.value && shown !== "elo"}
        height={280}
        zoom={zoom}
        onZoom={setZoom}
        onCursor={setCursor}
        xText={(value) => xText(value, shown)}
        yText={shortNumber}
      />
      <ul class="curve-keys">
        {curves.map((curve) => {
          const isHidden = hidden.includes(curve.id);
          const value = valueAt(curve.points, cursor);
          return (
            <li key={curve.id}>
              <button
                type="button"
                aria-pressed={!isHidden}
                title={t.hideCurve(curve.name)}
                onClick={() => setHidden(isHidden ? hidden.filter((id) => id !== curve.id) : [...hidden, curve.id])}
              >
                <span
                  class={`swatch${curve.dashed ? " dashed" : ""}`}
                  style={{ borderTopColor: curve.color }}
                  aria-hidden="true"
                />
                {curve.name} <b>{value === undefined ? "" : shortNumber(+value.toPrecision(4))}</b>
              </button>
            </li>
          );
        })}
        {cursor !== undefined && <li class="at">{t.at(xText(cursor, shown))}</li>}
      </ul>
      <div class="buttons">
        <button type="button" onClick={() => scale(0.5)}>
          {t.zoomIn}
        </button>
        <button type="button" onClick={() => scale(2)} disabled={!zoom}>
          {t.zoomOut}
        </button>
        <button type="button" onClick={() => shift(-0.25)} disabled={!zoom}>
          {t.earlier}
        </button>
        <button type="button" onClick={() => shift(0.25)} disabled={!zoom}>
          {t.later}
        </button>
        <button type="button" onClick={() => setZoom(undefined)} disabled={!zoom}>
          {t.whole}
        </button>
        <button
          type="button"
          onClick={() =>
            download(
              `${runs.map((each) => each.name).join("-")}-${shown}.csv`,
              csvOf(
                shown === "elo" ? "round" : along.value === "time" ? "seconds" : "positions",
                curves.map(({ id, raw }) => ({ name: id, points: raw })),
              ),
              "text/csv",
            )
          }
        >
          {t.saveCsv}
        </button>
      </div>
      <p class="hint">{t.zoomHint}</p>
    </Panel>
  );
}

// Recipe and lineage, and what the compared runs do differently.
export function Origin({ run, others }: { run: Run; others: Run[] }): JSX.Element | null {
  const t = words().train;
  const lineage = Object.entries(run.lineage ?? {});
  if (!run.recipe && lineage.length === 0) return null;
  const differences = others.flatMap((other) =>
    other.recipe && run.recipe ? [{ name: other.name, ...recipeDifference(run.recipe, other.recipe) }] : [],
  );
  return (
    <Panel title={t.origin} class="origin">
      {lineage.length > 0 && (
        <div class="table" tabIndex={0}>
          <table>
            <tbody>
              {lineage.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{t.lineage[name] ?? name}</th>
                  <td>{value.includes("\n") ? <pre>{value.trim()}</pre> : value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {differences.map(({ name, mine, theirs }) => (
        <div key={name} class="difference">
          {mine.length + theirs.length === 0 ? (
            <p>{t.sameRecipe(name)}</p>
          ) : (
            <>
              <h3>{t.recipeDiffers(name)}</h3>
              <div class="pair">
                <div>
                  <span>{t.here}</span>
                  <pre tabIndex={0}>{mine.join("\n")}</pre>
                </div>
                <div>
                  <span>{name}</span>
                  <pre tabIndex={0}>{theirs.join("\n")}</pre>
                </div>
              </div>
            </>
          )}
        </div>
      ))}
      {run.recipe && (
        <details open={others.length === 0}>
          <summary>{t.recipe}</summary>
          <pre tabIndex={0}>{run.recipe.trim()}</pre>
        </details>
      )}
    </Panel>
  );
}
