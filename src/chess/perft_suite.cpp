#include "chess/perft_suite.h"

#include <limits>

#include "base/text.h"
#include "chess/fen.h"

namespace tabia::chess {
namespace {

using base::concat;
using base::Error;
using base::quoted;

bool is_block_keyword(std::string_view word) noexcept {
  return word == "id" || word == "epd" || word == "perft";
}

std::string_view first_word(std::string_view line) noexcept { return base::take_word(line); }

int as_int(std::uint64_t line) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  return static_cast<int>(line < kMost ? line : kMost);
}

}  // namespace

// Moves line_ to the next line, unless a line is waiting. False at the end.
bool PerftSuiteReader::next_line() {
  if (line_read_) {
    line_read_ = false;
    return true;
  }
  if (!lines_.next()) return false;
  line_ = bare_line(lines_.line(), lines_.number());
  return true;
}

Error PerftSuiteReader::error_here(std::string_view what) const {
  return Error{concat("line ", lines_.number(), ": ", what)};
}

std::optional<base::Result<PerftCase>> PerftSuiteReader::next() {
  while (next_line()) {
    if (line_.empty() || line_.front() == '#') continue;
    if (lines_.is_cut())
      return error_here(concat("found more than ", line_.size(), " bytes, expected a shorter line"));
    if (is_block_keyword(first_word(line_))) return read_block(line_);
    return read_record(line_);
  }
  return std::nullopt;
}

base::Result<PerftCase> PerftSuiteReader::read_record(std::string_view line) const {
  std::vector<std::string> passed_over;
  const auto epd = parse_epd(line, FenReading::Lenient, &passed_over);
  if (!epd) return error_here(epd.error().message);
  // A skipped count would look like a correct one.
  if (!passed_over.empty())
    return error_here(concat("found ", quoted(passed_over.front()), ", expected operations like D1 20"));
  auto counts = epd->perft_counts();
  if (!counts) return error_here(counts.error().message);
  if (counts->empty()) return error_here("found a position without counts, expected operations like D1 20");
  const auto id = epd->id();
  return PerftCase{as_int(lines_.number()), id ? *id : to_fen(epd->position), epd->position,
                   std::move(*counts)};
}

base::Result<PerftCase> PerftSuiteReader::read_block(std::string_view line) {
  Block block;
  block.found.line = as_int(lines_.number());
  do {
    std::string_view rest = line;
    const std::string_view keyword = base::take_word(rest);
    if (!block.fault) add_line(block, keyword, base::trimmed(rest));
    if (!next_line()) break;
    line = line_;
    const std::string_view next = first_word(line);
    const bool begins_another = next == "id" || (next == "epd" && (block.has_position || block.fault));
    if (begins_another || !is_block_keyword(next)) {
      line_read_ = true;
      break;
    }
  } while (true);
  if (block.fault) return *block.fault;
  const std::string place = concat("line ", block.found.line, ": ");
  if (!block.has_position)
    return Error{place + "found a block without position, expected a line like epd FEN"};
  if (block.found.counts.empty()) {
    return Error{place + "found a position without counts, expected lines like perft 1 20"};
  }
  if (block.found.name.empty()) block.found.name = to_fen(block.found.position);
  return std::move(block.found);
}

void PerftSuiteReader::add_line(Block& block, std::string_view keyword, std::string_view rest) const {
  if (keyword == "id") {
    block.found.name = std::string(rest);
  } else if (keyword == "epd") {
    const auto position = parse_fen(rest, FenReading::Lenient);
    if (position) {
      block.found.position = *position;
      block.has_position = true;
    } else {
      block.fault = error_here(position.error().message);
    }
  } else {
    std::string_view words = rest;
    const auto depth = base::parse_integer<int>(base::take_word(words));
    const auto count = base::parse_integer<std::uint64_t>(base::trimmed(words));
    if (depth && *depth >= 0 && count) {
      block.found.counts.emplace_back(*depth, *count);
    } else {
      block.fault =
          error_here(concat("found ", quoted(concat("perft ", rest)), ", expected perft DEPTH COUNT"));
    }
  }
}

}  // namespace tabia::chess
