// The page: which part is shown, light or dark, and who thinks.

import { effect, signal } from "@preact/signals";
import { Component, render, type ComponentChildren, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadRules } from "./core/rules";
import { isLost, setToken, wantsToken } from "./engine/api";
import { engine, engineFault, hasServer, refreshModels, startEngine, useEngine } from "./engine/current";
import { messageOf } from "./engine/engine";
import { addressOf, lineOf } from "./game/address";
import { loadRecent } from "./game/recent";
import { Analyse, openLine, restoreAnalysis, sharedLine } from "./pages/analyse";
import { Explain } from "./pages/explain";
import { Learn } from "./pages/learn";
import { Play, restoreGame } from "./pages/play";
import { Train } from "./pages/train";
import { AskDialog } from "./ui/ask";
import { startTexts, words } from "./text/text";
import { startOffline } from "./ui/install";
import { remembered } from "./ui/remember";
import { boardTheme, Settings } from "./ui/settings";
import "./ui/style.css";

const kParts = ["analyse", "play", "explain", "train", "learn"] as const;

const kApi = "api"; // reached from the foot of the page
const nameOf = (part: string): string => words().parts[part as (typeof kParts)[number] | typeof kApi];

// "#/learn/05-backpropagation", "#/analyse?moves=e2e4" (game/address.ts)
const route = signal<{ part: string; rest: string }>({ part: "analyse", rest: "" });
const theme = remembered<"auto" | "light" | "dark">("theme", "auto");

function readRoute(): void {
  const [path = "", query] = location.hash.replace(/^#\/?/, "").split("?");
  const [part = "", ...rest] = path.split("/");
  const line = lineOf(query ?? "");
  if (line) {
    try {
      openLine(line);
    } catch {
      // not a position, or not a move there: the board stays as it is
    }
  }
  route.value = { part: part === kApi || kParts.some((id) => id === part) ? part : "analyse", rest: rest.join("/") };
}

// The address follows the analysis board, so that it can be shared and the page loaded anew. Browsers allow this a
// limited number of times in a while: the first step of a quick walk is written immediately, the others together.
function followAddress(): void {
  const kPauseMs = 250;
  let written = -kPauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const address = addressOf(sharedLine());
    clearTimeout(timer);
    if (route.value.part !== "analyse") return;
    const write = (): void => {
      written = performance.now();
      if (location.hash !== address) history.replaceState(null, "", address);
    };
    const wait = written + kPauseMs - performance.now();
    if (wait > 0) timer = setTimeout(write, wait);
    else write();
  });
}

// A part that breaks down says so, and leaves the others alone.
class Guard extends Component<{ children: ComponentChildren }, { fault: string }> {
  override state = { fault: "" };
  static override getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: messageOf(error) };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override render(): ComponentChildren {
    if (!this.state.fault) return this.props.children;
    return (
      <p class="fault" role="alert">
        {words().page.broken(this.state.fault)} <a href="#/analyse">{words().page.toBoard}</a>
      </p>
    );
  }
}

// The server wants a token for everything but the page itself.
function TokenForm(): JSX.Element {
  return (
    <form
      class="field wide"
      onSubmit={(event) => {
        event.preventDefault();
        setToken(new FormData(event.currentTarget).get("token") as string);
        void startEngine();
      }}
    >
      <label for="token">{words().page.token}</label>
      <input id="token" name="token" type="password" autocomplete="off" required />
      <div class="buttons">
        <button type="submit">{words().page.useToken}</button>
      </div>
    </form>
  );
}

// A part that is fetched when it is first looked at.
function Later({ load }: { load: () => Promise<() => JSX.Element> }): JSX.Element {
  const [Part, setPart] = useState<() => JSX.Element>();
  const [fault, setFault] = useState("");
  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      (error: unknown) => setFault(messageOf(error)),
    );
  }, []);
  if (fault) throw new Error(fault);
  return Part ? <Part /> : <p class="empty">…</p>;
}

function Page(): JSX.Element {
  const { part, rest } = route.value;
  const t = words().page;
  document.documentElement.dataset.theme = theme.value;
  document.documentElement.dataset.board = boardTheme.value;
  document.title = `${nameOf(part)} – Tabia`;
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {t.skip}
      </a>
      <header class="top">
        <a class="brand" href="#/analyse" aria-label={t.brand}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path d="M33 82c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z" />
          </svg>
          <span>Tabia</span>
        </a>
        <nav class="parts" aria-label={t.partsLabel}>
          {kParts.map((id) => (
            <a key={id} href={`#/${id}`} aria-current={id === part ? "page" : undefined}>
              {nameOf(id)}
            </a>
          ))}
        </nav>
        <div class="top-side">
          {hasServer.value && (
            <label class="who">
              <span class="sr-only">{t.engine}</span>
              <select
                value={engine.value?.kind ?? "server"}
                onChange={(event) => void useEngine(event.currentTarget.value as "server" | "browser")}
              >
                <option value="server">{t.server}</option>
                <option value="browser">{t.thisBrowser}</option>
              </select>
            </label>
          )}
          <button
            type="button"
            class="theme"
            aria-label={t.colours(t.themes[theme.value])}
            title={t.colours(t.themes[theme.value])}
            onClick={() => (theme.value = theme.value === "auto" ? "light" : theme.value === "light" ? "dark" : "auto")}
          >
            {theme.value === "auto" ? "◐" : theme.value === "light" ? "☀" : "☾"}
          </button>
          <Settings />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <h1 class="sr-only">{nameOf(part)}</h1>
        {isLost.value && engine.value?.kind === "server" && (
          <p class="fault" role="alert" data-testid="lost">
            {t.lost}{" "}
            <button type="button" onClick={() => void useEngine("browser")}>
              {t.useBrowser}
            </button>
          </p>
        )}
        {engineFault.value && (
          <p class="fault" role="alert">
            {engineFault.value}
          </p>
        )}
        {wantsToken.value && <TokenForm />}
        <Guard key={part}>
          {part === "analyse" && <Analyse />}
          {part === "play" && <Play />}
          {part === "explain" && <Explain />}
          {part === "train" && <Train />}
          {part === "learn" && <Learn id={rest} />}
          {part === kApi && <Later load={() => import("./pages/api").then((loaded) => loaded.Api)} />}
        </Guard>
      </main>
      <AskDialog />
      <footer>
        {engine.value ? (engine.value.kind === "server" ? t.serverThinks : t.browserThinks) : t.starting} {t.credits}{" "}
        {hasServer.value && <a href="#/api">{words().parts.api}</a>}
      </footer>
    </>
  );
}

const root = document.getElementById("page")!;
loadRules().then(
  async () => {
    await Promise.all([startTexts(), restoreAnalysis(), loadRecent()]);
    readRoute();
    followAddress();
    addEventListener("hashchange", readRoute);
    restoreGame();
    addEventListener("focus", () => void refreshModels()); // they may have been swapped meanwhile
    root.textContent = "";
    render(<Page />, root);
    startOffline();
    void startEngine();
  },
  (error: unknown) => {
    root.textContent = words().page.cantStart(messageOf(error));
  },
);
