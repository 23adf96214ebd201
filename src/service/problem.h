// service/problem.h: what is wrong with a request, as sent to clients (RFC 9457, application/problem+json).
#pragma once

#include <string>

#include "base/json.h"
#include "base/result.h"
#include "http/http.h"

namespace tabia::service {

struct Problem {
  int status = 400;
  std::string detail;      // what is wrong, in words
  std::string field = {};  // the field of the JSON or the FEN; empty: no particular one
  int retry_after_s = 0;   // 0: not given
};

template <class T>
using Checked = base::Result<T, Problem>;

// Writes the members of the problem to an open object.
void add_problem(base::JsonWriter& json, const Problem& problem);
[[nodiscard]] std::string to_json(const Problem& problem);
[[nodiscard]] http::Response to_response(const Problem& problem);

// A successful response to a GET whose result changes over time.
[[nodiscard]] http::Response fresh_response(std::string body, std::string_view type = "application/json");

}  // namespace tabia::service
