#include "search/tablebase.h"

#include "base/text.h"

#if defined(TABIA_HAS_FATHOM)

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/random.h"
#include "chess/movegen.h"
#include "os/file.h"

// Last: a C header, with macros.
#include <tbprobe.h>

#endif

namespace tabia::search {

using base::Error;

#if defined(TABIA_HAS_FATHOM)

using base::concat;
using chess::Bitboard;
using chess::Color;
using chess::Game;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::PositionSetup;
using chess::Square;

namespace {

namespace fs = std::filesystem;

// Fathom's state is global, so there is only one owner at a time; true while it lives.
std::atomic<bool> fathom_is_taken = false;

// Debian's Fathom reports an error for every table that it closes.
using os::QuietStandardError;

// --- the files

// The first bytes of a Syzygy file. Its length is a multiple of 64 plus a checksum of 16 bytes.
constexpr std::array<unsigned char, 4> kResultMagic = {0x71, 0xE8, 0x23, 0x5D};
constexpr std::array<unsigned char, 4> kDistanceMagic = {0xD7, 0x66, 0x0C, 0xA5};
constexpr std::string_view kResultSuffix = ".rtbw";
constexpr std::string_view kDistanceSuffix = ".rtbz";

// "KQPvKR": both kings, at least one more piece, seven at most.
bool is_table_name(std::string_view name) {
  const std::size_t other_side = name.find('v');
  if (other_side == std::string_view::npos || name.size() < 4 || name.size() > 8) return false;
  const auto is_side = [](std::string_view men) {
    return !men.empty() && men.front() == 'K' && men.find_first_not_of("QRBNP", 1) == std::string_view::npos;
  };
  return is_side(name.substr(0, other_side)) && is_side(name.substr(other_side + 1));
}

// Fathom ends the program, or reads past the end of the file, if a file isn't a valid table: check that
// first.
base::Result<void> check_table(const fs::path& path, const std::array<unsigned char, 4>& magic) {
  std::error_code fault;
  const std::uintmax_t bytes = fs::is_regular_file(path, fault) ? fs::file_size(path, fault) : 0;
  if (fault) return Error{concat(path.string(), ": ", fault.message())};
  if (bytes % 64 != 16) {
    return Error{concat(path.string(), ": found ", bytes,
                        " bytes, expected a multiple of 64 and 16 more: the table is incomplete")};
  }
  std::array<char, 4> found{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(found.data(), found.size())) return Error{concat(path.string(), ": can't be read")};
  if (!std::equal(found.begin(), found.end(), magic.begin(),
                  [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; })) {
    return Error{concat(path.string(), ": found ", base::quoted(std::string_view(found.data(), found.size())),
                        " at the beginning, expected the magic bytes of a Syzygy table")};
  }
  return {};
}

// Checks the tables of the folder and adds the names of those with results to `names`.
base::Result<void> find_tables(const std::string& folder, std::vector<std::string>& names) {
  std::error_code fault;
  fs::directory_iterator files(folder, fault);
  if (fault) {
    return Error{concat(folder, ": ", fault.message(), ", expected a folder with Syzygy tables")};
  }
  for (; files != fs::directory_iterator(); files.increment(fault)) {
    const fs::path& path = files->path();
    const std::string suffix = path.extension().string();
    const bool has_results = suffix == kResultSuffix;
    if ((!has_results && suffix != kDistanceSuffix) || !is_table_name(path.stem().string())) continue;
    if (const auto checked = check_table(path, has_results ? kResultMagic : kDistanceMagic); !checked) {
      return checked.error();
    }
    if (has_results) names.push_back(path.stem().string());
  }
  if (fault) return Error{concat(folder, ": ", fault.message())};
  return {};
}

// --- one position

// In the order of Fathom's arguments.
struct FathomBoard {
  explicit FathomBoard(const Position& position) noexcept
      : white(position.pieces(Color::White)),
        black(position.pieces(Color::Black)),
        kings(position.pieces(PieceType::King)),
        queens(position.pieces(PieceType::Queen)),
        rooks(position.pieces(PieceType::Rook)),
        bishops(position.pieces(PieceType::Bishop)),
        knights(position.pieces(PieceType::Knight)),
        pawns(position.pieces(PieceType::Pawn)),
        en_passant(position.en_passant() == Square::None
                       ? 0u
                       : static_cast<unsigned>(index_of(position.en_passant()))),
        white_to_move(position.side_to_move() == Color::White) {}

  // Both are probed with a halfmove clock of 0 and no castling rights.
  [[nodiscard]] unsigned result() const noexcept {
    return tb_probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, 0, 0, en_passant,
                        white_to_move);
  }
  [[nodiscard]] unsigned distance(unsigned* moves) const noexcept {
    return tb_probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, 0, en_passant,
                         white_to_move, moves);
  }

  Bitboard white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;  // 0: none
  bool white_to_move;
};

TablebaseResult result_from(unsigned fathom) noexcept {
  return static_cast<TablebaseResult>(static_cast<int>(fathom) - static_cast<int>(TB_DRAW));
}

// The distance with the sign of the result, from an answer of tb_probe_root().
int signed_distance(unsigned answer) noexcept {
  const int distance = static_cast<int>(TB_GET_DTZ(answer));
  return TB_GET_WDL(answer) < TB_DRAW ? -distance : distance;
}

// Some position with this material in which the side to move can't capture, so that probing it reads exactly
// this table.
Position position_of_table(std::string_view name) {
  base::Random random(1);
  for (;;) {
    PositionSetup setup;
    Color color = Color::White;
    for (const char letter : name) {
      if (letter == 'v') {
        color = Color::Black;
        continue;
      }
      const PieceType type = *chess::parse_piece_letter(letter);
      const bool is_pawn = type == PieceType::Pawn;
      Square square;
      do {
        square = chess::square_at(static_cast<int>(is_pawn ? 8 + random.below(48) : random.below(64)));
      } while (setup.board[square] != chess::Piece::None);
      setup.board[square] = chess::make_piece(color, type);
    }
    if (const auto position = Position::from_setup(setup)) {
      chess::MoveList captures;
      chess::generate<chess::MoveSet::Captures>(*position, captures);
      if (captures.empty()) return *position;
    }
  }
}

// --- ranks

constexpr int kCertain = 1 << 18;  // far above any distance
constexpr int kLate = kCertain / 2;
constexpr int kFiftyMoves = 100;  // plies

// Wins that are certain to come in time are equally good, so the search may choose; if that is in doubt, the
// nearer one is better. Losses likewise: if the fifty-move rule may save the game, the longer one is better.
// `distance` counts from the root; 1 and -1 are mate, a capture or a pawn move, which decide by themselves.
int rank_of(int distance, int halfmove_clock, bool has_repeated) noexcept {
  if (distance == 0) return 0;
  if (distance == 1) return kCertain;
  if (distance == -1) return -kCertain;
  if (distance > 0) {
    return distance + halfmove_clock < kFiftyMoves && !has_repeated ? kCertain
                                                                    : kLate - (distance + halfmove_clock);
  }
  return -2 * distance + halfmove_clock < kFiftyMoves ? -kCertain : -kLate + (-distance + halfmove_clock);
}

TablebaseResult result_of_rank(int rank, bool fifty_move_rule) noexcept {
  const int decided = fifty_move_rule ? kLate - kFiftyMoves : 1;
  if (rank >= decided) return TablebaseResult::Win;
  if (rank <= -decided) return TablebaseResult::Loss;
  return rank > 0   ? TablebaseResult::CursedWin
         : rank < 0 ? TablebaseResult::BlessedLoss
                    : TablebaseResult::Draw;
}

// Without distances: a cursed win ranks just below what counts as a win under the fifty-move rule.
int rank_of(TablebaseResult result, bool fifty_move_rule) noexcept {
  switch (result) {
    case TablebaseResult::Win:
      return kCertain;
    case TablebaseResult::CursedWin:
      return fifty_move_rule ? kLate - kFiftyMoves - 1 : kCertain;
    case TablebaseResult::Draw:
      return 0;
    case TablebaseResult::BlessedLoss:
      return fifty_move_rule ? -(kLate - kFiftyMoves - 1) : -kCertain;
    case TablebaseResult::Loss:
      return -kCertain;
  }
  return 0;
}

// Has a position been repeated since the last capture or pawn move? Then one side may be shuffling.
bool has_repeated(const Game& game) {
  const std::vector<Position>& positions = game.positions();
  const auto clock = static_cast<std::size_t>(game.position().halfmove_clock());
  const std::size_t begin = positions.size() - std::min(positions.size(), clock + 1);
  for (std::size_t later = begin; later < positions.size(); ++later) {
    for (std::size_t earlier = begin; earlier < later; ++earlier) {
      if (positions[earlier].key() == positions[later].key()) return true;
    }
  }
  return false;
}

// Is the last position drawn because of the moves before it: third occurrence or, if it applies, fifty moves?
bool is_drawn_by_history(const Game& game, bool fifty_move_rule) noexcept {
  const chess::GameEnd end = game.end();
  if (end == chess::GameEnd::FiftyMoves) return fifty_move_rule || game.earlier_occurrences() >= 2;
  return end == chess::GameEnd::Threefold;
}

bool is_answer_for(Move move, unsigned answer) noexcept {
  const unsigned promotion = move.is_promotion()
                                 ? TB_PROMOTES_QUEEN + static_cast<unsigned>(PieceType::Queen) -
                                       static_cast<unsigned>(move.promotion())
                                 : TB_PROMOTES_NONE;
  return TB_GET_FROM(answer) == static_cast<unsigned>(index_of(move.from())) &&
         TB_GET_TO(answer) == static_cast<unsigned>(index_of(move.to())) &&
         TB_GET_PROMOTES(answer) == promotion;
}

// For each legal move, the plies to the next capture, pawn move or mate; nothing without the tables.
class RootDistances {
 public:
  explicit RootDistances(const Position& position) noexcept {
    known_ = FathomBoard(position).distance(answers_.data()) != TB_RESULT_FAILED;
  }
  [[nodiscard]] std::optional<int> of(Move move) const noexcept {
    if (!known_) return std::nullopt;
    for (const unsigned answer : answers_) {
      if (answer == TB_RESULT_FAILED) break;
      if (is_answer_for(move, answer)) return signed_distance(answer);
    }
    return std::nullopt;
  }

 private:
  std::array<unsigned, TB_MAX_MOVES> answers_{};  // one per legal move, then TB_RESULT_FAILED
  bool known_ = false;
};

// All legal moves of the game's last position, best first. `rank_of_last` gets the game with the move
// appended; if it has no answer for one of them, the list is empty.
template <class RankOfLast>
std::vector<RankedMove> ranked_moves(const Game& game, RankOfLast rank_of_last) {
  std::vector<RankedMove> moves;
  Game line = game;
  for (const Move move : chess::legal_moves(game.position())) {
    line.play(move);
    const std::optional<RankedMove> ranked = rank_of_last(move, line);
    if (!ranked) return {};
    moves.push_back(*ranked);
    line.take_back();
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RankedMove& a, const RankedMove& b) { return a.rank > b.rank; });
  return moves;
}

}  // namespace

bool Tablebase::is_available() noexcept { return true; }

base::Result<std::shared_ptr<const Tablebase>> Tablebase::open(const std::string& path) {
  // Empty folder names confuse Fathom.
  std::string folders;
  std::vector<std::string> names;
  for (const std::string_view folder : base::split(path, os::kPathListSeparator)) {
    if (folder.empty()) continue;
    if (const auto found = find_tables(std::string(folder), names); !found) return found.error();
    folders += concat(folders.empty() ? "" : std::string(1, os::kPathListSeparator), folder);
  }
  if (names.empty()) return Error{concat(path, ": found no tables, expected files like KQvK.rtbw")};
  if (fathom_is_taken.exchange(true)) {
    return Error{concat(path, ": other tables are open; only one set can be open at a time")};
  }
  const std::shared_ptr<const Tablebase> tablebase(new Tablebase(folders));
  // Fathom opens a table when it is first needed, and Debian's version does so without a lock. So all tables
  // that the search will use are opened here, and from now on they are only read.
  for (const std::string& name : names) {
    if (!tablebase->result_of(position_of_table(name))) {
      return Error{concat(path, ": the table ", name, kResultSuffix, " can't be read")};
    }
  }
  return tablebase;
}

Tablebase::Tablebase(const std::string& folders) {
  tb_init(folders.c_str());
  largest_ = static_cast<int>(TB_LARGEST);
}

Tablebase::~Tablebase() {
  const QuietStandardError quiet;
  tb_init("");  // closes all; tb_free() leaves pointers behind that a later tb_init() uses
  fathom_is_taken = false;
}

bool Tablebase::may_answer(const Position& position) const noexcept {
  return chess::count(position.occupied()) <= largest_ && position.castling_rooks() == 0;
}

std::optional<TablebaseResult> Tablebase::result_of(const Position& position) const noexcept {
  if (!may_answer(position)) return std::nullopt;
  const unsigned answer = FathomBoard(position).result();
  if (answer == TB_RESULT_FAILED) return std::nullopt;
  return result_from(answer);
}

std::optional<int> Tablebase::distance_to_zeroing(const Position& position) const {
  const auto result = result_of(position);
  if (!result) return std::nullopt;
  if (!chess::has_legal_move(position)) return position.in_check() ? -1 : 0;
  const std::lock_guard lock(distances_mutex_);
  const unsigned answer = FathomBoard(position).distance(nullptr);
  if (answer == TB_RESULT_FAILED) return std::nullopt;
  return signed_distance(answer);
}

std::vector<RankedMove> Tablebase::rank_root_moves(const Game& game, bool fifty_move_rule) const {
  const Position& root = game.position();
  if (!may_answer(root) || !chess::has_legal_move(root)) return {};
  const RootDistances distances = [&] {
    const std::lock_guard lock(distances_mutex_);
    return RootDistances(root);
  }();
  const bool repeated = has_repeated(game);
  const auto by_distance = [&](Move move, const Game& line) -> std::optional<RankedMove> {
    const auto distance = is_drawn_by_history(line, fifty_move_rule) ? 0 : distances.of(move);
    if (!distance) return std::nullopt;
    const int rank = rank_of(*distance, root.halfmove_clock(), repeated);
    return RankedMove{move, rank, result_of_rank(rank, fifty_move_rule), distance};
  };
  const auto by_result = [&](Move move, const Game& line) -> std::optional<RankedMove> {
    const auto reply =
        is_drawn_by_history(line, fifty_move_rule) ? TablebaseResult::Draw : result_of(line.position());
    if (!reply) return std::nullopt;
    const int rank = -rank_of(*reply, fifty_move_rule);
    return RankedMove{move, rank, result_of_rank(rank, fifty_move_rule), std::nullopt};
  };
  std::vector<RankedMove> moves = ranked_moves(game, by_distance);
  if (moves.empty()) moves = ranked_moves(game, by_result);
  return moves;
}

#else

bool Tablebase::is_available() noexcept { return false; }

base::Result<std::shared_ptr<const Tablebase>> Tablebase::open(const std::string& path) {
  return Error{base::concat(
      path, ": the program was built without Fathom (package libfathom-dev), which reads tables")};
}

// Never called.
Tablebase::Tablebase(const std::string&) {}
Tablebase::~Tablebase() = default;
bool Tablebase::may_answer(const chess::Position&) const noexcept { return false; }
std::optional<TablebaseResult> Tablebase::result_of(const chess::Position&) const noexcept { return {}; }
std::optional<int> Tablebase::distance_to_zeroing(const chess::Position&) const { return {}; }
std::vector<RankedMove> Tablebase::rank_root_moves(const chess::Game&, bool) const { return {}; }

#endif

}  // namespace tabia::search
