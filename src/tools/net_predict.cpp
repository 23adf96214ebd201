#include <cstdio>

#include "base/text.h"
#include "cli/console_watch.h"
#include "cli/settings.h"
#include "tools/net.h"
#include "train/move_match.h"

namespace tabia::tools {
namespace {

using base::Result;
using train::MoveMatch;

void print_row(const std::string& name, const MoveMatch& match) {
  std::printf("%-12s %12s %9.1f%% %15.3f\n", name.c_str(), base::with_thousands(match.positions).c_str(),
              100 * match.share(), match.mean_cross_entropy());
}

void print(const train::MoveMatches& found, bool json) {
  if (json) {
    std::puts(report_json(found).c_str());
    return;
  }
  std::printf("%-12s %12s %10s %15s\n", "rating", "positions", "matched", "cross entropy");
  const bool rated = found.by_rating.size() > 1 || found.by_rating.front().band > 0;
  for (const MoveMatch& match : found.by_rating)
    if (rated) print_row(match.band > 0 ? base::concat(match.band, "-", match.band + 199) : "unknown", match);
  print_row("all", found.all);
}

Result<int> predict(const Arguments& arguments) {
  train::MoveMatchJob job{.network = arguments.positionals()[0], .games = arguments.positionals()[1]};
  TABIA_TRY_VOID(read_settings(train::move_match_fields(), arguments, job));
  ConsoleWatch<> watch("predicting", "bytes");
  TABIA_TRY(const train::MoveMatches found, train::run(job, watch));
  print(found, arguments.has("--json"));
  return kExitDone;
}

}  // namespace

Command net_predict_command() {
  return {
      .name = "net predict",
      .summary = "how often a network predicts the move that was played",
      .description =
          "Shows a network with a policy (Maia, human-like networks) the positions of games, and counts how "
          "often its likeliest move is the one that was played, by the rating of the player. The cross "
          "entropy is the mean of -ln(probability of the move played): lower is better.",
      .positionals = {{"NET", "the network or checkpoint", true},
                      {"GAMES", "whole games: PGN, .tabia or another format (tabia data formats)", true}},
      .options = options_with(train::move_match_fields(), {{"--json", "", "one JSON object"}}),
      .examples = {"net predict maia-1500.pb.gz games.pgn",
                   "net predict nets/human.net games.pgn --rating 1900"},
      .run = [](const Arguments& arguments) { return exit_code_of("net predict", predict(arguments)); }};
}

}  // namespace tabia::tools
