import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { learnPages } from "./scripts/learn";
import { offline } from "./scripts/offline";

// The default network is no part of the bundle: `tabia serve` has it, a static site gets a copy (web/static-site), and
// while working on the page it comes from nets/.
const network: Plugin = {
  name: "tabia-network",
  configureServer(server) {
    server.middlewares.use("/assets/default.net", (_request, response) => {
      createReadStream(fileURLToPath(new URL("../nets/default.net", import.meta.url))).pipe(response);
    });
  },
};

export default defineConfig({
  base: "./", // works under any path
  publicDir: false,
  plugins: [learnPages(), network, offline()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0, // the content policy allows no data: URLs
    modulePreload: false,
    reportCompressedSize: false,
    cssCodeSplit: false,
    // Reading a signal subscribes to it, even if its value is not used.
    rollupOptions: { treeshake: { propertyReadSideEffects: "always" } },
  },
  // In development the API comes from a running `tabia serve`.
  server: {
    proxy: Object.fromEntries(
      ["/models", "/analyze", "/evaluate", "/explain", "/play", "/runs"].map((path) => [
        path,
        process.env.TABIA_URL ?? "http://127.0.0.1:8080",
      ]),
    ),
  },
});
