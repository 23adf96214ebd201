#include "http/connection.h"

#include "os/system.h"

namespace tabia::http {

std::string_view DateText::now() {
  const std::time_t time = std::time(nullptr);
  if (time != time_) {
    time_ = time;
    const std::tm parts = os::utc(time);
    length_ = std::strftime(text_.data(), text_.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  }
  return {text_.data(), length_};
}

void Connection::begin_request() {
  stage = Stage::Head;
  body.clear();
  if (body.capacity() > kUnaccounted) body.shrink_to_fit();
  chunks = {};
  began = progressed = Clock::now();
}

}  // namespace tabia::http
