// bench/decode_container.cpp: how fast our training data is read on one thread (blocks of games with every
// position set up and shown, the same through records, blocks of single positions), and how fast games are
// written.
//
// The data is random games, or a file of ours: TABIA_DATA=games.tabia bench_decode_container
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build --preset release --target bench_decode_container
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/random.h"
#include "chess/movegen.h"
#include "data/container.h"

namespace {

using namespace tabia;
using namespace tabia::data;

GameRecord random_game(base::Random& random) {
  GameRecord record;
  record.result = chess::GameResult::Draw;
  chess::Position position;
  int score = 0;
  for (int ply = 0; ply < 150; ++ply) {
    const auto moves = chess::legal_moves(position);
    if (moves.empty()) break;
    const auto move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    score = -score + static_cast<int>(random.below(81)) - 40;
    record.plies.push_back({.move = move, .score = static_cast<std::int16_t>(score)});
    position.make(move);
  }
  return record;
}

// The data, as a file that is removed when the program ends.
class Data {
 public:
  Data() {
    if (const char* given = std::getenv("TABIA_DATA")) {
      games_ = given;
    } else {
      games_ =
          (std::filesystem::temp_directory_path() / ("tabia_bench_" + std::to_string(getpid()))).string();
      auto writer = ContainerWriter::create(games_, {});
      base::Random random(1);
      for (int i = 0; i < 5000; ++i) (void)(*writer)->write(random_game(random));
      (void)(*writer)->finish();
      made_ = true;
    }
  }
  ~Data() {
    if (made_) std::filesystem::remove(games_);
  }
  [[nodiscard]] Container open() const { return std::move(*Container::open(games_)); }

 private:
  std::string games_;
  bool made_ = false;
};

const Data& the_data() {
  static const Data data;
  return data;
}

void count_positions(benchmark::State& state, std::uint64_t positions) {
  state.counters["positions/s"] =
      benchmark::Counter(static_cast<double>(positions), benchmark::Counter::kIsRate);
}

void visit_positions_of_games(benchmark::State& state) {
  const Container container = the_data().open();
  BlockContent content;
  std::uint64_t positions = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < container.block_count(); ++i) {
      (void)container.read_block(i, content);
      (void)visit_samples(content, [&](const Sample& sample) {
        benchmark::DoNotOptimize(sample.position.key() + static_cast<std::uint64_t>(sample.score));
        ++positions;
      });
    }
  }
  count_positions(state, positions);
}
BENCHMARK(visit_positions_of_games)->Unit(benchmark::kMillisecond);

void read_games_as_records(benchmark::State& state) {
  const Container container = the_data().open();
  BlockContent content;
  GameRecord record;
  std::uint64_t positions = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < container.block_count(); ++i) {
      (void)container.read_block(i, content);
      for (BlockReader reader(content); *reader.next(record);) positions += record.plies.size();
    }
  }
  count_positions(state, positions);
}
BENCHMARK(read_games_as_records)->Unit(benchmark::kMillisecond);

void visit_single_positions(benchmark::State& state) {
  const Container container = the_data().open();
  BlockContent games;
  BlockContent singles{BlockKind::Positions, 0, 0, {}};
  (void)container.read_block(0, games);
  (void)visit_samples(games, [&](const Sample& sample) {
    const PackedSample bytes = packed(sample);
    singles.bytes.append(bytes.data(), bytes.size());
  });
  std::uint64_t positions = 0;
  for (auto _ : state) {
    (void)visit_samples(singles, [&](const Sample& sample) {
      benchmark::DoNotOptimize(sample.position.key());
      ++positions;
    });
  }
  count_positions(state, positions);
}
BENCHMARK(visit_single_positions)->Unit(benchmark::kMillisecond);

void encode_and_compress_games(benchmark::State& state) {
  const Container container = the_data().open();
  BlockContent content;
  (void)container.read_block(0, content);
  std::vector<GameRecord> records;
  GameRecord record;
  for (BlockReader reader(content); *reader.next(record);) records.push_back(record);
  std::uint64_t positions = 0;
  for (auto _ : state) {
    BlockBuilder builder({});
    for (const GameRecord& game : records) {
      (void)builder.add(game);
      positions += game.plies.size();
    }
    benchmark::DoNotOptimize(builder.take());
  }
  count_positions(state, positions);
}
BENCHMARK(encode_and_compress_games)->Unit(benchmark::kMillisecond);

}  // namespace
