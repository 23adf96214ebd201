// play/rescore_job.h: new scores for a dataset, as `tabia data rescore` makes them.
//
// The job is a described struct (base/fields.h). Its identity, which decides whether a folder can be resumed,
// is derived from the fields, the inputs, and the content of networks and programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/fields.h"
#include "base/result.h"
#include "data/inputs.h"
#include "eval/evaluation_choice.h"
#include "play/batches.h"
#include "play/quiet.h"
#include "play/span.h"

namespace tabia::play {

// A UCI engine as the teacher.
struct TeacherEngine {
  std::string program;      // a path or a name; see find_program()
  std::string arguments;    // separated by spaces
  std::string folder;       // to run it in; empty: the current one
  base::KeyValues options;  // UCI options
};

struct RescoreJob {
  data::Sources from{};
  std::string out = {};  // a folder, or a file *.tabia
  // The teacher: the evaluation alone, or a search with a limit of nodes or depth.
  bool is_static = false;
  std::optional<std::uint64_t> nodes{};
  std::optional<int> depth{};
  std::size_t hash_mib = 4;  // of this program's search
  eval::EvaluationChoice evaluation{};
  std::optional<TeacherEngine> engine{};  // instead of this program
  bool chess960 = false;                  // tell the engine that positions are Chess960
  QuietRule quiet{};                      // with is_static: only quiet positions get a score
  // Instead of the positions themselves: off-game positions near them (data/branches.h), or positions from
  // the trees of searches that start from them (play/searched_positions.h).
  std::optional<Span> branch{};
  std::optional<std::uint64_t> searched{};  // nodes of each search
  std::optional<int> searched_every{};
  std::optional<int> searched_keep{};
  std::string searched_net = {};  // empty: the embedded network
  std::optional<std::uint64_t> seed{};
  int workers = 0;             // 0: all cores
  BatchShare share{};          // of the batches; the file is written by a run that has all of them
  team::Team* team = nullptr;  // BatchJob::team
  std::string metrics = {};    // BatchJob::metrics

  std::string program = {};  // name and version of this program: recorded, never compared
};
[[nodiscard]] const base::Fields<RescoreJob>& rescore_fields();

// The job with the defaults that depend on other settings. The error says which settings can't be combined.
[[nodiscard]] base::Result<RescoreJob> completed(RescoreJob job);
// Everything that the result depends on. `teacher` and `student` are hashes of the teacher's program or
// network and of the network that searches for positions.
[[nodiscard]] std::string identity_of(const RescoreJob& completed, std::uint64_t input_bytes,
                                      const std::string& teacher, const std::string& student);

struct RescoreOutcome {
  BatchOutcome batches;
  std::uint64_t problems = 0;  // parts of the inputs that could not be read and were skipped
  bool was_complete = false;   // the output file was there; nothing was done
};

// Scores the records that are missing in the folder (play/batches.h), until the watch interrupts it. A file
// is made from a folder next to it, which is removed at the end.
[[nodiscard]] base::Result<RescoreOutcome> run(const RescoreJob& job, BatchObserver& watch);

}  // namespace tabia::play
