#include "service/service.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "engine/describe.h"
#include "folder.h"
#include "human_toy.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "nn/net_text.h"
#include "nn/random_network.h"
#include "service/running_service.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using namespace tabia::http::test;
using namespace tabia::service::test;
using base::JsonValue;

const JsonValue& line_of(const JsonValue& analysis, std::size_t index) {
  return analysis.find("lines")->elements().at(index);
}

// --- evaluation

TEST(ServiceEvaluate, ScoreIsFromWhitesViewAndCpForTheSideToMove) {
  RunningService service;
  const auto black = json_of(service.post("/evaluate", fen_body("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")));
  EXPECT_GT(number_in(black, "score"), 200);
  EXPECT_EQ(number_in(black, "score"), number_in(black, "cp_white"));
  EXPECT_EQ(number_in(black, "cp"), -number_in(black, "cp_white"));
  EXPECT_EQ(text_in(black, "fen"), "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
  const auto& wdl = black.find("wdl")->elements();
  ASSERT_EQ(wdl.size(), 3u);
  EXPECT_GT(*wdl[2].integer(), *wdl[0].integer());
}

TEST(ServiceEvaluate, SaysWhatTheNetworkSays) {
  RunningService service;
  const auto network = nn::read_network(nn::embedded_network());
  ASSERT_TRUE(network);
  const auto position = chess::parse_fen(kKiwipete);
  const eval::WinModel model((*network)->wdl());
  const int cp = model.centipawns((*network)->fresh_output(*position).score, *position);
  const auto answer = json_of(service.post("/evaluate", fen_body(kKiwipete)));
  EXPECT_EQ(number_in(answer, "cp"), cp);
  EXPECT_EQ(text_in(answer, "network"), engine::network_name(network->get()));
}

TEST(ServiceEvaluate, HarmlessFaultsAreRepairedAndTold) {
  RunningService service;
  const auto answer = json_of(service.post("/evaluate", fen_body("4k3/8/8/8/8/8/8/Q3K3 b KQ - 0 1")));
  EXPECT_EQ(text_in(answer, "fen"), "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
  EXPECT_NE(text_in(answer, "repaired").find("castling"), std::string::npos);
}

TEST(ServiceEvaluate, TheFieldOfTheFenThatIsWrongIsNamed) {
  RunningService service;
  expect_problem(service.post("/evaluate", fen_body("")), 422, "pieces");
  expect_problem(service.post("/evaluate", fen_body("4k3/8/8/8/8/8/8/9 w - - 0 1")), 422, "pieces");
  expect_problem(service.post("/evaluate", fen_body("4k3/8/8/8/8/8/8/8 w - - 0 1")), 422, "pieces");
  expect_problem(service.post("/evaluate", fen_body("4k3/8/8/8/8/8/8/4K3 x - - 0 1")), 422, "side to move");
  // The side that is not to move is in check.
  expect_problem(service.post("/evaluate", fen_body("4k3/8/8/8/8/8/8/4RK2 w - - 0 1")), 422);
  expect_problem(service.post("/evaluate", R"({"fen":"x","fens":[]})"), 400);
  expect_problem(service.post("/evaluate", R"({"fen":")" + std::string(kStart) + R"(","model":"none"})"), 422,
                 "model");
}

// Requests this many positions as a list, one by one, and as lines.
void expect_equal_answers(RunningService& service, int positions) {
  std::string list;
  std::string lines;
  for (int i = 0; i < positions; ++i) {
    const std::string fen =
        i % 100 == 7 ? "nonsense" : "4k3/8/8/8/8/8/8/Q3K3 b - - " + std::to_string(i % 99) + " 1";
    list += (i ? ",\"" : "\"") + fen + "\"";
    lines += fen + "\n";
  }
  const auto answer = json_of(service.post("/evaluate", "{\"fens\":[" + list + "]}"));
  const auto& results = answer.find("results")->elements();
  ASSERT_EQ(results.size(), static_cast<std::size_t>(positions));
  for (int i = 0; i < positions; ++i) {
    const JsonValue& result = results[static_cast<std::size_t>(i)];
    if (i % 100 == 7) {
      EXPECT_EQ(text_in(result, "fen"), "nonsense");
      EXPECT_EQ(number_in(*result.find("error"), "status"), 422);
      EXPECT_EQ(text_in(*result.find("error"), "field"), "pieces");
      continue;
    }
    ASSERT_EQ(text_in(result, "fen"), "4k3/8/8/8/8/8/8/Q3K3 b - - " + std::to_string(i % 99) + " 1");
    EXPECT_EQ(result, json_of(service.post("/evaluate", fen_body(text_in(result, "fen")))));
    if (i > 120) i += 50;
  }
  // The same positions as lines have the same answers.
  const Reply streamed = service.post("/evaluate", lines, "Content-Type: application/x-ndjson\r\n");
  EXPECT_EQ(streamed.status, 200);
  std::size_t at = 0;
  for (const JsonValue& result : results) {
    const std::size_t end = streamed.body.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    const auto line = JsonValue::parse(streamed.body.substr(at, end - at));
    ASSERT_TRUE(line);
    ASSERT_EQ(*line, result);
    at = end + 1;
  }
  EXPECT_EQ(at, streamed.body.size());
}

TEST(ServiceEvaluate, AListIsAnsweredInOrderAndLargeOnesAsSmallOnes) {
  RunningService service;
  expect_equal_answers(service, 1'500);   // beyond what is answered on the loop, and several shares
  expect_equal_answers(service, 20'000);  // beyond what is answered on the loop
}

TEST(ServiceEvaluate, AListThatIsTooLongIsProblem413) {
  ServiceOptions options = test_options();
  options.max_batch = 3;
  RunningService service(options);
  expect_problem(service.post("/evaluate", R"({"fens":["a","b","c","d"]})"), 413, "fens");
  EXPECT_EQ(service.post("/evaluate", R"({"fens":["a","b","c"]})").status, 200);
  // A small text of very many values would take fifty times its size.
  std::string zeros = "0";
  for (int i = 0; i < 20'000; ++i) zeros += ",0";
  expect_problem(service.post("/evaluate", "{\"fens\":[" + zeros + "]}"), 400);
  expect_problem(service.post("/analyze", "{\"other\":[" + zeros + "]}"), 400);
  EXPECT_EQ(service.post("/evaluate", R"({"fens":[]})").body, R"({"results":[]})");
}

TEST(ServiceEvaluate, TheCacheIsCountedAndChangesNothing) {
  RunningService service;
  const std::string first = service.post("/evaluate", fen_body(kKiwipete)).body;
  EXPECT_EQ(service.metric("tabia_evaluation_cache_hits_total{model=\"default\"}"), 0);
  EXPECT_EQ(service.post("/evaluate", fen_body(kKiwipete)).body, first);
  EXPECT_EQ(service.metric("tabia_evaluation_cache_hits_total{model=\"default\"}"), 1);
  EXPECT_EQ(service.metric("tabia_evaluations_total{model=\"default\"}"), 2);
}

// --- streams of positions

TEST(ServiceStream, AnswersALineBeforeTheNextOneIsSent) {
  RunningService service;
  Client client(service.port());
  ASSERT_TRUE(
      client.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                  "Transfer-Encoding: chunked\r\n\r\n"));
  for (int i = 0; i < 5; ++i) {
    const std::string fen = "4k3/8/8/8/8/8/8/Q3K3 b - - " + std::to_string(10 + i) + " 1";
    std::string chunk;
    http::append_chunk(chunk, i % 2 ? fen_body(fen) + "\n" : fen + "\r\n");
    ASSERT_TRUE(client.send(chunk));
    ASSERT_TRUE(client.wait_for("b - - " + std::to_string(10 + i))) << "after line " << i;
  }
  ASSERT_TRUE(client.send(http::kLastChunk));
  ASSERT_TRUE(client.wait_for("\r\n0\r\n\r\n"));
}

TEST(ServiceStream, LinesThatAreNoPositionsAreErrorsOfTheirOwn) {
  RunningService service;
  const std::string long_line(20'000, 'x');
  const Reply reply =
      service.post("/evaluate", "\n\n" + long_line + "\n{\"no\":1}\n{bad\n" + std::string(kStart),
                   "Content-Type: application/x-ndjson\r\n");
  std::vector<std::int64_t> statuses;
  for (const auto line : base::split(reply.body, '\n')) {
    if (line.empty()) continue;
    const auto value = JsonValue::parse(line);
    ASSERT_TRUE(value) << line;
    const JsonValue* error = value->find("error");
    statuses.push_back(error ? number_in(*error, "status") : 200);
  }
  EXPECT_EQ(statuses, (std::vector<std::int64_t>{413, 400, 400, 200}));
}

TEST(ServiceStream, TheModelIsChosenByTheQuery) {
  RunningService service;
  const std::string type = "Content-Type: application/x-ndjson\r\n";
  EXPECT_EQ(service.post("/evaluate?model=default", std::string(kStart), type).status, 200);
  expect_problem(service.post("/evaluate?model=other", std::string(kStart), type), 422, "model");
  EXPECT_EQ(service.post("/evaluate?model=%64efault", std::string(kStart), type).status, 200);
  expect_problem(service.post("/evaluate?model=%6", std::string(kStart), type), 400, "model");
  // A line can't have another.
  const std::string line = R"({"fen":")" + std::string(kStart) + R"(","model":")";
  EXPECT_EQ(service.post("/evaluate", line + "default\"}\n", type).body.find("error"), std::string::npos);
  EXPECT_NE(service.post("/evaluate", line + "other\"}\n", type).body.find("\"status\":422"),
            std::string::npos);
}

TEST(ServiceStream, OneAddressHasAtMostHalfOfThem) {
  Streams streams(4);
  const Streams::Place first(streams, "a");
  const Streams::Place second(streams, "a");
  EXPECT_FALSE(Streams::Place(streams, "a").taken());
  EXPECT_TRUE(Streams::Place(streams, "b").taken());
  EXPECT_EQ(streams.count(), 2u);
  Streams single(1);
  EXPECT_TRUE(Streams::Place(single, "a").taken());
}

TEST(ServiceStream, OneThatTricklesIsBrokenOff) {
  ServiceOptions options = test_options();
  options.server.body_timeout = http::Milliseconds(200);
  RunningService service(options);
  Client client(service.port());
  ASSERT_TRUE(
      client.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                  "Content-Length: 100000\r\n\r\n"));
  EXPECT_TRUE(eventually([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return !client.send("x");
  }));
}

TEST(ServiceEvaluate, TheModelOfTheAddressHoldsForJsonToo) {
  RunningService service;
  EXPECT_EQ(service.post("/evaluate?model=default", fen_body(kStart)).status, 200);
  expect_problem(service.post("/evaluate?model=nope", fen_body(kStart)), 422, "model");
  expect_problem(service.post("/evaluate?model=nope", R"({"fens":[]})"), 422, "model");
  EXPECT_EQ(service.post("/evaluate?model=nope", R"({"fens":[],"model":"default"})").status, 200);
}

// --- searches

TEST(ServiceAnalyze, WhoClosesOnlyTheSendingSideGetsAtLeastTheFirstDepth) {
  RunningService service;
  for (int i = 0; i < 20; ++i) {
    Client client(service.port());
    ASSERT_TRUE(client.send(Client::request("POST", "/analyze", R"({"movetime":60000})")));
    client.half_close();
    const auto reply = client.receive();
    ASSERT_TRUE(reply);
    const auto answer = json_of(*reply);
    ASSERT_GE(number_in(answer, "nodes"), 20) << reply->body;
    EXPECT_NE(text_in(answer, "bestmove"), "b1a3");
  }
}

TEST(ServiceAnalyze, OnlySearchesThatWereMadeAreCounted) {
  ServiceOptions options = test_options();
  options.searchers.searchers = 1;
  options.searchers.max_waiting = 0;
  options.caps.time_ms = 3'600'000;
  RunningService service(options);
  Client client(service.port());
  ASSERT_TRUE(client.send(Client::request("POST", "/analyze", R"({"movetime":3600000})")));
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_searches_running") == 1; }));
  expect_problem(service.post("/analyze", R"({"nodes":100})"), 503);
  EXPECT_EQ(service.metric("tabia_searches_total"), 0);
  client.close();
  EXPECT_TRUE(eventually([&] { return service.metric("tabia_searches_total") == 1; }));
}

TEST(ServiceAnalyze, TheSameRequestHasTheSameAnswer) {
  RunningService service;
  const std::string body = R"({"fen":")" + std::string(kKiwipete) + R"(","nodes":3000,"multipv":3})";
  const auto first = json_of(service.post("/analyze", body));
  service.post("/analyze", R"({"nodes":2000})");
  const auto second = json_of(service.post("/analyze", body));
  EXPECT_EQ(first.find("lines")->elements(), second.find("lines")->elements());
  EXPECT_EQ(first.find("lines")->elements().size(), 3u);
  EXPECT_EQ(text_in(first, "bestmove"), *line_of(first, 0).find("pv")->elements().at(0).text());
  EXPECT_EQ(line_of(first, 0).find("pv")->elements().size(),
            line_of(first, 0).find("san")->elements().size());
}

TEST(ServiceAnalyze, AMateIsTold) {
  RunningService service;
  const auto answer =
      json_of(service.post("/analyze", R"({"fen":"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1","depth":5})"));
  EXPECT_EQ(number_in(line_of(answer, 0), "mate"), 1);
  EXPECT_GT(number_in(line_of(answer, 0), "cp"), 20'000);
  EXPECT_EQ(text_in(answer, "bestmove_san"), "Ra8#");
  const auto mated =
      json_of(service.post("/analyze", R"({"fen":"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1","depth":5})"));
  EXPECT_EQ(text_in(mated, "game_over"), "checkmate");
  EXPECT_EQ(*mated.find("bestmove"), JsonValue());
}

TEST(ServiceAnalyze, MovesArePlayedFirstInEitherNotation) {
  RunningService service;
  const auto answer = json_of(service.post("/analyze", R"({"moves":["e2e4","e5","Nf3"],"nodes":100})"));
  EXPECT_EQ(text_in(answer, "fen"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  expect_problem(service.post("/analyze", R"({"moves":["e2e4","e2e4"]})"), 422, "moves[1]");
}

TEST(ServiceAnalyze, OnlyTheMovesThatAreAskedForAreSearched) {
  RunningService service;
  const auto value = json_of(service.post(
      "/analyze", R"({"searchmoves":["a2a3","h4"],"multipv":5,"nodes":2000,"threads":9,"hash":4})"));
  const auto& lines = value.find("lines")->elements();
  ASSERT_EQ(lines.size(), 2u);
  for (const JsonValue& line : lines) {
    const std::string first = line.find("pv")->elements().front().text().value_or("");
    EXPECT_TRUE(first == "a2a3" || first == "h2h4") << first;
  }
  expect_problem(service.post("/analyze", R"({"searchmoves":["e4","e5"],"nodes":100})"), 422,
                 "searchmoves[1]");
}

TEST(ServiceAnalyze, MoreThanTheCapsIsCutToThem) {
  ServiceOptions options = test_options();
  options.caps.nodes = 2000;
  options.caps.time_ms = 20;
  RunningService service(options);
  const auto nodes = json_of(service.post("/analyze", R"({"nodes":1000000000,"movetime":1000000})"));
  EXPECT_LE(number_in(nodes, "nodes"), 2100);
}

TEST(ServiceAnalyze, EventsTellOfEveryDepthAndEndWithTheAnswer) {
  RunningService service;
  const Reply reply = service.post("/analyze", R"({"depth":6,"multipv":2})", "Accept: text/event-stream\r\n");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("content-type"), "text/event-stream");
  const std::string& text = reply.body;
  EXPECT_TRUE(text.starts_with("event: info\ndata: {"));
  for (int depth = 1; depth <= 6; ++depth)
    EXPECT_NE(text.find("data: {\"depth\":" + std::to_string(depth) + ","), std::string::npos) << depth;
  const std::size_t done = text.find("event: done\ndata: ");
  ASSERT_NE(done, std::string::npos);
  const auto answer = JsonValue::parse(text.substr(done + 18, text.size() - done - 20));
  ASSERT_TRUE(answer) << text.substr(done);
  EXPECT_EQ(number_in(*answer, "depth"), 6);
  EXPECT_EQ(answer->find("lines")->elements().size(), 2u);
  expect_problem(service.post("/analyze", R"({"fen":"x"})", "Accept: text/event-stream\r\n"), 422);
}

TEST(ServiceAnalyze, TheSearchEndsWhenTheClientLeaves) {
  ServiceOptions options = test_options();
  options.caps.time_ms = 3'600'000;
  RunningService service(options);
  for (const char* accept : {"Accept: text/event-stream\r\n", ""}) {
    Client client(service.port());
    ASSERT_TRUE(client.send(Client::request("POST", "/analyze", R"({"movetime":3600000})", accept)));
    ASSERT_TRUE(eventually([&] { return service.metric("tabia_searches_running") == 1; }));
    client.close();
    EXPECT_TRUE(eventually([&] { return service.metric("tabia_searches_running") == 0; })) << accept;
  }
}

TEST(ServiceAnalyze, WhoLeavesTheQueueIsForgotten) {
  ServiceOptions options = test_options();
  options.searchers.searchers = 1;
  options.caps.time_ms = 3'600'000;
  RunningService service(options);
  Client first(service.port());
  ASSERT_TRUE(first.send(Client::request("POST", "/analyze", R"({"movetime":3600000})")));
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_searches_running") == 1; }));
  Client second(service.port());
  ASSERT_TRUE(second.send(Client::request("POST", "/analyze", R"({"movetime":3600000})")));
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_searches_waiting") == 1; }));
  second.close();
  EXPECT_TRUE(eventually([&] { return service.metric("tabia_searches_waiting") == 0; }));
}

TEST(ServiceAnalyze, TooManySearchesAreProblems429And503WithATimeToComeBack) {
  ServiceOptions options = test_options();
  options.searchers.searchers = 1;
  options.searchers.max_of_client = 1;
  options.caps.time_ms = 3'600'000;
  const auto fill = [](RunningService& service, Client& client) {
    ASSERT_TRUE(client.send(Client::request("POST", "/analyze", R"({"movetime":3600000})")));
    ASSERT_TRUE(eventually([&] { return service.metric("tabia_searches_running") == 1; }));
  };
  {
    RunningService service(options);
    Client client(service.port());
    fill(service, client);
    const Reply reply = service.post("/play", R"({"nodes":100})");
    expect_problem(reply, 429);
    EXPECT_FALSE(reply.header("retry-after").empty());
  }
  options.searchers.max_of_client = 10;
  options.searchers.max_waiting = 0;
  {
    RunningService service(options);
    Client client(service.port());
    fill(service, client);
    const Reply reply = service.post("/analyze", R"({"nodes":100})");
    expect_problem(reply, 503);
    EXPECT_FALSE(reply.header("retry-after").empty());
  }
}

TEST(ServicePlay, PlaysLikeSomebodyOfThatRatingAndSaysWhenTheGameIsOver) {
  RunningService service;
  const std::string body = R"({"moves":["e2e4"],"elo":900,"seed":5,"nodes":2000})";
  const auto move = json_of(service.post("/play", body));
  EXPECT_EQ(move, json_of(service.post("/play", body)));
  EXPECT_NE(text_in(move, "fen").find(" w "), std::string::npos);
  const auto mate =
      json_of(service.post("/play", R"({"fen":"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1","nodes":5000})"));
  EXPECT_EQ(text_in(mate, "san"), "Ra8#");
  EXPECT_EQ(text_in(mate, "game_over"), "checkmate");
  expect_problem(service.post("/play", R"({"elo":100})"), 422, "elo");
  expect_problem(service.post("/play", R"({"elo":1500,"style":"person"})"), 422, "style");
}

// --- human networks, and networks with a policy

TEST(ServiceHuman, AnalysisTellsWhatPeoplePlayAndHowHardThePositionIs) {
  const tabia::test::Folder folder;
  ServiceOptions options = test_options();
  options.human_file = tabia::test::saved_human_toy(folder / "human.net");
  RunningService service(options);
  const auto answer = json_of(service.post("/analyze", R"({"nodes":2000,"human":[1500,2500]})"));
  ASSERT_NE(answer.find("human"), nullptr);
  const auto& people = answer.find("human")->elements();
  ASSERT_EQ(people.size(), 2u);
  EXPECT_EQ(number_in(people[1], "rating"), 2500);
  for (const JsonValue& group : people) {
    const double difficulty = *group.find("difficulty")->number();
    EXPECT_TRUE(difficulty >= 0 && difficulty <= 1) << difficulty;
    double last = 1;
    int judged = 0;
    for (const JsonValue& move : group.find("moves")->elements()) {
      EXPECT_FALSE(text_in(move, "san").empty());
      EXPECT_LE(*move.find("probability")->number(), last);
      last = *move.find("probability")->number();
      const JsonValue* const loss = move.find("loss");
      judged += loss ? 1 : 0;
      EXPECT_TRUE(!loss || *loss->number() >= 0);
    }
    EXPECT_GT(judged, 0);
  }
  // Without legal moves there is nothing to play.
  const auto mated = json_of(
      service.post("/analyze", R"({"fen":"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1","nodes":10,"human":[1500]})"));
  EXPECT_TRUE(mated.find("human")->elements().at(0).find("moves")->elements().empty());
  expect_problem(service.post("/analyze", R"({"human":1500})"), 400, "human");
  expect_problem(service.post("/analyze", R"({"human":[1500.5]})"), 422, "human");
  expect_problem(service.post("/analyze", R"({"human":[1,2]})"), 422, "human");
  expect_problem(service.post("/analyze", R"({"human":[1500,1500,1500,1500,1500,1500,1500,1500,1500]})"), 422,
                 "human");
}

TEST(ServiceHuman, TheListOfModelsSaysWhetherPeopleCanBeAskedAbout) {
  const tabia::test::Folder folder;
  ServiceOptions options = test_options();
  options.human_file = tabia::test::saved_human_toy(folder / "human.net");
  RunningService service(options);
  const auto listed = json_of(service.ask("GET", "/models"));
  const JsonValue* const human = listed.find("human");
  ASSERT_NE(human, nullptr);
  EXPECT_FALSE(text_in(*human, "network").empty());
  // All that it offers is accepted.
  std::string ratings = std::to_string(number_in(*human, "highest"));
  for (std::int64_t i = 1; i < number_in(*human, "most_ratings"); ++i)
    ratings += "," + std::to_string(number_in(*human, "lowest"));
  const auto answer = json_of(service.post("/analyze", R"({"nodes":10,"human":[)" + ratings + "]}"));
  EXPECT_EQ(static_cast<std::int64_t>(answer.find("human")->elements().size()),
            number_in(*human, "most_ratings"));
  EXPECT_GT(*human->find("typical")->number(), 0);
  RunningService without(test_options());
  EXPECT_EQ(json_of(without.ask("GET", "/models")).find("human"), nullptr);
}

TEST(ServiceHuman, PlaysARatingByTheHumanNetworkUnlessTheStyleIsEngine) {
  const tabia::test::Folder folder;
  ServiceOptions options = test_options();
  options.human_file = tabia::test::saved_human_toy(folder / "human.net");
  RunningService service(options);
  const auto played = [&](const std::string& more) {
    return text_in(json_of(service.post("/play", R"({"elo":2600,"seed":3,"nodes":20000)" + more + "}")),
                   "san");
  };
  EXPECT_EQ(played(""), played(R"(,"style":"human")"));
  // Everybody develops a piece or pushes a pawn; the network's numbers are random, so it chooses differently.
  std::set<std::string> human;
  std::set<std::string> engine;
  for (int seed = 0; seed < 8; ++seed) {
    const std::string body = R"({"elo":1000,"nodes":2000,"seed":)" + std::to_string(seed);
    human.insert(text_in(json_of(service.post("/play", body + "}")), "san"));
    engine.insert(text_in(json_of(service.post("/play", body + R"(,"style":"engine"})")), "san"));
  }
  EXPECT_NE(human, engine);
  options.human_file = folder / "missing.net";
  const auto missing = Service::open(options, "test");
  ASSERT_FALSE(missing.ok());
  EXPECT_TRUE(missing.error().message.starts_with("--human: ")) << missing.error().message;
}

TEST(ServicePolicy, AModelWithAPolicySearchesByPuctAndAPlayerPlaysByPolicy) {
  const tabia::test::Folder folder;
  ServiceOptions options = test_options();
  options.models.push_back({"human", tabia::test::saved_human_toy(folder / "toy.net"), {}});
  RunningService service(options);
  const auto answer = json_of(service.post("/analyze", R"({"model":"human","nodes":50,"multipv":3})"));
  EXPECT_EQ(number_in(answer, "nodes"), 50);
  ASSERT_EQ(answer.find("lines")->elements().size(), 3u);
  EXPECT_NE(answer.find("lines")->elements()[0].find("probability"), nullptr);
  const auto alpha_beta = json_of(service.post("/analyze", R"({"nodes":500})"));
  EXPECT_EQ(alpha_beta.find("lines")->elements()[0].find("probability"), nullptr);
  EXPECT_EQ(number_in(json_of(service.post("/play", R"({"model":"human","nodes":50})")), "nodes"), 1);
}

TEST(ServiceExplain, PiecesAreWorthTheirEvaluationLessThatWithoutThem) {
  RunningService service;
  const auto answer = json_of(service.post("/explain", fen_body("4k2r/3p4/8/q7/8/8/3P4/Q3K2R b - - 0 1")));
  std::int64_t queen = 0;
  std::int64_t rook = 0;
  for (const JsonValue& piece : answer.find("pieces")->elements()) {
    if (text_in(piece, "square") == "a5") queen = number_in(piece, "worth");
    if (text_in(piece, "piece") == "R") rook = number_in(piece, "worth");
  }
  EXPECT_LT(queen, -200) << "from White's view";
  EXPECT_GT(rook, 100);
  EXPECT_EQ(answer.find("classical")->find("terms")->elements().size(), 17u);
  int used = 0;
  for (const JsonValue& bucket : answer.find("buckets")->elements())
    used += *bucket.find("used")->truth() ? 1 : 0;
  EXPECT_EQ(used, 1);
}

// --- networks

class ServiceModels : public testing::Test {
 protected:
  // Another network for each seed.
  void write_network(const std::string& name, std::uint64_t seed) const {
    const auto spec = nn::parse_spec(R"(name = "random"
features = "768"
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { eval_scale = 400 })");
    ASSERT_TRUE(spec) << spec.error().message;
    ASSERT_TRUE(
        base::write_file_atomically(folder_ / name, nn::write_net_text(*nn::random_network(*spec, seed))));
  }
  [[nodiscard]] ServiceOptions options() const {
    ServiceOptions out = test_options();
    out.models = {{"first", ""}, {"second", folder_ / "second.txt"}};
    out.token = "0123456789abcdef";
    out.nets_folder = folder_ / "";
    return out;
  }
  static std::string hash_of(const RunningService& service, const std::string& name) {
    const JsonValue answer = json_of(service.ask("GET", "/models"));
    for (const JsonValue& model : answer.find("models")->elements()) {
      if (text_in(model, "name") == name) return text_in(model, "hash");
    }
    ADD_FAILURE() << "there is no model " << name;
    return "";
  }
  static constexpr const char* kToken = "Authorization: Bearer 0123456789abcdef\r\n";

  tabia::test::Folder folder_;
};

TEST_F(ServiceModels, AreChosenByName) {
  write_network("second.txt", 1);
  RunningService service(options());
  const std::string fen = R"({"fen":")" + std::string(kKiwipete) + "\"";
  const std::string first = service.post("/evaluate", fen + "}").body;
  EXPECT_EQ(service.post("/evaluate", fen + R"(,"model":"first"})").body, first);
  const auto second = json_of(service.post("/evaluate", fen + R"(,"model":"second"})"));
  EXPECT_EQ(text_in(second, "network"), "random");
  EXPECT_EQ(text_in(json_of(service.post("/analyze", fen + R"(,"model":"second","nodes":100})")), "network"),
            "random");
  EXPECT_EQ(text_in(json_of(service.post("/explain", fen + R"(,"model":"second"})")), "network"), "random");
}

TEST_F(ServiceModels, AnswersSayUnderWhichNameTheNetworkIsLoaded) {
  write_network("second.txt", 1);
  RunningService service(options());
  const std::string fen = R"({"fen":")" + std::string(kKiwipete) + "\"";
  for (const char* path : {"/explain", "/analyze", "/play"}) {
    EXPECT_EQ(text_in(json_of(service.post(path, fen + R"(,"model":"second"})")), "model"), "second") << path;
    EXPECT_EQ(text_in(json_of(service.post(path, fen + "}")), "model"), "first") << path;
  }
}

TEST_F(ServiceModels, FoldersThatAreNotThereAreErrorsAtTheStart) {
  write_network("second.txt", 1);
  ServiceOptions wrong = options();
  wrong.nets_folder = folder_ / "nowhere";
  ASSERT_FALSE(Service::open(wrong, "test"));
  EXPECT_NE(Service::open(wrong, "test").error().message.find("--nets"), std::string::npos);
  wrong = options();
  wrong.runs_folder = folder_ / "nowhere";
  ASSERT_FALSE(Service::open(wrong, "test"));
  EXPECT_NE(Service::open(wrong, "test").error().message.find("--runs"), std::string::npos);
}

TEST_F(ServiceModels, ABadNetworkAtTheStartIsAnErrorThatNamesTheFile) {
  ASSERT_TRUE(base::write_file_atomically(folder_ / "second.txt", "no network"));
  const auto service = Service::open(options(), "test");
  ASSERT_FALSE(service);
  EXPECT_NE(service.error().message.find("second.txt"), std::string::npos);
}

TEST_F(ServiceModels, AreSwappedWithTheTokenOnly) {
  write_network("second.txt", 1);
  write_network("other.txt", 2);
  RunningService service(options());
  const std::string body = R"({"name":"second","file":"other.txt"})";
  const std::string before = hash_of(service, "second");
  expect_problem(service.post("/models", body), 401);
  expect_problem(service.post("/models", body, "Authorization: Bearer 0123456789abcdeX\r\n"), 401);
  expect_problem(service.post("/models", body, "Authorization: Bearer 0123456789abcde\r\n"), 401);
  EXPECT_EQ(hash_of(service, "second"), before);
  EXPECT_EQ(service.post("/models", body, kToken).status, 200);
  const std::string after = hash_of(service, "second");
  EXPECT_NE(after, before);
  // Without a file: what lies at the old path.
  write_network("other.txt", 3);
  EXPECT_EQ(service.post("/models", R"({"name":"second"})", kToken).status, 200);
  EXPECT_NE(hash_of(service, "second"), after);
  // A new name comes after the existing ones.
  EXPECT_EQ(service.post("/models", R"({"name":"third","file":"other.txt"})", kToken).status, 200);
  EXPECT_EQ(hash_of(service, "third"), hash_of(service, "second"));
}

TEST_F(ServiceModels, ANameThatIsTooLongOrCantBeReadIsRefusedForThat) {
  write_network("second.txt", 1);
  RunningService service(options());
  const auto swap = [&](const std::string& name) {
    return service.post("/models", R"({"name":")" + name + R"(","file":"second.txt"})", kToken);
  };
  const Reply too_long = swap(std::string(65, 'x'));
  expect_problem(too_long, 400, "name");
  EXPECT_NE(too_long.body.find("found 65 bytes"), std::string::npos) << too_long.body;
  for (const char* name : {"a\\u0000b", "a\\nb", "\\u001b[2J", "a\x7f"}) {
    const Reply reply = swap(name);
    expect_problem(reply, 400, "name");
    EXPECT_NE(reply.body.find("control character"), std::string::npos) << reply.body;
  }
  expect_problem(service.post("/models", "{}", kToken), 400, "name");
  EXPECT_EQ(swap(std::string(64, 'x')).status, 200);
}

TEST_F(ServiceModels, AFileThatIsNoNetworkLeavesEverythingAsItWasAndTellsNothingOfIt) {
  write_network("second.txt", 1);
  ASSERT_TRUE(base::write_file_atomically(folder_ / "secret.txt", "root:password"));
  RunningService service(options());
  const std::string before = hash_of(service, "second");
  for (const char* file : {"secret.txt", "missing.txt", "../second.txt", "/etc/passwd", "", ".hidden"}) {
    const Reply reply =
        service.post("/models", R"({"name":"second","file":")" + std::string(file) + "\"}", kToken);
    expect_problem(reply, 422, "file");
    EXPECT_EQ(reply.body.find("root"), std::string::npos);
    EXPECT_EQ(reply.body.find("tabia_test"), std::string::npos) << "a path leaks: " << reply.body;
  }
  EXPECT_EQ(hash_of(service, "second"), before);
}

TEST_F(ServiceModels, WithoutATokenFileNobodyMaySwap) {
  write_network("second.txt", 1);
  ServiceOptions without = options();
  without.token = "";
  RunningService service(without);
  expect_problem(service.post("/models", R"({"name":"second"})", kToken), 403);
  expect_problem(service.post("/models", R"({"name":"second"})", "Authorization: Bearer \r\n"), 403);
}

TEST_F(ServiceModels, NoRequestIsDroppedWhileNetworksAreSwapped) {
  write_network("second.txt", 1);
  RunningService service(options());
  std::atomic<bool> done{false};
  std::atomic<int> answered{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&, i] {
      Client client(service.port());
      const std::string body = R"({"model":"second","fen":")" + std::string(kKiwipete) + "\"" +
                               (i == 0 ? R"(,"nodes":200})" : "}");
      while (!done) {
        const auto reply = client.ask("POST", i == 0 ? "/analyze" : "/evaluate", body);
        ASSERT_TRUE(reply && reply->status == 200) << (reply ? reply->body : "no answer");
        ++answered;
      }
    });
  }
  for (std::uint64_t swap = 0; swap < 20; ++swap) {
    write_network("second.txt", swap);
    const int before = answered;
    service->reload();
    EXPECT_TRUE(eventually([&] { return answered > before; }));
  }
  done = true;
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(service.metric("tabia_model_swaps_total"), 20);
}

// --- who may ask

TEST(ServiceAccess, WithTokenForAllOnlyHealthIsOpen) {
  ServiceOptions options = test_options();
  options.token = "0123456789abcdef";
  options.token_for_all = true;
  RunningService service(options);
  EXPECT_EQ(service.ask("GET", "/healthz").status, 200);
  EXPECT_EQ(service.ask("GET", "/readyz").status, 200);
  const Reply refused = service.post("/evaluate", fen_body(kStart));
  expect_problem(refused, 401);
  EXPECT_EQ(refused.header("www-authenticate"), "Bearer");
  expect_problem(service.ask("GET", "/models"), 401);
  EXPECT_EQ(service.ask("GET", "/").status, 200) << "the page is no secret: it asks for the token";
  for (const char* scheme : {"Bearer", "bearer", "BEARER"})
    EXPECT_EQ(service
                  .post("/evaluate", fen_body(kStart),
                        "Authorization: " + std::string(scheme) + " 0123456789abcdef\r\n")
                  .status,
              200);
}

TEST(ServiceAccess, AServerOnThisMachineAnswersNoPageOfAnotherSite) {
  RunningService service;
  const auto status = [&](const std::string& host, const std::string& headers) {
    Client client(service.port());
    EXPECT_TRUE(client.send("POST /evaluate HTTP/1.1\r\nHost: " + host + "\r\n" + headers +
                            "Content-Length: " + std::to_string(fen_body(kStart).size()) + "\r\n\r\n" +
                            fen_body(kStart)));
    return client.receive().value_or(Reply{}).status;
  };
  for (const char* host : {"localhost", "LOCALHOST:8080", "127.0.0.1:80", "127.1.2.3", "[::1]:8080"})
    EXPECT_EQ(status(host, ""), 200) << host;
  // Names that others can give to this machine.
  for (const char* host : {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080"})
    EXPECT_EQ(status(host, ""), 403) << host;
  EXPECT_EQ(status("localhost:8080", "Origin: http://localhost:8080\r\n"), 200);
  for (const char* origin : {"https://evil.example", "null", "http://localhost:9090"})
    EXPECT_EQ(status("localhost:8080", "Origin: " + std::string(origin) + "\r\n"), 403) << origin;
  expect_problem(service.post("/evaluate", fen_body(kStart), "Origin: https://evil.example\r\n"), 403);
}

TEST(ServiceAccess, PagesFromElsewhereMayAskOnlyIfThatIsWanted) {
  {
    RunningService service;
    const Reply reply = service.post("/evaluate", fen_body(kStart), "Origin: https://example.org\r\n");
    expect_problem(reply, 403);
    EXPECT_EQ(reply.header("access-control-allow-origin"), "");
    EXPECT_EQ(service.ask("OPTIONS", "/evaluate").header("access-control-allow-methods"), "");
  }
  ServiceOptions options = test_options();
  options.cors_origin = "https://example.org";
  RunningService service(options);
  EXPECT_EQ(service.post("/evaluate", fen_body(kStart)).header("access-control-allow-origin"),
            "https://example.org");
  EXPECT_EQ(service.post("/evaluate", fen_body(kStart), "Origin: https://example.org\r\n").status, 200);
  EXPECT_EQ(service.post("/evaluate", fen_body(kStart), "Origin: https://example.com\r\n").status, 403);
  const Reply asked = service.ask("OPTIONS", "/evaluate", "", "Origin: https://example.org\r\n");
  EXPECT_EQ(asked.status, 204);
  EXPECT_NE(asked.header("access-control-allow-methods").find("POST"), std::string::npos);
}

TEST(ServicePage, IsServedWithAStrictPolicyAndKnowsWhatTheClientHas) {
  RunningService service;
  const Reply page = service.ask("GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(page.header("content-type").starts_with("text/html"));
  const std::string policy = page.header("content-security-policy");
  EXPECT_TRUE(policy.starts_with("default-src 'none'"));
  EXPECT_EQ(policy.find("unsafe-inline"), std::string::npos);
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.header("x-frame-options"), "DENY");
  const Reply again = service.ask("GET", "/", "", "If-None-Match: \"x\", " + page.header("etag") + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  for (const char* path :
       {"/nothing", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../index.html", "//"})
    expect_problem(service.ask("GET", path), 404);
}

TEST(ServicePage, FilesWithAHashInTheirNameMayBeKeptForEver) {
  constexpr EmbeddedFile kFiles[] = {
      {"index.html", "<p>"}, {"assets/index-BdA3kx9f.js", "1"}, {"assets/plain.js", "2"}};
  const Page page(kFiles);
  const auto cache = [&](const std::string& path) {
    http::RequestHead head;
    head.path = path;
    EXPECT_TRUE(page.has(path));
    std::string found;
    for (const auto& [name, value] : page.answer(head).headers) {
      if (name == "Cache-Control") found = value;
    }
    return found;
  };
  EXPECT_EQ(cache("/assets/index-BdA3kx9f.js"), "public, max-age=31536000, immutable");
  EXPECT_EQ(cache("/assets/plain.js"), "no-cache");
  EXPECT_EQ(cache("/"), "no-cache");
}

TEST(ServicePage, IsCompressedForClientsThatTakeBrotliOrGzip) {
  constexpr EmbeddedFile kFiles[] = {
      {"index.html", "<p>long", "short"}, {"assets/both.js", "long", "gz", "b"}, {"assets/plain.js", "2"}};
  const Page page(kFiles);
  const auto body = [&](const std::string& path, const std::string& accepted) {
    http::RequestHead head;
    head.path = path;
    head.accept_encoding = accepted;
    const http::Response response = page.answer(head);
    std::string encoding;
    for (const auto& [name, value] : response.headers) {
      if (name == "Content-Encoding") encoding = value + " ";
    }
    return encoding + std::string(response.content());
  };
  EXPECT_EQ(body("/", "deflate, GZIP;q=0.5, br"), "gzip short");
  EXPECT_EQ(body("/", ""), "<p>long");
  EXPECT_EQ(body("/", "br, gzip;q=0"), "<p>long");
  EXPECT_EQ(body("/", "gzip; q=0.000"), "<p>long");
  EXPECT_EQ(body("/assets/plain.js", "gzip, br"), "2");
  EXPECT_EQ(body("/assets/both.js", "gzip, deflate, br"), "br b");
  EXPECT_EQ(body("/assets/both.js", "gzip, br;q=0"), "gzip gz");
  EXPECT_EQ(body("/assets/both.js", "BR;q=0.1"), "br b");
  EXPECT_EQ(body("/assets/both.js", "brx, identity"), "long");
  // The page of this build, over the wire.
  RunningService service;
  const Reply packed = service.ask("GET", "/", "", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.header("vary"), "Accept-Encoding");
  EXPECT_EQ(packed.header("content-encoding"), "gzip");
  EXPECT_LT(packed.body.size(), service.ask("GET", "/").body.size());
}

TEST(ServiceDocs, TheExamplesHaveTheAddressThatWasAsked) {
  http::RequestHead head;
  head.host = "chess.example:9000";
  const auto page =
      docs_response("a http://127.0.0.1:8080/x http://127.0.0.1:8080/y", address_of(head, false));
  EXPECT_EQ(page.body, "a http://chess.example:9000/x http://chess.example:9000/y");
  EXPECT_EQ(address_of(head, true), "https://chess.example:9000");
  head.host = "<script>";
  EXPECT_EQ(docs_response("http://127.0.0.1:8080/", address_of(head, false)).body, "http://&lt;script&gt;/");
  RunningService service;
  EXPECT_EQ(service.ask("GET", "/docs").body.find("127.0.0.1:8080"), std::string::npos);
}

TEST(ServiceLimits, AreToldWithTheModels) {
  ServiceOptions options = test_options();
  options.caps.time_ms = 5000;
  options.searchers.max_threads = 3;
  options.searchers.max_hash_mib = 40;
  RunningService service(options);
  const JsonValue models = json_of(service.ask("GET", "/models"));
  const JsonValue& limits = *models.find("limits");
  EXPECT_EQ(number_in(limits, "movetime"), 5000);
  EXPECT_EQ(number_in(limits, "threads"), 3);
  EXPECT_EQ(number_in(limits, "hash"), 40);
  EXPECT_EQ(number_in(limits, "multipv"), 64);
}

}  // namespace
