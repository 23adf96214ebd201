// data/manifest.h: facts about a dataset as a whole, as the JSON text in the first block of a container.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "data/info.h"

namespace tabia::data {

// {"format":"tabia training data","unit":…,"units_per_pawn":…,"network":…,"source":…,"seed":…,"history":[…]}
[[nodiscard]] std::string to_json(const DataInfo& info);
// Ignores unknown members. The error says what is missing or of the wrong kind.
[[nodiscard]] base::Result<DataInfo> parse_manifest(std::string_view text);

}  // namespace tabia::data
