// play/game_loop.h: the loop that plays a game between any two players.
//
// It knows the rules, the clocks and adjudication, and nothing about processes, threads or files: a match
// runs it with UCI programs, self-play with searchers of this program. Every game ends with a result and a
// reason.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "chess/pgn.h"
#include "play/player.h"
#include "search/tablebase.h"

namespace tabia::play {

// What a clock counts.
enum class ClockKind {
  Wall,   // real time
  Cpu,    // processor time that the player used: fair on a busy machine
  Nodes,  // nodes that the player reports, a fixed number per millisecond
};
[[nodiscard]] std::string_view name_of(ClockKind kind) noexcept;

struct TimeControl {
  std::int64_t base_ms = 0;
  std::int64_t increment_ms = 0;  // added for every move, including the first
  int moves = 0;  // base_ms is added again after this many moves; 0: base_ms is for the whole game
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// What a player may use for a move. All limits that are set apply.
struct Allowance {
  std::optional<TimeControl> clock{};
  std::optional<std::int64_t> move_time_ms{};
  std::optional<std::uint64_t> nodes{};
  std::optional<int> depth{};
  // Soft limit: start no new depth after this many nodes (search/limits.h). Only for players of this program.
  std::optional<std::uint64_t> soft_nodes{};

  [[nodiscard]] bool is_empty() const noexcept {
    return !clock && !move_time_ms && !nodes && !depth && !soft_nodes;
  }
  friend bool operator==(const Allowance&, const Allowance&) = default;
};

// "10+0.1", "40/60", "40/60+0.5", "1:30+1": [moves/](seconds or minutes:seconds)[+seconds].
[[nodiscard]] base::Result<TimeControl> parse_time_control(std::string_view text);
// In the same form.
[[nodiscard]] std::string to_string(const TimeControl& control);
// "10+0.1", "nodes=1000 depth=8": for users and PGN tags.
[[nodiscard]] std::string to_string(const Allowance& allowance);

// Draw if both players' scores were within `score_cp` for `moves` moves in a row, from move number
// `from_move` on.
struct DrawRule {
  int from_move = 40;
  int moves = 8;
  int score_cp = 10;
};
// The loser's score was `score_cp` behind for `moves` moves in a row; with `both`, the winner must agree.
struct ResignRule {
  int moves = 3;
  int score_cp = 600;
  bool both = true;
};

// Ends won games that a short search might fail to win, without trusting the scale of its scores: for `plies`
// plies in a row the winner was at least `lead` ahead in material (hundredths of a pawn, chess/see.h), and
// either the player to move said that the game is decided by `score_cp` or by mate, or the loser had a bare
// king against a rook or a queen.
struct MaterialRule {
  int plies = 10;
  int lead = 500;
  int score_cp = 1000;
};

struct GameSettings {
  chess::EnumArray<chess::Color, Allowance> allowances{};
  ClockKind clock = ClockKind::Wall;
  std::int64_t nodes_per_ms = 0;  // for the clock that counts nodes
  // A move that exceeds the clock by no more than this is tolerated, and so is the time that the player spent
  // waiting for a processor: a busy machine is not its fault.
  std::int64_t margin_ms = 100;
  // How long after its time is up a player counts as hung; without a clock, ten times as long.
  std::int64_t stall_ms = 30'000;
  std::optional<DrawRule> draw;
  std::optional<ResignRule> resign;
  std::optional<MaterialRule> material{};
  int max_moves = 0;  // a draw when both sides have made this many; 0: no limit
  std::shared_ptr<const search::Tablebase> tablebase;  // for adjudication; null: none
};

enum class EndReason : std::uint8_t {
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  FiftyMoves,
  Threefold,
  DrawAdjudication,
  ResignAdjudication,
  TablebaseAdjudication,
  MaxMoves,
  TimeLoss,
  IllegalMove,
  Forfeit,
  Crash,
  Stall,
  StartFailure,
  Interrupted,  // no result
};
inline constexpr int kEndReasonCount = static_cast<int>(EndReason::Interrupted) + 1;

// "checkmate", "time loss": the same words in records, PGN and summaries.
[[nodiscard]] std::string_view name_of(EndReason reason) noexcept;
[[nodiscard]] std::optional<EndReason> parse_end_reason(std::string_view name) noexcept;
// Did the loser do something wrong?
[[nodiscard]] bool is_fault(EndReason reason) noexcept;

struct FinishedGame {
  chess::Game game;                 // the opening and the moves played
  std::size_t opening_moves = 0;    // number of moves given by the opening
  std::vector<ChosenMove> choices;  // one for each move after the opening
  chess::GameResult result = chess::GameResult::Unknown;
  EndReason reason = EndReason::Interrupted;
  std::string detail;  // in words: "Black exited with status 1"
};

// The game must not be over at the end of the opening. When `stop` is requested the game ends as Interrupted.
[[nodiscard]] FinishedGame play_game(Player& white, Player& black, const chess::Game& opening,
                                     const GameSettings& settings, const std::stop_token& stop);

// The game as PGN: scores, depths and times as comments that chess/pgn_annotation.h reads, and the reason of
// its end in the last comment and in the tag Termination. `tags` come first; Result, PlyCount and Termination
// are added.
[[nodiscard]] chess::PgnGame to_pgn_game(const FinishedGame& finished, std::vector<chess::PgnTag> tags);

}  // namespace tabia::play
