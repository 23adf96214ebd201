// The review of the page against `tabia analyze`: the same marks, the same accuracy.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { PgnGame, SearchRequest } from "../../src/core/messages";
import { useRules } from "../../src/core/rules";
import type { Engine } from "../../src/engine/engine";
import { applyReview, reviewGame } from "../../src/game/review";
import { marksOf, Tree } from "../../src/game/tree";
import { core } from "./core";

// Morphy's sacrifices look like blunders to short searches; the second game has real ones, and ends in mate; the third
// begins in the middle of a game, with Black to move.
const kGames = `[White "Morphy"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[White "Beginner"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 g6 4. Qf3 Nd4 5. Qxf7# 1-0

[White "Late"]
[FEN "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 30"]
[SetUp "1"]

30... Ra8 31. Rb7 h6 32. g3 Ra1+ 33. Kg2 Ra2 *
`;

const tabia = process.env.TABIA_BINARY ?? "../build/ci/tabia";

test("the review marks the moves that tabia analyze marks, and the accuracy is the same", async (t) => {
  if (!existsSync(tabia)) return t.skip("no tabia to compare with");
  useRules(core);
  core.addNetwork("default", readFileSync("../nets/default.net"));
  const nodes = 2000;
  const engine = {
    kind: "browser",
    people: undefined,
    analyze: (search: SearchRequest) => Promise.resolve(core.call("analyze", search)),
  } as unknown as Engine;
  const folder = mkdtempSync(join(tmpdir(), "tabia-review-"));
  writeFileSync(join(folder, "games.pgn"), kGames);
  const text = execFileSync(tabia, ["analyze", join(folder, "games.pgn"), "--nodes", String(nodes)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  rmSync(folder, { recursive: true });
  const expected = core.call("pgn_read", { text }).games as PgnGame[];
  let marked = 0;
  for (const [index, game] of (core.call("pgn_read", { text: kGames }).games as PgnGame[]).entries()) {
    const tree = Tree.fromPgn(game);
    const signal = new AbortController().signal;
    applyReview(tree, await reviewGame(tree, { engine, nodes, signal, onProgress: () => undefined }));
    const native = expected[index]!;
    assert.deepEqual(
      tree.mainLine().map((node) => `${node.san} ${marksOf(node).join()}`),
      native.line.moves.map((move) => `${move.san} ${(move.nags ?? []).join()}`),
      tree.tags.White,
    );
    for (const name of ["WhiteAccuracy", "BlackAccuracy"]) assert.equal(tree.tags[name], native.tags[name], name);
    marked += tree.mainLine().filter((node) => marksOf(node).length > 0).length;
  }
  assert.ok(marked >= 4, `only ${marked} marks`);
});
