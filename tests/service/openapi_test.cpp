// Sends the requests in src/service/openapi.json: the service does what the document promises.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "folder.h"
#include "games/import.h"
#include "service/running_service.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using namespace tabia::http::test;
using namespace tabia::service::test;
using base::JsonValue;

const JsonValue& document() {
  static const JsonValue value = [] {
    auto parsed = JsonValue::parse(openapi_text());
    if (!parsed) ADD_FAILURE() << parsed.error().message;
    return parsed ? std::move(*parsed) : JsonValue();
  }();
  return value;
}

// The schema itself, or the one that it refers to.
const JsonValue& resolved(const JsonValue& schema) {
  const JsonValue* reference = schema.find("$ref");
  if (!reference) return schema;
  const std::string path = *reference->text();
  const std::string name = path.substr(path.rfind('/') + 1);
  const JsonValue* found = document().find("components")->find("schemas")->find(name);
  EXPECT_NE(found, nullptr) << name;
  return *found;
}

bool has_type(const JsonValue& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.text().has_value();
  if (type == "integer") return value.integer().has_value();
  if (type == "number") return value.number().has_value();
  if (type == "boolean") return value.truth().has_value();
  return type == "null" && value == JsonValue();
}

// Why the value is not as the schema says; empty if it is.
std::string mismatch(const JsonValue& value, const JsonValue& given, const std::string& place) {
  const JsonValue& schema = resolved(given);
  if (const JsonValue* choices = schema.find("oneOf")) {
    std::string all;
    for (const JsonValue& choice : choices->elements()) {
      const std::string fault = mismatch(value, choice, place);
      if (fault.empty()) return "";
      all += fault + "; ";
    }
    return all;
  }
  if (const JsonValue* type = schema.find("type")) {
    bool good = type->text() && has_type(value, *type->text());
    for (const JsonValue& choice : type->elements()) good = good || has_type(value, *choice.text());
    if (!good) return place + ": has the wrong type: " + value.shown();
  }
  if (const JsonValue* required = schema.find("required")) {
    for (const JsonValue& name : required->elements()) {
      if (!value.find(*name.text())) return place + ": lacks " + *name.text();
    }
  }
  if (const JsonValue* properties = schema.find("properties")) {
    for (const auto& [name, property] : properties->members()) {
      if (const JsonValue* member = value.find(name)) {
        if (std::string fault = mismatch(*member, property, place + "." + name); !fault.empty()) return fault;
      }
    }
  }
  if (const JsonValue* items = schema.find("items")) {
    for (const JsonValue& element : value.elements()) {
      if (std::string fault = mismatch(element, *items, place + "[]"); !fault.empty()) return fault;
    }
  }
  if (const JsonValue* allowed = schema.find("enum")) {
    for (const JsonValue& choice : allowed->elements()) {
      if (choice == value) return "";
    }
    return place + ": isn't one of the allowed values: " + value.shown();
  }
  return "";
}

struct Operation {
  std::string path;
  std::string method;  // upper case
  const JsonValue* content;

  [[nodiscard]] std::string name() const { return method + " " + path; }
  [[nodiscard]] const JsonValue* response(int status) const {
    return content->find("responses")->find(std::to_string(status));
  }
  // Of the JSON body; null if there is none.
  [[nodiscard]] const JsonValue* request() const {
    const JsonValue* body = content->find("requestBody");
    return body ? body->find("content")->find("application/json") : nullptr;
  }
};

std::vector<Operation> operations() {
  std::vector<Operation> out;
  for (const auto& [path, methods] : document().find("paths")->members()) {
    for (const auto& [method, content] : methods.members()) {
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
      out.push_back({path, upper, &content});
    }
  }
  return out;
}

std::string to_text(const JsonValue& value) {
  base::JsonWriter json;
  const std::function<void(const JsonValue&)> write = [&](const JsonValue& part) {
    if (part.is_object()) {
      json.begin_object();
      for (const auto& [name, member] : part.members()) {
        json.key(name);
        write(member);
      }
      json.end_object();
    } else if (part.is_array()) {
      json.begin_array();
      for (const JsonValue& element : part.elements()) write(element);
      json.end_array();
    } else if (const auto text = part.text()) {
      json.value(std::string_view(*text));
    } else {
      json.json(part.shown());
    }
  };
  write(value);
  return json.text();
}

constexpr const char* kToken = "0123456789abcdef";
constexpr const char* kTokenHeader = "Authorization: Bearer 0123456789abcdef\r\n";

class OpenApi : public testing::Test {
 protected:
  OpenApi() : service_(options()) {}
  [[nodiscard]] ServiceOptions options() const {
    ServiceOptions out = test_options();
    out.token = kToken;
    out.jobs_folder = folder_ / "";
    if (games::has_sqlite()) out.games_file = database();
    return out;
  }
  // One that has a game.
  [[nodiscard]] std::string database() const {
    const std::string pgn = folder_ / "games.pgn";
    std::ofstream(pgn) << "[White \"Morphy, Paul\"]\n[WhiteElo \"2690\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    base::Watch watch;
    const auto made = games::run({.files = {pgn}, .database = folder_ / "games.sqlite"}, watch);
    EXPECT_TRUE(made) << made.error().message;
    return folder_ / "games.sqlite";
  }
  tabia::test::Folder folder_;
  RunningService service_;
};

TEST_F(OpenApi, IsServedAsItIs) {
  const Reply reply = service_.ask("GET", "/openapi.json");
  EXPECT_EQ(reply.body, openapi_text());
  EXPECT_GE(operations().size(), 14u);
}

TEST_F(OpenApi, EveryExampleIsAnsweredAsTheDocumentSays) {
  int examples = 0;
  for (const Operation& operation : operations()) {
    if (!operation.request()) continue;
    for (const auto& [name, example] : operation.request()->find("examples")->members()) {
      const Reply reply =
          service_.ask(operation.method, operation.path, to_text(*example.find("value")), kTokenHeader);
      const std::string place = operation.name() + " " + name;
      const int good = operation.response(200) ? 200 : 202;
      ASSERT_EQ(reply.status, good) << place << ": " << reply.body;
      const JsonValue& schema =
          *operation.response(good)->find("content")->find("application/json")->find("schema");
      EXPECT_EQ(mismatch(json_of(reply), schema, place), "") << reply.body;
      ++examples;
    }
  }
  EXPECT_GE(examples, 10);
}

TEST_F(OpenApi, TheExampleOfAnImportIsAddedOnce) {
  if (!games::has_sqlite()) GTEST_SKIP() << "built without SQLite";
  const JsonValue& post = *document().find("paths")->find("/games")->find("post");
  const JsonValue& content = *post.find("requestBody")->find("content")->find("application/x-chess-pgn");
  const std::string pgn = *content.find("examples")->find("game")->find("value")->text();
  const std::string headers = std::string(kTokenHeader) + "Content-Type: application/x-chess-pgn\r\n";
  const Reply first = service_.ask("POST", "/games", pgn, headers);
  ASSERT_EQ(first.status, 200) << first.body;
  const JsonValue& schema = *document().find("components")->find("schemas")->find("Imported");
  EXPECT_EQ(mismatch(json_of(first), schema, "POST /games"), "");
  EXPECT_EQ(first.body, R"({"added":1,"known":0,"bad":0,"games":2,"remarks":[]})");
  EXPECT_EQ(service_.ask("POST", "/games", pgn, headers).body,
            R"({"added":0,"known":1,"bad":0,"games":2,"remarks":[]})");
}

TEST_F(OpenApi, EveryPathWithoutABodyIsAnswered) {
  for (const Operation& operation : operations()) {
    if (operation.content->find("requestBody") || operation.path.find('{') != std::string::npos ||
        operation.path == "/runs" || (operation.path == "/games" && !games::has_sqlite()))
      continue;
    const Reply reply = service_.ask(operation.method, operation.path, "", kTokenHeader);
    ASSERT_EQ(reply.status, 200) << operation.name();
    const std::string type = reply.header("content-type");
    const JsonValue* content = operation.response(200)->find("content")->find(type.substr(0, type.find(';')));
    ASSERT_NE(content, nullptr) << operation.name() << " has the type " << type;
    if (type == "application/json") {
      EXPECT_EQ(mismatch(json_of(reply), *content->find("schema"), operation.name()), "");
    }
    EXPECT_EQ(service_.ask("HEAD", operation.path, "", kTokenHeader).body, "");
  }
}

TEST_F(OpenApi, AMemberOfTheWrongTypeIsNamedInProblem400AndANumberOutOfRangeInProblem422) {
  int tried = 0;
  for (const Operation& operation : operations()) {
    if (!operation.request()) continue;
    const JsonValue& schema = resolved(*operation.request()->find("schema"));
    for (const auto& member : schema.find("properties")->members()) {
      const std::string& name = member.first;
      const JsonValue& property = member.second;
      const auto send = [&](const std::string& value) {
        const bool needs_fen = name != "fen" && name != "fens" && operation.path == "/explain";
        return service_.ask(operation.method, operation.path,
                            "{" + (needs_fen ? "\"fen\":\"" + std::string(kStart) + "\"," : "") + "\"" +
                                name + "\":" + value + "}",
                            kTokenHeader);
      };
      const bool is_object = property.find("type") && property.find("type")->text() == "object";
      expect_problem(send(is_object ? "[\"a\",\"list\"]" : "{\"an\":\"object\"}"), 400, name);
      ASSERT_NE(operation.response(400), nullptr);
      ++tried;
      if (const JsonValue* low = property.find("minimum"))
        expect_problem(send(std::to_string(*low->integer() - 1)), 422, name);
      if (const JsonValue* high = property.find("maximum"))
        expect_problem(send(std::to_string(*high->integer() + 1)), 422, name);
    }
  }
  EXPECT_GE(tried, 20);
}

TEST_F(OpenApi, AMemberThatTheDocumentDoesNotKnowIsProblem400ThatNamesIt) {
  for (const Operation& operation : operations()) {
    if (!operation.request()) continue;
    const JsonValue* others = resolved(*operation.request()->find("schema")).find("additionalProperties");
    ASSERT_TRUE(others && others->truth() == false) << operation.name();
    const auto& examples = operation.request()->find("examples")->members();
    std::string body = to_text(*examples.front().second.find("value"));
    body.insert(body.size() - 1, body == "{}" ? "\"movtime\":1" : ",\"movtime\":1");
    expect_problem(service_.ask(operation.method, operation.path, body, kTokenHeader), 400, "movtime");
  }
  expect_problem(service_.post("/explain", R"({"fen":")" + std::string(kStart) + R"(","moves":["e4"]})"), 400,
                 "moves");
}

TEST_F(OpenApi, EveryOperationRefusesWhatIsNoJsonOrOfAnotherTypeOrTooLong) {
  ServiceOptions small = options();
  small.server.max_body = 4096;
  RunningService service(small);
  for (const Operation& operation : operations()) {
    if (!operation.request()) continue;
    for (const char* body : {"", "{", "[]", "nonsense", "{\"fen\":}", "{\"fen\":\"\\x\"}"})
      expect_problem(service.ask(operation.method, operation.path, body, kTokenHeader), 400);
    const std::string type = std::string(kTokenHeader) + "Content-Type: text/plain\r\n";
    expect_problem(service.ask(operation.method, operation.path, "{}", type), 415);
    expect_problem(service.ask(operation.method, operation.path, std::string(5000, ' '), kTokenHeader), 413);
    for (const int status : {400, 413, 415, 422})
      EXPECT_NE(operation.response(status), nullptr) << operation.name();
  }
}

TEST_F(OpenApi, AnotherMethodIsProblem405ThatNamesTheRightOnes) {
  std::set<std::string> seen;
  for (const Operation& operation : operations()) {
    if (!seen.insert(operation.path).second) continue;
    std::string path = operation.path;
    if (const std::size_t at = path.find('{'); at != std::string::npos)
      path.replace(at, path.find('}') - at + 1, "x");
    const Reply reply = service_.ask("PUT", path);
    expect_problem(reply, 405);
    EXPECT_NE(reply.header("allow").find(operation.method), std::string::npos) << reply.header("allow");
    EXPECT_EQ(service_.ask("OPTIONS", path).status, 204);
  }
}

TEST_F(OpenApi, TheOldAndTheNewNameOfAPathAreTheSame) {
  EXPECT_EQ(service_.post("/v1/evaluate", fen_body(kStart)).body,
            service_.post("/evaluate", fen_body(kStart)).body);
}

TEST(DocsPage, TellsOfEveryOperationAndNeedsNothingFromElsewhere) {
  const std::string page = docs_page(openapi_text());
  for (const Operation& operation : operations())
    EXPECT_NE(page.find(operation.name()), std::string::npos) << operation.name();
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_EQ(page.find("href=\"http"), std::string::npos);
}

}  // namespace
