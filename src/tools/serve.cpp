#include <cstdio>

#include "base/text.h"
#include "cli/settings.h"
#include "os/system.h"
#include "service/settings.h"
#include "tools/commands.h"

namespace tabia::tools {
namespace {

using base::concat;
using service::ServiceOptions;

int run_serve(const Arguments& arguments) {
  os::return_memory_when_freed();
  os::raise_descriptor_limit();
  ServiceOptions options;
  if (const auto read = read_settings(service::service_fields(), arguments, options); !read)
    return usage_error("serve", read.error());
  os::OperatorRequests requests;  // before there are other threads
  auto service = service::Service::open(options, std::string(version_number()));
  if (!service) return exit_code_of("serve", service.error());
  if (const auto started = (*service)->start(); !started) return failure(started.error());
  const std::string& host = options.server.host;
  std::printf("listening on %s://%s:%d\n", options.server.certificate_file.empty() ? "http" : "https",
              (host.find(':') == std::string::npos ? host : concat('[', host, ']')).c_str(),
              (*service)->port());
  std::fflush(stdout);
  while (requests.wait() == os::OperatorRequest::Reload) {
    (*service)->reload();
    os::return_free_memory();
  }
  (*service)->stop();
  return kExitDone;
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
