#include "play/rescore.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "data/conversion.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::Result;
using data::GameRecord;

std::int16_t score_of(const ChosenMove& chosen) {
  if (chosen.label) return static_cast<std::int16_t>(*chosen.label);
  if (!chosen.score) return static_cast<std::int16_t>(base::kNoScore);
  if (chosen.score->unit == uci::InfoScore::Unit::Mate) return data::score_of_mate(chosen.score->value);
  return static_cast<std::int16_t>(base::clamped_evaluation(chosen.score->value));
}

// If the game is over, the rules determine the score.
std::int16_t score_of_end(const chess::Position& position) {
  return static_cast<std::int16_t>(position.in_check() ? -base::kMate : base::kDraw);
}

class RescoreMaker final : public RecordMaker {
 public:
  RescoreMaker(const RescorePlan& plan, std::unique_ptr<Teacher> teacher)
      : plan_(plan), teacher_(std::move(teacher)) {}

  Result<std::optional<GameRecord>> make(const RecordPlace& place, const std::stop_token& stop) override {
    GameRecord record = plan_.record(place);
    const auto done = teacher_->rescore(record, stop);
    if (!done) return done.error();
    return *done ? std::optional(std::move(record)) : std::nullopt;
  }

 private:
  const RescorePlan& plan_;
  std::unique_ptr<Teacher> teacher_;
};

}  // namespace

StaticTeacher::StaticTeacher(std::shared_ptr<const nn::Network> network,
                             const eval::EvaluatorOptions& options, std::optional<int> quiet_margin_cp)
    : evaluator_(network, options), scale_(evaluator_.win_model()) {
  if (quiet_margin_cp) quiet_.emplace(std::move(network), options, *quiet_margin_cp);
}

Result<bool> StaticTeacher::rescore(GameRecord& record, const std::stop_token& stop) {
  if (stop.stop_requested()) return false;
  // Evaluations are updated incrementally from move to move, but a record may be longer than the stack of a
  // search.
  constexpr std::size_t kLongestWay = 64;
  chess::Position position = record.start;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    data::GamePly& ply = record.plies[i];
    if (quiet_ || i % kLongestWay == 0) evaluator_.reset(position);
    if (quiet_ && !quiet_->is_quiet(position)) {
      ply.score = static_cast<std::int16_t>(base::kNoScore);
    } else {
      ply.score = static_cast<std::int16_t>(scale_.to_search(evaluator_.evaluate(position)));
    }
    if (!ply.move) continue;
    if (!quiet_) evaluator_.push(position, position.delta(ply.move));
    position.make(ply.move);
  }
  return true;
}

Result<bool> PlayerTeacher::rescore(GameRecord& record, const std::stop_token& stop) {
  auto done = attempt(record, stop);
  return done ? done : attempt(record, stop);
}

Result<bool> PlayerTeacher::attempt(GameRecord& record, const std::stop_token& stop) {
  chess::Game game(record.start);
  const auto failed = [&](const Fault& fault) -> Result<bool> {
    if (fault.kind == FaultKind::Interrupted) return false;
    return Error{concat("the teacher ", fault.text, ", in ", chess::to_fen(game.position()))};
  };
  if (const auto fault = player_->new_game(stop)) return failed(*fault);
  for (data::GamePly& ply : record.plies) {
    if (stop.stop_requested()) return false;
    if (chess::legal_moves(game.position()).empty()) {
      ply.score = score_of_end(game.position());
    } else {
      const Choice choice = player_->choose_move(game, request_, stop);
      if (const auto* fault = std::get_if<Fault>(&choice)) return failed(*fault);
      ply.score = score_of(std::get<ChosenMove>(choice));
    }
    if (ply.move) game.play(ply.move);
  }
  return true;
}

Result<std::uint64_t> RescorePlan::batch_size(std::uint64_t batch, std::uint64_t usual_size, bool finished) {
  std::vector<GameRecord> records;
  std::uint64_t count = 0;
  std::uint64_t positions = 0;
  GameRecord record;
  while (positions < usual_size) {
    const auto more = reader_->next(record);
    if (!more) {
      if (!on_problem_(more.error())) return more.error();
      continue;
    }
    if (!*more) break;
    ++count;
    positions += record.plies.size();
    if (!finished) records.push_back(record);
  }
  const std::scoped_lock lock(mutex_);
  if (!records.empty()) batches_.emplace(batch, std::move(records));
  return count;
}

void RescorePlan::forget_batch(std::uint64_t batch) {
  const std::scoped_lock lock(mutex_);
  batches_.erase(batch);
}

GameRecord RescorePlan::record(const RecordPlace& place) const {
  const std::scoped_lock lock(mutex_);
  const auto found = batches_.find(place.batch);
  TABIA_CHECK(found != batches_.end() && place.index < found->second.size(),
              "a record of an unfinished batch");
  return found->second[place.index];
}

std::unique_ptr<RecordMaker> RescorePlan::maker() {
  return std::make_unique<RescoreMaker>(*this, make_teacher_());
}

}  // namespace tabia::play
