// service/fields.h: the members of a JSON body, each with its type and range; the first that is wrong is remembered.
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

// Reads the body of a request. A member that is missing or null is nothing; one of another type is problem 400, one out
// of range 422, one that nobody has asked for 400: it is mistyped, or meant for another path.
class Fields {
 public:
  // Requires an object.
  explicit Fields(const base::JsonValue& object) : object_(object) {}

  [[nodiscard]] const base::JsonValue* find(std::string_view name);
  [[nodiscard]] std::optional<std::string> text(std::string_view name);
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view name, std::int64_t low,
                                                   std::int64_t high);
  // A list of texts; empty if there is none.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);

  // To be called when everything was asked for.
  void refuse_others();

  void note(int status, std::string_view name, std::string detail);
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return problem_; }

 private:
  const base::JsonValue& object_;
  std::vector<std::string_view> asked_;  // literals
  std::optional<Problem> problem_;
};

// The body as a JSON object of at most so many values.
[[nodiscard]] Checked<base::JsonValue> read_object(std::string_view body, std::size_t most_values = 10'000);

// A position, with what was repaired to make sense of it (empty: nothing).
struct ReadPosition {
  chess::Position position;
  std::string repaired;
};
// Problem 422 names the field of the FEN.
[[nodiscard]] Checked<ReadPosition> read_position(std::string_view fen);

// A game from its members "fen" (the usual start if it is missing) and "moves" (UCI or SAN).
struct ReadGame {
  chess::Game game;
  std::string repaired;
};
[[nodiscard]] Checked<ReadGame> read_game(Fields& fields);

}  // namespace tabia::service
