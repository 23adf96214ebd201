#include "play/tune.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>

#include "base/random.h"
#include "play/play_support.h"
#include "play/search_trial.h"
#include "search/parameters.h"
#include "team/local_team.h"

namespace tabia::play {
namespace {

using test::content_of;
using test::TemporaryFolder;

// The result is a fixed but arbitrary function of what is played.
int result_of(const TrialGame& game) {
  std::uint64_t hash = game.opening * 2 + (game.plus_is_white ? 1 : 0);
  for (const int value : game.trial.plus) hash = hash * 31 + static_cast<std::uint64_t>(value);
  return static_cast<int>(base::Random(hash).below(3)) - 1;
}

// Requests a stop when all players together have finished this many games; 0: never.
struct Referee {
  std::stop_source stop;
  std::atomic<int> games = 0;
  int stop_after = 0;
  std::mutex mutex;
  std::set<std::tuple<std::uint64_t, std::uint64_t, bool>> played;  // iteration, opening, color
};

class HashPlayer : public TrialPlayer {
 public:
  explicit HashPlayer(Referee& referee) : referee_(referee) {}
  base::Result<std::optional<int>> play(const TrialGame& game, const std::stop_token& stop) override {
    if (stop.stop_requested()) return std::optional<int>();
    {
      const std::scoped_lock lock(referee_.mutex);
      referee_.played.emplace(game.trial.iteration, game.opening, game.plus_is_white);
    }
    if (++referee_.games == referee_.stop_after) referee_.stop.request_stop();
    return std::optional<int>(result_of(game));
  }

 private:
  Referee& referee_;
};

TuneSettings some_settings(Referee& referee) {
  TuneSettings settings;
  settings.spsa.schedule.iterations = 20;
  settings.spsa.seed = 5;
  settings.spsa.parameters = select_parameters("lmr_*,futility_base", 0.05).value();
  settings.pairs = 3;
  settings.make_player = [&referee] { return std::make_unique<HashPlayer>(referee); };
  settings.identity = R"({"seed":5,"nodes":100})";
  return settings;
}

class CountingObserver : public TuneWatch {
 public:
  void on_resume(const TuneState& state) override { resumed_at = state.games.games(); }
  void on_game(const TuneState&) override { ++games; }
  std::int64_t resumed_at = -1;
  int games = 0;
};

TuneOutcome tune(const TuneSettings& settings, Referee& referee) {
  TuneWatch observer;
  auto outcome = run_tune(settings, observer, referee.stop.get_token());
  EXPECT_TRUE(outcome) << outcome.error().message;
  return *outcome;
}

TuneOutcome undisturbed() {
  Referee referee;
  return tune(some_settings(referee), referee);
}

// --- what is tuned

std::vector<std::string> names_of(const std::vector<SpsaParameter>& parameters) {
  std::vector<std::string> names;
  for (const SpsaParameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

TEST(TuneParameters, NamesAndPatternsSelectRowsInTheOrderOfTheTable) {
  const auto selected = select_parameters("razoring_depth, full_depth_*,razoring_depth,futility_bas?", 0.004);
  ASSERT_TRUE(selected) << selected.error().message;
  EXPECT_EQ(names_of(*selected),
            (std::vector<std::string>{"razoring_depth", "futility_base", "full_depth_less",
                                      "full_depth_least", "full_depth_no_table_move"}));
  for (const SpsaParameter& parameter : *selected) EXPECT_EQ(parameter.r_end, 0.004);
  EXPECT_EQ(select_parameters("*", 0.002)->size(), static_cast<std::size_t>(search::Parameters::kCount));
}

TEST(TuneParameters, EveryRowOfTheTableGivesALineThatOpenBenchReads) {
  const std::vector<SpsaParameter> all = select_parameters("*", 0.002).value();
  for (const SpsaParameter& parameter : all) {
    const auto again = parse_openbench_line(to_openbench_line(parameter));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, parameter);
  }
}

TEST(TuneParameters, AnUnknownNameIsAnsweredWithTheOneThatWasMeant) {
  const auto selected = select_parameters("lmr_base,razoring_dept", 0.002);
  ASSERT_FALSE(selected);
  EXPECT_EQ(selected.error().message,
            "found \"razoring_dept\", expected a name of src/search/parameters.h; did you mean "
            "razoring_depth?");
  EXPECT_FALSE(select_parameters("nothing_*", 0.002));
  EXPECT_FALSE(select_parameters("", 0.002));
}

TEST(TuneParameters, AFileOfLinesMayHaveCommentsAndItsOwnRanges) {
  const auto parameters = parse_parameter_lines(
      "# tuned before\n\nlmr_base, int, 1000, 900, 1100, 10, 0.004\r\nfutility_base,int,164,20,400,16,0.002",
      "x.txt");
  ASSERT_TRUE(parameters) << parameters.error().message;
  ASSERT_EQ(parameters->size(), 2u);
  EXPECT_EQ(to_openbench_line(parameters->front()), "lmr_base, int, 1000, 900, 1100, 10, 0.004");
}

TEST(TuneParameters, AWrongFileIsRefusedWithTheLine) {
  const auto error = [](const std::string& content) {
    const auto parameters = parse_parameter_lines(content, "x.txt");
    return parameters ? "no error" : parameters.error().message;
  };
  const std::string good = "lmr_base, int, 1000, 900, 1100, 10, 0.004\n";
  EXPECT_EQ(error("# nothing\n"),
            "x.txt: found no parameters, expected lines \"name, int, value, min, max, c_end, r_end\"");
  EXPECT_EQ(error(good + "lmr_base"),
            "x.txt:2: found 1 field, expected name, int, value, min, max, c_end, r_end");
  EXPECT_EQ(error(good + good), "x.txt:2: lmr_base occurs twice");
  EXPECT_EQ(error("lmr_bas, int, 1000, 900, 1100, 10, 0.004"),
            "x.txt:1: found \"lmr_bas\", expected a name of src/search/parameters.h; did you mean lmr_base?");
  EXPECT_EQ(error("lmr_base, int, 1000, 0, 1100, 10, 0.004"),
            "x.txt:1: lmr_base: the range exceeds that of the table, expected it within 200 to 2000");
}

// --- tuning

TEST(Tune, EveryOpeningIsPlayedWithBothColoursAndNoneTwice) {
  Referee referee;
  const TuneOutcome outcome = tune(some_settings(referee), referee);
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.state.iterations, 20u);
  EXPECT_EQ(outcome.state.games.games(), 20 * 6);
  EXPECT_EQ(referee.games, 20 * 6);
  std::set<std::tuple<std::uint64_t, std::uint64_t, bool>> expected;
  for (std::uint64_t pair = 0; pair < 60; ++pair) {
    for (const bool white : {true, false}) expected.emplace(pair / 3 + 1, pair, white);
  }
  EXPECT_EQ(referee.played, expected);
}

// The side with the larger (with `sign` -1: the smaller) first parameter wins.
class FirstParameterPlayer : public TrialPlayer {
 public:
  explicit FirstParameterPlayer(int sign) : sign_(sign) {}
  base::Result<std::optional<int>> play(const TrialGame& game, const std::stop_token&) override {
    const int difference = game.trial.plus[0] - game.trial.minus[0];
    return std::optional<int>(difference > 0 ? sign_ : difference < 0 ? -sign_ : 0);
  }

 private:
  int sign_;
};

TEST(Tune, AParameterMovesToTheSideThatWins) {
  for (const int sign : {1, -1}) {
    Referee referee;
    TuneSettings settings = some_settings(referee);
    settings.make_player = [sign] { return std::make_unique<FirstParameterPlayer>(sign); };
    const double start = settings.spsa.start_values()[0];
    const double end = tune(settings, referee).state.values[0];
    EXPECT_GT(sign * (end - start), 0) << "from " << start << " to " << end;
  }
}

TEST(Tune, EachIterationStartsFromWhatTheLastOneLearned) {
  Referee referee;
  const Spsa spsa = some_settings(referee).spsa;
  auto values = spsa.start_values();
  for (std::uint64_t k = 1; k <= 20; ++k) {
    const SpsaTrial trial = spsa.trial(k, values);
    std::int64_t sum = 0;
    for (std::uint64_t game = 0; game < 6; ++game)
      sum += result_of({.trial = trial, .opening = (k - 1) * 3 + game / 2, .plus_is_white = game % 2 == 0});
    spsa.learn(trial, sum, values);
  }
  EXPECT_EQ(undisturbed().state.values, values);
  EXPECT_NE(values, spsa.start_values());
}

TEST(Tune, TheResultDoesNotDependOnHowManyGamesRunAtOnce) {
  const TuneOutcome expected = undisturbed();
  for (const int concurrency : {2, 5, 16}) {
    Referee referee;
    TuneSettings settings = some_settings(referee);
    settings.concurrency = concurrency;
    EXPECT_EQ(tune(settings, referee).state, expected.state) << concurrency;
  }
}

TEST(Tune, AnInterruptedTuneGoesOnAndEndsWithTheSameValues) {
  const TuneOutcome expected = undisturbed();
  const TemporaryFolder folder;
  // In the middle of an iteration, at the end of one, immediately.
  for (const int stop_after : {1, 6, 7, 40, 110}) {
    for (const int concurrency : {1, 4}) {
      const std::string record = folder.file("r" + std::to_string(stop_after) + std::to_string(concurrency));
      Referee first;
      first.stop_after = stop_after;
      TuneSettings settings = some_settings(first);
      settings.record_path = record;
      settings.concurrency = concurrency;
      const TuneOutcome interrupted = tune(settings, first);
      EXPECT_FALSE(interrupted.complete);
      Referee second;
      settings.make_player = [&second] { return std::make_unique<HashPlayer>(second); };
      CountingObserver observer;
      const auto outcome = run_tune(settings, observer, {});
      ASSERT_TRUE(outcome) << outcome.error().message;
      EXPECT_TRUE(outcome->complete);
      EXPECT_EQ(outcome->state, expected.state);
      EXPECT_EQ(observer.resumed_at, interrupted.state.games.games());
      EXPECT_EQ(first.games + second.games, 120) << "a game was played twice or not at all";
    }
  }
}

// Three members, each with two threads; member 1 is stopped after that number of games of all. The leader's outcome.
TuneOutcome tune_as_team(const std::string& record, int stop_after,
                         std::vector<std::string>* identities = nullptr) {
  auto team = team::make_local_team(3);
  std::vector<std::thread> members;
  std::optional<TuneOutcome> outcome;
  Referee referee;
  referee.stop_after = stop_after;
  for (auto& member : team)
    members.emplace_back([&, own = std::move(member)] {
      TuneSettings settings = some_settings(referee);
      settings.team = own.get();
      settings.concurrency = 2;
      if (own->leads()) settings.record_path = record;
      if (identities) settings.identity = (*identities)[static_cast<std::size_t>(own->rank())];
      CountingObserver observer;
      auto found =
          run_tune(settings, observer, own->rank() == 1 ? referee.stop.get_token() : std::stop_token());
      if (identities) {
        EXPECT_FALSE(found);
        if (!found) (*identities)[static_cast<std::size_t>(own->rank())] = found.error().message;
        return;
      }
      ASSERT_TRUE(found) << found.error().message;
      if (own->leads()) outcome.emplace(*found);
    });
  for (std::thread& member : members) member.join();
  return outcome ? std::move(*outcome) : TuneOutcome{};
}

TEST(TuneThread, ATeamTunesToTheValuesOfOneProcessAlsoAfterStops) {
  const TuneOutcome expected = undisturbed();
  const TemporaryFolder folder;
  EXPECT_EQ(tune_as_team("", 1 << 30).state, expected.state);
  const std::string record = folder.file("team");
  int stops = 0;
  for (TuneOutcome outcome; !outcome.complete; ++stops) {
    ASSERT_LT(stops, 100);
    outcome = tune_as_team(record, 7);
    if (outcome.complete) {
      EXPECT_EQ(outcome.state, expected.state);
    }
  }
  EXPECT_GT(stops, 1);
}

TEST(TuneThread, ATeamWithDifferentTunesRefusesToStart) {
  std::vector<std::string> texts = {R"({"seed":"5"})", R"({"seed":"5"})", R"({"seed":"6"})"};
  static_cast<void>(tune_as_team("", 1 << 30, &texts));
  for (const std::string& text : texts)
    EXPECT_NE(text.find("rank 2 differs from that of rank 0; found \"seed:6"), std::string::npos) << text;
}

TEST(Tune, AfterAKillItGoesOnFromTheLastSaveAndEndsWithTheSameValues) {
  const TuneOutcome expected = undisturbed();
  const TemporaryFolder folder;
  // What a kill leaves: any state that was saved once.
  std::vector<std::string> saved;
  {
    class Copier : public TuneWatch {
     public:
      Copier(std::string path, std::vector<std::string>& copies) : path_(std::move(path)), copies_(copies) {}
      void on_game(const TuneState&) override { copies_.push_back(content_of(path_)); }

     private:
      std::string path_;
      std::vector<std::string>& copies_;
    };
    Referee referee;
    TuneSettings settings = some_settings(referee);
    settings.record_path = folder.file("first.json");
    settings.save_interval = std::chrono::milliseconds(0);
    Copier copier(settings.record_path, saved);
    ASSERT_TRUE(run_tune(settings, copier, {}));
  }
  ASSERT_EQ(saved.size(), 120u);
  for (const std::size_t at : {0u, 1u, 5u, 6u, 50u, 119u}) {
    Referee referee;
    TuneSettings settings = some_settings(referee);
    settings.record_path = folder.write("second.json", saved[at]);
    EXPECT_EQ(tune(settings, referee).state, expected.state) << at;
    EXPECT_EQ(referee.games, 120 - static_cast<int>(at));
  }
}

TEST(Tune, AFinishedTuneIsReadFromItsRecordWithoutAGame) {
  const TemporaryFolder folder;
  for (int run = 0; run < 2; ++run) {
    Referee referee;
    TuneSettings settings = some_settings(referee);
    settings.record_path = folder.file("new/record.json");
    EXPECT_EQ(tune(settings, referee).state, undisturbed().state);
    EXPECT_EQ(referee.games, run == 0 ? 120 : 0);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("new/record.json.lock")));
}

TEST(Tune, ARecordOfAnotherTuneIsRefusedByWhatDiffers) {
  const TemporaryFolder folder;
  Referee referee;
  TuneSettings settings = some_settings(referee);
  settings.record_path = folder.file("record.json");
  tune(settings, referee);
  const std::string before = content_of(settings.record_path);
  settings.identity = R"({"seed":5,"nodes":200})";
  TuneWatch observer;
  const auto refused = run_tune(settings, observer, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            settings.record_path +
                ": this is the record of another tune: nodes is 200, but it was 100. Use the old settings to "
                "resume it, or choose another --record");
  EXPECT_EQ(content_of(settings.record_path), before);
}

TEST(Tune, AFileThatIsNoRecordIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  for (const std::string content : {"my diary\n", "{}", "{\"type\":\"match\"}", "[1]"}) {
    Referee referee;
    TuneSettings settings = some_settings(referee);
    settings.record_path = folder.write("diary", content);
    TuneWatch observer;
    EXPECT_FALSE(run_tune(settings, observer, {})) << content;
    EXPECT_EQ(content_of(settings.record_path), content);
    EXPECT_EQ(referee.games, 0);
  }
}

TEST(Tune, ARecordThatCannotBeWrittenIsKnownBeforeTheFirstGame) {
  Referee referee;
  TuneSettings settings = some_settings(referee);
  settings.record_path = "/proc/no/such/folder/record.json";
  TuneWatch observer;
  EXPECT_FALSE(run_tune(settings, observer, {}));
  EXPECT_EQ(referee.games, 0);
}

TEST(Tune, TwoTunesCannotShareARecord) {
  const TemporaryFolder folder;
  const auto first = TuneRecord::open(folder.file("record.json"));
  ASSERT_TRUE(first);
  const auto second = TuneRecord::open(folder.file("record.json"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, folder.file("record.json") + ": another tune is writing to this record");
}

TEST(Tune, AFaultOfAPlayerEndsTheTuneWithIt) {
  class Broken : public TrialPlayer {
   public:
    base::Result<std::optional<int>> play(const TrialGame&, const std::stop_token&) override {
      return base::Error{"opening 7: crash"};
    }
  };
  Referee referee;
  TuneSettings settings = some_settings(referee);
  settings.make_player = [] { return std::make_unique<Broken>(); };
  settings.concurrency = 4;
  TuneWatch observer;
  const auto outcome = run_tune(settings, observer, {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "opening 7: crash");
}

// --- the record

TEST(TuneRecord, AStateReadBackIsTheSameToTheLastBit) {
  Spsa spsa;
  spsa.schedule.iterations = 10;
  spsa.parameters = select_parameters("lmr_base,futility_base", 0.002).value();
  TuneState state = start_of(spsa, 4);
  state.iterations = 3;
  state.values = {20, 983 + 1.0 / 3};
  state.games = {.wins = 7, .draws = 5, .losses = 1};
  state.running = {1, std::nullopt, -1, 0};
  const auto again = parse_tune_state(to_json(state, spsa, "{}"), spsa, "{}", 4);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, state);
}

TEST(TuneRecord, AWrongFieldIsNamed) {
  Spsa spsa;
  spsa.schedule.iterations = 10;
  spsa.parameters = select_parameters("lmr_base", 0.002).value();
  const std::string good = to_json(start_of(spsa, 2), spsa, "{}");
  ASSERT_TRUE(parse_tune_state(good, spsa, "{}", 2));
  struct FieldCase {
    std::string from;
    std::string to;
    std::string message;
  };
  for (const FieldCase& c : std::vector<FieldCase>{
           {"\"version\":1", "\"version\":2", "version: found 2, expected 1"},
           {"\"iterations\":0", "\"iterations\":11", "iterations: found 11, expected at most 10"},
           {"\"wins\":0", "\"wins\":-1", "wins: found -1, expected a whole number, not negative"},
           {"\"lmr_base\":", "\"lmr_base\":-", ", expected a number between min and max"},
           {"lmr_base", "lmr_bass", "values.lmr_base is missing, expected a number"},
           {"\"..\"", "\".\"", "expected 2 of the characters - = + ."},
           {"\"..\"", "\".x\"", "expected 2 of the characters - = + ."}}) {
    std::string text = good;
    const std::size_t at = text.find(c.from);
    ASSERT_NE(at, std::string::npos) << c.from << good;
    text.replace(at, c.from.size(), c.to);
    const auto state = parse_tune_state(text, spsa, "{}", 2);
    ASSERT_FALSE(state) << text;
    EXPECT_NE(state.error().message.find(c.message), std::string::npos) << state.error().message;
  }
}

// --- real games

std::shared_ptr<TrialSetup> search_setup(const std::string& names) {
  auto setup = std::make_shared<TrialSetup>();
  setup->parameters = select_parameters(names, 0.002).value();
  setup->evaluation.mode = eval::EvaluationMode::Classical;
  setup->searcher.hash_mib = 1;
  setup->game.max_moves = 60;
  for (const auto color : {chess::Color::White, chess::Color::Black})
    setup->game.allowances[color].nodes = 100;
  return setup;
}

TEST(SearchTrial, AGameIsAFunctionOfItsTrialAndOpening) {
  const auto setup = search_setup("lmr_base");
  const SpsaTrial trial{.iteration = 1, .signs = {1}, .plus = {983}, .minus = {983}};
  SearchTrialPlayer first(setup);
  SearchTrialPlayer second(setup);
  int decided = 0;
  for (std::uint64_t opening = 0; opening < 6; ++opening) {
    const auto white = first.play({.trial = trial, .opening = opening, .plus_is_white = true}, {}).value();
    const auto again = second.play({.trial = trial, .opening = opening, .plus_is_white = true}, {}).value();
    // With the same numbers on both sides the colors alone make the difference.
    const auto black = first.play({.trial = trial, .opening = opening, .plus_is_white = false}, {}).value();
    ASSERT_TRUE(white && again && black);
    EXPECT_EQ(*white, *again);
    EXPECT_EQ(*white, -*black);
    decided += *white != 0 ? 1 : 0;
  }
  EXPECT_GT(decided, 0);
}

TEST(SearchTrial, AStopEndsTheGameWithoutAResult) {
  const auto setup = search_setup("lmr_base");
  const SpsaTrial trial{.iteration = 1, .signs = {1}, .plus = {983}, .minus = {983}};
  SearchTrialPlayer player(setup);
  std::stop_source stop;
  stop.request_stop();
  const auto result = player.play({.trial = trial, .opening = 0, .plus_is_white = true}, stop.get_token());
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->has_value());
}

}  // namespace
}  // namespace tabia::play
