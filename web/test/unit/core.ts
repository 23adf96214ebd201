// The engine for the unit tests; the tests run in the folder web/.

import { readFileSync } from "node:fs";
import { Core } from "../../src/core/core";

export const core = await Core.create(await WebAssembly.compile(readFileSync("generated/tabia.wasm")));
