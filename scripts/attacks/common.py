"""What all attacks share: the command line, the loop over rounds, findings, and running the program."""

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

# Nothing here takes minutes, even on a machine that is ten times too busy: a process that needs longer hangs.
HANG_SECONDS = 300


class Finding(Exception):
    """Something the program must not do. `transcript`: what was sent and what came back, as text."""

    def __init__(self, message, transcript="", files=()):
        super().__init__(message)
        self.transcript = transcript
        self.files = list(files)  # paths of the files needed to reproduce it


class Skip(Exception):
    """The attack can't be carried out here; the text says why."""


class Context:
    """What a round may use: the program, its own folder for files, and the time left for the attack."""

    def __init__(self, program, scratch, seconds):
        self.program = program
        self.scratch = scratch
        self.deadline = time.monotonic() + seconds

    def left(self):
        """Seconds until the attack should end; not below 0."""
        return max(0.0, self.deadline - time.monotonic())


def find_program(given):
    """Path of the program under attack: the one given, or the newest build."""
    if given:
        path = Path(given).resolve()
        if not os.access(path, os.X_OK):
            sys.exit(f"attack: {given} can't be run")
        return str(path)
    builds = [ROOT / "build" / name / "tabia" for name in ("ci", "release", "native")] + [ROOT / "tabia"]
    built = [path for path in builds if os.access(path, os.X_OK) and path.is_file()]
    if not built:
        sys.exit("attack: no built program found; build one (./run --version) or name it with --program")
    return str(max(built, key=lambda path: path.stat().st_mtime))


def parse(name, attack, words):
    parser = argparse.ArgumentParser(prog=f"scripts/attack {name}", description=attack.__doc__)
    parser.add_argument("--seed", type=int, help="seed of all rounds (default: a new one each time)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it lasts (default: 60)")
    parser.add_argument("--rounds", type=int, help="at most this many rounds")
    parser.add_argument("--only", type=int, metavar="ROUND", help="repeat this round until the time is over")
    parser.add_argument("--findings", type=int, default=1, help="end after this many findings (default: 1)")
    parser.add_argument("--program", help="the tabia to attack (default: the newest build)")
    for option, settings in getattr(attack, "OPTIONS", {}).items():
        parser.add_argument(option, **settings)
    return parser.parse_args(words)


def keep(name, seed, number, finding):
    """Writes what is known about a finding to build/attack. Returns the path of its transcript."""
    folder = ROOT / "build" / "attack" / f"{name}-seed{seed}-round{number}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    transcript = folder / "transcript.txt"
    transcript.write_text(f"{finding}\n\n{finding.transcript}\n", errors="replace")
    for path in map(Path, finding.files):
        if path.is_dir():
            shutil.copytree(path, folder / path.name, symlinks=True, dirs_exist_ok=True)
        elif path.is_file():
            shutil.copy(path, folder / path.name)
    return transcript


def run(name, attack_type, words):
    """Runs rounds until the time is over or enough was found. Returns the exit code."""
    options = parse(name, attack_type, words)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1_000_000)
    program = find_program(options.program)
    scratch = Path(tempfile.mkdtemp(prefix=f"tabia-attack-{name}-"))
    context = Context(program, scratch, options.seconds)
    started = time.monotonic()
    found = 0
    number = options.only or 0
    rounds = 0
    attack = None
    try:
        try:
            attack = attack_type(context, options)
        except Finding as finding:
            print(f"attack {name}: FINDING before the first round: {finding}\n{finding.transcript}")
            return 1
        while rounds == 0 or (context.left() > 0 and found < options.findings):
            if options.rounds is not None and rounds >= options.rounds:
                break
            try:
                attack.round(random.Random(f"{seed}:{number}"), number)
            except Finding as finding:
                found += 1
                transcript = keep(name, seed, number, finding)
                extra = f" --program {options.program}" if options.program else ""
                print(f"attack {name}: FINDING in round {number}: {finding}\n"
                      f"  transcript: {os.path.relpath(transcript)}\n"
                      f"  again with: scripts/attack {name} --seed {seed} --only {number}{extra}", flush=True)
            rounds += 1
            number += options.only is None
        if hasattr(attack, "finish"):
            attack.finish()
    except Skip as reason:
        print(f"attack {name}: skipped, {reason}")
        return 77
    except KeyboardInterrupt:
        print(f"attack {name}: interrupted")
        return 130
    finally:
        if attack is not None and hasattr(attack, "close"):
            attack.close()
        shutil.rmtree(scratch, ignore_errors=True)
    took = time.monotonic() - started
    counts = ", ".join(f"{value:,} {what}" for what, value in attack.counts.items())
    state = f"FINDING: {found} in all, the first above" if found else "ok"
    print(f"attack {name}: {state}, {rounds:,} rounds, {counts}; {took:.0f} s, seed {seed}")
    return 1 if found else 0


# ---- processes

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """Processor time that the process has used so far; None if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def rss_kib(pid):
    """Resident memory of the process in KiB; 0 if it is gone."""
    try:
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1))
    except (OSError, AttributeError):
        return 0


def is_asleep(pid):
    """Does every thread of the process wait for something other than a processor?"""
    try:
        states = [Path(f"/proc/{pid}/task/{task}/stat").read_text().rpartition(")")[2].split()[0]
                  for task in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return False
    return all(state in "SZ" for state in states)


class HangWatch:
    """Detects when a process hangs: it has slept for half a minute without using a processor, no matter how busy the
    machine is, or HANG_SECONDS are over. Call it several times a second."""

    ASLEEP_SECONDS = 30

    def __init__(self, pid):
        self.pid, self.begin = pid, time.monotonic()
        self.cpu, self.since = cpu_seconds(pid), self.begin

    def hangs(self):
        now, cpu = time.monotonic(), cpu_seconds(self.pid)
        if cpu != self.cpu or not is_asleep(self.pid):
            self.cpu, self.since = cpu, now
        return now - self.since > self.ASLEEP_SECONDS or now - self.begin > HANG_SECONDS


def describe_exit(code):
    """In words, what a return code of subprocess means."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def limit_memory(bytes_):
    """For preexec_fn: the process can't have more address space than that, and leaves no core file."""
    def apply():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if bytes_:
            resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
    return apply


class Outcome:
    """How a command ended. `code`: as of subprocess, None if it had to be killed because it hung. `cpu`: seconds of
    processor time, `rss`: the most memory it had, in KiB."""

    def __init__(self, words, code, output, errors, usage):
        self.words, self.code, self.output, self.errors = words, code, output, errors
        self.cpu, self.rss = usage.ru_utime + usage.ru_stime, usage.ru_maxrss

    def text(self):
        state = "hung" if self.code is None else describe_exit(self.code)
        return (f"$ {' '.join(self.words)}\n{self.output[-4000:].decode(errors='replace')}\n"
                f"{self.errors[-4000:].decode(errors='replace')}\n-> {state}, {self.cpu:.1f} s of processor, "
                f"{self.rss // 1024} MiB\n")


def end_of(process, seconds):
    """Waits for the process and kills it after `seconds`. Returns (its code, or None if killed; its usage)."""
    is_late = threading.Event()

    def kill():
        is_late.set()
        process.kill()
    guard = threading.Timer(seconds, kill)
    guard.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    finally:
        guard.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return (None if is_late.is_set() else process.returncode), usage


def command(words, cwd, memory=None, cpu=None, stdin=b""):
    """Runs a command to its end. `memory`: bytes of address space, `cpu`: seconds of processor time it may use."""
    def before():
        limit_memory(memory)()
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu), int(cpu) + 5))
    words = [str(word) for word in words]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(stdin)
        given.seek(0)
        process = subprocess.Popen(words, cwd=cwd, stdin=given, stdout=output, stderr=errors, preexec_fn=before)
        code, usage = end_of(process, HANG_SECONDS)
        output.seek(0)
        errors.seek(0)
        return Outcome(words, code, output.read(20_000_000), errors.read(1_000_000), usage)


# Words of a program that crashed, whatever its exit code.
DOWNFALL = re.compile(rb"AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:|terminate called|"
                      rb"Assertion .* failed|pure virtual|stack smashing|double free or|"
                      rb"corrupted (?:size|double-linked|unsorted)")
