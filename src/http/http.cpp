#include "http/http.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/percent.h"
#include "base/text.h"

namespace tabia::http {
namespace {

using base::concat;
using base::equal_ignoring_case;

constexpr std::array<std::pair<std::string_view, Method>, 5> kMethods = {{{"GET", Method::Get},
                                                                          {"HEAD", Method::Head},
                                                                          {"POST", Method::Post},
                                                                          {"DELETE", Method::Delete},
                                                                          {"OPTIONS", Method::Options}}};

constexpr bool is_token_letter(char c) noexcept {
  return base::is_alpha(c) || base::is_digit(c) ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_letter);
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Is the word in the comma-separated list?
bool lists(std::string_view value, std::string_view word) {
  for (const std::string_view part : base::split(value, ',')) {
    if (equal_ignoring_case(without_blanks(part), word)) return true;
  }
  return false;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lowered = base::to_lower(c);
  if (lowered >= 'a' && lowered <= 'f') return lowered - 'a' + 10;
  return std::nullopt;
}

// Decodes %41 to A. Nothing if the text isn't a path: control characters, invalid escapes.
std::optional<std::string> decoded_path(std::string_view text) {
  auto out = base::percent_decoded(text);
  const auto strange = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (out && std::any_of(out->begin(), out->end(), strange)) return std::nullopt;
  return out;
}

class HeadReader {
 public:
  explicit HeadReader(std::string_view text) : rest_(text) {}

  std::variant<RequestHead, MessageFault> read() {
    std::string_view line;
    if (!take_line(line) || !read_request_line(line)) return fault_;
    while (take_line(line)) {
      if (line.empty()) {
        if (!rest_.empty()) return MessageFault{400, "bytes after the head"};
        return finish() ? std::variant<RequestHead, MessageFault>(std::move(head_)) : fault_;
      }
      if (!read_field(line)) return fault_;
    }
    return fault_;
  }

 private:
  bool fail(int status, std::string detail) {
    fault_ = {status, std::move(detail)};
    return false;
  }

  bool take_line(std::string_view& line) {
    const std::size_t end = rest_.find("\r\n");
    if (end == std::string_view::npos) return fail(400, "a line of the head is not terminated");
    line = rest_.substr(0, end);
    rest_.remove_prefix(end + 2);
    const auto strange = [](char c) {
      return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
    };
    if (std::any_of(line.begin(), line.end(), strange)) return fail(400, "a control character in the head");
    return true;
  }

  bool read_request_line(std::string_view line) {
    const std::size_t first = line.find(' ');
    const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    if (second == std::string_view::npos || line.find(' ', second + 1) != std::string_view::npos)
      return fail(400, "expected a request line: method, path and version");
    const std::string_view method = line.substr(0, first);
    std::string_view target = line.substr(first + 1, second - first - 1);
    const std::string_view version = line.substr(second + 1);
    if (!is_token(method)) return fail(400, "the method is not a token");
    head_.method = Method::Other;
    for (const auto& [name, value] : kMethods) {
      if (name == method) head_.method = value;
    }
    if (version == "HTTP/1.1") {
      head_.http_1_1 = true;
    } else if (version == "HTTP/1.0") {
      head_.http_1_1 = head_.keep_alive = false;
    } else {
      return fail(version.starts_with("HTTP/") ? 505 : 400, "expected HTTP/1.1");
    }
    return read_target(target);
  }

  bool read_target(std::string_view target) {
    // An absolute URL, as proxies send it.
    if (target.starts_with("http://")) {
      target.remove_prefix(7);
      target.remove_prefix(std::min(target.find_first_of("/?"), target.size()));
      if (target.empty()) target = "/";
    }
    if (target == "*" && head_.method == Method::Options) target = "/";
    const std::size_t mark = std::min(target.find('?'), target.size());
    const auto path = decoded_path(target.substr(0, mark));
    if (!path || !target.starts_with('/')) return fail(400, "invalid path");
    head_.path = *path;
    if (mark < target.size()) head_.query = target.substr(mark + 1);
    return true;
  }

  bool read_field(std::string_view line) {
    if (++fields_ > 100) return fail(431, "more than 100 fields in the head");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      return fail(400, "a line of the head is not a header field");
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = without_blanks(line.substr(colon + 1));
    const auto is = [&](std::string_view other) { return equal_ignoring_case(name, other); };
    if (is("host")) {
      if (has_host_) return fail(400, "Host is given twice");
      has_host_ = true;
      head_.host = value;
    } else if (is("content-length")) {
      return read_length(value);
    } else if (is("transfer-encoding")) {
      if (head_.chunked || !equal_ignoring_case(value, "chunked"))
        return fail(501, "the only supported transfer encoding is chunked");
      head_.chunked = true;
    } else if (is("connection")) {
      if (lists(value, "close")) close_ = true;
      if (lists(value, "keep-alive") && !head_.http_1_1) head_.keep_alive = true;
    } else if (is("expect")) {
      if (!equal_ignoring_case(value, "100-continue"))
        return fail(417, "the only supported expectation is 100-continue");
      head_.expects_continue = true;
    } else if (is("content-type")) {
      head_.content_type = base::lowered(without_blanks(value.substr(0, value.find(';'))));
    } else if (is("accept")) {
      head_.accept = value;
    } else if (is("accept-encoding")) {
      head_.accept_encoding = value;
    } else if (is("authorization")) {
      head_.authorization = value;
    } else if (is("if-none-match")) {
      head_.if_none_match = value;
    } else if (is("origin")) {
      head_.origin = value;
    }
    return true;
  }

  bool read_length(std::string_view value) {
    constexpr std::size_t kMostDigits = 18;
    const auto length = base::parse_integer<std::uint64_t>(value);
    const bool digits = std::all_of(value.begin(), value.end(), base::is_digit);
    if (!length || !digits || value.size() > kMostDigits) return fail(400, "Content-Length is not a number");
    if (head_.content_length) return fail(400, "Content-Length is given twice");
    head_.content_length = length;
    return true;
  }

  bool finish() {
    if (head_.chunked && head_.content_length)
      return fail(400, "Content-Length and chunks can't be combined");
    if (head_.http_1_1 && !has_host_) return fail(400, "Host is missing");
    if (head_.chunked && !head_.http_1_1) return fail(400, "HTTP/1.0 has no chunks");
    if (close_) head_.keep_alive = false;
    return true;
  }

  std::string_view rest_;
  RequestHead head_;
  MessageFault fault_;
  std::size_t fields_ = 0;
  bool has_host_ = false;
  bool close_ = false;
};

}  // namespace

std::string_view name_of(Method method) noexcept {
  for (const auto& [name, value] : kMethods) {
    if (value == method) return name;
  }
  return "other";
}

std::optional<std::size_t> end_of_head(std::string_view text) noexcept {
  const std::size_t at = text.find("\r\n\r\n");
  if (at == std::string_view::npos) return std::nullopt;
  return at + 4;
}

std::variant<RequestHead, MessageFault> parse_head(std::string_view text) { return HeadReader(text).read(); }

std::size_t ChunkReader::take(std::string_view portion, std::string& body) {
  std::size_t at = 0;
  while (at < portion.size() && state_ != State::Complete && state_ != State::Wrong) {
    if (state_ == State::Data) {
      const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, portion.size() - at));
      body.append(portion, at, size);
      at += size;
      left_ -= size;
      if (left_ == 0) state_ = State::DataEnd;
      continue;
    }
    const char c = portion[at++];
    switch (state_) {
      case State::Size:
        if (const auto digit = hex_digit(c)) {
          left_ = left_ * 16 + static_cast<std::uint64_t>(*digit);
          if (++digits_ > 15) state_ = State::Wrong;
        } else if (digits_ > 0 && (c == ';' || c == ' ' || c == '\t')) {
          state_ = State::Extension;
        } else {
          state_ = digits_ > 0 && c == '\r' ? State::SizeEnd : State::Wrong;
        }
        break;
      case State::Extension:
        if (c == '\r') state_ = State::SizeEnd;
        if (c == '\n' || ++line_ > kLongestLine) state_ = State::Wrong;
        break;
      case State::SizeEnd:
        line_ = digits_ = 0;
        state_ = c != '\n' ? State::Wrong : left_ == 0 ? State::Trailer : State::Data;
        break;
      case State::DataEnd:
        state_ = c == '\r' ? State::DataLineEnd : State::Wrong;
        break;
      case State::DataLineEnd:
        state_ = c == '\n' ? State::Size : State::Wrong;
        break;
      case State::Trailer:
        if (++trailers_ > kMostTrailers || (c == '\n') != after_cr_) {
          state_ = State::Wrong;
        } else if (c == '\n') {
          if (line_ == 0) state_ = State::Complete;
          line_ = 0;
        } else if (c != '\r') {
          ++line_;
        }
        after_cr_ = c == '\r';
        break;
      case State::Data:
      case State::Complete:
      case State::Wrong:
        break;
    }
  }
  return at;
}

std::string_view reason_of(int status) noexcept {
  switch (status) {
    case 100:
      return "Continue";
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

void append_response(std::string& out, const Response& response, const Framing& framing) {
  const auto add = [&](const auto&... parts) { (base::append(out, parts), ...); };
  const std::string_view content = response.content();
  out.reserve(out.size() + 320 + content.size());
  add("HTTP/1.1 ", response.status, ' ', reason_of(response.status), "\r\n");
  if (!framing.date.empty()) add("Date: ", framing.date, "\r\n");
  const bool empty = response.status == 204 || response.status == 304;
  if (!empty) add("Content-Type: ", response.content_type, "\r\n");
  if (framing.chunked) {
    add("Transfer-Encoding: chunked\r\n");
  } else if (!framing.until_close && !empty) {
    add("Content-Length: ", content.size(), "\r\n");
  }
  add(framing.headers);
  for (const auto& [name, value] : response.headers) add(name, ": ", value, "\r\n");
  if (!framing.keep_alive) add("Connection: close\r\n");
  add("\r\n");
  if (!framing.head_only && !framing.chunked && !framing.until_close && !empty) add(content);
}

void append_chunk(std::string& out, std::string_view data) {
  if (data.empty()) return;
  char size[20];
  const auto end = std::to_chars(size, size + sizeof size, data.size(), 16).ptr;
  out.append(size, end).append("\r\n").append(data).append("\r\n");
}

}  // namespace tabia::http
