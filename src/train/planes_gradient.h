// train/planes_gradient.h: forward and backward through a network over planes, many positions at a time.
//
// Fragments are those of train/planes_fragment.h. Batch norm measures each call's boards in groups of at most
// kBoardsAtATime, so its numbers depend on how a batch is divided among gradients, not on threads.
#pragma once

#include <memory>
#include <vector>

#include "deep/planes.h"
#include "train/planes_fragment.h"
#include "train/planes_loss.h"
#include "train/planes_stages.h"

namespace tabia::train {

// A position as a network over planes learns from it.
struct PlanesBoard {
  deep::Planes planes;
  std::vector<int> moves;  // the legal moves, as numbers of the policy; empty without a policy
  HeadTargets targets;     // its moves are not set: they are `moves`
  int pieces = 0;

  // The targets, with the moves.
  [[nodiscard]] HeadTargets known() const;
};
// `game` is memory to reuse.
void read_planes_board(const deep::PlanesSpec& spec, FragmentView fragment,
                       std::vector<chess::Position>& game, PlanesBoard& board);

class PlanesGradient final : public GradientSums {
 public:
  static constexpr std::size_t kBoardsAtATime = 64;

  // The model must outlive it.
  explicit PlanesGradient(const PlanesModel& model);

  double add(std::span<const FragmentView> fragments, const Objective& objective) override;
  void evaluate(std::span<const FragmentView> fragments, const Objective& objective,
                const Visit& visit) override;

  // What batch norm measured since the last call, by norm, and how many groups these sums cover.
  struct Measured {
    std::vector<std::vector<double>> means;
    std::vector<std::vector<double>> variances;
    double groups = 0;
  };
  [[nodiscard]] Measured take_measured();
  [[nodiscard]] std::vector<double> take_sums() override;
  void put_sums(std::span<const double> sums) override;

 private:
  // Calls work() for the fragments, group by group (boards_).
  template <class Work>
  void in_groups(std::span<const FragmentView> fragments, const Work& work);
  void load(std::span<const FragmentView> fragments);
  void write_input(std::size_t board);
  void forward();
  // Losses of all heads; if `learns`, their slopes become the gradients of the heads' outputs.
  [[nodiscard]] Evaluated judge(std::size_t board, const Objective& objective, bool learns);
  void judge_policy(std::size_t board, const Objective& objective, bool learns, Evaluated& found);
  void backward();
  void clear_measured();
  void clear_padding();

  const PlanesModel& model_;
  const deep::PlanesSpec& spec_;
  StageTools tools_;
  BodyStages body_;
  std::unique_ptr<BoardStage> value_;
  std::unique_ptr<PolicyStage> policy_;
  std::unique_ptr<BoardStage> moves_left_;
  std::size_t count_ = 0;
  std::vector<PlanesBoard> boards_;
  std::vector<std::vector<std::uint16_t>> ones_;  // by board, for a sparse first layer
  std::vector<std::vector<kernels::FullPlane>> full_;
  FloatArray input_;  // [board][square][plane], otherwise
  FloatArray body_gradient_;
  FloatArray value_gradient_;
  FloatArray moves_left_gradient_;
  const float* body_out_ = nullptr;
  const float* value_out_ = nullptr;
  const float* moves_left_out_ = nullptr;
  std::vector<chess::Position> game_;
  std::vector<float> logits_;
  std::vector<double> exact_logits_;
  std::vector<double> slopes_;
};

}  // namespace tabia::train
