// play/match_job.h: a match as a value: every setting described once, and run() to play it.
//
// The command line, its help, and the identity that lets a match be resumed are derived from match_fields().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "play/engine_text.h"
#include "play/match.h"

namespace tabia::play {

struct MatchJob {
  std::vector<EngineText> engines;      // two or more
  EngineText each;                      // for every engine that doesn't set it itself
  Allowance limit;                      // for engines without one, also from `each`; empty: 100 ms per move
  std::optional<std::uint64_t> games;   // per pairing; nothing: 100, or until the test ends
  std::optional<std::uint64_t> rounds;  // openings per pairing, instead of `games`
  std::optional<Sprt> sprt;             // only with two engines
  GameSettings game;
  std::string openings;  // a book; empty: random moves
  OpeningOrder order = OpeningOrder::Random;
  int plies = Openings::kMostPlies;  // to take from the games of a book
  std::uint64_t seed = 1;
  bool chess960 = false;
  Tournament tournament = Tournament::RoundRobin;
  int concurrency = 1;
  bool no_pin = false;
  std::string tablebase;  // for adjudication; empty: none
  std::string pgn;        // empty: none
  std::string record;     // empty: none
  std::string event = MatchSettings{}.event;
  BatchShare share{};
  team::Team* team = nullptr;  // MatchSettings::team
  std::string metrics = {};    // MatchSettings::metrics
};

// In the order of the help.
[[nodiscard]] const base::Fields<MatchJob>& match_fields();

// "0,5", "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic": a number without a key gets the next key.
[[nodiscard]] base::Result<Sprt> parse_sprt(std::string_view text);

// The engines, completed by `each` and the shared limits. The error says that there are too few.
[[nodiscard]] base::Result<std::vector<EngineText>> engines_of(const MatchJob& job);

// Opens and checks everything: programs, networks, book, tablebases. The identity consists of the rows that
// are part of it and of hashes of the files.
[[nodiscard]] base::Result<MatchSettings> prepared(const MatchJob& job);

struct PlayedMatch {
  MatchSettings settings;
  MatchOutcome outcome;

  // The first contestant that lost every game because it did not start: the result is meaningless. Empty:
  // none.
  [[nodiscard]] std::string never_started() const;
};

// Plays the games that are missing from the record, until the end or an interruption; see run_match(). An
// error of kind Usage is about the job itself.
[[nodiscard]] base::Result<PlayedMatch> run(const MatchJob& job, MatchWatch& watch);

}  // namespace tabia::play
