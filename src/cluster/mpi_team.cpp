#include "cluster/mpi_team.h"

#if TABIA_HAS_MPI

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "base/text.h"
#include "base/threads.h"
#include "os/system.h"

namespace tabia::cluster {
namespace {

using base::concat;
using base::Error;
using base::Result;
using std::chrono::milliseconds;

constexpr int kAskTag = 1;
constexpr int kDealTag = 2;
constexpr char kAsks = 'a';
constexpr char kCloses = 'c';
constexpr milliseconds kLook{20};         // between two checks whether this member should give up
constexpr milliseconds kGrace{700};       // mpirun kills a second after its signal
constexpr milliseconds kServePause{1};    // of a leader waiting for requests
constexpr std::size_t kPiece = 1u << 28;  // numbers in one message: MPI counts in int

Error lost(std::string_view what) {
  return Error{concat(what, "; another rank has ended or its machine can't be reached"),
               base::ErrorKind::Failed};
}

Result<void> checked(int code, std::string_view what) {
  if (code == MPI_SUCCESS) return {};
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  return lost(concat("MPI: ", what, ": ", std::string_view(text.data(), static_cast<std::size_t>(length))));
}

// Makes all MPI calls, one after another, in its own thread. Blocking calls are faster than nonblocking ones
// (Open MPI 4.1: 2 instead of 5 ms for 12 MB), and a blocked thread can be abandoned.
class Wire {
 public:
  using Call = std::function<Result<void>()>;

  explicit Wire(std::function<bool()> interrupted) : interrupted_(std::move(interrupted)) {}
  ~Wire() {
    if (!thread_.joinable()) return;
    if (is_stuck_) {
      thread_.detach();
      return;
    }
    {
      const std::scoped_lock lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  Result<void> start() {
    TABIA_TRY(thread_, base::start_thread([this] { work(); }));
    return {};
  }

  // One call at a time: other callers wait their turn.
  Result<void> run(Call call) {
    const std::scoped_lock turn(turn_);
    if (is_stuck_) return lost("a call isn't answered");
    std::unique_lock lock(mutex_);
    call_ = std::move(call);
    done_ = false;
    changed_.notify_all();
    milliseconds since_interrupted{0};
    while (!changed_.wait_for(lock, kLook, [this] { return done_; })) {
      if (interrupted_()) since_interrupted += kLook;
      if (since_interrupted < kGrace) continue;
      is_stuck_ = true;
      return lost("a call isn't answered");
    }
    return std::move(result_);
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ends_ || call_; });
      if (!call_) return;
      const Call call = std::move(call_);
      call_ = nullptr;
      lock.unlock();
      Result<void> result = call();
      lock.lock();
      result_ = std::move(result);
      done_ = true;
      changed_.notify_all();
    }
  }

  const std::function<bool()> interrupted_;
  std::mutex turn_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Call call_;
  Result<void> result_;
  bool done_ = false;
  bool ends_ = false;
  bool is_stuck_ = false;
  std::thread thread_;
};

// --- handing out work

class MpiDesk final : public team::Desk {
 public:
  MpiDesk(Wire& wire, team::Deal deal, int rank, int size)
      : wire_(wire), deal_(std::move(deal)), leads_(rank == 0), open_(size - 1) {}

  // The leader serves the others in a thread that polls the wire for their requests.
  Result<void> serve() {
    if (!leads_) return {};
    TABIA_TRY(server_, base::start_thread([this] {
                while (open_ > 0 && fault_) {
                  bool any = false;
                  fault_ = wire_.run([&] { return answer_one(any); });
                  if (!any) std::this_thread::sleep_for(kServePause);
                }
              }));
    return {};
  }
  ~MpiDesk() override {
    if (server_.joinable()) server_.join();
  }

  Result<std::optional<std::uint64_t>> ask(std::string_view handed_in) override {
    if (leads_) {
      const std::scoped_lock lock(deal_mutex_);
      return deal_(handed_in);
    }
    std::array<std::uint64_t, 2> answer{};
    const std::string text = concat(std::string_view(&kAsks, 1), handed_in);
    const auto answered = wire_.run([&]() -> Result<void> {
      TABIA_TRY_VOID(send(text));
      return checked(MPI_Recv(answer.data(), 2, MPI_UINT64_T, 0, kDealTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                     "an answer of the leader");
    });
    if (!answered) return answered.error();
    if (answer[0] == 2) return Error{"the leader has ended the work because of an error of its own"};
    if (answer[0] == 0) return std::optional<std::uint64_t>();
    return std::optional(answer[1]);
  }

  Result<void> close() override {
    if (leads_) {
      if (server_.joinable()) server_.join();
      TABIA_TRY_VOID(fault_);
    } else {
      TABIA_TRY_VOID(wire_.run([&] { return send(std::string(1, kCloses)); }));
    }
    // Waits without keeping a core busy: other ranks may still be working on this machine.
    MPI_Request request = MPI_REQUEST_NULL;
    TABIA_TRY_VOID(
        wire_.run([&] { return checked(MPI_Ibarrier(MPI_COMM_WORLD, &request), "the end of work"); }));
    for (int all = 0; all == 0;) {
      TABIA_TRY_VOID(
          wire_.run([&] { return checked(MPI_Test(&request, &all, MPI_STATUS_IGNORE), "the end of work"); }));
      if (all == 0) std::this_thread::sleep_for(kServePause);
    }
    return {};
  }

 private:
  static Result<void> send(const std::string& text) {
    return checked(MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, kAskTag, MPI_COMM_WORLD),
                   "a request to the leader");
  }

  Result<void> answer_one(bool& any) {
    int waiting = 0;
    MPI_Status status;
    TABIA_TRY_VOID(
        checked(MPI_Iprobe(MPI_ANY_SOURCE, kAskTag, MPI_COMM_WORLD, &waiting, &status), "requests"));
    if (waiting == 0) return {};
    any = true;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    std::string text(static_cast<std::size_t>(length), '\0');
    TABIA_TRY_VOID(checked(MPI_Recv(text.data(), length, MPI_CHAR, status.MPI_SOURCE, kAskTag, MPI_COMM_WORLD,
                                    MPI_STATUS_IGNORE),
                           "a request"));
    if (text.front() == kCloses) {
      --open_;
      return {};
    }
    std::array<std::uint64_t, 2> answer{};
    {
      const std::scoped_lock lock(deal_mutex_);
      const auto dealt = deal_(std::string_view(text).substr(1));
      if (!dealt) answer[0] = 2;
      if (dealt && *dealt) answer = {1, **dealt};
    }
    return checked(MPI_Send(answer.data(), 2, MPI_UINT64_T, status.MPI_SOURCE, kDealTag, MPI_COMM_WORLD),
                   "an answer");
  }

  Wire& wire_;
  std::mutex deal_mutex_;
  team::Deal deal_;
  const bool leads_;
  int open_;  // members that may still ask
  Result<void> fault_;
  std::thread server_;
};

// --- the team

class MpiTeam final : public team::Team {
 public:
  explicit MpiTeam(std::function<bool()> interrupted) : wire_(std::move(interrupted)) {}
  ~MpiTeam() override {
    static_cast<void>(wire_.run([] { return checked(MPI_Finalize(), "the end"); }));
  }
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;

  Result<void> begin() {
    TABIA_TRY_VOID(wire_.start());
    const auto begun = wire_.run([this]() -> Result<void> {
      int provided = 0;
      TABIA_TRY_VOID(
          checked(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "the beginning"));
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
      MPI_Comm_size(MPI_COMM_WORLD, &size_);
      return {};
    });
    if (!begun) return begun.error();
    TABIA_TRY(hosts_, gather(os::machine_name()));
    return {};
  }

  int rank() const noexcept override { return rank_; }
  int size() const noexcept override { return size_; }
  std::string name_of(int rank) const override {
    const auto place = static_cast<std::size_t>(rank);
    return place < hosts_.size() ? concat("rank ", rank, " (", hosts_[place], ")") : concat("rank ", rank);
  }

  Result<void> sum(std::span<float> numbers) override { return reduce(numbers, MPI_FLOAT, MPI_SUM); }
  Result<void> sum(std::span<double> numbers) override { return reduce(numbers, MPI_DOUBLE, MPI_SUM); }
  Result<void> unite(std::span<std::uint64_t> bits) override { return reduce(bits, MPI_UINT64_T, MPI_BOR); }

  Result<std::vector<std::string>> gather(std::string_view mine) override {
    std::vector<std::string> texts(static_cast<std::size_t>(size_));
    const auto gathered = wire_.run([&]() -> Result<void> {
      std::vector<int> lengths(texts.size());
      const auto length = static_cast<int>(mine.size());
      TABIA_TRY_VOID(checked(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD),
                             "the lengths of texts"));
      std::vector<int> places;
      int total = 0;
      for (const int one : lengths) {
        places.push_back(total);
        total += one;
      }
      std::string all(static_cast<std::size_t>(total), '\0');
      TABIA_TRY_VOID(checked(MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(),
                                            places.data(), MPI_CHAR, MPI_COMM_WORLD),
                             "texts"));
      for (std::size_t i = 0; i < texts.size(); ++i)
        texts[i] = all.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(lengths[i]));
      return {};
    });
    if (!gathered) return gathered.error();
    return texts;
  }

  Result<void> share(std::span<std::byte> bytes) override {
    return in_pieces(bytes, [](std::span<std::byte> piece) {
      return MPI_Bcast(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, 0, MPI_COMM_WORLD);
    });
  }

  Result<std::unique_ptr<team::Desk>> open_desk(team::Deal deal) override {
    auto desk = std::make_unique<MpiDesk>(wire_, std::move(deal), rank_, size_);
    TABIA_TRY_VOID(desk->serve());
    return std::unique_ptr<team::Desk>(std::move(desk));
  }

 private:
  template <class Number>
  Result<void> reduce(std::span<Number> numbers, MPI_Datatype type, MPI_Op operation) {
    return in_pieces(numbers, [&](std::span<Number> piece) {
      return MPI_Allreduce(MPI_IN_PLACE, piece.data(), static_cast<int>(piece.size()), type, operation,
                           MPI_COMM_WORLD);
    });
  }
  template <class Number, class Send>
  Result<void> in_pieces(std::span<Number> numbers, Send&& send) {
    return wire_.run([&]() -> Result<void> {
      for (std::size_t begin = 0; begin < numbers.size(); begin += kPiece)
        TABIA_TRY_VOID(checked(send(numbers.subspan(begin, std::min(kPiece, numbers.size() - begin))),
                               "an exchange of numbers"));
      return {};
    });
  }

  Wire wire_;
  int rank_ = 0;
  int size_ = 1;
  std::vector<std::string> hosts_;
};

}  // namespace

std::string mpi_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string_view shown(text.data(), static_cast<std::size_t>(length));
  return std::string(shown.substr(0, shown.find(',')));
}

Result<std::unique_ptr<team::Team>> join_mpi(std::function<bool()> interrupted) {
  auto team = std::make_unique<MpiTeam>(std::move(interrupted));
  TABIA_TRY_VOID(team->begin());
  return std::unique_ptr<team::Team>(std::move(team));
}

}  // namespace tabia::cluster

#else

namespace tabia::cluster {

std::string mpi_version() { return {}; }

base::Result<std::unique_ptr<team::Team>> join_mpi(std::function<bool()> /*interrupted*/) {
  return base::Error{
      "this program was built without MPI; build the preset cluster (cmake --preset cluster), or start it "
      "without mpirun",
      base::ErrorKind::Failed};
}

}  // namespace tabia::cluster

#endif
