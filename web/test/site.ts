// A static site as anyone could host it: dist/ (or the build in the folder PAGE_DIST, below web/), and the default
// network next to it. With a handler, an API before it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

const kTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".net": "application/octet-stream",
};

// What `tabia serve` sends with the page (src/service/page.h).
export const kServiceHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface Site {
  url: string;
  server: Server;
  close(): Promise<void>;
}

// `root` is the folder web/.
export async function serveSite(
  root: string,
  handler: Handler = () => false,
  headers: Record<string, string> = {},
): Promise<Site> {
  const server = createServer((request, response) => {
    void (async () => {
      if (await handler(request, response)) return;
      const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
      const besides: Record<string, string> = {
        "/assets/default.net": "../nets/default.net",
        "/assets/openings.table": "../src/games/openings.table",
      };
      const file = besides[path]
        ? join(root, besides[path])
        : join(root, process.env.PAGE_DIST ?? "dist", path === "/" ? "index.html" : path);
      try {
        const body = await readFile(file);
        response.writeHead(200, {
          "Content-Type": kTypes[extname(file)] ?? "application/octet-stream",
          // Names with a hash; `tabia serve` and good hosts say so.
          ...(/^\/assets\/.*-.{8}\.\w+$/.test(path) ? { "Cache-Control": "public, max-age=31536000, immutable" } : {}),
          ...headers,
        });
        response.end(body);
      } catch {
        response.writeHead(404, { "Content-Type": "text/plain" });
        response.end("not found");
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

// The API of a real server, before the page of this build.
export const proxyTo =
  (url: string): Handler =>
  async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://x");
    if (!/^\/(models|lookup|games|analyze|play|explain|runs|openapi|healthz)/.test(pathname)) return false;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers: Record<string, string> = {};
    for (const name of ["content-type", "accept", "authorization"] as const)
      if (request.headers[name]) headers[name] = request.headers[name];
    const abort = new AbortController();
    response.on("close", () => abort.abort());
    try {
      const answer = await fetch(`${url}${pathname}${search}`, {
        method: request.method ?? "GET",
        headers,
        signal: abort.signal,
        ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
      });
      response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "" });
      if (answer.body) for await (const piece of Readable.fromWeb(answer.body as ReadableStream)) response.write(piece);
      response.end();
    } catch {
      response.destroy();
    }
    return true;
  };
