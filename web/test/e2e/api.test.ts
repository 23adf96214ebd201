// The API page: reads openapi.json, sends requests, shows them as programs would.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { serveSite } from "../site";
import { axeFaults, kPatienceMs, kPhone, shot, sideways, smallTargets, visit, waitFor } from "./page";
import { stubbed } from "./stubbed";

const served = stubbed();

// Not synchronous: the server is this process.
const output = (program: string, words: string[]): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile(program, words, { timeout: kPatienceMs }, (error, out) => (error ? reject(error) : resolve(out))),
  );

for (const [name, options] of [
  ["desktop", {}],
  ["phone", kPhone],
] as const)
  test(`api: every operation is listed; a request is sent and its answer shown; examples run (${name})`, async () => {
    const { page, faults, close } = await visit(served.url, options);
    await page.locator("footer a", { hasText: "API" }).click();
    const api = JSON.parse(readFileSync("../src/service/openapi.json", "utf8")) as { paths: Record<string, object> };
    const all = Object.values(api.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    await waitFor(
      "operations",
      () => page.locator(".operation").count(),
      (count) => count === all,
    );
    const analyze = page.locator("[data-operation='POST /analyze']");
    await analyze.locator("summary").first().click();
    // Its fields, with what is inside of them.
    const sent = analyze.locator(".schema").first();
    assert.match((await sent.textContent())!, /SearchRequest.*movetime.*integer/);
    assert.match((await analyze.textContent())!, /lines\[\]\.pv/);

    await analyze.getByLabel(/^Body/).fill('{"moves": ["e2e4", "c7c5"], "nodes": 3000}');
    await analyze.locator("button.primary").click();
    const answer = analyze.locator("[data-testid=answer]");
    await waitFor(
      "the answer",
      () => answer.textContent().catch(() => ""),
      (text) => /"bestmove": "\w+"/.test(text ?? ""),
    );
    assert.equal(await analyze.locator("[data-testid=status]").textContent(), "200");
    // Its events.
    await analyze.getByText("As events, while it happens").click();
    await analyze.locator("button.primary").click();
    await waitFor(
      "events",
      () => answer.textContent().catch(() => ""),
      (text) => /event: info[^]*event: done/.test(text ?? ""),
    );
    await analyze.getByText("As events, while it happens").click();
    // A refusal is shown, too.
    await analyze.getByLabel(/^Body/).fill('{"fen": "x"}');
    await analyze.locator("button.primary").click();
    await waitFor(
      "a refusal",
      () => analyze.locator("[data-testid=status]").textContent(),
      (text) => text === "422",
    );
    await analyze.getByLabel(/^Body/).fill('{"moves": ["d2d4"], "nodes": 2000}');

    // What the page shows for programs does what it says.
    const snippet = analyze.locator("[data-testid=snippet]");
    await analyze.getByRole("button", { name: "curl" }).click();
    const asCurl = (await snippet.textContent())!;
    assert.match(asCurl, new RegExp(`^curl .*${served.url.replace(/\W/g, "\\$&")}analyze`));
    await analyze.getByRole("button", { name: "Python" }).click();
    const asPython = (await snippet.textContent())!;
    await analyze.getByRole("button", { name: "JavaScript" }).click();
    const asScript = (await snippet.textContent())!;
    if (name === "desktop") {
      assert.match(await output("bash", ["-c", asCurl]), /bestmove/);
      assert.match(await output("python3", ["-c", asPython]), /bestmove/);
      assert.match(await output("node", ["--input-type=module", "-e", asScript]), /bestmove/);
    }

    // A path with a name in it.
    const one = page.locator("[data-operation='GET /runs/{name}']");
    await one.locator("summary").first().click();
    await one.getByLabel("name").fill("gate-12");
    await one.locator("button.primary").click();
    await waitFor(
      "the run",
      () =>
        one
          .locator("[data-testid=answer]")
          .textContent()
          .catch(() => ""),
      (text) => /"kind": "match"/.test(text ?? ""),
    );
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    await shot(page, `api-${name}`, true);
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(
      faults.filter((fault) => !/status of 422/.test(fault)),
      [],
    );
    await close();
  });

test("api: a site without a server says so", async () => {
  const site = await serveSite(".");
  const { page, close } = await visit(`${site.url}#/api`);
  await page.waitForSelector("text=a server without the API");
  await close();
  await site.close();
});
