// play/searched_positions.h: the positions that a search evaluates, as training data.
//
// In play, a network evaluates the positions of the search tree, not those of games. A network that trains on
// the positions it will have to evaluate, scored by a teacher, learns what matters.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "data/stream.h"
#include "search/searcher.h"

namespace tabia::play {

struct SearchedPositionsOptions {
  std::uint64_t nodes = 200;  // of each search
  int every = 4;              // a search starts at one of this many positions of a game, on average
  int keep = 3;               // one of this many evaluated positions is kept, on average
  std::uint64_t seed = 1;
};

// Turns the games of a reader into positions that searches from their positions evaluate: each becomes a
// record with one position and without score, move or result, never in check. The searches of a game share
// their memory, so a position seldom appears twice. The same options, network and input give the same
// records.
class SearchedPositionsReader final : public data::RecordReader {
 public:
  // Requires nodes, every and keep > 0, and a network.
  SearchedPositionsReader(std::unique_ptr<data::RecordReader> reader,
                          std::shared_ptr<const nn::Network> network,
                          const SearchedPositionsOptions& options);

  [[nodiscard]] base::Result<bool> next(data::GameRecord& record) override;
  [[nodiscard]] const data::DataInfo& info() const noexcept override { return reader_->info(); }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept override { return reader_->bytes_read(); }
  [[nodiscard]] std::uint64_t bytes_total() const noexcept override { return reader_->bytes_total(); }

 private:
  class Collector;
  // Fills the collector from the positions of a game.
  void search_game(const data::GameRecord& game);

  std::unique_ptr<data::RecordReader> reader_;
  SearchedPositionsOptions options_;
  base::Random random_;
  std::shared_ptr<Collector> collector_;
  search::Searcher searcher_;
  data::GameRecord game_;
  std::size_t next_ = 0;  // of what was collected
};

}  // namespace tabia::play
