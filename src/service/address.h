// service/address.h: takes apart the addresses that clients request, and the hosts that they name.
#pragma once

#include <string>
#include <string_view>

#include "service/problem.h"

namespace tabia::service {

// Removes a version: /v1/evaluate means the same as /evaluate.
[[nodiscard]] std::string_view without_version(std::string_view path);

// "/runs/abc/events" matches "/runs/NAME/events".
[[nodiscard]] bool fits(std::string_view path, std::string_view pattern);

// The segment of the path that matches NAME, which is always the second: "abc" in "/runs/abc/events".
[[nodiscard]] std::string name_in(std::string_view path);

// The value of a name in "a=1&b=2", decoded; empty if it is missing.
[[nodiscard]] Checked<std::string> query_value(std::string_view query, std::string_view name);

// The "example.org" in "example.org:8080", the "[::1]" in "[::1]:8080".
[[nodiscard]] std::string_view without_port(std::string_view host);

// The "example.org:8080" in "https://example.org:8080".
[[nodiscard]] std::string_view host_of(std::string_view origin);

}  // namespace tabia::service
