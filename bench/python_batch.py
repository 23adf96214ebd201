#!/usr/bin/env python3
"""How fast are batches from Python, compared with the library alone?

    PYTHONPATH=build/python/python /usr/bin/python3 bench/python_batch.py build/python/libtabia.so

The same positions through tabia.Network (NumPy in, NumPy out) and through tabia_network_evaluate_boards of the shared
library (an array of boards that is ready), alternating, by processor time: the machine may be busy.
"""

import ctypes
import statistics
import sys
import time

import numpy as np

import tabia

COUNT, ROUNDS = 20_000, 9


class BoardOfC(ctypes.Structure):
    _fields_ = [("pieces", ctypes.c_uint64 * 12), ("order", ctypes.c_char_p), ("a8_first", ctypes.c_int32),
                ("black_to_move", ctypes.c_int32), ("halfmove_clock", ctypes.c_int32)]


def positions():
    board, pieces, sides = tabia.Board(), [], []
    for i in range(COUNT):
        moves = board.moves()
        if not moves or board.state:
            board = tabia.Board()
            moves = board.moves()
        board.play(moves[(i * 7 + 3) % len(moves)])
        sets, black = board.bitboards()
        pieces.append(sets)
        sides.append(black)
    return np.stack(pieces), np.array(sides)


library = ctypes.CDLL(sys.argv[1])
library.tabia_network_load.restype = ctypes.c_void_p
library.tabia_network_load.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
evaluate = library.tabia_network_evaluate_boards
evaluate.restype = ctypes.c_size_t
evaluate.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_void_p]

pieces, sides = positions()
boards = (BoardOfC * COUNT)()
for i in range(COUNT):
    boards[i].pieces[:] = pieces[i].tolist()
    boards[i].black_to_move = int(sides[i])
answers = ctypes.create_string_buffer(40 * COUNT)
loaded = library.tabia_network_load(None, None, 0)
network = tabia.Network()


def by_library():
    evaluate(loaded, boards, COUNT, 1, answers)


def by_python():
    network.evaluate_bitboards(pieces, sides, threads=1)


rates = {by_library: [], by_python: []}
for _ in range(ROUNDS):
    for way, found in rates.items():
        begin = time.process_time()
        way()
        found.append(COUNT / (time.process_time() - begin))
for way, found in rates.items():
    print(f"{way.__name__:<12} {statistics.median(found):>9,.0f} positions per second of one core, best {max(found):,.0f}")
shares = [python / alone for alone, python in zip(rates[by_library], rates[by_python])]
print(f"share: median {statistics.median(shares):.3f}, from {min(shares):.3f} to {max(shares):.3f}")

begin, count = time.process_time(), 0
for batch in tabia.Reader(sys.argv[2] if len(sys.argv) > 2 else "data/starter.tabia", model="perspective-256"):
    count += len(batch)
print(f"reader: {count / (time.process_time() - begin):,.0f} positions per second of one core, with features")
