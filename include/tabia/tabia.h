/* tabia/tabia.h: the public library in C: the rules of chess, evaluation by networks, networks that learn,
 * and the program's jobs (training data, matches, training), for use in other programs.
 *
 * Positions are read from FEN (standard, Shredder and X-FEN; Chess960 needs no switch), moves are UCI
 * text. Functions that can fail return 0 or NULL and put a message into the caller's error buffer, which
 * may be NULL. Positions share no state: use different positions from different threads freely. For C++
 * there is a thin wrapper, tabia/tabia.hpp; for Python, the module tabia. */
#ifndef TABIA_TABIA_H
#define TABIA_TABIA_H

#include <stddef.h>
#include <stdint.h>

/* The version of this interface, and of the shared library (libtabia.so.N). It is raised by every change that
 * breaks programs compiled against an older header; new functions alone don't. */
#define TABIA_API_VERSION 1

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default)
#endif

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

/* A move as text, zero-terminated. */
typedef struct tabia_move {
  char uci[TABIA_MOVE_SIZE]; /* "e2e4", "e7e8q"; castling e1g1, from other squares king takes rook */
  char san[TABIA_MOVE_SIZE]; /* "Nf3", "exd8=Q+" */
} tabia_move;

/* The state of a game; the values never change. */
typedef enum tabia_state {
  TABIA_GOES_ON = 0,
  TABIA_CHECKMATE = 1, /* the side to move has lost */
  TABIA_STALEMATE = 2,
  TABIA_INSUFFICIENT_MATERIAL = 3,
  TABIA_FIFTY_MOVES = 4,
  TABIA_THREEFOLD = 5
} tabia_state;

/* "0.2.0". */
const char* tabia_version(void);
/* TABIA_API_VERSION of the library: differs from the header's if the wrong library was loaded. */
int tabia_api_version(void);

/* A game that starts at the FEN; NULL for the usual starting position. Free it with tabia_position_free.
 * Returns NULL for an invalid FEN: the message names the wrong field. */
tabia_position* tabia_position_new(const char* fen, char* error, size_t error_size);
tabia_position* tabia_position_copy(const tabia_position* position);
void tabia_position_free(tabia_position* position);

/* The position as FEN; returns its length. A buffer that is too small gets the beginning. */
size_t tabia_position_fen(const tabia_position* position, char* fen, size_t fen_size);

/* Writes all legal moves to `moves`, at most `capacity` of them; returns how many there are. */
size_t tabia_position_moves(const tabia_position* position, tabia_move* moves, size_t capacity);

/* Plays a legal move, in UCI or SAN. Returns 1, or 0 with a message and the position unchanged. */
int tabia_position_play(tabia_position* position, const char* move, char* error, size_t error_size);

/* Takes back the last move. Returns 0 if there is none. */
int tabia_position_take_back(tabia_position* position);

/* The state by the rules, including repetitions in this game. A draw counts as soon as it can be claimed. */
tabia_state tabia_position_state(const tabia_position* position);

/* A key: the same for positions that are the same under the repetition rule. */
uint64_t tabia_position_key(const tabia_position* position);

/* The number of positions after `depth` plies. */
uint64_t tabia_position_perft(const tabia_position* position, int depth);

/* --- evaluation by a network ---
 *
 * A network never changes after it is loaded: use one from any number of threads. */

typedef struct tabia_network tabia_network;

typedef struct tabia_evaluation {
  int32_t cp;       /* centipawns for the side to move: +100 is an even chance to win */
  int32_t cp_white; /* the same for White */
  int32_t win;      /* chances of the side to move in per mille; they add up to 1000 */
  int32_t draw;
  int32_t loss;
  int32_t score;  /* the network's own units, side to move */
  int32_t bucket; /* which of the network's heads was used */
  int32_t valid;  /* 1; 0 for entries of a batch that aren't a position */
  int64_t raw;    /* the network's output before scaling, side to move */
} tabia_evaluation;

/* A network file: Tabia's own, Stockfish's .nnue (versions 12, 13, 15.1 to 19), or text; NULL for the
 * network embedded in the library. Free it with tabia_network_free. Returns NULL with a message if the
 * file can't be used. */
tabia_network* tabia_network_load(const char* path, char* error, size_t error_size);
void tabia_network_free(tabia_network* network);
/* The name in the network's spec; valid as long as the network. */
const char* tabia_network_name(const tabia_network* network);

/* Evaluates one position. Returns 1, or 0 with a message. */
int tabia_network_evaluate(const tabia_network* network, const char* fen, tabia_evaluation* evaluation,
                           char* error, size_t error_size);

/* A position as an engine stores it: twelve sets of squares and some state. */
typedef struct tabia_board {
  uint64_t pieces[12];    /* in the order of `order` */
  const char* order;      /* twelve FEN letters, for example "PNBRQKpnbrqk"; NULL means this one */
  int32_t a8_first;       /* if set, bit 0 is a8, bit 7 h8, bit 63 h1; else a1 is bit 0 and h8 bit 63 */
  int32_t black_to_move;  /* 0 or 1 */
  int32_t halfmove_clock; /* plies since the last capture or pawn move */
} tabia_board;

/* The board of a FEN, in the usual order and with a1 as bit 0. Returns 1, or 0 with a message. */
int tabia_board_from_fen(const char* fen, tabia_board* board, char* error, size_t error_size);

/* The same for a board. Networks ignore castling and en passant, so a board doesn't have them. */
int tabia_network_evaluate_board(const tabia_network* network, const tabia_board* board,
                                 tabia_evaluation* evaluation, char* error, size_t error_size);

/* Evaluates `count` FENs on up to `threads` threads (0: all cores). Returns how many were positions; the
 * others have `valid` 0. */
size_t tabia_network_evaluate_batch(const tabia_network* network, const char* const* fens, size_t count,
                                    int threads, tabia_evaluation* evaluations);

/* The same for `count` boards. After an exception of the system (no memory) all have `valid` 0. */
size_t tabia_network_evaluate_boards(const tabia_network* network, const tabia_board* boards, size_t count,
                                     int threads, tabia_evaluation* evaluations);

/* --- evaluation move by move, for engines with their own board ---
 *
 * An accumulator follows the moves of a search, so that only changes are computed. Use one per thread. */

typedef struct tabia_accumulator tabia_accumulator;

/* A piece that leaves or enters a square: a FEN letter, and the square in the caller's numbering (see
 * a8_first of the board given to tabia_accumulator_reset). */
typedef struct tabia_change {
  char piece;
  int32_t square;
} tabia_change;

/* The network must outlive the accumulator. */
tabia_accumulator* tabia_accumulator_new(const tabia_network* network);
void tabia_accumulator_free(tabia_accumulator* accumulator);
/* Starts at this position. Returns 1, or 0 with a message. */
int tabia_accumulator_reset(tabia_accumulator* accumulator, const tabia_board* board, char* error,
                            size_t error_size);
/* A move: the pieces that it takes off their squares (the mover first; at most 2) and those that it puts
 * down (at most 2). None of either is a null move. The side to move changes. Returns 1, or 0 with a
 * message and nothing changed if this doesn't match the board. */
int tabia_accumulator_push(tabia_accumulator* accumulator, const tabia_change* removed, size_t removed_count,
                           const tabia_change* added, size_t added_count, char* error, size_t error_size);
/* Takes back the last push. Returns 0 if there is none. */
int tabia_accumulator_pop(tabia_accumulator* accumulator);
/* Evaluates the current position. */
void tabia_accumulator_evaluate(tabia_accumulator* accumulator, tabia_evaluation* evaluation);

/* --- search ---
 *
 * An engine has the options of UCI and a memory of what it has searched. It does one thing at a time; only
 * tabia_engine_stop may be called while it searches. Several engines may search at the same time. */

typedef struct tabia_engine tabia_engine;

/* Callbacks of a search, from the thread that called it; each may be NULL. */
typedef struct tabia_search_watch {
  void* context; /* handed to the callbacks */
  /* A line is new or has changed: a JSON object with depth, nodes, cp, pv and so on, the fields of a line of
   * POST /analyze (docs/service.md) and its counters. The text is valid during the call. */
  void (*line)(void* context, const char* json);
  /* Return 1 to end the search: asked before it begins and after every line. */
  int (*stopped)(void* context);
} tabia_search_watch;

/* An engine with the embedded network. The seed determines the mistakes of a player of limited strength. Free
 * it with tabia_engine_free. NULL with a message if there is no memory. */
tabia_engine* tabia_engine_new(uint64_t seed, char* error, size_t error_size);
/* Not while it searches. */
void tabia_engine_free(tabia_engine* engine);
/* An option of UCI ("EvalFile", "Hash", "Threads", "MultiPV" ...; docs/usage.md lists them). Returns 1, or 0
 * with a message and nothing changed. */
int tabia_engine_set_option(tabia_engine* engine, const char* name, const char* value, char* error,
                            size_t error_size);
/* Searches until a limit is reached or tabia_engine_stop is called. `limits` are the words of UCI's `go`:
 * "depth 12", "nodes 100000 searchmoves e2e4 d2d4"; "infinite" or empty: until stopped. The answer is a JSON
 * object (bestmove, lines ...), to free with tabia_text_free. NULL with a message if the limits make no sense
 * or the engine is searching already. */
char* tabia_engine_search(tabia_engine* engine, const tabia_position* position, const char* limits,
                          const tabia_search_watch* watch, char* error, size_t error_size);
/* Ends the running search soon; from any thread. Does nothing if none is running. */
void tabia_engine_stop(tabia_engine* engine);
/* Forgets what earlier searches have found. Returns 0 while it searches. */
int tabia_engine_new_game(tabia_engine* engine);

/* --- training data ---
 *
 * A reader goes through files of training data and fills arrays, for trainers outside of Tabia. */

typedef struct tabia_reader tabia_reader;

/* `settings` is a JSON object: "in", a list of files of any format; "model", the features to list (as for
 * tabia_trainer_new; without it there are none); and the settings of the job "filter" that choose samples
 * ("no_check", "ply" ...) and say what a file means ("scale", "format" ..., "strict"). Free it with
 * tabia_reader_free. Returns NULL with a message if something is wrong. */
tabia_reader* tabia_reader_open(const char* settings, char* error, size_t error_size);
void tabia_reader_free(tabia_reader* reader);

/* What doesn't change while a reader reads. */
typedef struct tabia_reader_info {
  double units_per_pawn; /* of the scores: this many are +1.00; 0 if it is unknown */
  int32_t rows;          /* how many inputs the model's features have; 0 without a model */
  int32_t width;         /* the most that a position switches on in a view: entries per position in `own` */
  int32_t heads;         /* of the model; 1 without one */
  int32_t views;         /* 2, or 1 if the model sees the board only from White's side; 0 without a model */
} tabia_reader_info;
void tabia_reader_describe(const tabia_reader* reader, tabia_reader_info* info);

/* Arrays with room for as many positions as are read at a time; each may be NULL. */
typedef struct tabia_samples {
  uint64_t* pieces;       /* 12 a position: the sets of tabia_board, in the usual order */
  uint8_t* black_to_move; /* 1 if so */
  int32_t* own;           /* `width` a position: active inputs as the side to move sees them (White, if the */
  int32_t* other;         /* ... model has one view), and as the other does; -1 after the last */
  uint8_t* heads;         /* which of the model's heads */
  int16_t* scores;        /* for the side to move, in the file's units; TABIA_NO_SCORE if there is none */
  int8_t* results;        /* of the game, for the side to move: 1, 0, -1; 2: unknown */
  uint16_t* plies;        /* half-moves since the start of the game */
} tabia_samples;
enum { TABIA_NO_SCORE = 32002 };

/* Reads up to `capacity` positions; returns how many, 0 at the end. What can't be read is skipped, unless
 * `strict` is set; then -1 with a message. */
ptrdiff_t tabia_reader_read(tabia_reader* reader, const tabia_samples* into, size_t capacity, char* error,
                            size_t error_size);
/* How many records couldn't be read so far, and the share of the files that has been read, 0 to 1. */
uint64_t tabia_reader_problems(const tabia_reader* reader);
double tabia_reader_progress(const tabia_reader* reader);

/* --- a network that learns ---
 *
 * A trainer is a network whose numbers can still change. It learns from single positions or small batches
 * of them, by plain gradient descent on the squared error of the expected result: for engines that learn
 * while they play. A step only touches the numbers that a position uses, so it costs a few evaluations.
 * (For large files of positions use `tabia train`.) One trainer belongs to one thread. */

typedef struct tabia_trainer tabia_trainer;

/* `model` is the name of a model that the library knows ("mlp-769", "perspective-256", ...), the path of a
 * model's text (with a '.' or '/' in it), or the text itself (models/ in Tabia's repository has commented
 * examples). The same seed gives the same initial numbers. Free it with tabia_trainer_free. Returns NULL
 * with a message if the model can't be used. */
tabia_trainer* tabia_trainer_new(const char* model, uint64_t seed, char* error, size_t error_size);
void tabia_trainer_free(tabia_trainer* trainer);

/* One step on one position. `target` is the expected result for the side to move, from 0 (lost) to 1
 * (won). Returns the loss before the step, (expected - target) squared; or -1 with a message and nothing
 * learned. Typical rates are 0.001 to 0.1. */
double tabia_trainer_train_one(tabia_trainer* trainer, const tabia_board* board, double target,
                               double learning_rate, char* error, size_t error_size);
/* One step on a batch of `count` positions (at least 1), on the mean of their losses; returns that mean. */
double tabia_trainer_train_batch(tabia_trainer* trainer, const tabia_board* boards, const double* targets,
                                 size_t count, double learning_rate, char* error, size_t error_size);

/* The network's current output for the side to move: the expected result from 0 to 1, and the score in the
 * units of its model. Either pointer may be NULL. Returns 1, or 0 with a message. */
int tabia_trainer_evaluate(tabia_trainer* trainer, const tabia_board* board, double* expected, double* score,
                           char* error, size_t error_size);

/* Writes the network in full precision, so that it can be loaded again. It is a network file like any
 * other: tabia_network_load and engines accept it too. Returns 1, or 0 with a message. */
int tabia_trainer_save(const tabia_trainer* trainer, const char* path, char* error, size_t error_size);
/* The same in the model's integers, which is smaller and faster to play with. */
int tabia_trainer_export(const tabia_trainer* trainer, const char* path, char* error, size_t error_size);
/* Continues from the numbers in a file, which must be of the same model. Returns 1, or 0 with a message
 * and the trainer unchanged. */
int tabia_trainer_load(tabia_trainer* trainer, const char* path, char* error, size_t error_size);

/* --- jobs ---
 *
 * What the program's long-running commands do: convert, filter and shuffle training data, self-play, matches,
 * annotated games, training. A job has a name and settings, a JSON object with the options of the command of
 * that name. Jobs block; run them in a thread of your own, several at a time if you like. */

/* How a job ended; the values never change. */
typedef enum tabia_outcome {
  TABIA_DONE = 0,
  TABIA_WRONG_SETTINGS = 1, /* an unknown job or setting, a value out of range */
  TABIA_WRONG_INPUT = 2,    /* a file that can't be read, a broken network */
  TABIA_STOPPED = 3,        /* stopped() said so; many jobs resume when they are run again */
  TABIA_FAILED = 4          /* a full disk, no memory, another program */
} tabia_outcome;

/* Callbacks of a job; each may be NULL. progress and remark are called by one thread at a time, which need
 * not be the caller's; stopped is called now and then from any thread. */
typedef struct tabia_watch {
  void* context; /* handed to the callbacks */
  /* How much of the work is done, in the job's own unit (bytes, games, positions), and how much there is (0:
   * unknown). */
  void (*progress)(void* context, uint64_t done, uint64_t total);
  /* A sentence for people. The text is valid during the call. */
  void (*remark)(void* context, const char* text);
  /* Return 1 to stop the job. */
  int (*stopped)(void* context);
  /* A line of the job's log, a JSON object: what training and learning runs measure. Like remark. */
  void (*report)(void* context, const char* json);
} tabia_watch;

/* All jobs and their settings as JSON: [{"name", "summary", "settings": [{"name", "kind", "meaning", ...}]}].
 * Free it with tabia_text_free. NULL if there is no memory. */
char* tabia_job_list(void);

/* Runs a job to its end. `settings` is a JSON object. If `report` isn't NULL it gets the job's report, a JSON
 * object to free with tabia_text_free, or NULL if there is none. The message says what is wrong. */
tabia_outcome tabia_job_run(const char* name, const char* settings, const tabia_watch* watch, char** report,
                            char* error, size_t error_size);

void tabia_text_free(char* text);

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
