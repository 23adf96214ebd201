// service/streams.h: counts open streams, so that one address can't take all of them. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace tabia::service {

class Streams {
 public:
  explicit Streams(std::size_t most) : most_(most), most_of_client_(std::max<std::size_t>(1, most / 2)) {}

  [[nodiscard]] std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  [[nodiscard]] bool is_full() const { return count() >= most_; }

  // An open stream, if there was room for it; ends when destroyed.
  class Place {
   public:
    Place(Streams& streams, std::string client)
        : streams_(streams), client_(std::move(client)), taken_(streams_.take(client_)) {}
    ~Place() {
      if (taken_) streams_.give_back(client_);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    [[nodiscard]] bool taken() const noexcept { return taken_; }

   private:
    Streams& streams_;
    const std::string client_;
    const bool taken_;
  };

 private:
  [[nodiscard]] bool take(const std::string& client) {
    const std::lock_guard lock(mutex_);
    const auto found = of_client_.find(client);
    if (count_ >= most_ || (found != of_client_.end() && found->second >= most_of_client_)) return false;
    ++count_;
    ++of_client_[client];
    return true;
  }
  void give_back(const std::string& client) {
    const std::lock_guard lock(mutex_);
    --count_;
    const auto found = of_client_.find(client);
    if (--found->second == 0) of_client_.erase(found);
  }

  const std::size_t most_;
  const std::size_t most_of_client_;  // half of them
  mutable std::mutex mutex_;
  std::size_t count_ = 0;
  std::map<std::string, std::size_t> of_client_;
};

}  // namespace tabia::service
