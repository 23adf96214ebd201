#!/usr/bin/env python3
"""Checks that the rooms of src/ only use the rooms that scripts/layers.txt allows.

    scripts/check_layers.py [--root DIR] [--verbose]    check a tree; silent and exit 0 when all is well
    scripts/check_layers.py --self-test                 show that every kind of violation is caught

What is checked:
  * layers.txt itself: rooms are known, listed once, and without a cycle;
  * every folder of src/ is a room, and its sources are directly in it (the builds take src/<room>/*.cpp);
  * an #include of another room is allowed by layers.txt, and is written from the root ("chess/move.h");
  * the engine rooms include standard headers only, so that a bare compiler builds the engine (optional
    libraries have one named owner each, below);
  * headers of the operating system, POSIX or Windows, and macros that tell which it is, are in src/os only;
  * no intrinsic and no ISA macro outside src/kernels (exceptions are named below);
  * a header of room R opens namespace tabia::R;
  * a public header (include/tabia) includes standard and public headers only.

A finding is one line `file:line: what, expected what`; any finding makes the exit status 1.
"""

import argparse
import re
import sys
import tempfile
from pathlib import Path

SOURCE_SUFFIXES = {".h", ".hpp", ".inc", ".cpp", ".cc", ".c"}
HEADER_SUFFIXES = {".h", ".hpp"}

# The public headers are in include/tabia and belong to this room.
PUBLIC_FOLDER = "tabia"
PUBLIC_ROOM = "api"

# Intrinsics are in one room; PEXT attacks (native builds only) are the one named exception.
INTRINSICS_ROOM = "kernels"
INTRINSICS_EXCEPTIONS = {"src/chess/attacks.h", "src/chess/attacks.cpp"}

# Libraries that the engine may use if they are installed, controlled by a switch, each with one owner.
OPTIONAL_LIBRARIES = {
    "zstd.h": "src/base/compression.cpp",
    "zlib.h": "src/base/compression.cpp",
    "bzlib.h": "src/base/compression.cpp",
    "tbprobe.h": "src/search/tablebase.cpp",
}

CXX_HEADERS = set(
    """
    algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts
    condition_variable coroutine deque exception execution expected filesystem format forward_list fstream
    functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale
    map memory memory_resource mutex new numbers numeric optional ostream print queue random ranges ratio
    regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack
    stacktrace stdexcept stop_token streambuf string string_view strstream syncstream system_error thread
    tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
    cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef
    cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
    """.split()
)
C_HEADERS = set(
    """
    assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h
    stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h
    """.split()
)
POSIX_HEADERS = set(
    """
    arpa/inet.h dirent.h dlfcn.h fcntl.h fnmatch.h glob.h netdb.h netinet/in.h netinet/tcp.h poll.h pthread.h pwd.h sched.h
    spawn.h strings.h termios.h unistd.h
    sys/auxv.h sys/file.h sys/ioctl.h sys/mman.h sys/prctl.h sys/resource.h sys/select.h sys/socket.h sys/stat.h
    sys/sysinfo.h sys/time.h sys/types.h sys/uio.h sys/utsname.h sys/wait.h
    """.split()
)
# Windows builds of the engine need these; they come with the compiler there.
WINDOWS_HEADERS = {"windows.h", "io.h", "malloc.h", "process.h", "shellapi.h", "winsock2.h", "ws2tcpip.h"}
SYSTEM_HEADERS = POSIX_HEADERS | WINDOWS_HEADERS | {"csignal", "signal.h"}
STANDARD_HEADERS = CXX_HEADERS | C_HEADERS | SYSTEM_HEADERS

# One room talks to the operating system, without exception.
SYSTEM_ROOM = "os"
SYSTEM_TOKEN = re.compile(
    r"\b(_WIN32|_WIN64|__linux__|__unix__|__APPLE__|__GLIBC__|_POSIX_\w+"
    r"|(?:gm|local)time_[rs]|sigset_t|pthread_\w+|ssize_t)\b"
)

INTRINSIC_HEADER = re.compile(r"^(\w*intrin|arm_neon|arm_sve|arm_acle|wasm_simd128|cpuid)\.h$")
INTRINSIC_TOKEN = re.compile(
    r"\b("
    r"__(?:AVX|SSE|SSSE|BMI|FMA|POPCNT|LZCNT|ABM|F16C|MMX|XOP|AES|PCLMUL|ARM_NEON|ARM_FEATURE|wasm_simd)\w*"
    r"|_mm\d*_\w+|__m(?:64|128|256|512)[id]?|_p(?:ext|dep)_u(?:32|64)|_[bt]zcnt_u\w+|_lzcnt_u\w+"
    r"|__builtin_ia32_\w+|__builtin_cpu_(?:supports|is|init)"
    r")\b"
)
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


class Layers:
    """The table of layers.txt: `doors[room]` is the set of rooms it may include."""

    def __init__(self, path, shown_path):
        self.doors = {}
        self.engine = set()
        self.findings = []
        self._lines = {}
        self._shown_path = shown_path
        everything = set()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            text = line.split("#", 1)[0].strip()
            if not text:
                continue
            match = re.fullmatch(r"(@?\w+)\s*:\s*([\w\s*]*)", text)
            if not match:
                self._find(number, f"can't read '{text}', expected 'room : rooms'")
                continue
            name, rooms = match.group(1), match.group(2).split()
            if name in self._lines:
                self._find(number, f"'{name}' is listed again, expected once (line {self._lines[name]})")
                continue
            self._lines[name] = number
            if name == "@engine":
                self.engine = set(rooms)
            elif name.startswith("@"):
                self._find(number, f"unknown list '{name}', expected '@engine'")
            else:
                self.doors[name] = set(rooms)
                if "*" in rooms:
                    everything.add(name)
        for name in everything:
            self.doors[name] = set(self.doors) - {name}
        self._check_names()
        self._check_cycles()

    def _find(self, number, text):
        self.findings.append(f"{self._shown_path}:{number}: {text}")

    def _check_names(self):
        lists = dict(self.doors)
        lists["@engine"] = self.engine
        for name, rooms in lists.items():
            for room in sorted(rooms - set(self.doors)):
                self._find(self._lines[name], f"'{name}' names the room '{room}', expected a room of this table")

    def _check_cycles(self):
        finished = set()

        def visit(room, trail):
            if room in trail:
                circle = " -> ".join(trail[trail.index(room):] + [room])
                self._find(self._lines[room], f"cycle {circle}, expected dependencies that point down")
                return
            if room in finished:
                return
            for below in sorted(self.doors.get(room, ())):
                visit(below, trail + [room])
            finished.add(room)

        for room in self.doors:
            visit(room, [])


def blank(match):
    """Spaces in place of the matched text, with its line breaks kept so that line numbers stay true."""
    return re.sub(r"[^\n]", " ", match.group(0))


# The character literal is there for '"' and '//', which open no string and no comment.
COMMENT_OR_STRING = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'""", re.DOTALL)


def without_comments_and_strings(text):
    return COMMENT_OR_STRING.sub(blank, text)


def without_comments(text):
    def replace(match):
        return blank(match) if match.group(0).startswith("/") else match.group(0)

    return COMMENT_OR_STRING.sub(replace, text)


def includes_of(text):
    """Yields (line number, quoted?, header) for each #include of the text."""
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) is not None, match.group(1) or match.group(2)


class Checker:
    def __init__(self, root):
        self.root = root
        self.layers = Layers(root / "scripts" / "layers.txt", "scripts/layers.txt")
        self.findings = list(self.layers.findings)
        self.files = 0

    def find(self, path, number, text):
        self.findings.append(f"{path.relative_to(self.root)}:{number}: {text}")

    def run(self):
        source_root = self.root / "src"
        entries = sorted(source_root.iterdir()) if source_root.is_dir() else []
        for entry in entries:
            if entry.is_dir() and any(entry.iterdir()):
                if entry.name in self.layers.doors:
                    self.check_room(entry)
                else:
                    self.find(entry, 1, "folder is not a room, expected it to be listed in scripts/layers.txt")
            elif entry.suffix in SOURCE_SUFFIXES:
                self.find(entry, 1, "source outside every room, expected src/<room>/")
        public_root = self.root / "include"
        if public_root.is_dir():
            for path in self.sources(public_root):
                self.check_public_header(path)
        return self.findings

    def sources(self, folder):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in SOURCE_SUFFIXES:
                self.files += 1
                yield path

    def check_room(self, folder):
        room = folder.name
        for path in self.sources(folder):
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.parent != folder:
                self.find(path, 1, f"source in a subfolder, expected src/{room}/ itself (only that is built)")
            for number, quoted, header in includes_of(text):
                self.check_include(path, number, room, quoted, header)
                self.check_system(path, number, room, header)
            self.check_intrinsics(path, room, text)
            self.check_system_names(path, room, text)
            if path.suffix in HEADER_SUFFIXES:
                self.check_namespace(path, room, text)

    def check_include(self, path, number, room, quoted, header):
        first = header.split("/", 1)[0] if "/" in header else None
        target = PUBLIC_ROOM if first == PUBLIC_FOLDER else first
        if target in self.layers.doors:
            if target != room and target not in self.layers.doors[room]:
                allowed = " ".join(sorted(self.layers.doors[room])) or "no other room"
                self.find(path, number, f"{room} includes \"{header}\", expected only: {allowed} (scripts/layers.txt)")
            elif not quoted and first != PUBLIC_FOLDER:
                self.find(path, number, f"<{header}> is ours, expected \"{header}\"")
        elif quoted:
            self.find(path, number, f"\"{header}\" names no room, expected \"room/file.h\" (includes start at src/)")
        elif room in self.layers.engine and header not in STANDARD_HEADERS:
            owned = OPTIONAL_LIBRARIES.get(header) == path.relative_to(self.root).as_posix()
            if not owned and not INTRINSIC_HEADER.match(header):  # intrinsics have their own check
                self.find(path, number, f"engine room {room} includes <{header}>, expected standard headers only")

    def check_system(self, path, number, room, header):
        if header in SYSTEM_HEADERS and room != SYSTEM_ROOM:
            self.find(path, number, f"header of the system <{header}>, expected such code in src/{SYSTEM_ROOM} only")

    def check_system_names(self, path, room, text):
        if room == SYSTEM_ROOM:
            return
        for number, line in enumerate(without_comments_and_strings(text).splitlines(), 1):
            for token in SYSTEM_TOKEN.findall(line):
                self.find(path, number, f"name of the system '{token}', expected such code in src/{SYSTEM_ROOM} only")

    def check_intrinsics(self, path, room, text):
        shown = path.relative_to(self.root).as_posix()
        if room == INTRINSICS_ROOM or shown in INTRINSICS_EXCEPTIONS:
            return
        expected = f"expected such code in src/{INTRINSICS_ROOM} only"
        for number, _, header in includes_of(text):
            if INTRINSIC_HEADER.match(header):
                self.find(path, number, f"intrinsics header <{header}>, {expected}")
        for number, line in enumerate(without_comments_and_strings(text).splitlines(), 1):
            for token in INTRINSIC_TOKEN.findall(line):
                self.find(path, number, f"intrinsic or ISA macro '{token}', {expected}")

    def check_namespace(self, path, room, text):
        if not re.search(rf"\bnamespace\s+tabia::{room}\b", without_comments_and_strings(text)):
            self.find(path, 1, f"header without its namespace, expected 'namespace tabia::{room}'")

    def check_public_header(self, path):
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, _, header in includes_of(text):
            if header not in STANDARD_HEADERS and not header.startswith(PUBLIC_FOLDER + "/"):
                self.find(path, number, f"public header includes '{header}', expected standard or {PUBLIC_FOLDER}/ headers only")


GOOD_TREE = {
    "scripts/layers.txt": "os :\nbase : os\nkernels : base\nchess : base\nnn : base\ndata : base chess\napi : base chess\ncli : *\n"
    "@engine : os base kernels chess nn\n",
    "src/os/o.cpp": "#ifdef _WIN32\n#include <windows.h>\n#else\n#include <sys/stat.h>\n#endif\n",
    "src/base/a.h": "#include <vector>\nnamespace tabia::base {}\n",
    "src/kernels/k.cpp": "#include <immintrin.h>\n#ifdef __AVX2__\n#endif\n",
    "src/chess/attacks.cpp": '#include <immintrin.h>\n#include "chess/p.h"\n',
    "src/chess/p.h": '// no <fmt/core.h> and no __AVX2__ here\n#include "base/a.h"\nnamespace tabia::chess {}\n',
    "src/base/compression.cpp": "#include <zstd.h>\n",
    "src/data/d.cpp": '#include <fmt/core.h>\n#include "chess/p.h"\nconst char* text = "__AVX2__";\nchar c = \'"\'; // __AVX2__\n',
    "src/api/api.cpp": '#include "tabia/tabia.h"\n',
    "src/cli/main.cpp": '#include "data/d.h"\n#include "tabia/tabia.h"\n',
    "include/tabia/tabia.h": "#include <string>\n",
}

# Each case: what is wrong, the files that make it so, and what the finding must contain.
BAD_CASES = [
    ("include of a room above", {"src/base/a.cpp": '\n#include "chess/p.h"\n'}, 'src/base/a.cpp:2: base includes "chess/p.h"'),
    ("include of a room at the same level", {"src/chess/a.cpp": '#include "data/d.h"\n'}, 'chess includes "data/d.h", expected only: base'),
    ("public header from a low room", {"src/chess/a.cpp": '#include "tabia/tabia.h"\n'}, 'chess includes "tabia/tabia.h"'),
    ("include not from the root", {"src/chess/a.cpp": '#include "p.h"\n'}, '"p.h" names no room'),
    ("own header in angle brackets", {"src/chess/a.cpp": "#include <base/a.h>\n"}, '<base/a.h> is ours'),
    ("third-party header in the engine", {"src/chess/a.cpp": "#include <fmt/core.h>\n"}, "includes <fmt/core.h>, expected standard"),
    ("third-party single header", {"src/base/a.cpp": "#include <zstd.h>\n"}, "includes <zstd.h>, expected standard"),
    ("POSIX outside its room", {"src/base/a.cpp": "#include <unistd.h>\n"}, "src/base/a.cpp:1: header of the system <unistd.h>"),
    ("Windows outside its room", {"src/data/a.cpp": "#include <windows.h>\n"}, "header of the system <windows.h>"),
    ("Windows asked for outside its room", {"src/data/a.cpp": "#if defined(_WIN32)\n#endif\n"}, "src/data/a.cpp:1: name of the system '_WIN32'"),
    ("POSIX function outside its room", {"src/base/a.cpp": "\nauto x = ::gmtime_r(a, b);\n"}, "src/base/a.cpp:2: name of the system 'gmtime_r'"),
    ("signals outside their room", {"src/data/a.cpp": "#include <csignal>\n"}, "header of the system <csignal>"),
    ("zstd outside its owner", {"src/nn/a.cpp": "#include <zstd.h>\n"}, "engine room nn includes <zstd.h>, expected standard"),
    ("Fathom outside its owner", {"src/nn/a.cpp": "#include <tbprobe.h>\n"}, "engine room nn includes <tbprobe.h>, expected standard"),
    ("another header in the owner of zstd", {"src/base/compression.cpp": "#include <lzma.h>\n"}, "includes <lzma.h>, expected standard"),
    ("intrinsics header", {"src/data/a.cpp": "#include <immintrin.h>\n"}, "src/data/a.cpp:1: intrinsics header <immintrin.h>"),
    ("ISA macro", {"src/chess/a.cpp": "\n\n#ifdef __AVX2__\n#endif\n"}, "src/chess/a.cpp:3: intrinsic or ISA macro '__AVX2__'"),
    ("BMI2 macro", {"src/base/a.cpp": "#if defined(__BMI2__)\n#endif\n"}, "'__BMI2__'"),
    ("intrinsic call", {"src/base/a.cpp": "auto x = _mm256_setzero_si256();\n"}, "'_mm256_setzero_si256'"),
    ("unlisted folder", {"src/misc/a.cpp": "\n"}, "src/misc:1: folder is not a room"),
    ("source in a subfolder", {"src/chess/deep/a.cpp": "\n"}, "source in a subfolder"),
    ("source outside rooms", {"src/a.cpp": "\n"}, "source outside every room"),
    ("header without namespace", {"src/chess/a.h": "namespace tabia {}\n"}, "expected 'namespace tabia::chess'"),
    ("header with another namespace", {"src/chess/a.h": "namespace tabia::chessboard {}\n"}, "expected 'namespace tabia::chess'"),
    ("public header shows the inside", {"include/tabia/b.h": '#include "chess/p.h"\n'}, "include/tabia/b.h:1: public header includes 'chess/p.h'"),
    ("cycle", {"scripts/layers.txt": "base : chess\nchess : data\ndata : base\ncli : *\n"}, "cycle base -> chess -> data -> base"),
    ("unknown room in the table", {"scripts/layers.txt": "base : nothing\n"}, "names the room 'nothing'"),
    ("room listed twice", {"scripts/layers.txt": "base :\nbase :\n"}, "'base' is listed again"),
    ("unreadable line", {"scripts/layers.txt": "base = chess\n"}, "can't read 'base = chess'"),
]


def findings_of_tree(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return Checker(root).run()


def self_test():
    failures = []
    found = findings_of_tree(GOOD_TREE)
    if found:
        failures.append(f"a good tree gives findings: {found}")
    for name, files, expected in BAD_CASES:
        found = findings_of_tree({**GOOD_TREE, **files})
        if not any(expected in finding for finding in found):
            failures.append(f"{name}: expected a finding with '{expected}', found {found}")
    for failure in failures:
        print(f"self-test: {failure}", file=sys.stderr)
    print(f"self-test: {len(BAD_CASES) + 1 - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description="Checks the includes of src/ against scripts/layers.txt.")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--verbose", action="store_true", help="say so when all is well")
    parser.add_argument("--self-test", action="store_true", help="show that every kind of violation is caught")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    checker = Checker(options.root.resolve())
    findings = checker.run()
    for finding in findings:
        print(finding)
    if options.verbose and not findings:
        print(f"layers: ok, {checker.files} files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
