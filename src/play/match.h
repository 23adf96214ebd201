// play/match.h: many games between two or more players: pairings, games in parallel, every game on disk.
//
// The schedule is a pure function of the settings: game number N is always between the same players, with the
// same colors and from the same opening. So an interrupted match, even after kill -9, resumes with the games
// that are missing from its record. Openings are played twice in a row with colors reversed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/watch.h"
#include "play/batches.h"
#include "play/game_loop.h"
#include "play/match_record.h"
#include "play/openings.h"
#include "play/player.h"
#include "play/statistics.h"
#include "team/team.h"

namespace tabia::play {

struct Contestant {
  std::string name;  // unique
  Allowance allowance;
  int threads = 1;  // the number that it searches with
  // Called on the thread that plays with it, once for each thread. Must not fail: problems are reported as a
  // Fault later.
  std::function<std::unique_ptr<Player>()> make;
};

enum class Tournament {
  RoundRobin,  // every contestant plays every other
  Gauntlet,    // the first against all others
};
[[nodiscard]] std::string_view name_of(Tournament tournament) noexcept;

struct MatchSettings {
  std::vector<Contestant> contestants;  // two or more
  Tournament tournament = Tournament::RoundRobin;
  std::uint64_t games = 0;   // of each pairing; 0: until the test reaches a verdict
  std::optional<Sprt> sprt;  // only with two contestants
  Openings openings = Openings::random_moves(0, false);
  GameSettings game;  // its allowances are those of the contestants
  int concurrency = 1;
  bool pin = true;          // threads to their own cores, if enough are free (play/cores.h)
  std::string record_path;  // empty: none
  std::string pgn_path;     // empty: none
  std::string event = "tabia match";
  // One of several tasks that each play some of the openings, at the same time or not. They write to separate
  // files next to the record and the PGN (share_path()), and a run without a share collects their games.
  // Needs a record and a number of games; only the run without a share evaluates a test.
  BatchShare share{};
  // The team that plays the match; null: this process alone. The leader owns the files, and the other members
  // ask it for games.
  team::Team* team = nullptr;
  std::string metrics = {};  // a file for Prometheus (runs/live.h); empty: none
  // A JSON object with everything that defines this match: a record with a different one is not resumed.
  std::string identity = "{}";
};

// The file of one task of a match: "test.jsonl.share-3-of-8"; the same path for all.
[[nodiscard]] std::string share_path(const std::string& path, const BatchShare& share);

// --- the schedule

struct ScheduledGame {
  std::uint64_t index = 0;
  int white = 0;
  int black = 0;
  std::uint64_t opening = 0;
  std::uint64_t pair = 0;  // the same for the two games of an opening between two players
};

class Schedule {
 public:
  Schedule(int contestants, Tournament tournament, std::uint64_t games_of_each_pairing);

  // The number of games; the largest number if there is no end. With more than one pairing, each plays
  // complete pairs of games.
  [[nodiscard]] std::uint64_t size() const noexcept;
  // Doesn't depend on the number of games, so a match can be extended.
  [[nodiscard]] ScheduledGame at(std::uint64_t index) const;
  [[nodiscard]] const std::vector<std::pair<int, int>>& pairings() const noexcept { return pairings_; }

 private:
  std::vector<std::pair<int, int>> pairings_;
  std::uint64_t games_;  // of each pairing; 0: no end
};

// --- the results

// The results of two players, from the first one's point of view.
struct PairingResult {
  int first = 0;
  int second = 0;
  GameCounts games;
  PairCounts pairs;  // those with both games finished

  [[nodiscard]] PairingResult reversed() const noexcept;
  // The moments of the pairs, or of single games if no pair is complete.
  [[nodiscard]] ScoreMoments moments() const noexcept;
  [[nodiscard]] double log_likelihood_ratio(const Sprt& sprt) const noexcept;
};

class Standings {
 public:
  explicit Standings(const Schedule& schedule);

  // Call it in any order, but only once for each game.
  void add(const RecordedGame& game, const ScheduledGame& scheduled);

  [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
  [[nodiscard]] const std::vector<PairingResult>& pairings() const noexcept { return pairings_; }
  // Everything that the contestant played, from its point of view; ignore `second`.
  [[nodiscard]] PairingResult total_of(int contestant) const;
  [[nodiscard]] const Effort& effort_of(int contestant) const { return at(efforts_, contestant); }
  // Games that it lost this way (play::is_fault).
  [[nodiscard]] std::uint64_t losses_by(int contestant, EndReason fault) const {
    return at(faults_, contestant)[static_cast<std::size_t>(fault)];
  }
  [[nodiscard]] std::uint64_t ends_by(EndReason reason) const noexcept {
    return reasons_[static_cast<std::size_t>(reason)];
  }

 private:
  using ReasonCounts = std::array<std::uint64_t, kEndReasonCount>;
  template <class T>
  [[nodiscard]] static const T& at(const std::vector<T>& list, int index) {
    return list[static_cast<std::size_t>(index)];
  }

  std::uint64_t games_ = 0;
  std::vector<PairingResult> pairings_;
  std::map<std::uint64_t, int> half_pairs_;  // pair with one game finished: half points of its first player
  std::vector<Effort> efforts_;
  std::vector<ReasonCounts> faults_;
  ReasonCounts reasons_{};
};

// --- playing

// Called from the threads of the match, never concurrently. progress() counts games; remark() is about the
// match itself.
class MatchWatch : public base::Watch {
 public:
  // The engines are ready. The settings live until the match is over.
  virtual void on_begin(const MatchSettings&) {}
  // Games of an earlier run were found in the record.
  virtual void on_resume(const Standings&) {}
  virtual void on_game(const RecordedGame&, const Standings&) {}
  // A remark about something that the contestant did.
  virtual void on_remark(int /*contestant*/, const std::string& /*text*/) {}
};

struct MatchOutcome {
  Standings standings;
  SprtVerdict verdict = SprtVerdict::Open;  // always open without a test
  bool complete = false;                    // all games were played or the test has a verdict
};

// Plays the games that are missing from the record. Returns early with the results so far when `stop` is
// requested; unfinished games are then not counted. The error is about files; faults of players are results.
[[nodiscard]] base::Result<MatchOutcome> run_match(const MatchSettings& settings, MatchWatch& watch,
                                                   const std::stop_token& stop);

}  // namespace tabia::play
