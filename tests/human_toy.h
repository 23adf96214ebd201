// tests/human_toy.h: a tiny network with random numbers that has what a human one needs: a policy, and the
// rating among its inputs.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "nn/random_network.h"
#include "nn/save.h"
#include "nn/spec.h"

namespace tabia::test {

inline std::shared_ptr<const nn::Network> human_toy() {
  static const auto network = nn::random_network(nn::parse_spec(R"(
name = "human-toy"
input = { planes = "pieces", view = "mover", history = 1, castling = true, rating = true }
body = [ { block = "conv", filters = 8 } ]
policy = { kind = "attention", width = 8 }
value = { kind = "wdl", planes = 4, width = 8 }
)")
                                                     .value(),
                                                 1);
  return network;
}

// Writes it to the path and returns that.
inline std::string saved_human_toy(const std::string& path) {
  EXPECT_TRUE(nn::save_network(*human_toy(), path, {}).ok());
  return path;
}

}  // namespace tabia::test
