// The pages of docs/learn as a module, made when the page is built: the text has one source.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { escaped, toHtml } from "./markdown";

const kModule = "virtual:learn";

export interface LearnPage {
  id: string; // "05-backpropagation"; "" is the overview
  title: string;
  html: string;
}

const idOf = (file: string): string => (file === "README.md" ? "" : file.replace(/\.md$/, ""));

// `folder` ends with a slash.
export function readLearnPages(folder: string): LearnPage[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort((a, b) => (a === "README.md" ? -1 : b === "README.md" ? 1 : a < b ? -1 : 1));
  return files.map((file) => {
    const source = readFileSync(folder + file, "utf8");
    const title = /^# (.*)$/m.exec(source)?.[1] ?? file;
    const linkTo = (address: string): string | undefined => {
      if (/^[a-z]+:/.test(address) || address.startsWith("#")) return address;
      const page = /^([\w-]+\.md)(#.*)?$/.exec(address);
      if (page && files.includes(page[1]!)) return `#/learn/${idOf(page[1]!)}`;
      return undefined; // a file of the project: its name says enough
    };
    // Drawings are SVG; in the page they have no address, and take their colors from it.
    const figure = (address: string, label: string): string =>
      readFileSync(folder + address, "utf8")
        .replace(/<style>[\s\S]*?<\/style>/, "")
        .replace(/<svg /, `<svg class="drawing" role="img" aria-label="${escaped(label)}" `)
        .trim();
    return { id: idOf(file), title, html: toHtml(source, linkTo, figure) };
  });
}

export function learnPages(): Plugin {
  const resolved = `\0${kModule}`;
  const folder = fileURLToPath(new URL("../../docs/learn/", import.meta.url));
  return {
    name: "tabia-learn",
    resolveId: (id) => (id === kModule ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      for (const file of readdirSync(folder, { recursive: true })) this.addWatchFile(folder + String(file));
      return `export const pages = ${JSON.stringify(readLearnPages(folder))};`;
    },
  };
}
