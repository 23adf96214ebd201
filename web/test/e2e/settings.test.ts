// Settings of the whole page: its language, its board.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { english } from "../../src/text/english";
import { german } from "../../src/text/german";
import { clickMove, kPhone, kScreens, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { stubbed } from "./stubbed";

const served = stubbed();

// All plain texts of a language.
const leaves = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" ? Object.values(value as object).flatMap(leaves) : [];

// Everything that a person reads or hears.
const readable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement!.closest(".prose")) found.push(node.textContent!.trim()); // the lessons are in English
    for (const element of document.querySelectorAll("*"))
      for (const name of ["aria-label", "title", "placeholder"])
        if (element.hasAttribute(name)) found.push(element.getAttribute(name)!.trim());
    return found.filter(Boolean);
  });

const openSettings = (page: Page): Promise<void> => page.locator(".settings summary").click();

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`language: the whole page in German, and back; it is remembered (${name})`, async () => {
    const known = new Set(leaves(german));
    const foreign = new Set(leaves(english).filter((text) => !known.has(text)));
    const { page, faults, close } = await visit(served.url, { ...options, thinks: false });
    await openSettings(page);
    assert.deepEqual(await smallTargets(page), []);
    await page.getByLabel("Language").selectOption("de");
    await waitFor(
      "German",
      () => page.locator(".parts").textContent(),
      (text) => /Spielen/.test(text ?? ""),
    );
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
    for (const part of ["analyse", "play", "explain", "train", "learn"]) {
      await page.goto(`${served.url}#/${part}`);
      await waitFor(
        part,
        () => page.locator("main").textContent(),
        (text) => (text ?? "").length > 60 && !/wird geladen|werden gesucht|Die Engine startet/i.test(text ?? ""),
      );
      if (part === "analyse") await clickMove(page, "e2", "e4");
      if (part === "train") await page.locator(".plot canvas").waitFor();
      const left = (await readable(page)).filter((text) => foreign.has(text));
      assert.deepEqual(left, [], `${part} has English in it`);
      assert.equal(await sideways(page), 0, part);
      await shot(page, `german-${part}-${name}`, true);
    }
    assert.match(await page.title(), /^Lernen – Tabia$/);
    await page.goto(`${served.url}#/analyse`);
    await page.click("text=Aufstellen");
    await page.waitForSelector("text=Stellung aufbauen");
    await page.click("text=Abbrechen");
    await page.reload();
    await page.waitForSelector("text=Rückgängig");
    await openSettings(page);
    await page.getByLabel("Sprache").selectOption("en");
    await page.waitForSelector("text=Undo");
    assert.deepEqual(faults, []);
    await close();
  });

test("language: a German browser gets German, any other English", async () => {
  const german_ = await visit(served.url, { locale: "de-AT" });
  await german_.page.waitForSelector("text=Rückgängig");
  await german_.close();
  const french = await visit(served.url, { locale: "fr-FR" });
  await french.page.waitForSelector("text=Undo");
  await french.close();
});

for (const [screen, options] of kScreens)
  test(`boards: every theme looks different, in light and dark, and is remembered (${screen})`, async () => {
    const { page, faults, close } = await visit(served.url, { ...options, thinks: false });
    const colours = (): Promise<string> =>
      page.evaluate(() =>
        ["light", "dark"]
          .map((kind) => getComputedStyle(document.querySelector(`.board .square.${kind}`)!).backgroundColor)
          .join(" "),
      );
    const seen = new Set<string>();
    for (const theme of ["green", "wood", "blue", "gray", "contrast"]) {
      await openSettings(page);
      await page.locator(".settings").getByLabel("Board").selectOption(theme);
      await page.mouse.click(5, 500);
      assert.equal(await page.locator(".settings-panel").isVisible(), false, "a click elsewhere closes it");
      seen.add(await colours());
      await shot(page, `board-${theme}`);
    }
    assert.equal(seen.size, 5);
    const last = await colours();
    await page.reload();
    await page.waitForSelector(".board");
    assert.equal(await colours(), last);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await colours(), last, "a chosen board stays in the dark");
    assert.deepEqual(faults, []);
    await close();
  });
