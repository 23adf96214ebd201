"""scripts/attack kill: long commands, ended at random moments and started again."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from attacks.common import (DOWNFALL, HANG_SECONDS, Finding, command, cpu_seconds, describe_exit, end_of, limit_memory)
from attacks.files import MODEL, RECIPE

LEARN = """name   = "tiny"
start  = "random"
rounds = 2
window = 2
warm_start = false
result_weight = [ 1.0 ]
play = { positions = 800, nodes = 20, random_plies = 8, opening_cp = 1000, max_moves = 30, adjudicate_from = 3 }
gate = { nodes = 20, elo0 = 0, elo1 = 30, least_games = 4, games = 12, max_moves = 30 }
train = {
  model = "tiny.toml",
  validation = { share = 0.3, positions = 2_000 },
  loss = { kind = "power", power = 2.0 },
  optimiser = { kind = "adamw", weight_decay = 1.0 },
  rate = { kind = "cosine", rate = 0.002, final_rate = 0.00002, warm_up = 0.02 },
  batch = 64, positions = 20_000, pool = 1_000, report_every = 2_000,
}
"""
# So little processor time is used while the program starts and catches no signals yet.
STARTING_CPU = 0.05


def bytes_of(*patterns):
    """The files that a finished command must have made, as bytes by name: all files that match."""
    def content(folder):
        return {str(path.relative_to(folder)): path.read_bytes()
                for pattern in patterns for path in sorted(folder.glob(pattern)) if path.is_file()}
    return content


def games_of(folder):
    """The games of a match: what was played, without times. The PGN has the same games in the same order."""
    made = {}
    for line in (folder / "match.jsonl").read_text().splitlines()[1:]:
        game = json.loads(line)
        made[f"game {game['index']}"] = (game["result"], game["fen"], game["moves"])
    pgn = re.sub(r"\{[^}]*\}|^\[.*\]$", "", (folder / "match.pgn").read_text(), flags=re.M)
    made["pgn"] = re.sub(r"\s+", " ", pgn)
    made["lines"] = len((folder / "match.jsonl").read_text().splitlines())
    return made


@dataclass
class Scenario:
    """A command and what is left when it is done. `whole`: files that are complete as soon as they are there."""
    name: str
    words: str
    made: Callable
    whole: tuple = ()
    leaves_no_rest: bool = False  # after Ctrl-C there is nothing but inputs and outputs
    ends: tuple = (0,)            # exit codes of success
    refusal: bytes = b"\0"        # what it says, with exit code 1, when all is there already


SCENARIOS = [
    Scenario("gen", "data gen --games 30 --nodes 50 --maxmoves 40 --workers 2 --out games", bytes_of("games/*.tabia"),
             ("games/*.tabia",)),
    Scenario("synthetic", "data gen --games 200 --synthetic --maxmoves 60 --workers 1 --out games", bytes_of("games/*.tabia"),
             ("games/*.tabia",)),
    Scenario("rescore", "data rescore input.tabia --nodes 5 --workers 1 --out new.tabia", bytes_of("new.tabia"),
             ("new.tabia",), refusal=b"already exists"),
    Scenario("convert", "data convert input.tabia input.tabia input.tabia new.binpack", bytes_of("new.binpack"),
             ("new.binpack",), True),
    Scenario("shuffle", "data shuffle input.tabia new.tabia --seed 3 --memory 1M", bytes_of("new.tabia"), ("new.tabia",), True),
    Scenario("split", "data split input.tabia new1.tabia new2.tabia --validation 30%", bytes_of("new*.tabia"),
             ("new*.tabia",), True),
    Scenario("dedup", "data dedup input.tabia input.tabia new.tabia", bytes_of("new.tabia"), ("new.tabia",), True),
    Scenario("filter", "data filter input.tabia new.tabia --no-check --quiet", bytes_of("new.tabia"), ("new.tabia",), True),
    Scenario("train", "train recipe.toml --positions 60000 --threads 1 --out run", bytes_of("run/last.net")),
    Scenario("learn", "learn learn.toml --threads 1 --out run", bytes_of("run/best.net", "run/nets/*.net"), ends=(0, 3)),
    Scenario("match", "match --engine evaluation=classical,name=a --engine net=default,name=b --nodes 100 --games 12 "
             "--maxmoves 60 --seed 4 --record match.jsonl --pgn match.pgn", games_of),
    Scenario("engines", "match --engine cmd=PROGRAM,name=a,option.Evaluation=classical --engine cmd=PROGRAM,name=b --nodes 100 "
             "--games 6 --maxmoves 40 --seed 4 --record match.jsonl --pgn match.pgn", games_of),
]


class Attack:
    """Commands ended by SIGKILL, SIGINT and SIGTERM at random moments. A round is one command: it is ended a few times,
    then it may finish, and what it has made must be what it makes without interruptions."""

    OPTIONS = {"--scenario": {"help": "only this one, by its name"}}

    def __init__(self, context, options):
        self.context = context
        self.counts = {"kills": 0, "in time": 0, "finished": 0}
        self.home = context.scratch / "inputs"
        self.home.mkdir()
        (self.home / "tiny.toml").write_text(MODEL)
        (self.home / "recipe.toml").write_text(RECIPE.replace("games.tabia", "input.tabia").replace("= 500", "= 5_000"))
        (self.home / "learn.toml").write_text(LEARN)
        self.log = []            # of the round
        self.rests = frozenset()  # what earlier kills of the round have left
        made = self.run_whole("data gen --games 100 --synthetic --maxmoves 40 --workers 1 --out generated", self.home)
        made.append(self.run_whole("data convert generated input.tabia", self.home)[0])
        if any(done.code for done in made):
            raise Finding("inputs can't be made", "".join(done.text() for done in made))
        shutil.rmtree(self.home / "generated")
        self.references = {}  # by the name of the scenario: (what it makes, seconds it takes)
        self.scenarios = [one for one in SCENARIOS if options.scenario in (None, one.name)]

    def words(self, words):
        return [self.context.program, *words.replace("PROGRAM", self.context.program).split()]

    def run_whole(self, words, folder):
        return [command(self.words(words), folder, cpu=HANG_SECONDS)]

    def reference(self, scenario):
        if scenario.name not in self.references:
            folder = self.fresh("reference")
            begin = time.monotonic()
            done = self.run_whole(scenario.words, folder)[0]
            if done.code not in scenario.ends:
                raise Finding(f"{scenario.name} fails without any interruption", done.text())
            self.references[scenario.name] = scenario.made(folder), time.monotonic() - begin
        return self.references[scenario.name]

    def fresh(self, name):
        """A new folder with the inputs."""
        folder = self.context.scratch / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.home, folder)
        return folder

    def round(self, rng, number):
        scenario = self.scenarios[number % len(self.scenarios)]
        expected, seconds = self.reference(scenario)
        folder = self.fresh("round")
        self.log = [f"{scenario.name}: $ tabia {scenario.words}"]
        self.rests = frozenset()
        for attempt in range(rng.choice([1, 2, 4])):
            how = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
            begin = time.monotonic()
            is_done = self.interrupt(scenario, folder, how, rng.uniform(0, 1.1) * seconds)
            self.check_rest(scenario, folder, expected, how)
            if is_done and attempt == 0:  # the machine was less busy than when the reference was made
                self.references[scenario.name] = expected, min(seconds, time.monotonic() - begin)
            if is_done:
                break
        done = self.run_whole(scenario.words, folder)[0]
        self.log.append(done.text())
        if done.code not in scenario.ends and not (done.code == 1 and scenario.refusal in done.errors):
            self.fail(f"{scenario.name} does not finish after it was interrupted", folder)
        made = scenario.made(folder)
        if made != expected:
            names = [name for name in sorted({*made, *expected}) if made.get(name) != expected.get(name)]
            self.fail(f"{scenario.name} makes something else after it was interrupted: {', '.join(names)}", folder)
        self.counts["finished"] += 1

    def fail(self, message, folder):
        raise Finding(message, "\n".join(self.log), [folder])

    def interrupt(self, scenario, folder, how, seconds):
        """Starts the command and sends it the signal after this many seconds. Did it finish before that?"""
        with open(self.context.scratch / "output", "w+b") as output:
            process = subprocess.Popen(self.words(scenario.words), cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, preexec_fn=limit_memory(None))
            was_running = not ends_within(process.pid, seconds)
            used = cpu_seconds(process.pid) or 0.0
            os.kill(process.pid, how)  # it is there even if it has ended: nobody has waited for it yet
            code, _ = end_of(process, HANG_SECONDS)
            output.seek(0)
            text = output.read(4000)
        self.counts["kills"] += 1
        self.counts["in time"] += was_running
        state = "hung" if code is None else describe_exit(code)
        self.log.append(f"after {seconds:.3f} s ({used:.2f} of processor) {how.name}: {state}\n{text.decode(errors='replace')}")
        if code is None:
            self.fail(f"{scenario.name} does not end after {how.name}", folder)
        if DOWNFALL.search(text):
            self.fail(f"{scenario.name} goes down at {how.name}", folder)
        allowed = {*scenario.ends, 130}
        if how == signal.SIGKILL or used <= STARTING_CPU:
            allowed.add(-how)
        if code not in allowed and not (code == 1 and scenario.refusal in text):
            self.fail(f"{scenario.name} ends with {describe_exit(code)} after {how.name}", folder)
        self.wait_for_children(scenario, folder)
        return not was_running

    def wait_for_children(self, scenario, folder):
        """Programs that the command started end with it."""
        guard = time.monotonic() + HANG_SECONDS
        while orphans := processes_in(folder):
            if time.monotonic() > guard:
                for pid in orphans:
                    os.kill(pid, signal.SIGKILL)
                self.fail(f"{scenario.name} has left {len(orphans)} processes behind", folder)
            time.sleep(0.02)

    def check_rest(self, scenario, folder, expected, how):
        """Files under their final names are complete, and after Ctrl-C there are no other files."""
        for pattern in scenario.whole:
            for path in folder.glob(pattern):
                name = str(path.relative_to(folder))
                if path.read_bytes() != expected.get(name):
                    self.fail(f"{scenario.name} leaves a {name} that is not what it is to be", folder)
        if scenario.leaves_no_rest and how != signal.SIGKILL:
            known = {path.name for path in self.home.iterdir()} | set(expected) | self.rests
            rest = sorted({path.name for path in folder.iterdir()} - known)
            if rest:
                self.fail(f"{scenario.name} leaves {', '.join(rest)} behind after {how.name}", folder)
        self.rests = {path.name for path in folder.iterdir()}



def ends_within(pid, seconds):
    """Waits this long, or until the child has ended, without reaping it. Has it ended?"""
    until = time.monotonic() + seconds
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() >= until:
            return False
        time.sleep(min(0.002, seconds))
    return True


def processes_in(folder):
    """Processes whose working folder is that one."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.readlink(entry / "cwd") == str(folder):
                    found.append(int(entry.name))
            except OSError:
                pass
    return found
