/* Evaluates a position: evaluate ["FEN" [network file]]. Plain C against the installed library. */
#include <stdio.h>
#include <tabia/tabia.h>

int main(int argc, char** argv) {
  const char* fen =
      argc > 1 ? argv[1] : "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  char error[TABIA_ERROR_SIZE];
  tabia_network* network = tabia_network_load(argc > 2 ? argv[2] : NULL, error, sizeof error);
  tabia_evaluation evaluation;
  if (!network || !tabia_network_evaluate(network, fen, &evaluation, error, sizeof error)) {
    fprintf(stderr, "%s\n", error);
    tabia_network_free(network);
    return 1;
  }
  printf("%s: %+.2f for White; win %.1f%%, draw %.1f%%, loss %.1f%% for the side to move\n",
         tabia_network_name(network), evaluation.cp_white / 100.0, evaluation.win / 10.0,
         evaluation.draw / 10.0, evaluation.loss / 10.0);
  tabia_network_free(network);
  return 0;
}
