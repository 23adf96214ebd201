// nn/load.h: loads a network from a file of any known format; a network's identity.
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
  Bullet,     // bare numbers, nn/bullet_file.h; can't be recognized, and needs a spec
};

// "tabia", "text", "stockfish", "bullet": for the command line and for messages.
[[nodiscard]] std::string_view name_of(NetFormat format) noexcept;

// The largest network file that is read (2 GiB).
inline constexpr std::size_t kLargestNetFile = std::size_t{2} << 30;

// The format with this name or file extension (".net", ".txt", ".nnue", ".bin"); nothing if there is none.
[[nodiscard]] std::optional<NetFormat> format_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<NetFormat> format_for_path(std::string_view path) noexcept;

// Judges by the first bytes. The error lists the formats that are recognized.
[[nodiscard]] base::Result<NetFormat> format_of(std::string_view file);
// For messages: which files can be loaded.
[[nodiscard]] std::string describe_formats();

// The network in the bytes of a file, whose format is detected from its content.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> read_network(std::string_view file);
// The same from a path, for evaluating positions: a network of plain numbers is rejected. The error starts
// with the path.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> load_network(const std::string& path);

// The identity of a network: 16 hexadecimal digits from its spec (without the name) and its tensors. Networks
// that evaluate alike by construction have the same identity, whatever their lineage or file format.
[[nodiscard]] std::string network_hash(const Network& network);

}  // namespace tabia::nn
