#include "data/container.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "data/manifest.h"

namespace tabia::data {

using base::concat;
using base::Error;
using base::Result;

namespace {

namespace fs = std::filesystem;

// --- the index at the end of a complete file

// Content of the index block: offset (8 bytes) and header of each block of records. After the index block
// come its own offset (8 bytes) and the magic.
constexpr std::string_view kTrailerMagic = "TABIAEND";
constexpr std::size_t kTrailerBytes = 16;
constexpr std::size_t kIndexEntryBytes = 8 + kBlockHeaderBytes;

bool holds_records(BlockKind kind) noexcept {
  return kind == BlockKind::Games || kind == BlockKind::Positions;
}

// Index block and trailer of a file whose index begins at `offset`.
std::string index_bytes(const std::vector<BlockEntry>& blocks, std::uint32_t number, std::uint64_t offset) {
  BlockContent content{BlockKind::Index, 0, 0, {}};
  for (const BlockEntry& entry : blocks) {
    append_little_endian(content.bytes, entry.offset);
    content.bytes += to_bytes(entry.header);
  }
  Block block = make_block(content);
  block.header.number = number;
  std::string bytes = to_bytes(block.header) + block.payload;
  append_little_endian(bytes, offset);
  bytes += kTrailerMagic;
  return bytes;
}

// The offset of the index, if there is a trailer.
std::optional<std::uint64_t> index_offset(std::string_view trailer) {
  if (trailer.size() != kTrailerBytes || !trailer.ends_with(kTrailerMagic)) return std::nullopt;
  return load_little_endian<std::uint64_t>(trailer.data());
}

// The header of the block that begins there; nothing if there is no complete block.
std::optional<BlockHeader> block_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size()) return std::nullopt;
  const auto header = parse_block_header(bytes.substr(offset));
  if (!header || header->total_bytes() > bytes.size() - offset) return std::nullopt;
  return *header;
}

Result<void> content_at(std::string_view bytes, std::uint64_t offset, const BlockHeader& header,
                        BlockContent& content) {
  return read_block(header, bytes.substr(offset + kBlockHeaderBytes, header.payload_bytes), content);
}

// The blocks that the index lists; nothing if there is no index or it doesn't cover the file from `begin` on
// without gaps.
std::optional<std::vector<BlockEntry>> indexed_blocks(std::string_view bytes, std::uint64_t begin) {
  if (bytes.size() < kTrailerBytes) return std::nullopt;
  const auto offset = index_offset(bytes.substr(bytes.size() - kTrailerBytes));
  const auto header = offset ? block_at(bytes, *offset) : std::nullopt;
  if (!header || header->kind != BlockKind::Index ||
      *offset + header->total_bytes() + kTrailerBytes != bytes.size()) {
    return std::nullopt;
  }
  BlockContent content;
  if (!content_at(bytes, *offset, *header, content)) return std::nullopt;
  if (content.bytes.size() % kIndexEntryBytes != 0) return std::nullopt;
  std::vector<BlockEntry> blocks;
  std::uint64_t expected = begin;
  for (std::size_t at = 0; at < content.bytes.size(); at += kIndexEntryBytes) {
    const std::string_view entry = std::string_view(content.bytes).substr(at, kIndexEntryBytes);
    const auto block = parse_block_header(entry.substr(8));
    if (!block || !holds_records(block->kind)) return std::nullopt;
    if (load_little_endian<std::uint64_t>(entry.data()) != expected) return std::nullopt;
    blocks.push_back({.offset = expected, .header = *block});
    expected += block->total_bytes();
  }
  if (expected != *offset) return std::nullopt;
  return blocks;
}

std::string path_name(const fs::path& path) { return path.string(); }

// The file itself, or the shards of the folder in the order of their names.
Result<std::vector<std::string>> files_of(const std::string& path) {
  std::error_code fault;
  if (!fs::is_directory(path, fault)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, fault), end; !fault && entry != end; entry.increment(fault)) {
    if (entry->path().extension() == kContainerExtension) files.push_back(path_name(entry->path()));
  }
  if (fault) return Error{concat(path, ": can't list the folder: ", fault.message())};
  if (files.empty()) return Error{concat(path, ": found no ", kContainerExtension, " file in the folder")};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool is_container(const std::string& path) {
  std::error_code fault;
  if (path.ends_with(kContainerExtension) || fs::is_directory(path, fault)) return true;
  std::ifstream in(fs::path(path), std::ios::binary);
  std::string begin(kBlockMagic.size(), '\0');
  return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == kBlockMagic;
}

// --- Container

namespace {

// Walks through a file from header to header.
struct Walk {
  Walk(const std::string& file_path, std::string_view file_bytes) : path(file_path), bytes(file_bytes) {}

  const std::string& path;
  std::string_view bytes;
  DataInfo info;
  bool has_manifest = false;
  std::vector<BlockEntry> blocks;
  std::vector<Error> problems;
  std::uint64_t whole_bytes = 0;
  std::size_t problems_before_end = 0;  // those before whole_bytes
  std::uint32_t next_number = 0;

  void problem(std::string what) { problems.push_back(Error{concat(path, ": ", what)}); }

  void run() {
    const auto first = block_at(bytes, 0);
    if (first && first->kind == BlockKind::Manifest) {
      auto indexed = indexed_blocks(bytes, first->total_bytes());
      if (indexed) {
        take(0, *first);
        blocks = std::move(*indexed);
        if (!blocks.empty()) {
          whole_bytes = blocks.back().offset + blocks.back().header.total_bytes();
          next_number = blocks.back().header.number + 1;
        }
        problems_before_end = problems.size();
        return;
      }
    }
    walk();
    if (!has_manifest && problems.empty()) problem("found no manifest, so the unit of the scores is unknown");
  }

  void walk() {
    std::optional<std::uint64_t> lost_from;
    std::uint64_t at = 0;
    while (at < bytes.size()) {
      const auto header = block_at(bytes, at);
      if (!header) {
        if (!lost_from) lost_from = at;
        at = std::min<std::uint64_t>(bytes.find(kBlockMagic, at + 1), bytes.size());
        continue;
      }
      if (lost_from) problem(concat("bytes ", *lost_from, " to ", at, " hold no complete block, skipped"));
      if (!lost_from && header->number != next_number)
        problem(concat("at byte ", at, ": found block ", header->number, ", expected block ", next_number));
      lost_from.reset();
      take(at, *header);
      at += header->total_bytes();
      if (header->kind != BlockKind::Index) continue;
      const auto index = index_offset(bytes.substr(at, kTrailerBytes));
      if (index && *index + header->total_bytes() == at) at += kTrailerBytes;
    }
    if (lost_from)
      problem(concat("bytes ", *lost_from, " to the end hold no complete block (was the writer stopped?)"));
  }

  void take(std::uint64_t offset, const BlockHeader& header) {
    next_number = header.number + 1;
    if (header.kind == BlockKind::Index) return;
    if (header.kind == BlockKind::Manifest) {
      take_manifest(offset, header);
    } else {
      blocks.push_back({.offset = offset, .header = header});
    }
    whole_bytes = offset + header.total_bytes();
    problems_before_end = problems.size();
  }

  void take_manifest(std::uint64_t offset, const BlockHeader& header) {
    BlockContent content;
    if (const auto read = content_at(bytes, offset, header, content); !read)
      return problem(concat("manifest: ", read.error().message));
    auto parsed = parse_manifest(content.bytes);
    if (!parsed) return problem(parsed.error().message);
    info = std::move(*parsed);
    has_manifest = true;
  }
};

}  // namespace

Result<Container> Container::open(const std::string& path) {
  const auto paths = files_of(path);
  if (!paths) return paths.error();
  Container container;
  bool has_manifest = false;
  for (const std::string& name : *paths) {
    auto file = MappedFile::open(name);
    if (!file) return file.error();
    Walk walk(name, file->bytes());
    walk.run();
    if (!walk.has_manifest && walk.blocks.empty() && paths->size() == 1)
      return Error{concat(name, ": holds no block of Tabia's training data")};
    if (walk.has_manifest && has_manifest && !(walk.info.scale == container.info_.scale)) {
      return Error{concat(name, ": scores are in ", base::quoted(walk.info.scale.unit), ", expected ",
                          base::quoted(container.info_.scale.unit), " as in the files before it")};
    }
    if (walk.has_manifest && !has_manifest) container.info_ = walk.info;
    has_manifest |= walk.has_manifest;
    for (BlockEntry& entry : walk.blocks) {
      entry.file = static_cast<std::uint32_t>(container.files_.size());
      container.blocks_.push_back(entry);
    }
    container.problems_.insert(container.problems_.end(), walk.problems.begin(), walk.problems.end());
    container.files_.push_back({name, std::move(*file)});
  }
  return container;
}

Result<void> Container::read_block(std::size_t index, BlockContent& content) const {
  const BlockEntry& entry = blocks_[index];
  auto read = content_at(files_[entry.file].content.bytes(), entry.offset, entry.header, content);
  if (!read) return read.error().inside(place_of(index));
  return {};
}

std::string Container::place_of(std::size_t index) const {
  const BlockEntry& entry = blocks_[index];
  return concat(files_[entry.file].path, ": block ", entry.header.number, " at byte ", entry.offset);
}

std::uint64_t Container::records() const noexcept {
  std::uint64_t sum = 0;
  for (const BlockEntry& entry : blocks_) sum += entry.header.records;
  return sum;
}

std::uint64_t Container::positions() const noexcept {
  std::uint64_t sum = 0;
  for (const BlockEntry& entry : blocks_) sum += entry.header.positions;
  return sum;
}

std::uint64_t Container::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const File& file : files_) sum += file.content.bytes().size();
  return sum;
}

// --- reading records

BlockReader::BlockReader(const BlockContent& content)
    : content_(&content),
      games_(content.kind == BlockKind::Games ? GameDecoder::open(content.bytes)
                                              : Result<GameDecoder>(Error{"no games"})) {}

Result<bool> BlockReader::next(GameRecord& record, SampleVisitor* visitor) {
  if (done_) return false;
  const auto ended = [&]() -> Result<bool> {
    done_ = true;
    if (records_ == content_->records && positions_ == content_->positions) return false;
    return Error{concat("found ", records_, " records of ", positions_, " positions, expected ",
                        content_->records, " of ", content_->positions)};
  };
  if (content_->kind == BlockKind::Games) {
    done_ = !games_.ok();
    if (!games_) return games_.error();
    const auto more = games_->next(record, visitor);
    if (!more) done_ = true;
    if (!more) return more;
    if (!*more) return ended();
    ++records_;
    positions_ += record.plies.size();
    return true;
  }
  if (content_->bytes.size() - at_ < kPackedSampleBytes) return ended();
  const auto sample = unpack_sample(std::string_view(content_->bytes).substr(at_, kPackedSampleBytes));
  at_ += kPackedSampleBytes;
  ++records_;
  ++positions_;
  if (!sample) return sample.error().inside(concat("position ", records_));
  record = record_of(*sample);
  if (visitor) visitor->visit(*sample);
  return true;
}

Result<std::unique_ptr<ContainerReader>> ContainerReader::open(const std::string& path,
                                                               const std::optional<ScoreScale>& scale) {
  auto container = Container::open(path);
  if (!container) return container.error();
  std::unique_ptr<ContainerReader> reader(new ContainerReader(std::move(*container)));
  if (scale) reader->info_.scale = *scale;
  return reader;
}

Result<bool> ContainerReader::read(GameRecord& record, SampleVisitor* visitor) {
  if (problem_ < container_.problems().size()) return container_.problems()[problem_++];
  for (;;) {
    if (reader_) {
      const auto more = reader_->next(record, visitor);
      if (!more) return more.error().inside(container_.place_of(block_ - 1));
      if (*more) return true;
      bytes_read_ += container_.block(block_ - 1).header.total_bytes();
      reader_.reset();
    }
    if (block_ == container_.block_count()) return false;
    if (const auto read = container_.read_block(block_++, content_); !read) return read.error();
    reader_ = std::make_unique<BlockReader>(content_);
  }
}

// --- building blocks

bool BlockBuilder::add(const GameRecord& record) {
  TABIA_CHECK(!record.plies.empty(), "a record without positions");
  // A block of positions has no place for ratings.
  const bool single = record.plies.size() == 1 && !record.has_ratings();
  if (!single && !positions_.empty()) return false;
  if (!is_packable(record.start)) ++cut_counters_;
  if (single && games_.games() == 0) {
    for_each_sample(record, [&](const Sample& sample) {
      const PackedSample bytes = packed(sample);
      positions_.append(bytes.data(), bytes.size());
    });
    return true;
  }
  if (record.plies.size() <= kMostPlies) {
    games_.add(record);
    return true;
  }
  ++cut_games_;
  GameRecord cut = record;
  cut.plies.resize(kMostPlies);
  games_.add(cut);
  return true;
}

void BlockBuilder::add_packed(std::string_view sample) { positions_ += sample; }

bool BlockBuilder::full() const noexcept {
  return positions_.size() >= options_.block_bytes || games_.size() >= options_.block_bytes;
}

Block BlockBuilder::take() {
  BlockContent content;
  if (positions_.empty()) {
    content = {BlockKind::Games, games_.games(), games_.positions(), games_.content()};
  } else {
    const auto count = static_cast<std::uint32_t>(positions_.size() / kPackedSampleBytes);
    content = {BlockKind::Positions, count, count, std::move(positions_)};
  }
  games_.clear();
  positions_.clear();
  return make_block(content, options_.level);
}

std::string BlockBuilder::losses() const {
  std::string text;
  if (cut_counters_ > 0) text = concat(cut_counters_, " records with a move counter out of range, cut");
  if (cut_games_ > 0)
    text += concat(text.empty() ? "" : "; ", cut_games_, " games cut to ", kMostPlies, " plies");
  return text;
}

// --- ContainerWriter

namespace {

Block manifest_block(const DataInfo& info) { return make_block({BlockKind::Manifest, 0, 0, to_json(info)}); }

}  // namespace

Result<std::unique_ptr<ContainerWriter>> ContainerWriter::create(const std::string& path,
                                                                 const DataInfo& info,
                                                                 const ContainerOptions& options) {
  auto file = base::OutputFile::create(path);
  if (!file) return file.error();
  std::unique_ptr<ContainerWriter> writer(new ContainerWriter(std::move(*file), options));
  if (const auto written = writer->append(manifest_block(info)); !written) return written.error();
  return writer;
}

Result<void> ContainerWriter::append(Block block) {
  block.header.number = next_number_++;
  if (holds_records(block.header.kind)) blocks_.push_back({.offset = file_bytes_, .header = block.header});
  file_bytes_ += block.header.total_bytes();
  if (auto written = file_.write(to_bytes(block.header)); !written) return written;
  return file_.write(block.payload);
}

Result<void> ContainerWriter::flush() {
  if (builder_.empty()) return {};
  return append(builder_.take());
}

Result<void> ContainerWriter::write(const GameRecord& record) {
  if (!builder_.add(record)) {
    if (auto flushed = flush(); !flushed) return flushed;
    TABIA_CHECK(builder_.add(record), "an empty block accepts any record");
  }
  return builder_.full() ? flush() : Result<void>();
}

Result<void> ContainerWriter::write_block(Block block) {
  if (auto flushed = flush(); !flushed) return flushed;
  return append(std::move(block));
}

Result<void> ContainerWriter::complete() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto written = file_.write(index_bytes(blocks_, next_number_, file_bytes_)); !written) return written;
  return file_.sync();
}

Result<std::unique_ptr<RecordReader>> open_container_reader(const std::string& path,
                                                            const ReadOptions& options) {
  auto reader = ContainerReader::open(path, options.scale);
  if (!reader) return reader.error();
  return std::unique_ptr<RecordReader>(std::move(*reader));
}

Result<std::unique_ptr<RecordWriter>> open_container_writer(const std::string& path, const WriteOptions&,
                                                            const DataInfo& info) {
  auto writer = ContainerWriter::create(path, info);
  if (!writer) return writer.error();
  return std::unique_ptr<RecordWriter>(std::move(*writer));
}

// --- ShardWriter

Result<std::unique_ptr<ShardWriter>> ShardWriter::open(const std::string& path, const DataInfo& info,
                                                       const ContainerOptions& options) {
  std::uint64_t keep = 0;
  std::uint32_t next_number = 0;
  std::vector<BlockEntry> blocks;
  std::error_code fault;
  if (fs::exists(path, fault)) {
    const auto file = MappedFile::open(path);
    if (!file) return file.error();
    const std::string_view bytes = file->bytes();
    if (!bytes.starts_with(kBlockMagic.substr(0, bytes.size())))
      return Error{concat(path, ": isn't a file of Tabia's training data, so nothing can be appended to it")};
    Walk walk(path, bytes);
    walk.run();
    if (walk.problems_before_end > 0) return walk.problems.front().inside("can't append to a damaged file");
    if (walk.has_manifest && !(walk.info == info))
      return Error{
          concat(path, ": holds different data: found ", to_json(walk.info), ", expected ", to_json(info))};
    // After a machine crash, the last blocks may be incomplete: the data may not have reached the disk.
    BlockContent content;
    while (!walk.blocks.empty() &&
           !content_at(bytes, walk.blocks.back().offset, walk.blocks.back().header, content)) {
      walk.whole_bytes = walk.blocks.back().offset;
      walk.next_number = walk.blocks.back().header.number;
      walk.blocks.pop_back();
    }
    if (walk.has_manifest) {
      keep = walk.whole_bytes;
      next_number = walk.blocks.empty() ? 1 : walk.blocks.back().header.number + 1;
      blocks = std::move(walk.blocks);
    }
  }
  auto file = base::AppendFile::open(path);
  if (!file) return file.error();
  if (const auto cut = file->cut(keep); !cut) return cut.error();
  std::unique_ptr<ShardWriter> writer(new ShardWriter(std::move(*file), options));
  writer->next_number_ = next_number;
  for (const BlockEntry& entry : blocks) writer->count(entry);
  if (keep == 0) {
    if (const auto written = writer->append(manifest_block(info)); !written) return written.error();
  }
  return writer;
}

void ShardWriter::count(const BlockEntry& entry) {
  blocks_.push_back(entry);
  records_ += entry.header.records;
  positions_ += entry.header.positions;
}

Result<void> ShardWriter::append(Block block, bool wait) {
  block.header.number = next_number_;
  const std::uint64_t offset = file_.size();
  if (auto written = file_.append(to_bytes(block.header) + block.payload); !written) return written;
  if (wait) {
    if (auto synced = file_.sync(); !synced) return synced;
  }
  ++next_number_;
  if (holds_records(block.header.kind)) count({.offset = offset, .header = block.header});
  return {};
}

Result<void> ShardWriter::write(const GameRecord& record) {
  if (!builder_.add(record)) {
    if (auto flushed = flush(); !flushed) return flushed;
    TABIA_CHECK(builder_.add(record), "an empty block accepts any record");
  }
  return builder_.full() ? flush() : Result<void>();
}

Result<void> ShardWriter::flush() {
  if (builder_.empty()) return {};
  return append(builder_.take());
}

Result<void> ShardWriter::hand_over() {
  if (builder_.empty()) return {};
  return append(builder_.take(), false);
}

Result<void> ShardWriter::complete() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto written = file_.append(index_bytes(blocks_, next_number_, file_.size())); !written) return written;
  return file_.sync();
}

}  // namespace tabia::data
