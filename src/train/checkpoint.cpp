#include "train/checkpoint.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "train/model.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

static_assert(std::endian::native == std::endian::little, "checkpoints are little-endian");

constexpr std::string_view kMagic = "TABIATRN";
constexpr std::uint64_t kVersion = 2;
constexpr std::uint64_t kMostHeader = 256u << 20;

// The head of the file: magic, version, length of the text, number of arrays.
struct Head {
  char magic[8];
  std::uint64_t version;
  std::uint64_t text_bytes;
  std::uint64_t arrays;
};
static_assert(sizeof(Head) == 32);

std::string_view bytes_of(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

}  // namespace

std::string to_text(const Progress& progress) {
  base::JsonWriter json;
  json.begin_object()
      .field("recipe", progress.recipe)
      .field("model", progress.model)
      .field("data", progress.data)
      .field("validation_data", progress.validation_data)
      .field("date", progress.date)
      .field("factoriser", progress.factoriser ? 1 : 0)
      .field("averaged", progress.averaged ? 1 : 0)
      .field("positions", progress.positions)
      .field("step", progress.step)
      .field("stage", progress.stage)
      .field("pass", progress.place.pass)
      .field("fragments", progress.place.fragments)
      .field("loss_positions", progress.loss_positions)
      .field("reports_since_best", progress.reports_since_best);
  // Bits rather than digits: a resumed run must not differ in the last place. (The fifth is unused.)
  json.key("bits").begin_array();
  for (const double number : {progress.seconds, progress.loss_sum, progress.small_norm, progress.large_norm,
                              0.0, progress.best_validation})
    json.value(std::bit_cast<std::uint64_t>(number));
  json.end_array().key("reports").begin_array();
  for (const data::TrainReport& report : progress.reports) json.value(data::to_json(report));
  json.end_array().end_object();
  return json.text();
}

namespace {

// Doubles are stored as their bits. Unsigned: the highest bit is the sign of the double.
Result<void> read_bits(const std::vector<base::JsonValue>& bits, Progress& progress) {
  double unused = 0;
  double* const targets[] = {
      &progress.seconds, &progress.loss_sum,       &progress.small_norm, &progress.large_norm,
      &unused,           &progress.best_validation};
  if (bits.size() != std::size(targets))
    return Error{concat("bits: found ", bits.size(), " numbers, expected ", std::size(targets))};
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::string shown = bits[i].shown();
    const auto found = base::parse_integer<std::uint64_t>(shown);
    if (!found)
      return Error{concat("bits: found ", base::quoted(shown), ", expected a whole number of 64 bits")};
    *targets[i] = std::bit_cast<double>(*found);
  }
  return {};
}

}  // namespace

Result<Progress> parse_progress(std::string_view text) {
  TABIA_TRY(const base::JsonValue value, base::JsonValue::parse(text));
  base::JsonFields fields(value);
  Progress progress;
  progress.recipe = fields.text("recipe");
  progress.model = fields.text("model");
  progress.data = fields.text("data");
  progress.date = fields.text("date");
  // Added in November 2026; older runs don't have it.
  progress.validation_data = fields.optional_text("validation_data").value_or("");
  progress.factoriser = fields.count("factoriser") != 0;
  progress.averaged = fields.count("averaged") != 0;
  progress.positions = fields.count("positions");
  progress.step = fields.count("step");
  progress.stage = fields.count("stage");
  progress.place.pass = fields.count("pass");
  progress.place.fragments = fields.count("fragments");
  progress.loss_positions = fields.count("loss_positions");
  progress.reports_since_best = static_cast<int>(fields.count("reports_since_best"));
  const auto& bits = fields.list("bits");
  if (const auto read = fields.finish(); !read) return read.error().inside("checkpoint");
  if (const auto read = read_bits(bits, progress); !read) return read.error().inside("checkpoint");
  if (!fields.has("reports")) return progress;
  for (const base::JsonValue& line : fields.list("reports")) {
    TABIA_TRY(data::TrainReport report, data::parse_train_report(line.text().value_or("")));
    progress.reports.push_back(std::move(report));
  }
  return progress;
}

namespace {

// Reads the file in order and hashes what it reads.
class Reader {
 public:
  explicit Reader(const std::string& path)
      : path_(path), in_(std::filesystem::path(path), std::ios::binary) {}

  [[nodiscard]] bool is_open() const { return in_.is_open(); }
  [[nodiscard]] bool read(void* to, std::size_t size) {
    in_.read(static_cast<char*>(to), static_cast<std::streamsize>(size));
    if (static_cast<std::size_t>(in_.gcount()) != size) return false;
    hash_.update(to, size);
    return true;
  }
  // Skips this many floats, hashing them.
  [[nodiscard]] bool pass_over(std::uint64_t floats) {
    std::vector<float> buffer(std::min<std::uint64_t>(floats, 1u << 16));
    for (std::uint64_t left = floats; left > 0;) {
      const std::size_t count = std::min<std::uint64_t>(left, buffer.size());
      if (!read(buffer.data(), count * sizeof(float))) return false;
      left -= count;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_.value(); }
  [[nodiscard]] Error fault(std::string_view what) const { return Error{concat(path_, ": ", what)}; }

 private:
  std::string path_;
  std::ifstream in_;
  base::Hash64 hash_;
};

struct Opened {
  Head head;
  Progress progress;
};

Result<Opened> read_head(Reader& reader) {
  if (!reader.is_open()) return reader.fault("can't be read");
  Opened opened;
  if (!reader.read(&opened.head, sizeof opened.head) ||
      std::string_view(opened.head.magic, sizeof opened.head.magic) != kMagic)
    return reader.fault("is not a checkpoint of a training run");
  if (opened.head.version != kVersion)
    return reader.fault(
        concat("found a checkpoint of version ", opened.head.version, ", expected ", kVersion));
  if (opened.head.text_bytes > kMostHeader) return reader.fault("is damaged: its head is too long");
  std::string text(opened.head.text_bytes, '\0');
  if (!reader.read(text.data(), text.size())) return reader.fault("is truncated");
  auto progress = parse_progress(text);
  if (!progress) return reader.fault(progress.error().message);
  opened.progress = std::move(*progress);
  opened.progress.arrays = opened.head.arrays;
  return opened;
}

}  // namespace

Result<void> write_checkpoint(const std::string& path, const Progress& progress,
                              const std::vector<const FloatArray*>& arrays) {
  auto file = base::OutputFile::create(path);
  if (!file) return file.error();
  base::Hash64 hash;
  Result<void> written;
  const auto write = [&](std::string_view bytes) {
    hash.update(bytes);
    if (written) written = file->write(bytes);
  };
  const std::string text = to_text(progress);
  Head head{{}, kVersion, text.size(), arrays.size()};
  std::memcpy(head.magic, kMagic.data(), kMagic.size());
  write(bytes_of(&head, sizeof head));
  write(text);
  for (const FloatArray* array : arrays) {
    const std::uint64_t size = array->size();
    write(bytes_of(&size, sizeof size));
    write(bytes_of(array->data(), array->size() * sizeof(float)));
  }
  const std::uint64_t value = hash.value();
  if (written) written = file->write(bytes_of(&value, sizeof value));
  if (!written) return written;
  return file->finish();
}

bool is_checkpoint(const std::string& path) {
  std::ifstream in(std::filesystem::path(path), std::ios::binary);
  char magic[kMagic.size()] = {};
  in.read(magic, sizeof magic);
  return in.gcount() == sizeof magic && std::string_view(magic, sizeof magic) == kMagic;
}

Result<Progress> read_progress(const std::string& path) {
  Reader reader(path);
  auto opened = read_head(reader);
  if (!opened) return opened.error();
  return std::move(opened->progress);
}

Result<Progress> read_checkpoint(const std::string& path, const std::vector<FloatArray*>& arrays) {
  Reader reader(path);
  auto opened = read_head(reader);
  if (!opened) return opened.error();
  if (opened->head.arrays < arrays.size())
    return reader.fault(concat("contains ", opened->head.arrays, " arrays, expected ", arrays.size()));
  for (FloatArray* array : arrays) {
    std::uint64_t size = 0;
    if (!reader.read(&size, sizeof size)) return reader.fault("is truncated");
    if (size != array->size())
      return reader.fault(concat("found an array of ", size, ", expected ", array->size()));
    if (!reader.read(array->data(), size * sizeof(float))) return reader.fault("is truncated");
  }
  for (std::uint64_t rest = arrays.size(); rest < opened->head.arrays; ++rest) {
    std::uint64_t size = 0;
    if (!reader.read(&size, sizeof size) || !reader.pass_over(size)) return reader.fault("is truncated");
  }
  const std::uint64_t expected = reader.hash();
  std::uint64_t found = 0;
  if (!reader.read(&found, sizeof found) || found != expected)
    return reader.fault("is damaged: wrong checksum");
  return std::move(opened->progress);
}

}  // namespace tabia::train
