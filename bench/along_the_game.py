#!/usr/bin/env python3
"""Shuffled or along the game: validation loss at equal processor time, one thread.

    bench/along_the_game.py [--tabia build/release/tabia] [--seconds 60] [--out FOLDER] DATA,scale=S...

Each way of sampling first runs for a short while to see how fast it is, then for as many positions as it takes in the given
processor seconds, with the learning rate raised by about the square root of its noise (1.7 for 8 plies, 2.8 for
whole games). The networks are kept (FOLDER/NAME/last.net) for matches at fixed nodes.
"""
import argparse
import json
import os
import resource
import subprocess
import sys

WAYS = {  # name: (stages)
    "shuffled": [(1.0, 1, 1.0)],
    "8-ply": [(1.0, 8, 1.7)],
    "games": [(1.0, 0, 2.8)],
    "games-then-shuffled": [(0.7, 0, 2.8), (0.3, 1, 1.0)],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tabia", default=os.path.join(here, "build/release/tabia"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--decay", type=float, default=0.1, help="weight decay: without it, a network overfits little data")
    parser.add_argument("--out", default="along-the-game")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("data", nargs="+")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)

    def run(name, folder, positions, stages):
        recipe = os.path.join(arguments.out, folder + ".toml")
        with open(recipe, "w") as file:
            file.write(
                'model = "perspective-512"\nfilter = { no_checks = true, quiet_moves = true, with_score = true }\n'
                'loss = { kind = "power", power = 2.5, result_weight = 0.0 }\n'
                f'optimiser = {{ kind = "adamw", weight_decay = {arguments.decay} }}\n'
                f'rate = {{ kind = "cosine", rate = {arguments.rate}, final_rate = 0.00001, warm_up = 0.02 }}\n'
                f"batch = {arguments.batch}\npositions = {positions}\nreport_every = {max(positions // 10, 1)}\npool = 2_000_000\n"
                "stages = [ " + ", ".join(f"{{ share = {s}, fragment = {f}, rate_factor = {r} }}" for s, f, r in stages) + " ]\n"
            )
        words = [arguments.tabia, "train", recipe, "--threads", "1", "--json", "--out", os.path.join(arguments.out, folder)]
        for data in arguments.data:
            words += ["--data", data]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        reports = [json.loads(line) for line in output.splitlines()]
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, reports

    for name in arguments.ways.split(","):
        stages = WAYS[name]
        short, _ = run(name, name + "-a", 2_000_000, stages)
        longer, _ = run(name, name + "-b", 4_000_000, stages)
        speed = 2_000_000 / max(longer - short, 1e-3)
        positions = int(max(arguments.seconds - short, 1) * speed) + 2_000_000
        seconds, reports = run(name, name, positions, stages)
        last = reports[-1]
        best = min(r["validation"] for r in reports)
        print(
            f"{name:22} {speed / 1000:7.0f} k/s  {positions / 1e6:7.1f} M positions  {seconds:6.1f} s  train {last['loss']:.5f}  "
            f"validation {last['validation']:.5f} (best {best:.5f})  correlation {last['correlation']:.4f}  noise scale {last['noise_scale'] or 0:.0f}"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
