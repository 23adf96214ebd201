// play/player.h: something that plays chess: a UCI program or a searcher of this one.
//
// A player never throws and never ends the match: whatever goes wrong is returned as a Fault, which decides a
// game, and new_game() restores the player. A player belongs to one thread at a time. play/uci_player.h and
// play/search_player.h are the two kinds.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/score.h"
#include "chess/game.h"
#include "search/limits.h"
#include "uci/output.h"

namespace tabia::play {

// The request to a player on its turn.
struct MoveRequest {
  search::Limits limits;  // the player sets `start` when it begins
  // A player that has not answered after this much real time is told to move immediately, and counts as hung
  // if it still hasn't after the grace period.
  std::int64_t answer_within_ms = 600'000;
  std::int64_t grace_ms = 5'000;
};

// A move that a player considered, and its score.
struct RankedMove {
  chess::Move move;
  base::Score label = 0;  // as ChosenMove::label
  int cp = 0;             // the same as shown, in centipawns; only if the label is not decisive
};

struct ChosenMove {
  chess::Move move;                     // legal
  std::optional<uci::InfoScore> score;  // for the side that moves; nothing if the player reported none
  // The same in search units (search/scale.h), mates as in base/score.h: the labels of training data. Only
  // players of this program report it.
  std::optional<base::Score> label{};
  int depth = 0;               // plies; 0 if not reported
  std::uint64_t nodes = 0;     // 0 if not reported
  std::int64_t wall_us = 0;    // from the request to the answer
  std::int64_t cpu_us = 0;     // processor time that the player used for it
  std::int64_t waited_us = 0;  // of wall_us: the player was ready to run but had no processor, if known
  std::int64_t stolen_us = 0;  // of wall_us: the virtual machine's host had taken the processor, if known
  bool told_to_stop = false;   // it did not finish by itself
  // All moves with a line (MultiPV), the best first; only from players of this program with several lines.
  std::vector<RankedMove> ranking{};
};

enum class FaultKind {
  StartFailure,  // could not be started, or did not say that it is ready
  BadOption,     // rejects an option's value; counts as a failure to start too
  Crash,         // ended, or closed its output
  Stall,         // did not answer, even when told to stop
  IllegalMove,   // answered with something other than a legal move
  Forfeit,       // answered that it has no move, or resigned
  Interrupted,   // the match is being stopped; no one's fault
};

struct Fault {
  FaultKind kind = FaultKind::Crash;
  std::string text;  // what happened, in words; the player is the subject: "exited with status 1"
};

using Choice = std::variant<ChosenMove, Fault>;

class Player {
 public:
  virtual ~Player() = default;

  // Forgets the last game and gets ready for another; starts or restarts what is not running.
  [[nodiscard]] virtual std::optional<Fault> new_game(const std::stop_token& stop) = 0;
  // The move in the last position of the game, which is not over. Requires new_game() without a fault, and
  // again after every fault.
  [[nodiscard]] virtual Choice choose_move(const chess::Game& game, const MoveRequest& request,
                                           const std::stop_token& stop) = 0;
  // The player lost by a fault: whatever state it is in must not affect the next game. new_game() comes next.
  virtual void discard() {}
  // Remarks for the user that have not been reported yet ("has no option Foo").
  [[nodiscard]] virtual std::vector<std::string> take_remarks() { return {}; }
};

}  // namespace tabia::play
