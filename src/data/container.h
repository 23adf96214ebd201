// data/container.h: our own files of training data, `.tabia`: games in two to three bytes a position, or
// single positions, in self-contained blocks (docs/formats/training-data.md).
//
// A file consists of the manifest block, blocks of games or positions, and, if its writer finished, an index
// block and 16 bytes that say where it is. Without the index (the writer was killed) the blocks are found by
// walking from header to header; damaged parts are skipped and reported.
//
// A dataset is such a file or a folder of them ("shards"), read in the order of their names.
//
//   Container      reading by block, from any number of threads
//   ContainerReader, ContainerWriter, ShardWriter   record by record; the last appends durably to a file
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/append_file.h"
#include "base/file.h"
#include "base/text.h"
#include "data/block.h"
#include "data/file.h"
#include "data/game_coding.h"
#include "data/options.h"
#include "data/packed_position.h"
#include "data/stream.h"

namespace tabia::data {

inline constexpr std::string_view kContainerExtension = ".tabia";

// The name in the table of formats.
inline constexpr std::string_view kContainerName = "tabia";

// True for a folder, for our file extension, and for a file that begins with our magic bytes.
[[nodiscard]] bool is_container(const std::string& path);

// A block of records in a file.
struct BlockEntry {
  std::uint32_t file = 0;  // which of the container's files
  std::uint64_t offset = 0;
  BlockHeader header;
};

// A file or a folder of files, open for reading. All functions may be called from several threads
// concurrently.
class Container {
 public:
  // The error says that there is no such data, or that the files of a folder disagree about the scale of
  // scores. Damage is reported in problems().
  [[nodiscard]] static base::Result<Container> open(const std::string& path);

  [[nodiscard]] const DataInfo& info() const noexcept { return info_; }
  // What was damaged or missing when the files were opened, with places; the blocks themselves are checked
  // only when they are read.
  [[nodiscard]] const std::vector<base::Error>& problems() const noexcept { return problems_; }

  // Blocks of games and of positions only.
  [[nodiscard]] std::size_t block_count() const noexcept { return blocks_.size(); }
  [[nodiscard]] const BlockEntry& block(std::size_t index) const noexcept { return blocks_[index]; }
  // The error says where the block is and what is wrong with it.
  [[nodiscard]] base::Result<void> read_block(std::size_t index, BlockContent& content) const;
  // "FILE: block 3 at byte 1024", for messages.
  [[nodiscard]] std::string place_of(std::size_t index) const;

  // Sums over the headers of all blocks.
  [[nodiscard]] std::uint64_t records() const noexcept;
  [[nodiscard]] std::uint64_t positions() const noexcept;
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  struct File {
    std::string path;
    MappedFile content;
  };
  std::vector<File> files_;
  std::vector<BlockEntry> blocks_;
  std::vector<base::Error> problems_;
  DataInfo info_;
};

// Calls visit(const Sample&) for every position of the block. The error is the first fault found; positions
// after it in the block may not have been visited.
template <class Visitor>
[[nodiscard]] base::Result<void> visit_samples(const BlockContent& content, Visitor&& visit) {
  if (content.kind == BlockKind::Games) {
    auto games = GameDecoder::open(content.bytes);
    if (!games) return games.error();
    for (;;) {
      const auto more = games->next_samples(visit);
      if (!more) return more.error();
      if (!*more) return {};
    }
  }
  for (std::size_t at = 0; at + kPackedSampleBytes <= content.bytes.size(); at += kPackedSampleBytes) {
    const auto sample = unpack_sample(std::string_view(content.bytes).substr(at, kPackedSampleBytes));
    if (!sample) return sample.error().inside(base::concat("position ", at / kPackedSampleBytes + 1));
    visit(*sample);
  }
  return {};
}

// Takes the records out of the content of a block. ContainerReader uses it, and so may other code that reads
// by block.
class BlockReader {
 public:
  // The content must outlive the reader.
  explicit BlockReader(const BlockContent& content);
  // Like RecordReader::next, or like next_visited if there is a visitor. After the last record it also
  // reports an error if there were fewer records than the header says.
  [[nodiscard]] base::Result<bool> next(GameRecord& record, SampleVisitor* visitor = nullptr);

 private:
  const BlockContent* content_;
  base::Result<GameDecoder> games_;
  std::size_t at_ = 0;  // in a block of positions
  std::uint64_t records_ = 0;
  std::uint64_t positions_ = 0;
  bool done_ = false;
};

class ContainerReader final : public RecordReader {
 public:
  // `scale`, if given, overrides the manifest.
  [[nodiscard]] static base::Result<std::unique_ptr<ContainerReader>> open(
      const std::string& path, const std::optional<ScoreScale>& scale = {});

  [[nodiscard]] base::Result<bool> next(GameRecord& record) override { return read(record, nullptr); }
  [[nodiscard]] base::Result<bool> next_visited(GameRecord& record, SampleVisitor& visitor) override {
    return read(record, &visitor);
  }
  [[nodiscard]] const DataInfo& info() const noexcept override { return info_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept override { return bytes_read_; }
  [[nodiscard]] std::uint64_t bytes_total() const noexcept override { return container_.bytes(); }

 private:
  [[nodiscard]] base::Result<bool> read(GameRecord& record, SampleVisitor* visitor);
  explicit ContainerReader(Container container)
      : container_(std::move(container)), info_(container_.info()) {}

  Container container_;
  DataInfo info_;
  std::size_t problem_ = 0;  // problems of the container reported so far
  std::size_t block_ = 0;    // the next one to read
  BlockContent content_;
  std::unique_ptr<BlockReader> reader_;  // of content_; null between blocks
  std::uint64_t bytes_read_ = 0;
};

struct ContainerOptions {
  std::size_t block_bytes = 512u << 10;  // approximate size of the content
  int level = base::kFastCompression;
};

// Collects records for one block. A block holds either games or positions: the first record decides, and a
// game that comes to a block of positions has to wait for the next block.
class BlockBuilder {
 public:
  explicit BlockBuilder(const ContainerOptions& options) : options_(options) {}

  // False if the record doesn't fit into this block: take() the block first. What can't be stored is cut (see
  // losses()).
  [[nodiscard]] bool add(const GameRecord& record);
  // Requires an empty block or one of positions.
  void add_packed(std::string_view sample);
  [[nodiscard]] bool empty() const noexcept { return games_.games() == 0 && positions_.empty(); }
  [[nodiscard]] bool full() const noexcept;
  // The block so far; a new, empty one is started.
  [[nodiscard]] Block take();

  [[nodiscard]] std::string losses() const;

 private:
  ContainerOptions options_;
  GameEncoder games_;
  std::string positions_;
  std::uint64_t cut_counters_ = 0;
  std::uint64_t cut_games_ = 0;
};

// Writes a whole file, which gets its name when it is finished.
class ContainerWriter final : public RecordWriter {
 public:
  [[nodiscard]] static base::Result<std::unique_ptr<ContainerWriter>> create(
      const std::string& path, const DataInfo& info, const ContainerOptions& options = {});

  [[nodiscard]] base::Result<void> write(const GameRecord& record) override;
  // Appends a block of records that the caller built. Sets its number.
  [[nodiscard]] base::Result<void> write_block(Block block);
  [[nodiscard]] base::Result<void> complete() override;
  [[nodiscard]] base::Result<void> publish() override { return file_.finish(); }
  [[nodiscard]] std::string losses() const override { return builder_.losses(); }

 private:
  ContainerWriter(base::OutputFile file, const ContainerOptions& options)
      : file_(std::move(file)), builder_(options) {}
  [[nodiscard]] base::Result<void> append(Block block);
  [[nodiscard]] base::Result<void> flush();

  base::OutputFile file_;
  std::uint64_t file_bytes_ = 0;
  BlockBuilder builder_;
  std::vector<BlockEntry> blocks_;
  std::uint32_t next_number_ = 0;
};

// Both are for the table of formats (data/formats.h).
[[nodiscard]] base::Result<std::unique_ptr<RecordReader>> open_container_reader(const std::string& path,
                                                                                const ReadOptions& options);
[[nodiscard]] base::Result<std::unique_ptr<RecordWriter>> open_container_writer(const std::string& path,
                                                                                const WriteOptions& options,
                                                                                const DataInfo& info);

// Appends to a file block by block: a written block is safe, whatever happens to the program or the machine.
// A kill loses the records since the last block. For self-play that runs for days.
class ShardWriter final : public RecordWriter {
 public:
  // Creates the file or continues after its last complete block; an index and a torn block at the end are cut
  // off. The error says that the file can't be written, that it holds other data (a different manifest), or
  // that it is damaged before its end.
  [[nodiscard]] static base::Result<std::unique_ptr<ShardWriter>> open(const std::string& path,
                                                                       const DataInfo& info,
                                                                       const ContainerOptions& options = {});

  [[nodiscard]] base::Result<void> write(const GameRecord& record) override;
  // Writes the records so far as a block and waits until it is on the disk.
  [[nodiscard]] base::Result<void> flush();
  // Like flush(), but without waiting for the disk: the records survive a crash of the program, but not one
  // of the machine.
  [[nodiscard]] base::Result<void> hand_over();
  // Like flush(), then appends an index. To write more, open the file again.
  [[nodiscard]] base::Result<void> complete() override;
  [[nodiscard]] base::Result<void> publish() override { return {}; }  // it has its name from the start
  [[nodiscard]] std::string losses() const override { return builder_.losses(); }

  // What the file holds, including what was there before; records that wait for their block are not counted.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }

 private:
  ShardWriter(base::AppendFile file, const ContainerOptions& options)
      : file_(std::move(file)), builder_(options) {}
  [[nodiscard]] base::Result<void> append(Block block, bool wait = true);
  void count(const BlockEntry& entry);

  base::AppendFile file_;
  BlockBuilder builder_;
  std::vector<BlockEntry> blocks_;
  std::uint32_t next_number_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t positions_ = 0;
};

}  // namespace tabia::data
