// nn/ensemble.h: several networks as one: a mean of their chances, or the specialist for the number of
// pieces.
//
// An evaluation file (.toml) names them. It works wherever a network file works:
//
//   name = "with-endgames"
//   combine = "specialist"           # or "mean"
//   members = [
//     { net = "default.net" },
//     { net = "endgame.net", pieces = [2, 8], weight = 1 },
//   ]
//
// Paths are relative to the file. "mean": each member whose range includes the number of pieces on the board
// turns its score into chances by its own win model; the weighted mean becomes a score by the win model of
// the first member. "specialist": of those members, the one with the narrowest range answers alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::nn {

struct EnsembleMember {
  std::shared_ptr<const Network> network;
  double weight = 1;
  int fewest = 2;  // pieces on the board, kings included
  int most = 32;
};

class Ensemble {
 public:
  enum class Kind { Mean, Specialist };

  // Fails if some number of pieces has no member.
  [[nodiscard]] static base::Result<Ensemble> make(Kind kind, std::vector<EnsembleMember> members);

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::vector<EnsembleMember>& members() const noexcept { return members_; }
  // score_of(i) is the score of member i; it is only called for the members that are needed.
  [[nodiscard]] base::Score combined(const Position& position,
                                     const std::function<base::Score(std::size_t)>& score_of) const;

 private:
  Ensemble(Kind kind, std::vector<EnsembleMember> members) : kind_(kind), members_(std::move(members)) {}

  Kind kind_;
  std::vector<EnsembleMember> members_;
};

// Is this the path of an evaluation file?
[[nodiscard]] bool is_ensemble_path(std::string_view path) noexcept;

// The paths of the networks as an evaluation file names them, relative to it. None if load_ensemble() would
// refuse the file before it opens one of them.
[[nodiscard]] std::vector<std::string> networks_named_in(const std::string& path);

// The networks of an evaluation file as one. The error starts with the path.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> load_ensemble(const std::string& path);

}  // namespace tabia::nn
