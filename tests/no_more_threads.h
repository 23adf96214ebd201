// tests/no_more_threads.h: a system that gives no threads, as a limit of users or of a container makes it.
#pragma once

#include <cstddef>

#if defined(__GLIBC__)
#include <pthread.h>
#endif

namespace tabia::test {

// While one of these lives, no thread can be started in this process: each would need a stack larger than the
// address space. Running threads continue. Works for root too, unlike ulimit -u.
class NoMoreThreads {
 public:
#if defined(__GLIBC__)
  static constexpr bool kWorks = true;
  NoMoreThreads() {
    ::pthread_getattr_default_np(&before_);
    pthread_attr_t wanted;
    ::pthread_attr_init(&wanted);
    ::pthread_attr_setstacksize(&wanted, std::size_t{1} << 47);
    ::pthread_setattr_default_np(&wanted);
    ::pthread_attr_destroy(&wanted);
  }
  ~NoMoreThreads() {
    ::pthread_setattr_default_np(&before_);
    ::pthread_attr_destroy(&before_);
  }
#else
  static constexpr bool kWorks = false;  // skip the test
  NoMoreThreads() = default;
  ~NoMoreThreads() {}
#endif
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

#if defined(__GLIBC__)
 private:
  pthread_attr_t before_{};
#endif
};

}  // namespace tabia::test
