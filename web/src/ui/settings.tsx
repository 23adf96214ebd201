// Settings of the whole page: language and board.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { kLanguages, language, words } from "../text/text";
import { Select } from "./controls";
import { remembered } from "./remember";

export type BoardTheme = "green" | "wood" | "blue" | "gray" | "contrast";
const kBoards: BoardTheme[] = ["green", "wood", "blue", "gray", "contrast"];

// The colors themselves are in style.css.
export const boardTheme = remembered<BoardTheme>("board", "green");

export function Settings(): JSX.Element {
  const root = useRef<HTMLDetailsElement>(null);
  // A click elsewhere, or Escape, closes it.
  useEffect(() => {
    const close = (event: Event): void => {
      const isOutside = event.type === "keydown" || !root.current?.contains(event.target as Node);
      if (event.type === "keydown" && (event as KeyboardEvent).key !== "Escape") return;
      if (isOutside && root.current) root.current.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  const t = words().page;
  return (
    <details class="settings" ref={root}>
      <summary aria-label={t.settings} title={t.settings}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h9v2H4zM17 6h3v2h-3zM13 4h3v6h-3zM4 16h3v2H4zM11 16h9v2h-9zM7 14h3v6H7z" />
        </svg>
      </summary>
      <div class="settings-panel">
        <Select
          label={t.language}
          value={language.value}
          options={kLanguages}
          onChange={(value) => (language.value = value)}
        />
        <Select
          label={t.board}
          value={boardTheme.value}
          options={kBoards.map((name) => [name, t.boards[name]])}
          onChange={(value) => (boardTheme.value = value)}
        />
      </div>
    </details>
  );
}
