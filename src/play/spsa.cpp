#include "play/spsa.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/random.h"
#include "base/text.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::quoted;

constexpr std::size_t kFields = 7;
constexpr double kLeastMove = 0.5;     // minimum for a whole number, so that plus and minus differ
constexpr double kLargestValue = 1e9;  // fits an int with room for a step

// A separate stream for every iteration: neighboring seeds must not give shifted copies of one stream.
base::Random iteration_random(std::uint64_t seed, std::uint64_t iteration) {
  return base::Random(base::Random(seed).next() ^ base::Random(~iteration).next());
}

base::Result<double> parse_field(std::string_view field, std::string_view text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return Error{concat(field, ": found ", quoted(text), ", expected a number")};
  if (std::abs(value) > kLargestValue)
    return Error{concat(field, ": found ", quoted(text), ", expected a number of at most nine digits")};
  return value;
}

// The shortest text that reads back as the same number.
std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

base::Result<void> check_numbers(const SpsaParameter& parameter) {
  if (!(parameter.min < parameter.max))
    return Error{concat("max: found ", number_text(parameter.max), ", expected more than min, which is ",
                        number_text(parameter.min))};
  for (const auto& [field, bound] : {std::pair{"min", parameter.min}, std::pair{"max", parameter.max}}) {
    if (bound != std::floor(bound))
      return Error{concat(field, ": found ", number_text(bound), ", expected a whole number")};
  }
  if (parameter.value < parameter.min || parameter.value > parameter.max)
    return Error{concat("value: found ", number_text(parameter.value), ", expected ",
                        number_text(parameter.min), " to ", number_text(parameter.max))};
  for (const auto& [field, gain] :
       {std::pair{"c_end", parameter.c_end}, std::pair{"r_end", parameter.r_end}}) {
    if (!(gain > 0)) return Error{concat(field, ": found ", number_text(gain), ", expected more than 0")};
  }
  return {};
}

}  // namespace

base::Result<SpsaParameter> parse_openbench_line(std::string_view line) {
  const auto fields = base::split(line, ',');
  if (fields.size() != kFields)
    return Error{concat("found ", fields.size(), fields.size() == 1 ? " field" : " fields",
                        ", expected name, int, value, min, max, c_end, r_end")};
  SpsaParameter parameter;
  parameter.name = base::trimmed(fields[0]);
  if (parameter.name.empty()) return Error{"the name of the parameter is missing"};
  if (const auto type = base::trimmed(fields[1]); type != "int")
    return Error{concat(parameter.name, ": type: found ", quoted(type), ", expected int")};
  const std::array<std::pair<std::string_view, double*>, 5> numbers = {{{"value", &parameter.value},
                                                                        {"min", &parameter.min},
                                                                        {"max", &parameter.max},
                                                                        {"c_end", &parameter.c_end},
                                                                        {"r_end", &parameter.r_end}}};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = parse_field(numbers[i].first, base::trimmed(fields[i + 2]));
    if (!number) return number.error().inside(parameter.name);
    *numbers[i].second = *number;
  }
  if (const auto checked = check_numbers(parameter); !checked) return checked.error().inside(parameter.name);
  return parameter;
}

std::string to_openbench_line(const SpsaParameter& parameter) {
  std::string line = concat(parameter.name, ", int");
  for (const double number :
       {parameter.value, parameter.min, parameter.max, parameter.c_end, parameter.r_end})
    line += concat(", ", number_text(number));
  return line;
}

SpsaGains gains_at(const SpsaParameter& parameter, const SpsaSchedule& schedule,
                   std::uint64_t iteration) noexcept {
  const auto all = static_cast<double>(schedule.iterations);
  const auto k = static_cast<double>(iteration);
  const double slack = schedule.a_ratio * all;  // A
  const double c = std::max(parameter.c_end * std::pow(all / k, schedule.gamma), kLeastMove);
  const double a_end = parameter.r_end * parameter.c_end * parameter.c_end;
  const double a = a_end * std::pow((slack + all) / (slack + k), schedule.alpha);
  return {.c = c, .r = a / (c * c)};
}

std::vector<double> Spsa::start_values() const {
  std::vector<double> values;
  for (const SpsaParameter& parameter : parameters) values.push_back(parameter.value);
  return values;
}

SpsaTrial Spsa::trial(std::uint64_t iteration, const std::vector<double>& values) const {
  TABIA_CHECK(values.size() == parameters.size(), "a value for each parameter");
  base::Random random = iteration_random(seed, iteration);
  SpsaTrial trial{.iteration = iteration, .signs = {}, .plus = {}, .minus = {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const SpsaParameter& parameter = parameters[i];
    const int sign = random.below(2) == 0 ? 1 : -1;
    const double move = sign * gains_at(parameter, schedule, iteration).c;
    const double u = random.uniform();
    const auto whole = [&](double value) {
      return static_cast<int>(std::clamp(std::floor(value + u), parameter.min, parameter.max));
    };
    trial.signs.push_back(sign);
    trial.plus.push_back(whole(values[i] + move));
    trial.minus.push_back(whole(values[i] - move));
  }
  return trial;
}

void Spsa::learn(const SpsaTrial& trial, std::int64_t wins_less_losses, std::vector<double>& values) const {
  TABIA_CHECK(values.size() == parameters.size() && trial.signs.size() == values.size(),
              "a value and a sign for each parameter");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const SpsaParameter& parameter = parameters[i];
    const SpsaGains gains = gains_at(parameter, schedule, trial.iteration);
    const double step = gains.r * gains.c * trial.signs[i] * static_cast<double>(wins_less_losses);
    values[i] = std::clamp(values[i] + step, parameter.min, parameter.max);
  }
}

int final_value(double value) noexcept { return static_cast<int>(std::lround(value)); }

}  // namespace tabia::play
