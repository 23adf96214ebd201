"""A UCI program as a process, and a second one as a referee that knows the rules."""

import os
import re
import select
import subprocess
import threading
import time

from attacks.common import Finding, HangWatch, cpu_seconds, describe_exit, limit_memory


class Engine:
    """A program that speaks UCI. Everything sent and received is in `log`, in order, with milliseconds."""

    def __init__(self, program, cwd, stderr):
        self.errors = open(stderr, "w+b")
        self.process = subprocess.Popen([program], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, preexec_fn=limit_memory(None))
        os.set_blocking(self.process.stdin.fileno(), False)
        self.started = time.monotonic()
        self.log = []    # (milliseconds, "<" or ">", line)
        self.lines = []  # what the program has said
        self.said = threading.Condition()
        self.is_at_end = False
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for raw in self.process.stdout:
            line = raw.decode(errors="replace").rstrip("\n")
            with self.said:
                self.lines.append(line)
                self.log.append((self._ms(), "<", line))
                self.said.notify_all()
        with self.said:
            self.is_at_end = True
            self.said.notify_all()

    def _ms(self):
        return int((time.monotonic() - self.started) * 1000)

    def transcript(self):
        """What was sent and said, one line each; very long lines are cut."""
        with self.said:
            log = list(self.log)
        self.errors.seek(0)
        tail = self.errors.read(4000).decode(errors="replace")
        cut = (f"{ms:8} {way} {line if len(line) < 3000 else line[:200] + f' ... ({len(line)} characters)'}"
               for ms, way, line in log)
        return "\n".join(cut) + (f"\nstandard error:\n{tail}" if tail else "")

    def fail(self, message):
        raise Finding(message, self.transcript())

    def send(self, line):
        """Sends text (or bytes) and the end of a line. If the program has ended, that is not an error here: it is noticed
        at the end."""
        data = line if isinstance(line, bytes) else line.encode(errors="surrogateescape")
        with self.said:
            self.log.append((self._ms(), ">", data.decode(errors="replace")))
        data = memoryview(data + b"\n")
        watch = HangWatch(self.process.pid)
        while data:
            if not select.select([], [self.process.stdin], [], 0.2)[1]:
                if watch.hangs():
                    self.fail("hangs: reads no input")
                continue
            try:
                data = data[os.write(self.process.stdin.fileno(), data):]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                return

    def wait(self, condition, cpu_limit=None, what="an answer"):
        """Waits until `condition(lines)` is true. `cpu_limit`: seconds of processor time it may take from now on;
        that, unlike the time of day, does not depend on what else the machine does."""
        begin = cpu_seconds(self.process.pid)
        watch = HangWatch(self.process.pid)
        while True:
            with self.said:
                if not condition(self.lines) and not self.is_at_end:
                    self.said.wait(0.2)
                if condition(self.lines):
                    return True
                if self.is_at_end:
                    return False
            now = cpu_seconds(self.process.pid)
            if None not in (cpu_limit, begin, now) and now - begin > cpu_limit:
                self.fail(f"{now - begin:.1f} s of processor time without {what}, {cpu_limit:.1f} allowed")
            if watch.hangs():
                self.fail(f"hangs: no {what}")

    def sync(self, cpu_limit=None):
        """isready, readyok. False if the program is gone."""
        with self.said:
            before = sum(line == "readyok" for line in self.lines)
        self.send("isready")
        return self.wait(lambda lines: sum(line == "readyok" for line in lines) > before, cpu_limit, "readyok")

    def end_of_input(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass

    def expect_end(self, cpu_limit):
        """After quit or the end of input: the program must end, with exit code 0, without much more work."""
        begin = cpu_seconds(self.process.pid)
        watch = HangWatch(self.process.pid)
        while True:
            try:
                code = self.process.wait(timeout=0.1)
                break
            except subprocess.TimeoutExpired:
                now = cpu_seconds(self.process.pid)
                if begin is not None and now is not None and now - begin > cpu_limit:
                    self.fail(f"works on for {now - begin:.1f} s of processor time after the end of its input or quit")
                if watch.hangs():
                    self.fail("hangs: still there after the end of its input or quit")
        self.reader.join(timeout=60)
        if code != 0:
            self.fail(f"ended with {describe_exit(code)}")

    def kill(self):
        """Ends it in any case."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join(timeout=10)
        self.errors.close()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass


class Referee:
    """Knows the rules: a second process of the program that never searches."""

    def __init__(self, program, scratch):
        self.engine = Engine(program, scratch, scratch / "referee.stderr")
        self.chess960 = False
        self.known = {}  # answers so far, by question

    def _ask(self, lines, last):
        """The lines up to the one that matches `last`."""
        with self.engine.said:
            begin = len(self.engine.lines)
        for line in lines:
            self.engine.send(line)
        if not self.engine.wait(lambda said: any(last.match(text) for text in said[begin:]), 30, "the referee"):
            self.engine.fail("the referee is gone")
        with self.engine.said:
            answer = self.engine.lines[begin:]
            self.engine.lines.clear()  # a long attack asks much
            del self.engine.log[:-200]
        return answer

    def set_chess960(self, on):
        if on != self.chess960:
            self.engine.send(f"setoption name UCI_Chess960 value {'true' if on else 'false'}")
            self.chess960 = on

    def position(self, line):
        """The FEN after a `position` line, or None where the program refuses it."""
        answer = self._ask([line, "d"], re.compile("Checkers:"))
        if any("error:" in text for text in answer):
            return None
        return next(text[4:].strip() for text in answer if text.startswith("FEN:"))

    def flipped(self, fen):
        answer = self._ask([f"position fen {fen}", "flip", "d"], re.compile("Checkers:"))
        return next(text[4:].strip() for text in answer if text.startswith("FEN:"))

    def moves(self, fen, moves=()):
        """(legal moves, is in check) after `moves` from `fen`; None if one of them is not legal."""
        key = (self.chess960, fen, *moves)
        if key not in self.known:
            if len(self.known) > 20_000:
                self.known.clear()
            played = f" moves {' '.join(moves)}" if moves else ""
            answer = self._ask([f"position fen {fen}{played}", "d", "perft 1"], re.compile("Nodes searched"))
            legal = [text.split(":")[0] for text in answer if re.fullmatch(r"[a-h][1-8][a-h][1-8][nbrq]?: 1", text)]
            checked = any(re.match(r"Checkers: +\S", text) for text in answer)
            refused = any("error:" in text for text in answer)
            self.known[key] = None if refused else (legal, checked)
        return self.known[key]

    def is_mate(self, fen, moves):
        found = self.moves(fen, moves)
        return found is not None and not found[0] and found[1]

    def mates_in(self, fen, moves, count, budget):
        """Can the side to move force mate in `count` moves? None when `budget` (a list of one number of
        questions) is used up."""
        legal = self.moves(fen, moves)[0]
        for move in legal:
            answer = self.is_mated_in(fen, [*moves, move], count - 1, budget)
            if answer is not False:
                return answer
        return False

    def is_mated_in(self, fen, moves, count, budget):
        """Is the side to move mated, at the latest after `count` more moves of each side?"""
        budget[0] -= 1
        if budget[0] < 0:
            return None
        legal, checked = self.moves(fen, moves)
        if not legal:
            return checked
        if count == 0:
            return False
        for move in legal:
            answer = self.mates_in(fen, [*moves, move], count, budget)
            if answer is not True:
                return answer
        return True

    def close(self):
        self.engine.kill()
