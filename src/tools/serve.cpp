#include <csignal>
#include <cstdio>

#include "base/text.h"
#include "cli/settings.h"
#include "service/settings.h"
#include "tools/commands.h"

#if defined(__GLIBC__)  // known since <csignal>
#include <malloc.h>
#endif

namespace tabia::tools {
namespace {

using base::concat;
using service::ServiceOptions;

// These signals are blocked in every thread, so that they stay pending until this thread waits for them.
sigset_t expected_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&signals, signal);
  return signals;
}

// When the first large block is freed, glibc starts to keep such blocks: replaced networks and caches would
// stay in memory. Few arenas keep hundreds of threads from each hoarding their own.
void return_memory_when_freed() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
  ::mallopt(M_ARENA_MAX, 4);
#endif
}

// Returns free memory between small blocks to the system. Worth the time only if much was replaced.
void return_free_memory() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

int run_serve(const Arguments& arguments) {
  return_memory_when_freed();
  http::raise_descriptor_limit();
  ServiceOptions options;
  if (const auto read = read_settings(service::service_fields(), arguments, options); !read)
    return usage_error("serve", read.error());
  const sigset_t signals = expected_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto service = service::Service::open(options, std::string(version_number()));
  if (!service) return exit_code_of("serve", service.error());
  if (const auto started = (*service)->start(); !started) return failure(started.error());
  const std::string& host = options.server.host;
  std::printf("listening on %s://%s:%d\n", options.server.certificate_file.empty() ? "http" : "https",
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
    // The next signal ends the program immediately.
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
  for (const char* option : {"--human", "--token-file", "--cert", "--key"})
    use.read.push_back(arguments.text(option, ""));
  if (log != "-") use.written.push_back(log);  // "-" means standard error here
  return use;
}

}  // namespace

Command serve_command() {
  return {.name = "serve",
          .summary = "evaluation, analysis and play over HTTP, and the web page",
          .description =
              "Answers HTTP requests: evaluations of single positions, lists and streams of them, searches "
              "(as one response or as events), explanations, moves at a chosen strength; and serves the "
              "web page. /docs lists all requests. Listens only on this machine unless --host says "
              "otherwise, prints its address, and runs until SIGTERM or Ctrl-C; then it finishes the "
              "requests in progress. SIGHUP reloads the networks from their files without dropping a "
              "request.",
          .positionals = {},
          .options = options_of(service::service_fields()),
          .examples = {"serve", "serve --port 9000 --net main=nets/default.net --net old=old.net --runs runs",
                       "serve --host 0.0.0.0 --token-file token --access-log access.jsonl",
                       "serve --host 0.0.0.0 --cert chain.pem --key key.pem"},
          .run = run_serve,
          .files = files_of_serve};
}

}  // namespace tabia::tools
