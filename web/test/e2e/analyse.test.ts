// Analyse, what an engine's user expects: previews, arrows with numbers, chosen moves, threads and memory.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { kServiceHeaders, serveSite, type Site } from "../site";
import { makeStub, type Stub } from "../stub";
import { depthOf } from "./flows";
import {
  axeFaults,
  clickMove,
  kPhone,
  kScreens,
  launch,
  painted,
  quit,
  sans,
  shot,
  sideways,
  smallTargets,
  visit,
  waitFor,
} from "./page";

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

const lineCount = (page: Page, count: number): Promise<number> =>
  waitFor(
    `${count} lines`,
    () => page.locator(".lines li").count(),
    (found) => found === count,
  );

// Until nothing more is found: the lines don't change under the pointer.
const settled = (page: Page): Promise<string | null> =>
  waitFor(
    "the end of the search",
    () => page.locator(".lines").getAttribute("aria-busy"),
    (busy) => busy === "false",
  );

test("analyse: the pointer on a move of a line shows the position after it; so do the focus and a finger", async () => {
  const { page, faults, close } = await visit(served.url);
  await lineCount(page, 3);
  await settled(page);
  const third = page.locator(".lines li").first().locator("button.move").nth(2);
  const preview = page.locator("[data-testid=preview]");
  assert.equal(await preview.count(), 0);
  const shown = (): Promise<string[]> =>
    preview
      .locator(".square.last")
      .evaluateAll((squares) => squares.map((each) => (each as HTMLElement).dataset.square!));
  await third.hover();
  await preview.waitFor();
  const names = await page.locator(".lines li").first().locator("button.move").allTextContents();
  assert.match(
    (await preview.locator("[role=grid]").getAttribute("aria-label"))!,
    new RegExp(names[2]!.replace(/[+]/, "\\+")),
  );
  const last = await shown();
  assert.equal(last.length, 2);
  // It is where the pieces are after three moves: nothing was played on the board itself.
  assert.equal((await preview.locator(".stands").count()) >= 30, true);
  assert.deepEqual(await sans(page), []);
  const box = (await preview.boundingBox())!;
  assert.ok(box.width >= 180 && box.x >= 0 && box.x + box.width <= 1280 && box.y >= 0 && box.y + box.height <= 900);
  await shot(page, "preview");
  await page.mouse.move(5, 500);
  await waitFor(
    "no preview",
    () => preview.count(),
    (count) => count === 0,
  );
  // By keyboard.
  await page.locator(".lines li").first().locator("button.move").first().focus();
  await page.keyboard.press("Tab");
  await preview.waitFor();
  await page.keyboard.press("Enter");
  assert.equal((await sans(page)).length, 2);
  assert.deepEqual(faults, []);
  await close();

  const phone = await visit(served.url, kPhone);
  await lineCount(phone.page, 3);
  await settled(phone.page);
  const move = phone.page.locator(".lines li").first().locator("button.move").nth(1);
  await move.scrollIntoViewIfNeeded();
  const at = (await move.boundingBox())!;
  const session = await phone.page.context().newCDPSession(phone.page);
  const point = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await phone.page.locator("[data-testid=preview]").waitFor();
  const held = (await phone.page.locator("[data-testid=preview]").boundingBox())!;
  assert.ok(held.x >= 0 && held.x + held.width <= 390 && held.y >= 0);
  await shot(phone.page, "preview-phone");
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await waitFor(
    "no preview",
    () => phone.page.locator("[data-testid=preview]").count(),
    (count) => count === 0,
  );
  assert.deepEqual(await sans(phone.page), [], "a finger that looks doesn't play");
  // On a busy machine a tap may take so long that it is a look, too.
  await waitFor(
    "a tap plays",
    async () => {
      await move.tap();
      await painted(phone.page); // the click that comes of it is done
      return (await sans(phone.page)).length;
    },
    (length) => length === 2,
  );
  assert.equal(await sideways(phone.page), 0);
  await phone.close();
});

for (const [screen, options] of kScreens)
  test(`analyse: arrows have the numbers of their lines, and the worse a move the thinner its arrow (${screen})`, async () => {
    const { page, faults, close } = await visit(served.url, options);
    // One move wins the queen.
    await page.fill("#fen", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1");
    await page.click("text=Load FEN");
    await lineCount(page, 3);
    await settled(page);
    const arrows = await page.locator(".arrow").evaluateAll((all) =>
      all.map((each) => ({
        move: (each as HTMLElement).dataset.arrow,
        weight: Number((each as HTMLElement).dataset.weight),
        number: each.querySelector("text")?.textContent,
        height: each.querySelector("path")!.getBBox().height,
      })),
    );
    assert.equal(arrows.length, 3);
    const first = arrows.find((arrow) => arrow.number === "1")!;
    assert.equal(first.move, "c3d5");
    assert.equal(first.weight, 1);
    for (const number of ["2", "3"]) assert.ok(arrows.find((arrow) => arrow.number === number)!.weight < 0.5);
    assert.deepEqual(await page.locator(".line-number").allTextContents(), ["1", "2", "3"]);
    await shot(page, "arrows");
    // With a single line there is nothing to count.
    await page.getByLabel("Lines", { exact: true }).fill("1");
    await lineCount(page, 1);
    assert.equal(await page.locator(".arrow text").count(), 0);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`analyse: once there are three lines there are three, whatever depth comes in (${name})`, async () => {
    const { page, faults, close } = await visit(site.url, { ...options, thinks: false });
    await page.getByLabel("Time for a position").fill("7"); // until stopped
    await page.evaluate(() => {
      const counts: number[] = [];
      Object.assign(globalThis, { counts });
      const lines = document.querySelector(".lines")!;
      new MutationObserver(() => counts.push(lines.children.length)).observe(lines, { childList: true, subtree: true });
    });
    const counted = (): Promise<number[]> =>
      page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);
    await page.getByRole("switch", { name: "Analysis" }).check();
    await lineCount(page, 3);
    await waitFor(
      "a deep search",
      () => depthOf(page),
      (depth) => depth >= 8,
    );
    const counts = await waitFor("changes of the lines", counted, (all) => all.length - all.indexOf(3) > 3);
    await page.getByRole("switch", { name: "Analysis" }).uncheck();
    await settled(page);
    const sinceThree = counts.slice(counts.indexOf(3));
    assert.ok(sinceThree.length > 3, counts.join());
    assert.ok(
      sinceThree.every((count) => count === 3),
      counts.join(),
    );
    assert.deepEqual(faults, []);
    await close();
  });

test("analyse: lines that a new depth hasn't reached stay, also when the server ends there", async () => {
  const { page, faults, close } = await visit(served.url, { thinks: false });
  const line = (depth: number, uci: string, san: string): object => {
    return { multipv: 1, depth, seldepth: depth, cp: 30, cp_white: 30, wdl: [300, 400, 300], pv: [uci], san: [san] };
  };
  const found = (depth: number, lines: object[]): object => {
    return { fen: "", network: "default", depth, seldepth: depth, nodes: 1, time_ms: 1, nps: 1, hashfull: 0, lines };
  };
  const fifth = [line(5, "e2e4", "e4"), line(5, "d2d4", "d4"), line(5, "g1f3", "Nf3")];
  const events = [
    ["info", found(5, fifth)],
    ["info", found(6, [line(6, "d2d4", "d4")])],
    ["done", found(5, fifth)],
  ] as const;
  await page.route("**/analyze", (route) =>
    route.fulfill({
      contentType: "text/event-stream",
      body: events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
    }),
  );
  await page.getByRole("switch", { name: "Analysis" }).check();
  await settled(page);
  assert.deepEqual(await page.locator(".lines li button.move").allTextContents(), ["d4", "e4", "Nf3"]);
  assert.equal(await page.locator("[data-testid=depth]").textContent(), "6");
  assert.deepEqual(faults, []);
  await close();
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`analyse: a step back shows what was found there, and the search continues from that depth (${name})`, async () => {
    const { page, faults, close } = await visit(served.url, options);
    const depth = (): Promise<number> => depthOf(page);
    await lineCount(page, 3);
    await settled(page);
    const reached = await depth();
    assert.ok(reached >= 4, `${reached}`);
    await clickMove(page, "e2", "e4");
    await lineCount(page, 3);
    await settled(page);
    // The server takes its time now: what is shown is from before.
    let answer: (value?: unknown) => void = () => undefined;
    const mayAnswer = new Promise((resolve) => (answer = resolve));
    await page.route("**/analyze", async (route) => {
      await mayAnswer;
      await route.fallback();
    });
    const asked = page.waitForRequest("**/analyze");
    await page.locator("[aria-label=Back]").click();
    await asked;
    assert.equal(await depth(), reached);
    assert.equal(await page.locator(".lines li").count(), 3);
    assert.equal(await page.locator(".lines").getAttribute("aria-busy"), "true");
    answer();
    await settled(page);
    assert.ok((await depth()) >= reached);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [name, address, options] of [
  ["this browser", (): string => site.url, {}],
  ["server", (): string => served.url, {}],
  ["server, phone", (): string => served.url, kPhone],
] as const)
  test(`analyse: only the moves that are ticked are searched (${name})`, async () => {
    const { page, faults, close } = await visit(address(), options);
    await lineCount(page, 3);
    await page.locator(".only-moves summary").click();
    const chips = page.locator(".chips");
    for (const move of ["a3", "h4"]) await chips.getByRole("button", { name: move, exact: true }).click();
    await lineCount(page, 2);
    const firsts = await page
      .locator(".lines li")
      .evaluateAll((rows) => rows.map((row) => row.querySelector("button.move")!.textContent!));
    assert.deepEqual(firsts.sort(), ["a3", "h4"]);
    assert.match((await page.locator(".only-moves summary").textContent())!, /^Only a3, h4$/);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    // All of them again; and another position has all.
    await chips.getByRole("button", { name: "All moves" }).click();
    await lineCount(page, 3);
    await chips.getByRole("button", { name: "a3", exact: true }).click();
    await lineCount(page, 1);
    await clickMove(page, "e2", "e4");
    await lineCount(page, 3);
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`analyse: threads, hash and lines are set in the page, within limits that it states (${screen})`, async () => {
    const { page, faults, close } = await visit(served.url, options);
    await lineCount(page, 3);
    assert.match(
      (await page.locator("[data-testid=limits]").textContent())!,
      /This server allows a search at most 60 s, 4 threads, 64 MiB, 64 lines/,
    );
    assert.equal(await page.getByLabel("Threads").getAttribute("max"), "4");
    const sizes = await page.getByLabel("Hash table").locator("option").allTextContents();
    assert.equal(sizes.at(-1), "64 MiB");
    stub.searches.length = 0;
    await page.getByLabel("Threads").fill("4");
    await page.getByLabel("Hash table").selectOption("64");
    await page.getByLabel("Lines", { exact: true }).fill("5");
    await lineCount(page, 5);
    await waitFor(
      "the request",
      () => Promise.resolve(stub.searches.at(-1)!),
      (asked) => asked.threads === 4 && asked.hash === 64 && asked.multipv === 5,
    );
    // They are kept, and this browser gets no more than it has.
    await page.reload();
    await lineCount(page, 5);
    assert.equal(await page.getByLabel("Threads").inputValue(), "4");
    await page.locator(".who select").selectOption("browser");
    await waitFor(
      "the limits of this browser",
      () => page.locator("[data-testid=limits]").textContent(),
      (text) => /In this browser a search has at most \d+ threads?, 128 MiB/.test(text ?? ""),
    );
    const processors = await page.evaluate(() => navigator.hardwareConcurrency);
    assert.equal(await page.getByLabel("Threads").count(), processors > 1 ? 1 : 0);
    await lineCount(page, 5);
    assert.deepEqual(faults, []);
    await close();
  });
