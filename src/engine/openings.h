// engine/openings.h: random openings for data generation, as OpenBench's `genfens` asks for.
//
// An opening is the starting position (or one from a book) and a few random legal moves; openings in which
// the game is over or a short search finds one side far ahead are discarded. The same request gives the same
// openings.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "chess/position.h"
#include "eval/evaluator.h"

namespace tabia::engine {

struct OpeningRequest {
  std::int64_t count = 0;
  std::uint64_t seed = 0;
  std::string
      book;  // a file with a FEN or EPD on each line, plain or compressed; empty: from the starting position
};

// Passes each opening to `sink` as it is found. The error says what is wrong with the book.
[[nodiscard]] base::Result<void> generate_openings(const OpeningRequest& request,
                                                   std::shared_ptr<const nn::Network> network,
                                                   const eval::EvaluatorOptions& evaluation,
                                                   const std::function<void(const chess::Position&)>& sink,
                                                   const std::stop_token& stop);

}  // namespace tabia::engine
