#include "play/adjudication.h"

namespace tabia::play {
namespace {

constexpr std::int64_t kMostCount = 1'000'000;

template <class S, class Access>
base::Field<S> count_row(std::string name, Access access, std::string meaning) {
  return base::integer<S>(std::move(name), "N", 0, kMostCount, access, std::move(meaning));
}

base::Field<GameSettings> max_moves_row() {
  auto row = base::integer<GameSettings>("maxmoves", "N", 1, 10'000, TABIA_MEMBER(max_moves),
                                         "a draw after this many moves of each side")
                 .shown_as("no limit");
  row.text = [](const GameSettings& game) {
    return game.max_moves == 0 ? std::nullopt : std::optional(std::to_string(game.max_moves));
  };
  return row;
}

}  // namespace

const base::Fields<DrawRule>& draw_fields() {
  static const base::Fields<DrawRule> rows = {
      count_row<DrawRule>("movenumber", TABIA_MEMBER(from_move), "first move at which it applies"),
      count_row<DrawRule>("movecount", TABIA_MEMBER(moves), "moves in a row"),
      count_row<DrawRule>("score", TABIA_MEMBER(score_cp), "largest score, in centipawns")};
  return rows;
}

const base::Fields<ResignRule>& resign_fields() {
  static const base::Fields<ResignRule> rows = {
      count_row<ResignRule>("movecount", TABIA_MEMBER(moves), "moves in a row"),
      count_row<ResignRule>("score", TABIA_MEMBER(score_cp), "how far behind the loser is, in centipawns"),
      base::value<ResignRule>(
          "twosided", "BOOL", TABIA_MEMBER(both), base::read_truth,
          [](bool both) { return std::optional<std::string>(both ? "true" : "false"); },
          "the winner must agree")};
  return rows;
}

const base::Fields<GameSettings>& ending_fields() {
  using S = GameSettings;
  static const base::Fields<S> rows = {
      base::part<S>("draw", "movenumber=N,movecount=N,score=CP", draw_fields(), TABIA_MEMBER(draw),
                    "adjudicate draws that both engines agree on")
          .shown_as("off"),
      base::part<S>("resign", "movecount=N,score=CP[,twosided=false]", resign_fields(), TABIA_MEMBER(resign),
                    "adjudicate losses that both engines agree on, or with twosided=false the loser alone")
          .shown_as("off"),
      max_moves_row()};
  return rows;
}

}  // namespace tabia::play
