#include "team/team.h"

#include <algorithm>
#include <mutex>

#include "base/text.h"

namespace tabia::team {

using base::concat;
using base::Error;
using base::Result;

namespace {

// The first line, or member of a JSON object, in which two texts differ.
struct Difference {
  std::string a;
  std::string b;
};
Difference first_difference(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string_view item_a = i < a.size() ? a[i] : std::string_view("nothing");
    const std::string_view item_b = i < b.size() ? b[i] : std::string_view("nothing");
    if (item_a != item_b) return {std::string(item_a), std::string(item_b)};
  }
  return {};
}

// The members of a line that is a JSON object, so that one of them is named and not the whole object. (A text
// in it that ends with a comma is split too, which does no harm here.)
std::vector<std::string_view> members_of(std::string_view object) {
  std::vector<std::string_view> members;
  std::size_t begin = 0;
  for (std::size_t comma = object.find(",\""); comma != std::string_view::npos;
       comma = object.find(",\"", begin)) {
    members.push_back(object.substr(begin, comma - begin));
    begin = comma + 1;
  }
  members.push_back(object.substr(begin));
  return members;
}

Difference first_difference(std::string_view a, std::string_view b) {
  const Difference lines = first_difference(base::split(a, '\n'), base::split(b, '\n'));
  if (!lines.a.starts_with('{') || !lines.b.starts_with('{')) return lines;
  Difference member = first_difference(members_of(lines.a), members_of(lines.b));
  for (std::string* text : {&member.a, &member.b})
    std::erase_if(*text, [](char c) { return c == '"' || c == '{'; });
  return member;
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
