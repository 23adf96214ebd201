#include "base/fields.h"

#include <algorithm>
#include <charconv>

namespace tabia::base {
namespace {

constexpr std::string_view kByteUnits = "KMGT";

std::string_view kind_text(FieldKind kind) {
  switch (kind) {
    case FieldKind::Flag:
      return "true or false";
    case FieldKind::Integer:
      return "a whole number";
    case FieldKind::Real:
      return "a number";
    case FieldKind::Text:
      break;
  }
  return "text";
}

std::string expected_text(const FieldText& about) {
  return about.allowed.empty() ? std::string(kind_text(about.kind)) : about.allowed;
}

}  // namespace

std::string word_of(const FieldText& about) { return concat("--", about.name); }

std::string key_of(const FieldText& about) {
  std::string key = about.name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

Error unexpected(std::string_view found, std::string_view expected) {
  return Error{concat("found ", quoted(found), ", expected ", expected), ErrorKind::Usage};
}

std::string whole_range_text(std::int64_t low, std::int64_t high) {
  if (high == std::numeric_limits<std::int64_t>::max()) return concat("a whole number, at least ", low);
  return concat("a whole number from ", low, " to ", high);
}

std::string real_range_text(double low, double high) { return concat("a number from ", low, " to ", high); }

Result<std::int64_t> read_whole(std::string_view text, std::int64_t low, std::int64_t high) {
  const auto number = parse_integer<std::int64_t>(text);
  if (number && *number >= low && *number <= high) return *number;
  return unexpected(text, whole_range_text(low, high));
}

Result<double> read_real(std::string_view text, double low, double high) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  // Written so that NaN is rejected.
  if (fault == std::errc{} && end == text.data() + text.size() && number >= low && number <= high)
    return number;
  return unexpected(text, real_range_text(low, high));
}

Result<bool> read_truth(std::string_view text) {
  if (text == "true" || text.empty()) return true;
  if (text == "false") return false;
  return unexpected(text, kind_text(FieldKind::Flag));
}

Result<std::uint64_t> read_bytes(std::string_view text, std::uint64_t least) {
  std::string_view digits = text;
  int shift = 0;
  if (!text.empty() && kByteUnits.find(text.back()) != std::string_view::npos) {
    shift = 10 * static_cast<int>(kByteUnits.find(text.back()) + 1);
    digits.remove_suffix(1);
  }
  const auto number = parse_integer<std::uint64_t>(digits);
  // Eight bits of headroom, so that sums of a few sizes don't overflow.
  if (number && *number <= (std::numeric_limits<std::uint64_t>::max() >> (shift + 8)) &&
      *number << shift >= least)
    return *number << shift;
  return unexpected(text, concat("a size like 512M or 4G, at least ", bytes_text(least)));
}

std::string bytes_text(std::uint64_t bytes) {
  std::size_t unit = 0;
  while (bytes != 0 && bytes % 1024 == 0 && unit < kByteUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return unit == 0 ? concat(bytes) : concat(bytes, kByteUnits[unit - 1]);
}

Error unknown_key(std::string_view key, const std::vector<std::string>& known) {
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  if (const auto near = nearest_word(key, candidates))
    return usage_fault(concat("unknown key ", quoted(key), ", did you mean ", *near, "?"));
  std::string list;
  for (const std::string& name : known) list += concat(list.empty() ? "" : ", ", name);
  return usage_fault(concat("unknown key ", quoted(key), ", expected one of ", list));
}

Result<std::string> scalar_text(const FieldText& about, const JsonValue& value) {
  switch (about.kind) {
    case FieldKind::Flag:
      if (const auto truth = value.truth()) return std::string(*truth ? "true" : "false");
      break;
    case FieldKind::Integer:
      if (value.integer()) return concat(*value.integer());
      break;
    case FieldKind::Real:
      if (value.number()) return concat(*value.number());
      break;
    case FieldKind::Text:
      if (const auto text = value.text()) return *text;
      break;
  }
  return usage_fault(concat("found ", value.shown(), ", expected ", expected_text(about)));
}

Result<std::string> scalar_text(const FieldText& about, const TomlValue& value) {
  double storage = 0;
  const auto* truth = value.as<bool>();
  const auto* whole = value.as<std::int64_t>();
  const double* number = value.as_number(storage);
  const auto* text = value.as<std::string>();
  if (about.kind == FieldKind::Flag && truth) return std::string(*truth ? "true" : "false");
  if (about.kind == FieldKind::Integer && whole) return concat(*whole);
  if (about.kind == FieldKind::Real && number) return concat(*number);
  if (about.kind == FieldKind::Text && text) return *text;
  const std::string shown = truth    ? (*truth ? "true" : "false")
                            : number ? concat(*number)
                            : text   ? quoted(*text)
                                     : "a list or a table";
  return usage_fault(concat("found ", shown, ", expected ", expected_text(about)));
}

void write_scalar(const FieldText& about, const std::string& text, JsonWriter& json) {
  if (about.kind == FieldKind::Text)
    json.value(text);
  else
    json.json(text);
}

}  // namespace tabia::base
