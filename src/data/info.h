// data/info.h: what is said about a set of training data as a whole, in any format.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tabia::data {

// What scores are counted in. Never guessed: a format fixes it, or whoever imports the file declares it.
struct ScoreScale {
  // A name that people know: "stockfish-internal", "centipawns", "tabia" (of the network that is named), "unknown".
  std::string unit = "unknown";
  // So many are +1.00 (a chance of 50% to win); 0 if unknown.
  double units_per_pawn = 0;

  friend bool operator==(const ScoreScale&, const ScoreScale&) = default;
};

// The manifest of a dataset, as far as its format can say it.
struct DataInfo {
  ScoreScale scale;
  std::string network;     // whose scores these are: a name and the hash of its file; empty if unknown
  std::string source;      // in words: "self-play, 5000 nodes", or the file that was imported
  std::uint64_t seed = 0;  // of what was made at random
  // What was done to it, in order: {"gen", "nodes=5000 …"}, {"filter", "quiet ply>=16"}, {"shuffle", "seed=1"}.
  std::vector<std::pair<std::string, std::string>> history;

  friend bool operator==(const DataInfo&, const DataInfo&) = default;
};

}  // namespace tabia::data
