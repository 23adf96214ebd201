#include "data/pgn_import.h"

#include <optional>

#include "base/text.h"
#include "chess/pgn_annotation.h"
#include "data/conversion.h"

namespace tabia::data {
namespace {

constexpr std::string_view kScoreAfterMove = "[%eval ";

std::int16_t score_for(chess::Color side, const chess::WhiteScore& score) {
  if (!score.mate) return turned_for(side, score_of_evaluation(score.cp));
  // "Mate in 0" doesn't say who is mated.
  if (*score.mate == 0) return static_cast<std::int16_t>(base::kNoScore);
  return score_of_mate(side == chess::Color::White ? *score.mate : -*score.mate);
}

// The numbers of the tags WhiteElo and BlackElo; 0 for one that is absent or isn't a rating ("?", "-").
Ratings ratings_of(const chess::PgnGame& game) {
  constexpr int kHighestRating = 4'000;
  const auto rating_in = [&](std::string_view tag) {
    const std::string* text = game.tag(tag);
    const auto number = text ? base::parse_integer<int>(*text) : std::nullopt;
    return static_cast<std::uint16_t>(number && *number > 0 && *number <= kHighestRating ? *number : 0);
  };
  return {rating_in("WhiteElo"), rating_in("BlackElo")};
}

}  // namespace

GameRecord record_of(const chess::PgnGame& game) {
  GameRecord record{.start = game.start, .first_ply = ply_of(game.start), .result = game.result, .plies = {}};
  record.ratings = ratings_of(game);
  chess::Color side = game.start.side_to_move();
  // What the comment on the previous move says about the position that it led to.
  const auto opening = chess::annotation_in(game.line.comment, side);
  std::optional<chess::WhiteScore> before;
  if (game.line.comment.find(kScoreAfterMove) != std::string::npos) before = opening.score;
  for (const chess::PgnMove& played : game.line.moves) {
    GamePly ply{.move = played.move};
    const auto annotation = chess::annotation_in(played.comment, side);
    const bool is_after = played.comment.find(kScoreAfterMove) != std::string::npos;
    if (annotation.score && !is_after) {
      ply.score = score_for(side, *annotation.score);
    } else if (before) {
      ply.score = score_for(side, *before);
    }
    before = is_after ? annotation.score : std::nullopt;
    record.plies.push_back(ply);
    side = ~side;
  }
  if (before && score_for(side, *before) != base::kNoScore) {
    record.plies.push_back({.move = chess::Move::none(), .score = score_for(side, *before)});
  }
  return record;
}

PgnImport::PgnImport(std::unique_ptr<Input> input, const ReadOptions& options)
    : ForeignReader(std::move(input), options, centipawns()),
      games_(this->input().stream(), chess::PgnOptions{.read_variations = false}) {}

base::Result<bool> PgnImport::next(GameRecord& record) {
  while (auto game = games_.next()) {
    if (!*game) return game->error().inside(input().name());
    record = record_of((*game)->game);
    if (!record.plies.empty()) return true;
  }
  return end_of_input();
}

}  // namespace tabia::data
