// `tabia net` as users and scripts run it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

namespace fs = std::filesystem;

using tabia::test::content_of;
using tabia::test::mentions;
using tabia::test::net;
using tabia::test::Outcome;

// A new folder for each test, removed afterward.
class NetCommand : public testing::Test {
 protected:
  NetCommand() : folder_(fs::path(testing::TempDir()) / ("tabia_net_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~NetCommand() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string model(const std::string& name) {
    return tabia::test::test_data() + "/../../models/" + name + ".toml";
  }

 private:
  fs::path folder_;
};

TEST_F(NetCommand, RandomMakesANetworkThatInfoDescribes) {
  const Outcome made = net("random " + model("perspective-256") + " " + path("a.net") + " --seed 7");
  ASSERT_EQ(made.code, 0) << made.output;
  const Outcome info = net("info " + path("a.net"));
  EXPECT_EQ(info.code, 0);
  for (const char* text :
       {"format:      tabia", "name:        perspective-256", "parameters:  197,377",
        "random numbers, seed 7", "features = \"768\"", "accumulator.weights", "768 x 256", "saturated"}) {
    EXPECT_TRUE(mentions(info, text)) << text << "\n" << info.output;
  }
  ASSERT_EQ(net("random " + model("perspective-256") + " " + path("b.net") + " --seed 7").code, 0);
  EXPECT_EQ(content_of(path("a.net")), content_of(path("b.net")));
}

TEST_F(NetCommand, ArrangeWritesANetworkThatSaysTheSame) {
  const std::string grown = tabia::test::test_data() + "/../../nets/grown.net";
  const Outcome games =
      tabia::test::run("data gen --games 3 --depth 1 --hash 1 --maxmoves 30 --out " + path("games"), true);
  ASSERT_EQ(games.code, 0) << games.output;
  const Outcome arranged = net("arrange " + grown + " " + path("a.net") + " --data " + path("games"));
  ASSERT_EQ(arranged.code, 0) << arranged.output;
  EXPECT_TRUE(mentions(arranged, "of 256 input groups were active, now ")) << arranged.output;
  // Other numbers in each place, the same scores.
  const Outcome compared = net("verify " + grown + " " + path("a.net") + " --positions 50");
  EXPECT_TRUE(mentions(compared, "scores of 50 positions differ by 0.00 on average")) << compared.output;

  const std::string single = path("single.net") + " ";
  ASSERT_EQ(net("random " + tabia::test::test_data() + "/../../models/perspective-64.toml " + single).code,
            0);
  const Outcome refused = net("arrange " + single + path("b.net") + " --data " + path("games"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(mentions(refused, "no layers of bytes")) << refused.output;
  EXPECT_EQ(net("arrange " + single + path("b.net") + " --data " + path("nothing.tabia")).code, 1);
  EXPECT_EQ(net("arrange " + single + path("b.net")).code, 2);
  EXPECT_EQ(net("arrange " + single + path("b.net") + " --data " + path("games") + " --pgn x").code, 2);
  EXPECT_FALSE(fs::exists(path("b.net")));
}

TEST_F(NetCommand, InfoAsJsonHasTheFieldsThatProgramsRead) {
  ASSERT_EQ(net("random " + model("mlp-768-skip") + " " + path("a.txt")).code, 0);
  const Outcome info = net("info --json " + path("a.txt"));
  EXPECT_EQ(info.code, 0);
  for (const char* text :
       {R"("format":"text")", R"("name":"mlp-768-skip")", R"("network":")", R"("parameters":205889)",
        R"("lineage":{"description":)", R"("wdl_model":{"a":[0,0,0,220])",
        R"("tensors":[{"name":"accumulator.weights","rows":768,"columns":256,"storage":"f32")",
        R"("zero":)"}) {
    EXPECT_TRUE(mentions(info, text)) << text << "\n" << info.output;
  }
}

TEST_F(NetCommand, ConvertingThroughEveryFormatComesBackToTheSameBytes) {
  ASSERT_EQ(net("random " + model("halfka-128") + " " + path("a.nnue")).code, 0);
  for (const auto& [from, to] :
       {std::pair{"a.nnue", "b.net"}, {"b.net", "c.txt"}, {"c.txt", "d.net"}, {"d.net", "e.nnue"}}) {
    const Outcome outcome = net("convert " + path(from) + " " + path(to));
    ASSERT_EQ(outcome.code, 0) << outcome.output;
  }
  EXPECT_TRUE(content_of(path("a.nnue")) == content_of(path("e.nnue")));
  EXPECT_TRUE(content_of(path("b.net")) == content_of(path("d.net")));
}

TEST_F(NetCommand, BareNumbersAreConvertedWithASpec) {
  ASSERT_EQ(net("random " + model("perspective-512") + " " + path("a.bin")).code, 0);
  const Outcome there = net("convert --from bullet --spec " + model("perspective-512") + " " + path("a.bin") +
                            " " + path("b.net"));
  ASSERT_EQ(there.code, 0) << there.output;
  ASSERT_EQ(net("convert " + path("b.net") + " " + path("c") + " --to bullet").code, 0);
  EXPECT_TRUE(content_of(path("a.bin")) == content_of(path("c")));
  const Outcome wrong = net("convert --from bullet --spec " + model("perspective-256") + " " + path("a.bin") +
                            " " + path("d.net"));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(mentions(wrong, "for this spec")) << wrong.output;
  EXPECT_FALSE(fs::exists(path("d.net")));
}

TEST_F(NetCommand, WhatAFormatCantHoldIsRefusedAndNothingIsWritten) {
  ASSERT_EQ(net("random " + model("perspective-256") + " " + path("a.net")).code, 0);
  const Outcome outcome = net("convert " + path("a.net") + " " + path("b.nnue"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "HalfKP")) << outcome.output;
  EXPECT_FALSE(fs::exists(path("b.nnue")));
}

TEST_F(NetCommand, ADamagedFileIsRefusedWithItsNameAndTheReason) {
  ASSERT_EQ(net("random " + model("perspective-256") + " " + path("a.net")).code, 0);
  std::string bytes = content_of(path("a.net"));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  std::ofstream(path("a.net"), std::ios::binary) << bytes;
  for (const std::string& words :
       {"info " + path("a.net"), "convert " + path("a.net") + " " + path("b.net")}) {
    const Outcome outcome = net(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(mentions(outcome, path("a.net") + ": ")) << outcome.output;
    EXPECT_TRUE(mentions(outcome, "checksum")) << outcome.output;
  }
}

TEST_F(NetCommand, PredictCountsByTheRatingOfThePlayer) {
  ASSERT_EQ(net("random " + model("resnet-2x32") + " " + path("r.net")).code, 0);
  std::ofstream(path("games.pgn")) << "[WhiteElo \"1850\"]\n[BlackElo \"2450\"]\n\n"
                                      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0\n";
  const std::string words = "predict " + path("r.net") + " " + path("games.pgn") + " --from-ply 0 --every 1";
  const Outcome table = net(words);
  EXPECT_EQ(table.code, 0) << table.output;
  EXPECT_NE(table.output.find("1800-1999"), std::string::npos) << table.output;
  const Outcome json = net(words + " --json");
  EXPECT_NE(json.output.find("\"positions\":12"), std::string::npos) << json.output;
  EXPECT_NE(json.output.find("{\"rating\":2400,\"positions\":6,"), std::string::npos) << json.output;
  const Outcome none =
      net("predict " + tabia::test::test_data() + "/../../nets/default.net " + path("games.pgn"));
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.output.find("has no policy"), std::string::npos) << none.output;
  const Outcome late = net("predict " + path("r.net") + " " + path("games.pgn") + " --from-ply 100");
  EXPECT_NE(late.output.find("has no position that counts"), std::string::npos) << late.output;
}

TEST_F(NetCommand, WrongUsageIsExplainedAndEndsWithCodeTwo) {
  ASSERT_EQ(net("random " + model("perspective-256") + " " + path("a.net")).code, 0);
  const std::string a = path("a.net");
  for (const std::string& words :
       {std::string(), std::string("info"), "inf " + a, "info " + a + " " + a, "info " + a + " --seed 3",
        "convert " + a, "convert " + a + " " + path("b"), "convert " + a + " " + path("b.net") + " --to pgn",
        "convert " + a + " " + path("b.txt") + " --compress",
        "convert " + a + " " + path("b.net") + " --from text",
        "convert " + a + " " + path("b.net") + " --from bullet",
        "convert " + a + " " + path("b.net") + " --json", "random " + a,
        "random " + model("mlp-769") + " " + path("b.net") + " --seed x"}) {
    const Outcome outcome = net(words);
    EXPECT_EQ(outcome.code, 2) << words << "\n" << outcome.output;
    EXPECT_TRUE(mentions(outcome, "--help")) << words;
  }
  EXPECT_TRUE(mentions(net("conver " + a), "did you mean convert?"));
}

TEST_F(NetCommand, AModelThatCantBeReadIsAnErrorWithItsLine) {
  std::ofstream(path("bad.toml")) << "name = \"bad\"\nfeatures = \"768\"\nacumulator = 1\n";
  const Outcome outcome = net("random " + path("bad.toml") + " " + path("b.net"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, path("bad.toml") + ": ")) << outcome.output;
}

}  // namespace
