#include "deep/batch_queue.h"

#include <algorithm>

#include "base/check.h"

namespace tabia::deep {

void BatchQueue::run(std::span<const Planes> boards, std::span<Outputs> outputs) {
  TABIA_CHECK(boards.size() == outputs.size(), "one output for each board");
  if (boards.empty()) return;
  Request request{boards, outputs, 0, 0, nullptr, {}};
  std::unique_lock lock(mutex_);
  waiting_.push_back(&request);
  pending_ += boards.size();
  if (gathering_ && pending_ >= limits_.size) more_.notify_one();
  while (request.done < boards.size()) {
    if (request.taken < boards.size() && may_run()) {
      run_batch(lock);
    } else {
      request.changed.wait(lock);
    }
  }
  if (request.failure) std::rethrow_exception(request.failure);
}

std::vector<BatchQueue::Share> BatchQueue::taken_shares() {
  std::vector<Share> shares;
  std::size_t room = limits_.size;
  while (room > 0 && !waiting_.empty()) {
    Request& request = *waiting_.front();
    const std::size_t count = std::min(room, request.boards.size() - request.taken);
    shares.push_back({&request, request.taken, count});
    request.taken += count;
    room -= count;
    pending_ -= count;
    if (request.taken == request.boards.size()) waiting_.pop_front();
  }
  return shares;
}

// Wakes one caller whose boards aren't in a batch yet, if another batch may run. With many callers, waking
// all of them for each batch would cost more than the batch itself.
void BatchQueue::wake_next() {
  if (!waiting_.empty() && may_run()) waiting_.front()->changed.notify_one();
}

void BatchQueue::run_batch(std::unique_lock<std::mutex>& lock) {
  ++running_;
  if (limits_.wait.count() > 0) {
    gathering_ = true;
    more_.wait_for(lock, limits_.wait, [&] { return pending_ >= limits_.size; });
    gathering_ = false;
  }
  const std::vector<Share> shares = taken_shares();
  wake_next();
  std::size_t total = 0;
  for (const Share& share : shares) total += share.count;
  if (total > 0) {
    ++counts_.batches;
    counts_.boards += total;
    lock.unlock();
    std::vector<Outputs> outputs;
    std::exception_ptr failure;
    try {
      std::vector<Planes> boards;
      boards.reserve(total);
      for (const Share& share : shares) {
        const auto part = share.request->boards.subspan(share.first, share.count);
        boards.insert(boards.end(), part.begin(), part.end());
      }
      outputs.resize(total);
      forward_.run(boards, outputs);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    std::size_t next = 0;
    for (const Share& share : shares) {
      for (std::size_t i = 0; i < share.count && !failure; ++i)
        share.request->outputs[share.first + i] = std::move(outputs[next++]);
      share.request->done += share.count;
      if (failure) share.request->failure = failure;
      if (share.request->done == share.request->boards.size()) share.request->changed.notify_one();
    }
  }
  --running_;
  wake_next();
}

BatchQueue::Counts BatchQueue::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace tabia::deep
