// A PGN file for the server's database: dropped or chosen, sent in parts, with progress.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { setToken } from "../engine/api";
import { engine, refreshModels } from "../engine/current";
import { isAbort, messageOf } from "../engine/engine";
import { importGames, type Imported } from "../engine/import";
import { Refused } from "../engine/server";
import { count } from "../game/score";
import { words } from "../text/text";

// How often games were added: what the database knows has changed.
export const imports = signal(0);

type State =
  | { kind: "idle" }
  | { kind: "running"; done: number; total: number; added: number }
  | { kind: "done"; sum: Imported }
  | { kind: "failed"; fault: string; wantsToken: boolean; file: File };

// It lasts while the page shows something else.
const state = signal<State>({ kind: "idle" });
let control: AbortController | undefined;

async function start(file: File): Promise<void> {
  if (state.value.kind === "running") return;
  control = new AbortController();
  let sum: Imported = { added: 0, known: 0, bad: 0, games: 0, remarks: [] };
  state.value = { kind: "running", done: 0, total: file.size, added: 0 };
  try {
    sum = await importGames(file, {
      signal: control.signal,
      onProgress: (done, total, found) => {
        sum = { ...found };
        state.value = { kind: "running", done, total, added: found.added };
      },
    });
    if (sum.added + sum.known + sum.bad === 0) throw new Error(words().files.noGame);
    state.value = { kind: "done", sum };
  } catch (error) {
    state.value = isAbort(error)
      ? { kind: "done", sum }
      : { kind: "failed", fault: messageOf(error), wantsToken: error instanceof Refused && error.status === 401, file };
  }
  await refreshModels().catch(() => undefined);
  imports.value++;
}

export function ImportGames(): JSX.Element | null {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const t = words().explorer;
  if (!engine.value?.lookup.import) return null;
  const now = state.value;
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  return (
    <div
      class={`import ${isOver ? "over" : ""}`}
      data-testid="import"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) void start(file);
      }}
    >
      {now.kind === "running" ? (
        <>
          <progress max={now.total || 1} value={now.done} aria-label={t.importing} />
          <span role="status">
            {t.importProgress(Math.floor((100 * now.done) / (now.total || 1)), count(now.added))}
          </span>
          <button type="button" onClick={() => control?.abort()}>
            {t.stopImport}
          </button>
        </>
      ) : (
        <>
          <p>{t.dropHere}</p>
          <button type="button" onClick={() => chooser.current?.click()}>
            {t.chooseFile}
          </button>
          <input
            ref={chooser}
            type="file"
            accept=".pgn,.txt"
            class="hidden"
            aria-label={t.gamesFile}
            tabIndex={-1}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = ""; // the same file can be chosen again
              if (file) void start(file);
            }}
          />
        </>
      )}
      {now.kind === "done" && <Outcome sum={now.sum} />}
      {now.kind === "failed" && (
        <p class="fault" role="alert">
          {now.fault}
        </p>
      )}
      {now.kind === "failed" && now.wantsToken && <Token file={now.file} />}
    </div>
  );
}

function Outcome({ sum }: { sum: Imported }): JSX.Element {
  return (
    <>
      <p role="status" data-testid="imported">
        {words().explorer.imported(count(sum.added), count(sum.known), count(sum.bad))}
      </p>
      {sum.remarks.length > 0 && (
        <details>
          <summary>{words().explorer.badGames}</summary>
          <ul>
            {sum.remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

// Asks for the server's token and tries again.
function Token({ file }: { file: File }): JSX.Element {
  const [value, setValue] = useState("");
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        setToken(value);
        void start(file);
      }}
    >
      <label for="import-token">{words().explorer.token}</label>
      <input
        id="import-token"
        type="password"
        autocomplete="off"
        value={value}
        onInput={(event) => setValue(event.currentTarget.value)}
      />
      <button type="submit">{words().explorer.tryAgain}</button>
    </form>
  );
}
