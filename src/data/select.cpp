#include "data/select.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "data/duplicates.h"
#include "data/filter.h"

namespace tabia::data {

bool GameGrouper::continues(const GameRecord& record) {
  const int pieces = piece_count(record.start);
  const bool same =
      any_ && record.first_ply >= next_ply_ && record.result == result_ && pieces <= pieces_ && next_ply_ > 0;
  any_ = true;
  next_ply_ = static_cast<std::uint32_t>(record.first_ply + record.plies.size());
  pieces_ = pieces;
  result_ = record.result;
  return same;
}

ValidationChoice::ValidationChoice(double share, std::uint64_t seed) noexcept
    : seed_(base::Random(seed).next()),
      limit_(static_cast<std::uint64_t>(std::ldexp(std::min(share, 1.0), 53))) {}

bool ValidationChoice::is_validation(const GameRecord& record) {
  if (!grouper_.continues(record)) current_ = base::Random(seed_ ^ game_key(record)).next() >> 11 < limit_;
  return current_;
}

RandomChoice::RandomChoice(std::size_t size, std::uint64_t seed)
    : size_(size), seed_(base::Random(seed).next()) {}

bool RandomChoice::wants_next() {
  key_ = base::Random(seed_ ^ place_++).next();
  return size_ > 0 && (heap_.size() < size_ || key_ < heap_.front().first);
}

void RandomChoice::put(std::string item) {
  if (heap_.size() == size_) {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }
  heap_.emplace_back(key_, std::move(item));
  std::push_heap(heap_.begin(), heap_.end());
}

std::vector<std::string> RandomChoice::take() {
  std::sort_heap(heap_.begin(), heap_.end());
  std::vector<std::string> items;
  for (auto& [key, item] : heap_) items.push_back(std::move(item));
  heap_.clear();
  return items;
}

}  // namespace tabia::data
