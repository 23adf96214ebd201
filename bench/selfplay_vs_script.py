#!/usr/bin/env python3
"""How fast self-play labels positions: `tabia data gen` against the usual script around an engine.

    bench/selfplay_vs_script.py --tabia build/release/tabia [--stockfish stockfish] [--nodes 1000] [--seconds 10]

The script is the plain one that people write: it starts Stockfish, plays games from random openings with
`go nodes N` over a pipe, and notes the score of every position. Both sides have one core (pinned to the same one), the
same number of nodes, the same adjudication, and take turns, so that a busy machine hits both alike. Printed are labels
per second of real time and of processor time (engine and script together), and the ratios; then what a second worker
brings. Needs Linux.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import tempfile
import time

RANDOM_PLIES = 8
MOST_PLIES = 400
WIN_CP, WIN_PLIES = 1000, 4
DRAW_CP, DRAW_PLIES, DRAW_FROM_PLY = 8, 12, 80


class Engine:
    """A UCI engine at the other end of a pipe."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")
        self.say("setoption name Hash value 8")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, end):
        """Says the line; returns what comes until a line that begins with `end`."""
        self.say(line)
        answer = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                raise SystemExit("the engine has gone")
            if text.strip():
                answer.append(text.rstrip())
            if text.startswith(end):
                return answer

    def legal_moves(self, moves):
        self.say("position startpos moves " + " ".join(moves))
        lines = self.ask("go perft 1", "Nodes searched")
        return [line.split(":")[0] for line in lines if ": 1" in line and line[0] in "abcdefgh"]

    def think(self, moves, nodes):
        """The best move (None if there is none) and the score in centipawns, mates as +-30000."""
        self.say("position startpos moves " + " ".join(moves))
        score, best = 0, None
        for line in self.ask(f"go nodes {nodes}", "bestmove"):
            words = line.split()
            if words[0] == "info" and "score" in words:
                at = words.index("score")
                value = int(words[at + 2])
                score = value if words[at + 1] == "cp" else (30000 if value > 0 else -30000)
            elif words[0] == "bestmove":
                best = None if words[1] == "(none)" else words[1]
        return best, score

    def quit(self):
        self.say("quit")
        self.process.wait()


def script_game(engine, nodes):
    """Plays one game; returns how many positions got a label."""
    engine.say("ucinewgame")
    engine.ask("isready", "readyok")
    moves = []
    for _ in range(RANDOM_PLIES):
        legal = engine.legal_moves(moves)
        if not legal:
            return 0
        moves.append(random.choice(legal))
    labels = winning = level = 0
    while len(moves) < MOST_PLIES:
        best, score = engine.think(moves, nodes)
        if best is None:
            break
        labels += 1
        moves.append(best)
        winning = winning + 1 if abs(score) >= WIN_CP else 0
        level = level + 1 if abs(score) <= DRAW_CP else 0
        if winning >= WIN_PLIES or (level >= DRAW_PLIES and len(moves) > DRAW_FROM_PLY):
            break
    return labels


def cpu_seconds():
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


class Tally:
    """Labels, real seconds and processor seconds of several runs."""

    def __init__(self, name):
        self.name, self.labels, self.wall, self.cpu = name, 0, 0.0, 0.0

    def run(self, work):
        cpu, wall = cpu_seconds(), time.monotonic()
        self.labels += work()
        self.cpu += cpu_seconds() - cpu
        self.wall += time.monotonic() - wall

    def by_wall(self):
        return self.labels / self.wall

    def by_cpu(self):
        return self.labels / self.cpu

    def show(self):
        print(f"{self.name:28} {self.by_wall():8.0f} labels/s   {self.by_cpu():8.0f} labels/cpu-s   ({self.labels} labels)")


def run_script(program, nodes, seconds):
    engine = Engine(program)
    end = time.monotonic() + seconds
    labels = 0
    while time.monotonic() < end:
        labels += script_game(engine, nodes)
    engine.quit()
    return labels


def run_tabia(program, nodes, games, workers, seed, options):
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "data", "gen", "--games", str(games), "--nodes", str(nodes), "--hard-nodes", str(nodes)]
        words += ["--workers", str(workers), "--seed", str(seed), "--out", folder + "/x", "--json"] + options
        answer = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
        return json.loads(answer.stdout)["new_positions"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tabia", required=True)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10, help="of the script in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=100, help="of tabia in each round")
    parser.add_argument("--net", help="network for tabia")
    arguments = parser.parse_args()
    options = ["--net", arguments.net] if arguments.net else []
    cores = sorted(os.sched_getaffinity(0))

    script, one, two = Tally("script with Stockfish"), Tally("tabia data gen"), Tally("tabia, 2 workers")
    free = Tally("tabia, 1 worker")
    for number in range(arguments.rounds):
        os.sched_setaffinity(0, cores[:1])
        script.run(lambda: run_script(arguments.stockfish, arguments.nodes, arguments.seconds))
        one.run(lambda: run_tabia(arguments.tabia, arguments.nodes, arguments.games, 1, number, options))
        os.sched_setaffinity(0, cores)
        if len(cores) > 1:
            games = 2 * arguments.games
            free.run(lambda: run_tabia(arguments.tabia, arguments.nodes, games, 1, number, options))
            two.run(lambda: run_tabia(arguments.tabia, arguments.nodes, games, 2, number, options))
    print(f"{arguments.nodes} nodes a move, one core:")
    script.show()
    one.show()
    print(f"ratio: {one.by_wall() / script.by_wall():.2f} by real time, {one.by_cpu() / script.by_cpu():.2f} by processor time")
    if len(cores) > 1:
        free.show()
        two.show()
        print(
            f"2 workers: {two.by_wall() / free.by_wall():.2f} times one by real time; "
            f"{two.cpu / two.wall:.2f} cores were had (one worker: {free.cpu / free.wall:.2f}), "
            f"processor time a label {two.by_cpu() / free.by_cpu():.3f} times as well spent"
        )


if __name__ == "__main__":
    main()
