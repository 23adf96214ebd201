#include "service/service.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "base/text.h"
#include "chess/fen.h"
#include "engine/describe.h"
#include "engine/json.h"
#include "nn/load.h"
#include "nn/passport.h"
#include "os/file.h"
#include "puct/human_file.h"
#include "puct/human_moves.h"
#include "service/address.h"
#include "service/evaluation.h"
#include "service/fields.h"
#include "service/settings.h"

namespace tabia::service {
namespace {

using base::concat;
using base::equal_ignoring_case;
using base::JsonWriter;

// Bodies up to this size are handled on the loop: about a hundred positions.
constexpr std::size_t kLongestInline = 8 << 10;
constexpr std::size_t kMostModels = 16;
constexpr std::size_t kStreamBlock = 1 << 20;  // bytes of lines evaluated at a time
constexpr std::size_t kListBlock = 8192;       // positions of a list answered at a time
constexpr std::string_view kListBegins = "{\"results\":[";
constexpr std::string_view kListEnds = "]}";
constexpr std::chrono::milliseconds kLookAtRuns{1000};
constexpr std::chrono::seconds kSignOfLife{15};

// Who may use a route. Pages of other sites may use only Health.
enum class Access {
  Health,    // everyone, also pages of other sites
  Page,      // everyone: the files of the page are not secret; the page asks for the token and sends it
  Usual,     // with the token, if the operator requires it for everything
  Jobs,      // with the token, if there is one
  Import,    // like Jobs; if there is no token, only if the server is reachable from this machine alone
  Operator,  // with the token; no one if there is none
};

// Takes as long for a wrong token as for the right one.
bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i)
    difference |= static_cast<unsigned char>(b[i]) ^ static_cast<unsigned char>(i < a.size() ? a[i] : 0);
  return difference == 0;
}

bool is_ndjson(const http::RequestHead& head) {
  return head.content_type == "application/x-ndjson" || head.content_type == "application/ndjson" ||
         head.content_type == "application/jsonl";
}

// JSON, or curl's default.
bool is_json(const http::RequestHead& head) {
  return head.content_type.empty() || head.content_type == "application/json" ||
         head.content_type == "application/x-www-form-urlencoded";
}

// PGN, or curl's default.
bool is_pgn(const http::RequestHead& head) {
  return head.content_type.empty() || head.content_type == "application/x-chess-pgn" ||
         head.content_type == "application/vnd.chess-pgn" ||
         head.content_type == "application/x-www-form-urlencoded";
}

Problem too_many_streams() {
  return {.status = 503, .detail = "too many streams at the same time", .retry_after_s = 5};
}

void add_passport(JsonWriter& json, const nn::Network& network) {
  json.key("passport").begin_object();
  for (const nn::LineageField& field : nn::kLineageFields)
    json.field(field.name, std::string_view(network.lineage().*field.member));
  json.field("spec", std::string_view(nn::to_text(network.spec())));
  json.key("wdl_model").begin_object();
  for (const auto& [name, numbers] : {std::pair("a", &network.wdl().a), std::pair("b", &network.wdl().b)}) {
    json.key(name).begin_array();
    for (const double number : *numbers) json.value(number);
    json.end_array();
  }
  json.end_object().end_object();
}

deep::BatchLimits batch_limits(const ServiceOptions& options) {
  return {
      .size = static_cast<std::size_t>(options.batch_size),
      .wait = std::chrono::microseconds(0),  // requests have already waited for each other (answer_together)
      .threads = options.threads};
}

void add_model(JsonWriter& json, const Model& model, bool is_default) {
  json.begin_object().field("name", std::string_view(model.source().name)).field("default", is_default);
  json.field("network", std::string_view(model.network_name())).field("hash", std::string_view(model.hash()));
  json.field("bytes", model.bytes());
  add_passport(json, *model.network());
  json.end_object();
}

// The ratings that the human network knows (`human` of /analyze), and what its answers call typical.
void add_human_offer(JsonWriter& json, const nn::Network& human) {
  json.key("human").begin_object().field("network", std::string_view(engine::network_name(&human)));
  json.field("lowest", puct::kLowestRating).field("highest", puct::kHighestRating);
  json.field("most_ratings", static_cast<std::uint64_t>(puct::kMostRatings));
  json.field("typical", puct::kTypical).end_object();
}

// What the body of a POST may be.
enum class Body { Json, JsonOrLines, Pgn };

std::optional<Problem> wrong_type(const http::RequestHead& head, Body expected) {
  const auto problem = [](std::string_view types) {
    return Problem{.status = 415, .detail = concat("expected Content-Type: ", types)};
  };
  if (expected == Body::Pgn)
    return is_pgn(head) ? std::nullopt : std::optional(problem("application/x-chess-pgn"));
  if (is_json(head) || (expected == Body::JsonOrLines && is_ndjson(head))) return std::nullopt;
  return problem(expected == Body::Json ? "application/json" : "application/json or application/x-ndjson");
}

}  // namespace

// One row for each method of a path. A handler of kind `answer` returns the whole response; one of kind
// `serve` writes it itself. On the loop (Way::Answer) only what takes microseconds may be done.
struct Service::Route {
  http::Method method;
  std::string_view path;  // NAME stands for one segment
  http::Plan::Way way;
  http::Response (Service::*answer)(const http::Request&);
  void (Service::*serve)(http::Exchange&) = nullptr;  // null: uses `answer`, on its own thread
  Access access = Access::Usual;
  std::string_view label = {};  // in metrics; empty: the path
  Body body = Body::Json;
  bool is_stream = false;  // counts as a stream
};

std::span<const Service::Route> Service::routes() noexcept {
  using enum http::Method;
  using S = Service;
  constexpr auto kAnswer = http::Plan::Way::Answer;
  constexpr auto kServe = http::Plan::Way::Serve;
  static constexpr Route kRoutes[] = {
      {Post,
       "/evaluate",
       kAnswer,
       &S::evaluate_short,
       &S::evaluate_long,
       Access::Usual,
       {},
       Body::JsonOrLines},
      {Post, "/analyze", kServe, nullptr, &S::analyze},
      {Post, "/explain", kAnswer, &S::explain},
      {Post, "/play", kServe, nullptr, &S::play},
      {Get, "/models", kAnswer, &S::list_models},
      {Post, "/models", kServe, &S::swap_model, nullptr, Access::Operator, "/models (swap)"},
      {Post, "/lookup", kServe, &S::look_up},
      {Get, "/games", kServe, &S::list_games},
      {Post, "/games", kServe, &S::import_games, nullptr, Access::Import, "/games (import)", Body::Pgn},
      {Get, "/games/NAME", kServe, &S::show_game},
      {Get, "/runs", kServe, &S::list_runs},
      {Get, "/runs/NAME", kServe, &S::show_run},
      {Get, "/runs/NAME/events", kServe, nullptr, &S::follow_run, Access::Usual, {}, Body::Json, true},
      {Get, "/jobs", kServe, &S::list_jobs, nullptr, Access::Jobs},
      {Post, "/jobs", kServe, &S::start_job, nullptr, Access::Jobs, "/jobs (start)"},
      {Get, "/jobs/NAME", kServe, &S::show_job, nullptr, Access::Jobs},
      {Delete, "/jobs/NAME", kServe, &S::stop_job, nullptr, Access::Jobs, "/jobs/NAME (stop)"},
      {Get, "/healthz", kAnswer, &S::is_alive, nullptr, Access::Health},
      {Get, "/readyz", kAnswer, &S::is_ready, nullptr, Access::Health},
      {Get, "/metrics", kAnswer, &S::metrics_text},
      {Get, "/openapi.json", kAnswer, &S::openapi},
      {Get, "/docs", kAnswer, &S::docs},
      // This also matches all other files of the page, so it must be last.
      {Get, "/", kAnswer, &S::page, nullptr, Access::Page, "page"},
  };
  return kRoutes;
}

const Service::Route& Service::route_at(int number) noexcept {
  return routes()[static_cast<std::size_t>(number)];
}

std::vector<std::string_view> Service::route_names() {
  std::vector<std::string_view> names;
  for (const Route& route : routes()) names.push_back(route.label.empty() ? route.path : route.label);
  return names;
}

Service::Service(const ServiceOptions& options, std::string version, std::unique_ptr<Models> models,
                 std::unique_ptr<Log> log)
    : options_(options),
      version_(std::move(version)),
      models_(std::move(models)),
      log_(std::move(log)),
      metrics_(route_names()),
      searchers_(options.searchers),
      streams_(options.max_streams),
      docs_(docs_page(openapi_text())) {
  if (!options_.runs_folder.empty()) runs_.emplace(options_.runs_folder);
}

Service::~Service() { stop(); }

base::Result<std::unique_ptr<Service>> Service::open(const ServiceOptions& wanted, std::string version) {
  TABIA_TRY(const ServiceOptions options, completed(wanted));
  std::error_code ignored;
  if (!options.runs_folder.empty() && !std::filesystem::exists(options.runs_folder, ignored))
    return base::Error{concat("--runs: there is no folder ", base::quoted(options.runs_folder))};
  if (!options.nets_folder.empty() && !std::filesystem::is_directory(options.nets_folder, ignored))
    return base::Error{concat("--nets: there is no folder ", base::quoted(options.nets_folder))};
  std::optional<jobs::OnlyInside> jobs_files;
  if (!options.jobs_folder.empty()) {
    auto folder = jobs::OnlyInside::folder(options.jobs_folder);
    if (!folder) return folder.error().inside("--jobs");
    jobs_files = std::move(*folder);
  }
  auto log = Log::open(options.log_level, options.access_log);
  if (!log) return log.error();
  auto models =
      Models::load(options.models, {.cache_bytes = options.cache_bytes, .batch = batch_limits(options)});
  if (!models) return models.error();
  std::unique_ptr<Service> service(
      new Service(options, std::move(version), std::move(*models), std::move(*log)));
  if (!options.games_file.empty()) {
    auto database = games::Database::open(options.games_file);
    if (!database) return database.error().inside("--games");
    service->games_ = std::move(*database);
  }
  if (auto fault = service->open_openings()) return *fault;
  if (!options.syzygy_path.empty()) {
    auto tables = search::Tablebase::open(options.syzygy_path);
    if (!tables) return tables.error().inside("--syzygy");
    service->tablebase_ = std::move(*tables);
  }
  if (auto human = puct::load_human(options.human_file)) {
    service->human_ = std::move(*human);
  } else if (!options.human_file.empty()) {
    return human.error().inside("--human");
  }
  if (jobs_files)
    service->jobs_.emplace(std::move(*jobs_files), options.max_running_jobs,
                           concat("tabia ", service->version_));
  http::ServerOptions server_options = options.server;
  server_options.gatherers = options.threads;
  server_options.max_together = static_cast<std::size_t>(options.batch_size);
  server_options.gather_wait = std::chrono::microseconds(options.batch_wait_us);
  server_options.headers = "X-Content-Type-Options: nosniff\r\n";
  if (!options.cors_origin.empty()) {
    server_options.headers += concat("Access-Control-Allow-Origin: ", options.cors_origin, "\r\n");
    if (options.cors_origin != "*") server_options.headers += "Vary: Origin\r\n";
  }
  auto server = http::Server::open(server_options, *service);
  if (!server) return server.error();
  service->server_ = std::move(*server);
  return service;
}

void Service::stop() {
  if (!server_ || draining_.exchange(true)) return;
  log_->say(LogLevel::Info, "finishing requests in progress");
  if (jobs_) jobs_->stop_all();
  server_->stop(options_.patience);
  jobs_.reset();  // waits for the jobs
  if (games_ && has_imported_) {
    games_.reset();
    games::make_plain(options_.games_file);
  }
  log_->say(LogLevel::Info, "ended");
}

void Service::reload() {
  const auto errors = models_->reload();
  for (const base::Error& error : errors) {
    metrics_.count_swap(false);
    log_->say(LogLevel::Error, concat("the network was not replaced: ", error.message));
  }
  for (const ModelPointer& model : models_->all())
    log_->say(LogLevel::Info,
              concat("network ", model->source().name, ": ", model->network_name(), " ", model->hash()));
  if (errors.empty()) metrics_.count_swap(true);
}

// --- access

bool Service::has_token(const http::RequestHead& head) const {
  constexpr std::string_view kScheme = "Bearer ";
  return !options_.token.empty() &&
         equal_ignoring_case(std::string_view(head.authorization).substr(0, kScheme.size()), kScheme) &&
         equal_in_constant_time(std::string_view(head.authorization).substr(kScheme.size()), options_.token);
}

// A page of another site, opened in a browser that reaches this server, must not use it: neither directly
// (the browser then sends its origin) nor by giving this machine a name of its own (DNS rebinding).
std::optional<Problem> Service::foreign(const http::RequestHead& head) const {
  const std::string& allowed = options_.cors_origin;
  if (allowed == "*") return std::nullopt;
  const bool own = head.origin.empty() || equal_ignoring_case(head.origin, allowed) ||
                   (head.origin.starts_with("http") && equal_ignoring_case(host_of(head.origin), head.host));
  if (!own)
    return Problem{.status = 403,
                   .detail = concat("pages of ", base::quoted(head.origin),
                                    " have no access; start the server with --cors to allow it")};
  const std::string_view host = without_port(head.host);
  if (is_loopback(options_.server.host) && !host.empty() && !is_loopback(host) &&
      !equal_ignoring_case(host, without_port(host_of(allowed))))
    return Problem{.status = 403,
                   .detail = concat("this server is not known as ", base::quoted(host),
                                    "; --cors http://NAME or --host would change that")};
  return std::nullopt;
}

bool Service::may_import() const {
  // A server with another name (--cors) has other users behind a proxy.
  const bool is_private = is_loopback(options_.server.host) && options_.cors_origin.empty();
  return games_ && (!options_.token.empty() || is_private);
}

std::optional<Problem> Service::refused(const http::RequestHead& head, const Route& route) const {
  if (route.access == Access::Health) return std::nullopt;
  if (auto problem = foreign(head)) return problem;
  const bool has_one = !options_.token.empty();
  if (route.access == Access::Operator && !has_one)
    return Problem{.status = 403, .detail = "networks can be replaced only if the server has a --token-file"};
  if (route.access == Access::Import && games_ && !may_import())
    return Problem{.status = 403,
                   .detail = "games can be added from other machines only if the server has a --token-file"};
  const bool is_for_owner = route.access == Access::Jobs || route.access == Access::Import;
  const bool needs_token = route.access == Access::Operator || (is_for_owner && has_one) ||
                           (route.access != Access::Page && options_.token_for_all);
  if (needs_token && !has_token(head))
    return Problem{.status = 401, .detail = "the token is missing or wrong; send Authorization: Bearer ..."};
  return route.method == http::Method::Post ? wrong_type(head, route.body) : std::nullopt;
}

// The response to OPTIONS, or problem 405. `allowed` lists the methods of the path.
http::Response Service::other_method(const http::RequestHead& head, const std::string& allowed) {
  http::Response response;
  if (head.method == http::Method::Options) {
    response.status = 204;
    if (!options_.cors_origin.empty()) {
      response.headers.emplace_back("Access-Control-Allow-Methods", allowed);
      response.headers.emplace_back("Access-Control-Allow-Headers", "Content-Type, Authorization");
      response.headers.emplace_back("Access-Control-Max-Age", "600");
    }
  } else {
    response = refusal(405, concat("expected ", allowed));
  }
  response.headers.emplace_back("Allow", allowed);
  return response;
}

http::Plan Service::plan(const http::RequestHead& head) {
  http::Plan plan;
  const std::string_view path = without_version(head.path);
  const http::Method method = head.method == http::Method::Head ? http::Method::Get : head.method;
  std::string allowed;
  for (std::size_t i = 0; i < routes().size(); ++i) {
    const Route& route = routes()[i];
    if (route.access == Access::Page ? !page_.has(path) : !fits(path, route.path)) continue;
    allowed += concat(allowed.empty() ? "" : ", ", name_of(route.method),
                      route.method == http::Method::Get ? ", HEAD" : "");
    if (route.method == method) plan.route = static_cast<int>(i);
  }
  if (allowed.empty()) {
    plan.refusal = refusal(404, "found no such path; /docs lists all paths");
    return plan;
  }
  if (plan.route < 0) {
    plan.refusal = other_method(head, allowed + ", OPTIONS");
    return plan;
  }
  const Route& route = route_at(plan.route);
  if (const auto problem = refused(head, route)) {
    plan.refusal = to_response(*problem);
    return plan;
  }
  const bool takes_lines = route.body == Body::JsonOrLines;
  plan.way = takes_lines && is_ndjson(head) ? http::Plan::Way::Stream : route.way;
  plan.longest_answered = kLongestInline;
  // Positions of networks over planes cost less together, and too much for the loop.
  if (takes_lines && plan.way == http::Plan::Way::Answer && models_->any_over_planes())
    plan.way = http::Plan::Way::Together;
  // Checked again when the stream starts; checked here, too, so that the client doesn't send the body in
  // vain.
  if ((plan.way == http::Plan::Way::Stream || route.is_stream) && streams_.is_full()) {
    plan.way = http::Plan::Way::Refuse;
    plan.refusal = to_response(too_many_streams());
  }
  return plan;
}

http::Response Service::refusal(int status, const std::string& detail) {
  return to_response({.status = status, .detail = detail});
}

void Service::on_finished(const http::Finished& finished) {
  metrics_.count_request(finished.route, finished.status, finished.seconds);
  log_->request(finished);
}

http::Response Service::answer(const http::Request& request, int route) {
  return (this->*route_at(route).answer)(request);
}

void Service::serve(http::Exchange& exchange) {
  const Route& route = route_at(exchange.route());
  if (route.serve) return (this->*route.serve)(exchange);
  exchange.respond((this->*route.answer)(exchange.request()));
}

// --- answered immediately

http::Response Service::is_alive(const http::Request&) { return fresh_response(R"({"status":"ok"})"); }

http::Response Service::is_ready(const http::Request&) {
  if (draining_) return to_response({.status = 503, .detail = "shutting down", .retry_after_s = 5});
  return fresh_response(R"({"status":"ready"})");
}

http::Response Service::openapi(const http::Request&) {
  http::Response response;
  response.fixed_body = openapi_text();
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

http::Response Service::docs(const http::Request& request) {
  return docs_response(docs_, address_of(request.head, !options_.server.certificate_file.empty()));
}

http::Response Service::page(const http::Request& request) { return page_.answer(request.head); }

// Parts of it refer to the body of the request.
struct Service::EvaluationOrder {
  enum class Kind { One, Fens, Games };

  ModelPointer model;
  Kind kind = Kind::One;
  std::vector<std::string_view> fens = {};  // of Kind::Fens: in the body, or in `texts`
  std::vector<std::string> texts = {};
  std::optional<base::JsonValue> object = {};  // the body, unless it is nothing but a list of FENs

  // Of Kind::Games.
  [[nodiscard]] std::span<const base::JsonValue> games() const { return object->find("games")->elements(); }
  // The positions, or what is wrong with them.
  [[nodiscard]] std::vector<Item> items() const {
    std::vector<Item> items;
    if (kind == Kind::Fens) {
      for (const std::string_view fen : fens) items.push_back(item_of(fen));
    } else if (kind == Kind::Games) {
      for (const base::JsonValue& game : games()) items.push_back(item_of(game));
    } else {
      Fields fields(*object);
      static_cast<void>(fields.find("model"));
      items.push_back(item_of(fields, ""));
    }
    return items;
  }
};

Checked<Service::EvaluationOrder> Service::read_order(const http::Request& request) {
  using Kind = EvaluationOrder::Kind;
  // The model in the body takes precedence over the one in the URL.
  const auto asked = query_value(request.head.query, "model");
  if (!asked) return asked.error();
  EvaluationOrder order;
  std::string name = *asked;
  if (auto scanned = scan_fen_list(request.body)) {
    order.kind = Kind::Fens;
    order.fens = std::move(scanned->fens);
    if (!scanned->model.empty()) name = scanned->model;
  } else {
    // Room for the other members and for one position more than the longest list, to detect that there are
    // too many.
    auto object = read_object(request.body, options_.max_batch + 16);
    if (!object) return object.error();
    Fields fields(*object);
    name = fields.text("model").value_or(*asked);
    const bool one = fields.find("fen") || fields.find("moves");
    const base::JsonValue* games = fields.find("games");
    const bool list = fields.find("fens") != nullptr;
    order.texts = fields.texts("fens");
    if (games && !games->is_array()) fields.note(400, "games", "games: expected a list of objects");
    if (!one) fields.refuse_others();
    if (fields.problem()) return *fields.problem();
    if (int{one} + int{list} + int{games != nullptr} != 1)
      return Problem{
          .status = 400, .detail = "give either fen (with or without moves), fens or games", .field = "fen"};
    order.kind = one ? Kind::One : list ? Kind::Fens : Kind::Games;
    order.fens.assign(order.texts.begin(), order.texts.end());
    order.object = std::move(*object);
  }
  order.model = models_->find(name);
  if (!order.model) return unknown_model(name, *models_);
  const std::size_t count = order.kind == Kind::Games ? order.games().size() : order.fens.size();
  if (count > options_.max_batch) {
    const std::string field = order.kind == Kind::Games ? "games" : "fens";
    return Problem{.status = 413,
                   .detail = concat(field, ": found ", count, " positions, expected at most ",
                                    options_.max_batch, "; newline-delimited JSON has no limit"),
                   .field = field};
  }
  return order;
}

http::Response Service::evaluate_short(const http::Request& request) {
  const auto order = read_order(request);
  return order ? evaluate(*order, 1) : to_response(order.error());
}

http::Response Service::evaluate(const EvaluationOrder& order, int threads) {
  using Kind = EvaluationOrder::Kind;
  const Model& model = *order.model;
  Tally tally;
  http::Response response = http::json_response("");
  if (order.kind == Kind::One) {
    const Item item = std::move(order.items().front());
    if (!item.read) return to_response(item.read.error());
    append_evaluations(response.body, model, {&item, 1}, threads, tally);
  } else {
    response.body = kListBegins;
    if (order.kind == Kind::Fens) {
      append_evaluations(response.body, model, order.fens, threads, tally);
    } else {
      append_evaluations(response.body, model, order.games(), threads, tally);
    }
    response.body += kListEnds;
  }
  metrics_.count_evaluations(model.source().name, tally);
  return response;
}

// For POST /evaluate: positions of networks over planes in one batch.
std::vector<http::Response> Service::answer_together(std::span<const http::Gathered> requests) {
  struct Waiting {
    std::size_t place;
    bool one;
    std::vector<Item> items;
  };
  std::vector<http::Response> responses(requests.size());
  std::map<ModelPointer, std::vector<Waiting>> waiting;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto order = read_order(requests[i].request);
    if (!order) {
      responses[i] = to_response(order.error());
    } else if (!order->model->is_over_planes()) {
      responses[i] = evaluate(*order, 1);
    } else {
      const bool one = order->kind == EvaluationOrder::Kind::One;
      auto items = order->items();
      if (one && !items.front().read) {
        responses[i] = to_response(items.front().read.error());
      } else {
        waiting[order->model].push_back({i, one, std::move(items)});
      }
    }
  }
  for (const auto& [model, list] : waiting) {
    std::vector<const std::vector<Item>*> items;
    for (const Waiting& request : list) items.push_back(&request.items);
    Tally tally;
    std::vector<std::string> texts = evaluations_together(*model, items, tally);
    metrics_.count_evaluations(model->source().name, tally);
    for (std::size_t i = 0; i < list.size(); ++i)
      responses[list[i].place] =
          http::json_response(list[i].one ? std::move(texts[i]) : concat(kListBegins, texts[i], kListEnds));
  }
  return responses;
}

http::Response Service::explain(const http::Request& request) {
  const auto object = read_object(request.body);
  if (!object) return to_response(object.error());
  Fields fields(*object);
  const auto name = fields.text("model");
  const auto fen = fields.text("fen");
  fields.refuse_others();
  if (fields.problem()) return to_response(*fields.problem());
  if (!fen) return to_response({.status = 400, .detail = "fen is missing", .field = "fen"});
  const ModelPointer model = models_->find(name.value_or(""));
  if (!model) return to_response(unknown_model(*name, *models_));
  const auto read = read_position(*fen);
  if (!read) return to_response(read.error());
  eval::Evaluator evaluator(model->network());
  const eval::Explanation explanation = eval::explain(read->position, evaluator);
  JsonWriter json;
  json.begin_object();
  engine::add_evaluation(json, read->position, explanation.score, model->win_model(), model->network_name());
  json.field("model", std::string_view(model->source().name));
  if (!read->repaired.empty()) json.field("repaired", std::string_view(read->repaired));
  engine::add_explanation(json, read->position, explanation, evaluator);
  metrics_.count_evaluations(model->source().name, {.evaluations = 1 + explanation.pieces.size()});
  return http::json_response(json.end_object().text());
}

http::Response Service::list_models(const http::Request&) {
  JsonWriter json;
  json.begin_object().key("models").begin_array();
  const auto models = models_->all();
  for (const ModelPointer& model : models) add_model(json, *model, model == models.front());
  json.end_array().key("limits").begin_object();
  json.field("nodes", options_.caps.nodes).field("movetime", options_.caps.time_ms);
  json.field("multipv", kMostLines)
      .field("threads", std::max(options_.searchers.max_threads, options_.searchers.threads));
  json.field("hash", static_cast<std::uint64_t>(
                         std::max(options_.searchers.max_hash_mib, options_.searchers.hash_mib)))
      .end_object();
  add_offer(json, known(), may_import());
  if (human_) add_human_offer(json, *human_);
  return fresh_response(json.end_object().text());
}

http::Response Service::metrics_text(const http::Request&) {
  const http::ServerCounts counts = server_->counts();
  const auto number = [](auto value) { return static_cast<double>(value); };
  deep::BatchQueue::Counts batches;
  for (const ModelPointer& model : models_->all()) {
    batches.batches += model->batches().batches;
    batches.boards += model->batches().boards;
  }
  return fresh_response(
      metrics_.text(
          version_,
          {{"tabia_http_connections", "Open connections.", number(counts.connections)},
           {"tabia_http_connections_total", "Connections accepted.", number(counts.accepted_total), true},
           {"tabia_http_turned_away_total", "Connections refused because there were too many.",
            number(counts.turned_away_total), true},
           {"tabia_http_jobs", "Requests with their own thread.", number(counts.jobs)},
           {"tabia_http_waiting", "Requests waiting to be answered together.", number(counts.waiting)},
           {"tabia_http_streams", "Open streams.", number(streams_.count())},
           {"tabia_http_buffered_bytes", "Bytes of large bodies being read.", number(counts.buffered_bytes)},
           {"tabia_searches_running", "Running searches.", number(searchers_.searching())},
           {"tabia_searches_waiting", "Searches waiting for a searcher.", number(searchers_.waiting())},
           {"tabia_evaluation_cache_bytes", "Size of the evaluation cache of each model.",
            number(options_.cache_bytes)},
           {"tabia_batch_size_limit", "Positions of networks over planes computed together, at most.",
            number(options_.batch_size)},
           {"tabia_batch_wait_limit_seconds", "How long an incomplete batch waits for more positions.",
            number(options_.batch_wait_us) / 1e6},
           {"tabia_batches_total", "Batches computed by networks over planes.", number(batches.batches),
            true},
           {"tabia_batched_positions_total", "Positions in those batches.", number(batches.boards), true},
           {"tabia_models", "Loaded networks.", number(models_->all().size())}}),
      "text/plain; version=0.0.4; charset=utf-8");
}

// --- on their own thread

void Service::evaluate_long(http::Exchange& exchange) {
  const http::Request request = exchange.request();
  if (is_ndjson(request.head)) return evaluate_stream(exchange);
  if (stream_list(exchange)) return;
  const auto order = read_order(request);
  exchange.respond(order ? evaluate(*order, options_.threads) : to_response(order.error()));
}

bool Service::stream_list(http::Exchange& exchange) {
  const auto list = scan_fen_list(exchange.request().body);
  if (!list || list->fens.size() <= kListBlock || list->fens.size() > options_.max_batch) return false;
  const auto asked = query_value(exchange.request().head.query, "model");
  if (!asked) return false;
  const ModelPointer model = models_->find(list->model.empty() ? std::string_view(*asked) : list->model);
  if (!model) return false;
  if (!exchange.begin(http::json_response(""))) return true;
  const std::span<const std::string_view> fens(list->fens);
  std::string out(kListBegins);
  for (std::size_t begin = 0; begin < fens.size(); begin += kListBlock) {
    Tally tally;
    if (begin > 0) out = ',';
    append_evaluations(out, *model, fens.subspan(begin, std::min(kListBlock, fens.size() - begin)),
                       options_.threads, tally);
    metrics_.count_evaluations(model->source().name, tally);
    if (!exchange.write(out)) return true;
  }
  if (exchange.write(kListEnds)) exchange.end();
  return true;
}

void Service::evaluate_stream(http::Exchange& exchange) {
  const Streams::Place place(streams_, std::string(exchange.request().peer));
  if (!place.taken()) return exchange.respond(to_response(too_many_streams()));
  const auto name = query_value(exchange.request().head.query, "model");
  if (!name) return exchange.respond(to_response(name.error()));
  const ModelPointer model = models_->find(*name);
  if (!model) return exchange.respond(to_response(unknown_model(*name, *models_)));
  http::Response head;
  head.content_type = "application/x-ndjson";
  if (!exchange.begin(head)) return;
  LineEvaluator evaluator(*model, options_.threads);
  std::string in;
  std::string out;
  for (;;) {
    in.clear();
    http::Exchange::Read read = http::Exchange::Read::Data;
    // A fast sender gets large blocks; one that sends a line and waits gets its answer.
    do {
      read = exchange.read(in);
    } while (read == http::Exchange::Read::Data && in.size() < kStreamBlock && exchange.has_more());
    if (read == http::Exchange::Read::Failed) return exchange.abandon();
    Tally tally;
    out.clear();
    evaluator.take(in, out, tally);
    if (read == http::Exchange::Read::End) evaluator.finish(out, tally);
    metrics_.count_evaluations(model->source().name, tally);
    if (!out.empty() && !exchange.write(out)) return;
    if (read == http::Exchange::Read::End) break;
  }
  exchange.end();
}

void Service::search(http::Exchange& exchange, bool play) {
  auto order = read_search_order(exchange.request().body, *models_, options_.caps, human_);
  if (!order) return exchange.respond(to_response(order.error()));
  const bool events = exchange.request().head.accept.find("text/event-stream") != std::string::npos;
  const auto nodes = play     ? serve_play(exchange, std::move(*order), *models_, searchers_)
                     : events ? serve_analysis_events(exchange, std::move(*order), *models_, searchers_)
                              : serve_analysis(exchange, std::move(*order), *models_, searchers_);
  if (nodes) metrics_.count_search(*nodes);
}

http::Response Service::swap_model(const http::Request& request) {
  const auto object = read_object(request.body);
  if (!object) return to_response(object.error());
  Fields fields(*object);
  const auto name = fields.text("name");
  const auto file = fields.text("file");
  fields.refuse_others();
  if (fields.problem()) return to_response(*fields.problem());
  constexpr std::size_t kLongestName = 64;  // bytes
  const auto bad_name = [](std::string detail) {
    return to_response({.status = 400, .detail = std::move(detail), .field = "name"});
  };
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (!name || name->empty()) return bad_name("name is missing");
  if (name->size() > kLongestName)
    return bad_name(concat("name: found ", name->size(), " bytes, expected at most ", kLongestName));
  if (std::any_of(name->begin(), name->end(), is_control))
    return bad_name("name: control characters are not allowed");
  const auto wrong = [](std::string_view field, std::string detail) {
    return to_response({.status = 422, .detail = std::move(detail), .field = std::string(field)});
  };
  ModelSource source{*name, "", options_.runtime};
  const ModelPointer old = models_->find(*name);
  if (file) {
    if (options_.nets_folder.empty()) return wrong("file", "file: the server was started without --nets");
    if (!os::is_plain_name(*file) || file->front() == '.' ||
        std::any_of(file->begin(), file->end(), is_control))
      return wrong("file", "file: give the name of a file in the folder of --nets");
    source.path = concat(options_.nets_folder, "/", *file);
  } else if (!old) {
    return to_response(unknown_model(*name, *models_));
  } else {
    source = old->source();
  }
  if (!old && models_->all().size() >= kMostModels) return wrong("name", "name: too many models are loaded");
  const auto loaded = models_->replace(source);
  metrics_.count_swap(loaded.ok());
  if (!loaded) {
    // The reason may contain paths and bytes of the file: it is only for the operator.
    log_->say(LogLevel::Error, concat("can't load a network as ", *name, ": ", loaded.error().message));
    return wrong("file", "file: can't load a network from it; the server's log says why");
  }
  log_->say(LogLevel::Info,
            concat("network ", *name, ": ", (*loaded)->network_name(), " ", (*loaded)->hash()));
  JsonWriter json;
  add_model(json, **loaded, models_->find("") == *loaded);
  return http::json_response(json.text());
}

// --- runs

Checked<Run> Service::run_of(const http::Request& request) {
  if (!runs_) return Problem{.status = 404, .detail = "the server was started without --runs"};
  auto run = runs_->find(name_in(request.head.path));
  if (!run) return Problem{.status = 404, .detail = "there is no run with that name; /runs lists them"};
  return std::move(*run);
}

http::Response Service::list_runs(const http::Request&) {
  if (!runs_) return refusal(404, "the server was started without --runs");
  return fresh_response(runs_->list_json());
}

http::Response Service::show_run(const http::Request& request) {
  const auto run = run_of(request);
  return run ? fresh_response(runs_->run_json(*run)) : to_response(run.error());
}

void Service::follow_run(http::Exchange& exchange) {
  const auto run = run_of(exchange.request());
  if (!run) return exchange.respond(to_response(run.error()));
  run_events(exchange, *run);
}

void Service::run_events(http::Exchange& exchange, const Run& first) {
  const Streams::Place place(streams_, std::string(exchange.request().peer));
  if (!place.taken()) return exchange.respond(to_response(too_many_streams()));
  http::Response head = fresh_response("", "text/event-stream");
  head.headers.emplace_back("X-Accel-Buffering", "no");
  if (!exchange.begin(head)) return;
  std::optional<Run> run = first;
  std::uint64_t told = 0;
  std::string live;
  bool running = false;
  auto last = std::chrono::steady_clock::now();
  while (!exchange.gone() && !exchange.stopping()) {
    const auto now = std::chrono::steady_clock::now();
    if (run && (run->stamp != told || run->running != running || run->live != live)) {
      if (!exchange.write(event_text("update", runs_->run_json(*run)))) return;
      told = run->stamp;
      live = run->live;
      running = run->running;
      last = now;
    } else if (now - last > kSignOfLife) {
      if (!exchange.write(":\n\n")) return;
      last = now;
    }
    const auto next = now + kLookAtRuns;
    while (std::chrono::steady_clock::now() < next && !exchange.gone() && !exchange.stopping())
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    run = runs_->find(first.name);
  }
  exchange.end();
}

// --- jobs

http::Response Service::list_jobs(const http::Request&) {
  return job_response(jobs_ ? std::optional(jobs_->list_json()) : std::nullopt, 200);
}

http::Response Service::start_job(const http::Request& request) {
  const auto object = read_object(request.body);
  if (!object) return to_response(object.error());
  Fields fields(*object);
  const auto name = fields.text("job");
  const base::JsonValue* settings = fields.object("settings");
  fields.refuse_others();
  if (fields.problem()) return to_response(*fields.problem());
  if (!name) return to_response({.status = 400, .detail = "job is missing", .field = "job"});
  if (!settings) return to_response({.status = 400, .detail = "settings is missing", .field = "settings"});
  if (!jobs_) return job_response(std::nullopt, 202);
  const auto started = jobs_->start(*name, *settings);
  if (!started) return to_response(started.error());
  log_->say(LogLevel::Info, concat("job started by ", request.peer, ": ", *name));
  return job_response(*started, 202);
}

http::Response Service::show_job(const http::Request& request) {
  return job_response(jobs_ ? jobs_->job_json(name_in(request.head.path)) : std::nullopt, 200);
}

http::Response Service::stop_job(const http::Request& request) {
  return job_response(jobs_ ? jobs_->stop(name_in(request.head.path)) : std::nullopt, 202);
}

http::Response Service::job_response(const std::optional<std::string>& json, int status) {
  if (!jobs_) return refusal(404, "the server was started without --jobs");
  if (!json) return refusal(404, "there is no job with that number; /jobs lists them");
  http::Response response = fresh_response(*json);
  response.status = status;
  return response;
}

}  // namespace tabia::service
