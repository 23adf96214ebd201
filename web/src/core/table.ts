// The memory of an engine's table (web/wasm/table.cpp): what was found out about positions. Where the browser allows it
// (a page that is cross-origin isolated), several workers share one.

// The engine's limit, and a page for what all of them must know.
const kMostMib = 128;
const kPageBytes = 65536;
const kMostPages = (kMostMib << 4) + 1;

// Can workers share memory here?
export const canShare = (): boolean => globalThis.crossOriginIsolated === true;

export function makeTable(shared: boolean): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: kMostPages, shared });
}

// Two functions over a memory m.m: load(address: i32): i64 and store(address: i32, value: i64). Calls from one module to
// another are nearly free; through JavaScript each would make a BigInt.
const kModule = (shared: boolean): number[] => [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x0b, 0x02, 0x60, 0x01, 0x7f, 0x01, 0x7e, 0x60, 0x02, 0x7f, 0x7e, 0x00], // the types of load and store
  ...[0x02, 0x0b, 0x01, 0x01, 0x6d, 0x01, 0x6d, 0x02, shared ? 0x03 : 0x01, 0x01, 0x80, 0x80, 0x02], // the memory
  ...[0x03, 0x03, 0x02, 0x00, 0x01],
  ...[0x07, 0x10, 0x02, 0x04, 0x6c, 0x6f, 0x61, 0x64, 0x00, 0x00], // exports: load,
  ...[0x05, 0x73, 0x74, 0x6f, 0x72, 0x65, 0x00, 0x01], // store
  ...[0x0a, 0x13, 0x02],
  ...[0x07, 0x00, 0x20, 0x00, 0x29, 0x03, 0x00, 0x0b], // i64.load
  ...[0x09, 0x00, 0x20, 0x00, 0x20, 0x01, 0x37, 0x03, 0x00, 0x0b], // i64.store
];

// What the engine imports as "table". `helps`: the engine uses the table of another one.
export function tableImports(memory: WebAssembly.Memory, helps: boolean): WebAssembly.ModuleImports {
  const shared = !(memory.buffer instanceof ArrayBuffer);
  const module = new WebAssembly.Module(new Uint8Array(kModule(shared)));
  const { load, store } = new WebAssembly.Instance(module, { m: { m: memory } }).exports;
  return {
    load: load!,
    store: store!,
    reserve: (bytes: number): number => {
      const missing = Math.ceil(bytes / kPageBytes) - memory.buffer.byteLength / kPageBytes;
      try {
        if (missing > 0) memory.grow(missing);
        return 1;
      } catch {
        return 0;
      }
    },
    clear: (begin: number, bytes: number): void => {
      new Uint8Array(memory.buffer, begin, bytes).fill(0);
    },
    helps: (): number => (helps ? 1 : 0),
  };
}
