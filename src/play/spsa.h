// play/spsa.h: SPSA, a method that tunes many numbers at the same time by the results of games.
//
// Simultaneous perturbation stochastic approximation: in every iteration each number is moved a little up or
// down at random, the engine with these numbers ("plus") plays some games against the one with the opposite
// moves ("minus"), and all numbers take a small step toward the winner. Conventions, names and formulas are
// those of OpenBench (and of fishtest before it), so that its parameter lines can be used here and ours
// there:
//
//   A     = a_ratio x iterations
//   c_k   = c_end x (iterations / k)^gamma, at least 0.5          perturbation in iteration k = 1, 2, ...
//   a_k   = r_end x c_end^2 x ((A + iterations) / (A + k))^alpha
//   r_k   = a_k / c_k^2                                           so that c and r end at c_end and r_end
//   value = value + r_k x c_k x sign x (wins - losses of plus), kept between min and max
//
// Pure values: no games, no files, no threads (play/tune.h has them). A trial depends on nothing but the
// seed, the number of the iteration and the current values, so that a tune can be stopped and resumed
// anywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabia::play {

// A tuned number: a line "name, int, value, min, max, c_end, r_end" of OpenBench.
struct SpsaParameter {
  std::string name;
  double value = 0;  // initial value
  double min = 0;
  double max = 0;
  double c_end = 1;      // perturbation at the end of the tune
  double r_end = 0.002;  // how much of that a won game is worth at the end

  friend bool operator==(const SpsaParameter&, const SpsaParameter&) = default;
};

// The type must be int. The error names the wrong field, what was found and what is expected.
[[nodiscard]] base::Result<SpsaParameter> parse_openbench_line(std::string_view line);
// The same line; parsing it gives an equal parameter.
[[nodiscard]] std::string to_openbench_line(const SpsaParameter& parameter);

struct SpsaSchedule {
  std::uint64_t iterations = 1;
  double a_ratio = 0.1;
  double alpha = 0.602;
  double gamma = 0.101;

  friend bool operator==(const SpsaSchedule&, const SpsaSchedule&) = default;
};

// The step sizes of one iteration.
struct SpsaGains {
  double c = 0;
  double r = 0;
};

// For the iteration of that number, from 1.
[[nodiscard]] SpsaGains gains_at(const SpsaParameter& parameter, const SpsaSchedule& schedule,
                                 std::uint64_t iteration) noexcept;

// What is played in one iteration, in the order of the parameters.
struct SpsaTrial {
  std::uint64_t iteration = 1;  // from 1
  std::vector<int> signs;       // of plus: 1 or -1
  std::vector<int> plus;        // whole numbers within min and max
  std::vector<int> minus;

  friend bool operator==(const SpsaTrial&, const SpsaTrial&) = default;
};

// What is tuned and how.
struct Spsa {
  std::vector<SpsaParameter> parameters;
  SpsaSchedule schedule;
  std::uint64_t seed = 1;

  [[nodiscard]] std::vector<double> start_values() const;

  // The trial of that iteration, from 1, around these values. The search takes whole numbers only, so a value
  // in between is rounded at random, up with a probability equal to its fraction: floor(value + u), u from 0
  // to 1. As in OpenBench, plus and minus share u, which keeps the distance between them nearly constant.
  [[nodiscard]] SpsaTrial trial(std::uint64_t iteration, const std::vector<double>& values) const;

  // Moves the values by the result of the trial: games that plus won minus those it lost.
  void learn(const SpsaTrial& trial, std::int64_t wins_less_losses, std::vector<double>& values) const;
};

// A tuned value for the source: the nearest whole number, as OpenBench shows it.
[[nodiscard]] int final_value(double value) noexcept;

}  // namespace tabia::play
