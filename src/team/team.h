// team/team.h: several processes that do one job together, from the point of view of one of them.
//
// A job takes a Team and works the same way whether it is alone (Alone), one of several threads in a test
// (team/local_team.h), or one of many processes on many machines (cluster/mpi_team.h). It can't tell which.
//
// Members are numbered from 0; member 0 leads: it owns the files and talks to the user. The functions marked
// "together" must be called by all members in the same order, each from one thread; they return when all have
// taken part. An error means that a member has left or doesn't answer; the team can't be used after that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabia::team {

// Where members get numbered pieces of work and hand in their results. Several threads of a member may use
// it.
class Desk {
 public:
  virtual ~Desk() = default;
  // Hands in the result of the last piece (empty: none) and returns the next number; nothing if there is no
  // more work.
  [[nodiscard]] virtual base::Result<std::optional<std::uint64_t>> ask(std::string_view handed_in) = 0;
  // Together: no member will ask for more work. Every member must call it once, even one that had an error.
  [[nodiscard]] virtual base::Result<void> close() = 0;
};

// What the leader does with a result (empty: none); returns the next number. Called by one thread at a time.
using Deal = std::function<base::Result<std::optional<std::uint64_t>>(std::string_view handed_in)>;

class Team {
 public:
  virtual ~Team() = default;

  [[nodiscard]] virtual int rank() const noexcept = 0;
  [[nodiscard]] virtual int size() const noexcept = 0;
  [[nodiscard]] bool leads() const noexcept { return rank() == 0; }
  [[nodiscard]] bool is_alone() const noexcept { return size() == 1; }
  // For the user: "rank 1", and the machine it runs on if that is known.
  [[nodiscard]] virtual std::string name_of(int rank) const;

  // Together: replaces the numbers by their sums over all members. All members get the same bits. The same
  // numbers and the same number of members always give the same bits.
  [[nodiscard]] virtual base::Result<void> sum(std::span<float> numbers) = 0;
  [[nodiscard]] virtual base::Result<void> sum(std::span<double> numbers) = 0;
  // Together: sets every bit that is set at any member.
  [[nodiscard]] virtual base::Result<void> unite(std::span<std::uint64_t> bits) = 0;
  // Together: every member gets the texts of all members, by rank.
  [[nodiscard]] virtual base::Result<std::vector<std::string>> gather(std::string_view mine) = 0;
  // Together: the leader's bytes replace everyone else's. All members must pass the same number of bytes.
  [[nodiscard]] virtual base::Result<void> share(std::span<std::byte> bytes) = 0;
  // Together: opens a desk where the leader hands out the work. Only the leader's `deal` is used.
  [[nodiscard]] virtual base::Result<std::unique_ptr<Desk>> open_desk(Deal deal) = 0;

  // Has agree() returned an error to all members? Then each of them ends by itself.
  [[nodiscard]] bool has_agreed_to_end() const noexcept { return agreed_to_end_; }

 protected:
  friend base::Result<void> agree(Team& team, const base::Result<void>& mine);
  bool agreed_to_end_ = false;
};

// Together: gives every member the leader's text.
[[nodiscard]] base::Result<std::string> shared_text(Team& team, std::string text);
// Together: if any member has an error, every member gets it: the first by rank, preceded by that rank.
[[nodiscard]] base::Result<void> agree(Team& team, const base::Result<void>& mine);
// Together: every member gets an error if the text isn't the same everywhere. It quotes the first line that
// differs; of lines that are JSON objects, the member. `what` names the text: "the data".
[[nodiscard]] base::Result<void> expect_same(Team& team, std::string_view what, std::string_view mine);

// One process that does everything.
class Alone final : public Team {
 public:
  [[nodiscard]] int rank() const noexcept override { return 0; }
  [[nodiscard]] int size() const noexcept override { return 1; }
  [[nodiscard]] base::Result<void> sum(std::span<float> /*numbers*/) override { return {}; }
  [[nodiscard]] base::Result<void> sum(std::span<double> /*numbers*/) override { return {}; }
  [[nodiscard]] base::Result<void> unite(std::span<std::uint64_t> /*bits*/) override { return {}; }
  [[nodiscard]] base::Result<std::vector<std::string>> gather(std::string_view mine) override {
    return std::vector<std::string>{std::string(mine)};
  }
  [[nodiscard]] base::Result<void> share(std::span<std::byte> /*bytes*/) override { return {}; }
  [[nodiscard]] base::Result<std::unique_ptr<Desk>> open_desk(Deal deal) override;
};

}  // namespace tabia::team
