#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/text.h"
#include "os/system.h"

namespace tabia::base {

Result<std::thread> start_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& failure) {
    return Error{concat("can't start a thread: ", failure.code().message())};
  }
}

void run_together(int threads, const std::function<void(int)>& work, const std::function<void()>& end_all,
                  const std::function<void(int)>& missing) {
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto guarded = [&](const auto& part) {
    try {
      part();
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      end_all();
    }
  };
  std::vector<std::thread> helpers;
  guarded([&] {
    helpers.reserve(static_cast<std::size_t>(std::max(threads, 1)));
    for (int i = 1; i < threads; ++i) {
      auto helper = start_thread([&work, &guarded, i] { guarded([&] { work(i); }); });
      if (!helper) {
        missing(i);
        break;
      }
      helpers.push_back(std::move(*helper));
    }
    work(0);
  });
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take_work = [&](int) {
    for (std::size_t index = next++; index < count; index = next++) work(index);
  };
  const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
  run_together(
      static_cast<int>(wanted), take_work, [&] { next = count; },
      [](int) { /* the threads that did start do all the work */ });
}

int usable_cores() noexcept { return os::processor_count(); }

}  // namespace tabia::base
