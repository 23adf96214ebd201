"""scripts/attack games: fast games by tabia match; crashes, illegal moves and losses on time are counted."""

import json
import os
import shutil

from attacks.common import Finding, command

# Engines of Debian that speak UCI: the program and its arguments.
OTHERS = {"stockfish": "", "fairy-stockfish": "", "gnuchess": "--uci", "ethereal-chess": "",
          "glaurung": "", "toga2": "", "fruit": ""}

# These think forever under `go nodes N`.
WITHOUT_NODES = {"gnuchess", "toga2"}

OPTIONS = [  # of tabia, for each game's player one of them
    {}, {}, {"Evaluation": "classical"}, {"Evaluation": "hybrid"}, {"Hash": 1}, {"Threads": 2}, {"MultiPV": 3},
    {"UCI_LimitStrength": "true", "UCI_Elo": 2500}, {"UCI_LimitStrength": "true", "UCI_Elo": 1200}, {"Minimal": "true"},
    {"UCI_ShowWDL": "true", "Hash": 2},
]
FIXED = ["--nodes 1", "--nodes 50", "--nodes 300", "--depth 1", "--depth 3"]
# Not in the last 20 s of an attack: they last.
CLOCKS = ["--tc 0.5+0.01", "--tc 1+0.02", "--tc 10/0.5", "--movetime 10"]


def find(name):
    """Path of an engine that is installed, or None."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))


class Attack:
    """Fast games of the program against itself, against other builds and against other engines. A round is one match."""

    OPTIONS = {
        "--games": {"type": int, "default": 4, "help": "games of a round (default: 4)"},
        "--concurrency": {"type": int, "default": 1, "help": "games in parallel (default: 1)"},
        "--clock": {"default": "cpu", "help": "cpu (default): only processor time is charged, so that a busy machine decides "
                                              "nothing; wall: real time, for a machine that has nothing else to do"},
        "--against": {"action": "append", "default": [], "help": "another build of tabia; may be given several times"},
        "--fixed": {"action": "store_true", "help": "only limits of nodes and depth"},
    }

    def __init__(self, context, options):
        self.context, self.options = context, options
        self.builds = [os.path.abspath(path) for path in options.against]
        self.others = {name: (find(name), words) for name, words in OTHERS.items() if find(name)}
        self.counts = {"games": 0, "moves": 0, "faults of other engines": 0, "other engines": len(self.others)}

    def player(self, program, name, options):
        words = [f"cmd={program}", f"name={name}"] + [f"option.{key}={value}" for key, value in options.items()]
        return ",".join(words)

    def opponent(self, rng, chess960):
        """The text of --engine, whether its faults are ours, and whether it obeys a limit of nodes."""
        kinds = ["self"] + ["build"] * bool(self.builds) + ["other"] * (2 if self.others else 0)
        kind = rng.choice(kinds)
        names = [name for name in sorted(self.others) if not chess960 or "stockfish" in name]
        if kind == "other" and names:
            name = rng.choice(names)
            program, arguments = self.others[name]
            return f"cmd={program},name={name}" + (f",args={arguments}" if arguments else ""), False, name not in WITHOUT_NODES
        program = rng.choice(self.builds) if kind == "build" else self.context.program
        return self.player(program, "second", rng.choice(OPTIONS)), program == self.context.program, True

    def round(self, rng, number):
        folder = self.context.scratch / "round"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        chess960 = rng.random() < 0.2
        second, is_ours, knows_nodes = self.opponent(rng, chess960)
        fixed = [limit for limit in FIXED if knows_nodes or "nodes" not in limit]
        limit = rng.choice(fixed if rng.random() < 0.6 or self.options.fixed or self.context.left() < 20 else CLOCKS)
        first = self.player(self.context.program, "first", rng.choice(OPTIONS))
        words = [self.context.program, "match", "--engine", first, "--engine", second, *limit.split(),
                 "--games", str(self.options.games), "--seed", str(rng.randrange(1_000_000)),
                 "--concurrency", str(self.options.concurrency), "--clock", self.options.clock, "--maxmoves", "150",
                 "--pgn", "games.pgn", "--record", "games.jsonl", "--json"]
        if chess960:
            words.append("--chess960")
        done = command(words, folder)
        if done.code != 0:
            raise Finding("the match ends badly", done.text(), [folder])
        self.judge(json.loads(done.output), is_ours, done, folder)

    def judge(self, report, is_ours, done, folder):
        self.counts["games"] += report["games"]
        for player in report["contestants"]:
            self.counts["moves"] += player["moves"]
            faults = {what: count for what, count in player["faults"].items() if count}
            if not faults:
                continue
            if player["name"] == "first" or is_ours:
                what = ", ".join(f"{count} {name}" for name, count in faults.items())
                raise Finding(f"{player['name']} has faults: {what}", done.text(), [folder])
            self.counts["faults of other engines"] += sum(faults.values())
        if not report["complete"]:
            raise Finding("the match is not complete", done.text(), [folder])
