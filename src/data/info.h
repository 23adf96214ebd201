// data/info.h: facts about a set of training data as a whole, in any format.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tabia::data {

// The unit of the scores. Never guessed: either the format fixes it or the person who imports the file
// declares it.
struct ScoreScale {
  // A well-known name: "stockfish-internal", "centipawns", "tabia" (of the network that is named), "unknown".
  std::string unit = "unknown";
  // This many units are +1.00 (a winning chance of 50%); 0 if unknown.
  double units_per_pawn = 0;

  friend bool operator==(const ScoreScale&, const ScoreScale&) = default;
};

// The manifest of a dataset, as far as its format can hold it.
struct DataInfo {
  ScoreScale scale;
  std::string network;     // that gave the scores: a name and the hash of its file; empty if unknown
  std::string source;      // in words: "self-play, 5000 nodes", or the file that was imported
  std::uint64_t seed = 0;  // of the random choices made
  // What was done to it, in order: {"gen", "nodes=5000 …"}, {"filter", "quiet ply>=16"}, {"shuffle",
  // "seed=1"}.
  std::vector<std::pair<std::string, std::string>> history;

  friend bool operator==(const DataInfo&, const DataInfo&) = default;
};

}  // namespace tabia::data
