// The page in a real browser: as a static site with its own engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveSite, type Site } from "../site";
import { analysesAPosition, depthOf, explainsAPosition, playsFiveMoves } from "./flows";
import {
  clickMove,
  dragPiece,
  kScreens,
  launch,
  quit,
  sans,
  shot,
  sideways,
  smallTargets,
  square,
  visit,
  waitFor,
} from "./page";

const kParts = ["analyse", "play", "explain", "train", "learn", "learn/00-xor", "learn/05-backpropagation"];

let site: Site;
before(async () => {
  site = await serveSite(".");
  await launch();
});
after(async () => {
  await quit();
  await site.close();
});

for (const [screen, options] of kScreens) {
  test(`static site: analyse a position, walk a line (${screen})`, () =>
    analysesAPosition(site.url, `analyse-${screen}`, options));
  test(`static site: play five moves, take back, save, resign (${screen})`, () =>
    playsFiveMoves(site.url, `play-${screen}`, options));
  test(`static site: explain, what if, two networks (${screen})`, () =>
    explainsAPosition(site.url, `explain-${screen}`, options));
}

test("a site in a folder works too: all addresses are relative", async () => {
  const nested = await serveSite(".", (request) => {
    if (request.url?.startsWith("/some/where/")) request.url = request.url.slice("/some/where".length);
    else if (request.url !== "/favicon.ico") request.url = "/missing";
    return false;
  });
  const { page, faults, close } = await visit(`${nested.url}some/where/`, { isPatient: true });
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 5,
  );
  assert.deepEqual(faults, []);
  await close();
  await nested.close();
});

for (const [screen, options] of kScreens)
  test(`a game begins from the analysis board and outlives the page (${screen})`, async () => {
    const { page, faults, close } = await visit(site.url, options);
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

for (const [screen, options] of kScreens)
  test(`a position is set up with pieces from the palette (${screen})`, async () => {
    const { page, faults, close } = await visit(site.url, { ...options, thinks: false });
    await page.click("text=Set up");
    await page.click("text=Clear");
    await page.locator("[role=radio][aria-label='white queen']").click();
    await page.locator(`.board ${square("d4")}`).click();
    await page.locator("[role=radio]", { hasText: "Move" }).click();
    await dragPiece(page, "e8", "a8");
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
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

test("a site without the network says so, and the classical evaluation does the work", async () => {
  const bare = await serveSite(".", (request, response) => {
    if (!request.url?.endsWith("default.net")) return false;
    response.writeHead(404);
    response.end();
    return true;
  });
  const { page, close } = await visit(bare.url, { isPatient: true });
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

for (const [screen, options] of kScreens)
  test(`learn: XOR is learnt in the page; the pass goes forward, backward and takes its step (${screen})`, async () => {
    const { page, faults, close } = await visit(`${site.url}#/learn/00-xor`, options);
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

for (const [screen, options] of kScreens)
  test(`learn: every lesson has something to see, and no word of a drawing is cut off (${screen})`, async () => {
    const { page, faults, close } = await visit(`${site.url}#/learn`, options);
    const lessons = await page
      .locator(".contents a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")!).filter((href) => /\/\d\d-/.test(href)));
    assert.ok(lessons.length >= 22, lessons.join());
    const withFormulas: string[] = [];
    for (const lesson of lessons) {
      await page.goto(`${site.url}${lesson}`);
      await page.locator(`.contents a[href="${lesson}"][aria-current=page]`).waitFor();
      assert.ok((await page.locator(".prose svg.drawing, .prose .demo").count()) > 0, `${lesson} has nothing to see`);
      const cut = await page.locator("svg.drawing text").evaluateAll((all) =>
        all
          .filter((text) => {
            const word = (text as SVGTextElement).getBBox();
            const whole = (text as SVGTextElement).ownerSVGElement!.viewBox.baseVal;
            return word.x < -1 || word.x + word.width > whole.width + 1 || word.y + word.height > whole.height + 2;
          })
          .map((text) => text.textContent),
      );
      assert.deepEqual(cut, [], lesson);
      // Formulas are typeset: no source of one is left in the text.
      const text = await page.locator(".prose").evaluate((prose) => {
        const copy = prose.cloneNode(true) as Element;
        for (const other of copy.querySelectorAll("math, pre, code, .demo")) other.remove();
        return copy.textContent ?? "";
      });
      assert.doesNotMatch(text, /\$|\\[a-z]|\w\^|_\{|\b\p{L}_\w\b/u, lesson);
      if (await page.locator(".prose math").count()) withFormulas.push(lesson.slice(-40).replace(/.*\/(\d\d).*/, "$1"));
      assert.equal(await sideways(page), 0, lesson);
      // Nor is a formula, those of answers included.
      const wide = await page.locator(".prose").evaluate((prose) => {
        for (const answer of prose.querySelectorAll("details")) answer.open = true;
        return [...prose.querySelectorAll(".formula")]
          .filter((formula) => formula.scrollWidth > formula.clientWidth + 1)
          .map((formula) => `${formula.scrollWidth} pixels, ${formula.clientWidth} are shown: ${formula.textContent}`);
      });
      assert.deepEqual(wide, [], lesson);
    }
    for (const number of ["05", "06", "07", "09", "13", "17"])
      assert.ok(withFormulas.includes(number), withFormulas.join());
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`learn: Adam and AdamW in full, the straight-through estimator, heads of three layers (${screen})`, async () => {
    const { page, faults, close } = await visit(`${site.url}#/learn/13-descent`, options);
    // Two moments, their bias correction, the step with its epsilon; the decay of AdamW apart from it.
    const formulas = async (): Promise<string> => (await page.locator(".prose math").allTextContents()).join(" ");
    await page.locator(".prose math").first().waitFor();
    const all = (await formulas()).replace(/\s/g, "");
    for (const part of ["β1", "β2", "1−β1t", "1−β2t", "ϵ", "(1−ηλ)w"])
      assert.ok(all.includes(part), `${part} not in ${all}`);
    const words = (await page.locator(".prose").textContent())!;
    for (const word of ["bias correction", "AdamW", "Decoupled", "weight decay"])
      assert.ok(words.replace(/\s/g, " ").includes(word), word);
    for (const [lesson, heading] of [
      ["17-quantising", "The straight-through estimator"],
      ["09-sparse-inputs", "Heads of three layers"],
    ] as const) {
      await page.goto(`${site.url}#/learn/${lesson}`);
      await page.getByRole("heading", { name: heading }).waitFor();
      assert.ok((await page.locator(".prose math").count()) > 0, lesson);
      assert.ok((await page.locator(".prose svg.drawing").count()) > 0, lesson);
    }
    assert.deepEqual(faults, []);
    await close();
  });

test("phone: 375 pixels wide, by touch, with targets of 40 pixels", async () => {
  const { page, faults, close } = await visit(site.url, {
    isPatient: true,
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
  assert.equal(await page.evaluate(() => matchMedia("(pointer: coarse)").matches), true);
  for (const part of kParts) {
    await page.goto(`${site.url}#/${part}`);
    await waitFor(
      part,
      () => page.locator("main").textContent(),
      (text) => (text ?? "").length > 40 && !/Loading …|Looking for/.test(text ?? ""),
    );
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375, `${part} is too wide`);
    assert.deepEqual(await smallTargets(page), [], part);
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
