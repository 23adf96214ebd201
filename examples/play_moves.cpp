// Plays moves given on the command line from the starting position and says how the game stands:
// play_moves f3 e5 g4 Qh4. Without arguments it shows exactly that game.
#include <iostream>
#include <string>
#include <tabia/tabia.hpp>
#include <vector>

int main(int argc, char** argv) {
  std::vector<std::string> moves(argv + 1, argv + argc);
  if (moves.empty()) moves = {"f3", "e5", "g4", "Qh4"};
  static const char* const kStates[] = {
      "goes on", "checkmate", "stalemate", "insufficient material", "fifty moves", "threefold repetition"};
  try {
    tabia::Board board;
    for (const std::string& move : moves) {
      board.play(move);
      std::cout << move << " -> " << board.fen() << "\n";
    }
    std::cout << "tabia " << tabia_version() << ": " << board.moves().size() << " legal moves, "
              << kStates[board.state()] << "\n";
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << "\n";
    return 1;
  }
}
