// tools/wdl_games.h: positions of games for eval/wdl_fit.h: from self-play or from a PGN file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "eval/wdl_fit.h"
#include "nn/network.h"

namespace tabia::tools {

struct WdlGames {
  std::uint64_t games = 0;  // games that yielded samples
  std::uint64_t white_wins = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t passed_over = 0;  // no result, broken, or without a score
  std::vector<eval::WdlSample> samples;
};

struct SelfPlaySetup {
  std::shared_ptr<const nn::Network> network;
  std::size_t games = 400;
  std::uint64_t nodes = 1000;             // a move
  std::vector<chess::Position> openings;  // empty: a few random moves from the starting position
  std::uint64_t seed = 1;
  int threads = 1;
};

// Plays the games, with progress on standard error. The same setup gives the same games, whatever the number
// of threads. After Ctrl-C (base::InterruptGuard) it returns only the finished ones.
[[nodiscard]] WdlGames play_wdl_games(const SelfPlaySetup& setup);

// The positions of an EPD or FEN file; the error names the line.
[[nodiscard]] base::Result<std::vector<chess::Position>> read_wdl_openings(const std::string& path);

// The scores in the comments of a PGN file, from one player (the name in the tags) or, with an empty name,
// from all. They are centipawns by the network's model, which converts them back. Bad games are reported on
// standard error and skipped.
[[nodiscard]] base::Result<WdlGames> read_wdl_games(const std::string& path, const std::string& player,
                                                    const nn::Network& network);

}  // namespace tabia::tools
