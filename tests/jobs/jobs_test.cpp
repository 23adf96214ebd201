#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "folder.h"
#include "jobs/job.h"
#include "paths.h"

namespace tabia::jobs {
namespace {

using base::concat;
using base::JsonValue;

// Everything that a job reports.
struct Told : base::Watch {
  void progress(std::uint64_t done, std::uint64_t) override { last = done; }
  void remark(const std::string& text) override { remarks += text + "\n"; }
  [[nodiscard]] bool interrupted() const override { return stop; }
  std::uint64_t last = 0;
  std::string remarks;
  bool stop = false;
};

// The report of the job; null and a failure of the test if it did not finish.
JsonValue report_of(std::string_view name, const std::string& settings, const JobContext& context = {}) {
  const auto job = prepare(name, settings, context);
  if (!job) {
    ADD_FAILURE() << name << ": " << job.error().message;
    return {};
  }
  Told told;
  const auto report = (*job)(told);
  if (!report) {
    ADD_FAILURE() << name << ": " << report.error().message;
    return {};
  }
  EXPECT_TRUE(report->complete) << name;
  auto value = JsonValue::parse(report->json);
  EXPECT_TRUE(value) << name << ": " << report->json;
  return value ? *value : JsonValue();
}

std::int64_t number(const JsonValue& report, std::string_view key) {
  const JsonValue* value = report.find(key);
  return value ? value->integer().value_or(-1) : -1;
}

// The message of the error; empty if there is none.
std::string refusal(std::string_view name, const std::string& settings, const JobContext& context = {}) {
  const auto job = prepare(name, settings, context);
  if (job) return "";
  EXPECT_EQ(job.error().kind, base::ErrorKind::Usage) << job.error().message;
  return job.error().message;
}

TEST(Jobs, AllAreThereWithTheirSettings) {
  std::set<std::string_view> names;
  for (const Job& job : all_jobs()) {
    EXPECT_TRUE(names.insert(job.name).second) << job.name;
    EXPECT_FALSE(job.summary.empty()) << job.name;
    std::set<std::string> keys;
    for (const JobSetting& setting : job.settings)
      EXPECT_TRUE(keys.insert(base::key_of(setting.about)).second) << job.name << ": " << setting.about.name;
  }
  EXPECT_EQ(names,
            (std::set<std::string_view>{"info", "check", "convert", "merge", "filter", "split", "sample",
                                        "dedup", "shuffle", "gen", "rescore", "match", "tune", "analyze",
                                        "solve", "fit-wdl", "train", "learn", "predict"}));
}

TEST(Jobs, WrongNamesAndSettingsAreUsageErrorsThatNameThem) {
  EXPECT_EQ(refusal("convrt", "{}"), "unknown job \"convrt\", did you mean convert?");
  EXPECT_NE(refusal("x", "{}").find("expected one of info, check, convert"), std::string::npos);
  EXPECT_EQ(refusal("convert", R"({"in":["a"]})"),
            "out is missing: the output file; its name determines the format, or `to`");
  EXPECT_EQ(refusal("gen", R"({"out":"x","node":5})"), "unknown key \"node\", did you mean nodes?");
  EXPECT_EQ(refusal("gen", R"({"out":"x","nodes":0})").find("nodes: found \"0\", expected a whole number"),
            0u);
  EXPECT_EQ(refusal("gen", "[]").find("found "), 0u);
  EXPECT_EQ(refusal("gen", "{").find("settings: "), 0u);
  EXPECT_NE(refusal("convert", R"({"in":["a.tabia"],"out":"a.tabia"})").find("is also an input"),
            std::string::npos);
  EXPECT_NE(refusal("train", R"({"recipe":"nothing"})").find("there is no recipe"), std::string::npos);
}

// --- what they do

class JobsInFolder : public testing::Test {
 protected:
  JobsInFolder()
      : rule_(OnlyInside::folder(folder_ / "").value()), context_{.program = "test", .files = &rule_} {}
  JsonValue run(std::string_view name, const std::string& settings) {
    return report_of(name, settings, context_);
  }
  // A few games, quickly.
  void make_games(const std::string& name) {
    run("gen", concat(R"({"out":")", name, R"(","games":12,"synthetic":true,"workers":1})"));
  }

  test::Folder folder_;
  OnlyInside rule_;
  JobContext context_;
};

TEST_F(JobsInFolder, DataIsMadeCopiedAndJudged) {
  make_games("games");
  const JsonValue info = run("info", R"({"in":["games"]})");
  const std::int64_t positions = number(info, "positions");
  EXPECT_GT(positions, 50);
  EXPECT_EQ(number(run("convert", R"({"in":["games"],"out":"all.tabia"})"), "positions"), positions);
  EXPECT_EQ(number(run("merge", R"({"in":["games","all.tabia"],"out":"two.tabia"})"), "positions"),
            2 * positions);
  EXPECT_EQ(number(run("dedup", R"({"in":["two.tabia"],"out":"once.tabia"})"), "all"), 2 * positions);
  EXPECT_LT(number(run("filter", R"({"in":["all.tabia"],"out":"few.tabia","ply":"10..20"})"), "positions"),
            positions);
  EXPECT_EQ(number(run("sample", R"({"in":["all.tabia"],"out":"some.tabia","count":5})"), "positions"), 5);
  EXPECT_EQ(number(run("shuffle", R"({"in":["all.tabia"],"out":"mixed.tabia"})"), "records"), positions);
  const JsonValue split =
      run("split",
          R"({"in":["all.tabia"],"out":"train.tabia","validation_out":"rest.tabia","validation":"50%"})");
  ASSERT_TRUE(split.find("training"));
  EXPECT_EQ(number(*split.find("training"), "positions") + number(*split.find("validation"), "positions"),
            positions);
  EXPECT_TRUE(run("check", R"({"in":["all.tabia"]})").find("verdict"));
  EXPECT_TRUE(run("rescore", R"({"in":["few.tabia"],"out":"scored.tabia","static":true,"workers":1})")
                  .find("complete"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "scored.tabia"));
}

TEST_F(JobsInFolder, GamesArePlayedAnnotatedAndPositionsSolved) {
  const JsonValue match = run("match", R"({"engine":[{"evaluation":"classical","name":"a"},
      {"evaluation":"classical","name":"b"}],"nodes":50,"games":2,"pgn":"games.pgn","record":"match.jsonl"})");
  EXPECT_TRUE(match.find("pairings") || match.is_object());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "games.pgn"));
  const JsonValue notes = run(
      "analyze", R"({"in":"games.pgn","out":"annotated.pgn","game":1,"nodes":30,"evaluation":"classical"})");
  EXPECT_EQ(number(notes, "games"), 1);
  EXPECT_EQ(notes.find("summaries")->elements().size(), 1u);
  EXPECT_NE(base::read_file(folder_ / "annotated.pgn", 1 << 20).value().find("%eval"), std::string::npos);
  ASSERT_TRUE(base::write_file_atomically(folder_ / "suite.epd", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8;\n"));
  const JsonValue solved = run("solve", R"({"in":"suite.epd","nodes":500})");
  EXPECT_EQ(number(*solved.find("totals"), "solved"), 1);
  EXPECT_EQ(solved.find("answers")->elements().size(), 1u);
}

TEST_F(JobsInFolder, ANetworkIsTrainedFromABuiltInRecipe) {
  const JsonValue report = run("train", R"({"recipe":"xor","out":"xor","seed":3})");
  EXPECT_EQ(report.find("end")->text(), "done");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "xor/last.net"));
  const std::string recipe = base::read_file(folder_ / "xor/recipe.toml", 1 << 20).value();
  EXPECT_NE(recipe.find("# --seed 3\n"), std::string::npos) << "what replaces the recipe identifies the run";
}

TEST_F(JobsInFolder, ANetworkWithAPolicyIsComparedWithPlayedGames) {
  std::filesystem::copy_file(tabia::test::test_data() + "/deep/toy-b-se-conv-wdl-mlh.pb.gz",
                             folder_ / "toy.pb.gz");
  const std::string game =
      "[WhiteElo \"1510\"]\n[BlackElo \"1810\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n";
  ASSERT_TRUE(base::write_file_atomically(folder_ / "games.pgn", game));
  const JsonValue report = run("predict", R"({"net":"toy.pb.gz","in":"games.pgn","from_ply":0,"every":1})");
  EXPECT_EQ(number(report, "positions"), 8);
  ASSERT_TRUE(report.find("by_rating"));
  ASSERT_EQ(report.find("by_rating")->elements().size(), 2u);
  EXPECT_EQ(number(report.find("by_rating")->elements()[0], "rating"), 1400);
  EXPECT_EQ(number(report.find("by_rating")->elements()[1], "rating"), 1800);
  EXPECT_GT(report.find("cross_entropy")->number().value_or(0), 0);
  EXPECT_NE(
      refusal("predict", R"({"net":"../toy.pb.gz","in":"games.pgn"})", context_).find("inside the folder"),
      std::string::npos);
  EXPECT_NE(
      refusal("predict", R"({"net":"toy.pb.gz","in":"/etc/passwd"})", context_).find("inside the folder"),
      std::string::npos);
}

TEST_F(JobsInFolder, AStoppedJobSaysSoAndKeepsWhatCanBeResumed) {
  const auto gen = prepare("gen", R"({"out":"games","games":1000,"synthetic":true,"workers":1})", context_);
  ASSERT_TRUE(gen) << gen.error().message;
  Told told;
  told.stop = true;
  const auto report = (*gen)(told);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->complete);
  make_games("few");
  const auto copy = prepare("convert", R"({"in":["few"],"out":"copy.tabia"})", context_);
  ASSERT_TRUE(copy);
  const auto stopped = (*copy)(told);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, base::ErrorKind::Interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "copy.tabia"));
}

// --- confinement

TEST_F(JobsInFolder, PathsOutsideTheFolderAreRefusedHoweverTheyAreWritten) {
  const test::Folder outside;
  ASSERT_TRUE(base::write_file_atomically(outside / "secret", "x"));
  std::filesystem::create_symlink(outside / "", folder_ / "way-out");
  std::filesystem::create_symlink(outside / "secret", folder_ / "link");
  std::filesystem::create_symlink(outside / "not-yet", folder_ / "dangling");
  std::filesystem::create_directory(folder_ / "inner");
  std::filesystem::create_symlink(folder_ / "inner", folder_ / "shortcut");
  for (std::string path : {"/etc/passwd", "../x", "a/../../x", "way-out/secret", "way-out/new", "link",
                           "dangling", "-", "/dev/stdout", "inner/../way-out/x"}) {
    const std::string given = path;
    EXPECT_FALSE(rule_.admit(path)) << given;
    EXPECT_EQ(path, given) << "a refused path stays as it was";
  }
  for (std::string path : {"a", "inner/b", "./c", "shortcut/d", "new/folder/e"}) {
    const std::string given = path;
    EXPECT_TRUE(rule_.admit(path)) << given;
    EXPECT_TRUE(std::filesystem::path(path).is_absolute()) << path;
  }
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  std::string pipe = "pipe";
  EXPECT_FALSE(rule_.admit(pipe)) << "opening it would wait forever";
  EXPECT_FALSE(OnlyInside::folder(folder_ / "nowhere"));
}

TEST_F(JobsInFolder, AnEngineOptionThatNamesAFileStaysInTheFolder) {
  const std::string settings =
      R"({"engine":["net=default,option.UCI_LimitStrength=true,option.humanfile=/etc/passwd","net=default"]})";
  const std::string refused = refusal("match", settings, context_);
  EXPECT_NE(refused.find("inside the folder"), std::string::npos) << refused;
}

// Every text that a client can send is confined to the folder, has a grammar in which no path fits, or is listed
// here as harmless: a new setting that names a file can't be forgotten.
TEST_F(JobsInFolder, NoSettingOfAnyJobLeadsOutOfTheFolder) {
  const std::set<std::string> harmless = {
      "format", "to",     "sign",   "unit",     "results",    "columns",    "units_per_pawn", "memory",
      "ply",    "score",  "pieces", "rules",    "evaluation", "validation", "random_plies",   "multipv",
      "draw",   "resign", "branch", "movetime", "clock",      "sprt",       "order",          "tournament",
      "event",  "tc",     "player", "share",    "disk"};
  const std::map<std::string, std::string> usual = {{"in", R"(["in.tabia"])"},
                                                    {"out", "\"out.tabia\""},
                                                    {"validation_out", "\"rest.tabia\""},
                                                    {"count", "1"},
                                                    {"parameters", "\"lmr_base\""},
                                                    {"net", "\"a.net\""},
                                                    {"recipe", "\"xor\""},
                                                    {"engine", R"(["net=default","net=default"])"}};
  int confined = 0;
  for (const Job& job : all_jobs()) {
    for (const JobSetting& setting : job.settings) {
      if (setting.about.kind != base::FieldKind::Text) continue;
      const std::string key = base::key_of(setting.about);
      for (const std::string escape : {"../x.tabia", "/etc/passwd.", "net=../x", "cmd=/bin/sh"}) {
        const bool keyed = escape.find('=') != std::string::npos;
        if (keyed != setting.about.pairs) continue;
        if (harmless.contains(key) && !(job.name == "check" && key == "validation")) continue;
        const bool list = job.name != "analyze" && job.name != "solve" && job.name != "predict";
        std::string settings = "{";
        for (const JobSetting& other : job.settings) {
          const std::string name = base::key_of(other.about);
          if (!other.required || name == key) continue;
          std::string value = name == "recipe" && job.name == "learn" ? "\"tiny\"" : usual.at(name);
          if (name == "in" && !list) value = "\"in.pgn\"";
          settings += concat(settings.size() == 1 ? "" : ",", '"', name, "\":", value);
        }
        settings += concat(settings.size() == 1 ? "" : ",", '"', key, "\":\"", escape, "\"}");
        const std::string refused = refusal(job.name, settings, context_);
        EXPECT_TRUE(refused.find("inside the folder") != std::string::npos ||
                    refused.find("can't start programs") != std::string::npos ||
                    refused.find(", expected ") != std::string::npos ||
                    (keyed && refused.find("unknown key") != std::string::npos))
            << job.name << ' ' << settings << ": " << (refused.empty() ? "accepted" : refused);
        ++confined;
      }
    }
  }
  EXPECT_GT(confined, 60);
}

TEST_F(JobsInFolder, FilesNamedInARecipeAreConfinedToo) {
  const auto with = [&](const std::string& line) {
    EXPECT_TRUE(base::write_file_atomically(folder_ / "r.toml", concat("model = \"xor\"\n", line, "\n")));
    return refusal("train", R"({"recipe":"r.toml","out":"run"})", context_);
  };
  EXPECT_NE(with("data = [ { file = \"/etc/passwd\" } ]").find("inside the folder"), std::string::npos);
  EXPECT_NE(with("validation_data = [ { file = \"../x\" } ]").find("inside the folder"), std::string::npos);
  EXPECT_NE(with("parent = \"../x.net\"").find("inside the folder"), std::string::npos);
  ASSERT_TRUE(base::write_file_atomically(folder_ / "m.toml", "model = \"../model.toml\"\n"));
  const auto job = prepare("train", R"({"recipe":"m.toml","out":"run"})", context_);
  ASSERT_FALSE(job);
  EXPECT_NE(job.error().message.find("inside the folder"), std::string::npos) << job.error().message;
}

TEST_F(JobsInFolder, NetworksNamedInAnEvaluationFileAreConfinedToo) {
  const test::Folder outside;
  ASSERT_TRUE(base::write_file_atomically(outside / "secret.net", "x"));
  std::filesystem::create_directory(folder_ / "inner");
  std::filesystem::create_symlink(outside / "", folder_ / "inner/way-out");
  std::filesystem::create_symlink(outside / "secret.net", folder_ / "inner/link.net");
  std::filesystem::create_symlink(folder_ / "inner/both.toml", folder_ / "alias.net");
  ASSERT_TRUE(base::write_file_atomically(folder_ / "suite.epd", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8;\n"));
  const auto with = [&](const std::string& member, const std::string& net) {
    const std::string text =
        concat("combine = \"mean\"\nmembers = [ { net = \"own.net\" }, { net = \"", member, "\" } ]\n");
    EXPECT_TRUE(base::write_file_atomically(folder_ / "inner/both.toml", text));
    return refusal("solve", concat(R"({"in":"suite.epd","net":")", net, "\"}"), context_);
  };
  for (const std::string& member :
       {outside / "secret.net", std::string("../../secret.net"), std::string("../inner/own.net"),
        std::string("way-out/secret.net"), std::string("link.net")}) {
    for (const std::string net : {"inner/both.toml", "alias.net"}) {
      const std::string refused = with(member, net);
      EXPECT_NE(refused.find("both.toml: "), std::string::npos) << member << ": " << refused;
      EXPECT_NE(refused.find("the folder of the jobs"), std::string::npos) << member << ": " << refused;
    }
  }
  EXPECT_EQ(with("second.net", "inner/both.toml"), "") << "files next to it may be named";
  // Every job that takes a network refuses it, also those whose network isn't in EvaluationChoice.
  with("link.net", "inner/both.toml");
  const std::map<std::string, std::string> jobs = {
      {"gen", R"({"out":"x","net":"inner/both.toml"})"},
      {"rescore", R"({"in":["a"],"out":"b.tabia","net":"inner/both.toml"})"},
      {"match", R"({"engine":["net=inner/both.toml","net=default"]})"},
      {"analyze", R"({"in":"a.pgn","out":"b.pgn","net":"inner/both.toml"})"},
      {"fit-wdl", R"({"net":"inner/both.toml"})"},
      {"predict", R"({"net":"inner/both.toml","in":"a.pgn"})"},
      {"filter", R"({"in":["a"],"out":"b.tabia","net":"inner/both.toml"})"}};
  for (const auto& [job, settings] : jobs)
    EXPECT_NE(refusal(job, settings, context_).find("link.net"), std::string::npos) << job;
}

}  // namespace
}  // namespace tabia::jobs
