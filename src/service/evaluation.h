// service/evaluation.h: positions in, evaluations out: one, a list of them, or a stream.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_value.h"
#include "service/fields.h"
#include "service/models.h"
#include "service/problem.h"

namespace tabia::service {

// A position in a request: the position as read, or what is wrong with it.
struct Item {
  std::string shown;  // shown with the error
  Checked<ReadPosition> read;
  std::vector<chess::Position> with_moves =
      {};  // all positions up to this one, if there were moves before it

  // Requires a position.
  [[nodiscard]] Model::Game game() const {
    return with_moves.empty() ? Model::Game(&read->position, 1) : Model::Game(with_moves);
  }
};
[[nodiscard]] inline const Item& item_of(const Item& item) { return item; }
[[nodiscard]] Item item_of(std::string_view fen);
// From an object with "fen" and "moves".
[[nodiscard]] Item item_of(const base::JsonValue& value);
// From the members "fen" and "moves" of a body; `shown` is reported with an error. Read all other members
// first.
[[nodiscard]] Item item_of(Fields& fields, std::string shown);

// The evaluations of the positions of several requests, computed together: for each request the objects,
// separated by commas. Requires a network over planes.
[[nodiscard]] std::vector<std::string> evaluations_together(
    const Model& model, std::span<const std::vector<Item>* const> requests, Tally& tally);

// Reads {"fens": ["...", ...], "model": "..."} in one pass without copying. If there is anything unusual in
// it (other members, escapes, another order), it returns nothing, and the caller must use the JSON reader,
// which also explains faults. Otherwise the result is the same as that reader's
// (tests/service/evaluation_test.cpp).
struct FenList {
  std::vector<std::string_view> fens;  // in the body
  std::string_view model;              // empty: none
};
[[nodiscard]] std::optional<FenList> scan_fen_list(std::string_view body);

// Appends the object of each position, separated by commas; an object with "error" for an invalid position.
// Uses up to `threads` threads.
void append_evaluations(std::string& out, const Model& model, std::span<const std::string_view> fens,
                        int threads, Tally& tally);
// The same for positions that were already read.
void append_evaluations(std::string& out, const Model& model, std::span<const Item> items, int threads,
                        Tally& tally);
// The same for a list of objects with "fen" and "moves".
void append_evaluations(std::string& out, const Model& model, std::span<const base::JsonValue> games,
                        int threads, Tally& tally);

// Lines in, lines out, in portions of any size. A line is a bare FEN or an object with "fen" and "moves";
// empty lines are skipped. Holds no more than a block of lines: remove the output after each call.
class LineEvaluator {
 public:
  static constexpr std::size_t kLongestLine = 16 << 10;  // bytes; longer lines only give an error

  LineEvaluator(const Model& model, int threads) : model_(model), threads_(threads) {}

  // Appends the results of the complete lines to `out`.
  void take(std::string_view portion, std::string& out, Tally& tally);
  // The last line may lack a newline.
  void finish(std::string& out, Tally& tally);

 private:
  void evaluate(std::string_view lines, std::string& out, Tally& tally);

  const Model& model_;
  const int threads_;
  std::string rest_;      // an incomplete line
  bool passing_ = false;  // the line is too long: skip to its end
};

}  // namespace tabia::service
