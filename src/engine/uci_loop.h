// engine/uci_loop.h: an Engine that speaks UCI.
//
// The thread that calls handle() reads commands and never searches, so `stop`, `isready`, `position` and
// `quit` are served at any moment; one worker thread searches and prints what it finds. Complete lines go to
// the sink, from one thread at a time. No input can end the program: what is wrong with it is printed as
// `info string error: ...`.
//
// While something runs:
//   stop, ponderhit, isready, position, debug, d, eval, flip, help, spsa
//       are served immediately
//   go, setoption, ucinewgame, bench, perft, genfens
//       end a search first (its bestmove is printed), or wait for a running bench, perft or genfens
//   quit
//       stops whatever runs, then ends
//   end of input
//       waits for a search that has its own limit and stops whatever else runs: no one may be left to read it
// If the system can't create a thread for the search, the thread that calls handle() executes the command,
// and a search without its own limit is stopped immediately.
#pragma once

#include <atomic>
#include <fstream>
#include <functional>
#include <istream>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/background.h"
#include "engine/engine.h"
#include "uci/commands.h"
#include "uci/output.h"

namespace tabia::engine {

class UciLoop {
 public:
  // Gets one or more complete lines, each with its line end, and must pass them on immediately.
  using Sink = std::function<void(std::string_view lines)>;

  // `name` is the engine's in `id name`.
  UciLoop(Engine& engine, std::string name, Sink sink);
  // Stops what runs and waits for it.
  ~UciLoop();
  UciLoop(const UciLoop&) = delete;
  UciLoop& operator=(const UciLoop&) = delete;

  // Handles one line. False after `quit`.
  bool handle(std::string_view line);
  // Waits for what ends by itself, including a bench; stops a search without its own limit.
  void finish();
  // handle() for every line of the stream; see above for what happens at its end.
  void run(std::istream& in);

  // How many lines were answered with an error.
  [[nodiscard]] int errors() const noexcept { return errors_; }

 private:
  class Reporter;

  // --- the commands
  void on(const uci::Nothing&) {}
  void on(const uci::Identify&);
  void on(const uci::IsReady&);
  void on(const uci::NewGame&);
  void on(const uci::SetPosition&);
  void on(const uci::Go&);
  void on(const uci::Stop&);
  void on(const uci::PonderHit&);
  void on(const uci::SetOption&);
  void on(const uci::Debug&);
  void on(const uci::Quit&);
  void on(const uci::Display&);
  void on(const uci::Evaluate&);
  void on(const uci::Flip&);
  void on(const uci::Bench&);
  void on(const uci::Perft&);
  void on(const uci::Help&);
  void on(const uci::ListParameters&);
  void on(const uci::GenerateOpenings&);

  // --- what runs
  enum class Running { Search, EndlessSearch, Tool };
  // Ends a search or waits for a tool; then nothing is running.
  void settle();
  void start(Running kind, Background::Job job);
  // After the last line of a stream.
  void end();
  void search(const Request& request, const std::stop_token& stop);

  // --- output, from any thread
  void say(std::string_view lines);  // the last line end may be missing
  void say(const uci::Output& output) { say(uci::to_line(output)); }
  void say_error(std::string_view message);
  void log_input(std::string_view line);
  void open_log(const std::string& path);

  Engine& engine_;
  const std::string name_;
  const Sink sink_;
  std::mutex output_mutex_;  // for the sink and the log
  std::ofstream log_;
  std::string log_path_;
  std::atomic<int> errors_ = 0;
  bool debug_ = false;
  search::SteadyTime read_at_{};  // when the current line was read
  Running running_ = Running::Tool;
  bool ends_after_ponder_hit_ = false;  // the search has its own limits once it no longer ponders
  Background worker_;                   // the last member: its job uses all the others
};

}  // namespace tabia::engine
