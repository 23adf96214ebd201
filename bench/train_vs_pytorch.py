#!/usr/bin/python3
"""How many positions a processor second training takes: Tabia compared with PyTorch (Debian's python3-torch), one thread each.

    bench/train_vs_pytorch.py [--tabia build/release/tabia] [--data FILE.binpack] [--nets 256,512,1024,mlp] [--seconds 6]

PyTorch is measured as a competent user tunes it, and as it is first written; only its training step is timed, on batches
that are ready in memory. Tabia is timed end to end from the file: decoding, filtering, shuffling, training, validation;
the processor time of a shorter run is subtracted from that of a longer one, so that starting up does not count. The two
alternate, and every figure is the median of the rounds.

  first written   multi-hot float32 through nn.Linear, batches of 16384
  EmbeddingBag    nn.EmbeddingBag(mode="sum") over the active inputs, batches of 16384
  bf16            multi-hot through nn.Linear under bfloat16 autocast, micro-batches of 1024, OPENBLAS_CORETYPE=SKYLAKEX
"tuned" is the faster of the last two.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_CORETYPE", "SKYLAKEX")
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Debian's oneDNN uses AMX without asking the kernel for it and dies of an illegal instruction.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")

BATCH = 16384


def load_positions(tabia, data, count, folder):
    """Active inputs of both sides (own view first), padded with 768, and targets."""
    import numpy as np

    path = os.path.join(folder, "some.bf")
    subprocess.run([tabia, "data", "sample", str(count), data, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    raw = np.fromfile(path, dtype=np.uint8).reshape(-1, 32)
    n = len(raw)
    occupied = raw[:, :8].copy().view("<u8").reshape(-1)
    score = raw[:, 24:26].copy().view("<i2").reshape(-1).astype("f4")
    result = raw[:, 26].astype("f4") / 2
    own = np.full((n, 32), 768, dtype=np.int64)
    other = np.full((n, 32), 768, dtype=np.int64)
    squares = np.arange(64, dtype=np.uint64)
    for i in range(n):
        on = np.nonzero((occupied[i] >> squares) & np.uint64(1))[0]
        codes = raw[i, 8:24]
        pieces = np.stack([codes & 15, codes >> 4], 1).reshape(-1)[: len(on)].astype(np.int64)
        color, kind = pieces >> 3, pieces & 7
        own[i, : len(on)] = color * 384 + kind * 64 + on
        other[i, : len(on)] = (1 - color) * 384 + kind * 64 + (on ^ 56)
    target = 0.75 / (1 + np.exp(-score / 450)) + 0.25 * result
    return own, other, target.astype("f4")


def torch_rates(name, positions, seconds):
    import torch

    torch.set_num_threads(1)
    own, other, target = (torch.from_numpy(a) for a in positions)
    n = len(target)

    class Perspective(torch.nn.Module):
        def __init__(self, width, bag):
            super().__init__()
            self.bag = bag
            self.first = torch.nn.EmbeddingBag(769, width, mode="sum", padding_idx=768) if bag else torch.nn.Linear(768, width)
            self.bias = torch.nn.Parameter(torch.zeros(width)) if bag else 0
            self.out = torch.nn.Linear(2 * width, 1)

        def forward(self, a, b):
            x = torch.cat([self.first(a) + self.bias, self.first(b) + self.bias], 1)
            return self.out(x.clamp(0, 1) ** 2)

    class Mlp(torch.nn.Module):
        def __init__(self, bag):
            super().__init__()
            self.first = torch.nn.EmbeddingBag(769, 256, mode="sum", padding_idx=768) if bag else torch.nn.Linear(768, 256)
            self.bias = torch.nn.Parameter(torch.zeros(256)) if bag else 0
            self.rest = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(256, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1))

        def forward(self, a, b):
            return self.rest(self.first(a) + self.bias)

    def multi_hot(indices):
        x = torch.zeros(len(indices), 769)
        x.scatter_(1, indices, 1.0)
        return x[:, :768].contiguous()

    def rate(bag, bf16, batch, micro):
        torch.manual_seed(1)
        net = Mlp(bag) if name == "mlp" else Perspective(int(name), bag)
        optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
        batches = []
        for i in range(0, min(n, 4 * batch) - batch + 1, batch):
            a, b = own[i : i + batch], other[i : i + batch]
            if not bag:
                a, b = multi_hot(a), multi_hot(b)
                if bf16:
                    a, b = a.bfloat16(), b.bfloat16()
            batches.append((a, b, target[i : i + batch]))
        done, start = 0, None
        while True:
            for a, b, t in batches:
                optimiser.zero_grad()
                for k in range(0, batch, micro):
                    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
                        y = net(a[k : k + micro], b[k : k + micro]).squeeze(1)
                    loss = ((torch.sigmoid(y.float()) - t[k : k + micro]) ** 2).sum() / batch
                    loss.backward()
                optimiser.step()
                if start is None:
                    start = time.process_time()
                    continue
                done += batch
                if time.process_time() - start > seconds:
                    return done / (time.process_time() - start)

    return {
        "first written": rate(False, False, BATCH, BATCH),
        "EmbeddingBag": rate(True, False, BATCH, BATCH),
        "bf16": rate(False, True, BATCH, 1024),
    }


SPEC = {
    "mlp": 'features = "planes"\nperspective = false\naccumulator = { width = 256, activation = "relu", storage = "f32" }\n'
    'layers = [ { width = 32, activation = "relu", storage = "f32" }, { width = 1, storage = "f32" } ]\n'
}


def tabia_rate(tabia, data, name, fragment, seconds, folder, threads=1):
    model = os.path.join(folder, "model.toml")
    with open(model, "w") as file:
        file.write(SPEC.get(name) or f'features = "768"\naccumulator = {{ width = {name}, activation = "screlu", storage = "i16", scale = 255 }}\nlayers = [ {{ width = 1 }} ]\n')
    recipe = os.path.join(folder, "recipe.toml")

    def run(positions):
        with open(recipe, "w") as file:
            file.write(
                f'model = "{model}"\nfilter = {{ no_checks = true, quiet_moves = true, with_score = true }}\n'
                f'loss = {{ result_weight = 0.25 }}\nvalidation = {{ share = 0.01, positions = 20_000 }}\nbatch = {BATCH}\npositions = {positions}\n'
                f"report_every = {positions}\npool = 500_000\nstages = [ {{ share = 1, fragment = {fragment} }} ]\n"
            )
        out = tempfile.mkdtemp(dir=folder)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall = time.time()
        subprocess.run([tabia, "train", recipe, "--data", data + ",scale=450", "--out", out, "--threads", str(threads)], check=True, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.time() - wall

    short = 1_500_000
    longer = short + int(seconds * {"1024": 250_000}.get(name, 600_000))
    first, second = run(short), run(longer)
    return (longer - short) / (second[0] - first[0]), (longer - short) / (second[1] - first[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--tabia", default=os.path.join(here, "build/release/tabia"))
    parser.add_argument("--data", default=os.path.join(here, "../shared/data/training/sf151_selfplay_700n.binpack"))
    parser.add_argument("--nets", default="256,512,1024,mlp")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-torch", action="store_true", help="only Tabia")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        positions = None if arguments.no_torch else load_positions(arguments.tabia, arguments.data, 4 * BATCH, folder)
        for name in arguments.nets.split(","):
            kinds = [("shuffled", 1)] + ([] if name == "mlp" else [("8 plies", 8), ("whole games", 0)])
            found = {}
            for _ in range(arguments.rounds):
                if positions:
                    for key, value in torch_rates(name, positions, arguments.seconds).items():
                        found.setdefault("PyTorch " + key, []).append(value)
                for key, fragment in kinds:
                    found.setdefault("Tabia " + key, []).append(tabia_rate(arguments.tabia, arguments.data, name, fragment, arguments.seconds, folder)[0])
                found.setdefault("Tabia shuffled, one thread, wall", []).append(tabia_rate(arguments.tabia, arguments.data, name, 1, arguments.seconds, folder, 1)[1])
                found.setdefault("Tabia shuffled, two threads, wall", []).append(tabia_rate(arguments.tabia, arguments.data, name, 1, arguments.seconds, folder, 2)[1])
            print(f"== {'768-256-32-1' if name == 'mlp' else f'768 -> {name} x 2 -> 1'}")
            tuned = None
            if positions:
                tuned = max(statistics.median(found["PyTorch EmbeddingBag"]), statistics.median(found["PyTorch bf16"]))
            for key, values in found.items():
                middle = statistics.median(values)
                ratio = f"  {middle / tuned:5.2f} x tuned" if tuned and "wall" not in key else ""
                print(f"{key:36} {middle / 1000:8.0f} k/s{ratio}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
