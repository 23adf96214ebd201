// bench/decode.cpp: how fast training data is decoded, on one core.
//
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build build/release --target bench_decode
//   TABIA_BINPACK=FILE.binpack build/release/bench_decode
//
// Reports positions a second: into records, through samples with their full position, and through records replayed
// into samples; and how fast the records are written again.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "data/binpack.h"
#include "data/game_record.h"

namespace {

using namespace tabia;

// The whole file in memory, so that no disk is measured.
const std::string& file_content() {
  static const std::string content = [] {
    constexpr std::size_t kMost = std::size_t{1} << 30;
    const char* const path = std::getenv("TABIA_BINPACK");
    auto read = base::read_file(path ? path : "", kMost);
    return read ? std::move(*read) : std::string();
  }();
  return content;
}

std::unique_ptr<data::BinpackReader> open_content() {
  return std::make_unique<data::BinpackReader>(
      std::move(data::Input::of_bytes(file_content(), "file").value()), data::ReadOptions{});
}

// Calls read(reader) until it returns false; counts what it adds to `positions`.
template <class Read>
void over_file(benchmark::State& state, Read&& read) {
  if (file_content().empty()) return state.SkipWithError("set TABIA_BINPACK to a .binpack file");
  std::int64_t positions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto reader = open_content();
    state.ResumeTiming();
    while (read(*reader, positions)) {
    }
  }
  state.SetItemsProcessed(positions);
}

void binpack_to_records(benchmark::State& state) {
  data::GameRecord record;
  over_file(state, [&](data::BinpackReader& reader, std::int64_t& positions) {
    const auto more = reader.next(record);
    positions += more.ok() && *more ? static_cast<std::int64_t>(record.plies.size()) : 0;
    return !more.ok() || *more;
  });
}

void binpack_to_samples(benchmark::State& state) {
  over_file(state, [&](data::BinpackReader& reader, std::int64_t& positions) {
    const auto more = reader.visit_next([&](const data::Sample& sample) {
      benchmark::DoNotOptimize(sample.position.key());
      ++positions;
    });
    return !more.ok() || *more;
  });
}

void binpack_to_records_to_samples(benchmark::State& state) {
  data::GameRecord record;
  over_file(state, [&](data::BinpackReader& reader, std::int64_t& positions) {
    const auto more = reader.next(record);
    if (more.ok() && *more) {
      data::for_each_sample(record, [&](const data::Sample& sample) {
        benchmark::DoNotOptimize(sample.position.key());
        ++positions;
      });
    }
    return !more.ok() || *more;
  });
}

void records_to_binpack(benchmark::State& state) {
  std::vector<data::GameRecord> records;
  const auto reader = open_content();
  constexpr std::size_t kMost = 20'000;
  data::GameRecord record;
  while (records.size() < kMost) {
    const auto more = reader->next(record);
    if (more.ok() && !*more) break;
    if (more.ok()) records.push_back(record);
  }
  if (records.empty()) return state.SkipWithError("set TABIA_BINPACK to a .binpack file");
  std::int64_t positions = 0;
  for (auto _ : state) {
    std::string bytes;
    data::BinpackWriter writer(std::make_unique<data::MemorySink>(bytes), {});
    for (const data::GameRecord& each : records) {
      static_cast<void>(writer.write(each));
      positions += static_cast<std::int64_t>(each.plies.size());
    }
    static_cast<void>(writer.finish());
    benchmark::DoNotOptimize(bytes.data());
  }
  state.SetItemsProcessed(positions);
}

BENCHMARK(binpack_to_records)->Unit(benchmark::kMillisecond);
BENCHMARK(binpack_to_samples)->Unit(benchmark::kMillisecond);
BENCHMARK(binpack_to_records_to_samples)->Unit(benchmark::kMillisecond);
BENCHMARK(records_to_binpack)->Unit(benchmark::kMillisecond);

}  // namespace
