#include "train/sampler.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/random.h"
#include "base/text.h"
#include "data/formats.h"
#include "train/loss.h"
#include "train/planes_fragment.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Random;
using base::Result;

// Beyond this the expected result is certain anyway.
constexpr float kMostLogit = 30;

// Ratings in bands, for their balance.
constexpr int kRatingBand = 100;
constexpr std::size_t kRatingBands = 41;
std::size_t band_of(std::uint16_t rating) {
  return std::min<std::size_t>(rating / kRatingBand, kRatingBands - 1);
}

// Hashes two numbers to one.
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

  [[nodiscard]] double share_read() const {
    const auto total = static_cast<double>(reader->bytes_total());
    return total > 0 ? static_cast<double>(reader->bytes_read()) / total : 0;
  }
};

Sampler::Sampler(SamplerOptions options) : options_(std::move(options)) {}
Sampler::~Sampler() = default;

Result<std::unique_ptr<Sampler>> Sampler::open(SamplerOptions options) {
  std::unique_ptr<Sampler> sampler(new Sampler(std::move(options)));
  if (sampler->options_.sources.empty()) return Error{"data: give at least one file"};
  if (auto begun = sampler->begin_pass(0); !begun) return begun.error();
  if (sampler->options_.rating_balance > 0) {
    TABIA_TRY_VOID(sampler->count_ratings());
    TABIA_TRY_VOID(sampler->begin_pass(0));
  }
  return sampler;
}

Result<void> Sampler::count_ratings() {
  constexpr int kGamesCounted = 20'000;  // of each file
  std::array<std::uint64_t, kRatingBands> counts{};
  for (const auto& input : inputs_) {
    for (int games = 0; games < kGamesCounted; ++games) {
      const auto more = input->reader->next(record_);
      if (more && !*more) break;
      if (!more) continue;
      for (const std::uint16_t rating : record_.ratings)
        if (options_.filter.rating.contains(rating)) counts[band_of(rating)] += record_.plies.size();
    }
  }
  rating_balance_.emplace(counts, options_.rating_balance);
  return {};
}

Result<void> Sampler::begin_pass(std::uint64_t pass) {
  inputs_.clear();
  turns_.clear();
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
      return Error{concat(source.path, ": the file does not say what its scores mean (unit ",
                          base::quoted(declared.unit),
                          "); give `scale`, the score that means an expected result of 73%")};
    }
    turns_.emplace_back(input->share_read(), inputs_.size());
    inputs_.push_back(std::move(input));
  }
  std::make_heap(turns_.begin(), turns_.end(), std::greater<>());
  filling_pass_ = pass;
  pass_is_read_ = false;
  pass_positions_ = 0;
  records_ = 0;
  pool_number_ = 0;
  return {};
}

// Cuts the samples of one record into fragments.
class Sampler::Cutter final : public data::SampleVisitor {
 public:
  Cutter(const Sampler& sampler, const Input& input, Fragments& fragments, const std::vector<float>* returns)
      : sampler_(sampler),
        dial_(sampler.options_.dial),
        scale_(static_cast<float>(input.scale)),
        returns_(returns),
        // Cuts are the same in every pass, so that a pool that holds all the data can be reused for every
        // pass; the choice of kept positions is not.
        random_(mixed(sampler.options_.seed,
                      mixed(sampler.keeps_all() ? 0 : sampler.filling_pass_, sampler.records_))),
        until_cut_(dial_.fragment > 1 ? 1 + random_.below(static_cast<std::uint32_t>(dial_.fragment)) : 0),
        writer_(fragments) {
    if (sampler.options_.planes) planes_.emplace(fragments, *sampler.options_.planes);
  }

  void visit(const data::Sample& sample) override {
    const std::size_t ply = ply_++;
    if (planes_) planes_->reach(sample.position);
    if (is_wanted(sample)) {
      Label label{std::nanf(""), sample.outcome};
      if (returns_)
        label.score = logit((*returns_)[ply]);
      else if (sample.has_score())
        label.score = std::clamp(static_cast<float>(sample.score) / scale_, -kMostLogit, kMostLogit);
      if (planes_) {
        planes_->keep(sample.move, label, sample.rating);
      } else {
        writer_.keep(sample.position, label);
        if (dial_.fragment == 1) writer_.close();
      }
    }
    if (planes_) return planes_->step(sample.move);
    if (dial_.fragment == 1) return;
    if (dial_.fragment > 1 && --until_cut_ == 0) {
      writer_.close();
      until_cut_ = static_cast<std::uint32_t>(dial_.fragment);
    } else if (sample.move) {
      writer_.step(sample.position.delta(sample.move));
    }
  }

  // The record ended.
  void finish() {
    if (planes_) planes_->finish();
  }

 private:
  [[nodiscard]] bool is_wanted(const data::Sample& sample) {
    if (dial_.keep < 1 && random_.uniform() >= dial_.keep) return false;
    if (!sample.has_score() && sample.outcome == data::Outcome::Unknown) return false;
    if (data::reason_to_drop(sampler_.options_.filter, sample)) return false;
    const auto& balance = sampler_.rating_balance_;
    return !balance || random_.uniform() < balance->share(band_of(sample.rating));
  }

  const Sampler& sampler_;
  const Dial dial_;
  const float scale_;
  const std::vector<float>* returns_;  // by ply; null: the label is the position's own score
  Random random_;
  std::uint32_t until_cut_;
  FragmentWriter writer_;
  std::optional<PlanesFragmentWriter> planes_;
  std::size_t ply_ = 0;
};

// The label of each ply from the rest of the game, as the expected result for its side to move; the result
// comes after the last ply.
void Sampler::fill_returns(const Input& input, const data::GameRecord& record) {
  const auto scale = static_cast<float>(input.scale);
  const auto trace = static_cast<float>(options_.trace);
  returns_.resize(record.plies.size());
  const bool white_last =
      (record.start.side_to_move() == chess::Color::White) == (record.plies.size() % 2 == 1);
  const auto last_side = white_last ? chess::Color::White : chess::Color::Black;
  float value = static_cast<float>(static_cast<int>(data::outcome_for(last_side, record.result)) + 1) / 2;
  for (std::size_t i = record.plies.size(); i-- > 0;) {
    if (i + 1 < record.plies.size()) value = 1 - value;
    const std::int16_t score = record.plies[i].score;
    if (score != base::kNoScore)
      value = trace * value + (1 - trace) * logistic(static_cast<float>(score) / scale);
    returns_[i] = value;
  }
}

void Sampler::take(Input& input, const data::GameRecord& record, Fragments& fragments) {
  const bool traced = options_.trace > 0 && record.result != chess::GameResult::Unknown;
  if (traced) fill_returns(input, record);
  Cutter cutter(*this, input, fragments, traced ? &returns_ : nullptr);
  data::for_each_sample(record, [&](const data::Sample& sample) { cutter.visit(sample); });
  cutter.finish();
}

// Cuts the fragments of the input's next record; false at its end.
Result<bool> Sampler::next_record(Input& input, Fragments& fragments) {
  ++records_;
  const double weight = input.source.weight;
  const Fragments::Mark mark = fragments.mark();
  if (weight == 1 && options_.trace == 0) {
    // One walk over the game; its split (training or validation) is known only at the end.
    Cutter cutter(*this, input, fragments, nullptr);
    auto more = input.reader->next_visited(record_, cutter);
    cutter.finish();
    if (!more || !*more || input.choice.is_validation(record_) != options_.wants_validation)
      fragments.drop_behind(mark);
    pass_positions_ += fragments.positions - mark.positions;
    return more;
  }
  auto more = input.reader->next(record_);
  if (!more || !*more) return more;
  if (input.choice.is_validation(record_) != options_.wants_validation) return true;
  Random random(mixed(options_.seed + 1, mixed(filling_pass_, records_)));
  int times = static_cast<int>(weight);
  if (random.uniform() < weight - std::floor(weight)) ++times;
  for (int i = 0; i < times; ++i) take(input, record_, fragments);
  pass_positions_ += fragments.positions - mark.positions;
  return true;
}

Result<bool> Sampler::fill(Fragments& fragments, std::uint64_t positions) {
  constexpr std::uint64_t kRecordsBetweenNews = 1'024;
  while (fragments.positions < positions) {
    const bool enough = options_.most_positions > 0 && pass_positions_ >= options_.most_positions;
    if (turns_.empty() || enough) {
      pass_is_read_ = true;
      return false;
    }
    // The file with the smallest share read so far, so that all files end together.
    std::pop_heap(turns_.begin(), turns_.end(), std::greater<>());
    Input& input = *inputs_[turns_.back().second];
    const auto more = next_record(input, fragments);
    if (!more) {
      if (options_.on_problem && !options_.on_problem(more.error())) return more.error();
    }
    if (more && !*more) {
      turns_.pop_back();
    } else {
      turns_.back().first = input.share_read();
      std::push_heap(turns_.begin(), turns_.end(), std::greater<>());
    }
    if (records_ % kRecordsBetweenNews == 0 && options_.on_filling &&
        !options_.on_filling(fragments.positions, positions))
      return Error{"stopped while the data was read"};
  }
  return true;
}

void Sampler::shuffle_pool(std::uint64_t pass, std::uint64_t number) {
  order_.resize(pool_->starts.size());
  std::iota(order_.begin(), order_.end(), 0u);
  Random random(mixed(options_.seed + 2, mixed(pass, number)));
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[random.below(static_cast<std::uint32_t>(i))]);
  at_ = 0;
}

// Requires that the pool is empty.
Result<void> Sampler::next_pool() {
  if (whole_pass_in_pool_) {
    // All of the data is in memory: reshuffle it for the next pass.
    place_ = {++pool_pass_, 0};
    shuffle_pool(pool_pass_, 0);
    return {};
  }
  if (pass_is_read_ && filling_->starts.empty()) {
    if (auto begun = begin_pass(pool_pass_ + 1); !begun) return begun;
    filling_->clear();
  }
  const auto filled = fill(*filling_, options_.pool_positions);
  if (!filled) return filled.error();
  if (filling_->starts.empty()) {
    if (pass_positions_ == 0) return Error{"no position of the data passes the filter"};
    return next_pool();  // the pass ended exactly when the last pool was full
  }
  emptied_.push_back(std::move(pool_));
  pool_ = std::move(filling_);
  filling_ = empty_pool();
  const bool first_of_pass = pool_number_ == 0;
  pool_pass_ = filling_pass_;
  if (first_of_pass) place_ = {pool_pass_, 0};
  shuffle_pool(pool_pass_, pool_number_++);
  const bool whole_weights =
      std::all_of(options_.sources.begin(), options_.sources.end(),
                  [](const Source& source) { return source.weight == std::floor(source.weight); });
  whole_pass_in_pool_ = first_of_pass && pass_is_read_ && whole_weights && keeps_all();
  if (pass_is_read_ && !whole_pass_in_pool_) {
    // The next pass can be read while this pool is emptied.
    if (auto begun = begin_pass(pool_pass_ + 1); !begun) return begun;
  }
  return {};
}

// A pool that no batch uses any more, or a new one.
std::shared_ptr<Fragments> Sampler::empty_pool() {
  for (std::shared_ptr<Fragments>& pool : emptied_) {
    if (pool.use_count() > 1) continue;
    std::shared_ptr<Fragments> found = std::move(pool);
    pool = std::move(emptied_.back());
    emptied_.pop_back();
    found->clear();
    return found;
  }
  return std::make_shared<Fragments>();
}

Result<void> Sampler::next(std::uint64_t positions, Batch& batch) {
  batch.clear();
  const std::uint64_t pool_size = options_.pool_positions;
  while (batch.positions < positions) {
    if (at_ == order_.size()) {
      if (auto made = next_pool(); !made) return made;
    }
    if (batch.pools.empty() || batch.pools.back() != pool_) batch.pools.push_back(pool_);
    constexpr std::size_t kAhead = 16;
    if (at_ + kAhead < order_.size()) __builtin_prefetch(&pool_->words[pool_->starts[order_[at_ + kAhead]]]);
    const FragmentView fragment = (*pool_)[order_[at_++]];
    batch.fragments.push_back(fragment);
    batch.positions += fragment.positions();
    ++place_.fragments;
  }
  if (!whole_pass_in_pool_ && !pass_is_read_) {
    // Reads ahead as much as was just taken plus a little, so that the next pool is ready when this one is
    // empty.
    const std::uint64_t wanted =
        std::min(pool_size, filling_->positions + batch.positions + batch.positions / 8);
    const auto filled = fill(*filling_, wanted);
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
  filling_->clear();
  emptied_.push_back(std::move(pool_));
  pool_ = empty_pool();
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
