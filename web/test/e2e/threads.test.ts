// Several workers in the browser: where the page is cross-origin isolated, and one where it isn't.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, serveSite } from "../site";
import { axeFaults, clickMove, kPhone, launch, quit, shot, sideways, visit, waitFor } from "./page";

before(launch);
after(quit);

const depthOf = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-testid=depth]").allTextContents())[0] ?? 0);

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`threads: an isolated page offers as many as there are processors, and stops a search without ending its worker (${name})`, async (t) => {
    const site = await serveSite(".", undefined, kServiceHeaders);
    const { page, faults, close } = await visit(site.url, { ...options, isPatient: true });
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    const processors = await page.evaluate(() => navigator.hardwareConcurrency);
    if (processors < 2) return t.skip("one processor");
    await waitFor(
      "a search",
      () => depthOf(page),
      (depth) => depth >= 4,
    );
    // The one that searches, and the one that stands ready.
    const alone = await waitFor(
      "two workers",
      () => Promise.resolve(page.workers().length),
      (workers) => workers === 2,
    );
    const slider = page.getByLabel("Threads");
    assert.equal(await slider.getAttribute("max"), String(Math.min(16, processors)));
    await slider.fill("2");
    await waitFor(
      "a helper",
      () => Promise.resolve(page.workers().length),
      (workers) => workers === alone + 1,
    );
    await waitFor(
      "a deeper search",
      () => depthOf(page),
      (depth) => depth >= 8,
    );
    // The next position is searched by the same workers: none is ended, none is made.
    const workers = new Set(page.workers());
    await clickMove(page, "e2", "e4");
    await clickMove(page, "e7", "e5");
    await waitFor(
      "a search of the new position",
      () => depthOf(page),
      (depth) => depth >= 5,
    );
    assert.deepEqual(new Set(page.workers()), workers);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await axeFaults(page), []);
    await shot(page, `threads-${name}`, true);
    assert.deepEqual(faults, []);
    await close();
    await site.close();
  });

test("threads: without the headers there is one, and the page works as before", async () => {
  const site = await serveSite(".");
  const { page, faults, close } = await visit(site.url, { isPatient: true });
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await waitFor(
    "a search",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  assert.equal(await page.getByLabel("Threads").count(), 0);
  await clickMove(page, "e2", "e4");
  await waitFor(
    "a search of the new position",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  assert.deepEqual(faults, []);
  await close();
  await site.close();
});

test("threads: a host that sends no headers is isolated from the second visit on, by the service worker", async () => {
  const site = await serveSite(".");
  const { page, faults, close } = await visit(site.url, { serviceWorkers: "allow", isPatient: true });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await waitFor("the service worker", () => page.evaluate(() => navigator.serviceWorker.controller !== null), Boolean);
  await page.reload();
  await page.waitForSelector("main");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await waitFor(
    "a search",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  assert.deepEqual(faults, []);
  await close();
  await site.close();
});
