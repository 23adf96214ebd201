// The words of the page, in the language of the reader. English is part of the page, others are fetched.
//
// Every text is in english.ts; a language is a table of the same shape, so that the compiler finds what is missing.

import { effect, signal } from "@preact/signals";
import { remembered } from "../ui/remember";
import { english } from "./english";

export type Texts = typeof english;
export type Language = "en" | "de";

export const kLanguages: [language: Language, name: string][] = [
  ["en", "English"],
  ["de", "Deutsch"],
];

const preferred = (): Language => (globalThis.navigator?.language?.toLowerCase().startsWith("de") ? "de" : "en");

export const language = remembered<Language>("language", preferred());
const current = signal<Texts>(english);

// The table in use. Reading it in a component draws the component again when the language changes.
export const words = (): Texts => current.value;

const fetchers: Record<Language, () => Promise<Texts>> = {
  en: () => Promise.resolve(english),
  de: () => import("./german").then((loaded) => loaded.german),
};

// Resolves when the texts of the chosen language are there, or can't be had.
export async function startTexts(): Promise<void> {
  const use = async (wanted: Language): Promise<void> => {
    const found = await (fetchers[wanted] ?? fetchers.en)().catch(() => undefined);
    if (wanted !== language.value) return;
    current.value = found ?? english;
    document.documentElement.lang = found ? wanted : "en";
  };
  let first: Promise<void> | undefined;
  effect(() => {
    const done = use(language.value);
    first ??= done;
  });
  await first;
}
