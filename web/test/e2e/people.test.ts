// What people play: on the analysis board and in the review, before the stub and before a real `tabia serve`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, proxyTo, serveSite, type Site } from "../site";
import { axeFaults, kPhone, launch, quit, sans, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { stubbed } from "./stubbed";
import { canServe, serveRuns, type Service } from "./tabia";

const served = stubbed({ hasPeople: true });
const binary = process.env.TABIA_BINARY ?? "";
const skip: string | false = canServe(binary) ? false : "no tabia that can serve";

let folder = "";
let service: Service | undefined;
let real: Site | undefined;

before(async () => {
  await launch();
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "tabia-people-"));
  const network = join(folder, "human.net");
  execFileSync(binary, ["net", "random", "../models/human-6x64.toml", network], { stdio: "ignore" });
  service = await serveRuns(binary, folder, ["--human", network]);
  real = await serveSite(".", proxyTo(service.url), kServiceHeaders);
});
after(async () => {
  await quit();
  await real?.close();
  service?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const table = (page: Page): ReturnType<Page["locator"]> => page.locator("[data-testid=people] table");
const headers = (page: Page): Promise<string[]> => table(page).locator("thead th").allTextContents();
// The columns of the ratings, in percent; 0 for a rare move.
const columns = async (page: Page): Promise<number[][]> => {
  const rows = await table(page)
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent!)));
  return rows[0]!.slice(0, -1).map((_unused, index) => rows.map((row) => Number.parseInt(row[index]!) || 0));
};
const peoplesArrows = (page: Page): Promise<(string | undefined)[]> =>
  page.locator(".arrow.people").evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.arrow));

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`people: moves of some ratings with their probabilities, arrows, and the difficulty (${name})`, async () => {
    const { page, faults, close } = await visit(served.url, { ...options, thinks: false });
    // The queen is attacked by a knight; taking it is the only good move.
    await page.fill("#fen", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1");
    await page.click("text=Load FEN");
    const first = table(page).locator("tbody tr").first().locator("button");
    await waitFor(
      "the capture",
      () => first.textContent(),
      (san) => san === "Nxd5",
    );
    assert.deepEqual(await headers(page), ["Move", "1500", "2000", "2500", "Loses"]);
    const shares = await columns(page);
    assert.equal(shares.length, 3);
    // The stronger, the likelier.
    assert.ok(shares[0]![0]! < shares[1]![0]! && shares[1]![0]! < shares[2]![0]!, JSON.stringify(shares));
    const difficulty = (rating: number): Promise<string | null> =>
      page.locator(`[data-difficulty="${rating}"]`).textContent();
    assert.match((await difficulty(1500))!, /^(easy|moderate|hard|very hard), \d+%$/);
    assert.ok(Number.parseInt((await difficulty(1500))!.split(", ")[1]!) > 5);
    // Arrows are for one of the ratings, or nobody.
    assert.ok((await peoplesArrows(page)).includes("c3d5"));
    await page.getByLabel("Arrows for").selectOption("nobody");
    await waitFor(
      "no arrows",
      () => peoplesArrows(page),
      (all) => all.length === 0,
    );
    await page.getByLabel("Arrows for").selectOption("2500");
    await waitFor(
      "arrows again",
      () => peoplesArrows(page),
      (all) => all.includes("c3d5"),
    );
    // Other ratings, at most four.
    const ratings = page.getByRole("group", { name: "Ratings" });
    const chip = (rating: string): ReturnType<Page["locator"]> =>
      ratings.getByRole("button", { name: rating, exact: true });
    await chip("800").click();
    await waitFor(
      "four columns",
      () => headers(page),
      (all) => all.join() === "Move,800,1500,2000,2500,Loses",
    );
    assert.equal(await chip("1200").isDisabled(), true);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await axeFaults(page), []);
    await shot(page, `people-${name}`, true);
    for (const rating of ["1500", "2000", "2500"]) await chip(rating).click();
    await waitFor(
      "one column",
      () => headers(page),
      (all) => all.join() === "Move,800,Loses",
    );
    // They last, and a move of the table can be played.
    await page.reload();
    await waitFor(
      "one column again",
      () => headers(page),
      (all) => all.join() === "Move,800,Loses",
    );
    await first.click();
    assert.deepEqual(await sans(page), ["Nxd5"]);
    // Nobody has to look at it.
    await page.getByRole("switch", { name: "Show" }).click();
    assert.equal(await page.locator("[data-testid=people]").count(), 0);
    assert.equal((await peoplesArrows(page)).length, 0);
    assert.deepEqual(faults, []);
    await close();
  });

test("people: the review says which mistakes are typical of a rating", async () => {
  const { page, faults, close } = await visit(served.url, { thinks: false });
  await page.fill("#pgn", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0");
  await page.click("text=Load PGN");
  await page.click("text=Review the game");
  await waitFor(
    "the review",
    () => page.locator("figure.graph figcaption").count(),
    (count) => count === 1,
  );
  const remarks = await page.locator(".comment.typical").allTextContents();
  assert.ok(remarks.length > 0);
  for (const remark of remarks)
    assert.match(
      remark,
      /^(typical up to \d+|not typical) \(1500: (\d+%|rare), 2000: (\d+%|rare), 2500: (\d+%|rare)\)$/,
    );
  // Ke7 allows mate: nobody plays it who looks ahead like the engine.
  assert.match(remarks.at(-1)!, /^not typical/);
  assert.match((await page.locator("figcaption span").last().textContent())!, /0 typical of 1500, 0 typical of 2000/);
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual(faults, []);
  await close();
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`people: a real server with a human network tells them too (${name})`, async (t) => {
    if (skip) return t.skip(skip);
    const { page, faults, close } = await visit(real!.url, options);
    await waitFor(
      "the table",
      () => table(page).count(),
      (count) => count === 1,
    );
    assert.deepEqual(await headers(page), ["Move", "1500", "2000", "2500", "Loses"]);
    for (const column of await columns(page)) {
      const sum = column.reduce((all, each) => all + each, 0);
      assert.ok(sum > 0 && sum <= 102, `${column.join(" + ")}`);
    }
    assert.match((await page.locator("[data-difficulty='2500']").textContent())!, /^[a-z ]+, \d+%$/);
    const move = table(page).locator("tbody button").first();
    const san = await move.textContent();
    await move.click();
    assert.deepEqual(await sans(page), [san]);
    await waitFor(
      "the answers to it",
      () => page.locator("[data-testid=people]").getAttribute("aria-busy"),
      (busy) => busy === "false",
    );
    assert.notEqual(await table(page).locator("tbody button").first().textContent(), san);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(faults, []);
    await close();
  });

test("people: nothing of it without a human network", async () => {
  const plain = await serveSite(".");
  const { page, close } = await visit(plain.url, { thinks: false });
  await page.waitForSelector(".movelist");
  assert.equal(await page.locator(".people").count(), 0);
  await close();
  await plain.close();
});
