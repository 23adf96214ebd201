#!/usr/bin/env python3
"""How training scales from one core to two: positions per second from the file to the weights.

    bench/train_threads.py --data FILE.binpack[,scale=N] [--tabia build/release/tabia] [--model perspective-256] [--rounds 2]

Each figure is a longer run minus a shorter one, so that starting up does not count. Three ways alternate: one thread
on one core; two single-threaded programs on two cores, their sum (the most that the machine can give); two threads on
two cores. Next to each figure is the processor time that the host took away meanwhile, in hundredths of a second (0
if nothing else uses the machine).
"""
import argparse
import os
import shutil
import subprocess
import tempfile
import time

RECIPE = """
model = "{model}"
filter = {{ no_checks = true, quiet_moves = true, with_score = true }}
validation = {{ share = 0.01, positions = 2_000 }}
loss = {{ kind = "power", power = 2.5, result_weight = 0.0 }}
rate = {{ kind = "constant", rate = 0.001 }}
batch = 16_384
positions = {positions}
report_every = 100_000_000
pool = 2_000_000
"""
SHORT, LONG = 3_000_000, 12_000_000
WAYS = (("one core", [(1, "0")]), ("two programs", [(1, "0"), (1, "1")]), ("two threads", [(2, "0,1")]))


def stolen():
    with open("/proc/stat") as stat:
        return int(stat.readline().split()[8])


def seconds(arguments, folder, positions, jobs):
    recipe = os.path.join(folder, f"{positions}.toml")
    with open(recipe, "w") as file:
        file.write(RECIPE.format(model=arguments.model, positions=positions))
    start = time.time()
    running = []
    for number, (threads, cores) in enumerate(jobs):
        out = os.path.join(folder, f"out{number}")
        shutil.rmtree(out, ignore_errors=True)
        running.append(subprocess.Popen(
            ["taskset", "-c", cores, arguments.tabia, "train", recipe, "--data", arguments.data, "--out", out, "--threads", str(threads)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    if any([process.wait() for process in running]):
        raise SystemExit("train_threads: a training run failed")
    return time.time() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tabia", default=os.path.join(here, "build/release/tabia"))
    parser.add_argument("--data", required=True)
    parser.add_argument("--model", default="perspective-256")
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.rounds):
            for name, jobs in WAYS:
                before = stolen()
                short = seconds(arguments, folder, SHORT, jobs)
                rate = (LONG - SHORT) * len(jobs) / (seconds(arguments, folder, LONG, jobs) - short)
                print(f"{name:14} {rate / 1000:8.0f} k positions/s   stolen {stolen() - before}", flush=True)


main()
