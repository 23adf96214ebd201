#include <cinttypes>
#include <cstdio>

#include "base/text.h"
#include "cli/console_watch.h"
#include "cli/settings.h"
#include "nn/save.h"
#include "play/fit_wdl.h"
#include "tools/net.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::usage_fault;
using play::FitWdlJob;
using play::WdlReport;

std::string polynomial_text(const std::array<double, 4>& coefficients) {
  char text[128];
  std::snprintf(text, sizeof text, "%.4f m^3 %+.4f m^2 %+.4f m %+.4f", coefficients[0], coefficients[1],
                coefficients[2], coefficients[3]);
  return text;
}

std::string rate_text(const eval::WdlRate& rate) {
  char text[64];
  if (rate.samples == 0) {
    std::snprintf(text, sizeof text, "%5.1f%%      -", 100 * rate.predicted);
  } else {
    std::snprintf(text, sizeof text, "%5.1f%% %5.1f%%", 100 * rate.predicted, 100 * rate.observed);
  }
  return text;
}

void print_text(const WdlReport& report) {
  const play::WdlGames& games = report.games;
  std::printf("games:      %" PRIu64 ": White won %" PRIu64 ", Black %" PRIu64 ", %" PRIu64
              " draws; skipped %" PRIu64 "\n",
              games.games, games.white_wins, games.black_wins, games.draws, games.skipped);
  std::printf("positions:  %s\n", base::with_thousands(games.samples.size()).c_str());
  std::printf("a:          %s\n", polynomial_text(report.model.a).c_str());
  std::printf("b:          %s\n", polynomial_text(report.model.b).c_str());
  std::printf("log-loss:   %.5f before, %.5f after (nats per position)\n\n", report.loss_before,
              report.loss_after);
  std::printf("%-9s %9s %9s %9s   %-13s   %-13s   %-13s\n", "", "", "", "", "won near 0", "near a/2",
              "near a");
  std::printf("%-9s %9s %9s %9s   %6s %6s   %6s %6s   %6s %6s\n", "material", "a", "b", "positions", "model",
              "real", "model", "real", "model", "real");
  for (const eval::WdlRow& row : report.rows) {
    std::printf("%-9s %9.1f %9.1f %9s  ", concat(row.from_material, "-", row.to_material).c_str(),
                row.curve.a, row.curve.b, base::with_thousands(row.samples).c_str());
    for (const eval::WdlRate& rate : row.rates) std::printf(" %s  ", rate_text(rate).c_str());
    std::printf("\n");
  }
}

base::Result<FitWdlJob> read_fit_wdl_job(const Arguments& arguments) {
  FitWdlJob job;
  job.network = arguments.positionals()[0];
  for (const std::string_view option : {"--pgn", "--player", "--openings", "--output"}) {
    if (arguments.has(option) && arguments.text(option, "").empty())
      return usage_fault(concat(option, ": give a name"));
  }
  for (const auto& field : play::fit_wdl_play_fields()) {
    if (arguments.has("--pgn") && arguments.has(base::word_of(field.about)))
      return usage_fault(concat("option ", base::word_of(field.about),
                                " can't be combined with --pgn, because no games are played"));
  }
  if (arguments.has("--player") && !arguments.has("--pgn")) return usage_fault("--player needs --pgn FILE");
  if (arguments.has("--compress") && !arguments.has("--output"))
    return usage_fault("--compress: give --output FILE too; otherwise nothing is written");
  TABIA_TRY_VOID(read_settings(play::fit_wdl_fields(), arguments, job));
  return job;
}

base::Result<int> fit_wdl(const Arguments& arguments) {
  TABIA_TRY(const FitWdlJob job, read_fit_wdl_job(arguments));
  ConsoleWatch<> watch("self-play", "games");
  TABIA_TRY(const WdlReport report, play::run(job, watch));
  const bool json = arguments.has("--json");
  if (json) {
    std::printf("%s\n", report_json(report).c_str());
  } else {
    print_text(report);
  }
  if (!arguments.has("--output")) return kExitDone;
  TABIA_TRY(const auto changed, nn::with_win_model(*report.network, report.model));
  return write_network(*changed, arguments.text("--output", ""), {.compress = arguments.has("--compress")},
                       json ? stderr : stdout);
}

// The network file itself may be overwritten: by then it has been read completely, and only its model
// changes.
base::FileUse files_of_fit_wdl(const Arguments& arguments) {
  return {.read = {arguments.text("--pgn", ""), arguments.text("--openings", "")},
          .written = {arguments.text("--output", "")},
          .folders = {}};
}

}  // namespace

Command net_fit_wdl_command() {
  return {.name = "net fit-wdl",
          .summary = "fit a network's win probability model to games",
          .description =
              "Fits the model that turns the network's scores into centipawns and winning chances. It "
              "plays games of the network against itself with a node limit and fits the model to "
              "scores and results, or reads them from a PGN file with scores in the comments "
              "(+0.35/12 or [%eval 0.35]), which must come from this network with its current model. "
              "Prints the model, predicted and actual results by material, and the log-loss before "
              "and after; --output writes the network with the new model in Tabia's format and leaves "
              "everything else unchanged.",
          .positionals = {{"FILE", "the network", true}},
          .options =
              options_with(play::fit_wdl_fields(),
                           {{"--output", "FILE", "write the network with the new model; may be FILE itself"},
                            {"--compress", "", "compress the output with zstd"},
                            {"--json", "", "one JSON object"}}),
          .examples = {"net fit-wdl mine.net --games 2000 --output fitted.net",
                       "net fit-wdl mine.net --pgn match.pgn --player Tabia --output fitted.net"},
          .run = [](const Arguments& given) { return exit_code_of("net fit-wdl", fit_wdl(given)); },
          .files = files_of_fit_wdl};
}

}  // namespace tabia::tools
