#include "engine/uci_loop.h"

#include <cmath>
#include <exception>
#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/perft.h"
#include "engine/bench.h"
#include "engine/describe.h"
#include "engine/openings.h"

namespace tabia::engine {

using base::concat;
using uci::Info;

// Prints what the search reports, and remembers what was printed last.
class UciLoop::Reporter : public search::Observer {
 public:
  Reporter(UciLoop& loop, const Request& request)
      : loop_(loop),
        presentation_(loop.engine_.presentation(request.game.position())),
        minimal_(loop.engine_.settings().minimal),
        shows_probabilities_((loop.engine_.search_kind() == puct::SearchKind::Policy ||
                              loop.engine_.search_kind() == puct::SearchKind::Human) &&
                             loop.engine_.settings().searcher.lines > 1) {}

  void on_line(const search::Line& line, const search::Counters& counters) override {
    pass_on_remarks();
    if (line.rank == 1 && !line.moves.empty()) best_so_far_ = line.moves.front();
    if (!minimal_) print(line, counters);
  }

  void on_missing_threads(int running, int wanted) override {
    loop_.say(uci::info_string(
        concat("the system gives no more threads: ", running, " of ", wanted, " are searching")));
  }

  void on_root_move(int depth, chess::Move move, int number) override {
    if (minimal_) return;
    Info info;
    info.depth = depth;
    info.current_move = move_text(move, presentation_);
    info.current_move_number = number;
    loop_.say(info);
  }

  // Of what the search has reported; none before its first line.
  [[nodiscard]] chess::Move best_so_far() const noexcept { return best_so_far_; }

  // Ends with bestmove. The last line printed for the best move may be a bound, or belong to another move
  // than the one that several threads agreed on: then the lines are printed once more.
  void finish(const Answer& answer) {
    pass_on_remarks();
    const search::SearchResult& result = answer.result;
    if (answer.from_book) {
      loop_.say(uci::info_string(concat("book move ", move_text(result.best, presentation_))));
    } else if (!tells(result)) {
      for (const search::Line& line : result.lines) print(line, result.counters);
    }
    uci::BestMove best;
    best.best = result.best ? move_text(result.best, presentation_) : "(none)";
    if (result.best && result.ponder) best.ponder = move_text(result.ponder, presentation_);
    loop_.say(best);
  }

 private:
  void pass_on_remarks() {
    for (const std::string& remark : loop_.engine_.take_remarks()) loop_.say(uci::info_string(remark));
  }

  // Did the last printed line of the best move match the result?
  [[nodiscard]] bool tells(const search::SearchResult& result) const {
    if (!last_ || result.lines.empty()) return result.lines.empty();
    const search::Line& final_line = result.lines.front();
    return last_->moves == final_line.moves && last_->bound == final_line.bound &&
           last_->score == final_line.score;
  }

  // "e2e4 probability 45.3%"
  [[nodiscard]] std::string probability_text(const search::Line& line) const {
    const auto permille = std::lround(1000 * *line.probability);
    return concat(move_text(line.moves.front(), presentation_), " probability ", permille / 10, ".",
                  permille % 10, "%");
  }

  void print(const search::Line& line, const search::Counters& counters) {
    if (line.rank == 1) last_ = line;
    loop_.say(to_info(line, counters, presentation_));
    if (line.probability && shows_probabilities_) loop_.say(uci::info_string(probability_text(line)));
  }

  UciLoop& loop_;
  const Presentation presentation_;
  const bool minimal_;
  const bool shows_probabilities_;    // UCI has no field for them
  std::optional<search::Line> last_;  // of rank 1, as printed
  chess::Move best_so_far_;
};

UciLoop::UciLoop(Engine& engine, std::string name, Sink sink)
    : engine_(engine), name_(std::move(name)), sink_(std::move(sink)) {}

UciLoop::~UciLoop() {
  worker_.stop();
  worker_.wait();
}

bool UciLoop::handle(std::string_view line) {
  read_at_ = std::chrono::steady_clock::now();
  log_input(line);
  const auto command = uci::parse_command(line);
  if (!command) {
    say_error(command.error().message);
    return true;
  }
  try {
    std::visit([this](const auto& known) { on(known); }, *command);
  } catch (const std::exception& failure) {
    say_error(failure.what());
  }
  return !std::holds_alternative<uci::Quit>(*command);
}

void UciLoop::finish() {
  if (running_ == Running::EndlessSearch) worker_.stop();
  worker_.wait();
}

void UciLoop::end() {
  if (running_ != Running::Search) worker_.stop();
  worker_.wait();
}

void UciLoop::run(std::istream& in) {
  base::LineReader lines(in);
  while (lines.next()) {
    if (lines.is_cut()) {
      say_error(concat("found a line of more than ", base::LineReader::kLongestLine, " bytes"));
    } else if (!handle(lines.line())) {
      return;
    }
  }
  end();
}

// --- what runs

void UciLoop::settle() {
  if (running_ != Running::Tool) worker_.stop();
  worker_.wait();
}

void UciLoop::start(Running kind, Background::Job job) {
  running_ = kind;
  ends_after_ponder_hit_ = ends_after_ponder_hit_ && kind != Running::Tool;
  const auto guarded = [this, job = std::move(job)](const std::stop_token& stop) {
    try {
      job(stop);
    } catch (const std::exception& failure) {
      say_error(failure.what());
    }
  };
  const auto started = worker_.start(guarded);
  if (started) return;
  say_error(concat(started.error().message, "; no commands are read until this one has ended"));
  std::stop_source stop;
  if (kind == Running::EndlessSearch) stop.request_stop();  // nothing else would end it
  guarded(stop.get_token());
}

void UciLoop::search(const Request& request, const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [this] { engine_.stop(); });
  Reporter reporter(*this, request);
  Answer answer;
  try {
    answer = engine_.run(request, &reporter);
  } catch (const std::exception& failure) {
    say_error(concat("the search failed: ", failure.what()));
    answer = engine_.answer_without_search(request);
    if (const chess::Move best = reporter.best_so_far()) answer.result.best = best;
  }
  reporter.finish(answer);
}

// --- output

void UciLoop::say(std::string_view lines) {
  std::string whole(lines);
  if (whole.empty() || whole.back() != '\n') whole += '\n';
  const std::lock_guard lock(output_mutex_);
  sink_(whole);
  if (log_.is_open()) {
    for (const auto line : base::split(std::string_view(whole).substr(0, whole.size() - 1), '\n'))
      log_ << "<< " << line << '\n';
    log_.flush();
  }
}

void UciLoop::say_error(std::string_view message) {
  ++errors_;
  say(uci::info_string(concat("error: ", message)));
}

void UciLoop::log_input(std::string_view line) {
  const std::lock_guard lock(output_mutex_);
  if (log_.is_open()) log_ << ">> " << line << std::endl;
}

void UciLoop::open_log(const std::string& path) {
  bool failed = !base::check_opens_at_once(path, base::Devices::Allowed).ok();
  {
    const std::lock_guard lock(output_mutex_);
    if (log_.is_open()) log_.close();
    log_.clear();
    if (!path.empty() && !failed) log_.open(std::filesystem::path(path), std::ios::app | std::ios::binary);
    failed = !path.empty() && !log_.is_open();
  }
  log_path_ = failed ? "" : path;
  if (failed) say_error(concat("option Debug Log File: can't write to ", base::quoted(path)));
}

// --- the protocol

void UciLoop::on(const uci::Identify&) {
  std::string lines =
      concat(to_line(uci::Id{"name", name_}), "\n", to_line(uci::Id{"author", "the Tabia authors"}), "\n");
  for (const OptionSpec& option : engine_.options()) lines += concat(to_line(option.line), "\n");
  say(lines + to_line(uci::UciOk{}));
}

void UciLoop::on(const uci::IsReady&) { say(uci::ReadyOk{}); }

void UciLoop::on(const uci::NewGame&) {
  settle();
  engine_.new_game();
}

void UciLoop::on(const uci::SetPosition& wanted) {
  const auto remarks = engine_.set_position(wanted);
  if (!remarks) {
    say_error(concat(remarks.error().message, "; the position stays as it was"));
    return;
  }
  for (const std::string& remark : *remarks) say(uci::info_string(concat("repaired: ", remark)));
  if (debug_) say(uci::info_string(concat("position ", chess::to_fen(engine_.game().position()))));
}

void UciLoop::on(const uci::Go& go) {
  if (go.perft) return on(uci::Perft{*go.perft});
  settle();
  Request request = engine_.prepare(go, read_at_);
  for (const std::string& remark : request.remarks) say_error(remark);
  uci::Go without_ponder = go;
  without_ponder.ponder = false;
  ends_after_ponder_hit_ = without_ponder.is_finite();
  start(go.is_finite() ? Running::Search : Running::EndlessSearch,
        [this, request = std::move(request)](const std::stop_token& stop) { search(request, stop); });
}

void UciLoop::on(const uci::Stop&) { worker_.stop(); }

void UciLoop::on(const uci::PonderHit&) {
  engine_.ponder_hit();
  if (ends_after_ponder_hit_) running_ = Running::Search;
}

void UciLoop::on(const uci::SetOption& option) {
  settle();
  const auto remarks = engine_.set_option(option.name, option.value);
  if (!remarks) {
    say_error(remarks.error().message);
    return;
  }
  for (const std::string& remark : *remarks) say(uci::info_string(remark));
  if (debug_) say(uci::info_string(concat("set ", option.name, " to ", base::quoted(option.value))));
  if (engine_.settings().debug_log_file != log_path_) open_log(engine_.settings().debug_log_file);
}

void UciLoop::on(const uci::Debug& debug) { debug_ = debug.on; }

void UciLoop::on(const uci::Quit&) {
  worker_.stop();
  worker_.wait();
}

// --- beyond the protocol

void UciLoop::on(const uci::Display&) { say(position_text(engine_.game().position(), engine_.tablebase())); }

void UciLoop::on(const uci::Evaluate&) {
  const chess::Position& position = engine_.game().position();
  eval::Evaluator evaluator = engine_.evaluator();
  const eval::Explanation explanation = eval::explain(position, evaluator);
  say(evaluation_text(position, explanation, evaluator, chess::DiagramStyle::Ascii));
}

void UciLoop::on(const uci::Flip&) { engine_.flip(); }

void UciLoop::on(const uci::Help&) {
  std::string text = concat(name_, ", a chess engine that speaks UCI\n\nCommands:\n");
  for (const uci::CommandHelp& command : uci::command_list())
    text += concat("  ", command.word, command.pattern.empty() ? "" : " ", command.pattern, "\n      ",
                   command.help, "\n");
  say(concat(text, "\nOptions (setoption name NAME value VALUE), with their defaults:\n",
             options_text(engine_.offers())));
}

void UciLoop::on(const uci::ListParameters&) {
  const std::string text = spsa_text();
  if (text.empty()) return say_error("spsa: this isn't a tune build; build with -DTABIA_TUNE");
  say(text);
}

void UciLoop::on(const uci::Perft& perft) {
  settle();
  const chess::Position position = engine_.game().position();
  const auto castling = engine_.presentation(position).castling;
  start(Running::Tool, [this, position, castling,
                        depth = static_cast<int>(perft.depth)](const std::stop_token& stop) {
    const auto moves =
        chess::perft_divide(position, depth, {.threads = 1, .stop = [&] { return stop.stop_requested(); }});
    if (stop.stop_requested()) return say(uci::info_string("perft stopped"));
    std::string text;
    for (const chess::PerftMove& entry : moves)
      text += concat(chess::to_uci(entry.move, castling), ": ", entry.nodes, "\n");
    const std::uint64_t total =
        std::accumulate(moves.begin(), moves.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const chess::PerftMove& entry) { return sum + entry.nodes; });
    say(concat(text, "\nNodes searched: ", total));
  });
}

void UciLoop::on(const uci::Bench& bench) {
  settle();
  BenchOptions options{.network = engine_.network(), .evaluation = engine_.settings().evaluation};
  options.parameters = engine_.settings().parameters;
  if (bench.depth) options.depth = static_cast<int>(*bench.depth);
  start(Running::Tool, [this, options](const std::stop_token& stop) {
    const BenchTotal total = run_bench(
        options, [this](const BenchLine& line) { say(to_text(line)); }, stop);
    say(to_text(total));
  });
}

void UciLoop::on(const uci::GenerateOpenings& request) {
  settle();
  OpeningRequest openings{.count = request.count, .seed = request.seed, .book = request.book};
  start(Running::Tool, [this, openings](const std::stop_token& stop) {
    const auto done = generate_openings(
        openings, engine_.network(), engine_.settings().evaluation,
        [this](const chess::Position& position) {
          say(uci::info_string(concat("genfens ", chess::to_fen(position))));
        },
        stop);
    if (!done) say_error(done.error().message);
  });
}

}  // namespace tabia::engine
