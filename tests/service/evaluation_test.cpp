#include "service/evaluation.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/json_value.h"
#include "base/text.h"
#include "chess/notation.h"
#include "folder.h"
#include "nn/net_file.h"
#include "nn/random_network.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using base::concat;

// The answer to a body with "fen" and "moves", or what is wrong with it.
std::string evaluated(const Model& model, const std::string& body, Tally& tally) {
  const auto object = base::JsonValue::parse(body).value();
  Fields fields(object);
  const Item item = item_of(fields, "");
  if (!item.read) return item.read.error().detail;
  std::string out;
  append_evaluations(out, model, {&item, 1}, 1, tally);
  return out;
}
std::string evaluated(const Model& model, const std::string& body) {
  Tally tally;
  return evaluated(model, body, tally);
}

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
  const std::string one = evaluated(**model, R"({"fen":"4k3/8/8/8/8/8/P7/4K3 w - - 0 1"})", tally);
  EXPECT_NE(one.find("\"policy\":[{\"move\":\""), std::string::npos) << one;
  EXPECT_NE(one.find("\"moves_left\":"), std::string::npos);
  std::string list;
  const std::vector<std::string_view> fens = {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "nonsense",
                                              "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"};  // the last: stalemate
  append_evaluations(list, **model, fens, 1, tally);
  EXPECT_TRUE(list.starts_with(one)) << list;
  EXPECT_NE(list.find("\"error\""), std::string::npos);
  EXPECT_EQ(tally.evaluations, 3u);
  EXPECT_EQ((*model)->batches().boards, 3u);
  EXPECT_EQ((*model)->batches().batches, 2u) << "the two of the list together";
  // The positions of several requests: the same answers, in one batch.
  const std::vector<Item> first = {item_of(fens[0])};
  const std::vector<Item> second = {item_of(fens[1]), item_of(fens[2])};
  const std::vector<Item> none;
  const std::vector<const std::vector<Item>*> requests = {&first, &none, &second};
  const auto texts = evaluations_together(**model, requests, tally);
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_EQ(texts[0], one);
  EXPECT_EQ(texts[1], "");
  EXPECT_EQ(texts[0] + "," + texts[2], list);
  std::string lines;
  LineEvaluator evaluator(**model, 1);
  evaluator.take("4k3/8/8/8/8/8/P7/4K3 w - - 0 1\nnonsense\n", lines, tally);
  EXPECT_TRUE(lines.starts_with(one + "\n")) << lines;
}

// --- games

constexpr const char* kWithHistory = R"(name = "history"
input = { planes = "pieces", view = "mover", history = 3, clock = true }
body = [ { block = "conv", filters = 8 } ]
value = { kind = "centipawns", widths = [8], scale = 2000 })";

std::int64_t score_in(const std::string& json) {
  const auto value = base::JsonValue::parse(json);
  EXPECT_TRUE(value) << json;
  const base::JsonValue* score = value ? value->find("cp") : nullptr;
  return score ? score->integer().value_or(-99999) : -99999;
}

std::string lines(const Model& model, const std::string& text) {
  std::string out;
  Tally tally;
  LineEvaluator evaluator(model, 1);
  evaluator.take(text, out, tally);
  evaluator.finish(out, tally);
  return out;
}

TEST(EvaluateGames, MovesArePlayedAndNetworksWithHistorySeeThem) {
  const tabia::test::Folder folder;
  const auto network = nn::random_network(nn::parse_spec(kWithHistory).value(), 5);
  const auto plain = nn::random_network(nn::parse_spec(R"(features = "768"
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ])")
                                            .value(),
                                        1);
  ASSERT_TRUE(base::write_file_atomically(folder / "h.net", nn::write_net(*network, {}).value()));
  ASSERT_TRUE(base::write_file_atomically(folder / "p.net", nn::write_net(*plain, {}).value()));
  ASSERT_TRUE(base::write_file_atomically(folder / "both.toml",
                                          "combine = \"specialist\"\nmembers = [ { net = \"p.net\" }, { net "
                                          "= \"h.net\", pieces = [3, 32] } ]\n"));
  const std::string game = R"({"moves":["Nf3","Nf6","Ng1","Ng8"]})";
  const std::string position = R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"})";
  for (const char* file : {"h.net", "both.toml"}) {
    const auto model = Model::load({"m", folder / file}, {.cache_bytes = 1 << 16});
    ASSERT_TRUE(model) << model.error().message;
    const std::string with = evaluated(**model, game);
    EXPECT_NE(with.find("w KQkq - 4 3"), std::string::npos) << with;
    EXPECT_NE(score_in(with), score_in(evaluated(**model, position))) << file << ": the moves are not seen";
    chess::Game played;
    for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"})
      played.play(chess::parse_uci_move(played.position(), move).value());
    const base::Score expected = (*model)->network()->fresh_output(played.positions()).score;
    EXPECT_EQ(score_in(with), (*model)->win_model().centipawns(expected, played.position()));
    EXPECT_EQ(lines(**model, game + "\n"), with + "\n");
    // In a list, with a fault in the middle.
    const auto body =
        base::JsonValue::parse(concat("[", game, R"(,{"fen":"x"},{"moves":["e5"]},7,)", position, "]"));
    std::string list;
    Tally tally;
    append_evaluations(list, **model, body->elements(), 2, tally);
    const auto results = base::JsonValue::parse(concat("[", list, "]"));
    ASSERT_TRUE(results) << list;
    ASSERT_EQ(results->elements().size(), 5u);
    EXPECT_TRUE(list.starts_with(with));
    for (const std::size_t i : {1, 2, 3}) EXPECT_TRUE(results->elements()[i].find("error")) << list;
    EXPECT_EQ(tally.evaluations, 2u);
  }
  const auto alone = Model::load({"m", folder / "p.net"}, {.cache_bytes = 1 << 16});
  EXPECT_EQ(score_in(evaluated(**alone, game)), score_in(evaluated(**alone, position)));
}

}  // namespace
