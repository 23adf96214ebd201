"""scripts/attack uci: a fuzzer of the UCI loop."""

import os
import re
import time
from dataclasses import dataclass, field

from attacks.common import cpu_seconds
from attacks.engine import Engine, Referee

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
POSITIONS = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",  # mated
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                 # stalemate
    "8/8/8/8/8/5k2/5p2/5K2 w - - 99 80",
    "8/8/8/8/4k3/8/R7/4K2R w K - 98 120",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",                          # mate in one
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",                              # mate in two
    "3qr2k/1p3rbp/2p3p1/p7/P2pBNn1/1P3n2/6P1/B1Q1RR1K b - - 1 30",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",                              # promotions
    "8/PPPPPPPP/8/1k6/6K1/8/pppppppp/8 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2",   # en passant
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "K7/8/8/8/8/8/8/7k w - - 0 1",
]
QUEENS = [
    "qqqqkqqq/2qq1q1q/8/1Q1qq3/2Q5/8/1QQ1Q1QQ/QQQQKQqQ w - - 2 6",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",           # 218 moves
    "QQQQQQBk/Q6B/Q6Q/8/8/8/8/KQ5Q w - - 0 1",
]
CHESS960 = [
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rkbbnnqr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RKBBNNQR w HAha - 0 4",
]
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?")


@dataclass
class Go:
    """A search that was asked for, and what must hold for its answer."""
    line: str
    fen: str
    chess960: bool
    lines: int             # MultiPV
    threads: int
    is_weak: bool          # UCI_LimitStrength: the move need not be that of the line
    nodes: int = 0         # 0: no limit
    depth: int = 0
    only: list = field(default_factory=list)  # searchmoves
    milliseconds: int = 0  # what it may think; 0: no limit
    is_last_before_quit: bool = False


class Session:
    """One process, from its start to its end, with the options and the position that it has now."""

    def __init__(self, attack, rng):
        self.attack, self.rng = attack, rng
        self.referee = attack.referee
        self.referee.set_chess960(False)
        self.engine = Engine(attack.context.program, attack.context.scratch, attack.context.scratch / "stderr")
        self.gos = []
        self.fen = START
        self.chess960 = self.is_weak = False
        self.lines = self.threads = 1
        self.nodestime = 0
        self.profile = rng.choice(["mixed", "mixed", "mixed", "weak", "weak", "queens", "limits", "mates", "racing"])

    # ---- commands that are sent

    def set_option(self, name, value):
        self.engine.send(f"setoption name {name} value {value}" if value is not None else f"setoption name {name}")

    def any_option(self):
        rng = self.rng
        kind = rng.randrange(16)
        if kind == 0:
            self.threads = rng.choice([1, 1, 1, 2, 3, 8])
            self.set_option("Threads", self.threads)
        elif kind == 1:
            self.lines = rng.choice([1, 1, 2, 3, 10, 256])
            self.set_option("MultiPV", self.lines)
        elif kind == 2:
            self.set_option("Hash", rng.choice([1, 2, 16, 33]))
        elif kind == 3:
            self.chess960 = rng.random() < 0.5
            self.set_option("UCI_Chess960", str(self.chess960).lower())
            self.referee.set_chess960(self.chess960)
        elif kind in (4, 5):
            self.limit_strength(rng.random() < 0.6)
        elif kind == 6:
            self.set_option("EvalFile", self.attack.odd_file(rng))
            self.set_option("EvalFile", "<embedded>")
        elif kind == 7:
            self.set_option(rng.choice(["BookFile", "SyzygyPath"]), self.attack.odd_file(rng))
            self.set_option("OwnBook", rng.choice(["true", "false"]))
        elif kind == 8:
            self.set_option("Evaluation", rng.choice(["network", "classical", "hybrid", "nonsense"]))
        elif kind == 9:
            self.set_option("UCI_ShowWDL", rng.choice(["true", "false"]))
        elif kind == 10:
            self.set_option("Minimal", rng.choice(["true", "false"]))
        elif kind == 11:
            self.set_option("Clear Hash", None)
        elif kind == 12:
            self.set_option("Move Overhead", rng.choice([0, 10, 10_000, -1]))
        elif kind == 13:
            self.nodestime = rng.choice([0, 0, 1, 50])
            self.set_option("nodestime", self.nodestime)
        elif kind == 14:
            name = rng.choice(["Hash", "Threads", "MultiPV", "UCI_Elo", "EvalUrl", "Ponder", "Nonsense", ""])
            value = rng.choice(["x", "", "99999999999999999999", "-5", "1e3", "\t", "http://[", "true false", "0x10"])
            self.set_option(name, value)
        else:
            self.set_option("Debug Log File", rng.choice(["log.txt", "/nowhere/log", "folder", "fifo", ""]))

    def limit_strength(self, on):
        self.is_weak = on
        self.set_option("UCI_LimitStrength", str(on).lower())
        self.set_option("UCI_Elo", self.rng.choice([800, 1500, 2199, 2200, 2201, 2500, 3000, 3200]))

    def any_fen(self):
        rng = self.rng
        kind = rng.random()
        if self.profile == "queens" or kind < 0.05:
            return rng.choice(QUEENS) if rng.random() < 0.5 else random_board(rng, "QqQqQqRr", 4, 40)
        if self.profile == "mates" or kind < 0.15:
            return random_board(rng, "QRQRrBNPpqn", 1, 5)
        if kind < 0.25:
            return random_board(rng, "QRBNPPqrbnpp", 2, 24)
        if self.chess960 and kind < 0.6:
            return rng.choice(CHESS960)
        return rng.choice(POSITIONS)

    def any_position(self):
        rng = self.rng
        fen = self.any_fen()
        if fen == START and rng.random() < 0.5:
            line = "position startpos"
        else:
            line = f"position fen {fen}"
        if rng.random() < 0.5:
            moves = self.walk(fen, rng.choice([1, 2, 5, 20]))
            if moves and rng.random() < 0.05:
                moves[rng.randrange(len(moves))] = rng.choice(["e2e5", "a1a1", "0000", "e7e8k", "", "(none)", "x" * 50])
            if moves:
                line += " moves " + " ".join(moves)
        if rng.random() < 0.08:
            line = mutated(rng, line)
            if line.split()[:1] != ["position"]:
                line = "position fen " + line
        self.engine.send(line)
        self.fen = self.referee.position(line) or self.fen

    def walk(self, fen, count):
        """Random legal moves from `fen`."""
        moves = []
        for _ in range(self.rng.randrange(count) + 1):
            found = self.referee.moves(fen, moves)
            if not found or not found[0]:
                break
            moves.append(self.rng.choice(found[0]))
        return moves

    def nonsense(self):
        rng = self.rng
        kind = rng.randrange(8)
        if kind == 0:
            line = "#" * rng.choice([5000, 70_000, 1_100_000, 3_000_000])
        elif kind == 1:
            line = "x" + "".join(chr(rng.randrange(1, 300)) for _ in range(rng.randrange(60))).replace("\n", " ")
        elif kind == 2:
            line = b"\xff\xfe\x00" + bytes(rng.randrange(256) for _ in range(30)).replace(b"\n", b" ")
        elif kind == 3:
            line = rng.choice(["go depth", "go nodes x", "go movetime", "go wtime -", "go perft", "go mate x"])
        elif kind == 4:
            line = rng.choice(["position", "position fen", "position nonsense", "setoption", "setoption name",
                               "setoption value 3", "debug", "perft", "perft x", "bench x", "genfens", "genfens x"])
        elif kind == 5:
            line = rng.choice(["", " ", "\t", "uci uci", "stopp", "Go", "quitt", "ponderhit now", "register later"])
        elif kind == 6:
            line = rng.choice(["ponderhit", "stop", "stop", "debug on", "debug off", "register"])
        else:
            line = f"setoption name {'N' * rng.randrange(1, 2000)} value {'V' * rng.randrange(1, 2000)}"
        self.engine.send(line)

    def tool(self):
        rng = self.rng
        line = rng.choice(["d", "eval", "help", "uci", "isready", "flip", "ucinewgame", "go perft 2", "perft 1", "bench 1",
                           "genfens 2 seed 3 book None", "spsa"])
        if line == "flip":
            if self.chess960:
                return
            self.fen = self.referee.flipped(self.fen)
        self.engine.send(line)

    def any_go(self):
        """A go with limits that end soon by themselves, or an endless one: returns it and whether it ends."""
        rng = self.rng
        go = Go("", self.fen, self.chess960, self.lines, self.threads, self.is_weak)
        words, ends = ["go"], True
        kind = rng.randrange(10)
        if self.profile == "limits":
            kind = rng.choice([0, 1, 2, 3])
        if kind == 0:
            go.milliseconds = rng.choice([1, 5, 20, 50])
            words += ["movetime", str(go.milliseconds)]
        elif kind in (1, 2):
            go.nodes = rng.choice([1, 2, 10, 100, 1000, 5000])
            words += ["nodes", str(go.nodes)]
        elif kind == 3:
            go.depth = rng.choice([1, 2, 3, 4, 5])
            words += ["depth", str(go.depth)]
            ends = False  # with many queens even a small depth may last
        elif kind in (4, 5):
            clock = rng.choice([1, 20, 100, 500])
            words += f"wtime {clock} btime {clock}".split()
            if rng.random() < 0.5:
                words += f"winc {rng.choice([0, 1, 20])} binc 10".split()
            if rng.random() < 0.3:
                words += ["movestogo", str(rng.choice([0, 1, 2, 40]))]
            go.milliseconds = clock + 20
            if rng.random() < 0.3:
                words.insert(1, "ponder")
                ends = False
        elif kind == 6:
            words.append("infinite")
            ends = False
        elif kind == 7:
            words += ["mate", str(rng.choice([1, 2, 3, 200]))]
            ends = False
        elif kind == 8:
            ends = False
        else:
            go.depth, go.nodes = rng.choice([1, 2, 300]), 2000
            words += f"nodes 2000 depth {go.depth}".split()
        if rng.random() < 0.1:
            found = self.referee.moves(self.fen)
            if found and found[0]:
                go.only = rng.sample(found[0], min(len(found[0]), rng.choice([1, 2, 5])))
                words += ["searchmoves", *go.only]
        if rng.random() < 0.03:
            words.append(rng.choice(["nonsense", "wtimes", "\x01"]))
        if self.nodestime:
            go.milliseconds, ends = 0, ends and (go.nodes > 0)
        go.line = " ".join(words)
        return go, ends

    def bestmoves(self):
        return lambda lines: sum(line.startswith("bestmove") for line in lines) >= len(self.gos)

    def search(self):
        """A go, and then one of: wait for the end, stop soon or late, or just go on."""
        rng, engine = self.rng, self.engine
        go, ends = self.any_go()
        is_synced = rng.random() < 0.6
        if is_synced:
            if self.gos:
                engine.send("stop")
                engine.wait(self.bestmoves(), 5 + self.threads, "bestmove after stop")
            if not engine.sync(60):
                return
        begin = cpu_seconds(engine.process.pid)
        engine.send(go.line)
        self.gos.append(go)
        self.attack.counts["go"] += 1
        kind = rng.random()
        if self.profile in ("weak", "racing") and kind > 0.3:
            kind = rng.choice([0.6, 0.6, 0.95])
        elif self.profile == "limits":
            kind = 0.0
        if kind < 0.5 and ends and is_synced:
            limit = 1.0 + 2 * go.milliseconds / 1000 if go.milliseconds else 10.0
            engine.wait(self.bestmoves(), go.threads * limit, f"bestmove ({go.line})")
            end = cpu_seconds(engine.process.pid)
            if go.milliseconds and begin is not None and end is not None and end - begin > go.threads * limit:
                engine.fail(f"{end - begin:.2f} s of processor time for {go.line}, "
                            f"{go.threads} x {limit:.2f} allowed")
            if rng.random() < 0.3:
                engine.send("stop")  # too late, and not answered by itself
        elif kind < 0.9:
            time.sleep(rng.choice([0, 0, 0, 0.0002, 0.001, 0.003, 0.01, 0.03]))
            if "ponder" in go.line and rng.random() < 0.6:
                engine.send("ponderhit")
                time.sleep(rng.choice([0, 0.001, 0.02]))
            engine.send("stop")
            if rng.random() < 0.7:
                engine.wait(self.bestmoves(), 10 + 5 * self.threads, "bestmove after stop")

    def play(self):
        """Everything, up to the end of the process."""
        rng, engine = self.rng, self.engine
        if self.profile == "weak":
            self.limit_strength(True)
        if self.profile == "limits" and rng.random() < 0.5:
            self.set_option("Minimal", "false")
        for _ in range(rng.choice([3, 10, 30])):
            kind = rng.random()
            if kind < 0.45:
                self.search()
            elif kind < 0.65:
                self.any_position()
            elif kind < 0.8:
                self.any_option()
            elif kind < 0.9:
                self.nonsense()
            else:
                self.tool()
            if engine.is_at_end:
                break
        self.end()
        self.check_answers()

    def end(self):
        rng, engine = self.rng, self.engine
        kind = rng.randrange(5)
        if kind == 0 and self.gos:
            engine.send("stop")
            engine.wait(self.bestmoves(), 10 + 5 * self.threads, "bestmove after stop")
        if kind == 1:
            engine.send(rng.choice(["go perft 9", "bench 60", "genfens 100000 seed 1 book None"]))
            time.sleep(rng.choice([0, 0.001, 0.02]))
        if kind == 2:
            go, _ = self.any_go()
            engine.send(go.line)
            self.gos.append(go)
            self.attack.counts["go"] += 1
            time.sleep(rng.choice([0, 0, 0.001, 0.01]))
        if self.gos:
            self.gos[-1].is_last_before_quit = True
        if rng.random() < 0.7:
            engine.send("quit")
        engine.end_of_input()
        engine.expect_end(5 + 2 * self.threads)

    # ---- answers that are checked

    def check_answers(self):
        """Every bestmove, ponder move, line, limit and mate, of all searches in order."""
        waiting = list(self.gos)
        infos = []
        for line in self.engine.lines:
            if line.startswith("info ") and " pv " in line:
                infos.append(line)
            elif line.startswith("bestmove"):
                if not waiting:
                    self.engine.fail(f"a bestmove too many: {line}")
                self.check_search(waiting.pop(0), infos, line)
                infos = []
        if waiting and not (len(waiting) == 1 and waiting[0].is_last_before_quit):
            self.engine.fail(f"no bestmove for {waiting[0].line!r}, {len(waiting)} in all")

    def check_search(self, go, infos, line):
        referee, fail = self.referee, self.engine.fail
        referee.set_chess960(go.chess960)
        words = line.split()
        legal = referee.moves(go.fen)[0]
        best = words[1] if len(words) > 1 else ""
        if best == "(none)":
            if legal:
                fail(f"bestmove (none), but there are legal moves in {go.fen}")
        elif best not in legal:
            fail(f"bestmove {best} is not legal in {go.fen} ({go.line})")
        elif go.only and best not in go.only:
            fail(f"bestmove {best} is not one of the searchmoves in {go.fen} ({go.line})")
        self.attack.counts["moves"] += 1
        if len(words) == 4 and words[2] == "ponder":
            if words[3] not in (referee.moves(go.fen, [best]) or ([],))[0]:
                fail(f"ponder move {words[3]} is not legal after {best} in {go.fen}")
        elif len(words) != 2:
            fail(f"not understood: {line!r}")
        last_first = None
        for info in infos:
            first = self.check_info(go, info)
            last_first = first or last_first
        if last_first and best != "(none)" and not go.is_weak and best != last_first:
            fail(f"bestmove {best}, but the last line begins with {last_first} in {go.fen}")

    def check_info(self, go, info):
        """Returns the first move of the line if it is of the best one."""
        fail = self.engine.fail
        head, _, tail = info.partition(" pv ")
        line = tail.split()
        numbers = {name: int(value) for name, value in re.findall(r" (depth|multipv|nodes) (-?\d+)", head)}
        if not line or not all(MOVE.fullmatch(move) for move in line) or self.referee.moves(go.fen, line) is None:
            fail(f"a line that is not legal in {go.fen}: {info}")
        self.attack.counts["lines"] += 1
        if go.depth and numbers.get("depth", 0) > go.depth:
            fail(f"depth {numbers['depth']} with {go.line}")
        if numbers.get("multipv", 1) > max(go.lines, 8 if go.is_weak else 1):
            fail(f"line {numbers['multipv']} with MultiPV {go.lines}")
        if go.nodes and go.threads == 1 and numbers.get("nodes", 0) > go.nodes + 5000:  # helpers stop when they are told
            fail(f"{numbers['nodes']} nodes with {go.line} in {go.fen}")
        mate = re.search(r" score mate (-?\d+)", head)
        if mate and " lowerbound" not in head and " upperbound" not in head:
            self.check_mate(go, info, int(mate.group(1)), line, numbers.get("multipv", 1))
        return line[0] if numbers.get("multipv", 1) == 1 else None

    def check_mate(self, go, info, mate, line, rank):
        referee, fail = self.referee, self.engine.fail
        self.attack.counts["mates"] += 1
        length = 2 * mate - 1 if mate > 0 else -2 * mate
        if len(line) >= length > 0 and not referee.is_mate(go.fen, line[:length]):
            fail(f"mate {mate}, but its line does not end in mate in {go.fen}: {info}")
        if abs(mate) > 2:
            return
        budget = [1500]
        if mate == 0:
            is_true = False
        elif mate > 0:
            is_true = referee.is_mated_in(go.fen, line[:1], mate - 1, budget)
        elif rank > 1 or go.only or go.is_weak:  # says that this move loses, not that all do
            is_true = referee.mates_in(go.fen, line[:1], -mate, budget)
        else:
            is_true = referee.is_mated_in(go.fen, [], -mate, budget)
        if is_true is False:
            fail(f"mate {mate} is not true in {go.fen}: {info}")
        self.attack.counts["mates proved"] += is_true is True


def random_board(rng, letters, least, most):
    """A FEN with two kings and random pieces; it may be one that is refused."""
    board = [""] * 64
    squares = rng.sample(range(64), 64)
    board[squares.pop()], board[squares.pop()] = "K", "k"
    room = {True: 15, False: 15}  # a side has at most 16 pieces
    for _ in range(rng.randint(least, most)):
        square = squares.pop()
        piece = rng.choice(letters)
        if (piece in "Pp" and not 8 <= square < 56) or not room[piece.isupper()]:
            continue
        room[piece.isupper()] -= 1
        board[square] = piece
    ranks = []
    for rank in range(8):
        text = "".join(piece or "1" for piece in board[8 * rank:8 * rank + 8])
        ranks.append(re.sub("1+", lambda found: str(len(found.group())), text))
    return f"{'/'.join(ranks)} {rng.choice('wb')} - - {rng.choice([0, 0, 0, 30, 99])} {rng.randint(1, 100)}"


def mutated(rng, line):
    """The line with a few characters changed, removed or doubled."""
    characters = list(line)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(characters))
        kind = rng.randrange(3)
        if kind == 0:
            characters[at] = chr(rng.randrange(32, 127))
        elif kind == 1:
            characters[at] *= 2
        elif len(characters) > 1:
            del characters[at]
    return "".join(characters)


class Attack:
    """Random and racing UCI commands. A round is one process from its start to its end."""

    def __init__(self, context, options):
        self.context = context
        self.counts = {"go": 0, "moves": 0, "lines": 0, "mates": 0, "mates proved": 0}
        self.referee = Referee(context.program, context.scratch)
        folder = context.scratch
        (folder / "empty").write_bytes(b"")
        (folder / "noise").write_bytes(bytes(range(256)) * 64)
        (folder / "folder").mkdir()
        (folder / "half.net").write_bytes(b"TABIANET" + b"\1\0\0\0" + b"\xff" * 60)
        (folder / "half.nnue").write_bytes(b"\x20\x2f\xf3\x7a" + b"\xff" * 600)
        (folder / "text.txt").write_text("tabia-network-text 1\n[spec]\nname = \"x\"\n")
        os.mkfifo(folder / "fifo")
        self.odd = ["empty", "noise", "folder", "half.net", "half.nnue", "text.txt", "fifo", "missing", "", "\x01" * 5000]

    def odd_file(self, rng):
        """Something that is no network, no book and no folder of tables."""
        return rng.choice(self.odd)

    def round(self, rng, number):
        (self.context.scratch / "log.txt").unlink(missing_ok=True)
        session = Session(self, rng)
        try:
            session.play()
        finally:
            session.engine.kill()

    def close(self):
        self.referee.close()
