#include "data/formats.h"

#include <array>
#include <filesystem>
#include <vector>

#include "base/text.h"
#include "data/binpack.h"
#include "data/bullet.h"
#include "data/container.h"
#include "data/lichess_json.h"
#include "data/pgn_import.h"
#include "data/plain.h"
#include "data/table_text.h"
#include "data/tar.h"
#include "data/viri.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using ReaderResult = Result<std::unique_ptr<RecordReader>>;
using WriterResult = Result<std::unique_ptr<RecordWriter>>;

constexpr std::string_view kStandardInput = "-";

// --- makes entries of the table from the constructors of a reader and a writer

template <class Reader>
ReaderResult reader_of(std::unique_ptr<Input> input, const ReadOptions& options) {
  return std::unique_ptr<RecordReader>(std::make_unique<Reader>(std::move(input), options));
}
template <char Separator>
ReaderResult table_reader_of(std::unique_ptr<Input> input, const ReadOptions& options) {
  return TableReader::open(std::move(input), options, Separator);
}
template <class Writer>
std::unique_ptr<RecordWriter> writer_of(std::unique_ptr<Sink> sink, const WriteOptions& options) {
  return std::make_unique<Writer>(std::move(sink), options);
}
template <char Separator>
std::unique_ptr<RecordWriter> table_writer_of(std::unique_ptr<Sink> sink, const WriteOptions& options) {
  return std::make_unique<TableWriter>(std::move(sink), options, Separator);
}

template <auto MakeReader>
ReaderResult from_file(const std::string& path, const ReadOptions& options) {
  TABIA_TRY(auto input, Input::open(path));
  if (base::without_compression(path).ends_with(kTarExtension)) input = files_of_tar(std::move(input));
  return MakeReader(std::move(input), options);
}
template <auto MakeWriter>
WriterResult to_file(const std::string& path, const WriteOptions& options, const DataInfo&) {
  auto file = base::OutputFile::create(path);
  if (!file) return file.error();
  return MakeWriter(std::make_unique<FileSink>(std::move(*file)), options);
}

// --- the table

constexpr std::array<std::string_view, 1> kContainerExtensions = {kContainerExtension};
constexpr std::array<std::string_view, 1> kBinpackExtensions = {".binpack"};
constexpr std::array<std::string_view, 1> kPlainExtensions = {".plain"};
constexpr std::array<std::string_view, 3> kBulletExtensions = {".bf", ".bulletformat", ".data"};
constexpr std::array<std::string_view, 1> kBulletTextExtensions = {".txt"};
constexpr std::array<std::string_view, 3> kViriExtensions = {".vf", ".viri", ".viriformat"};
constexpr std::array<std::string_view, 1> kCsvExtensions = {".csv"};
constexpr std::array<std::string_view, 1> kTsvExtensions = {".tsv"};
constexpr std::array<std::string_view, 1> kEpdExtensions = {".epd"};
constexpr std::array<std::string_view, 1> kPgnExtensions = {".pgn"};
constexpr std::array<std::string_view, 1> kLichessExtensions = {".jsonl"};

// A format with both directions, and one that can only be read.
template <auto MakeReader, auto MakeWriter>
constexpr Format row(std::string_view name, std::span<const std::string_view> extensions,
                     std::string_view description, std::string_view scores, std::string_view cannot_hold,
                     bool is_declared = false) {
  return {.name = name,
          .extensions = extensions,
          .description = description,
          .scores = scores,
          .cannot_hold = cannot_hold,
          .is_declared = is_declared,
          .open_reader = from_file<MakeReader>,
          .open_writer = to_file<MakeWriter>,
          .reader_of = MakeReader,
          .writer_of = MakeWriter};
}
template <auto MakeReader>
constexpr Format row_to_read(std::string_view name, std::span<const std::string_view> extensions,
                             std::string_view description, std::string_view scores,
                             std::string_view cannot_hold) {
  return {.name = name,
          .extensions = extensions,
          .description = description,
          .scores = scores,
          .cannot_hold = cannot_hold,
          .is_declared = false,
          .open_reader = from_file<MakeReader>,
          .open_writer = nullptr,
          .reader_of = MakeReader,
          .writer_of = nullptr};
}

constexpr std::array kFormats = {
    Format{.name = kContainerName,
           .extensions = kContainerExtensions,
           .description = "our own: games, two to three bytes a position, or single positions",
           .scores = "as the manifest says, side to move",
           .cannot_hold = "",
           .is_declared = false,
           .open_reader = open_container_reader,
           .open_writer = open_container_writer,
           .reader_of = nullptr,
           .writer_of = nullptr},
    row<reader_of<BinpackReader>, writer_of<BinpackWriter>>(
        "binpack", kBinpackExtensions, "Stockfish's chains of positions, about 2.5 bytes each",
        "Stockfish's internal units, side to move",
        "ratings, unknown results, Chess960 castling, plies above 16383, move numbers that differ from the "
        "ply"),
    row<reader_of<PlainReader>, writer_of<PlainWriter>>(
        "plain", kPlainExtensions, "Stockfish's text form of binpack, six lines a position",
        "Stockfish's internal units, side to move", "ratings, unknown results"),
    row<reader_of<BulletReader>, writer_of<BulletWriter>>(
        "bullet", kBulletExtensions, "bulletformat, 32 bytes a position", "centipawns, side to move",
        "ratings, who is to move, moves, castling, en passant, counters, plies, missing scores, unknown "
        "results"),
    row<reader_of<BulletTextReader>, writer_of<BulletTextWriter>>(
        "bullet-text", kBulletTextExtensions, "FEN | score | result, one position a line",
        "centipawns, White",
        "ratings, moves, missing scores, unknown results, plies that differ from the move number"),
    row<reader_of<ViriReader>, writer_of<ViriWriter>>(
        "viri", kViriExtensions, "viriformat: games, 4 bytes a position", "units of the engine, White",
        "ratings, positions without a move, unknown results, plies that differ from the move number"),
    row<table_reader_of<','>, table_writer_of<','>>("csv", kCsvExtensions,
                                                    "a table with names in its first line, by commas",
                                                    "as declared", "ratings", true),
    row<table_reader_of<'\t'>, table_writer_of<'\t'>>("tsv", kTsvExtensions,
                                                      "a table with names in its first line, by tabs",
                                                      "as declared", "ratings", true),
    row<reader_of<EpdRecordReader>, writer_of<EpdRecordWriter>>(
        "epd", kEpdExtensions, "positions with operations: ce, dm, bm, c9", "centipawns, side to move",
        "ratings, plies that differ from the move number", true),
    row_to_read<reader_of<PgnImport>>("pgn", kPgnExtensions, "games, with evaluations in comments or without",
                                      "centipawns, White", "scores of positions that were not evaluated"),
    row_to_read<reader_of<LichessReader>>("lichess", kLichessExtensions,
                                          "the evaluations that Lichess publishes, JSON lines",
                                          "centipawns, White", "ratings, results, plies"),
};

bool is_known_by(const Format& format, std::string_view path) {
  for (const std::string_view extension : format.extensions) {
    if (path.size() > extension.size() && path.ends_with(extension)) return true;
  }
  return false;
}

Result<const Format*> chosen_format(const std::string& path, const std::string& name) {
  return name.empty() ? format_of_path(path) : format_named(name);
}

}  // namespace

std::span<const Format> formats() noexcept { return kFormats; }

Result<const Format*> format_named(std::string_view name) {
  std::string known;
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
    known += concat(known.empty() ? "" : ", ", format.name);
  }
  return Error{concat("no format is called ", base::quoted(name), ", expected one of ", known)};
}

Result<const Format*> format_of_path(std::string_view path) {
  std::string_view bare = base::without_compression(path);
  if (bare.ends_with(kTarExtension)) {
    bare.remove_suffix(kTarExtension.size());
    bare = base::without_compression(bare);
  }
  std::string known;
  for (const Format& format : kFormats) {
    if (is_known_by(format, bare)) return &format;
    for (const std::string_view extension : format.extensions) {
      known += concat(known.empty() ? "" : " ", extension);
    }
  }
  return Error{concat(path, ": can't tell its format; name the format or use one of the extensions ", known,
                      " (for reading, .gz, .bz2, .zst or .tar may follow)")};
}

ReaderResult open_reader(const std::string& path, const ReadOptions& options) {
  // A folder of shards has no extension.
  const bool is_ours = options.format.empty() && is_container(path);
  const auto format = is_ours ? format_named(kContainerName) : chosen_format(path, options.format);
  if (!format) {
    // If the file doesn't exist, say that rather than complain about its extension.
    std::error_code fault;
    const bool is_missing = path != kStandardInput && !std::filesystem::exists(path, fault);
    if (options.format.empty() && is_missing) return Error{concat(path, ": there is no such file or folder")};
    return format.error();
  }
  if (!(*format)->open_reader) return Error{concat(path, ": the format ", (*format)->name, " can't be read")};
  const bool declares = options.view || options.factor || options.results || !options.columns.empty();
  if (declares && !(*format)->is_declared) {
    return Error{concat(path, ": the format ", (*format)->name, " fixes what its scores and results mean (",
                        (*format)->scores, "); leave out view, factor, results and columns")};
  }
  return (*format)->open_reader(path, options);
}

WriterResult open_writer(const std::string& path, const WriteOptions& options, const DataInfo& info) {
  const auto format = chosen_format(path, options.format);
  if (!format) return format.error();
  if (!(*format)->open_writer)
    return Error{concat(path, ": the format ", (*format)->name, " can't be written")};
  if (base::compression_of(path) != Compression::None) {
    return Error{concat(path, ": can't write compressed files; use a name without .gz, .bz2 or .zst")};
  }
  return (*format)->open_writer(path, options, info);
}

}  // namespace tabia::data
