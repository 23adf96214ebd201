// Play, what people expect of a game: a hint, a draw, a rematch, material, the board turned; and drawings on the board
// of the analysis.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerAtOnce,
  axeFaults,
  clickMove,
  kPhone,
  kScreens,
  sans,
  shot,
  sideways,
  smallTargets,
  square,
  visit,
  waitFor,
} from "./page";
import { stubbed } from "./stubbed";

const served = stubbed();

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`play: hint, declined and agreed draw, rematch with the other color, flip, material (${name})`, async () => {
    // Against the stub: a search there has a limit of nodes, so its moves and values are the same every time.
    const { page, faults, close } = await visit(`${served.url}#/play`, options);
    await page.getByLabel("From", { exact: true }).selectOption("start");
    // At full strength: a weak Tabia's first move, which is left to chance, may be so bad that it takes a draw.
    const strength = page.getByLabel("Strength", { exact: true });
    await strength.fill((await strength.getAttribute("max"))!);
    await page.locator("button.primary:enabled").click();
    await page.getByText("Hint", { exact: true }).click();
    const advice = page.locator("[data-testid=advice]");
    await waitFor(
      "a hint",
      () => advice.textContent(),
      (text) => /^Hint: \S+$/.test(text ?? ""),
    );
    assert.equal(await page.locator(".arrow.best").count(), 1);
    await clickMove(page, "e2", "e4");
    await waitFor(
      "the answer",
      () => sans(page),
      (list) => list.length === 2,
    );
    assert.equal(await page.locator(".arrow.best").count(), 0, "the hint was about another position");
    // At move two Tabia plays on.
    await page.getByText("Offer a draw").click();
    await waitFor(
      "Tabia's answer",
      async () => ((await advice.textContent()) ?? "") + (await page.locator(".outcome").allTextContents()).join(""),
      (text) => text !== "",
    );
    assert.equal(await advice.textContent(), "Tabia declines the draw.");
    // The board turns, and back.
    const first = (): Promise<string | null> =>
      page.locator(".board [data-square]").first().getAttribute("data-square");
    assert.equal(await first(), "a8");
    await page.getByText("Flip", { exact: true }).click();
    assert.equal(await first(), "h1");
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await axeFaults(page), []);
    await page.getByText("Resign", { exact: true }).click();
    await page.getByText("Rematch", { exact: true }).click();
    await waitFor(
      "Tabia's first move",
      () => sans(page),
      (list) => list.length === 1,
    );
    await shot(page, `play-${name}`, true);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`play: a queen ahead is nine points, and a lost Tabia takes a draw (${screen})`, async () => {
    const { page, faults, close } = await visit(served.url, { ...options, thinks: false });
    await page.locator(".who select").selectOption("browser");
    await page.fill("#fen", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    await page.click("text=Load FEN");
    await page.goto(`${served.url}#/play`);
    await page.getByLabel("From", { exact: true }).selectOption("analyse");
    await page.locator("button.primary:enabled").click();
    await page.getByLabel("9 points of material ahead").waitFor();
    // The engine of this browser gives hints, too.
    await page.getByText("Hint", { exact: true }).click();
    await waitFor(
      "a hint",
      () => page.locator("[data-testid=advice]").textContent(),
      (text) => /^Hint: \S+$/.test(text ?? ""),
    );
    assert.equal(await page.locator(".arrow.best").count(), 1);
    await page.getByText("Offer a draw").click();
    await waitFor(
      "the draw",
      () => page.locator(".outcome").textContent(),
      (text) => /½–½.*Draw: agreement/.test(text ?? ""),
    );
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`play: sounds are off until they are turned on, and then a move makes one (${screen})`, async () => {
    const { page, faults, close } = await visit("about:blank", options);
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { tones: number };
      counted.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        counted.tones++;
        start.call(this, when);
      };
    });
    const tones = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
    await page.goto(`${served.url}#/play`);
    await page.locator("button.primary:enabled").click();
    await clickMove(page, "e2", "e4");
    await waitFor(
      "the answer",
      () => sans(page),
      (list) => list.length === 2,
    );
    assert.equal(await tones(), 0);
    await page.getByLabel("Sounds").check();
    await clickMove(page, "d2", "d4");
    await waitFor("a sound", tones, (count) => count > 0);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`play: a limited Tabia takes its time, as people do, and what it plays is announced (${screen})`, async () => {
    const { page, faults, close } = await visit("about:blank", options);
    // A pause before an answer ends when the test says so: with this chance it is 750 ms long.
    await page.addInitScript(() => {
      const pauses: (() => void)[] = [];
      Object.assign(globalThis, { pauses });
      Math.random = () => 0.5;
      const later = setTimeout;
      globalThis.setTimeout = ((act: () => void, ms?: number) =>
        ms === 750 ? pauses.push(act) : later(act, ms)) as typeof setTimeout;
    });
    const pauses = (): Promise<number> =>
      page.evaluate(() => (globalThis as unknown as { pauses: unknown[] }).pauses.length);
    const moves = (count: number): Promise<string[]> =>
      waitFor(
        `${count} moves`,
        () => sans(page),
        (list) => list.length === count,
      );
    const announced = (): Promise<string | null> => page.locator("p.sr-only[role=status]").textContent();
    const announces = (move: string | undefined): Promise<string | null> =>
      waitFor("the announcement", announced, (text) => text === `Tabia played ${move}`);
    await page.goto(`${served.url}#/play`);
    await page.locator("button.primary:enabled").click();
    await clickMove(page, "e2", "e4");
    await waitFor("a pause", pauses, (count) => count === 1);
    assert.deepEqual(await sans(page), ["e4"]);
    assert.equal(await page.locator(".player .busy", { hasText: "thinking" }).count(), 1);
    assert.equal(await announced(), "");
    await page.evaluate(() => (globalThis as unknown as { pauses: (() => void)[] }).pauses[0]!());
    await announces((await moves(2))[1]);
    // It needn't, and at full strength it doesn't.
    await answerAtOnce(page);
    await clickMove(page, "d2", "d4");
    await announces((await moves(4))[3]);
    await page.getByLabel("Tabia takes its time").check();
    const strength = page.getByLabel("Strength", { exact: true });
    await strength.fill((await strength.getAttribute("max"))!);
    await page.locator("button.primary:enabled").click();
    await clickMove(page, "e2", "e4");
    await moves(2);
    assert.equal(await pauses(), 1);
    assert.deepEqual(faults, []);
    await close();
  });

for (const [screen, options] of kScreens)
  test(`drawings of a PGN, comments and marks are shown, changed, and written again (${screen})`, async () => {
    const { page, faults, close } = await visit(served.url, { ...options, thinks: false });
    await page.fill("#pgn", "1. e4! { best by test [%csl Rd4,Gf5][%cal Ge7e5] } e5 $6 { hm } 2. Nf3 *");
    await page.click("text=Load PGN");
    await page.locator(".movelist button.move", { hasText: "e4" }).click();
    await page.locator(".arrow.drawn.G[data-arrow=e7e5]").waitFor();
    assert.equal(await page.locator(".arrow.drawn").count(), 3);
    assert.match((await page.locator(".movelist").textContent())!, /e4!best by test.*e5\?!hm/);
    await page.locator("[aria-label='Comment on e4']").fill("as always");
    await page.keyboard.press("Enter");
    await page.locator(".remarks select").selectOption("3");
    assert.deepEqual((await sans(page)).slice(0, 1), ["e4!!"]);
    // What was drawn stays with the new comment.
    assert.match(
      await page.inputValue("#pgn"),
      /1\. e4 \$3 \{\s*(?=[^}]*\[%csl Rd4,Gf5\])(?=[^}]*\[%cal Ge7e5\])[^}]*as always\s*\}/,
    );
    await page.click("text=Undo");
    await page.click("text=Undo");
    assert.match((await page.locator(".movelist").textContent())!, /e4!best by test/);
    await page.click("text=Redo");
    assert.match((await page.locator(".movelist").textContent())!, /e4!as always/);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(faults, []);
    await close();
  });

test("drawings: arrows and circles in four colors are kept with the move, in the PGN, and over a reload", async () => {
  const { page, faults, close } = await visit(served.url, { thinks: false });
  await clickMove(page, "e2", "e4");
  const draw = async (from: string, to: string, key?: string): Promise<void> => {
    const middle = async (name: string): Promise<[number, number]> => {
      const box = (await page
        .locator(`.board ${square(name)}`)
        .first()
        .boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    if (key) await page.keyboard.down(key);
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(to)));
    await page.mouse.up({ button: "right" });
    if (key) await page.keyboard.up(key);
  };
  await draw("e7", "e5");
  await draw("d4", "d4", "Shift");
  await page.locator(".arrow.drawn.G[data-arrow=e7e5]").waitFor();
  await page.locator(".arrow.drawn.R[data-circle=d4]").waitFor();
  assert.match(await page.locator("#pgn").inputValue(), /1\. e4 \{\[%csl Rd4\] \[%cal Ge7e5\]\}/);
  // They belong to this move.
  await clickMove(page, "e7", "e5");
  assert.equal(await page.locator(".arrow.drawn").count(), 0);
  await page.locator("[aria-label=Back]").click();
  assert.equal(await page.locator(".arrow.drawn").count(), 2);
  await draw("e7", "e5");
  await waitFor(
    "one less",
    () => page.locator(".arrow.drawn").count(),
    (count) => count === 1,
  );
  await waitFor(
    "the address",
    () => Promise.resolve(page.url()),
    (url) => url.endsWith("moves=e2e4"),
  );
  await page.reload();
  await page.waitForSelector("main");
  await page.locator(".arrow.drawn.R[data-circle=d4]").waitFor();
  await shot(page, "drawings");
  assert.deepEqual(faults, []);
  await close();
});
