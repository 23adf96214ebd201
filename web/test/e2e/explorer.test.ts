// Games of one's own and Syzygy tables beside the board: the page before a real `tabia serve`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { kServiceHeaders, proxyTo, serveSite, type Site } from "../site";
import { core as rules } from "../unit/core";
import { axeFaults, kPhone, kScreens, launch, quit, sans, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { canServe, serveRuns, type Service } from "./tabia";

const binary = process.env.TABIA_BINARY ?? "";
const tables = "../../shared/data/syzygy";
const kGames = `[White "Steinitz, Wilhelm"]
[Black "von Bardeleben, Curt"]
[Date "1895.08.17"]
[WhiteElo "2650"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0

[White "Lasker, Emanuel"]
[Black "Steinitz, Wilhelm"]
[Date "1894.03.15"]
[WhiteElo "2600"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 1/2-1/2

[White "Zukertort, Johannes"]
[Black "Steinitz, Wilhelm"]
[Date "1886.01.11"]
[Result "0-1"]

1. d4 d5 2. c4 c6 0-1
`;

let folder = "";
let service: Service | undefined;
let site: Site | undefined;
let tableless: Site | undefined;
const hasTables = existsSync(tables);
let skip: string | false = canServe(binary) ? false : "no tabia that can serve";

before(async () => {
  await launch();
  tableless = await serveSite(".", undefined, kServiceHeaders);
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "tabia-games-"));
  writeFileSync(join(folder, "my.pgn"), kGames);
  try {
    execFileSync(binary, ["games", "import", join(folder, "my.pgn"), "--db", join(folder, "games.sqlite")], {
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    skip = String(error);
    assert.match(skip, /SQLite/);
    return;
  }
  service = await serveRuns(binary, folder, [
    "--games",
    join(folder, "games.sqlite"),
    ...(hasTables ? ["--syzygy", tables] : []),
  ]);
  site = await serveSite(".", proxyTo(service.url), kServiceHeaders);
});
after(async () => {
  await quit();
  await tableless?.close();
  await site?.close();
  service?.close();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`explorer: moves, results and ratings of one's own games, by player, and the games open (${name})`, async (t) => {
    if (skip) return t.skip(skip);
    const { page, faults, close } = await visit(site!.url, { ...options, thinks: false });
    const rows = (): Promise<string[]> =>
      page
        .locator("[data-testid=own-moves] tbody tr")
        .evaluateAll((all) =>
          all.map((row) =>
            [...row.querySelectorAll("td")]
              .map((cell) => cell.querySelector("svg")?.getAttribute("aria-label") ?? cell.textContent!)
              .join("|"),
          ),
        );
    assert.match((await page.locator("[data-testid=database-size]").textContent())!, /3 games/);
    await waitFor("the moves", rows, (all) => all.length === 2);
    assert.deepEqual(await rows(), [
      "e4|2|White won 50%, drawn 50%, Black won 0%|2625",
      "d4|1|White won 0%, drawn 0%, Black won 100%|",
    ]);
    await page.locator("[data-testid=own-moves] button", { hasText: "e4" }).click();
    assert.deepEqual(await sans(page), ["e4"]);
    await waitFor("the answers", rows, (all) => all.length === 1 && all[0]!.startsWith("e5|2"));
    // One player, with one color.
    await page.getByLabel("Player").fill("steinitz, wilhelm");
    await page.keyboard.press("Enter");
    await page.getByLabel("with", { exact: true }).selectOption("black");
    await waitFor(
      "games as Black",
      () => page.locator("[data-testid=games-here]").textContent(),
      (text) => text === "1",
    );
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await axeFaults(page), []);
    await shot(page, `explorer-${name}`, true);
    await page.locator(".game-list button", { hasText: "Lasker" }).click();
    await waitFor(
      "the game",
      () => sans(page),
      (list) => list.join(" ") === "e4 e5 Nf3 Nc6 Bb5 d6",
    );
    await page.locator("[aria-label='To the end']").click();
    await page.locator(".move-input input").fill("a4");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=No game of the database has reached this position.");
    assert.deepEqual(faults, []);
    await close();
  });

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`tablebase: the result with best play, the distance, and what each move does (${name})`, async (t) => {
    if (skip) return t.skip(skip);
    if (!hasTables) return t.skip(`no Syzygy tables in ${tables}`);
    const { page, faults, close } = await visit(site!.url, { ...options, thinks: false });
    await page.fill("#fen", "8/8/8/4k3/8/4p3/4K3/8 b - - 0 1");
    await page.click("text=Load FEN");
    const verdict = (): Promise<string | null> => page.locator("[data-testid=tablebase]").textContent();
    assert.match((await verdict())!, /^Black draws with best play\.$/);
    await page.fill("#fen", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    await page.click("text=Load FEN");
    await waitFor("another verdict", verdict, (text) =>
      /^White wins with best play\. \d+ half-moves to/.test(text ?? ""),
    );
    const rows = await page.locator(".tablebase tbody tr").allTextContents();
    assert.match(rows[0]!, /wins\d+$/);
    assert.ok(
      rows.some((row) => /draws/.test(row)),
      rows.join("\n"),
    );
    await page.locator(".tablebase tbody button").first().click();
    await waitFor("Black's view", verdict, (text) => /^Black loses with best play/.test(text ?? ""));
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await axeFaults(page), []);
    await shot(page, `tablebase-${name}`, true);
    assert.deepEqual(faults, []);
    await close();
  });

// Everywhere, with answers as the service gives them.
for (const [name, options] of kScreens)
  test(`tablebase: results and distances of a server with tables (${name})`, async () => {
    const { page, faults, close } = await visit("about:blank", { ...options, thinks: false });
    const asked: string[] = [];
    await page.route("**/models", (route) =>
      route.fulfill({ json: { models: [{ name: "default", default: true }], lookup: { pieces: 5 } } }),
    );
    await page.route("**/lookup", (route) => {
      const { fen, moves } = route.request().postDataJSON() as { fen: string; moves: string[] };
      asked.push(fen);
      const after = rules.call("position", { fen, moves });
      const table = moves.length
        ? { result: "loss", dtz: -20, moves: [{ uci: "c3d4", san: "Kd4", result: "loss", dtz: 19 }] }
        : {
            result: "win",
            dtz: 21,
            moves: [
              { uci: "b1b5", san: "Qb5", result: "win", dtz: 20 },
              { uci: "b1b3", san: "Qb3+", result: "draw" },
            ],
          };
      return route.fulfill({ json: { fen: after.fen, tablebase: table } });
    });
    await page.goto(tableless!.url);
    // Too many pieces: nobody is asked.
    await page.fill("#fen", "8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
    await page.click("text=Load FEN");
    const verdict = page.locator("[data-testid=tablebase]");
    await verdict.waitFor();
    assert.deepEqual([...new Set(asked)], ["8/8/8/8/8/2k5/8/KQ6 w - - 0 1"]);
    assert.match((await verdict.textContent())!, /^White wins with best play\. 21 half-moves to/);
    const rows = await page.locator(".tablebase tbody tr").allTextContents();
    assert.deepEqual(rows, ["Qb5wins20", "Qb3+draws"]);
    await page.locator(".tablebase tbody button").first().click();
    await waitFor(
      "Black's view",
      () => verdict.textContent(),
      (text) => /^Black loses with best play\. 20 half-moves to/.test(text ?? ""),
    );
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(faults, []);
    await close();
  });

// Of a fresh page: nobody has imported anything.
async function engineGames(url: string, options: object, name: string): Promise<void> {
  const { page, faults, close } = await visit(url, { ...options, thinks: false });
  const panel = page.locator("[data-testid=engine-games]");
  const rows = (): Promise<string[]> =>
    panel
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent!.trim()).join("|")),
      );
  await waitFor("the moves", rows, (all) => all.length === 8);
  assert.match((await rows())[0]!, /^e4\|[\d.]+ k\|\|King's Pawn Game$/);
  assert.match((await panel.locator("svg").first().getAttribute("aria-label"))!, /^White won \d+%, drawn/);
  await panel.getByText("All 20 moves").click();
  assert.equal((await rows()).length, 20);
  await panel.locator("button", { hasText: "e4" }).click();
  await waitFor("the answers", rows, (all) => all.some((row) => /^c5\|.*Sicilian Defense$/.test(row)));
  await panel.locator("button", { hasText: "c5" }).click();
  // Names without what is known already.
  await waitFor("Black's answers", rows, (all) => all.some((row) => /^c3\|.*\|Alapin Variation$/.test(row)));
  await panel.locator("summary").click();
  assert.match((await panel.locator("details .hint").textContent())!, /not how often people play it/);
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await axeFaults(page), []);
  await shot(page, `openings-${name}`, true);
  await page.locator(".move-input input").fill("h4");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=The table of engine games doesn't have this position.");
  assert.deepEqual(faults, []);
  await close();
}

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const) {
  test(`openings: a static page shows engine games with the names of openings (${name})`, async () => {
    const still = await serveSite(".", undefined, kServiceHeaders);
    await engineGames(still.url, options, name);
    await still.close();
  });

  test(`openings: so does a tabia serve without a database, which says how to make one (${name})`, async (t) => {
    if (skip) return t.skip(skip);
    const plain = await serveRuns(binary, folder);
    const before = await serveSite(".", proxyTo(plain.url), kServiceHeaders);
    await engineGames(before.url, options, `serve-${name}`);
    const { page, close } = await visit(before.url, { ...options, thinks: false });
    await page.locator("summary", { hasText: "Your games" }).click();
    await page.waitForSelector("text=tabia games import my.pgn");
    await close();
    await before.close();
    plain.close();
  });
}
