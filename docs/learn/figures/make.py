#!/usr/bin/env python3
"""Draws the figures of docs/learn: python3 docs/learn/figures/make.py writes one SVG for each function below.

Colors are classes, so that the page can use its own; a file by itself has those in kStyle. Curves are computed, the
numbers of measured ones are those of the page's tables.
"""
import math
import os

kStyle = """<style>svg{color:#211f1b;background:#fff}text{font:14px system-ui,sans-serif;fill:currentColor}
.a{stroke:#1f6b5c}.b{stroke:#b06a12}.c{stroke:#c2452d}.fill-a{fill:#1f6b5c}.fill-b{fill:#b06a12}.soft{fill:#d8ebe5}
.quiet{fill:#5d574d}</style>"""


class Figure:
    def __init__(self, width, height):
        self.size = (width, height)
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def line(self, x1, y1, x2, y2, kind="", width=1.5, dash=""):
        stroke = f'class="{kind}"' if kind else 'stroke="currentColor"'
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" {stroke} stroke-width="{width:g}" fill="none"{dashes}/>')

    def curve(self, points, kind="a", width=2.5, dash=""):
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<path d="{path}" class="{kind}" stroke-width="{width:g}" fill="none"{dashes}/>')

    def text(self, x, y, words, at="start", kind=""):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        mark = f' class="{kind}"' if kind else ""
        self.add(f'<text x="{x:g}" y="{y:g}" text-anchor="{at}"{mark}>{words}</text>')

    def box(self, x, y, width, height, kind="soft", words="", border=True):
        edge = ' stroke="currentColor"' if border else ""
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" class="{kind}"{edge}/>')
        if words:
            self.text(x + width / 2, y + height / 2 + 5, words, "middle")

    def dot(self, x, y, radius=5, kind="fill-a", hollow=False):
        if hollow:
            self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="currentColor" stroke-width="2"/>')
        else:
            self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" class="{kind}"/>')

    def arrow(self, x1, y1, x2, y2, kind="", width=1.5):
        self.line(x1, y1, x2, y2, kind, width)
        angle = math.atan2(y2 - y1, x2 - x1)
        for turn in (2.6, -2.6):
            self.line(x2, y2, x2 + 8 * math.cos(angle + turn), y2 + 8 * math.sin(angle + turn), kind, width)

    def axes(self, x, y, width, height, across="", up=""):
        self.arrow(x, y, x + width, y)
        self.arrow(x, y, x, y - height)
        self.text(x + width, y + 18, across, "end", "quiet")
        self.text(x + 8, y - height + 6, up, "start", "quiet")

    def save(self, name):
        width, height = self.size
        folder = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(folder, name + ".svg"), "w") as out:
            out.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{kStyle}')
            out.write("".join(self.parts) + "</svg>\n")


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


def plot(figure, function, low, high, place, kind="a", dash=""):
    """`place` turns (x, y) of the curve into a place in the figure."""
    figure.curve([place(low + (high - low) * i / 120, function(low + (high - low) * i / 120)) for i in range(121)],
                 kind, 2.5, dash)


def neuron():
    f = Figure(600, 240)
    for left, name, on in ((40, "OR: one line is enough", {(0, 1), (1, 0), (1, 1)}), (340, "XOR: no line will do", {(0, 1), (1, 0)})):
        f.axes(left, 200, 200, 170, "x0", "x1")
        for x in (0, 1):
            for y in (0, 1):
                f.dot(left + 40 + 110 * x, 170 - 110 * y, 8, hollow=(x, y) not in on)
        f.text(left + 100, 20, name, "middle")
    f.line(60, 100, 160, 200, "b", 2.5)
    f.line(350, 90, 470, 205, "b", 2, "5 5")
    f.line(400, 40, 530, 165, "b", 2, "5 5")
    f.save("neuron")


def tangent():
    f = Figure(600, 250)
    f.axes(40, 220, 520, 190, "one weight w", "loss L")
    place = lambda x, y: (40 + 100 * x, 210 - 40 * y)
    loss = lambda x: 0.5 + (x - 3) ** 2 * 0.42
    plot(f, loss, 0.3, 5, place)
    slope = 2 * 0.42 * (1 - 3)
    plot(f, lambda x: loss(1) + slope * (x - 1), 0.2, 2.4, place, "b", "6 4")
    f.dot(*place(1, loss(1)), 6)
    f.arrow(*place(1, loss(1)), *place(1.7, loss(1) + 0.7 * slope), "c", 3)
    f.text(150, 62, "you are here; the slope g says")
    f.text(150, 80, "which way is down, and how steep")
    f.text(265, 142, "a step against g lowers")
    f.text(265, 160, "the loss by about rate × g²")
    f.save("tangent")


def activations():
    f = Figure(600, 190)
    shapes = [("relu", lambda z: max(z, 0)), ("crelu", lambda z: min(max(z, 0), 1)),
              ("screlu", lambda z: min(max(z, 0), 1) ** 2), ("sigmoid", sigmoid), ("tanh", math.tanh)]
    for i, (name, function) in enumerate(shapes):
        left = 12 + 118 * i
        place = lambda x, y, left=left: (left + 52 + 25 * x, 110 - 42 * y)
        f.line(left, 110, left + 104, 110)
        f.line(left + 52, 165, left + 52, 25)
        plot(f, function, -2, 1.9 if name == "relu" else 2, place)
        f.text(left + 52, 184, name, "middle")
    f.save("activations")


def slopes():
    f = Figure(600, 260)
    f.axes(50, 225, 520, 195, "output y, truth t = 0", "slope of the loss")
    place = lambda x, y: (50 + 62 * (x + 4), 225 - 180 * y)
    q = 2.5
    plot(f, lambda y: sigmoid(y), -4, 4, place, "c")
    plot(f, lambda y: 2 * sigmoid(y) ** 2 * (1 - sigmoid(y)), -4, 4, place, "a")
    plot(f, lambda y: q * sigmoid(y) ** q * (1 - sigmoid(y)), -4, 4, place, "b", "6 4")
    f.text(390, 62, "cross-entropy", "end")
    f.text(350, 135, "square, power 2.5 (dashed)")
    f.text(590, 170, "sure and wrong: no pull left", "end", "quiet")
    f.save("slopes")


def small_network():
    f = Figure(600, 230)
    f.box(30, 40, 90, 150, "soft", "768 inputs")
    f.box(250, 60, 90, 110, "soft", "N neurons")
    f.box(450, 85, 60, 60, "soft", "y")
    f.arrow(122, 100, 248, 100, "a", 2.5)
    f.arrow(342, 105, 448, 105, "a", 2.5)
    f.text(185, 88, "W, b", "middle")
    f.text(395, 92, "v, c", "middle")
    f.arrow(448, 130, 342, 130, "c", 2.5)
    f.arrow(248, 135, 122, 135, "c", 2.5)
    f.text(395, 152, "δ", "middle")
    f.text(185, 157, "ε: only rows of pieces", "middle")
    f.text(512, 75, "p, L", "start")
    f.arrow(512, 105, 560, 105, "a", 2.5)
    f.arrow(560, 130, 512, 130, "c", 2.5)
    f.text(300, 25, "forward: values. backward: slopes, through the same weights", "middle", "quiet")
    f.text(300, 218, "30 of 768 inputs are on: 30 rows of W learn from a position", "middle", "quiet")
    f.save("small-network")


def shared():
    f = Figure(600, 240)
    for y, name, list_name in ((40, "side to move", "A0"), (140, "the other side", "A1")):
        f.box(20, y, 120, 60, "soft", f"{list_name}: {name}"[:14])
        f.text(80, y + 78, name, "middle", "quiet")
        f.box(300, y, 90, 60, "soft", "N")
        f.arrow(142, y + 30, 298, y + 30, "a", 2.5)
        f.arrow(392, y + 30, 478, 120, "a", 2.5)
    f.box(185, 90, 70, 60, "soft", "W")
    f.line(220, 70, 220, 90, "b", 2.5)
    f.line(220, 150, 220, 170, "b", 2.5)
    f.box(480, 95, 60, 50, "soft", "y")
    f.text(300, 22, "one matrix W for both halves: its slope is the sum of two", "middle")
    f.save("shared")


def flat():
    f = Figure(600, 190)
    for row in range(3):
        for column in range(4):
            f.box(20 + 38 * column, 40 + 38 * row, 36, 36, "soft", str(row * 4 + column))
    f.text(96, 175, "3 × 4, by rows", "middle", "quiet")
    for i in range(12):
        f.box(220 + 30 * i, 78, 29, 36, "soft", str(i))
    f.arrow(176, 96, 216, 96, "a", 2.5)
    f.text(400, 60, "in memory: one row after another", "middle")
    f.text(590, 145, "element (r, c) is at r × 4 + c; the next one is 4 bytes away", "end", "quiet")
    f.save("flat")


def sparse():
    f = Figure(600, 250)
    on = {2, 5, 6, 11}
    for i in range(14):
        kind = "fill-a" if i in on else "soft"
        f.box(40, 30 + 14 * i, 18, 12, kind, border=False)
        f.box(90, 30 + 14 * i, 260, 12, kind if i in on else "soft", border=False)
    f.text(49, 245, "x", "middle")
    f.text(220, 245, "W: a row for each input", "middle")
    for i in sorted(on):
        f.arrow(354, 36 + 14 * i, 440, 128, "b", 2)
    f.box(440, 118, 130, 20, "soft", "")
    f.text(505, 160, "z: the sum of the rows", "middle")
    f.text(505, 180, "whose input is on", "middle")
    f.save("sparse")


def incremental():
    f = Figure(600, 200)
    for y, words in ((30, "z before the move"), (80, "− row: knight on g1"), (130, "+ row: knight on f3")):
        f.box(30, y, 300, 32, "soft", words)
    f.arrow(340, 96, 400, 96, "a", 3)
    f.box(410, 80, 170, 32, "soft", "z after it")
    f.text(300, 190, "a quiet move changes 2 of about 30 rows, a capture 3, castling 4", "middle", "quiet")
    f.save("incremental")


def staircase(name, with_line):
    f = Figure(600, 250)
    f.axes(50, 225, 500, 195, "w", "stored / s")
    step = 60
    points = [(50, 225)]
    for i in range(8):
        at = 50 + step * (i + 0.5)
        points += [(at, 225 - 24 * i), (at, 225 - 24 * (i + 1))]
    points = points[:-1] + [(530, points[-2][1])]
    f.curve(points, "a")
    f.line(50, 225, 530, 33, "b", 2, "6 4")
    f.text(90, 60, "rounded: a staircase, off by at most half a step")
    f.text(330, 190, "forward: the stairs; backward: the line" if with_line else "exact", "start", "quiet")
    f.save(name)


def lanes():
    f = Figure(600, 220)
    f.text(20, 40, "one at a time")
    for i in range(16):
        f.box(20 + 34 * i, 50, 32, 24, "fill-a" if i == 0 else "soft", border=False)
    f.text(20, 110, "16 lanes in one instruction")
    for i in range(16):
        f.box(20 + 34 * i, 120, 32, 24, "fill-a", border=False)
        f.text(36 + 34 * i, 165, "+", "middle")
        f.box(20 + 34 * i, 172, 32, 24, "fill-b", border=False)
    f.save("lanes")


def descent():
    f = Figure(600, 230)
    for left, name, rate, steps in ((20, "rate too small", 0.06, 9), (215, "about right", 0.6, 6), (410, "too large", 1.06, 7)):
        place = lambda x, y, left=left: (left + 85 + 42 * x, 190 - 36 * y)
        plot(f, lambda x: x * x, -1.95, 1.95, place)
        x = -1.6
        for _ in range(steps):
            after = x - rate * 2 * x
            if abs(after) > 2.1:
                break
            f.arrow(*place(x, x * x), *place(after, after * after), "c", 1.8)
            x = after
        f.dot(*place(-1.6, 2.56), 5)
        f.text(left + 85, 218, name, "middle")
    f.save("descent")


def run_curve():
    f = Figure(600, 280)
    rows = [(131072, 0.0818, 0.0740), (507904, 0.0657, 0.0593), (1015808, 0.0340, 0.0315), (1638400, 0.0208, 0.0247),
            (2506752, 0.0159, 0.0236), (3751936, 0.0140, 0.0231), (5013504, 0.0135, 0.0230)]
    f.axes(50, 220, 530, 190, "", "loss")
    f.text(580, 262, "positions, in millions", "end", "quiet")
    place = lambda x, y: (50 + x / 1e6 * 100, 220 - y * 2200)
    f.curve([place(x, y) for x, y, _ in rows], "a")
    f.curve([place(x, y) for x, _, y in rows], "b", 2.5, "6 4")
    for million in range(1, 6):
        f.text(50 + 100 * million, 238, str(million), "middle", "quiet")
    f.text(200, 120, "validation (dashed) and loss: together at first,")
    f.text(200, 140, "then they part")
    f.save("run-curve")


def overfitting():
    f = Figure(600, 216)
    rows = [("5,701 positions, 1,754 times", 0.0000, 0.0557), ("56,800, 528 times", 0.0002, 0.0360),
            ("56,800, 176 times", 0.0015, 0.0304), ("557,130, 18 times", 0.0083, 0.0229)]
    for i, (name, train, validation) in enumerate(rows):
        y = 20 + 44 * i
        f.text(205, y + 22, name, "end")
        f.box(215, y, train * 5500, 14, "fill-a", border=False)
        f.box(215, y + 16, validation * 5500, 14, "fill-b", border=False)
        f.text(221 + validation * 5500, y + 28, f"{validation:.4f}")
        f.text(221 + train * 5500, y + 12, f"{train:.4f}")
    f.text(215, 208, "training loss (upper bars), validation loss (lower bars)", "start", "quiet")
    f.save("overfitting")


def scales():
    f = Figure(600, 250)
    f.axes(40, 215, 530, 185, "score of the data", "target")
    place = lambda x, y: (40 + 26.0 * (x + 10), 215 - 165 * y)
    for scale, kind, dash in ((0.36, "c", "3 4"), (3.61, "a", ""), (36.1, "b", "8 4")):
        plot(f, lambda s, scale=scale: sigmoid(s / scale), -10, 10, place, kind, dash)
    f.text(312, 70, "scale 36: every advantage is a win", "end")
    f.text(470, 105, "scale 361")
    f.text(375, 160, "scale 3610: all nearly equal")
    f.save("scales")


def reports():
    f = Figure(600, 220)
    fall = lambda x: 0.25 + 0.7 * math.exp(-3 * x)
    kinds = [("good", fall, lambda x: fall(x) + 0.05 * x), ("overfitting", lambda x: 0.12 + 0.83 * math.exp(-3 * x),
             lambda x: 0.35 + 0.6 * math.exp(-6 * x) + 0.35 * x * x), ("rate too high", lambda x: 0.6 + 0.3 * math.exp(-6 * x)
             + 0.08 * math.sin(40 * x), lambda x: 0.63 + 0.3 * math.exp(-6 * x) + 0.07 * math.cos(37 * x))]
    for i, (name, train, validation) in enumerate(kinds):
        left = 25 + 195 * i
        f.axes(left, 180, 165, 155)
        place = lambda x, y, left=left: (left + 155 * x, 180 - 145 * y)
        plot(f, train, 0, 1, place, "a")
        plot(f, validation, 0, 1, place, "b", "6 4")
        f.text(left + 80, 208, name, "middle")
    f.text(590, 20, "loss; validation dashed", "end", "quiet")
    f.save("reports")


def convolution():
    f = Figure(600, 230)
    for row in range(8):
        for column in range(8):
            inside = 2 <= row <= 4 and 3 <= column <= 5
            f.box(30 + 24 * column, 18 + 24 * row, 23, 23, "fill-b" if inside else "soft", border=False)
            f.box(370 + 24 * column, 18 + 24 * row, 23, 23, "fill-a" if (row, column) == (3, 4) else "soft", border=False)
    f.arrow(235, 100, 360, 100, "c", 2.5)
    f.text(298, 85, "9 weights", "middle")
    f.text(298, 125, "the same", "middle", "quiet")
    f.text(298, 142, "everywhere", "middle", "quiet")
    f.save("convolution")


def residual():
    f = Figure(600, 170)
    f.text(30, 105, "x")
    f.arrow(45, 100, 118, 100, "a", 2.5)
    f.box(120, 75, 110, 50, "soft", "convolution")
    f.arrow(232, 100, 288, 100, "a", 2.5)
    f.box(290, 75, 110, 50, "soft", "convolution")
    f.arrow(402, 100, 456, 100, "a", 2.5)
    f.add('<circle cx="472" cy="100" r="15" class="soft" stroke="currentColor"/>')
    f.text(472, 106, "+", "middle")
    f.arrow(488, 100, 545, 100, "a", 2.5)
    f.text(552, 105, "y")
    f.curve([(75, 100), (75, 35), (472, 35), (472, 84)], "b")
    f.text(275, 25, "the way around: slopes pass unchanged", "middle")
    f.save("residual")


def attention():
    f = Figure(600, 240)
    for row in range(8):
        for column in range(8):
            f.box(180 + 27 * column, 12 + 27 * row, 26, 26, "soft", border=False)
    at = lambda square: (193 + 27 * (ord(square[0]) - 97), 25 + 27 * (8 - int(square[1])))
    for square, weight in (("e7", 5), ("g4", 3), ("b8", 1.5), ("d2", 1)):
        f.line(*at("d5"), *at(square), "b", weight)
        f.dot(*at(square), 5, "fill-b")
    f.dot(*at("d5"), 7)
    f.text(410, 60, "d5 asks (query)")
    f.text(410, 85, "others offer (key)")
    f.text(410, 110, "the better they match,")
    f.text(410, 130, "the thicker the line:")
    f.text(410, 150, "how much of their value")
    f.text(410, 170, "d5 takes over")
    f.save("attention")


if __name__ == "__main__":
    for draw in (neuron, tangent, activations, slopes, small_network, shared, flat, sparse, incremental, lanes, descent,
                 run_curve, overfitting, scales, reports, convolution, residual, attention):
        draw()
    staircase("staircase", False)
    staircase("straight-through", True)
