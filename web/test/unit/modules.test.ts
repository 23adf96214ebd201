import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inline, toHtml } from "../../scripts/markdown";
import { readLearnPages } from "../../scripts/learn";
import type { Info } from "../../src/core/messages";
import { lastGame, linesIn } from "../../src/engine/import";
import { EventParser } from "../../src/engine/sse";
import { Clock, clockText, moveTime, pgnClock } from "../../src/game/clock";
import { boardOf, squaresOf, withBoard } from "../../src/game/fen";
import { together } from "../../src/game/lines";
import { openingOf, packNames, unpackNames } from "../../src/game/openings";
import { expectation, scoreText, whiteScore } from "../../src/game/score";
import { backward, forward, initial, kXor, step } from "../../src/learn/network";
import { csvOf, curvesOf, overfits, recipeDifference, smoothed } from "../../src/pages/curves";
import { addressOf, fieldsOf, snippet, type OpenApi } from "../../src/pages/openapi";
import type { TrainPoint } from "../../src/pages/runs";
import { thinned, ticksOf } from "../../src/ui/ticks";
import { core } from "./core";

const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("a board is the same after it was taken apart and put together", () => {
  assert.equal(boardOf(squaresOf(kStart)), kStart.split(" ")[0]);
  assert.equal(squaresOf(kStart).get("e1"), "K");
});

test("castling rights go with the rook that is moved away", () => {
  const squares = squaresOf(kStart);
  squares.delete("h1");
  assert.equal(withBoard(kStart, squares).split(" ")[2], "Qkq");
  squares.delete("e8");
  assert.equal(withBoard(kStart, squares).split(" ")[2], "Q");
});

test("openings are known by position, so transpositions count", () => {
  const fens = (moves: string[]): string[] => core.call("line", { moves }).moves.map((move) => move.fen);
  const straight = openingOf(fens(["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"]));
  assert.match(straight!.name, /Najdorf/);
  assert.equal(straight!.eco, "B90");
  const other = openingOf(fens(["Nf3", "c5", "e4", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"]));
  assert.deepEqual(other, straight);
  assert.equal(openingOf([kStart]), undefined);
});

test("names survive packing", () => {
  const names = ["Alpha", "Alpha: Beta", "Alpha: Beta, Gamma", "Delta"];
  assert.deepEqual(unpackNames(packNames(names)), names);
});

test("scores are turned to White's view", () => {
  const black = kStart.replace(" w ", " b ");
  assert.equal(scoreText(whiteScore({ cp: 35, wdl: [100, 850, 50] }, black)), "−0.35");
  assert.deepEqual(whiteScore({ cp: 35, wdl: [100, 850, 50] }, black).wdl, [50, 850, 100]);
  assert.equal(scoreText(whiteScore({ mate: 3, cp: 20_000, wdl: [1000, 0, 0] }, black)), "#−3");
  assert.equal(expectation({ wdl: [300, 600, 100] }), 0.6);
});

test("events arrive whole however the stream is cut", () => {
  const text = ': hello\r\n\r\nevent: info\r\ndata: {"depth":1}\r\n\r\nevent: done\ndata: a\ndata: b\n\n';
  for (let size = 1; size < text.length; size++) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
    assert.deepEqual(events, [
      { event: "info", data: '{"depth":1}' },
      { event: "done", data: "a\nb" },
    ]);
  }
});

test("a clock runs for one side at a time and adds the increment after the move", () => {
  let now = 0;
  const clock = new Clock({ base: 60_000, increment: 2000 }, () => now);
  clock.start("w");
  now = 5000;
  assert.equal(clock.remaining("w"), 55_000);
  clock.press();
  assert.equal(clock.remaining("w"), 57_000);
  now = 70_000;
  assert.equal(clock.flagged(), "b");
  assert.ok(moveTime(clock, "w") < 57_000 / 2);
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(9300), "0:09.3");
  assert.equal(clockText(3_661_000), "1:01:01");
  assert.equal(pgnClock(3_661_000), "[%clk 1:01:01]");
});

test("the slopes of the small network are those measured by nudging", () => {
  const parameters = initial(3, 5);
  const example = kXor[2]!;
  const slopes = backward(parameters, example, forward(parameters, example));
  const h = 1e-6;
  const measured = (list: number[], index: number): number => {
    const kept = list[index]!;
    list[index] = kept + h;
    const above = forward(parameters, example).loss;
    list[index] = kept - h;
    const below = forward(parameters, example).loss;
    list[index] = kept;
    return (above - below) / (2 * h);
  };
  for (const [list, found] of [
    [parameters.W, slopes.dW],
    [parameters.b, slopes.db],
    [parameters.v, slopes.dv],
  ] as const)
    list.forEach((_value, index) => assert.ok(Math.abs(measured(list, index) - found[index]!) < 1e-8));
});

test("XOR is learnt from the start that the page begins with", () => {
  const parameters = initial(4, 7);
  for (let i = 0; i < 3000; i++) step(parameters, kXor, 1);
  for (const example of kXor) assert.ok(Math.abs(forward(parameters, example).p - example.t) < 0.1);
});

test("axes have round numbers within the range; long series keep their ends", () => {
  assert.deepEqual(ticksOf(0, 100, 5), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(thinned([...Array(1001).keys()], 11), [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
});

test("markdown: code is not touched, text is escaped, tables and details become HTML", () => {
  const link = (address: string): string | undefined =>
    address.endsWith(".md") ? `#/learn/${address.slice(0, -3)}` : undefined;
  assert.equal(
    inline("a `*b* <c>` **d** *e* [f](g.md) [h](../i.cpp)", link),
    'a <code>*b* &lt;c&gt;</code> <strong>d</strong> <em>e</em> <a href="#/learn/g">f</a> h',
  );
  const html = toHtml(
    "# T\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n    code < 1\n\n<details><summary>Answer</summary>\n\nYes.\n\n</details>\n",
    link,
  );
  assert.match(html, /<th scope="col">a<\/th>/);
  assert.match(html, /<pre tabindex="0"><code>code &lt; 1<\/code><\/pre>/);
  assert.match(html, /<details><summary>Answer<\/summary>\n<p>Yes\.<\/p>\n<\/details>/);
});

test("formulas become MathML when the page is built, without styles that the content policy forbids", () => {
  const html = toHtml("A $w_1$ and\n\n```math\n\\begin{aligned} a &= b & &c \\end{aligned}\n```\n", () => undefined);
  assert.match(html, /<p>A <math><msub><mi>w<\/mi><mn>1<\/mn><\/msub><\/math> and<\/p>/);
  assert.match(html, /<div class="formula" tabindex="0"><math display="block"/);
  assert.match(html, /class="tml-right apart"/);
  assert.throws(() => toHtml("$\\nonsense{$", () => undefined));
});

test("every lesson has a drawing or a live demonstration; none has inline styles", () => {
  const isLive = ["", "00-xor", "05-backpropagation"]; // src/pages/learn.tsx; "" is the overview
  for (const { id, html } of readLearnPages("../docs/learn/")) {
    if (!isLive.includes(id)) assert.match(html, /<figure><svg class="drawing" role="img" aria-label="\w/, id);
    assert.doesNotMatch(html, /<[^>]* style=|<style/, id);
  }
});

test("every page of docs/learn becomes HTML without leftovers of markdown", () => {
  const pages = readLearnPages("../docs/learn/");
  assert.ok(pages.length >= 19);
  assert.equal(pages[0]!.id, "");
  for (const page of pages) {
    const text = page.html.replace(/<pre[\s\S]*?<\/pre>|<code>.*?<\/code>/g, "");
    assert.doesNotMatch(text, /\*\*|```|^\|/m, page.id);
    assert.doesNotMatch(page.html, /<script|onerror|javascript:/i, page.id);
    for (const [, target] of page.html.matchAll(/href="#\/learn\/([^"]*)"/g))
      assert.ok(
        pages.some((other) => other.id === target),
        `${page.id} links to ${target}`,
      );
  }
});

test("texts for people are in src/text, and nowhere else", () => {
  const parts: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !/\/(learn|text)$/.test(path))
        look(path); // the lessons are in English
      else if (entry.name.endsWith(".tsx")) parts.push(path);
    }
  };
  look("src");
  assert.ok(parts.length > 10);
  for (const path of parts) {
    readFileSync(path, "utf8")
      .split("\n")
      .forEach((line, index) => {
        if (line.includes(">Tabia<")) return; // a name
        const where = `${path}:${index + 1}: ${line.trim()}`;
        // Between tags, on a line of its own or not; and in attributes that are read.
        assert.doesNotMatch(line, /^\s+[A-Z][a-z]+( [a-zA-Z]+)*[.…]?$/, where);
        assert.doesNotMatch(line, />[A-Z][a-z]+( [a-zA-Z]+)*[.…]?<\//, where);
        assert.doesNotMatch(line, /(?:label|title|placeholder)="[A-Z][a-z]/, where);
      });
  }
});

const report = (index: number, loss: number, validation: number): TrainPoint => ({
  positions: index * 1000,
  loss,
  validation,
  rate: 0.001,
  positions_per_s: 10,
});

test("lines: while a new depth comes in, there are never fewer, and the last word is the deepest", () => {
  const info = (depth: number, ...moves: string[]): Info => ({
    depth,
    seldepth: depth,
    nodes: 1000 * depth,
    time_ms: 1,
    nps: 1,
    hashfull: 0,
    lines: moves.map((move, index) => ({
      multipv: index + 1,
      depth,
      seldepth: depth,
      cp: 30 - index,
      wdl: [300, 400, 300],
      pv: [move],
      san: [move],
    })),
  });
  let shown: Info | undefined;
  const after = (now: Info): string => {
    shown = together(shown, now);
    return shown.lines.map(({ multipv, depth, pv }) => `${multipv}:${pv[0]}@${depth}`).join(" ");
  };
  assert.equal(after(info(5, "a", "b", "c")), "1:a@5 2:b@5 3:c@5");
  assert.equal(after(info(6, "b")), "1:b@6 2:a@5 3:c@5");
  assert.equal(after(info(6, "b", "d")), "1:b@6 2:d@6 3:a@5");
  assert.equal(after(info(5, "a", "b", "c")), "1:b@6 2:d@6 3:a@5"); // the search was stopped in its sixth depth
  assert.equal(shown!.depth, 6);
});

test("smoothing is a running mean that begins with the first value", () => {
  const line: [number, number][] = [1, 2, 3, 4].map((x) => [x, 5]);
  assert.deepEqual(
    smoothed(line, 0.9).map(([, y]) => +y.toFixed(9)),
    [5, 5, 5, 5],
  );
  assert.deepEqual(smoothed(line, 0), line);
  const jump = smoothed([[0, 0], [1, 1], [2, 1]], 0.5); // prettier-ignore
  assert.ok(jump[1]![1] < jump[2]![1] && jump[2]![1] < 1);
});

test("overfitting: validation has to rise for several reports while the loss falls", () => {
  const course = (validations: number[], loss: (index: number) => number): TrainPoint[] =>
    validations.map((validation, index) => report(index + 1, loss(index), validation));
  const falling = (index: number): number => 1 - index / 20;
  const rising = [0.9, 0.8, 0.7, 0.72, 0.75, 0.8, 0.85];
  assert.deepEqual(overfits(course(rising, falling))?.since, 3000);
  assert.equal(overfits(course(rising, (index) => 1 + index / 20)), undefined, "the loss rises as well");
  assert.equal(overfits(course([0.9, 0.8, 0.7, 0.69, 0.68, 0.68, 0.67], falling)), undefined);
  assert.equal(
    overfits(course([0.9, 0.8, 0.7, 0.69, 0.68, 0.6, 0.61], falling)),
    undefined,
    "one report isn't a trend",
  );
  assert.equal(overfits(course([0.7, 0.8], falling)), undefined);
  assert.equal(overfits(rising.map((_unused, index) => report(index, 1, 0))), undefined, "there is no validation");
});

test("curves: what is known between reports belongs to the loss; a table has one line for each x", () => {
  const run = {
    name: "a",
    kind: "train" as const,
    updated: 0,
    train: { points: [report(1, 0.5, 0.6), report(2, 0.4, 0)] },
    live: { step: "train", unit: "positions" as const, done: 2500, loss: 0.3 },
  };
  const [loss, validation] = curvesOf(run, "losses", "positions");
  assert.deepEqual(loss!.points, [[1000, 0.5], [2000, 0.4], [2500, 0.3]]); // prettier-ignore
  assert.deepEqual(validation!.points, [[1000, 0.6]]);
  const table = csvOf("x", [
    { name: 'a "b", c', points: [[2, 1], [1, 0]] }, // prettier-ignore
    { name: "d", points: [[2, 7]] },
  ]);
  assert.equal(table, 'x,"a ""b"", c",d\n1,0,\n2,1,7\n');
  assert.deepEqual(recipeDifference("# x\na = 1\nb = 2", "a = 1\nb = 3\n# --parent y"), {
    mine: ["b = 2"],
    theirs: ["b = 3", "# --parent y"],
  });
});

test("the API page shows every field, and requests as a shell, Python and JavaScript write them", () => {
  const api = JSON.parse(readFileSync("../src/service/openapi.json", "utf8")) as OpenApi;
  const fields = fieldsOf(api, { $ref: "#/components/schemas/Analysis" }).map(({ path }) => path);
  for (const path of ["bestmove", "lines", "lines[].pv", "lines[].wdl"]) assert.ok(fields.includes(path), path);
  const query = [{ name: "model", in: "query" as const }];
  assert.equal(
    addressOf("/runs/{name}/events", query, { name: "a b", model: "x&y" }),
    "/runs/a%20b/events?model=x%26y",
  );
  const asked = {
    method: "POST",
    url: "http://h/analyze",
    headers: { "Content-Type": "application/json" },
    body: '{"a": "it\'s", "b": [true, null]}',
  };
  assert.match(snippet("curl", asked), /--data-binary '\{"a": "it'\\''s"/);
  assert.match(snippet("python", asked), /json\.dumps\(\{"a": "it's", "b": \[True, None\]\}\)/);
  assert.match(snippet("javascript", asked), /JSON\.stringify\(\{"a":"it's","b":\[true,null\]\}\)/);
  assert.match(snippet("curl", { ...asked, method: "DELETE" }), /-X DELETE/);
});

test("a part of a PGN file ends before the last game in it, and never inside of one", () => {
  const cut = (text: string): string => text.slice(0, lastGame(new TextEncoder().encode(text)));
  const first = '[White "A"]\n[Black "B"]\n\n1. e4 {[%clk 0:01]\n\n[%eval 1] [x} e5 1-0\n\n';
  assert.equal(cut(`${first}[White "C"]\n[Black`), first);
  assert.equal(cut(`${first.replaceAll("\n", "\r\n")}[White`), first.replaceAll("\n", "\r\n"));
  assert.equal(cut(`${first}[`), "", "it can't be told yet");
  assert.equal(cut(first), "");
  assert.equal(cut(""), "");
});

test("lines of a part of a file end with LF, CR or both", () => {
  const lines = (text: string): number => linesIn(new TextEncoder().encode(text));
  assert.deepEqual(["", "a", "a\n", "a\r\nb\r\n", "a\rb\r", "\n\r\n"].map(lines), [0, 0, 1, 2, 2, 2]);
});
