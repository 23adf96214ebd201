#include "engine/convert.h"

#include <algorithm>

#include "base/text.h"
#include "search/shown_score.h"

namespace tabia::engine {
namespace {

using base::Score;
using chess::Color;
using uci::InfoScore;

InfoScore::Bound to_bound(search::Bound bound) {
  switch (bound) {
    case search::Bound::Lower:
      return InfoScore::Bound::Lower;
    case search::Bound::Upper:
      return InfoScore::Bound::Upper;
    case search::Bound::None:
    case search::Bound::Exact:
      break;
  }
  return InfoScore::Bound::Exact;
}

}  // namespace

InfoScore to_score(Score score, search::Bound bound, const Presentation& presentation) {
  const search::ShownScore shown = search::shown_score(score, presentation.win_model, presentation.root);
  return {.unit = shown.is_mate ? InfoScore::Unit::Mate : InfoScore::Unit::Centipawns,
          .value = shown.value,
          .bound = to_bound(bound)};
}

std::string move_text(chess::Move move, const Presentation& presentation) {
  return chess::to_uci(move, presentation.castling);
}

uci::Info to_info(const search::Line& line, const search::Counters& counters,
                  const Presentation& presentation) {
  uci::Info info;
  info.depth = line.depth;
  info.score = to_score(line.score, line.bound, presentation);
  if (line.moves.empty()) return info;
  info.selective_depth = line.selective_depth;
  info.rank = line.rank;
  if (presentation.show_wdl) {
    const eval::Wdl wdl = line.wdl ? *line.wdl : presentation.win_model.wdl(line.score, presentation.root);
    info.wdl = uci::InfoWdl{wdl.win, wdl.draw, wdl.loss};
  }
  info.nodes = counters.nodes;
  info.nodes_per_second = counters.nodes_per_second();
  info.hash_permille = counters.hash_permille;
  info.tablebase_hits = counters.tablebase_hits;
  info.elapsed_ms = counters.elapsed_ms;
  for (const chess::Move move : line.moves) info.moves.push_back(move_text(move, presentation));
  return info;
}

ReadLimits to_limits(const uci::Go& go, const chess::Position& position, search::SteadyTime start) {
  ReadLimits read;
  search::Limits& limits = read.limits;
  limits.start = start;
  for (const Color color : {Color::White, Color::Black}) {
    const auto time = go.time_ms[color] ? go.time_ms[color] : go.time_ms[~color];
    const auto increment = go.time_ms[color] ? go.increment_ms[color] : go.increment_ms[~color];
    if (time) {
      limits.clock[color] =
          search::Clock{.time_ms = std::max<std::int64_t>(*time, 1), .increment_ms = increment.value_or(0)};
    }
  }
  limits.moves_to_go = static_cast<int>(go.moves_to_go.value_or(0));
  limits.move_time_ms = go.move_time_ms;
  if (go.depth) limits.depth = static_cast<int>(*go.depth);
  if (go.nodes) limits.nodes = static_cast<std::uint64_t>(*go.nodes);
  if (go.mate) limits.mate = static_cast<int>(*go.mate);
  limits.infinite = go.infinite;
  limits.ponder = go.ponder;
  for (const std::string& word : go.ignored)
    read.remarks.push_back(base::concat("go: ignored ", base::quoted(word)));
  for (const std::string& text : go.moves) {
    if (const auto move = chess::parse_uci_move(position, text)) {
      limits.moves.push_back(*move);
    } else {
      read.remarks.push_back(base::concat("go searchmoves: ignored ", move.error().message));
    }
  }
  return read;
}

}  // namespace tabia::engine
