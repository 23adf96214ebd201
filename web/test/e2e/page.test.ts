// The page in a real browser: as a static site with its own engine, and with the API of a server (the stub, and a real
// `tabia serve` with the page inside of it).

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, serveSite, type Site } from "../site";
import { makeStub, type Stub } from "../stub";
import { core } from "../unit/core";
import { canServe, startService } from "./tabia";
import { clickMove, dragPiece, launch, quit, sans, shot, square, visit, waitFor } from "./page";

const kGame = `[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 (3... exd4 4. Nxd4 Nf6) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;
const kParts = ["analyse", "play", "explain", "train", "learn", "learn/00-xor", "learn/05-backpropagation"];

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

const depthOf = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-testid=depth]").allTextContents())[0] ?? 0);

async function analysesAPosition(url: string, name: string): Promise<void> {
  const { page, faults, close } = await visit(url);
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

async function playsFiveMoves(url: string, name: string): Promise<void> {
  const { page, faults, close } = await visit(`${url}#/play`);
  await page.locator("select").filter({ hasText: "No clock" }).selectOption("300+3");
  await page.locator("input[type=range]").fill("1200");
  await page.locator("button.primary:enabled").click();
  for (let move = 1; move <= 5; move++) {
    const { legal } = core.call("position", { moves: await sans(page) });
    // Something quiet: no captures, no checks, so that the game lasts.
    const { uci } = legal.find(({ san }) => /^[a-h][34]$|^N[a-h][36]$/.test(san)) ?? legal[0]!;
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
    5,
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

async function explainsAPosition(url: string, name: string): Promise<void> {
  const { page, faults, close } = await visit(`${url}#/explain`);
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

test("static site: analyse a position, walk a line", () => analysesAPosition(site.url, "analyse"));
test("static site: play five moves, take back, save, resign", () => playsFiveMoves(site.url, "play"));
test("static site: explain, what if, two networks", () => explainsAPosition(site.url, "explain"));

test("a site in a folder works too: all addresses are relative", async () => {
  const nested = await serveSite(".", (request) => {
    if (request.url?.startsWith("/some/where/")) request.url = request.url.slice("/some/where".length);
    else if (request.url !== "/favicon.ico") request.url = "/missing";
    return false;
  });
  const { page, faults, close } = await visit(`${nested.url}some/where/`);
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 5,
  );
  assert.deepEqual(faults, []);
  await close();
  await nested.close();
});

test("server: the API is found and used, errors are shown", async () => {
  stub.requests.length = 0;
  await analysesAPosition(served.url, "analyse-server");
  await playsFiveMoves(served.url, "play-server");
  await explainsAPosition(served.url, "explain-server");
  for (const asked of ["GET /models", "POST /analyze", "POST /play", "POST /explain"])
    assert.ok(stub.requests.includes(asked), `${asked} was not asked`);
  // And the browser's own engine on request.
  const { page, close } = await visit(served.url);
  await page.locator(".who select").selectOption("browser");
  await waitFor(
    "footer",
    () => page.locator("footer").textContent(),
    (text) => /this browser/.test(text ?? ""),
  );
  stub.requests.length = 0;
  await page.click("text=Flip");
  await clickMove(page, "e2", "e4");
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  assert.deepEqual(stub.requests, []);
  await close();
});

test("server: a move that can't be had is asked for again", async () => {
  stub.failures.push("/play");
  const { page, close } = await visit(`${served.url}#/play`);
  await page.locator("button.primary:enabled").click();
  await clickMove(page, "e2", "e4");
  await waitFor(
    "the message",
    () => page.locator(".fault").allTextContents(),
    (texts) => /server is full/.test(texts[0] ?? ""),
  );
  await waitFor(
    "the answer",
    () => sans(page),
    (list) => list.length === 2,
  );
  assert.equal(await page.locator(".fault").count(), 0);
  await close();
});

test("server: a network of the server is not asked of the browser's engine", async () => {
  const { page, close } = await visit(served.url);
  await page.locator("select").filter({ hasText: "two" }).selectOption("two");
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 2,
  );
  await page.locator(".who select").selectOption("browser");
  await waitFor(
    "footer",
    () => page.locator("footer").textContent(),
    (text) => /this browser/.test(text ?? ""),
  );
  await clickMove(page, "e2", "e4");
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  assert.deepEqual(await page.locator(".fault").allTextContents(), []);
  await close();
});

test("a game begins from the analysis board and outlives the page", async () => {
  const { page, faults, close } = await visit(site.url);
  await page.fill("#fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.click("text=Load FEN");
  await page.goto(`${site.url}#/play`);
  await page.locator("select").filter({ hasText: "analysis board" }).selectOption("analyse");
  await page.locator("button.primary:enabled").click();
  await clickMove(page, "e2", "e4");
  const answered = await waitFor(
    "the answer",
    () => sans(page),
    (list) => list.length === 2,
  );
  await page.reload();
  await waitFor(
    "the same game",
    () => sans(page),
    (list) => list.join() === answered.join(),
  );
  await clickMove(page, "e4", "e5");
  await waitFor(
    "the next answer",
    () => sans(page),
    (list) => list.length === 4,
  );
  assert.deepEqual(faults, []);
  await close();
});

test("moves by dragging, by keyboard and by text; variations; promotion; undo and flip", async () => {
  const { page, faults, close } = await visit(site.url, { thinks: false });
  await dragPiece(page, "e2", "e4");
  assert.deepEqual(await sans(page), ["e4"]);
  await dragPiece(page, "e7", "e3"); // not legal
  assert.deepEqual(await sans(page), ["e4"]);

  // By keyboard: from e2, where the board is entered, to the pawn e7 and two squares down.
  await page.locator(`.board ${square("e7")}`).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.deepEqual(await sans(page), ["e4", "e5"]);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "e5, black pawn");

  await page.locator(".move-input input").fill("Nf3 Nc6 Bb5");
  await page.keyboard.press("Enter");
  assert.deepEqual(await sans(page), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  assert.match((await page.locator(".opening").first().textContent())!, /Ruy Lopez/);
  await page.locator(".move-input input").fill("Qxh7");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".move-input .fault");

  // Back by arrow keys, another move: a variation.
  await page
    .locator("h1")
    .first()
    .evaluate((heading) => (heading.ownerDocument.activeElement as HTMLElement).blur());
  await page.keyboard.press("ArrowLeft");
  await clickMove(page, "f1", "c4");
  assert.equal(await page.locator(".variation button.move").textContent(), "Bc4");
  await page.click("text=Main line");
  assert.equal(await page.locator(".variation button.move").textContent(), "Bb5");
  await page.click("text=Undo");
  await page.click("text=Undo");
  assert.deepEqual(await sans(page), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  await page.keyboard.press("f");
  assert.equal(await page.locator(".board [role=gridcell]").first().getAttribute("data-square"), "h1");

  await page.fill("#fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await page.click("text=Load FEN");
  await clickMove(page, "a7", "a8");
  // Thought better of: by Escape, and by a click beside the pieces.
  const asks = (): Promise<number> => page.locator(".promotion").count();
  await page.keyboard.press("Escape");
  await waitFor("no question", asks, (count) => count === 0);
  await clickMove(page, "a7", "a8");
  await page.locator(".promotion").click({ position: { x: 5, y: 5 } });
  await waitFor("no question", asks, (count) => count === 0);
  assert.deepEqual(await sans(page), []);
  await clickMove(page, "a7", "a8");
  await page.locator(".promotion button[aria-label=knight]").click();
  assert.deepEqual(await sans(page), ["a8=N"]);
  assert.deepEqual(faults, []);
  await close();
});

test("a loaded game is reviewed: graph, blunders marked, variations kept; FEN faults are explained", async () => {
  const { page, faults, close } = await visit(site.url);
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
    120,
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
    120,
  );

  await page.fill("#fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1");
  await page.click("text=Load FEN");
  assert.match((await page.locator(".fault").textContent())!, /king/i);
  assert.deepEqual(faults, []);
  await close();
});

test("a position is set up with pieces from the palette", async () => {
  const { page, faults, close } = await visit(site.url, { thinks: false });
  await page.click("text=Set up");
  await page.click("text=Clear");
  await page.locator("[role=radio][aria-label='white queen']").click();
  await page.locator(`.board ${square("d4")}`).click();
  await page.locator("[role=radio]", { hasText: "Move" }).click();
  await dragPiece(page, "e8", "a8");
  await shot(page, "setup");
  await page.click("text=Use this position");
  assert.equal(await page.inputValue("#fen"), "k7/8/8/8/3Q4/8/8/4K3 w - - 0 1");

  // En passant and the counters.
  const fen = "4k3/8/8/3pP3/8/8/8/4K3 w - - 7 30";
  await page.fill("#fen", fen);
  await page.click("text=Load FEN");
  await page.click("text=Set up");
  await page.locator("select").filter({ hasText: "no square" }).selectOption("d6");
  await page.locator("input[type=number]").first().fill("0");
  await page.locator("input[type=number]").last().fill("31");
  await page.click("text=Use this position");
  assert.equal(await page.inputValue("#fen"), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 31");
  assert.deepEqual(faults, []);
  await close();
});

test("a training run is watched while it goes on", async () => {
  const { page, faults, close } = await visit(`${served.url}#/train`);
  const positions = (): Promise<string | null> => page.locator(".training .fact b").first().textContent();
  await waitFor("the running run", positions, (text) => text === "80.5M");
  await page.locator(".plot canvas").waitFor();
  assert.equal(await page.locator(".sample").count(), 4);
  assert.equal(await page.locator(".sample .course polyline").count(), 4);
  await shot(page, "train", true);
  stub.grow();
  await waitFor("more positions", positions, (text) => text === "101M");
  await page.click("text=gate-12");
  await waitFor(
    "the match",
    () => page.locator(".run h2").first().textContent(),
    (text) => text === "candidate – default",
  );
  assert.equal(await page.locator(".series.bound").count(), 2);
  await shot(page, "match");
  await page.locator(".games button").first().click();
  await waitFor(
    "the game",
    () => sans(page),
    (list) => list.join(" ") === "e4 e5 Nf3 Nc6 Bb5 a6",
  );
  await page.goto(`${served.url}#/train`);
  await page.click("text=loop-a");
  await waitFor(
    "rounds",
    () => page.locator(".run tbody tr").count(),
    (count) => count === 7,
  );
  assert.match((await page.locator(".run tbody tr").first().textContent())!, /–/);
  assert.deepEqual(faults, []);
  await close();
});

test("a site without the network says so, and the classical evaluation does the work", async () => {
  const bare = await serveSite(".", (request, response) => {
    if (!request.url?.endsWith("default.net")) return false;
    response.writeHead(404);
    response.end();
    return true;
  });
  const { page, close } = await visit(bare.url);
  await waitFor(
    "the message",
    () => page.locator("main > .fault").allTextContents(),
    (texts) => /classical/.test(texts[0] ?? ""),
  );
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 5,
  );
  await close();
  await bare.close();
});

test("a static site says how runs can be watched", async () => {
  const { page, faults, close } = await visit(`${site.url}#/train`);
  await page.waitForSelector("text=No runs to watch");
  assert.deepEqual(faults, []);
  await close();
});

test("learn: XOR is learnt in the page; the pass goes forward, backward and takes its step", async () => {
  const { page, faults, close } = await visit(`${site.url}#/learn/00-xor`);
  for (let i = 0; i < 6; i++) await page.click("text=500 steps");
  const answers = (await page.locator("[data-testid=xor-answer]").allTextContents()).map(Number);
  assert.deepEqual(answers.map(Math.round), [0, 1, 1, 0]);
  await shot(page, "learn-xor", true);
  await page.locator(".contents a", { hasText: "05 " }).click();
  const stage = page.locator(".stage-title");
  await waitFor(
    "the demo",
    () => stage.count(),
    (count) => count === 1,
  );
  for (let i = 0; i < 7; i++) await page.locator(".demo button.primary").click();
  assert.match((await stage.textContent())!, /The step/);
  const [first, then] = (await page.locator(".formulas code").allTextContents()).map((text) =>
    Number(/[\d.]+$/.exec(text)![0]),
  );
  assert.ok(then! < first!);
  await page.locator(".demo button.primary").click();
  assert.match((await page.locator(".demo .hint").textContent())!, /1$/);
  await shot(page, "learn-pass");
  assert.deepEqual(faults, []);
  await close();
});

test("phone: 375 pixels wide, by touch, with targets of 40 pixels", async () => {
  const { page, faults, close } = await visit(site.url, {
    viewport: { width: 375, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  await page.locator(`.board ${square("e2")}`).tap();
  await page.locator(`.board ${square("e4")}`).tap();
  assert.deepEqual(await sans(page), ["e4"]);
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 5,
  );
  await shot(page, "phone");
  for (const part of kParts) {
    await page.goto(`${site.url}#/${part}`);
    await waitFor(
      part,
      () => page.locator("main").textContent(),
      (text) => (text ?? "").length > 40 && !/Loading …|Looking for/.test(text ?? ""),
    );
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375, `${part} is too wide`);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "button, select, summary, .toggle, .compare, input[type=range], .brand, .parts a, .contents a, footer a, " +
            ".prose td a, .neighbours a",
        ),
      ]
        .filter((element) => !element.closest(".graph-marks"))
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 40 || box.width < 40))
        .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
    );
    assert.deepEqual(small, [], part);
  }
  assert.deepEqual(faults, []);
  await close();
});

test("by keyboard alone: the skip link, the parts, the board and its tools are reached by Tab", async () => {
  const { page, close } = await visit(site.url, { thinks: false });
  const reached: string[] = [];
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement!;
      const style = getComputedStyle(element);
      const shows = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
      const cell = element.getAttribute("role") === "gridcell" ? "square " : "";
      return `${cell}${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim()}${shows ? "" : " (focus not shown)"}`;
    });
    reached.push(at);
  }
  assert.equal(reached[0], "To the content");
  for (const name of ["Play", "Learn", "square e2, white pawn", "Flip", "Set up"])
    assert.ok(reached.includes(name), `${name} not in ${reached.join(" | ")}`);
  // One stop for the whole board.
  assert.equal(reached.filter((name) => name.startsWith("square ")).length, 1);
  await close();
});

// The page that is inside of the program.
const binary = process.env.TABIA_BINARY ?? "";
test(
  "tabia serve: analyse, play, explain, watch runs",
  { skip: canServe(binary) ? false : "no tabia that can serve" },
  async () => {
    const service = await startService(binary);
    try {
      const url = `${service.url}/`;
      await analysesAPosition(url, "analyse-tabia");
      await playsFiveMoves(url, "play-tabia");
      await explainsAPosition(url, "explain-tabia");
      const explained = await visit(`${url}#/explain`);
      await waitFor(
        "the name of the network",
        () => explained.page.locator("thead th").allTextContents(),
        (heads) => heads[1] === "default",
      );
      await explained.close();
      // The engine comes compressed: as brotli, or as gzip from a program that was built without it.
      const blank = await visit("about:blank");
      const engine = blank.page.waitForResponse((response) => response.url().endsWith(".wasm"));
      await blank.page.goto(url);
      assert.match((await engine).headers()["content-encoding"] ?? "", /^(br|gzip)$/);
      await blank.close();
      const metrics = await (await fetch(`${url}metrics`)).text();
      for (const route of ["/models", "/analyze", "/play", "/explain"])
        assert.ok(metrics.includes(`tabia_http_requests_total{route="${route}",code="200"}`), `${route} was not asked`);
      // What the browser's own engine needs.
      const network = Buffer.from(await (await fetch(`${url}assets/default.net`)).arrayBuffer());
      assert.ok(network.equals(readFileSync("../nets/default.net")));

      const { page, faults, close } = await visit(`${url}#/train`);
      await page.locator(".run-list button", { hasText: "xor" }).click();
      await waitFor(
        "curves",
        () => page.locator(".plot canvas").count(),
        (count) => count >= 1,
      );
      await shot(page, "train-tabia", true);
      await page.locator(".run-list button", { hasText: "small" }).click();
      await waitFor(
        "games",
        () => page.locator(".games li").count(),
        (count) => count === 6,
      );
      await shot(page, "match-tabia", true);
      await page.locator(".games button:enabled").first().click();
      await waitFor(
        "a game's moves",
        () => sans(page),
        (list) => list.length > 10,
      );
      assert.deepEqual(faults, []);
      await close();
    } finally {
      service.close();
    }
  },
);

test(
  "tabia serve --token-for-all: the page asks for the token and uses it everywhere",
  { skip: canServe(binary) ? false : "no tabia that can serve" },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabia-token-"));
    writeFileSync(join(folder, "token"), "0123456789abcdef\n");
    const service = await startService(binary, ["--token-file", join(folder, "token"), "--token-for-all"]);
    try {
      const { page, close } = await visit(`${service.url}/`);
      await page.fill("#token", "wrong-wrong-wrong");
      await page.click("text=Use it");
      await page.fill("#token", "0123456789abcdef");
      await page.click("text=Use it");
      await waitFor(
        "footer",
        () => page.locator("footer").textContent(),
        (text) => /The server thinks/.test(text ?? ""),
      );
      await waitFor(
        "depth",
        () => depthOf(page),
        (depth) => depth >= 4,
      );
      await page.goto(`${service.url}/#/train`);
      await page.locator(".run-list button", { hasText: "small" }).click();
      await waitFor(
        "games",
        () => page.locator(".games li").count(),
        (count) => count === 6,
      );
      assert.equal(await page.locator("#token").count(), 0);
      await close();
    } finally {
      service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
