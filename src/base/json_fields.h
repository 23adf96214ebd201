// base/json_fields.h: the members of a JSON object, each with its type and range; remembers the first error.
//
//   JsonFields fields(*object);
//   state.best = fields.count("best");
//   state.recipe = fields.text("recipe");
//   TABIA_TRY_VOID(fields.finish());
//
// Objects that people write are read by described settings instead (base/fields.h).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_value.h"
#include "base/result.h"

namespace tabia::base {

// The object must outlive the reader.
class JsonFields {
 public:
  enum class Fault {
    Missing,
    Kind,     // a string instead of a number, ...
    Range,    // a number that is too small or too large
    Unknown,  // a member that was never requested
  };
  struct Wrong {
    Fault fault = Fault::Missing;
    std::string name;
    std::string message;  // "NAME: found X, expected Y"
  };

  // Any value: a value that isn't an object lacks all members.
  explicit JsonFields(const JsonValue& object) : object_(object) {}

  // The member; null if it is missing or null.
  [[nodiscard]] const JsonValue* find(std::string_view name);
  [[nodiscard]] bool has(std::string_view name) { return find(name) != nullptr; }

  // Required members. In case of an error: empty, 0, false.
  [[nodiscard]] std::string text(std::string_view name);
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t low = kLowest,
                                     std::int64_t high = kHighest);
  // Whole and not negative, up to 64 bits.
  [[nodiscard]] std::uint64_t count(std::string_view name);
  [[nodiscard]] double number(std::string_view name);
  [[nodiscard]] bool truth(std::string_view name);
  // The elements of a list, or an object.
  [[nodiscard]] const std::vector<JsonValue>& list(std::string_view name);
  [[nodiscard]] const JsonValue& object(std::string_view name);

  // Optional ones: nothing if they are missing.
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name);
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name, std::int64_t low,
                                                             std::int64_t high);
  [[nodiscard]] std::vector<std::string> optional_texts(std::string_view name);

  // The member is not as expected, for checks that this class doesn't have.
  void note(Fault fault, std::string_view name, std::string_view expected);
  // Takes over the error of a reader for what is inside a member.
  void note_inside(std::string_view name, const JsonFields& inner);
  // A member that was never requested is an error. Call it after reading all others.
  void refuse_others();

  [[nodiscard]] const std::optional<Wrong>& wrong() const noexcept { return wrong_; }
  [[nodiscard]] Result<void> finish() const;

 private:
  static constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

  const JsonValue& object_;
  std::vector<std::string> asked_;
  std::optional<Wrong> wrong_;
};

}  // namespace tabia::base
