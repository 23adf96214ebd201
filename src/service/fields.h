// service/fields.h: the members of a JSON body (base/json_fields.h), with errors as HTTP problems.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "chess/game.h"
#include "service/problem.h"

namespace tabia::service {

// Reads the body of a request. A missing or null member gives nothing. A member of the wrong type is problem
// 400, one that is out of range 422. An unknown member is problem 400, because it is mistyped or meant for
// another path.
class Fields {
 public:
  // Requires an object.
  explicit Fields(const base::JsonValue& object) : fields_(object) {}

  [[nodiscard]] const base::JsonValue* find(std::string_view name) { return fields_.find(name); }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) { return fields_.optional_text(name); }
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view name, std::int64_t low,
                                                   std::int64_t high) {
    return fields_.optional_integer(name, low, high);
  }
  // A list of strings; empty if it is missing.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) { return fields_.optional_texts(name); }
  // An object; null if it is missing.
  [[nodiscard]] const base::JsonValue* object(std::string_view name) {
    return fields_.has(name) ? &fields_.object(name) : nullptr;
  }

  // Call it after all members have been read.
  void refuse_others() { fields_.refuse_others(); }

  void note(int status, std::string_view name, std::string detail);
  [[nodiscard]] std::optional<Problem> problem() const;

 private:
  base::JsonFields fields_;
  std::optional<Problem> noted_;
};

// Reads the body as a JSON object with at most this many values.
[[nodiscard]] Checked<base::JsonValue> read_object(std::string_view body, std::size_t most_values = 10'000);

// A position, and what was repaired in it (empty: nothing).
struct ReadPosition {
  chess::Position position;
  std::string repaired;
};
// Problem 422 names the field of the FEN.
[[nodiscard]] Checked<ReadPosition> read_position(std::string_view fen);

// A move in UCI or SAN notation. Problem 422 has the name of the field.
[[nodiscard]] Checked<chess::Move> read_move(const chess::Position& position, std::string_view text,
                                             std::string field);

// A game from the members "fen" (the starting position if missing) and "moves" (UCI or SAN).
struct ReadGame {
  chess::Game game;
  std::string repaired;
};
[[nodiscard]] Checked<ReadGame> read_game(Fields& fields);

}  // namespace tabia::service
