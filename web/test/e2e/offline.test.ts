// The page as an installed program: without a connection after the first visit.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, serveSite, type Handler, type Site } from "../site";
import { makeStub } from "../stub";
import { canServe, serveRuns } from "./tabia";
import { clickMove, kPhone, launch, quit, sans, shot, visit, waitFor } from "./page";

before(launch);
after(quit);

const depthOf = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-testid=depth]").allTextContents())[0] ?? 0);

// Everything that the page keeps is there.
const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return (await caches.match("assets/default.net")) !== undefined;
  });

async function worksOffline(site: Site, options: object, name: string): Promise<void> {
  const { page, close } = await visit(site.url, { serviceWorkers: "allow", isPatient: true, ...options });
  await waitFor(
    "a search",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  await waitFor(
    "everything is kept",
    () => isKept(page),
    (kept) => kept,
  );
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector(".movelist");
  await clickMove(page, "e2", "e4");
  assert.deepEqual(await sans(page), ["e4"]);
  await waitFor(
    "a search without a connection",
    () => depthOf(page),
    (depth) => depth >= 5,
  );
  // With the network, not with the classical evaluation.
  await waitFor(
    "who thinks",
    () => page.locator("footer").textContent(),
    (text) => /this browser/.test(text ?? ""),
  );
  assert.equal(await page.locator("main > .fault", { hasText: "classical" }).count(), 0);
  // All parts, those included that are fetched when they are first looked at.
  await page.goto(`${site.url}#/learn/05-backpropagation`);
  await page.waitForSelector(".prose h1");
  await page.goto(`${site.url}#/explain`);
  await waitFor(
    "an explanation",
    () => page.locator("[data-testid=explain-score]").textContent(),
    (text) => text !== "…" && text !== null,
  );
  await shot(page, `offline-${name}`);
  // And again with one.
  await page.context().setOffline(false);
  await page.goto(`${site.url}#/analyse`);
  await page.reload();
  await waitFor(
    "a search",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  await close();
}

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const) {
  test(`offline: a static site is loaded once and works without a connection (${name})`, async () => {
    const site = await serveSite(".");
    await worksOffline(site, options, name);
    await site.close();
  });
}

test("offline: a page of tabia serve goes on in this browser when the connection is gone", async () => {
  const stub = await makeStub(".");
  const site = await serveSite(".", stub.handler, kServiceHeaders);
  await worksOffline(site, {}, "server");
  await site.close();
});

const binary = process.env.TABIA_BINARY ?? "";
test(
  "offline: the page inside of the program outlives its server",
  { skip: canServe(binary) ? false : "no tabia that can serve" },
  async () => {
    const runs = mkdtempSync(join(tmpdir(), "tabia-runs-"));
    const service = await serveRuns(binary, runs);
    const { page, close } = await visit(`${service.url}/`, { serviceWorkers: "allow", isPatient: true });
    await waitFor(
      "everything is kept",
      () => isKept(page),
      (kept) => kept,
    );
    service.close();
    await waitFor(
      "the server is gone",
      () =>
        fetch(service.url).then(
          () => true,
          () => false,
        ),
      (there) => !there,
    );
    await page.reload();
    await page.waitForSelector(".movelist");
    await waitFor(
      "a search in this browser",
      () => depthOf(page),
      (depth) => depth >= 5,
    );
    assert.match((await page.locator("footer").textContent())!, /this browser/);
    await close();
    rmSync(runs, { recursive: true, force: true });
  },
);

test("offline: a new version is used when it is there; what the API says is never kept", async () => {
  let title = "first";
  let models = 0;
  const stub = await makeStub(".");
  const handler: Handler = async (request, response) => {
    if (request.url === "/models") models++;
    if (request.url === "/version") {
      response.end(title);
      return true;
    }
    return stub.handler(request, response);
  };
  const site = await serveSite(".", handler, kServiceHeaders);
  const { page, close } = await visit(site.url, { serviceWorkers: "allow" });
  await waitFor(
    "everything is kept",
    () => isKept(page),
    (kept) => kept,
  );
  await page.reload();
  await page.waitForSelector(".movelist");
  const before = models;
  const version = (): Promise<string> => page.evaluate(() => fetch("version").then((response) => response.text()));
  assert.equal(await version(), "first");
  title = "second";
  assert.equal(await version(), "second");
  await page.reload();
  await page.waitForSelector(".movelist");
  await waitFor(
    "models are asked for again",
    () => Promise.resolve(models),
    (count) => count > before,
  );
  await close();
  await site.close();
});

test("installable: the manifest is valid, its icons exist, and the browser agrees", async () => {
  const site = await serveSite(".");
  const { page, close } = await visit(site.url, { serviceWorkers: "allow" });
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await fetch(new URL(address!, site.url))).json()) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  assert.equal(manifest.name, "Tabia");
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, icon.src);
    assert.equal(size, icon.sizes);
  }
  const chrome = await page.context().newCDPSession(page);
  const { installabilityErrors } = (await chrome.send("Page.getInstallabilityErrors")) as {
    installabilityErrors: { errorId: string }[];
  };
  assert.deepEqual(
    installabilityErrors.map((error) => error.errorId).filter((id) => id !== "in-incognito"),
    [],
  );
  await close();
  await site.close();
});
