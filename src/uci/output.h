// uci/output.h: output of an engine, as values: info, bestmove, option and id lines.
//
// An engine writes lines with to_line(); a program that drives engines reads them with parse_output(). Lines
// from to_line() parse to the same value. Moves stay text, because their meaning depends on a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tabia::uci {

// For the side to move.
struct InfoScore {
  enum class Unit { Centipawns, Mate };  // mate: in this many moves, negative if the side to move is mated
  enum class Bound { Exact, Lower, Upper };
  Unit unit = Unit::Centipawns;
  int value = 0;
  Bound bound = Bound::Exact;
  friend bool operator==(const InfoScore&, const InfoScore&) = default;
};

// Chances for the side to move, per mille.
struct InfoWdl {
  int win = 0;
  int draw = 0;
  int loss = 0;
  friend bool operator==(const InfoWdl&, const InfoWdl&) = default;
};

// "info depth 12 seldepth 20 multipv 1 score cp 31 ...": any of these fields.
struct Info {
  std::optional<int> depth;
  std::optional<int> selective_depth;
  std::optional<int> rank;  // multipv
  std::optional<InfoScore> score;
  std::optional<InfoWdl> wdl;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> nodes_per_second;
  std::optional<int> hash_permille;
  std::optional<std::uint64_t> tablebase_hits;
  std::optional<std::int64_t> elapsed_ms;
  std::string current_move;
  std::optional<int> current_move_number;
  std::vector<std::string> moves;   // pv
  std::optional<std::string> text;  // "string": always the last, all words to the end of the line
  friend bool operator==(const Info&, const Info&) = default;
};

struct BestMove {
  std::string best;    // "(none)" or "0000" if there is no legal move
  std::string ponder;  // empty: none
  friend bool operator==(const BestMove&, const BestMove&) = default;
};

enum class OptionType { Check, Spin, Combo, Button, String };
[[nodiscard]] std::string_view name_of(OptionType type) noexcept;

// "option name Hash type spin default 16 min 1 max 1024".
struct OptionLine {
  std::string name{};
  OptionType type = OptionType::String;
  std::string default_value{};         // an empty text is written as <empty>
  std::optional<std::int64_t> low{};   // of spins
  std::optional<std::int64_t> high{};  // of spins
  std::vector<std::string> choices{};  // of combos
  friend bool operator==(const OptionLine&, const OptionLine&) = default;
};

// "id name Tabia 1.0", "id author ...".
struct Id {
  std::string key;
  std::string text;
  friend bool operator==(const Id&, const Id&) = default;
};
struct UciOk {
  friend bool operator==(const UciOk&, const UciOk&) = default;
};
struct ReadyOk {
  friend bool operator==(const ReadyOk&, const ReadyOk&) = default;
};
// Any other line. Engines print such lines freely; a driver skips them.
struct OtherLine {
  std::string text;
  friend bool operator==(const OtherLine&, const OtherLine&) = default;
};

using Output = std::variant<OtherLine, Id, UciOk, ReadyOk, OptionLine, Info, BestMove>;

// Accepts any text; unknown words in an info line are skipped. The error says which field can't be read, if
// the line starts like one of ours.
[[nodiscard]] base::Result<Output> parse_output(std::string_view line);

// Without a line end.
[[nodiscard]] std::string to_line(const Output& output);

// "info string TEXT", one for every line of the text.
[[nodiscard]] std::string info_string(std::string_view text);

}  // namespace tabia::uci
