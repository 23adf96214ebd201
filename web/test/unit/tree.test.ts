import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, lineOf } from "../../src/game/address";
import { indexGames } from "../../src/game/pgn_index";
import { marksOf, moveNumber, Tree } from "../../src/game/tree";
import { shapesIn, toggled, withShapes } from "../../src/game/shapes";
import { core } from "./core";

const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const kPgn = `[Event "Test"]
[White "A"]
[Black "B"]
[Result "1-0"]

{ The beginning } 1. e4 e5 (1... c5 2. Nf3 (2. c3 $5 { Alapin }) 2... d6) 2. Nf3 $1 { [%eval 0.35] good } 2... Nc6 1-0
`;

function read(text: string): Tree {
  const game = core.call("pgn_read", { text }).games[0]!;
  assert.equal(game.error, undefined);
  return Tree.fromPgn(game as Parameters<typeof Tree.fromPgn>[0]);
}

const write = (tree: Tree): string =>
  core.call("pgn_write", { tags: tree.tags, start: tree.root.fen, result: tree.result, line: tree.toPgnLine() }).pgn;

test("a game with nested variations, comments and glyphs is the same after it was written and read", () => {
  const tree = read(kPgn);
  assert.deepEqual(
    tree.mainLine().map((node) => node.san),
    ["e4", "e5", "Nf3", "Nc6"],
  );
  assert.equal(tree.root.comment, "The beginning");
  const [, sicilian] = tree.mainLine()[0]!.children;
  assert.equal(sicilian!.san, "c5");
  assert.deepEqual(
    sicilian!.children.map((node) => node.san),
    ["Nf3", "c3"],
  );
  assert.equal(tree.mainLine()[2]!.cpWhite, 35);
  assert.deepEqual(tree.mainLine()[2]!.nags, [1]);

  const again = read(write(tree));
  assert.equal(write(again), write(tree));
  assert.deepEqual(again.toPgnLine(), tree.toPgnLine());
});

test("the same move from the same place is one node, another move a variation", () => {
  const tree = new Tree(kStart);
  const [e4] = core.call("line", { moves: ["e4"] }).moves;
  const [d4] = core.call("line", { moves: ["d4"] }).moves;
  const first = tree.add(tree.root, e4!);
  assert.equal(tree.add(tree.root, e4!), first);
  const second = tree.add(tree.root, d4!);
  assert.deepEqual(tree.root.children, [first, second]);
  tree.promote(second);
  assert.deepEqual(tree.mainLine(), [second]);
  assert.equal(tree.remove(second), tree.root);
  assert.equal(tree.node(second.id), undefined);
});

test("moves are numbered by the position's own counter", () => {
  const tree = new Tree("4k3/8/8/8/8/8/4P3/4K3 b - - 0 31");
  const line = core.call("line", { fen: tree.root.fen, moves: ["Kd7", "e4"] }).moves;
  const black = tree.add(tree.root, line[0]!);
  assert.equal(moveNumber(black), "31…");
  assert.equal(moveNumber(tree.add(black, line[1]!)), "32.");
});

test("a kept tree is the same again, with variations, comments, marks and the order of siblings", () => {
  const tree = read(kPgn);
  const again = Tree.fromKept(JSON.parse(JSON.stringify(tree.kept())) as ReturnType<Tree["kept"]>);
  assert.equal(write(again), write(tree));
  assert.deepEqual(again.kept(), tree.kept());
  const [added] = core.call("line", { moves: ["d4"] }).moves;
  const fresh = again.add(again.root, added!);
  assert.equal(tree.node(fresh.id), undefined, "an id was used twice");
  assert.throws(() => Tree.fromKept({ tags: {}, result: "*", nodes: [] }));
  assert.equal(tree.countFrom(tree.mainLine()[1]!), 3);
});

test("a mark that came with the game goes before the engine's", () => {
  const [, , knight, reply] = read(kPgn).mainLine();
  knight!.judgement = "blunder";
  reply!.judgement = "mistake";
  assert.deepEqual(marksOf(knight!), [1]);
  assert.deepEqual(marksOf(reply!), [2]);
});

test("the limits of a review are those of tabia analyze: 10, 20 and 30% of the points, and none for the best move", () => {
  const judged = (loss: number, best = "d2d4"): string => {
    const usual = (index: number, win_percent: number) => ({ index, kind: "usual" as const, win_percent });
    const verdicts = [{ ...usual(0, 60), best }, usual(1, 40 + loss)];
    const game = { moves: ["e2e4"], nodes: 1000 };
    const large = { index: 0, kind: "large" as const, win_percent: 60, best };
    const alone = { index: 0, kind: "alone" as const, win_percent: 60 - loss, best: "e2e4" };
    const reply = core.call("review", { ...game, verdicts: [...verdicts, large, alone] });
    assert.deepEqual(reply.wanted, []);
    return reply.moves![0]!.judgement;
  };
  assert.deepEqual(
    [9, 11, 21, 31].map((loss) => judged(loss)),
    ["good", "inaccuracy", "mistake", "blunder"],
  );
  assert.equal(judged(31, "e2e4"), "good");
  const first = core.call("review", { moves: ["e2e4"], verdicts: [], nodes: 1000 });
  assert.deepEqual(
    first.wanted,
    [0, 1].map((index) => ({ index, kind: "usual", nodes: 1000 })),
  );
});

test("an address holds a line and gives it back", () => {
  const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  for (const line of [
    { fen: kStart, moves: ["e2e4", "e7e5"] },
    { fen, moves: [] },
    { fen, moves: ["e2e4"] },
  ])
    assert.deepEqual(lineOf(addressOf(line).split("?")[1]!), line);
  assert.equal(addressOf({ fen: kStart, moves: [] }), "#/analyse");
  assert.equal(lineOf(""), undefined);
  assert.deepEqual(lineOf(`fen=${encodeURIComponent(fen)}`), { fen, moves: [] });
});

test("games of a file are found by their tags, whatever stands in comments", () => {
  const one = '[White "A \\"x\\""]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 { see\n[White "no"]\n} e5 1-0\n';
  const games = indexGames(`${one}\n${one}\n[White "C"]\n\n*\n`);
  assert.deepEqual(
    games.map(({ name }) => name),
    ['A "x" – B 1-0', 'A "x" – B 1-0', "C – ? *"],
  );
  assert.equal(core.call("pgn_read", { text: games[1]!.text }).games.length, 1);
  assert.equal(indexGames("1. e4 e5 *").length, 1);
  assert.deepEqual(indexGames("  \n"), []);
});

test("arrows and circles are kept in a comment as other programs keep them, next to clocks and words", () => {
  const comment = "[%clk 0:05:00] [%csl Gd4,Rh7][%cal Ye2e4] good";
  const shapes = shapesIn(comment);
  assert.deepEqual(shapes, [
    { color: "G", from: "d4", to: "d4" },
    { color: "R", from: "h7", to: "h7" },
    { color: "Y", from: "e2", to: "e4" },
  ]);
  assert.equal(withShapes(comment, shapes), "[%csl Gd4,Rh7] [%cal Ye2e4] [%clk 0:05:00] good");
  assert.equal(withShapes(comment, []), "[%clk 0:05:00] good");
  assert.deepEqual(toggled(shapes, { color: "G", from: "d4", to: "d4" }), shapes.slice(1));
  assert.deepEqual(toggled(shapes.slice(2), { color: "B", from: "e2", to: "e4" }), [
    { color: "B", from: "e2", to: "e4" },
  ]);
  assert.deepEqual(shapesIn("[%cal Xe2e4,Ge2] text"), [{ color: "G", from: "e2", to: "e2" }]);
});
