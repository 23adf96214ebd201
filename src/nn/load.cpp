#include "nn/load.h"

#include <array>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "nn/bullet_file.h"
#include "nn/ensemble.h"
#include "nn/lc0_file.h"
#include "nn/net_file.h"
#include "nn/net_text.h"
#include "nn/onnx_file.h"
#include "nn/stockfish_file.h"

namespace tabia::nn {

using base::concat;
using base::Error;

namespace {

struct FormatName {
  NetFormat format;
  std::string_view name;
  std::string_view extension;
};
constexpr std::array<FormatName, 7> kFormats = {{{NetFormat::Tabia, "tabia", ".net"},
                                                 {NetFormat::Text, "text", ".txt"},
                                                 {NetFormat::Stockfish, "stockfish", ".nnue"},
                                                 {NetFormat::Bullet, "bullet", ".bin"},
                                                 {NetFormat::Onnx, "onnx", ".onnx"},
                                                 {NetFormat::Lc0, "lc0", ".pb.gz"},
                                                 {NetFormat::Ensemble, "ensemble", ".toml"}}};

}  // namespace

std::string_view name_of(NetFormat format) noexcept {
  for (const FormatName& entry : kFormats) {
    if (entry.format == format) return entry.name;
  }
  return "?";
}

std::optional<NetFormat> format_named(std::string_view name) noexcept {
  for (const FormatName& entry : kFormats) {
    if (entry.name == name) return entry.format;
  }
  return std::nullopt;
}

std::optional<NetFormat> format_for_path(std::string_view path) noexcept {
  for (const FormatName& entry : kFormats) {
    if (path.ends_with(entry.extension)) return entry.format;
  }
  return std::nullopt;
}

std::string describe_formats() {
  return concat("a network file: Tabia's own (begins with ", kNetMagic, "), its text form (begins with ",
                kTextMagic,
                "), Stockfish's .nnue, lc0's .pb.gz or an ONNX model; bare numbers (bullet) must be "
                "converted with `tabia "
                "net convert` first");
}

base::Result<NetFormat> format_of(std::string_view file) {
  if (looks_like_net(file)) return NetFormat::Tabia;
  if (looks_like_net_text(file)) return NetFormat::Text;
  if (looks_like_stockfish(file)) return NetFormat::Stockfish;
  if (looks_like_lc0(file)) return NetFormat::Lc0;
  if (onnx::looks_like_onnx(file)) return NetFormat::Onnx;
  const std::string found =
      file.empty() ? "an empty file" : concat("a file that begins with ", base::quoted(file.substr(0, 8)));
  return Error{concat("found ", found, ", expected ", describe_formats())};
}

base::Result<std::shared_ptr<const Network>> network_in(std::string_view file, NetFormat format,
                                                        const ModelSpec* bare_numbers,
                                                        const base::MemoryLimit& memory) {
  if (format == NetFormat::Onnx) return read_onnx(file, memory);
  const auto parts = [&]() -> base::Result<NetworkParts> {
    switch (format) {
      case NetFormat::Tabia:
        return read_net(file, memory);
      case NetFormat::Text:
        return read_net_text(file, memory);
      case NetFormat::Stockfish:
        return read_stockfish(file, memory);
      case NetFormat::Lc0:
        return read_lc0(file, memory);
      case NetFormat::Ensemble:
        return Error{"an evaluation file names other files: it can only be read from its path"};
      case NetFormat::Onnx:
      case NetFormat::Bullet:
        break;
    }
    TABIA_CHECK(bare_numbers, "bare numbers need a spec");
    return read_bullet(file, *bare_numbers, memory);
  };
  TABIA_TRY(NetworkParts found, parts());
  return std::move(found).assemble();
}

base::Result<std::shared_ptr<const Network>> read_network(std::string_view file,
                                                          const base::MemoryLimit& memory) {
  TABIA_TRY(const NetFormat format, format_of(file));
  return network_in(file, format, nullptr, memory);
}

base::Result<std::shared_ptr<const Network>> load_network(const std::string& path, const OnnxRuntime& runtime,
                                                          const base::MemoryLimit& memory) {
  if (is_ensemble_path(path)) return load_ensemble(path);
  TABIA_TRY_VOID(base::check_file_fits(path, memory));
  const auto file = base::read_file(path, kLargestNetFile);
  if (!file) return file.error();
  const bool elsewhere = !runtime.library.empty() && onnx::looks_like_onnx(*file);
  auto network = elsewhere ? read_onnx(*file, runtime, memory) : read_network(*file, memory);
  if (!network) return network.error().inside(path);
  if (!(*network)->evaluates_positions()) {
    return Error{concat(path, ": found a network of ", (*network)->features().rows(),
                        " plain numbers, which can't evaluate positions")};
  }
  return network;
}

base::Result<void> require_tensors(const Network& network) {
  if (!network.foreign()) return {};
  return Error{"found an ONNX model, which can only evaluate; use the network it was made from"};
}

base::Result<std::shared_ptr<const Network>> load_own_network(const std::string& path) {
  TABIA_TRY(auto network, load_network(path));
  if (const auto has = require_tensors(*network); !has) return has.error().inside(path);
  return network;
}

base::Result<NetworkFile> load_network_file(const std::string& path, const ModelSpec* bare_numbers) {
  TABIA_TRY_VOID(base::check_file_fits(path));
  TABIA_TRY(const std::string bytes, base::read_file(path, kLargestNetFile));
  if (is_ensemble_path(path)) {
    TABIA_TRY(auto combined, load_ensemble(path));
    return NetworkFile{std::move(combined), NetFormat::Ensemble, bytes.size()};
  }
  const base::Result<NetFormat> format = bare_numbers ? NetFormat::Bullet : format_of(bytes);
  if (!format) return format.error().inside(path);
  auto network = network_in(bytes, *format, bare_numbers);
  if (!network) return network.error().inside(path);
  return NetworkFile{std::move(*network), *format, bytes.size()};
}

base::Result<ModelSpec> load_spec(const std::string& path) {
  constexpr std::size_t kLargestSpec = 1 << 20;
  TABIA_TRY(const std::string text, base::read_file(path, kLargestSpec));
  auto spec = parse_spec(text);
  if (!spec) return spec.error().inside(path);
  return spec;
}

std::string network_hash(const Network& network) {
  if (network.foreign()) return network.foreign()->hash();
  ModelSpec nameless = network.spec();
  nameless.name.clear();
  base::Hash64 hash;
  if (const Ensemble* ensemble = network.ensemble()) {
    hash.update(ensemble->kind() == Ensemble::Kind::Mean ? "mean" : "specialist");
    for (const EnsembleMember& member : ensemble->members())
      hash.update(concat(network_hash(*member.network), " ", member.weight, " ", member.fewest, " ",
                         member.most, ";"));
    return base::hex64(hash.value());
  }
  hash.update(to_text(nameless));
  for (const Tensor& tensor : network.tensors()) hash.update(tensor.bytes());
  return base::hex64(hash.value());
}

}  // namespace tabia::nn
