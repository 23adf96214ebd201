// What makes the page installable: a manifest, icons, and the service worker with the list of all files (src/offline.ts).

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";

const sourceOf = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

const kIcons = [192, 512].map((size) => ({ name: `icon-${size}.png`, size }));

const manifest = {
  name: "Tabia",
  short_name: "Tabia",
  description: "Analyze, play, and see what a chess network thinks and how it learns.",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#f4f2ed",
  theme_color: "#2f6f62",
  icons: kIcons.map(({ name, size }) => ({
    src: name,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: "any",
  })),
};

export function offline(): Plugin {
  return {
    name: "tabia-offline",
    apply: "build",
    enforce: "post",
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" },
      { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-192.png" }, injectTo: "head" },
      { tag: "meta", attrs: { name: "theme-color", content: manifest.theme_color }, injectTo: "head" },
    ],
    async generateBundle(_options, bundle) {
      for (const { name } of kIcons)
        this.emitFile({ type: "asset", fileName: name, source: readFileSync(sourceOf(`ui/${name}`)) });
      this.emitFile({
        type: "asset",
        fileName: "manifest.webmanifest",
        source: `${JSON.stringify(manifest, null, 1)}\n`,
      });
      const hash = createHash("sha256");
      const names = Object.keys(bundle).sort();
      for (const name of names) {
        const file = bundle[name]!;
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      const code = readFileSync(sourceOf("offline.ts"), "utf8");
      const made = await transformWithEsbuild(code, "offline.ts", {
        target: "es2022",
        minify: true,
        format: "iife",
        define: {
          kFiles: JSON.stringify(names.filter((name) => name !== "index.html")),
          kVersion: JSON.stringify(hash.digest("hex").slice(0, 16)),
        },
      });
      this.emitFile({ type: "asset", fileName: "offline.js", source: made.code });
    },
  };
}
