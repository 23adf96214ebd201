#include "learn/gate.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>

#include "base/hash.h"
#include "base/json.h"
#include "nn/load.h"
#include "play/match_record.h"
#include "play/openings.h"
#include "play/search_player.h"
#include "play/self_play.h"

namespace tabia::learn {
namespace {

using base::Result;

constexpr std::uint64_t kGateBlock = 32;  // games between two evaluations of the test

std::uint64_t even(std::uint64_t number) { return number + number % 2; }

class GateWatch final : public play::MatchWatch {
 public:
  GateWatch(LearnWatch& watch, std::uint64_t most_games, std::chrono::milliseconds pause,
            const std::stop_token& stop)
      : watch_(watch), most_games_(most_games), pause_(pause), stop_(stop) {}
  void on_game(const play::RecordedGame&, const play::Standings& standings) override {
    watch_.matching(standings, most_games_);
    rest(pause_, stop_);
  }
  void on_remark(int, const std::string& text) override { watch_.remark(text); }

 private:
  LearnWatch& watch_;
  const std::uint64_t most_games_;
  const std::chrono::milliseconds pause_;
  const std::stop_token stop_;
};

Result<play::MatchSettings> match_settings(const GateMatch& match, const StepContext& context) {
  const GateSettings& gate = match.settings;
  play::MatchSettings settings;
  base::JsonWriter json;
  json.begin_object().key("engines").begin_array();
  for (const GatePlayer& player : match.players) {
    json.begin_object().field("name", std::string_view(player.name));
    json.field("network", std::string_view(nn::network_hash(*player.network))).end_object();
    play::Contestant contestant;
    contestant.name = player.name;
    contestant.allowance.nodes = gate.nodes;
    contestant.make = [network = player.network, hash = static_cast<std::size_t>(gate.hash_mib)] {
      return play::make_search_player(network, hash);
    };
    settings.contestants.push_back(std::move(contestant));
  }
  if (gate.book.empty()) {
    settings.openings = play::Openings::random_moves(match.seed, false);
  } else {
    auto openings = play::Openings::read(gate.book, play::OpeningOrder::Random, match.seed);
    if (!openings) return openings.error();
    settings.openings = std::move(*openings);
  }
  json.end_array().field("openings", std::string_view(base::hex64(settings.openings.fingerprint())));
  json.field("seed", match.seed).field("nodes", gate.nodes).field("hash", gate.hash_mib);
  json.field("maxmoves", gate.max_moves).field("adjudicated", gate.adjudicate).end_object();
  settings.identity = json.text();
  settings.game.max_moves = gate.max_moves;
  if (gate.adjudicate) {
    settings.game.draw = play::kSelfPlayDraw;
    settings.game.resign = play::kSelfPlayResign;
  }
  settings.concurrency = context.threads;
  settings.team = context.team;
  settings.pin = false;  // other programs may be using this machine
  settings.record_path = match.record;
  settings.pgn_path = match.pgn;
  settings.event = match.event;
  return settings;
}

// Leaves a missing record to the match: its header notes what the PGN file contained before.
Result<std::uint64_t> games_on_record(const play::MatchSettings& settings) {
  if (!std::filesystem::exists(settings.record_path)) return std::uint64_t{0};
  TABIA_TRY(const play::MatchRecord record, play::MatchRecord::open(settings.record_path, settings.identity));
  return static_cast<std::uint64_t>(record.games().size());
}

// The leader's value.
template <class Value>
Result<Value> leaders(team::Team& team, Value value) {
  TABIA_TRY_VOID(team.share(std::as_writable_bytes(std::span(&value, 1))));
  return value;
}

}  // namespace

play::Estimate bounded_elo(const play::PairingResult& result) {
  play::GameCounts games = result.games;
  play::ScoreMoments moments = result.moments();
  if (games.wins == games.games() || games.losses == games.games()) {
    ++games.draws;
    moments = play::moments_of(games);
  } else if (moments.variance == 0) {
    // All pairs had the same score: the single games still differ, unless all were drawn.
    if (games.draws == games.games()) {
      ++games.wins;
      ++games.losses;
    }
    moments = play::moments_of(games);
  }
  play::Estimate estimate = play::elo(moments);
  if (!std::isfinite(estimate.error)) {
    // The interval of the score reaches 0 or 1: use its width times the slope of Elo at the mean, which is
    // finite.
    constexpr double kNormal95 = 1.959964;
    const double slope = 400 / std::log(10.0) / (moments.mean * (1 - moments.mean));
    estimate.error = kNormal95 * std::sqrt(moments.variance / moments.observations) * slope;
  }
  return estimate;
}

std::uint64_t next_look(const GateSettings& gate, std::uint64_t played) {
  const std::uint64_t most = even(gate.most_games);
  std::uint64_t look = std::min(even(gate.least_games), most);
  while (look < played && look < most) look = std::min(look + kGateBlock, most);
  return look;
}

Result<std::optional<GateResult>> play_gate(const GateMatch& match, const StepContext& context,
                                            LearnWatch& watch, const std::stop_token& stop) {
  auto settings = match_settings(match, context);
  if (!settings) return settings.error();
  const GateSettings& gate = match.settings;
  team::Alone alone;
  team::Team& team = context.team ? *context.team : alone;
  const auto found = team.leads() ? games_on_record(*settings) : Result<std::uint64_t>(std::uint64_t{0});
  TABIA_TRY_VOID(team::agree(team, found ? Result<void>() : found.error()));
  TABIA_TRY(const std::uint64_t played, leaders(team, *found));
  GateWatch gate_watch(watch, gate.most_games, context.pause, stop);
  for (settings->games = next_look(gate, played);; settings->games = next_look(gate, settings->games + 1)) {
    const auto outcome = play::run_match(*settings, gate_watch, stop);
    if (!outcome) return outcome.error();
    // In a team, only the leader has the games.
    TABIA_TRY(const bool complete, leaders(team, outcome->complete));
    if (!complete) return std::optional<GateResult>();
    const play::PairingResult& result = outcome->standings.pairings().front();
    const double llr = result.log_likelihood_ratio(gate.sprt);
    const play::SprtVerdict verdict = verdict_of(llr, gate.sprt);
    TABIA_TRY(const bool over,
              leaders(team, verdict != play::SprtVerdict::Open || settings->games >= gate.most_games));
    if (over) return std::optional(GateResult{result, llr, verdict});
  }
}

}  // namespace tabia::learn
