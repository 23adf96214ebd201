#!/usr/bin/env python3
"""bench/uci_match.py: a plain match between two UCI engines, used until `tabia match` exists.

Openings come from an EPD book (plain or .zip) and are played in pairs with colours reversed. The script
knows the rules itself: every move is checked, and mate, stalemate, threefold repetition, the fifty-move
rule and insufficient material end a game whatever the engines claim. A crash, a stall, an illegal move or
a loss on time loses the game with its reason; the engine is restarted and the match goes on.
Python's standard library only.

Example:
  bench/uci_match.py --engine "cmd=./build/release/tabia;name=Tabia;option.EvalFile=/x.nnue" \\
      --engine "cmd=/usr/games/stockfish;option.Hash=16" --nodes 10000 --games 200 \\
      --book UHO_4060_v4.epd.zip --concurrency 2 --seed 1 --pgn out.pgn

An engine is a list of key=value separated by ';': cmd (with arguments), name, dir, option.NAME, and its
own limit if it differs from the common one: nodes, depth, movetime (ms), tc (seconds+increment).
Debian's `gnuchess --uci`, `glaurung` and `toga2` work; toga2 knows no limit of nodes (use --tc).
"""
import argparse
import datetime
import math
import os
import queue
import random
import re
import select
import shlex
import subprocess
import sys
import threading
import time
import zipfile

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
HANDSHAKE_S = 20.0      # for uciok and readyok
STALL_S = 120.0         # a move without a clock
GRACE_S = 5.0           # past the flag before an engine counts as hung
MOVETIME_GRACE_MS = 50  # a fixed time a move is a target: this much over is not a loss

# ---------------------------------------------------------------- the rules

def _on_board(file, rank):
    return 0 <= file < 8 and 0 <= rank < 8

def _steps(square, deltas):
    file, rank = square & 7, square >> 3
    return tuple((rank + dr) * 8 + file + df for df, dr in deltas if _on_board(file + df, rank + dr))

def _ray(square, df, dr):
    out, file, rank = [], (square & 7) + df, (square >> 3) + dr
    while _on_board(file, rank):
        out.append(rank * 8 + file)
        file, rank = file + df, rank + dr
    return tuple(out)

_ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
KNIGHT = [_steps(s, _LEAPS) for s in range(64)]
KING = [_steps(s, _ORTHOGONAL + _DIAGONAL) for s in range(64)]
ROOK_RAYS = [tuple(r for d in _ORTHOGONAL if (r := _ray(s, *d))) for s in range(64)]
BISHOP_RAYS = [tuple(r for d in _DIAGONAL if (r := _ray(s, *d))) for s in range(64)]
# Squares that a pawn on s attacks, by colour of the pawn (True = White).
PAWN = {True: [_steps(s, ((1, 1), (-1, 1))) for s in range(64)],
        False: [_steps(s, ((1, -1), (-1, -1))) for s in range(64)]}

def square_name(square):
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]

def square_of(text):
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
        raise ValueError("bad square " + repr(text))
    return (ord(text[1]) - 49) * 8 + ord(text[0]) - 97


class Board:
    """A position. A move is (from, to, promotion or ''); castling is the king taking its own rook."""

    def __init__(self, fen=START_FEN):
        fields = fen.split()
        if len(fields) < 4:
            raise ValueError("a FEN has at least four fields: " + fen)
        self.squares = ["."] * 64
        ranks = fields[0].split("/")
        if len(ranks) != 8:
            raise ValueError("a FEN has eight ranks: " + fen)
        for row, text in enumerate(ranks):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                elif letter in "pnbrqkPNBRQK" and file < 8:
                    self.squares[(7 - row) * 8 + file] = letter
                    file += 1
                else:
                    raise ValueError("bad rank in FEN: " + fen)
            if file != 8:
                raise ValueError("bad rank in FEN: " + fen)
        if self.squares.count("K") != 1 or self.squares.count("k") != 1:
            raise ValueError("each side has one king: " + fen)
        self.white = fields[1] == "w"
        self.king = {True: self.squares.index("K"), False: self.squares.index("k")}
        self.rooks = {"K": None, "Q": None, "k": None, "q": None}  # castling rook squares
        for letter in fields[2].replace("-", ""):
            self._add_castling(letter, fen)
        self.ep = None
        self.halfmove = int(fields[4]) if len(fields) > 5 and fields[4].isdigit() else 0
        self.fullmove = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1
        if fields[3] != "-":
            self._set_ep(square_of(fields[3]))

    def _add_castling(self, letter, fen):
        white = letter.isupper()
        base, rook = (0, "R") if white else (56, "r")
        king = self.king[white]
        upper = letter.upper()
        if king >> 3 != base >> 3:
            raise ValueError("castling right without the king at home: " + fen)
        if upper == "K":
            candidates = [s for s in range(base + 7, king, -1) if self.squares[s] == rook]
        elif upper == "Q":
            candidates = [s for s in range(base, king) if self.squares[s] == rook]
        elif upper in "ABCDEFGH":
            candidates = [base + ord(upper) - 65]
        else:
            raise ValueError("bad castling field: " + fen)
        if not candidates or self.squares[candidates[0]] != rook:
            raise ValueError("castling right without a rook: " + fen)
        side = "K" if candidates[0] > king else "Q"
        self.rooks[side if white else side.lower()] = candidates[0]

    def _set_ep(self, square):
        """Keeps the en passant square only if a capture there is legal, so that repetitions compare."""
        self.ep = square
        pawn = "P" if self.white else "p"
        for origin in PAWN[not self.white][square]:
            if self.squares[origin] == pawn and self.is_legal_pseudo((origin, square, "")):
                return
        self.ep = None

    def copy(self):
        other = Board.__new__(Board)
        other.squares = self.squares[:]
        other.white = self.white
        other.king = dict(self.king)
        other.rooks = dict(self.rooks)
        other.ep, other.halfmove, other.fullmove = self.ep, self.halfmove, self.fullmove
        return other

    def key(self):
        return ("".join(self.squares), self.white, tuple(self.rooks.values()), self.ep)

    def attacked(self, square, by_white, squares=None):
        b = squares or self.squares
        pawn, knight, bishop, rook, queen, king = "PNBRQK" if by_white else "pnbrqk"
        for s in PAWN[not by_white][square]:
            if b[s] == pawn:
                return True
        for s in KNIGHT[square]:
            if b[s] == knight:
                return True
        for s in KING[square]:
            if b[s] == king:
                return True
        for rays, slider in ((ROOK_RAYS, rook), (BISHOP_RAYS, bishop)):
            for ray in rays[square]:
                for s in ray:
                    piece = b[s]
                    if piece != ".":
                        if piece == slider or piece == queen:
                            return True
                        break
        return False

    def in_check(self):
        return self.attacked(self.king[self.white], not self.white)

    def _own(self, piece):
        return piece != "." and piece.isupper() == self.white

    def pseudo_moves(self, only=None):
        """Moves that may leave the king attacked. Castling is legal already. only: a set of origins."""
        b, white = self.squares, self.white
        promotion_rank = 7 if white else 0
        home = 1 if white else 6
        forward = 8 if white else -8
        for origin in only if only is not None else range(64):
            piece = b[origin]
            if piece == "." or piece.isupper() != white:
                continue
            kind = piece.upper()
            if kind == "P":
                targets = []
                if b[origin + forward] == ".":
                    targets.append(origin + forward)
                    if origin >> 3 == home and b[origin + 2 * forward] == ".":
                        targets.append(origin + 2 * forward)
                for s in PAWN[white][origin]:
                    if s == self.ep or (b[s] != "." and b[s].isupper() != white):
                        targets.append(s)
                for s in targets:
                    if s >> 3 == promotion_rank:
                        for promotion in "qrbn":
                            yield (origin, s, promotion)
                    else:
                        yield (origin, s, "")
                continue
            if kind == "N" or kind == "K":
                for s in (KNIGHT if kind == "N" else KING)[origin]:
                    if not self._own(b[s]):
                        yield (origin, s, "")
            if kind in "BQ":
                yield from self._slides(origin, BISHOP_RAYS)
            if kind in "RQ":
                yield from self._slides(origin, ROOK_RAYS)
            if kind == "K":
                for side in "KQ" if white else "kq":
                    rook = self.rooks[side]
                    if rook is not None and self._may_castle(origin, rook):
                        yield (origin, rook, "")

    def _slides(self, origin, rays):
        b = self.squares
        for ray in rays[origin]:
            for s in ray:
                if b[s] == ".":
                    yield (origin, s, "")
                else:
                    if not self._own(b[s]):
                        yield (origin, s, "")
                    break

    @staticmethod
    def _castled(king, rook):
        base = king & 56
        return (base + 6, base + 5) if rook > king else (base + 2, base + 3)

    def _may_castle(self, king, rook):
        b = self.squares
        king_to, rook_to = self._castled(king, rook)
        for a, z in ((king, king_to), (rook, rook_to)):
            for s in range(min(a, z), max(a, z) + 1):
                if s != king and s != rook and b[s] != ".":
                    return False
        without = b[:]
        without[king] = "."
        for s in range(min(king, king_to), max(king, king_to) + 1):
            if self.attacked(s, not self.white, without):
                return False
        # In Chess960 the castled rook may have shielded the king.
        without[rook] = "."
        without[king_to], without[rook_to] = b[king], b[rook]
        return not self.attacked(king_to, not self.white, without)

    def is_castling(self, move):
        return self.squares[move[0]] in "Kk" and self._own(self.squares[move[1]])

    def is_legal_pseudo(self, move):
        """Whether a pseudo-legal move leaves the own king safe."""
        if self.is_castling(move):
            return True
        b = self.squares[:]
        origin, target, _ = move
        piece = b[origin]
        b[origin] = "."
        b[target] = piece
        if piece in "Pp" and target == self.ep:
            b[target + (-8 if self.white else 8)] = "."
        king = target if piece in "Kk" else self.king[self.white]
        return not self.attacked(king, not self.white, b)

    def legal_moves(self):
        return [m for m in self.pseudo_moves() if self.is_legal_pseudo(m)]

    def has_legal_move(self):
        return any(self.is_legal_pseudo(m) for m in self.pseudo_moves())

    def parse_uci(self, text):
        """The legal move that text names, or None. Castling is taken as e1g1 or as king takes rook."""
        try:
            origin, target, promotion = square_of(text[0:2]), square_of(text[2:4]), text[4:].lower()
        except ValueError:
            return None
        moves = [m for m in self.pseudo_moves(only=(origin,)) if self.is_legal_pseudo(m)]
        move = (origin, target, promotion)
        if move in moves:
            return move
        if self.squares[origin] in "Kk" and abs(origin - target) == 2 and not promotion:
            for m in moves:
                if self.is_castling(m) and self._castled(m[0], m[1])[0] == target:
                    return m
        return None

    def uci(self, move, chess960):
        origin, target, promotion = move
        if not chess960 and self.is_castling(move):
            target = self._castled(origin, target)[0]
        return square_name(origin) + square_name(target) + promotion

    def san(self, move):
        origin, target, promotion = move
        piece = self.squares[origin].upper()
        if self.is_castling(move):
            text = "O-O" if target > origin else "O-O-O"
        else:
            capture = self.squares[target] != "." or (piece == "P" and target == self.ep)
            text = square_name(target) + ("=" + promotion.upper() if promotion else "")
            if piece == "P":
                text = (square_name(origin)[0] + "x" if capture else "") + text
            else:
                same = [s for s in range(64) if s != origin and self.squares[s] == self.squares[origin]]
                rivals = [m[0] for m in self.pseudo_moves(only=same)
                          if m[1] == target and not self.is_castling(m) and self.is_legal_pseudo(m)]
                name = square_name(origin)
                if not rivals:
                    name = ""
                elif all(s & 7 != origin & 7 for s in rivals):
                    name = name[0]
                elif all(s >> 3 != origin >> 3 for s in rivals):
                    name = name[1]
                text = piece + name + ("x" if capture else "") + text
        after = self.copy()
        after.make(move)
        if after.in_check():
            text += "+" if after.has_legal_move() else "#"
        return text

    def make(self, move):
        origin, target, promotion = move
        b, white = self.squares, self.white
        piece = b[origin]
        castling = self.is_castling(move)
        resets = piece in "Pp" or (b[target] != "." and not castling)
        double = piece in "Pp" and abs(target - origin) == 16
        if castling:
            king_to, rook_to = self._castled(origin, target)
            rook = b[target]
            b[origin] = b[target] = "."
            b[king_to], b[rook_to] = piece, rook
            self.king[white] = king_to
        else:
            b[origin] = "."
            if piece in "Pp" and target == self.ep:
                b[target + (-8 if white else 8)] = "."
            b[target] = (promotion.upper() if white else promotion) if promotion else piece
            if piece in "Kk":
                self.king[white] = target
        if piece in "Kk":
            for side in "KQ" if white else "kq":
                self.rooks[side] = None
        for side, rook in self.rooks.items():
            if rook is not None and rook in (origin, target):
                self.rooks[side] = None
        self.halfmove = 0 if resets else self.halfmove + 1
        self.fullmove += 0 if white else 1
        self.white = not white
        self.ep = None
        if double:
            self._set_ep((origin + target) // 2)

    def insufficient_material(self):
        pieces = [(p.upper(), s) for s, p in enumerate(self.squares) if p not in ".Kk"]
        if not pieces:
            return True
        if len(pieces) == 1:
            return pieces[0][0] in "BN"
        return all(p == "B" for p, _ in pieces) and len({(s + (s >> 3)) & 1 for _, s in pieces}) == 1


def perft(board, depth):
    moves = board.legal_moves()
    if depth <= 1:
        return len(moves)
    total = 0
    for move in moves:
        after = board.copy()
        after.make(move)
        total += perft(after, depth - 1)
    return total


def self_test():
    """Perft against published counts: python3 bench/uci_match.py --self-test."""
    cases = [
        (START_FEN, 3, 8902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379),
        ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 3, 14569),
        ("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", 3, 25798),
    ]
    bad = 0
    for fen, depth, expected in cases:
        found = perft(Board(fen), depth)
        print("ok " if found == expected else "BAD", fen, depth, found, expected)
        bad += found != expected
    return 1 if bad else 0

# ---------------------------------------------------------------- engines

class EngineFailure(Exception):
    """The engine ended, hung or broke the protocol. reason: 'crash' or 'stall'."""

    def __init__(self, reason, detail=""):
        super().__init__(reason + (": " + detail if detail else ""))
        self.reason = reason


class EngineSpec:
    def __init__(self, text):
        self.cmd, self.name, self.dir, self.options, self.limit = None, None, None, [], {}
        for part in filter(None, (p.strip() for p in text.split(";"))):
            key, sign, value = part.partition("=")
            if not sign:
                raise ValueError("engine: expected key=value, found " + repr(part))
            if key == "cmd":
                self.cmd = shlex.split(value)
            elif key in ("name", "dir"):
                setattr(self, key, value)
            elif key.startswith("option."):
                self.options.append((key[len("option."):], value))
            elif key in ("nodes", "depth", "movetime", "tc"):
                self.limit = parse_limit(key, value)
            else:
                raise ValueError("engine: unknown key " + repr(key))
        if not self.cmd:
            raise ValueError("engine: cmd= is missing in " + repr(text))
        self.given_name = self.name is not None
        if not self.name:
            self.name = os.path.basename(self.cmd[0])


def parse_limit(kind, value):
    if kind == "tc":
        base, _, increment = value.partition("+")
        return {"tc": (float(base), float(increment or 0))}
    return {kind: int(value)}


class Engine:
    """One engine process. Only the worker that made it talks to it."""

    def __init__(self, spec, chess960):
        self.spec, self.chess960 = spec, chess960
        self.process, self.buffer, self.lines = None, b"", []

    def start(self):
        self.kill()
        self.buffer, self.lines = b"", []
        try:
            self.process = subprocess.Popen(self.spec.cmd, cwd=self.spec.dir, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
                                            start_new_session=True)
        except OSError as error:
            raise EngineFailure("crash", str(error)) from error
        self.send("uci")
        names = set()
        while True:
            line = self.read_line(time.monotonic() + HANDSHAKE_S)
            if line == "uciok":
                break
            found = re.match(r"option name (.+?) type ", line)
            if found:
                names.add(found.group(1).lower())
        for name, value in self.spec.options:
            if name.lower() not in names:
                print(f"{self.spec.name}: has no option {name!r}", file=sys.stderr, flush=True)
            self.send(f"setoption name {name} value {value}")
        if self.chess960:
            self.send("setoption name UCI_Chess960 value true")
        self.ready()

    def send(self, line):
        try:
            self.process.stdin.write((line + "\n").encode())
        except (OSError, AttributeError, ValueError) as error:
            raise EngineFailure("crash", str(error)) from error

    def read_line(self, deadline):
        while not self.lines:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self.process.stdout], [], [], wait)[0]:
                raise EngineFailure("stall", "no answer in time")
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise EngineFailure("crash", "the process ended")
            *lines, self.buffer = (self.buffer + data).split(b"\n")
            self.lines = [l.decode(errors="replace").strip() for l in lines]
        return self.lines.pop(0)

    def ready(self):
        self.send("isready")
        deadline = time.monotonic() + HANDSHAKE_S
        while self.read_line(deadline) != "readyok":
            pass

    def new_game(self):
        if self.process is None or self.process.poll() is not None:
            self.start()
        self.send("ucinewgame")
        self.ready()

    def kill(self):
        if self.process is None:
            return
        process, self.process = self.process, None
        try:
            process.stdin.write(b"quit\n")
            process.stdin.close()
        except OSError:
            pass
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def think(self, position, go, limit_s):
        """Returns (best move text, seconds used, info of the last scored line)."""
        self.send(position)
        started = time.monotonic()
        self.send(go)
        deadline = started + limit_s
        info = {}
        while True:
            line = self.read_line(deadline)
            if line.startswith("bestmove"):
                elapsed = time.monotonic() - started
                words = line.split()
                return (words[1] if len(words) > 1 else ""), elapsed, read_info(info)
            if line.startswith("info ") and " score " in line:
                multipv = re.search(r" multipv (\d+)", line)
                if multipv is None or multipv.group(1) == "1":
                    info = line


def read_info(line):
    out = {}
    if not line:
        return out
    line = line.split(" pv ")[0]
    for name in ("depth", "nodes", "time"):
        found = re.search(rf"\b{name} (\d+)", line)
        if found:
            out[name] = int(found.group(1))
    found = re.search(r"\bscore (cp|mate) ([-+]?\d+)", line)
    if found:
        value = int(found.group(2))
        if found.group(1) == "mate":
            out["mate"] = value
            out["cp"] = 100000 - abs(value) if value > 0 else -100000 + abs(value)
        else:
            out["cp"] = value
    return out

# ---------------------------------------------------------------- a game

class GameResult:
    def __init__(self):
        self.index, self.white = 0, 0           # game number; index of the engine that is White
        self.result, self.reason = "*", ""      # "1-0", ...; why
        self.fault = None                       # (engine index, "time" | "crash" | "stall" | "illegal")
        self.moves = []                         # (SAN, comment)
        self.fen, self.fullmove, self.black_first = START_FEN, 1, False
        self.stats = [[0, 0, 0.0, 0, 0, 0.0], [0, 0, 0.0, 0, 0, 0.0]]

    def points(self, engine):
        white_points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[self.result]
        return white_points if engine == self.white else 1.0 - white_points


def score_text(info):
    if "mate" in info:
        return ("+" if info["mate"] > 0 else "-") + "M" + str(abs(info["mate"]))
    return f"{info['cp'] / 100:+.2f}" if "cp" in info else "0.00"


class Match:
    def __init__(self, args):
        self.args = args
        self.specs = [EngineSpec(text) for text in args.engine]
        if self.specs[0].name == self.specs[1].name:
            for number, spec in enumerate(self.specs):
                spec.name += f" {number + 1}"
        common = {}
        for kind in ("nodes", "depth", "movetime", "tc"):
            if getattr(args, kind) is not None:
                common = parse_limit(kind, getattr(args, kind))
        for spec in self.specs:
            spec.limit = spec.limit or common
            if not spec.limit:
                raise ValueError(f"no limit for {spec.name}: give --nodes, --depth, --movetime or --tc")
        self.openings = self.read_book()
        self.results = queue.Queue()
        self.next_game, self.lock, self.stop = 0, threading.Lock(), threading.Event()

    def read_book(self):
        if not self.args.book:
            return [START_FEN]
        path = self.args.book
        if path.endswith(".zip"):
            with zipfile.ZipFile(path) as archive:
                text = archive.read(archive.namelist()[0]).decode()
        else:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        lines = [l for l in text.splitlines() if l.strip() and not l.startswith("#")]
        random.Random(self.args.seed).shuffle(lines)
        lines = lines[:max(1, (self.args.games + 1) // 2)]
        out = []
        for line in lines:
            words = line.split(";")[0].split()
            counters = words[4:6] if len(words) >= 6 and words[4].isdigit() and words[5].isdigit() else ["0", "1"]
            fen = " ".join(words[:4] + counters)
            Board(fen)
            out.append(fen)
        return out

    def play(self, index, engines):
        game = GameResult()
        game.index = index
        game.white = index & 1
        game.fen = self.openings[(index // 2) % len(self.openings)]
        board = Board(game.fen)
        game.fullmove, game.black_first = board.fullmove, not board.white
        clocks = [spec.limit["tc"][0] if "tc" in spec.limit else None for spec in self.specs]
        keys = {board.key(): 1}
        uci_moves = []
        quiet, worse, better = [0, 0], [0, 0], [0, 0]  # consecutive moves of each engine

        def lose(loser, reason, fault=None):
            white_loses = loser == game.white
            game.result = "0-1" if white_loses else "1-0"
            game.reason = f"{'White' if white_loses else 'Black'} {reason}"
            game.fault = (loser, fault) if fault else None
            return game

        def draw(reason):
            game.result, game.reason = "1/2-1/2", reason
            return game

        for number in (0, 1):
            try:
                engines[number].new_game()
            except EngineFailure as failure:
                engines[number].kill()
                return lose(number, f"did not start ({failure})", failure.reason)

        while True:
            mover = game.white if board.white else 1 - game.white
            if not board.has_legal_move():
                if board.in_check():
                    return lose(mover, "is mated")
                return draw("stalemate")
            if board.insufficient_material():
                return draw("insufficient material")
            if keys[board.key()] >= 3:
                return draw("threefold repetition")
            if board.halfmove >= 100:
                return draw("fifty-move rule")
            if self.args.maxmoves and len(uci_moves) >= 2 * self.args.maxmoves:
                return draw("adjudication: maximum length")
            if self.stop.is_set():
                return None

            spec = self.specs[mover]
            position = f"position fen {game.fen}" + (" moves " + " ".join(uci_moves) if uci_moves else "")
            if game.fen == START_FEN:
                position = position.replace("fen " + START_FEN, "startpos", 1)
            go, limit_s = self.go_command(mover, clocks, game.white)
            try:
                text, elapsed, info = engines[mover].think(position, go, limit_s)
            except EngineFailure as failure:
                engines[mover].kill()
                if "tc" in spec.limit and failure.reason == "stall":
                    return lose(mover, "loses on time (no answer)", "time")
                return lose(mover, f"loses: {failure}", failure.reason)
            self.count(game.stats[mover], info, elapsed)
            over = self.overrun_ms(spec, clocks[mover], elapsed)
            if over > 0:
                return lose(mover, f"loses on time (by {over:.0f} ms)", "time")
            if clocks[mover] is not None:
                clocks[mover] = max(0.0, clocks[mover] - elapsed) + spec.limit["tc"][1]
            move = board.parse_uci(text)
            if move is None:
                engines[mover].kill()
                return lose(mover, f"makes an illegal move: {text}", "illegal")
            comment = f"{score_text(info)}/{info.get('depth', 0)} {elapsed:.3f}s"
            game.moves.append((board.san(move), comment))
            uci_moves.append(board.uci(move, self.args.chess960))
            board.make(move)
            keys[board.key()] = keys.get(board.key(), 0) + 1

            score = info.get("cp")
            known = score is not None
            draw_rule, resign_rule = self.args.draw, self.args.resign
            if draw_rule:
                quiet[mover] = quiet[mover] + 1 if known and abs(score) <= draw_rule["score"] else 0
                if (board.fullmove > draw_rule["movenumber"] and min(quiet) >= draw_rule["movecount"]):
                    return draw("adjudication: both engines see a draw")
            if resign_rule:
                worse[mover] = worse[mover] + 1 if known and score <= -resign_rule["score"] else 0
                better[mover] = better[mover] + 1 if known and score >= resign_rule["score"] else 0
                for loser in (0, 1):
                    if (worse[loser] >= resign_rule["movecount"] and
                            better[1 - loser] >= resign_rule["movecount"] and board.has_legal_move()):
                        return lose(loser, "loses by adjudication: both engines agree")

    def go_command(self, mover, clocks, white):
        limit = self.specs[mover].limit
        if "tc" in limit:
            # An engine without a clock of its own is shown the mover's.
            times = [c if c is not None else clocks[mover] for c in clocks]
            increments = [s.limit["tc"][1] if "tc" in s.limit else limit["tc"][1] for s in self.specs]
            w, b = white, 1 - white
            return (f"go wtime {max(1, int(times[w] * 1000))} btime {max(1, int(times[b] * 1000))} "
                    f"winc {int(increments[w] * 1000)} binc {int(increments[b] * 1000)}",
                    clocks[mover] + self.args.margin_ms / 1000 + GRACE_S)
        if "movetime" in limit:
            return f"go movetime {limit['movetime']}", limit["movetime"] / 1000 + GRACE_S
        kind = "nodes" if "nodes" in limit else "depth"
        return f"go {kind} {limit[kind]}", STALL_S

    def overrun_ms(self, spec, clock, elapsed):
        if clock is not None:
            return (elapsed - clock) * 1000 - self.args.margin_ms
        if "movetime" in spec.limit:
            return elapsed * 1000 - spec.limit["movetime"] - max(self.args.margin_ms, MOVETIME_GRACE_MS)
        return 0

    @staticmethod
    def count(stats, info, elapsed):
        """stats: moves, nodes, seconds of moves with nodes, moves with depth, depth sum, seconds of all moves."""
        stats[0] += 1
        stats[5] += elapsed
        if "nodes" in info:
            stats[1] += info["nodes"]
            stats[2] += info["time"] / 1000 if info.get("time") else elapsed
        if "depth" in info:
            stats[3] += 1
            stats[4] += info["depth"]

    def worker(self):
        engines = [Engine(spec, self.args.chess960) for spec in self.specs]
        try:
            while not self.stop.is_set():
                with self.lock:
                    index = self.next_game
                    if index >= self.args.games:
                        break
                    self.next_game += 1
                game = self.play(index, engines)
                if game is not None:
                    self.results.put(game)
        except Exception as error:  # a bug of this script: say so rather than hang
            import traceback
            traceback.print_exc()
            self.results.put(error)
        finally:
            for engine in engines:
                engine.kill()
            self.results.put(None)

# ---------------------------------------------------------------- numbers

def elo_of(score):
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


class Tally:
    def __init__(self, names):
        self.names = names
        self.wdl, self.by_pair = [0, 0, 0], {}
        self.faults = [{"time": 0, "crash": 0, "stall": 0, "illegal": 0} for _ in names]
        self.stats = [[0, 0, 0.0, 0, 0, 0.0], [0, 0, 0.0, 0, 0, 0.0]]
        self.reasons = {}

    def add(self, game):
        points = game.points(0)
        self.wdl[{1.0: 0, 0.5: 1, 0.0: 2}[points]] += 1
        self.by_pair.setdefault(game.index // 2, []).append(points)
        if game.fault:
            self.faults[game.fault[0]][game.fault[1]] += 1
        for mine, theirs in zip(self.stats, game.stats):
            for i, value in enumerate(theirs):
                mine[i] += value
        reason = re.sub(r"^(White|Black) | \(by .*|: [a-h0].*", "", game.reason)
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def games(self):
        return sum(self.wdl)

    def score(self):
        return (self.wdl[0] + self.wdl[1] / 2) / max(1, self.games())

    def pentanomial(self):
        counts = [0] * 5
        for pair in self.by_pair.values():
            if len(pair) == 2:
                counts[int(2 * sum(pair))] += 1
        return counts

    def elo(self):
        """(Elo, half width of the 95 % interval, likelihood of superiority), from finished pairs."""
        counts = self.pentanomial()
        pairs = sum(counts)
        if pairs < 2:
            return elo_of(self.score()), float("nan"), float("nan")
        mean = sum(n * i / 4 for i, n in enumerate(counts)) / pairs
        variance = sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(counts)) / pairs
        error = math.sqrt(variance / pairs)
        low, high = elo_of(max(0.0, mean - 1.96 * error)), elo_of(min(1.0, mean + 1.96 * error))
        los = 0.5 * (1 + math.erf((mean - 0.5) / error / math.sqrt(2))) if error > 0 else float("nan")
        half_width = (high - low) / 2 if math.isfinite(high - low) else float("nan")
        return elo_of(mean), half_width, los

    def fault_text(self, kinds):
        return "/".join(str(sum(f[k] for k in kinds)) for f in self.faults)

    def line(self):
        elo, error, _ = self.elo()
        return (f"games {self.games()}  {self.wdl[0]}-{self.wdl[1]}-{self.wdl[2]}  {100 * self.score():.1f}%  "
                f"Elo {elo:+.1f} +- {error:.1f}  time losses {self.fault_text(['time'])}  "
                f"crashes {self.fault_text(['crash', 'stall'])}  illegal {self.fault_text(['illegal'])}")

    def summary(self):
        elo, error, los = self.elo()
        out = [f"Score of {self.names[0]} against {self.names[1]}: {self.wdl[0]} wins, {self.wdl[1]} draws, "
               f"{self.wdl[2]} losses = {100 * self.score():.2f} % of {self.games()} games",
               f"Elo {elo:+.1f} +- {error:.1f} (95 %), superior with {100 * los:.1f} %, "
               f"pairs 0 to 2 points: {self.pentanomial()}"]
        for name, stats, faults in zip(self.names, self.stats, self.faults):
            moves, nodes, seconds, depth_moves, depth, all_seconds = stats
            nps = f"{nodes / seconds:,.0f}" if seconds > 0 and nodes else "unknown"
            out.append(f"{name}: {moves} moves, {nps} nodes/s, depth {depth / max(1, depth_moves):.1f}, "
                       f"{nodes / max(1, moves):,.0f} nodes and {1000 * all_seconds / max(1, moves):.1f} ms a move; "
                       f"{faults['time']} time losses, {faults['crash']} crashes, {faults['stall']} stalls, "
                       f"{faults['illegal']} illegal moves")
        out.append("Ends: " + ", ".join(f"{n} {r}" for r, n in sorted(self.reasons.items(), key=lambda x: -x[1])))
        return "\n".join(out)


def pgn_of(game, match):
    names = [spec.name for spec in match.specs]
    white, black = names[game.white], names[1 - game.white]
    controls = []
    for spec in (match.specs[game.white], match.specs[1 - game.white]):
        (kind, value), = spec.limit.items()
        controls.append(f"{value[0]:g}+{value[1]:g}" if kind == "tc" else f"{kind} {value}")
    termination = "normal"
    if game.fault:
        termination = {"time": "time forfeit", "illegal": "rules infraction"}.get(game.fault[1], "abandoned")
    elif "adjudication" in game.reason:
        termination = "adjudication"
    tags = [("Event", "uci_match"), ("Site", "?"), ("Date", datetime.date.today().strftime("%Y.%m.%d")),
            ("Round", f"{game.index // 2 + 1}.{game.index % 2 + 1}"), ("White", white), ("Black", black),
            ("Result", game.result)]
    if match.args.chess960:
        tags.append(("Variant", "Chess960"))
    if game.fen != START_FEN:
        tags += [("SetUp", "1"), ("FEN", game.fen)]
    tags += [("PlyCount", str(len(game.moves))), ("Termination", termination), ("WhiteLimit", controls[0]),
             ("BlackLimit", controls[1])]
    words, number, black_to_move = [], game.fullmove, game.black_first
    for i, (san, comment) in enumerate(game.moves):
        if not black_to_move:
            words.append(f"{number}.")
        elif i == 0:
            words.append(f"{number}...")
        words += [san, *("{" + comment + "}").split()]
        number += black_to_move
        black_to_move = not black_to_move
    words += [*("{" + game.reason + "}").split(), game.result]
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > 80:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    lines.append(line)
    return "\n".join('[{} "{}"]'.format(k, v.replace("\\", "\\\\").replace('"', '\\"')) for k, v in tags) \
        + "\n\n" + "\n".join(lines) + "\n\n"


def parse_rule(text, names, defaults):
    rule = dict(defaults)
    for part in text.split(","):
        key, sign, value = part.partition("=")
        if not sign or key not in names:
            raise argparse.ArgumentTypeError(f"expected {','.join(n + '=N' for n in names)}, found {text!r}")
        rule[key] = int(value)
    return rule


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", help="twice; see above")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, help="nodes a move")
    limit.add_argument("--depth", type=int, help="depth a move")
    limit.add_argument("--movetime", type=int, help="milliseconds a move (50 ms over is forgiven)")
    limit.add_argument("--tc", help="seconds+increment, for example 2+0.02")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--book", help="EPD or FEN lines, plain or .zip; without it the start position")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once")
    parser.add_argument("--seed", type=int, default=1, help="order of the openings")
    parser.add_argument("--pgn", help="write the games here as they finish")
    parser.add_argument("--margin-ms", type=float, default=0, help="tolerance on the clock (default 0)")
    parser.add_argument("--maxmoves", type=int, default=0, help="draw after this many moves of each side (0: never)")
    parser.add_argument("--chess960", action="store_true", help="sets UCI_Chess960, castling as king takes rook")
    parser.add_argument("--draw", metavar="movenumber=40,movecount=8,score=10",
                        type=lambda t: parse_rule(t, ("movenumber", "movecount", "score"),
                                                  {"movenumber": 40, "movecount": 8, "score": 10}),
                        help="adjudicate a draw when both engines say so")
    parser.add_argument("--resign", metavar="movecount=4,score=600",
                        type=lambda t: parse_rule(t, ("movecount", "score"), {"movecount": 4, "score": 600}),
                        help="adjudicate a loss when both engines agree on it")
    parser.add_argument("--every", type=int, default=10, help="games between two lines of progress")
    parser.add_argument("--self-test", action="store_true", help="check the rules by perft and end")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.engine or len(args.engine) != 2:
        parser.error("give --engine twice")
    try:
        match = Match(args)
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        parser.error(str(error))
    sys.setswitchinterval(0.0005)  # a clock must not wait 5 ms for the other game's Python

    tally = Tally([spec.name for spec in match.specs])
    pgn = open(args.pgn, "a", encoding="utf-8") if args.pgn else None
    threads = [threading.Thread(target=match.worker) for _ in range(max(1, args.concurrency))]
    for thread in threads:
        thread.start()
    running, status = len(threads), 0
    try:
        while running:
            game = match.results.get()
            if game is None:
                running -= 1
                continue
            if isinstance(game, Exception):
                status = 1
                match.stop.set()
                continue
            tally.add(game)
            if pgn:
                pgn.write(pgn_of(game, match))
                pgn.flush()
            if game.fault:
                names = tally.names
                print(f"game {game.index + 1} ({names[game.white]} - {names[1 - game.white]}): {game.reason}",
                      flush=True)
            if tally.games() % args.every == 0:
                print(tally.line(), flush=True)
    except KeyboardInterrupt:
        status = 130
        match.stop.set()
        print("interrupted: what was played so far", flush=True)
    for thread in threads:
        thread.join()
    if pgn:
        pgn.close()
    if tally.games():
        print(tally.summary(), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
