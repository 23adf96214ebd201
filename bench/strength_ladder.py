#!/usr/bin/env python3
"""The strength ladder of docs/strength.md: Tabia against the engines that Debian ships, one match a row.

    bench/strength_ladder.py --openings UHO_4060_v4.epd [--tabia build/release/tabia] [--net FILE] [--rows toga2,sf-time]
                             [--games N] [--concurrency 2] [--out FOLDER]

The opponents are the Debian packages gnuchess, glaurung, toga2, ethereal-chess and stockfish (15.1). One thread each, 16 MiB of
hash, every opening twice with colors reversed, times by the CPU clock. Games end early only where both engines agree that one
is lost (10 pawns, 4 moves) or that nothing happens (0.1 pawns, 8 moves, after move 40).

Each row keeps its record and its games in FOLDER (ROW.jsonl, ROW.pgn): the same command resumes after an interruption, and a
row that is complete is only read. At the end a table in Markdown; it says how many of the games were lost on time by us.
"""
import argparse
import json
import os
import subprocess
import sys

STOCKFISH = "cmd=stockfish,option.Hash=16"
# A time limit for each move is meant as such: nothing is kept back for the way to a server.
OURS_BY_MOVE_TIME = "option.Move Overhead=0,movetime="
ROWS = {  # name: (opponent and its limit, our limit, games, what the row says)
    "gnuchess": ("cmd=gnuchess,args=--uci,name=gnuchess,option.OwnBook=false,movetime=50", OURS_BY_MOVE_TIME + "50", 100, "50 ms a move each"),
    "glaurung": ("cmd=glaurung,option.Hash=16,option.Threads=1,option.OwnBook=false,movetime=50", OURS_BY_MOVE_TIME + "50", 100,
                 "50 ms a move each"),
    "toga2": ("cmd=toga2,option.OwnBook=false,option.Hash=16,movetime=50", OURS_BY_MOVE_TIME + "50", 100, "50 ms a move each"),
    "ethereal": ("cmd=ethereal-chess,name=ethereal,option.Hash=16,option.MoveOverhead=0,movetime=50", OURS_BY_MOVE_TIME + "50", 300,
                 "50 ms a move each"),
    "sf-3000": (STOCKFISH + ",nodes=3000", OURS_BY_MOVE_TIME + "20", 300, "3,000 nodes; we 20 ms a move"),
    "sf-5k": (STOCKFISH + ",nodes=5000", "nodes=20000", 300, "5,000 nodes; we 20,000"),
    "sf-10k": (STOCKFISH + ",nodes=10000", "nodes=20000", 300, "10,000 nodes; we 20,000"),
    "sf-20k": (STOCKFISH + ",nodes=20000", "nodes=20000", 300, "20,000 nodes; we 20,000"),
    "sf-time": (STOCKFISH + ",tc=5+0.05", "tc=5+0.05", 300, "5+0.05 each"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tabia", default=os.path.join(here, "build/release/tabia"))
    parser.add_argument("--net", help="another network than the embedded one")
    parser.add_argument("--openings", required=True)
    parser.add_argument("--rows", default=",".join(ROWS), help="some of " + ", ".join(ROWS))
    parser.add_argument("--games", type=int, help="instead of each row's own number")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--out", default="ladder")
    arguments = parser.parse_args()
    rows = arguments.rows.split(",")
    unknown = [row for row in rows if row not in ROWS]
    if unknown:
        parser.error(f"no row {', '.join(unknown)}; there are {', '.join(ROWS)}")
    os.makedirs(arguments.out, exist_ok=True)
    table = ["| opponent | limits | games | won, drawn, lost | score | Elo | our losses on time, other faults |",
             "|---|---|---|---|---|---|---|"]
    for row in rows:
        table.append(play(row, arguments))
        print(table[-1], file=sys.stderr, flush=True)
    print("\n".join(table))


def play(row, arguments):
    opponent, limit, games, meaning = ROWS[row]
    ours = f"cmd={os.path.abspath(arguments.tabia)},args=uci,name=tabia,option.Hash=16,{limit}"
    if arguments.net:
        ours += f",option.EvalFile={os.path.abspath(arguments.net)}"
    base = os.path.join(arguments.out, row)
    command = [arguments.tabia, "match", "--engine", ours, "--engine", opponent, "--games", str(arguments.games or games),
               "--openings", arguments.openings, "--concurrency", str(arguments.concurrency), "--clock", "cpu",
               "--resign", "movecount=4,score=1000", "--draw", "movenumber=40,movecount=8,score=10",
               "--record", base + ".jsonl", "--pgn", base + ".pgn", "--json"]
    with open(base + ".log", "w") as log:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=log, text=True)
    if done.returncode != 0:
        sys.exit(f"{row}: the match ended with code {done.returncode}; see {base}.log")
    result = json.loads(done.stdout)
    pairing = result["pairings"][0]
    faults = result["contestants"][0]["faults"]
    on_time = faults.get("time loss", 0)
    others = {name: count for name, count in faults.items() if count and name != "time loss"}
    elo = f"{pairing['elo']:+.0f} ± {pairing['elo_error']:.0f}" if pairing["elo_error"] is not None else "–"
    return (f"| {pairing['second']} | {meaning} | {pairing['games']} | {pairing['wins']}-{pairing['draws']}-{pairing['losses']} | "
            f"{100 * pairing['score']:.1f}% | {elo} | {on_time}, {others or 'none'} |")


if __name__ == "__main__":
    main()
