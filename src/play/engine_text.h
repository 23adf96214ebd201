// play/engine_text.h: an engine of a match as the user writes it, and how it becomes a player.
//
// "cmd=./stockfish,name=old,option.Hash=16,nodes=1000" is a program that speaks UCI; "net=FILE",
// "net=default" and "evaluation=classical" are the search of this program.
#pragma once

#include <string>
#include <string_view>

#include "base/fields.h"
#include "base/json.h"
#include "base/result.h"
#include "play/game_loop.h"
#include "play/match.h"

namespace tabia::play {

struct EngineText {
  std::string cmd;   // a program: a path, or a name to find in PATH; empty: this program's search
  std::string args;  // of the program, words separated by spaces
  std::string name;  // empty: derived from the file
  std::string dir;   // the folder to run the program in
  std::string net;   // for this program's search: a file, or "default" for the embedded network
  std::string evaluation;
  std::string error_log;  // where the program's standard error goes
  Allowance allowance;
  base::KeyValues options;  // UCI options: name and value

  // Takes the settings from `common` that this one doesn't set itself.
  void complete(const EngineText& common);
  // The name, or the file's.
  [[nodiscard]] std::string shown_name() const;
  friend bool operator==(const EngineText&, const EngineText&) = default;
};

// tc, movetime, nodes, depth.
[[nodiscard]] const base::Fields<Allowance>& limit_fields();
// All keys except option.NAME.
[[nodiscard]] const base::Fields<EngineText>& engine_fields();

// The error names the key.
[[nodiscard]] base::Result<EngineText> parse_engine(std::string_view text);
// In the same form.
[[nodiscard]] std::string to_string(const EngineText& engine);

// Settings that all engines of a match have in common.
struct Circumstances {
  bool chess960 = false;
  ClockKind clock = ClockKind::Wall;
  std::int64_t nodes_per_ms = 0;
};

// The engine, ready to play. Its identity is written as one object: its settings, and hashes of all files
// that determine how it plays. A program is started once; the error is about an option that it doesn't
// accept. If a program doesn't start, that isn't an error here; its games will show it.
[[nodiscard]] base::Result<Contestant> make_contestant(const EngineText& engine,
                                                       const Circumstances& circumstances,
                                                       base::JsonWriter& identity);

// The search is part of what is measured: another build of this program is another engine.
[[nodiscard]] std::string hash_of_this_program();

}  // namespace tabia::play
