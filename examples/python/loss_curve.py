#!/usr/bin/env python3
"""Trains a tiny network on its own games and draws the loss: as a picture if matplotlib is installed, else as text.

    python3 examples/python/loss_curve.py --data data/starter.tabia

Without --data it plays random games first. It is written to be read from top to bottom, like a notebook.
"""

import argparse
import pathlib

import numpy as np

import tabia

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--data", help="training data of any format (default: random games are made)")
arguments.add_argument("--out", default="loss_curve", help="folder for the run and the picture")
arguments.add_argument("--quick", action="store_true", help="only a few seconds")
given = arguments.parse_args()
out = pathlib.Path(given.out)
out.mkdir(parents=True, exist_ok=True)

# 1. Positions to learn from: random games with a simple score, which tabia makes in seconds.
data = given.data
if data is None:
    data = out / "games.tabia"
    tabia.run("gen", synthetic=True, games=300 if given.quick else 3000, out=data, workers=1)

# 2. A look at them as arrays. PyTorch would take batch.own and batch.other for an EmbeddingBag (-1 is padding).
reader = tabia.Reader(data, model="perspective-256", batch=4096)
batch = next(reader)
print(f"{len(batch)} positions, {reader.rows} inputs, up to {(batch.own >= 0).sum(axis=1).max()} of them active")
scored = batch.scores[batch.scores != tabia.NO_SCORE]
print(f"scores from {scored.min()} to {scored.max()}, {reader.units_per_pawn:.0f} units are +1.00")

# 3. A run, as an iterator of its reports.
positions = 100_000 if given.quick else 2_000_000
recipe = out / "tiny.toml"
recipe.write_text(f"""\
model = "perspective-256"
filter = {{ no_checks = true, with_score = true }}
validation = {{ share = 0.05, positions = 20_000 }}
rate = {{ kind = "cosine", rate = 0.001, final_rate = 0.00001 }}
batch = 2_048
positions = {positions}
report_every = {positions // 20}
""")
reports = []
for report in tabia.train(recipe, data=[str(data)], out=out / "run"):
    reports.append(report)
    print(f"{report['positions']:>9} positions: loss {report['loss']:.5f}, validation {report['validation']:.5f}")

# 4. The curve.
x = np.array([report["positions"] for report in reports])
curves = {name: np.array([report[name] for report in reports]) for name in ("loss", "validation")}
try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for name, values in curves.items():
        plt.plot(x, values, label=name)
    plt.xlabel("positions")
    plt.legend()
    plt.savefig(out / "loss.png")
    print(f"the curve is in {out / 'loss.png'}")
except ImportError:
    values = curves["validation"]
    low, high = values.min() * 0.98, values.max()
    for at, value in zip(x, values):
        print(f"{at:>9} {value:.5f} " + "#" * round(60 * (value - low) / (high - low)))

# 5. What it has learned: a queen is worth something.
network = tabia.Network(out / "run" / "last.net")
print("a queen up:", network.evaluate("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").cp, "centipawns")
