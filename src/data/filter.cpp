#include "data/filter.h"

#include <algorithm>

#include "base/random.h"
#include "base/text.h"

namespace tabia::data {

using base::concat;
using base::Result;

namespace {

// "16..200", "16..", "..200": an end that is not given is that of `all`.
Result<Range> read_range(std::string_view text, const Range& all) {
  const auto end_of = [](std::string_view word, int otherwise) {
    return word.empty() ? std::optional(otherwise) : base::parse_integer<int>(word);
  };
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    const auto low = end_of(text.substr(0, dots), all.low);
    const auto high = end_of(text.substr(dots + 2), all.high);
    if (low && high && *low <= *high) return Range{*low, *high};
  }
  return base::unexpected(text, "a range like 16..200, 16.. or ..200");
}

template <class Access>
base::Field<FilterRules> range_field(std::string name, Access access, std::string meaning) {
  const FilterRules none;
  const Range all = access(none);
  return base::value<FilterRules>(
      std::move(name), "A..B", access, [all](std::string_view text) { return read_range(text, all); },
      [all](const Range& range) -> std::optional<std::string> {
        if (range == all) return std::nullopt;
        return concat(range.low, "..", range.high);
      },
      std::move(meaning), "a range like 16..200, 16.. or ..200");
}

base::Fields<FilterRules> make_filter_rule_fields() {
  using base::flag;
  using S = FilterRules;
  return {
      flag<S>("no-check", TABIA_MEMBER(drop_in_check), "drop positions in check"),
      flag<S>("no-captures", TABIA_MEMBER(drop_noisy_moves),
              "drop positions whose move is a capture or a promotion"),
      flag<S>("scored", TABIA_MEMBER(drop_without_score), "keep only positions with a score"),
      flag<S>("with-result", TABIA_MEMBER(drop_without_result), "keep only positions with a known result"),
      range_field("ply", TABIA_MEMBER(ply), "keep only these plies, counted from the start of the game"),
      range_field("score", TABIA_MEMBER(score), "keep only these scores; mates count as about 32000"),
      range_field("pieces", TABIA_MEMBER(pieces), "keep only these numbers of pieces, kings included"),
      range_field("rating", TABIA_MEMBER(rating), "keep only moves of players with these ratings")};
}

}  // namespace

const base::Fields<FilterRules>& filter_rule_fields() {
  static const base::Fields<FilterRules> fields = make_filter_rule_fields();
  return fields;
}

std::string_view name_of(DropReason reason) noexcept {
  constexpr std::array<std::string_view, kDropReasons> kNames = {
      "in check",           "capture or promotion", "ply out of range",
      "score out of range", "pieces out of range",  "rating out of range",
      "without a score",    "without a result",     "balance",
      "not quiet"};
  return kNames[static_cast<std::size_t>(reason)];
}

int piece_count(const chess::Position& position) noexcept { return chess::count(position.occupied()); }

std::string FilterRules::text() const {
  std::string text;
  const auto add = [&](const std::string& rule) { text += concat(text.empty() ? "" : ", ", rule); };
  const auto add_range = [&](std::string_view name, const Range& range, const Range& all) {
    if (!(range == all)) add(concat(name, " ", range.low, "..", range.high));
  };
  const FilterRules none;
  if (drop_in_check) add("no check");
  if (drop_noisy_moves) add("no captures or promotions");
  if (drop_without_score) add("with score");
  if (drop_without_result) add("with result");
  add_range("ply", ply, none.ply);
  add_range("score", score, none.score);
  add_range("pieces", pieces, none.pieces);
  add_range("rating", rating, none.rating);
  if (is_quiet) add(concat("quiet", quiet_text.empty() ? "" : " ", quiet_text));
  return text;
}

std::optional<DropReason> reason_to_drop(const FilterRules& rules, const Sample& sample) {
  if (rules.drop_in_check && sample.position.in_check()) return DropReason::InCheck;
  if (rules.drop_noisy_moves && sample.move && sample.position.is_noisy(sample.move))
    return DropReason::NoisyMove;
  if (!rules.ply.contains(sample.ply)) return DropReason::Ply;
  if (sample.has_score() ? !rules.score.contains(sample.score) : rules.drop_without_score)
    return sample.has_score() ? DropReason::Score : DropReason::NoScore;
  if (!rules.pieces.contains(piece_count(sample.position))) return DropReason::Pieces;
  if (!rules.rating.contains(sample.rating)) return DropReason::Rating;
  if (rules.drop_without_result && sample.outcome == Outcome::Unknown) return DropReason::NoResult;
  if (rules.is_quiet && !rules.is_quiet(sample)) return DropReason::NotQuiet;
  return std::nullopt;
}

Balance::Balance(std::span<const std::uint64_t> counts, double times) {
  double total = 0;
  double occurring = 0;
  for (const std::uint64_t count : counts) {
    total += static_cast<double>(count);
    occurring += count > 0 ? 1 : 0;
  }
  const double most = occurring > 0 ? times * total / occurring : 0;
  for (const std::uint64_t count : counts)
    shares_.push_back(count == 0 ? 1 : std::min(1.0, most / static_cast<double>(count)));
}

double Balance::share(std::size_t sort) const noexcept { return sort < shares_.size() ? shares_[sort] : 1; }

PhaseBalance::PhaseBalance(const std::array<std::uint64_t, 33>& counts, double times, std::uint64_t seed)
    : balance_(counts, times), seed_(base::Random(seed).next()) {}

bool PhaseBalance::keeps(int pieces, std::uint64_t place) const noexcept {
  return base::Random(seed_ ^ place).uniform() <
         balance_.share(static_cast<std::size_t>(std::clamp(pieces, 0, 32)));
}

}  // namespace tabia::data
