#include "tools/net_fit_wdl.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "base/threads.h"
#include "eval/wdl_fit.h"
#include "eval/win_model.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "tools/wdl_games.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::InterruptGuard;

// The fitted model and the data behind it.
struct Fit {
  nn::WdlModel before;
  nn::WdlModel after;
  double loss_before = 0;
  double loss_after = 0;
  std::vector<eval::WdlRow> rows;
};

// --- the request

struct Request {
  std::string network;
  SelfPlaySetup play;
  std::string openings;
  std::string pgn;
  std::string player;
  std::string output;
  bool json = false;
  bool moves_margins = false;
};

base::Result<Request> read_request(const Arguments& arguments) {
  if (arguments.positionals().size() != 2) return base::Error{"fit-wdl takes one file"};
  Request request;
  request.network = arguments.positionals()[1];
  for (const std::string_view option : {"--pgn", "--player", "--openings", "--output"}) {
    if (arguments.has(option) && arguments.text(option, "").empty())
      return base::Error{concat(option, ": give a name")};
  }
  if (arguments.has("--pgn")) {
    for (const std::string_view option : {"--games", "--nodes", "--openings", "--seed", "--threads"}) {
      if (arguments.has(option))
        return base::Error{concat("option ", option,
                                  " can't be combined with --pgn, because no games "
                                  "are played")};
    }
  } else if (arguments.has("--player")) {
    return base::Error{"--player needs --pgn FILE"};
  }
  const auto games = arguments.number("--games", static_cast<long long>(request.play.games), 1, 10'000'000);
  if (!games) return games.error();
  const auto nodes =
      arguments.number("--nodes", static_cast<long long>(request.play.nodes), 1, 1'000'000'000);
  if (!nodes) return nodes.error();
  const auto seed = arguments.number("--seed", 1, 0, std::numeric_limits<long long>::max());
  if (!seed) return seed.error();
  const auto threads = arguments.number("--threads", base::usable_cores(), 1, 1024);
  if (!threads) return threads.error();
  request.play.games = static_cast<std::size_t>(*games);
  request.play.nodes = static_cast<std::uint64_t>(*nodes);
  request.play.seed = static_cast<std::uint64_t>(*seed);
  request.play.threads = static_cast<int>(*threads);
  request.openings = arguments.text("--openings", "");
  request.pgn = arguments.text("--pgn", "");
  request.player = arguments.text("--player", "");
  request.output = arguments.text("--output", "");
  request.json = arguments.has("--json");
  request.moves_margins = arguments.has("--margins");
  return request;
}

base::Result<WdlGames> games_for(Request& request, const nn::Network& network) {
  if (!request.pgn.empty()) return read_wdl_games(request.pgn, request.player, network);
  if (!request.openings.empty()) {
    auto openings = read_wdl_openings(request.openings);
    if (!openings) return openings.error();
    request.play.openings = std::move(*openings);
  }
  return play_wdl_games(request.play);
}

base::Result<Fit> fit(const WdlGames& games, const nn::WdlModel& before) {
  const double per_game = static_cast<double>(games.samples.size()) /
                          static_cast<double>(std::max<std::uint64_t>(1, games.games));
  const auto model = eval::fit_wdl(games.samples, {.samples_per_game = per_game});
  if (!model) return model.error().inside("the model can't be fitted");
  return Fit{.before = before,
             .after = *model,
             .loss_before = eval::wdl_log_loss(games.samples, before),
             .loss_after = eval::wdl_log_loss(games.samples, *model),
             .rows = eval::wdl_table(games.samples, *model)};
}

// The same network with a new model; it keeps the old margins unless they are to follow the model. Goes
// through the file format, because tensors are expensive to copy.
base::Result<std::shared_ptr<const nn::Network>> with_model(const nn::Network& network, nn::WdlModel model,
                                                            bool moves_margins) {
  if (!moves_margins) model.margin_pawn = eval::WinModel(network.wdl()).margin_pawn();
  const auto bytes = nn::write_net(network, {});
  if (!bytes) return bytes.error();
  auto parts = nn::read_net(*bytes);
  if (!parts) return parts.error();
  parts->wdl = model;
  return std::move(*parts).assemble();
}

// --- what is printed

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

void print_text(const WdlGames& games, const Fit& fit) {
  std::printf("games:      %" PRIu64 ": White won %" PRIu64 ", Black %" PRIu64 ", %" PRIu64
              " draws; skipped %" PRIu64 "\n",
              games.games, games.white_wins, games.black_wins, games.draws, games.passed_over);
  std::printf("positions:  %s\n", base::with_thousands(games.samples.size()).c_str());
  std::printf("a:          %s\n", polynomial_text(fit.after.a).c_str());
  std::printf("b:          %s\n", polynomial_text(fit.after.b).c_str());
  std::printf("log-loss:   %.5f before, %.5f after (nats per position)\n\n", fit.loss_before, fit.loss_after);
  std::printf("%-9s %9s %9s %9s   %-13s   %-13s   %-13s\n", "", "", "", "", "won near 0", "near a/2",
              "near a");
  std::printf("%-9s %9s %9s %9s   %6s %6s   %6s %6s   %6s %6s\n", "material", "a", "b", "positions", "model",
              "real", "model", "real", "model", "real");
  for (const eval::WdlRow& row : fit.rows) {
    std::printf("%-9s %9.1f %9.1f %9s  ", concat(row.from_material, "-", row.to_material).c_str(),
                row.curve.a, row.curve.b, base::with_thousands(row.samples).c_str());
    for (const eval::WdlRate& rate : row.rates) std::printf(" %s  ", rate_text(rate).c_str());
    std::printf("\n");
  }
}

void write_model(base::JsonWriter& json, std::string_view name, const nn::WdlModel& model) {
  json.key(name).begin_object().key("a").begin_array();
  for (const double coefficient : model.a) json.value(coefficient);
  json.end_array().key("b").begin_array();
  for (const double coefficient : model.b) json.value(coefficient);
  json.end_array().end_object();
}

void print_json(const std::string& hash, const WdlGames& games, const Fit& fit) {
  base::JsonWriter json;
  json.begin_object().field("network", hash).field("games", games.games);
  json.field("white_wins", games.white_wins)
      .field("black_wins", games.black_wins)
      .field("draws", games.draws)
      .field("passed_over", games.passed_over)
      .field("positions", games.samples.size());
  write_model(json, "wdl_model", fit.after);
  write_model(json, "wdl_model_before", fit.before);
  json.field("log_loss_before", fit.loss_before).field("log_loss", fit.loss_after).key("table").begin_array();
  for (const eval::WdlRow& row : fit.rows) {
    json.begin_object().field("from_material", row.from_material).field("to_material", row.to_material);
    json.field("a", row.curve.a).field("b", row.curve.b).field("positions", row.samples);
    json.key("rates").begin_array();
    for (const eval::WdlRate& rate : row.rates) {
      json.begin_object().field("score", rate.score).field("samples", rate.samples);
      json.field("predicted", rate.predicted);
      if (rate.samples > 0) json.field("observed", rate.observed);
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
  std::printf("%s\n", json.text().c_str());
}

}  // namespace

int run_fit_wdl(const Arguments& arguments, const NetworkWriter& write) {
  auto request = read_request(arguments);
  if (!request) return usage_error("net", request.error());
  const auto network = nn::load_network(request->network);
  if (!network) return failure(network.error());
  request->play.network = *network;
  const InterruptGuard guard;
  const auto games = games_for(*request, **network);
  if (InterruptGuard::interrupted()) {
    std::fprintf(stderr, "interrupted: %" PRIu64 " games are finished; no model was fitted\n",
                 games ? games->games : 0);
    return base::kExitInterrupted;
  }
  if (!games) return failure(games.error());
  const auto fitted = fit(*games, (*network)->wdl());
  if (!fitted) return failure(fitted.error());
  if (request->json) {
    print_json(nn::network_hash(**network), *games, *fitted);
  } else {
    print_text(*games, *fitted);
  }
  if (request->output.empty()) return kExitDone;
  const auto changed = with_model(**network, fitted->after, request->moves_margins);
  if (!changed) return failure(changed.error());
  return write(**changed, request->output, request->json ? stderr : stdout);
}

}  // namespace tabia::tools
