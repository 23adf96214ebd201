#include "nn/net_text.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "nn/memory.h"
#include "nn/passport.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::quoted;

constexpr std::string_view kFirstLine = "tabia-network-text 1";
constexpr std::string_view kSpecHeading = "[spec]";
constexpr std::string_view kPassportHeading = "[passport]";

std::string heading_of(const TensorSpec& tensor) {
  return concat("[", tensor.name, " ", tensor.rows, " x ", tensor.columns, " ", name_of(tensor.storage),
                " 1.0=", tensor.scale, "]");
}

// Reads the text line by line.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // The next line without its line end; nothing at the end of the text.
  bool next() {
    if (rest_.empty()) {
      ++number_;
      line_ = {};
      return false;
    }
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
  }
  // The same, skipping blank lines and comments.
  bool next_with_content() {
    while (next()) {
      if (!base::trimmed(line_).empty() && !line_.starts_with('#')) return true;
    }
    return false;
  }

  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  [[nodiscard]] Error fail(std::string_view found, std::string_view expected) const {
    return Error{concat("line ", number_, ": found ", found, ", expected ", expected)};
  }
  [[nodiscard]] Error unexpected(std::string_view expected) const {
    return fail(line_.empty() && rest_.empty() ? "the end of the text" : quoted(line_, 40), expected);
  }

  // Everything up to the line that begins with `heading`, with empty lines in front, so that a parser of the
  // section counts lines as we do. Moves to the heading.
  base::Result<std::string> section_until(std::string_view heading) {
    const std::string_view from = rest_;
    const std::size_t lines_before = number_;
    while (next()) {
      if (!line_.starts_with(heading)) continue;
      return std::string(lines_before, '\n') +
             std::string(from.substr(0, static_cast<std::size_t>(line_.data() - from.data())));
    }
    return unexpected(concat("a line that begins with ", heading));
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
};

template <class T>
bool read_number(std::string_view word, T& value) {
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (fault != std::errc{} || end != word.data() + word.size()) return false;
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
  return true;
}

template <class T>
std::string range_of() {
  if constexpr (std::is_floating_point_v<T>)
    return "a number";
  else
    return concat("a whole number from ", static_cast<long long>(std::numeric_limits<T>::min()), " to ",
                  static_cast<long long>(std::numeric_limits<T>::max()));
}

template <class T>
base::Result<void> read_rows(Lines& lines, Tensor& tensor) {
  const TensorSpec& spec = tensor.spec();
  T* next = tensor.values<T>().data();
  for (std::size_t row = 0; row < spec.rows; ++row) {
    const std::string where = concat("row ", row, " of ", spec.name, " (", spec.columns, " numbers)");
    if (!lines.next_with_content()) return lines.unexpected(where);
    std::string_view rest = lines.line();
    for (std::size_t column = 0; column < spec.columns; ++column, ++next) {
      const std::string_view word = base::take_word(rest);
      if (word.empty()) return lines.fail(concat(column, " numbers"), where);
      if (!read_number(word, *next))
        return lines.fail(quoted(word, 40), concat(range_of<T>(), " in ", where));
    }
    if (!base::trimmed(rest).empty())
      return lines.fail(concat("more: ", quoted(base::trimmed(rest), 40)), where);
  }
  return {};
}

// Calls work(T{}) with the number type of the storage.
template <class Work>
auto with_type(Storage storage, const Work& work) {
  switch (storage) {
    case Storage::I32:
      return work(std::int32_t{});
    case Storage::I16:
      return work(std::int16_t{});
    case Storage::I8:
      return work(std::int8_t{});
    case Storage::F16:
      return work(std::uint16_t{});  // the bits
    case Storage::F32:
      break;
  }
  return work(float{});
}

}  // namespace

bool looks_like_net_text(std::string_view file) noexcept { return file.starts_with(kTextMagic); }

base::Result<NetworkParts> read_net_text(std::string_view file, const base::MemoryLimit& memory) {
  const auto failed = [](const Error& error) { return error.inside("network text"); };
  Lines lines(file);
  if (!lines.next() || base::trimmed(lines.line()) != kFirstLine) return failed(lines.unexpected(kFirstLine));
  if (!lines.next_with_content() || lines.line() != kSpecHeading)
    return failed(lines.unexpected(kSpecHeading));
  const auto spec_text = lines.section_until(kPassportHeading);
  if (!spec_text) return failed(spec_text.error());
  const auto spec = parse_spec(*spec_text);
  if (!spec) return failed(spec.error());
  const std::vector<TensorSpec> tensors = tensors_of(*spec);
  const auto passport_text = lines.section_until(concat("[", tensors.front().name));
  if (!passport_text) return failed(passport_text.error());
  auto passport = parse_passport(*passport_text);
  if (!passport) return failed(passport.error());

  // A number takes at least a digit and a space, so a text this short can't hold the tensors: don't allocate
  // them.
  std::size_t numbers = 0;
  for (const TensorSpec& tensor : tensors) numbers += tensor.size();
  if (lines.rest().size() + 1 < 2 * numbers) {
    return failed(lines.fail(concat(lines.rest().size(), " bytes to the end of the text"),
                             concat(numbers, " numbers for this spec")));
  }
  auto zeros = tensors_that_fit(*spec, memory);
  if (!zeros) return failed(zeros.error());
  NetworkParts parts{*spec, std::move(*zeros), std::move(passport->lineage), passport->wdl};
  for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
    Tensor& tensor = parts.tensors[i];
    if (i > 0 && !lines.next_with_content()) return failed(lines.unexpected(heading_of(tensor.spec())));
    if (base::trimmed(lines.line()) != heading_of(tensor.spec()))
      return failed(lines.unexpected(heading_of(tensor.spec())));
    const auto good =
        with_type(tensor.spec().storage, [&](auto type) { return read_rows<decltype(type)>(lines, tensor); });
    if (!good) return failed(good.error());
  }
  if (lines.next_with_content()) return failed(lines.unexpected("the end of the text"));
  return parts;
}

std::string write_net_text(const Network& network) {
  std::string text = concat(kFirstLine, "\n", kSpecHeading, "\n", to_text(network.spec()), kPassportHeading,
                            "\n", to_text(Passport{network.lineage(), network.wdl()}));
  for (const Tensor& tensor : network.tensors()) {
    text += heading_of(tensor.spec()) + "\n";
    with_type(tensor.spec().storage, [&](auto type) {
      const auto values = tensor.values<decltype(type)>();
      char buffer[32];
      for (std::size_t i = 0; i < values.size(); ++i) {
        text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, values[i]).ptr);
        text += (i + 1) % tensor.spec().columns == 0 ? '\n' : ' ';
      }
    });
  }
  return text;
}

}  // namespace tabia::nn
