// play/uci_player.h: a player that is another program and speaks UCI.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "play/player.h"
#include "play/process.h"
#include "uci/commands.h"

namespace tabia::play {

struct UciEngine {
  Launch launch;
  // Sent only if the engine says that it has them; for others there is a remark.
  std::vector<std::pair<std::string, std::string>> options;
  bool chess960 = false;          // then the engine must have UCI_Chess960
  std::int64_t nodes_per_ms = 0;  // more than 0: its clock counts nodes; it must have the option nodestime
  std::int64_t patience_ms = 60'000;  // for uciok and readyok
};

class UciPlayer : public Player {
 public:
  explicit UciPlayer(UciEngine engine) : engine_(std::move(engine)) {}
  // Asks the program to quit, then sees to it.
  ~UciPlayer() override;

  [[nodiscard]] std::optional<Fault> new_game(const std::stop_token& stop) override;
  [[nodiscard]] Choice choose_move(const chess::Game& game, const MoveRequest& request,
                                   const std::stop_token& stop) override;
  [[nodiscard]] std::vector<std::string> take_remarks() override { return std::exchange(remarks_, {}); }

 private:
  using Time = Process::Time;

  [[nodiscard]] std::optional<Fault> start(const std::stop_token& stop);
  [[nodiscard]] std::optional<Fault> introduce(const std::stop_token& stop);
  [[nodiscard]] std::optional<Fault> set_options();
  [[nodiscard]] bool has_option(std::string_view name) const;
  [[nodiscard]] std::optional<Fault> ready(const std::stop_token& stop);
  [[nodiscard]] std::optional<Fault> say(const uci::Command& command);
  [[nodiscard]] std::optional<Fault> hear(std::string& line, Time deadline, std::string_view awaited,
                                          const std::stop_token& stop);
  // Ends the program; the fault tells how.
  [[nodiscard]] Fault fail(FaultKind kind, std::string text);
  [[nodiscard]] Fault crash();
  [[nodiscard]] Choice read_answer(const chess::Game& game, std::string_view line, ChosenMove chosen);

  UciEngine engine_;
  std::unique_ptr<Process> process_;  // null: not running
  std::vector<std::string> known_options_;
  std::vector<std::string> remarks_;
  bool remarked_ = false;  // remarks are made once, not at every restart
};

}  // namespace tabia::play
