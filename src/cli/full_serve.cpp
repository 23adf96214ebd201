#include <csignal>
#include <cstdio>
#include <optional>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands.h"
#include "service/service.h"

#if defined(__GLIBC__)  // known since <csignal>
#include <malloc.h>
#endif

namespace tabia::cli {
namespace {

using base::concat;
using base::Error;
using service::ServiceOptions;

constexpr std::size_t kLargestToken = 4096;
constexpr std::size_t kShortestToken = 16;

// A number of the command line and where it goes.
struct NumberOption {
  std::string_view name;
  long long fallback;
  long long low;
  long long high;
  void (*set)(ServiceOptions&, long long);
};

// clang-format off
const std::vector<NumberOption>& number_options() {
  static const int cores = base::usable_cores();
  static const std::vector<NumberOption> options = {
      {"--port", 8080, 0, 65535, [](ServiceOptions& o, long long n) { o.server.port = static_cast<int>(n); }},
      {"--threads", cores, 1, 1024, [](ServiceOptions& o, long long n) {
         o.server.loops = o.threads = o.searchers.searchers = static_cast<int>(n); }},
      {"--search-threads", 1, 1, 1024, [](ServiceOptions& o, long long n) { o.searchers.threads = static_cast<int>(n); }},
      {"--hash", 16, 1, 1 << 20, [](ServiceOptions& o, long long n) { o.searchers.hash_mib = static_cast<std::size_t>(n); }},
      {"--cache", 16, 0, 1 << 20, [](ServiceOptions& o, long long n) { o.cache_bytes = static_cast<std::size_t>(n) << 20; }},
      {"--max-nodes", 100'000'000, 1, INT64_MAX, [](ServiceOptions& o, long long n) { o.caps.nodes = static_cast<std::uint64_t>(n); }},
      {"--max-movetime", 60'000, 1, INT64_MAX, [](ServiceOptions& o, long long n) { o.caps.time_ms = n; }},
      {"--max-body", 8192, 1, 1 << 20, [](ServiceOptions& o, long long n) { o.server.max_body = static_cast<std::size_t>(n) << 10; }},
      {"--max-batch", 200'000, 1, INT64_MAX, [](ServiceOptions& o, long long n) { o.max_batch = static_cast<std::size_t>(n); }},
      {"--max-connections", 1024, 1, 1 << 20, [](ServiceOptions& o, long long n) { o.server.max_connections = static_cast<std::size_t>(n); }},
      {"--max-jobs", 320, 1, 1 << 16, [](ServiceOptions& o, long long n) { o.server.max_jobs = static_cast<std::size_t>(n); }},
      {"--max-streams", 32, 1, 1 << 16, [](ServiceOptions& o, long long n) { o.max_streams = static_cast<std::size_t>(n); }},
      {"--max-waiting", 256, 0, 1 << 16, [](ServiceOptions& o, long long n) { o.searchers.max_waiting = static_cast<std::size_t>(n); }},
      {"--max-per-client", 256, 1, 1 << 16, [](ServiceOptions& o, long long n) { o.searchers.max_of_client = static_cast<std::size_t>(n); }},
      {"--timeout", 10'000, 10, INT32_MAX, [](ServiceOptions& o, long long n) {
         o.server.head_timeout = o.server.write_timeout = service::Milliseconds(n);
         o.server.body_timeout = service::Milliseconds(3 * n); }},
      {"--drain", 10'000, 0, INT32_MAX, [](ServiceOptions& o, long long n) { o.patience = service::Milliseconds(n); }},
  };
  return options;
}
// clang-format on

// "name=file", or a file whose name without extension is the name.
base::Result<service::ModelSource> read_model(const std::string& text) {
  const std::size_t equal = text.find('=');
  service::ModelSource source;
  if (equal != std::string::npos && text.find('/') > equal) {
    source = {text.substr(0, equal), text.substr(equal + 1)};
  } else {
    const std::string file = text.substr(text.rfind('/') + 1);
    source = {file.substr(0, file.find('.')), text};
  }
  if (source.name.empty() || source.name.size() > 64 || source.path.empty())
    return Error{concat("--net: found ", base::quoted(text), ", expected FILE or NAME=FILE")};
  return source;
}

base::Result<std::string> read_token(const std::string& path) {
  const auto content = base::read_file(path, kLargestToken);
  if (!content) return content.error();
  const std::string_view token = base::trimmed(*content);
  if (token.size() < kShortestToken || token.find_first_of(" \t\r\n") != std::string_view::npos)
    return Error{concat(path, ": expected one word of at least ", kShortestToken,
                        " characters; make one with: head -c 24 /dev/urandom | base64")};
  return std::string(token);
}

base::Result<void> read_models(const Arguments& arguments, ServiceOptions& options) {
  if (!arguments.has("--net")) return {};
  options.models.clear();
  std::set<std::string> names;
  for (const std::string& text : arguments.texts("--net")) {
    auto source = read_model(text);
    if (!source) return source.error();
    if (!names.insert(source->name).second)
      return Error{
          concat("--net: the name ", base::quoted(source->name), " is there twice; write NAME=FILE")};
    options.models.push_back(std::move(*source));
  }
  return {};
}

base::Result<ServiceOptions> read_options(const Arguments& arguments) {
  ServiceOptions options;
  options.server.host = arguments.text("--host", options.server.host);
  for (const NumberOption& option : number_options()) {
    const auto number = arguments.number(option.name, option.fallback, option.low, option.high);
    if (!number) return number.error();
    option.set(options, *number);
  }
  if (auto models = read_models(arguments, options); !models) return models.error();
  options.nets_folder = arguments.text("--nets", "");
  options.runs_folder = arguments.text("--runs", "");
  options.cors_origin = arguments.text("--cors", "");
  if (options.cors_origin.find_first_of("\r\n ") != std::string::npos)
    return Error{"--cors: expected an origin like https://example.org, or *"};
  options.access_log = arguments.text("--access-log", "");
  const std::string level = arguments.text("--log-level", "info");
  const auto parsed = service::parse_log_level(level);
  if (!parsed)
    return Error{
        concat("--log-level: found ", base::quoted(level), ", expected off, error, warning, info or debug")};
  options.log_level = *parsed;
  options.token_for_all = arguments.has("--token-for-all");
  if (options.token_for_all && !arguments.has("--token-file"))
    return Error{"--token-for-all needs a --token-file"};
  return options;
}

// Blocked in every thread, so that they wait until this one asks for them.
sigset_t expected_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&signals, signal);
  return signals;
}

// glibc learns from the first large block that is freed to keep such blocks for itself: networks and caches that were
// replaced would stay. Few arenas keep hundreds of threads from hoarding each its own.
void return_memory_when_freed() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
  ::mallopt(M_ARENA_MAX, 4);
#endif
}

// What lies free between small blocks. Worth its time only where much was replaced.
void return_free_memory() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

int run_serve(const Arguments& arguments) {
  return_memory_when_freed();
  service::raise_descriptor_limit();
  auto options = read_options(arguments);
  if (!options) return usage_error("serve", options.error());
  if (arguments.has("--token-file")) {
    const auto token = read_token(arguments.text("--token-file", ""));
    if (!token) return failure(token.error());
    options->token = *token;
  }
  const sigset_t signals = expected_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto service = service::Service::open(*options, std::string(version_number()));
  if (!service) return failure(service.error());
  if (const auto started = (*service)->start(); !started) return failure(started.error());
  const std::string& host = options->server.host;
  std::printf("listening on http://%s:%d\n",
              (host.find(':') == std::string::npos ? host : concat('[', host, ']')).c_str(),
              (*service)->port());
  std::fflush(stdout);
  for (;;) {
    int signal = 0;
    if (::sigwait(&signals, &signal) != 0) continue;
    if (signal == SIGHUP) {
      (*service)->reload();
      return_free_memory();
      continue;
    }
    // The next one ends the program at once.
    sigset_t impatient;
    ::sigemptyset(&impatient);
    ::sigaddset(&impatient, SIGINT);
    ::sigaddset(&impatient, SIGTERM);
    ::pthread_sigmask(SIG_UNBLOCK, &impatient, nullptr);
    (*service)->stop();
    return kExitDone;
  }
}

base::FileUse files_of_serve(const Arguments& arguments) {
  const std::string log = arguments.text("--access-log", "");
  base::FileUse use{.read = arguments.texts("--net"), .written = {}, .folders = {}};
  use.read.push_back(arguments.text("--token-file", ""));
  if (log != "-") use.written.push_back(log);  // that is standard error here
  return use;
}

}  // namespace

Command serve_command() {
  return {
      .name = "serve",
      .summary = "evaluation, analysis and play over HTTP, and the web page",
      .description =
          "Answers requests over HTTP: evaluations of single positions, lists and streams of them, searches "
          "(as "
          "one answer or as events), explanations, moves at a chosen strength; and serves the web page. "
          "/docs "
          "lists what can be asked. Listens on this machine only unless --host says otherwise, prints its "
          "address, and runs until it gets SIGTERM or Ctrl-C, when it finishes what has begun. SIGHUP loads "
          "the "
          "networks again from their files without dropping a request.",
      .positionals = {},
      .options =
          {{"--host", "ADDRESS", "where to listen (default: 127.0.0.1; 0.0.0.0 is every address)"},
           {"--port", "N", "the port; 0 takes any that is free (default: 8080)"},
           {"--net", "[NAME=]FILE",
            "a network; may be given several times, the first is the default (default: the "
            "embedded one, named default)",
            true},
           {"--threads", "N",
            "threads that answer, searches at once, threads of a batch (default: all cores)"},
           {"--search-threads", "N", "threads of each search (default: 1)"},
           {"--hash", "MIB", "transposition table of each search (default: 16)"},
           {"--cache", "MIB", "evaluation cache of each network (default: 16)"},
           {"--runs", "DIR", "show the runs of train, learn and match in this folder"},
           {"--nets", "DIR", "the folder whose files POST /models may load"},
           {"--token-file", "FILE", "POST /models needs the token in this file (Authorization: Bearer ...)"},
           {"--token-for-all", "",
            "every request but /healthz, /readyz and the page's files needs the token"},
           {"--cors", "ORIGIN", "let pages of this origin ask; * is all (default: none)"},
           {"--access-log", "FILE", "a line of JSON for every request; - is standard error (default: none)"},
           {"--log-level", "LEVEL", "off, error, warning, info or debug (default: info)"},
           {"--max-nodes", "N", "cap on the nodes of a search (default: 100000000)"},
           {"--max-movetime", "MS", "cap on the time of a search (default: 60000)"},
           {"--max-body", "KIB", "longest body, streams excepted (default: 8192)"},
           {"--max-batch", "N", "most positions in one list (default: 200000)"},
           {"--max-connections", "N", "most connections; more get 503 (default: 1024)"},
           {"--max-jobs", "N", "most requests that have a thread of their own (default: 320)"},
           {"--max-streams", "N",
            "most streams of positions and of events of runs, half of them of one address (default: 32)"},
           {"--max-waiting", "N", "most searches that wait for their turn; more get 503 (default: 256)"},
           {"--max-per-client", "N", "most searches of one address; more get 429 (default: 256)"},
           {"--timeout", "MS", "for the head of a request, and for a client to read (default: 10000)"},
           {"--drain", "MS", "for requests to end when the service does (default: 10000)"}},
      .examples = {"serve", "serve --port 9000 --net main=nets/default.net --net old=old.net --runs runs",
                   "serve --host 0.0.0.0 --token-file token --access-log access.jsonl"},
      .run = run_serve,
      .files = files_of_serve};
}

}  // namespace tabia::cli
