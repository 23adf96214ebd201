#include "data/text_records.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/pgn.h"

namespace tabia::data {

using base::concat;
using base::Error;
using base::Result;

Result<chess::Position> parse_data_fen(std::string_view text) {
  text = base::trimmed(text);
  const std::size_t last = text.rfind(' ');
  if (last == std::string_view::npos || text.substr(last) != " 0") return chess::parse_fen(text);
  // The last field is the move number only if there are six.
  if (base::words(text).size() != 6) return chess::parse_fen(text);
  return chess::parse_fen(concat(text.substr(0, last), " 1"));
}

Result<chess::Move> parse_data_move(const chess::Position& position, std::string_view text) {
  text = base::trimmed(text);
  if (text.empty() || text == "-" || text == "0000" || text == "none") return chess::Move::none();
  auto move = chess::parse_uci_move(position, text);
  if (move) return move;
  auto san = chess::parse_san(position, text);
  if (san) return san;
  return move.error();
}

Result<Outcome> parse_outcome(std::string_view text, chess::Color side, std::optional<ScoreView> view,
                              std::optional<ResultNumbers> numbers) {
  text = base::trimmed(text);
  if (text.empty() || text == "?") return Outcome::Unknown;
  if (const auto marker = chess::parse_game_result(text)) return outcome_for(side, *marker);
  const auto number = parse_number(text);
  if (!number)
    return Error{concat("the result ", base::quoted(text), ", expected 1-0, 0-1, 1/2-1/2, * or a number")};
  if (!view) {
    return Error{concat("the result ", base::quoted(text),
                        "; declare whose view results are from: white or side-to-move")};
  }
  const bool has_point = text.find('.') != std::string_view::npos;
  if (*number == 0 && !numbers && !has_point) {
    return Error{
        concat("the result ", base::quoted(text), "; declare whether results are 0, 0.5, 1 or -1, 0, 1")};
  }
  const bool zero_to_one = numbers ? *numbers == ResultNumbers::ZeroToOne : *number >= 0;
  const double twice = zero_to_one ? 2 * *number - 1 : *number;  // -1, 0 or 1
  if (twice != -1 && twice != 0 && twice != 1) {
    return Error{concat("the result ", base::quoted(text), ", expected one of ",
                        zero_to_one ? "0, 0.5, 1" : "-1, 0, 1")};
  }
  const auto outcome = static_cast<Outcome>(static_cast<int>(twice));
  return *view == ScoreView::SideToMove || side == chess::Color::White ? outcome : -outcome;
}

std::optional<int> parse_mate(std::string_view text) noexcept {
  bool negative = false;
  const auto take_sign = [&] {
    if (text.empty() || (text.front() != '+' && text.front() != '-')) return;
    negative ^= text.front() == '-';
    text.remove_prefix(1);
  };
  take_sign();
  if (text.empty() || (text.front() != '#' && text.front() != 'M')) return std::nullopt;
  text.remove_prefix(1);
  take_sign();
  if (text.empty() || !base::is_digit(text.front())) return std::nullopt;
  const auto moves = base::parse_integer<int>(text);
  if (!moves || *moves > 100'000) return std::nullopt;
  return negative ? -*moves : *moves;
}

std::optional<double> parse_number(std::string_view text) noexcept {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

Result<bool> LineRecords::next_line() {
  while (lines_.next()) {
    if (lines_.is_cut()) return line_error("is too long for a record");
    line_ = chess::bare_line(lines_.line(), lines_.number());
    if (!line_.empty()) return true;
  }
  return end_of_input();
}

}  // namespace tabia::data
