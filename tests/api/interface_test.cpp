// The C interface of the library must not change by accident: programs are compiled against it once and run
// with newer libraries later.
#include <gtest/gtest.h>
#include <tabia/tabia.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

#include "paths.h"

namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The declarations, without comments, preprocessor lines and insignificant blanks.
std::string declarations_of(const std::string& header) {
  std::string bare;
  for (std::size_t i = 0; i < header.size();) {
    const bool line_begins = i == 0 || header[i - 1] == '\n';
    if (header.compare(i, 2, "/*") == 0) {
      i = header.find("*/", i) + 2;
      bare += ' ';
    } else if (line_begins && header[i] == '#') {
      i = header.find('\n', i);
    } else {
      bare += header[i++];
    }
  }
  std::string text;
  for (const char c : bare) {
    const bool blank = c == ' ' || c == '\n';
    if (blank && (text.empty() || text.back() == ' ' || text.back() == '\n')) continue;
    text += blank ? ' ' : c;
    if (c == ';') text += '\n';
  }
  return text;
}

TEST(Interface, DeclaresWhatThisVersionOfItDeclaresAndIsOtherwiseRaised) {
  const std::string version = std::to_string(TABIA_API_VERSION);
  const std::string known = tabia::test::test_data() + "/../api/interface-" + version + ".txt";
  const std::string declared =
      declarations_of(content_of(tabia::test::test_data() + "/../../include/tabia/tabia.h"));
  EXPECT_EQ(declared, content_of(known))
      << "include/tabia/tabia.h has changed. If programs compiled against the old header would break "
         "(anything but "
         "new functions), raise TABIA_API_VERSION. Then write the declarations above to "
      << known;
}

TEST(Interface, HasTheSizesThatProgramsOnSixtyFourBitsWereCompiledWith) {
  static_assert(sizeof(void*) != 8 ||
                (sizeof(tabia_move) == 16 && sizeof(tabia_evaluation) == 40 && sizeof(tabia_board) == 120 &&
                 sizeof(tabia_change) == 8 && sizeof(tabia_watch) == 40 && sizeof(tabia_search_watch) == 24 &&
                 sizeof(tabia_reader_info) == 24 && sizeof(tabia_samples) == 64));
  static_assert(offsetof(tabia_evaluation, raw) == 32 && offsetof(tabia_board, halfmove_clock) == 112);
  EXPECT_EQ(tabia_api_version(), TABIA_API_VERSION);
}

}  // namespace
