// tests/nn/net_support.h: shared by the tests of network files: the specs of models/, a tiny network, and
// what it means for two networks to be the same.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "nn/load.h"
#include "nn/network_parts.h"
#include "nn/random_network.h"
#include "nn/test_networks.h"
#include "paths.h"
#include "sanitized.h"

namespace tabia::nn::testing {

// The files of models/, sorted by name.
inline std::vector<std::filesystem::path> model_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(tabia::test::test_data() + "/../../models")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline ModelSpec model(const std::string& name) {
  auto spec = parse_spec(file_content(tabia::test::test_data() + "/../../models/" + name + ".toml"));
  EXPECT_TRUE(spec) << name << ": " << (spec ? "" : spec.error().message);
  return *spec;
}

// The models whose files are not many megabytes: enough for tests that do much with each.
inline std::vector<ModelSpec> small_models() {
  std::vector<ModelSpec> specs;
  for (const char* name : {"mlp-769", "mlp-768-skip", "mlp-768-256", "perspective-256", "perspective-512"}) {
    specs.push_back(model(name));
  }
  for (const ModelSpec& spec : incremental_specs()) {
    if (spec.arithmetic == Arithmetic::Tabia) specs.push_back(spec);
  }
  return specs;
}

inline std::vector<ModelSpec> all_models() {
  std::vector<ModelSpec> specs;
  for (const auto& file : model_files()) {
    specs.push_back(model(file.stem().string()));
    // At their own width they have a hundred million numbers.
    if (specs.back().features.relations.any()) specs.back().accumulator.width = 32;
    // Under a sanitizer most of the time would go into making random numbers.
    const bool is_halfkp = specs.back().features.kind == FeatureSpec::Kind::Halfkp;
    if (tabia::test::kSanitized && !is_halfkp && specs.back().accumulator.width > 128)
      specs.back().accumulator.width = 128;
  }
  return specs;
}

// The smallest network there is, about 3 KB in a file.
inline ModelSpec tiny_spec() {
  ModelSpec spec;
  spec.name = "tiny";
  spec.features.kind = FeatureSpec::Kind::Planes;
  spec.perspective = false;
  spec.accumulator = {1, Activation::Relu, Storage::F32, 1};
  spec.layers = {{1, Activation::Linear, Storage::F32, 1}};
  return spec;
}

inline std::shared_ptr<const Network> with_lineage(const Network& network, const Lineage& lineage,
                                                   const WdlModel& wdl) {
  NetworkParts parts{network.spec(), empty_tensors(network.spec()), lineage, wdl};
  for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
    std::memcpy(parts.tensors[i].bytes().data(), network.tensors()[i].bytes().data(),
                parts.tensors[i].bytes().size());
  }
  return std::move(parts).assemble().value();
}

// Same spec with the same name, same numbers.
inline ::testing::AssertionResult same_numbers(const NetworkParts& found, const Network& expected) {
  if (!(found.spec == expected.spec()) || found.spec.name != expected.spec().name) {
    return ::testing::AssertionFailure() << "spec differs:\n"
                                         << to_text(found.spec) << to_text(expected.spec());
  }
  if (found.tensors.size() != expected.tensors().size())
    return ::testing::AssertionFailure() << "number of tensors differs";
  for (std::size_t i = 0; i < found.tensors.size(); ++i) {
    const Tensor& a = found.tensors[i];
    const Tensor& b = expected.tensors()[i];
    if (a.spec() != b.spec() || std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) != 0) {
      return ::testing::AssertionFailure() << a.spec().name << " differs";
    }
  }
  return ::testing::AssertionSuccess();
}

// Also lineage and win probability model.
inline ::testing::AssertionResult identical(const NetworkParts& found, const Network& expected) {
  if (!(found.lineage == expected.lineage())) return ::testing::AssertionFailure() << "lineage differs";
  if (!(found.wdl == expected.wdl())) return ::testing::AssertionFailure() << "wdl differs";
  return same_numbers(found, expected);
}

inline bool mentions(const base::Error& error, std::string_view text) {
  return error.message.find(text) != std::string::npos;
}
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace tabia::nn::testing
