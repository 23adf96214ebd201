// An evaluation network inside your own engine: 12 bitboards in, 769 -> 128 -> 64 -> 1; evaluate, train,
// save, load.
//
// The engine of this example has only bitboards. Its network starts with random numbers, learns from a
// handful of positions with known results, and is written to a file that Tabia and this program can load.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <tabia/tabia.hpp>
#include <vector>

namespace {

// What is taught: a position and how it ended for the side to move (1 won, 0.5 drawn, 0 lost).
struct Lesson {
  const char* what;
  tabia_board board;
  double result;
};

// Twelve sets of squares, a1 = bit 0: white pawns, knights, bishops, rooks, queens, king, then black's.
tabia_board start_position() {
  return {.pieces = {0xFF00, 0x42, 0x24, 0x81, 0x8, 0x10, 0xFF000000000000, 0x4200000000000000,
                     0x2400000000000000, 0x8100000000000000, 0x800000000000000, 0x1000000000000000},
          .order = "PNBRQKpnbrqk",
          .a8_first = 0,
          .black_to_move = 0,
          .halfmove_clock = 0};
}

std::vector<Lesson> lessons() {
  std::vector<Lesson> list = {{"the starting position", start_position(), 0.5}};
  tabia_board board = start_position();
  board.pieces[10] = 0;
  list.push_back({"without Black's queen", board, 1});
  board.black_to_move = 1;
  list.push_back({"the same, Black to move", board, 0});
  board = start_position();
  board.pieces[4] = 0;
  list.push_back({"without White's queen", board, 0});
  board = start_position();
  board.pieces[4] = board.pieces[10] = 0;
  list.push_back({"without both queens", board, 0.5});
  return list;
}

double mean_loss(const tabia::Trainer& network, const std::vector<Lesson>& list) {
  double sum = 0;
  for (const Lesson& lesson : list) sum += std::pow(network.expected(lesson.board) - lesson.result, 2);
  return sum / static_cast<double>(list.size());
}

int run() {
  const std::vector<Lesson> list = lessons();
  tabia::Trainer network("mlp-769", 1);
  std::printf("before: loss %.4f\n", mean_loss(network, list));
  for (int round = 1; round <= 400; ++round) {
    double loss = 0;
    for (const Lesson& lesson : list) loss += network.train_one(lesson.board, lesson.result, 0.005);
    if (round % 100 == 0)
      std::printf("round %3d: loss %.4f\n", round, loss / static_cast<double>(list.size()));
  }
  for (const Lesson& lesson : list)
    std::printf("%-24s expected result %.2f (taught %.1f), score %+.0f\n", lesson.what,
                network.expected(lesson.board), lesson.result, network.score(lesson.board));

  const std::string path = (std::filesystem::temp_directory_path() / "tabia_example_eval.net").string();
  network.save(path);
  tabia::Trainer again("mlp-769", 2);
  again.load(path);
  const tabia::Network for_play(path);  // the same file, as an engine would load it
  bool same = true;
  for (const Lesson& lesson : list) {
    same = same && again.score(lesson.board) == network.score(lesson.board);
    same = same && std::abs(for_play.evaluate(lesson.board).score - network.score(lesson.board)) <= 1.01;
  }
  std::filesystem::remove(path);
  std::printf("saved and loaded: %s\n", same ? "the same evaluations" : "DIFFERENT");
  return same && mean_loss(network, list) < 0.01 ? 0 : 1;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
