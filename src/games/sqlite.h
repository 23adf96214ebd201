// games/sqlite.h: the part of SQLite that game databases need. sqlite.cpp is the only file that includes its
// header.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tabia::games {

// Was this program built with SQLite?
[[nodiscard]] bool has_sqlite() noexcept;

// A prepared statement. Parameters count from 1, columns from 0, as in SQLite. Not thread-safe.
class Statement {
 public:
  Statement& bind(int parameter, std::int64_t number);
  Statement& bind(int parameter, std::optional<std::int64_t> number);
  Statement& bind(int parameter, std::string_view text);  // the text must live until reset()
  Statement& bind_bytes(int parameter, std::string_view bytes);

  // Goes to the next row; false if there is none. The error message is SQLite's.
  [[nodiscard]] base::Result<bool> step();
  // Runs the statement to its end, so that it can be used again.
  [[nodiscard]] base::Result<void> run();
  void reset();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::optional<std::int64_t> optional_integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;  // or bytes

 private:
  friend class Connection;
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  explicit Statement(sqlite3_stmt* statement) noexcept : statement_(statement) {}

  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

// One open file. Not thread-safe.
class Connection {
 public:
  enum class Mode { Read, Write };  // Write creates the file if there is none

  // The error names the file and says what is wrong with it.
  [[nodiscard]] static base::Result<Connection> open(const std::string& path, Mode mode);

  // Requires correct SQL: only problems with the file or the disk are returned as errors.
  [[nodiscard]] base::Result<Statement> prepare(std::string_view sql) const;
  [[nodiscard]] base::Result<void> run(const char* sql) const;
  [[nodiscard]] std::int64_t last_row() const noexcept;
  // The number of rows that the last statement inserted.
  [[nodiscard]] int changes() const noexcept;

 private:
  struct Closer {
    void operator()(sqlite3* handle) const noexcept;
  };
  Connection(std::string path, sqlite3* handle) noexcept : path_(std::move(path)), handle_(handle) {}
  [[nodiscard]] base::Error error() const;

  std::string path_;
  std::unique_ptr<sqlite3, Closer> handle_;
};

}  // namespace tabia::games
