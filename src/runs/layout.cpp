#include "runs/layout.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "os/folder_lock.h"

namespace tabia::runs {
namespace {

using base::concat;

constexpr std::string_view kRound = "round-";
constexpr std::size_t kLeastDigits = 3;  // so that names sort by number up to round 999

std::string round_name(std::uint64_t round) {
  const std::string digits = std::to_string(round);
  return concat(kRound, std::string(kLeastDigits - std::min(kLeastDigits, digits.size()), '0'), digits);
}

}  // namespace

std::string default_folder(std::string_view kind, std::string_view recipe_name) {
  return concat("runs/", recipe_name.empty() ? kind : recipe_name);
}

std::string TrainFolder::at(std::string_view name) const { return concat(path_, '/', name); }
std::string LearnFolder::at(std::string_view name) const { return concat(path_, '/', name); }

std::string LearnFolder::net(std::uint64_t round) const {
  return concat(nets(), '/', round_name(round), ".net");
}

bool LearnFolder::is_of_start(std::string_view name) {
  return name == "nets" || name == os::kFolderLockFile || name.starts_with("live.json") ||
         name.starts_with("learn.json.");  // temporary names
}

std::string LearnFolder::in_round(std::uint64_t round, std::string_view name) const {
  return concat(at(round_name(round)), '/', name);
}

std::uint64_t LearnFolder::last_round() const {
  std::uint64_t last = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(path_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kRound)) continue;
    last = std::max(last, base::parse_integer<std::uint64_t>(name.substr(kRound.size())).value_or(0));
  }
  return last;
}

}  // namespace tabia::runs
