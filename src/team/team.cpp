#include "team/team.h"

#include <algorithm>
#include <mutex>

#include "base/text.h"

namespace tabia::team {

using base::concat;
using base::Error;
using base::Result;

namespace {

// The first line in which two texts differ.
struct Difference {
  std::string_view a;
  std::string_view b;
};
Difference first_difference(std::string_view a, std::string_view b) {
  const auto lines_a = base::split(a, '\n');
  const auto lines_b = base::split(b, '\n');
  for (std::size_t i = 0; i < std::max(lines_a.size(), lines_b.size()); ++i) {
    const std::string_view line_a = i < lines_a.size() ? lines_a[i] : std::string_view("nothing");
    const std::string_view line_b = i < lines_b.size() ? lines_b[i] : std::string_view("nothing");
    if (line_a != line_b) return {line_a, line_b};
  }
  return {};
}

class LoneDesk final : public Desk {
 public:
  explicit LoneDesk(Deal deal) : deal_(std::move(deal)) {}
  Result<std::optional<std::uint64_t>> ask(std::string_view handed_in) override {
    const std::scoped_lock lock(mutex_);
    return deal_(handed_in);
  }
  Result<void> close() override { return {}; }

 private:
  std::mutex mutex_;
  Deal deal_;
};

}  // namespace

std::string Team::name_of(int rank) const { return concat("rank ", rank); }

Result<std::string> shared_text(Team& team, std::string text) {
  if (team.is_alone()) return text;
  TABIA_TRY(auto texts, team.gather(team.leads() ? text : std::string()));
  return std::move(texts[0]);
}

Result<void> agree(Team& team, const Result<void>& mine) {
  if (team.is_alone()) return mine;
  constexpr std::string_view kFine = "+";
  // The kind of an error is the first character.
  const auto kind = [](const Error& error) {
    return std::string(1, static_cast<char>('a' + static_cast<int>(error.kind)));
  };
  TABIA_TRY(const auto words,
            team.gather(mine ? std::string(kFine) : kind(mine.error()) + mine.error().message));
  for (std::size_t rank = 0; rank < words.size(); ++rank) {
    if (words[rank] == kFine) continue;
    team.agreed_to_end_ = true;
    // An error that all members share is reported once, without a rank.
    const bool everyones = words.back() == words[rank] && words.front() == words[rank];
    const std::string text = words[rank].substr(1);
    return Error{everyones ? text : concat(team.name_of(static_cast<int>(rank)), ": ", text),
                 static_cast<base::ErrorKind>(words[rank][0] - 'a')};
  }
  return {};
}

Result<void> expect_same(Team& team, std::string_view what, std::string_view mine) {
  TABIA_TRY(const auto texts, team.gather(mine));
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    if (texts[rank] == texts[0]) continue;
    const Difference found = first_difference(texts[0], texts[rank]);
    return agree(team, Error{concat(what, " of ", team.name_of(static_cast<int>(rank)),
                                    " differs from that of ", team.name_of(0), "; found ",
                                    base::quoted(found.b), ", expected ", base::quoted(found.a))});
  }
  return {};
}

Result<std::unique_ptr<Desk>> Alone::open_desk(Deal deal) {
  return std::unique_ptr<Desk>(std::make_unique<LoneDesk>(std::move(deal)));
}

}  // namespace tabia::team
