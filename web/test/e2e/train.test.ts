// Train: runs as they go on, several in one chart, and what a learning run leaves behind.

import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { axeFaults, kPhone, kScreens, painted, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { stubbed } from "./stubbed";
import { canServe, serveRuns } from "./tabia";

const served = stubbed();

const pixels = (page: Page): Promise<string> =>
  page.locator(".plot canvas").evaluate((it: HTMLCanvasElement) => it.toDataURL());
const choose = (page: Page, label: string, value: string): Promise<string[]> =>
  page.getByLabel(label, { exact: true }).selectOption(value);

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`train: runs are compared in one chart: smoothing, log axis, zoom, CSV (${name})`, async () => {
    const { page, faults, close } = await visit(`${served.url}#/train`, options);
    await page.locator(".plot canvas").waitFor();
    assert.deepEqual(
      await page
        .locator(".curve-keys button")
        .allTextContents()
        .then((texts) => texts.map((text) => text.replace(/ [\d.]+$/, ""))),
      ["loss", "validation"],
    );
    await page.getByLabel("Compare by-heart").check();
    await waitFor(
      "four curves",
      () => page.locator(".curve-keys button").count(),
      (count) => count === 4,
    );
    assert.match((await page.locator(".curve-keys").textContent())!, /by-heart: validation/);
    let before = await pixels(page);
    await waitFor(
      "the chart stands still",
      async () => {
        const last = before;
        await painted(page);
        before = await pixels(page);
        return before === last;
      },
      (still) => still,
    );
    const changes = async (what: string): Promise<void> => {
      before = await waitFor(
        what,
        () => pixels(page),
        (now) => now !== before,
      );
    };
    await page.getByLabel("Smoothing").fill("90");
    await changes("smoothing");
    await page.getByText("Logarithmic").click();
    await changes("a linear axis");

    const box = (await page.locator(".plot .u-over").boundingBox())!;
    // Where the part that is shown begins or ends; nothing if all is shown.
    const edge = (which = "from", zoomed = true): Promise<string | null> =>
      waitFor(
        zoomed ? "zoom" : "no zoom",
        () => page.locator(".plot").getAttribute(`data-${which}`),
        (at) => (at !== null) === zoomed,
      );
    if (name === "desktop") {
      await page.mouse.move(box.x + box.width * 0.25, box.y + 50);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
      await page.mouse.up();
      const from = Number(await edge("from"));
      const to = Number(await edge("to"));
      assert.ok(from > 15e6 && from < 30e6 && to > 35e6 && to < 50e6, `${from} to ${to}`);
      await changes("zoom");
      await page.mouse.dblclick(box.x + box.width * 0.5, box.y + 60);
      await edge("from", false);
      await changes("all of it");
    }
    await page.click("text=Zoom in");
    const low = Number(await edge("from"));
    await page.locator("button", { hasText: /^Later$/ }).click();
    await waitFor(
      "what comes later",
      () => edge(),
      (from) => Number(from) > low,
    );
    await page.locator("button", { hasText: /^All$/ }).click();
    await edge("from", false);

    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save CSV")]);
    assert.equal(saved.suggestedFilename(), "kb4-512-by-heart-losses.csv");
    const table = readFileSync((await saved.path())!, "utf8")
      .trim()
      .split("\n");
    assert.equal(table[0], "positions,kb4-512 loss,kb4-512 validation,by-heart loss,by-heart validation");
    assert.equal(table.length, 1 + 40 + 1); // the reports, and what is known since the last
    assert.match(table[1]!, /^2000000,0\.0\d+,,0\.006,0\.0\d+$/);

    // Other numbers, another axis.
    await choose(page, "Show", "accuracy");
    await waitFor(
      "accuracy",
      () => page.locator(".curve-keys").textContent(),
      (text) => /^by-heart: accuracy/.test(text ?? ""),
    );
    await choose(page, "Along", "time");
    await changes("hours");
    await choose(page, "Show", "losses");
    await choose(page, "Along", "positions");
    await page.locator(".curve-keys button").first().click();
    assert.equal(await page.locator(".curve-keys button").first().getAttribute("aria-pressed"), "false");

    // What is different about the other one.
    const origin = page.locator(".origin");
    assert.match((await origin.textContent())!, /trained fromold\.net/);
    assert.match((await origin.locator(".difference").textContent())!, /batch = 16_384/);
    assert.doesNotMatch((await origin.locator(".difference").textContent())!, /cosine/);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    await shot(page, `compare-${name}`, true);
    // It is remembered.
    await page.reload();
    await waitFor(
      "four curves again",
      () => page.locator(".curve-keys button").count(),
      (count) => count === 4,
    );
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(faults, []);
    await close();
  });

test("first load: neither the chart nor the API page, the lessons or other languages", async () => {
  const { page, close } = await visit(served.url);
  const scripts = (): Promise<string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((name) => name.endsWith(".js")),
    );
  await page.locator(".lines li").first().waitFor();
  for (const name of await scripts()) assert.match(name, /\/(index|worker)-/, name);
  await page.goto(`${served.url}#/train`);
  await page.locator(".plot canvas").waitFor();
  assert.ok((await scripts()).some((name) => /uPlot/.test(name)));
  await close();
});

for (const [screen, options] of kScreens)
  test(`train: a plain warning when validation rises while the loss falls, and none where it doesn't (${screen})`, async () => {
    const { page, faults, close } = await visit(`${served.url}#/train`, options);
    await page.locator(".training").waitFor();
    assert.equal(await page.locator("[data-testid=overfit]").count(), 0);
    await page.locator(".run-list button", { hasText: "by-heart" }).click();
    assert.match(
      (await page.locator("[data-testid=overfit]").textContent())!,
      /Validation rises .* since 26M positions/,
    );
    assert.deepEqual(faults, []);
    await close();
  });

test("train: the page shows what a run does between its reports: step, rate, loss, time left", async () => {
  const { page, faults, close } = await visit(`${served.url}#/train`, kPhone);
  const now = (): Promise<string | null> => page.locator(".now").textContent();
  await waitFor(
    "training",
    () => page.locator(".training").textContent(),
    (text) => /80\.5M.*271k\/s.*0\.001910.*7 min/.test(text ?? ""),
  );
  assert.match((await page.locator(".run-list li", { hasText: "loop-a" }).textContent())!, /self-play 43%, 46 s left/);
  await page.locator(".run-list button", { hasText: "loop-a" }).click();
  await waitFor("self-play", now, (text) =>
    /Round 8: self-play.*512.*1\.25k\/s.*43k of 100k positions/.test(text ?? ""),
  );
  assert.equal(await sideways(page), 0);
  await shot(page, "live-phone", true);
  assert.deepEqual(faults, []);
  await close();
});

const binary = process.env.TABIA_BINARY ?? "";
// One round: so much self-play, training and testing.
const recipeOf = (name: string, { play = 4_000, train = 8_000, games = 60 }): string => `name = "${name}"
start = "random"
rounds = 1
window = 1
result_weight = [ 1.0 ]
play = { positions = ${play}, nodes = 60, random_plies = 8, opening_cp = 1000, max_moves = 80 }
gate = { nodes = 60, elo0 = 0, elo1 = 30, least_games = ${games}, games = ${games}, max_moves = 80 }
train = {
  model = "perspective-64",
  validation = { share = 0.1, positions = 300 },
  rate = { kind = "constant", rate = 0.001 },
  batch = 256,
  positions = ${train},
  pool = 4_000,
  report_every = ${train},
}
`;
const kForever = { positions: 1_000_000_000, games: 1_000_000 }; // nobody waits for their end

test(
  "tabia learn is watched step by step from its first second, and its report can be read on any screen",
  { skip: canServe(binary) ? false : "no tabia that can serve" },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabia-learn-"));
    const runs = join(folder, "runs");
    execFileSync("mkdir", [runs]);
    const service = await serveRuns(binary, runs);
    const { page, faults, close } = await visit(`${service.url}/#/train`);
    const started: ChildProcess[] = [];
    const learn = (name: string, size: Parameters<typeof recipeOf>[1]): ChildProcess => {
      const recipe = join(folder, `${name}.toml`);
      writeFileSync(recipe, recipeOf(name, size));
      started.push(spawn(binary, ["learn", recipe, "--out", join(runs, name)], { stdio: "ignore" }));
      return started.at(-1)!;
    };
    const choose = (name: string): Promise<void> => page.locator(".run-list button", { hasText: name }).click();
    try {
      await page.waitForSelector("text=The folder of runs is empty so far");
      // Each run comes to a step that doesn't end by itself: the page has all the time it needs to show it. No report is
      // written before the end of a training, so all of this is live.
      for (const [name, size, shows] of [
        ["plays", { play: kForever.positions }, /Round 1: self-play.*games[1-9]/],
        ["trains", { train: kForever.positions }, /Round 1: training.*loss0\.\d+.*\/s.*time left/],
        ["tests", { games: kForever.games }, /Round 1: match.*won, drawn, lost\d+ · \d+ · \d+/],
      ] as const) {
        const learning = learn(name, size);
        const ended = new Promise((resolve) => learning.on("exit", resolve));
        await choose(name); // as soon as it is listed
        await waitFor(
          `what "${name}" does`,
          async () => {
            assert.equal(learning.exitCode, null, `${name} has ended`);
            return (await page.locator(".now").allTextContents()).join();
          },
          (text) => shows.test(text),
        );
        if (name === "plays") await shot(page, "live-learn", true);
        learning.kill("SIGKILL");
        await ended;
      }
      learn("whole", {});
      await choose("whole");
      await waitFor(
        "the end",
        async () => (await page.locator(".run").allTextContents()).join(),
        (text) => /finished after round 1/.test(text),
      );
      assert.equal(await page.locator(".now").count(), 0);
      assert.deepEqual(faults, []);

      for (const [name, viewport] of [
        ["desktop", { width: 1280, height: 900 }],
        ["phone", { width: 390, height: 844 }],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.goto(pathToFileURL(join(runs, "whole", "report.html")).href);
        assert.equal(await sideways(page), 0);
        // Every number of the table is inside of the window, without scrolling.
        for (const cell of await page.locator(".numbers td").all()) {
          const box = (await cell.boundingBox())!;
          assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `${await cell.textContent()} is cut off`);
        }
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height < 7000, `${height} pixels`);
        const game = page.locator("details.game").first();
        assert.ok((await game.boundingBox())!.height < 80);
        await game.locator("summary").first().click();
        assert.match((await game.locator("p").textContent())!, /^1\. \S+/);
        for (const tick of await page.locator("svg text").allTextContents()) {
          assert.match(tick, /^-?\d+(\.\d+)?[kMG]?$/, `the tick ${tick}`);
          assert.ok(tick.replace(/\D/g, "").replace(/^0+|0+$/g, "").length <= 3, `the tick ${tick} isn't round`);
        }
        await shot(page, `report-${name}`, true);
      }
    } finally {
      for (const learning of started) learning.kill("SIGKILL");
      await close();
      service.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
