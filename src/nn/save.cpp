#include "nn/save.h"

#include "base/file.h"
#include "base/text.h"
#include "nn/bullet_file.h"
#include "nn/net_file.h"
#include "nn/net_text.h"
#include "nn/stockfish_file.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

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
      break;
  }
  if (options.compress) return Error{concat(name_of(options.format), " has no compressed form")};
  if (options.format == NetFormat::Text) return write_net_text(network);
  return write_bullet(network);
}

base::Result<SavedNetwork> save_network(const Network& network, const std::string& path,
                                        const SaveOptions& options) {
  TABIA_TRY(const std::string bytes, bytes_of_network(network, options));
  SavedNetwork saved{bytes.size(),
                     difference(network, network_in(bytes, options.format, &network.spec()), options.format)};
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
