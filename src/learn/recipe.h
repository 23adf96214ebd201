// learn/recipe.h: everything that describes a learning run, as data with a text form.
//
// docs/training.md explains every field. The text is TOML (base/toml.h); `train` is a recipe of `tabia train`
// (train/recipe.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "play/statistics.h"
#include "train/recipe.h"
#include "train/shipped.h"

namespace tabia::learn {

enum class Start {
  Random,     // random weights and nothing else
  Classical,  // random weights, but the classical evaluation plays until a network is promoted
  Network,    // starts from a network
};

// How the games of a round are played.
struct PlaySettings {
  std::uint64_t positions = 100'000;  // per round
  std::uint64_t nodes = 1000;         // per move; the depth that reaches this limit is finished
  int least_random_plies = 8;
  int most_random_plies = 9;
  std::string book;         // a file of openings; empty: none
  int opening_cp = 300;     // openings with a larger score, for either side, are dropped
  double noise = 0;         // probability of a random move
  int max_moves = 200;      // after this many, the game is a draw
  int adjudicate_from = 1;  // the first round in which decided games end early
  int hash_mib = 2;         // for each player
};

// The match that decides whether the new network becomes the best.
struct GateSettings {
  std::uint64_t nodes = 1000;
  play::Sprt sprt{.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05, .model = play::EloModel::Logistic};
  std::uint64_t least_games = 64;  // no verdict before this many
  std::uint64_t most_games = 400;  // without a verdict by then, the likelier hypothesis wins
  std::string book;                // a file of openings; empty: random moves
  int max_moves = 200;
  bool adjudicate = true;
  int hash_mib = 2;
};

struct LearnRecipe {
  std::string name;
  Start start = Start::Random;
  std::string start_network;  // for Start::Network
  std::string teacher;        // a network that plays all self-play games; empty: the best so far
  // The teacher's score that means an expected result of 73%; 0: what it declares. If there is a hash, this
  // applies only to the network with that hash.
  double teacher_scale = 0;
  std::string teacher_hash;
  std::uint64_t rounds = 10;
  std::uint64_t window = 4;    // number of rounds to train on
  std::uint64_t disk_mib = 0;  // for the whole run; 0: no limit
  bool warm_start = true;      // training starts from the best network instead of from scratch
  std::vector<double>
      result_weights;  // by round; the last one also for all later rounds; empty: what `train` says
  std::vector<train::Source> external;
  PlaySettings play;
  GateSettings gate;
  train::Recipe train;
  std::uint64_t seed = 1;

  // The weight of results in the labels of a round (counted from 1).
  [[nodiscard]] train::LinearSchedule result_weight(std::uint64_t round) const noexcept;
};

// The error names the line, the key and what is allowed.
[[nodiscard]] base::Result<LearnRecipe> parse_learn_recipe(std::string_view text,
                                                           const train::ModelFinder& find_model);

// Why the second text is a different run than the first, as a sentence: the first key that differs. Empty: it
// is the same. Comments, the order of keys, and what may change during a run (rounds, disk_mib,
// train.watched, and the path of the teacher, which is identified by its hash) don't count. Command-line
// options follow a text as comments, "# --seed 2", and count as the keys of that name.
[[nodiscard]] std::string recipe_difference(std::string_view before, std::string_view now);

// The built-in recipes, and one by its name or path. The error lists the names.
[[nodiscard]] std::span<const train::ShippedText> shipped_learn_recipes() noexcept;
[[nodiscard]] base::Result<std::string> find_learn_recipe(const std::string& name);

}  // namespace tabia::learn
