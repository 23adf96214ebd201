// nn/load.h: loads a network from a file of any known format; a network's identity.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network_parts.h"
#include "onnx/runtime.h"

namespace tabia::nn {

enum class NetFormat {
  Tabia,      // our own, nn/net_file.h
  Text,       // readable numbers, nn/net_text.h
  Stockfish,  // .nnue, nn/stockfish_file.h
  Bullet,     // bare numbers, nn/bullet_file.h; can't be recognized, and needs a spec
  Onnx,       // a graph of operators, nn/onnx_file.h
  Lc0,        // .pb.gz of Leela Chess Zero and Maia, nn/lc0_file.h; can't be written
  Ensemble,   // .toml that names networks, nn/ensemble.h; recognized only by its name
};

// "tabia", "text", "stockfish", "bullet", "onnx", "lc0": for the command line and for messages.
[[nodiscard]] std::string_view name_of(NetFormat format) noexcept;

// The largest network file that is read (2 GiB).
inline constexpr std::size_t kLargestNetFile = std::size_t{2} << 30;

// The format with this name or file extension (".net", ".txt", ".nnue", ".bin", ".onnx", ".pb.gz", ".toml");
// nothing if there is none.
[[nodiscard]] std::optional<NetFormat> format_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<NetFormat> format_for_path(std::string_view path) noexcept;

// Recognizes the format by its first bytes. The error lists the formats that are recognized.
[[nodiscard]] base::Result<NetFormat> format_of(std::string_view file);
// For messages: which files can be loaded.
[[nodiscard]] std::string describe_formats();

// The network in the bytes of a file of this format; only bare numbers (bullet) need the spec.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> network_in(std::string_view file, NetFormat format,
                                                                      const ModelSpec* bare_numbers,
                                                                      const base::MemoryLimit& memory = {});
// The same; the format is detected from the content.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> read_network(std::string_view file,
                                                                        const base::MemoryLimit& memory = {});
// How to run ONNX models: with our interpreter, or with a library if one is named.
using OnnxRuntime = onnx::RuntimeOptions;
using OnnxProvider = onnx::Provider;
// The same from a path, for evaluating positions: a network of plain numbers is rejected. The error starts
// with the path. A network that doesn't fit into memory is rejected before it is loaded.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> load_network(const std::string& path,
                                                                        const OnnxRuntime& runtime = {},
                                                                        const base::MemoryLimit& memory = {});

// The same for training and conversion: an ONNX model, which doesn't have our tensors, is rejected too.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> load_own_network(const std::string& path);
// Fails if the network is an ONNX model.
[[nodiscard]] base::Result<void> require_tensors(const Network& network);

// A network and the file it came from.
struct NetworkFile {
  std::shared_ptr<const Network> network;  // may be one of plain numbers
  NetFormat format = NetFormat::Tabia;
  std::size_t bytes = 0;  // of the file
};
// A file of bare numbers (bullet) must come with its spec; all other formats are detected. The error starts
// with the path.
[[nodiscard]] base::Result<NetworkFile> load_network_file(const std::string& path,
                                                          const ModelSpec* bare_numbers = nullptr);
// The model spec in a text file. The error starts with the path.
[[nodiscard]] base::Result<ModelSpec> load_spec(const std::string& path);

// The identity of a network: 16 hexadecimal digits from its spec (without the name) and its tensors. Networks
// that evaluate alike by construction have the same identity, whatever their lineage or file format.
[[nodiscard]] std::string network_hash(const Network& network);

}  // namespace tabia::nn
