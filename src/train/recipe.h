// train/recipe.h: everything that describes a training run, as data with a text form.
//
// docs/training.md explains every field. The text is TOML (base/toml.h) and is stored in the resulting
// network.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/toml.h"
#include "nn/spec.h"
#include "train/gradient.h"
#include "train/model.h"
#include "train/optimiser.h"
#include "train/sampler.h"
#include "train/schedule.h"

namespace tabia::train {

// A part of the run with its own way of sampling positions from games.
struct Stage {
  double share = 1;  // of the run
  Dial dial;
  double rate_factor =
      1;  // multiplies the learning rate of the schedule: long fragments make noisier batches
};

// A training example for a network with numeric inputs.
struct Example {
  std::vector<double> inputs;
  double target = 0;  // 0 to 1
};

struct Recipe {
  std::string name;
  nn::ModelSpec model;
  std::string parent;  // a network to start from; empty: from scratch
  std::vector<Source> data;
  std::vector<Example> examples;  // for models with numeric inputs (train/examples.h), instead of data
  data::FilterRules filter;
  double validation_share = 0.02;
  std::uint64_t validation_positions = 200'000;  // at most this many
  std::vector<Source> validation_data;           // if given, instead of a share
  Objective objective;                           // result_weight is the initial one
  LinearSchedule result_weight;
  double trace = 0;
  double rating_balance = 0;  // SamplerOptions::rating_balance
  OptimiserOptions optimiser;
  RateSchedule rate;
  ModelOptions initial;
  double quantisation_aware_from = 1;  // share of the run after which training is quantization-aware
  std::uint64_t batch = 16384;         // positions
  // If several processes train together (TrainOptions::team): after this many steps on their own they take
  // the mean of what they have learned; 1: they make every step together.
  std::uint64_t sum_every = 1;
  std::uint64_t positions = 100'000'000;
  std::uint64_t report_every = 0;  // positions between validations; 0: a fortieth of the run
  int patience = 0;                // stop after this many reports without a better validation; 0: never
  std::vector<Stage> stages = {Stage{}};
  std::uint64_t pool = 4'000'000;
  std::uint64_t seed = 1;
  std::vector<std::string> watched;  // positions (FEN) that are evaluated at every report

  [[nodiscard]] std::uint64_t positions_between_reports() const noexcept;
};

// Finds models by name: the text of models/NAME.toml, or an error.
using ModelFinder = std::function<base::Result<std::string>(const std::string& name)>;

// Reads a recipe. The error names the line, the key and what is allowed. `data` may be missing, because it
// can be given on the command line.
[[nodiscard]] base::Result<Recipe> parse_recipe(std::string_view text, const ModelFinder& find_model);

// The same from a table inside a larger text; `place` is the prefix of its keys in messages.
[[nodiscard]] base::Result<Recipe> read_recipe(const base::TomlTable& table, const ModelFinder& find_model,
                                               const std::string& place = {});

// A source needs a file.
[[nodiscard]] base::Result<void> check_source(const Source& source);

// The error says why the recipe can't be run: no data, or a model that can't be trained.
[[nodiscard]] base::Result<void> check_recipe(const Recipe& recipe);

}  // namespace tabia::train
