#include "nn/passport.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/toml.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

struct CoefficientField {
  std::string_view key;
  std::array<double, 4> WdlModel::*member;
};
constexpr std::array<CoefficientField, 2> kCoefficients = {
    {{"wdl_a", &WdlModel::a}, {"wdl_b", &WdlModel::b}}};

constexpr std::string_view kMarginPawn = "margin_pawn";

constexpr double kLargestCoefficient = 1e6;

std::string known_keys() {
  std::string keys;
  for (const LineageField& field : kLineageFields) keys += concat(keys.empty() ? "" : ", ", field.name);
  for (const CoefficientField& field : kCoefficients) keys += concat(", ", field.key);
  return concat(keys, ", ", kMarginPawn);
}

base::Result<void> read_coefficients(const base::TomlValue& value, std::string_view key,
                                     std::array<double, 4>& target) {
  const auto* array = value.as<base::TomlArray>();
  const Error error{concat(
      "line ", value.line(), ": ", key,
      ": expected four numbers like [ 0, 0, 0, 220 ], from the highest power down, each at most a million")};
  if (!array || array->size() != target.size()) return error;
  for (std::size_t i = 0; i < target.size(); ++i) {
    double storage = 0;
    const double* number = (*array)[i].as_number(storage);
    if (!number || !(std::abs(*number) <= kLargestCoefficient)) return error;
    target[i] = *number;
  }
  // Both polynomials are divided by, over the whole range of material.
  for (int material = 17; material <= 78; ++material) {
    const double m = material / 58.0;
    if (((target[0] * m + target[1]) * m + target[2]) * m + target[3] >= 1) continue;
    return Error{concat("line ", value.line(), ": ", key, ": is less than 1 with material ", material,
                        ", expected at least 1 from 17 to 78")};
  }
  return {};
}

}  // namespace

std::string to_text(const Passport& passport) {
  std::string text;
  for (const LineageField& field : kLineageFields) {
    text += concat(field.name, " = ", base::toml_string(passport.lineage.*field.member), "\n");
  }
  for (const CoefficientField& field : kCoefficients) {
    std::string numbers;
    for (const double number : passport.wdl.*field.member)
      numbers += concat(numbers.empty() ? "" : ", ", number);
    text += concat(field.key, " = [ ", numbers, " ]\n");
  }
  if (passport.wdl.margin_pawn > 0) text += concat(kMarginPawn, " = ", passport.wdl.margin_pawn, "\n");
  return text;
}

base::Result<Passport> parse_passport(std::string_view text) {
  const auto table = base::parse_toml(text);
  if (!table) return table.error();
  Passport passport;
  for (const auto& [key, value] : *table) {
    bool known = key == kMarginPawn;
    if (known) {
      double storage = 0;
      const double* number = value.as_number(storage);
      if (!number || !(*number >= 1 && *number <= kLargestCoefficient))
        return Error{concat("line ", value.line(), ": ", key, ": expected a number from 1 to a million")};
      passport.wdl.margin_pawn = *number;
    }
    for (const LineageField& field : kLineageFields) {
      if (field.name != key) continue;
      known = true;
      const auto* content = value.as<std::string>();
      if (!content) return Error{concat("line ", value.line(), ": ", key, ": expected a string in quotes")};
      passport.lineage.*field.member = *content;
    }
    for (const CoefficientField& field : kCoefficients) {
      if (field.key != key) continue;
      known = true;
      if (auto good = read_coefficients(value, key, passport.wdl.*field.member); !good) return good.error();
    }
    if (!known)
      return Error{concat("line ", value.line(), ": unknown key ", key, ", expected one of ", known_keys())};
  }
  return passport;
}

}  // namespace tabia::nn
