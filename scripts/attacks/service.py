"""scripts/attack service: tabia serve under mixed, rude and broken clients. Loopback only."""

import collections
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time

from attacks.common import HANG_SECONDS, Finding, command, cpu_seconds, describe_exit, end_of, limit_memory, rss_kib
from attacks.engine import Referee
from attacks.files import MODEL
from attacks.uci import CHESS960, POSITIONS, QUEENS

TOKEN = "attack-token-0123456789"
CLIENTS = 8
BUSY = {429, 503}  # the honest answers of a service that is full
WARM_UP = 0.3      # of a service's life: caches fill, threads get their memory
GROWTH_KIB = 96 * 1024
LAST_CPU = 15.0    # seconds of processor time for what is left when all clients have stopped asking
NODES_OF_MILLISECONDS = 1_000_000  # nobody searches this many in 5 ms


class Gone(Exception):
    """The connection ended before the answer was there."""


class Wrong(Exception):
    """A wrong answer."""


class Connection:
    """A client's socket, with a reader of HTTP answers that is as simple as can be."""

    def __init__(self, port):
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=HANG_SECONDS)
        except OSError as error:
            raise Gone(str(error)) from error
        self.buffer = b""

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Gone(str(error)) from error

    def more(self):
        try:
            data = self.socket.recv(65536)
        except TimeoutError as error:
            raise Wrong(f"no answer for {HANG_SECONDS} s") from error
        except OSError as error:
            raise Gone(str(error)) from error
        if not data:
            raise Gone("closed")
        self.buffer += data

    def until(self, mark):
        while mark not in self.buffer:
            self.more()
        part, _, self.buffer = self.buffer.partition(mark)
        return part

    def exactly(self, count):
        while len(self.buffer) < count:
            self.more()
        part, self.buffer = self.buffer[:count], self.buffer[count:]
        return part

    def answer(self):
        """(status, body) of the next answer. 100 Continue is skipped."""
        status = 100
        while status == 100:
            head = self.until(b"\r\n\r\n").decode("latin-1")
            first, *rest = head.split("\r\n")
            if not re.fullmatch(r"HTTP/1\.1 \d{3} .*", first):
                raise Wrong(f"not HTTP: {first[:200]!r}")
            status = int(first.split()[1])
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        if "chunked" in headers.get("transfer-encoding", ""):
            body = b""
            while size := int(self.until(b"\r\n"), 16):
                body += self.exactly(size)
                self.exactly(2)
            self.exactly(2)
        elif "content-length" in headers:
            body = self.exactly(int(headers["content-length"]))
        else:
            body = b""
            try:
                while True:
                    self.more()
            except Gone:
                body, self.buffer = self.buffer, b""
        return status, body

    def reset(self):
        """Leaves without a farewell."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self):
        self.socket.close()


def post(path, body, headers=""):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = "" if "Content-Type" in headers else "Content-Type: application/json\r\n"
    return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{kind}{headers}Content-Length: {len(data)}\r\n\r\n").encode() + data


def get(path, headers=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode()


class Client(threading.Thread):
    """Asks good and bad things until it is told to stop. `problem`: what the service must not have done."""

    def __init__(self, load, seed):
        super().__init__(daemon=True)
        self.load, self.rng = load, random.Random(seed)
        self.recent = collections.deque(maxlen=12)
        self.problem = None
        self.done = collections.Counter()
        self.connection = None

    def run(self):
        kinds = [self.valid] * 6 + [self.invalid] * 3 + [self.rude] * 3 + [self.swap]
        while not self.load.is_over.is_set() and self.problem is None:
            try:
                self.rng.choice(kinds)()
            except Gone as gone:
                if not self.load.is_ending.is_set():
                    self.done["gone"] += 1
                    self.recent.append(f"gone: {gone}")
            except (Wrong, ValueError, KeyError, UnicodeDecodeError) as wrong:
                self.problem = f"{type(wrong).__name__}: {wrong}"
            finally:
                if self.connection:
                    self.connection.close()

    def open(self):
        self.connection = Connection(self.load.port)
        return self.connection

    def ask(self, data, allowed, on=None):
        """Sends a request and checks the status of its answer; 503 may be the answer to anything."""
        self.recent.append(data[:400].decode("latin-1"))
        connection = on or self.open()
        connection.send(data)
        status, body = connection.answer()
        self.recent.append(f"-> {status} {body[:200].decode('latin-1')}")
        if status not in allowed and status not in BUSY:
            raise Wrong(f"status {status}, expected {sorted(allowed)}, for {data[:300]!r}: {body[:300]!r}")
        if status >= 400 and body:
            problem = json.loads(body)
            if problem.get("status") != status:
                raise Wrong(f"the problem does not say status {status}: {body[:300]!r}")
        self.done[status] += 1
        return status, body

    def fen(self):
        return self.rng.choice(self.load.fens)

    def limits(self):
        return self.rng.choice([{"nodes": 500}, {"depth": 2, "nodes": 2000}, {"movetime": 5}, {"nodes": 1}, {"movetime": 1}])

    # ---- what good clients ask

    def valid(self):
        rng, fen = self.rng, self.fen()
        kind = rng.randrange(9)
        if kind == 0:
            connection = self.open()
            for _ in range(rng.choice([1, 5, 20])):  # on one connection
                status, body = self.ask(post("/evaluate", {"fen": fen}), {200}, connection)
                if status == 200 and not isinstance(json.loads(body)["cp"], int):
                    raise Wrong(f"no cp: {body[:200]!r}")
                fen = self.fen()
        elif kind == 1:
            fens = [self.fen() for _ in range(rng.choice([1, 10, 300]))]
            status, body = self.ask(post("/evaluate", {"fens": fens}), {200})
            if status == 200 and len(json.loads(body)["results"]) != len(fens):
                raise Wrong("another number of results than of positions")
        elif kind == 2:
            fens = [self.fen() for _ in range(rng.choice([0, 1, 50]))]
            data = "".join(f"{one}\n" for one in fens).encode()
            status, body = self.ask(post("/evaluate", data, "Content-Type: application/x-ndjson\r\n"), {200})
            if status == 200 and len(body.splitlines()) != len(fens):
                raise Wrong(f"{len(body.splitlines())} lines for {len(fens)}")
        elif kind in (3, 4):
            path = rng.choice(["/analyze", "/play", "/v1/analyze"])
            extra = {"elo": rng.choice([800, 2200, 3000])} if path == "/play" else {"multipv": rng.choice([1, 3])}
            limits = self.limits()
            self.check_search(fen, limits, *self.ask(post(path, {"fen": fen, **limits, **extra}), {200, 422}))
        elif kind == 5:
            head = "Accept: text/event-stream\r\n"
            status, body = self.ask(post("/analyze", {"fen": fen, **self.limits()}, head), {200, 422})
            if status == 200 and b"event: done" not in body:
                raise Wrong(f"events without an end: {body[-300:]!r}")
        elif kind == 6:
            self.ask(post("/explain", {"fen": fen}), {200})
        elif kind == 7:
            self.ask(get(rng.choice(["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/", "/models", "/runs"])),
                     {200})
        else:  # many requests at the same time on one connection
            connection = self.open()
            count = rng.randrange(2, 30)
            connection.send(post("/evaluate", {"fen": fen}) * count)
            for _ in range(count):
                status, _ = connection.answer()
                if status not in {200} | BUSY:
                    raise Wrong(f"status {status} in a pipeline")

    def check_search(self, fen, limits, status, body):
        """A legal move, and no more nodes than its limit allows. A few milliseconds are counted in nodes, too: that does
        not depend on how busy the machine is."""
        if status != 200:
            return
        found = json.loads(body)
        if found.get("bestmove") not in self.load.legal[fen]:
            raise Wrong(f"bestmove {found.get('bestmove')} is not legal in {fen}")
        most = limits["nodes"] + 5000 if "nodes" in limits else NODES_OF_MILLISECONDS
        if found["nodes"] > most:
            raise Wrong(f"{found['nodes']} nodes with {limits} in {fen}, at most {most} expected")

    # ---- what programs with faults ask

    def invalid(self):
        rng = self.rng
        kind = rng.randrange(16)
        path = rng.choice(["/evaluate", "/analyze", "/play", "/explain"])
        if kind == 0:
            self.ask(post(path, rng.choice([b"{", b"nonsense", b"[" * 5000, b'{"fen":}', b"\xff\xfe", b'{"fen":"a'])), {400})
        elif kind == 1:
            self.ask(post(path, {"fen": rng.choice(["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "k" * 5000, ""])}), {422, 400})
        elif kind == 2:
            self.ask(post(path, {"fen": rng.choice([1, [], {}, True])}), {400, 422})
        elif kind == 3:
            self.ask(post(path, {"fen": self.fen(), "nonsense": 1}), {400})
        elif kind == 4:
            nowhere = ["/nowhere", "/%00", "/../../etc/passwd", "/runs/..%2f..", "/" + "a" * 3000, "/runs/\x7f"]
            self.ask(get(rng.choice(nowhere)), {404, 400, 414, 431})
        elif kind == 5:
            self.ask(get(path), {405})
        elif kind == 6:
            self.ask(post(path, {"fen": self.fen()}, "Content-Type: image/png\r\n"), {415})
        elif kind == 7:
            self.ask(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 200_000 + b"\r\n\r\n", {431, 400})
        elif kind == 8:
            heads = [b"\x16\x03\x01\x02\x00\x01\x00", b"GET", b"GET / HTTP/9.9", b"\0" * 100, b"GET / HTTP/1.1\r\nHost localhost",
                     b"PRI * HTTP/2.0\r\n\r\nSM"]
            self.ask(rng.choice(heads) + b"\r\n\r\n", {400, 505, 501})
        elif kind == 9:
            length = rng.choice(["-1", "x", "99999999999999999999", "1, 2", "0x10"])
            self.ask(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode(), {400, 413})
        elif kind == 10:
            self.ask(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n\r\n".encode(), {413, 400, 415})
        elif kind == 11:
            chunk = rng.choice(["zz\r\nabc\r\n0\r\n\r\n", "ffffffffffffffffff\r\n", "-1\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n"])
            self.ask((f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                      f"Transfer-Encoding: chunked\r\n\r\n{chunk}").encode(), {400, 413})
        elif kind == 12:
            self.ask(get("/", "Origin: http://evil.example\r\n"), {403})
        elif kind == 13:
            self.ask(b"GET /models HTTP/1.1\r\nHost: evil.example\r\n\r\n", {403, 421, 400})
        elif kind == 14:
            moves = rng.choice([["e2e5"], ["nonsense"], ["e2e4"] * 50, [1], "e2e4"])
            self.ask(post("/analyze", {"moves": moves, "nodes": 10}), {422, 400})
        else:
            limit = rng.choice([{"nodes": -1}, {"nodes": 1e300}, {"depth": 0}, {"movetime": "x"}, {"multipv": 100000},
                                {"elo": 1}])
            path = "/play" if "elo" in limit else "/analyze"
            self.ask(post(path, {"fen": self.fen(), "movetime": 5, **limit}), {422, 400})

    def swap(self):
        """A network is replaced, by one that is good, broken or missing; with and without the token."""
        rng = self.rng
        refused = {400, 403, 404, 409, 422}
        file, allowed = rng.choice([("a.net", {200}), ("b.net", {200}), ("broken.net", refused), ("missing.net", refused),
                                    ("../a.net", refused), ("x" * 400, refused)])
        body = {"name": rng.choice(["default", "default", "other"]), "file": file}
        if body["name"] == "other":
            allowed = allowed | refused
        if rng.random() < 0.2:
            self.ask(post("/models", body), {401, 403})
        else:
            self.ask(post("/models", body, f"Authorization: Bearer {TOKEN}\r\n"), allowed)

    # ---- misuse

    def rude(self):
        rng = self.rng
        kind = rng.randrange(9)
        self.done["rude"] += 1
        connection = self.open()
        body = {"fen": self.fen(), "movetime": 60_000}
        self.recent.append(f"rude {kind} {body['fen']}")
        if kind == 0:
            return
        if kind == 1:
            connection.send(b"GET /heal")
        elif kind == 2:  # leaves a search alone
            limit = rng.choice([{}, {"movetime": 10}])
            if rng.random() < 0.5:
                connection.send(post("/analyze", body | limit))
            else:
                connection.send(post("/play", body | limit | {"elo": rng.choice([800, 2200, 2500, 3200])}))
            self.load.is_over.wait(rng.choice([0, 0.01, 0.1]))
            connection.reset()
        elif kind == 3:  # closes its sending side: gets what was found so far, or nothing
            connection.send(post("/analyze", body))
            connection.socket.shutdown(socket.SHUT_WR)
            status, _ = connection.answer()
            if status not in {200, 422} | BUSY:
                raise Wrong(f"status {status} for a half-closed connection")
        elif kind == 4:  # slowly
            for byte in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"[:rng.randrange(40)]:
                connection.send(bytes([byte]))
                if self.load.is_over.wait(0.02):
                    return
        elif kind == 5:  # a stream that ends in the middle
            connection.send(b"POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                            b"Transfer-Encoding: chunked\r\n\r\n")
            for _ in range(rng.randrange(20)):
                line = f"{self.fen()}\n".encode()
                connection.send(b"%x\r\n%b\r\n" % (len(line), line))
            connection.reset()
        elif kind == 6:  # asks for much and does not read it
            connection.send(post("/evaluate", {"fens": [self.fen()] * 2000}))
            self.load.is_over.wait(0.05)
            connection.reset()
        elif kind == 7:  # events that nobody waits for
            connection.send(post("/analyze", body, "Accept: text/event-stream\r\n"))
            connection.until(b"event: info")
        else:
            connection.send(bytes(rng.randrange(256) for _ in range(2000)))


class Load:
    """What the clients of one service share."""

    def __init__(self, port, fens, legal):
        self.port, self.fens, self.legal = port, fens, legal
        self.is_over = threading.Event()    # no more requests
        self.is_ending = threading.Event()  # the service was told to end


class Attack:
    """A service under good, bad and rude clients. A round is one service from its start to its end."""

    OPTIONS = {"--life": {"type": float, "help": "seconds of load on each service (default: 10, or half of --seconds)"}}

    def __init__(self, context, options):
        self.context = context
        self.life = options.life or min(10.0, options.seconds / 2)
        self.counts = {"answers": 0, "rude clients": 0, "refusals": 0, "MiB at the end": 0}
        referee = Referee(context.program, context.scratch)
        fens = [fen for fen in POSITIONS + QUEENS[:2] + CHESS960]
        self.legal = {fen: set(referee.moves(fen)[0]) for fen in fens}
        for fen in CHESS960:
            referee.set_chess960(True)
            self.legal[fen] |= set(referee.moves(fen)[0])
        referee.close()
        self.fens = [fen for fen in fens if self.legal[fen]]
        self.home = context.scratch / "service"
        (self.home / "nets").mkdir(parents=True)
        (self.home / "runs").mkdir()
        (self.home / "token").write_text(TOKEN + "\n")
        (self.home / "tiny.toml").write_text(MODEL)
        for name in ("a", "b"):
            command([context.program, "net", "random", "tiny.toml", f"nets/{name}.net", "--seed", str(ord(name))], self.home)
        data = (self.home / "nets" / "a.net").read_bytes()
        (self.home / "nets" / "broken.net").write_bytes(data[:-20])
        shutil.copy(self.home / "nets" / "a.net", self.home / "first.net")

    def start(self):
        """Starts a service on a free port. Returns its process and the port."""
        words = [self.context.program, "serve", "--port", "0", "--threads", "2", "--hash", "4", "--cache", "4",
                 "--timeout", "3000", "--drain", "2000", "--token-file", "token", "--nets", "nets", "--runs", "runs", "--net", "default=first.net"]
        self.errors = open(self.context.scratch / "serve.stderr", "w+b")
        process = subprocess.Popen(words, cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
                                   preexec_fn=limit_memory(None))
        line = process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if not found:
            code, _ = end_of(process, 10)
            raise Finding(f"the service does not start: {line!r}, {code}", self.error_text())
        return process, int(found.group(1))

    def error_text(self):
        self.errors.seek(0)
        return self.errors.read()[-6000:].decode(errors="replace")

    def round(self, rng, number):
        process, port = self.start()
        load = Load(port, self.fens, self.legal)
        clients = [Client(load, f"{rng.random()}:{i}") for i in range(CLIENTS)]
        try:
            self.attack(rng, process, load, clients, ends_under_load=number % 2 == 1)
        except Finding as finding:
            load.is_over.set()
            recent = "\n\n".join("\n".join([f"client {i}: {client.problem or ''}", *client.recent])
                                 for i, client in enumerate(clients))
            finding.transcript += f"\n\nstandard error:\n{self.error_text()}\n\n{recent}"
            raise
        finally:
            load.is_over.set()
            if process.returncode is None:
                process.kill()
                end_of(process, 10)
            for client in clients:
                if client.ident:
                    client.join(timeout=10)
                self.counts["answers"] += sum(count for what, count in client.done.items() if isinstance(what, int))
                self.counts["rude clients"] += client.done["rude"]
                self.counts["refusals"] += sum(count for what, count in client.done.items()
                                                              if isinstance(what, int) and what >= 400)
            process.stdout.close()
            self.errors.close()

    def attack(self, rng, process, load, clients, ends_under_load):
        pid = process.pid
        descriptors = len(os.listdir(f"/proc/{pid}/fd"))
        for client in clients:
            client.start()
        begin = time.monotonic()
        life = min(self.life, max(3.0, self.context.left()))
        warm = 0
        while (age := time.monotonic() - begin) < life:
            time.sleep(min(0.25, life / 10))
            self.check_clients(process, clients)
            if not warm and age > WARM_UP * life:
                warm = rss_kib(pid)
                os.kill(pid, signal.SIGHUP)
        if ends_under_load:
            how = rng.choice([signal.SIGTERM, signal.SIGINT])
            load.is_ending.set()
            os.kill(pid, how)
        else:
            load.is_over.set()
            self.wait_for_clients(process, clients)
            self.check_clients(process, clients)
            self.check_calm(process, descriptors)
            rss = rss_kib(pid)
            self.counts["MiB at the end"] = rss // 1024
            if rss > 1.3 * warm + GROWTH_KIB:
                raise Finding(f"memory grows: {warm // 1024} MiB after warming up, {rss // 1024} MiB after {life:.0f} s")
            how = signal.SIGTERM
            os.kill(pid, how)
        code, _ = end_of(process, HANG_SECONDS)
        if code is None:
            raise Finding(f"does not end after {how.name}")
        if code != 0:
            raise Finding(f"ends with {describe_exit(code)} after {how.name} {'under load' if load.is_ending.is_set() else ''}")

    def check_clients(self, process, clients):
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None:
            code, _ = end_of(process, 1)
            raise Finding(f"the service is gone under load: {describe_exit(code)}")
        for client in clients:
            if client.problem:
                raise Finding(client.problem)

    def wait_for_clients(self, process, clients):
        """They ask nothing more and only wait for what they have asked."""
        begin = cpu_seconds(process.pid)
        guard = time.monotonic() + HANG_SECONDS
        while any(client.is_alive() for client in clients):
            time.sleep(0.05)
            used = (cpu_seconds(process.pid) or 0) - begin
            if used > LAST_CPU or time.monotonic() > guard:
                raise Finding(f"clients still wait for their answers, after {used:.0f} s of processor time")

    def check_calm(self, process, descriptors):
        """When all clients are gone, work ends soon and descriptors are given back."""
        begin = before = cpu_seconds(process.pid)
        guard = time.monotonic() + HANG_SECONDS
        while True:
            time.sleep(0.3)
            now = cpu_seconds(process.pid)
            open_now = len(os.listdir(f"/proc/{process.pid}/fd"))
            if now - before < 0.05 and open_now <= descriptors + 2:
                return
            if now - begin > LAST_CPU:
                raise Finding(f"works on for {now - begin:.0f} s of processor time although all clients have left")
            if time.monotonic() > guard:
                raise Finding(f"{open_now} descriptors are open, {descriptors} were at the start; all clients have left")
            before = now
