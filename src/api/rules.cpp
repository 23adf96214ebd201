// The public library (include/tabia): translates between its C types and the internal ones.
#include <tabia/tabia.h>

#include <algorithm>
#include <exception>
#include <string>

#include "api/position.h"
#include "api/text_buffer.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"

namespace {

using namespace tabia;
using namespace tabia::chess;

static_assert(TABIA_MAX_MOVES == kMaxMoves);
static_assert(static_cast<int>(GameEnd::Checkmate) == TABIA_CHECKMATE);
static_assert(static_cast<int>(GameEnd::Threefold) == TABIA_THREEFOLD);

using api::copy_text;

base::Result<Move> parse_move(const Position& position, std::string_view text) {
  auto uci = parse_uci_move(position, text);
  if (uci) return uci;
  return parse_san(position, text);
}

}  // namespace

const char* tabia_version(void) { return TABIA_LIBRARY_VERSION; }
int tabia_api_version(void) { return TABIA_API_VERSION; }

tabia_position* tabia_position_new(const char* fen, char* error, size_t error_size) {
  try {
    if (!fen) return new tabia_position{Game()};
    const auto position = parse_fen(fen);
    if (position) return new tabia_position{Game(*position)};
    copy_text(position.error().message, error, error_size);
  } catch (const std::exception& failure) {
    copy_text(failure.what(), error, error_size);
  }
  return nullptr;
}

tabia_position* tabia_position_copy(const tabia_position* position) { return new tabia_position(*position); }

void tabia_position_free(tabia_position* position) { delete position; }

size_t tabia_position_fen(const tabia_position* position, char* fen, size_t fen_size) {
  const std::string text = to_fen(position->game.position());
  copy_text(text, fen, fen_size);
  return text.size();
}

size_t tabia_position_moves(const tabia_position* position, tabia_move* moves, size_t capacity) {
  const Position& current = position->game.position();
  const MoveList list = legal_moves(current);
  const auto total = static_cast<std::size_t>(list.size());
  for (std::size_t i = 0; i < std::min(total, capacity); ++i) {
    const Move move = list[static_cast<int>(i)];
    copy_text(to_uci(move), moves[i].uci, TABIA_MOVE_SIZE);
    copy_text(to_san(current, move), moves[i].san, TABIA_MOVE_SIZE);
  }
  return total;
}

int tabia_position_play(tabia_position* position, const char* move, char* error, size_t error_size) {
  try {
    const auto parsed = parse_move(position->game.position(), move);
    if (parsed) {
      position->game.play(*parsed);
      return 1;
    }
    copy_text(parsed.error().message, error, error_size);
  } catch (const std::exception& failure) {
    copy_text(failure.what(), error, error_size);
  }
  return 0;
}

int tabia_position_take_back(tabia_position* position) {
  if (position->game.moves().empty()) return 0;
  position->game.take_back();
  return 1;
}

tabia_state tabia_position_state(const tabia_position* position) {
  return static_cast<tabia_state>(position->game.end());
}

uint64_t tabia_position_key(const tabia_position* position) { return position->game.position().key(); }

uint64_t tabia_position_perft(const tabia_position* position, int depth) {
  return perft(position->game.position(), depth);
}
