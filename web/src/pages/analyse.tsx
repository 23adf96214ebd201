// Analyse: the board, what the engine thinks of it, the moves, and ways in and out.

import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type Arrow } from "../board/board";
import { EvalBar } from "../board/evalbar";
import type { Info, Line, PgnGame } from "../core/messages";
import { rules } from "../core/rules";
import { isLost } from "../engine/api";
import { engine, knownModel, models } from "../engine/current";
import { isAbort, messageOf } from "../engine/engine";
import { follow } from "../engine/follow";
import { addressOf, type SharedLine } from "../game/address";
import { turnOf } from "../game/fen";
import { GameGraph } from "../game/graph";
import { useGameKeys } from "../game/keys";
import { together } from "../game/lines";
import { kCommands, MoveList } from "../game/movelist";
import { indexGames } from "../game/pgn_index";
import { addRecent, recent } from "../game/recent";
import { applyReview, reviewGame } from "../game/review";
import { count, expectation, scoreText, whiteScore, type WhiteScore } from "../game/score";
import { Session, type KeptSession } from "../game/session";
import { shapesIn, withShapes } from "../game/shapes";
import { kGlyphs, type Node } from "../game/tree";
import { askFirst } from "../ui/ask";
import { keep, readKept } from "../ui/store";
import { download, IconButton, Panel, Select, Slider, Toggle } from "../ui/controls";
import { remembered } from "../ui/remember";
import { kFullStrength, kMinStrength, strengthText } from "../ui/strength";
import { Explorer } from "./explorer";
import { followPeople, peopleArrows, PeoplePanel, peopleRatings } from "./people";
import { SetUp } from "./setup";
import { words } from "../text/text";

export const session = new Session();
const flipped = remembered("analyse.flipped", false);
const running = remembered("analyse.running", true);
const lines = remembered("analyse.lines", 3);
const threads = remembered("analyse.threads", 1);
const hash = remembered("analyse.hash", 16); // MiB
// In this position only these moves are searched; empty: all.
const chosenMoves = signal<{ fen: string; moves: string[] }>({ fen: "", moves: [] });
const searchMoves = (fen: string): string[] => (chosenMoves.value.fen === fen ? chosenMoves.value.moves : []);
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

const kUsualHash = 16; // of a server that says nothing about it
const kMostLines = 10; // more don't fit
const within = (value: number, most: number | undefined): number => Math.min(value, most ?? value);
const hashSteps = (): number[] =>
  [1, 4, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192].filter(
    (size) => size <= (engine.value?.limits.hash ?? kUsualHash),
  );

function timeSteps(): number[] {
  const most = engine.value?.limits.movetime ?? kEndless;
  return [...kTimes.filter((time) => time < most), most];
}
function chosenTime(): number {
  const steps = timeSteps();
  return steps[Math.min(timeStep.value, steps.length - 1)]!;
}
function timeText(ms: number): string {
  if (ms === kEndless) return words().analyse.untilStopped;
  const time = ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
  return ms === engine.value?.limits.movetime ? words().analyse.serversLimit(time) : time;
}

// ---- keeping ----

const kKept = "analyse";

// Under which name this tab keeps its tree: two tabs have two. There are a few such names, taken in turn, so that trees
// of tabs that are long gone make room.
function tabKey(): string {
  const kTabs = 16;
  try {
    let tab = sessionStorage.getItem("tabia.tab");
    if (tab === null) {
      tab = String((Number(localStorage.getItem("tabia.tabs") ?? 0) + 1) % kTabs);
      localStorage.setItem("tabia.tabs", tab);
      sessionStorage.setItem("tabia.tab", tab);
      void keep(`${kKept}.${tab}`, undefined); // of the tab before
    }
    return `${kKept}.${tab}`;
  } catch {
    return kKept; // not allowed
  }
}

// The tree of this tab or, in a new one, of the last visit. Requires the rules.
export async function restoreAnalysis(): Promise<void> {
  const ofTab = tabKey();
  const kept = (await readKept<KeptSession>(ofTab)) ?? (await readKept<KeptSession>(kKept));
  try {
    if (kept) session.restore(kept);
  } catch {
    session.reset(); // written by another version of the page
  }
  session.onReplaced = addRecent;
  effect(() => {
    void session.version;
    void session.node.value;
    void keep([ofTab, kKept], session.kept());
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

// What was found for what was asked, since the page was loaded: a step back shows it, and the search goes on from there.
const searched = new Map<string, Info>();
const kMostSearched = 500;

// Remembers it. What is to be shown now.
function remember(asked: string, now: Info): Info {
  const shown = together(searched.get(asked), now);
  searched.delete(asked); // to the end of the line
  searched.set(asked, shown);
  if (searched.size > kMostSearched) searched.delete(searched.keys().next().value!);
  return shown;
}

// Analyses where one stands, anew whenever that or a setting changes, while the page is shown.
const followPosition = (): (() => void) =>
  follow(fault, () => {
    const who = engine.value;
    const position = session.position.value;
    const request = {
      fen: session.tree.value.root.fen,
      moves: session.moves.value,
      multipv: within(lines.value, who?.limits.multipv),
      movetime: chosenTime(),
      threads: within(threads.value, who?.limits.threads ?? 1),
      hash: within(hash.value, who?.limits.hash ?? kUsualHash),
      ...(searchMoves(position.fen).length ? { searchmoves: searchMoves(position.fen) } : {}),
      ...chosenModel(),
      ...(strength.value < kFullStrength ? { elo: strength.value } : {}),
    };
    if (who?.kind === "server" && isLost.value) return undefined; // it is asked again when it answers
    if (!who || !running.value || position.end || isSettingUp.value || reviewing.value) return undefined;
    const { multipv, searchmoves, model: network, elo } = { searchmoves: [], model: "", elo: 0, ...request };
    const asked = JSON.stringify([who.kind, position.fen, multipv, searchmoves, network, elo]);
    const before = searched.get(asked);
    if (before) info.value = { fen: position.fen, info: before, done: false };
    return async (abort) => {
      const report = (now: Info, done: boolean): void => {
        if (!abort.aborted && now.lines.length) info.value = { fen: position.fen, info: remember(asked, now), done };
      };
      report(await who.analyze(request, (now) => report(now, false), abort), true);
    };
  });

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
      ratings: peopleRatings(),
      signal: reviewControl.signal,
      onProgress: (done, total) => (reviewing.value = { done, total }),
    });
    const isSame = session.tree.value === tree && tree.mainLine().every((node, index) => node === before[index]);
    if (isSame && tree.mainLine().length === before.length) session.edit(() => applyReview(tree, found));
    else fault.value = words().analyse.changedMeanwhile;
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
  useEffect(() => {
    // People first: their answer is short, and a server with a single searcher answers one after the other.
    const ends = [followPeople(session, chosenModel), followPosition()];
    return () => ends.forEach((end) => end());
  }, []);
  useGameKeys(session, {
    f: () => (flipped.value = !flipped.value),
    "Ctrl+z": () => session.undo(),
    "Ctrl+y": () => session.redo(),
    "Ctrl+Shift+z": () => session.redo(),
  });

  const t = words().analyse;
  const position = session.position.value;
  const node = session.node.value;
  const shown = info.value?.fen === position.fen ? info.value : undefined;
  const best = shown?.info.lines[0];
  const score = position.end
    ? endScore(position.end, position.turn)
    : best
      ? whiteScore(best, position.fen)
      : undefined;
  const arrows: Arrow[] = [
    ...peopleArrows(position.fen),
    ...(running.value ? arrowsOf(ranked(shown?.info.lines ?? []), position.fen) : []),
  ];

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
            shapes={shapesIn(node.comment)}
            onShapes={(shapes) => session.edit(() => (node.comment = withShapes(node.comment, shapes)))}
            onMove={(uci) => session.play([uci])}
          />
        </div>
        <div class="toolbar" role="toolbar" aria-label={words().chess.boardTools}>
          <IconButton
            icon="first"
            label={words().chess.toStart}
            disabled={!node.parent}
            onClick={() => session.first()}
          />
          <IconButton icon="back" label={words().chess.back} disabled={!node.parent} onClick={() => session.back()} />
          <IconButton
            icon="forward"
            label={words().chess.forward}
            disabled={!node.children.length}
            onClick={() => session.forward()}
          />
          <IconButton
            icon="last"
            label={words().chess.toEnd}
            disabled={!node.children.length}
            onClick={() => session.last()}
          />
          <span class="gap" />
          <button type="button" onClick={() => session.undo()} disabled={!session.canUndo} title={t.undoTitle}>
            {t.undo}
          </button>
          <button type="button" onClick={() => session.redo()} disabled={!session.canRedo} title={t.redoTitle}>
            {t.redo}
          </button>
          <button type="button" onClick={() => (flipped.value = !flipped.value)} title={t.flipTitle}>
            {t.flip}
          </button>
          <button type="button" onClick={() => (isSettingUp.value = true)}>
            {t.setUp}
          </button>
          <button type="button" onClick={() => session.reset()}>
            {t.new}
          </button>
        </div>
        <MoveInput />
      </div>

      <div class="panels">
        <EnginePanel shown={shown} score={score} end={position.end} fen={position.fen} />
        <PeoplePanel session={session} />
        <Panel title={words().game.moves} aside={<span class="opening">{openingText()}</span>}>
          <MoveList session={session} />
          <div class="buttons">
            <button type="button" disabled={!node.parent} onClick={() => session.promote(node)} title={t.mainLineTitle}>
              {t.mainLine}
            </button>
            <button type="button" disabled={!node.parent} onClick={() => void deleteFrom(node)} title={t.deleteTitle}>
              {t.deleteFrom}
            </button>
            <button
              type="button"
              disabled={!session.tree.value.root.children.length || !engine.value || !!reviewing.value}
              onClick={() => void review()}
            >
              {reviewing.value ? t.reviewing(reviewing.value.done, reviewing.value.total) : t.review}
            </button>
            {reviewing.value && (
              <button type="button" onClick={() => reviewControl?.abort()}>
                {t.stop}
              </button>
            )}
          </div>
          {node.parent && <Remarks key={node.id} node={node} />}
          <GameGraph session={session} />
        </Panel>
        <Explorer session={session} openPgn={openPgn} />
        <InAndOut />
      </div>
    </div>
  );
}

// The first move of each line, numbered, and thinner the more it gives away. The best is drawn last, on top.
function arrowsOf(found: Line[], fen: string): Arrow[] {
  const chance = (line: Line): number => {
    const white = expectation(whiteScore(line, fen));
    return turnOf(fen) === "w" ? white : 1 - white;
  };
  const best = found[0] ? chance(found[0]) : 0;
  return found
    .map(
      (line, index): Arrow => ({
        from: line.pv[0]!.slice(0, 2),
        to: line.pv[0]!.slice(2, 4),
        kind: index === 0 ? "best" : "second",
        weight: Math.max(0, 1 - (best - chance(line)) / kLostForThinnest),
        ...(found.length > 1 ? { number: index + 1 } : {}),
      }),
    )
    .reverse();
}
const kLostForThinnest = 0.2; // of the expected score

// A single move can be had back by Undo; more than that is asked about first.
async function deleteFrom(node: Node): Promise<void> {
  const count = session.tree.value.countFrom(node);
  const t = words().analyse;
  if (count === 1 || (await askFirst(t.deleteQuestion(node.san, count - 1), t.delete))) session.remove(node);
}

// What a person says about a move: kept in the PGN. Clocks and evaluations in the comment stay as they are.
function Remarks({ node }: { node: Node }): JSX.Element {
  const commands = node.comment?.match(kCommands)?.join("").trim() ?? "";
  const mark = node.nags?.find((nag) => kGlyphs[nag]) ?? 0;
  return (
    <div class="remarks">
      <Select
        label={words().analyse.markOf(node.san)}
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
        aria-label={words().analyse.commentOn(node.san)}
        placeholder={words().analyse.comment}
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
  const t = words().analyse;
  const found = shown?.info;
  return (
    <Panel
      title={t.engine}
      aside={<Toggle label={t.analysis} on={running.value} onChange={(on) => (running.value = on)} />}
    >
      <div class="verdict" data-testid="verdict">
        <strong class="big">{end ? endText(end) : score ? scoreText(score) : "…"}</strong>
        {score?.wdl && !end && (
          <span class="wdl" aria-label={words().chess.chancesLabel}>
            <span class="w">{words().chess.win((score.wdl[0] / 10).toFixed(1))}</span>
            <span class="d">{words().chess.draw((score.wdl[1] / 10).toFixed(1))}</span>
            <span class="l">{words().chess.loss((score.wdl[2] / 10).toFixed(1))}</span>
          </span>
        )}
        <span class="counters">
          {found && !end && (
            <>
              {t.depth} <b data-testid="depth">{found.depth}</b>/{found.seldepth} · {t.nodes(count(found.nodes))} ·{" "}
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
      <ol class="lines" aria-label={t.bestLines} aria-busy={running.value && !end && !shown?.done}>
        {!end &&
          found &&
          ranked(found.lines).map((line, index) => (
            <LineRow key={line.multipv} line={line} fen={fen} number={found.lines.length > 1 ? index + 1 : undefined} />
          ))}
      </ol>
      {!end && <OnlyMoves fen={fen} />}
      <div class="sliders">
        <Slider
          label={t.lines}
          min={1}
          max={within(kMostLines, engine.value?.limits.multipv)}
          value={lines.value}
          text={String(lines.value)}
          onInput={(value) => (lines.value = value)}
        />
        <Slider
          label={t.time}
          min={0}
          max={timeSteps().length - 1}
          value={Math.min(timeStep.value, timeSteps().length - 1)}
          text={timeText(chosenTime())}
          onInput={(value) => (timeStep.value = value)}
        />
        <Slider
          label={words().chess.strength}
          min={kMinStrength}
          max={kFullStrength}
          step={50}
          value={strength.value}
          text={strengthText(strength.value)}
          onInput={(value) => (strength.value = value)}
        />
        {(engine.value?.limits.threads ?? 1) > 1 && (
          <Slider
            label={t.threads}
            min={1}
            max={engine.value!.limits.threads!}
            value={within(threads.value, engine.value!.limits.threads)}
            text={String(within(threads.value, engine.value!.limits.threads))}
            onInput={(value) => (threads.value = value)}
          />
        )}
        <Select
          label={t.hash}
          value={String(within(hash.value, hashSteps().at(-1)))}
          options={hashSteps().map((size) => [String(size), `${size} MiB`])}
          onChange={(value) => (hash.value = Number(value))}
        />
        {models.value.length > 1 && (
          <Select
            label={t.network}
            value={knownModel(model.value) || (models.value.find((each) => each.default)?.name ?? "")}
            options={models.value.map((each) => [each.name, each.name])}
            onChange={(value) => (model.value = value)}
          />
        )}
      </div>
      {engine.value && (
        <p class="hint" data-testid="limits">
          {limitsText()}
        </p>
      )}
    </Panel>
  );
}

// What one search may use here.
function limitsText(): string {
  const t = words().analyse;
  const { movetime, nodes, threads: most, hash: table, multipv } = engine.value!.limits;
  const parts = [
    ...(movetime === undefined ? [] : [`${movetime / 1000} s`]),
    ...(nodes === undefined ? [] : [t.nodes(count(nodes))]),
    t.threadCount(most ?? 1),
    `${table ?? kUsualHash} MiB`,
    ...(multipv === undefined ? [] : [t.lineCount(multipv)]),
  ];
  return engine.value!.kind === "server" ? t.serverLimits(parts.join(", ")) : t.browserLimits(parts.join(", "));
}

// Which moves are searched: all, or those that are ticked.
function OnlyMoves({ fen }: { fen: string }): JSX.Element {
  const legal = session.position.value.legal;
  const chosen = searchMoves(fen);
  const names = legal.filter(({ uci }) => chosen.includes(uci)).map(({ san }) => san);
  const choose = (moves: string[]): void => void (chosenMoves.value = { fen, moves });
  return (
    <details class="only-moves">
      <summary>{names.length ? words().analyse.onlyThese(names.join(", ")) : words().analyse.onlySome}</summary>
      <div class="chips">
        {legal.map(({ uci, san }) => (
          <button
            key={uci}
            type="button"
            aria-pressed={chosen.includes(uci)}
            onClick={() => choose(chosen.includes(uci) ? chosen.filter((each) => each !== uci) : [...chosen, uci])}
          >
            {san}
          </button>
        ))}
        <button type="button" disabled={names.length === 0} onClick={() => choose([])}>
          {words().analyse.allMoves}
        </button>
      </div>
    </details>
  );
}

// The best move first; the others by their value, which may be of different depths.
function ranked(found: Line[]): Line[] {
  const value = ({ mate, cp }: Line): number => (mate === undefined ? (cp ?? 0) : mate > 0 ? 1e6 - mate : -1e6 - mate);
  return [...found.slice(0, 1), ...found.slice(1).sort((a, b) => value(b) - value(a))];
}

const endText = (end: string): string => {
  const name = words().chess.ends[end] ?? end;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const kHoldMs = 350; // a finger that stays on a move looks, one that taps plays

// A line whose moves can be played on the board, each with those before it. A pointer or the focus on a move shows the
// position after it.
function LineRow({ line, fen, number }: { line: Line; fen: string; number: number | undefined }): JSX.Element {
  const [preview, setPreview] = useState<{ index: number; box: DOMRect }>();
  const hold = useRef<ReturnType<typeof setTimeout>>();
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(hold.current), []);
  const white = turnOf(fen) === "w";
  const first = Number(fen.split(" ")[5] ?? 1);
  const numbered = (index: number): string => {
    const ply = index + (white ? 0 : 1);
    const move = first + Math.floor(ply / 2);
    return ply % 2 === 0 ? `${move}.` : index === 0 ? `${move}…` : "";
  };
  const show = (index: number, button: HTMLElement): void => setPreview({ index, box: button.getBoundingClientRect() });
  const hide = (): void => {
    clearTimeout(hold.current);
    setPreview(undefined);
  };
  return (
    <li>
      {number !== undefined && (
        <span class="line-number" aria-hidden="true">
          {number}
        </span>
      )}
      <b class="score">{scoreText(whiteScore(line, fen))}</b>
      <span class="pv">
        {line.san.slice(0, 14).map((san, index) => (
          <span key={index}>
            {numbered(index) && <span class="number">{numbered(index)}</span>}
            <button
              type="button"
              class="move"
              onPointerEnter={(event) => event.pointerType === "mouse" && show(index, event.currentTarget)}
              onPointerLeave={hide}
              onPointerDown={(event) => {
                wasHeld.current = false;
                const button = event.currentTarget;
                if (event.pointerType === "mouse") return;
                hold.current = setTimeout(() => {
                  wasHeld.current = true;
                  show(index, button);
                }, kHoldMs);
              }}
              onPointerUp={(event) => event.pointerType !== "mouse" && hide()}
              onPointerCancel={hide}
              onContextMenu={(event) => wasHeld.current && event.preventDefault()}
              onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(index, event.currentTarget)}
              onBlur={hide}
              onClick={() => {
                if (wasHeld.current) return;
                hide();
                session.play(line.pv.slice(0, index + 1));
              }}
            >
              {san}
            </button>
          </span>
        ))}
      </span>
      {preview && <LinePreview fen={fen} moves={line.pv.slice(0, preview.index + 1)} box={preview.box} />}
    </li>
  );
}

const kPreviewWidth = 200; // pixels; style.css has it, too

// A small board below the move, or above it near the end of the window.
function LinePreview({ fen, moves, box }: { fen: string; moves: string[]; box: DOMRect }): JSX.Element | null {
  const key = `${fen} ${moves.join(" ")}`;
  const after = useMemo(() => {
    try {
      return rules().call("line", { fen, moves }).moves.at(-1);
    } catch {
      return undefined; // the position has changed meanwhile
    }
  }, [key]);
  if (!after) return null;
  const isBelow = box.bottom + kPreviewWidth + 12 < innerHeight;
  return (
    <div
      class="preview"
      data-testid="preview"
      style={{
        left: `${Math.max(4, Math.min(box.left, innerWidth - kPreviewWidth - 12))}px`,
        top: `${isBelow ? box.bottom + 6 : Math.max(4, box.top - kPreviewWidth - 10)}px`,
      }}
    >
      <Board
        fen={after.fen}
        flipped={flipped.value}
        lastMove={after.uci}
        still
        label={words().analyse.positionAfter(after.san)}
      />
    </div>
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
        <span>{words().analyse.move}</span>
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
      <button type="submit">{words().analyse.play}</button>
      {wrong && (
        <p class="fault" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}

function InAndOut(): JSX.Element {
  const t = words().files;
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
    openGame(game);
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
      setSaid(all.length > 1 ? t.gamesRead(all.length) : t.gameLoaded);
    });
  const fitting = games
    .map((game, index) => ({ ...game, index }))
    .filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const copy = (text: string): void => {
    void navigator.clipboard.writeText(text).then(
      () => setSaid(t.copied),
      () => setSaid(t.cantCopy),
    );
  };

  return (
    <Panel title={t.title}>
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
          <button type="submit">{t.loadFen}</button>
          <button type="button" onClick={() => copy(position.fen)}>
            {t.copyFen}
          </button>
          <button
            type="button"
            onClick={() => copy(new URL(addressOf(sharedLine()), location.href).href)}
            title={t.copyLinkTitle}
          >
            {t.copyLink}
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
            {t.loadPgn}
          </button>
          <button type="button" onClick={() => file.current?.click()}>
            {t.openFile}
          </button>
          <button type="button" onClick={() => copy(current)}>
            {t.copyPgn}
          </button>
          <button type="button" onClick={() => download("tabia.pgn", session.pgn())}>
            {words().game.savePgn}
          </button>
          <input
            ref={file}
            type="file"
            accept=".pgn,.txt"
            class="hidden"
            aria-label={t.pgnFile}
            tabIndex={-1}
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(read)}
          />
        </div>
      </div>
      {games.length > 0 && (
        <>
          <Select
            label={t.game}
            value={String(fitting[0]?.index ?? "")}
            options={fitting.slice(0, kMostListed).map(({ index, name }) => [String(index), name])}
            onChange={(index) => attempt(() => games[Number(index)]?.load())}
          />
          {games.length > kReadNow / 10 && (
            <label class="field">
              <span>{t.findPlayer}</span>
              <input value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
              <span role="status">{t.fitting(fitting.length, games.length)}</span>
            </label>
          )}
        </>
      )}
      {recent.value.length > 0 && (
        <Select
          label={t.earlier}
          value=""
          options={[
            ["", t.games(recent.value.length)],
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
  throw new Error(first?.error !== undefined ? first.error : words().files.noGame);
}
const onlyGame = (text: string): PgnGame => readGames(text)[0]!;
const openPgn = (text: string): void => openGame(onlyGame(text));

function openGame(game: PgnGame): void {
  session.load(game);
  takeOverEvaluations();
}
