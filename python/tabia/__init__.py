"""Tabia for Python: the rules of chess, evaluation by networks, search, training data as arrays, training runs.

>>> import tabia
>>> board = tabia.Board()
>>> board.play("e4")
>>> board.fen
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
>>> len(board.moves())
20

Wrong arguments raise ValueError or TypeError; files that can't be used, and jobs that fail, raise tabia.Error. The
messages are Tabia's own. docs/python.md in Tabia's repository has more.
"""

from __future__ import annotations

import json as _json
import os as _os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass as _dataclass
from typing import Any, Optional, Union

import numpy as _np
import numpy.typing as _npt

from . import _tabia
from ._tabia import NO_SCORE, Error, JobError, __version__, api_version

__all__ = [
    "Board", "Engine", "Error", "Evaluation", "Job", "JobError", "NO_SCORE", "Network", "Reader", "Samples",
    "Search", "Trainer", "api_version", "jobs", "run", "train",
]


PathLike = Union[str, "_os.PathLike[str]"]
Json = dict[str, Any]


def _path(path: Optional[PathLike]) -> Optional[str]:
    return None if path is None else _os.fspath(path)


class Board:
    """A position with the moves that led to it. Wrong FENs and moves raise ValueError."""

    def __init__(self, fen: Optional[str] = None) -> None:
        self._board = _tabia.Board(fen)

    @property
    def fen(self) -> str:
        return self._board.fen

    @property
    def state(self) -> str:
        """Empty while the game continues; else "checkmate", "stalemate", "threefold repetition" and so on."""
        return self._board.state

    @property
    def key(self) -> int:
        """Equal for positions that are equal under the repetition rule."""
        return self._board.key

    def moves(self) -> list[str]:
        """All legal moves in UCI."""
        return self._board.moves()

    def san_moves(self) -> list[str]:
        """The same moves, in the same order, in SAN."""
        return self._board.san_moves()

    def play(self, move: str) -> None:
        """Plays a legal move, in UCI or SAN."""
        self._board.play(move)

    def undo(self) -> None:
        """Takes back the last move."""
        self._board.undo()

    def copy(self) -> Board:
        other = Board.__new__(Board)
        other._board = self._board.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Board:
        return self.copy()

    def bitboards(self) -> tuple[_npt.NDArray[_np.uint64], bool]:
        """Twelve sets of squares in the order PNBRQKpnbrqk, bit 0 is a1; and whether Black is to move."""
        return self._board.bitboards()

    def perft(self, depth: int) -> int:
        """The number of positions after `depth` plies."""
        return self._board.perft(depth)

    def __repr__(self) -> str:
        return f"tabia.Board({self.fen!r})"


def _fen(position: Union[str, Board]) -> str:
    return position.fen if isinstance(position, Board) else position


@_dataclass(frozen=True)
class Evaluation:
    """What a network says about a position; see Network.evaluate."""

    cp: int  # centipawns for the side to move: +100 is an even chance to win
    cp_white: int
    wdl: tuple[int, int, int]  # win, draw, loss of the side to move, per mille
    score: int  # the network's own units
    bucket: int  # which of the network's heads
    raw: int  # the output before scaling


class Network:
    """A network file: Tabia's own, Stockfish's .nnue, lc0's, ONNX; without a path, the embedded one.

    >>> network = Network()
    >>> network.evaluate("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").cp > 300
    True
    """

    def __init__(self, path: Optional[PathLike] = None) -> None:
        self._network = _tabia.Network(_path(path))

    @property
    def name(self) -> str:
        return self._network.name

    def evaluate(self, position: Union[str, Board]) -> Evaluation:
        """Evaluates a FEN or a Board."""
        return Evaluation(**self._network.evaluate(_fen(position)))

    def evaluate_fens(self, fens: Iterable[str], threads: int = 0) -> _npt.NDArray[Any]:
        """Evaluates many FENs on several threads (0: all cores).

        The answer is a structured array with the fields cp, cp_white, win, draw, loss, score, bucket, valid and raw;
        `valid` is 0 where a FEN was wrong.

        >>> answers = Network().evaluate_fens(["4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "no FEN"])
        >>> answers["valid"].tolist()
        [1, 0]
        """
        return self._network.evaluate_fens(list(fens), threads)

    def evaluate_bitboards(self, pieces: _npt.ArrayLike, black_to_move: _npt.ArrayLike,
                           halfmove_clocks: Optional[_npt.ArrayLike] = None, order: str = "PNBRQKpnbrqk",
                           a8_first: bool = False, threads: int = 0) -> _npt.NDArray[Any]:
        """The same for positions as twelve bitboards each: an array of shape (n, 12), and one of n booleans.

        `order` has the FEN letters of the twelve; bit 0 is a1, or a8 with `a8_first`.

        >>> pieces, black = Board().bitboards()
        >>> Network().evaluate_bitboards(pieces[None], [black])["valid"].tolist()
        [1]
        """
        return self._network.evaluate_bitboards(pieces, black_to_move, halfmove_clocks, order, a8_first, threads)

    def __repr__(self) -> str:
        return f"<tabia.Network {self.name}>"


# The words of UCI's `go` that have a number.
_LIMITS = ("depth", "nodes", "movetime", "mate", "wtime", "btime", "winc", "binc", "movestogo")


def _limits_text(limits: dict[str, int], infinite: bool, moves: Iterable[str]) -> str:
    words = []
    for name, value in limits.items():
        if name not in _LIMITS:
            raise ValueError(f"limits: unknown '{name}', expected one of {', '.join(_LIMITS)}, infinite, moves")
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name}: found {value!r}, expected a whole number")
        words += [name, str(value)]
    if not words and not infinite:
        raise ValueError("give a limit, such as depth=12, or infinite=True")
    if infinite:
        words.append("infinite")
    if moves:
        words += ["searchmoves", *map(str, moves)]
    return " ".join(words)


class Search:
    """A running search: an iterator over its lines (dicts with depth, cp, pv, nodes ...). It ends at its limits or with
    stop(); leaving the `with` block, or dropping the last reference, stops it too."""

    def __init__(self, stream: _tabia.Stream) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[Json]:
        return self

    def __next__(self) -> Json:
        event = self._stream.next()
        if event is None:
            self._stream.result()  # raises what went wrong
            raise StopIteration
        line: Json = _json.loads(event[1])
        return line

    def stop(self) -> None:
        """Ends the search soon; from any thread."""
        self._stream.stop()

    def result(self) -> Json:
        """Waits for the end; a dict with bestmove, lines and so on."""
        answer: Json = _json.loads(self._stream.result())
        return answer

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        try:
            self._stream.result()
        except Error:
            pass


class Engine:
    """The engine: options of UCI as keywords, searches as iterators or with a callback.

    >>> engine = Engine(Hash=8)
    >>> engine.search(Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), depth=4)["bestmove"]
    'a1a8'
    >>> depths = [line["depth"] for line in engine.analyze(Board(), depth=3)]
    >>> depths[-1]
    3

    An engine does one search at a time; several engines may search at the same time.
    """

    def __init__(self, seed: int = 0, **options: Union[str, int, bool]) -> None:
        self._engine = _tabia.Engine(seed)
        for name, value in options.items():
            self.set_option(name, value)

    def set_option(self, name: str, value: Union[str, int, bool]) -> None:
        """Sets an option such as Hash, Threads, MultiPV, EvalFile."""
        if isinstance(value, bool):
            value = "true" if value else "false"
        self._engine.set_option(name, str(value))

    def new_game(self) -> None:
        """Forgets what earlier searches have found."""
        self._engine.new_game()

    def analyze(self, board: Union[str, Board], *, infinite: bool = False, moves: Iterable[str] = (),
                **limits: int) -> Search:
        """Starts a search in the background and returns a Search."""
        if not isinstance(board, Board):
            board = Board(board)
        return Search(self._engine.search(board._board, _limits_text(limits, infinite, moves)))

    def search(self, board: Union[str, Board], on_line: Optional[Callable[[Json], Optional[bool]]] = None, *,
               infinite: bool = False, moves: Iterable[str] = (), **limits: int) -> Json:
        """Searches and returns the answer, a dict. on_line(line) is called with every line; if it returns False, the
        search stops; if it raises, the search stops and the exception goes to the caller."""
        with self.analyze(board, infinite=infinite, moves=moves, **limits) as search:
            for line in search:
                if on_line is not None and on_line(line) is False:
                    search.stop()
                    break
            return search.result()


@_dataclass(frozen=True)
class Samples:
    """A batch of positions with what is known about them; arrays of numpy with one row for each position."""

    pieces: _npt.NDArray[_np.uint64]  # uint64 (n, 12): bitboards in the order PNBRQKpnbrqk, bit 0 is a1
    black_to_move: _npt.NDArray[_np.bool_]  # bool
    scores: _npt.NDArray[_np.int16]  # int16, for the side to move; NO_SCORE: none. See Reader.units_per_pawn
    results: _npt.NDArray[_np.int8]  # int8, of the game, for the side to move: 1, 0, -1; 2: unknown
    plies: _npt.NDArray[_np.uint16]  # uint16, half-moves since the start of the game
    heads: _npt.NDArray[_np.uint8]  # uint8, which of the model's heads
    # int32 (n, width): active inputs as the side to move sees them (as White does if there is one view), the rest -1.
    own: Optional[_npt.NDArray[_np.int32]] = None
    other: Optional[_npt.NDArray[_np.int32]] = None  # ... as the other side does

    def __len__(self) -> int:
        return len(self.scores)

    def expected(self, units_per_pawn: float, result_weight: float = 0.0) -> _npt.NDArray[_np.float32]:
        """Targets from 0 (lost) to 1 (won), as tabia train makes them: from scores where there are any, mixed with
        results by `result_weight`."""
        scale = units_per_pawn if units_per_pawn > 0 else 400.0
        by_score = 1 / (1 + _np.exp(-_np.clip(self.scores / scale, -30, 30)))
        by_result = (self.results + 1) / 2
        known = self.results != 2
        scored = self.scores != NO_SCORE
        mixed = (1 - result_weight) * by_score + result_weight * by_result
        neither = _np.where(known, by_result, 0.5)
        return _np.where(scored & known, mixed, _np.where(scored, by_score, neither)).astype(_np.float32)


class Reader:
    """Reads files of training data (any format that tabia knows) in batches: an iterator of Samples.

    `model` names the features to list: a model of Tabia such as "perspective-256", the path of a model's text, or the
    text. Other settings are those of `tabia data filter`: no_check=True, ply="16..", score="-3000..3000" and so on.
    Positions come in the order of the files, so run the job "shuffle" first.
    """

    def __init__(self, paths: Union[PathLike, Sequence[PathLike]], model: Optional[PathLike] = None,
                 batch: int = 16384, **settings: Any) -> None:
        if isinstance(paths, (str, _os.PathLike)):
            paths = [paths]
        settings["in"] = [_os.fspath(path) for path in paths]
        if model is not None:
            settings["model"] = _os.fspath(model)
        self._reader = _tabia.Reader(_json.dumps(settings), batch)

    def __iter__(self) -> Iterator[Samples]:
        return self

    def __next__(self) -> Samples:
        batch = self._reader.next()
        if batch is None:
            raise StopIteration
        return Samples(**batch)

    @property
    def rows(self) -> int:
        """How many inputs the model's features have; 0 without a model."""
        return self._reader.rows

    @property
    def width(self) -> int:
        """Columns of Samples.own."""
        return self._reader.width

    @property
    def heads(self) -> int:
        return self._reader.heads

    @property
    def views(self) -> int:
        """2, or 1 if the model sees the board only from White's side; 0 without a model."""
        return self._reader.views

    @property
    def units_per_pawn(self) -> float:
        """This many units of the scores are +1.00; 0: unknown."""
        return self._reader.units_per_pawn

    @property
    def problems(self) -> int:
        """How many records couldn't be read so far."""
        return self._reader.problems

    @property
    def progress(self) -> float:
        """The share of the files that has been read, 0 to 1."""
        return self._reader.progress


class Job:
    """A running job: it does what the long-running commands of tabia do. An iterator over (kind, value):
    ("progress", [done, total]), ("remark", text), ("report", dict); result() waits for the end."""

    def __init__(self, name: str, **settings: Any) -> None:
        self._stream = _tabia.start_job(name, _json.dumps(settings, default=_os.fspath))

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return self

    def __next__(self) -> tuple[str, Any]:
        event = self._stream.next()
        if event is None:
            self._stream.result()  # raises what went wrong
            raise StopIteration
        kind, text = event
        return kind, text if kind == "remark" else _json.loads(text)

    def stop(self) -> None:
        """Ends the job soon; many jobs resume when they are run again."""
        self._stream.stop()

    def result(self) -> Json:
        """Waits for the end; the job's report as a dict. Raises JobError if it failed or was stopped; its `outcome` is
        that of the C interface: 1 wrong settings, 2 wrong input, 3 stopped, 4 failed."""
        report: Json = _json.loads(self._stream.result() or "{}")
        return report

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        try:
            self._stream.result()
        except Error:
            pass


def run(name: str, on_event: Optional[Callable[[str, Any], None]] = None, **settings: Any) -> Json:
    """Runs a job to its end and returns its report. on_event(kind, value) hears what happens.

    >>> import tabia
    >>> tabia.run("nonsense")
    Traceback (most recent call last):
        ...
    tabia._tabia.JobError: unknown job "nonsense", expected one of ...
    """
    with Job(name, **settings) as job:
        for kind, value in job:
            if on_event is not None:
                on_event(kind, value)
        return job.result()


def train(recipe: PathLike, **settings: Any) -> Iterator[Json]:
    """A training run as an iterator of its reports: dicts with positions, loss, validation and so on.

    Settings are those of `tabia train`: data=["games.tabia"], out="runs/mine", positions=1000000. A run can be left at
    any time and resumes when it is started again.
    """
    with Job("train", recipe=_os.fspath(recipe), **settings) as job:
        for kind, value in job:
            if kind == "report":
                yield value


def jobs() -> list[Json]:
    """All jobs with their settings.

    >>> "train" in [job["name"] for job in jobs()]
    True
    """
    listed: list[Json] = _json.loads(_tabia.job_list())
    return listed


class Trainer:
    """A network that learns from single positions or small batches; see `tabia_trainer` in tabia/tabia.h.

    >>> trainer = Trainer("mlp-769")
    >>> pieces, black = Board("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").bitboards()
    >>> losses = [trainer.train(pieces[None], [black], [1.0], 0.05) for _ in range(20)]
    >>> losses[-1] < losses[0]
    True
    """

    def __init__(self, model: PathLike, seed: int = 1) -> None:
        self._trainer = _tabia.Trainer(_os.fspath(model), seed)

    def train(self, pieces: _npt.ArrayLike, black_to_move: _npt.ArrayLike, targets: Sequence[float],
              learning_rate: float) -> float:
        """One step on a batch; returns its mean loss before the step."""
        return self._trainer.train(pieces, black_to_move, targets, learning_rate)

    def evaluate(self, position: Union[str, Board]) -> tuple[float, float]:
        """The expected result for the side to move, 0 to 1, and the score in the model's units."""
        return self._trainer.evaluate(_fen(position))

    def save(self, path: PathLike) -> None:
        """In full precision."""
        self._trainer.save(_os.fspath(path))

    def export(self, path: PathLike) -> None:
        """In the model's integers: smaller and faster to play with."""
        self._trainer.export(_os.fspath(path))

    def load(self, path: PathLike) -> None:
        self._trainer.load(_os.fspath(path))
