import { readFileSync, writeFileSync } from "node:fs";
import { Core } from "../src/core/core";
import { packNames, positionHash } from "../src/game/openings";

const core = await Core.create(await WebAssembly.compile(readFileSync("generated/tabia.wasm")));
const entries = new Map<number, string>();
let clashes = 0;
for (const row of readFileSync(process.argv[2]!, "utf8").trim().split("\n").slice(1)) {
  const [eco, name, pgn] = row.split("\t") as [string, string, string];
  const moves = pgn
    .replace(/\d+\.+/g, "")
    .trim()
    .split(/\s+/);
  const fen = core.call("line", { moves }).moves.at(-1)!.fen;
  const key = positionHash(fen);
  if (entries.has(key)) clashes++;
  entries.set(key, `${name}|${eco}`);
}
const sorted = [...entries].sort((a, b) => (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[0] - b[0]));
const keys = Buffer.alloc(3 * sorted.length);
sorted.forEach(([key], index) => keys.writeUIntBE(key, 3 * index, 3));
const table = { keys: keys.toString("base64"), names: packNames(sorted.map(([, text]) => text)) };
writeFileSync("src/game/openings.json", `${JSON.stringify(table)}\n`);
console.log(`${sorted.length} openings, ${clashes} with a key that another has`);
