#!/usr/bin/env python3
"""bench/serve_two.py OLD NEW [--rounds 5] [--seconds 3] [--connections 8,64] [--stream 1000000] [--tls]

Compares two builds of `tabia serve`, alternating on the same cores, medians of the rounds: requests a
second (wrk, bench/serve_evaluate.lua) and processor time of the server per request; then one request with a
stream of that many FENs: seconds, processor time, peak memory of a fresh server. With --tls NEW also serves
HTTPS. Needs wrk, curl and openssl.
"""

import argparse
import hashlib
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


class Server:
    def __init__(self, program, *options):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--log-level", "off", "--threads", "2", *options],
            stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+)", status).group(1)) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def wrk(server, connections, seconds):
    before = server.cpu_seconds()
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(HERE / "serve_evaluate.lua"), server.url],
        capture_output=True, text=True, check=True).stdout
    requests = int(re.search(r"(\d+) requests in", output).group(1))
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", output).group(1))
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(output)
    return rate, (server.cpu_seconds() - before) / requests * 1e6


def stream(program, path, options):
    server = Server(program, *options)
    idle, before, began = server.peak_mib(), server.cpu_seconds(), time.monotonic()
    curl = subprocess.Popen(["curl", "-sk", "-T", path, "-X", "POST", "-H", "Content-Type: application/x-ndjson",
                             "-H", "Expect:", server.url + "/evaluate"], stdout=subprocess.PIPE)
    answer, lines = hashlib.sha256(), 0
    while block := curl.stdout.read(1 << 16):
        answer.update(block)
        lines += block.count(b"\n")
        if b'"error"' in block:
            sys.exit(f"an error in the answer: {block[:500]}")
    result = time.monotonic() - began, server.cpu_seconds() - before, server.peak_mib(), idle
    server.stop()
    return result, lines, answer.hexdigest()[:12]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", default="8,64")
    parser.add_argument("--stream", type=int, default=1_000_000)
    parser.add_argument("--tls", action="store_true")
    options = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    programs = {"old": (options.old, []), "new": (options.new, [])}
    if options.tls:
        key, certificate = folder.name + "/key.pem", folder.name + "/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        programs["new, TLS"] = (options.new, ["--cert", certificate, "--key", key])

    servers = {name: Server(program, *more) for name, (program, more) in programs.items()}
    for connections in map(int, options.connections.split(",")):
        found = {name: [] for name in servers}
        for _ in range(options.rounds):
            for name, server in servers.items():
                found[name].append(wrk(server, connections, options.seconds))
        for name, rows in found.items():
            rates, costs = zip(*rows)
            print(f"{connections:4} connections  {name:9} {statistics.median(rates):9.0f} requests/s "
                  f"{statistics.median(costs):6.2f} us of processor time each "
                  f"({min(costs):.2f} to {max(costs):.2f})", flush=True)
    for server in servers.values():
        server.stop()

    path = folder.name + "/fens"
    fens = re.findall(r'"([^"]+/[^"]+)",', (HERE / "serve_evaluate.lua").read_text())
    with open(path, "w") as file:
        for i in range(options.stream):
            file.write(f'{fens[i % len(fens)]} {"wb"[i // 7 % 2]} - - {i % 90} {40 + i % 50}\n')
    answers = set()
    found = {name: [] for name in programs}
    for _ in range(min(options.rounds, 3)):
        for name, (program, more) in programs.items():
            result, lines, digest = stream(program, path, more)
            found[name].append(result)
            answers.add((lines, digest))
    for name, rows in found.items():
        seconds, cpu, peak, idle = (statistics.median(column) for column in zip(*rows))
        print(f"{options.stream} FENs in one request  {name:9} {seconds:6.2f} s, {cpu:5.2f} s of processor time, "
              f"peak {peak:.0f} MiB ({idle:.0f} before)")
    print("the answers are the same" if len(answers) == 1 else f"THE ANSWERS DIFFER: {answers}")


main()
