#!/usr/bin/python3
"""Loss and gradient of a small network by PyTorch, as lines `tensor sum squares first middle last`.

The numbers are committed as tests/data/torch_gradients.txt; tests/train/torch_test.cpp holds our gradient to them, and, where
Debian's python3-torch is installed, runs this script again.
"""
import math

import torch

torch.set_default_dtype(torch.float64)
WIDTH, HIDDEN = 16, 8
POSITIONS = [  # FEN, logit of the score, result, for the side to move
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0.3, 1.0),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -0.5, 0.5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 1.2, 0.0),
    ("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", 0.1, 1.0),
]


def numbers(tensor, rows, columns, offset=0.0):
    values = [offset + 0.3 * math.sin(0.7 * i + tensor) for i in range(rows * columns)]
    return torch.tensor(values).reshape(rows, columns).requires_grad_()


def inputs(fen, black):
    """Active inputs of one view: own pieces first, seen from the own side."""
    board, rank, file = torch.zeros(768), 7, 0
    for c in fen.split()[0]:
        if c == "/":
            rank, file = rank - 1, 0
        elif c.isdigit():
            file += int(c)
        else:
            square = 8 * rank + file
            own = c.islower() == black
            board[(0 if own else 384) + 64 * "pnbrqk".index(c.lower()) + (square ^ 56 if black else square)] = 1
            file += 1
    return board


first = numbers(0, 768, WIDTH)
first_bias = numbers(1, 1, WIDTH, 0.3)
layer1 = numbers(2, HIDDEN, 2 * WIDTH)
bias1 = numbers(3, 1, HIDDEN, 0.2)
layer2 = numbers(4, 1, HIDDEN)
bias2 = numbers(5, 1, 1)
loss = 0
for fen, score, result in POSITIONS:
    black = fen.split()[1] == "b"
    x = torch.cat([(inputs(fen, side) @ first + first_bias[0]).clamp(0, 1) ** 2 for side in (black, not black)])
    x = (layer1 @ x + bias1[0]).clamp(0, 1)
    out = (layer2 @ x + bias2[0])[0]
    target = 0.25 * result + 0.75 * torch.sigmoid(torch.tensor(score))
    loss = loss + (torch.sigmoid(out) - target).abs() ** 2.5
loss.backward()
print(f"loss {loss.item():.15e}")
names = ["accumulator.weights", "accumulator.bias", "layer1.weights", "layer1.bias", "layer2.weights", "layer2.bias"]
for name, tensor in zip(names, [first, first_bias, layer1, bias1, layer2, bias2]):
    g = tensor.grad.reshape(-1)
    on = g.nonzero().reshape(-1)
    some = [g[on[0]], g[on[len(on) // 2]], g[on[-1]]]
    print(name, " ".join(f"{v:.15e}" for v in [g.sum().item(), (g * g).sum().item(), *[s.item() for s in some]]))
