// base/result.h: how bad input from outside is reported: as a value, never as an exception.
//
// A function that reads text, a file or a network message returns Result<T>: either the value or an
// Error whose message says where, what was found and what was expected. Our own bugs are not Errors; they
// stop the program through TABIA_CHECK (base/check.h).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace tabia::base {

// What a failure means to the caller. Commands map it to their exit code.
enum class ErrorKind {
  Input,        // input is wrong: a FEN, a file, a message
  Usage,        // the request is wrong: an unknown option, a value out of range
  Interrupted,  // the user stopped the work
  Failed,       // the work failed: a full disk, no memory, another program
};

// What went wrong, in words: where, what was found, what was expected.
struct Error {
  std::string message;
  ErrorKind kind = ErrorKind::Input;

  // The same fault with its context in front: "FILE:12: ".
  [[nodiscard]] Error inside(const std::string& place) const { return Error{place + ": " + message, kind}; }
  // The same fault, as a mistake in the request.
  [[nodiscard]] Error as_usage() const { return Error{message, ErrorKind::Usage}; }

  friend bool operator==(const Error&, const Error&) = default;
};

[[nodiscard]] inline Error usage_fault(std::string message) {
  return Error{std::move(message), ErrorKind::Usage};
}
[[nodiscard]] inline Error interruption() { return Error{"interrupted", ErrorKind::Interrupted}; }

// A value of type T, or the error that prevented it: an Error, unless the caller has its own error type.
template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : content_(std::in_place_index<1>, std::move(error)) {}

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
  [[nodiscard]] const E& error() const {
    TABIA_CHECK(!ok(), "Result::error() of a value");
    return *std::get_if<1>(&content_);
  }

 private:
  std::variant<T, E> content_;
};

// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void, Error> {
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

// Propagates an error: returns it from the enclosing function, or continues with the value.
//   TABIA_TRY(const Position position, parse_fen(text));
//   TABIA_TRY_VOID(writer.finish());
#define TABIA_TRY(declaration, ...) \
  TABIA_TRY_NAMED(TABIA_JOINED(tabia_result_, __LINE__), declaration, __VA_ARGS__)
#define TABIA_TRY_NAMED(result, declaration, ...) \
  auto result = (__VA_ARGS__);                    \
  if (!result) return result.error();             \
  declaration = *std::move(result)
#define TABIA_TRY_VOID(...)                                                            \
  do {                                                                                 \
    if (auto tabia_result = (__VA_ARGS__); !tabia_result) return tabia_result.error(); \
  } while (false)
#define TABIA_JOINED(a, b) TABIA_JOINED_NOW(a, b)
#define TABIA_JOINED_NOW(a, b) a##b
