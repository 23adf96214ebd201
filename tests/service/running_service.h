// tests/service/running_service.h: a service in this process, on its own port.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "base/json_value.h"
#include "http/raw_client.h"
#include "service/service.h"

namespace tabia::service::test {

using http::test::Client;
using http::test::Reply;

inline constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

inline ServiceOptions test_options() {
  ServiceOptions options;
  options.server.port = 0;
  options.log_level = LogLevel::Off;
  options.threads = 2;
  options.searchers = {.searchers = 2, .threads = 1, .hash_mib = 1};
  options.cache_bytes = 1 << 20;
  return options;
}

class RunningService {
 public:
  explicit RunningService(const ServiceOptions& options = test_options()) {
    auto service = Service::open(options, "test");
    if (!service) {
      ADD_FAILURE() << service.error().message;
      std::abort();
    }
    service_ = std::move(*service);
    if (const auto started = service_->start(); !started) ADD_FAILURE() << started.error().message;
  }

  Service* operator->() { return service_.get(); }
  [[nodiscard]] int port() const { return service_->port(); }

  // Each on its own connection.
  Reply ask(const std::string& method, const std::string& path, const std::string& body = "",
            const std::string& headers = "") const {
    Client client(port());
    const auto reply = client.ask(method, path, body, headers);
    EXPECT_TRUE(reply) << method << " " << path << ": no answer";
    return reply.value_or(Reply{});
  }
  Reply post(const std::string& path, const std::string& body, const std::string& headers = "") const {
    return ask("POST", path, body, headers);
  }
  // A number of the metrics; -1 if it is not there.
  [[nodiscard]] double metric(const std::string& name) const {
    const std::string text = "\n" + ask("GET", "/metrics").body;
    const std::size_t at = text.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
  }

 private:
  std::unique_ptr<Service> service_;
};

inline base::JsonValue json_of(const Reply& reply) {
  auto value = base::JsonValue::parse(reply.body);
  EXPECT_TRUE(value) << reply.body;
  return value ? std::move(*value) : base::JsonValue();
}

inline std::string text_in(const base::JsonValue& object, std::string_view name) {
  const base::JsonValue* found = object.find(name);
  return found ? found->text().value_or("?") : "missing";
}

inline std::int64_t number_in(const base::JsonValue& object, std::string_view name) {
  const base::JsonValue* found = object.find(name);
  return found ? found->integer().value_or(-999'999) : -999'999;
}

// The reply is a problem with this status.
inline void expect_problem(const Reply& reply, int status, const std::string& field = "") {
  EXPECT_EQ(reply.status, status) << reply.body;
  EXPECT_EQ(reply.header("content-type"), "application/problem+json");
  const auto problem = json_of(reply);
  EXPECT_EQ(number_in(problem, "status"), status);
  EXPECT_FALSE(text_in(problem, "detail").empty());
  EXPECT_EQ(text_in(problem, "type"), "about:blank");
  if (!field.empty()) {
    EXPECT_EQ(text_in(problem, "field"), field) << reply.body;
  }
}

inline std::string fen_body(const std::string& fen) { return R"({"fen":")" + fen + "\"}"; }

}  // namespace tabia::service::test
