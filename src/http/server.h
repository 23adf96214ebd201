// http/server.h: an HTTP/1.1 server: many connections on few threads, long tasks on their own threads.
//
// A few loops (Asio) read requests and answer the quick ones themselves: no thread is tied to a connection,
// so a thousand idle or slow clients cost only memory, which is bounded. A long task (a search, a large
// batch, a stream) gets a thread, while the loop reads ahead and sends for it. Requests that are cheaper
// together wait without a thread until one of a few threads takes all of them. What the paths mean is up to
// the Application. docs/decisions/008 and 009 say why it uses no HTTP library, and what Asio is for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/http.h"

namespace tabia::http {

using Milliseconds = std::chrono::milliseconds;

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;                           // 0: any free port
  int loops = 0;                             // threads that read and answer; 0: the service decides
  std::size_t max_connections = 1024;        // more are refused with 503
  std::size_t max_jobs = 320;                // requests with their own thread
  int gatherers = 1;                         // threads that answer requests together (Plan::Way::Together)
  std::size_t max_together = 64;             // requests that one of them takes at a time
  std::chrono::microseconds gather_wait{0};  // how long it waits for as many as last time
  std::size_t max_head = 16 << 10;           // bytes
  std::size_t max_body = 8 << 20;            // bytes of a body that is read whole
  std::size_t max_buffered = 64 << 20;       // bytes of all bodies being read
  Milliseconds head_timeout{10'000};         // from the first byte of a request to the end of its head
  Milliseconds body_timeout{30'000};         // plus a second for every 16 KiB received
  Milliseconds idle_timeout{75'000};         // between two requests of a connection
  Milliseconds write_timeout{10'000};        // without the client taking a single byte of the response
  std::string headers = {};                  // added to every response, each with its line end
  std::string certificate_file = {};         // PEM, with key_file: then it speaks TLS; empty: plain HTTP
  std::string key_file = {};
};

// A request with its whole body.
struct Request {
  const RequestHead& head;
  std::string_view body;
  std::string_view peer;  // address of the client
};

// One of several requests that are answered together.
struct Gathered {
  Request request;
  int route = -1;
};

// How to handle a request; decided when its head is known.
struct Plan {
  enum class Way {
    Refuse,    // send `refusal` without reading the body
    Answer,    // by Application::answer() on the loop if the body is short enough, otherwise like Serve
    Together,  // the same by Application::answer_together(), with other such requests, on another thread
    Serve,     // by Application::serve() on its own thread, with the whole body
    Stream,    // like Serve, but the body is read in portions
  };
  Way way = Way::Refuse;
  Response refusal = {};
  std::size_t longest_answered = SIZE_MAX;  // bytes of the body, for Way::Answer and Together
  int route = -1;                           // for logs and metrics
};

// A request with its own thread.
class Exchange {
 public:
  virtual ~Exchange() = default;

  [[nodiscard]] virtual Request request() const = 0;
  [[nodiscard]] virtual int route() const = 0;

  enum class Read { Data, End, Failed };
  // Way::Stream: appends the next portion of the body, waiting for it. Failed: the client is gone, or sends
  // invalid data or nothing at all.
  [[nodiscard]] virtual Read read(std::string& body) = 0;
  // More of the body has already arrived: read() would not wait.
  [[nodiscard]] virtual bool has_more() = 0;

  // Sends the whole response.
  virtual void respond(const Response& response) = 0;
  // Or in parts: begin() with the head, write() any number of times, end(). False: the client is gone.
  virtual bool begin(const Response& head) = 0;
  virtual bool write(std::string_view data) = 0;
  virtual bool end() = 0;
  // An unfinished response can't be completed: breaks the connection, so that the client notices.
  virtual void abandon() = 0;
  // Like write(), but does not wait for a slow reader: what doesn't fit is dropped.
  virtual void offer(std::string_view data) = 0;

  // The client has closed its side: it will not send more, and probably not read more.
  [[nodiscard]] virtual bool gone() const = 0;
  // Calls `action` when that happens, from another thread; immediately if it already has. The action must be
  // quick. It is not called after on_gone(nullptr) has returned.
  virtual void on_gone(std::function<void()> action) = 0;
  // The server is about to stop: waiting tasks should give up.
  [[nodiscard]] virtual bool stopping() const = 0;
};

// A request that has been answered.
struct Finished {
  const RequestHead* head = nullptr;  // null: it could not be parsed
  int route = -1;
  int status = 0;
  std::uint64_t bytes = 0;  // of the response's body
  double seconds = 0;       // since the head was complete
  std::string_view peer;
};

// What the server serves. All functions are called from several threads at the same time.
class Application {
 public:
  virtual ~Application() = default;
  [[nodiscard]] virtual Plan plan(const RequestHead& head) = 0;
  [[nodiscard]] virtual Response answer(const Request& request, int route) = 0;
  // The responses to requests of Way::Together, in the same order. By default it answers them one by one.
  [[nodiscard]] virtual std::vector<Response> answer_together(std::span<const Gathered> requests) {
    std::vector<Response> responses;
    for (const Gathered& gathered : requests) responses.push_back(answer(gathered.request, gathered.route));
    return responses;
  }
  virtual void serve(Exchange& exchange) = 0;
  // The response to what the server itself refuses.
  [[nodiscard]] virtual Response refusal(int status, const std::string& detail) = 0;
  virtual void on_finished(const Finished& finished) = 0;
  // The time to finish is over: anything still running should stop now.
  virtual void hurry() = 0;
  // Something the operator should know.
  virtual void on_trouble(const std::string& /*what*/) {}
};

// The server's activity, for the metrics.
struct ServerCounts {
  std::uint64_t connections = 0;
  std::uint64_t accepted_total = 0;
  std::uint64_t turned_away_total = 0;  // because there were too many
  std::uint64_t jobs = 0;
  std::uint64_t waiting = 0;  // requests that wait to be answered together
  std::uint64_t buffered_bytes = 0;
};

class Server {
 public:
  // Listens, but serves no one yet. The error says why it can't listen, or what is wrong with the
  // certificate.
  [[nodiscard]] static base::Result<std::unique_ptr<Server>> open(const ServerOptions& options,
                                                                  Application& application);
  ~Server();

  // The port it listens on.
  [[nodiscard]] int port() const noexcept;
  // Starts as many loops as the system provides threads for; an error if none. Call it once.
  [[nodiscard]] base::Result<void> start();
  // Accepts no more connections, finishes requests in progress within `patience`, then aborts the rest.
  // Returns when everything has ended.
  void stop(Milliseconds patience);
  [[nodiscard]] ServerCounts counts() const noexcept;

 private:
  class Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace tabia::http
