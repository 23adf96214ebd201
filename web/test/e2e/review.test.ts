// The review of a game: errors are marked, nothing else is, and what the author has said stays.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, serveSite, type Site } from "../site";
import { makeStub, type Stub } from "../stub";
import { kScreens, launch, quit, sans, shot, visit, waitFor } from "./page";

const kGame = `[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 (3... exd4 4. Nxd4 Nf6) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;
let site: Site;
let served: Site;
let stub: Stub;

before(async () => {
  site = await serveSite(".");
  stub = await makeStub(".");
  served = await serveSite(".", stub.handler, kServiceHeaders);
  await launch();
});
after(async () => {
  await quit();
  await site.close();
  await served.close();
});

const marked = (page: Page, san: string, glyph: string): Promise<number> =>
  page
    .locator(".movelist button.move")
    .filter({ hasText: new RegExp(`^${san.replace(/\+/g, "\\+")}${glyph}$`) })
    .count();

test("a loaded game is reviewed: graph, blunders marked, variations kept; FEN faults are explained", async () => {
  const { page, faults, close } = await visit(site.url, { thinks: false });
  await page.fill("#pgn", kGame);
  await page.click("text=Load PGN");
  assert.equal((await sans(page)).length, 36);
  await page.locator("button:enabled", { hasText: "Review the game" }).click();
  await waitFor(
    "the review",
    () => page.locator(".graph figcaption").allTextContents(),
    (texts) => texts.length > 0,
  );
  await waitFor(
    "its end",
    () => page.locator("button", { hasText: "Review the game" }).count(),
    (count) => count === 1,
  );
  // Black lost this in 17 moves: there are errors, and White's mate is at the end of the graph.
  assert.ok((await page.locator(".graph-marks button:not(.plain)").count()) >= 2);
  assert.ok((await sans(page)).some((san) => san.endsWith("?!")));
  await page.locator(".graph-marks button:not(.plain)").last().click();
  await waitFor(
    "where the mark led",
    () => page.locator(".movelist [aria-current]").count(),
    (count) => count === 1,
  );
  await shot(page, "review", true);
  await page.fill("#pgn", "1. f3 e5 2. g4 Qh4# 0-1");
  await page.click("text=Load PGN");
  await page.locator("button:enabled", { hasText: "Review the game" }).click();
  await waitFor(
    "the blunder",
    () => page.locator(".movelist .blunder").allTextContents(),
    (texts) => texts.join() === "g4??",
  );

  await page.fill("#fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1");
  await page.click("text=Load FEN");
  assert.match((await page.locator(".fault").textContent())!, /king/i);
  assert.deepEqual(faults, []);
  await close();
});

test("review: the engine's own move is no mistake, the author's marks stay, and a second review changes nothing", async () => {
  const game = `[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4?! 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5! cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7! Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0
`;
  const { page, faults, close } = await visit(site.url, { thinks: false });
  await page.fill("#pgn", game);
  await page.click("text=Load PGN");
  const review = async (): Promise<string[]> => {
    await page.locator("button:enabled", { hasText: "Review the game" }).click();
    await waitFor(
      "the end of the review",
      () => page.locator("button:enabled", { hasText: "Review the game" }).count(),
      (count) => count === 1,
    );
    return sans(page);
  };
  const first = await review();
  assert.equal(await page.locator(".graph").count(), 1);
  assert.equal(await marked(page, "Bxd7+", ""), 1, first.join(" "));
  assert.equal(await marked(page, "Qb8+", "!!"), 1, first.join(" "));
  assert.equal(await marked(page, "Nxb5", "!"), 1);
  assert.equal(await marked(page, "Bg4", "\\?!"), 1);
  assert.match((await page.locator(".graph figcaption").textContent())!, /White accuracy \d+\.\d%.*Black accuracy/);
  await shot(page, "review-marks", true);
  assert.deepEqual(
    (await review()).map((san) => san.replace(/[!?]+$/, "")),
    first.map((san) => san.replace(/[!?]+$/, "")),
  );
  await page.click("text=Undo");
  await page.click("text=Undo");
  assert.equal(await page.locator(".graph").count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

for (const [screen, options] of kScreens)
  test(`review: what looks like a blunder is none if ten times the nodes would play it; otherwise two such searches agree (${screen})`, async () => {
    const { page, faults, close } = await visit(served.url, { ...options, thinks: false });
    interface Asked {
      moves: string[];
      nodes?: number;
      searchmoves?: string[];
    }
    const checks: Asked[] = [];
    let believes = false; // that Ke7 is best
    await page.route("**/analyze", async (route) => {
      const asked = route.request().postDataJSON() as Asked;
      if (asked.nodes !== 400_000) return route.fallback();
      checks.push(asked);
      if (!believes || asked.moves.length !== 3) return route.fallback();
      const line = { multipv: 1, depth: 20, seldepth: 20, cp: 0, wdl: [0, 1000, 0], pv: ["e8e7"], san: ["Ke7"] };
      const found = { fen: "", network: "", depth: 20, seldepth: 20, nodes: 1, time_ms: 1, nps: 1, hashfull: 0 };
      return route.fulfill({
        contentType: "text/event-stream",
        body: `event: done\ndata: ${JSON.stringify({ ...found, lines: [line] })}\n\n`,
      });
    });
    const review = async (): Promise<string[]> => {
      checks.length = 0;
      await page.fill("#pgn", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0");
      await page.click("text=Load PGN");
      await page.locator("button:enabled", { hasText: "Review the game" }).click();
      await page.locator(".graph").waitFor();
      return sans(page);
    };
    assert.ok((await review()).includes("Ke7??"));
    const ofKing = (): Asked[] => checks.filter(({ moves }) => moves.length === 3);
    assert.deepEqual(
      ofKing().map(({ searchmoves }) => searchmoves),
      [undefined, ["e8e7"]],
    );
    // The line that was better, the counts of each kind, and the graph that leads to the move.
    assert.match((await page.locator(".comment.better").last().textContent())!, /^better [A-Za-z][\w+=#-]+( |$)/);
    const [white, black] = await page.locator(".graph figcaption span").allTextContents();
    assert.match(white!, /^White accuracy \d+\.\d%, 0 blunders, \d mistakes?, \d inaccurac(y|ies)$/);
    assert.match(black!, /^Black accuracy \d+\.\d%, 1 blunder, \d mistakes?, \d inaccurac(y|ies)$/);
    await page.locator(".graph-marks button.blunder").click();
    assert.equal(await page.locator(".movelist [aria-current]").textContent(), "Ke7??");
    believes = true;
    await page.click("text=New");
    assert.ok((await review()).includes("Ke7"));
    assert.equal(ofKing().length, 1);
    assert.deepEqual(faults, []);
    await close();
  });
