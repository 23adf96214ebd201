#include "play/uci_player.h"

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::play {
namespace {

using base::concat;
using chess::CastlingNotation;
using chess::Color;
using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kQuitTime{500};
constexpr milliseconds kWriteTime{5'000};  // a program that doesn't take a line in this time hangs

constexpr std::size_t kLongestComplaint = 300;  // maximum number of its characters that are shown

uci::SetPosition position_command(const chess::Game& game, bool chess960) {
  uci::SetPosition command;
  const std::string fen = chess::to_fen(game.start());
  if (fen != chess::kStartFen)
    command.fen = chess960 ? chess::to_fen(game.start(), {.shredder_castling = true}) : fen;
  const auto castling = chess960 ? CastlingNotation::KingTakesRook : CastlingNotation::KingTarget;
  for (const chess::Move move : game.moves()) command.moves.push_back(chess::to_uci(move, castling));
  return command;
}

uci::Go go_command(const search::Limits& limits) {
  uci::Go go;
  for (const Color color : {Color::White, Color::Black}) {
    if (!limits.clock[color]) continue;
    go.time_ms[color] = limits.clock[color]->time_ms;
    go.increment_ms[color] = limits.clock[color]->increment_ms;
  }
  if (limits.moves_to_go > 0) go.moves_to_go = limits.moves_to_go;
  go.move_time_ms = limits.move_time_ms;
  if (limits.depth) go.depth = *limits.depth;
  if (limits.nodes) go.nodes = static_cast<std::int64_t>(*limits.nodes);
  return go;
}

// Records what an info line says about the best line; bounds count only while there is nothing better.
void read_info(std::string_view line, ChosenMove& chosen) {
  const auto output = uci::parse_output(line);
  if (!output) return;
  const auto* info = std::get_if<uci::Info>(&*output);
  if (!info || info->rank.value_or(1) != 1) return;
  if (info->nodes) chosen.nodes = *info->nodes;
  if (!info->score) return;
  const bool exact = info->score->bound == uci::InfoScore::Bound::Exact;
  if (!exact && chosen.score) return;
  chosen.score = info->score;
  if (info->depth) chosen.depth = *info->depth;
}

// An engine can complain about an option only with an info string.
bool is_complaint(std::string_view line) {
  if (!line.starts_with("info string ")) return false;
  const std::string lower = base::lowered(line);
  for (const std::string_view words : {"error", "could not", "not found"}) {
    if (lower.find(words) != std::string::npos) return true;
  }
  return false;
}

bool gives_up(std::string_view move) {
  for (const std::string_view word : {"(none)", "none", "0000", "null", "resign"}) {
    if (base::equal_ignoring_case(move, word)) return true;
  }
  return false;
}

// The largest increase among the processors.
std::int64_t most_added(const std::map<int, std::int64_t>& before, const std::map<int, std::int64_t>& after) {
  std::int64_t most = 0;
  for (const auto& [processor, us] : after) {
    if (const auto then = before.find(processor); then != before.end())
      most = std::max(most, us - then->second);
  }
  return most;
}

}  // namespace

std::optional<std::string> fault_of_value(const uci::OptionLine& option, std::string_view value) {
  const auto expected = [&](const auto&... what) {
    return concat("found ", base::quoted(value), ", expected ", what...);
  };
  switch (option.type) {
    case uci::OptionType::Spin: {
      const auto number = base::parse_integer<std::int64_t>(value);
      if (!number) return expected("a whole number");
      if ((!option.low || *number >= *option.low) && (!option.high || *number <= *option.high))
        return std::nullopt;
      if (!option.high) return expected("at least ", *option.low);
      if (!option.low) return expected("at most ", *option.high);
      return expected("a number from ", *option.low, " to ", *option.high);
    }
    case uci::OptionType::Check:
      if (value == "true" || value == "false") return std::nullopt;
      return expected("true or false");
    case uci::OptionType::Combo: {
      std::string choices;
      for (const std::string& choice : option.choices) {
        if (base::equal_ignoring_case(choice, value)) return std::nullopt;
        choices += concat(choices.empty() ? "" : ", ", choice);
      }
      if (choices.empty()) return std::nullopt;  // the engine didn't list them
      return expected("one of ", choices);
    }
    case uci::OptionType::Button:
    case uci::OptionType::String:
      break;
  }
  return std::nullopt;
}

UciPlayer::~UciPlayer() { discard(); }

void UciPlayer::discard() {
  if (!process_) return;
  const auto now = steady_clock::now();
  if (process_->write_line(uci::to_line(uci::Quit{}), now)) process_->finish(now + kQuitTime);
  process_.reset();
}

std::vector<std::string> UciPlayer::program_hashes() const {
  return process_ ? process_->program_hashes() : std::vector<std::string>();
}

Fault UciPlayer::fail(FaultKind kind, std::string text) {
  process_.reset();
  return Fault{kind, std::move(text)};
}

Fault UciPlayer::crash() { return fail(FaultKind::Crash, process_->end()); }

std::optional<Fault> UciPlayer::say(const uci::Command& command) {
  if (process_->write_line(uci::to_line(command), steady_clock::now() + kWriteTime)) return std::nullopt;
  return crash();
}

std::optional<Fault> UciPlayer::hear(std::string& line, Time deadline, std::string_view awaited,
                                     const std::stop_token& stop) {
  switch (process_->read_line(line, deadline, stop)) {
    case Process::Read::Line:
      return std::nullopt;
    case Process::Read::Closed:
      return crash();
    case Process::Read::Timeout:
      break;
  }
  if (stop.stop_requested()) return fail(FaultKind::Interrupted, "was interrupted");
  return fail(FaultKind::Stall, concat("did not say ", awaited, " within ", engine_.patience_ms, " ms"));
}

std::optional<Fault> UciPlayer::introduce(const std::stop_token& stop) {
  if (auto fault = say(uci::Identify{})) return fault;
  const Time deadline = steady_clock::now() + milliseconds(engine_.patience_ms);
  known_options_.clear();
  for (std::string line;;) {
    if (auto fault = hear(line, deadline, "uciok", stop)) return fault;
    const auto output = uci::parse_output(line);
    if (!output) continue;
    if (std::holds_alternative<uci::UciOk>(*output)) return std::nullopt;
    if (const auto* option = std::get_if<uci::OptionLine>(&*output)) known_options_.push_back(*option);
  }
}

const uci::OptionLine* UciPlayer::option_called(std::string_view name) const {
  const auto found =
      std::find_if(known_options_.begin(), known_options_.end(),
                   [&](const uci::OptionLine& known) { return base::equal_ignoring_case(known.name, name); });
  return found == known_options_.end() ? nullptr : &*found;
}

std::optional<Fault> UciPlayer::set_option(const uci::OptionLine& option, const std::string& value,
                                           const std::stop_token& stop) {
  if (const auto wrong = fault_of_value(option, value))
    return fail(FaultKind::BadOption, concat("can't take the option ", option.name, ": ", *wrong));
  const uci::SetOption command{option.name, value};
  if (auto fault = say(command)) return fault;
  // After each option, so that it is clear which one a complaint is about.
  std::string complaint;
  if (auto fault = ready(stop, &complaint)) return fault;
  if (complaint.empty()) return std::nullopt;
  return fail(FaultKind::BadOption,
              concat("answered ", base::quoted(uci::to_line(command), kLongestComplaint), " with ",
                     base::quoted(complaint, kLongestComplaint)));
}

std::optional<Fault> UciPlayer::set_options(const std::stop_token& stop) {
  auto wanted = engine_.options;
  if (engine_.chess960) {
    if (!option_called("UCI_Chess960"))
      return fail(FaultKind::StartFailure, "has no option UCI_Chess960, so it can't play Chess960");
    wanted.emplace_back("UCI_Chess960", "true");
  }
  if (engine_.nodes_per_ms > 0) {
    if (!option_called("nodestime"))
      return fail(FaultKind::StartFailure, "has no option nodestime, so its clock can't count nodes");
    wanted.emplace_back("nodestime", std::to_string(engine_.nodes_per_ms));
  }
  for (const auto& [name, value] : wanted) {
    const uci::OptionLine* option = option_called(name);
    if (!option) {
      if (!remarked_) remarks_.push_back(concat("has no option ", name, ", which was left out"));
      continue;
    }
    if (auto fault = set_option(*option, value, stop)) return fault;
  }
  remarked_ = true;
  return std::nullopt;
}

std::optional<Fault> UciPlayer::ready(const std::stop_token& stop, std::string* complaint) {
  if (auto fault = say(uci::IsReady{})) return fault;
  const Time deadline = steady_clock::now() + milliseconds(engine_.patience_ms);
  for (std::string line;;) {
    if (auto fault = hear(line, deadline, "readyok", stop)) return fault;
    if (base::trimmed(line) == "readyok") return std::nullopt;
    if (complaint && complaint->empty() && is_complaint(line)) *complaint = line;
  }
}

std::optional<Fault> UciPlayer::start(const std::stop_token& stop) {
  auto started = Process::start(engine_.launch);
  if (!started) return Fault{FaultKind::StartFailure, started.error().message};
  process_ = std::move(*started);
  auto fault = introduce(stop);
  if (!fault) fault = set_options(stop);
  if (!fault) fault = ready(stop);
  // Whatever goes wrong before the first game is a failure to start.
  if (fault && fault->kind != FaultKind::Interrupted && fault->kind != FaultKind::BadOption) {
    process_.reset();
    fault->kind = FaultKind::StartFailure;
  }
  return fault;
}

std::optional<Fault> UciPlayer::new_game(const std::stop_token& stop) {
  const bool fresh = !process_;
  if (fresh) {
    if (auto fault = start(stop)) return fault;
  }
  auto fault = say(uci::NewGame{});
  if (!fault) fault = ready(stop);
  // A program that ended between two games is started once more: the new game is not to blame.
  if (fault && !fresh && fault->kind == FaultKind::Crash) return new_game(stop);
  return fault;
}

Choice UciPlayer::read_answer(const chess::Game& game, std::string_view line, ChosenMove chosen) {
  std::string_view rest = line;
  static_cast<void>(base::take_word(rest));
  const std::string_view text = base::take_word(rest);
  if (gives_up(text)) return Fault{FaultKind::Forfeit, concat("gave up: ", base::quoted(line))};
  const auto move = chess::parse_uci_move(game.position(), text);
  if (!move)
    return Fault{FaultKind::IllegalMove, concat("answered ", base::quoted(line), ": ", move.error().message)};
  chosen.move = *move;
  return chosen;
}

Choice UciPlayer::choose_move(const chess::Game& game, const MoveRequest& request,
                              const std::stop_token& stop) {
  if (!process_) return Fault{FaultKind::Crash, "is not running"};
  if (auto fault = say(position_command(game, engine_.chess960))) return *fault;
  // The answer shows that the program is awake: the time needed for that is not charged.
  if (auto fault = ready(stop)) return *fault;
  ChosenMove chosen;
  const std::int64_t cpu_before = process_->cpu_us();
  const bool timed = request.limits.move_time_ms || request.limits.clock[game.position().side_to_move()];
  const std::int64_t waited_before = timed ? process_->waited_us() : 0;
  const auto stolen_before = timed ? process_->stolen_us() : std::map<int, std::int64_t>{};
  const Time begin = steady_clock::now();
  if (auto fault = say(go_command(request.limits))) return *fault;
  Time deadline = begin + milliseconds(request.answer_within_ms);
  for (std::string line;;) {
    const Process::Read read = process_->read_line(line, deadline, stop);
    if (read == Process::Read::Closed) return crash();
    if (read == Process::Read::Timeout) {
      if (stop.stop_requested()) return fail(FaultKind::Interrupted, "was interrupted");
      const auto elapsed_ms = duration_cast<milliseconds>(steady_clock::now() - begin).count();
      if (std::exchange(chosen.told_to_stop, true))
        return fail(FaultKind::Stall, concat("gave no move in ", elapsed_ms, " ms and ignored stop"));
      if (auto fault = say(uci::Stop{})) return *fault;
      deadline = steady_clock::now() + milliseconds(request.grace_ms);
      continue;
    }
    if (line.starts_with("info ")) {
      read_info(line, chosen);
    } else if (line == "bestmove" || line.starts_with("bestmove ")) {
      chosen.wall_us = duration_cast<microseconds>(steady_clock::now() - begin).count();
      chosen.cpu_us = process_->cpu_us() - cpu_before;
      if (timed) {
        const std::int64_t waited = process_->waited_us() - waited_before;
        chosen.waited_us = std::clamp<std::int64_t>(waited, 0, chosen.wall_us);
        chosen.stolen_us =
            std::clamp<std::int64_t>(most_added(stolen_before, process_->stolen_us()), 0, chosen.wall_us);
      }
      return read_answer(game, line, chosen);
    }
  }
}

}  // namespace tabia::play
