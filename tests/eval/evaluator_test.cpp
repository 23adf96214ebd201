#include "eval/evaluator.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/game.h"
#include "chess/notation.h"
#include "chess/test_support.h"
#include "eval/classical.h"
#include "eval/explain.h"
#include "eval/seed_network.h"
#include "nn/embedded.h"
#include "nn/ensemble.h"
#include "nn/load.h"
#include "nn/random_network.h"

namespace tabia::eval {
namespace {

using namespace tabia::chess;
using chess::test::position_of;
using chess::test::RandomPlay;

std::shared_ptr<const nn::Network> seed() { return seed_network().assemble().value(); }

TEST(Evaluator, WithoutANetworkItIsClassicalWhateverTheOptionsSay) {
  Evaluator evaluator(nullptr,
                      {.mode = EvaluationMode::Network, .network_weight = 75, .rules = HybridRules::none()});
  EXPECT_EQ(evaluator.mode(), EvaluationMode::Classical);
  const Position position =
      position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  evaluator.reset(position);
  EXPECT_EQ(evaluator.evaluate(position), classical_evaluation(position));
}

TEST(Evaluator, NetworkModeIsTheNetworkAndNothingElse) {
  const auto network = seed();
  Evaluator evaluator(network, {.mode = EvaluationMode::Network, .network_weight = 75, .rules = {}});
  const Position drawn = position_of("8/8/4k3/8/8/3NK3/8/8 w - - 0 1");
  evaluator.reset(drawn);
  EXPECT_EQ(evaluator.evaluate(drawn), network->fresh_output(drawn).score);
  EXPECT_GT(evaluator.evaluate(drawn), 100);
}

TEST(Evaluator, HybridModeMixesByTheWeightAndAppliesTheRules) {
  const auto network = seed();
  const Position position =
      position_of("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7");
  for (const int weight : {0, 30, 100}) {
    Evaluator evaluator(
        network, {.mode = EvaluationMode::Hybrid, .network_weight = weight, .rules = HybridRules::none()});
    evaluator.reset(position);
    const int expected =
        (network->fresh_output(position).score * weight + evaluator.classical(position) * (100 - weight)) /
        100;
    EXPECT_EQ(evaluator.evaluate(position), expected);
  }
  Evaluator ruled(network, {.mode = EvaluationMode::Hybrid, .network_weight = 50, .rules = {}});
  const Position drawn = position_of("8/8/4k3/8/8/3NK3/8/8 w - - 0 1");
  ruled.reset(drawn);
  EXPECT_EQ(ruled.evaluate(drawn), 0);
}

TEST(Evaluator, FollowingMovesGivesTheSameAsStartingAnew) {
  const auto network = nn::random_network(nn::parse_spec(R"(features = "king-buckets-4-mirrored"
accumulator = { width = 32, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { buckets = "pieces", heads = 8, eval_scale = 400 })")
                                              .value(),
                                          3);
  Evaluator following(network, {.mode = EvaluationMode::Hybrid, .network_weight = 60, .rules = {}});
  Evaluator anew(network, {.mode = EvaluationMode::Hybrid, .network_weight = 60, .rules = {}});
  RandomPlay play(8);
  Position position = play.position();
  following.reset(position);
  for (int ply = 0; ply < 80; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    const Move move = moves[static_cast<int>(play.random().below(static_cast<std::uint32_t>(moves.size())))];
    following.push(position, position.delta(move));
    position.make(move);
    anew.reset(position);
    ASSERT_EQ(following.evaluate(position), anew.evaluate(position)) << to_fen(position);
  }
}

TEST(Evaluator, ANetworkWithHistorySeesTheGameAndTheMovesOfTheSearch) {
  const auto network = nn::random_network(
      nn::parse_spec("name = \"h\"\ninput = { planes = \"pieces\", view = \"mover\", history = 4 }\n"
                     "body = [ { block = \"conv\", filters = 4 } ]\nvalue = { kind = \"centipawns\" }\n")
          .value(),
      3);
  Evaluator following(network);
  Game game;
  following.reset(game.positions());
  RandomPlay play(8);
  int different = 0;
  for (int ply = 0; ply < 12; ++ply) {
    const MoveList moves = legal_moves(game.position());
    const Move move = moves[static_cast<int>(play.random().below(static_cast<std::uint32_t>(moves.size())))];
    following.push(game.position(), game.position().delta(move));
    game.play(move);
    Evaluator fresh(network);
    fresh.reset(game.positions());
    ASSERT_EQ(following.evaluate(game.position()), fresh.evaluate(game.position()));
    fresh.reset(game.position());
    different += fresh.evaluate(game.position()) != following.evaluate(game.position()) ? 1 : 0;
  }
  EXPECT_GT(different, 6) << "the history makes a difference";
}

TEST(Evaluator, ScoresStayOutOfTheRangeOfMates) {
  const auto network = seed();
  base::Random random(4);
  for (int i = 0; i < 3000; ++i) {
    const Position position = chess::test::random_position(random);
    for (const auto mode : {EvaluationMode::Network, EvaluationMode::Classical, EvaluationMode::Hybrid}) {
      Evaluator evaluator(network, {.mode = mode, .network_weight = 50, .rules = {}});
      evaluator.reset(position);
      EXPECT_FALSE(base::is_decisive(evaluator.evaluate(position))) << to_fen(position);
    }
  }
}

TEST(Evaluator, ModesHaveNamesThatReadBack) {
  for (const auto mode : {EvaluationMode::Network, EvaluationMode::Classical, EvaluationMode::Hybrid}) {
    EXPECT_EQ(parse_evaluation_mode(name_of(mode)), mode);
  }
  EXPECT_FALSE(parse_evaluation_mode("other"));
}

TEST(WinModel, PlusOneIsAnEvenChanceToWin) {
  const Position position;
  const WinModel model(nn::WdlModel{.a = {0, 0, 0, 300}, .b = {0, 0, 0, 70}});
  EXPECT_EQ(model.centipawns(300, position), 100);
  EXPECT_EQ(model.wdl(300, position).win, 500);
  EXPECT_EQ(model.wdl(0, position).win, model.wdl(0, position).loss);
  EXPECT_EQ(model.wdl(base::kMate - 5, position), (Wdl{1000, 0, 0}));
  EXPECT_EQ(model.wdl(-base::kMate + 5, position), (Wdl{0, 0, 1000}));
}

TEST(WinModel, ChancesAlwaysAddUpAndGrowWithTheScore) {
  const Position position;
  const WinModel model;
  int last_win = 0;
  for (int score = -3000; score <= 3000; score += 7) {
    const Wdl wdl = model.wdl(score, position);
    EXPECT_EQ(wdl.win + wdl.draw + wdl.loss, 1000);
    EXPECT_GE(wdl.win, last_win);
    EXPECT_GE(wdl.draw, 0);
    last_win = wdl.win;
  }
}

TEST(Explain, EveryPieceButTheKingsHasAWorthAndAQueenIsWorthMoreThanAPawn) {
  Evaluator evaluator(seed());
  const Position position;
  const Explanation explanation = explain(position, evaluator);
  EXPECT_EQ(explanation.pieces.size(), 30u);
  int queen = 0;
  int pawn = 0;
  for (const PieceWorth& piece : explanation.pieces) {
    EXPECT_GT(piece.worth, 0) << to_string(piece.square);
    if (piece.square == Square::D1) queen = piece.worth_cp;
    if (piece.square == Square::D2) pawn = piece.worth_cp;
  }
  EXPECT_GT(queen, 5 * pawn);
  EXPECT_EQ(explanation.outputs.size(), 8u);
  EXPECT_EQ(explanation.bucket, 7);
}

TEST(Explain, TheWorthOfAPieceIsWhatItsOwnerLosesForBothColours) {
  Evaluator evaluator(seed());
  const Position position = position_of("4k3/8/8/3q4/8/8/8/R3K3 w Q - 0 1");
  for (const PieceWorth& piece : piece_worths(position, evaluator))
    EXPECT_GT(piece.worth_cp, 300) << to_string(piece.square);
}

TEST(Explain, APawnOfTheStartingPositionIsWorthOneOnAverageWhateverTheEvaluation) {
  for (const auto& network : {seed(), *nn::read_network(nn::embedded_network())}) {
    Evaluator evaluator(network);
    int sum = 0;
    for (const PieceWorth& piece : piece_worths(Position(), evaluator))
      if (type_of(piece.piece) == PieceType::Pawn) sum += piece.worth_cp;
    EXPECT_NEAR(sum, 1600, 16);
  }
}

// The network that ships must say where it comes from, and must know what a queen is worth.
TEST(EmbeddedNetwork, IsTrainedAndHasItsPassport) {
  const auto embedded = nn::read_network(nn::embedded_network());
  ASSERT_TRUE(embedded) << embedded.error().message;
  EXPECT_FALSE((*embedded)->lineage().data.empty());
  EXPECT_FALSE((*embedded)->lineage().recipe.empty());
  const auto score = [&](const char* fen) { return (*embedded)->fresh_output(position_of(fen)).score; };
  EXPECT_LT(std::abs(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")), 100);
  EXPECT_GT(score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 700);
  EXPECT_LT(score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), -700);
}

TEST(SeedNetwork, ItIsMaterialAndPieceSquares) {
  const auto network = seed();
  EXPECT_EQ(network->fresh_output(Position()).score, 0);
  EXPECT_GT(network->fresh_output(position_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")).score, 700);
  EXPECT_LT(network->fresh_output(position_of("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")).score, -700);
}

// --- networks that are computed from scratch

// With planes of earlier positions and of the clock.
std::shared_ptr<const nn::Network> with_history(std::uint64_t seed) {
  return nn::random_network(nn::parse_spec(R"(name = "history"
input = { planes = "pieces", view = "mover", history = 3, clock = true, castling = true }
body = [ { block = "conv", filters = 8 } ]
value = { kind = "centipawns", widths = [8], scale = 2000 })")
                                .value(),
                            seed);
}

// Counts how often it is called.
class CountingModel final : public nn::ForeignModel {
 public:
  [[nodiscard]] nn::Output output(std::span<const Position> game) const override {
    ++calls;
    nn::Output output;
    output.score = static_cast<base::Score>(game.back().key() % 1000);
    return output;
  }
  [[nodiscard]] const std::string& hash() const noexcept override { return hash_; }
  [[nodiscard]] std::string description() const override { return ""; }
  mutable int calls = 0;

 private:
  std::string hash_ = "0";
};

TEST(Evaluator, ASlowNetworkIsComputedOnceForEachPosition) {
  const auto model = std::make_shared<CountingModel>();
  Evaluator evaluator(nn::Network::of_foreign("counting", model, {}, {}));
  RandomPlay play(3);
  std::vector<Position> positions;
  for (int i = 0; i < 30; ++i) positions.push_back(play.position());
  std::vector<base::Score> first;
  for (const Position& position : positions) {
    evaluator.reset(position);
    first.push_back(evaluator.evaluate(position));
  }
  const int calls = model->calls;
  EXPECT_LE(calls, 30);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    evaluator.reset(positions[i]);
    EXPECT_EQ(evaluator.evaluate(positions[i]), first[i]);
  }
  EXPECT_EQ(model->calls, calls) << "the second round is answered by the cache";
}

// The cache must distinguish what the planes distinguish: the same board with another clock or other moves
// before it. Knights go back and forth, so boards come again.
void expect_follows_the_game(const std::shared_ptr<const nn::Network>& network) {
  Game game;
  Evaluator evaluator(network);
  evaluator.reset(game.position());
  std::set<base::Score> values;
  for (int round = 0; round < 3; ++round) {
    for (const char* text : {"g1f3", "g8f6", "b1c3", "f6g8", "f3g1", "b8c6", "c3b1", "c6b8"}) {
      const Position before = game.position();
      const Move move = parse_uci_move(before, text).value();
      evaluator.push(before, before.delta(move));
      game.play(move);
      ASSERT_EQ(evaluator.evaluate(game.position()), network->fresh_output(game.positions()).score);
      if (text == std::string("c6b8")) values.insert(evaluator.evaluate(game.position()));
    }
  }
  EXPECT_GT(values.size(), 1u) << "the start again, with another clock";
}

TEST(Evaluator, TheCacheTellsApartWhatANetworkWithHistoryTellsApart) {
  expect_follows_the_game(with_history(5));
}

TEST(Evaluator, MembersOfAnEnsembleSeeTheGameToo) {
  const auto plain = nn::random_network(nn::parse_spec(R"(features = "768"
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ])")
                                            .value(),
                                        3);
  auto ensemble =
      nn::Ensemble::make(nn::Ensemble::Kind::Specialist, {{plain, 1, 2, 32}, {with_history(5), 1, 3, 32}});
  ASSERT_TRUE(ensemble);
  const auto network = nn::Network::combined("both", std::move(*ensemble));
  EXPECT_TRUE(network->sees_history());
  expect_follows_the_game(network);
  auto blind = nn::Ensemble::make(nn::Ensemble::Kind::Mean, {{plain, 1, 2, 32}});
  EXPECT_FALSE(nn::Network::combined("", std::move(*blind))->sees_history());
}

}  // namespace
}  // namespace tabia::eval
