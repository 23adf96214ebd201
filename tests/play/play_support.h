// tests/play/play_support.h: players that follow a script, and the fake engine as a player.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "paths.h"
#include "play/game_loop.h"
#include "play/uci_player.h"

namespace tabia::play::test {

// What a scripted player reports about its move; the move itself is given as text, or the first legal one.
struct Say {
  std::string move{};  // UCI; empty: the first legal one
  std::optional<uci::InfoScore> score{};
  std::int64_t wall_ms = 0;
  std::int64_t cpu_ms = 0;
  std::uint64_t nodes = 0;
  std::int64_t waited_ms = 0;
  std::int64_t stolen_ms = 0;
  std::optional<Fault> fault{};
};

// Answers with script(number of its move, from 0).
class ScriptedPlayer : public Player {
 public:
  explicit ScriptedPlayer(std::function<Say(int)> script) : script_(std::move(script)) {}

  std::optional<Fault> new_game(const std::stop_token&) override {
    ++games;
    moves_ = 0;
    return std::nullopt;
  }
  Choice choose_move(const chess::Game& game, const MoveRequest& request,
                     const std::stop_token& stop) override {
    requests.push_back(request);
    if (stop.stop_requested()) return Fault{FaultKind::Interrupted, "was interrupted"};
    const Say say = script_(moves_++);
    if (say.fault) return *say.fault;
    chess::Move move = chess::legal_moves(game.position())[0];
    if (!say.move.empty()) {
      const auto parsed = chess::parse_uci_move(game.position(), say.move);
      if (!parsed) return Fault{FaultKind::IllegalMove, parsed.error().message};
      move = *parsed;
    }
    return ChosenMove{.move = move,
                      .score = say.score,
                      .depth = 5,
                      .nodes = say.nodes,
                      .wall_us = say.wall_ms * 1000,
                      .cpu_us = say.cpu_ms * 1000,
                      .waited_us = say.waited_ms * 1000,
                      .stolen_us = say.stolen_ms * 1000};
  }

  int games = 0;
  std::vector<MoveRequest> requests;

 private:
  std::function<Say(int)> script_;
  int moves_ = 0;
};

inline Say cp(int value) { return {.score = uci::InfoScore{.value = value}}; }

inline chess::Game game_at(const std::string& fen) { return chess::Game(chess::parse_fen(fen).value()); }

// The fake engine (tests/fakes/fake_engine.cpp) in that mode.
inline UciEngine fake(const std::string& mode, const std::string& number = "") {
  UciEngine engine;
  engine.launch.program = tabia::test::fake_engine();
  engine.launch.arguments = {mode};
  if (!number.empty()) engine.launch.arguments.push_back(number);
  engine.patience_ms = 10'000;
  return engine;
}

// A folder that is removed after the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::path(testing::TempDir()) / "tabia_play_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tabia::play::test
