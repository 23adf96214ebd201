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
std::string difference_of_model(const Network& network, std::string_view bytes, const OnnxOptions& options) {
  if (!network.evaluates_positions()) {
    const auto model = onnx::read_model(bytes);
    if (!model) return model.error().message;
    const auto program = onnx::Program::make(*model);
    return program ? "" : program.error().message;
  }
  const auto model = read_onnx(bytes);
  if (!model) return model.error().message;
  for (const std::string_view fen : kOnnxCheckPositions) {
    const auto position = chess::parse_fen(fen);
    TABIA_CHECK(position, "a position of our own");
    const base::Score expected = network.fresh_output(*position).score;
    const base::Score found = (*model)->fresh_output(*position).score;
    const int allowed = options.exact ? 0 : 1 + std::abs(expected) / 1000;  // rounding
    if (std::abs(expected - found) > allowed)
      return concat("the model evaluates ", fen, " as ", found, ", the network as ", expected);
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
  if (network.ensemble())
    return Error{"several networks can't be written as one; edit their evaluation file"};
  TABIA_TRY_VOID(require_tensors(network));
  switch (options.format) {
    case NetFormat::Tabia:
      return write_net(network, {.compress = options.compress});
    case NetFormat::Stockfish:
      return write_stockfish(
          network, options.compress ? StockfishCompression::Leb128 : StockfishCompression::Automatic);
    case NetFormat::Lc0:
      return Error{"networks can't be written in lc0's format; use tabia or text"};
    case NetFormat::Ensemble:
      return Error{"an evaluation file names networks and is written by hand"};
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
  SavedNetwork saved{bytes.size(), ""};
  if (options.format == NetFormat::Onnx)
    saved.difference = difference_of_model(network, bytes, options.onnx);
  else
    saved.difference =
        difference(network, network_in(bytes, options.format, &network.spec()), options.format);
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
