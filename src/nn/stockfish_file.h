// nn/stockfish_file.h: reads and writes Stockfish's .nnue files of the generations that we can run exactly:
//
//   HalfKP 256x2-32-32-1           Stockfish 12 and 13
//   HalfKAv2_hm, width 128 to 3072  Stockfish 15.1 to 17.1, small network of 18; plain or LEB128-compressed
//   the same and threats            Stockfish 18
//   the same, threats, pawn pairs   Stockfish 19
//   768 inputs, mirrored            Stockfish 19, "lite"
//
// docs/formats/stockfish.md describes the bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

// Does the file start like one of Stockfish's? The first eight bytes are enough.
[[nodiscard]] bool looks_like_stockfish(std::string_view file) noexcept;

// The whole file as a network. The error says what the file is and what is supported, or where it is damaged.
[[nodiscard]] base::Result<NetworkParts> read_stockfish(std::string_view file,
                                                        const base::MemoryLimit& memory = {});

enum class StockfishCompression {
  Automatic,  // as the Stockfish with networks of this shape reads it: plain up to 15.1, else LEB128
  Plain,
  Leb128,
};

// The bytes of a .nnue file. The error says why the format can't hold the network.
[[nodiscard]] base::Result<std::string> write_stockfish(const Network& network,
                                                        StockfishCompression compression);

// The specs of the families.
[[nodiscard]] ModelSpec stockfish_halfkp_spec();
[[nodiscard]] ModelSpec stockfish_halfka_spec(int width);
[[nodiscard]] ModelSpec stockfish_18_spec(int width);
[[nodiscard]] ModelSpec stockfish_19_spec(int width);
[[nodiscard]] ModelSpec stockfish_19_lite_spec(int width);

}  // namespace tabia::nn
