#include "play/cores.h"

#include <gtest/gtest.h>

#include <set>

#include "play/play_support.h"

namespace tabia::play {
namespace {

using test::TemporaryFolder;

TEST(CoreClaim, NoCoreIsGivenTwiceAndOneThatIsGivenBackIsFreeAgain) {
  const TemporaryFolder folder;
  std::vector<CoreClaim> claims;
  std::set<int> cores;
  while (true) {
    CoreClaim claim = CoreClaim::take(1, folder.file(""));
    if (claim.cores().empty()) {
      EXPECT_NE(claim.refusal().find("another match"), std::string::npos) << claim.refusal();
      break;
    }
    EXPECT_TRUE(claim.refusal().empty());
    EXPECT_TRUE(cores.insert(claim.cores()[0]).second) << claim.cores()[0] << " was given twice";
    claims.push_back(std::move(claim));
  }
  ASSERT_FALSE(claims.empty());
  const int last = claims.back().cores()[0];
  claims.pop_back();
  EXPECT_EQ(CoreClaim::take(1, folder.file("")).cores(), std::vector<int>{last});
}

TEST(CoreClaim, MoreCoresThanThereAreIsRefusedAndNothingIsHeld) {
  const TemporaryFolder folder;
  const CoreClaim many = CoreClaim::take(5000, folder.file(""));
  EXPECT_TRUE(many.cores().empty());
  EXPECT_NE(many.refusal().find("they need 5000"), std::string::npos) << many.refusal();
  const CoreClaim one = CoreClaim::take(1, folder.file(""));
  ASSERT_EQ(one.cores().size(), 1U);
  EXPECT_EQ(one.share(0, 1), one.cores());
}

}  // namespace
}  // namespace tabia::play
