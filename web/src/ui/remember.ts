// Settings that last from visit to visit, where the browser lets the page keep them.

import { effect, signal, type Signal } from "@preact/signals";

export function remembered<T>(name: string, initial: T): Signal<T> {
  const key = `tabia.${name}`;
  let value = initial;
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null) value = JSON.parse(kept) as T;
    if (typeof value !== typeof initial) value = initial;
  } catch {
    // not allowed, or not ours
  }
  const state = signal(value);
  effect(() => {
    const text = JSON.stringify(state.value);
    try {
      localStorage.setItem(key, text);
    } catch {
      // not allowed
    }
  });
  return state;
}
