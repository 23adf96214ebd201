#include "service/evaluation.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/json_value.h"
#include "folder.h"
#include "nn/net_file.h"
#include "nn/random_network.h"

namespace {

using namespace tabia;
using namespace tabia::service;

TEST(FenList, FindsWhatTheJsonReaderFinds) {
  const std::vector<std::string> bodies = {
      R"({"fens":[]})",
      R"({"fens":["a"]})",
      R"( { "fens" : [ "a b c" , "" ,"d" ] , "model" : "x" } )",
      R"({"fens":["4k3/8/8/8/8/8/8/Q3K3 b - - 0 1","x"],"model":""})",
      R"({"fens":["ü","a,b]"]})",
  };
  for (const std::string& body : bodies) {
    const auto list = scan_fen_list(body);
    ASSERT_TRUE(list) << body;
    const auto value = base::JsonValue::parse(body);
    ASSERT_TRUE(value) << body;
    const auto& expected = value->find("fens")->elements();
    ASSERT_EQ(list->fens.size(), expected.size()) << body;
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(list->fens[i], *expected[i].text());
    EXPECT_EQ(list->model, value->find("model") ? *value->find("model")->text() : "");
  }
}

TEST(FenList, LeavesEverythingElseToTheJsonReader) {
  for (const char* body : {"",
                           "{",
                           "{}",
                           "[]",
                           R"({"fens")",
                           R"({"fens":[)",
                           R"({"fens":["a)",
                           R"({"fens":["a"])",
                           R"({"fens":["a",]})",
                           R"({"fens":["a" "b"]})",
                           R"({"fens":["\u0041"]})",
                           R"({"fens":[1]})",
                           R"({"fens":["a"]}x)",
                           R"({"fens":["a"],})",
                           R"({"fens":["a"],"model":1})",
                           R"({"model":"x","fens":["a"]})",
                           R"({"fens":["a"],"model":"x","y":1})",
                           R"({"fens":["a"],"other":"x"})",
                           R"({"fen":"a"})",
                           R"({"fens":null})",
                           R"({"fens":["a"],"fens":["b"]})"})
    EXPECT_FALSE(scan_fen_list(body)) << body;
}

TEST(LineEvaluator, GivesTheSameHoweverTheLinesAreCut) {
  const auto model = Model::load({"default", ""}, {.cache_bytes = 1 << 16});
  ASSERT_TRUE(model);
  const std::string text =
      "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1\n\r\n  {\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"}\r\nnonsense\n" +
      std::string(9000, 'x') + "\n{\"fen\":1}\n8/8/8/8/8/8/8/K1k5 w - - 3 9";
  std::string whole;
  {
    Tally tally;
    LineEvaluator evaluator(**model, 1);
    evaluator.take(text, whole, tally);
    evaluator.finish(whole, tally);
    EXPECT_EQ(tally.evaluations, 3u);
  }
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 6);
  for (const std::size_t step :
       {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{100}, std::size_t{5000}}) {
    std::string out;
    Tally tally;
    LineEvaluator evaluator(**model, 2);
    for (std::size_t at = 0; at < text.size(); at += step)
      evaluator.take(std::string_view(text).substr(at, step), out, tally);
    evaluator.finish(out, tally);
    EXPECT_EQ(out, whole) << step;
  }
}

TEST(Evaluation, ANetworkOverPlanesAnswersWithItsPolicyAndTogether) {
  const tabia::test::Folder folder;
  const auto network = nn::random_network(
      nn::parse_spec(
          "name = \"small\"\ninput = { planes = \"pieces\", view = \"mover\" }\n"
          "body = [ { block = \"conv\", filters = 4 } ]\npolicy = { kind = \"convolution\" }\n"
          "value = { kind = \"wdl\", planes = 2, width = 4 }\nmoves_left = { planes = 1, width = 2 }\n")
          .value(),
      1);
  const std::string path = folder / "small.net";
  ASSERT_TRUE(base::write_file_atomically(path, nn::write_net(*network, {}).value()).ok());
  const auto model = Model::load({"small", path}, {.cache_bytes = 1 << 16, .batch = {.size = 2}});
  ASSERT_TRUE(model.ok()) << model.error().message;
  Tally tally;
  const auto one = evaluation_of(**model, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", tally);
  ASSERT_TRUE(one) << one.error().detail;
  EXPECT_NE(one->find("\"policy\":[{\"move\":\""), std::string::npos) << *one;
  EXPECT_NE(one->find("\"moves_left\":"), std::string::npos);
  std::string list;
  const std::vector<std::string_view> fens = {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "nonsense",
                                              "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"};  // the last: stalemate
  append_evaluations(list, **model, fens, 1, tally);
  EXPECT_TRUE(list.starts_with(*one)) << list;
  EXPECT_NE(list.find("\"error\""), std::string::npos);
  EXPECT_EQ(tally.evaluations, 3u);
  EXPECT_EQ((*model)->batches().boards, 3u);
  EXPECT_EQ((*model)->batches().batches, 2u) << "the two of the list together";
  std::string lines;
  LineEvaluator evaluator(**model, 1);
  evaluator.take("4k3/8/8/8/8/8/P7/4K3 w - - 0 1\nnonsense\n", lines, tally);
  EXPECT_TRUE(lines.starts_with(*one + "\n")) << lines;
}

}  // namespace
