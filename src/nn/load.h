// nn/load.h: from a file of any known kind to a network, and the network's identity.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

enum class NetFormat {
  Tabia,      // our own, nn/net_file.h
  Text,       // readable numbers, nn/net_text.h
  Stockfish,  // .nnue, nn/stockfish_file.h
  Bullet,     // bare numbers, nn/bullet_file.h; can't be recognised, and needs a spec
};

// "tabia", "text", "stockfish", "bullet": for the command line and for messages.
[[nodiscard]] std::string_view name_of(NetFormat format) noexcept;

// No network file is larger (2 GiB); more is not read.
inline constexpr std::size_t kLargestNetFile = std::size_t{2} << 30;

// The format with this name or file extension (".net", ".txt", ".nnue", ".bin"); nothing if there is none.
[[nodiscard]] std::optional<NetFormat> format_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<NetFormat> format_for_path(std::string_view path) noexcept;

// What the first bytes say. The error lists the formats that are recognised.
[[nodiscard]] base::Result<NetFormat> format_of(std::string_view file);
// For messages: which files can be loaded.
[[nodiscard]] std::string describe_formats();

// The network in the bytes of a file, whose format is found by its content.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> read_network(std::string_view file);
// The same from a path, for evaluating positions: a network of plain numbers is refused. The error begins with the path.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> load_network(const std::string& path);

// The identity of a network: 16 hexadecimal digits from its spec (without the name) and its tensors. Networks
// that evaluate alike by construction have the same, whatever their lineage or file format.
[[nodiscard]] std::string network_hash(const Network& network);

}  // namespace tabia::nn
