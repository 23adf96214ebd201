#include "train/move_match.h"

#include <cmath>
#include <map>

#include "base/json.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "data/formats.h"
#include "deep/policy.h"
#include "train/load.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kBoardsInABatch = 64;
constexpr int kBandPoints = 200;

// Collects positions until a batch is full, evaluates them, and counts.
class MatchCounter {
 public:
  MatchCounter(const nn::Network& network, int rating) : network_(network), rating_(rating) {}

  void add(std::span<const chess::Position> game, const data::Sample& sample) {
    deep::EncodeOptions options;
    if (const int rating = rating_ > 0 ? rating_ : sample.rating; rating > 0) options.rating = rating;
    boards_.push_back(deep::encode(network_.spec().planes->input, game, options));
    samples_.push_back(sample);
    if (boards_.size() == kBoardsInABatch) evaluate();
  }

  [[nodiscard]] MoveMatches finish() {
    evaluate();
    MoveMatches found;
    for (const auto& [band, match] : bands_) {
      found.by_rating.push_back(match);
      found.all.positions += match.positions;
      found.all.matched += match.matched;
      found.all.cross_entropy += match.cross_entropy;
    }
    return found;
  }

  [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }

 private:
  void evaluate() {
    outputs_.resize(boards_.size());
    network_.forward()->run(boards_, outputs_);
    for (std::size_t i = 0; i < boards_.size(); ++i) count(samples_[i], outputs_[i]);
    positions_ += boards_.size();
    boards_.clear();
    samples_.clear();
  }

  void count(const data::Sample& sample, const deep::Outputs& outputs) {
    const auto moves = deep::move_probabilities(sample.position, outputs.policy, outputs.transform);
    const int band = sample.rating / kBandPoints * kBandPoints;
    MoveMatch& match = bands_[band];
    match.band = band;
    ++match.positions;
    for (const deep::MoveProbability& move : moves) {
      if (move.move != sample.move) continue;
      match.matched += move.logit >= moves.front().logit ? 1 : 0;
      match.cross_entropy -= std::log(std::max(static_cast<double>(move.probability), 1e-30));
    }
  }

  const nn::Network& network_;
  const int rating_;
  std::vector<deep::Planes> boards_;
  std::vector<data::Sample> samples_;
  std::vector<deep::Outputs> outputs_;
  std::map<int, MoveMatch> bands_;
  std::uint64_t positions_ = 0;
};

// Adds the positions of a game that count.
void add_game(const data::GameRecord& record, std::uint64_t number, const MoveMatchJob& job,
              MatchCounter& counter) {
  std::vector<chess::Position> game;
  const auto every = static_cast<std::uint64_t>(job.every);
  const auto from = static_cast<std::uint64_t>(job.from_ply);
  data::for_each_sample(record, [&](const data::Sample& sample) {
    game.push_back(sample.position);
    const bool counts = sample.move && sample.ply >= from && (sample.ply - from + number) % every == 0;
    if (job.only_rated && sample.rating == 0) return;
    if (counts && chess::count_legal_moves(sample.position) > 1) counter.add(game, sample);
  });
}

void write_match(base::JsonWriter& writer, const MoveMatch& match) {
  writer.field("positions", match.positions).field("matched", match.share());
  writer.field("cross_entropy", match.mean_cross_entropy());
}

}  // namespace

double MoveMatch::share() const noexcept {
  return positions > 0 ? static_cast<double>(matched) / static_cast<double>(positions) : 0;
}

double MoveMatch::mean_cross_entropy() const noexcept {
  return positions > 0 ? cross_entropy / static_cast<double>(positions) : 0;
}

const base::Fields<MoveMatchJob>& move_match_fields() {
  using S = MoveMatchJob;
  static const base::Fields<S> fields = {
      base::integer<S>("from-ply", "N", 0, 10'000, TABIA_MEMBER(from_ply),
                       "count positions from this ply on"),
      base::integer<S>("every", "N", 1, 10'000, TABIA_MEMBER(every), "of a game, count one position in N"),
      base::integer<S>("rating", "N", 0, 4'000, TABIA_MEMBER(rating),
                       "the rating that the network is told, if it has such an input; 0: the player's"),
      base::integer<S>("positions", "N", 0, 1'000'000'000, TABIA_MEMBER(most),
                       "stop after this many; 0: all"),
      base::flag<S>("only-rated", TABIA_MEMBER(only_rated),
                    "leave out moves of players whose rating is unknown")};
  return fields;
}

Result<MoveMatches> match_moves(const nn::Network& network, const MoveMatchJob& job, base::Watch& watch) {
  if (!network.spec().planes || !network.spec().planes->policy)
    return Error{concat(job.network, ": this network has no policy, so it doesn't predict moves")};
  TABIA_TRY(const auto reader, data::open_reader(job.games, {}));
  MatchCounter counter(network, job.rating);
  data::GameRecord record;
  for (std::uint64_t number = 1; job.most == 0 || counter.positions() < job.most; ++number) {
    TABIA_TRY(const bool more, reader->next(record));
    if (!more) break;
    add_game(record, number, job, counter);
    watch.progress(reader->bytes_read(), reader->bytes_total());
    if (watch.interrupted()) return base::interruption();
  }
  MoveMatches found = counter.finish();
  if (found.all.positions == 0) return Error{concat(job.games, ": has no position that counts")};
  return found;
}

Result<MoveMatches> run(const MoveMatchJob& job, base::Watch& watch) {
  TABIA_TRY(const auto network, load_network_or_checkpoint(job.network));
  return match_moves(*network, job, watch);
}

std::string report_json(const MoveMatches& found) {
  base::JsonWriter writer;
  writer.begin_object();
  write_match(writer, found.all);
  writer.key("by_rating").begin_array();
  for (const MoveMatch& match : found.by_rating) {
    writer.begin_object().field("rating", match.band);
    write_match(writer, match);
    writer.end_object();
  }
  return writer.end_array().end_object().text();
}

}  // namespace tabia::train
