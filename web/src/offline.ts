// The service worker: keeps the page and the engine, so that both are there without a connection.
//
// scripts/offline.ts compiles it and puts the list of files in. Files with a hash in their name come from the cache,
// the page itself from the site if that answers soon. What the API says is never kept. A new version waits until no tab
// uses the old one, whose files stay until then.

declare const kFiles: string[]; // all files of the bundle, relative to the page
declare const kVersion: string; // changes with any of them

export {};
const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const kCache = `tabia-${kVersion}`;
const kNetworks = "tabia-networks"; // outlives versions: network and openings
const kPatienceMs = 4000; // with a site that doesn't answer

const home = (): string => new URL("./", worker.location.href).href;
const files = new Set(kFiles.map((file) => new URL(file, home()).href));

// With these headers a page is cross-origin isolated: its workers may share memory, and the engine may have several. A
// host that can't set them (GitHub's pages, for example) isn't needed for that after the first visit.
function isolated(response: Response): Response {
  if (response.type === "opaque" || response.type === "opaqueredirect" || !response.body) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(kCache).then((cache) => cache.addAll([home(), ...files])));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("tabia-") && name !== kCache && name !== kNetworks) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

// The page names what it needs besides the bundle: the network of the engine.
worker.addEventListener("message", (event) => {
  const { keep } = event.data as { keep?: string };
  if (keep === undefined) return;
  const url = new URL(keep, home()).href;
  event.waitUntil(caches.open(kNetworks).then((cache) => fromSite(new Request(url), cache).catch(() => undefined)));
});

async function fromSite(request: Request, cache: Cache): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

// From the site if it answers in time, else what is kept.
async function newest(request: Request, cacheName: string, key: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(key);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok && cacheName === kNetworks) await cache.put(key, response.clone());
    return response;
  });
  if (!kept) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept.clone()), kPatienceMs));
  return Promise.race([fresh.catch(() => kept), late]);
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = request.url.replace(/[?#].*$/, "");
  if (request.mode === "navigate") {
    if (url === home() || url === `${home()}index.html`)
      event.respondWith(newest(request, kCache, home()).then(isolated));
  } else if (files.has(url)) {
    event.respondWith(caches.match(url).then(async (kept) => isolated(kept ?? (await fetch(request)))));
  } else if (/\/assets\/(default\.net|openings\.table)$/.test(url)) {
    event.respondWith(newest(request, kNetworks, url));
  }
});
