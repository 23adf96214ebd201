// What everyone needs: every page by the rules of axe-core, on a large and on a small screen, in light and dark; and a
// first visit over a slow connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { serveSite } from "../site";
import { axeFaults, clickMove, kPhone, sans, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { stubbed } from "./stubbed";

const kPages = [
  "analyse",
  "play",
  "explain",
  "train",
  "learn",
  "learn/00-xor",
  "learn/05-backpropagation",
  "learn/13-descent",
  "api",
];

const served = stubbed();

for (const [name, options] of [
  ["desktop, light", { colorScheme: "light" }],
  ["390 pixels, dark", { ...kPhone, colorScheme: "dark" }],
] as const)
  test(`everyone can use it: axe-core finds nothing on any page (${name})`, async () => {
    const { page, faults, close } = await visit(served.url, options);
    for (const part of kPages) {
      await page.goto(`${served.url}#/${part}`);
      await waitFor(
        part,
        () => page.locator("main").textContent(),
        (text) => (text ?? "").length > 60 && !/Loading …|Looking for/.test(text ?? ""),
      );
      if (part === "analyse") {
        await waitFor(
          "the end of the search",
          () => page.locator(".lines").getAttribute("aria-busy"),
          (busy) => busy === "false",
        );
        await clickMove(page, "e2", "e4"); // with a tree, and the remarks on a move
        await page.locator(".remarks").waitFor();
      }
      if (part === "train") await page.locator(".plot canvas").first().waitFor();
      assert.deepEqual(await axeFaults(page), [], part);
      assert.equal(await sideways(page), 0, part);
      if (name !== "desktop, light") assert.deepEqual(await smallTargets(page), [], part);
      if (part === "analyse" || part === "explain") await shot(page, `${part}-${name.replace(/\W+/g, "-")}`);
    }
    assert.deepEqual(faults, []);
    await close();
  });

// At 200 kB/s. What counts is what was sent before the board could be used: it doesn't depend on how busy this machine
// is. The connection is slowed down all the same, so that the order of the requests is that of a slow one.
const kBytesPerSecond = 200_000;
const kMostSeconds = 5;

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`first visit: the board can be used after ${kMostSeconds} s at 200 kB/s (${name})`, async () => {
    const sent: [path: string, bytes: number][] = [];
    // As `tabia serve` does: compressed for those who take it.
    const site = await serveSite(".", (request, response) => {
      const path = new URL(request.url ?? "/", "http://x").pathname;
      if (!/\.(html|js|css|wasm|svg|webmanifest)$|^\/$/.test(path)) return false;
      const packed = gzipSync(
        readFileSync(`${process.env.PAGE_DIST ?? "dist"}${path === "/" ? "/index.html" : path}`),
        {
          level: 9,
        },
      );
      sent.push([path, packed.length]);
      response.writeHead(200, { "Content-Type": typeOf(path), "Content-Encoding": "gzip" });
      response.end(packed);
      return true;
    });
    const { page, close } = await visit("about:blank", { ...options, thinks: false });
    const chrome = await page.context().newCDPSession(page);
    await chrome.send("Network.enable");
    await chrome.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 50,
      downloadThroughput: kBytesPerSecond,
      uploadThroughput: kBytesPerSecond,
    });
    await page.goto(site.url);
    await page.waitForSelector(".board");
    const bytes = sent.reduce((sum, [, size]) => sum + size, 0);
    await clickMove(page, "e2", "e4");
    assert.deepEqual(await sans(page), ["e4"]);
    assert.ok(bytes <= kBytesPerSecond * kMostSeconds, `${bytes} bytes before the board: ${JSON.stringify(sent)}`);
    assert.ok(bytes > 100_000, "nothing was counted");
    console.log(`${bytes} bytes before the board can be used: ${(bytes / kBytesPerSecond).toFixed(1)} s at 200 kB/s`);
    await close();
    await site.close();
  });

const typeOf = (path: string): string =>
  path.endsWith(".js")
    ? "text/javascript"
    : path.endsWith(".css")
      ? "text/css"
      : path.endsWith(".wasm")
        ? "application/wasm"
        : path.endsWith(".svg")
          ? "image/svg+xml"
          : "text/html";
