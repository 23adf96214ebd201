#include "learn/settings.h"

#include "base/text.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Result;
using R = LearnRecipe;

// "500M", "20G" or a number of MiB.
Result<std::uint64_t> read_mib(std::string_view text) {
  const char unit = text.empty() ? ' ' : base::to_lower(text.back());
  const bool has_unit = unit == 'm' || unit == 'g' || unit == 't';
  const auto number = base::parse_integer<std::uint64_t>(text.substr(0, text.size() - (has_unit ? 1 : 0)));
  const int shift = unit == 'g' ? 10 : unit == 't' ? 20 : 0;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  if (number && *number > 0 && *number <= kMost >> shift) return *number << shift;
  return base::unexpected(text, concat("a size such as 500M or 20G, at most ", kMost >> 20, "T"));
}

// What the recipe says about the scale is said about its own teacher.
base::Field<R> teacher_scale_row() {
  return {{.name = "teacher-scale",
           .unit = "N",
           .meaning = "the teacher's score that means an expected result of 73%",
           .kind = base::FieldKind::Integer,
           .allowed = base::whole_range_text(1, 100'000),
           .shown_default = "what the recipe says about this network, otherwise what the network declares"},
          [](R& recipe, std::string_view text) -> Result<void> {
            TABIA_TRY(const std::int64_t scale, base::read_whole(text, 1, 100'000));
            recipe.teacher_scale = static_cast<double>(scale);
            recipe.teacher_hash.clear();
            return {};
          },
          [](const R& recipe) -> std::optional<std::string> { return concat(recipe.teacher_scale); }};
}

}  // namespace

const base::Fields<R>& recipe_overrides() {
  static const base::Fields<R> rows = {
      base::text<R>("teacher", "NET", TABIA_MEMBER(teacher),
                    "a network that plays all games, instead of the best so far")
          .not_identity(),  // its hash identifies it, wherever the file is
      teacher_scale_row(),
      base::integer<R>("seed", "N", 0, 1'000'000'000'000'000'000, TABIA_MEMBER(seed),
                       "random seed; another seed is another run")
          .shown_as("the recipe's"),
      base::value<R>(
          "disk", "SIZE", TABIA_MEMBER(disk_mib), read_mib,
          [](std::uint64_t mib) { return std::optional(concat(mib, 'M')); },
          "keep the folder below this size, such as 500M or 20G: records of old matches and refused networks "
          "are deleted first, then old games")
          .shown_as("the recipe's")
          .not_identity()};
  return rows;
}

const base::Fields<LearnOptions>& learn_option_fields() {
  using S = LearnOptions;
  static const base::Fields<S> rows = {
      base::text<S>("out", "FOLDER", TABIA_MEMBER(folder), "the run folder").shown_as("runs/NAME"),
      base::integer<S>("rounds", "N", 1, 1'000'000, TABIA_MEMBER(last_round),
                       "stop after this many rounds; a larger number resumes the run")
          .shown_as("the recipe's"),
      base::integer<S>("threads", "N", 1, 256, TABIA_MEMBER(threads), "threads").shown_as("all cores"),
      base::integer<S>("pause-ms", "N", 0, 3'600'000, TABIA_MEMBER(pause_ms),
                       "milliseconds to sleep after every game and every training batch")};
  return rows;
}

}  // namespace tabia::learn
