// play/statistics.h: what the results of games say about strength: Elo, its error, and the sequential test.
//
// Pure functions of counts. Openings are played twice with colors reversed, and the unit of observation is
// then the pair (pentanomial), because the two games of an opening are not independent; unpaired games are
// counted one by one (trinomial). Results are those of the first player. docs/matches.md explains the
// numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tabia::play {

// Single games.
struct GameCounts {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;

  [[nodiscard]] std::int64_t games() const noexcept { return wins + draws + losses; }
  [[nodiscard]] double points() const noexcept {
    return static_cast<double>(wins) + static_cast<double>(draws) / 2;
  }
  [[nodiscard]] GameCounts reversed() const noexcept { return {losses, draws, wins}; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// Pairs of games by their points: 0, 1/2, 1, 3/2, 2. Usually written as Ptnml(0-2).
struct PairCounts {
  std::array<std::int64_t, 5> pairs{};

  [[nodiscard]] std::int64_t count() const noexcept;
  [[nodiscard]] PairCounts reversed() const noexcept;
  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// Mean and variance of the score (0 to 1) of one observation, a game or a pair.
struct ScoreMoments {
  double mean = 0.5;
  double variance = 0;
  double observations = 0;
  double games_per_observation = 1;
};
[[nodiscard]] ScoreMoments moments_of(const GameCounts& counts) noexcept;
[[nodiscard]] ScoreMoments moments_of(const PairCounts& counts) noexcept;

// The logistic scale: infinite for a score of 0 or 1.
[[nodiscard]] double elo_of_score(double score) noexcept;
[[nodiscard]] double score_of_elo(double elo) noexcept;

// A value and half the width of its 95% interval. NaN without observations; the error is infinite if all of
// them are the same, which says nothing about their spread.
struct Estimate {
  double value = 0;
  double error = 0;
};
[[nodiscard]] Estimate elo(const ScoreMoments& moments) noexcept;
// Normalized Elo: the distance of the mean from one half, measured by the spread of a game instead of by
// points. A test with bounds in it needs the same number of games whatever the openings and the time control
// are.
[[nodiscard]] Estimate normalised_elo(const ScoreMoments& moments) noexcept;
// The likelihood of superiority, 0 to 1: that the true score is above one half.
[[nodiscard]] double superiority(const ScoreMoments& moments) noexcept;
// Share of draws among all games, and of level pairs among all pairs, 0 to 1; 0 if there are none.
[[nodiscard]] double draw_ratio(const GameCounts& counts) noexcept;
[[nodiscard]] double level_ratio(const PairCounts& counts) noexcept;

// --- the sequential probability ratio test

enum class EloModel { Normalised, Logistic };
[[nodiscard]] std::string_view name_of(EloModel model) noexcept;
// `normalised` (or `normalized`) and `logistic`.
[[nodiscard]] std::optional<EloModel> parse_elo_model(std::string_view name) noexcept;

// Is the first player elo1 stronger (accepted), or only elo0 (rejected)?
struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // probability of accepting what is only elo0
  double beta = 0.05;   // probability of rejecting what is elo1
  EloModel model = EloModel::Normalised;

  [[nodiscard]] double lower_bound() const noexcept;
  [[nodiscard]] double upper_bound() const noexcept;
};

// The log of the generalized likelihood ratio: each hypothesis is represented by the best-fitting
// distribution of results that it allows. A kind of result that has not occurred counts as a thousandth of an
// observation. 0 without observations.
[[nodiscard]] double log_likelihood_ratio(const GameCounts& counts, const Sprt& sprt) noexcept;
[[nodiscard]] double log_likelihood_ratio(const PairCounts& counts, const Sprt& sprt) noexcept;

enum class SprtVerdict { Open, Accepted, Refused };
[[nodiscard]] SprtVerdict verdict_of(double log_likelihood_ratio, const Sprt& sprt) noexcept;

}  // namespace tabia::play
