// Train: what is being learnt, live: curves, Elo by round, the test of a match, games and positions.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import { rules } from "../core/rules";
import { isLost } from "../engine/api";
import { messageOf } from "../engine/engine";
import { scoreText } from "../game/score";
import { Chart, shortNumber } from "../ui/chart";
import { Panel } from "../ui/controls";
import { session } from "./analyse";
import { followRun, listRuns, type MatchGame, type Run, type RunSummary } from "./runs";

const kKinds: Record<RunSummary["kind"], string> = { train: "training", learn: "learning loop", match: "match" };

export function Train(): JSX.Element {
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

  if (!isLoaded && isLost.value) return <p class="empty">The runs are on the server, which doesn't answer.</p>;
  if (!isLoaded) return <p class="empty">Looking for runs …</p>;
  if (runs === "none" || runs.length === 0) return <NoRuns hasFolder={runs !== "none"} />;
  return (
    <div class="train">
      <Panel title="Runs">
        <ul class="run-list">
          {runs.map((each) => (
            <li key={each.name}>
              <button type="button" aria-pressed={each.name === name} onClick={() => setName(each.name)}>
                <span class={`lamp${each.running ? " on" : ""}`} aria-hidden="true" />
                <span class="name">{each.name}</span>
                <span class="kind">
                  {kKinds[each.kind]}, {each.running ? "running" : ago(each.updated)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      <div class="run" data-testid="run">
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {!run && !fault && <p class="empty">Loading …</p>}
        {run?.learn && <LearnView learn={run.learn} />}
        {run?.train && <TrainView train={run.train} />}
        {run?.match && <MatchView match={run.match} />}
        {run && !run.train && !run.learn && !run.match && <p class="empty">This run has written nothing yet.</p>}
      </div>
    </div>
  );
}

const newest = (runs: RunSummary[]): RunSummary | undefined =>
  [...runs].sort((a, b) => Number(b.running) - Number(a.running) || b.updated - a.updated)[0];

export function ago(seconds: number, now: number = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  if (past < 90) return `${Math.round(past)} s ago`;
  if (past < 5400) return `${Math.round(past / 60)} min ago`;
  if (past < 129_600) return `${Math.round(past / 3600)} h ago`;
  return `${Math.round(past / 86_400)} days ago`;
}

// Both need nothing but the program: a test runs them as they are.
const kServeCommands = "mkdir -p runs\n./run serve --runs runs";
const kTrainCommands = "./run train xor --out runs/xor\n./run learn tiny --out runs/tiny";

function NoRuns({ hasFolder }: { hasFolder: boolean }): JSX.Element {
  return (
    <div class="prose narrow">
      <h1>No runs to watch</h1>
      {hasFolder ? (
        <p>The folder of runs is empty so far.</p>
      ) : (
        <>
          <p>This page was not served with a folder of runs. Start the server with one:</p>
          <pre tabIndex={0}>
            <code>{kServeCommands}</code>
          </pre>
        </>
      )}
      <p>
        Then, in another terminal, let something learn: XOR in a second, or chess from nothing in a few minutes. Other
        recipes need data; docs/training.md says how to make it.
      </p>
      <pre tabIndex={0}>
        <code>{kTrainCommands}</code>
      </pre>
      <p>Curves, Elo, the test of a match and sample positions appear here while the run goes on.</p>
    </div>
  );
}

function TrainView({ train }: { train: NonNullable<Run["train"]> }): JSX.Element {
  const { points, target, samples } = train;
  const last = points.at(-1);
  const validation = points.flatMap((point): [number, number][] =>
    !point.validation ? [] : [[point.positions, point.validation]],
  );
  return (
    <>
      <Panel title="Training">
        <div class="facts">
          <Fact name="positions" value={last ? shortNumber(last.positions) : "0"} />
          <Fact name="speed" value={last ? `${shortNumber(last.positions_per_second)}/s` : "–"} />
          <Fact name="loss" value={last ? last.loss.toPrecision(4) : "–"} />
          <Fact name="validation" value={validation.length ? validation.at(-1)![1].toPrecision(4) : "–"} />
          {target !== undefined && last && target > 0 && (
            <div class="progress">
              <progress max={target} value={Math.min(last.positions, target)} aria-label="Progress" />
              <span>
                {((100 * last.positions) / target).toFixed(1)} % of {shortNumber(target)}
              </span>
            </div>
          )}
        </div>
        <Chart
          label="Loss and validation loss over the positions seen"
          logarithmic
          height={220}
          series={[
            { name: "loss", kind: "first", points: points.map((point) => [point.positions, point.loss]) },
            { name: "validation", kind: "second", points: validation },
          ]}
        />
        <div class="pair">
          <Chart
            label="Learning rate over the positions seen"
            height={130}
            series={[
              { name: "learning rate", kind: "first", points: points.map((point) => [point.positions, point.rate]) },
            ]}
          />
          <Chart
            label="Positions a second"
            height={130}
            zero
            series={[
              {
                name: "positions/s",
                kind: "first",
                points: points.map((point) => [point.positions, point.positions_per_second]),
              },
            ]}
          />
        </div>
      </Panel>
      {samples && samples.length > 0 && (
        <Panel title="What it thinks so far">
          <div class="samples">
            {samples.slice(0, 8).map(({ fen, cp_white, course }) => (
              <Sample key={fen} fen={fen} caption={scoreText({ cp: cp_white })} course={course ?? []} />
            ))}
          </div>
        </Panel>
      )}
    </>
  );
}

// "+12.3 ± 4.5"
export function eloText(elo: number | null | undefined, error?: number | null): string {
  if (elo === null || elo === undefined) return "–";
  const value = `${elo >= 0 ? "+" : "−"}${Math.abs(elo).toFixed(1)}`;
  return error === null || error === undefined ? value : `${value} ± ${error.toFixed(1)}`;
}

function LearnView({ learn }: { learn: NonNullable<Run["learn"]> }): JSX.Element {
  const { rounds, step, state } = learn;
  const measured = rounds.filter((round) => round.elo !== null);
  const matched = rounds.filter((round) => typeof round.match_elo === "number");
  return (
    <Panel title="Learning loop">
      <div class="facts">
        <Fact name="rounds" value={String(rounds.length)} />
        <Fact name="promoted" value={String(rounds.filter((round) => round.promoted).length)} />
        <Fact name="Elo since the start" value={eloText(measured.at(-1)?.elo, measured.at(-1)?.error)} />
        {(state || step) && <Fact name="now" value={String(state ?? step)} />}
      </div>
      <div class="pair">
        <Chart
          label="Elo of each round's network since the first"
          zero
          series={[
            {
              name: "Elo since the start",
              kind: "first",
              points: measured.map(({ round, elo }) => [round, elo!]),
              errors: measured.map(({ error }) => error ?? 0),
            },
          ]}
        />
        {matched.length > 0 && (
          <Chart
            label="Elo of each round's network against the one before"
            zero
            series={[
              {
                name: "Elo of the round",
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
              <th scope="col">Round</th>
              <th scope="col">Elo since the start</th>
              {matched.length > 0 && <th scope="col">Elo of the round</th>}
              <th scope="col">Games</th>
              <th scope="col">Promoted</th>
            </tr>
          </thead>
          <tbody>
            {rounds.slice(-12).map((each) => (
              <tr key={each.round}>
                <td>{each.round}</td>
                <td>{eloText(each.elo, each.error)}</td>
                {matched.length > 0 && <td>{eloText(each.match_elo, each.match_error)}</td>}
                <td>{each.games}</td>
                <td>{each.promoted ? "yes" : "no"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function MatchView({ match }: { match: NonNullable<Run["match"]> }): JSX.Element {
  const { engines, won, drawn, lost, elo, error, llr, bounds, games } = match;
  const played = won + drawn + lost;
  const end = llr?.length ?? 0;
  return (
    <>
      <Panel title={`${engines[0]} – ${engines[1]}`}>
        <div class="facts">
          <Fact name="games" value={String(played)} />
          <Fact name="won, drawn, lost" value={`${won} · ${drawn} · ${lost}`} />
          <Fact name="Elo" value={eloText(elo, error)} />
          {llr && llr.length > 0 && <Fact name="LLR" value={llr.at(-1)!.toFixed(2)} />}
        </div>
        {played > 0 && (
          <div class="wdl-bar" role="img" aria-label={`${won} won, ${drawn} drawn, ${lost} lost`}>
            <span class="w" style={{ flexGrow: won }} />
            <span class="d" style={{ flexGrow: drawn }} />
            <span class="l" style={{ flexGrow: lost }} />
          </div>
        )}
        {llr && llr.length > 0 && (
          <Chart
            label="Log-likelihood ratio of the sequential test, between its bounds"
            series={[
              { name: "LLR", kind: "first", points: llr.map((value, index) => [index + 1, value]) },
              ...(bounds
                ? [
                    {
                      name: `accepted at ${bounds[1].toFixed(2)}`,
                      kind: "bound" as const,
                      points: [
                        [1, bounds[1]],
                        [end, bounds[1]],
                      ] as [number, number][],
                    },
                    {
                      name: `refused at ${bounds[0].toFixed(2)}`,
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
    <Panel title="Last games">
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
              Look
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
      <Board fen={fen} still label={`Sample position, ${caption} for White`} />
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
          Analyse
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
  const text = (value: number): string => scoreText({ cp: value });
  return (
    <svg
      class="course"
      viewBox={`0 0 ${values.length - 1} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Its evaluation went from ${text(known[0]![1])} to ${text(known.at(-1)![1])}, at most ${text(most)} either way`}
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
