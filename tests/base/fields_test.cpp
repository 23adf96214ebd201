#include "base/fields.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace tabia::base {
namespace {

enum class Fruit { Apple, Pear };

struct Peel {
  bool thin = false;
  friend bool operator==(const Peel&, const Peel&) = default;
};

struct Job {
  std::uint64_t nodes = 5000;
  std::optional<int> depth;
  double noise = 0.25;
  bool by_game = false;
  std::string out;
  Fruit fruit = Fruit::Pear;
  std::size_t cache_bytes = 16 << 20;
  std::uint64_t memory = std::uint64_t{1} << 30;
  int threads = 2;
  std::vector<std::string> nets;
  Peel peel;
  friend bool operator==(const Job&, const Job&) = default;
};

Fields<Peel> peel_fields() { return {flag<Peel>("thin", TABIA_MEMBER(thin), "as thin as can be")}; }

Fields<Job> job_fields() {
  Fields<Job> rows = {
      integer<Job>("nodes", "N", 1, 1'000'000, TABIA_MEMBER(nodes), "nodes per move"),
      integer<Job>("depth", "N", 1, 245, TABIA_MEMBER(depth), "plies per move"),
      real<Job>("noise", "P", 0, 1, TABIA_MEMBER(noise), "chance of a random move"),
      flag<Job>("by-game", TABIA_MEMBER(by_game), "keep games whole"),
      text<Job>("out", "FILE", TABIA_MEMBER(out), "where to write").not_identity(),
      choice<Job, Fruit>("fruit", "NAME", {{"apple", Fruit::Apple}, {"pear", Fruit::Pear}},
                         TABIA_MEMBER(fruit), "what to eat"),
      integer<Job>("cache", "MIB", 0, 1 << 20, TABIA_MEMBER(cache_bytes), "cache", 1 << 20),
      bytes<Job>("memory", TABIA_MEMBER(memory), "memory to use").not_identity(),
      integer<Job>("threads", "N", 1, 1024, TABIA_MEMBER(threads), "threads")
          .shown_as("all cores")
          .not_identity(),
      value<Job>(
          "net", "FILE", TABIA_MEMBER(nets),
          [](std::string_view word) -> Result<std::vector<std::string>> {
            if (word.empty()) return unexpected(word, "a file");
            return std::vector<std::string>{std::string(word)};
          },
          [](const std::vector<std::string>& nets) -> std::optional<std::string> {
            return nets.empty() ? std::nullopt : std::optional(nets.front());
          },
          "a network"),
  };
  return joined<Job>({rows, within<Job>(peel_fields(), TABIA_MEMBER(peel))});
}

Job changed_job() {
  Job job;
  job.nodes = 77;
  job.depth = 9;
  job.noise = 0.5;
  job.by_game = true;
  job.out = "x \"y\"";
  job.fruit = Fruit::Apple;
  job.cache_bytes = 3 << 20;
  job.memory = 5 << 20;
  job.threads = 7;
  job.nets = {"n.net"};
  job.peel.thin = true;
  return job;
}

std::string json_of(const Job& job) {
  JsonWriter json;
  json.begin_object();
  write_json(job_fields(), job, json);
  return json.end_object().text();
}

Result<Job> from_json(const std::string& text) {
  const auto value = JsonValue::parse(text);
  if (!value) return value.error();
  Job job;
  TABIA_TRY_VOID(read_json(job_fields(), *value, job));
  return job;
}

Result<Job> from_toml(const std::string& text) {
  const auto table = parse_toml(text);
  if (!table) return table.error();
  Job job;
  TABIA_TRY_VOID(read_toml(job_fields(), *table, job));
  return job;
}

TEST(Fields, EverySettingThatIsWrittenAsJsonIsReadBack) {
  for (const Job& job : {Job{}, changed_job()}) {
    const auto back = from_json(json_of(job));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, job) << json_of(job);
  }
}

TEST(Fields, EveryValueReadsItsOwnText) {
  const Job job = changed_job();
  Job back;
  for (const auto& field : job_fields()) {
    const auto text = field.text(job);
    ASSERT_TRUE(text) << field.about.name;
    EXPECT_TRUE(field.read(back, *text)) << field.about.name;
  }
  EXPECT_EQ(back, job);
}

TEST(Fields, TomlAndJsonGiveTheSameJob) {
  const auto toml =
      from_toml("nodes = 77\nnoise = 0.5\nby_game = true\nfruit = \"apple\"\nmemory = \"5M\"\n");
  const auto json = from_json(R"({"nodes":77,"noise":0.5,"by_game":true,"fruit":"apple","memory":"5M"})");
  ASSERT_TRUE(toml) << toml.error().message;
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(*toml, *json);
  EXPECT_EQ(toml->nodes, 77u);
  EXPECT_EQ(toml->memory, 5u << 20);
}

TEST(Fields, HelpShowsTheDefaultOfAFreshStruct) {
  const auto rows = job_fields();
  EXPECT_EQ(help_text(*find_field(rows, "nodes")), "nodes per move (default: 5000)");
  EXPECT_EQ(help_text(*find_field(rows, "depth")), "plies per move");
  EXPECT_EQ(help_text(*find_field(rows, "by_game")), "keep games whole");
  EXPECT_EQ(help_text(*find_field(rows, "memory")), "memory to use (default: 1G)");
  EXPECT_EQ(help_text(*find_field(rows, "cache")), "cache (default: 16)");
  EXPECT_EQ(help_text(*find_field(rows, "fruit")), "what to eat (default: pear)");
  EXPECT_EQ(help_text(*find_field(rows, "threads")), "threads (default: all cores)");
  EXPECT_EQ(help_text(*find_field(rows, "out")), "where to write");
}

TEST(Fields, TheIdentityHasAllThatTheResultDependsOnAndNothingElse) {
  Job job;
  const std::string before = identity_of(job_fields(), job);
  job.threads = 9;
  job.out = "elsewhere";
  job.memory = 1 << 20;
  EXPECT_EQ(identity_of(job_fields(), job), before);
  for (const auto change : {+[](Job& j) { j.nodes = 1; }, +[](Job& j) { j.depth = 3; },
                            +[](Job& j) { j.peel.thin = true; }, +[](Job& j) { j.fruit = Fruit::Apple; }}) {
    Job other;
    change(other);
    EXPECT_NE(identity_of(job_fields(), other), before);
  }
}

TEST(Fields, ErrorsNameTheKeyWhatWasFoundAndWhatIsAllowed) {
  EXPECT_EQ(from_json(R"({"nodes":0})").error().message,
            R"(nodes: found "0", expected a whole number from 1 to 1000000)");
  EXPECT_EQ(from_json(R"({"nodes":"5"})").error().message,
            R"(nodes: found "5", expected a whole number from 1 to 1000000)");
  EXPECT_EQ(from_json(R"({"noise":2})").error().message,
            R"(noise: found "2", expected a number from 0 to 1)");
  EXPECT_EQ(from_json(R"({"fruit":"plum"})").error().message,
            R"(fruit: found "plum", expected apple or pear)");
  EXPECT_EQ(from_json(R"({"node":5})").error().message, R"(unknown key "node", did you mean nodes?)");
  EXPECT_EQ(from_json("[]").error().kind, ErrorKind::Usage);
  EXPECT_EQ(from_toml("nodes = 5\nby_game = 3\n").error().message,
            "line 2: by_game: found 3, expected true or false");
  EXPECT_EQ(from_toml("\nfoo_bar_baz = 3\n").error().message.find("line 2: unknown key \"foo_bar_baz\""), 0u);
}

TEST(Fields, NullInJsonLeavesTheDefault) {
  const auto job = from_json(R"({"nodes":null})");
  ASSERT_TRUE(job);
  EXPECT_EQ(job->nodes, 5000u);
}

TEST(Fields, NumbersThatAreNoNumbersAreRefused) {
  for (const char* text : {"", "nan", "inf", "1e999", "0x1", "1 ", "--1"})
    EXPECT_FALSE(read_real(text, -1e9, 1e9)) << text;
  for (const char* text : {"", "1.0", "99999999999999999999", "+1", " 1"})
    EXPECT_FALSE(read_whole(text, 0, 100)) << text;
}

TEST(Fields, SizesAreReadWithUnitsAndWrittenWithTheLargestThatFits) {
  EXPECT_EQ(*read_bytes("2G"), std::uint64_t{2} << 30);
  EXPECT_EQ(*read_bytes("1048576"), std::uint64_t{1} << 20);
  EXPECT_FALSE(read_bytes("1K"));
  EXPECT_FALSE(read_bytes("99999999999T"));
  EXPECT_FALSE(read_bytes("G"));
  for (const std::uint64_t bytes :
       {std::uint64_t{1} << 20, std::uint64_t{3} << 30, (std::uint64_t{1} << 20) + 1})
    EXPECT_EQ(*read_bytes(bytes_text(bytes)), bytes);
}

TEST(Fields, TheTableForDocsHasARowForEachField) {
  const std::string table = docs_table(job_fields());
  EXPECT_NE(table.find("| `--nodes N` | 5000 | nodes per move |\n"), std::string::npos) << table;
  EXPECT_NE(table.find("| `--by-game` |  | keep games whole |\n"), std::string::npos);
}

struct Corner {
  int x = 1;
  std::string label;
};
struct Frame {
  std::optional<Corner> corner;
};

Fields<Frame> frame_fields() {
  const Fields<Corner> corner = {integer<Corner>("x", "N", 0, 99, TABIA_MEMBER(x), "place"),
                                 text<Corner>("label", "TEXT", TABIA_MEMBER(label), "name")};
  return {part<Frame, Corner>("corner", "x=N,label=TEXT", corner, TABIA_MEMBER(corner), "a corner")};
}

TEST(Fields, APartIsAListOfPairsAsTextAndAnObjectInJson) {
  const Field<Frame> row = frame_fields().front();
  Frame frame;
  EXPECT_FALSE(row.text(frame).has_value());
  ASSERT_TRUE(row.read(frame, R"(label=a\,b,x=7)"));
  EXPECT_EQ(frame.corner->label, "a,b");
  EXPECT_EQ(row.text(frame), R"(x=7,label=a\,b)");
  EXPECT_EQ(identity_of(frame_fields(), frame), R"({"corner":{"x":7,"label":"a,b"}})");
  Frame back;
  ASSERT_TRUE(read_json(frame_fields(), JsonValue::parse(identity_of(frame_fields(), frame)).value(), back));
  EXPECT_EQ(row.text(back), row.text(frame));
}

TEST(Fields, ErrorsInAListNameTheKey) {
  const Field<Frame> row = frame_fields().front();
  Frame frame;
  EXPECT_EQ(row.read(frame, "x").error().message, R"(found "x", expected key=value)");
  EXPECT_EQ(row.read(frame, "x=1,x=2").error().message, "the key x is given twice");
  EXPECT_EQ(row.read(frame, "x=100").error().message,
            R"(x: found "100", expected a whole number from 0 to 99)");
  EXPECT_EQ(row.read(frame, "labe=a").error().message, R"(unknown key "labe", did you mean label?)");
  EXPECT_FALSE(frame.corner.has_value());
}

TEST(Try, PassesTheErrorOnWithItsKind) {
  const auto twice = [](const Result<int>& number) -> Result<int> {
    TABIA_TRY(const int value, number);
    return 2 * value;
  };
  EXPECT_EQ(*twice(4), 8);
  EXPECT_EQ(twice(interruption()).error(), interruption());
  EXPECT_EQ(interruption().inside("here").kind, ErrorKind::Interrupted);
}

}  // namespace
}  // namespace tabia::base
