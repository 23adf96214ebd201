#include "engine/describe.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "base/hash.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "eval/evaluation_choice.h"
#include "nn/load.h"

namespace tabia::engine {
namespace {

using base::concat;
using namespace tabia::chess;

// Like std::printf, appended to `out`. Only for short lines.
[[gnu::format(printf, 2, 3)]] void print(std::string& out, const char* format, ...) {
  char text[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  out += text;
}

std::string pawns(int cp) {
  std::string text;
  print(text, "%+.2f", cp / 100.0);
  return text;
}

std::string_view result_text(search::TablebaseResult result) {
  switch (result) {
    case search::TablebaseResult::Loss:
      return "loss";
    case search::TablebaseResult::BlessedLoss:
      return "loss, but a draw by the fifty-move rule";
    case search::TablebaseResult::Draw:
      return "draw";
    case search::TablebaseResult::CursedWin:
      return "win, but a draw by the fifty-move rule";
    case search::TablebaseResult::Win:
      break;
  }
  return "win";
}

void add_heads(std::string& out, const Position& position, const eval::Explanation& explanation,
               const eval::Evaluator& evaluator) {
  if (explanation.outputs.size() < 2) return;
  const bool parts = evaluator.network()->spec().piece_square;
  print(out, "\nheads of the network (side to move):\n  head  %s   total, raw\n",
        parts ? "piece squares   positional" : "");
  for (const nn::Output& output : explanation.outputs) {
    print(out, "  %4d", output.bucket);
    if (parts) print(out, "%13" PRId64 "%13" PRId64, output.piece_square, output.positional);
    print(out, "%13" PRId64 "  %s%s\n", output.raw,
          pawns(evaluator.win_model().centipawns(output.score, position)).c_str(),
          output.bucket == explanation.bucket ? "  <- in use" : "");
  }
}

// What only networks over planes say.
void add_answer(std::string& out, const Position& position, const eval::PlanesAnswer& answer) {
  constexpr std::size_t kShown = 8;
  if (answer.moves_left) print(out, "moves left: %.0f plies\n", *answer.moves_left);
  if (answer.policy.empty()) return;
  out += "moves:     ";
  for (std::size_t i = 0; i < std::min(kShown, answer.policy.size()); ++i)
    print(out, " %s %.1f%%", to_san(position, answer.policy[i].move).c_str(),
          100 * static_cast<double>(answer.policy[i].probability));
  out += "\n";
}

void add_terms(std::string& out, const eval::Explanation& explanation) {
  out +=
      "\nclassical terms, middlegame and endgame in hundredths of a pawn (White's, Black's, difference):\n";
  for (const eval::Term term : eval::kTerms) {
    const auto& credit = explanation.terms.credit[term];
    const eval::Tapered& white = credit[Color::White];
    const eval::Tapered& black = credit[Color::Black];
    if (white == eval::Tapered{} && black == eval::Tapered{}) continue;
    const eval::Tapered difference = explanation.terms.white_difference(term);
    print(out, "  %-16s %6d %6d  %6d %6d  %6d %6d\n", std::string(eval::name_of(term)).c_str(),
          white.middlegame, white.endgame, black.middlegame, black.endgame, difference.middlegame,
          difference.endgame);
  }
}

void add_pieces(std::string& out, const Position& position, const eval::Explanation& explanation) {
  out += "\nwhat each piece is worth here, in pawns (how much its owner loses if it is removed):\n";
  for (int rank = 7; rank >= 0; --rank) {
    print(out, "  %d ", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const Square square = make_square(file, rank);
      const Piece piece = position.piece_on(square);
      std::string cell = ".";
      if (piece != Piece::None) cell = std::string(1, fen_letter(piece));
      const auto found = std::find_if(explanation.pieces.begin(), explanation.pieces.end(),
                                      [&](const auto& entry) { return entry.square == square; });
      if (found != explanation.pieces.end()) cell += concat(" ", pawns(found->worth_cp));
      print(out, " %-8s", cell.c_str());
    }
    out += "\n";
  }
  out += "     a        b        c        d        e        f        g        h\n";
}

}  // namespace

std::string network_name(const nn::Network* network) { return eval::network_name(network); }

std::string position_text(const Position& position, const search::Tablebase* tablebase) {
  std::string out = concat(diagram(position, DiagramStyle::Ascii), "\nFEN:      ", to_fen(position),
                           "\nKey:      ", base::hex64(position.key()), "\nCheckers:");
  for (Bitboard checkers = position.checkers(); checkers;) out += concat(" ", to_string(pop_first(checkers)));
  out += "\n";
  if (tablebase != nullptr) {
    if (const auto result = tablebase->result_of(position))
      out += concat("Tables:   ", result_text(*result), " for the side to move\n");
  }
  return out;
}

std::string evaluation_text(const Position& position, const eval::Explanation& explanation,
                            const eval::Evaluator& evaluator, DiagramStyle style) {
  std::string out = concat(diagram(position, style), "\nFEN:        ", to_fen(position), "\n");
  print(out, "evaluation: %s for White, %s for the side to move (%s)\n", pawns(explanation.cp_white).c_str(),
        pawns(explanation.cp).c_str(), std::string(eval::name_of(evaluator.mode())).c_str());
  print(out, "chances:    win %.1f%%, draw %.1f%%, loss %.1f%% for the side to move\n",
        explanation.wdl.win / 10.0, explanation.wdl.draw / 10.0, explanation.wdl.loss / 10.0);
  out += concat("network:    ", network_name(evaluator.network().get()));
  if (!explanation.outputs.empty()) {
    const base::Score said = explanation.outputs[static_cast<std::size_t>(explanation.bucket)].score;
    out += concat("; it says ", pawns(evaluator.win_model().centipawns(said, position)), ", classical says ",
                  pawns(explanation.classical_cp), " (side to move)");
  }
  out += "\n";
  if (explanation.answer) add_answer(out, position, *explanation.answer);
  for (int i = 0; i < explanation.rules.count; ++i) {
    const auto& rule = *explanation.rules.steps[static_cast<std::size_t>(i)].rule;
    out += concat("rule:       ", rule.name, ": ", rule.reason, "\n");
  }
  add_heads(out, position, explanation, evaluator);
  add_terms(out, explanation);
  add_pieces(out, position, explanation);
  return out;
}

}  // namespace tabia::engine
