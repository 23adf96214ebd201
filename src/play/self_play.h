// play/self_play.h: games of this program against itself, as training data.
//
// Game number i depends only on the options, the network and i, not on any other game, thread or clock (with
// limits of nodes or depth). So any number of workers gives the same data, and a lost game can be played
// again.
//
// The label of a position is the score of the search that chose the move there, in search units
// (search/scale.h), the same for every network. A record begins after the opening, whose moves were not
// chosen by a search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/random.h"
#include "base/result.h"
#include "chess/game.h"
#include "data/game_record.h"
#include "data/info.h"
#include "play/game_loop.h"
#include "play/openings.h"
#include "play/search_player.h"

namespace tabia::chess {
class PolyglotBook;
}

namespace tabia::play {

enum class StartRow {
  Standard,
  Chess960,        // one of the 960, the same for both sides
  DoubleChess960,  // each side has its own
};
[[nodiscard]] std::string_view name_of(StartRow row) noexcept;

// Where self-play games begin: a book or a starting position, then random moves.
struct SelfPlayOpenings {
  StartRow row = StartRow::Standard;                // without a book
  std::shared_ptr<const Openings> lines;            // a book of positions or games; null: none
  std::shared_ptr<const chess::PolyglotBook> book;  // null: none
  int book_plies = 16;                              // at most, from `book`
  int least_random_plies = 8;
  int most_random_plies = 9;
  // An opening that a search finds less equal than this is replaced.
  int most_cp = 300;
};

// When both sides agree that a game is over. Cautious: a wrong result is worse than a few extra moves.
inline constexpr DrawRule kSelfPlayDraw{.from_move = 40, .moves = 6, .score_cp = 8};
inline constexpr ResignRule kSelfPlayResign{.moves = 2, .score_cp = 1000, .both = true};
// A search may take this many times its nodes to finish the depth.
inline constexpr std::uint64_t kHardNodesFactor = 8;

struct SelfPlayOptions {
  std::uint64_t seed = 1;
  SelfPlayOpenings openings;
  GameSettings game;  // allowances of both colors and adjudication
  std::size_t hash_mib = 8;
  double noise = 0;  // chance that a random legal move is played instead of the chosen one; the label stays
  // The move is one of the best `lines` that are at most `line_margin_cp` worse than the best.
  int lines = 1;
  int line_margin_cp = 0;
  // No search at all: random moves, labeled with material and piece-square values of the classical
  // evaluation. A game that is not over after game.max_moves is a win for the side that is kSyntheticWinCp
  // ahead by that count, otherwise a draw.
  bool synthetic = false;
};

inline constexpr int kSyntheticWinCp = 300;

// The unit of the labels.
[[nodiscard]] data::ScoreScale self_play_scale();

// The label that corresponds to a network output of 1.0: if training makes outputs the logits of expected
// results, labels and outputs keep their meaning from round to round.
[[nodiscard]] double label_of_one(const nn::Network& network);

// One worker. Not thread-safe.
class SelfPlayer {
 public:
  SelfPlayer(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation,
             const SelfPlayOptions& options);

  // The game with this number; nothing if `stop` was requested. The error says that no opening is equal
  // enough.
  [[nodiscard]] base::Result<std::optional<data::GameRecord>> play_numbered_game(std::uint64_t number,
                                                                                 const std::stop_token& stop);

 private:
  [[nodiscard]] chess::Game make_opening(std::uint64_t number, int attempt, base::Random& random) const;
  // Nothing: stopped.
  [[nodiscard]] std::optional<bool> is_balanced(const chess::Game& opening, const std::stop_token& stop);
  [[nodiscard]] std::optional<data::GameRecord> play_from(const chess::Game& opening, base::Random& random,
                                                          const std::stop_token& stop);
  [[nodiscard]] data::GameRecord synthetic_game(const chess::Game& opening, base::Random& random) const;

  SelfPlayOptions options_;
  SearchPlayer player_;
};

}  // namespace tabia::play
