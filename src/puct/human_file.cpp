#include "puct/human_file.h"

#include <filesystem>

#include "base/file_kind.h"
#include "base/text.h"
#include "nn/load.h"
#include "os/system.h"
#include "puct/human_player.h"

namespace tabia::puct {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;

}  // namespace

std::vector<std::string> human_folders() {
  const fs::path program = os::path_of_this_program();
  const fs::path own = program.empty() ? fs::path(".") : program.parent_path();
  std::vector<std::string> folders;
  for (const char* const folder : {".", "nets", "../../nets", "../share/tabia"})
    folders.push_back((own / folder).lexically_normal().string());
  return folders;
}

Result<std::string> find_human() {
  std::string folders;
  for (const std::string& folder : human_folders()) {
    const fs::path path = fs::path(folder) / kHumanFile;
    std::error_code none;
    if (fs::is_regular_file(path, none)) return path.string();
    folders += concat(folders.empty() ? "" : ", ", folder);
  }
  return Error{concat("found no ", kHumanFile, " (in ", folders, ")")};
}

Result<std::shared_ptr<const nn::Network>> load_human(const std::string& file) {
  std::string path = file;
  if (path.empty()) {
    TABIA_TRY(path, find_human());
  }
  if (const auto opens = base::check_opens_at_once(path); !opens) return opens.error();
  TABIA_TRY(auto network, nn::load_network(path));
  if (!is_human(network.get()))
    return Error{concat(path,
                        ": found a network without a policy and a rating among its inputs; expected one ",
                        "trained with the recipe human")};
  return network;
}

}  // namespace tabia::puct
