#include "games/sqlite.h"

#include "base/text.h"

#if TABIA_HAS_SQLITE
#include <sqlite3.h>
#endif

namespace tabia::games {

using base::concat;
using base::Error;
using base::ErrorKind;
using base::Result;

#if TABIA_HAS_SQLITE

namespace {

constexpr int kPatienceMs = 60'000;  // how long to wait while another program writes

int length_of(std::string_view text) { return static_cast<int>(text.size()); }

}  // namespace

bool has_sqlite() noexcept { return true; }

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const noexcept {
  ::sqlite3_finalize(statement);
}
void Connection::Closer::operator()(sqlite3* handle) const noexcept { ::sqlite3_close(handle); }

Statement& Statement::bind(int parameter, std::int64_t number) {
  ::sqlite3_bind_int64(statement_.get(), parameter, number);
  return *this;
}

Statement& Statement::bind(int parameter, std::optional<std::int64_t> number) {
  if (number) return bind(parameter, *number);
  ::sqlite3_bind_null(statement_.get(), parameter);
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
  // SQLite would store a null pointer as NULL.
  ::sqlite3_bind_text(statement_.get(), parameter, text.empty() ? "" : text.data(), length_of(text), nullptr);
  return *this;
}

Statement& Statement::bind_bytes(int parameter, std::string_view bytes) {
  ::sqlite3_bind_blob(statement_.get(), parameter, bytes.empty() ? "" : bytes.data(), length_of(bytes),
                      nullptr);
  return *this;
}

Result<bool> Statement::step() {
  const int code = ::sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* handle = ::sqlite3_db_handle(statement_.get());
  const char* file = ::sqlite3_db_filename(handle, nullptr);
  return Error{concat(file ? file : "", ": ", ::sqlite3_errmsg(handle)), ErrorKind::Failed};
}

Result<void> Statement::run() {
  Result<bool> stepped = true;
  while (stepped && *stepped) stepped = step();
  reset();
  if (!stepped) return stepped.error();
  return {};
}

void Statement::reset() { ::sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) const { return ::sqlite3_column_int64(statement_.get(), column); }

std::optional<std::int64_t> Statement::optional_integer(int column) const {
  if (::sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
  return integer(column);
}

double Statement::real(int column) const { return ::sqlite3_column_double(statement_.get(), column); }

std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(::sqlite3_column_blob(statement_.get(), column));
  const int size = ::sqlite3_column_bytes(statement_.get(), column);
  return bytes ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
}

Error Connection::error() const {
  return Error{concat(path_, ": ", ::sqlite3_errmsg(handle_.get())), ErrorKind::Failed};
}

Result<Connection> Connection::open(const std::string& path, Mode mode) {
  sqlite3* handle = nullptr;
  const int flags = mode == Mode::Write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const int code = ::sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  Connection connection(path, handle);
  if (code != SQLITE_OK)
    return Error{concat(path, ": can't be opened as a database: ", ::sqlite3_errstr(code))};
  ::sqlite3_busy_timeout(handle, kPatienceMs);
  return connection;
}

Result<Statement> Connection::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  if (::sqlite3_prepare_v2(handle_.get(), sql.data(), length_of(sql), &statement, nullptr) != SQLITE_OK)
    return error();
  return Statement(statement);
}

Result<void> Connection::run(const char* sql) const {
  if (::sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return {};
}

std::int64_t Connection::last_row() const noexcept { return ::sqlite3_last_insert_rowid(handle_.get()); }
int Connection::changes() const noexcept { return ::sqlite3_changes(handle_.get()); }

#else

bool has_sqlite() noexcept { return false; }

// Without SQLite no file can be opened, so nothing below is ever called.
Result<Connection> Connection::open(const std::string& path, Mode) {
  return Error{
      concat(path, ": this program was built without SQLite; install libsqlite3-dev and build it again"),
      ErrorKind::Failed};
}

void Statement::Finalizer::operator()(sqlite3_stmt*) const noexcept {}
void Connection::Closer::operator()(sqlite3*) const noexcept {}
Statement& Statement::bind(int, std::int64_t) { return *this; }
Statement& Statement::bind(int, std::optional<std::int64_t>) { return *this; }
Statement& Statement::bind(int, std::string_view) { return *this; }
Statement& Statement::bind_bytes(int, std::string_view) { return *this; }
Result<bool> Statement::step() { return false; }
Result<void> Statement::run() { return {}; }
void Statement::reset() {}
std::int64_t Statement::integer(int) const { return 0; }
std::optional<std::int64_t> Statement::optional_integer(int) const { return std::nullopt; }
double Statement::real(int) const { return 0; }
std::string Statement::text(int) const { return {}; }
Error Connection::error() const { return Error{path_}; }
Result<Statement> Connection::prepare(std::string_view) const { return error(); }
Result<void> Connection::run(const char*) const { return error(); }
std::int64_t Connection::last_row() const noexcept { return 0; }
int Connection::changes() const noexcept { return 0; }

#endif

}  // namespace tabia::games
