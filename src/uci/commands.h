// uci/commands.h: commands to an engine, as values: the protocol's and Tabia's own.
//
// An engine reads lines with parse_command(); a program that drives engines writes them with to_line(). Lines
// from to_line() parse to the same value. Moves stay text, because their meaning depends on a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "chess/types.h"

namespace tabia::uci {

// An empty line, or a command with no effect here ("register").
struct Nothing {
  friend bool operator==(const Nothing&, const Nothing&) = default;
};
// "uci": identify yourself and list your options.
struct Identify {
  friend bool operator==(const Identify&, const Identify&) = default;
};
struct IsReady {
  friend bool operator==(const IsReady&, const IsReady&) = default;
};
struct NewGame {
  friend bool operator==(const NewGame&, const NewGame&) = default;
};
struct Stop {
  friend bool operator==(const Stop&, const Stop&) = default;
};
struct PonderHit {
  friend bool operator==(const PonderHit&, const PonderHit&) = default;
};
struct Quit {
  friend bool operator==(const Quit&, const Quit&) = default;
};
struct Debug {
  bool on = false;
  friend bool operator==(const Debug&, const Debug&) = default;
};

struct SetOption {
  std::string name;   // as sent; engines ignore case
  std::string value;  // empty for buttons and for an empty text
  friend bool operator==(const SetOption&, const SetOption&) = default;
};

struct SetPosition {
  std::optional<std::string> fen;  // nothing: the usual starting position
  std::vector<std::string> moves;
  friend bool operator==(const SetPosition&, const SetPosition&) = default;
};

// Numbers outside the range of their field are clamped; see the table in commands.cpp.
struct Go {
  chess::EnumArray<chess::Color, std::optional<std::int64_t>> time_ms{};  // negative times do occur
  chess::EnumArray<chess::Color, std::optional<std::int64_t>> increment_ms{};
  std::optional<std::int64_t> moves_to_go;  // some programs send 0, which means nothing
  std::optional<std::int64_t> move_time_ms;
  std::optional<std::int64_t> depth;
  std::optional<std::int64_t> nodes;
  std::optional<std::int64_t> mate;
  std::optional<std::int64_t> perft;
  bool infinite = false;
  bool ponder = false;
  std::vector<std::string> moves;    // searchmoves
  std::vector<std::string> ignored;  // unknown words; not written by to_line()
  friend bool operator==(const Go&, const Go&) = default;

  // Does anything end the search by itself?
  [[nodiscard]] bool is_finite() const noexcept;
};

// --- beyond the protocol

// "d": show the position.
struct Display {
  friend bool operator==(const Display&, const Display&) = default;
};
// "eval": explain the static evaluation.
struct Evaluate {
  friend bool operator==(const Evaluate&, const Evaluate&) = default;
};
// "flip": the position with colors and sides reversed.
struct Flip {
  friend bool operator==(const Flip&, const Flip&) = default;
};
struct Bench {
  std::optional<std::int64_t> depth;
  friend bool operator==(const Bench&, const Bench&) = default;
};
struct Perft {
  std::int64_t depth = 1;
  friend bool operator==(const Perft&, const Perft&) = default;
};
struct Help {
  friend bool operator==(const Help&, const Help&) = default;
};
// "spsa": the tunable parameters as OpenBench reads them; only in a tune build.
struct ListParameters {
  friend bool operator==(const ListParameters&, const ListParameters&) = default;
};
// OpenBench's request for openings: "genfens 100 seed 42 book None".
struct GenerateOpenings {
  std::int64_t count = 1;
  std::uint64_t seed = 0;
  std::string book;   // a file of positions; empty: none
  std::string extra;  // further words, for the engine to interpret
  friend bool operator==(const GenerateOpenings&, const GenerateOpenings&) = default;
};

using Command =
    std::variant<Nothing, Identify, IsReady, NewGame, SetPosition, Go, Stop, PonderHit, SetOption, Debug,
                 Quit, Display, Evaluate, Flip, Bench, Perft, Help, ListParameters, GenerateOpenings>;

// A command as shown in help.
struct CommandHelp {
  std::string_view word;     // the first word of the line
  std::string_view pattern;  // what may follow
  std::string_view help;
};
// All of them, in the order of the help.
[[nodiscard]] const std::vector<CommandHelp>& command_list();

// The largest depth and the largest count that a command can ask for.
inline constexpr std::int64_t kMaxDepth = base::kMaxPly - 1;
inline constexpr std::int64_t kMaxPerftDepth = 30;
inline constexpr std::int64_t kMaxOpenings = 100'000'000;

// Accepts any text. The error names the command, what was found and what was expected.
[[nodiscard]] base::Result<Command> parse_command(std::string_view line);

// Without a line end.
[[nodiscard]] std::string to_line(const Command& command);

}  // namespace tabia::uci
