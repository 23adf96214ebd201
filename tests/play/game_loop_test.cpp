#include "play/game_loop.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <stop_token>
#include <thread>

#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "paths.h"
#include "play/play_support.h"
#include "play/search_player.h"

namespace tabia::play {
namespace {

using chess::Color;
using chess::GameResult;
using test::cp;
using test::game_at;
using test::Say;
using test::ScriptedPlayer;

FinishedGame play(std::function<Say(int)> white, std::function<Say(int)> black, const GameSettings& settings,
                  const chess::Game& opening = chess::Game()) {
  ScriptedPlayer white_player(std::move(white));
  ScriptedPlayer black_player(std::move(black));
  return play_game(white_player, black_player, opening, settings, {});
}

search::SearcherOptions small_table() {
  search::SearcherOptions options;
  options.hash_mib = 1;
  return options;
}

auto always(Say say) {
  return [say](int) { return say; };
}
auto listed(std::vector<std::string> moves) {
  return [moves = std::move(moves)](int i) {
    return Say{.move = i < static_cast<int>(moves.size()) ? moves[static_cast<std::size_t>(i)] : ""};
  };
}

TEST(GameLoop, EveryEndByTheRulesHasItsReason) {
  const GameSettings settings;
  const FinishedGame mate = play(listed({"f2f3", "g2g4"}), listed({"e7e5", "d8h4"}), settings);
  EXPECT_EQ(mate.reason, EndReason::Checkmate);
  EXPECT_EQ(mate.result, GameResult::BlackWins);
  EXPECT_EQ(mate.game.moves().size(), 4U);

  const FinishedGame stalemate =
      play(listed({"g5g6"}), always({}), settings, game_at("7k/8/8/5KQ1/8/8/8/8 w - - 0 1"));
  EXPECT_EQ(stalemate.reason, EndReason::Stalemate);
  EXPECT_EQ(stalemate.result, GameResult::Draw);

  const FinishedGame bare =
      play(listed({"a1a2"}), always({}), settings, game_at("7k/8/8/8/8/8/n7/K7 w - - 0 1"));
  EXPECT_EQ(bare.reason, EndReason::InsufficientMaterial);

  const FinishedGame fifty =
      play(always({}), always({}), settings, game_at("7k/r7/8/8/8/8/R7/K7 w - - 99 80"));
  EXPECT_EQ(fifty.reason, EndReason::FiftyMoves);

  const FinishedGame threefold =
      play(listed({"g1f3", "f3g1", "g1f3", "f3g1"}), listed({"g8f6", "f6g8", "g8f6", "f6g8"}), settings);
  EXPECT_EQ(threefold.reason, EndReason::Threefold);
  EXPECT_EQ(threefold.game.moves().size(), 8U);
}

TEST(GameLoop, APlayersFaultLosesWithItsReason) {
  const std::pair<FaultKind, EndReason> kinds[] = {{FaultKind::StartFailure, EndReason::StartFailure},
                                                   {FaultKind::Crash, EndReason::Crash},
                                                   {FaultKind::Stall, EndReason::Stall},
                                                   {FaultKind::IllegalMove, EndReason::IllegalMove},
                                                   {FaultKind::Forfeit, EndReason::Forfeit}};
  for (const auto& [kind, reason] : kinds) {
    const FinishedGame game = play(always({}), always({.fault = Fault{kind, "did it"}}), {});
    EXPECT_EQ(game.reason, reason);
    EXPECT_EQ(game.result, GameResult::WhiteWins);
    EXPECT_EQ(game.detail, "Black did it");
    EXPECT_TRUE(is_fault(reason));
    EXPECT_EQ(parse_end_reason(name_of(reason)), reason);
  }
  const FinishedGame given_up = play(always({.fault = Fault{FaultKind::Interrupted, ""}}), always({}), {});
  EXPECT_EQ(given_up.reason, EndReason::Interrupted);
  EXPECT_EQ(given_up.result, GameResult::Unknown);
}

// --- clocks

GameSettings with_clock(const TimeControl& control, std::int64_t margin_ms = 0) {
  GameSettings settings;
  for (const Color color : {Color::White, Color::Black}) settings.allowances[color].clock = control;
  settings.margin_ms = margin_ms;
  settings.max_moves = 5;
  return settings;
}

TEST(GameLoop, TheClockRunsDownAndTheIncrementIsAdded) {
  const GameSettings settings = with_clock({.base_ms = 1000, .increment_ms = 50});
  ScriptedPlayer white(always({.wall_ms = 100}));
  ScriptedPlayer black(always({.wall_ms = 20}));
  const FinishedGame game = play_game(white, black, chess::Game(), settings, {});
  EXPECT_EQ(game.reason, EndReason::MaxMoves);
  // The first move has the increment already.
  EXPECT_EQ(white.requests[0].limits.clock[Color::White]->time_ms, 1050);
  EXPECT_EQ(white.requests[1].limits.clock[Color::White]->time_ms, 1000);
  EXPECT_EQ(white.requests[2].limits.clock[Color::White]->time_ms, 950);
  EXPECT_EQ(white.requests[2].limits.clock[Color::Black]->time_ms, 1110);
  EXPECT_EQ(white.requests[0].limits.clock[Color::White]->increment_ms, 50);
}

TEST(GameLoop, TimeIsAddedAgainAfterSoManyMoves) {
  const GameSettings settings = with_clock({.base_ms = 1000, .moves = 2});
  ScriptedPlayer white(always({.wall_ms = 300}));
  ScriptedPlayer black(always({}));
  (void)play_game(white, black, chess::Game(), settings, {});
  const auto request = [&](std::size_t i) { return white.requests[i].limits; };
  EXPECT_EQ(request(0).moves_to_go, 2);
  EXPECT_EQ(request(1).moves_to_go, 1);
  EXPECT_EQ(request(1).clock[Color::White]->time_ms, 700);
  EXPECT_EQ(request(2).moves_to_go, 2);
  EXPECT_EQ(request(2).clock[Color::White]->time_ms, 1400);
}

TEST(GameLoop, WhoOverstepsTheTimeAndTheMarginLosesOnTime) {
  const FinishedGame lost = play(always({.wall_ms = 101}), always({}), with_clock({.base_ms = 100}));
  EXPECT_EQ(lost.reason, EndReason::TimeLoss);
  EXPECT_EQ(lost.result, GameResult::BlackWins);
  EXPECT_TRUE(lost.choices.empty());
  const FinishedGame in_time = play(always({.wall_ms = 20}), always({}), with_clock({.base_ms = 100}));
  EXPECT_EQ(in_time.reason, EndReason::MaxMoves);
  const FinishedGame forgiven = play(always({.wall_ms = 25}), always({}), with_clock({.base_ms = 100}, 30));
  EXPECT_EQ(forgiven.reason, EndReason::MaxMoves);
  GameSettings settings;
  settings.margin_ms = 10;
  settings.allowances[Color::White].move_time_ms = 50;
  settings.max_moves = 2;
  EXPECT_EQ(play(always({.wall_ms = 61}), always({}), settings).reason, EndReason::TimeLoss);
  EXPECT_EQ(play(always({.wall_ms = 60}), always({}), settings).reason, EndReason::MaxMoves);
}

TEST(GameLoop, TimeSpentWaitingForAProcessorIsNotThePlayersFault) {
  const FinishedGame game = play(always({.wall_ms = 500, .waited_ms = 495}), always({}),
                                 with_clock({.base_ms = 100, .increment_ms = 10}));
  EXPECT_EQ(game.reason, EndReason::MaxMoves) << game.detail;
}

TEST(GameLoop, TimeThatTheHostTookIsNotThePlayersFault) {
  GameSettings settings;
  settings.margin_ms = 10;
  settings.allowances[Color::White].move_time_ms = 50;
  settings.max_moves = 2;
  for (const ClockKind clock : {ClockKind::Wall, ClockKind::Cpu}) {
    settings.clock = clock;
    const auto late_by_theft = always({.wall_ms = 160, .cpu_ms = 160, .stolen_ms = 100});
    EXPECT_EQ(play(late_by_theft, always({}), settings).reason, EndReason::MaxMoves);
    const auto later = always({.wall_ms = 161, .cpu_ms = 161, .stolen_ms = 100});
    EXPECT_EQ(play(later, always({}), settings).reason, EndReason::TimeLoss);
  }
}

TEST(GameLoop, EachKindOfClockChargesItsOwnTime) {
  GameSettings settings = with_clock({.base_ms = 1000});
  settings.clock = ClockKind::Cpu;
  ScriptedPlayer white(always({.wall_ms = 9000, .cpu_ms = 30, .nodes = 5'000}));
  ScriptedPlayer black(always({}));
  EXPECT_EQ(play_game(white, black, chess::Game(), settings, {}).reason, EndReason::MaxMoves);
  EXPECT_EQ(white.requests[1].limits.clock[Color::White]->time_ms, 970);
  settings.clock = ClockKind::Nodes;
  settings.nodes_per_ms = 100;
  white.requests.clear();
  EXPECT_EQ(play_game(white, black, chess::Game(), settings, {}).reason, EndReason::MaxMoves);
  EXPECT_EQ(white.requests[1].limits.clock[Color::White]->time_ms, 950);
}

TEST(GameLoop, EachSideHasItsOwnAllowance) {
  GameSettings settings;
  settings.max_moves = 1;
  settings.allowances[Color::White].clock = TimeControl{.base_ms = 1000};
  settings.allowances[Color::Black].nodes = 77;
  ScriptedPlayer white(always({}));
  ScriptedPlayer black(always({}));
  (void)play_game(white, black, chess::Game(), settings, {});
  EXPECT_FALSE(white.requests[0].limits.nodes);
  EXPECT_TRUE(white.requests[0].limits.clock[Color::Black]);  // some engines want both
  EXPECT_EQ(black.requests[0].limits.nodes, 77U);
  EXPECT_FALSE(black.requests[0].limits.clock[Color::Black]);
}

TEST(GameLoop, TimeControlsAreReadAndWritten) {
  for (const char* text : {"10+0.1", "40/60", "40/60+0.5", "0.5", "8+0.08", "0.001+0.001"})
    EXPECT_EQ(to_string(parse_time_control(text).value()), text);
  EXPECT_EQ(parse_time_control("1:30+1").value(), (TimeControl{.base_ms = 90'000, .increment_ms = 1'000}));
  for (const char* text :
       {"", "x", "10+", "+1", "0", "-1", "10+-1", "0/10", "x/10", "10+0.0001", "1:x", "1e5", "10 + 1"})
    EXPECT_FALSE(parse_time_control(text).ok()) << text;
}

// --- adjudication

TEST(GameLoop, NothingIsAdjudicatedByDefault) {
  const FinishedGame game = play(always(cp(-5000)), always(cp(5000)), {});
  EXPECT_TRUE(game.reason <= EndReason::Threefold) << name_of(game.reason);
}

TEST(GameLoop, ADrawIsAdjudicatedWhenBothSeeItForLongEnough) {
  GameSettings settings;
  settings.draw = DrawRule{.from_move = 4, .moves = 3, .score_cp = 10};
  const FinishedGame game = play(always(cp(5)), always(cp(-10)), settings);
  EXPECT_EQ(game.reason, EndReason::DrawAdjudication);
  EXPECT_EQ(game.result, GameResult::Draw);
  EXPECT_EQ(game.choices.size(), 8U);  // move 5 is about to begin
  settings.max_moves = 20;
  EXPECT_NE(play(always(cp(5)), always(cp(11)), settings).reason, EndReason::DrawAdjudication);
  EXPECT_NE(play(always(cp(5)), always({}), settings).reason, EndReason::DrawAdjudication);
  const auto changing = [](int i) { return cp(i % 3 == 2 ? 50 : 0); };
  EXPECT_NE(play(always(cp(0)), changing, settings).reason, EndReason::DrawAdjudication);
}

TEST(GameLoop, ALossIsAdjudicatedWhenBothAgree) {
  GameSettings settings;
  settings.resign = ResignRule{.moves = 2, .score_cp = 400, .both = true};
  settings.max_moves = 6;
  const FinishedGame game = play(always(cp(400)), always(cp(-400)), settings);
  EXPECT_EQ(game.reason, EndReason::ResignAdjudication);
  EXPECT_EQ(game.result, GameResult::WhiteWins);
  EXPECT_EQ(game.choices.size(), 4U);
  // A player that claims nonsense decides nothing alone.
  EXPECT_EQ(play(always(cp(9000)), always(cp(20)), settings).reason, EndReason::MaxMoves);
  EXPECT_EQ(play(always(cp(20)), always(cp(-9000)), settings).reason, EndReason::MaxMoves);
  EXPECT_EQ(play(always(cp(9000)), always(cp(9000)), settings).reason, EndReason::MaxMoves);
  settings.resign->both = false;
  EXPECT_EQ(play(always(cp(20)), always(cp(-9000)), settings).reason, EndReason::ResignAdjudication);
  const Say mated{.score = uci::InfoScore{.unit = uci::InfoScore::Unit::Mate, .value = -3}};
  EXPECT_EQ(play(always(mated), always(cp(0)), settings).result, GameResult::BlackWins);
}

TEST(GameLoop, AMaterialLeadDecidesWhenTheScoresAgreeOrTheLoserHasOnlyAKing) {
  GameSettings settings;
  settings.material = MaterialRule{.plies = 4, .lead = 500, .score_cp = 1000};
  settings.max_moves = 3;
  const auto kings = [&](const std::string& fen, int white_cp, int black_cp) {
    const auto shuffle = [](const std::string& there, const std::string& back, int score) {
      return [=](int i) {
        Say say = cp(score);
        say.move = i % 2 == 0 ? there : back;
        return say;
      };
    };
    return play(shuffle("h1g1", "g1h1", white_cp), shuffle("h8g8", "g8h8", black_cp), settings, game_at(fen));
  };
  const std::string rook_ahead = "7k/5ppp/8/8/8/8/5PPP/R6K w - - 0 1";
  const FinishedGame game = kings(rook_ahead, 1000, -1000);
  EXPECT_EQ(game.reason, EndReason::ResignAdjudication);
  EXPECT_EQ(game.result, GameResult::WhiteWins);
  EXPECT_EQ(game.choices.size(), 4U);
  EXPECT_EQ(kings(rook_ahead, 1000, -900).reason, EndReason::MaxMoves);
  EXPECT_EQ(kings(rook_ahead, -1000, 1000).reason, EndReason::MaxMoves);
  // Scores alone decide nothing.
  EXPECT_EQ(kings("7k/5ppp/8/8/8/8/5PPP/7K w - - 0 1", 5000, -5000).reason, EndReason::MaxMoves);
  const FinishedGame bare = kings("r6k/8/8/8/8/8/8/7K w - - 0 1", 0, 0);
  EXPECT_EQ(bare.reason, EndReason::ResignAdjudication);
  EXPECT_EQ(bare.result, GameResult::BlackWins);
}

TEST(GameLoop, TablebasesDecideWhatTheyKnow) {
  const std::string folder = tabia::test::shared_data() + "/syzygy";
  if (!search::Tablebase::is_available() || !std::filesystem::exists(folder))
    GTEST_SKIP() << "no tablebases in " << folder;
  GameSettings settings;
  const auto tables = search::Tablebase::open(folder);
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  settings.tablebase = *tables;
  // White takes the rook: king and queen against king.
  const FinishedGame won =
      play(listed({"d1d8"}), always({}), settings, game_at("3r4/8/8/8/8/8/5k2/K2Q4 w - - 5 40"));
  EXPECT_EQ(won.reason, EndReason::TablebaseAdjudication) << won.detail;
  EXPECT_EQ(won.result, GameResult::WhiteWins);
  const FinishedGame drawn =
      play(listed({"d1d8"}), always({}), settings, game_at("3rk3/8/8/8/8/8/6n1/K2R4 w - - 5 40"));
  EXPECT_EQ(drawn.result, GameResult::Draw) << drawn.detail;
}

// --- PGN

TEST(GameLoop, ThePgnOfAGameIsReadBackByOurReader) {
  GameSettings settings;
  settings.allowances[Color::White].nodes = 200;
  settings.allowances[Color::Black].nodes = 200;
  settings.max_moves = 12;
  SearchPlayer white(nullptr, {}, small_table());
  SearchPlayer black(nullptr, {}, small_table());
  chess::Game opening = game_at("1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1");
  opening.play(chess::parse_uci_move(opening.position(), "f1h1").value());
  const FinishedGame game = play_game(white, black, opening, settings, {});
  const std::string text = chess::to_pgn(to_pgn_game(game, {{"White", "A \"quoted\" name"}, {"Black", "B"}}));
  std::istringstream in(text);
  chess::PgnReader reader(in);
  const auto record = reader.next();
  ASSERT_TRUE(record && record->ok()) << text;
  const chess::PgnGame& pgn = (*record)->game;
  EXPECT_TRUE((*record)->warnings.empty()) << (*record)->warnings.front();
  EXPECT_EQ(pgn.main_line().moves(), game.game.moves());
  EXPECT_EQ(pgn.start, opening.start());
  EXPECT_EQ(pgn.result, game.result);
  EXPECT_EQ(*pgn.tag("White"), "A \"quoted\" name");
  EXPECT_EQ(*pgn.tag("PlyCount"), std::to_string(game.game.moves().size()));
  EXPECT_EQ(*pgn.tag("Termination"), "adjudication");
  const auto first = chess::annotation_in(pgn.line.moves[0].comment, Color::White);
  EXPECT_TRUE(first.book);
  const auto second = chess::annotation_in(pgn.line.moves[1].comment, Color::Black);
  ASSERT_TRUE(second.score) << pgn.line.moves[1].comment;
  EXPECT_EQ(second.score->cp, -game.choices[0].score->value);
  EXPECT_EQ(second.depth, game.choices[0].depth);
  EXPECT_NE(pgn.line.moves.back().comment.find("12 moves"), std::string::npos);
}

TEST(GameLoop, AGameWithoutAMoveIsStillAGame) {
  const FinishedGame game =
      play(always({.fault = Fault{FaultKind::StartFailure, "said {no}\nthanks"}}), always({}), {});
  std::istringstream in(chess::to_pgn(to_pgn_game(game, {})));
  chess::PgnReader reader(in);
  const auto record = reader.next();
  ASSERT_TRUE(record && record->ok());
  EXPECT_EQ((*record)->game.result, GameResult::BlackWins);
  EXPECT_EQ(*(*record)->game.tag("Termination"), "abandoned");
}

// --- with searchers

TEST(GameLoop, InProcessGamesAtFixedNodesAreTheSameEveryTime) {
  GameSettings settings;
  for (const Color color : {Color::White, Color::Black}) settings.allowances[color].nodes = 300;
  settings.max_moves = 20;
  SearchPlayer white(nullptr, {}, small_table());
  SearchPlayer black(nullptr, {}, small_table());
  const FinishedGame first = play_game(white, black, chess::Game(), settings, {});
  const FinishedGame second = play_game(white, black, chess::Game(), settings, {});
  EXPECT_EQ(first.game.moves(), second.game.moves());
  EXPECT_GE(first.choices[3].nodes, 100U);
  EXPECT_TRUE(first.choices[3].score);
  EXPECT_GT(first.choices[3].depth, 0);
}

TEST(GameLoop, AStopFromAnotherThreadEndsASearchThatWouldGoOnForever) {
  std::stop_source source;
  GameSettings settings;  // no limit at all
  SearchPlayer white(nullptr, {}, small_table());
  SearchPlayer black(nullptr, {}, small_table());
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const FinishedGame game = play_game(white, black, chess::Game(), settings, source.get_token());
  EXPECT_EQ(game.reason, EndReason::Interrupted);
  EXPECT_EQ(game.result, GameResult::Unknown);
}

}  // namespace
}  // namespace tabia::play
