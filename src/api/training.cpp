// The public library (include/tabia): networks that learn.
#include <tabia/tabia.h>

#include <string>
#include <vector>

#include "api/board.h"
#include "api/guarded.h"
#include "api/model_text.h"
#include "base/file.h"
#include "base/text.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/quantise.h"
#include "train/online.h"
#include "train/shipped.h"

struct tabia_trainer {
  std::unique_ptr<tabia::train::OnlineTrainer> trainer;
};

namespace {

using namespace tabia;
using api::guarded;
using api::spec_of;
using base::concat;
using base::Error;
using base::Result;

Result<chess::Position> position_of(const tabia_board& board) {
  const auto setup = api::setup_of(board);
  if (!setup) return setup.error();
  return chess::Position::from_valid_setup(*setup);
}

Result<std::vector<train::Lesson>> lessons_of(const tabia_board* boards, const double* targets,
                                              std::size_t count) {
  if (count == 0) return Error{"no positions; give at least one to learn from"};
  std::vector<train::Lesson> lessons;
  for (std::size_t i = 0; i < count; ++i) {
    const auto position = position_of(boards[i]);
    if (!position) return position.error();
    if (!(targets[i] >= 0 && targets[i] <= 1))
      return Error{concat("target: found ", targets[i], ", expected 0 to 1")};
    lessons.push_back({*position, targets[i]});
  }
  return lessons;
}

Result<void> write(const train::OnlineTrainer& trainer, const std::string& path, bool in_integers) {
  nn::Lineage lineage;
  lineage.description = "trained position by position";
  lineage.trainer = concat("libtabia ", tabia_version());
  auto network = trainer.network(std::move(lineage));
  if (!network) return network.error();
  if (in_integers && trainer.spec().is_quantised()) {
    auto rounded = nn::quantised(**network, trainer.spec());
    if (!rounded) return rounded.error();
    *network = rounded->network;
  }
  const auto bytes = nn::write_net(**network, {});
  if (!bytes) return bytes.error();
  return base::write_file_atomically(path, *bytes);
}

}  // namespace

tabia_trainer* tabia_trainer_new(const char* model, uint64_t seed, char* error, size_t error_size) {
  tabia_trainer* made = nullptr;
  guarded(error, error_size, [&]() -> Result<void> {
    const auto spec = spec_of(model);
    if (!spec) return spec.error();
    auto trainer = train::OnlineTrainer::make(*spec, seed);
    if (!trainer) return trainer.error();
    made = new tabia_trainer{std::move(*trainer)};
    return {};
  });
  return made;
}

void tabia_trainer_free(tabia_trainer* trainer) { delete trainer; }

double tabia_trainer_train_one(tabia_trainer* trainer, const tabia_board* board, double target,
                               double learning_rate, char* error, size_t error_size) {
  return tabia_trainer_train_batch(trainer, board, &target, 1, learning_rate, error, error_size);
}

double tabia_trainer_train_batch(tabia_trainer* trainer, const tabia_board* boards, const double* targets,
                                 size_t count, double learning_rate, char* error, size_t error_size) {
  double loss = -1;
  guarded(error, error_size, [&]() -> Result<void> {
    const auto lessons = lessons_of(boards, targets, count);
    if (!lessons) return lessons.error();
    if (!(learning_rate >= 0 && learning_rate <= 1000))
      return Error{concat("learning_rate: found ", learning_rate, ", expected 0 to 1000")};
    loss = trainer->trainer->train(*lessons, learning_rate);
    return {};
  });
  return loss;
}

int tabia_trainer_evaluate(tabia_trainer* trainer, const tabia_board* board, double* expected, double* score,
                           char* error, size_t error_size) {
  return guarded(error, error_size, [&]() -> Result<void> {
    const auto position = position_of(*board);
    if (!position) return position.error();
    const auto opinion = trainer->trainer->opinion(*position);
    if (expected) *expected = opinion.expected;
    if (score) *score = opinion.score;
    return {};
  });
}

int tabia_trainer_save(const tabia_trainer* trainer, const char* path, char* error, size_t error_size) {
  return guarded(error, error_size, [&] { return write(*trainer->trainer, path, false); });
}

int tabia_trainer_export(const tabia_trainer* trainer, const char* path, char* error, size_t error_size) {
  return guarded(error, error_size, [&] { return write(*trainer->trainer, path, true); });
}

int tabia_trainer_load(tabia_trainer* trainer, const char* path, char* error, size_t error_size) {
  return guarded(error, error_size, [&]() -> Result<void> {
    const auto network = nn::load_network(path);
    if (!network) return network.error();
    auto loaded = trainer->trainer->load(**network);
    if (!loaded) return loaded.error().inside(path);
    return {};
  });
}
