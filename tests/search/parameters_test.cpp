#include "search/parameters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tabia::search {
namespace {

TEST(Parameters, EachRowHasANameOfItsOwnThatTuningProgramsCanRead) {
  std::set<std::string> names;
  for (const ParameterInfo& row : kParameterInfos) {
    const std::string name = row.name;
    EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    })) << name;
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Parameters::kCount));
}

TEST(Parameters, AStepLeavesRoomToTuneWithinTheRange) {
  for (const ParameterInfo& row : kParameterInfos) EXPECT_LE(row.step, (row.max - row.min) / 2) << row.name;
}

}  // namespace
}  // namespace tabia::search
