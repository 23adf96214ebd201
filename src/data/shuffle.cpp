#include "data/shuffle.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/bytes.h"
#include "data/container.h"
#include "data/raw_record.h"
#include "data/spill.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kKeyBytes = 8;
// Shuffled positions hold little that a higher level would find.
constexpr int kShuffledLevel = 1;
constexpr std::size_t kItemBytes = kKeyBytes + kPackedSampleBytes;  // a sample in a bucket
constexpr std::size_t kBytesOfSorting = 2 * kItemBytes;             // what sorting a sample takes besides

// Packs samples and sorts them into the buckets; one for each thread.
class Distributor {
 public:
  explicit Distributor(Spill& spill) : spill_(spill), staged_(spill.bucket_count()) {}

  void add_packed(std::uint64_t key, std::string_view bytes) {
    std::string& bucket = staged_[bucket_of(key)];
    append_little_endian(bucket, key);
    bucket += bytes;
  }
  void add_record(std::uint64_t key, const GameRecord& record) {
    std::string& bucket = staged_[bucket_of(key)];
    append_little_endian(bucket, key);
    append_raw(bucket, record);
  }
  Result<void> flush() {
    for (std::size_t i = 0; i < staged_.size(); ++i) {
      if (staged_[i].empty()) continue;
      if (auto written = spill_.append(i, staged_[i]); !written) return written;
      staged_[i].clear();
    }
    return {};
  }

 private:
  [[nodiscard]] std::size_t bucket_of(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>((key >> 32) * staged_.size() >> 32);
  }

  Spill& spill_;
  std::vector<std::string> staged_;
};

// The first error of several threads, and whether to go on.
class Verdict {
 public:
  void fail(const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = error;
    failed_ = true;
  }
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] Result<void> result() const {
    if (error_) return *error_;
    return {};
  }

 private:
  std::mutex mutex_;
  std::optional<Error> error_;
  std::atomic<bool> failed_ = false;
};

class Shuffler {
 public:
  Shuffler(const ShuffleOptions& options, Watch& watch)
      : options_(options), watch_(watch), keys_(options.seed) {}

  // Chooses the number of buckets for about so many bytes of items.
  void make_buckets(std::uint64_t item_bytes) {
    const auto threads = static_cast<std::uint64_t>(std::max(options_.threads, 1));
    const std::uint64_t wanted =
        item_bytes * (1 + kBytesOfSorting / kItemBytes) * threads / options_.memory_bytes + 1;
    const std::uint64_t buckets = std::clamp<std::uint64_t>(wanted, 2 * threads, Spill::kMostBuckets);
    spill_ = std::make_unique<Spill>(options_.folder, buckets, options_.memory_bytes / 2);
  }

  Result<void> distribute(const Container& container) {
    for (const Error& problem : container.problems()) {
      if (!watch_.go_on_after(problem)) return problem;
    }
    std::vector<std::uint64_t> first(container.block_count());  // the place of each block's first sample
    for (std::size_t i = 0; i < first.size(); ++i) {
      first[i] = count_;
      count_ += container.block(i).header.positions;
    }
    Verdict verdict;
    std::mutex told;
    std::uint64_t bytes_done = 0;
    base::parallel_for(container.block_count(), options_.threads, [&](std::size_t index) {
      if (verdict.failed()) return;
      if (watch_.interrupted()) return verdict.fail(interruption());
      const auto done = distribute_block(container, index, first[index]);
      const std::scoped_lock lock(told);
      if (!done && !watch_.go_on_after(done.error())) verdict.fail(done.error());
      bytes_done += container.block(index).header.total_bytes();
      watch_.progress(bytes_done, container.bytes());
    });
    return verdict.result();
  }

  Result<void> distribute(RecordReader& reader) {
    Distributor distributor(*spill_);
    unsigned staged = 0;
    auto read = for_each_record(reader, watch_, [&](const GameRecord& record) -> Result<void> {
      if (options_.by_game) {
        distributor.add_record(keys_(count_++), record);
      } else {
        for_each_sample(record, [&](const Sample& sample) {
          const PackedSample bytes = packed(sample);
          distributor.add_packed(keys_(count_++), {bytes.data(), bytes.size()});
        });
      }
      constexpr unsigned kRecordsBetweenFlushes = 1024;
      return ++staged % kRecordsBetweenFlushes == 0 ? distributor.flush() : Result<void>();
    });
    if (!read) return read;
    return distributor.flush();
  }

  // Writes the samples in their order.
  Result<void> write_samples(RecordWriter& writer, ContainerWriter* container) {
    std::string pending;  // sorted samples that are not written yet
    const auto wave = static_cast<std::size_t>(std::max(options_.threads, 1));
    for (std::size_t first = 0; first < spill_->bucket_count(); first += wave) {
      std::vector<std::string> sorted(std::min(wave, spill_->bucket_count() - first));
      Verdict verdict;
      base::parallel_for(sorted.size(), options_.threads, [&](std::size_t i) {
        auto content = spill_->take(first + i);
        if (!content) return verdict.fail(content.error());
        sorted[i] = sorted_samples(*content);
      });
      if (verdict.failed()) return verdict.result();
      for (std::string& part : sorted) {
        if (watch_.interrupted()) return interruption();
        pending += part;
        part = std::string();
        const bool last = first + wave >= spill_->bucket_count() && &part == &sorted.back();
        auto written = container ? write_blocks(*container, pending, last) : write_single(writer, pending);
        if (!written) return written;
      }
    }
    return {};
  }

  Result<void> write_games(RecordWriter& writer) {
    GameRecord record;
    for (std::size_t i = 0; i < spill_->bucket_count(); ++i) {
      const auto content = spill_->take(i);
      if (!content) return content.error();
      if (watch_.interrupted()) return interruption();
      std::vector<std::pair<std::uint64_t, std::size_t>> order;
      for (std::string_view rest = *content; !rest.empty();) {
        const auto key = load_little_endian<std::uint64_t>(rest.data());
        rest.remove_prefix(kKeyBytes);
        order.emplace_back(key, content->size() - rest.size());
        take_raw(rest, record);
      }
      std::sort(order.begin(), order.end());
      for (const auto& [key, at] : order) {
        std::string_view bytes = std::string_view(*content).substr(at);
        take_raw(bytes, record);
        if (auto written = writer.write(record); !written) return written;
      }
    }
    return {};
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  Result<void> distribute_block(const Container& container, std::size_t index, std::uint64_t place) {
    BlockContent content;
    if (auto read = container.read_block(index, content); !read) return read;
    Distributor distributor(*spill_);
    Result<void> visited;
    if (content.kind == BlockKind::Positions) {
      const std::string_view bytes = content.bytes;
      for (std::size_t at = 0; at + kPackedSampleBytes <= bytes.size(); at += kPackedSampleBytes)
        distributor.add_packed(keys_(place++), bytes.substr(at, kPackedSampleBytes));
    } else {
      visited = visit_samples(content, [&](const Sample& sample) {
        const PackedSample bytes = packed(sample);
        distributor.add_packed(keys_(place++), {bytes.data(), bytes.size()});
      });
      if (!visited) visited = visited.error().inside(container.place_of(index));
    }
    if (auto flushed = distributor.flush(); !flushed) return flushed;
    return visited;
  }

  // The samples of a bucket in the order of their keys, without them.
  static std::string sorted_samples(const std::string& items) {
    struct Item {
      std::uint64_t key;
      std::uint32_t index;
    };
    std::vector<Item> order(items.size() / kItemBytes);
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = {load_little_endian<std::uint64_t>(items.data() + i * kItemBytes),
                  static_cast<std::uint32_t>(i)};
    std::sort(order.begin(), order.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
    std::string sorted(order.size() * kPackedSampleBytes, '\0');
    char* out = sorted.data();
    for (const Item& item : order) {
      std::memcpy(out, items.data() + item.index * kItemBytes + kKeyBytes, kPackedSampleBytes);
      out += kPackedSampleBytes;
    }
    return sorted;
  }

  // Writes as many full blocks as there are samples for, all of them if these are the last.
  Result<void> write_blocks(ContainerWriter& writer, std::string& pending, bool last) {
    constexpr std::size_t kBlock = ContainerOptions{}.block_bytes / kPackedSampleBytes * kPackedSampleBytes;
    const std::size_t full = pending.size() / kBlock;
    std::vector<Block> blocks(full + (last && pending.size() % kBlock != 0 ? 1 : 0));
    base::parallel_for(blocks.size(), options_.threads, [&](std::size_t i) {
      BlockContent content{BlockKind::Positions, 0, 0, pending.substr(i * kBlock, kBlock)};
      content.records = static_cast<std::uint32_t>(content.bytes.size() / kPackedSampleBytes);
      content.positions = content.records;
      blocks[i] = make_block(content, kShuffledLevel);
    });
    for (Block& block : blocks) {
      if (auto written = writer.write_block(std::move(block)); !written) return written;
    }
    pending.erase(0, std::min(blocks.size() * kBlock, pending.size()));
    return {};
  }

  static Result<void> write_single(RecordWriter& writer, std::string& pending) {
    for (std::size_t at = 0; at < pending.size(); at += kPackedSampleBytes) {
      const auto sample = unpack_sample(std::string_view(pending).substr(at, kPackedSampleBytes));
      if (!sample) return sample.error();
      if (auto written = writer.write(record_of(*sample)); !written) return written;
    }
    pending.clear();
    return {};
  }

  const ShuffleOptions& options_;
  Watch& watch_;
  const ShuffleKeys keys_;
  std::unique_ptr<Spill> spill_;
  std::uint64_t count_ = 0;  // samples or games so far
};

}  // namespace

ShuffleKeys::ShuffleKeys(std::uint64_t seed) noexcept : seed_(base::Random(seed).next()) {}

std::uint64_t ShuffleKeys::operator()(std::uint64_t place) const noexcept {
  return base::Random(seed_ ^ place).next();
}

Result<std::uint64_t> shuffle(const std::vector<std::string>& paths, const ReadOptions& reading,
                              const std::string& output, const WriteOptions& writing,
                              const ShuffleOptions& options, Watch& watch, std::string* losses) {
  auto inputs = Inputs::open(paths, reading);
  if (!inputs) return inputs.error();
  DataInfo info = inputs->info();
  info.history.emplace_back("shuffle",
                            concat(options.by_game ? "by game" : "by sample", ", seed=", options.seed));
  auto writer = open_writer(output, writing, info);
  if (!writer) return writer.error();

  const bool containers =
      !options.by_game && std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
        return is_container(path) && (reading.format.empty() || reading.format == kContainerName);
      });
  Shuffler shuffler(options, watch);
  if (containers) {
    std::vector<Container> opened;
    std::uint64_t samples = 0;
    for (const std::string& path : paths) {
      auto container = Container::open(path);
      if (!container) return container.error();
      samples += container->positions();
      opened.push_back(std::move(*container));
    }
    shuffler.make_buckets(samples * kItemBytes);
    for (const Container& container : opened) {
      if (auto done = shuffler.distribute(container); !done) return done.error();
    }
  } else {
    // How many samples there are is not known beforehand: no format needs less for one than this.
    constexpr std::uint64_t kLeastBytesOfASample = 2;
    const std::uint64_t bytes = inputs->bytes_total();
    shuffler.make_buckets(bytes == 0 ? ~std::uint64_t{0} >> 16 : bytes / kLeastBytesOfASample * kItemBytes);
    if (auto done = shuffler.distribute(*inputs); !done) return done.error();
  }
  const auto written = options.by_game
                           ? shuffler.write_games(**writer)
                           : shuffler.write_samples(**writer, dynamic_cast<ContainerWriter*>(writer->get()));
  if (!written) return written.error();
  if (auto finished = (*writer)->finish(); !finished) return finished.error();
  if (losses) *losses = (*writer)->losses();
  return shuffler.count();
}

}  // namespace tabia::data
