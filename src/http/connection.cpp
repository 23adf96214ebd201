#include "http/connection.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace tabia::http {
namespace {

using base::concat;
using base::Error;

std::string address_text(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = "?";
  if (address.ss_family == AF_INET) {
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr, text, sizeof text);
  } else if (address.ss_family == AF_INET6) {
    ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, text, sizeof text);
  }
  return text;
}

}  // namespace

void Descriptor::reset() noexcept {
  if (value_ >= 0) ::close(value_);
  value_ = -1;
}

base::Result<Descriptor> listen_at(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const std::string service = std::to_string(port);
  const int failed = ::getaddrinfo(host.c_str(), service.c_str(), &hints, &found);
  if (failed != 0) return Error{concat("--host ", base::quoted(host), ": ", ::gai_strerror(failed))};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  std::string reason = "no address";
  for (const addrinfo* entry = found; entry; entry = entry->ai_next) {
    Descriptor listener(::socket(entry->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int on = 1;
    if (listener.get() >= 0 && ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        ::bind(listener.get(), entry->ai_addr, entry->ai_addrlen) == 0 && ::listen(listener.get(), 1024) == 0)
      return listener;
    reason = std::strerror(errno);
  }
  return Error{concat("can't listen on ", host, " port ", port, ": ", reason,
                      ". Is another server running? Give another --port; 0 picks any free port")};
}

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

std::optional<Accepted> accept_from(int listener) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  Descriptor socket(
      ::accept4(listener, reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (socket.get() < 0) return std::nullopt;
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return Accepted{std::move(socket), address_text(address)};
}

std::string_view DateText::now() {
  const std::time_t time = std::time(nullptr);
  if (time != time_) {
    time_ = time;
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    length_ = std::strftime(text_.data(), text_.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  }
  return {text_.data(), length_};
}

bool Connection::send_some() {
  while (sent < out.size()) {
    const ssize_t count = ::send(socket.get(), out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    sent += static_cast<std::size_t>(count);
    progressed = Clock::now();
  }
  out.clear();
  sent = 0;
  if (out.capacity() > kMostUnsent) out.shrink_to_fit();
  return true;
}

void Connection::begin_request() {
  stage = Stage::Head;
  body.clear();
  if (body.capacity() > kUnaccounted) body.shrink_to_fit();
  chunks = {};
  began = progressed = Clock::now();
}

}  // namespace tabia::http
