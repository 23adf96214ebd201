#if defined(_WIN32)

#include "os/windows_names.h"
// After it: these know less without it.
#include <winsock2.h>
#include <ws2tcpip.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>

#include "os/socket.h"

namespace tabia::os {
namespace {

SOCKET socket_of(std::intptr_t socket) { return static_cast<SOCKET>(socket); }

// Windows wants to be told that a program uses sockets; it forgets when the program ends.
void start_sockets() {
  static const int started = [] {
    WSADATA data{};
    return ::WSAStartup(MAKEWORD(2, 2), &data);
  }();
  static_cast<void>(started);
}

// What the system says about one of its errors: "connection refused".
std::string text_of(int error) {
  wchar_t text[256] = {};
  const DWORD length =
      ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                       static_cast<DWORD>(error), 0, text, static_cast<DWORD>(std::size(text)), nullptr);
  std::string result = narrow({text, length});
  result.erase(result.find_last_not_of(" .\r\n") + 1);
  return result.empty() ? "error " + std::to_string(error) + " of Windows" : result;
}

}  // namespace

std::vector<SocketAddress> addresses_of(const std::string& host, const std::string& port,
                                        std::string& reason) {
  start_sockets();
  ADDRINFOW hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  ADDRINFOW* found = nullptr;
  if (const int failed = ::GetAddrInfoW(wide(host).c_str(), wide(port).c_str(), &hints, &found);
      failed != 0) {
    reason = text_of(failed);
    return {};
  }
  const std::unique_ptr<ADDRINFOW, void(WINAPI*)(ADDRINFOW*)> owner(found, ::FreeAddrInfoW);
  std::vector<SocketAddress> addresses;
  for (const ADDRINFOW* entry = found; entry; entry = entry->ai_next)
    addresses.push_back(
        {entry->ai_family, std::string(reinterpret_cast<const char*>(entry->ai_addr), entry->ai_addrlen)});
  if (addresses.empty()) reason = "no address";
  return addresses;
}

bool Socket::fail() {
  reason_ = text_of(::WSAGetLastError());
  return false;
}

void Socket::close() noexcept {
  if (is_open()) ::closesocket(socket_of(number_));
  number_ = kNone;
}

bool Socket::start_connecting(const SocketAddress& address) {
  close();
  const SOCKET made = ::socket(address.family, SOCK_STREAM, IPPROTO_TCP);
  if (made == INVALID_SOCKET) return fail();
  number_ = static_cast<std::intptr_t>(made);
  keep_from_children(number_);
  u_long never_waits = 1;
  ::ioctlsocket(made, FIONBIO, &never_waits);
  const BOOL on = TRUE;
  ::setsockopt(made, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
  sockaddr_storage to{};
  std::memcpy(&to, address.bytes.data(), address.bytes.size());
  const int size = static_cast<int>(address.bytes.size());
  return ::connect(made, reinterpret_cast<const sockaddr*>(&to), size) == 0 ||
         ::WSAGetLastError() == WSAEWOULDBLOCK || fail();
}

bool Socket::is_connected() {
  int problem = 0;
  int size = sizeof problem;
  if (::getsockopt(socket_of(number_), SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&problem), &size) != 0)
    return fail();
  ::WSASetLastError(problem);
  return problem == 0 || fail();
}

Socket::Progress Socket::send(std::string_view& text) {
  const int size = static_cast<int>(std::min<std::size_t>(text.size(), INT_MAX));
  const int count = ::send(socket_of(number_), text.data(), size, 0);
  if (count < 0) return ::WSAGetLastError() == WSAEWOULDBLOCK ? Progress::Later : (fail(), Progress::Failed);
  text.remove_prefix(static_cast<std::size_t>(count));
  return Progress::Done;
}

Socket::Progress Socket::receive(std::string& to) {
  char buffer[1 << 14];
  const int count = ::recv(socket_of(number_), buffer, sizeof buffer, 0);
  if (count < 0) return ::WSAGetLastError() == WSAEWOULDBLOCK ? Progress::Later : (fail(), Progress::Failed);
  to.append(buffer, static_cast<std::size_t>(count));
  return Progress::Done;
}

// With select(), because older systems' WSAPoll doesn't report a connection that failed.
Socket::Progress Socket::wait(Ready what, int most_ms) {
  fd_set expected{};
  expected.fd_count = 1;
  expected.fd_array[0] = socket_of(number_);
  fd_set failed = expected;
  timeval time{.tv_sec = most_ms / 1000, .tv_usec = most_ms % 1000 * 1000};
  const bool reads = what == Ready::Read;
  const int ready = ::select(0, reads ? &expected : nullptr, reads ? nullptr : &expected, &failed, &time);
  if (ready > 0) return Progress::Done;
  return ready == 0 ? Progress::Later : (fail(), Progress::Failed);
}

void keep_from_children(std::intptr_t socket) noexcept {
  ::SetHandleInformation(reinterpret_cast<HANDLE>(socket), HANDLE_FLAG_INHERIT, 0);
}

}  // namespace tabia::os

#endif  // _WIN32
