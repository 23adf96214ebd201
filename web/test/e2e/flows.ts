// What people do on three pages, in any setting: analyze a position, play some moves, explain a position.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { core } from "../unit/core";
import { answerAtOnce, clickMove, dragPiece, sans, shot, visit, waitFor } from "./page";

export const depthOf = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-testid=depth]").allTextContents())[0] ?? 0);

export async function analysesAPosition(url: string, name: string, options: BrowserContextOptions = {}): Promise<void> {
  const { page, faults, close } = await visit(url, { ...options, isPatient: true });
  await page.fill("#fen", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
  await page.click("text=Load FEN");
  await waitFor(
    "mate in one",
    () => page.locator(".verdict .big").textContent(),
    (text) => text === "#1",
  );
  await page.locator(".lines button.move", { hasText: "Qxf7#" }).first().click();
  assert.deepEqual(await sans(page), ["Qxf7#"]);
  await waitFor(
    "checkmate",
    () => page.locator(".verdict .big").textContent(),
    (text) => text === "Checkmate",
  );

  await page.click("text=New");
  await waitFor(
    "depth of the start",
    () => depthOf(page),
    (depth) => depth >= 6,
  );
  await waitFor(
    "three lines",
    () => page.locator(".lines li").count(),
    (count) => count === 3,
  );
  // Into the line, three moves deep.
  await page.locator(".lines li").first().locator("button.move").nth(2).click();
  assert.equal((await sans(page)).length, 3);
  assert.match((await page.locator(".opening").first().textContent())!, /^[A-E]\d\d /);
  await waitFor(
    "depth after three moves",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  await shot(page, name);
  assert.deepEqual(faults, []);
  await close();
}

export async function playsFiveMoves(url: string, name: string, options: BrowserContextOptions = {}): Promise<void> {
  const { page, faults, close } = await visit(`${url}#/play`, options);
  // So long that nobody loses on time, however busy the machine is.
  await page.locator("select").filter({ hasText: "No clock" }).selectOption("1800+20");
  await page.locator("input[type=range]").fill("1200");
  await answerAtOnce(page);
  await page.locator("button.primary:enabled").click();
  for (let move = 1; move <= 5; move++) {
    const moves = await sans(page);
    const { legal } = core.call("position", { moves });
    // Something quiet, no captures and no checks, but not the worst of it: the game lasts, whatever Tabia plays.
    const quiet = legal.filter(({ san }) => /^[a-h][34]$|^N[a-h][36]$/.test(san)).map((each) => each.uci);
    const uci = core.call("analyze", { moves, nodes: 5000, ...(quiet.length ? { searchmoves: quiet } : {}) }).bestmove!;
    await clickMove(page, uci.slice(0, 2), uci.slice(2, 4));
    await waitFor(
      `the answer to move ${move}`,
      () => sans(page),
      (list) => list.length === 2 * move,
    );
  }
  const clocks = await page.locator(".clock").allTextContents();
  assert.equal(clocks.length, 2);
  for (const text of clocks) assert.match(text, /^\d+:\d\d/);
  core.call("line", { moves: await sans(page) }); // all of it is legal

  await page.click("text=Take back");
  await waitFor(
    "two moves less",
    () => sans(page),
    (list) => list.length === 8,
  );
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save PGN")]);
  const game = core.call("pgn_read", { text: readFileSync((await saved.path())!, "utf8") }).games[0]!;
  assert.equal(game.error, undefined);
  assert.equal(game.error === undefined && game.line.moves.length, 8);
  assert.match(game.error === undefined ? game.tags.Black! : "", /Tabia/);
  await shot(page, name);
  await page.click("text=Resign");
  await waitFor(
    "outcome",
    () => page.locator(".outcome").textContent(),
    (text) => /Tabia wins/.test(text ?? ""),
  );
  assert.deepEqual(faults, []);
  await close();
}

export async function explainsAPosition(url: string, name: string, options: BrowserContextOptions = {}): Promise<void> {
  const { page, faults, close } = await visit(`${url}#/explain`, options);
  const score = (): Promise<string | null> => page.locator("[data-testid=explain-score]").textContent();
  const first = await waitFor("a score", score, (text) => text !== "…" && text !== null);
  const pieces = await page.locator(".board .stands").count();
  assert.equal(await page.locator(".board .note").count(), pieces - 2); // all but the kings
  assert.equal(await page.locator(".board .heat").count(), pieces - 2);
  await shot(page, name);
  // The queen to a bad square.
  await dragPiece(page, "d1", "h5");
  await waitFor("another score", score, (text) => text !== first && text !== "…");
  await page.waitForSelector(".change");
  await page.click("text=Put back");
  await waitFor("the first score", score, (text) => text === first);
  // A network from a file, beside the first: the same network says the same.
  await page.locator("input[type=file]").setInputFiles({
    name: "mine.net",
    mimeType: "application/octet-stream",
    buffer: readFileSync("../nets/default.net"),
  });
  await waitFor(
    "the network's column",
    () => page.locator("thead th").allTextContents(),
    (heads) => heads[2] === "mine",
  );
  const total = await page.locator("tr.total td").allTextContents();
  assert.equal(total[0], total[1]);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "bad.net", mimeType: "application/octet-stream", buffer: Buffer.from("nothing") });
  await page.waitForSelector(".fault");
  assert.deepEqual(faults, []);
  await close();
}
