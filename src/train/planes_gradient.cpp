#include "train/planes_gradient.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "chess/movegen.h"
#include "deep/policy.h"

namespace tabia::train {
namespace {

using deep::size_of;
using kernels::padded_channels;

constexpr std::size_t kValueStride = padded_channels(3);
// How much of the measured means and variances a step replaces; the first steps replace more.
constexpr float kMeasuredShare = 0.01f;

}  // namespace

HeadTargets PlanesBoard::known() const {
  HeadTargets all = targets;
  all.moves = moves;
  return all;
}

void read_planes_board(const deep::PlanesSpec& spec, FragmentView fragment,
                       std::vector<chess::Position>& game, PlanesBoard& board) {
  PlanesExample example;
  read_planes_fragment(fragment, example);
  example.walk(game);
  const chess::Position& position = game.back();
  deep::EncodeOptions options;
  if (example.rating > 0) options.rating = example.rating;
  board.planes = deep::encode(spec.input, game, options);
  board.targets = {};
  board.targets.label = example.label;
  board.targets.turned = !spec.input.is_movers() && position.side_to_move() == chess::Color::Black;
  board.targets.plies_left = example.plies_left.value_or(-1);
  board.pieces = chess::count(position.occupied());
  board.moves.clear();
  if (!spec.policy || !example.played) return;
  for (const chess::Move move : chess::legal_moves(position)) {
    if (move == example.played) board.targets.played = static_cast<int>(board.moves.size());
    board.moves.push_back(deep::policy_index(move, position.side_to_move(), board.planes.transform));
  }
}

PlanesGradient::PlanesGradient(const PlanesModel& model)
    : model_(model),
      spec_(model.planes()),
      tools_{.model = model, .kernels = model.kernels(), .gradients = arrays_, .capacity = kBoardsAtATime},
      body_(tools_),
      boards_(kBoardsAtATime),
      ones_(kBoardsAtATime),
      full_(kBoardsAtATime) {
  for (std::size_t i = 0; i < model.gradient_arrays(); ++i) arrays_.emplace_back(model.trained()[i].size());
  value_ = make_scalar_head(tools_, "value", spec_.value.planes, spec_.value.widths.size(),
                            deep::Activation::Linear);
  if (spec_.policy) policy_ = make_policy_stage(tools_);
  if (spec_.moves_left)
    moves_left_ = make_scalar_head(tools_, "moves_left", spec_.moves_left->planes,
                                   spec_.moves_left->widths.size(), deep::Activation::Relu);
  body_gradient_ = FloatArray(kBoardsAtATime * kernels::kSquares * padded_channels(body_.channels()));
  value_gradient_ = FloatArray(kBoardsAtATime * kValueStride);
  moves_left_gradient_ = FloatArray(kBoardsAtATime * kValueStride);
  if (!body_.starts_sparse())
    input_ = FloatArray(kBoardsAtATime * kernels::kSquares * padded_channels(size_of(spec_.input.planes())));
  clear_measured();
}

void PlanesGradient::clear_measured() {
  tools_.measured = 0;
  tools_.means.clear();
  tools_.variances.clear();
  for (const BatchNorm& norm : model_.norms()) {
    tools_.means.emplace_back(norm.channels);
    tools_.variances.emplace_back(norm.channels);
  }
}

PlanesGradient::Measured PlanesGradient::take_measured() {
  Measured measured{std::move(tools_.means), std::move(tools_.variances), tools_.measured};
  clear_measured();
  return measured;
}

// Groups are equally large, because batch norm needs more than a few boards.
template <class Work>
void PlanesGradient::in_groups(std::span<const FragmentView> fragments, const Work& work) {
  const std::size_t groups = (fragments.size() + kBoardsAtATime - 1) / kBoardsAtATime;
  for (std::size_t i = 0; i < groups; ++i) {
    const std::size_t begin = i * fragments.size() / groups;
    const std::size_t end = (i + 1) * fragments.size() / groups;
    load(fragments.subspan(begin, end - begin));
    work();
  }
}

void PlanesGradient::load(std::span<const FragmentView> fragments) {
  count_ = fragments.size();
  tools_.sparse.resize(count_);
  for (std::size_t b = 0; b < count_; ++b) {
    read_planes_board(spec_, fragments[b], game_, boards_[b]);
    write_input(b);
  }
}

void PlanesGradient::write_input(std::size_t board) {
  const deep::Planes& planes = boards_[board].planes;
  const auto count = size_of(planes.count);
  if (!body_.starts_sparse()) {
    const std::size_t stride = padded_channels(count);
    float* const to = input_.data() + board * kernels::kSquares * stride;
    std::fill_n(to, kernels::kSquares * stride, 0.0f);
    for (std::size_t i = 0; i < count; ++i)
      for (std::uint64_t rest = planes.planes[i].squares; rest != 0; rest &= rest - 1)
        to[size_of(std::countr_zero(rest)) * stride + i] = planes.planes[i].value;
    return;
  }
  std::vector<std::uint16_t>& ones = ones_[board];
  std::vector<kernels::FullPlane>& full = full_[board];
  ones.clear();
  full.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const deep::Plane& plane = planes.planes[i];
    if (plane.squares == ~std::uint64_t{0}) {
      full.push_back({static_cast<std::uint16_t>(i), plane.value});
      continue;
    }
    for (std::uint64_t rest = plane.squares; rest != 0; rest &= rest - 1)
      ones.push_back(static_cast<std::uint16_t>(i * kernels::kSquares + size_of(std::countr_zero(rest))));
  }
  tools_.sparse[board] = {ones.data(), ones.size(), full.data(), full.size()};
}

void PlanesGradient::forward() {
  body_out_ = body_.forward(input_.data(), count_);
  value_out_ = value_->forward(body_out_, count_);
  if (policy_) policy_->forward(body_out_, count_);
  if (moves_left_) moves_left_out_ = moves_left_->forward(body_out_, count_);
}

void PlanesGradient::judge_policy(std::size_t board, const Objective& objective, bool learns,
                                  Evaluated& found) {
  const std::vector<int>& moves = boards_[board].moves;
  const int played = boards_[board].targets.played;
  logits_.resize(moves.size());
  policy_->logits(board, moves, logits_);
  exact_logits_.assign(logits_.begin(), logits_.end());
  slopes_.resize(moves.size());
  found.has_policy = true;
  found.policy_loss = policy_loss(exact_logits_, played, slopes_);
  found.likeliest = std::max_element(logits_.begin(), logits_.end()) - logits_.begin() == played;
  found.loss += objective.policy_weight * found.policy_loss;
  if (!learns) return;
  for (std::size_t i = 0; i < moves.size(); ++i)
    logits_[i] = static_cast<float>(objective.policy_weight * slopes_[i]);
  policy_->set_gradient(board, moves, logits_);
}

Evaluated PlanesGradient::judge(std::size_t board, const Objective& objective, bool learns) {
  const HeadTargets targets = boards_[board].known();
  const std::size_t outputs = size_of(spec_.value.outputs());
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < outputs; ++i)
    values[i] = static_cast<double>(value_out_[board * kValueStride + i]);
  const ValueLoss value = value_loss(spec_.value.kind, objective, {values.data(), outputs}, targets);
  for (std::size_t i = 0; learns && i < outputs; ++i)
    value_gradient_[board * kValueStride + i] = static_cast<float>(value.slopes[i]);
  Evaluated found;
  found.raw = static_cast<float>(value.raw);
  found.loss = value.loss;
  found.label = targets.label;
  found.pieces = boards_[board].pieces;
  if (policy_ && targets.played >= 0) judge_policy(board, objective, learns, found);
  if (moves_left_) {
    PliesLoss plies;
    if (targets.plies_left >= 0)
      plies = moves_left_loss(static_cast<double>(moves_left_out_[board * kValueStride]), targets.plies_left);
    found.loss += objective.moves_left_weight * plies.loss;
    moves_left_gradient_[board * kValueStride] =
        static_cast<float>(objective.moves_left_weight * plies.slope);
  }
  return found;
}

void PlanesGradient::backward() {
  float* const gradient = body_gradient_.data();
  value_->backward(value_gradient_.data(), {gradient}, count_);
  if (policy_) policy_->backward({gradient, true}, count_);
  if (moves_left_) moves_left_->backward(moves_left_gradient_.data(), {gradient, true}, count_);
  body_.backward(gradient, count_);
}

// Padding among the inputs of a layer is finite, but not 0: its weights must not learn from it.
void PlanesGradient::clear_padding() {
  for (std::size_t i = 0; i < model_.layouts().size(); ++i) {
    const TensorLayout& layout = model_.layouts()[i];
    const bool flattened =
        layout.order == TensorLayout::Order::ByChannel || layout.order == TensorLayout::Order::BySquare;
    const std::size_t stride = padded_channels(layout.channels);
    if (!flattened || stride == layout.channels) continue;
    for (std::size_t row = 0; row < layout.rows * kernels::kSquares; ++row)
      std::fill_n(arrays_[i].data() + row * stride + layout.channels, stride - layout.channels, 0.0f);
  }
}

double PlanesGradient::add(std::span<const FragmentView> fragments, const Objective& objective) {
  tools_.training = true;
  double total = 0;
  in_groups(fragments, [&] {
    forward();
    if (policy_) policy_->begin_backward(count_);
    for (std::size_t b = 0; b < count_; ++b) total += judge(b, objective, true).loss;
    backward();
  });
  clear_padding();
  return total;
}

void PlanesGradient::evaluate(std::span<const FragmentView> fragments, const Objective& objective,
                              const Visit& visit) {
  tools_.training = false;
  in_groups(fragments, [&] {
    forward();
    for (std::size_t b = 0; b < count_; ++b) visit(judge(b, objective, false));
  });
}

std::vector<double> PlanesGradient::take_sums() {
  const Measured measured = take_measured();
  std::vector<double> sums = {measured.groups};
  for (const auto* part : {&measured.means, &measured.variances})
    for (const std::vector<double>& norm : *part) sums.insert(sums.end(), norm.begin(), norm.end());
  return sums;
}

void PlanesGradient::put_sums(std::span<const double> sums) {
  clear_measured();
  std::size_t at = 0;
  tools_.measured = sums[at++];
  for (auto* part : {&tools_.means, &tools_.variances})
    for (std::vector<double>& norm : *part)
      for (double& number : norm) number = sums[at++];
}

std::unique_ptr<GradientSums> PlanesModel::make_gradient() const {
  return std::make_unique<PlanesGradient>(*this);
}

void PlanesModel::absorb(std::span<GradientSums* const> gradients) {
  if (norms_.empty()) return;
  std::vector<PlanesGradient::Measured> parts;
  double groups = 0;
  for (GradientSums* gradient : gradients) {
    parts.push_back(static_cast<PlanesGradient*>(gradient)->take_measured());
    groups += parts.back().groups;
  }
  if (groups == 0) return;
  float& steps = trained_[norm_steps_][0];
  steps = std::min(steps + 1, 1e6f);
  const float share = std::max(kMeasuredShare, 1 / steps);
  for (std::size_t n = 0; n < norms_.size(); ++n) {
    for (std::size_t c = 0; c < norms_[n].channels; ++c) {
      double mean = 0;
      double variance = 0;
      for (const PlanesGradient::Measured& part : parts) {
        mean += part.means[n][c] / groups;
        variance += part.variances[n][c] / groups;
      }
      float& known_mean = trained_[norms_[n].mean][c];
      float& known_variance = trained_[norms_[n].variance][c];
      known_mean += share * (static_cast<float>(mean) - known_mean);
      known_variance += share * (static_cast<float>(variance) - known_variance);
    }
  }
}

}  // namespace tabia::train
