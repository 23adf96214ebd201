// Any text read as a file of EPD records and as a perft suite. What is accepted must come back from to_epd.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "base/check.h"
#include "chess/epd.h"
#include "chess/perft_suite.h"

namespace tabia::chess {
namespace {

void check_moves(const Epd& epd, const base::Result<std::vector<Move>>& moves) {
  if (!moves) return;
  for (const Move move : *moves)
    TABIA_CHECK(epd.position.is_legal(move), "an operation holds an illegal move");
}

void check_record(const Epd& epd) {
  check_moves(epd, epd.best_moves());
  check_moves(epd, epd.avoid_moves());
  static_cast<void>(epd.id());
  static_cast<void>(epd.mate_in());
  static_cast<void>(epd.perft_counts());
  for (const EpdOperation& operation : epd.operations) static_cast<void>(epd.number_of(operation.opcode));

  const std::string text = to_epd(epd);
  const auto again = parse_epd(text);
  TABIA_CHECK(again.ok(), "what to_epd writes can't be read");
  TABIA_CHECK(*again == epd, "EPD lost something");
  TABIA_CHECK(to_epd(*again) == text, "EPD is written differently the second time");
}

void check(const std::string& text) {
  std::istringstream records(text);
  EpdReader reader(records);
  while (const auto record = reader.next()) {
    if (record->ok()) check_record((*record)->epd);
  }
  std::istringstream cases(text);
  PerftSuiteReader suite(cases);
  while (const auto entry = suite.next()) {
    if (entry->ok()) TABIA_CHECK(!(*entry)->counts.empty(), "a perft case tests nothing");
  }
}

}  // namespace
}  // namespace tabia::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabia::chess::check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
