// Engines that share a table, as the workers of a page do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Core } from "../../src/core/core";
import { makeTable } from "../../src/core/table";

const module = await WebAssembly.compile(readFileSync("generated/tabia.wasm"));
const kFen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

test("engines share a table: what a helper has found out spares the first one work", async () => {
  const nodesOfFirst = async (shared: boolean): Promise<number> => {
    const table = makeTable(shared);
    let searches = 0;
    // The last line of depth 10 ends the search, which has no other limit.
    let isDone = false;
    const first = await Core.create(module, { table, mayGoOn: () => !isDone });
    const helper = await Core.create(module, { table: shared ? table : makeTable(false), helps: shared });
    const search = (engine: Core): number => {
      isDone = false;
      searches++;
      let nodes = 0;
      engine.call("analyze", { fen: kFen, hash: 16, movetime: 3_600_000 }, (info) => {
        const { depth, nodes: sofar } = info as { depth: number; nodes: number };
        if (depth === 10 && nodes === 0) nodes = sofar;
        isDone = depth >= 10;
      });
      return nodes;
    };
    first.call("analyze", { moves: ["a3"], hash: 16, depth: 1 }); // makes the table
    helper.call("analyze", { fen: kFen, hash: 16, depth: 10 });
    const nodes = search(first);
    assert.equal(searches, 1);
    return nodes;
  };
  const alone = await nodesOfFirst(false);
  const helped = await nodesOfFirst(true);
  assert.ok(helped < alone / 2, `${helped} nodes with a helper's table, ${alone} without`);
});

test("a search with a limit of time ends when it may not go on", async () => {
  let asked = 0;
  const engine = await Core.create(module, { mayGoOn: () => ++asked < 50 });
  const found = engine.call("analyze", { fen: kFen, movetime: 3_600_000 });
  assert.ok(found.bestmove);
  assert.ok(found.time_ms < 3_600_000);
});

test("a search with a limit of nodes has the same answer every time, whatever was searched before", async () => {
  const engine = await Core.create(module);
  const once = engine.call("analyze", { fen: kFen, nodes: 5000 });
  engine.call("analyze", { moves: ["e4"], nodes: 20_000 });
  const again = engine.call("analyze", { fen: kFen, nodes: 5000 });
  assert.deepEqual([again.nodes, again.lines], [once.nodes, once.lines]);
});
