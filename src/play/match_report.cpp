#include "play/match_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/json.h"
#include "base/text.h"

namespace tabia::play {
namespace {

using base::concat;

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(), pattern, values...);
  return buffer.data();
}

const std::string& name_of(const MatchSettings& settings, int contestant) {
  return settings.contestants[static_cast<std::size_t>(contestant)].name;
}

double score_of(const GameCounts& games) {
  return games.games() == 0 ? 0.5 : games.points() / static_cast<double>(games.games());
}

// Pairs won over pairs lost.
double pairs_ratio(const PairCounts& counts) {
  return static_cast<double>(counts.pairs[3] + counts.pairs[4]) /
         static_cast<double>(counts.pairs[0] + counts.pairs[1]);
}

// The number, or a dash if it doesn't exist: infinite, or 0/0.
std::string number_text(const char* pattern, double value) {
  return std::isfinite(value) ? format(pattern, value) : "-";
}

// Why there is no estimate of the difference, or of its error: all results are the same.
std::string_view why_none(const GameCounts& games) {
  if (games.games() == 0) return "no games";
  if (games.wins == games.games()) return "every game was won";
  if (games.losses == games.games()) return "every game was lost";
  if (games.draws == games.games()) return "every game was drawn";
  return "every pair had the same score";
}

// "12.34 +/- 5.60"; in words if there is no such number yet.
std::string estimate_text(const char* pattern, const Estimate& estimate, const GameCounts& games) {
  if (!std::isfinite(estimate.value)) return concat("none yet (", why_none(games), ')');
  if (!std::isfinite(estimate.error)) return format(pattern, estimate.value) + " +/- unknown (too few games)";
  return concat(format(pattern, estimate.value), " +/- ", format(pattern, estimate.error));
}

std::string ratio_text(const PairingResult& result, const Sprt& sprt) {
  return format("LLR: %.2f (%.2f, %.2f) [%.2f, %.2f]", result.log_likelihood_ratio(sprt), sprt.lower_bound(),
                sprt.upper_bound(), sprt.elo0, sprt.elo1);
}

std::string pairs_text(const PairCounts& counts) {
  std::string text = "[";
  for (const std::int64_t pairs : counts.pairs) text += concat(text.size() > 1 ? ", " : "", pairs);
  return text + "]";
}

std::string pairing_text(const MatchSettings& settings, const PairingResult& result) {
  const auto limit = [&](int contestant) {
    return to_string(settings.contestants[static_cast<std::size_t>(contestant)].allowance);
  };
  const std::string first = limit(result.first);
  const std::string second = limit(result.second);
  const ScoreMoments moments = result.moments();
  const bool paired = result.pairs.count() > 0;
  std::string text =
      concat("Results of ", name_of(settings, result.first), " vs ", name_of(settings, result.second), " (",
             first, first == second ? "" : concat(" - ", second), "):\n");
  text += concat("Elo: ", estimate_text("%.2f", elo(moments), result.games),
                 ", nElo: ", estimate_text("%.2f", normalised_elo(moments), result.games), "\n");
  text += format("LOS: %.2f %%, DrawRatio: %.2f %%", 100 * superiority(moments),
                 100 * (paired ? level_ratio(result.pairs) : draw_ratio(result.games)));
  if (paired) text += concat(", PairsRatio: ", number_text("%.2f", pairs_ratio(result.pairs)));
  text += format("\nGames: %lld, Wins: %lld, Losses: %lld, Draws: %lld, Points: %.1f (%.2f %%)\n",
                 static_cast<long long>(result.games.games()), static_cast<long long>(result.games.wins),
                 static_cast<long long>(result.games.losses), static_cast<long long>(result.games.draws),
                 result.games.points(), 100 * score_of(result.games));
  if (paired) text += concat("Ptnml(0-2): ", pairs_text(result.pairs), "\n");
  if (settings.sprt) text += concat(ratio_text(result, *settings.sprt), "\n");
  return text;
}

std::string table_text(const MatchSettings& settings, const Standings& standings) {
  std::vector<int> order(settings.contestants.size());
  std::iota(order.begin(), order.end(), 0);
  const auto score = [&](int contestant) { return score_of(standings.total_of(contestant).games); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score(a) > score(b); });
  std::size_t width = 4;
  for (const Contestant& contestant : settings.contestants) width = std::max(width, contestant.name.size());
  const auto padded = [&](const std::string& name) { return name + std::string(width - name.size(), ' '); };
  std::string text = concat("Rank ", padded("Name"), "      Elo     +/-  Games   Score    Draw\n");
  int rank = 0;
  for (const int contestant : order) {
    const PairingResult total = standings.total_of(contestant);
    const Estimate estimate = elo(total.moments());
    text += format("%4d ", ++rank);
    text += padded(name_of(settings, contestant));
    text += format(" %8s %7s %6lld %6.1f %% %5.1f %%\n", number_text("%.1f", estimate.value).c_str(),
                   number_text("%.1f", estimate.error).c_str(), static_cast<long long>(total.games.games()),
                   100 * score_of(total.games), 100 * draw_ratio(total.games));
  }
  return text;
}

// All kinds of faults of an engine, with counts.
std::string faults_text(const Standings& standings, int contestant) {
  std::string text;
  for (int i = 0; i < kEndReasonCount; ++i) {
    const auto reason = static_cast<EndReason>(i);
    if (!is_fault(reason) || standings.losses_by(contestant, reason) == 0) continue;
    text += concat(text.empty() ? "" : ", ", name_of(reason), ' ', standings.losses_by(contestant, reason));
  }
  return text.empty() ? "no faults" : text;
}

std::string effort_text(const MatchSettings& settings, const Standings& standings, int contestant) {
  const Effort& effort = standings.effort_of(contestant);
  const auto moves = static_cast<double>(std::max<std::int64_t>(1, effort.moves));
  const auto seconds = static_cast<double>(effort.wall_us) / 1e6;
  const double nps = seconds > 0 ? static_cast<double>(effort.nodes) / seconds : 0;
  return concat(name_of(settings, contestant), ": ",
                base::with_thousands(static_cast<std::uint64_t>(effort.moves)), " moves, ",
                format("depth %.1f, ", static_cast<double>(effort.depth) / moves),
                base::with_thousands(static_cast<std::uint64_t>(static_cast<double>(effort.nodes) / moves)),
                format(" nodes and %.1f ms (%.1f ms of processor) a move, ",
                       static_cast<double>(effort.wall_us) / moves / 1e3,
                       static_cast<double>(effort.cpu_us) / moves / 1e3),
                base::with_thousands(static_cast<std::uint64_t>(nps)), " nodes/s; ",
                faults_text(standings, contestant), "\n");
}

std::string ends_text(const Standings& standings) {
  std::vector<EndReason> order;
  for (int i = 0; i < kEndReasonCount; ++i) {
    if (standings.ends_by(static_cast<EndReason>(i)) > 0) order.push_back(static_cast<EndReason>(i));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](EndReason a, EndReason b) { return standings.ends_by(a) > standings.ends_by(b); });
  std::string text = "Ends:";
  for (const EndReason reason : order)
    text += concat(reason == order.front() ? " " : ", ", standings.ends_by(reason), ' ', name_of(reason));
  return text + "\n";
}

std::uint64_t all_faults(const Standings& standings) {
  std::uint64_t faults = 0;
  for (int i = 0; i < kEndReasonCount; ++i) {
    if (is_fault(static_cast<EndReason>(i))) faults += standings.ends_by(static_cast<EndReason>(i));
  }
  return faults;
}

void write_estimate(base::JsonWriter& json, std::string_view name, const Estimate& estimate) {
  json.field(name, estimate.value).field(concat(name, "_error"), estimate.error);
}

void write_result(base::JsonWriter& json, const MatchSettings& settings, const PairingResult& result) {
  const ScoreMoments moments = result.moments();
  json.field("wins", result.games.wins)
      .field("draws", result.games.draws)
      .field("losses", result.games.losses);
  json.field("games", result.games.games()).field("score", score_of(result.games));
  json.key("pentanomial").begin_array();
  for (const std::int64_t pairs : result.pairs.pairs) json.value(pairs);
  json.end_array();
  write_estimate(json, "elo", elo(moments));
  write_estimate(json, "nelo", normalised_elo(moments));
  json.field("los", superiority(moments));
  json.field("draw_ratio", draw_ratio(result.games)).field("level_pairs", level_ratio(result.pairs));
  if (settings.sprt) json.field("llr", result.log_likelihood_ratio(*settings.sprt));
}

}  // namespace

std::string_view name_of(SprtVerdict verdict) noexcept {
  switch (verdict) {
    case SprtVerdict::Accepted:
      return "accepted";
    case SprtVerdict::Refused:
      return "refused";
    case SprtVerdict::Open:
      break;
  }
  return "open";
}

std::string live_line(const MatchSettings& settings, const Standings& standings) {
  std::string text = concat("games ", standings.games());
  const std::size_t pairings = standings.pairings().size();
  if (settings.games > 0)
    text += concat(
        '/',
        Schedule(static_cast<int>(settings.contestants.size()), settings.tournament, settings.games).size());
  if (pairings == 1) {
    const PairingResult& result = standings.pairings().front();
    const Estimate estimate = elo(result.moments());
    text += concat("  ", name_of(settings, 0), " - ", name_of(settings, 1), ": ", result.games.wins, '-',
                   result.games.draws, '-', result.games.losses);
    text += concat(format("  %.1f %%  Elo ", 100 * score_of(result.games)),
                   estimate_text("%.1f", estimate, result.games));
    if (settings.sprt)
      text += format("  LLR %.2f (%.2f, %.2f)", result.log_likelihood_ratio(*settings.sprt),
                     settings.sprt->lower_bound(), settings.sprt->upper_bound());
  }
  return text + concat("  faults ", all_faults(standings));
}

std::string report_text(const MatchSettings& settings, const Standings& standings) {
  std::string text;
  for (const PairingResult& result : standings.pairings())
    text += concat(pairing_text(settings, result), "\n");
  if (settings.contestants.size() > 2) text += concat(table_text(settings, standings), "\n");
  for (std::size_t i = 0; i < settings.contestants.size(); ++i)
    text += effort_text(settings, standings, static_cast<int>(i));
  return text + ends_text(standings);
}

std::string report_json(const MatchSettings& settings, const MatchOutcome& outcome) {
  const Standings& standings = outcome.standings;
  base::JsonWriter json;
  json.begin_object().field("type", "match_report").field("games", standings.games());
  json.field("complete", outcome.complete);
  if (settings.sprt) {
    json.key("sprt")
        .begin_object()
        .field("elo0", settings.sprt->elo0)
        .field("elo1", settings.sprt->elo1)
        .field("alpha", settings.sprt->alpha)
        .field("beta", settings.sprt->beta)
        .field("model", name_of(settings.sprt->model))
        .field("lower", settings.sprt->lower_bound())
        .field("upper", settings.sprt->upper_bound())
        .field("verdict", name_of(outcome.verdict))
        .end_object();
  }
  json.key("pairings").begin_array();
  for (const PairingResult& result : standings.pairings()) {
    json.begin_object();
    json.field("first", std::string_view(name_of(settings, result.first)));
    json.field("second", std::string_view(name_of(settings, result.second)));
    write_result(json, settings, result);
    json.end_object();
  }
  json.end_array().key("contestants").begin_array();
  for (std::size_t i = 0; i < settings.contestants.size(); ++i) {
    const Effort& effort = standings.effort_of(static_cast<int>(i));
    json.begin_object().field("name", std::string_view(settings.contestants[i].name));
    json.field("limit", std::string_view(to_string(settings.contestants[i].allowance)));
    json.field("moves", effort.moves).field("nodes", effort.nodes).field("depth_sum", effort.depth);
    json.field("wall_us", effort.wall_us).field("cpu_us", effort.cpu_us);
    json.key("faults").begin_object();
    for (int reason = 0; reason < kEndReasonCount; ++reason) {
      if (is_fault(static_cast<EndReason>(reason)))
        json.field(name_of(static_cast<EndReason>(reason)),
                   standings.losses_by(static_cast<int>(i), static_cast<EndReason>(reason)));
    }
    json.end_object().end_object();
  }
  json.end_array().key("ends").begin_object();
  for (int reason = 0; reason < kEndReasonCount; ++reason) {
    const std::uint64_t ends = standings.ends_by(static_cast<EndReason>(reason));
    if (ends > 0) json.field(name_of(static_cast<EndReason>(reason)), ends);
  }
  json.end_object().key("identity").json(settings.identity);
  return json.end_object().text();
}

}  // namespace tabia::play
