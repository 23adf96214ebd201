#include "base/toml.h"

#include <charconv>
#include <map>
#include <optional>

#include "base/text.h"

namespace tabia::base {

const double* TomlValue::as_number(double& storage) const noexcept {
  if (const auto* whole = as<std::int64_t>()) {
    storage = static_cast<double>(*whole);
    return &storage;
  }
  return as<double>();
}

const TomlValue* find(const TomlTable& table, std::string_view key) noexcept {
  for (const auto& [name, value] : table) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string toml_string(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (code < 0x20 || code == 0x7F) {
      out += concat("\\u00", kDigits[code >> 4], kDigits[code & 15]);
    } else {
      out += c;
    }
  }
  return out + '"';
}

namespace {

using Path = std::vector<std::string>;

std::string dotted(const Path& path) {
  std::string text;
  for (const std::string& key : path) text += concat(text.empty() ? "" : ".", key);
  return text;
}

// What keys and sections are added to: the whole text or one inline table.
struct Scope {
  // How a table was created determines who may add to it.
  enum class Origin {
    Implied,  // by [name.x]: [name] itself may still come
    Section,  // by [name]
    Keys,     // by name.x = value: more such keys may come
  };

  TomlTable root = {};
  Path section = {};                   // the section that keys belong to now
  std::map<Path, Origin> tables = {};  // those that can grow; an inline table is complete
};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Result<TomlTable> parse() {
    Scope scope;
    for (;;) {
      skip_blank(true);
      if (rest_.empty()) return std::move(scope.root);
      if (!(rest_.front() == '[' ? section(scope) : pair(scope))) return *error_;
      skip_blank(false);
      if (!rest_.empty() && rest_.front() != '\n') return fail("the end of the line");
    }
  }

 private:
  static constexpr int kDeepest = 16;
  using Origin = Scope::Origin;

  // Skips spaces and comments, and line ends if asked.
  void skip_blank(bool lines) {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '#') {
        while (!rest_.empty() && rest_.front() != '\n') rest_.remove_prefix(1);
      } else if (c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n')) {
        if (c == '\n') ++line_;
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  Error fail(std::string_view expected) { return fail_at(rest_, expected); }
  Error fail_at(std::string_view place, std::string_view expected) {
    const std::string found =
        place.empty() ? "the end of the text" : quoted(place.substr(0, place.find('\n')), 24);
    error_ = Error{concat("line ", line_, ": found ", found, ", expected ", expected)};
    return *error_;
  }

  // Consumes the character if it is next.
  bool skip(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // [a.b]: the keys that follow belong to that table.
  bool section(Scope& scope) {
    const std::string_view start = rest_;
    rest_.remove_prefix(1);
    if (rest_.starts_with('['))
      return fail_at(start, "name = [ { ... }, { ... } ] for a list of tables"), false;
    skip_blank(false);
    auto path = this->path();
    if (!path) return false;
    if (!skip(']')) return fail("a dot or ] after the name of a section"), false;
    TomlTable* parent = &scope.root;
    Path here;
    for (std::size_t i = 0; i < path->size(); ++i) {
      const bool last = i + 1 == path->size();
      here.push_back((*path)[i]);
      TomlValue* value = find_in(*parent, here.back());
      const auto known = scope.tables.find(here);
      if (!value) {
        value = &parent->emplace_back(here.back(), TomlValue(TomlTable(), line_)).second;
        scope.tables[here] = last ? Origin::Section : Origin::Implied;
      } else if (known == scope.tables.end() || (last && known->second == Origin::Keys)) {
        return fail_at(start, taken(here, *value)), false;
      } else if (last && known->second == Origin::Section) {
        return fail_at(start, concat("the section [", dotted(here), "] only once: it begins at line ",
                                     value->line(), ", and what belongs to it must follow there")),
               false;
      } else if (last) {
        known->second = Origin::Section;
      }
      parent = value->as<TomlTable>();
    }
    scope.section = std::move(*path);
    return true;
  }

  bool pair(Scope& scope) {
    const std::string_view start = rest_;
    auto path = this->path();
    if (!path) return false;
    if (!skip('=')) return fail("= after the key"), false;
    TomlTable* table = &scope.root;
    for (const std::string& key : scope.section) table = find_in(*table, key)->as<TomlTable>();
    Path here = scope.section;
    for (std::size_t i = 0; i < path->size(); ++i) {
      here.push_back((*path)[i]);
      TomlValue* known = find_in(*table, here.back());
      if (i + 1 == path->size()) {
        if (known) return fail_at(start, taken(here, *known)), false;
      } else if (!known) {
        scope.tables[here] = Origin::Keys;
        table = table->emplace_back(here.back(), TomlValue(TomlTable(), line_)).second.as<TomlTable>();
      } else if (const auto origin = scope.tables.find(here);
                 origin != scope.tables.end() && origin->second == Origin::Keys) {
        table = known->as<TomlTable>();
      } else {
        return fail_at(start, taken(here, *known)), false;
      }
    }
    skip_blank(false);
    auto value = this->value();
    if (!value) return false;
    table->emplace_back(std::move(here.back()), std::move(*value));
    return true;
  }

  static TomlValue* find_in(TomlTable& table, std::string_view key) {
    return const_cast<TomlValue*>(find(table, key));
  }

  static std::string taken(const Path& path, const TomlValue& value) {
    return concat("the key ", dotted(path), " only once: it is set at line ", value.line());
  }

  // Keys with dots between them, and the spaces after them.
  std::optional<Path> path() {
    Path path;
    do {
      skip_blank(false);
      auto key = this->key();
      if (!key) return std::nullopt;
      path.push_back(std::move(*key));
      if (path.size() > kDeepest) return fail("less nesting"), std::nullopt;
      skip_blank(false);
    } while (skip('.'));
    return path;
  }

  std::optional<std::string> key() {
    if (rest_.starts_with('"')) return string();
    if (rest_.starts_with('\'')) return literal();
    std::size_t length = 0;
    while (length < rest_.size() && (is_alpha(rest_[length]) || is_digit(rest_[length]) ||
                                     rest_[length] == '_' || rest_[length] == '-')) {
      ++length;
    }
    if (length == 0) return fail("a key of letters, digits, _ and -"), std::nullopt;
    std::string key(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return key;
  }

  std::optional<TomlValue> value() {
    if (rest_.empty()) return fail("a value"), std::nullopt;
    const int line = line_;
    switch (rest_.front()) {
      case '"':
      case '\'': {
        auto text = rest_.front() == '"' ? string() : literal();
        if (!text) return std::nullopt;
        return TomlValue(std::move(*text), line);
      }
      case '[':
        return nested(']');
      case '{':
        return nested('}');
      default:
        return word();
    }
  }

  // 'text': every character stands for itself.
  std::optional<std::string> literal() {
    if (rest_.starts_with("'''")) return fail("a string on one line, in single quotes"), std::nullopt;
    rest_.remove_prefix(1);
    const std::size_t end = rest_.find_first_of("'\n");
    if (end == std::string_view::npos || rest_[end] == '\n')
      return fail("a closing single quote"), std::nullopt;
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::optional<std::string> string() {
    if (rest_.starts_with("\"\"\""))
      return fail("a string on one line, with \\n for line ends"), std::nullopt;
    rest_.remove_prefix(1);
    std::string text;
    while (!rest_.empty() && rest_.front() != '"' && rest_.front() != '\n') {
      if (rest_.front() == '\\') {
        if (!escape(text)) return std::nullopt;
        continue;
      }
      text += rest_.front();
      rest_.remove_prefix(1);
    }
    if (rest_.empty() || rest_.front() != '"') return fail("a closing quote"), std::nullopt;
    rest_.remove_prefix(1);
    return text;
  }

  // Consumes a backslash escape and appends what it means.
  bool escape(std::string& text) {
    static constexpr std::string_view kLetters = "\"\\nrtbf";
    static constexpr std::string_view kMeanings = "\"\\\n\r\t\b\f";
    const char letter = rest_.size() > 1 ? rest_[1] : '\0';
    if (const auto at = kLetters.find(letter); at != std::string_view::npos && letter != '\0') {
      text += kMeanings[at];
      rest_.remove_prefix(2);
      return true;
    }
    const std::string_view digits = letter == 'u' ? rest_.substr(2, 4) : std::string_view();
    unsigned code = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    const bool complete = digits.size() == 4 && fault == std::errc{} && end == digits.data() + 4;
    if (!complete || (code >= 0xD800 && code < 0xE000)) {
      return fail("one of \\\" \\\\ \\n \\r \\t \\b \\f \\uXXXX after a backslash"), false;
    }
    append_utf8(text, code);
    rest_.remove_prefix(6);
    return true;
  }

  static void append_utf8(std::string& text, unsigned code) {
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xC0 | code >> 6);
      text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      text += static_cast<char>(0xE0 | code >> 12);
      text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (code & 0x3F));
    }
  }

  // An array or an inline table, up to its closing bracket.
  std::optional<TomlValue> nested(char closing) {
    const int line = line_;
    if (++depth_ > kDeepest) return fail("less nesting"), std::nullopt;
    rest_.remove_prefix(1);
    TomlArray array;
    Scope scope;
    for (bool first = true;; first = false) {
      skip_blank(true);
      if (!first && !rest_.empty() && rest_.front() == ',') {
        rest_.remove_prefix(1);
        skip_blank(true);
      } else if (!first && (rest_.empty() || rest_.front() != closing)) {
        return fail(concat("a comma or ", closing)), std::nullopt;
      }
      if (!rest_.empty() && rest_.front() == closing) break;
      if (closing == '}') {
        if (!pair(scope)) return std::nullopt;
      } else {
        auto element = value();
        if (!element) return std::nullopt;
        array.push_back(std::move(*element));
      }
    }
    rest_.remove_prefix(1);
    --depth_;
    if (closing == '}') return TomlValue(std::move(scope.root), line);
    return TomlValue(std::move(array), line);
  }

  std::optional<TomlValue> word() {
    std::size_t length = 0;
    while (length < rest_.size() && !is_space(rest_[length]) &&
           std::string_view(",]}#").find(rest_[length]) == std::string_view::npos) {
      ++length;
    }
    // Underscores between digits are for readability: 400_000_000.
    std::string text;
    for (std::size_t i = 0; i < length; ++i) {
      const bool between = i > 0 && i + 1 < length && is_digit(rest_[i - 1]) && is_digit(rest_[i + 1]);
      if (rest_[i] != '_' || !between) text += rest_[i];
    }
    std::optional<TomlValue> value;
    if (text == "true" || text == "false") {
      value.emplace(text == "true", line_);
    } else if (const auto whole = parse_integer<std::int64_t>(text)) {
      value.emplace(*whole, line_);
    } else {
      double number = 0;
      const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
      const bool numeric = !text.empty() && (is_digit(text.back()) || text.back() == '.');
      if (fault == std::errc{} && end == text.data() + text.size() && numeric) value.emplace(number, line_);
    }
    if (!value) return fail("a string, a number, true, false, [ or {"), std::nullopt;
    rest_.remove_prefix(length);
    return value;
  }

  std::string_view rest_;
  int line_ = 1;
  int depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<TomlTable> parse_toml(std::string_view text) { return Parser(text).parse(); }

}  // namespace tabia::base
