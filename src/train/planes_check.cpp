#include "train/planes_check.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "chess/movegen.h"
#include "train/planes_reference.h"

namespace tabia::train {
namespace {

using base::Random;

// Positions of a random game, every few plies, with random labels; Black's moves too, and the moves played.
Fragments random_fragments(const deep::InputSpec& input, std::uint64_t seed, std::size_t positions) {
  constexpr int kPliesBetween = 7;
  Random random(seed);
  Fragments fragments;
  PlanesFragmentWriter writer(fragments, input);
  chess::Position position;
  for (int ply = 0; fragments.size() < positions; ++ply) {
    const auto moves = chess::legal_moves(position);
    if (moves.empty()) break;
    const chess::Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    writer.reach(position);
    if (ply % kPliesBetween == kPliesBetween - 1)
      writer.keep(move,
                  {static_cast<float>(base::bell(random)),
                   static_cast<data::Outcome>(static_cast<int>(random.below(3)) - 1)},
                  0);
    writer.step(move);
    position.make(move);
  }
  writer.finish();
  return fragments;
}

// Slopes of the reference's loss in one number, with two sizes of step.
struct Slopes {
  double coarse = 0;
  double fine = 0;
};

class Differences {
 public:
  Differences(const PlanesModel& model, std::vector<PlanesBoard> boards, const Objective& objective)
      : reference_(model), boards_(std::move(boards)), objective_(objective) {}

  [[nodiscard]] Slopes at(std::size_t array, std::size_t number) {
    constexpr double kStep = 1e-5;
    return {slope(array, number, kStep), slope(array, number, kStep / 2)};
  }

 private:
  double slope(std::size_t array, std::size_t number, double step) {
    double& weight = reference_.numbers()[array][number];
    const double before = weight;
    weight = before + step;
    const double above = reference_.loss(boards_, objective_);
    weight = before - step;
    const double below = reference_.loss(boards_, objective_);
    weight = before;
    return (above - below) / (2 * step);
  }

  PlanesReference reference_;
  std::vector<PlanesBoard> boards_;
  Objective objective_;
};

// The numbers of an array to look at: some with a large gradient, some with any.
std::vector<std::size_t> chosen(const std::vector<double>& gradient, std::size_t most, Random& random) {
  std::vector<std::size_t> moved;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    if (gradient[i] != 0) moved.push_back(i);
  if (moved.size() <= most) return moved;
  const auto largest = moved.begin() + static_cast<std::ptrdiff_t>(most / 2);
  std::partial_sort(moved.begin(), largest, moved.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(gradient[a]) > std::abs(gradient[b]);
  });
  std::vector<std::size_t> numbers(moved.begin(), largest);
  while (numbers.size() < most)
    numbers.push_back(moved[random.below(static_cast<std::uint32_t>(moved.size()))]);
  return numbers;
}

// Untrained biases are 0, which is a corner of relu wherever the board is empty.
void shake_biases(PlanesModel& model, Random& random) {
  constexpr double kShare = 0.1;
  for (const Region& region : model.regions()) {
    float* const numbers = model.trained()[region.array].data();
    for (std::size_t i = region.begin; region.is_bias && i < region.end; ++i)
      if (numbers[i] == 0) numbers[i] = static_cast<float>(kShare * base::bell(random));
  }
  model.refresh(1);
}

// The largest number of all gradients.
double largest_of(const std::vector<FloatArray>& arrays) {
  double largest = 0;
  for (const FloatArray& array : arrays)
    for (std::size_t i = 0; i < array.size(); ++i)
      largest = std::max(largest, std::abs(static_cast<double>(array[i])));
  return largest;
}

}  // namespace

base::Result<std::vector<GradientCheck>> check_planes_gradients(const Recipe& recipe, std::size_t numbers) {
  constexpr std::size_t kPositions = 3;
  constexpr std::size_t kLargeModel = 500'000;  // numbers: plain loops take a while
  // A gradient that should be 0, such as that of the bias of keys, is compared with the largest other
  // gradients.
  constexpr double kLeastShare = 1e-3;
  TABIA_TRY(const auto model, PlanesModel::make(recipe.model, recipe.seed));
  Random random(recipe.seed + 1);
  shake_biases(*model, random);
  const Fragments fragments = random_fragments(model->planes().input, recipe.seed, kPositions);
  std::vector<FragmentView> views;
  std::vector<PlanesBoard> boards(fragments.size());
  std::vector<chess::Position> game;
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    views.push_back(fragments[i]);
    read_planes_board(model->planes(), fragments[i], game, boards[i]);
  }
  PlanesGradient gradient(*model);
  gradient.add(views, recipe.objective);
  Differences differences(*model, std::move(boards), recipe.objective);

  std::size_t model_size = 0;
  for (const FloatArray& array : model->trained()) model_size += array.size();
  const std::size_t most = std::min<std::size_t>(numbers, model_size > kLargeModel ? 4 : kCheckedNumbers);
  const double least = std::max(kLeastShare * largest_of(gradient.arrays()), 1e-12);
  std::vector<GradientCheck> checks;
  for (std::size_t array = 0; array < model->gradient_arrays(); ++array) {
    const bool is_tensor = array < model->layouts().size();
    const Region& region = model->regions()[array];
    GradientCheck check;
    check.tensor = region.name;
    std::vector<double> fast(is_tensor ? model->layouts()[array].numbers() : region.end);
    double largest = least;
    for (std::size_t i = 0; i < fast.size(); ++i) {
      const std::size_t place = is_tensor ? model->layouts()[array].place(i) : i;
      fast[i] = static_cast<double>(gradient.arrays()[array][place]);
      largest = std::max(largest, std::abs(fast[i]));
    }
    for (const std::size_t number : chosen(fast, most, random)) {
      const Slopes slopes = differences.at(array, number);
      // If they disagree, there is a corner of an activation in between.
      const double doubt = std::abs(slopes.coarse - slopes.fine) / largest;
      if (doubt > 1e-6) continue;
      ++check.checked;
      check.finite_difference = std::max(check.finite_difference, doubt);
      check.fast = std::max(check.fast, std::abs(slopes.fine - fast[number]) / largest);
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace tabia::train
