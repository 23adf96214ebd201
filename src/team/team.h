// team/team.h: several processes that do one job together, as each of them sees the others.
//
// A job takes a Team and works the same whether it is alone (Alone), one of several threads of a test
// (team/local_team.h), or one of many processes on many machines (cluster/mpi_team.h). It never learns which.
//
// Members are numbered from 0; member 0 leads: it owns the files and talks to the user. The functions marked
// "together" must be called by all members in the same order, from one thread of each; they return when all
// have taken part. An error means that a member has gone or doesn't answer; the team is of no use afterwards.
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

// Where members fetch numbered work, and hand in what became of the last piece. May be used by several threads
// of a member.
class Desk {
 public:
  virtual ~Desk() = default;
  // Hands in a result (empty: none) and returns the next number; nothing: there is no more work.
  [[nodiscard]] virtual base::Result<std::optional<std::uint64_t>> ask(std::string_view handed_in) = 0;
  // Together: no member will ask any more. Call it once, also after an error of one's own.
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
  // For people: "rank 1", and on which machine it is if that is known.
  [[nodiscard]] virtual std::string name_of(int rank) const;

  // Together: replaces the numbers by their sums over all members. All get the same bits, and the same again
  // for the same numbers and the same number of members.
  [[nodiscard]] virtual base::Result<void> sum(std::span<float> numbers) = 0;
  [[nodiscard]] virtual base::Result<void> sum(std::span<double> numbers) = 0;
  // Together: a bit is set if it is set in any member's.
  [[nodiscard]] virtual base::Result<void> unite(std::span<std::uint64_t> bits) = 0;
  // Together: everyone gets the texts of all, by rank.
  [[nodiscard]] virtual base::Result<std::vector<std::string>> gather(std::string_view mine) = 0;
  // Together: the leader's bytes replace everyone's, which have the same number.
  [[nodiscard]] virtual base::Result<void> share(std::span<std::byte> bytes) = 0;
  // Together: a desk where the leader deals; `deal` of the others is not used.
  [[nodiscard]] virtual base::Result<std::unique_ptr<Desk>> open_desk(Deal deal) = 0;

  // Did agree() tell all members of an error? Then they end by themselves.
  [[nodiscard]] bool has_agreed_to_end() const noexcept { return agreed_to_end_; }

 protected:
  friend base::Result<void> agree(Team& team, const base::Result<void>& mine);
  bool agreed_to_end_ = false;
};

// Together: the leader's text, for everyone.
[[nodiscard]] base::Result<std::string> shared_text(Team& team, std::string text);
// Together: an error of any member becomes everyone's; the first by rank, with its rank in front.
[[nodiscard]] base::Result<void> agree(Team& team, const base::Result<void>& mine);
// Together: an error, told to all, if some text is not the same everywhere. `what` names it: "the data".
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
