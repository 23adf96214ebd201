// What commands read and write: no file of the user is lost, and pipes work.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "folder.h"
#include "paths.h"
#include "program.h"

namespace {

namespace fs = std::filesystem;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::shell;

class Files : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // A network and two games, as data and as text.
  void make_inputs() const {
    ASSERT_EQ(run("net seed " + path("a.net")).code, 0);
    std::ofstream(path("g.pgn")) << "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
                                    "[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n";
    ASSERT_EQ(run("data convert " + path("g.pgn") + " " + path("g.tabia")).code, 0);
  }
  // Commands that write a file, up to the name of it; and how its content begins.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> writers() const {
    return {{"analyze " + path("g.pgn") + " --nodes 50 --net " + path("a.net") + " --output ", "[Event "},
            {"data convert " + path("g.tabia") + " --to csv ", "fen,"},
            {"data shuffle " + path("g.tabia") + " --to csv ", "fen,"},
            {"data dedup " + path("g.tabia") + " --to csv ", "fen,"},
            {"data sample 1 " + path("g.tabia") + " --to csv ", "fen,"},
            {"data info " + path("g.tabia") + " --html ", "<!doctype html>"},
            {"net convert " + path("a.net") + " --to text ", "tabia-network-text"},
            {"eval --net " + path("a.net") + " --svg ", "<svg "},
            {"match --engine net=" + path("a.net") +
                 " --engine evaluation=classical --nodes 20 --games 2 --maxmoves 3 --pgn ",
             "[Event "}};
  }

 private:
  tabia::test::Folder folder_;
};

TEST_F(Files, StandardOutputGetsTheContentAndNothingElse) {
  make_inputs();
  for (const auto& [words, beginning] : writers()) {
    ASSERT_EQ(run(words + path("file")).code, 0) << words;
    const std::string expected = content("file");
    ASSERT_TRUE(expected.starts_with(beginning)) << words << expected;
    // Like /dev/stdout, which this test must not put at risk.
    if (!fs::is_symlink(path("stdout"))) fs::create_symlink("/proc/self/fd/1", path("stdout"));
    for (const std::string& name : {std::string("-"), path("stdout")}) {
      const Outcome outcome = run(words + name);
      EXPECT_EQ(outcome.code, 0) << words;
      EXPECT_EQ(outcome.output.size(), expected.size()) << words << name << "\n" << outcome.output;
      EXPECT_TRUE(outcome.output.starts_with(beginning)) << words << name;
      EXPECT_TRUE(name == "-" || fs::is_symlink(name)) << words;
    }
    fs::remove(path("file"));
  }
}

TEST_F(Files, APipeOrADeviceThatExistsIsWrittenAndNotReplaced) {
  make_inputs();
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const bool device = ::mknod(path("null").c_str(), S_IFCHR | 0600, ::makedev(1, 3)) == 0;
  for (const auto& [words, beginning] : writers()) {
    const Outcome piped = shell("timeout 300 cat '" + path("pipe") + "' & '" + tabia::test::tabia_program() +
                                "' " + words + "'" + path("pipe") + "' >/dev/null 2>&1; wait");
    EXPECT_TRUE(piped.output.starts_with(beginning)) << words << piped.output;
    EXPECT_TRUE(fs::is_fifo(path("pipe"))) << words;
    if (!device) continue;  // that takes root
    EXPECT_EQ(run(words + path("null")).code, 0) << words;
    EXPECT_TRUE(fs::is_character_file(path("null"))) << words;
  }
}

TEST_F(Files, ALinkLeadsToTheFileAndStays) {
  make_inputs();
  for (const auto& [words, beginning] : writers()) {
    fs::create_symlink("target", path("link"));
    EXPECT_EQ(run(words + path("link")).code, 0) << words;
    EXPECT_TRUE(fs::is_symlink(path("link"))) << words;
    EXPECT_TRUE(content("target").starts_with(beginning)) << words;
    fs::remove(path("link"));
    fs::remove(path("target"));
  }
}

TEST_F(Files, AnInputIsNeverWritten) {
  make_inputs();
  const std::string net = content("a.net");
  const std::string games = content("g.tabia");
  const std::string text = content("g.pgn");
  const std::string match =
      "match --engine evaluation=classical --nodes 20 --games 2 --maxmoves 3 --engine net=" + path("a.net");
  for (const std::string& words :
       {"data info " + path("g.tabia") + " --html " + path("g.tabia"),
        "data convert " + path("g.tabia") + " " + path("./g.tabia"),
        "data split " + path("g.tabia") + " " + path("x.tabia") + " " + path("g.tabia"),
        "data split " + path("g.tabia") + " " + path("x.tabia") + " " + path("./x.tabia"),
        "net quantize " + path("a.net") + " " + path("a.net"),
        "net convert " + path("a.net") + " " + path("./a.net"),
        "net arrange " + path("a.net") + " " + path("g.tabia") + " --data " + path("g.tabia"),
        "eval --net " + path("a.net") + " --svg " + path("a.net"),
        "analyze " + path("g.pgn") + " --nodes 10 --output " + path("g.pgn"),
        match + " --pgn " + path("a.net"), match + " --openings " + path("g.pgn") + " --pgn " + path("g.pgn"),
        match + " --record " + path("new") + " --pgn " + path("./new")}) {
    const Outcome outcome = run(words, true);
    EXPECT_NE(outcome.code, 0) << words;
    EXPECT_TRUE(mentions(outcome, "is also an input") || mentions(outcome, "two outputs have this name"))
        << words << "\n"
        << outcome.output;
    EXPECT_EQ(content("a.net"), net) << words;
    EXPECT_EQ(content("g.tabia"), games) << words;
    EXPECT_EQ(content("g.pgn"), text) << words;
  }
  EXPECT_FALSE(fs::exists(path("x.tabia")));
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(Files, ARecordThatIsNoRegularFileIsRefusedAtOnce) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const Outcome outcome =
      run("match --engine evaluation=classical --engine net=default --nodes 20 --games 2 --record " +
              path("pipe"),
          true);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "isn't a regular file")) << outcome.output;
}

TEST_F(Files, CompressedTextIsReadByEveryCommandWhateverItsName) {
  make_inputs();
  std::ofstream(path("p.epd")) << "6k1/5ppp/8/8/8/8/8/R6K w - - bm #1; 01:25; id \"one\";\n"
                                  "7k/8/5KQ1/8/8/8/8/8 w - - bm #1; PV: g6g7;\n";
  std::ofstream(path("p.fen")) << "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n";
  std::ofstream(path("p.perft")) << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n";
  const std::string match = "match --engine evaluation=classical --engine net=" + path("a.net") +
                            " --nodes 20 --games 2 --maxmoves 2 --json --openings ";
  const std::vector<std::pair<std::string, std::string>> readers = {
      {"pgn ", "g.pgn"},
      {"epd --mates --nodes 1000 --json ", "p.epd"},
      {"fen --file ", "p.fen"},
      {"eval --net " + path("a.net") + " --file ", "p.fen"},
      {"perft --suite ", "p.perft"},
      {"analyze --nodes 20 --net " + path("a.net") + " ", "g.pgn"},
      {match, "g.pgn"},
      {match, "p.fen"}};
  for (const std::string tool : {"zstd -q -c", "gzip -c"}) {
    for (const auto& [words, name] : readers) {
      const std::string ending = name.substr(name.find('.'));
      const std::string packed = path("packed" + ending);
      if (shell(tool + " '" + path(name) + "' > '" + packed + "'").code != 0)
        GTEST_SKIP() << "needs " << tool;
      const Outcome plain = run(words + path(name));
      ASSERT_EQ(plain.code, 0) << words << plain.output;
      EXPECT_EQ(run(words + packed).code, 0) << tool << " " << words;
      if (words == "pgn ") {
        EXPECT_TRUE(mentions(run("pgn - < " + packed), "2 games, 0 bad"));
        fs::copy_file(packed, path("packed.pgn.zst"), fs::copy_options::overwrite_existing);
        EXPECT_TRUE(mentions(run("pgn " + path("packed.pgn.zst")), "2 games, 0 bad"));
      }
    }
  }
}

TEST_F(Files, DamagedCompressionIsAFailureAndNotTheEnd) {
  make_inputs();
  if (shell("zstd -q -c '" + path("g.pgn") + "' > '" + path("g.zst") + "'").code != 0)
    GTEST_SKIP() << "needs zstd";
  fs::resize_file(path("g.zst"), fs::file_size(path("g.zst")) - 5);
  const Outcome outcome = run("pgn " + path("g.zst"), true);
  EXPECT_EQ(outcome.code, 1) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "compressed")) << outcome.output;
}

TEST_F(Files, OddOperationsDoNotCostThePosition) {
  std::ofstream(path("p.epd")) << "6k1/5ppp/8/8/8/8/8/R6K w - - bm #1; 01:25; id \"one\";\n"
                                  "7k/8/5KQ1/8/8/8/8/8 w - - bm #1; PV: g6g7;\n";
  const Outcome outcome = run("epd --mates --nodes 1000 --evaluation classical " + path("p.epd"), true);
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "2/2 solved")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "2 malformed operations ignored")) << outcome.output;
}

TEST_F(Files, AnOutputThatCantBeWrittenIsToldWithTheReason) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  // The engine writes line by line, from another thread than the one that sees the end.
  for (const std::string words : {"go depth 1", "help"}) {
    const Outcome outcome = shell("'" + tabia::test::tabia_program() + "' " + words + " 2>&1 >/dev/full");
    EXPECT_EQ(outcome.code, 1) << words << outcome.output;
    EXPECT_TRUE(mentions(outcome, "can't write to standard output: No space left on device"))
        << outcome.output;
  }
}

}  // namespace
