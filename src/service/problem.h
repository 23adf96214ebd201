// service/problem.h: what is wrong with a request, as sent to clients (RFC 9457, application/problem+json).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/json.h"
#include "http/http.h"

namespace tabia::service {

struct Problem {
  int status = 400;
  std::string detail;      // for people: what is wrong
  std::string field = {};  // of the JSON or of the FEN; empty: no particular one
  int retry_after_s = 0;   // 0: not given
};

// The value, or the problem that prevented it.
template <class T>
class [[nodiscard]] Checked {
 public:
  Checked(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Checked(Problem problem) : content_(std::in_place_index<1>, std::move(problem)) {}
  explicit operator bool() const noexcept { return content_.index() == 0; }
  [[nodiscard]] T& operator*() { return std::get<0>(content_); }
  [[nodiscard]] const T& operator*() const { return std::get<0>(content_); }
  [[nodiscard]] T* operator->() { return &std::get<0>(content_); }
  [[nodiscard]] const T* operator->() const { return &std::get<0>(content_); }
  [[nodiscard]] const Problem& problem() const { return std::get<1>(content_); }

 private:
  std::variant<T, Problem> content_;
};

// Writes the members of the problem to an open object.
void add_problem(base::JsonWriter& json, const Problem& problem);
[[nodiscard]] std::string to_json(const Problem& problem);
[[nodiscard]] http::Response to_response(const Problem& problem);

}  // namespace tabia::service
