// A browser for the end-to-end tests, which notes everything that a clean page doesn't do.

import { mkdirSync, readFileSync } from "node:fs";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { unwatch, watch } from "./hang";

export const kChromium = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const shots = process.env.SHOTS; // a folder for pictures; without it none are taken, which is quicker

// One browser for all files of tests, as long as one of them needs it.
let browser: Promise<Browser> | undefined;
let users = 0;

export async function launch(): Promise<void> {
  if (shots) mkdirSync(shots, { recursive: true });
  users++;
  browser ??= chromium.launch({ executablePath: kChromium, args: ["--no-sandbox"], timeout: kPatienceMs });
  await browser;
}

export async function quit(): Promise<void> {
  if (--users === 0) await (await browser)?.close();
}

export const kPhone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// Everything that people do, they do on both.
export const kScreens: [name: string, options: BrowserContextOptions][] = [
  ["desktop", {}],
  ["phone", kPhone],
];

// How many pixels of the page are beyond its right edge.
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

// What is to be pressed and smaller than a finger: less than 40 pixels high or wide. A field in a label is as large as
// the label. Links in running text have the size of the text, and the marks on the graph of a game that of the graph:
// the moves in the list do the same. Nothing where there is a mouse.
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        matchMedia("(pointer: coarse)").matches
          ? "a, button, select, summary, textarea, .toggle, .compare, input, [role=radio]"
          : "none",
      ),
    ]
      .filter((element) => !element.closest(".graph-marks, .skip, .prose p:not(.neighbours), .prose li"))
      .map((element) => element.closest("label.toggle, label.compare") ?? element)
      .map((element) => ({
        name: element.getAttribute("aria-label") ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.height < 40 || box.width < 40))
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );

export interface Visit {
  page: Page;
  faults: string[]; // errors of scripts, violations of the content policy, requests elsewhere
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  thinks?: boolean; // false: the analysis board is quiet until it is told to think
  // A position is thought about until it is left (or up to the server's limit, a minute): whatever depth a test waits for
  // is reached, however slow the machine is. Without it that ends after three seconds.
  isPatient?: boolean;
}

// How long tests wait for anything. It has to be long enough for the busiest machine; what waits for nothing is ended
// by hang.ts long before.
export const kPatienceMs = 600_000;

export async function visit(
  url: string,
  { thinks = true, isPatient = false, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await (
    await browser!
  ).newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    serviceWorkers: "block", // offline.test.ts has them
    ...options,
  });
  context.setDefaultTimeout(kPatienceMs);
  const page = await context.newPage();
  watch(page);
  const faults: string[] = [];
  const origin = url === "about:blank" ? "http://127.0.0.1" : new URL(url).origin;
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // A static site has no API: the page asks once and goes on without.
    if (/status of 404/.test(message.text()) && /\/(models|runs)$/.test(message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url()))
      faults.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  const settings = { ...(thinks ? {} : { running: "false" }), ...(isPatient ? { time: "99" } : {}) };
  await page.addInitScript((initial) => {
    if (location.protocol === "about:") return; // it has no storage
    for (const [name, value] of Object.entries(initial))
      if (localStorage.getItem(`tabia.analyse.${name}`) === null) localStorage.setItem(`tabia.analyse.${name}`, value);
  }, settings);
  await page.goto(url);
  if (url !== "about:blank") await page.waitForSelector("main");
  return {
    page,
    faults,
    close: () => {
      unwatch(page);
      return context.close();
    },
  };
}

// What axe-core finds wrong with the page as it is shown now.
export async function axeFaults(page: Page): Promise<string[]> {
  axe ??= readFileSync("node_modules/axe-core/axe.min.js", "utf8");
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: Axe }).axe;
    const { violations } = await run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html }) => `${id} (${help}): ${html.slice(0, 160)}`),
    );
  });
}
let axe: string | undefined;
interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }>;
}

export async function shot(page: Page, name: string, fullPage = false): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/web-${name}.png`, fullPage });
}

export const square = (name: string): string => `[data-square=${name}]`;

export async function clickMove(page: Page, from: string, to: string): Promise<void> {
  await page
    .locator(`.board ${square(from)}`)
    .first()
    .click();
  await page
    .locator(`.board ${square(to)}`)
    .first()
    .click();
}

// With the mouse or, on a phone, with a finger.
export async function dragPiece(page: Page, from: string, to: string): Promise<void> {
  await page.locator(".board").first().scrollIntoViewIfNeeded();
  const middle = async (name: string): Promise<{ x: number; y: number }> => {
    const box = (await page
      .locator(`.board ${square(name)}`)
      .first()
      .boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  const between = { x: (start.x + end.x) / 2 + 20, y: (start.y + end.y) / 2 + 20 };
  if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) {
    const finger = await page.context().newCDPSession(page);
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    for (const point of [between, end])
      await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await finger.detach();
    return;
  }
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(between.x, between.y, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

// The page has drawn what came of the last event, and has run what it wanted to run after that.
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

// In Play: a limited Tabia doesn't wait before it answers, as people do.
export const answerAtOnce = (page: Page): Promise<void> => page.getByLabel("Tabia takes its time").uncheck();

export const sans = (page: Page): Promise<string[]> => page.locator(".movelist button.move").allTextContents();

export async function waitFor<T>(
  what: string,
  ask: () => Promise<T>,
  good: (value: T) => boolean,
  seconds = kPatienceMs / 1000,
): Promise<T> {
  const start = Date.now();
  let value: T | undefined;
  try {
    for (;;) {
      value = await ask();
      if (good(value)) return value;
      const waited = (Date.now() - start) / 1000;
      if (waited > seconds) throw new Error(`still after ${seconds} s`);
      await new Promise((resolve) => setTimeout(resolve, waited < 1 ? 30 : waited < 5 ? 80 : 250));
    }
  } catch (error) {
    throw new Error(`${what}: ${JSON.stringify(value)}, ${error instanceof Error ? error.message : String(error)}`);
  }
}
