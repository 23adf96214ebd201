#include "team/team.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "team/local_team.h"

namespace tabia::team {
namespace {

// Runs `work` as every member of a team, each in a thread.
template <class Work>
void as_team(int members, Work&& work) {
  auto team = make_local_team(members);
  std::vector<std::thread> threads;
  for (auto& member : team)
    threads.emplace_back([&work, member = std::move(member)]() mutable { work(std::move(member)); });
  for (std::thread& thread : threads) thread.join();
}

TEST(TeamThread, SumsAreTheSameForEveryMember) {
  std::vector<std::vector<float>> found(3);
  as_team(3, [&](std::unique_ptr<Team> team) {
    std::vector<float> numbers = {static_cast<float>(team->rank()), 0.1f,
                                  1e10f * static_cast<float>(team->rank())};
    ASSERT_TRUE(team->sum(std::span(numbers)));
    std::vector<std::uint64_t> bits = {std::uint64_t{1} << team->rank()};
    ASSERT_TRUE(team->unite(bits));
    EXPECT_EQ(bits[0], 7u);
    found[static_cast<std::size_t>(team->rank())] = numbers;
  });
  EXPECT_EQ(found[0][0], 3.0f);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

TEST(TeamThread, AMemberThatGoesIsAnErrorForThoseThatWaitForIt) {
  as_team(3, [](std::unique_ptr<Team> team) {
    double number = 1;
    ASSERT_TRUE(team->sum(std::span(&number, 1)));
    if (team->rank() == 1) return;
    const auto summed = team->sum(std::span(&number, 1));
    ASSERT_FALSE(summed);
    EXPECT_NE(summed.error().message.find("rank 1 has ended"), std::string::npos) << summed.error().message;
  });
}

TEST(TeamThread, AnErrorOfOneMemberBecomesEveryones) {
  as_team(2, [](std::unique_ptr<Team> team) {
    ASSERT_TRUE(agree(*team, {}));
    EXPECT_FALSE(team->has_agreed_to_end());
    const auto agreed =
        agree(*team, team->rank() == 1 ? base::usage_fault("games.tabia: is missing") : base::Result<void>());
    ASSERT_FALSE(agreed);
    EXPECT_EQ(agreed.error().message, "rank 1: games.tabia: is missing");
    EXPECT_EQ(agreed.error().kind, base::ErrorKind::Usage);
    EXPECT_TRUE(team->has_agreed_to_end());
  });
}

TEST(TeamThread, ADifferenceIsToldByItsLine) {
  as_team(2, [](std::unique_ptr<Team> team) {
    ASSERT_TRUE(expect_same(*team, "the run", "program: 1\nthreads: 2"));
    const auto same =
        expect_same(*team, "the run", team->leads() ? "program: 1\nthreads: 2" : "program: 1\nthreads: 3");
    ASSERT_FALSE(same);
    EXPECT_NE(same.error().message.find("found \"threads: 3\", expected \"threads: 2\""), std::string::npos)
        << same.error().message;
  });
}

TEST(TeamThread, ADifferenceInAnObjectIsToldByItsMember) {
  as_team(2, [](std::unique_ptr<Team> team) {
    const auto same = expect_same(*team, "the data",
                                  team->leads() ? R"({"seed":"1","nodes":"5","list":["a","b"]})"
                                                : R"({"seed":"1","nodes":"50","list":["a","b"]})");
    ASSERT_FALSE(same);
    EXPECT_TRUE(same.error().message.ends_with(R"(found "nodes:50", expected "nodes:5")"))
        << same.error().message;
  });
}

TEST(TeamThread, EachNumberIsDealtOnceAndEachResultIsHandedIn) {
  constexpr std::uint64_t kCount = 100;
  std::vector<int> dealt(kCount);
  std::vector<int> handed(kCount);
  std::uint64_t next = 0;
  as_team(3, [&](std::unique_ptr<Team> team) {
    Deal deal;
    if (team->leads())
      deal = [&](std::string_view result) -> base::Result<std::optional<std::uint64_t>> {
        if (!result.empty()) ++handed[std::stoul(std::string(result))];
        if (next == kCount) return std::optional<std::uint64_t>();
        ++dealt[next];
        return std::optional(next++);
      };
    auto desk = team->open_desk(std::move(deal));
    ASSERT_TRUE(desk);
    std::string result;
    for (;;) {
      const auto number = (*desk)->ask(result);
      ASSERT_TRUE(number);
      if (!*number) break;
      result = std::to_string(**number);
    }
    ASSERT_TRUE((*desk)->close());
  });
  EXPECT_EQ(dealt, std::vector<int>(kCount, 1));
  EXPECT_EQ(handed, std::vector<int>(kCount, 1));
}

}  // namespace
}  // namespace tabia::team
