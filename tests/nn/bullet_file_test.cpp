#include "nn/bullet_file.h"

#include <gtest/gtest.h>

#include "nn/net_support.h"

namespace tabia::nn {
namespace {

bool contains(const base::Error& error, std::string_view part) { return testing::mentions(error, part); }

std::vector<ModelSpec> bullet_specs() {
  std::vector<ModelSpec> specs;
  for (const char* name : {"perspective-256", "perspective-512", "perspective-mirrored-768"})
    specs.push_back(testing::model(name));
  return specs;
}

std::int16_t number_at(const std::string& file, std::size_t index) {
  std::int16_t number = 0;
  std::memcpy(&number, file.data() + 2 * index, 2);
  return number;
}

TEST(BulletFile, NetworksReadBackIdentical) {
  for (const ModelSpec& spec : bullet_specs()) {
    const auto network = random_network(spec, 4);
    const auto file = write_bullet(*network);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->size() % 64, 0u);
    const auto parts = read_bullet(*file, spec);
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_TRUE(testing::same_numbers(*parts, *network)) << spec.name;
  }
}

// l0 weights [input][width], l0 bias, l1 weights [head][2 x width], l1 bias: all 16-bit.
TEST(BulletFile, TheNumbersStandInBulletsOrder) {
  const ModelSpec spec = testing::model("perspective-512");
  const auto network = random_network(spec, 4);
  const std::string file = write_bullet(*network).value();
  const auto& tensors = network->tensors();
  EXPECT_EQ(number_at(file, 700 * 512 + 3), tensors[0].stored(700 * 512 + 3));
  EXPECT_EQ(number_at(file, 768 * 512 + 7), tensors[1].stored(7));
  EXPECT_EQ(number_at(file, 769 * 512 + 5 * 1024 + 513), tensors[2].stored(5 * 1024 + 513));
  EXPECT_EQ(number_at(file, 769 * 512 + 8 * 1024 + 6), tensors[3].stored(6));
  const std::size_t bytes = 2 * (769 * 512 + 8 * 1024 + 8);
  EXPECT_EQ(file.size(), (bytes + 63) / 64 * 64);
  EXPECT_EQ(file.substr(bytes, 8), "bulletbu");
}

TEST(BulletFile, PaddingMayBeZeroOrMissing) {
  const ModelSpec spec = testing::model("perspective-256");
  const auto network = random_network(spec, 4);
  std::string file = write_bullet(*network).value();
  const std::size_t bytes = 2 * (769 * 256 + 512 + 1);
  for (const std::string& variant :
       {file.substr(0, bytes), file.substr(0, bytes) + std::string(file.size() - bytes, '\0')}) {
    const auto parts = read_bullet(variant, spec);
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_TRUE(testing::same_numbers(*parts, *network));
  }
  file.back() = 'x';
  EXPECT_TRUE(contains(read_bullet(file, spec).error(), "expected padding"));
}

TEST(BulletFile, AFileOfAnotherSizeIsRefusedWithBothSizes) {
  const ModelSpec spec = testing::model("perspective-256");
  const std::string file = write_bullet(*random_network(spec, 4)).value();
  for (const std::size_t size : {std::size_t{0}, std::size_t{2}, file.size() - 64, file.size() - 2}) {
    const auto parts = read_bullet(file.substr(0, size), spec);
    ASSERT_FALSE(parts) << size;
    EXPECT_TRUE(contains(parts.error(), "394816")) << parts.error().message;
  }
  EXPECT_FALSE(read_bullet(file + std::string(64, '\0'), spec));
}

TEST(BulletFile, ABiasBeyondSixteenBitsIsAnError) {
  const ModelSpec spec = testing::model("perspective-256");
  NetworkParts parts{spec, empty_tensors(spec), {}, {}};
  parts.tensors[3].set(0, 32767);
  EXPECT_TRUE(write_bullet(*std::move(parts).assemble().value()));
  parts = {spec, empty_tensors(spec), {}, {}};
  parts.tensors[3].set(0, -32769);
  const auto file = write_bullet(*std::move(parts).assemble().value());
  ASSERT_FALSE(file);
  EXPECT_TRUE(contains(file.error(), "head 0 is -32769")) << file.error().message;
}

TEST(BulletFile, ShapesWithoutAKnownLayoutAreRefusedWithTheReason) {
  const struct {
    const char* model;
    const char* reason;
  } cases[] = {
      {"perspective-layers", "3 layers"}, {"mlp-769", "other features"}, {"halfkp-256", "other features"}};
  for (const auto& [name, reason] : cases) {
    const ModelSpec spec = testing::model(name);
    const auto written = write_bullet(*random_network(spec, 1));
    ASSERT_FALSE(written);
    EXPECT_TRUE(contains(written.error(), reason)) << written.error().message;
    EXPECT_FALSE(read_bullet("", spec));
  }
}

}  // namespace
}  // namespace tabia::nn
