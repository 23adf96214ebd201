#include "api/board.h"

#include <string_view>

#include "base/text.h"
#include "chess/fen.h"

namespace tabia::api {
namespace {

using namespace tabia::chess;
using base::concat;
using base::Error;

constexpr std::string_view kUsualOrder = "PNBRQKpnbrqk";

}  // namespace

base::Result<PositionSetup> setup_of(const tabia_board& board) {
  const std::string_view order = board.order ? std::string_view(board.order) : kUsualOrder;
  PositionSetup setup;
  if (order.size() != 12)
    return Error{concat("order: found ", base::quoted(order), ", expected twelve FEN letters")};
  Bitboard seen = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    const auto piece = parse_fen_letter(order[i]);
    if (!piece || order.find(order[i]) != i)
      return Error{concat("order: found ", base::quoted(order), ", expected each of ", kUsualOrder, " once")};
    if (seen & board.pieces[i])
      return Error{concat("pieces: two pieces on one square, the second a ", order.substr(i, 1))};
    seen |= board.pieces[i];
    for (Bitboard rest = board.pieces[i]; rest;)
      setup.board[from_caller(index_of(pop_first(rest)), board.a8_first != 0)] = *piece;
  }
  setup.side_to_move = board.black_to_move ? Color::Black : Color::White;
  setup.halfmove_clock = board.halfmove_clock;
  // Positions inside a search may be unreachable in a game, but a network needs both kings and a plausible
  // board.
  auto fault = fault_in(setup);
  if (fault && fault->field == SetupField::SideToMove) {
    PositionSetup other = setup;
    other.side_to_move = ~setup.side_to_move;
    fault = fault_in(other);
    if (fault && fault->field == SetupField::SideToMove) fault.reset();
  }
  if (fault) return Error{fault->message};
  return setup;
}

tabia_board board_of(const Position& position) {
  tabia_board board{};
  for (Bitboard rest = position.occupied(); rest;) {
    const Square square = pop_first(rest);
    board.pieces[kUsualOrder.find(fen_letter(position.piece_on(square)))] |= std::uint64_t{1}
                                                                             << index_of(square);
  }
  board.black_to_move = position.side_to_move() == Color::Black ? 1 : 0;
  board.halfmove_clock = position.halfmove_clock();
  return board;
}

}  // namespace tabia::api
