// A static site as anyone could host it: dist/, and the default network beside it. With a handler, an API before it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const kTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".net": "application/octet-stream",
};

export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface Site {
  url: string;
  server: Server;
  close(): Promise<void>;
}

// `root` is the folder web/.
export async function serveSite(root: string, handler: Handler = () => false, port = 0): Promise<Site> {
  const server = createServer((request, response) => {
    void (async () => {
      if (await handler(request, response)) return;
      const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
      const file =
        path === "/assets/default.net" ? join(root, "../nets/default.net") : join(root, "dist", path === "/" ? "index.html" : path);
      try {
        const body = await readFile(file);
        response.writeHead(200, { "Content-Type": kTypes[extname(file)] ?? "application/octet-stream" });
        response.end(body);
      } catch {
        response.writeHead(404, { "Content-Type": "text/plain" });
        response.end("not found");
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
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
