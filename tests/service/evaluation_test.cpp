#include "service/evaluation.h"

#include <gtest/gtest.h>

#include "base/json_value.h"

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

}  // namespace
