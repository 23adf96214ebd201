// service/fields.h: the members of a JSON body, each with its type and range; remembers the first error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_value.h"
#include "chess/game.h"
#include "service/problem.h"

namespace tabia::service {

// Reads the body of a request. A missing or null member gives nothing; a member of the wrong type is problem
// 400, one out of range 422, an unknown one 400, because it is mistyped or meant for another path.
class Fields {
 public:
  // Requires an object.
  explicit Fields(const base::JsonValue& object) : object_(object) {}

  [[nodiscard]] const base::JsonValue* find(std::string_view name);
  [[nodiscard]] std::optional<std::string> text(std::string_view name);
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view name, std::int64_t low,
                                                   std::int64_t high);
  // A list of strings; empty if it is missing.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);

  // Call it after all members have been read.
  void refuse_others();

  void note(int status, std::string_view name, std::string detail);
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return problem_; }

 private:
  const base::JsonValue& object_;
  std::vector<std::string_view> asked_;  // literals
  std::optional<Problem> problem_;
};

// The body as a JSON object of at most this many values.
[[nodiscard]] Checked<base::JsonValue> read_object(std::string_view body, std::size_t most_values = 10'000);

// A position, and what was repaired in it (empty: nothing).
struct ReadPosition {
  chess::Position position;
  std::string repaired;
};
// Problem 422 names the field of the FEN.
[[nodiscard]] Checked<ReadPosition> read_position(std::string_view fen);

// A game from the members "fen" (the starting position if missing) and "moves" (UCI or SAN).
struct ReadGame {
  chess::Game game;
  std::string repaired;
};
[[nodiscard]] Checked<ReadGame> read_game(Fields& fields);

}  // namespace tabia::service
