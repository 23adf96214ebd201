#include "data/inputs.h"

#include "base/text.h"

namespace tabia::data {

using base::concat;
using base::Error;
using base::Result;

Result<Inputs> Inputs::open(const std::vector<std::string>& paths, const ReadOptions& options) {
  Inputs inputs;
  std::string names;
  for (const std::string& path : paths) {
    auto reader = open_reader(path, options);
    if (!reader) return reader.error();
    const ScoreScale& scale = (*reader)->info().scale;
    if (inputs.readers_.empty()) inputs.info_ = (*reader)->info();
    if (!(scale == inputs.info_.scale)) {
      return Error{concat(path, ": scores are in ", base::quoted(scale.unit), ", expected ",
                          base::quoted(inputs.info_.scale.unit), " as in ", paths.front())};
    }
    names += concat(names.empty() ? "" : ", ", path);
    inputs.readers_.push_back(std::move(*reader));
  }
  if (inputs.info_.source.empty()) inputs.info_.source = names;
  return inputs;
}

Result<bool> Inputs::next(GameRecord& record) {
  for (; current_ < readers_.size(); ++current_) {
    auto more = readers_[current_]->next(record);
    if (!more || *more) return more;
  }
  return false;
}

std::uint64_t Inputs::bytes_read() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& reader : readers_) sum += reader->bytes_read();
  return sum;
}

std::uint64_t Inputs::bytes_total() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& reader : readers_) {
    if (reader->bytes_total() == 0) return 0;
    sum += reader->bytes_total();
  }
  return sum;
}

}  // namespace tabia::data
