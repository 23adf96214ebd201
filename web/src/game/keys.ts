// The keys that walk through a game, wherever the focus is, except where keys have another meaning: in fields, and on
// a square of the board that was reached by keyboard (with Shift they walk through the game there, too).

import { useEffect } from "preact/hooks";
import type { Session } from "./session";

export function useGameKeys(session: Session, others: Record<string, () => void> = {}): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      if (target.closest("dialog")) return;
      const actions: Record<string, () => void> = {
        ArrowLeft: () => session.back(),
        ArrowRight: () => session.forward(),
        Home: () => session.first(),
        End: () => session.last(),
        ...others,
      };
      const command = event.ctrlKey || event.metaKey ? `Ctrl+${event.shiftKey ? "Shift+" : ""}` : "";
      const action = actions[command + (command ? event.key.toLowerCase() : event.key)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
