// Analyse: the board, what the engine thinks of it, the moves, and ways in and out.

import { effect, signal, untracked } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type Arrow } from "../board/board";
import { EvalBar } from "../board/evalbar";
import type { Info, Line, PgnGame } from "../core/messages";
import { rules } from "../core/rules";
import { isLost } from "../engine/api";
import { engine, knownModel, models } from "../engine/current";
import { isAbort, messageOf } from "../engine/engine";
import { addressOf, type SharedLine } from "../game/address";
import { turnOf } from "../game/fen";
import { GameGraph } from "../game/graph";
import { useGameKeys } from "../game/keys";
import { kCommands, MoveList } from "../game/movelist";
import { indexGames } from "../game/pgn_index";
import { addRecent, recent } from "../game/recent";
import { applyReview, reviewGame } from "../game/review";
import { count, scoreText, whiteScore, type WhiteScore } from "../game/score";
import { Session, type KeptSession } from "../game/session";
import { kGlyphs, type Node } from "../game/tree";
import { askFirst } from "../ui/ask";
import { keep, readKept } from "../ui/store";
import { download, IconButton, Panel, Select, Slider, Toggle } from "../ui/controls";
import { remembered } from "../ui/remember";
import { kFullStrength, kMinStrength, strengthText } from "../ui/strength";
import { SetUp } from "./setup";

export const session = new Session();
const flipped = remembered("analyse.flipped", false);
const running = remembered("analyse.running", true);
const lines = remembered("analyse.lines", 3);
const timeStep = remembered("analyse.time", 3);
const strength = remembered("analyse.strength", kFullStrength);
const model = remembered("analyse.model", "");
const chosenModel = (): { model?: string } => (knownModel(model.value) ? { model: model.value } : {});
const info = signal<{ fen: string; info: Info; done: boolean } | undefined>(undefined);
const fault = signal("");
const isSettingUp = signal(false);
const reviewing = signal<{ done: number; total: number } | undefined>(undefined);

// How long a position is thought about, in ms: the last step is as long as one stays, or the server's limit.
const kTimes = [200, 500, 1000, 3000, 10_000, 30_000, 120_000];
const kEndless = 1e9;

function timeSteps(): number[] {
  const most = engine.value?.limits.movetime ?? kEndless;
  return [...kTimes.filter((time) => time < most), most];
}
function chosenTime(): number {
  const steps = timeSteps();
  return steps[Math.min(timeStep.value, steps.length - 1)]!;
}
function timeText(ms: number): string {
  if (ms === kEndless) return "until stopped";
  const text = ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
  return ms === engine.value?.limits.movetime ? `${text}, the server's limit` : text;
}

// ---- keeping ----

const kKept = "analyse";

// The tree of the last visit. Requires the rules.
export async function restoreAnalysis(): Promise<void> {
  const kept = await readKept<KeptSession>(kKept);
  try {
    if (kept) session.restore(kept);
  } catch {
    session.reset(); // written by another version of the page
  }
  session.onReplaced = addRecent;
  effect(() => {
    void session.version;
    void session.node.value;
    void keep(kKept, session.kept());
  });
}

// The line that an address names: where it is in the tree, if it is there, or in place of it. Throws if it is none.
export function openLine({ fen, moves }: SharedLine): void {
  const { start, moves: line } = rules().call("line", { fen, moves });
  const tree = session.tree.value;
  let node: Node | undefined = tree.root.fen === start ? tree.root : undefined;
  for (const { uci } of line) node = node?.children.find((child) => child.uci === uci);
  if (node) return session.go(node);
  if (tree.root.fen !== start || tree.size > 1) session.reset(fen);
  if (moves.length) session.play(moves);
}

export const sharedLine = (): SharedLine => ({ fen: session.tree.value.root.fen, moves: session.moves.value });

// Analyses where one stands, anew whenever that or a setting changes, while the page is shown.
function followPosition(): () => void {
  let control: AbortController | undefined;
  const stop = effect(() => {
    const who = engine.value;
    const position = session.position.value;
    const request = {
      fen: session.tree.value.root.fen,
      moves: session.moves.value,
      multipv: lines.value,
      movetime: chosenTime(),
      ...chosenModel(),
      ...(strength.value < kFullStrength ? { elo: strength.value } : {}),
    };
    control?.abort();
    if (who?.kind === "server" && isLost.value) return; // it is asked again when it answers
    if (!who || !running.value || position.end || isSettingUp.value || reviewing.value) return;
    const mine = (control = new AbortController());
    untracked(() => {
      void (async () => {
        await new Promise((resolve) => setTimeout(resolve, 40)); // while moves are skipped through
        if (mine.signal.aborted) return;
        try {
          const report = (found: Info, done: boolean): void => {
            if (!mine.signal.aborted && found.lines.length) info.value = { fen: position.fen, info: found, done };
          };
          report(await who.analyze(request, (found) => report(found, false), mine.signal), true);
          fault.value = "";
        } catch (error) {
          if (!isAbort(error) && !mine.signal.aborted) fault.value = messageOf(error);
        }
      })();
    });
  });
  return () => {
    stop();
    control?.abort();
  };
}

let reviewControl: AbortController | undefined;

// Evaluates every position of the main line, marks the errors. One step for undo.
async function review(): Promise<void> {
  const who = engine.value;
  if (!who || reviewing.value) return;
  const tree = session.tree.value;
  const before = tree.mainLine();
  reviewControl = new AbortController();
  try {
    reviewing.value = { done: 0, total: before.length + 1 };
    const found = await reviewGame(tree, {
      engine: who,
      ...chosenModel(),
      signal: reviewControl.signal,
      onProgress: (done, total) => (reviewing.value = { done, total }),
    });
    const isSame = session.tree.value === tree && tree.mainLine().every((node, index) => node === before[index]);
    if (isSame && tree.mainLine().length === before.length) session.edit(() => applyReview(tree, found));
    else fault.value = "The game was changed while it was reviewed: review it again.";
  } catch (error) {
    if (!isAbort(error)) fault.value = messageOf(error);
  } finally {
    reviewing.value = undefined;
  }
}

// The values that a loaded game carries, as points of its graph.
function takeOverEvaluations(): void {
  for (const node of session.tree.value.mainLine()) {
    if (node.winWhite !== undefined) continue;
    if (node.mateWhite !== undefined) node.winWhite = node.mateWhite > 0 ? 1 : 0;
    else if (node.cpWhite !== undefined) node.winWhite = 1 / (1 + Math.exp(-node.cpWhite / 140));
  }
  session.touch();
}

export function Analyse(): JSX.Element {
  useEffect(followPosition, []);
  useGameKeys(session, {
    f: () => (flipped.value = !flipped.value),
    "Ctrl+z": () => session.undo(),
    "Ctrl+y": () => session.redo(),
    "Ctrl+Shift+z": () => session.redo(),
  });

  const position = session.position.value;
  const node = session.node.value;
  const shown = info.value?.fen === position.fen ? info.value : undefined;
  const best = shown?.info.lines[0];
  const score = position.end
    ? endScore(position.end, position.turn)
    : best
      ? whiteScore(best, position.fen)
      : undefined;
  const arrows: Arrow[] = running.value
    ? (shown?.info.lines ?? []).map((line, index) => ({
        from: line.pv[0]!.slice(0, 2),
        to: line.pv[0]!.slice(2, 4),
        kind: index === 0 ? "best" : "second",
      }))
    : [];

  if (isSettingUp.value)
    return (
      <SetUp
        fen={position.fen}
        flipped={flipped.value}
        onCancel={() => (isSettingUp.value = false)}
        onDone={(fen) => {
          session.reset(fen);
          isSettingUp.value = false;
        }}
      />
    );

  return (
    <div class="desk">
      <div class="board-side">
        <div class="board-and-bar">
          <EvalBar score={score} flipped={flipped.value} />
          <Board
            fen={position.fen}
            flipped={flipped.value}
            legal={position.legal.map((move) => move.uci)}
            lastMove={node.uci}
            check={position.check}
            arrows={arrows}
            onMove={(uci) => session.play([uci])}
          />
        </div>
        <div class="toolbar" role="toolbar" aria-label="Board">
          <IconButton icon="first" label="To the start" disabled={!node.parent} onClick={() => session.first()} />
          <IconButton icon="back" label="Back" disabled={!node.parent} onClick={() => session.back()} />
          <IconButton
            icon="forward"
            label="Forward"
            disabled={!node.children.length}
            onClick={() => session.forward()}
          />
          <IconButton icon="last" label="To the end" disabled={!node.children.length} onClick={() => session.last()} />
          <span class="gap" />
          <button type="button" onClick={() => session.undo()} disabled={!session.canUndo} title="Undo (Ctrl+Z)">
            Undo
          </button>
          <button type="button" onClick={() => session.redo()} disabled={!session.canRedo} title="Redo (Ctrl+Y)">
            Redo
          </button>
          <button type="button" onClick={() => (flipped.value = !flipped.value)} title="Turn the board (f)">
            Flip
          </button>
          <button type="button" onClick={() => (isSettingUp.value = true)}>
            Set up
          </button>
          <button type="button" onClick={() => session.reset()}>
            New
          </button>
        </div>
        <MoveInput />
      </div>

      <div class="panels">
        <EnginePanel shown={shown} score={score} end={position.end} fen={position.fen} />
        <Panel title="Moves" aside={<span class="opening">{openingText()}</span>}>
          <MoveList session={session} />
          <div class="buttons">
            <button
              type="button"
              disabled={!node.parent}
              onClick={() => session.promote(node)}
              title="Make this variation the main line"
            >
              Main line
            </button>
            <button
              type="button"
              disabled={!node.parent}
              onClick={() => void deleteFrom(node)}
              title="Delete this move and what follows"
            >
              Delete from here
            </button>
            <button
              type="button"
              disabled={!session.tree.value.root.children.length || !engine.value || !!reviewing.value}
              onClick={() => void review()}
            >
              {reviewing.value ? `Reviewing ${reviewing.value.done}/${reviewing.value.total}` : "Review the game"}
            </button>
            {reviewing.value && (
              <button type="button" onClick={() => reviewControl?.abort()}>
                Stop
              </button>
            )}
          </div>
          {node.parent && <Remarks key={node.id} node={node} />}
          <GameGraph session={session} />
        </Panel>
        <InAndOut />
      </div>
    </div>
  );
}

// A single move can be had back by Undo; more than that is asked about first.
async function deleteFrom(node: Node): Promise<void> {
  const count = session.tree.value.countFrom(node);
  const text = `Delete ${node.san} and the ${count - 1} ${count === 2 ? "move" : "moves"} after it?`;
  if (count === 1 || (await askFirst(text, "Delete"))) session.remove(node);
}

// What a person says about a move: kept in the PGN. Clocks and evaluations in the comment stay as they are.
function Remarks({ node }: { node: Node }): JSX.Element {
  const commands = node.comment?.match(kCommands)?.join("").trim() ?? "";
  const mark = node.nags?.find((nag) => kGlyphs[nag]) ?? 0;
  return (
    <div class="remarks">
      <Select
        label={`Mark of ${node.san}`}
        value={String(mark)}
        options={[["0", "–"], ...Object.entries(kGlyphs)]}
        onChange={(value) =>
          session.edit(() => {
            const others = (node.nags ?? []).filter((nag) => !kGlyphs[nag]);
            node.nags = value === "0" ? others : [Number(value), ...others];
          })
        }
      />
      <input
        aria-label={`Comment on ${node.san}`}
        placeholder="Comment"
        value={node.comment?.replace(kCommands, "").trim() ?? ""}
        onChange={(event) => {
          const text = `${commands} ${event.currentTarget.value.trim()}`.trim();
          session.edit(() => (node.comment = text));
        }}
      />
    </div>
  );
}

function endScore(end: string, turn: "w" | "b"): WhiteScore {
  if (end !== "checkmate") return { cp: 0, wdl: [0, 1000, 0] };
  return { mate: turn === "w" ? -0 : 0, wdl: turn === "w" ? [0, 0, 1000] : [1000, 0, 0] };
}

function openingText(): string {
  const opening = session.opening.value;
  return opening ? `${opening.eco} ${opening.name}` : "";
}

interface EnginePanelProps {
  shown: { info: Info; done: boolean } | undefined;
  score: WhiteScore | undefined;
  end: string | undefined;
  fen: string;
}

function EnginePanel({ shown, score, end, fen }: EnginePanelProps): JSX.Element {
  const found = shown?.info;
  return (
    <Panel
      title="Engine"
      aside={<Toggle label="Analysis" on={running.value} onChange={(on) => (running.value = on)} />}
    >
      <div class="verdict" data-testid="verdict">
        <strong class="big">{end ? endText(end) : score ? scoreText(score) : "…"}</strong>
        {score?.wdl && !end && (
          <span class="wdl" aria-label="Chances of White: win, draw, loss">
            <span class="w">{(score.wdl[0] / 10).toFixed(1)} % win</span>
            <span class="d">{(score.wdl[1] / 10).toFixed(1)} % draw</span>
            <span class="l">{(score.wdl[2] / 10).toFixed(1)} % loss</span>
          </span>
        )}
        <span class="counters">
          {found && !end && (
            <>
              depth <b data-testid="depth">{found.depth}</b>/{found.seldepth} · {count(found.nodes)} nodes ·{" "}
              {count(found.nps)}/s
            </>
          )}
        </span>
      </div>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      <ol class="lines" aria-label="Best lines" aria-busy={running.value && !end && !shown?.done}>
        {!end && found && ranked(found.lines).map((line) => <LineRow key={line.multipv} line={line} fen={fen} />)}
      </ol>
      <div class="sliders">
        <Slider
          label="Lines"
          min={1}
          max={5}
          value={lines.value}
          text={String(lines.value)}
          onInput={(value) => (lines.value = value)}
        />
        <Slider
          label="Time for a position"
          min={0}
          max={timeSteps().length - 1}
          value={Math.min(timeStep.value, timeSteps().length - 1)}
          text={timeText(chosenTime())}
          onInput={(value) => (timeStep.value = value)}
        />
        <Slider
          label="Strength"
          min={kMinStrength}
          max={kFullStrength}
          step={50}
          value={strength.value}
          text={strengthText(strength.value)}
          onInput={(value) => (strength.value = value)}
        />
        {models.value.length > 1 && (
          <Select
            label="Network"
            value={knownModel(model.value) || (models.value.find((each) => each.default)?.name ?? "")}
            options={models.value.map((each) => [each.name, each.name])}
            onChange={(value) => (model.value = value)}
          />
        )}
      </div>
    </Panel>
  );
}

// The best move first; the others by their value, which may be of different depths.
function ranked(found: Line[]): Line[] {
  const value = ({ mate, cp }: Line): number => (mate === undefined ? (cp ?? 0) : mate > 0 ? 1e6 - mate : -1e6 - mate);
  return [...found.slice(0, 1), ...found.slice(1).sort((a, b) => value(b) - value(a))];
}

const endText = (end: string): string => end.charAt(0).toUpperCase() + end.slice(1);

// A line whose moves can be played on the board, each with those before it.
function LineRow({ line, fen }: { line: Line; fen: string }): JSX.Element {
  const white = turnOf(fen) === "w";
  const first = Number(fen.split(" ")[5] ?? 1);
  const numbered = (index: number): string => {
    const ply = index + (white ? 0 : 1);
    const number = first + Math.floor(ply / 2);
    return ply % 2 === 0 ? `${number}.` : index === 0 ? `${number}…` : "";
  };
  return (
    <li>
      <b class="score">{scoreText(whiteScore(line, fen))}</b>
      <span class="pv">
        {line.san.slice(0, 14).map((san, index) => (
          <span key={index}>
            {numbered(index) && <span class="number">{numbered(index)}</span>}
            <button type="button" class="move" onClick={() => session.play(line.pv.slice(0, index + 1))}>
              {san}
            </button>
          </span>
        ))}
      </span>
    </li>
  );
}

function MoveInput(): JSX.Element {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  return (
    <form
      class="move-input"
      onSubmit={(event) => {
        event.preventDefault();
        try {
          if (text.trim()) session.play(text.trim().split(/\s+/));
          setText("");
          setWrong("");
        } catch (error) {
          setWrong(messageOf(error));
        }
      }}
    >
      <label>
        <span>Move</span>
        <input
          value={text}
          placeholder="e4, Nf3, e2e4 …"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={wrong !== ""}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Play</button>
      {wrong && (
        <p class="fault" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}

function InAndOut(): JSX.Element {
  const position = session.position.value;
  const [fen, setFen] = useState<string>();
  const [pgn, setPgn] = useState<string>();
  const [games, setGames] = useState<{ name: string; load: () => void }[]>([]);
  const [wanted, setWanted] = useState("");
  const [wrong, setWrong] = useState("");
  const [said, setSaid] = useState("");
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => setFen(undefined), [position.fen]);
  const current = pgn ?? session.pgn();

  const attempt = (act: () => void): void => {
    try {
      act();
      setWrong("");
    } catch (error) {
      setWrong(messageOf(error));
    }
  };
  const show = (game: PgnGame): void => {
    session.load(game);
    takeOverEvaluations();
    setPgn(undefined);
  };
  const read = (text: string): void =>
    attempt(() => {
      const indexed = indexGames(text);
      // Few games are read here and now, the bad ones left out; many are read when they are wanted.
      const all =
        indexed.length > kReadNow
          ? indexed.map((game) => ({ name: game.name, load: () => show(onlyGame(game.text)) }))
          : readGames(text).map((game) => ({
              name: `${game.tags.White ?? "?"} – ${game.tags.Black ?? "?"} ${game.result}`,
              load: () => show(game),
            }));
      all[0]!.load();
      setWanted("");
      setGames(all.length > 1 ? all.map((game, index) => ({ ...game, name: `${index + 1}. ${game.name}` })) : []);
      setSaid(all.length > 1 ? `${all.length} games read` : "Game loaded");
    });
  const fitting = games
    .map((game, index) => ({ ...game, index }))
    .filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const copy = (text: string): void => {
    void navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("The browser doesn't let the page copy"),
    );
  };

  return (
    <Panel title="FEN and PGN">
      <form
        class="field wide"
        onSubmit={(event) => {
          event.preventDefault();
          attempt(() => session.reset(fen ?? position.fen));
        }}
      >
        <label for="fen">FEN</label>
        <input
          id="fen"
          value={fen ?? position.fen}
          spellcheck={false}
          onInput={(event) => setFen(event.currentTarget.value)}
        />
        <div class="buttons">
          <button type="submit">Load FEN</button>
          <button type="button" onClick={() => copy(position.fen)}>
            Copy FEN
          </button>
          <button
            type="button"
            onClick={() => copy(new URL(addressOf(sharedLine()), location.href).href)}
            title="An address that opens this line"
          >
            Copy link
          </button>
        </div>
      </form>
      <div class="field wide">
        <label for="pgn">PGN</label>
        <textarea
          id="pgn"
          rows={6}
          spellcheck={false}
          value={current}
          onInput={(event) => setPgn(event.currentTarget.value)}
        />
        <div class="buttons">
          <button type="button" onClick={() => read(current)}>
            Load PGN
          </button>
          <button type="button" onClick={() => file.current?.click()}>
            Open a file
          </button>
          <button type="button" onClick={() => copy(current)}>
            Copy PGN
          </button>
          <button type="button" onClick={() => download("tabia.pgn", session.pgn())}>
            Save PGN
          </button>
          <input
            ref={file}
            type="file"
            accept=".pgn,.txt"
            class="hidden"
            aria-label="PGN file"
            tabIndex={-1}
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(read)}
          />
        </div>
      </div>
      {games.length > 0 && (
        <>
          <Select
            label="Game"
            value={String(fitting[0]?.index ?? "")}
            options={fitting.slice(0, kMostListed).map(({ index, name }) => [String(index), name])}
            onChange={(index) => attempt(() => games[Number(index)]?.load())}
          />
          {games.length > kReadNow / 10 && (
            <label class="field">
              <span>Find a player</span>
              <input value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
              <span role="status">
                {fitting.length} of {games.length}
              </span>
            </label>
          )}
        </>
      )}
      {recent.value.length > 0 && (
        <Select
          label="Earlier on this device"
          value=""
          options={[
            ["", `${recent.value.length} games`],
            ...recent.value.map((game, index): [string, string] => [String(index), game.name]),
          ]}
          onChange={(index) => attempt(() => index && session.open(recent.value[Number(index)]!.session))}
        />
      )}
      {wrong && (
        <p class="fault" role="alert">
          {wrong}
        </p>
      )}
      <p class="said" role="status">
        {said}
      </p>
    </Panel>
  );
}

const kReadNow = 200; // games of a file; more are read one by one
const kMostListed = 500; // in the list to choose from

// The good games in a text. Throws if there is none.
function readGames(text: string): PgnGame[] {
  const found = rules().call("pgn_read", { text, limit: 100_000 }).games;
  const good = found.flatMap((game) => (game.error === undefined ? [game] : []));
  if (good.length > 0) return good;
  const first = found[0];
  throw new Error(first?.error !== undefined ? first.error : "There is no game in this text.");
}
const onlyGame = (text: string): PgnGame => readGames(text)[0]!;
