#include "tools/data_common.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "base/text.h"

namespace tabia::tools {

using base::concat;
using base::Error;
using base::Result;

namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kProgressUnit = 1024;  // bytes

}  // namespace

bool DataWatch::go_on_after(const Error& problem) {
  ++problems_;
  if (strict_) return false;
  if (problems_ <= kMostTold) std::fprintf(stderr, "tabia: %s\n", problem.message.c_str());
  if (problems_ == kMostTold) std::fprintf(stderr, "tabia: further problems are only counted\n");
  return true;
}

void DataWatch::progress(std::uint64_t done, std::uint64_t total) {
  if (!line_) line_ = std::make_unique<base::Progress>(what_, total / kProgressUnit, "KiB");
  const std::uint64_t now = done / kProgressUnit;
  if (now > shown_) line_->advance(now - shown_);
  shown_ = std::max(shown_, now);
}

void DataWatch::begin_pass(std::string what) {
  line_.reset();
  shown_ = 0;
  problems_ = 0;
  what_ = std::move(what);
}

void DataWatch::finish() {
  line_.reset();
  shown_ = 0;
  if (problems_ > 0)
    std::fprintf(stderr, "tabia: %s problems; damaged records were skipped\n",
                 base::with_thousands(problems_).c_str());
}

std::vector<Option> with_reading_options(std::vector<Option> options) {
  for (const Option& option : std::initializer_list<Option>{
           {"--strict", "", "stop at the first problem instead of skipping it"},
           {"--format", "NAME", "format of the inputs (default: from their names)"},
           {"--unit", "NAME", "the unit of the scores, if the format does not define it: centipawns, ..."},
           {"--units-per-pawn", "N", "the score of +1.00 in that unit (an even chance to win)"},
           {"--sign", "VIEW", "tables: whose view a score is from: white, mover (the side to move)"},
           {"--factor", "X",
            "tables: multiply scores by this to get that unit: 100 if the file has "
            "pawns"},
           {"--results", "KIND", "tables: the range of the results: 0..1, -1..1"},
           {"--columns", "A,B,...", "the names of the columns, for tables without a header line"}}) {
    options.push_back(option);
  }
  return options;
}

std::vector<Option> with_writing_options(std::vector<Option> options) {
  options = with_reading_options(std::move(options));
  options.push_back({"--to", "NAME", "format of the output (default: from its name)"});
  options.push_back(
      {"--unknown-as-draw", "",
       "if the format needs a result, write positions without one as draws; by default they are left "
       "out"});
  return options;
}

Result<double> parse_real(std::string_view what, std::string_view text, double low, double high) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault == std::errc{} && end == text.data() + text.size() && number >= low && number <= high)
    return number;
  char range[64];
  std::snprintf(range, sizeof range, "%g to %g", low, high);
  return Error{concat(what, ": found ", base::quoted(text), ", expected a number from ", range)};
}

Result<data::ReadOptions> reading_of(const Arguments& arguments) {
  data::ReadOptions options;
  options.format = arguments.text("--format", "");
  if (arguments.has("--unit") || arguments.has("--units-per-pawn")) {
    data::ScoreScale scale;
    scale.unit = arguments.text("--unit", "unknown");
    const auto worth = parse_real("--units-per-pawn", arguments.text("--units-per-pawn", "0"), 0, 1e6);
    if (!worth) return worth.error();
    scale.units_per_pawn = *worth;
    options.scale = scale;
  }
  if (const std::string view = arguments.text("--sign", ""); !view.empty()) {
    if (view != "white" && view != "mover")
      return Error{concat("--sign: found ", base::quoted(view), ", expected white or mover")};
    options.view = view == "white" ? data::ScoreView::White : data::ScoreView::SideToMove;
  }
  if (arguments.has("--factor")) {
    const auto factor = parse_real("--factor", arguments.text("--factor", ""), -1e9, 1e9);
    if (!factor) return factor.error();
    options.factor = *factor;
  }
  if (const std::string kind = arguments.text("--results", ""); !kind.empty()) {
    if (kind != "0..1" && kind != "-1..1")
      return Error{concat("--results: found ", base::quoted(kind), ", expected 0..1 or -1..1")};
    options.results = kind == "0..1" ? data::ResultNumbers::ZeroToOne : data::ResultNumbers::MinusOneToOne;
  }
  if (arguments.has("--columns")) {
    for (const auto name : base::split(arguments.text("--columns", ""), ','))
      options.columns.emplace_back(name);
  }
  return options;
}

data::WriteOptions writing_of(const Arguments& arguments) {
  return {.format = arguments.text("--to", ""),
          .unknown_results_as_draws = arguments.has("--unknown-as-draw")};
}

Result<std::uint64_t> parse_bytes(std::string_view what, std::string_view text) {
  std::string_view digits = text;
  int shift = 0;
  constexpr std::string_view kUnits = "KMGT";
  if (!text.empty() && kUnits.find(text.back()) != std::string_view::npos) {
    shift = 10 * static_cast<int>(kUnits.find(text.back()) + 1);
    digits.remove_suffix(1);
  }
  const auto number = base::parse_integer<std::uint64_t>(digits);
  constexpr std::uint64_t kLeast = 1 << 20;
  if (number && *number <= (std::numeric_limits<std::uint64_t>::max() >> (shift + 8)) &&
      *number << shift >= kLeast)
    return *number << shift;
  return Error{
      concat(what, ": found ", base::quoted(text), ", expected a size like 512M or 4G, at least 1M")};
}

Result<std::uint64_t> seed_of(const Arguments& arguments) {
  const auto seed = arguments.number("--seed", 1, 0, std::numeric_limits<long long>::max());
  if (!seed) return seed.error();
  return static_cast<std::uint64_t>(*seed);
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

int data_failure(const Error& error) {
  if (error.kind == base::ErrorKind::Interrupted) {
    std::fprintf(stderr, "tabia: interrupted, nothing was written\n");
    return base::kExitInterrupted;
  }
  return failure(error);
}

}  // namespace tabia::tools
