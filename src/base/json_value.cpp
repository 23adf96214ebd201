#include "base/json_value.h"

#include <charconv>
#include <cstdint>
#include <unordered_set>

#include "base/json.h"
#include "base/text.h"

namespace tabia::base {

class JsonValue::Parser {
 public:
  Parser(std::string_view text, std::size_t most_values) : text_(text), left_(most_values) {}

  Result<JsonValue> run() {
    JsonValue value;
    if (!read(value, 0)) return fault();
    skip_space();
    if (at_ != text_.size()) return fault();
    return value;
  }

 private:
  static constexpr int kDeepest = 64;

  Error fault() const {
    if (left_ == 0) return Error{concat("too many values in the JSON at byte ", at_ + 1)};
    return Error{concat("not JSON at byte ", at_ + 1, ": found ",
                        at_ < text_.size() ? quoted(text_.substr(at_, 12)) : "the end", expected_)};
  }
  // Records what should be here; returns false.
  bool refuse(std::string_view expected) {
    expected_ = concat(", expected ", expected);
    return false;
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool read(JsonValue& value, int depth) {
    skip_space();
    if (at_ >= text_.size() || left_ == 0) return false;
    if (depth > kDeepest) return refuse("less nesting");
    if (--left_ == 0) return false;
    switch (text_[at_]) {
      case '{':
        value.kind_ = Kind::Object;
        return read_object(value, depth);
      case '[':
        value.kind_ = Kind::Array;
        return read_array(value, depth);
      case '"':
        value.kind_ = Kind::String;
        return read_string(value.text_);
      case 'n':
        return take_word("null");
      case 't':
        value.kind_ = Kind::True;
        return take_word("true");
      case 'f':
        value.kind_ = Kind::False;
        return take_word("false");
      default:
        value.kind_ = Kind::Number;
        return read_number(value.text_);
    }
  }

  // Does the object already have this name? A small object is searched; `names` holds those of a large one.
  static bool is_repeated(const JsonValue& object, const std::string& name,
                          std::unordered_set<std::string>& names) {
    constexpr std::size_t kSmall = 32;
    if (object.members_.size() < kSmall) return object.find(name) != nullptr;
    if (names.empty()) {
      for (const auto& [known, value] : object.members_) names.insert(known);
    }
    return !names.insert(name).second;
  }

  bool read_object(JsonValue& value, int depth) {
    std::unordered_set<std::string> names;
    ++at_;
    if (take('}')) return true;
    do {
      skip_space();
      const std::size_t begin = at_;
      std::string name;
      JsonValue member;
      if (at_ >= text_.size() || text_[at_] != '"' || !read_string(name)) return false;
      if (is_repeated(value, name, names)) {
        at_ = begin;
        return refuse(concat("each name once; ", quoted(name), " is there twice"));
      }
      if (!take(':') || !read(member, depth + 1)) return false;
      value.members_.emplace_back(std::move(name), std::move(member));
    } while (take(','));
    return take('}');
  }

  bool read_array(JsonValue& value, int depth) {
    ++at_;
    if (take(']')) return true;
    do {
      JsonValue element;
      if (!read(element, depth + 1)) return false;
      value.elements_.push_back(std::move(element));
    } while (take(','));
    return take(']');
  }

  // False if there is none.
  bool take_digits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ > begin;
  }
  bool take_one_of(std::string_view characters) {
    if (at_ >= text_.size() || characters.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  bool read_number(std::string& out) {
    const std::size_t begin = at_;
    take_one_of("-");
    if (take_one_of("0")) {
      if (at_ < text_.size() && is_digit(text_[at_])) return refuse("a number without leading zeros");
    } else if (!take_digits()) {
      return refuse("a value");
    }
    if (take_one_of(".") && !take_digits()) return refuse("a digit after the decimal point");
    if (take_one_of("eE")) {
      take_one_of("+-");
      if (!take_digits()) return refuse("a digit of the exponent");
    }
    out = text_.substr(begin, at_ - begin);
    return true;
  }

  // A single byte that needs no escape in a string.
  static bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  }

  bool read_string(std::string& out) {
    for (++at_; at_ < text_.size() && text_[at_] != '"';) {
      if (text_[at_] == '\\') {
        if (++at_ >= text_.size() || !read_escape(out)) return false;
        ++at_;
        continue;
      }
      std::size_t end = at_;
      while (end < text_.size() && is_plain(text_[end])) ++end;
      if (end == at_) {
        if (static_cast<unsigned char>(text_[at_]) < 0x20)
          return refuse("a control character in a text as an escape, like \\n or \\u0009");
        const std::size_t length = utf8_length(text_.substr(at_));
        if (length == 0) return refuse("UTF-8");
        end += length;
      }
      out.append(text_, at_, end - at_);
      at_ = end;
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  // Leaves at_ on the last character of the escape.
  bool read_escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = kLetters.find(text_[at_]); known != std::string_view::npos) {
      out += kMeanings[known];
      return true;
    }
    if (text_[at_] != 'u') return false;
    std::uint32_t unit = 0;
    if (!read_unit(unit)) return false;
    if (unit >= 0xDC00 && unit <= 0xDFFF) return refuse("the first half of a pair of surrogates before this");
    if (unit >= 0xD800 && unit < 0xDC00) {
      std::uint32_t low = 0;
      if (at_ + 2 >= text_.size() || text_[at_ + 1] != '\\' || text_[at_ + 2] != 'u') return false;
      at_ += 2;
      if (!read_unit(low) || low < 0xDC00 || low > 0xDFFF) return false;
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, unit);
    return true;
  }

  bool read_unit(std::uint32_t& unit) {
    if (at_ + 4 >= text_.size()) return false;
    const std::string_view digits = text_.substr(at_ + 1, 4);
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + 4, unit, 16);
    at_ += 4;
    return wrong == std::errc{} && end == digits.data() + 4;
  }

  static void append_utf8(std::string& out, std::uint32_t code) {
    const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xC0 | code >> 6);
      byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      byte(0xE0 | code >> 12);
      byte(0x80 | (code >> 6 & 0x3F));
      byte(0x80 | (code & 0x3F));
    } else {
      byte(0xF0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3F));
      byte(0x80 | (code >> 6 & 0x3F));
      byte(0x80 | (code & 0x3F));
    }
  }

  const std::string_view text_;
  std::size_t left_;  // values that may still come, plus one
  std::size_t at_ = 0;
  std::string expected_;  // for the message
};

Result<JsonValue> JsonValue::parse(std::string_view text, std::size_t most_values) {
  return Parser(text, most_values < SIZE_MAX ? most_values + 1 : most_values).run();
}

const JsonValue* JsonValue::find(std::string_view key) const noexcept {
  for (const auto& [name, value] : members_) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::optional<std::string> JsonValue::text() const {
  if (kind_ != Kind::String) return std::nullopt;
  return text_;
}

std::optional<std::int64_t> JsonValue::integer() const {
  return kind_ == Kind::Number ? parse_integer<std::int64_t>(text_) : std::nullopt;
}

std::optional<double> JsonValue::number() const {
  if (kind_ != Kind::Number) return std::nullopt;
  double value = 0;
  const auto [end, wrong] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
  if (wrong != std::errc{} || end != text_.data() + text_.size()) return std::nullopt;
  return value;
}

std::optional<bool> JsonValue::truth() const {
  if (kind_ != Kind::True && kind_ != Kind::False) return std::nullopt;
  return kind_ == Kind::True;
}

std::string JsonValue::shown() const {
  switch (kind_) {
    case Kind::Null:
      return "nothing";
    case Kind::False:
      return "false";
    case Kind::True:
      return "true";
    case Kind::Number:
      return text_;
    case Kind::String:
      return quoted(text_);
    case Kind::Array:
      return concat("a list of ", elements_.size());
    case Kind::Object:
      break;
  }
  return "an object";
}

namespace {

std::string difference_at(const std::string& place, const JsonValue& old_value, const JsonValue& new_value) {
  if (old_value == new_value) return "";
  if (!old_value.members().empty() && !new_value.members().empty()) {
    for (const auto& [key, value] : new_value.members()) {
      const std::string inner = place.empty() ? key : concat(place, '.', key);
      const JsonValue* before = old_value.find(key);
      if (!before) return concat(inner, " is ", value.shown(), ", but it was not set");
      if (std::string text = difference_at(inner, *before, value); !text.empty()) return text;
    }
    for (const auto& [key, value] : old_value.members()) {
      if (!new_value.find(key))
        return concat(place.empty() ? "" : concat(place, '.'), key, " is not set, but it was ",
                      value.shown());
    }
  }
  if (old_value.elements().size() == new_value.elements().size()) {
    for (std::size_t i = 0; i < old_value.elements().size(); ++i) {
      std::string text =
          difference_at(concat(place, ' ', i + 1), old_value.elements()[i], new_value.elements()[i]);
      if (!text.empty()) return text;
    }
  }
  return concat(place, " is ", new_value.shown(), ", but it was ", old_value.shown());
}

}  // namespace

std::string difference(const JsonValue& old_value, const JsonValue& new_value) {
  return difference_at("", old_value, new_value);
}

}  // namespace tabia::base
