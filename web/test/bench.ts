// The engine's signature: bench in WebAssembly must count the nodes that the native engine counts.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Core } from "../src/core/core";

const binary = process.argv[2] ?? "";
const core = await Core.create(await WebAssembly.compile(readFileSync("generated/tabia.wasm")));
core.addNetwork("default", readFileSync("../nets/default.net"));
const begun = performance.now();
const found = core.call("bench", {});
const seconds = (performance.now() - begun) / 1000;
console.log(`wasm:   ${found.nodes} nodes ${Math.round(found.nodes / seconds)} nps (${found.kernels} kernels)`);

if (!existsSync(binary)) {
  console.log("skip: no native engine to compare with, expected its path");
  process.exit(77);
}
const text = execFileSync(binary, ["bench"], { encoding: "utf8" }).trim().split("\n").at(-1)!;
console.log(`native: ${text}`);
const expected = Number(/^(\d+) nodes/.exec(text)![1]);
if (found.nodes !== expected) {
  console.error(`bench differs: ${found.nodes} nodes in WebAssembly, expected ${expected}`);
  process.exit(1);
}
