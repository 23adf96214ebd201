// learn/recipe.h: everything that describes a learning run, as data with a text form.
//
// docs/training.md explains every field. The text is TOML (base/toml.h); what stands in `train` is a recipe of `tabia
// train` (train/recipe.h).
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
  Random,     // random weights; nothing else is known
  Classical,  // random weights too, but the classical evaluation plays until a network was promoted
  Network,    // goes on from a network
};

// How the games of a round are played.
struct PlaySettings {
  std::uint64_t positions = 100'000;  // of a round
  std::uint64_t nodes = 1000;         // a move; the depth at which they are passed is finished
  int least_random_plies = 8;
  int most_random_plies = 9;
  std::string book;         // a file of openings; empty: none
  int opening_cp = 300;     // openings further from equal are dropped
  double noise = 0;         // chance of a random move
  int max_moves = 200;      // a draw then
  int adjudicate_from = 1;  // the first round in which games that are clear are ended early
  int hash_mib = 2;         // of each player
};

// The match that decides whether the new network is the best.
struct GateSettings {
  std::uint64_t nodes = 1000;
  play::Sprt sprt{.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05, .model = play::EloModel::Logistic};
  std::uint64_t least_games = 64;  // before there may be a verdict
  std::uint64_t most_games = 400;  // without a verdict until then the likelier hypothesis holds
  std::string book;                // a file of openings; empty: random moves
  int max_moves = 200;
  bool adjudicate = true;
  int hash_mib = 2;
};

struct LearnRecipe {
  std::string name;
  Start start = Start::Random;
  std::string start_network;  // of Start::Network
  std::string teacher;        // a network that plays all games of self-play; empty: the best so far
  // Label of the teacher that stands for an expected result of 73%; 0: what it declares. If there is a hash it holds for
  // the network with that hash only.
  double teacher_scale = 0;
  std::string teacher_hash;
  std::uint64_t rounds = 10;
  std::uint64_t window = 4;            // so many rounds are learnt from
  std::uint64_t disk_mib = 0;          // of the whole run; 0: no limit
  bool warm_start = true;              // training begins with the best network, or anew
  std::vector<double> result_weights;  // by round, the last one for all that follow; empty: what `train` says
  std::vector<train::Source> external;
  PlaySettings play;
  GateSettings gate;
  train::Recipe train;
  std::uint64_t seed = 1;

  // The weight of results in the labels of a round (from 1).
  [[nodiscard]] train::LinearSchedule result_weight(std::uint64_t round) const noexcept;
};

// The error names the line, the key and what is allowed.
[[nodiscard]] base::Result<LearnRecipe> parse_learn_recipe(std::string_view text,
                                                           const train::ModelFinder& find_model);

// What makes the second text another run than the first, as a sentence: the first key that differs. Empty: nothing.
// Comments, the order of keys, and what may change in a run (rounds, disk_mib, train.watched, and the path of the teacher,
// which is known by its hash) don't count. Options of the command line stand behind a text as comments, "# --seed 2", and count as the
// keys of that name.
[[nodiscard]] std::string recipe_difference(std::string_view before, std::string_view now);

// The recipes that are part of the program, and one by its name or path. The error lists the names.
[[nodiscard]] std::span<const train::ShippedText> shipped_learn_recipes() noexcept;
[[nodiscard]] base::Result<std::string> find_learn_recipe(const std::string& name);

}  // namespace tabia::learn
