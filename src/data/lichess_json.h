// data/lichess_json.h: the evaluations that Lichess publishes, one JSON object a line:
//
//   {"fen":"8/8/... w - -","evals":[{"pvs":[{"cp":69,"line":"f7g7 ..."}],"knodes":4189,"depth":46}, ...]}
//
// Scores are from White's view, in centipawns ("cp") or moves ("mate"). Of several evaluations the deepest
// one counts, or the one with more nodes if they are equally deep; only its first line counts. There are no
// results.
#pragma once

#include "data/foreign_stream.h"
#include "data/text_records.h"

namespace tabia::data {

class LichessReader final : public LineRecords {
 public:
  LichessReader(std::unique_ptr<Input> input, const ReadOptions& options);
  ~LichessReader() override;
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;

 private:
  class Parser;  // simdjson's, or ours if the program is built without it
  std::unique_ptr<Parser> parser_;
};

}  // namespace tabia::data
