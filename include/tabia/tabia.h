/* tabia/tabia.h: the public library in C: the rules of chess, for programs that are not Tabia.
 *
 * Positions are read from FEN (standard, Shredder and X-FEN; Chess960 needs no switch), moves are UCI text.
 * Functions that can fail return 0 or NULL and put a message into the caller's error buffer, which may be
 * NULL. Nothing here is shared between positions: use different positions from different threads at will.
 * For C++ there is a thin wrapper, tabia/tabia.hpp. */
#ifndef TABIA_TABIA_H
#define TABIA_TABIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TABIA_ERROR_SIZE = 512, /* a buffer of this size holds every message */
  TABIA_FEN_SIZE = 128,   /* ... every FEN */
  TABIA_MOVE_SIZE = 8,    /* ... every move, UCI or SAN */
  TABIA_MAX_MOVES = 415   /* no position has more legal moves */
};

typedef struct tabia_position tabia_position;

/* A move in text, zero-terminated. */
typedef struct tabia_move {
  char uci[TABIA_MOVE_SIZE]; /* "e2e4", "e7e8q"; castling e1g1, from other squares king takes rook */
  char san[TABIA_MOVE_SIZE]; /* "Nf3", "exd8=Q+" */
} tabia_move;

/* How a game stands; the values never change. */
typedef enum tabia_state {
  TABIA_GOES_ON = 0,
  TABIA_CHECKMATE = 1, /* the side to move has lost */
  TABIA_STALEMATE = 2,
  TABIA_INSUFFICIENT_MATERIAL = 3,
  TABIA_FIFTY_MOVES = 4,
  TABIA_THREEFOLD = 5
} tabia_state;

/* "0.1.0". */
const char* tabia_version(void);

/* A game that starts at the FEN; NULL for the usual starting position. Free it with tabia_position_free.
 * Returns NULL for a FEN that can't be: the message names the field that is wrong. */
tabia_position* tabia_position_new(const char* fen, char* error, size_t error_size);
tabia_position* tabia_position_copy(const tabia_position* position);
void tabia_position_free(tabia_position* position);

/* The position as FEN; returns its length. A buffer that is too small gets the beginning. */
size_t tabia_position_fen(const tabia_position* position, char* fen, size_t fen_size);

/* All legal moves into `moves`, at most `capacity` of them; returns how many there are. */
size_t tabia_position_moves(const tabia_position* position, tabia_move* moves, size_t capacity);

/* Plays a legal move, in UCI or SAN. Returns 1, or 0 with a message and the position unchanged. */
int tabia_position_play(tabia_position* position, const char* move, char* error, size_t error_size);

/* Takes the last move back. Returns 0 if there is none. */
int tabia_position_take_back(tabia_position* position);

/* By the rules, repetitions of this game included; draws count as soon as they can be claimed. */
tabia_state tabia_position_state(const tabia_position* position);

/* A key that is equal for positions that the repetition rule calls equal. */
uint64_t tabia_position_key(const tabia_position* position);

/* The number of positions after `depth` plies. */
uint64_t tabia_position_perft(const tabia_position* position, int depth);

#ifdef __cplusplus
}
#endif

#endif
