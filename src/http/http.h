// http/http.h: HTTP/1.1 messages as values: parsing request heads, joining chunks, writing responses.
//
// No sockets here, and no chess: bytes in, values out, so that all of it can be tested and fuzzed
// (tests/fuzz/fuzz_http.cpp). Parsing is strict wherever leniency has enabled attacks: lines end in CR LF, a
// length is given once and in one way, field names have no spaces, folding is not allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tabia::http {

enum class Method { Get, Head, Post, Delete, Options, Other };

[[nodiscard]] std::string_view name_of(Method method) noexcept;

// The head of a request. Fields we don't use are checked and dropped.
struct RequestHead {
  Method method = Method::Get;
  std::string path;   // decoded, without the query
  std::string query;  // as sent, without '?'
  bool http_1_1 = true;
  bool keep_alive = true;
  std::optional<std::uint64_t> content_length;
  bool chunked = false;
  bool expects_continue = false;
  std::string content_type;  // lower case, without parameters
  std::string accept;
  std::string accept_encoding;
  std::string authorization;
  std::string if_none_match;
  std::string origin;
  std::string host;  // with the port, if given

  [[nodiscard]] bool has_body() const noexcept { return chunked || content_length.value_or(0) > 0; }
};

// Why a message can't be parsed.
struct MessageFault {
  int status = 400;
  std::string detail;
};

// The end of the head, after its empty line; nothing if it is incomplete.
[[nodiscard]] std::optional<std::size_t> end_of_head(std::string_view text) noexcept;

// Parses a complete head, including its empty line.
[[nodiscard]] std::variant<RequestHead, MessageFault> parse_head(std::string_view text);

// Joins the chunks of a body, from portions of any size. Trailers are skipped.
class ChunkReader {
 public:
  // Appends the contents of the portion to `body`. Returns how many bytes belong to this message: all of them
  // unless it is now complete or invalid.
  std::size_t take(std::string_view portion, std::string& body);
  [[nodiscard]] bool complete() const noexcept { return state_ == State::Complete; }
  [[nodiscard]] bool wrong() const noexcept { return state_ == State::Wrong; }

 private:
  enum class State { Size, Extension, SizeEnd, Data, DataEnd, DataLineEnd, Trailer, Complete, Wrong };
  static constexpr std::size_t kLongestLine = 1024;
  static constexpr std::size_t kMostTrailers = 8192;  // bytes

  State state_ = State::Size;
  std::uint64_t left_ = 0;  // bytes left in the chunk
  std::size_t digits_ = 0;
  std::size_t line_ = 0;      // bytes of this line so far
  std::size_t trailers_ = 0;  // bytes of all trailers so far
  bool after_cr_ = false;
};

using Headers = std::vector<std::pair<std::string_view, std::string>>;

struct Response {
  int status = 200;
  std::string_view content_type = "application/json";
  std::string body;
  std::string_view fixed_body;  // instead of `body`: bytes that live as long as the program
  Headers headers;
  // The connection closes after this response.
  bool close = false;

  [[nodiscard]] std::string_view content() const noexcept { return body.empty() ? fixed_body : body; }
};

[[nodiscard]] inline Response json_response(std::string body) {
  Response response;
  response.body = std::move(body);
  return response;
}

// "Not Found"
[[nodiscard]] std::string_view reason_of(int status) noexcept;

// How a response is framed.
struct Framing {
  bool keep_alive = true;
  bool head_only = false;         // a response to HEAD
  bool chunked = false;           // the body follows in chunks
  bool until_close = false;       // the body follows and ends with the connection (HTTP/1.0)
  std::string_view date = {};     // empty: none
  std::string_view headers = {};  // more lines, each with its line end
};

// Appends head and (unless it follows separately) body.
void append_response(std::string& out, const Response& response, const Framing& framing);
// Appends one chunk; an empty one would end the body and is skipped.
void append_chunk(std::string& out, std::string_view data);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace tabia::http
