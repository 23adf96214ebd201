// The page's review over the games of a PGN file: web/test/review.

import { readFileSync } from "node:fs";
import { Core } from "../src/core/core";
import type { Analysis, SearchRequest } from "../src/core/messages";
import { rules, useRules } from "../src/core/rules";
import type { Engine } from "../src/engine/engine";
import { applyReview, reviewGame } from "../src/game/review";
import { Tree } from "../src/game/tree";

const [path = "", ...words] = process.argv.slice(2);
const option = (name: string): string | undefined => {
  const index = words.indexOf(name);
  return index < 0 ? undefined : words[index + 1];
};
const server = option("--server");
const nodes = Number(option("--nodes") ?? 40_000);

useRules(await Core.create(await WebAssembly.compile(readFileSync("generated/tabia.wasm"))));
if (!server) rules().addNetwork("default", readFileSync("../nets/default.net"));

async function analyze(search: SearchRequest): Promise<Analysis> {
  if (!server) return rules().call("analyze", search);
  const reply = await fetch(`${server}/analyze`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(search),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as Analysis;
}
const engine = { kind: server ? "server" : "browser", people: undefined, analyze } as unknown as Engine;

for (const game of rules().call("pgn_read", { text: readFileSync(path, "latin1"), limit: 10_000 }).games) {
  if (game.error !== undefined) {
    console.error(game.error);
    continue;
  }
  const tree = Tree.fromPgn(game);
  const signal = new AbortController().signal;
  applyReview(tree, await reviewGame(tree, { engine, nodes, signal, onProgress: () => undefined }));
  const { tags, result, root } = tree;
  console.log(rules().call("pgn_write", { tags, start: root.fen, result, line: tree.toPgnLine() }).pgn);
}
