import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const kFile = "generated/kernels_check.wasm";

test(
  "every kernel of WebAssembly gives the numbers of the scalar one, at every length",
  { skip: existsSync(kFile) ? false : "web/build-wasm has not made it" },
  async () => {
    const differing = new Set<string>();
    let memory: WebAssembly.Memory | undefined;
    const none = (): number => 0;
    const { instance } = await WebAssembly.instantiate(readFileSync(kFile), {
      tabia: {
        info: (address: number, size: number) =>
          differing.add(new TextDecoder().decode(new Uint8Array(memory!.buffer, address, size))),
      },
      wasi_snapshot_preview1: new Proxy({}, { get: () => none }),
    });
    const exports = instance.exports as unknown as { memory: WebAssembly.Memory; _initialize(): void; check(): number };
    memory = exports.memory;
    exports._initialize();
    const compared = exports.check();
    assert.ok(compared > 2000, `only ${compared} comparisons: is there a table besides the scalar one?`);
    assert.deepEqual([...differing], []);
  },
);
