#include "train/sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "base/text.h"
#include "data/formats.h"
#include "train/loss.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Random;
using base::Result;

// Beyond this the expected result is certain anyway.
constexpr float kMostLogit = 30;

// A number for a thing that has two numbers.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return Random(Random(a).next() ^ b).next(); }

float logit(float expected) {
  const float p = std::clamp(expected, 1e-6f, 1 - 1e-6f);
  return std::log(p / (1 - p));
}

}  // namespace

struct Sampler::Input {
  Source source;
  std::unique_ptr<data::RecordReader> reader;
  data::ValidationChoice choice{0, 0};
  double scale = 1;
  bool at_end = false;

  [[nodiscard]] double share_read() const {
    const auto total = static_cast<double>(reader->bytes_total());
    return total > 0 ? static_cast<double>(reader->bytes_read()) / total : 0;
  }
};

Sampler::Sampler(SamplerOptions options) : options_(std::move(options)) {}
Sampler::~Sampler() = default;

Result<std::unique_ptr<Sampler>> Sampler::open(SamplerOptions options) {
  std::unique_ptr<Sampler> sampler(new Sampler(std::move(options)));
  if (sampler->options_.sources.empty()) return Error{"data: found no file, expected at least one"};
  if (auto begun = sampler->begin_pass(0); !begun) return begun.error();
  return sampler;
}

Result<void> Sampler::begin_pass(std::uint64_t pass) {
  inputs_.clear();
  for (const Source& source : options_.sources) {
    auto reader = data::open_reader(source.path, source.reading);
    if (!reader) return reader.error();
    auto input = std::make_unique<Input>();
    input->source = source;
    input->reader = std::move(*reader);
    input->choice = data::ValidationChoice(options_.validation_share, options_.validation_seed);
    const data::ScoreScale& declared = input->reader->info().scale;
    input->scale = source.scale > 0 ? source.scale : declared.units_per_pawn;
    if (!(input->scale > 0)) {
      return Error{concat(source.path, ": the file does not say what its scores are counted in (unit ",
                          base::quoted(declared.unit),
                          "); expected `scale`, the score that stands for an expected result of 73%")};
    }
    inputs_.push_back(std::move(input));
  }
  filling_pass_ = pass;
  pass_is_read_ = false;
  pass_positions_ = 0;
  records_ = 0;
  pool_number_ = 0;
  return {};
}

// What the label of each ply is by the rest of the game, as the expected result of its side to move; at the end the result.
void Sampler::take(Input& input, const data::GameRecord& record, Fragments& fragments) {
  const auto scale = static_cast<float>(input.scale);
  const bool traced = options_.trace > 0 && record.result != chess::GameResult::Unknown;
  if (traced) {
    returns_.resize(record.plies.size());
    const bool white_last =
        (record.start.side_to_move() == chess::Color::White) == (record.plies.size() % 2 == 1);
    const auto last_side = white_last ? chess::Color::White : chess::Color::Black;
    const auto trace = static_cast<float>(options_.trace);
    float value = static_cast<float>(static_cast<int>(data::outcome_for(last_side, record.result)) + 1) / 2;
    for (std::size_t i = record.plies.size(); i-- > 0;) {
      if (i + 1 < record.plies.size()) value = 1 - value;
      const std::int16_t score = record.plies[i].score;
      if (score != base::kNoScore)
        value = trace * value + (1 - trace) * logistic(static_cast<float>(score) / scale);
      returns_[i] = value;
    }
  }

  // Cuts are the same in every pass, so that a pool that holds everything can serve for all of them; which positions are
  // kept is not.
  const bool drops = options_.dial.keep < 1;
  Random random(mixed(options_.seed, mixed(drops ? filling_pass_ : 0, records_)));
  const int length = options_.dial.fragment;
  std::uint32_t until_cut = length > 1 ? 1 + random.below(static_cast<std::uint32_t>(length)) : 0;
  const auto keep_below = static_cast<std::uint32_t>(std::min(options_.dial.keep, 1.0) * 4294967295.0);
  FragmentWriter writer(fragments);
  std::size_t index = 0;
  const std::uint64_t before = fragments.positions;
  data::for_each_sample(record, [&](const data::Sample& sample) {
    const std::size_t ply = index++;
    const bool dropped = drops && static_cast<std::uint32_t>(random.next() >> 32) > keep_below;
    const bool usable = sample.has_score() || sample.outcome != data::Outcome::Unknown;
    if (!dropped && usable && data::reason_to_drop(options_.filter, sample) == data::DropReason::Count) {
      Label label{std::nanf(""), sample.outcome};
      if (traced)
        label.score = logit(returns_[ply]);
      else if (sample.has_score())
        label.score = std::clamp(static_cast<float>(sample.score) / scale, -kMostLogit, kMostLogit);
      writer.keep(sample.position, label);
      if (length == 1) writer.close();
    }
    if (length > 1 && --until_cut == 0) {
      writer.close();
      until_cut = static_cast<std::uint32_t>(length);
    } else if (length != 1 && sample.move) {
      writer.step(sample.position.delta(sample.move));
    }
  });
  writer.close();
  pass_positions_ += fragments.positions - before;
}

Result<bool> Sampler::fill(Fragments& fragments, std::uint64_t positions) {
  data::GameRecord record;
  while (fragments.positions < positions) {
    // The file that has been read the least: all of them end together.
    Input* input = nullptr;
    for (const auto& candidate : inputs_) {
      if (candidate->at_end) continue;
      if (!input || candidate->share_read() < input->share_read()) input = candidate.get();
    }
    const bool enough = options_.most_positions > 0 && pass_positions_ >= options_.most_positions;
    if (!input || enough) {
      pass_is_read_ = true;
      return false;
    }
    const auto more = input->reader->next(record);
    if (!more) {
      if (options_.on_problem && !options_.on_problem(more.error())) return more.error();
      continue;
    }
    if (!*more) {
      input->at_end = true;
      continue;
    }
    ++records_;
    if (input->choice.is_validation(record) != options_.wants_validation) continue;
    const double weight = input->source.weight;
    Random random(mixed(options_.seed + 1, mixed(filling_pass_, records_)));
    const double left = weight - std::floor(weight);
    int times = static_cast<int>(weight);
    if (left > 0 && static_cast<double>(random.next() >> 11) < left * 0x1p53) ++times;
    for (int i = 0; i < times; ++i) take(*input, record, fragments);
  }
  return true;
}

void Sampler::shuffle_pool(std::uint64_t pass, std::uint64_t number) {
  order_.resize(pool_.starts.size());
  std::iota(order_.begin(), order_.end(), 0u);
  Random random(mixed(options_.seed + 2, mixed(pass, number)));
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[random.below(static_cast<std::uint32_t>(i))]);
  at_ = 0;
}

// Requires that the pool is used up.
Result<void> Sampler::next_pool() {
  if (whole_pass_in_pool_) {
    // All of the data is here: shuffled anew it is the next pass.
    place_ = {++pool_pass_, 0};
    shuffle_pool(pool_pass_, 0);
    return {};
  }
  if (pass_is_read_ && filling_.starts.empty()) {
    if (auto begun = begin_pass(pool_pass_ + 1); !begun) return begun;
    filling_.clear();
  }
  const auto filled = fill(filling_, options_.pool_positions);
  if (!filled) return filled.error();
  if (filling_.starts.empty()) {
    if (pass_positions_ == 0) return Error{"the data holds no position that the filter leaves"};
    return next_pool();  // the pass ended where the last pool was full
  }
  std::swap(pool_, filling_);
  filling_.clear();
  const bool first_of_pass = pool_number_ == 0;
  pool_pass_ = filling_pass_;
  if (first_of_pass) place_ = {pool_pass_, 0};
  shuffle_pool(pool_pass_, pool_number_++);
  const bool whole_weights =
      std::all_of(options_.sources.begin(), options_.sources.end(),
                  [](const Source& source) { return source.weight == std::floor(source.weight); });
  whole_pass_in_pool_ = first_of_pass && pass_is_read_ && whole_weights && options_.dial.keep >= 1;
  if (pass_is_read_ && !whole_pass_in_pool_) {
    // The next pass can be read while this pool is emptied.
    if (auto begun = begin_pass(pool_pass_ + 1); !begun) return begun;
  }
  return {};
}

Result<void> Sampler::next(std::uint64_t positions, Fragments& batch) {
  batch.clear();
  const std::uint64_t pool_size = options_.pool_positions;
  while (batch.positions < positions) {
    if (at_ == order_.size()) {
      if (auto made = next_pool(); !made) return made;
    }
    constexpr std::size_t kAhead = 16;
    if (at_ + kAhead < order_.size()) __builtin_prefetch(&pool_.words[pool_.starts[order_[at_ + kAhead]]]);
    const std::size_t index = order_[at_++];
    const std::uint64_t begin = pool_.starts[index];
    const std::uint64_t end = index + 1 < pool_.starts.size() ? pool_.starts[index + 1] : pool_.words.size();
    batch.starts.push_back(batch.words.size());
    batch.words.insert(batch.words.end(), pool_.words.begin() + static_cast<std::ptrdiff_t>(begin),
                       pool_.words.begin() + static_cast<std::ptrdiff_t>(end));
    batch.positions += pool_.words[begin];
    ++place_.fragments;
  }
  if (!whole_pass_in_pool_ && !pass_is_read_) {
    // As much ahead as was just taken, and a little more, so that the next pool is ready when this one is empty.
    const std::uint64_t wanted =
        std::min(pool_size, filling_.positions + batch.positions + batch.positions / 8);
    const auto filled = fill(filling_, wanted);
    if (!filled) return filled.error();
  }
  return {};
}

Result<void> Sampler::read_all(Fragments& all) {
  if (auto begun = begin_pass(0); !begun) return begun;
  const auto filled = fill(all, ~std::uint64_t{0});
  if (!filled) return filled.error();
  return {};
}

Result<void> Sampler::go_to(SamplerPlace place) {
  if (auto begun = begin_pass(place.pass); !begun) return begun;
  filling_.clear();
  pool_.clear();
  order_.clear();
  at_ = 0;
  whole_pass_in_pool_ = false;
  place_ = {place.pass, 0};
  while (place_.fragments < place.fragments) {
    if (at_ == order_.size()) {
      if (auto made = next_pool(); !made) return made;
    }
    const std::uint64_t skipped =
        std::min<std::uint64_t>(order_.size() - at_, place.fragments - place_.fragments);
    at_ += skipped;
    place_.fragments += skipped;
  }
  return {};
}

}  // namespace tabia::train
