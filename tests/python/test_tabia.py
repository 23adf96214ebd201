"""The module tabia as a stranger uses it. scripts/check_python runs this; TABIA_ROOT is the tree."""

import doctest
import os
import pathlib
import tempfile
import threading
import unittest

import numpy as np

import tabia

ROOT = pathlib.Path(os.environ.get("TABIA_ROOT", pathlib.Path(__file__).resolve().parents[2]))
GAMES = ROOT / "tests/data/games.pgn"
QUEEN_UP = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"


def boards_of(fens):
    pairs = [tabia.Board(fen).bitboards() for fen in fens]
    return np.stack([pieces for pieces, _ in pairs]), np.array([black for _, black in pairs])


def some_fens(count):
    """Positions of a game that always plays a move chosen by arithmetic."""
    board, fens = tabia.Board(), []
    for i in range(count):
        moves = board.moves()
        if not moves or board.state:
            board = tabia.Board()
            moves = board.moves()
        board.play(moves[(i * 7 + 3) % len(moves)])
        fens.append(board.fen)
    return fens


class Rules(unittest.TestCase):
    def test_moves_are_played_and_taken_back_in_uci_and_san(self):
        board = tabia.Board()
        start = board.fen
        board.play("e2e4")
        board.play("Nf6")
        self.assertEqual(board.fen, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2")
        board.undo()
        board.undo()
        self.assertEqual(board.fen, start)
        with self.assertRaisesRegex(ValueError, "no move to take back"):
            board.undo()

    def test_wrong_fens_and_moves_raise_value_errors_that_name_them(self):
        with self.assertRaisesRegex(ValueError, "side to move"):
            tabia.Board("4k3/8/8/8/8/8/8/4K3 x - - 0 1")
        board = tabia.Board()
        with self.assertRaisesRegex(ValueError, "e2e5"):
            board.play("e2e5")
        with self.assertRaisesRegex(ValueError, "zero byte"):
            board.play("e2e4\0")
        for wrong in (1, None, [], object()):
            with self.assertRaises(TypeError):
                board.play(wrong)

    def test_games_end_and_copies_are_independent(self):
        board = tabia.Board()
        for move in ("f3", "e5", "g4"):
            board.play(move)
        other = board.copy()
        other.play("Qh4")
        self.assertEqual((board.state, other.state), ("", "checkmate"))
        self.assertIn("Qh4#", board.san_moves())
        self.assertEqual(tabia.Board().perft(3), 8902)
        with self.assertRaisesRegex(ValueError, "depth"):
            board.perft(-1)

    def test_an_object_that_was_never_initialized_is_an_error(self):
        with self.assertRaises(AttributeError):
            tabia.Board.__new__(tabia.Board).fen


class Networks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.network = tabia.Network()

    def test_fens_and_bitboards_get_the_same_evaluations(self):
        fens = some_fens(300)
        pieces, black = boards_of(fens)
        clocks = [int(fen.split()[4]) for fen in fens]
        by_fen = self.network.evaluate_fens(fens, threads=2)
        by_board = self.network.evaluate_bitboards(pieces, black, clocks)
        self.assertTrue((by_fen == by_board).all())
        self.assertTrue(by_fen["valid"].all())
        one = self.network.evaluate(fens[7])
        self.assertEqual((one.cp, one.score, sum(one.wdl)), (by_fen["cp"][7], by_fen["score"][7], 1000))

    def test_any_order_and_numbering_of_squares_is_taken(self):
        fens = some_fens(20)
        pieces, black = boards_of(fens)
        expected = self.network.evaluate_bitboards(pieces, black)
        flipped = np.array([[int.from_bytes(int(b).to_bytes(8, "little"), "big") for b in row] for row in pieces],
                           dtype=np.uint64)
        turned = self.network.evaluate_bitboards(flipped[:, ::-1], black, order="kqrbnpKQRBNP", a8_first=True)
        self.assertTrue((expected == turned).all())

    def test_impossible_boards_are_marked_and_wrong_arrays_are_errors(self):
        pieces, black = boards_of([QUEEN_UP])
        self.assertEqual(self.network.evaluate_bitboards(np.zeros((2, 12), np.uint64), [0, 1])["valid"].tolist(), [0, 0])
        wrong = [
            (pieces[0], black, "dimensions"), (pieces[:, :11], black, "expected 12"), (pieces, [0, 1], "entries"),
            (pieces.astype(float), black, "expected integers"), ("a", black, "expected"), (pieces, None, "expected"),
            (pieces, black.astype(object), "expected integers"),
        ]
        for sets, side, message in wrong:
            with self.assertRaisesRegex((ValueError, TypeError), message):
                self.network.evaluate_bitboards(sets, side)
        with self.assertRaisesRegex(ValueError, "zero byte"):
            self.network.evaluate_bitboards(pieces, black, order="PNBRQK\0nbrqk")
        self.assertFalse(self.network.evaluate_bitboards(pieces, black, order="short")["valid"].any())
        self.assertEqual(len(self.network.evaluate_fens([])), 0)

    def test_a_file_that_is_not_there_is_an_error_with_its_name(self):
        with self.assertRaisesRegex(tabia.Error, "nowhere.net"):
            tabia.Network("nowhere.net")
        with self.assertRaisesRegex(tabia.Error, "games.pgn"):
            tabia.Network(GAMES)

    def test_threads_evaluate_at_the_same_time(self):
        fens, answers = some_fens(200), []
        expected = self.network.evaluate_fens(fens)
        threads = [threading.Thread(target=lambda: answers.append(self.network.evaluate_fens(fens))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(answers), 4)
        self.assertTrue(all((answer == expected).all() for answer in answers))


class Searches(unittest.TestCase):
    def test_a_callback_hears_every_line_and_may_stop(self):
        engine, lines = tabia.Engine(Hash=1), []

        def listen(line):
            lines.append(line)
            return line["depth"] < 4

        answer = engine.search(tabia.Board(), listen, infinite=True)
        self.assertEqual([line["depth"] for line in lines][:2], [1, 2])
        self.assertIn(answer["bestmove"], tabia.Board().moves())
        self.assertIn("nodes", lines[-1])

    def test_an_exception_of_the_callback_stops_the_search_and_reaches_the_caller(self):
        def fail(_):
            raise KeyError("mine")

        engine = tabia.Engine(Hash=1)
        with self.assertRaisesRegex(KeyError, "mine"):
            engine.search(tabia.Board(), fail, infinite=True)
        self.assertTrue(engine.search(tabia.Board(), depth=1)["bestmove"])  # it is free again

    def test_another_thread_can_stop_and_a_second_search_is_refused(self):
        engine = tabia.Engine(Hash=1)
        with engine.analyze(tabia.Board(), infinite=True) as search:
            next(search)
            with self.assertRaisesRegex(tabia.Error, "the engine is searching"):
                engine.search(tabia.Board(), depth=1)
            with self.assertRaisesRegex(ValueError, "the engine is searching"):
                engine.set_option("Hash", 2)
            with self.assertRaisesRegex(tabia.Error, "the engine is searching"):
                engine.new_game()
            threading.Thread(target=search.stop).start()
            self.assertTrue(search.result()["bestmove"])
        engine.new_game()

    def test_a_forgotten_search_ends(self):
        engine = tabia.Engine(Hash=1)
        search = engine.analyze(tabia.Board(), infinite=True)
        next(search)
        del search
        self.assertTrue(engine.search(tabia.Board(), depth=1)["bestmove"])

    def test_repetitions_of_the_game_are_known(self):
        board = tabia.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        self.assertEqual(tabia.Engine().search(board, depth=3)["lines"][0]["mate"], 1)

    def test_wrong_limits_and_options_say_what_is_expected(self):
        engine = tabia.Engine()
        for limits, message in (({}, "give a limit"), ({"deep": 3}, "unknown 'deep'")):
            with self.assertRaisesRegex(ValueError, message):
                engine.search(tabia.Board(), **limits)
        with self.assertRaisesRegex(TypeError, "whole number"):
            engine.search(tabia.Board(), depth="3")
        with self.assertRaisesRegex(tabia.Error, "e2e5"):
            engine.search(tabia.Board(), depth=1, moves=["e2e5"])
        with self.assertRaisesRegex(ValueError, "Hsah"):
            engine.set_option("Hsah", 1)
        answer = engine.search(tabia.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=1)
        self.assertEqual((answer["bestmove"], answer["game_over"]), (None, "stalemate"))


class Data(unittest.TestCase):
    def test_arrays_say_of_every_position_what_the_games_say(self):
        batches = list(tabia.Reader(GAMES, model="perspective-256", batch=7))
        self.assertEqual({len(batch) for batch in batches[:-1]}, {7})
        all_of = lambda name: np.concatenate([getattr(batch, name) for batch in batches])
        plies, own, other, pieces = map(all_of, ("plies", "own", "other", "pieces"))
        self.assertEqual(plies[0], 0)
        self.assertEqual(pieces.dtype, np.uint64)
        start, _ = tabia.Board().bitboards()
        self.assertTrue((pieces[0] == start).all())
        self.assertTrue(((own[0] >= 0) == (np.arange(own.shape[1]) < 32)).all())
        # White's and Black's view of the starting position are the same.
        self.assertEqual(sorted(own[0]), sorted(other[0]))
        self.assertTrue(set(all_of("results")) <= {-1, 0, 1, 2})
        self.assertTrue((all_of("scores") == tabia.NO_SCORE).any())

    def test_batches_of_any_size_and_filters_give_the_same_positions(self):
        whole = next(tabia.Reader([GAMES], batch=100000))
        self.assertIsNone(whole.own)
        single = np.concatenate([batch.pieces for batch in tabia.Reader(GAMES, batch=1)])
        self.assertTrue((whole.pieces == single).all())
        late = next(tabia.Reader(GAMES, ply="4..", batch=100000))
        self.assertTrue((late.plies >= 4).all())
        self.assertLess(len(late), len(whole))

    def test_targets_follow_scores_and_results(self):
        batch = next(tabia.Reader(GAMES, batch=100000))
        self.assertTrue(((batch.expected(100) >= 0) & (batch.expected(100) <= 1)).all())

    def test_what_can_not_be_read_is_an_error(self):
        for words, message in (({"paths": "nowhere.tabia"}, "nowhere.tabia"), ({"paths": []}, "give the files"),
                               ({"paths": GAMES, "plies": 3}, "plies"), ({"paths": GAMES, "model": "q"}, "q"),
                               ({"paths": GAMES, "model": "resnet-2x32"}, "use the boards")):
            with self.assertRaisesRegex(tabia.Error, message):
                tabia.Reader(**words)
        with self.assertRaisesRegex(ValueError, "batch"):
            tabia.Reader(GAMES, batch=0)
        with self.assertRaises(TypeError):
            tabia.Reader(GAMES, batch=-1)


class Jobs(unittest.TestCase):
    def test_training_is_an_iterator_of_reports_and_the_network_plays(self):
        with tempfile.TemporaryDirectory() as folder:
            games = os.path.join(folder, "games.tabia")
            tabia.run("gen", games=200, synthetic=True, out=games, workers=1)
            recipe = os.path.join(folder, "tiny.toml")
            pathlib.Path(recipe).write_text(
                'model = "perspective-256"\nvalidation = { share = 0.05, positions = 1_000 }\n'
                'rate = { kind = "constant", rate = 0.001 }\nbatch = 1_024\npositions = 40_000\nreport_every = 10_000\n')
            reports = list(tabia.train(recipe, data=[games], out=os.path.join(folder, "run"), threads=1))
            self.assertGreaterEqual(len(reports), 3)
            self.assertLess(reports[-1]["validation"], reports[0]["validation"])
            network = tabia.Network(os.path.join(folder, "run", "last.net"))
            self.assertTrue(network.evaluate(QUEEN_UP).cp)

    def test_a_job_is_stopped_and_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            with tabia.Job("gen", games=10**6, synthetic=True, out=os.path.join(folder, "g.tabia"), workers=1) as job:
                next(job)
                job.stop()
                with self.assertRaises(tabia.JobError) as raised:
                    job.result()
                self.assertEqual(raised.exception.outcome, 3)

    def test_wrong_settings_say_what_is_wrong(self):
        with self.assertRaisesRegex(tabia.JobError, "did you mean") as raised:
            tabia.run("filtr")
        self.assertEqual(raised.exception.outcome, 1)
        with self.assertRaisesRegex(tabia.JobError, "in is missing"):
            tabia.run("filter")
        with self.assertRaises(TypeError):
            tabia.run("filter", no_check=object())


class Learning(unittest.TestCase):
    def test_a_trainer_learns_and_refuses_what_makes_no_sense(self):
        trainer = tabia.Trainer("mlp-769")
        pieces, black = boards_of([QUEEN_UP])
        losses = [trainer.train(pieces, black, [1.0], 0.05) for _ in range(20)]
        self.assertLess(losses[-1], losses[0])
        for targets, message in (([2.0], "0 to 1"), ([], "entries"), ([float("nan")], "0 to 1")):
            with self.assertRaisesRegex(ValueError, message):
                trainer.train(pieces, black, targets, 0.05)
        with tempfile.TemporaryDirectory() as folder:
            trainer.export(os.path.join(folder, "a.net"))
            self.assertEqual(tabia.Network(os.path.join(folder, "a.net")).name, "mlp-769")
        with self.assertRaisesRegex(tabia.Error, "nowhere"):
            trainer.load("nowhere.net")


def load_tests(_, tests, __):
    tests.addTests(doctest.DocTestSuite(tabia, optionflags=doctest.ELLIPSIS))
    return tests


if __name__ == "__main__":
    unittest.main()
