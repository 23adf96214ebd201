// Converts training data, with progress and a way to stop: run_job IN OUT
#include <csignal>
#include <cstdio>
#include <string>
#include <tabia/tabia.hpp>

namespace {

volatile std::sig_atomic_t interrupted = 0;

// A path as a JSON string.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fprintf(stderr, "usage: run_job IN OUT\n");
    return 2;
  }
  std::signal(SIGINT, [](int) { interrupted = 1; });
  tabia::JobWatch watch;
  watch.progress = [](std::uint64_t done, std::uint64_t total) {
    std::fprintf(stderr, "%llu of %llu bytes\n", static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(total));
  };
  watch.remark = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  watch.stopped = [] { return interrupted != 0; };
  try {
    const std::string settings = "{\"in\": [" + quoted(words[1]) + "], \"out\": " + quoted(words[2]) + "}";
    std::printf("%s\n", tabia::run_job("convert", settings, watch).c_str());
  } catch (const tabia::JobError& error) {
    std::fprintf(stderr, "run_job: %s\n", error.what());
    return error.outcome() == TABIA_STOPPED ? 130 : 1;
  }
  return 0;
}
