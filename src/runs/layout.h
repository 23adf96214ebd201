// runs/layout.h: which files are where in the folder of a run. Train and learn write them; service and tools
// read them.
//
// A training run and a learning run each have one folder; the rounds of a learning run have training runs
// inside. The lock on such a folder is base::FolderLock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tabia::runs {

// The folder for a run of this recipe if the user doesn't name one: "runs/NAME", or "runs/KIND" without a
// name.
[[nodiscard]] std::string default_folder(std::string_view kind, std::string_view recipe_name);

// `tabia train`.
class TrainFolder {
 public:
  explicit TrainFolder(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // The recipe of the run.
  [[nodiscard]] std::string recipe() const { return at("recipe.toml"); }
  // The current state of the run, and its state at the lowest validation loss.
  [[nodiscard]] std::string checkpoint() const { return at("checkpoint"); }
  [[nodiscard]] std::string best_checkpoint() const { return at("best.checkpoint"); }
  // One line per report (data/run_log.h), as JSON and as CSV.
  [[nodiscard]] std::string log() const { return at("log.jsonl"); }
  [[nodiscard]] std::string table() const { return at("log.csv"); }
  // The network at the last report, and the network of the best checkpoint.
  [[nodiscard]] std::string last_net() const { return at("last.net"); }
  [[nodiscard]] std::string best_net() const { return at("best.net"); }
  [[nodiscard]] std::string report() const { return at("report.html"); }
  // What the run is doing now (runs/live.h).
  [[nodiscard]] std::string live() const { return at("live.json"); }

 private:
  [[nodiscard]] std::string at(std::string_view name) const;
  std::string path_;
};

// `tabia learn`. Rounds count from 1; network 0 is the initial one.
class LearnFolder {
 public:
  explicit LearnFolder(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // The state of the run (learn/state.h).
  [[nodiscard]] std::string state() const { return at("learn.json"); }
  // One line per finished round (data::LearnReport).
  [[nodiscard]] std::string log() const { return at("learn.jsonl"); }
  [[nodiscard]] std::string best_net() const { return at("best.net"); }
  [[nodiscard]] std::string report() const { return at("report.html"); }
  [[nodiscard]] std::string live() const { return at("live.json"); }
  // The networks of all rounds.
  [[nodiscard]] std::string nets() const { return at("nets"); }
  [[nodiscard]] std::string net(std::uint64_t round) const;
  // Could this file be left over from a start that was interrupted before the first state was written?
  [[nodiscard]] static bool is_of_start(std::string_view name);

  // The training data, the training run and the match of a round.
  [[nodiscard]] std::string games(std::uint64_t round) const { return in_round(round, "games"); }
  [[nodiscard]] TrainFolder training(std::uint64_t round) const {
    return TrainFolder(in_round(round, "train"));
  }
  [[nodiscard]] std::string match_record(std::uint64_t round) const { return in_round(round, "match.jsonl"); }
  [[nodiscard]] std::string match_pgn(std::uint64_t round) const { return in_round(round, "match.pgn"); }
  // The latest round that has a folder; 0: none.
  [[nodiscard]] std::uint64_t last_round() const;

 private:
  [[nodiscard]] std::string at(std::string_view name) const;
  [[nodiscard]] std::string in_round(std::uint64_t round, std::string_view name) const;
  std::string path_;
};

}  // namespace tabia::runs
