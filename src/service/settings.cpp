#include "service/settings.h"

#include <algorithm>
#include <limits>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/threads.h"
#include "eval/evaluation_choice.h"
#include "os/file.h"

namespace tabia::service {
namespace {

using base::concat;
using base::Error;
using base::Field;
using base::Result;
using S = ServiceOptions;

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostMs = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kLargestToken = 4096;
constexpr std::size_t kShortestToken = 16;
constexpr int kBodyTimeouts = 3;  // a body may take this many times as long as a head

// "name=file", or a file whose name without the extension becomes the name.
Result<ModelSource> read_model(std::string_view text) {
  const std::size_t equal = text.find('=');
  ModelSource source;
  if (equal != std::string_view::npos && text.find_first_of(os::kFolderSeparators) > equal) {
    source = {std::string(text.substr(0, equal)), std::string(text.substr(equal + 1)), {}};
  } else {
    const std::string_view file = text.substr(text.find_last_of(os::kFolderSeparators) + 1);
    source = {std::string(file.substr(0, file.find('.'))), std::string(text), {}};
  }
  if (source.name.empty() || source.name.size() > 64 || source.path.empty())
    return base::unexpected(text, "FILE or NAME=FILE");
  return source;
}

// The first network given replaces the embedded one; the others are added.
Field<S> networks() {
  return Field<S>{{.name = "net",
                   .unit = "[NAME=]FILE",
                   .meaning = "a network; may be repeated; the first is the default"},
                  [](S& s, std::string_view text) -> Result<void> {
                    TABIA_TRY(ModelSource source, read_model(text));
                    const bool only_embedded = s.models.size() == 1 && s.models.front().path.empty();
                    if (only_embedded) s.models.clear();
                    for (const ModelSource& other : s.models)
                      if (other.name == source.name)
                        return base::usage_fault(concat("the name ", base::quoted(source.name),
                                                        " is used twice; write NAME=FILE"));
                    s.models.push_back(std::move(source));
                    return {};
                  },
                  [](const S& s) -> std::optional<std::string> {
                    const ModelSource& first = s.models.front();
                    return first.path.empty() ? std::nullopt
                                              : std::optional(concat(first.name, '=', first.path));
                  }}
      .repeating()
      .shown_as("the embedded one, named default");
}

Field<S> timeout() {
  return {{.name = "timeout",
           .unit = "MS",
           .meaning = "time limit for the head of a request, and for a client to read; three times as "
                      "long for a body"},
          [](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(const std::int64_t ms, base::read_whole(text, 10, kMostMs));
            s.server.head_timeout = s.server.write_timeout = http::Milliseconds(ms);
            s.server.body_timeout = kBodyTimeouts * http::Milliseconds(ms);
            return {};
          },
          [](const S& s) -> std::optional<std::string> { return concat(s.server.head_timeout.count()); }};
}

// One word of at least kShortestToken characters.
Result<std::string> read_token(const std::string& path) {
  TABIA_TRY(const std::string content, base::read_file(path, kLargestToken));
  const std::string_view token = base::trimmed(content);
  if (token.size() < kShortestToken || token.find_first_of(" \t\r\n") != std::string_view::npos)
    return Error{concat(path, ": expected one word of at least ", kShortestToken,
                        " characters; make one with: head -c 24 /dev/urandom | base64")};
  return std::string(token);
}

Result<std::string> read_origin(std::string_view text) {
  if (text.find_first_of("\r\n ") != std::string_view::npos)
    return base::unexpected(text, "an origin like https://example.org, or *");
  return std::string(text);
}

base::Fields<S> make_fields() {
  using base::choice;
  using base::flag;
  using base::integer;
  using base::text;
  const auto shown_text = [](const std::string& value) {
    return value.empty() ? std::nullopt : std::optional(value);
  };
  return {
      text<S>("host", "ADDRESS", TABIA_MEMBER(server.host),
              "where to listen; 0.0.0.0 is every address of this machine"),
      integer<S>("port", "N", 0, 65535, TABIA_MEMBER(server.port), "the port; 0 picks any free one"),
      text<S>("cert", "FILE", TABIA_MEMBER(server.certificate_file),
              "speak TLS (https) with the certificate, or chain of them, in this PEM file; needs --key")
          .shown_as("plain HTTP"),
      text<S>("key", "FILE", TABIA_MEMBER(server.key_file), "the private key of --cert, a PEM file"),
      networks(),
      text<S>("human", "FILE", TABIA_MEMBER(human_file),
              "a network that knows what people of a rating play, for `human` and `elo` in requests")
          .shown_as("human.net next to the program, if there is one"),
      integer<S>("threads", "N", 1, 1024, TABIA_MEMBER(threads),
                 "threads that answer, parallel searches, threads per batch")
          .shown_as("all cores"),
      integer<S>("search-threads", "N", 1, 1024, TABIA_MEMBER(searchers.threads), "threads per search"),
      integer<S>("hash", "MIB", 1, 1 << 20, TABIA_MEMBER(searchers.hash_mib),
                 "transposition table per search, in MiB"),
      integer<S>("max-search-threads", "N", 1, 1024, TABIA_MEMBER(searchers.max_threads),
                 "threads that a client may ask for in a search")
          .shown_as("all cores for this machine, else --search-threads"),
      integer<S>("max-hash", "MIB", 1, 1 << 20, TABIA_MEMBER(searchers.max_hash_mib),
                 "transposition table that a client may ask for, in MiB")
          .shown_as("256 for this machine, else --hash"),
      integer<S>("cache", "MIB", 0, 1 << 20, TABIA_MEMBER(cache_bytes),
                 "evaluation cache per network, "
                 "in MiB",
                 1 << 20),
      integer<S>("batch", "N", 1, 4096, TABIA_MEMBER(batch_size),
                 "networks over planes: at most this many positions, of all clients, are computed together"),
      integer<S>("batch-wait", "US", 0, 1'000'000, TABIA_MEMBER(batch_wait_us),
                 "microseconds that an incomplete batch waits for more positions"),
      text<S>("runs", "DIR", TABIA_MEMBER(runs_folder),
              "show the runs of train, learn and match in this folder"),
      text<S>("games", "FILE", TABIA_MEMBER(games_file),
              "a database of games (tabia games import), for the page's explorer and /lookup"),
      text<S>("openings", "FILE", TABIA_MEMBER(openings_file),
              "a table of openings for the page's explorer and /lookup (tabia games table); none: no table")
          .shown_as("games of the engine against itself"),
      text<S>("syzygy", "PATH", TABIA_MEMBER(syzygy_path),
              "folders of Syzygy tables, separated by ':', for the page and /lookup"),
      text<S>("nets", "DIR", TABIA_MEMBER(nets_folder),
              "the folder from which POST /models may load "
              "files"),
      text<S>(
          "jobs", "DIR", TABIA_MEMBER(jobs_folder),
          "let clients run jobs (/jobs): conversions, matches, training, on the files in this folder only")
          .shown_as("no jobs"),
      integer<S>("max-running-jobs", "N", 1, 1024, TABIA_MEMBER(max_running_jobs),
                 "maximum number of jobs that run at the same time; more get 503"),
      text<S>("token-file", "FILE", TABIA_MEMBER(token_file),
              "POST /models and /jobs need the token in this file (Authorization: Bearer ...)"),
      flag<S>("token-for-all", TABIA_MEMBER(token_for_all),
              "every request except /healthz, /readyz and the page's files needs the token"),
      base::value<S>("cors", "ORIGIN", TABIA_MEMBER(cors_origin), read_origin, shown_text,
                     "allow pages of this origin to use the service; * allows all")
          .shown_as("none"),
      text<S>("access-log", "FILE", TABIA_MEMBER(access_log),
              "write a JSON line for every request; - is standard error")
          .shown_as("none"),
      choice<S, LogLevel>("log-level", "LEVEL",
                          {{"off", LogLevel::Off},
                           {"error", LogLevel::Error},
                           {"warning", LogLevel::Warning},
                           {"info", LogLevel::Info},
                           {"debug", LogLevel::Debug}},
                          TABIA_MEMBER(log_level), "off, error, warning, info or debug"),
      integer<S>("max-nodes", "N", 1, kUnbounded, TABIA_MEMBER(caps.nodes),
                 "maximum nodes of a search; larger requests are reduced to it"),
      integer<S>("max-movetime", "MS", 1, kUnbounded, TABIA_MEMBER(caps.time_ms),
                 "maximum time of a search; larger requests are reduced to it"),
      integer<S>("max-body", "KIB", 1, 1 << 20, TABIA_MEMBER(server.max_body),
                 "maximum size of a body; streams have no limit", 1 << 10),
      integer<S>("max-batch", "N", 1, kUnbounded, TABIA_MEMBER(max_batch),
                 "maximum number of positions in a list; streams have no limit"),
      integer<S>("max-connections", "N", 1, 1 << 20, TABIA_MEMBER(server.max_connections),
                 "maximum number of connections; more are refused with 503"),
      integer<S>("max-jobs", "N", 1, 1 << 16, TABIA_MEMBER(server.max_jobs),
                 "maximum number of requests with their own thread"),
      integer<S>("max-streams", "N", 1, 1 << 16, TABIA_MEMBER(max_streams),
                 "maximum number of position and run-event streams; one address may have half of them"),
      integer<S>("max-waiting", "N", 0, 1 << 16, TABIA_MEMBER(searchers.max_waiting),
                 "maximum number of searches waiting for their turn; more get 503"),
      integer<S>("max-per-client", "N", 1, 1 << 16, TABIA_MEMBER(searchers.max_of_client),
                 "maximum number of searches by one address; more get 429"),
      timeout(),
      base::value<S>(
          "drain", "MS", TABIA_MEMBER(patience),
          [](std::string_view text) -> Result<http::Milliseconds> {
            TABIA_TRY(const std::int64_t ms, base::read_whole(text, 0, kMostMs));
            return http::Milliseconds(ms);
          },
          [](http::Milliseconds patience) -> std::optional<std::string> { return concat(patience.count()); },
          "time for requests to finish when the service stops"),
  };
}

}  // namespace

const base::Fields<S>& service_fields() {
  static const base::Fields<S> fields =
      base::joined<S>({make_fields(), base::within<S>(eval::onnx_runtime_fields(), TABIA_MEMBER(runtime))});
  return fields;
}

namespace {

// Clients on this machine may use all of it; others get as much as a usual search.
void complete_limits(S& options) {
  constexpr std::size_t kLocalHashMib = 256;
  SearcherPoolOptions& pool = options.searchers;
  const bool local = is_loopback(options.server.host);
  if (pool.max_threads == 0) pool.max_threads = local ? base::usable_cores() : pool.threads;
  if (pool.max_hash_mib == 0) pool.max_hash_mib = local ? kLocalHashMib : pool.hash_mib;
  pool.max_threads = std::max(pool.max_threads, pool.threads);
  pool.max_hash_mib = std::max(pool.max_hash_mib, pool.hash_mib);
}

}  // namespace

Result<S> completed(S options) {
  if (options.threads == 0) options.threads = base::usable_cores();
  for (ModelSource& model : options.models) model.runtime = options.runtime;
  if (options.server.loops == 0) options.server.loops = options.threads;
  if (options.searchers.searchers == 0) options.searchers.searchers = options.threads;
  complete_limits(options);
  const auto searchers = static_cast<std::uint64_t>(options.searchers.searchers);
  if (const auto good = base::check_memory(searchers * options.searchers.max_hash_mib); !good)
    return good.error().inside(
        concat("--max-hash ", options.searchers.max_hash_mib, " for ", searchers, " searches"));
  if (options.token_for_all && options.token_file.empty() && options.token.empty())
    return base::usage_fault("--token-for-all needs a --token-file");
  if (!options.jobs_folder.empty() && !is_loopback(options.server.host) && options.token_file.empty() &&
      options.token.empty())
    return base::usage_fault("--jobs needs a --token-file if other machines can reach the service (--host)");
  if (options.token.empty() && !options.token_file.empty()) {
    TABIA_TRY(options.token, read_token(options.token_file));
  }
  if (options.server.certificate_file.empty() != options.server.key_file.empty())
    return base::usage_fault("--cert and --key belong together: found only one of them");
  return options;
}

bool is_loopback(std::string_view host) {
  const auto in_number = [](char c) { return base::is_digit(c) || c == '.'; };
  return base::equal_ignoring_case(host, "localhost") || host == "::1" || host == "[::1]" ||
         (host.starts_with("127.") && std::all_of(host.begin(), host.end(), in_number));
}

}  // namespace tabia::service
