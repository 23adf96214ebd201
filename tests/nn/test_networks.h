// The networks that the tests run: real ones if available, and random ones of every family.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "nn/network_parts.h"
#include "nn/stockfish_file.h"
#include "paths.h"

namespace tabia::nn::testing {

inline std::string shared_network(const std::string& name) {
  return tabia::test::shared_data() + "/nets/" + name;
}

// A published network of Stockfish: its path in the shared data or in the folder that TABIA_NETWORKS names,
// or "" if it is in neither. docs/testing.md says where they come from.
inline std::string published_network(const std::string& name) {
  const char* folder = std::getenv("TABIA_NETWORKS");
  for (const std::string& path : {shared_network(name), std::string(folder ? folder : "") + "/" + name}) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path;
  }
  return "";
}

inline std::string file_content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

// Debian's Stockfish, or "" if it isn't installed.
inline std::string stockfish_program() {
  const char* path = "/usr/games/stockfish";
  return ::access(path, X_OK) == 0 ? path : "";
}

// The network inside Debian's Stockfish 15.1, written by that program itself; "" if it isn't available.
// Written once per test program.
inline const std::string& stockfish_151_network() {
  static const std::string content = [] {
    if (stockfish_program().empty()) return std::string();
    const auto path =
        std::filesystem::temp_directory_path() / ("tabia_sf151_" + std::to_string(::getpid()) + ".nnue");
    const std::string command =
        "printf 'export_net " + path.string() + "\\nquit\\n' | " + stockfish_program() + " >/dev/null 2>&1";
    std::string bytes;
    if (std::system(command.c_str()) == 0) bytes = file_content(path.string());
    std::filesystem::remove(path);
    return bytes;
  }();
  return content;
}

inline std::shared_ptr<const Network> stockfish_network(std::string_view file) {
  auto parts = read_stockfish(file);
  EXPECT_TRUE(parts) << (parts ? "" : parts.error().message);
  if (!parts) return nullptr;
  auto network = std::move(*parts).assemble();
  EXPECT_TRUE(network) << (network ? "" : network.error().message);
  return network ? *network : nullptr;
}

// One spec of every family that has incremental accumulators, small enough for tests.
inline std::vector<ModelSpec> incremental_specs() {
  std::vector<ModelSpec> specs = {stockfish_halfkp_spec(), stockfish_halfka_spec(128), stockfish_18_spec(32),
                                  stockfish_19_spec(32), stockfish_19_lite_spec(64)};
  const char* texts[] = {
      R"(name = "768 screlu"
features = "768"
accumulator = { width = 32, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { eval_scale = 400 })",
      R"(name = "mirrored crelu with heads"
features = "768-mirrored"
accumulator = { width = 48, activation = "crelu", storage = "i16", scale = 181 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { buckets = "pieces", heads = 8, eval_scale = 400 })",
      R"(name = "king buckets pairwise piece-square"
features = "king-buckets-16-mirrored"
piece_square = true
accumulator = { width = 64, activation = "pairwise", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { buckets = "pieces", heads = 4, eval_scale = 400 })",
      R"(name = "king buckets with layers"
features = "king-buckets-10-mirrored"
accumulator = { width = 96, activation = "pairwise", storage = "i16", scale = 255 }
layers = [ { width = 16, activation = "crelu", storage = "i8", scale = 64 }, { width = 32, activation = "crelu", storage = "i8", scale = 64 }, { width = 1, storage = "i8", scale = 64 } ]
output = { buckets = "pieces", heads = 8, eval_scale = 400 })",
      R"(name = "own king table, unmirrored"
features = "king-buckets"
mirrored = false
king_buckets = [ 0,0,0,1,1,2,2,2, 0,0,0,1,1,2,2,2, 3,3,3,3,3,3,3,3, 3,3,3,3,3,3,3,3, 3,3,3,3,3,3,3,3, 3,3,3,3,3,3,3,3, 3,3,3,3,3,3,3,3, 3,3,3,3,3,3,3,3 ]
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 127 }
layers = [ { width = 7, activation = "crelu", storage = "i8", scale = 32 }, { width = 1, storage = "i8", scale = 64 } ]
output = { eval_scale = 300 })",
      R"(name = "threats beside inputs that no king moves"
features = "768"
threats = "stockfish-19"
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { eval_scale = 400 })",
      R"(name = "pawn pairs and dual-all layers"
features = "king-buckets-4-mirrored"
pawn_pairs = true
piece_square = true
accumulator = { width = 32, activation = "pairwise", storage = "i16", scale = 255 }
layers = [ { width = 6, activation = "dual-all", storage = "i8", scale = 64 }, { width = 3, activation = "dual-all", storage = "i8", scale = 32 }, { width = 1, storage = "i8", scale = 64 } ]
output = { buckets = "pieces", heads = 2, eval_scale = 400 })",
  };
  for (const char* text : texts) {
    auto spec = parse_spec(text);
    EXPECT_TRUE(spec) << (spec ? "" : spec.error().message);
    if (spec) specs.push_back(*spec);
  }
  return specs;
}

}  // namespace tabia::nn::testing
