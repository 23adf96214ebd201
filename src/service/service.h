// service/service.h: the evaluation service: its paths, who may use them, and its responses.
//
//   auto service = Service::open(options, "1.0");   // loads the networks, listens
//   (*service)->start();
//   ...
//   (*service)->stop();                             // drains
//
// docs/service.md describes the API for people, src/service/openapi.json describes it for programs. The tests
// are made from the latter.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "http/server.h"
#include "search/tablebase.h"
#include "service/analysis.h"
#include "service/jobs.h"
#include "service/log.h"
#include "service/lookup.h"
#include "service/metrics.h"
#include "service/models.h"
#include "service/page.h"
#include "service/runs.h"
#include "service/searchers.h"
#include "service/streams.h"

namespace tabia::service {

struct ServiceOptions {
  http::ServerOptions server;
  SearcherPoolOptions searchers;
  SearchCaps caps;
  std::vector<ModelSource> models = {{"default", ""}};  // the first is the default; names are unique
  nn::OnnxRuntime runtime;                              // the library that runs ONNX models
  std::string human_file;   // human network; empty: the one in its usual place, if any
  std::string nets_folder;  // POST /models may load its files; empty: none
  std::string runs_folder;  // empty: none
  std::string jobs_folder;  // clients may run jobs on its files; empty: no jobs
  std::size_t max_running_jobs = 1;
  std::string games_file;               // a database (games/database.h); empty: none
  std::string openings_file;            // a table (games/openings.h); empty: the embedded one, "none": none
  std::string syzygy_path;              // folders of tables (search/tablebase.h); empty: none
  std::string token_file;               // contains the token; empty: none
  std::string token;                    // instead of a file
  bool token_for_all = false;           // not just for POST /models and /jobs
  std::string cors_origin;              // empty: none
  std::size_t cache_bytes = 16 << 20;   // per model
  int batch_size = 64;                  // of networks over planes: positions of all clients computed together
  int batch_wait_us = 3000;             // how long a batch waits for as many requests as before
  std::size_t max_batch = 200'000;      // positions in one list
  std::size_t max_streams = 32;         // of newline-delimited JSON and of run events
  int threads = 0;                      // of loops, parallel searches and batches; 0: one per core
  http::Milliseconds patience{10'000};  // for requests to finish when the service stops
  LogLevel log_level = LogLevel::Info;
  std::string access_log;  // "-": standard error; empty: none
};

class Service : public http::Application {
 public:
  // The error says which network can't be loaded, or why the service can't listen.
  [[nodiscard]] static base::Result<std::unique_ptr<Service>> open(const ServiceOptions& options,
                                                                   std::string version);
  ~Service() override;

  [[nodiscard]] int port() const noexcept { return server_->port(); }
  [[nodiscard]] base::Result<void> start() { return server_->start(); }
  // Finishes requests in progress and stops.
  void stop();
  // Reloads all networks from their files. If a file can't be read, the old network stays.
  void reload();

  // --- Application
  http::Plan plan(const http::RequestHead& head) override;
  http::Response answer(const http::Request& request, int route) override;
  std::vector<http::Response> answer_together(std::span<const http::Gathered> requests) override;
  void serve(http::Exchange& exchange) override;
  http::Response refusal(int status, const std::string& detail) override;
  void on_finished(const http::Finished& finished) override;
  void hurry() override { searchers_.stop_all(); }
  void on_trouble(const std::string& what) override { log_->say(LogLevel::Warning, what); }

 private:
  Service(const ServiceOptions& options, std::string version, std::unique_ptr<Models> models,
          std::unique_ptr<Log> log);

  // A row of the table of routes, in service.cpp.
  struct Route;
  [[nodiscard]] static std::span<const Route> routes() noexcept;
  [[nodiscard]] static const Route& route_at(int number) noexcept;
  [[nodiscard]] static std::vector<std::string_view> route_names();

  [[nodiscard]] std::optional<Problem> refused(const http::RequestHead& head, const Route& route) const;
  [[nodiscard]] http::Response other_method(const http::RequestHead& head, const std::string& allowed);
  [[nodiscard]] std::optional<Problem> foreign(const http::RequestHead& head) const;
  [[nodiscard]] bool has_token(const http::RequestHead& head) const;
  // Clients may add games: those with the token, or everyone on this machine.
  [[nodiscard]] bool may_import() const;

  // --- handlers of the routes
  [[nodiscard]] http::Response evaluate_short(const http::Request& request);
  void evaluate_long(http::Exchange& exchange);
  void analyze(http::Exchange& exchange) { search(exchange, false); }
  [[nodiscard]] http::Response explain(const http::Request& request);
  void play(http::Exchange& exchange) { search(exchange, true); }
  [[nodiscard]] http::Response list_models(const http::Request& request);
  [[nodiscard]] http::Response swap_model(const http::Request& request);
  [[nodiscard]] http::Response look_up(const http::Request& request);
  [[nodiscard]] http::Response list_games(const http::Request& request);
  [[nodiscard]] http::Response import_games(const http::Request& request);
  [[nodiscard]] http::Response show_game(const http::Request& request);
  [[nodiscard]] http::Response list_runs(const http::Request& request);
  [[nodiscard]] http::Response show_run(const http::Request& request);
  void follow_run(http::Exchange& exchange);
  [[nodiscard]] http::Response list_jobs(const http::Request& request);
  [[nodiscard]] http::Response start_job(const http::Request& request);
  [[nodiscard]] http::Response show_job(const http::Request& request);
  [[nodiscard]] http::Response stop_job(const http::Request& request);
  [[nodiscard]] http::Response is_alive(const http::Request& request);
  [[nodiscard]] http::Response is_ready(const http::Request& request);
  [[nodiscard]] http::Response metrics_text(const http::Request& request);
  [[nodiscard]] http::Response openapi(const http::Request& request);
  [[nodiscard]] http::Response docs(const http::Request& request);
  [[nodiscard]] http::Response page(const http::Request& request);

  // --- what they share
  // Opens the table of --openings; returns what went wrong, if anything.
  [[nodiscard]] std::optional<base::Error> open_openings();
  [[nodiscard]] Known known() const;
  // What POST /evaluate asks for, in service.cpp.
  struct EvaluationOrder;
  [[nodiscard]] Checked<EvaluationOrder> read_order(const http::Request& request);
  [[nodiscard]] http::Response evaluate(const EvaluationOrder& order, int threads);
  void evaluate_stream(http::Exchange& exchange);
  // Answers a long list in parts, so that sending overlaps with evaluating. False if it isn't a list or is
  // invalid; then nothing was sent.
  [[nodiscard]] bool stream_list(http::Exchange& exchange);
  void search(http::Exchange& exchange, bool play);
  [[nodiscard]] Checked<Run> run_of(const http::Request& request);
  void run_events(http::Exchange& exchange, const Run& run);
  // The response for a job, or problem 404 if there is no such job.
  [[nodiscard]] http::Response job_response(const std::optional<std::string>& json, int status);

  const ServiceOptions options_;
  const std::string version_;
  const std::unique_ptr<Models> models_;
  std::shared_ptr<const nn::Network> human_;  // null: none
  const std::unique_ptr<Log> log_;
  Metrics metrics_;
  SearcherPool searchers_;
  Streams streams_;
  const Page page_;
  const std::string docs_;
  std::optional<Runs> runs_;
  std::optional<Jobs> jobs_;
  std::unique_ptr<games::Database> games_;  // null: none
  std::mutex import_mutex_;                 // one import at a time
  bool has_imported_ = false;               // guarded by it
  std::optional<games::OpeningTable> openings_;
  std::shared_ptr<const search::Tablebase> tablebase_;  // null: none
  std::atomic<bool> draining_{false};
  std::unique_ptr<http::Server> server_;
};

}  // namespace tabia::service
