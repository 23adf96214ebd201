#include "play/match.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "base/random.h"
#include "chess/pgn_reader.h"
#include "no_more_threads.h"
#include "play/match_report.h"
#include "play/play_support.h"
#include "team/local_team.h"

namespace tabia::play {
namespace {

using test::content_of;
using test::fake;
using test::Say;
using test::ScriptedPlayer;
using test::TemporaryFolder;

// Gives up at its first move: its opponent always wins.
Say give_up(int) { return {.fault = Fault{FaultKind::Forfeit, "gave up"}}; }
Say first_move(int) { return {}; }

Contestant scripted(const std::string& name, std::function<Say(int)> script) {
  return {.name = name, .allowance = {.nodes = 1}, .threads = 1, .make = [script = std::move(script)] {
            return std::make_unique<ScriptedPlayer>(script);
          }};
}

Contestant engine(const std::string& name, const UciEngine& uci) {
  Contestant contestant{.name = name, .allowance = {}, .threads = 1, .make = [uci] {
                          return std::make_unique<UciPlayer>(uci);
                        }};
  contestant.allowance.nodes = 1;
  return contestant;
}

MatchSettings settings_of(std::vector<Contestant> contestants, std::uint64_t games) {
  MatchSettings settings;
  settings.contestants = std::move(contestants);
  settings.games = games;
  settings.openings = Openings::random_moves(1, false);
  settings.game.max_moves = 10;
  settings.game.stall_ms = 300;
  settings.pin = false;
  return settings;
}

struct Log : MatchWatch {
  void on_resume(const Standings& standings) override { resumed = standings.games(); }
  void on_game(const RecordedGame& game, const Standings&) override { games.push_back(game); }
  void on_remark(int contestant, const std::string& text) override { remarks.emplace_back(contestant, text); }
  void remark(const std::string& text) override { notes.push_back(text); }

  std::uint64_t resumed = 0;
  std::vector<RecordedGame> games;
  std::vector<std::pair<int, std::string>> remarks;
  std::vector<std::string> notes;
};

MatchOutcome play(const MatchSettings& settings, Log& log) {
  auto outcome = run_match(settings, log, {});
  EXPECT_TRUE(outcome.ok()) << (outcome.ok() ? "" : outcome.error().message);
  return std::move(outcome).value();
}

TEST(MatchThreads, WithoutThreadsTheGamesArePlayedOneAfterTheOther) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  MatchSettings settings = settings_of({scripted("one", first_move), scripted("two", give_up)}, 6);
  settings.concurrency = 3;
  const tabia::test::NoMoreThreads none;
  Log log;
  EXPECT_TRUE(play(settings, log).complete);
  EXPECT_EQ(log.games.size(), 6U);
  ASSERT_EQ(log.notes.size(), 1U);
  EXPECT_NE(log.notes[0].find("1 of 3 games at a time"), std::string::npos) << log.notes[0];
}

// --- the schedule

TEST(Schedule, EveryOpeningIsPlayedTwiceWithColoursReversed) {
  const Schedule schedule(2, Tournament::RoundRobin, 10);
  EXPECT_EQ(schedule.size(), 10U);
  for (std::uint64_t i = 0; i < schedule.size(); i += 2) {
    const ScheduledGame one = schedule.at(i);
    const ScheduledGame two = schedule.at(i + 1);
    EXPECT_EQ(one.opening, two.opening);
    EXPECT_EQ(one.pair, two.pair);
    EXPECT_EQ(one.opening, i / 2);
    EXPECT_EQ(one.white, two.black);
    EXPECT_EQ(one.black, two.white);
    EXPECT_NE(one.white, one.black);
  }
}

TEST(Schedule, ARoundRobinLetsEveryoneMeetEveryoneAndAGauntletTheFirst) {
  std::map<std::pair<int, int>, int> met;
  const Schedule all(4, Tournament::RoundRobin, 6);
  EXPECT_EQ(all.size(), 36U);
  for (std::uint64_t i = 0; i < all.size(); ++i) ++met[{all.at(i).white, all.at(i).black}];
  EXPECT_EQ(met.size(), 12U);
  for (const auto& [players, games] : met) EXPECT_EQ(games, 3) << players.first << players.second;
  const Schedule gauntlet(4, Tournament::Gauntlet, 5);
  EXPECT_EQ(gauntlet.size(), 18U) << "whole pairs";
  for (std::uint64_t i = 0; i < gauntlet.size(); ++i)
    EXPECT_TRUE(gauntlet.at(i).white == 0 || gauntlet.at(i).black == 0);
}

TEST(Schedule, ALongerMatchBeginsWithTheGamesOfTheShorterOne) {
  for (const int contestants : {2, 3}) {
    const Schedule shorter(contestants, Tournament::RoundRobin, 5);
    const Schedule endless(contestants, Tournament::RoundRobin, 0);
    for (std::uint64_t i = 0; i < shorter.size(); ++i) {
      EXPECT_EQ(shorter.at(i).white, endless.at(i).white);
      EXPECT_EQ(shorter.at(i).opening, endless.at(i).opening);
      EXPECT_EQ(shorter.at(i).pair, endless.at(i).pair);
    }
  }
}

// --- results

TEST(Match, ResultsArePairedAndCountedForTheFirstPlayer) {
  Log log;
  const auto outcome = play(settings_of({scripted("good", first_move), scripted("bad", give_up)}, 7), log);
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(log.games.size(), 7U);
  const PairingResult& result = outcome.standings.pairings().front();
  EXPECT_EQ(result.games, (GameCounts{.wins = 7}));
  EXPECT_EQ(result.pairs, (PairCounts{{0, 0, 0, 0, 3}})) << "the seventh game has no partner";
  EXPECT_EQ(outcome.standings.losses_by(1, EndReason::Forfeit), 7U);
  EXPECT_EQ(outcome.standings.losses_by(0, EndReason::Forfeit), 0U);
  EXPECT_EQ(outcome.standings.ends_by(EndReason::Forfeit), 7U);
}

TEST(Match, GamesWithoutCoresOfTheirOwnAreToldOnce) {
  auto settings = settings_of({scripted("a", first_move), scripted("b", give_up)}, 2);
  settings.contestants[1].threads = 5000;
  Log quiet;
  play(settings, quiet);
  EXPECT_TRUE(quiet.notes.empty()) << "nobody asked for it";
  settings.pin = true;
  Log log;
  const auto outcome = play(settings, log);
  EXPECT_TRUE(outcome.complete);
  ASSERT_EQ(log.notes.size(), 1U);
  EXPECT_NE(log.notes[0].find("they need 5000"), std::string::npos) << log.notes[0];
}

TEST(Match, TheTotalOfAContestantIsSeenFromItsSide) {
  Log log;
  auto settings =
      settings_of({scripted("a", first_move), scripted("b", give_up), scripted("c", first_move)}, 2);
  const auto outcome = play(settings, log);
  EXPECT_EQ(log.games.size(), 6U);
  EXPECT_EQ(outcome.standings.total_of(0).games, (GameCounts{.wins = 2, .draws = 2}));
  EXPECT_EQ(outcome.standings.total_of(1).games, (GameCounts{.losses = 4}));
  EXPECT_EQ(outcome.standings.total_of(2).games, (GameCounts{.wins = 2, .draws = 2}));
  EXPECT_EQ(outcome.standings.total_of(1).pairs, (PairCounts{{2, 0, 0, 0, 0}}));
  const std::string text = report_text(settings, outcome.standings);
  EXPECT_NE(text.find("Rank Name"), std::string::npos) << text;
  EXPECT_NE(text.find("b: 0 moves"), std::string::npos) << text;
}

TEST(Match, TheReportHasTheFamiliarLines) {
  Log log;
  std::atomic<int> games = 0;
  // Loses every fourth game.
  const auto sometimes = [&](int move) { return move == 0 && ++games % 4 == 0 ? give_up(0) : first_move(0); };
  auto settings = settings_of({scripted("x", sometimes), scripted("y", first_move)}, 40);
  settings.sprt = Sprt{.elo0 = 0, .elo1 = 5};
  const auto outcome = play(settings, log);
  const std::string text = report_text(settings, outcome.standings);
  EXPECT_NE(text.find("Results of x vs y (nodes=1):\nElo: -88.74 +/- "), std::string::npos) << text;
  EXPECT_NE(text.find("Games: 40, Wins: 0, Losses: 10, Draws: 30, Points: 15.0 (37.50 %)\n"
                      "Ptnml(0-2): [0, 10, 10, 0, 0]\nLLR: -"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(" (-2.94, 2.94) [0.00, 5.00]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Ends: "), std::string::npos) << text;
  EXPECT_NE(text.find("10 forfeit"), std::string::npos) << text;
  EXPECT_NE(live_line(settings, outcome.standings).find("games 40/40  x - y: 0-30-10  37.5 %"),
            std::string::npos)
      << live_line(settings, outcome.standings);
  const std::string json = report_json(settings, outcome);
  EXPECT_NE(json.find("\"pentanomial\":[0,10,10,0,0]"), std::string::npos) << json;
  EXPECT_NE(json.find("\"verdict\":\"open\""), std::string::npos) << json;
}

TEST(Match, OneSidedResultsAreToldInWordsAndNotAsInfinities) {
  for (const bool wins : {true, false}) {
    Log log;
    const auto settings = settings_of(
        {scripted("x", wins ? first_move : give_up), scripted("y", wins ? give_up : first_move)}, 2);
    const auto outcome = play(settings, log);
    const std::string text =
        report_text(settings, outcome.standings) + live_line(settings, outcome.standings);
    const std::string why = wins ? "none yet (every game was won)" : "none yet (every game was lost)";
    EXPECT_NE(text.find("Elo: " + why + ", nElo: " + why), std::string::npos) << text;
    EXPECT_EQ(text.find("inf"), std::string::npos) << text;
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  }
}

TEST(Match, ResultsThatAreAllTheSameHaveNoErrorToTell) {
  Log log;
  const auto settings = settings_of({scripted("x", first_move), scripted("y", first_move)}, 4);
  const auto outcome = play(settings, log);
  ASSERT_EQ(outcome.standings.pairings().front().games.draws, 4);
  const std::string text = report_text(settings, outcome.standings);
  EXPECT_NE(text.find("Elo: 0.00 +/- unknown (too few games), nElo: none yet (every game was drawn)"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  const std::string live = live_line(settings, outcome.standings);
  EXPECT_NE(live.find("Elo 0.0 +/- unknown (too few games)"), std::string::npos) << live;
  const std::string json = report_json(settings, outcome);
  EXPECT_NE(json.find("\"elo\":0,\"elo_error\":null,\"nelo\":null,\"nelo_error\":null"), std::string::npos)
      << json;
}

// --- the test

TEST(Match, ATestStopsWithItsVerdict) {
  for (const bool stronger : {true, false}) {
    Log log;
    auto settings = settings_of({scripted("first", stronger ? first_move : give_up),
                                 scripted("second", stronger ? give_up : first_move)},
                                0);
    settings.sprt = Sprt{.elo0 = 0, .elo1 = 50, .model = EloModel::Logistic};
    const auto outcome = play(settings, log);
    EXPECT_TRUE(outcome.complete);
    EXPECT_EQ(outcome.verdict, stronger ? SprtVerdict::Accepted : SprtVerdict::Refused);
    EXPECT_LT(log.games.size(), 200U);
    const double ratio = outcome.standings.pairings().front().log_likelihood_ratio(*settings.sprt);
    EXPECT_GE(std::abs(ratio), settings.sprt->upper_bound());
  }
}

TEST(Match, GamesThatEndAfterTheVerdictOnSeveralThreadsAreNotCounted) {
  const TemporaryFolder folder;
  Log log;
  auto settings = settings_of({scripted("first", first_move), scripted("second", give_up)}, 0);
  settings.sprt = Sprt{.elo0 = 0, .elo1 = 50, .model = EloModel::Logistic};
  settings.concurrency = 4;
  settings.record_path = folder.file("record");
  const auto outcome = play(settings, log);
  EXPECT_EQ(outcome.verdict, SprtVerdict::Accepted);
  EXPECT_EQ(log.games.size(), outcome.standings.games());
  Log again;
  const auto second = play(settings, again);
  EXPECT_EQ(second.verdict, SprtVerdict::Accepted) << "the record says the same";
  EXPECT_TRUE(again.games.empty());
  EXPECT_EQ(again.resumed, outcome.standings.games());
}

// --- several threads

TEST(Match, OnSeveralThreadsEveryGameIsPlayedOnce) {
  const TemporaryFolder folder;
  Log log;
  auto settings =
      settings_of({engine("a", fake("random")), engine("b", fake("random")), engine("c", fake("ok"))}, 6);
  settings.game.max_moves = 3;
  settings.concurrency = 3;
  settings.pin = true;
  settings.record_path = folder.file("record");
  const auto outcome = play(settings, log);
  EXPECT_TRUE(outcome.complete);
  std::set<std::uint64_t> indices;
  for (const RecordedGame& game : log.games) indices.insert(game.index);
  EXPECT_EQ(log.games.size(), 18U);
  EXPECT_EQ(indices.size(), 18U);
}

TEST(Match, AStopFromAnotherThreadEndsItSoonAndWhatWasPlayedIsKept) {
  const TemporaryFolder folder;
  Log log;
  auto settings = settings_of({engine("a", fake("late", "20")), engine("b", fake("late", "20"))}, 1000);
  settings.concurrency = 2;
  settings.game.max_moves = 1;
  settings.record_path = folder.file("record");
  std::stop_source stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    stop.request_stop();
  });
  const auto outcome = run_match(settings, log, stop.get_token());
  stopper.join();
  ASSERT_TRUE(outcome.ok());
  EXPECT_FALSE(outcome->complete);
  EXPECT_LT(outcome->standings.games(), 1000U);
  EXPECT_EQ(MatchRecord::open(settings.record_path, "{}")->games().size(), outcome->standings.games());
}

// --- faults

// The games of a record: index, moves, result.
std::map<std::uint64_t, std::pair<std::vector<chess::Move>, chess::GameResult>> games_of(
    const std::string& path, const std::string& identity) {
  std::map<std::uint64_t, std::pair<std::vector<chess::Move>, chess::GameResult>> games;
  const auto record = MatchRecord::open(path, identity);
  EXPECT_TRUE(record.ok());
  if (!record) return games;
  for (const RecordedGame& game : record->games())
    EXPECT_TRUE(games.emplace(game.index, std::pair(game.moves, game.result)).second) << game.index;
  return games;
}

TEST(Match, SharesAreTakenInByTheRunWithoutOne) {
  const test::TemporaryFolder folder;
  MatchSettings settings = settings_of({scripted("one", first_move), scripted("two", give_up)}, 20);
  settings.record_path = folder.file("whole.jsonl");
  settings.pgn_path = folder.file("whole.pgn");
  Log log;
  play(settings, log);
  const auto expected = games_of(settings.record_path, settings.identity);
  settings.record_path = folder.file("shared.jsonl");
  settings.pgn_path = folder.file("shared.pgn");
  std::uint64_t played = 0;
  for (const std::uint64_t index : {2U, 0U}) {
    settings.share = {index, 3};
    Log own;
    EXPECT_TRUE(play(settings, own).complete);
    played += own.games.size();
    EXPECT_TRUE(play(settings, own).complete);  // there is nothing left
  }
  settings.share = {};
  Log rest;
  const MatchOutcome outcome = play(settings, rest);
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.standings.games(), 20U);
  EXPECT_EQ(rest.games.size() + played, 20U);
  EXPECT_EQ(games_of(settings.record_path, settings.identity), expected);
  const std::string pgn = content_of(settings.pgn_path);
  for (int round = 1; round <= 20; ++round)
    EXPECT_NE(pgn.find("[Round \"" + std::to_string(round) + "\"]"), std::string::npos) << round;
  // Once more: collected games aren't played or counted again.
  EXPECT_EQ(play(settings, rest).standings.games(), 20U);
}

TEST(MatchThreads, ATeamPlaysEveryGameOnceAndItsLeaderHasThemAll) {
  const test::TemporaryFolder folder;
  auto team = team::make_local_team(3);
  std::vector<std::thread> members;
  std::optional<MatchOutcome> outcome;
  for (auto& member : team)
    members.emplace_back([&, own = std::move(member)] {
      MatchSettings settings = settings_of({scripted("one", first_move), scripted("two", give_up)}, 31);
      settings.concurrency = 2;
      settings.team = own.get();
      settings.record_path = folder.file("team.jsonl");
      settings.pgn_path = folder.file("team.pgn");
      Log log;
      auto found = run_match(settings, log, {});
      ASSERT_TRUE(found.ok()) << found.error().message;
      if (own->leads()) outcome.emplace(std::move(*found));
    });
  for (std::thread& member : members) member.join();
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->complete);
  EXPECT_EQ(outcome->standings.games(), 31U);
  EXPECT_EQ(games_of(folder.file("team.jsonl"), "{}").size(), 31U);
}

TEST(Match, EnginesThatMisbehaveLoseWithTheRightReasonAndTheMatchGoesOn) {
  const std::vector<std::pair<std::string, EndReason>> misdeeds = {{"crash-start", EndReason::StartFailure},
                                                                   {"crash-go", EndReason::Crash},
                                                                   {"exit-go", EndReason::Crash},
                                                                   {"illegal", EndReason::IllegalMove},
                                                                   {"gibberish", EndReason::IllegalMove},
                                                                   {"forfeit", EndReason::Forfeit},
                                                                   {"ignore-stop", EndReason::Stall}};
  for (const auto& [mode, reason] : misdeeds) {
    Log log;
    auto settings = settings_of({engine("good", fake("random")), engine("bad", fake(mode))}, 4);
    // The time a move may take, so that silence is noticed soon.
    for (Contestant& contestant : settings.contestants) contestant.allowance = {.move_time_ms = 200};
    settings.game.stall_ms = 50;
    const auto outcome = play(settings, log);
    EXPECT_TRUE(outcome.complete) << mode;
    EXPECT_EQ(outcome.standings.pairings().front().games, (GameCounts{.wins = 4})) << mode;
    EXPECT_EQ(outcome.standings.losses_by(1, reason), 4U) << mode;
    for (const RecordedGame& game : log.games) EXPECT_FALSE(game.detail.empty()) << mode;
  }
}

TEST(Match, AnEngineThatDiesNowAndThenIsRestartedAndGoesOnPlaying) {
  Log log;
  auto settings = settings_of({engine("good", fake("ok")), engine("frail", fake("crash-later", "15"))}, 6);
  settings.game.max_moves = 10;
  const auto outcome = play(settings, log);
  EXPECT_EQ(outcome.standings.games(), 6U);
  EXPECT_EQ(outcome.standings.losses_by(1, EndReason::Crash), 3U) << "in every second game";
  EXPECT_EQ(outcome.standings.ends_by(EndReason::Crash) + outcome.standings.ends_by(EndReason::MaxMoves), 6U);
}

TEST(Match, AnOptionThatAnEngineLacksIsRemarkedOnce) {
  Log log;
  UciEngine uci = fake("random");
  uci.options = {{"Hash", "16"}, {"Wings", "2"}};
  auto settings = settings_of({engine("a", uci), engine("b", fake("random"))}, 4);
  settings.concurrency = 2;
  play(settings, log);
  ASSERT_EQ(log.remarks.size(), 1U);
  EXPECT_EQ(log.remarks[0].first, 0);
  EXPECT_NE(log.remarks[0].second.find("Wings"), std::string::npos);
}

// --- on disk

std::vector<chess::PgnRecord> games_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  chess::PgnReader reader(in);
  std::vector<chess::PgnRecord> games;
  while (auto record = reader.next()) {
    EXPECT_TRUE(record->ok()) << record->error().message;
    if (record->ok()) games.push_back(**record);
  }
  return games;
}

TEST(Match, ThePgnReadsBackWithPlayersResultsAndReasons) {
  const TemporaryFolder folder;
  Log log;
  auto settings = settings_of({engine("good", fake("random")), engine("bad", fake("crash-go"))}, 4);
  settings.pgn_path = folder.file("games.pgn");
  play(settings, log);
  const auto games = games_in(settings.pgn_path);
  ASSERT_EQ(games.size(), 4U);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_TRUE(games[i].warnings.empty());
    EXPECT_EQ(games[i].game.result, log.games[i].result);
    EXPECT_EQ(games[i].game.main_line().moves(), log.games[i].moves);
    EXPECT_EQ(*games[i].game.tag("White"), i % 2 == 0 ? "good" : "bad");
    EXPECT_EQ(*games[i].game.tag("Termination"), "abandoned");
  }
}

TEST(Match, ALongerMatchGoesOnWhereTheShorterEnded) {
  const TemporaryFolder folder;
  auto settings = settings_of({scripted("a", first_move), scripted("b", first_move)}, 3);
  settings.record_path = folder.file("record");
  settings.pgn_path = folder.file("games.pgn");
  Log first;
  play(settings, first);
  settings.games = 8;
  Log second;
  const auto outcome = play(settings, second);
  EXPECT_EQ(second.resumed, 3U);
  EXPECT_EQ(second.games.size(), 5U);
  EXPECT_EQ(second.games.front().index, 3U);
  EXPECT_EQ(outcome.standings.games(), 8U);
  EXPECT_EQ(outcome.standings.pairings().front().pairs.count(), 4);
  EXPECT_EQ(games_in(settings.pgn_path).size(), 8U);
}

TEST(Match, AChangedSettingIsRefused) {
  const TemporaryFolder folder;
  auto settings = settings_of({scripted("a", first_move), scripted("b", first_move)}, 2);
  settings.record_path = folder.file("record");
  settings.identity = R"({"nodes":"1000"})";
  Log log;
  play(settings, log);
  settings.identity = R"({"nodes":"2000"})";
  const auto outcome = run_match(settings, log, {});
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().message.find("nodes"), std::string::npos) << outcome.error().message;
}

// Killed after the first game had reached the PGN file and before it was in the record.
TEST(Match, AGameThatOnlyThePgnKnowsIsPlayedAgainAndWhatWasThereBeforeStays) {
  const TemporaryFolder folder;
  auto settings = settings_of({scripted("a", first_move), scripted("b", first_move)}, 4);
  settings.record_path = folder.file("record");
  settings.pgn_path = folder.file("games.pgn");
  settings.game.max_moves = 2;
  const std::string older = "[Event \"older\"]\n[Result \"*\"]\n\n1. e4 *\n";
  std::ofstream(settings.pgn_path) << older;
  {
    const PgnPlace before{settings.pgn_path, static_cast<std::int64_t>(older.size())};
    ASSERT_TRUE(MatchRecord::open(settings.record_path, settings.identity, before).ok());
  }
  std::ofstream(settings.pgn_path, std::ios::app) << "\n[Event \"lost\"]\n[Result \"*\"]\n\n1. d4 *\n";
  Log log;
  play(settings, log);
  const auto games = games_in(settings.pgn_path);
  ASSERT_EQ(games.size(), 5U);
  EXPECT_EQ(*games[0].game.tag("Event"), "older");
  for (const auto& record : games) EXPECT_NE(*record.game.tag("Event"), "lost");
}

// Kills a match again and again at random moments.
TEST(Match, KilledAgainAndAgainNoGameIsLostOrCountedTwice) {
  const TemporaryFolder folder;
  auto settings = settings_of({engine("a", fake("late", "2")), engine("b", fake("late", "2"))}, 60);
  settings.game.max_moves = 2;
  settings.concurrency = 2;
  settings.record_path = folder.file("record");
  settings.pgn_path = folder.file("games.pgn");
  base::Random random(7);
  std::set<std::uint64_t> known;
  int kills = 0;
  for (bool complete = false; !complete && kills < 200;) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Log log;
      const auto outcome = run_match(settings, log, {});
      ::_exit(outcome.ok() && outcome->complete ? 0 : 1);
    }
    int status = 0;
    // Longer from time to time: on a slow machine the engines need all of that to start. The first three together are
    // shorter than the 240 ms that the games take at least.
    const auto life = std::chrono::milliseconds(15 + random.below(30) + static_cast<unsigned>(20 * kills));
    const auto deadline = std::chrono::steady_clock::now() + life;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() >= deadline) ::kill(child, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    complete = WIFEXITED(status);
    if (complete) {
      EXPECT_EQ(WEXITSTATUS(status), 0);
    } else {
      ++kills;
    }
    const std::string before = content_of(settings.record_path);
    if (before.find('\n') == std::string::npos) continue;
    std::set<std::uint64_t> now;
    const auto record = MatchRecord::open(settings.record_path, settings.identity);
    ASSERT_TRUE(record.ok()) << record.error().message;
    for (const RecordedGame& game : record->games()) EXPECT_TRUE(now.insert(game.index).second);
    for (const std::uint64_t index : known)
      EXPECT_TRUE(now.contains(index)) << "game " << index << " was lost";
    known = now;
  }
  EXPECT_GE(kills, 3);
  EXPECT_EQ(known.size(), 60U);
  // The PGN has every game once, too: the pair (opening, colors) tells them apart.
  const auto games = games_in(settings.pgn_path);
  EXPECT_EQ(games.size(), 60U);
  std::set<std::string> rounds;
  for (const auto& record : games) rounds.insert(*record.game.tag("Round"));
  EXPECT_EQ(rounds.size(), 60U);
}

// --- Chess960

TEST(Match, Chess960IsPlayedFromItsStartPositions) {
  const TemporaryFolder folder;
  UciEngine uci = fake("random");
  uci.chess960 = true;
  auto settings = settings_of({engine("a", uci), engine("b", uci)}, 10);
  settings.openings = Openings::random_moves(3, true);
  settings.game.max_moves = 30;
  settings.pgn_path = folder.file("games.pgn");
  settings.record_path = folder.file("record");
  Log log;
  const auto outcome = play(settings, log);
  EXPECT_EQ(outcome.standings.games(), 10U);
  for (const RecordedGame& game : log.games) EXPECT_FALSE(is_fault(game.reason)) << game.detail;
  EXPECT_EQ(games_in(settings.pgn_path).size(), 10U);
  EXPECT_EQ(MatchRecord::open(settings.record_path, "{}")->games().size(), 10U);
}

}  // namespace
}  // namespace tabia::play
