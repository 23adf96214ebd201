// Any bytes read as training data: the first byte chooses the format, the second the compression and what is declared.
// Every record must be sound, and where the format can be written the records must come back from it unchanged.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "data/formats.h"
#include "data/game_record.h"

namespace tabia::data {
namespace {

void check_record(const GameRecord& record) {
  TABIA_CHECK(!record.plies.empty(), "a record without positions");
  chess::Position position = record.start;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const GamePly& ply = record.plies[i];
    const bool meant = ply.score == base::kNoScore || (ply.score >= -base::kMate && ply.score <= base::kMate);
    TABIA_CHECK(meant, "a score beyond a mate");
    if (!ply.move) {
      TABIA_CHECK(i + 1 == record.plies.size(), "a move is missing in the middle");
      return;
    }
    TABIA_CHECK(position.is_legal(ply.move), "a record holds an illegal move");
    position.make(ply.move);
  }
}

struct Content {
  std::vector<GameRecord> records;
  std::size_t errors = 0;
};

Content content_of(RecordReader& reader, std::size_t most) {
  Content content;
  GameRecord record;
  for (std::size_t calls = 0;; ++calls) {
    TABIA_CHECK(calls <= most, "a reader that doesn't end");
    const auto more = reader.next(record);
    TABIA_CHECK(reader.bytes_read() <= reader.bytes_total(), "a reader read more than there is");
    if (!more) {
      TABIA_CHECK(!more.error().message.empty(), "an error without words");
      ++content.errors;
      continue;
    }
    if (!*more) return content;
    check_record(record);
    content.records.push_back(record);
  }
}

ReadOptions options_of(const Format& format, unsigned choice) {
  ReadOptions options;
  if (!format.is_declared) return options;
  if (choice & 1) options.view = choice & 2 ? ScoreView::White : ScoreView::SideToMove;
  if (choice & 4) options.factor = choice & 8 ? 100.0 : 1.0;
  if (choice & 16) options.results = choice & 32 ? ResultNumbers::ZeroToOne : ResultNumbers::MinusOneToOne;
  return options;
}

std::string written(const Format& format, const std::vector<GameRecord>& records) {
  std::string bytes;
  const auto writer =
      format.writer_of(std::make_unique<MemorySink>(bytes), {.unknown_results_as_draws = true});
  for (const GameRecord& record : records) TABIA_CHECK(writer->write(record).ok(), "memory can't be written");
  TABIA_CHECK(writer->finish().ok(), "memory can't be finished");
  return bytes;
}

std::vector<GameRecord> read_again(const Format& format, const std::string& bytes) {
  ReadOptions options;
  if (format.is_declared) options.factor = 1.0;
  auto reader = format.reader_of(std::move(Input::of_bytes(bytes, "again").value()), options);
  TABIA_CHECK(reader.ok(), "what a writer wrote can't be opened");
  Content content = content_of(**reader, 2 * bytes.size() + 10);
  TABIA_CHECK(content.errors == 0, "what a writer wrote is not what its reader expects");
  return std::move(content.records);
}

// In an order that the corpus relies on: new ones go to the end.
constexpr std::array<std::string_view, 10> kNames = {"binpack", "plain", "bullet", "bullet-text", "viri",
                                                     "csv",     "tsv",   "epd",    "pgn",         "lichess"};

void check(unsigned format_choice, unsigned choice, std::string bytes) {
  const Format& format = **format_named(kNames[format_choice % kNames.size()]);
  const auto compression = choice >= 192   ? Compression::Zstd
                           : choice >= 128 ? Compression::Gzip
                                           : Compression::None;
  // A compressed input can be long: read at most this many records of it.
  const std::size_t most = compression == Compression::None ? 2 * bytes.size() + 10 : 100'000'000;
  auto input = Input::of_bytes(std::move(bytes), "input", compression);
  if (!input) return;
  auto reader = format.reader_of(std::move(*input), options_of(format, choice));
  if (!reader) return;
  const Content content = content_of(**reader, most);
  if (!format.writer_of) return;
  const std::string once = written(format, content.records);
  TABIA_CHECK(written(format, read_again(format, once)) == once,
              "records change when they are written again");
}

}  // namespace
}  // namespace tabia::data

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  tabia::data::check(data[0], data[1], std::string(reinterpret_cast<const char*>(data) + 2, size - 2));
  return 0;
}
