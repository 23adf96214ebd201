#include "play/searched_positions.h"

#include <utility>

#include "base/check.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/external.h"

namespace tabia::play {
namespace {

using chess::Position;

[[nodiscard]] search::SearcherOptions searcher_options() {
  search::SearcherOptions options;
  options.hash_mib = 16;
  options.move_overhead_ms = 0;
  return options;
}

[[nodiscard]] eval::EvaluatorOptions evaluation_with(std::shared_ptr<eval::ExternalEvaluation> external) {
  eval::EvaluatorOptions options;
  options.external = std::move(external);
  return options;
}

}  // namespace

// Intercepts every evaluation, remembers some of the positions, and lets the network answer.
class SearchedPositionsReader::Collector final : public eval::ExternalEvaluation {
 public:
  Collector(int keep, std::uint64_t seed) : keep_(static_cast<std::uint32_t>(keep)), random_(seed) {}

  std::optional<int> centipawns(const Position& position) override {
    if (random_.below(keep_) == 0) positions_.push_back(position);
    return std::nullopt;
  }
  [[nodiscard]] std::vector<Position>& positions() noexcept { return positions_; }

 private:
  std::uint32_t keep_;
  base::Random random_;
  std::vector<Position> positions_;
};

SearchedPositionsReader::SearchedPositionsReader(std::unique_ptr<data::RecordReader> reader,
                                                 std::shared_ptr<const nn::Network> network,
                                                 const SearchedPositionsOptions& options)
    : reader_(std::move(reader)),
      options_(options),
      random_(options.seed),
      collector_(std::make_shared<Collector>(options.keep, random_.next())),
      searcher_(std::move(network), evaluation_with(collector_), searcher_options()) {
  TABIA_CHECK(options.nodes > 0 && options.every > 0 && options.keep > 0,
              "requires nodes, every and keep > 0");
}

base::Result<bool> SearchedPositionsReader::next(data::GameRecord& record) {
  auto& found = collector_->positions();
  while (next_ == found.size()) {
    next_ = 0;
    found.clear();
    const auto more = reader_->next(game_);
    if (!more || !*more) return more;
    search_game(game_);
  }
  record.start = found[next_++];
  record.first_ply = static_cast<std::uint16_t>(record.start.game_ply());
  record.result = chess::GameResult::Unknown;
  record.plies.assign(1, data::GamePly{});
  return true;
}

void SearchedPositionsReader::search_game(const data::GameRecord& game) {
  searcher_.clear(options_.nodes * (game.plies.size() / static_cast<std::size_t>(options_.every) + 1));
  search::Limits limits;
  limits.nodes = options_.nodes;
  chess::Game played(game.start);
  for (const data::GamePly& ply : game.plies) {
    const bool is_root = random_.below(static_cast<std::uint32_t>(options_.every)) == 0;
    if (is_root && chess::has_legal_move(played.position())) searcher_.search(played, limits);
    if (ply.move) played.play(ply.move);
  }
}

}  // namespace tabia::play
