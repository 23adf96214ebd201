#include "chess/fen.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace tabia::chess {
namespace {

using base::concat;
using base::Error;
using base::quoted;

constexpr std::array<std::string_view, 6> kFieldNames = {"pieces",     "side to move",   "castling rights",
                                                         "en passant", "halfmove clock", "fullmove number"};

// An error that names the field by number and name.
Error field_error(SetupField field, const std::string& what) {
  const auto index = static_cast<std::size_t>(field);
  return Error{concat("FEN field ", index + 1, " (", name_of(field), "): ", what)};
}

// Reads one rank of the board field into `board`; the error says what is wrong with it.
base::Result<void> parse_rank(std::string_view row, int rank, EnumArray<Square, Piece>& board) {
  const auto fail = [](const std::string& what) { return field_error(SetupField::Board, what); };
  int file = 0;
  bool after_number = false;
  for (const char letter : row) {
    const bool number = letter >= '1' && letter <= '8';
    if (number && after_number) {
      return fail(
          concat("found two numbers in a row in rank ", rank + 1, " ", quoted(row), ", expected their sum"));
    }
    after_number = number;
    if (number) {
      file += letter - '0';
    } else if (const auto piece = parse_fen_letter(letter)) {
      if (file < 8) board[make_square(file, rank)] = *piece;
      ++file;
    } else {
      return fail(concat("found ", quoted(std::string_view(&letter, 1)), " in rank ", rank + 1,
                         ", expected one of PNBRQKpnbrqk or 1-8"));
    }
    if (file > 8) break;
  }
  if (file != 8) {
    return fail(concat("found ", file > 8 ? "more than 8" : std::to_string(file).c_str(), " squares in rank ",
                       rank + 1, " ", quoted(row), ", expected 8"));
  }
  return {};
}

// For every byte: the piece it means, or else the number of empty squares (1 to 8), or else 0.
struct BoardLetter {
  Piece piece = Piece::None;
  std::uint8_t empty = 0;
};
constexpr std::array<BoardLetter, 256> kBoardLetters = [] {
  std::array<BoardLetter, 256> letters{};
  letters.fill({});  // g++ 12 would otherwise zero elements that are only partly assigned
  for (std::size_t i = 0; i < 128; ++i) {
    if (i >= '1' && i <= '8') letters[i].empty = static_cast<std::uint8_t>(i - '0');
    if (const auto piece = parse_fen_letter(static_cast<char>(i))) letters[i].piece = *piece;
  }
  return letters;
}();
static_assert(kBoardLetters['1'].piece == Piece::None && kBoardLetters['1'].empty == 1 &&
              kBoardLetters['k'].piece == Piece::BlackKing && kBoardLetters['/'].piece == Piece::None);

// Reads a valid board in one pass. On false there is a fault, which parse_board() explains.
bool read_flawless_board(std::string_view text, EnumArray<Square, Piece>& board) {
  int rank = 7;
  int file = 0;
  bool after_number = false;
  for (const char c : text) {
    const BoardLetter letter = kBoardLetters[static_cast<unsigned char>(c)];
    if (letter.piece != Piece::None) {
      if (file > 7) return false;
      board[make_square(file++, rank)] = letter.piece;
      after_number = false;
    } else if (letter.empty > 0) {
      file += letter.empty;
      if (after_number || file > 8) return false;
      after_number = true;
    } else {
      if (c != '/' || file != 8 || rank == 0) return false;
      file = 0;
      --rank;
      after_number = false;
    }
  }
  return rank == 0 && file == 8;
}

base::Result<EnumArray<Square, Piece>> parse_board(std::string_view text) {
  const auto separators = std::count(text.begin(), text.end(), '/');
  if (separators != 7) {
    return field_error(SetupField::Board, concat("found ", separators + 1, " ranks in ", quoted(text),
                                                 ", expected 8 separated by '/'"));
  }
  auto board = PositionSetup::empty_board();
  for (int rank = 7; rank >= 0; --rank) {
    const std::size_t end = std::min(text.find('/'), text.size());
    if (auto good = parse_rank(text.substr(0, end), rank, board); !good) return good.error();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return board;
}

std::optional<Color> parse_side(std::string_view text) {
  if (text == "w") return Color::White;
  if (text == "b") return Color::Black;
  return std::nullopt;
}

// The color's king on its back rank, if there is exactly one there.
std::optional<Square> castling_king(const EnumArray<Square, Piece>& board, Color color) {
  std::optional<Square> king;
  for (int file = 0; file < 8; ++file) {
    const Square square = make_square(file, back_rank(color));
    if (board[square] != make_piece(color, PieceType::King)) continue;
    if (king) return std::nullopt;
    king = square;
  }
  return king;
}

// The rook that one letter of the castling field means: for K and Q the outermost on that side of the king,
// for A-H the one on that file. The error says why there is none.
base::Result<Square> castling_rook(const EnumArray<Square, Piece>& board, char letter) {
  const Color color = letter >= 'a' ? Color::Black : Color::White;
  const char upper = letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const bool by_file = upper >= 'A' && upper <= 'H';
  if (upper != 'K' && upper != 'Q' && !by_file) {
    return Error{concat("found ", quoted(std::string_view(&letter, 1)),
                        ", expected '-' or letters of KQkq or A-H, a-h")};
  }
  const auto king = castling_king(board, color);
  if (!king) {
    return Error{concat("found '", letter, "' without ", name_of(color), "'s king on rank ",
                        back_rank(color) + 1, ", expected king and rook on that rank")};
  }
  const Piece rook = make_piece(color, PieceType::Rook);
  if (by_file) {
    const Square square = make_square(upper - 'A', back_rank(color));
    if (board[square] == rook) return square;
    return Error{
        concat("found '", letter, "' without a rook of ", name_of(color), " on ", to_string(square))};
  }
  const int step = upper == 'K' ? -1 : 1;
  for (int file = upper == 'K' ? 7 : 0; file != file_of(*king); file += step) {
    const Square square = make_square(file, back_rank(color));
    if (board[square] == rook) return square;
  }
  return Error{concat("found '", letter, "' without a rook of ", name_of(color), " on the ",
                      upper == 'K' ? "king's" : "queen's", " side of ", to_string(*king))};
}

// Reads the fields in order; stops at the first fault or, if lenient, repairs it.
class Reader {
 public:
  Reader(std::string_view text, bool lenient) : rest_(text), lenient_(lenient) {}

  // After an error: the field with the fault, if the fault is in a field.
  [[nodiscard]] const std::optional<SetupField>& wrong() const noexcept { return wrong_; }

  base::Result<LenientFen> read() {
    const std::string_view board = base::take_word(rest_);
    wrong_ = SetupField::Board;
    if (board.empty())
      return field_error(SetupField::Board, "found nothing, expected 8 ranks separated by '/'");
    if (!read_flawless_board(board, setup_.board)) {
      auto parsed = parse_board(board);
      if (!parsed) return parsed.error();
      setup_.board = *parsed;
    }
    wrong_.reset();
    using FieldReader = bool (Reader::*)(std::string_view);
    for (const FieldReader step :
         {&Reader::side, &Reader::castling, &Reader::en_passant, &Reader::counters}) {
      if (!(this->*step)(base::take_word(rest_))) return *error_;
    }
    return checked();
  }

 private:
  // In strict mode, stops with this error. In lenient mode, notes what is assumed instead and continues.
  bool fault(SetupField field, const std::string& what, std::string_view assumed) {
    const Error error = field_error(field, what);
    if (lenient_) {
      repairs_.push_back(concat(error.message, "; assumed ", assumed));
      return true;
    }
    error_ = error;
    wrong_ = field;
    return false;
  }

  bool side(std::string_view text) {
    if (const auto color = parse_side(text)) {
      setup_.side_to_move = *color;
      return true;
    }
    if (text.empty()) return fault(SetupField::SideToMove, "found nothing, expected w or b", "White to move");
    error_ = field_error(SetupField::SideToMove, concat("found ", quoted(text), ", expected w or b"));
    wrong_ = SetupField::SideToMove;
    return false;
  }

  bool castling(std::string_view text) {
    constexpr auto kField = SetupField::Castling;
    if (text == "-") return true;
    if (text.empty())
      return fault(kField, "found nothing, expected '-' or letters like KQkq", "no castling rights");
    constexpr std::size_t kMostLetters =
        8;  // some repetition is fine, but don't report each of a million letters
    if (text.size() > kMostLetters) {
      return fault(kField, concat("found ", quoted(text), ", expected '-' or up to 4 letters like KQkq"),
                   "no castling rights");
    }
    for (const char letter : text) {
      const auto rook = castling_rook(setup_.board, letter);
      if (!rook) {
        if (!fault(kField, rook.error().message, "no such right")) return false;
      } else if (setup_.castling_rooks & bit(*rook)) {
        if (!fault(kField, concat("found the rook on ", to_string(*rook), " twice in ", quoted(text)),
                   "once")) {
          return false;
        }
      } else {
        setup_.castling_rooks |= bit(*rook);
      }
    }
    return true;
  }

  bool en_passant(std::string_view text) {
    if (text == "-") return true;
    if (const auto square = parse_square(text)) {
      setup_.en_passant = *square;
      return true;
    }
    const std::string found = text.empty() ? "nothing" : quoted(text);
    return fault(SetupField::EnPassant, concat("found ", found, ", expected '-' or a square like e3"),
                 "no en passant");
  }

  // The two counters; both may be missing, as in EPD.
  bool counters(std::string_view halfmove) {
    if (halfmove.empty()) return true;
    const std::string_view fullmove = base::take_word(rest_);
    return counter(SetupField::HalfmoveClock, halfmove, 0, kMaxHalfmoveClock, setup_.halfmove_clock) &&
           counter(SetupField::FullmoveNumber, fullmove, 1, kMaxFullmoveNumber, setup_.fullmove_number) &&
           nothing_more();
  }

  bool counter(SetupField field, std::string_view text, int low, int high, int& value) {
    const auto number = base::parse_integer<int>(text);
    if (number && *number >= low && *number <= high && base::is_digit(text.front())) {
      value = *number;
      return true;
    }
    value = number && *number > high ? high : low;
    const std::string found = text.empty() ? "nothing" : quoted(text);
    return fault(field, concat("found ", found, ", expected a number from ", low, " to ", high),
                 std::to_string(value));
  }

  bool nothing_more() {
    const std::string_view more = base::trimmed(rest_);
    if (more.empty()) return true;
    const Error error{concat("FEN: found ", quoted(more), " after the six fields, expected nothing")};
    if (lenient_) {
      repairs_.push_back(error.message + "; ignored");
      return true;
    }
    error_ = error;
    return false;
  }

  base::Result<LenientFen> checked() {
    while (const auto found = fault_in(setup_)) {
      const bool harmless = found->field == SetupField::Castling || found->field == SetupField::EnPassant;
      if (!lenient_ || !harmless) {
        wrong_ = found->field;
        return field_error(found->field, concat("found ", found->message));
      }
      if (found->field == SetupField::Castling) {
        repairs_.push_back(field_error(found->field, found->message).message +
                           "; assumed no castling rights");
        setup_.castling_rooks = 0;
      } else {
        repairs_.push_back(field_error(found->field, found->message).message + "; assumed no en passant");
        setup_.en_passant = Square::None;
      }
    }
    return LenientFen{Position::from_valid_setup(setup_), std::move(repairs_)};
  }

  std::string_view rest_;
  bool lenient_;
  PositionSetup setup_;
  std::vector<std::string> repairs_;
  std::optional<Error> error_;
  std::optional<SetupField> wrong_;
};

constexpr EnumArray<Piece, char> kFenLetters = [] {
  EnumArray<Piece, char> letters{};
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes)
      letters[make_piece(color, type)] = fen_letter(make_piece(color, type));
  }
  return letters;
}();

void append_board(std::string& out, const Position& position) {
  char text[72];
  char* end = text;
  const Bitboard occupied = position.occupied();
  for (int rank = 7; rank >= 0; --rank) {
    int next = 0;  // the file after the last piece
    for (Bitboard pieces = occupied & rank_bits(rank); pieces;) {
      const Square square = pop_first(pieces);
      const int file = file_of(square);
      if (file > next) *end++ = static_cast<char>('0' + file - next);
      *end++ = kFenLetters[position.piece_on(square)];
      next = file + 1;
    }
    if (next < 8) *end++ = static_cast<char>('8' - next);
    if (rank > 0) *end++ = '/';
  }
  out.append(text, end);
}

// The letter for the right to castle with a rook: K or Q if it is the outermost on its side.
char castling_letter(const Position& position, Color color, Square rook, bool shredder) {
  const Square king = position.king_square(color);
  const bool king_side = file_of(rook) > file_of(king);
  const Bitboard outside = king_side ? ~((bit(rook) << 1) - 1) : bit(rook) - 1;
  const Bitboard rivals = position.pieces(color, PieceType::Rook) & rank_bits(back_rank(color)) & outside;
  const bool by_file = shredder || rivals;
  const char upper = by_file ? static_cast<char>('A' + file_of(rook)) : king_side ? 'K' : 'Q';
  return color == Color::White ? upper : base::to_lower(upper);
}

void append_castling(std::string& out, const Position& position, bool shredder) {
  if (!position.castling_rooks()) {
    out += '-';
    return;
  }
  for (const Color color : {Color::White, Color::Black}) {
    const Bitboard rooks = position.castling_rooks(color);
    for (int file = 7; file >= 0; --file) {  // kingside first
      const Square square = make_square(file, back_rank(color));
      if (contains(rooks, square)) out += castling_letter(position, color, square, shredder);
    }
  }
}

}  // namespace

base::Result<Position> parse_fen(std::string_view text, FenReading reading) {
  auto read = Reader(text, reading == FenReading::Lenient).read();
  if (!read) return read.error();
  return read->position;
}

base::Result<Position> parse_fen(std::string_view text) { return parse_fen(text, FenReading::Strict); }

base::Result<LenientFen> parse_fen_lenient(std::string_view text) { return Reader(text, true).read(); }

base::Result<LenientFen> parse_fen_lenient(std::string_view text, std::optional<SetupField>& wrong) {
  Reader reader(text, true);
  auto read = reader.read();
  wrong = read ? std::nullopt : reader.wrong();
  return read;
}

std::string_view name_of(SetupField field) noexcept { return kFieldNames[static_cast<std::size_t>(field)]; }

std::string to_epd_position(const Position& position, FenStyle style) {
  const Square en_passant = style.every_double_step ? position.double_step() : position.en_passant();
  std::string out;
  out.reserve(96);
  append_board(out, position);
  out += position.side_to_move() == Color::White ? " w " : " b ";
  append_castling(out, position, style.shredder_castling);
  out += ' ';
  out += en_passant == Square::None ? std::string("-") : to_string(en_passant);
  return out;
}

std::string to_fen(const Position& position, FenStyle style) {
  std::string out = to_epd_position(position, style);
  base::append(out, ' ');
  base::append(out, position.halfmove_clock());
  base::append(out, ' ');
  base::append(out, position.fullmove_number());
  return out;
}

}  // namespace tabia::chess
