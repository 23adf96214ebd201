// cli/full_net_trained.h: the actions of `tabia net` that know checkpoints of training runs; not in the bare engine.
#pragma once

#include "cli/command.h"
#include "cli/net_fit_wdl.h"

namespace tabia::cli {

// `net quantize CHECKPOINT OUT`: the network as play uses it, with what rounding did.
[[nodiscard]] int run_quantize(const Arguments& arguments, const NetworkWriter& write);
// `net arrange IN OUT --data FILE`: the same network with its neurons in a faster order.
[[nodiscard]] int run_arrange(const Arguments& arguments, const NetworkWriter& write);
// `net verify A B`: do two networks, or checkpoints, say the same?
[[nodiscard]] int run_verify(const Arguments& arguments);

}  // namespace tabia::cli
