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

// Would the text be the same if it were written as a number or a truth value in JSON and read back?
bool is_number_or_truth(const std::string& text) {
  if (text == "true" || text == "false") return true;
  const auto value = JsonValue::parse(text);
  if (!value || !value->number()) return false;
  return (value->integer() ? concat(*value->integer()) : concat(*value->number())) == text;
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

Result<KeyValues> parse_pairs(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      parts.back() += text[++i];
    } else if (text[i] == ',') {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  KeyValues pairs;
  for (const std::string& part : parts) {
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string::npos) return unexpected(part, "key=value");
    std::string key = part.substr(0, equals);
    for (const auto& [known, value] : pairs)
      if (known == key) return usage_fault(concat("the key ", key, " is given twice"));
    pairs.emplace_back(std::move(key), part.substr(equals + 1));
  }
  return pairs;
}

std::string pairs_text(const KeyValues& pairs) {
  std::string text;
  for (const auto& [key, value] : pairs) {
    text += concat(text.empty() ? "" : ",", key, '=');
    for (const char c : value) text += c == ',' ? concat('\\', c) : std::string(1, c);
  }
  return text;
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
  if (about.pairs && value.is_object()) {
    KeyValues pairs;
    for (const auto& [key, member] : value.members())
      pairs.emplace_back(key, member.text()    ? *member.text()
                              : member.truth() ? std::string(*member.truth() ? "true" : "false")
                                               : member.shown());
    return pairs_text(pairs);
  }
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
  const auto pairs = about.pairs ? parse_pairs(text) : Result<KeyValues>(Error{});
  if (!pairs) {
    about.kind == FieldKind::Text ? json.value(text) : json.json(text);
    return;
  }
  json.begin_object();
  for (const auto& [key, value] : *pairs) {
    json.key(key);
    is_number_or_truth(value) ? json.json(value) : json.value(value);
  }
  json.end_object();
}

}  // namespace tabia::base
