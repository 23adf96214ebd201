import assert from "node:assert/strict";
import { test } from "node:test";
import { inline, toHtml } from "../../scripts/markdown";
import { readLearnPages } from "../../scripts/learn";
import { EventParser } from "../../src/engine/sse";
import { Clock, clockText, moveTime, pgnClock } from "../../src/game/clock";
import { boardOf, squaresOf, withBoard } from "../../src/game/fen";
import { openingOf, packNames, unpackNames } from "../../src/game/openings";
import { expectation, scoreText, whiteScore } from "../../src/game/score";
import { backward, forward, initial, kXor, step } from "../../src/learn/network";
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
