// service/server.h: an HTTP/1.1 server: many connections on few threads, long work on threads of its own.
//
// A few loops (epoll) read requests and answer the quick ones where they stand: no thread is tied to a connection, so a
// thousand idle or slow clients cost nothing but memory, which is bounded. What takes long (a search, a large batch, a
// stream) gets a thread and the connection with it, until it is done. What the paths mean is the Application's business.
// docs/decisions/008 tells why this is not a library.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "service/http.h"

namespace tabia::service {

using Milliseconds = std::chrono::milliseconds;

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;                      // 0: any that is free
  int loops = 0;                        // threads that read and answer; 0: the service decides
  std::size_t max_connections = 1024;   // more are told to come back (503)
  std::size_t max_jobs = 320;           // requests with a thread of their own
  std::size_t max_head = 16 << 10;      // bytes
  std::size_t max_body = 8 << 20;       // bytes of a body that is read as a whole
  std::size_t max_buffered = 64 << 20;  // bytes of all bodies that are being read
  Milliseconds head_timeout{10'000};    // from the first byte of a request to the end of its head
  Milliseconds body_timeout{30'000};    // and a second for every 16 KiB that arrived
  Milliseconds idle_timeout{75'000};    // between two requests of a connection
  Milliseconds write_timeout{10'000};   // without any byte of a response being taken
  std::string headers = {};             // lines of every response, each with its end
};

// A request with its whole body.
struct Request {
  const RequestHead& head;
  std::string_view body;
  std::string_view peer;  // address of the client
};

// How a request is to be treated; decided when its head is known.
struct Plan {
  enum class Way {
    Refuse,  // `refusal` is the answer, and the body is not read
    Answer,  // by Application::answer() on the loop if the body is short enough, else as Serve
    Serve,   // by Application::serve() on a thread of its own, with the whole body
    Stream,  // the same, but the body is read bit by bit
  };
  Way way = Way::Refuse;
  Response refusal = {};
  std::size_t longest_answered = SIZE_MAX;  // bytes of body, of Way::Answer
  int route = -1;                           // for the record
};

// A request that has a thread of its own.
class Exchange {
 public:
  virtual ~Exchange() = default;

  [[nodiscard]] virtual Request request() const = 0;
  [[nodiscard]] virtual int route() const = 0;

  enum class Read { Data, End, Failed };
  // Way::Stream: appends the next portion of the body; waits for it. Failed: the client is gone, or sends nonsense or
  // nothing at all.
  [[nodiscard]] virtual Read read(std::string& body) = 0;
  // More of the body is here already: read() would not wait.
  [[nodiscard]] virtual bool has_more() = 0;

  // The whole answer at once.
  virtual void respond(const Response& response) = 0;
  // Or bit by bit: begin() with the head, write() any number of times, end(). False: the client is gone.
  virtual bool begin(const Response& head) = 0;
  virtual bool write(std::string_view data) = 0;
  virtual bool end() = 0;
  // What was begun can't be brought to its end: the connection is broken off, so that the client notices.
  virtual void abandon() = 0;
  // As write(), but does not wait for a client that reads slowly: what it has no room for is dropped.
  virtual void offer(std::string_view data) = 0;

  // The client has closed its side: it will not send any more, and probably not read any more.
  [[nodiscard]] virtual bool gone() const = 0;
  // Calls `action` when that happens, from another thread; at once if it has happened. The action must be quick. Not
  // called after on_gone(nullptr) has returned.
  virtual void on_gone(std::function<void()> action) = 0;
  // The server is about to end: whoever waits for something should not.
  [[nodiscard]] virtual bool stopping() const = 0;
};

// A request that was answered.
struct Finished {
  const RequestHead* head = nullptr;  // null: it could not be read
  int route = -1;
  int status = 0;
  std::uint64_t bytes = 0;  // of the response's body
  double seconds = 0;       // since the head was complete
  std::string_view peer;
};

// What the server serves. All functions are called from several threads at once.
class Application {
 public:
  virtual ~Application() = default;
  [[nodiscard]] virtual Plan plan(const RequestHead& head) = 0;
  [[nodiscard]] virtual Response answer(const Request& request, int route) = 0;
  virtual void serve(Exchange& exchange) = 0;
  // The answer to what the server itself refuses.
  [[nodiscard]] virtual Response refusal(int status, const std::string& detail) = 0;
  virtual void on_finished(const Finished& finished) = 0;
  // The time for finishing is over: whatever still runs should end now.
  virtual void hurry() = 0;
  // Something that the operator should know of.
  virtual void on_trouble(const std::string& /*what*/) {}
};

// What the server is doing, for the metrics.
struct ServerCounts {
  std::uint64_t connections = 0;
  std::uint64_t accepted_total = 0;
  std::uint64_t turned_away_total = 0;  // because there were too many
  std::uint64_t jobs = 0;
  std::uint64_t buffered_bytes = 0;
};

// Lets this process have as many descriptors as it may: every connection takes one.
void raise_descriptor_limit() noexcept;

class Server {
 public:
  // Listens, but serves nobody yet. The error says what keeps it from listening.
  [[nodiscard]] static base::Result<std::unique_ptr<Server>> open(const ServerOptions& options,
                                                                  Application& application);
  ~Server();

  // The port that it listens on.
  [[nodiscard]] int port() const noexcept;
  // With as many loops as the system gives threads for; an error if there is none. Once.
  [[nodiscard]] base::Result<void> start();
  // Takes no more connections, finishes what has begun within `patience`, then ends the rest. Returns when all is done.
  void stop(Milliseconds patience);
  [[nodiscard]] ServerCounts counts() const noexcept;

 private:
  class Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace tabia::service
