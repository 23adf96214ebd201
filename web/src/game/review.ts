// The review of a game: every position of the main line is searched, and each move that was played is compared with the
// best one in win percent (src/eval/accuracy.h, the same for `tabia analyze`). What would be called a mistake or a
// blunder is looked at by searches of ten times the size first.

import type { Analysis, ReviewReply, ReviewRequest, SearchRequest, Standing } from "../core/messages";
import { rules } from "../core/rules";
import type { Engine } from "../engine/engine";
import { askPeople, chancesOf } from "../engine/people";
import { expectation, whiteScore, type WhiteScore } from "./score";
import type { Node, PeopleOnMove, Tree } from "./tree";

const kNodes = 40_000; // of each search
const kCheckNodes = 10 * kNodes; // of a mistake or a blunder
const kSuspectPercent = 5; // a loss from which the two moves are searched alike

interface Verdict {
  white: WhiteScore;
  turn: "w" | "b";
  best?: string; // none if the game is over
  line: string[]; // SAN
}

export interface ReviewOptions {
  engine: Engine;
  model?: string;
  ratings?: number[]; // say of mistakes how typical they are of these; the engine must offer people
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

export interface GameReview {
  white: (WhiteScore & { win: number })[]; // before each move and after the last
  moves: Pick<Node, "judgement" | "better" | "people">[];
  accuracy: { white?: number; black?: number };
}

// For the side that is to move, or for the other one.
function standing({ white, turn }: Verdict, ofMover: boolean): Standing {
  const isWhite = (turn === "w") === ofMover;
  const percent = 100 * expectation(white);
  const win_percent = isWhite ? percent : 100 - percent;
  if (white.mate === undefined) return { win_percent };
  // A mate on the board has no sign: the side to move has lost.
  const mate = white.mate === 0 ? (ofMover ? -1 : 1) : isWhite ? white.mate : -white.mate;
  return { win_percent, mate };
}

// Searches the position after these moves, by kNodes unless something else is asked for.
type Judge = (moves: string[], search?: SearchRequest) => Promise<Verdict>;

const judgeOf =
  (tree: Tree, { engine, model, signal }: ReviewOptions): Judge =>
  async (moves, search = { nodes: kNodes }) => {
    const { end, turn, fen } = rules().call("position", { fen: tree.root.fen, moves });
    if (end === "checkmate")
      return { white: { mate: 0, wdl: turn === "w" ? [0, 0, 1000] : [1000, 0, 0] }, turn, line: [] };
    if (end) return { white: { cp: 0, wdl: [0, 1000, 0] }, turn, line: [] };
    const request: SearchRequest = { fen: tree.root.fen, moves, ...search, ...(model ? { model } : {}) };
    const found: Analysis = await engine.analyze(request, () => undefined, signal);
    const best = found.lines[0]!;
    return { white: whiteScore(best, fen), turn, best: best.pv[0]!, line: best.san };
  };

type Compared = ReviewRequest["moves"];

// Each move with the best one. Before a move and after it the engine sees to different depths. So a move that seems bad
// is compared with the best one after both were made, by equal searches.
async function compareMoves(tree: Tree, nodes: Node[], verdicts: Verdict[], judge: Judge): Promise<Compared> {
  const moves: Compared = [];
  for (let index = 0; index + 1 < nodes.length; index++) {
    const [here, next] = [verdicts[index]!, verdicts[index + 1]!];
    const after = standing(next, false);
    let before = standing(here, true);
    const best = here.best === nodes[index + 1]!.uci || next.white.mate === 0;
    const isSuspect = before.win_percent - after.win_percent > kSuspectPercent || before.mate !== undefined;
    if (!best && here.best && isSuspect && before.win_percent > after.win_percent)
      before = standing(await judge([...tree.moves(nodes[index]!), here.best]), false);
    moves.push({ before, after, best });
  }
  return moves;
}

// One large search of the position before the move and, unless that would play it, another of this move alone. Returns
// the better line.
async function checkMove(before: string[], played: string, move: Compared[number], judge: Judge): Promise<string[]> {
  const all = await judge(before, { nodes: kCheckNodes });
  move.best = all.best === played;
  if (!move.best) {
    const alone = await judge(before, { nodes: kCheckNodes, searchmoves: [played] });
    move.before = standing(all, true);
    move.after = standing(alone, true);
  }
  return all.line;
}

// How typical a marked move is of the ratings.
async function askAbout(node: Node, tree: Tree, options: ReviewOptions): Promise<PeopleOnMove[]> {
  const { engine, ratings = [], model, signal } = options;
  const request = { fen: tree.root.fen, moves: tree.moves(node.parent!), human: ratings };
  const people = await askPeople({ ...request, ...(model ? { model } : {}) }, signal);
  const typical = engine.people?.typical ?? 1;
  return chancesOf(node.uci, people).map((each) => ({ ...each, isTypical: each.probability >= typical }));
}

export async function reviewGame(tree: Tree, options: ReviewOptions): Promise<GameReview> {
  const { onProgress } = options;
  const judge = judgeOf(tree, options);
  const nodes = [tree.root, ...tree.mainLine()];
  // From the last to the first: what the engine remembers of what became of a move helps to judge it.
  const verdicts: Verdict[] = [];
  for (let index = nodes.length - 1; index >= 0; index--) {
    onProgress(nodes.length - 1 - index, nodes.length);
    verdicts.unshift(await judge(tree.moves(nodes[index]!)));
  }
  onProgress(nodes.length, nodes.length);
  const moves = await compareMoves(tree, nodes, verdicts, judge);
  const lines = verdicts.map(({ line }) => line);
  const reviewed = (): ReviewReply =>
    rules().call("review", {
      turn: verdicts[0]!.turn,
      moves,
      white_percent: verdicts.map(({ white }) => 100 * expectation(white)),
    });
  const suspects = [...reviewed().moves.entries()].filter(([, { judgement }]) => kChecked.includes(judgement));
  for (const [done, [index]] of suspects.entries()) {
    onProgress(nodes.length + done, nodes.length + suspects.length);
    lines[index] = await checkMove(tree.moves(nodes[index]!), nodes[index + 1]!.uci, moves[index]!, judge);
  }
  const reply = reviewed();
  const marks: GameReview["moves"] = [];
  for (const [index, { judgement }] of reply.moves.entries()) {
    if (judgement === "good") marks.push({});
    else marks.push({ judgement, better: lines[index]!.slice(0, 10) });
    if (judgement !== "good" && options.engine.people && options.ratings?.length)
      marks[index]!.people = await askAbout(nodes[index + 1]!, tree, options);
  }
  return {
    white: verdicts.map(({ white }) => ({ ...white, win: expectation(white) })),
    moves: marks,
    accuracy: reply.accuracy,
  };
}
const kChecked: readonly string[] = ["mistake", "blunder"];

// Writes it into the nodes of the main line. Marks that came with the game stay.
export function applyReview(tree: Tree, review: GameReview): void {
  [tree.root, ...tree.mainLine()].forEach((node, index) => {
    const white = review.white[index];
    if (!white) return;
    delete node.cpWhite;
    delete node.mateWhite;
    delete node.judgement;
    delete node.better;
    delete node.people;
    if (white.mate !== undefined) node.mateWhite = white.mate;
    else node.cpWhite = white.cp ?? 0;
    node.winWhite = white.win;
    if (index > 0) Object.assign(node, review.moves[index - 1]);
  });
  const { white, black } = review.accuracy;
  if (white !== undefined) tree.tags.WhiteAccuracy = white.toFixed(1);
  if (black !== undefined) tree.tags.BlackAccuracy = black.toFixed(1);
}
