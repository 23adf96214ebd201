// `tabia data` on files that are much larger than the memory it may use.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "paths.h"
#include "program.h"

namespace {

namespace fs = std::filesystem;

struct Usage {
  int code = -1;
  std::uint64_t peak_mib = 0;  // resident memory
  double seconds = 0;          // of processor time
};

// Runs tabia without a shell, so that the figures are its own.
Usage run_measured(const std::vector<std::string>& words) {
  std::string program = tabia::test::tabia_program();
  std::fflush(stdout);  // otherwise the child would print the buffered text too
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> arguments = {program.data()};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (!std::freopen("/dev/null", "w", stdout)) _exit(126);
    execv(program.c_str(), arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, static_cast<std::uint64_t>(used.ru_maxrss) >> 10,
          seconds(used.ru_utime) + seconds(used.ru_stime)};
}

// The folder is next to the tests' other temporary files, or where TABIA_LARGE_FOLDER says; it takes 12 GB. A
// smaller file is made if TABIA_LARGE_MIB says so or the disk doesn't have enough room.
TEST(DataLargeFull, FiveGigabytesOfTextAreCountedConvertedAndShuffledInBoundedMemory) {
  const char* given = std::getenv("TABIA_LARGE_FOLDER");
  const fs::path folder =
      fs::path(given ? given : testing::TempDir()) / ("tabia_large_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const auto path = [&](const char* name) { return (folder / name).string(); };
  const char* mib = std::getenv("TABIA_LARGE_MIB");
  const std::uint64_t wanted = (mib ? std::strtoull(mib, nullptr, 10) : std::uint64_t{5} << 10) << 20;
  const std::uint64_t size = std::min<std::uint64_t>(wanted, fs::space(folder).available / 4);

  ASSERT_EQ(run_measured({"data", "gen", "--games", "2000", "--synthetic", "--out", path("games")}).code, 0);
  ASSERT_EQ(run_measured({"data", "convert", path("games"), path("once.plain")}).code, 0);
  std::string once;
  {
    std::ifstream in(path("once.plain"), std::ios::binary);
    once.assign(std::istreambuf_iterator<char>(in), {});
  }
  {
    std::ofstream out(path("large.plain"), std::ios::binary);
    for (std::uint64_t written = 0; written < size; written += once.size()) out << once;
    ASSERT_TRUE(out.flush().good()) << "the disk is full";
  }
  std::printf("%.1f GiB of text\n",
              static_cast<double>(fs::file_size(path("large.plain"))) / (std::uint64_t{1} << 30));

  struct Case {
    std::vector<std::string> words;
    std::uint64_t most_mib;
  };
  for (const Case& one :
       {Case{{"data", "info", path("large.plain"), "--memory", "256M"}, 400},
        Case{{"data", "convert", path("large.plain"), path("large.tabia")}, 100},
        Case{{"data", "shuffle", path("large.plain"), path("shuffled.tabia"), "--memory", "256M"}, 400},
        Case{{"data", "shuffle", path("large.tabia"), path("shuffled.tabia"), "--memory", "256M"}, 600}}) {
    const Usage usage = run_measured(one.words);
    std::printf("%s %s: peak %llu MiB, %.0f s of processor time\n", one.words[1].c_str(),
                fs::path(one.words[2]).filename().c_str(), static_cast<unsigned long long>(usage.peak_mib),
                usage.seconds);
    EXPECT_EQ(usage.code, 0) << one.words[1];
    EXPECT_LT(usage.peak_mib, one.most_mib) << one.words[1];
  }
  fs::remove_all(folder);
}

}  // namespace
