// train/sampler.h: from files of training data to batches of positions in random order.
//
// A pass goes once through all files in parallel. Positions that pass the filter are cut into fragments (one
// position each, or stretches of a game, depending on `fragment`), which are collected in a pool, shuffled
// there, and handed out in batches. While one pool is emptied the next is filled. Everything is determined by
// the options and the seed, so a sampler that goes back to a SamplerPlace gives the same batches again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "data/filter.h"
#include "data/options.h"
#include "data/select.h"
#include "deep/spec.h"
#include "train/fragment.h"

namespace tabia::train {

struct Source {
  std::string path;
  data::ReadOptions reading = {};
  // How often a position is used in a pass: 0.5 every other time, 2 twice.
  double weight = 1;
  // The score that is a logit of 1.0, in the unit of the file: the expected result is 1 / (1 + exp(-score /
  // scale)). 0: what the file declares (its units per pawn).
  double scale = 0;
};

// How samples are taken from games.
struct Dial {
  int fragment = 1;  // plies of a game that stay together; 1: all positions are shuffled; 0: whole games
  double keep = 1;   // share of the positions that are used
  friend bool operator==(const Dial&, const Dial&) = default;
};

struct SamplerOptions {
  std::vector<Source> sources;
  data::FilterRules filter;
  double validation_share = 0;
  std::uint64_t validation_seed = 1;
  bool wants_validation = false;  // the held-out games, instead of the others
  Dial dial;
  // Includes the rest of the game in labels: the target of a position is (1 - trace) * its own score + trace
  // * the target of the next one; after the last position comes the result. 0: only its own score.
  double trace = 0;
  // Evens out the ratings of the players: a band of 100 points gives at most this many times the average of
  // the bands that occur. 0: all positions are used.
  double rating_balance = 0;
  std::uint64_t pool_positions = 4'000'000;
  std::uint64_t seed = 1;
  // For networks over planes: fragments of one position each, with as much of the game before it as this
  // input needs (train/planes_fragment.h).
  std::optional<deep::InputSpec> planes;
  std::uint64_t most_positions = 0;  // per pass; 0: all
  // Called for unreadable records; empty: they are skipped. Returning false ends the pass with an error.
  std::function<bool(const base::Error&)> on_problem;
  // Called now and then with the number of positions a pool has and its maximum; returning false ends the
  // reading with an error.
  std::function<bool(std::uint64_t, std::uint64_t)> on_filling;
};

// The place of a sampler: the pass, and the number of its fragments already used.
struct SamplerPlace {
  std::uint64_t pass = 0;
  std::uint64_t fragments = 0;
  friend bool operator==(const SamplerPlace&, const SamplerPlace&) = default;
};

// Fragments in the memory the sampler read them into; it stays valid as long as the batch holds them. Batches
// are emptied and destroyed by their sampler's thread.
struct Batch {
  std::vector<FragmentView> fragments;
  std::uint64_t positions = 0;
  std::vector<std::shared_ptr<const Fragments>> pools;

  void clear() noexcept {
    fragments.clear();
    positions = 0;
    pools.clear();
  }
};

class Sampler {
 public:
  // The error says which file can't be read, or that the unit of its scores is unknown.
  [[nodiscard]] static base::Result<std::unique_ptr<Sampler>> open(SamplerOptions options);
  ~Sampler();

  // Puts fragments with at least this many positions into `batch`, from as many passes as it takes. The error
  // says that the data can't be read or has no position that passes the filter.
  [[nodiscard]] base::Result<void> next(std::uint64_t positions, Batch& batch);
  // All fragments of one pass in file order, not shuffled.
  [[nodiscard]] base::Result<void> read_all(Fragments& all);

  // The place of the next fragment.
  [[nodiscard]] SamplerPlace place() const noexcept { return place_; }
  // Goes to a place. Takes as long as reading the pass up to it.
  [[nodiscard]] base::Result<void> go_to(SamplerPlace place);

 private:
  struct Input;
  class Cutter;

  explicit Sampler(SamplerOptions options);
  [[nodiscard]] base::Result<void> begin_pass(std::uint64_t pass);
  // Estimates how common ratings are from the first games of each file.
  [[nodiscard]] base::Result<void> count_ratings();
  // Keeps reading until the fragments hold this many positions or the pass ends; false: it has ended.
  [[nodiscard]] base::Result<bool> fill(Fragments& fragments, std::uint64_t positions);
  void take(Input& input, const data::GameRecord& record, Fragments& fragments);
  void fill_returns(const Input& input, const data::GameRecord& record);
  [[nodiscard]] base::Result<bool> next_record(Input& input, Fragments& fragments);
  [[nodiscard]] base::Result<void> next_pool();
  void shuffle_pool(std::uint64_t pass, std::uint64_t number);
  [[nodiscard]] std::shared_ptr<Fragments> empty_pool();
  // No position is left out at random.
  [[nodiscard]] bool keeps_all() const noexcept { return options_.dial.keep >= 1 && !rating_balance_; }

  SamplerOptions options_;
  std::vector<std::unique_ptr<Input>> inputs_;
  // A heap of the unfinished inputs: the share read so far and the input's number, smallest first.
  std::vector<std::pair<double, std::size_t>> turns_;
  std::uint64_t filling_pass_ = 0;  // the pass that `filling_` belongs to
  bool pass_is_read_ = false;
  std::uint64_t pass_positions_ = 0;
  std::uint64_t records_ = 0;  // of the pass so far
  // Memory of pools is reused as soon as no batch refers to them.
  std::shared_ptr<Fragments> filling_ = std::make_shared<Fragments>();
  std::vector<std::shared_ptr<Fragments>> emptied_;
  std::uint64_t pool_number_ = 0;  // within its pass
  std::shared_ptr<Fragments> pool_ = std::make_shared<Fragments>();
  std::vector<std::uint32_t> order_;
  std::size_t at_ = 0;  // in order_
  bool whole_pass_in_pool_ = false;
  std::uint64_t pool_pass_ = 0;
  SamplerPlace place_;
  data::GameRecord record_;  // reused memory
  std::vector<float> returns_;
  std::optional<data::Balance> rating_balance_;
};

}  // namespace tabia::train
