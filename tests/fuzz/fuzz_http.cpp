// Any bytes as an HTTP request, its chunks and its JSON. Nothing may crash, the result must not depend on how
// the bytes are split, and what the service would answer must be JSON.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/check.h"
#include "base/json_value.h"
#include "http/http.h"
#include "service/fields.h"
#include "service/problem.h"

namespace tabia::service {
namespace {

using namespace http;

// Takes the body in portions of `step` bytes. Returns what is left after the body.
std::string_view take_chunks(std::string_view text, std::size_t step, std::string& body,
                             ChunkReader& reader) {
  while (!text.empty() && !reader.complete() && !reader.wrong()) {
    const std::string_view portion = text.substr(0, step);
    const std::size_t taken = reader.take(portion, body);
    TABIA_CHECK(taken <= portion.size(), "more taken than given");
    TABIA_CHECK(taken == portion.size() || reader.complete() || reader.wrong(),
                "something was left for no reason");
    text.remove_prefix(taken);
  }
  return text;
}

void check_chunks(std::string_view text) {
  std::string whole;
  ChunkReader at_once;
  const std::string_view rest = take_chunks(text, text.size() + 1, whole, at_once);
  for (const std::size_t step : {std::size_t{1}, std::size_t{3}}) {
    std::string cut;
    ChunkReader reader;
    const std::string_view other = take_chunks(text, step, cut, reader);
    TABIA_CHECK(reader.complete() == at_once.complete() && reader.wrong() == at_once.wrong(),
                "chunks depend on how they are cut");
    TABIA_CHECK(cut == whole, "a body depends on how it is cut");
    TABIA_CHECK(!reader.complete() || other.size() == rest.size(),
                "the end of a body depends on how it is cut");
  }
}

void check_body(std::string_view body) {
  const auto object = read_object(body);
  Problem problem;
  if (object) {
    Fields fields(*object);
    const auto game = read_game(fields);
    static_cast<void>(fields.number("depth", 1, 246));
    static_cast<void>(fields.texts("fens"));
    static_cast<void>(fields.text("model"));
    problem = !game ? game.error() : fields.problem().value_or(Problem{});
  } else {
    problem = object.error();
  }
  const auto answer = base::JsonValue::parse(to_json(problem));
  TABIA_CHECK(answer.ok() && answer->is_object(), "a problem is no JSON");
}

void check_head(std::string_view text) {
  const auto end = end_of_head(text);
  if (!end) return;
  const auto parsed = parse_head(text.substr(0, *end));
  const auto* head = std::get_if<RequestHead>(&parsed);
  if (!head) {
    const int status = std::get<MessageFault>(parsed).status;
    TABIA_CHECK(status >= 400 && reason_of(status) != "Unknown", "a fault without a status");
    return;
  }
  TABIA_CHECK(head->path.starts_with('/'), "a path that is none");
  TABIA_CHECK(!(head->chunked && head->content_length), "two lengths of one body");
  for (const char c : head->path)
    TABIA_CHECK(static_cast<unsigned char>(c) >= 0x20, "a control character in a path");
  if (head->chunked) {
    check_chunks(text.substr(*end));
  } else {
    check_body(text.substr(*end, static_cast<std::size_t>(head->content_length.value_or(0))));
  }
}

}  // namespace
}  // namespace tabia::service

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tabia::service::check_head(text);
  tabia::service::check_chunks(text);
  tabia::service::check_body(text);
  return 0;
}
