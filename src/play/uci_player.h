// play/uci_player.h: a player that is another program and speaks UCI.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "play/player.h"
#include "play/process.h"
#include "uci/commands.h"
#include "uci/output.h"

namespace tabia::play {

struct UciEngine {
  Launch launch;
  // An option is sent only if the engine lists it; otherwise there is a remark. A value that the engine
  // doesn't accept, or that it complains about, is a fault.
  std::vector<std::pair<std::string, std::string>> options;
  bool chess960 = false;          // the engine must then have UCI_Chess960
  std::int64_t nodes_per_ms = 0;  // more than 0: its clock counts nodes; it must have the option nodestime
  std::int64_t patience_ms = 60'000;  // for uciok and readyok
};

// What is wrong with the value for an option described by an engine: what was found and what was expected.
// Nothing if it is valid.
[[nodiscard]] std::optional<std::string> fault_of_value(const uci::OptionLine& option,
                                                        std::string_view value);

class UciPlayer : public Player {
 public:
  explicit UciPlayer(UciEngine engine) : engine_(std::move(engine)) {}
  // Asks the program to quit, then makes sure that it does.
  ~UciPlayer() override;

  [[nodiscard]] std::optional<Fault> new_game(const std::stop_token& stop) override;
  [[nodiscard]] Choice choose_move(const chess::Game& game, const MoveRequest& request,
                                   const std::stop_token& stop) override;
  // Ends the program; the next game restarts it.
  void discard() override;
  [[nodiscard]] std::vector<std::string> take_remarks() override { return std::exchange(remarks_, {}); }
  // Hashes of the programs that run because of the command, see Process::program_hashes(). Empty while
  // nothing runs.
  [[nodiscard]] std::vector<std::string> program_hashes() const;

 private:
  using Time = Process::Time;

  [[nodiscard]] std::optional<Fault> start(const std::stop_token& stop);
  [[nodiscard]] std::optional<Fault> introduce(const std::stop_token& stop);
  [[nodiscard]] std::optional<Fault> set_options(const std::stop_token& stop);
  [[nodiscard]] std::optional<Fault> set_option(const uci::OptionLine& option, const std::string& value,
                                                const std::stop_token& stop);
  // Null if the engine doesn't have this option.
  [[nodiscard]] const uci::OptionLine* option_called(std::string_view name) const;
  // Waits until it says that it is ready. The first line on the way that sounds like a complaint goes into
  // `complaint`.
  [[nodiscard]] std::optional<Fault> ready(const std::stop_token& stop, std::string* complaint = nullptr);
  [[nodiscard]] std::optional<Fault> say(const uci::Command& command);
  [[nodiscard]] std::optional<Fault> hear(std::string& line, Time deadline, std::string_view awaited,
                                          const std::stop_token& stop);
  // Ends the program; the fault says how.
  [[nodiscard]] Fault fail(FaultKind kind, std::string text);
  [[nodiscard]] Fault crash();
  [[nodiscard]] Choice read_answer(const chess::Game& game, std::string_view line, ChosenMove chosen);

  UciEngine engine_;
  std::unique_ptr<Process> process_;  // null: not running
  std::vector<uci::OptionLine> known_options_;
  std::vector<std::string> remarks_;
  bool remarked_ = false;  // remarks are made once, not at every restart
};

}  // namespace tabia::play
