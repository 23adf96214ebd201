#include "play/tune_record.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/file_lock.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "os/file.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::JsonFields;

constexpr int kTuneRecordVersion = 1;
constexpr std::string_view kType = "tune";
constexpr std::size_t kLargestRecord = std::size_t{1} << 26;

std::string lock_path(const std::string& path) { return path + ".lock"; }

std::vector<double> values_of(JsonFields& fields, const Spsa& spsa) {
  JsonFields list(fields.object("values"));
  std::vector<double> values;
  for (const SpsaParameter& parameter : spsa.parameters) {
    values.push_back(list.number(parameter.name));
    if (values.back() < parameter.min || values.back() > parameter.max)
      list.note(JsonFields::Fault::Range, parameter.name, "a number between min and max");
  }
  list.refuse_others();
  fields.note_inside("values", list);
  return values;
}

// A character for each game.
constexpr std::string_view kResults = "-=+";  // -1, 0, 1
constexpr char kNoResult = '.';

std::string running_text(const std::vector<std::optional<int>>& running) {
  std::string text;
  for (const auto& result : running)
    text += result ? kResults[static_cast<std::size_t>(*result + 1)] : kNoResult;
  return text;
}

std::vector<std::optional<int>> running_of(JsonFields& fields, std::size_t games) {
  const std::string text = fields.text("running");
  if (text.size() != games || text.find_first_not_of("-=+.") != std::string::npos)
    fields.note(JsonFields::Fault::Range, "running", concat(games, " of the characters - = + ."));
  std::vector<std::optional<int>> running;
  for (const char c : text) {
    const std::size_t place = kResults.find(c);
    running.push_back(place == std::string_view::npos ? std::nullopt
                                                      : std::optional<int>(static_cast<int>(place) - 1));
  }
  return running;
}

base::Result<void> check_settings(JsonFields& fields, const std::string& settings) {
  if (fields.optional_text("type") != kType)
    return Error{"this isn't the record of a tune; choose another --record"};
  if (fields.integer("version") != kTuneRecordVersion)
    fields.note(JsonFields::Fault::Range, "version", std::to_string(kTuneRecordVersion));
  const base::JsonValue& old_settings = fields.object("settings");
  TABIA_TRY_VOID(fields.finish());
  const auto new_settings = base::JsonValue::parse(settings);
  if (!new_settings) return new_settings.error().inside("settings of the tune");
  const std::string changed = difference(old_settings, *new_settings);
  if (changed.empty()) return {};
  return Error{concat("this is the record of another tune: ", changed,
                      ". Use the old settings to resume it, or choose another --record")};
}

// Does the path still name the open file?
bool is_at(const std::string& path, int descriptor) {
  const auto named = os::status_of(path);
  const auto opened = os::status_of(descriptor);
  return named && opened && named->device == opened->device && named->number == opened->number;
}

}  // namespace

TuneState start_of(const Spsa& spsa, std::size_t games) {
  return {.iterations = 0,
          .values = spsa.start_values(),
          .games = {},
          .running = std::vector<std::optional<int>>(games)};
}

std::string to_json(const TuneState& state, const Spsa& spsa, const std::string& settings) {
  base::JsonWriter json;
  json.begin_object()
      .field("iterations", state.iterations)
      .field("wins", state.games.wins)
      .field("draws", state.games.draws)
      .field("losses", state.games.losses);
  json.key("values").begin_object();
  for (std::size_t i = 0; i < state.values.size(); ++i) json.field(spsa.parameters[i].name, state.values[i]);
  json.end_object().field("running", std::string_view(running_text(state.running))).end_object();
  // The settings already are JSON.
  return concat("{\"type\":\"", kType, "\",\"version\":", kTuneRecordVersion, ",\"settings\":", settings, ',',
                std::string_view(json.text()).substr(1), '\n');
}

base::Result<TuneState> parse_tune_state(std::string_view text, const Spsa& spsa, const std::string& settings,
                                         std::size_t games) {
  const auto object = base::JsonValue::parse(text);
  if (!object) return Error{concat("this isn't the record of a tune: ", object.error().message)};
  JsonFields fields(*object);
  TABIA_TRY_VOID(check_settings(fields, settings));
  TuneState state;
  state.iterations = fields.count("iterations");
  if (state.iterations > spsa.schedule.iterations)
    fields.note(JsonFields::Fault::Range, "iterations", concat("at most ", spsa.schedule.iterations));
  for (const auto& [field, count] :
       {std::pair{"wins", &state.games.wins}, std::pair{"draws", &state.games.draws},
        std::pair{"losses", &state.games.losses}})
    *count = static_cast<std::int64_t>(fields.count(field));
  state.values = values_of(fields, spsa);
  state.running = running_of(fields, games);
  TABIA_TRY_VOID(fields.finish());
  return state;
}

base::Result<TuneRecord> TuneRecord::open(const std::string& path) {
  if (path.empty()) return TuneRecord("", -1);
  std::error_code ignored;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  if (base::is_written_straight(path))
    return Error{concat(path, ": isn't a regular file; a tune can be resumed only from one")};
  const std::string lock = lock_path(path);
  for (;;) {
    const int file = os::open_file(lock, os::Access::Lock);
    if (file < 0) return Error{concat(lock, ": can't open: ", std::strerror(errno))};
    if (!base::lock_exclusively(file)) {
      os::close_file(file);
      return Error{concat(path, ": another tune is writing to this record")};
    }
    if (is_at(lock, file)) return TuneRecord(path, file);
    os::close_file(file);  // its last owner has just removed it
  }
}

TuneRecord::~TuneRecord() {
  if (lock_ < 0) return;
  os::remove_file(lock_path(path_));
  os::close_file(lock_);
}

TuneRecord::TuneRecord(TuneRecord&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

base::Result<std::optional<std::string>> TuneRecord::read() const {
  if (path_.empty() || !std::filesystem::exists(path_)) return std::optional<std::string>();
  auto content = base::read_file(path_, kLargestRecord);
  if (!content) return content.error();
  if (content->empty()) return std::optional<std::string>();
  return std::optional<std::string>(std::move(*content));
}

base::Result<void> TuneRecord::save(const std::string& content) const {
  return path_.empty() ? base::Result<void>() : base::write_file_atomically(path_, content);
}

}  // namespace tabia::play
