#include "data/foreign_stream.h"

#include "base/text.h"

namespace tabia::data {

ForeignReader::ForeignReader(std::unique_ptr<Input> input, const ReadOptions& options,
                             const ScoreScale& scale)
    : input_(std::move(input)) {
  info_.scale = options.scale.value_or(scale);
  info_.source = input_->name();
}

base::Result<bool> ForeignReader::end_of_input() {
  if (input_->fault() && !fault_told_) {
    fault_told_ = true;
    return *input_->fault();
  }
  return false;
}

base::Error ForeignReader::error_at(std::string_view unit, std::uint64_t number,
                                    std::string_view message) const {
  return base::Error{base::concat(input_->name(), ": ", unit, " ", number, ": ", message)};
}

void Losses::add(std::string_view what, std::uint64_t number) {
  if (number == 0) return;
  for (auto& [reason, count] : counts_) {
    if (reason == what) {
      count += number;
      return;
    }
  }
  counts_.emplace_back(what, number);
}

std::string Losses::text() const {
  std::string text;
  for (const auto& [reason, count] : counts_) {
    if (!text.empty()) text += "; ";
    text += base::concat(base::with_thousands(count), " ", reason);
  }
  return text;
}

chess::GameResult ForeignWriter::known_result(const GameRecord& record) {
  if (record.result != chess::GameResult::Unknown) return record.result;
  if (options_.unknown_results_as_draws) {
    lose("positions with an unknown result written as draws", record.plies.size());
    return chess::GameResult::Draw;
  }
  lose("positions with an unknown result left out", record.plies.size());
  return chess::GameResult::Unknown;
}

}  // namespace tabia::data
