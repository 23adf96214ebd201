// The review of a game. src/eval/game_review.h, the same for `tabia analyze`, says what must be searched and which moves
// were bad; here it is searched, by the engine in use.

import type { Analysis, ReviewReply, ReviewSearch, ReviewVerdict, SearchRequest } from "../core/messages";
import { rules } from "../core/rules";
import type { Engine } from "../engine/engine";
import { askPeople, chancesOf } from "../engine/people";
import { expectation, whiteScore, type WhiteScore } from "./score";
import type { Node, PeopleOnMove, Tree } from "./tree";

const kNodes = 40_000; // of a usual search
const kShownPlies = 10; // of the better line

export interface ReviewOptions {
  engine: Engine;
  model?: string;
  ratings?: number[]; // say of mistakes how typical they are of these; the engine must offer people
  nodes?: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

export interface GameReview {
  white: (WhiteScore & { win: number })[]; // before each move and after the last
  moves: Pick<Node, "judgement" | "better" | "people">[];
  accuracy: { white?: number; black?: number };
}

// All searches of a game, and what the review says after them.
interface Searched {
  reply: Required<ReviewReply>;
  white: WhiteScore[]; // by the usual searches
  lines: string[][]; // SAN, of the largest search of each position
}

const endScore = (end: "mate" | "draw", turn: "w" | "b"): WhiteScore =>
  end === "draw" ? { cp: 0, wdl: [0, 1000, 0] } : { mate: 0, wdl: turn === "w" ? [0, 0, 1000] : [1000, 0, 0] };

async function searchAll(tree: Tree, nodes: Node[], options: ReviewOptions): Promise<Searched> {
  const { engine, model, signal, onProgress } = options;
  const game = { fen: tree.root.fen, moves: tree.moves(nodes.at(-1)!) };
  const verdicts: ReviewVerdict[] = [];
  const white: WhiteScore[] = [];
  const lines: string[][] = [];
  const search = async ({ index, kind, ...limits }: ReviewSearch): Promise<void> => {
    const moves = game.moves.slice(0, index);
    const request: SearchRequest = { fen: game.fen, moves, ...limits, ...(model ? { model } : {}) };
    const found: Analysis = await engine.analyze(request, () => undefined, signal);
    const best = found.lines[0]!;
    const score = whiteScore(best, nodes[index]!.fen);
    const [win, draw] = best.wdl;
    const { mate } = best;
    const told: ReviewVerdict = { index, kind, win_percent: win / 10 + draw / 20, best: best.pv[0]! };
    verdicts.push(mate === undefined ? told : { ...told, mate });
    if (kind === "usual") white[index] = score;
    if (kind !== "alone") lines[index] = best.san;
  };
  for (;;) {
    const reply = rules().call("review", { ...game, verdicts, nodes: options.nodes ?? kNodes });
    const total = verdicts.length + reply.wanted.length;
    for (const wanted of reply.wanted) {
      onProgress(verdicts.length, total);
      await search(wanted);
    }
    if (reply.wanted.length > 0) continue;
    onProgress(total, total);
    if (reply.end) white[nodes.length - 1] = endScore(reply.end, turnAt(nodes.at(-1)!));
    return { reply: reply as Required<ReviewReply>, white, lines };
  }
}

const turnAt = (node: Node): "w" | "b" => (node.fen.split(" ")[1] === "b" ? "b" : "w");

// How typical a marked move is of the ratings.
async function askAbout(node: Node, tree: Tree, options: ReviewOptions): Promise<PeopleOnMove[]> {
  const { engine, ratings = [], model, signal } = options;
  const request = { fen: tree.root.fen, moves: tree.moves(node.parent!), human: ratings };
  const people = await askPeople({ ...request, ...(model ? { model } : {}) }, signal);
  const typical = engine.people?.typical ?? 1;
  return chancesOf(node.uci, people).map((each) => ({ ...each, isTypical: each.probability >= typical }));
}

export async function reviewGame(tree: Tree, options: ReviewOptions): Promise<GameReview> {
  const nodes = [tree.root, ...tree.mainLine()];
  const { reply, white, lines } = await searchAll(tree, nodes, options);
  const marks: GameReview["moves"] = [];
  for (const [index, { judgement }] of reply.moves.entries()) {
    if (judgement === "good") marks.push({});
    else marks.push({ judgement, better: lines[index]!.slice(0, kShownPlies) });
    if (judgement !== "good" && options.engine.people && options.ratings?.length)
      marks[index]!.people = await askAbout(nodes[index + 1]!, tree, options);
  }
  return {
    white: white.map((score) => ({ ...score, win: expectation(score) })),
    moves: marks,
    accuracy: reply.accuracy,
  };
}

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
