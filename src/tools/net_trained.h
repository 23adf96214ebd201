// tools/net_trained.h: the `tabia net` actions that read checkpoints of training runs; not in the bare
// engine.
#pragma once

#include "tools/commands.h"
#include "tools/net_fit_wdl.h"

namespace tabia::tools {

// `net quantize CHECKPOINT OUT`: the network in the form used for play, with the effect of rounding.
[[nodiscard]] int run_quantize(const Arguments& arguments, const NetworkWriter& write);
// `net arrange IN OUT --data FILE`: the same network with its neurons in a faster order.
[[nodiscard]] int run_arrange(const Arguments& arguments, const NetworkWriter& write);
// `net verify A B`: are two networks, or checkpoints, equivalent?
[[nodiscard]] int run_verify(const Arguments& arguments);

}  // namespace tabia::tools
