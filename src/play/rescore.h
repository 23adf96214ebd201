// play/rescore.h: new scores for training data: every position of a record is scored again, nothing else
// changes.
//
// The teacher is a search or the evaluation of this program, or any UCI engine. The teacher forgets
// everything before each record, so its scores depend on nothing but the record.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "data/game_record.h"
#include "data/info.h"
#include "data/stream.h"
#include "eval/evaluator.h"
#include "play/batches.h"
#include "play/player.h"
#include "play/quiet.h"
#include "search/scale.h"

namespace tabia::play {

// Gives scores. Belongs to one thread.
class Teacher {
 public:
  virtual ~Teacher() = default;
  // Replaces the score of every sample; false if `stop` was requested.
  [[nodiscard]] virtual base::Result<bool> rescore(data::GameRecord& record, const std::stop_token& stop) = 0;
};

// Scores with the evaluation alone, without a search; in search units.
class StaticTeacher final : public Teacher {
 public:
  // With a margin (centipawns), only quiet positions get a score (play/quiet.h).
  StaticTeacher(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& options,
                std::optional<int> quiet_margin_cp = std::nullopt);
  [[nodiscard]] base::Result<bool> rescore(data::GameRecord& record, const std::stop_token& stop) override;

 private:
  eval::Evaluator evaluator_;
  std::optional<QuietJudge> quiet_;
  search::SearchScale scale_;
};

// Scores with a player's search: in search units if it is a player of this program, otherwise in centipawns.
// A player that fails is tried once more; the error names the position.
class PlayerTeacher final : public Teacher {
 public:
  PlayerTeacher(std::unique_ptr<Player> player, const MoveRequest& request)
      : player_(std::move(player)), request_(request) {}
  [[nodiscard]] base::Result<bool> rescore(data::GameRecord& record, const std::stop_token& stop) override;

 private:
  [[nodiscard]] base::Result<bool> attempt(data::GameRecord& record, const std::stop_token& stop);

  std::unique_ptr<Player> player_;
  MoveRequest request_;
};

// The records of the reader, in order, as batches of about this many positions (the usual size of a batch).
class RescorePlan final : public RecordPlan {
 public:
  using MakeTeacher = std::function<std::unique_ptr<Teacher>()>;
  // Called for what could not be read and was skipped; false: stop.
  using OnProblem = std::function<bool(const base::Error&)>;

  RescorePlan(std::unique_ptr<data::RecordReader> reader, MakeTeacher make_teacher, OnProblem on_problem)
      : reader_(std::move(reader)),
        make_teacher_(std::move(make_teacher)),
        on_problem_(std::move(on_problem)) {}

  [[nodiscard]] base::Result<std::uint64_t> batch_size(std::uint64_t batch, std::uint64_t usual_size,
                                                       bool finished) override;
  void forget_batch(std::uint64_t batch) override;
  [[nodiscard]] std::unique_ptr<RecordMaker> maker() override;

  // The record as it was read. Requires a batch that is not forgotten.
  [[nodiscard]] data::GameRecord record(const RecordPlace& place) const;

 private:
  std::unique_ptr<data::RecordReader> reader_;
  MakeTeacher make_teacher_;
  OnProblem on_problem_;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<data::GameRecord>> batches_;  // unfinished ones
};

}  // namespace tabia::play
