// The interface to the operating system: what the rooms above rely on.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "folder.h"
#include "os/file.h"
#include "os/process.h"
#include "os/socket.h"
#include "os/system.h"

namespace tabia::os {
namespace {

// A file with that content; its path.
std::string file_with(const test::Folder& folder, const std::string& name, std::string_view content) {
  const std::string path = folder / name;
  const int file = open_file(path, Access::CreateNew);
  EXPECT_GE(file, 0);
  EXPECT_TRUE(write_all(file, content.data(), content.size()));
  EXPECT_TRUE(close_file(file));
  return path;
}

std::string content_of(const std::string& path) {
  const int file = open_file(path, Access::Read);
  std::string content(100, '\0');
  const auto got = read_some(file, content.data(), content.size());
  close_file(file);
  return got < 0 ? "unreadable" : content.substr(0, static_cast<std::size_t>(got));
}

TEST(OsFile, AFileThatExistsIsNotCreatedAgain) {
  const test::Folder folder;
  const std::string path = file_with(folder, "a", "x");
  EXPECT_LT(open_file(path, Access::CreateNew), 0);
  EXPECT_EQ(errno, EEXIST);
  EXPECT_LT(open_file(folder / "missing", Access::Read), 0);
  EXPECT_EQ(errno, ENOENT);
}

TEST(OsFile, ANameThatLeadsElsewhereIsNotPlain) {
  for (const char* name : {"a.net", "a b", ".hidden", "...", "\xC3\xA4"})
    EXPECT_TRUE(is_plain_name(name)) << name;
  for (const char* name : {"", ".", "..", "a/b", "/a"}) EXPECT_FALSE(is_plain_name(name)) << name;
}

TEST(OsFile, ReplacingTakesThePlaceOfTheOldContentEvenWhileItIsRead) {
  const test::Folder folder;
  const std::string path = file_with(folder, "old", "old\n");
  const int reader = open_file(path, Access::Read);
  ASSERT_TRUE(replace_file(file_with(folder, "new", "new\r\n\x1a"), path));
  EXPECT_EQ(content_of(path), "new\r\n\x1a") << "text is not translated";
  char old[10];
  EXPECT_EQ(read_some(reader, old, sizeof old), 4);
  close_file(reader);
}

TEST(OsFile, ALockKeepsOutASecondOwnerAndGoesWithItsDescriptor) {
  const test::Folder folder;
  const int first = open_file(folder / "lock", Access::Lock);
  const int second = open_file(folder / "lock", Access::Lock);
  EXPECT_TRUE(try_lock(first, false));
  EXPECT_FALSE(try_lock(second, false));
  EXPECT_EQ(errno, EWOULDBLOCK);
  EXPECT_FALSE(try_lock(second, true));
  close_file(first);
  EXPECT_TRUE(try_lock(second, true));
  close_file(second);
}

TEST(OsFile, ATemporaryFileHasNoNameOnceItIsClosed) {
  const test::Folder folder;
  const int file = open_temporary(folder / "");
  ASSERT_GE(file, 0);
  EXPECT_TRUE(write_at(file, "abc", 3, 5'000'000'000));  // beyond 32 bits; a hole takes no room
  char back[3] = {};
  EXPECT_EQ(read_at(file, back, 3, 5'000'000'000), 3);
  EXPECT_EQ(std::string(back, 3), "abc");
  EXPECT_EQ(read_at(file, back, 3, 6'000'000'000), 0);
  close_file(file);
  EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
}

TEST(OsFile, AMapShowsTheContentAfterTheFileIsClosed) {
  const test::Folder folder;
  const int file = open_file(file_with(folder, "a", "content"), Access::Read);
  const char* const data = map_file(file, 7);
  close_file(file);
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(std::string(data, 7), "content");
  unmap_file(data, 7);
}

TEST(OsFile, OneFileHasOneNumberWhateverItsName) {
  const test::Folder folder;
  const std::string path = file_with(folder, "a", "12345");
  const auto status = status_of(path);
  const auto same = status_of(folder / "./a");
  ASSERT_TRUE(status && same);
  EXPECT_EQ(status->size, 5u);
  EXPECT_EQ(status->kind, FileStatus::Kind::File);
  EXPECT_EQ(status->number, same->number);
  EXPECT_NE(status->number, status_of(file_with(folder, "b", ""))->number);
  EXPECT_EQ(status_of(folder / "")->kind, FileStatus::Kind::Folder);
  EXPECT_FALSE(status_of(folder / "missing"));
}

TEST(OsSystem, TheMachineHasAProcessorAndMemory) {
  EXPECT_GE(processor_count(), 1);
  EXPECT_GT(machine_memory().value_or(0), 0u);
  EXPECT_TRUE(status_of(path_of_this_program()));
}

TEST(OsProcess, AProgramThatDoesNotExistIsAnErrorWithItsReason) {
  std::string failed;
  EXPECT_EQ(
      Child::start({.program = "/no/such/program", .arguments = {}, .folder = "", .errors = -1}, failed),
      nullptr);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_EQ(failed, "/no/such/program: can't start");
}

// A port of this machine that is in use but at which no one listens, so connections to it are refused.
class DeafPort {
 public:
  DeafPort() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~DeafPort() { ::close(socket_); }
  DeafPort(const DeafPort&) = delete;
  DeafPort& operator=(const DeafPort&) = delete;
  [[nodiscard]] std::string port() const { return std::to_string(port_); }
  void listen() const { EXPECT_EQ(::listen(socket_, 1), 0); }
  [[nodiscard]] int accept() const { return ::accept(socket_, nullptr, nullptr); }

 private:
  int socket_;
  int port_ = 0;
};

constexpr int kMinutesMs = 300'000;

TEST(OsSocket, SaysWhyItCantConnect) {
  const DeafPort deaf;
  std::string reason;
  const auto addresses = addresses_of("127.0.0.1", deaf.port(), reason);
  ASSERT_EQ(addresses.size(), 1u) << reason;
  Socket socket;
  EXPECT_FALSE(socket.is_open());
  ASSERT_TRUE(socket.start_connecting(addresses.front())) << socket.reason();
  ASSERT_EQ(socket.wait(Socket::Ready::Write, kMinutesMs), Socket::Progress::Done);
  EXPECT_FALSE(socket.is_connected());
  EXPECT_EQ(socket.reason(), "Connection refused");
  EXPECT_TRUE(addresses_of("no host", deaf.port(), reason).empty());
  EXPECT_NE(reason, "");
}

TEST(OsSocket, SendsAndReceivesWithoutWaitingAndSeesTheEnd) {
  const DeafPort server;
  server.listen();
  std::string reason;
  const auto addresses = addresses_of("127.0.0.1", server.port(), reason);
  ASSERT_EQ(addresses.size(), 1u) << reason;
  Socket socket;
  ASSERT_TRUE(socket.start_connecting(addresses.front())) << socket.reason();
  const int other = server.accept();
  ASSERT_EQ(socket.wait(Socket::Ready::Write, kMinutesMs), Socket::Progress::Done);
  ASSERT_TRUE(socket.is_connected()) << socket.reason();
  std::string received;
  EXPECT_EQ(socket.receive(received), Socket::Progress::Later);
  EXPECT_EQ(socket.wait(Socket::Ready::Read, 0), Socket::Progress::Later);
  std::string_view text = "ask";
  EXPECT_EQ(socket.send(text), Socket::Progress::Done);
  EXPECT_EQ(text, "");
  char asked[4] = {};
  EXPECT_EQ(::recv(other, asked, 3, MSG_WAITALL), 3);
  EXPECT_EQ(::send(other, asked, 3, 0), 3);
  ASSERT_EQ(socket.wait(Socket::Ready::Read, kMinutesMs), Socket::Progress::Done);
  EXPECT_EQ(socket.receive(received), Socket::Progress::Done);
  EXPECT_EQ(received, "ask");
  ::close(other);
  ASSERT_EQ(socket.wait(Socket::Ready::Read, kMinutesMs), Socket::Progress::Done);
  EXPECT_EQ(socket.receive(received), Socket::Progress::Done);
  EXPECT_EQ(received, "ask") << "the end";
}

}  // namespace
}  // namespace tabia::os
