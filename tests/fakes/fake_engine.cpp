// tests/fakes/fake_engine.cpp: an engine that misbehaves as told, for the tests of the room `play`.
//
//   fake_engine MODE [NUMBER]
//
//   ok               plays the first legal move; says depth 1, 10 centipawns, 1 node
//   random           plays moves that look random but depend on the position only
//   log              as random; appends every line that it reads to the file $FAKE_ENGINE_LOG
//   complain         as random; says that the option EvalFile is an error, and something harmless about Hash
//   illegal-first, late-first    the first move of a process is illegal, or 400 ms late; after that like ok
//   plain            as random, but has no options at all, not even UCI_Chess960
//   winning, losing, level    as random, and says +9, -9, 0 pawns
//   crash-start      ends before it prints anything
//   no-greeting      reads everything and never answers
//   crash-go         aborts when it should give a move
//   crash-later      aborts when it should give its NUMBERth move
//   exit-go          ends quietly with status 3 instead of moving
//   stall            never answers `go`, but does answer `stop`
//   ignore-stop      never answers `go`, nor `stop`, nor `quit`
//   late             answers after sleeping for NUMBER milliseconds
//   busy             answers after computing for NUMBER milliseconds
//   illegal          answers with a move that is not legal
//   gibberish        answers with something that isn't a move
//   forfeit          answers that it has no move
//   nonsense         prints scores, moves and lines that make no sense, then plays properly
//   flood            prints 20 MB before every move
//   flood-forever    prints without end instead of moving
//   long-line        prints a line of 8 MB before every move
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

#include "base/random.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "uci/commands.h"

namespace {

using namespace tabia;

void say(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

class FakeEngine {
 public:
  FakeEngine(std::string mode, long number) : mode_(std::move(mode)), number_(number) {}

  void read(const std::string& line) {
    if (mode_ == "log") log(line);
    if (mode_ == "no-greeting") return;
    const auto parsed = uci::parse_command(line);
    if (!parsed) return;
    if (std::get_if<uci::Identify>(&*parsed)) greet();
    if (std::get_if<uci::IsReady>(&*parsed)) say("readyok");
    if (const auto* position = std::get_if<uci::SetPosition>(&*parsed)) set_position(*position);
    if (const auto* option = std::get_if<uci::SetOption>(&*parsed)) {
      if (option->name == "UCI_Chess960") chess960_ = option->value == "true";
      if (mode_ == "complain" && option->name == "Hash") say("info string Hash is set, without errands");
      if (mode_ == "complain" && option->name == "EvalFile")
        say("info string ERROR: the network " + option->value + " was not loaded");
    }
    if (std::get_if<uci::Go>(&*parsed)) go();
    if (std::get_if<uci::Stop>(&*parsed) && mode_ == "stall") move();
    if (std::get_if<uci::Quit>(&*parsed) && mode_ != "ignore-stop") std::exit(0);
  }

 private:
  static void log(const std::string& line) {
    if (const char* path = std::getenv("FAKE_ENGINE_LOG")) std::ofstream(path, std::ios::app) << line << '\n';
  }

  void greet() {
    say("id name Fake " + mode_);
    say("id author Tabia's tests");
    if (mode_ != "plain") {
      say("option name Hash type spin default 16 min 1 max 1024");
      say("option name nodestime type spin default 0 min 0 max 10000");
      say("option name UCI_Chess960 type check default false");
      say("option name EvalFile type string default <empty>");
      say("option name Style type combo default Solid var Solid var Risky");
    }
    say("uciok");
  }

  void set_position(const uci::SetPosition& wanted) {
    const auto start = chess::parse_fen_lenient(wanted.fen.value_or(std::string(chess::kStartFen)));
    if (!start) std::exit(7);
    game_ = chess::Game(start->position);
    for (const std::string& text : wanted.moves) {
      const auto move = chess::parse_uci_move(game_.position(), text);
      if (!move) std::exit(8);  // the driver sent a move that is not legal
      game_.play(*move);
    }
  }

  void go() {
    ++asked_;
    if (mode_ == "crash-go" || (mode_ == "crash-later" && asked_ >= number_)) std::abort();
    if (mode_ == "exit-go") std::exit(3);
    if (mode_ == "stall" || mode_ == "ignore-stop") return;
    if (mode_ == "late") std::this_thread::sleep_for(std::chrono::milliseconds(number_));
    if (mode_ == "busy") compute();
    if (mode_ == "late-first" && asked_ == 1) std::this_thread::sleep_for(std::chrono::milliseconds(400));
    if (mode_ == "illegal" || (mode_ == "illegal-first" && asked_ == 1)) return say("bestmove e2e5");
    if (mode_ == "gibberish") return say("bestmove \x01 pawn to king four");
    if (mode_ == "forfeit") return say("bestmove (none)");
    if (mode_ == "flood") flood(20);
    if (mode_ == "flood-forever") flood(1'000'000);
    if (mode_ == "long-line") say("info string " + std::string(8 << 20, 'x'));
    if (mode_ == "nonsense") nonsense();
    if (mode_ == "winning") say("info depth 9 score cp 900 nodes 1234 pv e2e4");
    if (mode_ == "losing") say("info depth 9 score cp -900 nodes 1234 pv e2e4");
    if (mode_ == "level") say("info depth 9 score cp 0 nodes 1234 pv e2e4");
    move();
  }

  void compute() const {
    const std::clock_t end = std::clock() + number_ * CLOCKS_PER_SEC / 1000;
    while (std::clock() < end) {
    }
  }

  static void flood(int megabytes) {
    const std::string line = "info depth 1 score cp 13 nodes 5 string " + std::string(983, 'x') + "\n";
    for (int i = 0; i < megabytes * 1024; ++i) {
      if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size()) std::exit(9);
    }
  }

  static void nonsense() {
    say("info depth minus score cp 99999999999999999999 pv e2e9 z9z9");
    say("info score mate 0 nodes -5 time banana");
    say("readyok");
    say("uciok");
    say("option name");
    say("bestmov e2e4");
    say(std::string("info string \0 \xff\xfe", 16));
    say("");
    say("info depth 3 score cp 31999 upperbound wdl 1 2 pv");
  }

  void move() {
    const chess::Position& position = game_.position();
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return say("bestmove (none)");
    const auto count = static_cast<std::uint32_t>(moves.size());
    const std::uint32_t choice = mode_ == "ok" ? 0 : base::Random(position.key()).below(count);
    const auto castling =
        chess960_ ? chess::CastlingNotation::KingTakesRook : chess::CastlingNotation::KingTarget;
    if (mode_ == "ok") say("info depth 1 score cp 10 nodes 1");
    if (mode_ == "random" || mode_ == "log") say("info depth 2 seldepth 3 score cp 12 nodes 200 time 1");
    say("bestmove " + chess::to_uci(moves[static_cast<int>(choice)], castling));
  }

  const std::string mode_;
  const long number_;
  long asked_ = 0;
  bool chess960_ = false;
  chess::Game game_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "random";
  const long number = argc > 2 ? std::atol(argv[2]) : 1;
  std::fputs("a word on standard error\n", stderr);
  if (mode == "crash-start") return 5;
  FakeEngine engine(mode, number);
  std::string line;
  while (std::getline(std::cin, line)) engine.read(line);
  // An engine that ignores everything ignores the end of its input too.
  while (mode == "ignore-stop" || mode == "no-greeting") ::pause();
  return 0;
}
