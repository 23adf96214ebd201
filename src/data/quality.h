// data/quality.h: can this data be trusted? A list of findings from the statistics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/info.h"
#include "data/statistics.h"

namespace tabia::data {

enum class Grade { Good, Doubtful, Bad };
[[nodiscard]] std::string_view name_of(Grade grade) noexcept;

struct Finding {
  std::string name;  // "sign of scores"
  Grade grade = Grade::Good;
  std::string text;  // what was found, and what it may mean
};

// What training and validation data have in common.
struct Overlap {
  std::uint64_t games = 0;          // of the validation data
  std::uint64_t games_in_both = 0;  // records with the same start and moves, of at least a few moves
  std::uint64_t positions = 0;      // of the validation data, after the opening
  std::uint64_t positions_in_both = 0;
};

struct Evidence {
  DataInfo info;
  Statistics statistics;
  std::uint64_t problems = 0;  // parts that could not be read
  std::optional<std::uint64_t> duplicates;
  std::optional<Overlap> overlap;
};

// All findings, including the good ones.
[[nodiscard]] std::vector<Finding> findings(const Evidence& evidence);
// The worst of them.
[[nodiscard]] Grade verdict(const std::vector<Finding>& findings);

}  // namespace tabia::data
