// A PGN file becomes part of the database of a real `tabia serve`: chosen or dropped, large, with and without a token.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page, Response } from "playwright-core";
import { kServiceHeaders, proxyTo, serveSite, type Site } from "../site";
import { axeFaults, kPhone, kScreens, launch, quit, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { canServe, serveRuns, type Service } from "./tabia";

const binary = process.env.TABIA_BINARY ?? "";
const kToken = "0123456789abcdef";
const game = (white: string, moves: string): string =>
  `[White "${white}"]\n[Black "B"]\n[Date "2024.01.01"]\n\n${moves}\n\n`;

let skip: string | false = canServe(binary) ? false : "no tabia that can serve";
let folder = "";
const services: Service[] = [];
const sites: Site[] = [];

before(async () => {
  await launch();
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "tabia-import-"));
  writeFileSync(join(folder, "first.pgn"), game("First", "1. e4 e5 1-0"));
  writeFileSync(join(folder, "token"), kToken);
});
after(async () => {
  await quit();
  for (const site of sites) await site.close();
  for (const service of services) service.close();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

// A server with a database of one game, and the page before it. Nothing if it was built without SQLite.
async function serve(name: string, options: string[] = []): Promise<string | undefined> {
  const database = join(folder, `${name}.sqlite`);
  try {
    execFileSync(binary, ["games", "import", join(folder, "first.pgn"), "--db", database], { stdio: "pipe" });
  } catch (error) {
    skip = String(error);
    assert.match(skip, /SQLite/);
    return undefined;
  }
  const service = await serveRuns(binary, folder, ["--games", database, ...options]);
  services.push(service);
  const site = await serveSite(".", proxyTo(service.url), kServiceHeaders);
  sites.push(site);
  return site.url;
}

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel("PGN file for the database")
    .setInputFiles({ name, mimeType: "application/x-chess-pgn", buffer: Buffer.from(text) });
const outcome = (page: Page): Promise<string | null> => page.locator("[data-testid=imported]").textContent();
const size = (page: Page, text: string): Promise<string | null> =>
  waitFor(
    `a database of ${text}`,
    () => page.locator("[data-testid=database-size]").textContent(),
    (shown) => shown === text,
  );

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`import: a PGN file is chosen, its games are counted and found (${name})`, async (t) => {
    const url = skip ? undefined : await serve(`chosen-${name}`);
    if (!url) return t.skip(String(skip));
    const { page, faults, close } = await visit(url, { ...options, thinks: false });
    await size(page, "1 game");
    const text = game("Second", "1. d4 d5 1/2-1/2") + game("First", "1. e4 e5 1-0") + game("Bad", "1. e4 e4 *");
    await choose(page, "my.pgn", text);
    assert.equal(await outcome(page), "1 game added, 1 known already, 1 unreadable.");
    await size(page, "2 games");
    // The explorer knows them without another visit.
    await page.locator("[data-testid=own-moves] button", { hasText: "d4" }).waitFor();
    await page.locator("[data-testid=import] summary").click();
    assert.match((await page.locator("[data-testid=import] li").textContent())!, /e4/);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await axeFaults(page), []);
    await shot(page, `import-${name}`, true);
    // What isn't PGN changes nothing.
    await choose(page, "picture.pgn", "\u0000\u0001nothing");
    await waitFor(
      "the outcome",
      () => outcome(page),
      (shown) => shown === "0 games added, 0 known already, 1 unreadable.",
    );
    await choose(page, "empty.pgn", "\n");
    await page.locator("[data-testid=import] [role=alert]", { hasText: "no game" }).waitFor();
    await choose(page, "packed.pgn", "PK\u0003\u0004");
    await page.waitForSelector("text=The file is compressed");
    await size(page, "2 games");
    assert.deepEqual(
      faults.filter((fault) => !/422/.test(fault)),
      [],
    );
    await close();
  });

for (const [name, options] of kScreens)
  test(`import: a large file is dropped and sent in parts; it can be stopped, and the rest follows later (${name})`, async (t) => {
    const url = skip ? undefined : await serve(`large-${name}`);
    if (!url) return t.skip(String(skip));
    const { page, faults, close } = await visit(url, { ...options, thinks: false });
    await size(page, "1 game");
    // Some 17 MB in 9000 games; every game is another, by its comment's length too, so that parts end anywhere. One of
    // them, far behind the first part, is no game.
    const games = 9000;
    const drop = (): Promise<void> =>
      page.evaluate((many) => {
        let text = "";
        for (let index = 0; index < many; index++)
          text += `[White "W${index}"]\r\n[Black "B"]\r\n\r\n1. e4 {${"x".repeat(1800 + (index % 200))}} ${index === 8000 ? "e4" : "e5"} 1-0\r\n\r\n`;
        const data = new DataTransfer();
        data.items.add(new File([text], "large.pgn"));
        const zone = document.querySelector("[data-testid=import]")!;
        for (const kind of ["dragover", "drop"])
          zone.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }, games);
    const isImport = (response: Response): boolean => new URL(response.url()).pathname.endsWith("/games");
    let parts = 0;
    page.on("response", (response) => {
      if (response.request().method() === "POST" && isImport(response)) parts++;
    });
    // Stopped after the first part: the second isn't let through.
    let isHeld = true;
    let began = 0;
    await page.route("**/games*", async (route) => {
      if (route.request().method() === "POST" && isHeld && began++ > 0) return;
      await route.fallback();
    });
    const first = page.waitForResponse((response) => isImport(response));
    await drop();
    await page.locator("[data-testid=import] progress").waitFor();
    await first;
    await page.locator("[data-testid=import] [role=status]", { hasText: /%, [1-9]/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    const stopped = /^([\d.]+)( k)? games? added/.exec((await outcome(page))!)!;
    assert.ok(Number(stopped[1]) > 0);
    isHeld = false;
    // The same file again: what is there already is skipped.
    parts = 0;
    await drop();
    await waitFor(
      "the end",
      () => page.locator("[data-testid=import] progress").count(),
      (count) => count === 0,
    );
    await waitFor(
      "at least four parts",
      () => Promise.resolve(parts),
      (count) => count >= 4,
    );
    await size(page, "9000 games");
    assert.match((await outcome(page))!, /, 1 unreadable\.$/);
    // Named by its line in the file, not in a part of it.
    await page.locator("[data-testid=import] summary", { hasText: "What is wrong" }).click();
    await page.locator("[data-testid=import]", { hasText: `line ${8000 * 5 + 4}` }).waitFor();
    // Nothing was lost at the seams.
    await waitFor(
      "all games",
      () => page.locator("[data-testid=games-here]").textContent(),
      (text) => text === "9000",
    );
    assert.deepEqual(faults, []);
    await close();
  });

test("import: a server with a token wants it, and a wrong one is said to be wrong", async (t) => {
  const url = skip ? undefined : await serve("token", ["--token-file", join(folder, "token")]);
  if (!url) return t.skip(String(skip));
  const { page, faults, close } = await visit(url, { thinks: false });
  await size(page, "1 game");
  await choose(page, "my.pgn", game("Second", "1. d4 d5 1/2-1/2"));
  const zone = page.locator("[data-testid=import]");
  await zone.locator("[role=alert]", { hasText: "token" }).waitFor();
  await zone.getByLabel("token").fill("wrong");
  await zone.getByRole("button", { name: "Try again" }).click();
  await zone.locator("[role=alert]", { hasText: "token" }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await zone.getByLabel("token").fill(kToken);
  await zone.getByRole("button", { name: "Try again" }).click();
  assert.equal(await outcome(page), "1 game added, 0 known already, 0 unreadable.");
  await size(page, "2 games");
  assert.deepEqual(
    faults.filter((fault) => !/401/.test(fault)),
    [],
  );
  await close();
});

test("import: a server that listens to other machines without a token offers none", async (t) => {
  const url = skip ? undefined : await serve("open", ["--host", "0.0.0.0"]);
  if (!url) return t.skip(String(skip));
  const { page, close } = await visit(url, { thinks: false });
  await size(page, "1 game");
  assert.equal(await page.locator("[data-testid=import]").count(), 0);
  await close();
});
