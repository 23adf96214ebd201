/* Lists the legal moves of a position: list_moves ["FEN"]. Plain C against the installed library. */
#include <stdio.h>
#include <tabia/tabia.h>

int main(int argc, char** argv) {
  char error[TABIA_ERROR_SIZE];
  tabia_position* position = tabia_position_new(argc > 1 ? argv[1] : NULL, error, sizeof error);
  if (!position) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  tabia_move moves[TABIA_MAX_MOVES];
  const size_t count = tabia_position_moves(position, moves, TABIA_MAX_MOVES);
  for (size_t i = 0; i < count; ++i) printf("%s (%s)\n", moves[i].san, moves[i].uci);
  printf("%zu moves\n", count);
  tabia_position_free(position);
  return 0;
}
