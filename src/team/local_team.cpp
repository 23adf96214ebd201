#include "team/local_team.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "base/check.h"
#include "base/text.h"

namespace tabia::team {
namespace {

using base::concat;
using base::Error;
using base::Result;

// Where the members meet: each brings its data, the last to arrive combines everything, and all leave
// together.
class Meeting {
 public:
  explicit Meeting(int members) : brought_(static_cast<std::size_t>(members)) {}

  [[nodiscard]] int members() const noexcept { return static_cast<int>(brought_.size()); }

  // `combine` gets everyone's data, by rank. It runs once, while all other members wait.
  template <class Combine>
  Result<void> meet(int rank, void* mine, Combine&& combine) {
    std::unique_lock lock(mutex_);
    if (gone_ >= 0) return lost();
    brought_[static_cast<std::size_t>(rank)] = mine;
    const std::uint64_t meeting = meetings_;
    if (++here_ == members()) {
      combine(std::as_const(brought_));
      here_ = 0;
      ++meetings_;
      changed_.notify_all();
      return {};
    }
    changed_.wait(lock, [&] { return meetings_ != meeting || gone_ >= 0; });
    if (meetings_ == meeting) return lost();
    return {};
  }

  void leave(int rank) {
    const std::scoped_lock lock(mutex_);
    if (gone_ < 0) gone_ = rank;
    changed_.notify_all();
  }

  // The current desk; there is at most one at a time.
  Result<std::optional<std::uint64_t>> ask(std::string_view handed_in) {
    const std::scoped_lock lock(desk_mutex_);
    return deal_(handed_in);
  }
  void set_deal(Deal deal) {
    const std::scoped_lock lock(desk_mutex_);
    deal_ = std::move(deal);
  }

 private:
  [[nodiscard]] Error lost() const {
    return Error{concat("rank ", gone_, " has ended; the run can't continue without it"),
                 base::ErrorKind::Failed};
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<void*> brought_;
  int here_ = 0;
  int gone_ = -1;
  std::uint64_t meetings_ = 0;
  std::mutex desk_mutex_;
  Deal deal_;
};

class LocalDesk final : public Desk {
 public:
  LocalDesk(std::shared_ptr<Meeting> meeting, int rank) : meeting_(std::move(meeting)), rank_(rank) {}
  Result<std::optional<std::uint64_t>> ask(std::string_view handed_in) override {
    return meeting_->ask(handed_in);
  }
  Result<void> close() override {
    return meeting_->meet(rank_, nullptr, [](const auto&) {});
  }

 private:
  std::shared_ptr<Meeting> meeting_;
  int rank_;
};

class LocalTeam final : public Team {
 public:
  LocalTeam(std::shared_ptr<Meeting> meeting, int rank) : meeting_(std::move(meeting)), rank_(rank) {}
  ~LocalTeam() override { meeting_->leave(rank_); }
  LocalTeam(const LocalTeam&) = delete;
  LocalTeam& operator=(const LocalTeam&) = delete;

  int rank() const noexcept override { return rank_; }
  int size() const noexcept override { return meeting_->members(); }

  Result<void> sum(std::span<float> numbers) override { return sum_of(numbers); }
  Result<void> sum(std::span<double> numbers) override { return sum_of(numbers); }
  Result<void> unite(std::span<std::uint64_t> bits) override {
    return combine(bits, [](std::uint64_t& a, std::uint64_t b) { a |= b; });
  }
  Result<std::vector<std::string>> gather(std::string_view mine) override {
    struct Brought {
      std::string text;
      std::vector<std::string> all;
    } brought{std::string(mine), {}};
    TABIA_TRY_VOID(meeting_->meet(rank_, &brought, [](const std::vector<void*>& members) {
      std::vector<std::string> all;
      for (void* member : members) all.push_back(static_cast<Brought*>(member)->text);
      for (void* member : members) static_cast<Brought*>(member)->all = all;
    }));
    return std::move(brought.all);
  }
  Result<void> share(std::span<std::byte> bytes) override {
    return meeting_->meet(rank_, &bytes, [](const std::vector<void*>& members) {
      const auto& first = *static_cast<std::span<std::byte>*>(members[0]);
      for (std::size_t i = 1; i < members.size(); ++i)
        std::copy(first.begin(), first.end(), static_cast<std::span<std::byte>*>(members[i])->begin());
    });
  }
  Result<std::unique_ptr<Desk>> open_desk(Deal deal) override {
    if (leads()) meeting_->set_deal(std::move(deal));
    TABIA_TRY_VOID(meeting_->meet(rank_, nullptr, [](const auto&) {}));
    return std::unique_ptr<Desk>(std::make_unique<LocalDesk>(meeting_, rank_));
  }

 private:
  template <class Number>
  Result<void> sum_of(std::span<Number> numbers) {
    return combine(numbers, [](Number& a, Number b) { a += b; });
  }
  template <class Number, class Join>
  Result<void> combine(std::span<Number> numbers, Join join) {
    return meeting_->meet(rank_, &numbers, [&](const std::vector<void*>& members) {
      const auto span_of = [&](std::size_t i) { return *static_cast<std::span<Number>*>(members[i]); };
      const std::span<Number> total = span_of(0);
      for (std::size_t i = 1; i < members.size(); ++i)
        TABIA_CHECK(span_of(i).size() == total.size(), "all members bring as many numbers");
      for (std::size_t i = 1; i < members.size(); ++i)
        for (std::size_t k = 0; k < total.size(); ++k) join(total[k], span_of(i)[k]);
      for (std::size_t i = 1; i < members.size(); ++i)
        std::copy(total.begin(), total.end(), span_of(i).begin());
    });
  }

  std::shared_ptr<Meeting> meeting_;
  int rank_;
};

}  // namespace

std::vector<std::unique_ptr<Team>> make_local_team(int members) {
  const auto meeting = std::make_shared<Meeting>(members);
  std::vector<std::unique_ptr<Team>> team;
  for (int rank = 0; rank < members; ++rank) team.push_back(std::make_unique<LocalTeam>(meeting, rank));
  return team;
}

}  // namespace tabia::team
