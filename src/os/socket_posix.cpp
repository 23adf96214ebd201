#if !defined(_WIN32)

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "os/socket.h"

namespace tabia::os {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;  // no SIGPIPE if the other side is gone
#else
constexpr int kSendFlags = 0;
#endif

int number_of(std::intptr_t socket) { return static_cast<int>(socket); }

bool is_later() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

std::vector<SocketAddress> addresses_of(const std::string& host, const std::string& port,
                                        std::string& reason) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int failed = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found); failed != 0) {
    reason = ::gai_strerror(failed);
    return {};
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  std::vector<SocketAddress> addresses;
  for (const addrinfo* entry = found; entry; entry = entry->ai_next)
    addresses.push_back(
        {entry->ai_family, std::string(reinterpret_cast<const char*>(entry->ai_addr), entry->ai_addrlen)});
  if (addresses.empty()) reason = "no address";
  return addresses;
}

bool Socket::fail() {
  reason_ = std::strerror(errno);
  return false;
}

void Socket::close() noexcept {
  if (is_open()) ::close(number_of(number_));
  number_ = kNone;
}

bool Socket::start_connecting(const SocketAddress& address) {
  close();
  const int made = ::socket(address.family, SOCK_STREAM, 0);
  if (made < 0) return fail();
  number_ = made;
  keep_from_children(made);
  ::fcntl(made, F_SETFL, ::fcntl(made, F_GETFL) | O_NONBLOCK);
  const int on = 1;
  ::setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_storage to{};
  std::memcpy(&to, address.bytes.data(), address.bytes.size());
  const auto size = static_cast<socklen_t>(address.bytes.size());
  return ::connect(made, reinterpret_cast<const sockaddr*>(&to), size) == 0 || errno == EINPROGRESS || fail();
}

bool Socket::is_connected() {
  int problem = 0;
  socklen_t size = sizeof problem;
  if (::getsockopt(number_of(number_), SOL_SOCKET, SO_ERROR, &problem, &size) != 0) return fail();
  errno = problem;
  return problem == 0 || fail();
}

Socket::Progress Socket::send(std::string_view& text) {
  const auto count = ::send(number_of(number_), text.data(), text.size(), kSendFlags);
  if (count < 0) return is_later() ? Progress::Later : (fail(), Progress::Failed);
  text.remove_prefix(static_cast<std::size_t>(count));
  return Progress::Done;
}

Socket::Progress Socket::receive(std::string& to) {
  char buffer[1 << 14];
  const auto count = ::recv(number_of(number_), buffer, sizeof buffer, 0);
  if (count < 0) return is_later() ? Progress::Later : (fail(), Progress::Failed);
  to.append(buffer, static_cast<std::size_t>(count));
  return Progress::Done;
}

Socket::Progress Socket::wait(Ready what, int most_ms) {
  pollfd entry{.fd = number_of(number_),
               .events = static_cast<short>(what == Ready::Read ? POLLIN : POLLOUT),
               .revents = 0};
  const int ready = ::poll(&entry, 1, most_ms);
  if (ready > 0) return Progress::Done;
  return ready == 0 || errno == EINTR ? Progress::Later : (fail(), Progress::Failed);
}

void keep_from_children(std::intptr_t socket) noexcept { ::fcntl(number_of(socket), F_SETFD, FD_CLOEXEC); }

}  // namespace tabia::os

#endif  // !_WIN32
