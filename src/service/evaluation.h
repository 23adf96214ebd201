// service/evaluation.h: positions in, evaluations out: one, a list of them, or a stream.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "service/models.h"
#include "service/problem.h"

namespace tabia::service {

// The evaluation of one position as a JSON object, or what is wrong with the FEN.
[[nodiscard]] Checked<std::string> evaluation_of(const Model& model, std::string_view fen, Tally& tally);

// {"fens": ["...", ...], "model": "..."} read in one pass without copying, as long as there is nothing unusual in it:
// other members, escapes, another order. Then nothing comes back, and the JSON reader is to be asked, which also explains
// faults. What comes back is what that reader finds (tests/service/evaluation_test.cpp).
struct FenList {
  std::vector<std::string_view> fens;  // in the body
  std::string_view model;              // empty: none
};
[[nodiscard]] std::optional<FenList> scan_fen_list(std::string_view body);

// Appends the object of each position, with commas between them; an object with "error" where there is no position.
// On up to `threads` threads.
void append_evaluations(std::string& out, const Model& model, std::span<const std::string_view> fens,
                        int threads, Tally& tally);

// Lines in, lines out, in portions of any size. A line is a bare FEN or an object with "fen"; empty lines are passed
// over. Holds no more than a block of lines at once: the caller takes the output away after each call.
class LineEvaluator {
 public:
  static constexpr std::size_t kLongestLine = 4096;  // bytes; of longer lines only an error comes out

  LineEvaluator(const Model& model, int threads) : model_(model), threads_(threads) {}

  // Appends the results of the lines that are complete to `out`.
  void take(std::string_view portion, std::string& out, Tally& tally);
  // The last line may lack its end.
  void finish(std::string& out, Tally& tally);

 private:
  void evaluate(std::string_view lines, std::string& out, Tally& tally);

  const Model& model_;
  const int threads_;
  std::string rest_;      // the beginning of a line
  bool passing_ = false;  // the line is too long: on to its end
};

}  // namespace tabia::service
