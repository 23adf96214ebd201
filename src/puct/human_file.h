// puct/human_file.h: finds and loads the human network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::puct {

// The name of the file unless the user gives another.
inline constexpr std::string_view kHumanFile = "human.net";

// The folders to search for a human network, in order: the program's folder, the nets/ in it, the nets/ of
// the source tree that the program was built in, and share/tabia where it is installed.
[[nodiscard]] std::vector<std::string> human_folders();

// The path of kHumanFile in the first of these folders that has it. The error lists them.
[[nodiscard]] base::Result<std::string> find_human();

// The network in this file; empty: kHumanFile in one of the folders. The error lists the folders that were
// searched, or says that the network doesn't imitate people of a given rating.
[[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> load_human(const std::string& file);

}  // namespace tabia::puct
