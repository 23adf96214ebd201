// The engine as WebAssembly (web/wasm/core.cpp): requests and answers as objects.
//
// Works in a page, in a worker and in Node. The few functions of the system that the program asks for are here too:
// a clock, an empty environment, and standard error.

import type { Reply, Request } from "./messages";
import { makeTable, tableImports } from "./table";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  tabia_alloc(size: number): number;
  tabia_call(request: number, size: number): number;
  tabia_add_network(data: number, nameSize: number, fileSize: number): number;
  tabia_add_openings(data: number, size: number): number;
  tabia_answer(): number;
  tabia_stop(): void;
}

export interface CoreOptions {
  table?: WebAssembly.Memory; // shared with other engines; a new one otherwise
  helps?: boolean; // another engine's search: the table is that one's
  mayGoOn?: () => boolean; // asked now and then during a search with a limit of time
}

// What a request was refused for, in words for a person.
export class CoreError extends Error {}

export type InfoListener = (info: unknown) => void;

const kSuccess = 0;
const kBadDescriptor = 8;

export class Core {
  private constructor(
    private readonly exports: Exports,
    private readonly listener: { current: InfoListener | undefined },
  ) {}

  static async create(module: WebAssembly.Module, options: CoreOptions = {}): Promise<Core> {
    const { table = makeTable(false), helps = false, mayGoOn } = options;
    const listener: { current: InfoListener | undefined } = { current: undefined };
    const decoder = new TextDecoder();
    let exports: Exports | undefined;
    const view = (): DataView => new DataView(exports!.memory.buffer);
    const text = (address: number, size: number): string =>
      decoder.decode(new Uint8Array(exports!.memory.buffer, address, size));

    const instance = await WebAssembly.instantiate(module, {
      tabia: {
        info: (address: number, size: number): void => {
          listener.current?.(JSON.parse(text(address, size)));
        },
      },
      table: tableImports(table, helps),
      wasi_snapshot_preview1: {
        clock_time_get: (clock: number, _precision: bigint, address: number): number => {
          if (mayGoOn && !mayGoOn()) exports!.tabia_stop();
          const ms = clock === 0 ? Date.now() : performance.now();
          view().setBigUint64(address, BigInt(Math.round(ms * 1e6)), true);
          return kSuccess;
        },
        environ_get: (): number => kSuccess,
        environ_sizes_get: (count: number, size: number): number => {
          view().setUint32(count, 0, true);
          view().setUint32(size, 0, true);
          return kSuccess;
        },
        fd_close: (): number => kBadDescriptor,
        fd_seek: (): number => kBadDescriptor,
        fd_write: (_descriptor: number, vectors: number, count: number, written: number): number => {
          let total = 0;
          let message = "";
          for (let i = 0; i < count; i++) {
            const size = view().getUint32(vectors + 8 * i + 4, true);
            message += text(view().getUint32(vectors + 8 * i, true), size);
            total += size;
          }
          if (message.trim()) console.warn(message.trimEnd());
          view().setUint32(written, total, true);
          return kSuccess;
        },
        proc_exit: (code: number): never => {
          throw new Error(`the engine ended with ${code}`);
        },
      },
    });
    exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Core(exports, listener);
  }

  call<Op extends keyof Request>(op: Op, request: Request[Op], listener?: InfoListener): Reply[Op] {
    const bytes = new TextEncoder().encode(JSON.stringify({ op, ...request }));
    const address = this.hold(bytes);
    this.listener.current = listener;
    try {
      return this.answer(this.exports.tabia_call(address, bytes.length)) as Reply[Op];
    } finally {
      this.listener.current = undefined;
    }
  }

  addNetwork(name: string, file: Uint8Array): Reply["network"] {
    const nameBytes = new TextEncoder().encode(name);
    const address = this.exports.tabia_alloc(nameBytes.length + file.length);
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(nameBytes, address);
    memory.set(file, address + nameBytes.length);
    return this.answer(this.exports.tabia_add_network(address, nameBytes.length, file.length)) as Reply["network"];
  }

  // The table of openings; returns how many games it has.
  addOpenings(file: Uint8Array): number {
    const address = this.hold(file);
    const { openings } = this.answer(this.exports.tabia_add_openings(address, file.length)) as { openings: number };
    return openings;
  }

  private hold(bytes: Uint8Array): number {
    const address = this.exports.tabia_alloc(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, address);
    return address;
  }

  private answer(size: number): unknown {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.tabia_answer(), size);
    const value = JSON.parse(new TextDecoder().decode(bytes)) as { error?: { detail: string } };
    if (value.error) throw new CoreError(value.error.detail);
    return value;
  }
}
