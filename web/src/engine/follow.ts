// Questions that are asked anew whenever what they depend on changes.

import { effect, untracked, type Signal } from "@preact/signals";
import { isAbort, messageOf } from "./engine";

// Before a question is asked: moves may be skipped through.
const kPauseMs = 40;

// `question` reads the signals that the answer depends on and returns how to ask, or nothing to ask nothing. What was
// asked before is aborted. `fault` says what went wrong last. Returns a function that ends it.
export function follow(
  fault: Signal<string>,
  question: () => ((abort: AbortSignal) => Promise<void>) | undefined,
): () => void {
  let control: AbortController | undefined;
  const stop = effect(() => {
    const ask = question();
    control?.abort();
    if (!ask) return;
    const { signal } = (control = new AbortController());
    untracked(() => {
      void (async () => {
        await new Promise((resolve) => setTimeout(resolve, kPauseMs));
        if (signal.aborted) return;
        try {
          await ask(signal);
          fault.value = "";
        } catch (error) {
          if (!isAbort(error) && !signal.aborted) fault.value = messageOf(error);
        }
      })();
    });
  });
  return () => {
    stop();
    control?.abort();
  };
}
