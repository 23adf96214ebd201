#include "play/game_loop.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "chess/see.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using chess::Color;
using chess::EnumArray;
using chess::GameResult;

constexpr std::int64_t kUsPerMs = 1'000;
constexpr std::int64_t kLongestMs = 1'000'000'000;  // eleven days
// With clocks that don't count real time, a player may use this many times as much real time before it is
// told to stop.
constexpr std::int64_t kBusyFactor = 10;

GameResult win_of(Color color) {
  return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

// Seconds with at most three decimals; nothing if the text is anything else.
std::optional<std::int64_t> parse_seconds(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : std::string_view();
  std::int64_t total_ms = 0;
  if (point > 0) {
    const auto whole = base::parse_integer<std::int64_t>(text.substr(0, point));
    if (!whole || *whole < 0 || *whole > kLongestMs / 1000) return std::nullopt;
    total_ms = *whole * 1000;
  }
  if (point == 0 && fraction.empty()) return std::nullopt;
  if (fraction.size() > 3) return std::nullopt;
  std::int64_t unit = 100;
  for (const char c : fraction) {
    if (!base::is_digit(c)) return std::nullopt;
    total_ms += unit * (c - '0');
    unit /= 10;
  }
  return total_ms;
}

std::string seconds_text(std::int64_t ms) {
  std::string text = std::to_string(ms / 1000);
  if (ms % 1000 == 0) return text;
  std::string fraction = std::to_string(1000 + ms % 1000).substr(1);
  while (fraction.back() == '0') fraction.pop_back();
  return concat(text, '.', fraction);
}

// --- the loop

// The side's material lead, in hundredths of a pawn.
int lead_of(const chess::Position& position, Color color) {
  int lead = 0;
  for (const chess::PieceType type : chess::kPieceTypes)
    lead += chess::kExchangeValues[type] *
            (chess::count(position.pieces(color, type)) - chess::count(position.pieces(~color, type)));
  return lead;
}

// Rook or queen against a bare king.
bool is_plain_mate(const chess::Position& position, Color winner) {
  using chess::PieceType;
  return chess::count(position.pieces(~winner)) == 1 &&
         (position.pieces(winner, PieceType::Rook) | position.pieces(winner, PieceType::Queen)) != 0;
}

// A player's scores of its last moves.
struct ScoreRun {
  int level_moves = 0;
  int losing_moves = 0;
  int winning_moves = 0;
};

struct Face {
  std::int64_t left_us = 0;
  int moves_to_go = 0;
};

class Loop {
 public:
  Loop(Player& white, Player& black, const chess::Game& opening, const GameSettings& settings,
       const std::stop_token& stop)
      : players_{{{&white, &black}}}, settings_(settings), stop_(stop) {
    finished_.game = opening;
    finished_.opening_moves = opening.moves().size();
    for (const Color color : {Color::White, Color::Black}) {
      if (const auto& control = settings.allowances[color].clock)
        faces_[color] = {(control->base_ms + control->increment_ms) * kUsPerMs, control->moves};
    }
  }

  FinishedGame play() {
    for (const Color color : {Color::White, Color::Black}) {
      if (const auto fault = players_[color]->new_game(stop_)) {
        lose_by_fault(color, *fault);
        return std::move(finished_);
      }
    }
    while (!over()) take_turn();
    return std::move(finished_);
  }

 private:
  [[nodiscard]] Color mover() const { return finished_.game.position().side_to_move(); }

  void end(GameResult result, EndReason reason, std::string detail) {
    finished_.result = result;
    finished_.reason = reason;
    finished_.detail = std::move(detail);
    over_ = true;
  }

  void lose_by_fault(Color loser, const Fault& fault) {
    if (fault.kind == FaultKind::Interrupted) {
      end(GameResult::Unknown, EndReason::Interrupted, "the match was interrupted");
      return;
    }
    const auto reason = [&] {
      switch (fault.kind) {
        case FaultKind::StartFailure:
        case FaultKind::BadOption:
          return EndReason::StartFailure;
        case FaultKind::Stall:
          return EndReason::Stall;
        case FaultKind::IllegalMove:
          return EndReason::IllegalMove;
        case FaultKind::Forfeit:
          return EndReason::Forfeit;
        case FaultKind::Crash:
        case FaultKind::Interrupted:
          break;
      }
      return EndReason::Crash;
    }();
    lose(loser, reason, concat(name_of(loser), ' ', fault.text));
  }

  // The player did something that isn't allowed. Don't trust its state in the next game.
  void lose(Color loser, EndReason reason, std::string detail) {
    end(win_of(~loser), reason, std::move(detail));
    players_[loser]->discard();
  }

  // Checks the rules first, then the settings.
  [[nodiscard]] bool over() {
    if (over_) return true;
    switch (finished_.game.end()) {
      case chess::GameEnd::None:
        break;
      case chess::GameEnd::Checkmate:
        end(win_of(~mover()), EndReason::Checkmate, concat(name_of(~mover()), " mates"));
        return true;
      case chess::GameEnd::Stalemate:
        end(GameResult::Draw, EndReason::Stalemate, "Draw by stalemate");
        return true;
      case chess::GameEnd::InsufficientMaterial:
        end(GameResult::Draw, EndReason::InsufficientMaterial, "Draw by insufficient material");
        return true;
      case chess::GameEnd::FiftyMoves:
        end(GameResult::Draw, EndReason::FiftyMoves, "Draw by the fifty-move rule");
        return true;
      case chess::GameEnd::Threefold:
        end(GameResult::Draw, EndReason::Threefold, "Draw by threefold repetition");
        return true;
    }
    adjudicate();
    return over_;
  }

  void adjudicate() {
    if (finished_.choices.empty()) return;  // no adjudication before the first move
    adjudicate_by_tablebase();
    if (!over_ && settings_.resign) adjudicate_resignation(*settings_.resign);
    if (!over_ && settings_.material && won_plies_ >= settings_.material->plies)
      end(win_of(winner_), EndReason::ResignAdjudication, concat(name_of(winner_), " wins by adjudication"));
    if (!over_ && settings_.draw) adjudicate_draw(*settings_.draw);
    if (!over_ && settings_.max_moves > 0 &&
        finished_.choices.size() >= 2 * static_cast<std::size_t>(settings_.max_moves)) {
      end(GameResult::Draw, EndReason::MaxMoves, concat("Draw: ", settings_.max_moves, " moves were played"));
    }
  }

  // Tablebases don't take the fifty-move counter into account, so they are probed only after captures and
  // pawn moves.
  void adjudicate_by_tablebase() {
    const chess::Position& position = finished_.game.position();
    if (!settings_.tablebase || position.halfmove_clock() != 0 ||
        std::popcount(position.occupied()) > settings_.tablebase->largest())
      return;
    const auto known = settings_.tablebase->result_of(position);
    if (!known) return;
    if (*known == search::TablebaseResult::Win || *known == search::TablebaseResult::Loss) {
      const Color winner = *known == search::TablebaseResult::Win ? mover() : ~mover();
      end(win_of(winner), EndReason::TablebaseAdjudication, concat(name_of(winner), " wins by tablebase"));
    } else {
      end(GameResult::Draw, EndReason::TablebaseAdjudication, "Draw by tablebase");
    }
  }

  void adjudicate_resignation(const ResignRule& rule) {
    for (const Color loser : {Color::White, Color::Black}) {
      const bool lost = runs_[loser].losing_moves >= rule.moves;
      const bool agreed = !rule.both || runs_[~loser].winning_moves >= rule.moves;
      if (!lost || !agreed) continue;
      end(win_of(~loser), EndReason::ResignAdjudication, concat(name_of(~loser), " wins by adjudication"));
      return;
    }
  }

  void adjudicate_draw(const DrawRule& rule) {
    const int level = std::min(runs_[Color::White].level_moves, runs_[Color::Black].level_moves);
    if (level < rule.moves || finished_.game.position().fullmove_number() <= rule.from_move) return;
    end(GameResult::Draw, EndReason::DrawAdjudication, "Draw by adjudication");
  }

  void judge(Color color, const std::optional<uci::InfoScore>& score) {
    ScoreRun& run = runs_[color];
    const auto count = [](int& counter, bool again) { counter = again ? counter + 1 : 0; };
    const bool mate = score && score->unit == uci::InfoScore::Unit::Mate;
    const auto reaches = [&](int cp) { return score && (mate ? score->value > 0 : score->value >= cp); };
    const auto falls_to = [&](int cp) { return score && (mate ? score->value <= 0 : score->value <= cp); };
    if (settings_.draw)
      count(run.level_moves, score && !mate && std::abs(score->value) <= settings_.draw->score_cp);
    if (settings_.resign) {
      count(run.losing_moves, falls_to(-settings_.resign->score_cp));
      count(run.winning_moves, reaches(settings_.resign->score_cp));
    }
  }

  // Counts for how many plies the same side has been winning in the sense of the rule. Call it before the
  // move is played.
  void judge_material(const MaterialRule& rule, const ChosenMove& chosen) {
    const chess::Position& position = finished_.game.position();
    const Color ahead = lead_of(position, mover()) > 0 ? mover() : ~mover();
    const int sign = ahead == mover() ? 1 : -1;
    const bool mate = chosen.score && chosen.score->unit == uci::InfoScore::Unit::Mate;
    const bool agreed = chosen.score && sign * chosen.score->value >= (mate ? 1 : rule.score_cp);
    const bool won = lead_of(position, ahead) >= rule.lead && (agreed || is_plain_mate(position, ahead));
    won_plies_ = !won ? 0 : ahead == winner_ ? won_plies_ + 1 : 1;
    winner_ = ahead;
  }

  [[nodiscard]] MoveRequest request_for(Color color) const {
    const Allowance& allowance = settings_.allowances[color];
    MoveRequest request;
    request.limits.nodes = allowance.nodes;
    request.limits.depth = allowance.depth;
    request.limits.soft_nodes = allowance.soft_nodes;
    request.limits.move_time_ms = allowance.move_time_ms;
    if (allowance.clock) {
      request.limits.moves_to_go = faces_[color].moves_to_go;
      for (const Color side : {Color::White, Color::Black}) {
        // If a player has no clock, show it the opponent's.
        const Color owner = settings_.allowances[side].clock ? side : color;
        request.limits.clock[side] =
            search::Clock{.time_ms = std::max<std::int64_t>(1, faces_[owner].left_us / kUsPerMs),
                          .increment_ms = settings_.allowances[owner].clock->increment_ms};
      }
    }
    std::optional<std::int64_t> time_ms = allowance.move_time_ms;
    if (allowance.clock) {
      const std::int64_t left_ms = faces_[color].left_us / kUsPerMs;
      time_ms = time_ms ? std::min(*time_ms, left_ms) : left_ms;
    }
    if (!time_ms) {
      request.answer_within_ms = 10 * settings_.stall_ms;
    } else if (settings_.clock == ClockKind::Wall) {
      request.answer_within_ms = *time_ms + settings_.margin_ms;
    } else {
      request.answer_within_ms = kBusyFactor * *time_ms + settings_.stall_ms;
    }
    request.grace_ms = settings_.stall_ms;
    return request;
  }

  [[nodiscard]] std::int64_t charged_us(const ChosenMove& chosen) const {
    switch (settings_.clock) {
      case ClockKind::Wall:
        return chosen.wall_us;
      case ClockKind::Cpu:
        return chosen.cpu_us;
      case ClockKind::Nodes:
        break;
    }
    return static_cast<std::int64_t>(chosen.nodes) * kUsPerMs /
           std::max<std::int64_t>(1, settings_.nodes_per_ms);
  }

  // By how much the move exceeded its time, beyond what is tolerated, in microseconds; updates the clock.
  [[nodiscard]] std::int64_t overstep_us(Color color, const ChosenMove& chosen) {
    const Allowance& allowance = settings_.allowances[color];
    const std::int64_t charge = charged_us(chosen);
    std::int64_t overstep = 0;
    if (allowance.move_time_ms) overstep = charge - *allowance.move_time_ms * kUsPerMs;
    if (allowance.clock) {
      Face& face = faces_[color];
      face.left_us -= charge;
      overstep = std::max(overstep, -face.left_us);
      face.left_us = std::max<std::int64_t>(0, face.left_us) + allowance.clock->increment_ms * kUsPerMs;
      if (allowance.clock->moves > 0 && --face.moves_to_go == 0) {
        face.left_us += allowance.clock->base_ms * kUsPerMs;
        face.moves_to_go = allowance.clock->moves;
      }
    }
    const std::int64_t excuse =
        chosen.stolen_us + (settings_.clock == ClockKind::Wall ? chosen.waited_us : 0);
    return overstep > settings_.margin_ms * kUsPerMs + excuse ? overstep : 0;
  }

  void take_turn() {
    const Color color = mover();
    const Choice choice = players_[color]->choose_move(finished_.game, request_for(color), stop_);
    if (const auto* fault = std::get_if<Fault>(&choice)) {
      lose_by_fault(color, *fault);
      return;
    }
    const ChosenMove& chosen = std::get<ChosenMove>(choice);
    if (const std::int64_t overstep = overstep_us(color, chosen); overstep > 0) {
      lose(color, EndReason::TimeLoss,
           concat(name_of(color), " loses on time, ", overstep / kUsPerMs, " ms over"));
      return;
    }
    const bool timed = settings_.allowances[color].clock || settings_.allowances[color].move_time_ms;
    if (chosen.told_to_stop && !(timed && settings_.clock == ClockKind::Wall)) {
      lose_by_fault(color, {FaultKind::Stall,
                            concat("had to be told to stop after ", chosen.wall_us / kUsPerMs, " ms")});
      return;
    }
    judge(color, chosen.score);
    if (settings_.material) judge_material(*settings_.material, chosen);
    finished_.game.play(chosen.move);
    finished_.choices.push_back(chosen);
  }

  EnumArray<Color, Player*> players_;
  const GameSettings& settings_;
  const std::stop_token& stop_;
  EnumArray<Color, Face> faces_{};
  EnumArray<Color, ScoreRun> runs_{};
  Color winner_ = Color::White;  // the side that has been winning for won_plies_ (MaterialRule)
  int won_plies_ = 0;
  FinishedGame finished_;
  bool over_ = false;
};

// --- PGN

// "+0.35/18 0.120s": score in pawns for the side that moved, or plies to mate; depth; time.
std::string comment_of(const ChosenMove& chosen) {
  std::array<char, 64> buffer{};
  std::string text = "0.00/0";
  if (chosen.score && chosen.score->unit == uci::InfoScore::Unit::Mate) {
    const int moves = chosen.score->value;
    text = concat(moves > 0 ? "+M" : "-M", moves > 0 ? 2 * moves - 1 : -2 * moves, '/', chosen.depth);
  } else if (chosen.score) {
    std::snprintf(buffer.data(), buffer.size(), "%+.2f/%d", chosen.score->value / 100.0, chosen.depth);
    text = buffer.data();
  }
  std::snprintf(buffer.data(), buffer.size(), " %.3fs", static_cast<double>(chosen.wall_us) / 1e6);
  text += buffer.data();
  if (chosen.nodes > 0) text += concat(", n=", chosen.nodes);
  return text;
}

// The words of the PGN standard for the tag Termination.
std::string_view termination_of(EndReason reason) {
  switch (reason) {
    case EndReason::Checkmate:
    case EndReason::Stalemate:
    case EndReason::InsufficientMaterial:
    case EndReason::FiftyMoves:
    case EndReason::Threefold:
      return "normal";
    case EndReason::DrawAdjudication:
    case EndReason::ResignAdjudication:
    case EndReason::TablebaseAdjudication:
    case EndReason::MaxMoves:
      return "adjudication";
    case EndReason::TimeLoss:
      return "time forfeit";
    case EndReason::IllegalMove:
      return "rules infraction";
    case EndReason::Forfeit:
    case EndReason::Crash:
    case EndReason::Stall:
    case EndReason::StartFailure:
      return "abandoned";
    case EndReason::Interrupted:
      break;
  }
  return "unterminated";
}

constexpr std::array<std::string_view, kEndReasonCount> kReasonNames = {"checkmate",
                                                                        "stalemate",
                                                                        "insufficient material",
                                                                        "fifty moves",
                                                                        "threefold repetition",
                                                                        "draw adjudication",
                                                                        "resign adjudication",
                                                                        "tablebase adjudication",
                                                                        "move limit",
                                                                        "time loss",
                                                                        "illegal move",
                                                                        "forfeit",
                                                                        "crash",
                                                                        "stall",
                                                                        "start failure",
                                                                        "interrupted"};

// A comment has single spaces only, and no brace that would end it.
std::string as_comment(std::string_view text) {
  std::string out;
  for (const auto word : base::words(text)) out += concat(out.empty() ? "" : " ", word);
  for (char& c : out) {
    if (c == '{' || c == '}' || static_cast<unsigned char>(c) < ' ') c = '?';
  }
  return out;
}

}  // namespace

std::string_view name_of(ClockKind kind) noexcept {
  switch (kind) {
    case ClockKind::Wall:
      return "wall";
    case ClockKind::Cpu:
      return "cpu";
    case ClockKind::Nodes:
      break;
  }
  return "nodes";
}

base::Result<TimeControl> parse_time_control(std::string_view text) {
  const auto fault = [&] {
    return Error{concat("found ", base::quoted(text),
                        ", expected [MOVES/]SECONDS[+INCREMENT], for example 10+0.1, 40/60 or 1:30+1")};
  };
  TimeControl control;
  std::string_view rest = text;
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const auto moves = base::parse_integer<int>(rest.substr(0, slash));
    if (!moves || *moves < 1) return fault();
    control.moves = *moves;
    rest.remove_prefix(slash + 1);
  }
  const std::size_t plus = std::min(rest.find('+'), rest.size());
  if (plus < rest.size()) {
    const auto increment = parse_seconds(rest.substr(plus + 1));
    if (!increment) return fault();
    control.increment_ms = *increment;
  }
  std::string_view base = rest.substr(0, plus);
  if (const std::size_t colon = base.find(':'); colon != std::string_view::npos) {
    const auto minutes = base::parse_integer<std::int64_t>(base.substr(0, colon));
    if (!minutes || *minutes < 0 || *minutes > kLongestMs / 60'000) return fault();
    control.base_ms = *minutes * 60'000;
    base.remove_prefix(colon + 1);
  }
  const auto seconds = parse_seconds(base);
  if (!seconds) return fault();
  control.base_ms += *seconds;
  if (control.base_ms + control.increment_ms < 1) return fault();
  return control;
}

std::string to_string(const TimeControl& control) {
  std::string text = control.moves > 0 ? concat(control.moves, '/') : "";
  text += seconds_text(control.base_ms);
  if (control.increment_ms > 0) text += concat('+', seconds_text(control.increment_ms));
  return text;
}

std::string to_string(const Allowance& allowance) {
  std::string text;
  const auto add = [&](const std::string& part) { text += concat(text.empty() ? "" : " ", part); };
  if (allowance.clock) add(to_string(*allowance.clock));
  if (allowance.move_time_ms) add(concat("movetime=", *allowance.move_time_ms));
  if (allowance.nodes) add(concat("nodes=", *allowance.nodes));
  if (allowance.depth) add(concat("depth=", *allowance.depth));
  if (allowance.soft_nodes) add(concat("softnodes=", *allowance.soft_nodes));
  return text;
}

std::string_view name_of(EndReason reason) noexcept { return kReasonNames[static_cast<std::size_t>(reason)]; }

std::optional<EndReason> parse_end_reason(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kReasonNames.size(); ++i) {
    if (kReasonNames[i] == name) return static_cast<EndReason>(i);
  }
  return std::nullopt;
}

bool is_fault(EndReason reason) noexcept {
  return reason >= EndReason::TimeLoss && reason <= EndReason::StartFailure;
}

FinishedGame play_game(Player& white, Player& black, const chess::Game& opening, const GameSettings& settings,
                       const std::stop_token& stop) {
  return Loop(white, black, opening, settings, stop).play();
}

chess::PgnGame to_pgn_game(const FinishedGame& finished, std::vector<chess::PgnTag> tags) {
  chess::PgnGame pgn;
  pgn.tags = std::move(tags);
  pgn.start = finished.game.start();
  pgn.result = finished.result;
  const auto& moves = finished.game.moves();
  pgn.tags.push_back({"PlyCount", std::to_string(moves.size())});
  pgn.tags.push_back({"Termination", std::string(termination_of(finished.reason))});
  for (std::size_t i = 0; i < moves.size(); ++i) {
    chess::PgnMove move;
    move.move = moves[i];
    move.comment =
        i < finished.opening_moves ? "book" : comment_of(finished.choices[i - finished.opening_moves]);
    pgn.line.moves.push_back(move);
  }
  const std::string end = as_comment(finished.detail);
  std::string& last = pgn.line.moves.empty() ? pgn.line.comment : pgn.line.moves.back().comment;
  last += concat(last.empty() ? "" : ", ", end);
  return pgn;
}

}  // namespace tabia::play
