import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CoreError } from "../../src/core/core";
import type { Info } from "../../src/core/messages";
import { core } from "./core";

test("perft from the start and from a position full of special moves", () => {
  assert.equal(core.call("perft", { depth: 4 }).nodes, 197281);
  const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  assert.equal(core.call("perft", { fen, depth: 3 }).nodes, 97862);
});

test("the end of a game is seen: mate, stalemate, threefold repetition, bare kings", () => {
  assert.equal(core.call("position", { moves: ["f3", "e5", "g4", "Qh4#"] }).end, "checkmate");
  assert.equal(core.call("position", { fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }).end, "stalemate");
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
  assert.notEqual(core.call("position", { moves: [...shuffle, ...shuffle] }).end, undefined);
  assert.equal(core.call("position", { moves: shuffle }).end, undefined);
  assert.notEqual(core.call("position", { fen: "8/8/4k3/8/8/4K3/8/8 w - - 0 1" }).end, undefined);
});

test("bad input is refused in words, and the engine goes on", () => {
  assert.throws(() => core.call("position", { fen: "nonsense" }), CoreError);
  assert.throws(() => core.call("position", { moves: ["e2e5"] }), /e2e5/);
  assert.throws(() => core.call("evaluate", { model: "unknown" }), /unknown/);
  assert.throws(() => core.addNetwork("bad", new Uint8Array([1, 2, 3])), CoreError);
  assert.equal(core.call("position", {}).legal.length, 20);
});

test("a broken game is an error, the good one after it is read", () => {
  const { games } = core.call("pgn_read", { text: '[White "X"]\n\n1. e4 e4 1-0\n\n[White "Y"]\n\n1. d4 d5 1/2-1/2\n' });
  assert.equal(games.length, 2);
  assert.match(games[0]!.error!, /e4/);
  assert.equal(games[1]!.error, undefined);
});

test("a mate is found and reported for the side to move; every depth is reported", () => {
  const infos: Info[] = [];
  const found = core.call(
    "analyze",
    { fen: "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", depth: 5 },
    (info) => infos.push(info as Info),
  );
  assert.equal(found.bestmove_san, "Qxf7#");
  assert.equal(found.lines[0]!.mate, 1);
  assert.ok(infos.length >= 1);
});

test("several lines have different first moves, and SAN for every move", () => {
  const found = core.call("analyze", { depth: 6, multipv: 3 });
  assert.equal(new Set(found.lines.map((line) => line.pv[0])).size, 3);
  for (const line of found.lines) assert.equal(line.pv.length, line.san.length);
});

test("the network's explanation adds up: pieces of both sides, one head in use", () => {
  core.addNetwork("default", readFileSync("../nets/default.net"));
  const found = core.call("explain", {});
  assert.equal(found.network, "default");
  assert.equal(found.pieces.length, 30); // all but the kings
  for (const { piece, worth } of found.pieces) assert.equal(worth > 0, piece === piece.toUpperCase(), piece);
  assert.equal(found.buckets.filter(({ used }) => used).length, 1);
  assert.equal(found.buckets.find(({ used }) => used)!.cp_white, found.cp_white);
  const total = found.classical.terms.reduce((sum, term) => sum + term.total, 0);
  assert.ok(Math.abs(total - found.classical.cp_white) <= found.classical.terms.length);
});

test("an evaluation is for the side to move, and the other way round for White when Black moves", () => {
  const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1";
  const found = core.call("evaluate", { fen });
  assert.ok(found.cp > 100);
  assert.equal(found.cp_white, -found.cp);
  assert.equal(
    found.wdl.reduce((sum, part) => sum + part, 0),
    1000,
  );
});
