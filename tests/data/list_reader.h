// Records in memory, read like a file.
#pragma once

#include <utility>
#include <vector>

#include "data/stream.h"

namespace tabia::data::test {

// A reader of records in memory, with a fault where a record is empty.
class ListReader final : public RecordReader {
 public:
  explicit ListReader(std::vector<GameRecord> records) : records_(std::move(records)) {}
  base::Result<bool> next(GameRecord& record) override {
    if (at_ == records_.size()) return false;
    record = records_[at_++];
    if (record.plies.empty()) return base::Error{"damaged"};
    return true;
  }
  const DataInfo& info() const noexcept override { return info_; }
  std::uint64_t bytes_read() const noexcept override { return at_; }
  std::uint64_t bytes_total() const noexcept override { return records_.size(); }

 private:
  std::vector<GameRecord> records_;
  std::size_t at_ = 0;
  DataInfo info_;
};

}  // namespace tabia::data::test
