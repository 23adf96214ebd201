// base/result.h: how bad input from outside is reported: as a value, never as an exception.
//
// A function that reads text, a file or a network message returns Result<T>: either the value or an
// Error whose message says where, what was found and what was expected. Bugs of our own are not
// Errors; they stop the program through TABIA_CHECK (base/check.h).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace tabia::base {

// What went wrong, in words for a person: where, what was found, what was expected.
struct Error {
  std::string message;

  // The same fault seen from further out: "FILE:12: " in front of the message.
  [[nodiscard]] Error inside(const std::string& place) const { return Error{place + ": " + message}; }

  friend bool operator==(const Error&, const Error&) = default;
};

// A value of type T, or the Error that kept it from existing.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  // Requires ok().
  [[nodiscard]] T& value() & {
    TABIA_CHECK(ok(), "Result::value() of an error");
    return *std::get_if<0>(&content_);
  }
  [[nodiscard]] const T& value() const& {
    TABIA_CHECK(ok(), "Result::value() of an error");
    return *std::get_if<0>(&content_);
  }
  [[nodiscard]] T&& value() && { return std::move(value()); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Requires !ok().
  [[nodiscard]] const Error& error() const {
    TABIA_CHECK(!ok(), "Result::error() of a value");
    return *std::get_if<1>(&content_);
  }

 private:
  std::variant<T, Error> content_;
};

// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }

  // Requires !ok().
  [[nodiscard]] const Error& error() const {
    TABIA_CHECK(!ok(), "Result::error() of a success");
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace tabia::base
