"""scripts/attack files: valid files, mutated, with repaired checksums, given to the commands that read them."""

import gzip
import re
import shutil
import signal
import struct
import subprocess
from dataclasses import dataclass, field

from attacks.common import DOWNFALL, ROOT, SHARED, Finding, Skip, command, describe_exit
from attacks.hashing import xxh64

MEMORY = 6 << 30         # bytes of address space: nothing here needs more
RESIDENT = 1 << 20       # KiB: files of some KiB must not take a GiB
CPU_SECONDS = 60         # all inputs are tiny

MODEL = """name = "tiny"
features = "768"
perspective = true
accumulator = { width = 32, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, activation = "linear", storage = "i16", scale = 64 } ]
output = { eval_scale = 400 }
"""
RECIPE = """name = "tiny"
model = "tiny.toml"
data = [ { file = "games.tabia", scale = 361 } ]
filter     = { no_checks = true, with_score = true }
validation = { share = 0.3, positions = 1_000 }
loss       = { kind = "power", power = 2.5, result_weight = 0.3 }
optimiser  = { kind = "adamw", weight_decay = 0.1 }
rate       = { kind = "cosine", rate = 0.001, final_rate = 0.00001, warm_up = 0.01 }
batch      = 64
positions  = 1_000
pool       = 1_000
report_every = 500
"""
SUITE = """8/8/8/8/8/5k2/6q1/7K w - - bm Kxg2; id "one";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; bm Rd8#; id "two";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7+; c0 "a \\"comment\\""; acd 12; ce 32000;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am a4 h4; pm e4; hmvc 0; fmvn 1;
"""
PERFT = """rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191
"""
LICHESS = ('{"fen":"2bq1rk1/pr3ppn/1p2p3/7P/2pP1B1P/2P5/PPQ2PB1/R3R1K1 w - -","evals":[{"pvs":[{"cp":311,"line":'
           '"g2e4 f7f5 e4b7 c8b7"}],"knodes":206765,"depth":36},'
           '{"pvs":[{"mate":-3,"line":"g2e4"}],"knodes":1,"depth":2}]}\n') * 3
PGN = """[Event "x"]
[Site "?"]
[Date "2026.01.01"]
[Round "1"]
[White "a"]
[Black "b"]
[Result "1-0"]

1. e4 {[%eval 0.35]} e5 $1 2. Bc4 (2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5) 2... Nc6 {+0.35/18 1.2s} 3. Qh5 Nf6?? ; rest
4. Qxf7# {#1} 1-0

[Event "y"]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
[Result "1/2-1/2"]

1. O-O-O Ke7 2. Rhe1+ Kf7 3. Rd7+ {a {b} c} Kg8 1/2-1/2
"""
# Start position and the one after e4, each with moves and weights.
BOOK = b"".join(struct.pack(">QHHI", key, move, weight, learn) for key, move, weight, learn in [
    (0x463b96181691fc9c, 0x031c, 10, 0), (0x463b96181691fc9c, 0x02db, 65535, 1), (0x823c9b50fd114196, 0x0d24, 1, 0)])


# ---- checksums

def repaired_network(data):
    """docs/formats/network.md: the last eight bytes are the hash of all bytes before them."""
    return data[:-8] + struct.pack("<Q", xxh64(data[:-8])) if len(data) > 8 else data


def repaired_lengths(data):
    """The same, and the length of the tensors fits the file again."""
    if len(data) < 48:
        return data
    spec, passport = struct.unpack_from("<II", data, 16)
    tensors = len(data) - 40 - spec - passport
    if tensors >= 0:
        data = data[:24] + struct.pack("<Q", tensors) + data[32:]
    return repaired_network(data)


def blocks_of(data):
    """Offsets of the blocks of a .tabia file (docs/formats/training-data.md), from header to header."""
    offsets = []
    at = data.find(b"TABIABLK")
    while 0 <= at <= len(data) - 48:
        offsets.append(at)
        end = at + 48 + struct.unpack_from("<I", data, at + 16)[0]
        at = data.find(b"TABIABLK", end if end <= len(data) else at + 8)
    return offsets


def repaired_container(data):
    """The checksums of every block fit its bytes again, if its header makes sense."""
    data = bytearray(data)
    for at in blocks_of(data):
        length = struct.unpack_from("<I", data, at + 16)[0]
        if at + 48 + length <= len(data):
            struct.pack_into("<Q", data, at + 32, xxh64(bytes(data[at + 48:at + 48 + length])))
        struct.pack_into("<Q", data, at + 40, xxh64(bytes(data[at:at + 40])))
    return bytes(data)


def unpacked_container(data):
    """The same container with blocks that are not compressed, so that mutations reach the records. The index no longer
    fits and is ignored by readers. Without the program zstd the file stays as it is."""
    if not shutil.which("zstd"):
        return data
    parts = []
    offsets = blocks_of(data)
    for at in offsets:
        header = bytearray(data[at:at + 48])
        length = struct.unpack_from("<I", header, 16)[0]
        payload = data[at + 48:at + 48 + length]
        if header[10] == 1:
            payload = subprocess.run(["zstd", "-dc"], input=payload, stdout=subprocess.PIPE, check=True).stdout
            header[10] = 0
            struct.pack_into("<I", header, 16, len(payload))
        if header[9] != 3:
            parts.append(bytes(header) + payload)
    return repaired_container(b"".join(parts))


# ---- mutations

EXTREMES = [0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 1 << 20, 1 << 26, 0x7fffffff, 0x80000000, 0xffffffff,
            (1 << 32) + 1, 1 << 40, (1 << 62) + 8, (1 << 63) - 1, 1 << 63, (1 << 64) - 8, (1 << 64) - 1]
NUMBERS = ["0", "-1", "1", "-0", "1e999", "-1e999", "nan", "inf", "0.0000001", "1e-400", "4294967296", "2147483648",
           "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1_000", "01", ".5",
           "1.", "0x10", "99999999999999999999999999999999", "32002", "65536", "1e5", "true", "null", ""]
PIECES = [b"\x00", b"\xff\xfe", b"\"", b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b"[" * 3000, b"{\"a\":" * 3000,
          b"(" * 3000, b"{" * 3000, b"=", b",", b"#", b"\r", b"\n\n", b"\t", b"A" * 5000, b"; ", b"%s%n",
          "\u265a".encode(), b"..",
          b"1-0", b"$", b"|", b"moves", b"\xef\xbb\xbf"]


def place(rng, size):
    """A random offset, often near the beginning, where lengths are."""
    if size <= 0:
        return 0
    return rng.randrange(min(size, 80)) if rng.random() < 0.4 else rng.randrange(size)


def mutated_bytes(rng, data, others):
    data = bytearray(data)
    kind = rng.randrange(9)
    at = place(rng, len(data))
    if kind == 0 and data:
        data[at] ^= 1 << rng.randrange(8)
    elif kind == 1 and data:
        data[at] = rng.choice([0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)])
    elif kind in (2, 3):
        width = rng.choice([1, 2, 4, 8])
        value = rng.choice(EXTREMES + [len(data), len(data) - at, rng.getrandbits(64)])
        value = (value + rng.choice([0, 0, -1, 1])) % (1 << 8 * width)
        data[at:at + width] = value.to_bytes(width, rng.choice(["little", "little", "big"]))
    elif kind == 4:
        del data[rng.choice([at, rng.randrange(len(data) + 1)]):]
    elif kind == 5:
        data += rng.choice([b"\0", b"\xff", bytes(data[-16:]), b"\0" * 4096, bytes(rng.randrange(256) for _ in range(64))])
    elif kind == 6:
        length = rng.choice([1, 4, 32, 48, len(data) // 4])
        chunk = bytes(data[at:at + length])
        to = place(rng, len(data))
        data[to:to + rng.choice([0, length])] = chunk
    elif kind == 7:
        del data[at:at + rng.choice([1, 4, 8, 32, 100])]
    else:
        other = rng.choice(others)
        cut = rng.randrange(len(other) + 1)
        data[at:] = other[cut:]
    return bytes(data)


def mutated_text(rng, data, others):
    kind = rng.randrange(9)
    lines = data.split(b"\n")
    which = rng.randrange(len(lines))
    if kind == 0:
        return mutated_bytes(rng, data, others)
    if kind in (1, 2):
        found = list(re.finditer(rb"-?\d+(\.\d+)?", data))
        if not found:
            return mutated_bytes(rng, data, others)
        number = rng.choice(found)
        return data[:number.start()] + rng.choice(NUMBERS).encode() + data[number.end():]
    if kind in (3, 4):
        at = rng.randrange(len(data) + 1)
        return data[:at] + rng.choice(PIECES) + data[at + rng.choice([0, 0, 1, 5]):]
    if kind == 5:
        del lines[which]
    elif kind == 6:
        lines.insert(rng.randrange(len(lines) + 1), lines[which])
    elif kind == 7:
        found = list(re.finditer(rb"[A-Za-z_]+", data))
        if found:
            first, second = rng.choice(found), rng.choice(found)
            return data[:first.start()] + second.group() + data[first.end():]
    else:
        lines[which] = lines[which] * rng.choice([2, 50])
    return b"\n".join(lines)


# ---- what is attacked

@dataclass
class Target:
    """A valid file, how to repair it after a mutation, and the commands that read it. In commands FILE is the mutated
    file, OUT a path in an empty folder, HERE the folder of valid files."""
    name: str
    data: bytes
    commands: list
    repairs: list = field(default_factory=lambda: [lambda data: data])
    is_text: bool = False
    may_last: bool = False  # what the file asks for may take long or need much memory
    lines: bytes = b""      # standard input


DATA_COMMANDS = [
    "data info FILE", "data check FILE", "data show FILE --count 100", "data show FILE --json", "data convert FILE OUT.tabia",
    "data convert FILE OUT.binpack --unknown-as-draw", "data convert FILE OUT.vf", "data convert FILE OUT.plain",
    "data convert FILE OUT.bf", "data convert FILE OUT.csv", "data shuffle FILE OUT.tabia --seed 2",
    "data dedup FILE OUT.tabia",
    "data split FILE OUT1.tabia OUT2.tabia", "data filter FILE OUT.tabia --no-check --quiet", "data sample 5 FILE OUT.tabia",
    "data merge FILE HERE/games.tabia OUT.tabia", "data info FILE --html OUT.html",
    "data rescore FILE --static --out OUT.tabia --workers 1",
    "train HERE/recipe.toml --data FILE,scale=300 --out OUT --threads 1"]
NET_COMMANDS = ["net info FILE", "net info FILE --json", "net convert FILE OUT.net", "net convert FILE OUT.txt",
                "net convert FILE OUT.nnue", "eval --net FILE", "net verify FILE HERE/tiny.net --positions 10",
                "eval --file HERE/fens.txt --net FILE --threads 1",
                "train HERE/recipe.toml --parent FILE --out OUT --threads 1"]
UCI_NET = b"setoption name EvalFile value FILE\nposition startpos\neval\ngo nodes 200\nquit\n"
UCI_BOOK = b"setoption name BookFile value FILE\nsetoption name OwnBook value true\nposition startpos\ngo nodes 50\nquit\n"


class Attack:
    """Mutated files with repaired checksums. A round is one mutated file and one command that reads it."""

    OPTIONS = {"--target": {"help": "only this one, by its name"}}

    def __init__(self, context, options):
        self.context = context
        self.counts = {"accepted": 0, "refused": 0, "long": 0}
        self.home = context.scratch / "valid"
        self.home.mkdir()
        self.make_files()
        self.targets = self.make_targets()
        if options.target:
            self.targets = [target for target in self.targets if target.name == options.target]
            if not self.targets:
                raise Skip(f"there is no target {options.target}")
        self.others = [target.data for target in self.targets if len(target.data) < 100_000]
        self.counts["targets"] = len(self.targets)

    def tabia(self, words):
        """Makes a valid file."""
        made = command([self.context.program, *words.split()], self.home, cpu=120)
        if made.code != 0:
            raise Finding("a valid file can't be made", made.text())

    def make_files(self):
        write = lambda name, text: (self.home / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        for name, text in [("tiny.toml", MODEL), ("recipe.toml", RECIPE), ("suite.epd", SUITE), ("perft.epd", PERFT),
                           ("evals.jsonl", LICHESS), ("hand.pgn", PGN), ("book.bin", BOOK),
                           ("fens.txt", "\n".join(line.split(" ;")[0] for line in PERFT.splitlines()))]:
            write(name, text)
        self.tabia("data gen --games 24 --nodes 20 --maxmoves 20 --random-plies 8 --workers 1 --out generated")
        self.tabia("data convert generated games.tabia")
        self.tabia("data shuffle games.tabia positions.tabia --seed 1")
        for name in ("binpack", "plain", "bf", "txt", "vf", "csv", "tsv", "epd"):
            self.tabia(f"data convert games.tabia games.{name} --unknown-as-draw")
        self.tabia("net random tiny.toml tiny.net")
        self.tabia("net convert tiny.net packed.net --compress")
        self.tabia("net convert tiny.net tiny.txt")
        self.tabia("net convert tiny.net tiny.bin")
        self.tabia(f"net random {ROOT}/models/halfka-128.toml small.net")
        self.tabia("net convert small.net small.nnue")
        self.tabia("train recipe.toml --out run --threads 1")
        self.tabia("match --engine evaluation=classical,name=a --engine net=default,name=b --nodes 20 --games 2 --maxmoves 20 "
                   "--record match.jsonl --pgn match.pgn")

    def make_targets(self):
        home = self.home
        read = lambda name: (home / name).read_bytes()
        same = lambda data: data
        container = [repaired_container, repaired_container, same]
        network = [repaired_lengths, repaired_network, same]
        match = ("match --engine evaluation=classical,name=a --engine net=default,name=b --nodes 20 --games 4 --maxmoves 20 "
                 "--record FILE")
        zipped = lambda data: gzip.compress(data, 1)
        targets = [
            Target("games.tabia", unpacked_container(read("games.tabia")), DATA_COMMANDS, container),
            Target("packed.tabia", read("games.tabia"), DATA_COMMANDS, container),
            Target("positions.tabia", unpacked_container(read("positions.tabia")), DATA_COMMANDS, container),
            Target("tiny.net", read("tiny.net"), NET_COMMANDS, network),
            Target("uci.net", read("tiny.net"), ["uci"], network, lines=UCI_NET),
            Target("packed.net", read("packed.net"), NET_COMMANDS, network),
            Target("small.nnue", read("small.nnue"), NET_COMMANDS[:3] + ["eval --net FILE"]),
            Target("tiny.txt", read("tiny.txt"), NET_COMMANDS, is_text=True),
            Target("tiny.bin", read("tiny.bin"), ["net convert FILE OUT.net --from bullet --spec HERE/tiny.toml"]),
            Target("run/checkpoint", read("run/checkpoint"),
                   ["net quantize FILE OUT.net", "net info FILE", "net verify FILE HERE/tiny.net",
                    "train HERE/recipe.toml --out FOLDER --threads 1"], [repaired_network, repaired_network, same]),
            Target("generated/gen.json", read("generated/gen.json"),
                   ["data gen --games 25 --nodes 20 --maxmoves 20 --random-plies 8 --workers 1 --out FOLDER",
                    "data info FOLDER"], is_text=True),
            Target("generated/games-000000.tabia", unpacked_container(read("generated/games-000000.tabia")),
                   ["data gen --games 25 --nodes 20 --maxmoves 20 --random-plies 8 --workers 1 --out FOLDER"], container),
            Target("match.jsonl", read("match.jsonl"), [match], is_text=True),
            Target("match.pgn", read("match.pgn"), ["pgn FILE", "pgn FILE --json", "data convert FILE OUT.tabia",
                                                    "net fit-wdl HERE/tiny.net --pgn FILE --output OUT.net"], is_text=True),
            Target("hand.pgn", read("hand.pgn"),
                   ["pgn FILE", "analyze FILE --nodes 10 --hash 1 --threads 1", "data info FILE", "data convert FILE OUT.vf",
                    "data gen --games 2 --nodes 5 --maxmoves 10 --workers 1 --book FILE --out OUT"], is_text=True),
            Target("suite.epd", read("suite.epd"),
                   ["epd FILE --nodes 20 --hash 1 --threads 1", "epd FILE --depth 1 --json --mates --hash 1 --threads 1",
                    "eval --file FILE --threads 1", "data info FILE", "fen --file FILE --lenient"], is_text=True),
            Target("perft.epd", read("perft.epd"), ["perft --suite FILE --max-nodes 10000 --threads 1", "fen --file FILE"],
                   is_text=True),
            Target("evals.jsonl", read("evals.jsonl"), DATA_COMMANDS[:6], is_text=True),
            Target("book.bin", read("book.bin"), ["uci"], lines=UCI_BOOK),
            Target("gen.bin", read("book.bin"),
                   ["data gen --games 2 --nodes 5 --maxmoves 10 --workers 1 --book FILE --out OUT"]),
            Target("tiny.toml", read("tiny.toml"), ["net random FILE OUT.net"], is_text=True, may_last=True),
            Target("recipe.toml", read("recipe.toml"),
                   ["train FILE --data HERE/games.tabia --out OUT --threads 1 --positions 500",
                    "train FILE --check-gradients --data HERE/games.tabia"], is_text=True, may_last=True),
            Target("games.binpack.gz", read("games.binpack"), DATA_COMMANDS[:3], [zipped]),
            Target("cut.csv.gz", zipped(read("games.csv")), DATA_COMMANDS[:3]),
        ]
        for name in ("binpack", "bf", "vf"):
            targets.append(Target(f"games.{name}", read(f"games.{name}"), DATA_COMMANDS))
        for name in ("plain", "txt", "csv", "tsv", "epd"):
            targets.append(Target(f"games.{name}", read(f"games.{name}"), DATA_COMMANDS, is_text=True))
        return targets + self.shared_targets()

    def shared_targets(self):
        """Small samples next to the project, if there are any."""
        targets = []
        for path in sorted((SHARED / "data").rglob("*")) if (SHARED / "data").is_dir() else []:
            if not path.is_file() or not 0 < path.stat().st_size < 300_000:
                continue
            name = f"shared-{path.name}"
            if path.suffix in (".binpack", ".bf", ".vf", ".plain"):
                targets.append(Target(name, path.read_bytes(), DATA_COMMANDS[:6], is_text=path.suffix == ".plain"))
            elif path.suffix == ".pgn":
                targets.append(Target(name, path.read_bytes()[:60_000], ["pgn FILE", "data info FILE"], is_text=True))
        return targets

    def round(self, rng, number):
        target = rng.choice(self.targets)
        data = target.data
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            data = (mutated_text if target.is_text else mutated_bytes)(rng, data, self.others)
        data = rng.choice(target.repairs)(data)
        folder = self.context.scratch / "round"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        file = folder / target.name
        words = rng.choice(target.commands)
        if "/" in target.name:  # a file of a folder that the command resumes
            shutil.copytree(self.home / target.name.split("/")[0], file.parent)
        file.write_bytes(data)
        (folder / "out").mkdir()
        for place_, path in [("FILE", file), ("FOLDER", file.parent), ("OUT", folder / "out" / "made"), ("HERE", self.home)]:
            words = words.replace(place_, str(path))
        done = command([self.context.program, *words.split()], folder, memory=MEMORY, cpu=CPU_SECONDS,
                       stdin=target.lines.replace(b"FILE", str(file).encode()))
        self.judge(target, done, file)

    def judge(self, target, done, file):
        def fail(what):
            raise Finding(f"{what}, reading a mutated {target.name}", done.text(), [file])
        if done.code is None:
            fail("hangs")
        if done.code in (-signal.SIGXCPU, -signal.SIGKILL):
            if not target.may_last:
                fail(f"needs more than {CPU_SECONDS} s of processor time")
            self.counts["long"] += 1
            return
        if DOWNFALL.search(done.errors):
            fail("goes down")
        if done.code not in (0, 1, 2, 3):
            fail(describe_exit(done.code))
        if done.code in (1, 2) and not done.errors.strip() and not done.output.strip():
            fail("fails without a word")
        if not target.may_last:
            if done.rss > RESIDENT:
                fail(f"takes {done.rss // 1024} MiB of memory")
            if re.search(rb"bad_alloc|out of memory|can't allocate", done.errors):
                fail("asks for more memory than there is")
        self.counts["refused" if done.code else "accepted"] += 1
