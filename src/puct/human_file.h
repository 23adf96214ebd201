// puct/human_file.h: where the human network is, and loading it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::puct {

// What the file is called unless the user names another.
inline constexpr std::string_view kHumanFile = "human.net";

// The folders in which a human network is looked for, in this order: that of the program, its nets/, the
// nets/ of the source tree it was built in, and share/tabia of the place it was installed in.
[[nodiscard]] std::vector<std::string> human_folders();

// The path of kHumanFile in the first of these folders that has it. The error lists them.
[[nodiscard]] base::Result<std::string> find_human();

// The network in this file; empty: kHumanFile in one of the folders. The error says where it was looked for,
// or that the network isn't one that imitates people of a rating.
[[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> load_human(const std::string& file);

}  // namespace tabia::puct
