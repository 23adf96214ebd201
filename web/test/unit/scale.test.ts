// One scale for a score: the engine in the browser, the command line and (by the same code) the service.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expectation, scoreText, whiteScore } from "../../src/game/score";
import { core } from "./core";

const tabia = process.env.TABIA_BINARY ?? "../build/ci/tabia";
const kQueen = "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1";
const kPositions = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3",
  "8/5pk1/6p1/8/3R4/6P1/r4P1P/6K1 b - - 3 34",
  kQueen,
];
interface Told {
  cp_white: number;
  wdl: number[];
  pieces: { square: string; worth: number }[];
}

test("a score, its chances and the worth of pieces are the same in the browser and on the command line", (t) => {
  if (!existsSync(tabia)) return t.skip("no tabia to compare with");
  core.addNetwork("default", readFileSync("../nets/default.net"));
  for (const fen of kPositions) {
    const native = JSON.parse(execFileSync(tabia, ["eval", "--fen", fen, "--json"], { encoding: "utf8" })) as Told;
    const here = core.call("evaluate", { fen });
    const explained = core.call("explain", { fen });
    assert.deepEqual([here.cp_white, here.wdl], [native.cp_white, native.wdl], fen);
    assert.equal(explained.cp_white, native.cp_white, fen);
    assert.deepEqual(
      explained.pieces.map(({ square, worth }) => [square, worth]),
      native.pieces.map(({ square, worth }) => [square, worth]),
      fen,
    );
  }
});

test("the scale means something: a queen more wins, and the pawns of the start are worth one on average", () => {
  const queen = whiteScore(core.call("evaluate", { fen: kQueen }), kQueen);
  assert.ok(expectation(queen) > 0.99 && queen.cp! > 300, scoreText(queen));
  const pawns = core.call("explain", {}).pieces.filter(({ piece }) => piece.toLowerCase() === "p");
  const mean = pawns.reduce((sum, { worth }) => sum + Math.abs(worth), 0) / pawns.length;
  assert.ok(Math.abs(mean - 100) < 2, `${mean}`);
});
