// Quiet positions: nothing to be won by captures.
#include "play/quiet.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "eval/seed_network.h"
#include "play/self_play.h"

namespace tabia::play {
namespace {

struct Case {
  const char* fen;
  bool quiet;
  const char* why;
};

constexpr Case kCases[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true, "the start"},
    {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", true, "an exchange that wins nothing"},
    {"rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3", false, "the queen hangs"},
    {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false, "in check"},
    {"4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", true, "the pawn is defended"},
    {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", false, "the pawn is not"},
    {"8/P3k3/8/8/8/8/4K3/8 w - - 0 1", false, "a pawn promotes"},
    {"4k3/8/8/3r4/8/8/8/3RK3 b - - 0 1", true, "rooks can be traded"},
    {"4k3/8/8/3r4/8/8/8/3R3K b - - 0 1", false, "whoever moves takes the rook"},
};

TEST(Quiet, CapturesThatGainMakeAPositionNoisyWhateverTheEvaluation) {
  // A network that counts material: what a trained network thinks of a won ending doesn't matter here.
  const auto network = eval::seed_network().assemble().value();
  for (const eval::EvaluationMode mode : {eval::EvaluationMode::Network, eval::EvaluationMode::Classical}) {
    eval::EvaluatorOptions options;
    options.mode = mode;
    QuietJudge judge(network, options, 50);
    for (const Case& test : kCases)
      EXPECT_EQ(judge.is_quiet(chess::parse_fen(test.fen).value()), test.quiet) << test.why;
  }
}

TEST(Quiet, ALargeMarginLeavesOnlyChecksOut) {
  QuietJudge judge(nullptr, {}, 10'000);
  for (const Case& test : kCases) {
    const chess::Position position = chess::parse_fen(test.fen).value();
    EXPECT_EQ(judge.is_quiet(position), !position.in_check()) << test.why;
  }
}

TEST(Quiet, TheAnswerDoesNotDependOnWhatWasAskedBefore) {
  SelfPlayOptions options;
  options.synthetic = true;
  options.game.max_moves = 60;
  SelfPlayer player(nullptr, {}, options);
  QuietJudge used(nullptr, {}, 50);
  int quiet = 0;
  int all = 0;
  data::for_each_sample(*player.play_numbered_game(1, {}).value(), [&](const data::Sample& sample) {
    QuietJudge fresh(nullptr, {}, 50);
    const bool answer = used.is_quiet(sample.position);
    EXPECT_EQ(answer, fresh.is_quiet(sample.position));
    quiet += answer;
    ++all;
  });
  EXPECT_GT(quiet, 0);
  EXPECT_LT(quiet, all);
}

}  // namespace
}  // namespace tabia::play
