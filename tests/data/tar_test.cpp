#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "data/formats.h"
#include "folder.h"
#include "paths.h"

namespace tabia::data {
namespace {

using tabia::test::Folder;

constexpr const char* kGame =
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.30/8 1s} e5 {-0.20/8 1s} 2. Nf3 {+0.25/8 1s} 1-0\n";

// Games that can be read from the file, or -1 after an error.
int games_in(const std::string& path) {
  const auto reader = open_reader(path, {});
  if (!reader) return -1;
  GameRecord record;
  for (int games = 0;; ++games) {
    const auto more = (*reader)->next(record);
    if (!more) return -1;
    if (!*more) return games;
  }
}

// Runs a command of the shell in the folder; false if it fails.
bool in_folder(const Folder& folder, const std::string& command) {
  return std::system(("cd '" + (folder / ".") + "' && " + command).c_str()) == 0;
}

TEST(Tar, ArchivesOfCompressedGamesAreReadAsOneFile) {
  const Folder folder;
  for (const char* name : {"one.pgn", "two.pgn", "three.pgn"}) std::ofstream(folder / name) << kGame;
  if (!in_folder(folder,
                 "bzip2 -k two.pgn && gzip -k three.pgn && mkdir d && "
                 "tar cf 7.pgn.tar d one.pgn two.pgn.bz2 three.pgn.gz && bzip2 -k one.pgn"))
    GTEST_SKIP() << "no tar, bzip2 or gzip";
  EXPECT_EQ(games_in(folder / "7.pgn.tar"), 3);
  EXPECT_EQ(games_in(folder / "one.pgn.bz2"), 1);
}

TEST(Tar, ADamagedArchiveIsAnError) {
  const Folder folder;
  std::ofstream(folder / "one.pgn") << std::string(3000, ' ') << kGame;
  if (!in_folder(folder,
                 "tar cf a.pgn.tar one.pgn && head -c 2000 a.pgn.tar > cut.pgn.tar && "
                 "(printf 'y'; tail -c +2 a.pgn.tar) > bad.pgn.tar && bzip2 -k one.pgn && "
                 "head -c 60 one.pgn.bz2 > cut.pgn.bz2"))
    GTEST_SKIP() << "no tar or bzip2";
  EXPECT_EQ(games_in(folder / "a.pgn.tar"), 1);
  EXPECT_EQ(games_in(folder / "cut.pgn.tar"), -1);
  EXPECT_EQ(games_in(folder / "bad.pgn.tar"), -1);
  EXPECT_EQ(games_in(folder / "cut.pgn.bz2"), -1);
}

}  // namespace
}  // namespace tabia::data
