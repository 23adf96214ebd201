#include "service/address.h"

#include <algorithm>

#include "base/percent.h"
#include "base/text.h"

namespace tabia::service {

std::string_view without_version(std::string_view path) {
  return path.starts_with("/v1/") ? path.substr(3) : path;
}

bool fits(std::string_view path, std::string_view pattern) {
  constexpr std::string_view kName = "NAME";
  const std::size_t at = pattern.find(kName);
  if (at == std::string_view::npos) return path == pattern;
  const std::string_view before = pattern.substr(0, at);
  const std::string_view after = pattern.substr(at + kName.size());
  if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after))
    return false;
  return path.substr(before.size(), path.size() - before.size() - after.size()).find('/') ==
         std::string_view::npos;
}

std::string name_in(std::string_view path) {
  path = without_version(path);
  path.remove_prefix(std::min(path.find('/', 1), path.size() - 1) + 1);
  return std::string(path.substr(0, path.find('/')));
}

Checked<std::string> query_value(std::string_view query, std::string_view name) {
  for (const std::string_view part : base::split(query, '&')) {
    const std::size_t equal = std::min(part.find('='), part.size());
    if (part.substr(0, equal) != name) continue;
    auto value = base::percent_decoded(part.substr(std::min(equal + 1, part.size())));
    if (!value)
      return Problem{.status = 400,
                     .detail = base::concat(name,
                                            ": a % in the URL must be followed by two hexadecimal "
                                            "digits"),
                     .field = std::string(name)};
    return std::move(*value);
  }
  return std::string();
}

std::string_view without_port(std::string_view host) {
  const std::size_t from = host.starts_with('[') ? host.find(']') : 0;
  if (from == std::string_view::npos) return host;
  return host.substr(0, host.find(':', from));
}

std::string_view host_of(std::string_view origin) {
  const std::size_t at = origin.find("://");
  return at == std::string_view::npos ? "" : origin.substr(at + 3);
}

}  // namespace tabia::service
