#!/usr/bin/python3
"""The usual design of an evaluation service: FastAPI, one uvicorn worker, a PyTorch network of 768-256-32-1.

What `tabia serve` is measured against (bench/serve_vs_fastapi). It does what such services do: reads the FEN with a few
lines of Python, evaluates with PyTorch on one thread, answers {"score"}. The network has random weights: how long it takes
doesn't depend on them. Debian: python3-fastapi uvicorn python3-torch (and python3-uvloop python3-httptools, which make
uvicorn faster).

    bench/serve_fastapi.py PORT
"""
import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_CORETYPE", "SKYLAKEX")
# Debian's oneDNN uses AMX without asking the kernel for it and dies of an illegal instruction.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")

import torch  # noqa: E402
import uvicorn  # noqa: E402
from fastapi import FastAPI, HTTPException  # noqa: E402
from pydantic import BaseModel  # noqa: E402

torch.set_num_threads(1)
torch.set_grad_enabled(False)
torch.manual_seed(1)

model = torch.nn.Sequential(
    torch.nn.Linear(768, 256),
    torch.nn.ReLU(),
    torch.nn.Linear(256, 32),
    torch.nn.ReLU(),
    torch.nn.Linear(32, 1),
).eval()

PIECES = {letter: i for i, letter in enumerate("PNBRQKpnbrqk")}


def encode(fen):
    board = fen.split(" ", 1)[0]
    indices = []
    square = 56
    for letter in board:
        if letter == "/":
            square -= 16
        elif letter.isdigit():
            square += int(letter)
        else:
            indices.append(PIECES[letter] * 64 + square)
            square += 1
    planes = torch.zeros(1, 768)
    planes[0, indices] = 1.0
    return planes


class Position(BaseModel):
    fen: str


app = FastAPI()


@app.post("/evaluate")
async def evaluate(position: Position):
    try:
        planes = encode(position.fen)
    except (KeyError, IndexError) as wrong:
        raise HTTPException(status_code=422, detail="not a FEN") from wrong
    return {"score": round(float(model(planes)) * 100)}


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), workers=1, log_level="error", access_log=False)
