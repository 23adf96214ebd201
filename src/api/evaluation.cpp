// The public library (include/tabia): evaluation by networks.
#include <tabia/tabia.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "api/board.h"
#include "api/guarded.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/fen.h"
#include "eval/win_model.h"
#include "nn/accumulator.h"
#include "nn/embedded.h"
#include "nn/load.h"

struct tabia_network {
  std::shared_ptr<const tabia::nn::Network> network;
  tabia::eval::WinModel win_model;
};

struct tabia_accumulator {
  const tabia_network& network;
  tabia::nn::AccumulatorStack stack;
  std::vector<tabia::chess::PositionSetup> boards;  // the start, and the board after every push
  bool a8_first = false;
};

namespace {

using namespace tabia;
using namespace tabia::chess;
using api::from_caller;
using api::guarded;
using api::setup_of;
using base::concat;
using base::Error;

tabia_evaluation to_evaluation(const nn::Output& output, const Position& position,
                               const eval::WinModel& model) {
  const int cp = model.centipawns(output.score, position);
  const eval::Wdl wdl = model.wdl(output.score, position);
  return {.cp = cp,
          .cp_white = position.side_to_move() == Color::White ? cp : -cp,
          .win = wdl.win,
          .draw = wdl.draw,
          .loss = wdl.loss,
          .score = output.score,
          .bucket = output.bucket,
          .valid = 1,
          .raw = output.raw};
}

tabia_evaluation evaluation_of(const tabia_network& network, const Position& position) {
  return to_evaluation(network.network->fresh_output(position), position, network.win_model);
}

}  // namespace

tabia_network* tabia_network_load(const char* path, char* error, size_t error_size) {
  tabia_network* loaded = nullptr;
  guarded(error, error_size, [&]() -> base::Result<void> {
    auto network = path ? nn::load_network(path) : nn::read_network(nn::embedded_network());
    if (!network) return network.error();
    loaded = new tabia_network{*network, eval::WinModel((*network)->wdl())};
    return {};
  });
  return loaded;
}

void tabia_network_free(tabia_network* network) { delete network; }

const char* tabia_network_name(const tabia_network* network) { return network->network->spec().name.c_str(); }

int tabia_network_evaluate(const tabia_network* network, const char* fen, tabia_evaluation* evaluation,
                           char* error, size_t error_size) {
  return guarded(error, error_size, [&]() -> base::Result<void> {
    const auto position = parse_fen(fen);
    if (!position) return position.error();
    *evaluation = evaluation_of(*network, *position);
    return {};
  });
}

int tabia_board_from_fen(const char* fen, tabia_board* board, char* error, size_t error_size) {
  return guarded(error, error_size, [&]() -> base::Result<void> {
    const auto position = parse_fen(fen);
    if (!position) return position.error();
    *board = api::board_of(*position);
    return {};
  });
}

int tabia_network_evaluate_board(const tabia_network* network, const tabia_board* board,
                                 tabia_evaluation* evaluation, char* error, size_t error_size) {
  return guarded(error, error_size, [&]() -> base::Result<void> {
    const auto setup = setup_of(*board);
    if (!setup) return setup.error();
    *evaluation = evaluation_of(*network, Position::from_valid_setup(*setup));
    return {};
  });
}

namespace {

// Evaluates position_of(i), a Result, for each i on several threads. Returns how many were valid positions.
template <class PositionOf>
std::size_t evaluate_many(const tabia_network& network, std::size_t count, int threads,
                          tabia_evaluation* evaluations, const PositionOf& position_of) {
  constexpr std::size_t kBlock = 1024;
  try {
    std::vector<std::size_t> valid((count + kBlock - 1) / kBlock);
    base::parallel_for(valid.size(), threads > 0 ? threads : base::usable_cores(), [&](std::size_t block) {
      for (std::size_t i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) {
        const auto position = position_of(i);
        evaluations[i] = position ? evaluation_of(network, *position) : tabia_evaluation{};
        valid[block] += position ? 1 : 0;
      }
    });
    std::size_t total = 0;
    for (const std::size_t part : valid) total += part;
    return total;
  } catch (const std::exception&) {
    std::fill_n(evaluations, count, tabia_evaluation{});
    return 0;
  }
}

}  // namespace

size_t tabia_network_evaluate_batch(const tabia_network* network, const char* const* fens, size_t count,
                                    int threads, tabia_evaluation* evaluations) {
  return evaluate_many(*network, count, threads, evaluations,
                       [&](std::size_t i) { return parse_fen(fens[i]); });
}

size_t tabia_network_evaluate_boards(const tabia_network* network, const tabia_board* boards, size_t count,
                                     int threads, tabia_evaluation* evaluations) {
  return evaluate_many(*network, count, threads, evaluations, [&](std::size_t i) -> base::Result<Position> {
    const auto setup = setup_of(boards[i]);
    if (!setup) return setup.error();
    return Position::from_valid_setup(*setup);
  });
}

// --- move by move

tabia_accumulator* tabia_accumulator_new(const tabia_network* network) {
  auto accumulator = std::make_unique<tabia_accumulator>(
      tabia_accumulator{*network, nn::AccumulatorStack(network->network), {Position().setup()}});
  accumulator->stack.reset(Position());
  return accumulator.release();
}

void tabia_accumulator_free(tabia_accumulator* accumulator) { delete accumulator; }

int tabia_accumulator_reset(tabia_accumulator* accumulator, const tabia_board* board, char* error,
                            size_t error_size) {
  return guarded(error, error_size, [&]() -> base::Result<void> {
    const auto setup = setup_of(*board);
    if (!setup) return setup.error();
    accumulator->boards.assign(1, *setup);
    accumulator->a8_first = board->a8_first != 0;
    accumulator->stack.reset(Position::from_valid_setup(*setup));
    return {};
  });
}

namespace {

base::Result<PlacedPiece> placed(const tabia_change& change, bool a8_first) {
  const auto piece = parse_fen_letter(change.piece);
  if (!piece || change.square < 0 || change.square > 63) {
    return Error{concat("change: found piece ", base::quoted(std::string_view(&change.piece, 1)),
                        " on square ", change.square, ", expected a FEN letter and a square from 0 to 63")};
  }
  return PlacedPiece{*piece, from_caller(change.square, a8_first)};
}

base::Result<void> push_move(tabia_accumulator& accumulator, const tabia_change* removed,
                             std::size_t removed_count, const tabia_change* added, std::size_t added_count) {
  if (removed_count > 2 || added_count > 2)
    return Error{"a move removes at most 2 pieces and adds at most 2"};
  PositionSetup board = accumulator.boards.back();
  PieceDelta delta;
  for (std::size_t i = 0; i < removed_count; ++i) {
    const auto piece = placed(removed[i], accumulator.a8_first);
    if (!piece) return piece.error();
    if (board.board[piece->square] != piece->piece)
      return Error{concat("removed: there is no ", std::string(1, removed[i].piece), " on square ",
                          removed[i].square)};
    board.board[piece->square] = Piece::None;
    delta.removed[i] = *piece;
  }
  for (std::size_t i = 0; i < added_count; ++i) {
    const auto piece = placed(added[i], accumulator.a8_first);
    if (!piece) return piece.error();
    if (board.board[piece->square] != Piece::None)
      return Error{concat("added: square ", added[i].square, " is not empty")};
    board.board[piece->square] = piece->piece;
    delta.added[i] = *piece;
  }
  for (const Piece king : {Piece::WhiteKing, Piece::BlackKing}) {
    const auto kings = std::count(board.board.begin(), board.board.end(), king);
    if (kings != 1)
      return Error{concat("the move leaves ", kings, " of ", std::string(1, fen_letter(king)),
                          " on the board, expected 1")};
  }
  // The networks have memory for this many.
  constexpr std::ptrdiff_t kMostPieces = 32;
  const auto pieces = static_cast<std::ptrdiff_t>(board.board.size()) -
                      std::count(board.board.begin(), board.board.end(), Piece::None);
  if (pieces > kMostPieces)
    return Error{concat("the move leaves ", pieces, " pieces on the board, expected at most ", kMostPieces)};
  delta.removed_count = static_cast<int>(removed_count);
  delta.added_count = static_cast<int>(added_count);
  board.side_to_move = ~board.side_to_move;
  accumulator.boards.push_back(board);
  accumulator.stack.push(delta);
  return {};
}

}  // namespace

int tabia_accumulator_push(tabia_accumulator* accumulator, const tabia_change* removed, size_t removed_count,
                           const tabia_change* added, size_t added_count, char* error, size_t error_size) {
  return guarded(error, error_size,
                 [&] { return push_move(*accumulator, removed, removed_count, added, added_count); });
}

int tabia_accumulator_pop(tabia_accumulator* accumulator) {
  if (accumulator->boards.size() < 2) return 0;
  accumulator->boards.pop_back();
  accumulator->stack.pop();
  return 1;
}

void tabia_accumulator_evaluate(tabia_accumulator* accumulator, tabia_evaluation* evaluation) {
  const Position position = Position::from_valid_setup(accumulator->boards.back());
  *evaluation = to_evaluation(accumulator->stack.output(position), position, accumulator->network.win_model);
}
