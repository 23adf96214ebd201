// The review of a game: every position of the main line is searched, and each move that was played is compared with the
// best one in win percent (src/eval/accuracy.h, the same for `tabia analyze`).

import type { Analysis, SearchRequest, Standing } from "../core/messages";
import { rules } from "../core/rules";
import type { Engine } from "../engine/engine";
import { askPeople, chancesOf } from "../engine/people";
import { expectation, whiteScore, type WhiteScore } from "./score";
import type { Node, Tree } from "./tree";

const kNodes = 40_000; // of each search
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

export async function reviewGame(tree: Tree, options: ReviewOptions): Promise<GameReview> {
  const { engine, model, ratings, signal, onProgress } = options;
  const nodes = [tree.root, ...tree.mainLine()];
  const judge = async (moves: string[]): Promise<Verdict> => {
    const { end, turn, fen } = rules().call("position", { fen: tree.root.fen, moves });
    if (end === "checkmate")
      return { white: { mate: 0, wdl: turn === "w" ? [0, 0, 1000] : [1000, 0, 0] }, turn, line: [] };
    if (end) return { white: { cp: 0, wdl: [0, 1000, 0] }, turn, line: [] };
    const request: SearchRequest = { fen: tree.root.fen, moves, nodes: kNodes, ...(model ? { model } : {}) };
    const found: Analysis = await engine.analyze(request, () => undefined, signal);
    const best = found.lines[0]!;
    return { white: whiteScore(best, fen), turn, best: best.pv[0]!, line: best.san };
  };

  // From the last to the first: what the engine remembers of what became of a move helps to judge it.
  const verdicts: Verdict[] = [];
  for (let index = nodes.length - 1; index >= 0; index--) {
    onProgress(nodes.length - 1 - index, nodes.length);
    verdicts.unshift(await judge(tree.moves(nodes[index]!)));
  }
  const moves: { before: Standing; after: Standing; best: boolean }[] = [];
  for (let index = 0; index + 1 < nodes.length; index++) {
    onProgress(nodes.length, nodes.length);
    const [here, next] = [verdicts[index]!, verdicts[index + 1]!];
    const after = standing(next, false);
    let before = standing(here, true);
    const best = here.best === nodes[index + 1]!.uci || next.white.mate === 0;
    // Before a move and after it the engine sees to different depths. So a move that seems bad is compared with the best
    // one after both were made, by equal searches.
    const isSuspect = before.win_percent - after.win_percent > kSuspectPercent || before.mate !== undefined;
    if (!best && here.best && isSuspect && before.win_percent > after.win_percent)
      before = standing(await judge([...tree.moves(nodes[index]!), here.best]), false);
    moves.push({ before, after, best });
  }
  const reply = rules().call("review", {
    turn: verdicts[0]!.turn,
    moves,
    white_percent: verdicts.map(({ white }) => 100 * expectation(white)),
  });
  const marked: GameReview["moves"] = reply.moves.map(({ judgement }, index) =>
    judgement === "good" ? {} : { judgement, better: verdicts[index]!.line.slice(0, 10) },
  );
  if (engine.people && ratings?.length)
    for (const [index, mark] of marked.entries()) {
      if (!mark.judgement) continue;
      const request = { fen: tree.root.fen, moves: tree.moves(nodes[index]!), human: ratings };
      const people = await askPeople({ ...request, ...(model ? { model } : {}) }, signal);
      const { typical } = engine.people;
      mark.people = chancesOf(nodes[index + 1]!.uci, people).map((each) => ({
        ...each,
        isTypical: each.probability >= typical,
      }));
    }
  return {
    white: verdicts.map(({ white }) => ({ ...white, win: expectation(white) })),
    moves: marked,
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
