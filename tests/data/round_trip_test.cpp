// Random records written to each format and read back: what the format can hold comes back, and nothing else
// changes.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include "data/data_support.h"
#include "sanitized.h"

namespace tabia::data::test {
namespace {

// The expected sample, given its record and its number in it; nothing if it is left out.
using Fate = std::function<std::optional<Sample>(Sample, const GameRecord&)>;

struct Case {
  std::string_view format;
  Fate fate;
  ReadOptions options = {};
  bool keeps_move_number = true;
};

bool has_usual_castling(const chess::Position& position) {
  for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
    const auto rooks = position.castling_rooks(color);
    if (!rooks) continue;
    if (chess::file_of(position.king_square(color)) != 4) return false;
    if (rooks & ~(chess::kFileA | chess::kFileH)) return false;
  }
  return true;
}

std::int16_t in_moves(std::int16_t score) {
  const bool is_mate = score != base::kNoScore && std::abs(score) >= base::kMateInMaxPly;
  return is_mate ? score_of_mate(moves_to_mate(score)) : score;
}

bool is_known(const GameRecord& record) { return record.result != chess::GameResult::Unknown; }

std::optional<Sample> fate_in_bullet(Sample sample, const GameRecord& record) {
  if (!is_known(record) || !sample.has_score()) return std::nullopt;
  if (sample.position.side_to_move() == chess::Color::Black) {
    sample.position = chess::test::with_colours_changed(sample.position);
  }
  chess::PositionSetup setup = sample.position.setup();
  setup.castling_rooks = 0;
  setup.en_passant = chess::Square::None;
  setup.halfmove_clock = 0;
  setup.fullmove_number = 1;
  sample.position = chess::Position::from_valid_setup(setup);
  sample.move = chess::Move::none();
  sample.ply = 0;
  return sample;
}

std::vector<Case> cases() {
  const ReadOptions table{.factor = 1.0};
  return {
      {"binpack",
       [](Sample sample, const GameRecord& record) -> std::optional<Sample> {
         if (!is_known(record) || !has_usual_castling(sample.position)) return std::nullopt;
         return sample;
       },
       {},
       false},
      {"plain",
       [](Sample sample, const GameRecord& record) -> std::optional<Sample> {
         if (!is_known(record)) return std::nullopt;
         return sample;
       }},
      {"bullet", fate_in_bullet},
      {"bullet-text",
       [](Sample sample, const GameRecord& record) -> std::optional<Sample> {
         if (!is_known(record) || !sample.has_score()) return std::nullopt;
         sample.move = chess::Move::none();
         sample.ply = ply_of(sample.position);
         return sample;
       }},
      {"viri",
       [](Sample sample, const GameRecord& record) -> std::optional<Sample> {
         if (!is_known(record) || !sample.move) return std::nullopt;
         sample.ply = ply_of(sample.position);
         return sample;
       }},
      {"csv",
       [](Sample sample, const GameRecord&) -> std::optional<Sample> {
         sample.score = in_moves(sample.score);
         return sample;
       },
       table},
      {"tsv",
       [](Sample sample, const GameRecord&) -> std::optional<Sample> {
         sample.score = in_moves(sample.score);
         return sample;
       },
       table},
      {"epd",
       [](Sample sample, const GameRecord&) -> std::optional<Sample> {
         sample.score = in_moves(sample.score);
         sample.ply = ply_of(sample.position);
         return sample;
       }},
  };
}

std::string shown_for(const Case& format, Sample sample) {
  if (!format.keeps_move_number) {
    chess::PositionSetup setup = sample.position.setup();
    setup.fullmove_number = 1;
    sample.position = chess::Position::from_valid_setup(setup);
  }
  return shown(sample);
}

TEST(RoundTrip, EveryFormatGivesBackWhatItCanHold) {
  const std::vector<GameRecord> records = random_records(7, tabia::test::rounds(400, 120));
  for (const Case& format : cases()) {
    SCOPED_TRACE(format.format);
    std::vector<std::string> expected;
    std::size_t all = 0;
    for (const GameRecord& record : records) {
      for_each_sample(record, [&](const Sample& sample) {
        ++all;
        if (const auto fate = format.fate(sample, record)) expected.push_back(shown_for(format, *fate));
      });
    }
    const Written file = written(format.format, records);
    const Content content = content_of_bytes(format.format, file.bytes, format.options);
    EXPECT_TRUE(content.errors.empty()) << content.errors.front();
    std::vector<std::string> found;
    for (const Sample& sample : content.samples()) found.push_back(shown_for(format, sample));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << "sample " << i;
    EXPECT_EQ(expected.size() < all, file.losses.find("left out") != std::string::npos) << file.losses;
  }
}

TEST(RoundTrip, EveryFormatThatIsWrittenIsTestedHere) {
  std::size_t tested = 0;
  for (const Format& format : formats()) {
    if (!format.writer_of) continue;
    for (const Case& each : cases()) tested += each.format == format.name ? 1 : 0;
  }
  EXPECT_EQ(tested, cases().size());
}

TEST(RoundTrip, GamesStayWholeInFormatsOfGames) {
  std::vector<GameRecord> records = random_records(11, 60);
  std::vector<GameRecord> kept;
  for (GameRecord& record : records) {
    record.first_ply = ply_of(record.start);
    if (is_known(record) && record.plies.back().move) kept.push_back(record);
  }
  const Content content = content_of_bytes("viri", written("viri", kept).bytes);
  ASSERT_EQ(content.records.size(), kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(content.records[i].plies, kept[i].plies);
    EXPECT_EQ(content.records[i].result, kept[i].result);
    EXPECT_EQ(content.records[i].first_ply, kept[i].first_ply);
    EXPECT_EQ(chess::to_fen(content.records[i].start), chess::to_fen(kept[i].start));
  }
}

TEST(RoundTrip, UnknownResultsBecomeDrawsOnlyWhenAsked) {
  GameRecord record;
  record.plies = {{.move = chess::test::move_of(record.start, "e2e4"), .score = 20}};
  for (const std::string_view format : {"binpack", "plain", "bullet", "bullet-text", "viri"}) {
    SCOPED_TRACE(format);
    const Written left_out = written(format, {record});
    EXPECT_TRUE(content_of_bytes(format, left_out.bytes).records.empty());
    EXPECT_EQ(left_out.losses, "1 positions with an unknown result left out");
    const Written drawn = written(format, {record}, {.unknown_results_as_draws = true});
    const Content content = content_of_bytes(format, drawn.bytes);
    ASSERT_EQ(content.records.size(), 1u);
    EXPECT_EQ(content.records[0].result, chess::GameResult::Draw);
    EXPECT_NE(drawn.losses.find("1 positions with an unknown result written as draws"), std::string::npos);
  }
}

TEST(RoundTrip, EveryForeignFormatTellsThatItLosesRatings) {
  GameRecord unrated;
  unrated.plies = {{.move = chess::test::move_of(unrated.start, "e2e4"), .score = 20}};
  unrated.result = chess::GameResult::Draw;
  GameRecord rated = unrated;
  rated.ratings = {0, 1800};
  for (const Case& format : cases()) {
    SCOPED_TRACE(format.format);
    const std::string lost = "2 games whose ratings are left out";
    EXPECT_NE(written(format.format, {rated, unrated, rated}).losses.find(lost), std::string::npos);
    EXPECT_EQ(written(format.format, {unrated}).losses.find("ratings"), std::string::npos);
    EXPECT_TRUE(format_called(format.format).cannot_hold.starts_with("ratings"));
  }
}

// No input that is cut off or has a changed byte may crash a reader, or keep it busy forever.
TEST(RoundTrip, DamagedFilesGiveErrorsAndTheRest) {
  std::vector<GameRecord> records = random_records(3, 40);
  for (GameRecord& record : records) record.result = chess::GameResult::Draw;
  base::Random random(5);
  for (const Case& format : cases()) {
    SCOPED_TRACE(format.format);
    const std::string whole = written(format.format, records).bytes;
    for (int i = 0; i < tabia::test::rounds(30, 10); ++i) {
      std::string damaged = whole;
      if (i % 2 == 0) damaged.resize(random.below(static_cast<std::uint32_t>(whole.size())));
      for (std::uint32_t changes = random.below(4); changes > 0 && !damaged.empty(); --changes) {
        damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] =
            static_cast<char>(random.below(256));
      }
      auto reader = reader_of(format.format, damaged, format.options);
      if (!reader) continue;  // the names of a table are gone
      const Content content = content_of(**reader);
      for (const GameRecord& record : content.records) {
        chess::Position position = record.start;
        for (const GamePly& ply : record.plies) {
          if (!ply.move) break;
          ASSERT_TRUE(position.is_legal(ply.move));
          position.make(ply.move);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tabia::data::test
