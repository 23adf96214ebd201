// nn/save.h: writes a network to a file of any format that can hold it (nn/load.h reads them).
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "nn/load.h"
#include "nn/onnx_file.h"

namespace tabia::nn {

// How to write a network.
struct SaveOptions {
  NetFormat format = NetFormat::Tabia;
  bool compress = false;  // tabia: with zstd; stockfish: with LEB128 whatever the width
  OnnxOptions onnx = {};  // for onnx
};

// The bytes of the file. The error says why the format can't hold the network, or has no compressed form.
[[nodiscard]] base::Result<std::string> bytes_of_network(const Network& network, const SaveOptions& options);

struct SavedNetwork {
  std::size_t bytes = 0;   // of the file
  std::string difference;  // if not empty: how the network would read back differently; nothing was written
};
// Writes the file, which gets its name only when it is complete. Before that the bytes are read back and
// compared, with lineage and win model if the format keeps them.
[[nodiscard]] base::Result<SavedNetwork> save_network(const Network& network, const std::string& path,
                                                      const SaveOptions& options);

// The same network with another win model.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> with_win_model(const Network& network,
                                                                          const WdlModel& model);

}  // namespace tabia::nn
