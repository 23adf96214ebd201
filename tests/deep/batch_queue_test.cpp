// Positions of many threads, gathered into batches.
#include "deep/batch_queue.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/random.h"
#include "base/toml.h"
#include "chess/fen.h"

namespace tabia::deep {
namespace {

// A small network with random numbers.
struct Small {
  PlanesSpec spec;
  std::vector<std::vector<float>> tensors;
  std::unique_ptr<Forward> forward;

  Small() {
    const auto table = base::parse_toml(R"(
input = { planes = "pieces", view = "mover", clock = true }
body = [ { block = "conv", filters = 4 } ]
value = { kind = "tanh", width = 4 }
)")
                           .value();
    base::TableReader reader(table, "");
    spec = read_planes_spec(reader).value();
    base::Random random(3);
    std::vector<TensorData> data;
    for (const TensorShape& shape : tensors_of(spec)) {
      auto& numbers = tensors.emplace_back(shape.size());
      for (float& number : numbers) number = static_cast<float>(0.2 * base::bell(random));
    }
    for (const auto& numbers : tensors) data.push_back({numbers, {}});
    forward = std::make_unique<Forward>(spec, data);
  }
  // A board that differs for each number below 100.
  [[nodiscard]] Planes board(int number) const {
    const chess::Position position =
        chess::parse_fen(base::concat("4k3/8/8/8/8/8/P7/4K3 w - - ", number, " 80")).value();
    return encode(spec.input, {&position, 1});
  }
};

TEST(BatchQueue, ThreadsGetTheOutputsOfTheirOwnBoards) {
  const Small small;
  for (const int wait_us : {0, 300}) {
    for (const int at_once : {1, 3}) {
      BatchQueue queue(*small.forward,
                       {.size = 8, .wait = std::chrono::microseconds(wait_us), .threads = at_once});
      std::vector<std::thread> threads;
      std::atomic<int> wrong = 0;
      for (int t = 0; t < 12; ++t) {
        threads.emplace_back([&, t] {
          for (int i = 0; i < 20; ++i) {
            std::vector<Planes> boards;
            for (int k = 0; k < 1 + (t + i) % 11; ++k) boards.push_back(small.board((7 * t + i + k) % 100));
            std::vector<Outputs> outputs(boards.size());
            queue.run(boards, outputs);
            for (std::size_t k = 0; k < boards.size(); ++k)
              wrong += outputs[k].value == small.forward->run(boards[k]).value ? 0 : 1;
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
      EXPECT_EQ(wrong, 0);
      const auto counts = queue.counts();
      EXPECT_EQ(counts.boards, 1431u);  // the sum of 1 + (t + i) % 11
      EXPECT_GE(counts.batches, counts.boards / 8);
    }
  }
}

TEST(BatchQueue, ARequestLargerThanABatchIsSplit) {
  const Small small;
  BatchQueue queue(*small.forward, {.size = 4});
  std::vector<Planes> boards;
  for (int i = 0; i < 11; ++i) boards.push_back(small.board(i));
  std::vector<Outputs> outputs(boards.size());
  queue.run(boards, outputs);
  EXPECT_EQ(queue.counts().batches, 3u);
  EXPECT_NE(outputs[0].value, outputs[10].value);
}

}  // namespace
}  // namespace tabia::deep
