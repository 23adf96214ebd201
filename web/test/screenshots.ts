// The pictures of the documentation (docs/images), taken from a real server: web/test/screenshots.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { kPhone, launch, quit, visit, waitFor } from "./e2e/page";
import { serveRuns } from "./e2e/tabia";
import { kServiceHeaders, proxyTo, serveSite } from "./site";

const binary = process.env.TABIA_BINARY!;
const kScreen = { viewport: { width: 1200, height: 780 } };
// The Opera game.
const kGame = `1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;

const folder = mkdtempSync(join(tmpdir(), "tabia-shots-"));
const run = (...words: string[]): void => void execFileSync(binary, words, { stdio: "ignore" });
const save = (page: Page, name: string): Promise<Buffer> => page.screenshot({ path: `../docs/images/${name}.png` });
const settled = (page: Page): Promise<string | null> =>
  waitFor(
    "the end of the search",
    () => page.locator(".lines").getAttribute("aria-busy"),
    (busy) => busy === "false",
  );

const pgn = process.env.PGN ?? join(folder, "game.pgn");
writeFileSync(join(folder, "game.pgn"), `[White "Morphy"]\n[Black "Duke Karl / Count Isouard"]\n\n${kGame}\n`);
run("games", "import", pgn, "--db", join(folder, "games.sqlite"));
const service = await serveRuns(binary, process.env.RUNS ?? "../runs", ["--games", join(folder, "games.sqlite")]);
const site = await serveSite(".", proxyTo(service.url), kServiceHeaders);
await launch();

const first = await visit(site.url, kScreen);
await first.page.fill("#pgn", kGame);
await first.page.click("text=Load PGN");
await first.page.locator("button:enabled", { hasText: "Review the game" }).click();
await first.page.locator(".graph figcaption").waitFor();
await first.page.locator("button:enabled", { hasText: "Review the game" }).waitFor();
await first.page.locator(".movelist button.move", { hasText: "b5" }).first().click();
await settled(first.page);
await first.page.evaluate(() => scrollTo(0, 0));
await save(first.page, "analyse");
await first.close();

const explorer = await visit(site.url, { ...kScreen, thinks: false });
await explorer.page.locator(".move-input input").fill("e4 c5 Nf3");
await explorer.page.keyboard.press("Enter");
await explorer.page.locator(".explorer[aria-busy=false] [data-testid=own-moves]").waitFor();
await explorer.page.locator(".explorer").evaluate((element) => {
  const panel = element.closest("section")!;
  scrollTo(0, panel.getBoundingClientRect().top + scrollY - 70);
});
await save(explorer.page, "explorer");
await explorer.close();

for (const [name, part, ready] of [
  ["explain", "explain", ".board .note"],
  ["train", "train", ".plot canvas"],
  ["learn", "learn/13-descent", ".formula"],
  ["api", "api", "main summary"],
] as const) {
  const { page, close } = await visit(`${site.url}#/${part}`, { ...kScreen, thinks: false });
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(500);
  await save(page, name);
  await close();
}

const phone = await visit(site.url, { ...kPhone, deviceScaleFactor: 1.5 });
await phone.page.locator(".move-input input").fill("e4 e5 Nf3 Nc6 Bb5");
await phone.page.keyboard.press("Enter");
await settled(phone.page);
await phone.page.evaluate(() => scrollTo(0, 0));
await save(phone.page, "phone");
await phone.close();

await quit();
await site.close();
service.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
