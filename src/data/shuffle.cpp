#include "data/shuffle.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/bytes.h"
#include "data/container.h"
#include "data/duplicates.h"
#include "data/foreign_stream.h"
#include "data/raw_record.h"
#include "data/spill.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kKeyBytes = 8;
// Shuffled positions contain little that a higher level could compress.
constexpr int kShuffledLevel = 1;
constexpr std::size_t kItemBytes = kKeyBytes + kPackedSampleBytes;  // a sample in a bucket
constexpr std::size_t kBytesOfSorting = 2 * kItemBytes;             // additional memory for sorting a sample

// There are enough buckets that one can be sorted within a core's own cache, even if memory would allow
// fewer.
constexpr std::uint64_t kBytesOfABucket = std::uint64_t{1} << 20;
// Sorted samples are compressed together in portions of this size.
constexpr std::uint64_t kBytesOfAWave = std::uint64_t{8} << 20;
constexpr std::size_t kBlock = ContainerOptions{}.block_bytes / kPackedSampleBytes * kPackedSampleBytes;

// Keys are spread evenly over the buckets, in order: the upper half of the result is the bucket of a key, the
// lower half its place within the bucket, in units of 2^-32.
std::uint64_t spread(std::uint64_t key, std::size_t buckets) noexcept { return (key >> 32) * buckets; }

// Sorts packed samples and records into the buckets; one for each thread. Don't use it after an error.
class Distributor {
 public:
  explicit Distributor(Spill& spill) : spill_(spill), staged_(spill.bucket_count()) {
    for (std::string& bucket : staged_) bucket.reserve(kStagedBytes);
  }

  void add_packed(std::uint64_t key, const char* sample) {
    char item[kItemBytes];
    store_little_endian(item, key);
    std::memcpy(item + kKeyBytes, sample, kPackedSampleBytes);
    const std::size_t bucket = bucket_of(key);
    if (staged_[bucket].size() + kItemBytes > kStagedBytes) pass_on(bucket);
    staged_[bucket].append(item, sizeof item);
  }
  // A packed sample has no place for the rating.
  void add_sample(std::uint64_t key, const Sample& sample) {
    if (sample.rating != 0) ++ratings_lost_;
    add_packed(key, packed(sample).data());
  }
  void add_record(std::uint64_t key, const GameRecord& record) {
    const std::size_t bucket = bucket_of(key);
    append_little_endian(staged_[bucket], key);
    append_raw(staged_[bucket], record);
    if (staged_[bucket].size() >= kStagedBytes) pass_on(bucket);
  }
  Result<void> flush() {
    for (std::size_t i = 0; i < staged_.size(); ++i) {
      if (!staged_[i].empty()) pass_on(i);
    }
    return fault_ ? Result<void>(*fault_) : Result<void>();
  }
  [[nodiscard]] std::uint64_t ratings_lost() const noexcept { return ratings_lost_; }
  // flush() returns the error.
  [[nodiscard]] bool failed() const noexcept { return fault_.has_value(); }

 private:
  static constexpr std::size_t kStagedBytes = 2048;

  [[nodiscard]] std::size_t bucket_of(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>(spread(key, staged_.size()) >> 32);
  }
  void pass_on(std::size_t bucket) {
    if (auto written = spill_.append(bucket, staged_[bucket]); !written && !fault_) fault_ = written.error();
    staged_[bucket].clear();
  }

  Spill& spill_;
  std::vector<std::string> staged_;
  std::uint64_t ratings_lost_ = 0;
  std::optional<Error> fault_;
};

// Uninitialized memory.
class RawBuffer {
 public:
  // Keeps the first `kept` bytes.
  void make_room(std::size_t bytes, std::size_t kept) {
    if (bytes <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<char[]>(bytes);
    if (kept > 0) std::memcpy(larger.get(), data_.get(), kept);
    data_ = std::move(larger);
    capacity_ = bytes;
  }
  [[nodiscard]] char* data() noexcept { return data_.get(); }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
};

// The first error of several threads, and whether to continue.
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
  Shuffler(const ShuffleJob& job, Pass& pass) : job_(job), pass_(pass), keys_(job.seed) {}

  // Chooses the number of buckets for about this many bytes of items.
  void make_buckets(std::uint64_t item_bytes) {
    const auto threads = static_cast<std::uint64_t>(std::max(job_.threads, 1));
    const std::uint64_t for_memory =
        item_bytes * (1 + kBytesOfSorting / kItemBytes) / job_.memory_bytes * threads + 1;
    const std::uint64_t buckets = std::clamp<std::uint64_t>(
        std::max(for_memory, item_bytes / kBytesOfABucket), 2 * threads, Spill::kMostBuckets);
    spill_ = std::make_unique<Spill>(job_.folder, buckets, job_.memory_bytes / 2);
  }

  Result<void> distribute(const Container& container) {
    for (const Error& problem : container.problems()) {
      if (!pass_.go_on_after(problem)) return problem;
    }
    std::vector<std::uint64_t> first(container.block_count());  // the place of each block's first sample
    for (std::size_t i = 0; i < first.size(); ++i) {
      first[i] = count_;
      count_ += container.block(i).header.positions;
    }
    Verdict verdict;
    std::mutex told;
    std::uint64_t bytes_done = 0;
    std::atomic<std::size_t> next = 0;
    return in_workers(verdict, [&](Distributor& distributor) {
      BlockContent content;
      for (std::size_t index = next++; index < first.size(); index = next++) {
        if (verdict.failed() || distributor.failed()) return;
        if (pass_.interrupted()) return verdict.fail(base::interruption());
        const auto done = distribute_block(container, index, first[index], content, distributor);
        const std::scoped_lock lock(told);
        if (!done && !pass_.go_on_after(done.error())) verdict.fail(done.error());
        bytes_done += container.block(index).header.total_bytes();
        pass_.progress(bytes_done, container.bytes());
      }
    });
  }

  // The threads take turns reading; each packs what it has read while the others read.
  Result<void> distribute(RecordReader& reader) {
    Verdict verdict;
    std::mutex reading;
    bool ended = false;
    return in_workers(verdict, [&](Distributor& distributor) {
      Portion portion;
      for (;;) {
        {
          const std::scoped_lock lock(reading);
          if (ended || verdict.failed() || distributor.failed()) return;
          const auto more = read_portion(reader, portion);
          if (!more) return verdict.fail(more.error());
          ended = !*more;
        }
        distribute_portion(portion, distributor);
      }
    });
  }

  // Writes the samples in order. The buckets are sorted in waves: while one wave is sorted, the blocks of the
  // previous one are written.
  Result<void> write_samples(RecordWriter& writer, ContainerWriter* container) {
    RawBuffer sorted;  // the samples of a wave, after those left over from the previous one
    std::size_t left_over = 0;
    std::vector<Block> blocks;
    const std::size_t buckets = spill_->bucket_count();
    for (std::size_t first = 0; first < buckets;) {
      if (pass_.interrupted()) return base::interruption();
      std::vector<std::size_t> starts = {
          left_over};  // of each bucket of the wave; the last is the end of them all
      const auto least = static_cast<std::size_t>(std::max(job_.threads, 1));
      while (first + starts.size() <= buckets &&
             (starts.size() <= least || starts.back() < left_over + kBytesOfAWave)) {
        const std::uint64_t items = spill_->size(first + starts.size() - 1) / kItemBytes;
        starts.push_back(starts.back() + items * kPackedSampleBytes);
      }
      sorted.make_room(starts.back(), left_over);
      Verdict verdict;
      base::parallel_for(starts.size(), job_.threads, [&](std::size_t i) {
        const auto done = i == 0 ? write_blocks(container, blocks)
                                 : sort_samples(first + i - 1, sorted.data() + starts[i - 1]);
        if (!done) verdict.fail(done.error());
      });
      if (verdict.failed()) return verdict.result();
      first += starts.size() - 1;
      const std::string_view wave(sorted.data(), starts.back());
      const std::size_t whole = !container || first == buckets ? wave.size() : wave.size() / kBlock * kBlock;
      if (container) {
        blocks = blocks_of(wave.substr(0, whole));
      } else if (auto written = write_single(writer, wave); !written) {
        return written;
      }
      left_over = wave.size() - whole;
      std::memmove(sorted.data(), sorted.data() + whole, left_over);
    }
    return write_blocks(container, blocks);
  }

  Result<void> write_games(RecordWriter& writer) {
    GameRecord record;
    for (std::size_t i = 0; i < spill_->bucket_count(); ++i) {
      const auto content = spill_->take(i);
      if (!content) return content.error();
      if (pass_.interrupted()) return base::interruption();
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
  // What single samples can't hold, in words; empty if nothing was lost.
  [[nodiscard]] std::string losses() const {
    Losses losses;
    losses.add("positions whose ratings are left out: shuffle by game (--by-game) to keep them",
               ratings_lost_);
    return losses.text();
  }

 private:
  // Records that one thread has read, with the place of the first one (or of its first sample).
  struct Portion {
    std::vector<GameRecord> records;  // the first `used` of them; their memory is reused
    std::size_t used = 0;
    std::uint64_t place = 0;
  };

  // Calls work(Distributor&) on each thread. The result is what it reports to the verdict.
  template <class Work>
  Result<void> in_workers(Verdict& verdict, Work&& work) {
    const auto threads = static_cast<std::size_t>(std::max(job_.threads, 1));
    base::parallel_for(threads, job_.threads, [&](std::size_t) {
      Distributor distributor(*spill_);
      work(distributor);
      ratings_lost_ += distributor.ratings_lost();
      if (auto flushed = distributor.flush(); !flushed) verdict.fail(flushed.error());
    });
    return verdict.result();
  }

  // False at the end of the input: this portion is the last.
  Result<bool> read_portion(RecordReader& reader, Portion& portion) {
    constexpr std::size_t kSamples = 1 << 14;
    if (pass_.interrupted()) return base::interruption();
    pass_.progress(reader.bytes_read(), reader.bytes_total());
    portion.used = 0;
    portion.place = count_;
    for (std::size_t samples = 0; samples < kSamples;) {
      if (portion.used == portion.records.size()) portion.records.emplace_back();
      GameRecord& record = portion.records[portion.used];
      const auto more = reader.next(record);
      if (!more) {
        if (!pass_.go_on_after(more.error())) return more.error();
        continue;
      }
      if (!*more) return false;
      ++portion.used;
      samples += record.plies.size();
      count_ += job_.by_game ? 1 : record.plies.size();
    }
    return true;
  }

  void distribute_portion(const Portion& portion, Distributor& distributor) const {
    std::uint64_t place = portion.place;
    for (std::size_t i = 0; i < portion.used; ++i) {
      const GameRecord& record = portion.records[i];
      if (job_.by_game) {
        distributor.add_record(keys_(place++), record);
      } else {
        for_each_sample(record,
                        [&](const Sample& sample) { distributor.add_sample(keys_(place++), sample); });
      }
    }
  }

  Result<void> distribute_block(const Container& container, std::size_t index, std::uint64_t place,
                                BlockContent& content, Distributor& distributor) const {
    if (auto read = container.read_block(index, content); !read) return read;
    if (content.kind == BlockKind::Positions) {
      const std::string_view bytes = content.bytes;
      for (std::size_t at = 0; at + kPackedSampleBytes <= bytes.size(); at += kPackedSampleBytes)
        distributor.add_packed(keys_(place++), bytes.data() + at);
      return {};
    }
    const auto visited =
        visit_samples(content, [&](const Sample& sample) { distributor.add_sample(keys_(place++), sample); });
    if (!visited) return visited.error().inside(container.place_of(index));
    return {};
  }

  struct Item {
    std::uint64_t key;
    const char* sample;
  };

  // Writes the samples of a bucket in the order of their keys, without the keys.
  Result<void> sort_samples(std::size_t bucket, char* out) {
    const auto items = spill_->take(bucket);
    if (!items) return items.error();
    for (const Item& item : sorted_items(*items)) {
      std::memcpy(out, item.sample, kPackedSampleBytes);
      out += kPackedSampleBytes;
    }
    return {};
  }

  // Since the keys are random numbers, each item can be put directly near its place: into one of as many
  // cells as there are items. Items that share a cell are sorted later.
  [[nodiscard]] std::vector<Item> sorted_items(std::string_view bytes) const {
    const std::size_t count = bytes.size() / kItemBytes;
    const auto item_at = [&](std::size_t index) {
      const char* item = bytes.data() + index * kItemBytes;
      return Item{load_little_endian<std::uint64_t>(item), item + kKeyBytes};
    };
    const auto cell_of = [&](std::uint64_t key) {
      const std::uint64_t share = spread(key, spill_->bucket_count()) & 0xFFFF'FFFF;
      return static_cast<std::size_t>(share * count >> 32);
    };
    std::vector<std::uint32_t> next(count + 1);  // where the next item of each cell goes
    for (std::size_t i = 0; i < count; ++i) ++next[cell_of(item_at(i).key) + 1];
    for (std::size_t i = 1; i <= count; ++i) next[i] += next[i - 1];
    std::vector<Item> items(count);
    for (std::size_t i = 0; i < count; ++i) items[next[cell_of(item_at(i).key)]++] = item_at(i);
    for (std::size_t i = 1; i < count; ++i) {
      for (std::size_t at = i; at > 0 && items[at].key < items[at - 1].key; --at)
        std::swap(items[at], items[at - 1]);
    }
    return items;
  }

  // All blocks are full except perhaps the last.
  [[nodiscard]] std::vector<Block> blocks_of(std::string_view samples) const {
    std::vector<Block> blocks((samples.size() + kBlock - 1) / kBlock);
    base::parallel_for(blocks.size(), job_.threads, [&](std::size_t i) {
      BlockContent content{BlockKind::Positions, 0, 0, std::string(samples.substr(i * kBlock, kBlock))};
      content.records = static_cast<std::uint32_t>(content.bytes.size() / kPackedSampleBytes);
      content.positions = content.records;
      blocks[i] = make_block(content, kShuffledLevel);
    });
    return blocks;
  }

  // Requires a writer if there are any.
  static Result<void> write_blocks(ContainerWriter* writer, std::vector<Block>& blocks) {
    for (Block& block : std::exchange(blocks, {})) {
      if (auto written = writer->write_block(std::move(block)); !written) return written;
    }
    return {};
  }

  static Result<void> write_single(RecordWriter& writer, std::string_view samples) {
    for (; !samples.empty(); samples.remove_prefix(kPackedSampleBytes)) {
      const auto sample = unpack_sample(samples.substr(0, kPackedSampleBytes));
      if (!sample) return sample.error();
      if (auto written = writer.write(record_of(*sample)); !written) return written;
    }
    return {};
  }

  const ShuffleJob& job_;
  Pass& pass_;
  const ShuffleKeys keys_;
  std::unique_ptr<Spill> spill_;
  std::uint64_t count_ = 0;  // samples or games so far
  std::atomic<std::uint64_t> ratings_lost_ = 0;
};

}  // namespace

ShuffleKeys::ShuffleKeys(std::uint64_t seed) noexcept : seed_(base::Random(seed).next()) {}

std::uint64_t ShuffleKeys::operator()(std::uint64_t place) const noexcept {
  return base::Random(seed_ ^ place).next();
}

namespace {

Result<void> distribute_containers(const std::vector<std::string>& paths, Shuffler& shuffler) {
  std::vector<Container> opened;
  std::uint64_t samples = 0;
  for (const std::string& path : paths) {
    TABIA_TRY(Container container, Container::open(path));
    samples += container.positions();
    opened.push_back(std::move(container));
  }
  shuffler.make_buckets(samples * kItemBytes);
  for (const Container& container : opened) TABIA_TRY_VOID(shuffler.distribute(container));
  return {};
}

Result<void> distribute_inputs(Inputs& inputs, Shuffler& shuffler) {
  // The number of samples is not known in advance.
  const std::uint64_t bytes = inputs.bytes_total();
  shuffler.make_buckets(bytes == 0 ? ~std::uint64_t{0} >> 16 : bytes / kLeastBytesOfASample * kItemBytes);
  return shuffler.distribute(inputs);
}

}  // namespace

const base::Fields<ShuffleJob>& shuffle_fields() {
  using S = ShuffleJob;
  static const auto fields = with_copy_fields<S>(
      {seed_field<S>(), memory_field<S>(),
       base::integer<S>("threads", "N", 1, 1024, TABIA_MEMBER(threads), "threads")
           .shown_as("all cores")
           .not_identity(),
       base::flag<S>("by-game", TABIA_MEMBER(by_game), "keep games together"),
       base::text<S>("temporary", "FOLDER", TABIA_MEMBER(folder), "folder for temporary files")
           .shown_as("that of OUT")
           .not_identity()});
  return fields;
}

Result<CopyReport> run(const ShuffleJob& given, base::Watch& watch) {
  ShuffleJob job = given;
  if (job.threads == 0) job.threads = base::usable_cores();
  if (job.folder.empty()) job.folder = folder_of(job.to.path);
  TABIA_TRY(Inputs inputs, Inputs::open(job.from));
  DataInfo info = inputs.info();
  info.history.emplace_back("shuffle", concat(job.by_game ? "by game" : "by sample", ", seed=", job.seed));
  TABIA_TRY(const auto writer, open_writer(job.to.path, job.to.writing, info));
  const std::string& format = job.from.reading.format;
  const std::vector<std::string>& paths = job.from.paths;
  const bool containers = !job.by_game && (format.empty() || format == kContainerName) &&
                          std::all_of(paths.begin(), paths.end(), is_container);
  Pass pass(watch, job.from.strict);
  Shuffler shuffler(job, pass);
  TABIA_TRY_VOID(containers ? distribute_containers(paths, shuffler) : distribute_inputs(inputs, shuffler));
  TABIA_TRY_VOID(job.by_game ? shuffler.write_games(*writer)
                             : shuffler.write_samples(*writer, dynamic_cast<ContainerWriter*>(writer.get())));
  TABIA_TRY_VOID(writer->complete());
  if (watch.interrupted()) return base::interruption();
  TABIA_TRY_VOID(writer->publish());
  std::string losses = shuffler.losses();
  if (const std::string more = writer->losses(); !more.empty())
    losses += concat(losses.empty() ? "" : "; ", more);
  return CopyReport{.records = shuffler.count(), .problems = pass.problems(), .losses = std::move(losses)};
}

}  // namespace tabia::data
