// lc0's files, and the forward pass against lc0's own outputs.
#include "nn/lc0_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "deep/golden.h"
#include "deep/policy.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/plane_storage.h"
#include "paths.h"
#include "sanitized.h"

namespace tabia::nn {
namespace {

using deep::game_of;
using deep::shared_deep;
using deep::table_in;

// The toys are in the tree, the networks of others only next to it.
std::string path_of(const std::string& name) {
  const std::string here = tabia::test::test_data() + "/deep/" + name;
  return std::filesystem::exists(here) ? here : shared_deep(name);
}

struct Tolerances {
  double value = 1e-4;
  double logit = 1e-3;
  double moves_left = 1e-2;
};

struct GoldenMove {
  std::string move;
  int index = 0;
  double logit = 0;
  double probability = 0;
};

std::vector<GoldenMove> moves_in(std::string_view text) {
  std::vector<GoldenMove> moves;
  for (std::string_view word = base::take_word(text); !word.empty(); word = base::take_word(text)) {
    const auto parts = base::split(word, ':');
    moves.push_back({std::string(parts[0]), std::stoi(std::string(parts[1])),
                     std::stod(std::string(parts[2])), std::stod(std::string(parts[3]))});
  }
  return moves;
}

// The largest differences over a file.
struct Differences {
  double value = 0;
  double wdl = 0;
  double logit = 0;
  double probability = 0;
  double moves_left = 0;
  int other_moves = 0;  // positions with another first move although the first two differ clearly
  int rows = 0;
};

void raise(double& most, double difference) {
  most = std::isnan(difference) ? 1e9 : std::max(most, std::abs(difference));
}

void compare_moves(const std::vector<GoldenMove>& golden, const std::vector<deep::MoveProbability>& found,
                   const std::string& where, Differences& differences) {
  ASSERT_EQ(golden.size(), found.size()) << where;
  for (const deep::MoveProbability& move : found) {
    const auto same = std::find_if(golden.begin(), golden.end(),
                                   [&](const GoldenMove& other) { return other.index == move.index; });
    ASSERT_NE(same, golden.end()) << where << " index " << move.index;
    raise(differences.logit, static_cast<double>(move.logit) - same->logit);
    raise(differences.probability, static_cast<double>(move.probability) - same->probability);
  }
  const bool clear = golden.size() > 1 && golden[0].logit - golden[1].logit > 1e-3;
  if (clear && golden[0].index != found[0].index) ++differences.other_moves;
}

Differences differences_of(const Network& network, const std::string& golden) {
  Differences differences;
  const auto rows = table_in(golden);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const auto game = game_of(row[2], row[3]);
    if (!game) continue;
    ++differences.rows;
    const deep::Planes planes = deep::encode(network.spec().planes->input, game->positions());
    const deep::Outputs outputs = network.forward()->run(planes);
    EXPECT_EQ(planes.transform, std::stoi(row[5])) << row[0];
    raise(differences.value, static_cast<double>(outputs.value) - std::stod(row[6]));
    for (std::size_t k = 0; k < 3 && row[7] != "-"; ++k)
      raise(differences.wdl, static_cast<double>(outputs.wdl[k]) - std::stod(row[7 + k]));
    if (row[10] != "-")
      raise(differences.moves_left, static_cast<double>(outputs.moves_left) - std::stod(row[10]));
    compare_moves(moves_in(row[11]),
                  deep::move_probabilities(game->position(), outputs.policy, planes.transform), row[0],
                  differences);
  }
  return differences;
}

void expect_golden(const std::string& name) {
  const std::string file = path_of(name + ".pb.gz");
  const std::string golden = path_of(name + ".golden.tsv");
  if (!std::filesystem::exists(file) || !std::filesystem::exists(golden))
    GTEST_SKIP() << "no " << file << " or its golden outputs";
  const auto network = load_network(file);
  ASSERT_TRUE(network.ok()) << network.error().message;
  const Differences found = differences_of(**network, golden);
  std::printf("%-28s %3d rows: q %.1e wdl %.1e logit %.1e p %.1e m %.1e\n", name.c_str(), found.rows,
              found.value, found.wdl, found.logit, found.probability, found.moves_left);
  const Tolerances allowed;
  EXPECT_GT(found.rows, 50);
  EXPECT_LE(found.value, allowed.value);
  EXPECT_LE(found.wdl, allowed.value);
  EXPECT_LE(found.probability, allowed.value);
  EXPECT_LE(found.logit, allowed.logit);
  EXPECT_LE(found.moves_left, allowed.moves_left);
  EXPECT_EQ(found.other_moves, 0);
}

TEST(Lc0File, OldFilesWithoutAFormatGiveLc0sOutputs) { expect_golden("toy-a-classic"); }
TEST(Lc0File, SqueezeExcitationWdlAndMovesLeftGiveLc0sOutputs) { expect_golden("toy-b-se-conv-wdl-mlh"); }
TEST(Lc0File, AttentionPolicyOnCanonicalPlanesGivesLc0sOutputs) {
  expect_golden("toy-c-se-attention-policy");
}
TEST(Lc0File, AttentionBodyWithSmolgenGivesLc0sOutputs) { expect_golden("toy-d-attention-body"); }
TEST(Lc0File, MultipleHeadsIn16BitFloatsGiveLc0sOutputs) { expect_golden("toy-e-multihead"); }
TEST(Lc0File, Maia1100GivesLc0sOutputs) { expect_golden("maia-1100"); }
TEST(Lc0File, Maia1500GivesLc0sOutputs) { expect_golden("maia-1500"); }
TEST(Lc0File, Meangirl8GivesLc0sOutputs) { expect_golden("meangirl-8"); }

// Positions of a golden file.
std::vector<Position> positions_in(const std::string& golden) {
  std::vector<Position> positions;
  const auto rows = table_in(golden);
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (const auto game = game_of(rows[i][2], rows[i][3])) positions.push_back(game->position());
  return positions;
}

TEST(PlaneStorage, HalvesAndBytesKeepTheLikeliestMove) {
  for (const std::string name : {"maia-1500", "toy-b-se-conv-wdl-mlh", "toy-d-attention-body"}) {
    const auto network = load_network(path_of(name + ".pb.gz"));
    if (!network) continue;
    auto positions = positions_in(path_of(name + ".golden.tsv"));
    positions.resize(std::min(positions.size(), tabia::test::rounds<std::size_t>(1000, 20)));
    const auto halves = in_storage(**network, deep::Storage::F16, {});
    ASSERT_TRUE(halves.ok()) << halves.error().message;
    // Calibrated with some, measured on all.
    const auto bytes =
        in_storage(**network, deep::Storage::I8, std::span(positions).first(positions.size() / 2));
    ASSERT_TRUE(bytes.ok()) << bytes.error().message;
    const StorageLoss with_halves = storage_loss(**network, **halves, positions);
    const StorageLoss with_bytes = storage_loss(**network, **bytes, positions);
    for (const auto& [storage, loss] : {std::pair("f16", with_halves), std::pair("i8", with_bytes)})
      std::printf("%-24s %-4s value %.4f (at most %.4f), same move %.1f%%, divergence %.5f\n", name.c_str(),
                  storage, loss.mean_value, loss.largest_value, 100 * loss.same_first_move, loss.divergence);
    EXPECT_GE(with_halves.same_first_move, 0.98) << name;
    EXPECT_LE(with_halves.divergence, 0.01) << name;
    EXPECT_LE(with_bytes.divergence, 0.02) << name;
    // The toys are random: their moves are nearly equally likely.
    EXPECT_GE(with_bytes.same_first_move, name.starts_with("maia") ? 0.95 : 0.75) << name;
    const auto again = read_network(write_net(**bytes, {}).value());
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(network_hash(**again), network_hash(**bytes));
  }
}

std::string toy_bytes() {
  const auto file = base::read_file(path_of("toy-b-se-conv-wdl-mlh.pb.gz"), 1 << 24);
  return file ? *file : "";
}

TEST(Lc0File, EveryTruncationIsRefusedWithAReason) {
  const std::string file = toy_bytes();
  if (file.empty()) GTEST_SKIP() << "no toy network";
  for (std::size_t size = 0; size < file.size(); size += 1 + size / 3) {
    const auto parts = read_lc0(std::string_view(file).substr(0, size));
    ASSERT_FALSE(parts.ok()) << size;
    EXPECT_TRUE(parts.error().message.starts_with("lc0 network: ")) << parts.error().message;
  }
  std::string damaged = file;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  EXPECT_FALSE(read_lc0(damaged).ok()) << "gzip has a checksum";
}

TEST(Lc0File, OtherContentIsRefusedByName) {
  EXPECT_NE(read_lc0("2\n0.1 0.2\n").error().message.find("old text format"), std::string::npos);
  EXPECT_NE(read_lc0("hello").error().message.find("magic"), std::string::npos);
  const std::string start("\x0d\xc0\x01\x00\x00", 5);
  EXPECT_NE(read_lc0(start).error().message.find("no weights"), std::string::npos);
  EXPECT_NE(read_lc0(start + "\x52\x00").error().message.size(), 0u);
}

}  // namespace
}  // namespace tabia::nn
