#include "http/client.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/percent.h"
#include "base/text.h"

namespace tabia::http {
namespace {

using base::concat;
using base::Error;
using base::Result;
using Progress = os::Socket::Progress;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kLongestAnswer = 16 << 20;  // bytes
constexpr std::size_t kLongestHead = 64 << 10;
constexpr std::chrono::milliseconds kLook{20};  // how often to check whether there is still time

// The value of a header field, or nothing.
std::optional<std::string_view> field_of(std::string_view head, std::string_view name) {
  for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at)) {
    at += 2;
    const std::string_view line = head.substr(at, head.find("\r\n", at) - at);
    if (line.size() <= name.size() || line[name.size()] != ':') continue;
    if (std::equal(name.begin(), name.end(), line.begin(),
                   [](char a, char b) { return a == base::to_lower(b); }))
      return base::trimmed(line.substr(name.size() + 1));
  }
  return std::nullopt;
}

// Neither spaces nor control characters.
bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) > ' ' && c != 0x7F; });
}

}  // namespace

Result<Address> parse_address(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  const auto wrong = [&] {
    return Error{
        concat("found ", base::quoted(url), ", expected http://[TOKEN@]HOST[:PORT][/PATH][?model=NAME]")};
  };
  if (!url.starts_with(kScheme)) return wrong();
  std::string_view rest = url.substr(kScheme.size());
  const std::size_t slash = std::min(rest.find_first_of("/?#"), rest.size());
  std::string_view place = rest.substr(0, slash);
  Address address;
  address.path = rest.substr(slash, rest.find('#') - slash);
  if (address.path.starts_with('/') && (address.path.size() == 1 || address.path[1] == '?'))
    address.path.erase(0, 1);
  if (!address.path.starts_with('/')) address.path.insert(0, "/evaluate");
  if (const std::size_t at = place.rfind('@'); at != std::string_view::npos) {
    const auto token = base::percent_decoded(place.substr(0, at));
    if (!token || !is_visible(*token)) return wrong();
    address.token = *token;
    place.remove_prefix(at + 1);
  }
  const bool bracketed = place.starts_with('[');
  const std::size_t end = bracketed ? place.find(']') : place.find(':');
  if (bracketed && end == std::string_view::npos) return wrong();
  address.host = place.substr(bracketed ? 1 : 0, std::min(end, place.size()) - (bracketed ? 1 : 0));
  std::string_view port = place.substr(std::min(end, place.size()));
  if (bracketed) port.remove_prefix(1);
  if (!port.empty()) {
    const auto number = base::parse_integer<int>(port.substr(1));
    if (port.front() != ':' || !number || *number < 1 || *number > 65535) return wrong();
    address.port = port.substr(1);
  }
  if (address.host.empty() || !is_visible(url)) return wrong();
  return address;
}

Client::Client(Address address, std::chrono::milliseconds timeout)
    : address_(std::move(address)), timeout_(timeout) {}

void Client::close() noexcept {
  socket_.close();
  in_.clear();
}

Result<void> Client::wait(Ready what, Time deadline) {
  for (;;) {
    const Time now = SteadyClock::now();
    if (now >= latest()) return Error{"no answer in time"};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::min(deadline, latest()) - now).count();
    if (now >= deadline) return Error{concat("no answer within ", timeout_.count(), " ms")};
    const auto ready = socket_.wait(what, static_cast<int>(std::clamp<std::int64_t>(left, 1, kLook.count())));
    if (ready == Progress::Done) return {};
    if (ready == Progress::Failed) return Error{socket_.reason()};
  }
}

Result<void> Client::connect(Time deadline) {
  std::string reason;
  const auto addresses = os::addresses_of(address_.host, address_.port, reason);
  if (addresses.empty()) return Error{concat(address_.host, ": ", reason)};
  for (const os::SocketAddress& address : addresses) {
    close();
    if (socket_.start_connecting(address)) {
      if (auto ready = wait(Ready::Write, deadline); !ready) {
        close();
        return ready;
      }
      if (socket_.is_connected()) return {};
    }
  }
  close();
  return Error{concat("can't connect to ", address_.host, " port ", address_.port, ": ", socket_.reason())};
}

Result<void> Client::send(std::string_view text, Time deadline) {
  while (!text.empty()) {
    const auto sent = socket_.send(text);
    if (sent == Progress::Failed) return Error{concat("the connection failed: ", socket_.reason())};
    if (sent == Progress::Later) {
      if (auto ready = wait(Ready::Write, deadline); !ready) return ready;
    }
  }
  return {};
}

// Appends some of what the server sends.
Result<void> Client::receive(Time deadline) {
  for (;;) {
    const std::size_t before = in_.size();
    const auto received = socket_.receive(in_);
    if (received == Progress::Failed) return Error{concat("the connection failed: ", socket_.reason())};
    if (received == Progress::Later) {
      if (auto ready = wait(Ready::Read, deadline); !ready) return ready;
      continue;
    }
    if (in_.size() == before) return Error{"the connection ended before the answer did"};
    if (in_.size() > kLongestAnswer) return Error{"the answer is too long"};
    return {};
  }
}

Result<std::string> Client::read_chunks(Time deadline) {
  std::string body;
  for (;;) {
    std::size_t end = in_.find("\r\n");
    while (end == std::string::npos) {
      if (auto got = receive(deadline); !got) return got.error();
      end = in_.find("\r\n");
    }
    std::size_t size = 0;
    const auto [stop, wrong] = std::from_chars(in_.data(), in_.data() + end, size, 16);
    if (wrong != std::errc{} || stop == in_.data() || size > kLongestAnswer ||
        body.size() + size > kLongestAnswer)
      return Error{"the answer's chunked encoding is invalid"};
    while (in_.size() < end + 2 + size + 2) {
      if (auto got = receive(deadline); !got) return got.error();
    }
    body.append(in_, end + 2, size);
    in_.erase(0, end + 2 + size + 2);
    if (size == 0) return body;
  }
}

Result<std::string> Client::read_answer(Time deadline) {
  std::size_t end = std::string::npos;
  while ((end = in_.find("\r\n\r\n")) == std::string::npos) {
    if (in_.size() > kLongestHead) return Error{"the answer's header is too long"};
    if (auto got = receive(deadline); !got) return got.error();
  }
  const std::string head = in_.substr(0, end + 2);
  in_.erase(0, end + 4);
  if (!head.starts_with("HTTP/1.") || head.size() < 12) return Error{"the answer is not HTTP"};
  closes_after_ = head.starts_with("HTTP/1.0") || field_of(head, "connection") == "close";
  std::string body;
  if (const auto encoding = field_of(head, "transfer-encoding"); encoding == "chunked") {
    auto chunks = read_chunks(deadline);
    if (!chunks) return chunks;
    body = std::move(*chunks);
  } else {
    const auto length = base::parse_integer<std::size_t>(field_of(head, "content-length").value_or(""));
    if (!length || *length > kLongestAnswer) return Error{"the answer has no length or is too long"};
    while (in_.size() < *length) {
      if (auto got = receive(deadline); !got) return got.error();
    }
    body = in_.substr(0, *length);
    in_.erase(0, *length);
  }
  if (head.substr(9, 3) != "200")
    return Error{concat("status ", base::quoted(head.substr(9, 3)), ", expected 200")};
  return body;
}

Result<std::string> Client::post(std::string_view body) {
  const Time deadline = SteadyClock::now() + timeout_;
  const std::string text = concat(
      "POST ", address_.path, " HTTP/1.1\r\nHost: ", address_.host, ':', address_.port,
      "\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: ", body.size(),
      address_.token.empty() ? "" : "\r\nAuthorization: Bearer ", address_.token, "\r\n\r\n", body);
  // The server may have closed a kept-alive connection meanwhile: then connect again, once.
  for (int attempt = 0;; ++attempt) {
    const bool kept = socket_.is_open();
    if (!kept) {
      if (auto connected = connect(deadline); !connected) return connected.error();
    }
    auto sent = send(text, deadline);
    auto answer = sent ? read_answer(deadline) : Result<std::string>(sent.error());
    if (!answer || closes_after_) close();
    if (answer || !kept || attempt > 0 || SteadyClock::now() >= std::min(deadline, latest())) return answer;
  }
}

}  // namespace tabia::http
