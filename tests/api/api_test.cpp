// The public library as its users see it: only through include/tabia.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <tabia/tabia.hpp>
#include <vector>

namespace {

TEST(Api, ABoardStartsAtTheUsualPositionAndKnowsItsTwentyMoves) {
  const tabia::Board board;
  EXPECT_EQ(board.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(board.moves().size(), 20u);
  EXPECT_EQ(board.perft(4), 197281u);
  EXPECT_EQ(board.state(), TABIA_GOES_ON);
}

TEST(Api, MovesArePlayedInUciAndInSanAndTakenBack) {
  tabia::Board board;
  const std::uint64_t start_key = board.key();
  board.play("e2e4");
  board.play("e5");
  board.play("Ng1-f3");
  EXPECT_EQ(board.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_TRUE(board.take_back());
  EXPECT_TRUE(board.take_back());
  EXPECT_TRUE(board.take_back());
  EXPECT_EQ(board.key(), start_key);
  EXPECT_FALSE(board.take_back());
}

TEST(Api, AnIllegalMoveIsRefusedWithItsTextAndLeavesThePositionAlone) {
  tabia::Board board;
  const std::string before = board.fen();
  try {
    board.play("e2e5");
    FAIL() << "the move was accepted";
  } catch (const std::invalid_argument& failure) {
    EXPECT_NE(std::string(failure.what()).find("e2e5"), std::string::npos) << failure.what();
  }
  EXPECT_EQ(board.fen(), before);
}

TEST(Api, ABrokenFenIsRefusedAndTheMessageNamesTheField) {
  try {
    tabia::Board board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
    FAIL() << "the FEN was accepted";
  } catch (const std::invalid_argument& failure) {
    EXPECT_NE(std::string(failure.what()).find("side to move"), std::string::npos) << failure.what();
  }
}

TEST(Api, MateAndRepetitionAreSeen) {
  tabia::Board mate;
  for (const char* move : {"f3", "e5", "g4", "Qh4"}) mate.play(move);
  EXPECT_EQ(mate.state(), TABIA_CHECKMATE);
  tabia::Board repetition;
  for (const char* move : {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"}) repetition.play(move);
  EXPECT_EQ(repetition.state(), TABIA_THREEFOLD);
}

TEST(Api, CopiesAreIndependent) {
  tabia::Board original;
  tabia::Board copy = original;
  copy.play("d4");
  EXPECT_NE(original.fen(), copy.fen());
  original = copy;
  EXPECT_EQ(original.fen(), copy.fen());
}

TEST(Api, BuffersThatAreTooSmallGetTheBeginningAndAreTerminated) {
  tabia_position* position = tabia_position_new(nullptr, nullptr, 0);
  char text[5] = {'?', '?', '?', '?', '?'};
  EXPECT_GT(tabia_position_fen(position, text, sizeof text), sizeof text);
  EXPECT_STREQ(text, "rnbq");
  tabia_move one{};
  EXPECT_EQ(tabia_position_moves(position, &one, 1), 20u);
  EXPECT_NE(one.uci[0], '\0');
  char error[4];
  EXPECT_EQ(tabia_position_play(position, "nonsense", error, sizeof error), 0);
  EXPECT_EQ(std::string(error).size(), 3u);
  EXPECT_EQ(tabia_position_play(position, "nonsense", nullptr, 0), 0);
  tabia_position_free(position);
  tabia_position_free(nullptr);
}

TEST(Api, Chess960CastlingIsListedAndPlayed) {
  tabia::Board board("1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1");
  bool king_side = false;
  for (const tabia_move& move : board.moves()) king_side |= std::string(move.uci) == "c1h1";
  EXPECT_TRUE(king_side);
  board.play("O-O");
  EXPECT_EQ(board.fen(), "1rk4r/8/8/8/8/8/8/1R3RK1 b kq - 1 1");
}

// --- evaluation

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";

// A FEN's pieces as twelve sets, in the caller's order and numbering.
tabia_board board_of(const std::string& fen, const char* order, bool a8_first) {
  tabia_board board{};
  board.order = order;
  board.a8_first = a8_first ? 1 : 0;
  const std::string letters = order ? order : "PNBRQKpnbrqk";
  int square = 56;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c == '/') {
      square -= 16;
    } else if (c >= '1' && c <= '8') {
      square += c - '0';
    } else {
      board.pieces[letters.find(c)] |= std::uint64_t{1} << (a8_first ? square ^ 56 : square);
      ++square;
    }
  }
  board.black_to_move = fen[fen.find(' ') + 1] == 'b' ? 1 : 0;
  return board;
}

TEST(ApiEvaluation, TheEmbeddedNetworkEvaluatesAFenAndTheSameBoardInAnyOrderAndNumbering) {
  const tabia::Network network;
  EXPECT_FALSE(network.name().empty());
  for (const char* fen : {kStart, kKiwipete}) {
    const tabia_evaluation expected = network.evaluate(std::string(fen));
    EXPECT_EQ(expected.win + expected.draw + expected.loss, 1000);
    for (const char* order :
         {static_cast<const char*>(nullptr), "PNBRQKpnbrqk", "prnbqkPRNBQK", "KkQqRrBbNnPp"}) {
      for (const bool a8_first : {false, true}) {
        const tabia_evaluation found = network.evaluate(board_of(fen, order, a8_first));
        EXPECT_EQ(found.raw, expected.raw);
        EXPECT_EQ(found.cp_white, expected.cp_white);
      }
    }
  }
}

TEST(ApiEvaluation, WhiteAndSideToMoveAreToldApart) {
  const tabia::Network network;
  const tabia_evaluation black = network.evaluate(std::string("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"));
  EXPECT_LT(black.cp, -500);
  EXPECT_GT(black.cp_white, 500);
}

TEST(ApiEvaluation, ABatchAnswersInOrderAndMarksWhatIsNoPosition) {
  const tabia::Network network;
  const std::int64_t start = network.evaluate(std::string(kStart)).raw;
  const std::int64_t kiwipete = network.evaluate(std::string(kKiwipete)).raw;
  std::vector<std::string> fens;
  for (int i = 0; i < 5000; ++i) fens.push_back(i % 7 == 3 ? "nonsense" : i % 2 ? kStart : kKiwipete);
  for (const int threads : {0, 1, 3}) {
    const auto found = network.evaluate(fens, threads);
    ASSERT_EQ(found.size(), fens.size());
    for (std::size_t i = 0; i < fens.size(); ++i) {
      EXPECT_EQ(found[i].valid, i % 7 == 3 ? 0 : 1);
      if (i % 7 != 3) {
        EXPECT_EQ(found[i].raw, i % 2 ? start : kiwipete);
      }
    }
  }
}

TEST(ApiEvaluation, AMissingFileIsAnErrorThatNamesIt) {
  try {
    tabia::Network network("/nowhere/at.all");
    FAIL() << "it was loaded";
  } catch (const std::runtime_error& failure) {
    EXPECT_NE(std::string(failure.what()).find("/nowhere/at.all"), std::string::npos);
  }
}

TEST(ApiEvaluation, ImpossibleBoardsAreRefused) {
  const tabia::Network network;
  tabia_board board = board_of(kStart, nullptr, false);
  board.pieces[5] = 0;
  EXPECT_THROW(network.evaluate(board), std::invalid_argument);
  board = board_of(kStart, nullptr, false);
  board.pieces[0] |= board.pieces[1];
  EXPECT_THROW(network.evaluate(board), std::invalid_argument);
  board = board_of(kStart, nullptr, false);
  board.order = "PNBRQKpnbrqq";
  EXPECT_THROW(network.evaluate(board), std::invalid_argument);
}

TEST(ApiEvaluation, AnAccumulatorFollowsMovesBothWays) {
  const tabia::Network network;
  tabia_accumulator* accumulator = tabia_accumulator_new(network.get());
  char error[TABIA_ERROR_SIZE];
  for (const bool a8_first : {false, true}) {
    const auto square = [&](int a1_index) { return a8_first ? a1_index ^ 56 : a1_index; };
    const tabia_board start = board_of(kStart, nullptr, a8_first);
    ASSERT_TRUE(tabia_accumulator_reset(accumulator, &start, error, sizeof error)) << error;
    const tabia_change from{'P', square(12)};
    const tabia_change to{'P', square(28)};
    ASSERT_TRUE(tabia_accumulator_push(accumulator, &from, 1, &to, 1, error, sizeof error)) << error;
    tabia_evaluation after{};
    tabia_accumulator_evaluate(accumulator, &after);
    EXPECT_EQ(
        after.raw,
        network.evaluate(std::string("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")).raw);
    EXPECT_FALSE(tabia_accumulator_push(accumulator, &from, 1, &to, 1, error, sizeof error));
    EXPECT_TRUE(tabia_accumulator_push(accumulator, nullptr, 0, nullptr, 0, error, sizeof error));
    EXPECT_TRUE(tabia_accumulator_pop(accumulator));
    EXPECT_TRUE(tabia_accumulator_pop(accumulator));
    EXPECT_FALSE(tabia_accumulator_pop(accumulator));
    tabia_evaluation before{};
    tabia_accumulator_evaluate(accumulator, &before);
    EXPECT_EQ(before.raw, network.evaluate(std::string(kStart)).raw);
  }
  tabia_accumulator_free(accumulator);
}

TEST(ApiEvaluation, AnAccumulatorTakesNoMorePiecesThanABoardOfChess) {
  const tabia::Network network;
  tabia_accumulator* accumulator = tabia_accumulator_new(network.get());
  char error[TABIA_ERROR_SIZE];
  const tabia_change queen{'Q', 28};
  EXPECT_FALSE(tabia_accumulator_push(accumulator, nullptr, 0, &queen, 1, error, sizeof error));
  EXPECT_NE(std::string(error).find("33 pieces"), std::string::npos) << error;
  const tabia_change pawn{'P', 12};
  EXPECT_TRUE(tabia_accumulator_push(accumulator, &pawn, 1, &queen, 1, error, sizeof error)) << error;
  tabia_accumulator_free(accumulator);
}

// --- training

// A path in the temporary folder that is gone after the test.
class TemporaryNet {
 public:
  explicit TemporaryNet(const std::string& name)
      : path_(std::filesystem::path(testing::TempDir()) /
              ("tabia_api_" + std::to_string(getpid()) + "_" + name)) {}
  ~TemporaryNet() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(ApiTraining, ABoardOfAFenIsTheOneThatCallersBuildThemselves) {
  for (const char* fen : {kStart, kKiwipete}) {
    const tabia_board found = tabia::board_of(fen);
    const tabia_board expected = board_of(fen, nullptr, false);
    for (int i = 0; i < 12; ++i) EXPECT_EQ(found.pieces[i], expected.pieces[i]);
    EXPECT_EQ(found.black_to_move, expected.black_to_move);
  }
  EXPECT_THROW(tabia::board_of("nonsense"), std::invalid_argument);
}

TEST(ApiTraining, EveryKindOfModelLearnsWhoIsAhead) {
  const tabia_board up = tabia::board_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
  const tabia_board down = tabia::board_of("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
  for (const char* model : {"mlp-769", "mlp-768-skip", "perspective-256"}) {
    tabia::Trainer trainer(model, 3);
    const double first = trainer.train_one(up, 1, 0.05) + trainer.train_one(down, 0, 0.05);
    for (int i = 0; i < 300; ++i) {
      trainer.train_one(up, 1, 0.05);
      trainer.train_batch({down}, {0}, 0.05);
    }
    const double last = trainer.train_batch({up, down}, {1, 0}, 0);
    EXPECT_LT(2 * last, first) << model;
    EXPECT_GT(trainer.expected(up), 0.8) << model;
    EXPECT_LT(trainer.expected(down), 0.2) << model;
    EXPECT_GT(trainer.score(up), 0) << model;
    EXPECT_LT(trainer.score(down), 0) << model;
  }
}

TEST(ApiTraining, TheLossIsTheOneBeforeTheStep) {
  tabia::Trainer trainer("mlp-769");
  const tabia_board board = tabia::board_of(kKiwipete);
  const double before = trainer.expected(board) - 0.9;
  EXPECT_NEAR(trainer.train_one(board, 0.9, 0.01), before * before, 1e-6);
  const double after = trainer.expected(board) - 0.9;
  EXPECT_LT(after * after, before * before);
}

TEST(ApiTraining, WhatIsSavedIsLoadedAndPlaysAlike) {
  const TemporaryNet saved("saved.net");
  const TemporaryNet exported("exported.net");
  const tabia_board board = tabia::board_of(kKiwipete);
  tabia::Trainer trainer("perspective-256", 1);
  for (int i = 0; i < 20; ++i) trainer.train_one(board, 0.8, 0.05);
  trainer.save(saved.path());
  trainer.export_network(exported.path());
  EXPECT_LT(std::filesystem::file_size(exported.path()), std::filesystem::file_size(saved.path()));
  tabia::Trainer other("perspective-256", 2);
  EXPECT_NE(other.score(board), trainer.score(board));
  other.load(saved.path());
  EXPECT_EQ(other.score(board), trainer.score(board));
  EXPECT_NEAR(tabia::Network(saved.path()).evaluate(board).score, trainer.score(board), 1.01);
  EXPECT_NEAR(tabia::Network(exported.path()).evaluate(board).score, trainer.score(board), 60);
}

TEST(ApiTraining, AModelCanBeGivenAsText) {
  tabia::Trainer trainer(
      "features = \"planes\"\naccumulator = { width = 8, activation = \"relu\", storage = \"f32\" }\n"
      "layers = [ { width = 1, storage = \"f32\" } ]\n");
  EXPECT_GE(trainer.train_one(tabia::board_of(kStart), 0.5, 0.1), 0);
}

TEST(ApiTraining, WhatCanNotBeIsRefusedWithAMessageAndNothingIsLearnt) {
  EXPECT_THROW(tabia::Trainer("no-such-model"), std::runtime_error);
  EXPECT_THROW(tabia::Trainer("xor"), std::runtime_error);
  EXPECT_THROW(tabia::Trainer("width = 3"), std::runtime_error);
  tabia::Trainer trainer("mlp-769");
  tabia_board board = tabia::board_of(kStart);
  const double before = trainer.score(board);
  EXPECT_THROW(trainer.train_one(board, 1.5, 0.1), std::invalid_argument);
  EXPECT_THROW(trainer.train_one(board, 0.5, -1), std::invalid_argument);
  EXPECT_THROW(trainer.train_batch({}, {}, 0.1), std::invalid_argument);
  EXPECT_THROW(trainer.load("/nowhere/at.all"), std::runtime_error);
  EXPECT_THROW(trainer.save("/nowhere/at.all"), std::runtime_error);
  tabia_board broken = board;
  broken.pieces[5] = 0;
  EXPECT_THROW(trainer.train_batch({board, broken}, {0, 1}, 0.1), std::invalid_argument);
  EXPECT_EQ(trainer.score(board), before);
}

// --- jobs

std::string temporary_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "tabia_api.XXXXXX").string();
  return ::mkdtemp(name.data());
}

TEST(ApiJobs, RunByNameWithSettingsInJsonAndReport) {
  const std::string folder = temporary_folder();
  std::string remarks;
  std::uint64_t last = 0;
  tabia::JobWatch watch;
  watch.progress = [&](std::uint64_t done, std::uint64_t) { last = done; };
  watch.remark = [&](const std::string& text) { remarks += text; };
  const std::string report = tabia::run_job(
      "gen", "{\"out\":\"" + folder + "/games\",\"games\":3,\"synthetic\":true,\"workers\":1}", watch);
  EXPECT_NE(report.find("\"games\":3"), std::string::npos) << report;
  EXPECT_EQ(last, 3u);
  const std::string copied =
      tabia::run_job("convert", "{\"in\":[\"" + folder + "/games\"],\"out\":\"" + folder + "/all.tabia\"}");
  EXPECT_NE(copied.find("\"records\":3"), std::string::npos) << copied;
  EXPECT_TRUE(std::filesystem::exists(folder + "/all.tabia"));
  std::filesystem::remove_all(folder);
}

TEST(ApiJobs, ErrorsTellWhatKindTheyAre) {
  const auto outcome = [](const std::string& name, const std::string& settings) {
    try {
      tabia::run_job(name, settings);
    } catch (const tabia::JobError& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
      return error.outcome();
    }
    return TABIA_DONE;
  };
  EXPECT_EQ(outcome("nothing", "{}"), TABIA_WRONG_SETTINGS);
  EXPECT_EQ(outcome("gen", "{\"out\":\"x\",\"nodes\":0}"), TABIA_WRONG_SETTINGS);
  EXPECT_EQ(outcome("info", "{\"in\":[\"/nowhere.tabia\"]}"), TABIA_WRONG_INPUT);
}

TEST(ApiJobs, AreStoppedByTheirWatch) {
  const std::string folder = temporary_folder();
  tabia::JobWatch watch;
  watch.stopped = [] { return true; };
  try {
    tabia::run_job("gen", "{\"out\":\"" + folder + "/games\",\"games\":1000000,\"synthetic\":true}", watch);
    FAIL() << "it was not stopped";
  } catch (const tabia::JobError& error) {
    EXPECT_EQ(error.outcome(), TABIA_STOPPED);
  }
  std::filesystem::remove_all(folder);
}

TEST(ApiJobs, TheListAndNullArgumentsOfC) {
  EXPECT_NE(tabia::job_list().find("\"name\":\"shuffle\""), std::string::npos);
  EXPECT_EQ(tabia_job_run("nothing", "{}", nullptr, nullptr, nullptr, 0), TABIA_WRONG_SETTINGS);
  tabia_text_free(nullptr);
}

}  // namespace
