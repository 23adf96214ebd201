// The engine that the page uses, and the choice between the two.

import { batch, signal } from "@preact/signals";
import type { Explanation, Model } from "../core/messages";
import { rules } from "../core/rules";
import { isLost } from "./api";
import { BrowserEngine, fetchAhead } from "./browser";
import { messageOf, type Engine } from "./engine";
import { ServerEngine } from "./server";
import { words } from "../text/text";

export const engine = signal<Engine | undefined>(undefined);
export const models = signal<Model[]>([]);
export const hasServer = signal(false);
export const engineFault = signal("");

let server: ServerEngine | undefined;
let browser: Promise<BrowserEngine> | undefined;

// Made when it is first needed: the network is some six megabytes.
export function browserEngine(): Promise<BrowserEngine> {
  browser ??= BrowserEngine.create();
  return browser;
}

export async function useEngine(kind: "server" | "browser"): Promise<void> {
  try {
    const next = kind === "server" && server ? server : await browserEngine();
    if (next instanceof BrowserEngine) await next.ensureNetwork();
    const known = await next.models();
    // Together: nobody asks one engine for a network of the other.
    batch(() => {
      engine.value = next;
      models.value = known;
    });
    engineFault.value =
      models.value.length > 0 ? "" : isLost.value ? words().engine.lostClassical : words().engine.noNetwork;
    if (next === server) fetchWhenIdle();
  } catch (error) {
    engineFault.value = words().engine.cantStart(messageOf(error));
  }
}

// So that this browser can take over when the server goes. Not where people pay for what they fetch.
function fetchWhenIdle(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  setTimeout(() => void fetchAhead().catch(() => undefined), kIdleMs);
}
const kIdleMs = 4000;

// The name if the engine has a network of that name, else nothing: the default will do.
export const knownModel = (name: string): string => (models.value.some((model) => model.name === name) ? name : "");

export async function refreshModels(): Promise<void> {
  if (engine.value) models.value = await engine.value.models();
}

export async function startEngine(): Promise<void> {
  server = await ServerEngine.detect();
  hasServer.value = server !== undefined;
  await useEngine(server ? "server" : "browser");
}

// ---- several evaluations side by side ----

export const kClassical = "classical";
// Networks that the user has opened in this page, by name.
export const opened = signal<string[]>([]);

const isHere = (model: string): boolean => model === kClassical || opened.value.includes(model);

// By a network of the engine, one that was opened here, or the classical terms.
export function explainBy(model: string, fen: string): Promise<Explanation> {
  if (isHere(model)) return Promise.resolve().then(() => rules().call("explain", { fen, model }));
  return engine.value!.explain({ fen, model });
}

// The error says why the file is no network.
export async function openNetwork(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const taken = new Set([kClassical, ...models.value.map((model) => model.name)]);
  let name = file.name.replace(/\.(net|nnue|txt)$/, "");
  if (taken.has(name) && !opened.value.includes(name)) name = file.name;
  if (engine.value instanceof BrowserEngine) engine.value.addNetwork(name, bytes);
  else rules().addNetwork(name, bytes);
  if (!opened.value.includes(name)) opened.value = [...opened.value, name];
  await refreshModels();
  return name;
}
