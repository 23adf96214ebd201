#include "nn/save.h"

#include <array>
#include <cstdlib>

#include "base/file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "nn/bullet_file.h"
#include "nn/net_file.h"
#include "nn/net_text.h"
#include "nn/stockfish_file.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

constexpr std::array<std::string_view, 4> kOnnxCheckPositions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"};

// An ONNX model can't be compared by its numbers: it must evaluate like the network.
std::string difference_of_outputs(const Network& network, const Network& model, const OnnxOptions& options) {
  if (!network.evaluates_positions()) return "";
  for (const std::string_view fen : kOnnxCheckPositions) {
    const auto position = chess::parse_fen(fen);
    TABIA_CHECK(position, "a position of our own");
    const Output expected = network.fresh_output(*position);
    const Output found = model.fresh_output(*position);
    const int allowed = options.exact ? 0 : 1;  // rounding of the last unit
    if (std::abs(expected.score - found.score) > allowed + std::abs(expected.score) / 1000)
      return concat("the model evaluates ", fen, " as ", found.score, ", the network as ", expected.score);
  }
  return "";
}

// How `again`, made from the bytes of the file, differs from the network; empty if it doesn't.
std::string difference(const Network& network, const base::Result<std::shared_ptr<const Network>>& again,
                       NetFormat format) {
  const std::string start = "the network would read back differently";
  if (!again) return concat(start, ": ", again.error().message);
  const bool has_passport = format == NetFormat::Tabia || format == NetFormat::Text;
  const bool same =
      network_hash(**again) == network_hash(network) &&
      (!has_passport || ((*again)->lineage() == network.lineage() && (*again)->wdl() == network.wdl()));
  return same ? "" : start;
}

}  // namespace

base::Result<std::string> bytes_of_network(const Network& network, const SaveOptions& options) {
  TABIA_TRY_VOID(require_tensors(network));
  switch (options.format) {
    case NetFormat::Tabia:
      return write_net(network, {.compress = options.compress});
    case NetFormat::Stockfish:
      return write_stockfish(
          network, options.compress ? StockfishCompression::Leb128 : StockfishCompression::Automatic);
    case NetFormat::Lc0:
      return Error{"networks can't be written in lc0's format; use tabia or text"};
    case NetFormat::Text:
    case NetFormat::Bullet:
    case NetFormat::Onnx:
      break;
  }
  if (options.compress) return Error{concat(name_of(options.format), " has no compressed form")};
  if (options.format == NetFormat::Text) return write_net_text(network);
  if (options.format == NetFormat::Onnx) return write_onnx(network, options.onnx);
  return write_bullet(network);
}

base::Result<SavedNetwork> save_network(const Network& network, const std::string& path,
                                        const SaveOptions& options) {
  TABIA_TRY(const std::string bytes, bytes_of_network(network, options));
  const auto again = network_in(bytes, options.format, &network.spec());
  SavedNetwork saved{bytes.size(), again && options.format == NetFormat::Onnx
                                       ? difference_of_outputs(network, **again, options.onnx)
                                       : difference(network, again, options.format)};
  if (saved.difference.empty()) TABIA_TRY_VOID(base::write_file_atomically(path, bytes));
  return saved;
}

// Goes through the file format, because tensors can't be copied.
base::Result<std::shared_ptr<const Network>> with_win_model(const Network& network, const WdlModel& model) {
  TABIA_TRY(const std::string bytes, write_net(network, {}));
  TABIA_TRY(NetworkParts parts, read_net(bytes));
  parts.wdl = model;
  return std::move(parts).assemble();
}

}  // namespace tabia::nn
