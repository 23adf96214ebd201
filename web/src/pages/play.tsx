// Play: a game against the engine, at any strength, with clocks.

import { batch, computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import { rules } from "../core/rules";
import { engine } from "../engine/current";
import { isAbort, messageOf } from "../engine/engine";
import { Clock, clockText, moveTime, pgnClock, type Side, type TimeControl } from "../game/clock";
import { kStart, materialOf, turnOf } from "../game/fen";
import { expectation, whiteScore } from "../game/score";
import { useGameKeys } from "../game/keys";
import { MoveList } from "../game/movelist";
import { addRecent } from "../game/recent";
import { Session } from "../game/session";
import type { Node } from "../game/tree";
import { download, IconButton, Panel, Select, Slider, Toggle } from "../ui/controls";
import { remembered } from "../ui/remember";
import { sound, sounds } from "../ui/sounds";
import { kFullStrength, kMinStrength, strengthText } from "../ui/strength";
import { session as analysis } from "./analyse";
import { words } from "../text/text";

const kControls: [key: string, text: string, control: TimeControl | undefined][] = [
  ["none", "", undefined],
  ["60+0", "1 min", { base: 60_000, increment: 0 }],
  ["180+2", "3 min + 2 s", { base: 180_000, increment: 2000 }],
  ["300+3", "5 min + 3 s", { base: 300_000, increment: 3000 }],
  ["600+5", "10 min + 5 s", { base: 600_000, increment: 5000 }],
  ["1800+20", "30 min + 20 s", { base: 1_800_000, increment: 20_000 }],
];

const session = new Session();
const strength = remembered("play.strength", 1500);
const colour = remembered<"w" | "b" | "random">("play.colour", "w");
const timeControl = remembered("play.time", "none");
const from = remembered<"start" | "analyse">("play.from", "start");
const side = signal<Side>("w"); // of the person
const isOn = signal(false);
const outcome = signal<{ result: string; why: string } | undefined>(undefined);
const clock = signal<Clock | undefined>(undefined);
const fault = signal("");
const isTurned = signal(false); // the board, against the person's side
const takesTime = remembered("play.pace", true); // at limited strength: answers as slowly as people
// What the engine was asked besides its moves, and about which position.
const advice = signal<{ node: Node; uci?: string; text: string } | undefined>(undefined);

// What is needed to go on after the page was loaded anew. The clocks stand still meanwhile.
interface Kept {
  start: string;
  moves: string[];
  side: Side;
  isOn: boolean;
  outcome?: { result: string; why: string };
  tags: Record<string, string>;
  time: string;
  left?: Record<Side, number>;
}
const kept = remembered<{ game?: Kept }>("play.game", {});
let thinking: AbortController | undefined;
const kAgainMs = 3000;
let again: ReturnType<typeof setTimeout> | undefined; // the next attempt, after one that failed

function stopThinking(): void {
  clearTimeout(again);
  thinking?.abort();
}

const lastNode = computed(() => {
  void session.version;
  const line = session.tree.value.mainLine();
  return line.at(-1) ?? session.tree.value.root;
});
// The game goes on at its last position, whichever one looks at.
const turn = computed((): Side => turnOf(lastNode.value.fen));
const isThinking = computed(() => isOn.value && turn.value !== side.value);
const isAtEnd = computed(() => session.node.value === lastNode.value);

const controlOf = (key: string): TimeControl | undefined => kControls.find(([each]) => each === key)?.[2];

function keep(): void {
  const running = clock.value;
  kept.value = {
    game: {
      start: session.tree.value.root.fen,
      moves: session.tree.value.moves(lastNode.value),
      side: side.value,
      isOn: isOn.value,
      ...(outcome.value ? { outcome: outcome.value } : {}),
      tags: session.tree.value.tags,
      time: session.tree.value.tags.TimeControl ?? "none",
      ...(running ? { left: { w: running.remaining("w"), b: running.remaining("b") } } : {}),
    },
  };
}

// The game of the last visit. Requires the rules.
export function restoreGame(): void {
  const game = kept.value.game;
  if (!game) return;
  try {
    session.reset(game.start);
    session.play(game.moves);
    session.tree.value.tags = game.tags;
    session.tree.value.result = game.outcome?.result ?? "*";
    side.value = game.side;
    outcome.value = game.outcome;
    const control = controlOf(game.time);
    clock.value = control && game.left ? new Clock(control, undefined, game.left) : undefined;
    if (game.isOn) clock.value?.start(turn.value);
    isOn.value = game.isOn;
  } catch {
    kept.value = {}; // written by another version of the page
  }
}

const chosenSide = (): Side => (colour.value === "random" ? (Math.random() < 0.5 ? "w" : "b") : colour.value);

function start(person: Side = chosenSide()): void {
  stopThinking();
  isOn.value = false; // whoever was thinking stops
  side.value = person;
  isTurned.value = false;
  advice.value = undefined;
  session.reset(from.value === "analyse" ? analysis.position.value.fen : kStart);
  const control = controlOf(timeControl.value);
  clock.value = control ? new Clock(control) : undefined;
  clock.value?.start(turn.value);
  outcome.value = undefined;
  fault.value = "";
  const me = words().play.you;
  const engineName = `Tabia (${strengthText(strength.value)})`;
  session.tree.value.tags = {
    Event: "Game against Tabia",
    Site: "Tabia",
    Date: new Date().toISOString().slice(0, 10).replace(/-/g, "."),
    Round: "-",
    White: side.value === "w" ? me : engineName,
    Black: side.value === "w" ? engineName : me,
    ...(control ? { TimeControl: timeControl.value } : {}),
  };
  isOn.value = true;
  checkEnd();
  keep();
}

function finish(result: string, why: string): void {
  stopThinking();
  clock.value?.pause();
  outcome.value = { result, why };
  session.tree.value.result = result;
  session.tree.value.tags.Result = result;
  isOn.value = false;
  sound("end");
  session.touch();
  keep();
  if (session.tree.value.size > 1) addRecent(session.kept());
}

const winFor = (winner: Side): string => (winner === "w" ? "1-0" : "0-1");
const other = (of: Side): Side => (of === "w" ? "b" : "w");

// After each move: the clock, and whether the game is over.
function moved(): void {
  const { san } = lastNode.value;
  sound(/[+#]$/.test(san) ? "check" : san.includes("x") ? "take" : "move");
  const running = clock.value;
  if (running?.side) {
    const mover = running.side;
    running.press();
    lastNode.value.comment = pgnClock(running.remaining(mover));
    session.touch();
  }
  checkEnd();
  keep();
}

function checkEnd(): void {
  const tree = session.tree.value;
  const { end } = rules().call("position", { fen: tree.root.fen, moves: tree.moves(lastNode.value) });
  if (!end) return;
  if (end === "checkmate") finish(winFor(other(turn.value)), "checkmate");
  else finish("1/2-1/2", end);
}

// Moves are made at the end of the game; whoever looks at an earlier position goes on doing so.
function playMove(uci: string): void {
  batch(() => {
    const seen = isAtEnd.value ? undefined : session.node.value;
    session.play([uci], lastNode.value);
    session.go(seen);
  });
  moved();
}

async function reply(): Promise<void> {
  const who = engine.value;
  if (!who || !isThinking.value) return;
  stopThinking(); // the last attempt, if it is still under way
  const control = (thinking = new AbortController());
  const own = other(side.value);
  try {
    const found = await who.play(
      {
        fen: session.tree.value.root.fen,
        moves: session.tree.value.moves(lastNode.value),
        movetime: Math.round(moveTime(clock.value, own)),
        ...(strength.value < kFullStrength ? { elo: strength.value } : {}),
      },
      control.signal,
    );
    await pause(found.bestmove, control.signal);
    if (control.signal.aborted || !isOn.value || !found.bestmove) return;
    fault.value = "";
    playMove(found.bestmove);
  } catch (error) {
    if (isAbort(error) || control.signal.aborted) return;
    fault.value = words().play.cantAnswer(messageOf(error));
    again = setTimeout(() => void reply(), kAgainMs);
  }
}

// People don't answer at once, least of all in the middle of a game. At full strength nobody expects that.
async function pause(uci: string | undefined, signal: AbortSignal): Promise<void> {
  if (!takesTime.value || strength.value >= kFullStrength || !uci) return;
  const { ply } = lastNode.value;
  const longest = ply < kOpeningPlies ? 900 : 2200;
  const left = clock.value?.remaining(other(side.value)) ?? Infinity;
  const wait = Math.min(300 + Math.random() * longest, left / 60);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()));
  });
}
const kOpeningPlies = 12;

// What the engine thinks of the game's last position, at full strength.
async function askEngine(): Promise<{ uci: string; san: string; tabias: number } | undefined> {
  const node = lastNode.value;
  const found = await engine.value!.analyze(
    { fen: session.tree.value.root.fen, moves: session.tree.value.moves(node), movetime: kAdviceMs },
    () => undefined,
    new AbortController().signal,
  );
  const best = found.lines[0];
  if (node !== lastNode.value || !isOn.value || !best?.pv[0]) return undefined;
  const white = expectation(whiteScore(best, node.fen));
  return { uci: best.pv[0], san: best.san[0]!, tabias: side.value === "w" ? 1 - white : white };
}
const kAdviceMs = 800;

async function giveHint(): Promise<void> {
  const node = lastNode.value;
  try {
    const found = await askEngine();
    if (found) advice.value = { node, uci: found.uci, text: words().play.hintIs(found.san) };
  } catch (error) {
    advice.value = { node, text: words().play.noAdvice(messageOf(error)) };
  }
}

// Tabia takes a draw if it is worse, and an equal one after the opening.
async function offerDraw(): Promise<void> {
  const node = lastNode.value;
  try {
    const found = await askEngine();
    if (!found) return; // the game has moved on, or ended
    const enough = node.ply < kDrawPlies ? 0.35 : 0.52;
    if (found.tabias <= enough) finish("1/2-1/2", "agreement");
    else advice.value = { node, text: words().play.drawDeclined };
  } catch (error) {
    advice.value = { node, text: words().play.noAdvice(messageOf(error)) };
  }
}
const kDrawPlies = 40;

function takeBack(): void {
  stopThinking();
  isOn.value = false; // nobody thinks about what stands on the board meanwhile
  // To the person's last turn.
  let node = lastNode.value;
  do {
    if (!node.parent) break;
    const parent = node.parent;
    session.remove(node);
    node = parent;
  } while (turnOf(node.fen) !== side.value && node.parent);
  session.go(node);
  outcome.value = undefined;
  fault.value = "";
  session.tree.value.result = "*";
  isOn.value = true;
  clock.value?.start(turn.value);
  keep();
}

effect(() => {
  // The engine's turn. Its answer changes the position, which ends this.
  if (isThinking.value && engine.value) void Promise.resolve().then(reply);
});

export function Play(): JSX.Element {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      const flagged = isOn.value ? clock.value?.flagged() : undefined;
      if (flagged) finish(winFor(other(flagged)), "time");
      if (clock.value) tick((count) => count + 1);
    }, 100);
    return () => clearInterval(timer);
  }, []);

  useGameKeys(session);
  const t = words().play;
  const position = session.position.value;
  const hasGame = isOn.value || outcome.value !== undefined;
  const isMyTurn = isOn.value && turn.value === side.value && engine.value !== undefined;
  const advised = advice.value?.node === lastNode.value && isOn.value ? advice.value : undefined;
  const upper = isTurned.value ? side.value : other(side.value);
  const bar = (of: Side): JSX.Element =>
    of === side.value ? (
      <PlayerBar side={of} name={t.you} thinking={false} />
    ) : (
      <PlayerBar side={of} name={t.opponent(strengthText(strength.value))} thinking={isThinking.value} />
    );
  const mayMove = isOn.value && position.turn === side.value && isAtEnd.value;
  return (
    <div class="desk tall">
      <div class="board-side">
        {bar(upper)}
        <Board
          fen={position.fen}
          flipped={upper === "w"}
          arrows={
            advised?.uci && isAtEnd.value
              ? [{ from: advised.uci.slice(0, 2), to: advised.uci.slice(2, 4), kind: "best" }]
              : []
          }
          legal={mayMove ? position.legal.map((move) => move.uci) : []}
          lastMove={session.node.value.uci}
          check={position.check}
          onMove={playMove}
        />
        {bar(other(upper))}
        <p class="sr-only" role="status">
          {lastNode.value.parent && turn.value === side.value ? t.played(lastNode.value.san) : ""}
        </p>
        <div class="toolbar" role="toolbar" aria-label={words().chess.boardTools}>
          <IconButton
            icon="first"
            label={words().chess.toStart}
            disabled={!session.node.value.parent}
            onClick={() => session.first()}
          />
          <IconButton
            icon="back"
            label={words().chess.back}
            disabled={!session.node.value.parent}
            onClick={() => session.back()}
          />
          <IconButton
            icon="forward"
            label={words().chess.forward}
            disabled={isAtEnd.value}
            onClick={() => session.forward()}
          />
          <IconButton icon="last" label={words().chess.toEnd} disabled={isAtEnd.value} onClick={() => session.last()} />
          <span class="gap" />
          <button type="button" onClick={takeBack} disabled={!hasGame || session.tree.value.mainLine().length === 0}>
            {t.takeBack}
          </button>
          <button type="button" onClick={() => void giveHint()} disabled={!isMyTurn}>
            {t.hint}
          </button>
          <button type="button" onClick={() => void offerDraw()} disabled={!isMyTurn}>
            {t.offerDraw}
          </button>
          <button type="button" onClick={() => finish(winFor(other(side.value)), "resignation")} disabled={!isOn.value}>
            {t.resign}
          </button>
          <button type="button" onClick={() => (isTurned.value = !isTurned.value)}>
            {t.flip}
          </button>
        </div>
      </div>
      <div class="panels">
        <Panel title={hasGame ? t.game : t.newGame}>
          {outcome.value && (
            <p class="outcome" role="status">
              <strong>{outcome.value.result.replace("1/2-1/2", "½–½").replace("-", "–")}</strong> {outcomeText()}
            </p>
          )}
          <p class="hint" role="status" data-testid="advice">
            {advised?.text}
          </p>
          {fault.value && (
            <p class="fault" role="alert">
              {fault.value}{" "}
              {isThinking.value && (
                <button type="button" onClick={() => void reply()}>
                  {t.askNow}
                </button>
              )}
            </p>
          )}
          <div class="sliders">
            <Slider
              label={words().chess.strength}
              min={kMinStrength}
              max={kFullStrength}
              step={50}
              value={strength.value}
              text={strengthText(strength.value)}
              onInput={(value) => (strength.value = value)}
            />
            <Select
              label={t.youPlay}
              value={colour.value}
              options={[
                ["w", words().chess.white],
                ["b", words().chess.black],
                ["random", t.either],
              ]}
              onChange={(value) => (colour.value = value)}
            />
            <Select
              label={t.from}
              value={from.value}
              options={[
                ["start", t.fromStart],
                ["analyse", t.fromAnalysis],
              ]}
              onChange={(value) => (from.value = value)}
            />
            <Select
              label={t.clock}
              value={timeControl.value}
              options={kControls.map(([key, name]) => [key, name || t.noClock])}
              onChange={(value) => (timeControl.value = value)}
            />
          </div>
          <div class="buttons">
            <button type="button" class="primary" disabled={!engine.value} onClick={() => start()}>
              {isOn.value ? t.startAnew : t.start}
            </button>
            {outcome.value && (
              <button type="button" disabled={!engine.value} onClick={() => start(other(side.value))}>
                {t.rematch}
              </button>
            )}
            <Toggle label={t.humanPace} on={takesTime.value} onChange={(on) => (takesTime.value = on)} />
            <Toggle label={t.sounds} on={sounds.value} onChange={(on) => (sounds.value = on)} />
          </div>
        </Panel>
        <Panel title={words().game.moves} aside={<span class="opening">{session.opening.value?.name ?? ""}</span>}>
          <MoveList session={session} />
          <div class="buttons">
            <button type="button" disabled={!hasGame} onClick={() => download("tabia-game.pgn", session.pgn())}>
              {words().game.savePgn}
            </button>
            <button
              type="button"
              disabled={!hasGame}
              onClick={() => {
                const read = rules().call("pgn_read", { text: session.pgn() }).games[0];
                if (read?.error === undefined) {
                  analysis.load(read!);
                  analysis.last();
                  location.hash = "#/analyse";
                }
              }}
            >
              {t.analyse}
            </button>
          </div>
        </Panel>
      </div>
    </div>
  );
}

function outcomeText(): string {
  const { result, why } = outcome.value!;
  const t = words().play;
  const cause = words().chess.ends[why] ?? why;
  if (result === "1/2-1/2") return t.drawn(cause);
  const won = (result === "1-0") === (side.value === "w");
  return won ? t.youWin(cause) : t.tabiaWins(cause);
}

function PlayerBar({ side: of, name, thinking: busy }: { side: Side; name: string; thinking: boolean }): JSX.Element {
  const running = clock.value;
  const ahead = materialOf(session.position.value.fen) * (of === "w" ? 1 : -1);
  return (
    <div class="player">
      <span class={`disc ${of === "w" ? "white" : "black"}`} aria-hidden="true" />
      <span class="name">{name}</span>
      {ahead > 0 && (
        <span class="ahead" role="img" aria-label={words().play.ahead(ahead)}>
          +{ahead}
        </span>
      )}
      <span class="busy" role="status">
        {busy ? words().play.thinking : ""}
      </span>
      {running && (
        <span
          class={`clock${running.side === of ? " runs" : ""}`}
          aria-label={of === "w" ? words().play.clockWhite : words().play.clockBlack}
        >
          {clockText(running.remaining(of))}
        </span>
      )}
    </div>
  );
}
