// Train: runs as they go on, several in one chart, and what a learning run leaves behind.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { axeFaults, kPhone, painted, shot, sideways, visit, waitFor } from "./page";
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

test("train: a plain warning when validation rises while the loss falls, and none where it doesn't", async () => {
  const { page, faults, close } = await visit(`${served.url}#/train`);
  await page.locator(".training").waitFor();
  assert.equal(await page.locator("[data-testid=overfit]").count(), 0);
  await page.locator(".run-list button", { hasText: "by-heart" }).click();
  assert.match((await page.locator("[data-testid=overfit]").textContent())!, /Validation rises .* since 26M positions/);
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
const kRecipe = `name = "seen"
start = "random"
rounds = 1
window = 1
result_weight = [ 1.0 ]
play = { positions = 4_000, nodes = 60, random_plies = 8, opening_cp = 1000, max_moves = 80 }
gate = { nodes = 60, elo0 = 0, elo1 = 30, least_games = 60, games = 60, max_moves = 80 }
train = {
  model = "perspective-64",
  validation = { share = 0.1, positions = 300 },
  rate = { kind = "constant", rate = 0.001 },
  batch = 256,
  positions = 8_000,
  pool = 4_000,
  report_every = 8_000,
}
`;

// What a run says that it is doing; nothing if it says nothing.
function liveOf(run: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(run, "live.json"), "utf8")) as Record<string, unknown>;
  } catch {
    return {}; // it isn't there yet, or is being replaced
  }
}

test(
  "tabia learn is watched step by step from its first second, and its report can be read on any screen",
  { skip: canServe(binary) ? false : "no tabia that can serve" },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabia-learn-"));
    writeFileSync(join(folder, "seen.toml"), kRecipe);
    const runs = join(folder, "runs");
    execFileSync("mkdir", [runs]);
    const service = await serveRuns(binary, runs);
    const { page, faults, close } = await visit(`${service.url}/#/train`);
    try {
      await page.waitForSelector("text=The folder of runs is empty so far");
      const learning = spawn(
        binary,
        ["learn", join(folder, "seen.toml"), "--out", join(runs, "seen"), "--pause-ms", "100"],
        {
          stdio: "ignore",
        },
      );
      const ended = new Promise((resolve) => learning.on("exit", resolve));
      // It is stopped as soon as it is where it should be, so that the page has time to show it.
      const seen = async (step: string, told: string[], shows: RegExp): Promise<void> => {
        await waitFor(
          step,
          () => Promise.resolve(learning.exitCode ?? liveOf(join(runs, "seen"))),
          (live) => {
            assert.ok(typeof live === "object", `the run ended before ${step}`);
            return live.step === step && told.every((name) => live[name]);
          },
        );
        learning.kill("SIGSTOP");
        const now = page.locator(".now");
        await waitFor(
          `${step} on the page`,
          async () => (await now.allTextContents()).join(),
          (text) => shows.test(text),
        );
        if (step === "play") await shot(page, "live-learn", true);
        learning.kill("SIGCONT");
      };
      await seen("play", ["games"], /Round 1: self-play.*games[1-9]/);
      // No report is written before the end of this training: all of this is live.
      await seen("train", ["loss", "seconds_left"], /Round 1: training.*loss0\.\d+.*\/s.*time left/);
      await seen("match", ["done"], /Round 1: match.*won, drawn, lost\d+ · \d+ · \d+/);
      await ended;
      await waitFor(
        "the end",
        () => page.locator(".run").textContent(),
        (text) => /finished after round 1/.test(text ?? ""),
      );
      assert.equal(await page.locator(".now").count(), 0);
      assert.deepEqual(faults, []);

      for (const [name, viewport] of [
        ["desktop", { width: 1280, height: 900 }],
        ["phone", { width: 390, height: 844 }],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.goto(pathToFileURL(join(runs, "seen", "report.html")).href);
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
      await close();
      service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
