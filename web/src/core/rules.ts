// The rules of the game, answered at once: an engine in the page itself, besides the one that searches in a worker.
// The same instance evaluates single positions when there is no server.

import { Core } from "./core";
import wasmUrl from "../../generated/tabia.wasm?url";

let moduleOnce: Promise<WebAssembly.Module> | undefined;

// Compiled once, shared with the workers.
export function coreModule(): Promise<WebAssembly.Module> {
  moduleOnce ??= (async () => {
    const response = await fetch(wasmUrl);
    if (!response.ok) throw new Error(`${wasmUrl}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  })();
  return moduleOnce;
}

let core: Core | undefined;

export async function loadRules(): Promise<void> {
  useRules(await Core.create(await coreModule()));
}

// For programs that have the engine from elsewhere (tests).
export function useRules(made: Core): void {
  core = made;
}

// Requires loadRules().
export function rules(): Core {
  if (!core) throw new Error("the rules are not loaded yet");
  return core;
}
