// tests/train/small_run.h: data and training runs that are small enough for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "data/formats.h"
#include "nn/load.h"
#include "train/trainer.h"

namespace tabia::train {

// Random games whose scores are material, so that there is something to learn.
inline void write_games(const std::string& path, int games,
                        const std::vector<std::pair<std::string, std::string>>& history = {}) {
  data::DataInfo info;
  info.history = history;
  info.scale = {"centipawns", 100};
  auto writer = data::open_writer(path, {}, info);
  ASSERT_TRUE(writer);
  base::Random random(5);
  constexpr int kValues[] = {100, 300, 300, 500, 900, 0};
  for (int game = 0; game < games; ++game) {
    data::GameRecord record;
    chess::Position position;
    int white = 0;
    for (int ply = 0; ply < 80; ++ply) {
      const auto moves = chess::legal_moves(position);
      if (moves.size() == 0) break;
      white = 0;
      for (const chess::PieceType type : chess::kPieceTypes)
        white += kValues[static_cast<std::size_t>(type)] *
                 (chess::count(position.pieces(chess::Color::White, type)) -
                  chess::count(position.pieces(chess::Color::Black, type)));
      const chess::Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const int own = position.side_to_move() == chess::Color::White ? white : -white;
      record.plies.push_back({move, static_cast<std::int16_t>(own)});
      position.make(move);
    }
    record.result = white > 200    ? chess::GameResult::WhiteWins
                    : white < -200 ? chess::GameResult::BlackWins
                                   : chess::GameResult::Draw;
    ASSERT_TRUE((*writer)->write(record));
  }
  ASSERT_TRUE((*writer)->finish());
}

// Lets a run continue for a number of batches, then interrupts it.
class Stopper final : public TrainWatch {
 public:
  explicit Stopper(int batches) : left_(batches) {}
  void step(const Progress&, double loss, double, double) override {
    losses.push_back(loss);
    --left_;
  }
  [[nodiscard]] bool interrupted() const override { return left_ <= 0; }

  std::vector<double> losses;

 private:
  int left_;
};

struct Finished {
  std::vector<double> losses;
  std::string hash;  // of the network
  std::vector<data::TrainReport> reports;
};

// Runs to the end, interrupted after every `batches` batches.
inline Finished finish(const Recipe& recipe, const std::string& folder, int threads, int batches) {
  Finished finished;
  for (int round = 0; round < 1000; ++round) {
    Stopper stopper(batches);
    auto trainer =
        Trainer::open(recipe, {.folder = folder, .threads = threads, .recipe_text = "text"}, stopper);
    EXPECT_TRUE(trainer) << (trainer ? "" : trainer.error().message);
    if (!trainer) break;
    const auto end = (*trainer)->run();
    EXPECT_TRUE(end) << (end ? "" : end.error().message);
    finished.losses.insert(finished.losses.end(), stopper.losses.begin(), stopper.losses.end());
    finished.reports = (*trainer)->progress().reports;
    if (!end || *end != TrainEnd::Interrupted) break;
  }
  const auto network = nn::load_network(folder + "/last.net");
  EXPECT_TRUE(network) << (network ? "" : network.error().message);
  if (network) finished.hash = nn::network_hash(**network);
  return finished;
}

}  // namespace tabia::train
