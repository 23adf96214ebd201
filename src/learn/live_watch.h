// learn/live_watch.h: an observer of a learning run that records in a file what the run is doing.
#pragma once

#include "learn/watch.h"
#include "runs/live.h"

namespace tabia::learn {

// Passes everything on to another observer.
class LiveWatch final : public LearnWatch {
 public:
  LiveWatch(std::string path, std::string metrics, LearnWatch& next)
      : file_(std::move(path), std::move(metrics), "learn"), next_(next) {}

  void step(std::uint64_t round, Step step, const std::string& what) override {
    live_ = {.step = name_of(step), .what = what, .round = round};
    file_.tell(live_);
    next_.step(round, step, what);
  }
  void playing(const play::BatchProgress& progress, std::uint64_t positions) override {
    live_.done = progress.positions;
    live_.total = positions;
    live_.games = progress.records;
    file_.tell(live_);
    next_.playing(progress, positions);
  }
  void training(const train::Progress& progress, double loss, std::uint64_t positions) override {
    live_.done = progress.positions;
    live_.total = positions;
    live_.loss = loss;
    file_.tell(live_);
    next_.training(progress, loss, positions);
  }
  void matching(const play::Standings& standings, std::uint64_t most_games) override {
    const play::GameCounts& games = standings.pairings().front().games;
    live_.unit = "games";
    live_.done = standings.games();
    live_.total = most_games;
    live_.results = {static_cast<std::uint64_t>(games.wins), static_cast<std::uint64_t>(games.draws),
                     static_cast<std::uint64_t>(games.losses)};
    file_.tell(live_);
    next_.matching(standings, most_games);
  }
  void round_ended(const data::LearnReport& report) override { next_.round_ended(report); }
  void progress(std::uint64_t done, std::uint64_t total) override { next_.progress(done, total); }
  void remark(const std::string& text) override { next_.remark(text); }
  [[nodiscard]] bool interrupted() const override { return next_.interrupted(); }

 private:
  runs::LiveFile file_;
  LearnWatch& next_;
  runs::Live live_;
};

}  // namespace tabia::learn
