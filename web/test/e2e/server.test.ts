// The page with the API of a server: the stub, and a real `tabia serve` with the page inside of it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { kStart } from "../../src/game/fen";
import { scoreText } from "../../src/game/score";
import { analysesAPosition, depthOf, explainsAPosition, playsFiveMoves } from "./flows";
import { clickMove, kScreens, sans, shot, visit, waitFor } from "./page";
import { stubbed } from "./stubbed";
import { canServe, serveRuns, startService } from "./tabia";

const served = stubbed();

test("server: the API is found and used, errors are shown", async () => {
  served.stub.requests.length = 0;
  await analysesAPosition(served.url, "analyse-server");
  await playsFiveMoves(served.url, "play-server");
  await explainsAPosition(served.url, "explain-server");
  for (const asked of ["GET /models", "POST /analyze", "POST /play", "POST /explain"])
    assert.ok(served.stub.requests.includes(asked), `${asked} was not asked`);
  // And the browser's own engine on request.
  const { page, close } = await visit(served.url, { isPatient: true });
  await page.locator(".who select").selectOption("browser");
  await waitFor(
    "footer",
    () => page.locator("footer").textContent(),
    (text) => /this browser/.test(text ?? ""),
  );
  served.stub.requests.length = 0;
  await page.click("text=Flip");
  await clickMove(page, "e2", "e4");
  await waitFor(
    "depth",
    () => depthOf(page),
    (depth) => depth >= 4,
  );
  assert.deepEqual(served.stub.requests, []);
  await close();
});

test("server: a move that can't be had is asked for again", async () => {
  served.stub.failures.push("/play");
  const { page, close } = await visit(`${served.url}#/play`);
  // The second attempt waits until the message about the first was seen.
  let asked = 0;
  let answer: (value?: unknown) => void = () => undefined;
  const mayAnswer = new Promise((resolve) => (answer = resolve));
  await page.route("**/play", async (route) => {
    if (++asked > 1) await mayAnswer;
    await route.fallback();
  });
  await page.locator("button.primary:enabled").click();
  await clickMove(page, "e2", "e4");
  await waitFor(
    "the message",
    () => page.locator(".fault").allTextContents(),
    (texts) => /server is full/.test(texts[0] ?? ""),
  );
  answer();
  await waitFor(
    "the answer",
    () => sans(page),
    (list) => list.length === 2,
  );
  assert.equal(await page.locator(".fault").count(), 0);
  await close();
});

test("server: a network of the server is not asked of the browser's engine", async () => {
  const { page, close } = await visit(served.url, { isPatient: true });
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

test("a training run is watched while it goes on", async () => {
  const { page, faults, close } = await visit(`${served.url}#/train`);
  const positions = (): Promise<string | null> => page.locator(".training .fact b").first().textContent();
  await waitFor("the running run", positions, (text) => text === "80.5M");
  await page.locator(".plot canvas").waitFor();
  assert.equal(await page.locator(".sample").count(), 4);
  assert.equal(await page.locator(".sample .course polyline").count(), 4);
  await shot(page, "train", true);
  served.stub.grow();
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

interface Evaluated {
  cp_white: number;
  wdl: [number, number, number];
  pieces: { square: string; piece: string; worth: number }[];
}
const kQueenMore = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";

for (const [screen, options] of kScreens)
  test(
    `one scale: the page, the service and the command line say the same, and a pawn is about 1 (${screen})`,
    { skip: canServe(binary) ? false : "no tabia that can serve" },
    async () => {
      const runs = mkdtempSync(join(tmpdir(), "tabia-runs-"));
      const service = await serveRuns(binary, runs);
      try {
        const { page, faults, close } = await visit(`${service.url}/`, { ...options, thinks: false });
        const notes = async (): Promise<Record<string, string>> =>
          Object.fromEntries(
            await page
              .locator(".board [data-square]:has(.note)")
              .evaluateAll((all) =>
                all.map((each) => [(each as HTMLElement).dataset.square!, each.querySelector(".note")!.textContent!]),
              ),
          ) as Record<string, string>;
        for (const fen of [kStart, kQueenMore]) {
          const body = JSON.stringify({ fen });
          const told = JSON.parse(
            execFileSync(binary, ["eval", "--fen", fen, "--json"], { encoding: "utf8" }),
          ) as Evaluated;
          const headers = { "Content-Type": "application/json" };
          const answer = await fetch(`${service.url}/evaluate`, { method: "POST", headers, body });
          const served_ = (await answer.json()) as Evaluated;
          assert.deepEqual([served_.cp_white, served_.wdl], [told.cp_white, told.wdl]);
          await page.goto(`${service.url}/#/analyse`);
          await page.fill("#fen", fen);
          await page.click("text=Load FEN");
          await page.goto(`${service.url}/#/explain`);
          await page.click("text=From Analyze");
          await waitFor("the worth of every piece", notes, (all) => Object.keys(all).length === told.pieces.length);
          assert.equal(
            await page.locator("[data-testid=explain-score]").textContent(),
            scoreText({ cp: told.cp_white }),
          );
          const worths = await notes();
          for (const { square, piece, worth } of told.pieces)
            assert.equal(worths[square], ((piece < "a" ? worth : -worth) / 100).toFixed(1), `${piece} ${square}`);
          const expected = (told.wdl[0] + told.wdl[1] / 2) / 10;
          const [network, classical] = await page.locator("tr.total td").allTextContents();
          assert.equal(network, `${expected.toFixed(1)}%`);
          if (fen === kQueenMore) {
            // Two evaluations of different scale are compared by what they expect of the game.
            assert.ok(
              Number.parseFloat(network) > 98 && Number.parseFloat(classical!) > 98,
              `${network}, ${classical}`,
            );
            continue;
          }
          const mean = (file: string): number =>
            [1, 2, 7, 8].map((rank) => Number(worths[`${file}${rank}`])).reduce((sum, each) => sum + each, 0) / 4;
          assert.ok(["a", "b", "c", "d", "e", "f", "g", "h"].every((file) => Number(worths[`${file}2`]) < 2));
          assert.ok(mean("a") > 2 && mean("a") < 4.5, `rooks and pawns of the a-file: ${mean("a")}`);
        }
        // The examples of /docs have the address that the server has.
        await page.goto(`${service.url}/docs`);
        const docs = await page.locator("body").textContent();
        assert.ok(docs!.includes(`${service.url}/evaluate`));
        assert.ok(!docs!.includes("127.0.0.1:8080"));
        assert.deepEqual(faults, []);
        await close();
      } finally {
        service.close();
        rmSync(runs, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
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
      const { page, close } = await visit(`${service.url}/`, { isPatient: true });
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
