// nn/passport.h: the text that travels with a network next to its spec: where it comes from (Lineage) and how
// its scores turn into win probabilities (WdlModel). Part of Tabia's file format and of the text form.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::nn {

// The texts of a lineage and their names, in files and everywhere they are shown.
struct LineageField {
  std::string_view name;
  std::string Lineage::*member;
};
inline constexpr std::array<LineageField, 6> kLineageFields = {{{"description", &Lineage::description},
                                                                {"parent", &Lineage::parent},
                                                                {"data", &Lineage::data},
                                                                {"recipe", &Lineage::recipe},
                                                                {"date", &Lineage::date},
                                                                {"trainer", &Lineage::trainer}}};

struct Passport {
  Lineage lineage;
  WdlModel wdl;
};

// One `key = value` per line; parse_passport gives the same content back, whatever bytes the texts hold.
[[nodiscard]] std::string to_text(const Passport& passport);

// The error names line and key. A missing key keeps its default; an unknown one is rejected. The coefficients
// must define a win probability for every possible material.
[[nodiscard]] base::Result<Passport> parse_passport(std::string_view text);

}  // namespace tabia::nn
