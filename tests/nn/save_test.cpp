#include "nn/save.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "folder.h"
#include "nn/net_support.h"
#include "nn/random_network.h"

namespace tabia::nn {
namespace {

TEST(SaveNetwork, WhatIsWrittenIsReadBackInTheFormatItWasAskedFor) {
  const tabia::test::Folder folder;
  const auto network = random_network(testing::tiny_spec(), 3);
  for (const NetFormat format : {NetFormat::Tabia, NetFormat::Text}) {
    const std::string path = folder / "a";
    const auto saved = save_network(*network, path, {.format = format});
    ASSERT_TRUE(saved.ok()) << saved.error().message;
    EXPECT_EQ(saved->difference, "");
    EXPECT_EQ(saved->bytes, std::filesystem::file_size(path));
    const auto file = load_network_file(path);
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_EQ(file->format, format);
    EXPECT_EQ(file->bytes, saved->bytes);
    EXPECT_EQ(network_hash(*file->network), network_hash(*network));
  }
}

TEST(SaveNetwork, AFormatWithoutACompressedFormIsRefusedAndNothingIsWritten) {
  const tabia::test::Folder folder;
  const auto network = random_network(testing::tiny_spec(), 3);
  const auto saved = save_network(*network, folder / "a", {.format = NetFormat::Text, .compress = true});
  ASSERT_FALSE(saved.ok());
  EXPECT_EQ(saved.error().message, "text has no compressed form");
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
}

TEST(SaveNetwork, AnotherWinModelLeavesTheNetworkAsItIs) {
  const auto network = random_network(testing::tiny_spec(), 3);
  WdlModel model;
  model.a[3] = 123;
  const auto changed = with_win_model(*network, model);
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ((*changed)->wdl(), model);
  EXPECT_EQ((*changed)->lineage(), network->lineage());
  EXPECT_EQ(network_hash(**changed), network_hash(*network));
}

TEST(LoadSpec, AFileThatIsNoSpecIsAnErrorWithItsName) {
  const auto spec = load_spec("/nowhere/at.toml");
  ASSERT_FALSE(spec.ok());
  EXPECT_NE(spec.error().message.find("/nowhere/at.toml"), std::string::npos);
}

TEST(TensorStatistics, CountValuesAtTheLimitsAndZeros) {
  Tensor tensor({.name = "t", .rows = 1, .columns = 4, .storage = Storage::I8, .scale = 64});
  tensor.set(0, -127);
  tensor.set(1, 0);
  tensor.set(2, 127);
  tensor.set(3, 2);
  const TensorStatistics found = statistics_of(tensor);
  EXPECT_EQ(found.lowest, -127);
  EXPECT_EQ(found.highest, 127);
  EXPECT_EQ(found.mean_magnitude, 64);
  EXPECT_EQ(found.saturated, 0.5);
  EXPECT_EQ(found.zero, 0.25);
}

}  // namespace
}  // namespace tabia::nn
