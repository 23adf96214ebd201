// What people do with the page for longer than a minute: look back, undo, reload, lose the server, open large files.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, serveSite, type Site } from "../site";
import { makeStub, type Stub } from "../stub";
import { canServe } from "./tabia";
import { answerAtOnce, clickMove, kScreens, launch, painted, quit, sans, visit, waitFor } from "./page";

let site: Site;
let stub: Stub;

before(async () => {
  site = await serveSite(".");
  stub = await makeStub(".");
  await launch();
});
after(async () => {
  await quit();
  await site.close();
});

const current = async (page: Page): Promise<string | null> =>
  (await page.locator(".movelist [aria-current]").allTextContents())[0] ?? null;
const typeMoves = async (page: Page, text: string): Promise<void> => {
  await page.locator(".move-input input").fill(text);
  await page.keyboard.press("Enter");
  await waitFor(
    text,
    () => page.locator(".move-input input").inputValue(),
    (value) => value === "",
  );
};
for (const [screen, options] of kScreens)
  test(`play: looking back lets the person look, and Tabia plays only its own moves (${screen})`, async () => {
    let asked = 0; // for moves
    let mayAnswer: Promise<unknown> = Promise.resolve();
    const served = await serveSite(".", async (request, response) => {
      if (request.url === "/play") {
        asked++;
        await mayAnswer;
      }
      return stub.handler(request, response);
    });
    const { page, faults, close } = await visit(`${served.url}#/play`, { ...options });
    await answerAtOnce(page);
    await page.locator("button.primary:enabled").click();
    await clickMove(page, "e2", "e4");
    const played = await waitFor(
      "the answer",
      () => sans(page),
      (list) => list.length === 2,
    );
    // Before Black's move, on one's own, and at the start: Tabia's turn on the board, not in the game.
    await page.locator("[aria-label=Back]").click();
    await painted(page);
    await page.locator(".movelist button.move").first().click();
    await painted(page);
    assert.equal(await current(page), "e4");
    assert.deepEqual(await sans(page), played);
    assert.equal(asked, 1, "asked for the person's moves");
    // By keys, too.
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(page), played[1]);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await current(page), null);
    await page.keyboard.press("End");
    let answer: (value?: unknown) => void = () => undefined;
    mayAnswer = new Promise((resolve) => (answer = resolve));
    await clickMove(page, "d2", "d4");
    await page.keyboard.press("ArrowLeft"); // while it thinks
    assert.equal(await current(page), played[1]);
    answer();
    await waitFor(
      "the next answer",
      () => sans(page),
      (list) => list.length === 4,
    );
    assert.equal(await current(page), played[1], "the answer has moved the board away");
    assert.deepEqual(faults, []);
    await close();
    await served.close();
  });

for (const [screen, options] of kScreens)
  test(`analyse: undo takes back the last change only, redo brings it again, and deleting asks (${screen})`, async () => {
    const { page, faults, close } = await visit(site.url, { ...options, thinks: false });
    await typeMoves(page, "e4 e5 Nf3");
    await typeMoves(page, "Nc6");
    await page.locator(".movelist button.move", { hasText: "e4" }).click();
    await page.click("text=Undo");
    assert.deepEqual(await sans(page), ["e4", "e5", "Nf3"]);
    await page.click("text=Redo");
    assert.deepEqual(await sans(page), ["e4", "e5", "Nf3", "Nc6"]);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await sans(page), ["e4", "e5", "Nf3"]);
    await page.keyboard.press("Control+y");

    await page.locator(".movelist button.move", { hasText: "e5" }).click();
    await page.click("text=Delete from here");
    assert.match((await page.locator("dialog").textContent())!, /Delete e5 and the 2 moves after it/);
    await page.locator("dialog button", { hasText: "Keep" }).click();
    assert.equal((await sans(page)).length, 4);
    await page.click("text=Delete from here");
    await page.locator("dialog button", { hasText: "Delete" }).click();
    await waitFor(
      "what is left",
      () => sans(page),
      (list) => list.join() === "e4",
    );
    await page.click("text=Undo");
    assert.equal((await sans(page)).length, 4);
    await page.click("text=New");
    assert.deepEqual(await sans(page), []);
    await page.click("text=Undo");
    assert.equal((await sans(page)).length, 4);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`analyse: tree, place, comment and settings outlive a reload; the address opens the line elsewhere (${screen})`, async () => {
    const { page, faults, close } = await visit(site.url, { ...options, thinks: false });
    await typeMoves(page, "e4 e5 Nf3 Nc6");
    await page.locator(".movelist button.move", { hasText: "Nf3" }).click();
    await page.keyboard.press("ArrowLeft");
    await typeMoves(page, "f4");
    await page.locator("[aria-label='Comment on f4']").fill("the gambit");
    await page.keyboard.press("Enter");
    await page.locator(".remarks select").selectOption("5");
    await page.click("text=Flip");
    const moves = await sans(page);
    assert.ok(moves.includes("f4!?"), moves.join(" "));
    await waitFor(
      "the address",
      () => Promise.resolve(page.url()),
      (url) => url.endsWith("#/analyse?moves=e2e4,e7e5,f2f4"),
    );
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("text=Copy link");
    await page.locator(".said", { hasText: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    await page.reload();
    await page.waitForSelector(".movelist");
    assert.deepEqual(await sans(page), moves);
    assert.equal(await current(page), "f4!?");
    assert.match((await page.locator(".movelist").textContent())!, /the gambit/);
    assert.match(await page.inputValue("#pgn"), /f4 \$5 \{ ?the gambit ?\}/);
    assert.equal(await page.locator(".board [role=gridcell]").first().getAttribute("data-square"), "h1");

    // A game that a new one takes the place of is among the earlier ones, after a reload as well.
    await page.click("text=New");
    await waitFor(
      "the address of a new game",
      () => Promise.resolve(page.url()),
      (url) => !url.includes("moves="),
    );
    await page.reload();
    await page.waitForSelector(".movelist");
    assert.deepEqual(await sans(page), []);
    await page.locator("select").filter({ hasText: "e4 e5 Nf3 Nc6" }).selectOption("0");
    assert.deepEqual(await sans(page), moves);

    // Somewhere else: the line and nothing but the line.
    const other = await visit(`${site.url}#/analyse?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1&moves=e2e4,e8d7`, {
      ...options,
    });
    assert.deepEqual(await sans(other.page), ["e4", "Kd7"]);
    assert.equal(await current(other.page), "Kd7");
    await other.close();
    assert.deepEqual(faults, []);
    await close();
  });

test("analyse: arrow keys walk through the game after a click on the board, squares only by keyboard", async () => {
  const { page, faults, close } = await visit(site.url, { thinks: false });
  await clickMove(page, "e2", "e4");
  await clickMove(page, "e7", "e5");
  await clickMove(page, "g1", "f3");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await current(page), "e5");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await current(page), "e4");
  await page.keyboard.press("ArrowRight");
  assert.equal(await current(page), "e5");
  await page.keyboard.press("Home");
  assert.equal(await current(page), null);
  // A field that was used before gives the keys back, too.
  await page.locator("#fen").click();
  await page.locator(".board [data-square=h5]").first().click();
  await page.keyboard.press("End");
  assert.equal(await current(page), "Nf3");
  // By keyboard on the board, arrows go from square to square, with Shift through the game.
  await page.locator(".board [data-square=e2]").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), "f2");
  assert.equal(await current(page), "Nf3");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await current(page), "e5");
  assert.deepEqual(faults, []);
  await close();
});

for (const [screen, options] of kScreens)
  test(`server gone: the page says so, this browser takes over with the network, and the server is used again (${screen})`, async () => {
    let isGone = false;
    let hasFetched = false; // the network, while there is a server
    const served = await serveSite(
      ".",
      (request, response) => {
        if (isGone) {
          request.socket.destroy();
          return true;
        }
        if (request.url?.endsWith("default.net")) hasFetched = true;
        if (request.url === "/healthz") {
          response.end("ok");
          return true;
        }
        return stub.handler(request, response);
      },
      kServiceHeaders,
    );
    const { page, close } = await visit(served.url, { ...options });
    const verdict = (): Promise<string | null> => page.locator(".verdict .big").textContent();
    await waitFor("a score", verdict, (text) => text !== "…");
    await waitFor(
      "the network is fetched",
      () => Promise.resolve(hasFetched),
      (fetched) => fetched,
    );
    // What fetchAhead() asks for has come; "networkidle" may have been before that.
    await page.waitForFunction(() =>
      ["default.net", "openings.table", "/worker-"].every((name) =>
        performance.getEntriesByType("resource").some((entry) => entry.name.includes(name)),
      ),
    );
    isGone = true;
    await clickMove(page, "e2", "e4");
    await page.locator("[data-testid=lost]").waitFor();
    assert.doesNotMatch((await page.locator("main").textContent())!, /Failed to fetch/);
    await page.goto(`${served.url}#/train`);
    await page.waitForSelector("text=which doesn't answer");
    assert.equal(await page.locator("text=No runs to watch").count(), 0);
    await page.goto(`${served.url}#/analyse`);

    await page.click("text=Use this browser meanwhile");
    await waitFor("a score of this browser", verdict, (text) => text !== "…");
    assert.deepEqual(await page.locator("main > .fault").allTextContents(), []);

    await page.locator(".who select").selectOption("server");
    await page.locator("[data-testid=lost]").waitFor();
    await clickMove(page, "e7", "e5");
    isGone = false;
    await waitFor("a score of the server", verdict, (text) => text !== "…");
    assert.equal(await page.locator("[data-testid=lost]").count(), 0);
    await close();
    await served.close();
  });

for (const [screen, options] of kScreens)
  test(`a PGN file of 984 games has 984 games, and each can be found and opened (${screen})`, async () => {
    const text = Array.from(
      { length: 984 },
      (_unused, index) =>
        `[Event "Test"]\n[White "Player ${index + 1}"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 { a comment\n[with "brackets"] } e5 2. ${index % 2 ? "Nf3" : "Nc3"} 1-0\n`,
    ).join("\n");
    const { page, faults, close } = await visit(site.url, { ...options, thinks: false });
    await page.locator("input[type=file]").setInputFiles({
      name: "many.pgn",
      mimeType: "application/x-chess-pgn",
      buffer: Buffer.from(text),
    });
    await waitFor(
      "the number",
      () => page.locator(".said[role=status]").last().textContent(),
      (said) => said === "984 games read",
    );
    await page.getByLabel("Find a player").fill("player 984");
    await page.getByLabel("Game", { exact: true }).selectOption("983");
    assert.deepEqual(await sans(page), ["e4", "e5", "Nf3"]);
    assert.match(await page.inputValue("#pgn"), /Player 984/);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`the time for a position stops at the server's limit and says so; this browser has none (${screen})`, async () => {
    const served = await serveSite(".", stub.handler, kServiceHeaders);
    const { page, close } = await visit(served.url, { ...options });
    const slider = page.getByLabel("Time for a position");
    await waitFor(
      "the limit",
      () => slider.getAttribute("max"),
      (max) => max === "6",
    );
    await slider.fill("6");
    assert.equal(await slider.getAttribute("aria-valuetext"), "60 s, the server's limit");
    await page.locator(".who select").selectOption("browser");
    await waitFor(
      "no limit",
      () => slider.getAttribute("max"),
      (max) => max === "7",
    );
    await slider.fill("7");
    assert.equal(await slider.getAttribute("aria-valuetext"), "until stopped");
    await close();
    await served.close();
  });

const binary = process.env.TABIA_BINARY ?? "";
test(
  "the commands that Train suggests work as they are",
  { skip: canServe(binary) ? false : "no tabia that can serve" },
  async () => {
    const { page, close } = await visit(`${site.url}#/train`);
    const [serve, train] = await page.locator("pre code").allTextContents();
    await close();
    const folder = mkdtempSync(join(tmpdir(), "tabia-suggested-"));
    const words = (line: string): string[] => line.split(" ").slice(1);
    const [makeFolder, start] = serve!.split("\n");
    execFileSync("sh", ["-c", makeFolder!], { cwd: folder });
    const service = spawn(binary, [...words(start!), "--port", "0"], { cwd: folder });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        service.stdout.on("data", (text: Buffer) => {
          const found = /http:\S+:\d+/.exec(text.toString());
          if (found) resolve(found[0]);
        });
        service.on("exit", () => reject(new Error(`${start} ended`)));
      });
      const listed = async (): Promise<string[]> => {
        const reply = (await (await fetch(`${url}/runs`)).json()) as { runs: { name: string }[] };
        return reply.runs.map(({ name }) => name);
      };
      for (const line of train!.split("\n")) {
        const name = /runs\/(\w+)$/.exec(line)![1]!;
        const run = spawn(binary, words(line), { cwd: folder, stdio: "ignore" });
        const ended = new Promise<void>((resolve) => run.on("exit", () => resolve()));
        await waitFor(`${name} in the list`, listed, (names) => names.includes(name));
        run.kill("SIGINT");
        await ended;
      }
    } finally {
      service.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("two tabs: each keeps its own tree, and a new one begins with the last", async () => {
  const { page, faults, close } = await visit(site.url, { thinks: false });
  await typeMoves(page, "e4 e5");
  const other = await page.context().newPage();
  await other.goto(site.url);
  await waitFor(
    "the last tree",
    () => sans(other),
    (list) => list.join(" ") === "e4 e5",
  );
  await typeMoves(other, "Nf3");
  await page.bringToFront();
  await typeMoves(page, "f4");
  for (const [tab, expected] of [
    [other, "e4 e5 Nf3"],
    [page, "e4 e5 f4"],
  ] as const) {
    await tab.bringToFront();
    await tab.goto(site.url.replace(/#.*/, ""));
    await tab.reload();
    await waitFor(
      "its own tree",
      () => sans(tab),
      (list) => list.join(" ") === expected,
    );
  }
  assert.deepEqual(faults, []);
  await close();
});
