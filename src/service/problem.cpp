#include "service/problem.h"

namespace tabia::service {

void add_problem(base::JsonWriter& json, const Problem& problem) {
  json.field("type", "about:blank").field("title", http::reason_of(problem.status));
  json.field("status", problem.status).field("detail", std::string_view(problem.detail));
  if (!problem.field.empty()) json.field("field", std::string_view(problem.field));
}

std::string to_json(const Problem& problem) {
  base::JsonWriter json;
  json.begin_object();
  add_problem(json, problem);
  return json.end_object().text();
}

http::Response to_response(const Problem& problem) {
  http::Response response;
  response.status = problem.status;
  response.content_type = "application/problem+json";
  response.body = to_json(problem);
  if (problem.retry_after_s > 0)
    response.headers.emplace_back("Retry-After", std::to_string(problem.retry_after_s));
  if (problem.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

http::Response fresh_response(std::string body, std::string_view type) {
  http::Response response = http::json_response(std::move(body));
  response.content_type = type;
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace tabia::service
