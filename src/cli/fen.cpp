#include "chess/fen.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/diagram.h"
#include "chess/epd.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "cli/commands.h"
#include "os/file.h"

namespace tabia::cli {
namespace {

using base::concat;
using namespace tabia::chess;

// Unicode pieces if the output is a terminal that can show them.
DiagramStyle diagram_style(const Arguments& arguments) {
  if (arguments.has("--ascii") || !os::is_terminal(os::kStandardOutput)) return DiagramStyle::Ascii;
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return dumb ? DiagramStyle::Ascii : DiagramStyle::Unicode;
}

std::string hexadecimal(Key key) {
  char text[24];
  std::snprintf(text, sizeof text, "%016llX", static_cast<unsigned long long>(key));
  return text;
}

std::string squares_text(Bitboard squares) {
  std::string text;
  while (squares) text += concat(text.empty() ? "" : " ", to_string(pop_first(squares)));
  return text.empty() ? "none" : text;
}

struct NamedKey {
  std::string_view name;
  Key key;
};

std::vector<NamedKey> named_keys(const Position& position) {
  const PositionKeys& keys = position.keys();
  return {{"full", keys.full},
          {"pawn", keys.pawn},
          {"minor", keys.minor},
          {"major", keys.major},
          {"non_pawn_white", keys.non_pawn[Color::White]},
          {"non_pawn_black", keys.non_pawn[Color::Black]}};
}

void print_position(const Position& position, DiagramStyle style) {
  std::printf("%s\n", diagram(position, style).c_str());
  const auto row = [](std::string_view name, const std::string& value) {
    std::printf("%-12s %s\n", concat(name, ":").c_str(), value.c_str());
  };
  row("FEN", to_fen(position));
  row("Shredder", to_fen(position, {.shredder_castling = true}));
  row("side", std::string(name_of(position.side_to_move())));
  const std::string castling = squares_text(position.castling_rooks());
  row("castling", castling == "none" ? castling : concat("with the rooks on ", castling));
  row("en passant", position.en_passant() == Square::None ? "none" : to_string(position.en_passant()));
  row("checkers", squares_text(position.checkers()));
  row("pinned", squares_text(position.pinned()));
  row("state",
      concat(position.in_check() ? "check, " : "",
             name_of(Game(position).end()) == "none" ? "the game continues" : name_of(Game(position).end())));
  for (const auto& [name, key] : named_keys(position)) row("key", concat(hexadecimal(key), " ", name));
  const MoveList moves = legal_moves(position);
  std::string list;
  for (const Move move : moves)
    list += concat(list.empty() ? "" : ", ", to_san(position, move), " (", to_uci(move), ")");
  row("moves", concat(moves.size(), moves.empty() ? "" : ": ", list));
}

void print_json(const Position& position, const std::vector<std::string>& repairs) {
  base::JsonWriter json;
  json.begin_object()
      .field("fen", to_fen(position))
      .field("shredder_fen", to_fen(position, {.shredder_castling = true}));
  json.field("side_to_move", position.side_to_move() == Color::White ? "white" : "black");
  json.field("in_check", position.in_check()).field("end", name_of(Game(position).end()));
  json.key("keys").begin_object();
  for (const auto& [name, key] : named_keys(position)) json.field(name, hexadecimal(key));
  json.end_object().key("moves").begin_array();
  for (const Move move : legal_moves(position)) {
    json.begin_object().field("uci", to_uci(move)).field("san", to_san(position, move)).end_object();
  }
  json.end_array().key("repairs").begin_array();
  for (const std::string& repair : repairs) json.value(repair);
  json.end_array().end_object();
  std::printf("%s\n", json.text().c_str());
}

base::Result<LenientFen> read_fen(const std::string& text, bool lenient) {
  if (lenient) return parse_fen_lenient(text);
  TABIA_TRY(const Position position, parse_fen(text));
  return LenientFen{position, {}};
}

int show_one(const Arguments& arguments, const std::string& text) {
  const auto parsed = read_fen(text, arguments.has("--lenient"));
  if (!parsed) return failure(parsed.error());
  if (arguments.has("--json")) {
    print_json(parsed->position, parsed->repairs);
    return kExitDone;
  }
  for (const std::string& repair : parsed->repairs) std::fprintf(stderr, "repaired: %s\n", repair.c_str());
  print_position(parsed->position, diagram_style(arguments));
  return kExitDone;
}

int check_file(const Arguments& arguments) {
  auto file = base::InputFile::open(arguments.text("--file", ""));
  if (!file) return failure(file.error());
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  base::LineReader lines(file->stream());
  while (lines.next()) {
    const std::string_view text = bare_line(lines.line(), lines.number());
    if (text.empty() || text.front() == '#') continue;
    if (const auto position = parse_fen(text)) {
      ++valid;
    } else {
      ++invalid;
      std::printf("%s:%s: %s\n", file->name().c_str(), std::to_string(lines.number()).c_str(),
                  position.error().message.c_str());
    }
  }
  if (file->fault()) return failure(*file->fault());
  std::printf("%s valid, %s invalid\n", std::to_string(valid).c_str(), std::to_string(invalid).c_str());
  return invalid == 0 ? kExitDone : kExitFailed;
}

int run_fen(const Arguments& arguments) {
  const bool from_file = arguments.has("--file");
  if (from_file != arguments.positionals().empty()) {
    return usage_error("fen", {"give either a FEN (in quotes) or --file FILE"});
  }
  return from_file ? check_file(arguments) : show_one(arguments, arguments.positionals()[0]);
}

}  // namespace

Command fen_command() {
  return {.name = "fen",
          .summary = "show a position, or check a file of positions",
          .description =
              "Shows a position: board, side to move, castling, keys, checkers, legal moves in SAN and "
              "UCI; or says which field of the FEN is wrong and why. With --file, checks one FEN per "
              "line (skipping blank lines and lines that begin with #), prints each error with its "
              "line number and ends with `N valid, M invalid`; the exit code is 1 if any is invalid. "
              "Accepts standard, Shredder and X-FEN castling and the four fields of EPD.",
          .positionals = {{"FEN", "the position, in quotes", false}},
          .options = {{"--file", "FILE", "check the FENs in a file, - for standard input"},
                      {"--lenient", "", "repair harmless faults and say so, as UCI and HTTP do"},
                      {"--ascii", "", "show pieces as letters, even on a terminal"},
                      {"--json", "", "one JSON object instead of text"}},
          .examples = {"fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"",
                       "fen --file positions.fen"},
          .run = run_fen};
}

}  // namespace tabia::cli
