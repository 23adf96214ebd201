#include "data/parts.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/json_value.h"
#include "base/text.h"

namespace tabia::data {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kLargestDescription = std::size_t{1} << 24;

// The description that play/batches.h writes next to the batches.
struct Description {
  std::string settings;
  std::uint64_t batches = 0;  // of the whole; 0: unknown
};

std::optional<Description> description_of(const fs::path& folder) {
  for (const char* name : {"gen.json", "rescore.json"}) {
    const auto text = base::read_file((folder / name).string(), kLargestDescription);
    if (!text) continue;
    const auto value = base::JsonValue::parse(*text);
    if (!value || !value->find("settings")) continue;
    // The settings come last.
    Description description{text->substr(text->find("\"settings\"")), 0};
    const base::JsonValue* batch = value->find("batch");
    const base::JsonValue* target = value->find("target");
    const base::JsonValue* records = target ? target->find("records") : nullptr;
    const auto count = [](const base::JsonValue* number) {
      return number ? base::parse_integer<std::uint64_t>(number->shown()).value_or(0) : std::uint64_t{0};
    };
    const std::uint64_t size = count(batch);
    if (size > 0) description.batches = (count(records) + size - 1) / size;
    return description;
  }
  return std::nullopt;
}

// "games-000012.tabia"
std::optional<std::uint64_t> batch_in(std::string_view name) {
  constexpr std::string_view kBegin = "games-";
  constexpr std::string_view kEnd = ".tabia";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return std::nullopt;
  return base::parse_integer<std::uint64_t>(
      name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size()));
}

struct Whole {
  std::uint64_t batches = 0;
  std::map<std::uint64_t, std::string> found;  // batch and its folder
  std::vector<std::string> folders;
};

Result<void> check_gaps(const Whole& whole) {
  const std::uint64_t count = whole.batches > 0 ? whole.batches : whole.found.rbegin()->first + 1;
  for (std::uint64_t batch = 0; batch < count; ++batch) {
    if (whole.found.contains(batch)) continue;
    std::string folders;
    for (const std::string& folder : whole.folders) folders += concat(folders.empty() ? "" : ", ", folder);
    return Error{
        concat("batch ", batch, " of ", count, " is in none of ", folders,
               ": finish the task that makes it, or use `tabia data convert` to take what is there")};
  }
  return {};
}

}  // namespace

Result<void> check_parts(const std::vector<std::string>& paths) {
  std::map<std::string, Whole> wholes;  // by their description
  for (const std::string& path : paths) {
    std::error_code fault;
    if (!fs::is_directory(path, fault)) continue;
    const auto description = description_of(path);
    if (!description) continue;
    Whole& whole = wholes[description->settings];
    whole.batches = std::max(whole.batches, description->batches);
    whole.folders.push_back(path);
    for (fs::directory_iterator entry(path, fault), end; !fault && entry != end; entry.increment(fault)) {
      const auto batch = batch_in(entry->path().filename().string());
      if (!batch) continue;
      const auto [other, is_new] = whole.found.emplace(*batch, path);
      if (!is_new)
        return Error{concat(path, ": batch ", *batch, " is in ", other->second,
                            " too: the two are parts of the same data; leave one of them out")};
    }
  }
  for (const auto& [settings, whole] : wholes) {
    if (whole.folders.size() > 1 && !whole.found.empty()) TABIA_TRY_VOID(check_gaps(whole));
  }
  return {};
}

}  // namespace tabia::data
