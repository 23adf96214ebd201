// Train: what is being learned, live: curves, Elo by round, the test of a match, games and positions.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import { rules } from "../core/rules";
import { isLost } from "../engine/api";
import { messageOf } from "../engine/engine";
import { scoreText } from "../game/score";
import { Chart, shortNumber } from "../ui/chart";
import { words } from "../text/text";
import { Panel } from "../ui/controls";
import { session } from "./analyse";
import { compared, Curves, Origin, useCompared } from "./compare";
import { overfits } from "./curves";
import {
  followRun,
  listRuns,
  type Live,
  type MatchGame,
  type Run,
  type RunSummary,
  type WatchedPosition,
} from "./runs";

export function Train(): JSX.Element {
  const t = words().train;
  const [runs, setRuns] = useState<RunSummary[] | "none">("none");
  const [isLoaded, setLoaded] = useState(false);
  const [name, setName] = useState<string>();
  const [run, setRun] = useState<Run>();
  const [fault, setFault] = useState("");

  useEffect(() => {
    let over = false;
    const look = async (): Promise<void> => {
      const found = await listRuns();
      if (over) return;
      // While the server is away, what it said last stays.
      if (found !== "lost") {
        setRuns(found);
        setLoaded(true);
        if (found !== "none") setName((known) => known ?? newest(found)?.name);
      }
    };
    void look();
    const timer = setInterval(() => void look(), 3000);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, []);
  useEffect(() => {
    setRun(undefined);
    return name === undefined ? undefined : followRun(name, setRun, setFault);
  }, [name]);
  const listed = runs === "none" ? [] : runs.map((each) => each.name);
  const others = useCompared(compared.value.filter((each) => each !== name && listed.includes(each)));

  if (!isLoaded && isLost.value) return <p class="empty">{t.lost}</p>;
  if (!isLoaded) return <p class="empty">{t.looking}</p>;
  if (runs === "none" || runs.length === 0) return <NoRuns hasFolder={runs !== "none"} />;
  const hasCurves = run && (run.train || run.learn);
  return (
    <div class="train">
      <Panel title={t.runs}>
        <ul class="run-list">
          {runs.map((each) => (
            <li key={each.name}>
              <button type="button" aria-pressed={each.name === name} onClick={() => setName(each.name)}>
                <span class={`lamp${each.running ? " on" : ""}`} aria-hidden="true" />
                <span class="name">{each.name}</span>
                <span class="kind">
                  {t.kinds[each.kind]}, {each.running ? (liveText(each.live) ?? t.running) : ago(each.updated)}
                </span>
              </button>
              {each.kind !== "match" && <CompareBox name={each.name} isShown={each.name === name} />}
            </li>
          ))}
        </ul>
        {runs.filter((each) => each.kind !== "match").length > 1 && <p class="hint">{t.compareHint}</p>}
      </Panel>
      <div class="run" data-testid="run">
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {!run && !fault && <p class="empty">{t.loading}</p>}
        {run?.live && !(run.kind === "train" && run.live.step === "train") && <Now live={run.live} />}
        {run?.learn && <LearnView learn={run.learn} />}
        {run?.train && <TrainView train={run.train} live={run.kind === "train" ? run.live : undefined} />}
        {hasCurves && <Curves run={run} others={others} />}
        {run?.train && <Samples samples={run.train.samples ?? []} />}
        {run?.match && <MatchView match={run.match} />}
        {hasCurves && <Origin run={run} others={others} />}
        {run && !run.train && !run.learn && !run.match && <p class="empty">{t.nothing}</p>}
      </div>
    </div>
  );
}

function CompareBox({ name, isShown }: { name: string; isShown: boolean }): JSX.Element {
  const label = words().train.compare(name);
  return (
    <label class="compare" title={label}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isShown || compared.value.includes(name)}
        disabled={isShown}
        onChange={(event) => {
          const rest = compared.value.filter((each) => each !== name);
          compared.value = event.currentTarget.checked ? [...rest, name] : rest;
        }}
      />
    </label>
  );
}

// "12 min", "3 h 20 min"
export function spanText(seconds: number): string {
  const t = words().train;
  if (seconds < 90) return t.seconds(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return t.minutes(minutes);
  if (minutes < 48 * 60) return t.hours(Math.floor(minutes / 60), minutes % 60);
  return t.days(Math.floor(minutes / 1440), Math.round((minutes % 1440) / 60));
}

// "self-play 43%, 12 min left"
function liveText(live: Live | undefined): string | undefined {
  if (!live) return undefined;
  const t = words().train;
  const share = live.total ? ` ${words().chess.percent(Math.floor((100 * live.done) / live.total))}` : "";
  const rest = live.seconds_left === undefined ? "" : `, ${t.left(spanText(live.seconds_left))}`;
  return `${t.steps[live.step] ?? live.step}${share}${rest}`;
}

// What the run is doing at the moment: the files with curves and games are written far less often.
function Now({ live }: { live: Live }): JSX.Element {
  const t = words().train;
  const step = t.steps[live.step] ?? live.step;
  const unit = t.units[live.unit];
  return (
    <Panel title={t.now} class="now">
      <p class="step" data-testid="live-step">
        <strong>{live.round ? t.inRound(live.round, step) : step}</strong> {live.what ?? ""}
      </p>
      <div class="facts">
        {live.loss !== undefined && <Fact name={t.loss} value={live.loss.toPrecision(4)} />}
        {live.games !== undefined && <Fact name={t.games} value={shortNumber(live.games)} />}
        {live.won !== undefined && <Fact name={t.wonDrawnLost} value={`${live.won} · ${live.drawn} · ${live.lost}`} />}
        {live.per_second !== undefined && (
          <Fact name={unit} value={t.perSecond(shortNumber(+live.per_second.toPrecision(3)))} />
        )}
        {live.seconds_left !== undefined && <Fact name={t.rest} value={spanText(live.seconds_left)} />}
        <div class="progress">
          {live.total ? (
            <progress max={live.total} value={Math.min(live.done, live.total)} aria-label={t.progress} />
          ) : (
            <progress aria-label={t.progress} />
          )}
          <span>
            {live.total
              ? t.ofTotal(shortNumber(live.done), shortNumber(live.total), unit)
              : `${shortNumber(live.done)} ${unit}`}
          </span>
        </div>
      </div>
    </Panel>
  );
}

const newest = (runs: RunSummary[]): RunSummary | undefined =>
  [...runs].sort((a, b) => Number(b.running) - Number(a.running) || b.updated - a.updated)[0];

export function ago(seconds: number, now: number = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  const t = words().train;
  if (past < 90) return t.secondsAgo(Math.round(past));
  if (past < 5400) return t.minutesAgo(Math.round(past / 60));
  if (past < 129_600) return t.hoursAgo(Math.round(past / 3600));
  return t.daysAgo(Math.round(past / 86_400));
}

// Both need nothing but the program: a test runs them as they are.
const kServeCommands = "mkdir -p runs\n./run serve --runs runs";
const kTrainCommands = "./run train xor --out runs/xor\n./run learn tiny --out runs/tiny";

function NoRuns({ hasFolder }: { hasFolder: boolean }): JSX.Element {
  const t = words().train;
  return (
    <div class="prose narrow">
      <h1>{t.noRuns}</h1>
      {hasFolder ? (
        <p>{t.emptyFolder}</p>
      ) : (
        <>
          <p>{t.noFolder}</p>
          <pre tabIndex={0}>
            <code>{kServeCommands}</code>
          </pre>
        </>
      )}
      <p>{t.howToStart}</p>
      <pre tabIndex={0}>
        <code>{kTrainCommands}</code>
      </pre>
      <p>{t.whatAppears}</p>
    </div>
  );
}

function TrainView({ train, live }: { train: NonNullable<Run["train"]>; live: Live | undefined }): JSX.Element {
  const t = words().train;
  const { points, target } = train;
  const last = points.at(-1);
  const validation = points.filter((point) => !!point.validation).at(-1)?.validation;
  const overfit = overfits(points);
  const isLive = live?.step === "train";
  const done = isLive ? live.done : (last?.positions ?? 0);
  const speed = (isLive ? live.per_second : undefined) ?? last?.positions_per_s;
  const loss = (isLive ? live.loss : undefined) ?? last?.loss;
  return (
    <Panel title={t.training} class="training">
      <div class="facts">
        <Fact name={t.positions} value={shortNumber(done)} />
        <Fact name={t.speed} value={speed ? t.perSecond(shortNumber(speed)) : "–"} />
        <Fact name={t.loss} value={loss === undefined ? "–" : loss.toPrecision(4)} />
        <Fact name={t.validation} value={validation === undefined ? "–" : validation.toPrecision(4)} />
        {live?.seconds_left !== undefined && <Fact name={t.rest} value={spanText(live.seconds_left)} />}
        {target !== undefined && target > 0 && (
          <div class="progress">
            <progress max={target} value={Math.min(done, target)} aria-label={t.progress} />
            <span>{t.share(Math.min(100, (100 * done) / target).toFixed(1), shortNumber(target))}</span>
          </div>
        )}
      </div>
      {overfit && (
        <p class="warning" role="status" data-testid="overfit">
          {t.overfit(shortNumber(overfit.since), overfit.best.toPrecision(4), overfit.now.toPrecision(4))}
        </p>
      )}
    </Panel>
  );
}

function Samples({ samples }: { samples: WatchedPosition[] }): JSX.Element | null {
  if (samples.length === 0) return null;
  return (
    <Panel title={words().train.thinks}>
      <div class="samples">
        {samples.slice(0, 8).map(({ fen, cp_white, course }) => (
          <Sample key={fen} fen={fen} caption={scoreText({ cp: cp_white })} course={course ?? []} />
        ))}
      </div>
    </Panel>
  );
}

// "+12.3 ± 4.5"
export function eloText(elo: number | null | undefined, error?: number | null): string {
  if (elo === null || elo === undefined) return "–";
  const value = `${elo >= 0 ? "+" : "−"}${Math.abs(elo).toFixed(1)}`;
  return error === null || error === undefined ? value : `${value} ± ${error.toFixed(1)}`;
}

function LearnView({ learn }: { learn: NonNullable<Run["learn"]> }): JSX.Element {
  const t = words().train;
  const { rounds, step, state } = learn;
  const measured = rounds.filter((round) => round.elo !== null);
  const matched = rounds.filter((round) => typeof round.match_elo === "number");
  return (
    <Panel title={t.learningLoop}>
      <div class="facts">
        <Fact name={t.rounds} value={String(rounds.length)} />
        <Fact name={t.promoted} value={String(rounds.filter((round) => round.promoted).length)} />
        <Fact name={t.eloSinceStart} value={eloText(measured.at(-1)?.elo, measured.at(-1)?.error)} />
        {(state || step) && <Fact name={t.nowFact} value={String(state ?? step)} />}
      </div>
      <div class="pair">
        <Chart
          label={t.eloSinceFirstLabel}
          zero
          series={[
            {
              name: t.eloSinceStart,
              kind: "first",
              points: measured.map(({ round, elo }) => [round, elo!]),
              errors: measured.map(({ error }) => error ?? 0),
            },
          ]}
        />
        {matched.length > 0 && (
          <Chart
            label={t.eloAgainstLabel}
            zero
            series={[
              {
                name: t.eloOfRound,
                kind: "second",
                points: matched.map(({ round, match_elo }) => [round, match_elo!]),
                errors: matched.map(({ match_error }) => match_error ?? 0),
              },
            ]}
          />
        )}
      </div>
      <div class="table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.roundColumn}</th>
              <th scope="col">{t.eloSinceStart}</th>
              {matched.length > 0 && <th scope="col">{t.eloOfRound}</th>}
              <th scope="col">{t.gamesColumn}</th>
              <th scope="col">{t.promotedColumn}</th>
            </tr>
          </thead>
          <tbody>
            {rounds.slice(-12).map((each) => (
              <tr key={each.round}>
                <td>{each.round}</td>
                <td>{eloText(each.elo, each.error)}</td>
                {matched.length > 0 && <td>{eloText(each.match_elo, each.match_error)}</td>}
                <td>{each.games}</td>
                <td>{each.promoted ? t.yes : t.no}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function MatchView({ match }: { match: NonNullable<Run["match"]> }): JSX.Element {
  const t = words().train;
  const { engines, won, drawn, lost, elo, error, llr, bounds, games } = match;
  const played = won + drawn + lost;
  const end = llr?.length ?? 0;
  return (
    <>
      <Panel title={`${engines[0]} – ${engines[1]}`}>
        <div class="facts">
          <Fact name={t.games} value={String(played)} />
          <Fact name={t.wonDrawnLost} value={`${won} · ${drawn} · ${lost}`} />
          <Fact name="Elo" value={eloText(elo, error)} />
          {llr && llr.length > 0 && <Fact name="LLR" value={llr.at(-1)!.toFixed(2)} />}
        </div>
        {played > 0 && (
          <div class="wdl-bar" role="img" aria-label={t.wonDrawnLostLabel(won, drawn, lost)}>
            <span class="w" style={{ flexGrow: won }} />
            <span class="d" style={{ flexGrow: drawn }} />
            <span class="l" style={{ flexGrow: lost }} />
          </div>
        )}
        {llr && llr.length > 0 && (
          <Chart
            label={t.llrLabel}
            series={[
              { name: "LLR", kind: "first", points: llr.map((value, index) => [index + 1, value]) },
              ...(bounds
                ? [
                    {
                      name: t.acceptedAt(bounds[1].toFixed(2)),
                      kind: "bound" as const,
                      points: [
                        [1, bounds[1]],
                        [end, bounds[1]],
                      ] as [number, number][],
                    },
                    {
                      name: t.refusedAt(bounds[0].toFixed(2)),
                      kind: "bound" as const,
                      points: [
                        [1, bounds[0]],
                        [end, bounds[0]],
                      ] as [number, number][],
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Panel>
      <Games games={games} />
    </>
  );
}

function Games({ games }: { games: MatchGame[] }): JSX.Element | null {
  const [wrong, setWrong] = useState("");
  if (games.length === 0) return null;
  const open = (game: MatchGame): void => {
    try {
      if (game.pgn) {
        const read = rules().call("pgn_read", { text: game.pgn }).games[0];
        if (!read || read.error !== undefined) throw new Error(read?.error ?? "no game");
        session.load(read);
      } else {
        session.reset(game.opening_fen);
        const moves = typeof game.moves === "string" ? game.moves.split(/\s+/).filter(Boolean) : (game.moves ?? []);
        session.play(moves);
      }
      session.tree.value.tags = { ...session.tree.value.tags, White: game.white, Black: game.black };
      session.tree.value.result = game.result;
      session.first();
      location.hash = "#/analyse";
    } catch (error) {
      setWrong(messageOf(error));
    }
  };
  return (
    <Panel title={words().train.lastGames}>
      {wrong && (
        <p class="fault" role="alert">
          {wrong}
        </p>
      )}
      <ul class="games">
        {[...games].reverse().map((game, index) => (
          <li key={index}>
            <span class="name">
              {game.white} – {game.black}
            </span>
            <b>{game.result.replace("1/2-1/2", "½–½").replace("-", "–")}</b>
            <button type="button" disabled={!game.pgn && !game.moves && !game.opening_fen} onClick={() => open(game)}>
              {words().train.look}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface SampleProps {
  fen: string;
  caption: string;
  course: (number | null)[];
}

function Sample({ fen, caption, course }: SampleProps): JSX.Element {
  return (
    <figure class="sample">
      <Board fen={fen} still label={words().train.samplePosition(caption)} />
      <Course values={course} />
      <figcaption>
        <b>{caption}</b>
        <button
          type="button"
          onClick={() => {
            session.reset(fen);
            location.hash = "#/analyse";
          }}
        >
          {words().train.analyse}
        </button>
      </figcaption>
    </figure>
  );
}

// How the evaluation of a position went, above and below an even one.
function Course({ values }: { values: (number | null)[] }): JSX.Element | null {
  const known = values.flatMap((value, index): [number, number][] => (value === null ? [] : [[index, value]]));
  if (known.length < 2) return null;
  const most = Math.max(50, ...known.map(([, value]) => Math.abs(value)));
  const y = (value: number): number => 50 - (48 * value) / most;
  const score = (value: number): string => scoreText({ cp: value });
  return (
    <svg
      class="course"
      viewBox={`0 0 ${values.length - 1} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words().train.course(score(known[0]![1]), score(known.at(-1)![1]), score(most))}
    >
      <line x1="0" x2={values.length - 1} y1="50" y2="50" />
      <polyline points={known.map(([index, value]) => `${index},${y(value).toFixed(1)}`).join(" ")} />
    </svg>
  );
}

function Fact({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div class="fact">
      <span>{name}</span>
      <b>{value}</b>
    </div>
  );
}
