#include "play/batches.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/file.h"
#include "base/file_lock.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/container.h"
#include "runs/live.h"

namespace tabia::play {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;
using data::GameRecord;

constexpr int kBatchesVersion = 2;  // 1: settings that were not derived from described fields
constexpr std::size_t kLargestManifest = std::size_t{1} << 24;
constexpr std::string_view kPartExtension = ".part";
constexpr std::string_view kFinalPrefix = "games-";
constexpr std::string_view kPartPrefix = "batch-";

std::string numbered(std::string_view prefix, std::uint64_t number, std::string_view extension) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%06llu", static_cast<unsigned long long>(number));
  return concat(prefix, digits.data(), extension);
}

// The number in a name made by numbered().
std::optional<std::uint64_t> number_in(std::string_view name, std::string_view prefix,
                                       std::string_view extension) {
  if (!name.starts_with(prefix) || !name.ends_with(extension) ||
      name.size() <= prefix.size() + extension.size())
    return std::nullopt;
  name.remove_prefix(prefix.size());
  name.remove_suffix(extension.size());
  return base::parse_integer<std::uint64_t>(name);
}

Error folder_error(const std::string& path, std::string_view action, const std::error_code& fault) {
  return Error{concat(path, ": can't ", action, ": ", fault.message())};
}

Result<void> remove_file(const std::string& path) {
  std::error_code fault;
  fs::remove(path, fault);
  if (fault) return folder_error(path, "remove", fault);
  return {};
}

// Calls visit(GameRecord&) -> Result<bool> for the records of the file until it returns false. Damage is an
// error.
template <class Visitor>
Result<void> read_records(const std::string& path, Visitor&& visit) {
  auto reader = data::ContainerReader::open(path);
  if (!reader) return reader.error();
  GameRecord record;
  for (;;) {
    const auto more = (*reader)->next(record);
    if (!more) return more.error();
    if (!*more) return {};
    const auto go_on = visit(record);
    if (!go_on) return go_on.error();
    if (!*go_on) return {};
  }
}

struct BatchCount {
  std::uint64_t records = 0;
  std::uint64_t positions = 0;
  bool finished = false;
};

// --- the files of the folder

// Opening a file only looks at the headers of its blocks.
Result<void> check_blocks(const data::Container& container) {
  data::BlockContent content;
  for (std::size_t i = 0; i < container.block_count(); ++i) {
    if (auto read = container.read_block(i, content); !read) return read;
  }
  return {};
}

class Folder {
 public:
  Folder(std::string path, const data::DataInfo& info, const BatchShare& share)
      : path_(std::move(path)), info_(info), share_(share) {}

  [[nodiscard]] std::string final_path(std::uint64_t batch) const {
    return (fs::path(path_) / numbered(kFinalPrefix, batch, data::kContainerExtension)).string();
  }
  [[nodiscard]] std::string part_path(std::uint64_t batch) const {
    return (fs::path(path_) / numbered(kPartPrefix, batch, kPartExtension)).string();
  }

  struct Content {
    std::map<std::uint64_t, BatchCount> finals;
    std::vector<std::uint64_t> parts;
    bool has_foreign_data = false;  // .tabia files that we didn't write
  };

  // Lists the existing files of our share, and removes what a killed run left behind: temporary files, parts
  // of finished batches.
  [[nodiscard]] Result<Content> look() const {
    Content content;
    std::vector<std::string> names;
    std::error_code fault;
    for (fs::directory_iterator entry(path_, fault), end; !fault && entry != end; entry.increment(fault))
      names.push_back(entry->path().filename().string());
    if (fault) return folder_error(path_, "list the folder", fault);
    for (const std::string& name : names) {
      const std::string file = (fs::path(path_) / name).string();
      if (is_others(name)) continue;
      if (name.starts_with(kFinalPrefix) && name.find(".tabia.tmp.") != std::string::npos) {
        if (auto removed = remove_file(file); !removed) return removed.error();
      } else if (const auto part = number_in(name, kPartPrefix, kPartExtension)) {
        content.parts.push_back(*part);
      } else if (const auto batch = number_in(name, kFinalPrefix, data::kContainerExtension)) {
        const auto container = data::Container::open(file);
        if (!container) return container.error();
        if (!container->problems().empty())
          return Error{
              concat(container->problems().front().message, "; remove the file and it will be rebuilt")};
        if (auto whole = check_blocks(*container); !whole)
          return Error{concat(whole.error().message, "; remove the file and it will be rebuilt")};
        content.finals[*batch] = {container->records(), container->positions(), true};
      } else if (name.ends_with(data::kContainerExtension)) {
        content.has_foreign_data = true;
      }
    }
    const auto is_left_over = [&](std::uint64_t batch) { return content.finals.contains(batch); };
    for (const std::uint64_t batch : content.parts) {
      if (!is_left_over(batch)) continue;
      if (auto removed = remove_file(part_path(batch)); !removed) return removed.error();
    }
    std::erase_if(content.parts, is_left_over);
    return content;
  }

  // Opens the part to continue it. If that isn't possible, starts it over: its records can be made again.
  [[nodiscard]] Result<std::unique_ptr<data::ShardWriter>> open_part(std::uint64_t batch,
                                                                     std::uint64_t size) const {
    const std::string path = part_path(batch);
    auto writer = data::ShardWriter::open(path, info_);
    if (writer && (*writer)->records() <= size) return writer;
    if (auto removed = remove_file(path); !removed) return removed.error();
    return data::ShardWriter::open(path, info_);
  }

  // A batch that was cut short becomes a part again.
  [[nodiscard]] Result<void> reopen(std::uint64_t batch) const {
    if (auto removed = remove_file(part_path(batch)); !removed) return removed;
    auto writer = data::ShardWriter::open(part_path(batch), info_);
    if (!writer) return writer.error();
    const auto copied = read_records(final_path(batch), [&](const GameRecord& record) -> Result<bool> {
      if (auto written = (*writer)->write(record); !written) return written.error();
      return true;
    });
    if (!copied) return copied;
    if (auto flushed = (*writer)->flush(); !flushed) return flushed;
    return remove_file(final_path(batch));
  }

  // The first `size` records of `source` (the part or the finished file) as the finished file.
  [[nodiscard]] Result<void> finish_batch(std::uint64_t batch, const std::string& source,
                                          std::uint64_t size) const {
    auto writer = data::ContainerWriter::create(final_path(batch), info_);
    if (!writer) return writer.error();
    std::uint64_t count = 0;
    const auto copied = read_records(source, [&](const GameRecord& record) -> Result<bool> {
      if (auto written = (*writer)->write(record); !written) return written.error();
      return ++count < size;
    });
    if (!copied) return copied;
    TABIA_CHECK(count == size, "a batch with all its records");
    if (auto finished = (*writer)->finish(); !finished) return finished;
    return remove_file(part_path(batch));
  }

 private:
  // Finished, unfinished or temporary: a file of a batch that another task makes.
  [[nodiscard]] bool is_others(std::string_view name) const {
    const std::string_view stem = name.substr(0, name.find('.'));
    const auto batch = number_in(stem, stem.starts_with(kFinalPrefix) ? kFinalPrefix : kPartPrefix, "");
    return batch && !share_.has(*batch);
  }

  std::string path_;
  data::DataInfo info_;
  BatchShare share_;
};

// --- what is being made

std::string target_json(const BatchTarget& target) {
  base::JsonWriter json;
  json.begin_object();
  if (target.records) json.field("records", *target.records);
  if (target.positions) json.field("positions", *target.positions);
  return json.end_object().text();
}

// A smaller target than before would mean discarding data.
Result<void> check_target(const base::JsonValue& old_target, const BatchTarget& target) {
  base::JsonFields fields(old_target);
  for (const auto& [key, wanted] :
       {std::pair{"records", target.records}, std::pair{"positions", target.positions}}) {
    if (fields.has(key) != wanted.has_value())
      return Error{"it was started with another kind of target; give the same one: games or positions"};
    const std::uint64_t before = wanted ? fields.count(key) : 0;
    if (wanted && *wanted < before)
      return Error{concat("it was started for ", before, ' ',
                          key == std::string_view("records") ? "games" : key, ", expected no fewer, found ",
                          *wanted)};
  }
  return fields.finish();
}

// Compares with the description in the folder, or writes one. Returns the size of batches.
Result<std::uint64_t> agree(const std::string& folder, const BatchJob& job, bool is_empty) {
  const std::string path = (fs::path(folder) / concat(job.kind, ".json")).string();
  std::uint64_t batch_records = job.batch_records;
  std::error_code ignored;
  std::string old_text;
  if (fs::exists(path, ignored)) {
    const auto text = base::read_file(path, kLargestManifest);
    if (!text) return text.error();
    old_text = *text;
    const auto old_value = base::JsonValue::parse(*text);
    if (!old_value) return old_value.error().inside(path);
    base::JsonFields fields(*old_value);
    const std::uint64_t version = fields.count("version");
    if (fields.finish() && version < kBatchesVersion)
      return Error{concat(folder,
                          ": was started by an older version of this program, whose settings can't be "
                          "compared; finish it with that version or choose another folder")};
    const std::uint64_t batch = fields.count("batch");
    const base::JsonValue& settings = fields.object("settings");
    const base::JsonValue& target = fields.object("target");
    if (const auto read = fields.finish(); !read) return read.error().inside(path);
    if (version != kBatchesVersion || batch == 0)
      return Error{concat(path, ": expected version ", kBatchesVersion, " with a batch of records")};
    const auto wanted = base::JsonValue::parse(job.settings);
    TABIA_CHECK(wanted.ok(), "the settings of a job are JSON");
    if (const std::string changed = difference(settings, *wanted); !changed.empty())
      return Error{concat(folder, ": holds other data: ", changed,
                          ". Use the old options to resume it, or choose another folder")};
    if (const auto good = check_target(target, job.target); !good) return good.error().inside(folder);
    batch_records = batch;
  } else if (!is_empty) {
    return Error{concat(folder, ": holds data that this command didn't make; choose another folder")};
  }
  const std::string program = base::JsonWriter().value(job.program).text();
  const std::string text =
      concat("{\"version\":", kBatchesVersion, ",\"program\":", program, ",\"batch\":", batch_records,
             ",\"target\":", target_json(job.target), ",\"settings\":", job.settings, "}\n");
  if (text != old_text) {
    if (auto written = base::write_file_atomically(path, text); !written) return written.error();
  }
  return batch_records;
}

// --- the work

class Work {
 public:
  Work(const Folder& folder, const BatchJob& job, std::uint64_t batch_records, Folder::Content content,
       RecordPlan& plan, BatchObserver& observer, const std::stop_token& stop, team::Desk* desk = nullptr)
      : folder_(folder),
        job_(job),
        batch_records_(batch_records),
        content_(std::move(content)),
        plan_(plan),
        observer_(observer),
        outer_stop_(stop),
        desk_(desk),
        live_({}, !job.team || job.team->leads() ? job.metrics : std::string(), job.kind) {}

  Result<BatchOutcome> run(int workers) {
    {
      const std::stop_callback pass_on(outer_stop_, [this] { stop_.request_stop(); });
      std::vector<std::thread> threads;
      for (int i = 1; i < workers; ++i) {
        auto thread = base::start_thread([this] { serve(); });
        if (!thread) break;  // the result is the same with any number of threads
        threads.push_back(std::move(*thread));
      }
      serve();
      for (std::thread& thread : threads) thread.join();
    }
    if (error_) return *error_;
    if (desk_) return BatchOutcome{.complete = !outer_stop_.stop_requested(), .progress = progress_};
    if (!is_complete()) return BatchOutcome{.complete = false, .progress = progress_};
    if (job_.target.positions) {
      if (auto cut = cut_surplus(); !cut) return cut.error();
    }
    return BatchOutcome{.complete = true, .progress = progress_};
  }

 private:
  struct Batch {
    std::uint64_t number = 0;
    std::uint64_t size = 0;
  };

  void fail(const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = error;
    stop_.request_stop();
  }

  // The loop of one thread.
  void serve() {
    try {
      const std::unique_ptr<RecordMaker> maker = plan_.maker();
      while (const auto batch = take()) {
        if (auto made = make(*batch, *maker); !made) return fail(made.error());
      }
    } catch (const std::exception& fault) {
      fail(Error{fault.what()});
    }
  }

  // The next unfinished batch.
  std::optional<Batch> take() {
    const std::scoped_lock lock(mutex_);
    while (!stop_.stop_requested() && !no_more_) {
      const std::uint64_t number = counts_.size();
      if (desk_ && (!dealt_ || number > *dealt_) && !ask()) break;
      const bool is_ours = desk_ ? number == *dealt_ : job_.share.has(number);
      const auto found = content_.finals.find(number);
      const bool is_there = found != content_.finals.end();
      const auto size = size_of(number, is_there || !is_ours);
      if (!size) {
        if (!error_) error_ = size.error();
        stop_.request_stop();
        break;
      }
      if (*size == 0) {
        no_more_ = true;
        break;
      }
      counts_.emplace_back();
      if (!is_ours) {
        counts_.back().finished = true;
        plan_.forget_batch(number);
        look_for_end();
        continue;
      }
      if (!is_there || (found->second.records < *size && !is_last(number, found->second)))
        return Batch{number, *size};
      counts_.back() = found->second;
      if (desk_) finished_.push_back(number);
      progress_.records += found->second.records;
      progress_.positions += found->second.positions;
      plan_.forget_batch(number);
      look_for_end();
    }
    return std::nullopt;
  }

  // Fetches the next number from the desk; false: there is no more work, or an error. What was finished since
  // the last time is handed in.
  bool ask() {
    std::string finished;
    for (const std::uint64_t batch : std::exchange(finished_, {}))
      finished += concat(finished.empty() ? "" : " ", batch, ':', counts_[batch].positions);
    const auto dealt = desk_->ask(finished);
    if (!dealt) {
      if (!error_) error_ = dealt.error();
      stop_.request_stop();
      return false;
    }
    if (*dealt) dealt_ = *dealt;
    return dealt->has_value();
  }

  // Is this batch short because there were enough positions, and are there still enough?
  [[nodiscard]] bool is_last(std::uint64_t batch, const BatchCount& count) const {
    return job_.target.positions && whole_batches_ == batch &&
           whole_positions_ + count.positions >= *job_.target.positions;
  }

  Result<std::uint64_t> size_of(std::uint64_t batch, bool finished) {
    auto size = plan_.batch_size(batch, batch_records_, finished);
    if (!size || !job_.target.records) return size;
    const std::uint64_t first = batch * batch_records_;
    return first >= *job_.target.records ? 0 : std::min(*size, *job_.target.records - first);
  }

  Result<void> make(const Batch& batch, RecordMaker& maker) {
    if (content_.finals.contains(batch.number)) {
      if (auto reopened = folder_.reopen(batch.number); !reopened) return reopened;
    }
    auto part = folder_.open_part(batch.number, batch.size);
    if (!part) return part.error();
    count_existing(batch.number, **part);
    auto handed_over = std::chrono::steady_clock::now();
    for (std::uint64_t index = (*part)->records(); index < batch.size; ++index) {
      if (stop_.stop_requested()) return (*part)->hand_over();
      const auto record =
          maker.make({batch.number, index, batch.number * batch_records_ + index}, stop_.get_token());
      if (!record) return record.error();
      if (!*record) return (*part)->hand_over();
      if (auto written = (*part)->write(**record); !written) return written;
      const auto now = std::chrono::steady_clock::now();
      if (now - handed_over >= job_.hand_over_after) {
        if (auto done = (*part)->hand_over(); !done) return done;
        handed_over = now;
      }
      count_new(batch.number, **record);
    }
    if (auto done = (*part)->hand_over(); !done) return done;
    part->reset();
    if (auto finished = folder_.finish_batch(batch.number, folder_.part_path(batch.number), batch.size);
        !finished)
      return finished;
    const std::scoped_lock lock(mutex_);
    counts_[batch.number].finished = true;
    if (desk_) finished_.push_back(batch.number);
    plan_.forget_batch(batch.number);
    look_for_end();
    return {};
  }

  void count_existing(std::uint64_t batch, const data::ShardWriter& part) {
    const std::scoped_lock lock(mutex_);
    counts_[batch].records = part.records();
    counts_[batch].positions = part.positions();
    progress_.records += part.records();
    progress_.positions += part.positions();
    look_for_end();
  }

  void count_new(std::uint64_t batch, const GameRecord& record) {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t positions = record.plies.size();
    counts_[batch].records += 1;
    counts_[batch].positions += positions;
    progress_.records += 1;
    progress_.positions += positions;
    progress_.new_records += 1;
    progress_.new_positions += positions;
    progress_.new_results[static_cast<std::size_t>(record.result)] += 1;
    observer_.on_record(progress_);
    live_.tell({.step = "play",
                .done = progress_.positions,
                .total = job_.target.positions.value_or(0),
                .games = progress_.records,
                .ranks = static_cast<std::uint64_t>(job_.team ? job_.team->size() : 1)});
    look_for_end();
  }

  // Stops all threads once there are enough positions without a gap.
  void look_for_end() {
    while (whole_batches_ < counts_.size() && counts_[whole_batches_].finished)
      whole_positions_ += counts_[whole_batches_++].positions;
    if (!job_.target.positions || desk_) return;  // in a team, the leader knows
    std::uint64_t positions = whole_positions_;
    if (whole_batches_ < counts_.size()) positions += counts_[whole_batches_].positions;
    if (positions < *job_.target.positions) return;
    enough_ = true;
    stop_.request_stop();
  }

  [[nodiscard]] bool is_complete() const {
    return job_.target.positions ? enough_ : no_more_ && whole_batches_ == counts_.size();
  }

  // Keeps the smallest number of records with enough positions. Later batches are removed first: a run that
  // is killed here finds the same end again.
  Result<void> cut_surplus() {
    const auto content = folder_.look();
    if (!content) return content.error();
    std::uint64_t batch = 0;
    std::uint64_t positions = 0;
    BatchProgress kept = progress_;
    kept.records = 0;
    for (; content->finals.contains(batch); ++batch) {
      const BatchCount& count = content->finals.at(batch);
      if (positions + count.positions >= *job_.target.positions) break;
      positions += count.positions;
      kept.records += count.records;
    }
    const bool is_final = content->finals.contains(batch);
    const std::string source = is_final ? folder_.final_path(batch) : folder_.part_path(batch);
    std::uint64_t size = 0;
    const auto counted = read_records(source, [&](const GameRecord& record) -> Result<bool> {
      ++size;
      positions += record.plies.size();
      return positions < *job_.target.positions;
    });
    if (!counted) return counted;
    for (auto last = content->finals.rbegin(); last != content->finals.rend() && last->first > batch;
         ++last) {
      if (auto removed = remove_file(folder_.final_path(last->first)); !removed) return removed;
    }
    for (const std::uint64_t part : content->parts) {
      if (part <= batch) continue;
      if (auto removed = remove_file(folder_.part_path(part)); !removed) return removed;
    }
    kept.records += size;
    kept.positions = positions;
    progress_ = kept;
    if (is_final && content->finals.at(batch).records == size) return {};
    return folder_.finish_batch(batch, source, size);
  }

  const Folder& folder_;
  const BatchJob& job_;
  const std::uint64_t batch_records_;
  const Folder::Content content_;
  RecordPlan& plan_;
  BatchObserver& observer_;
  const std::stop_token outer_stop_;
  std::stop_source stop_;
  team::Desk* const desk_;  // null: all batches of the share are ours

  std::mutex mutex_;                     // guards everything below
  std::optional<std::uint64_t> dealt_;   // the batch that the desk gave last
  std::vector<std::uint64_t> finished_;  // since then
  std::vector<BatchCount> counts_;       // of the batches that were handed out or found
  std::uint64_t whole_batches_ = 0;      // this many batches from the first on are finished
  std::uint64_t whole_positions_ = 0;
  bool no_more_ = false;
  bool enough_ = false;
  BatchProgress progress_;
  runs::LiveFile live_;
  std::optional<Error> error_;
};

// Removes what a process left behind that was killed while it wrote the description. Requires the folder's
// lock.
void remove_leftovers(const std::string& folder, const BatchJob& job) {
  const std::string begin = concat(job.kind, ".json.tmp.");
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::error_code kept;
    if (entry->path().filename().string().starts_with(begin)) fs::remove(entry->path(), kept);
  }
}

std::string lock_of(const std::string& folder, const BatchShare& share) {
  return (fs::path(folder) / concat("share-", share.index, "-of-", share.count, ".lock")).string();
}

// Are there tasks that divide the same work in another way? Locks of tasks that were killed are removed.
Result<void> check_other_shares(const std::string& folder, const BatchShare& share) {
  const std::string ours = concat("-of-", share.count, ".lock");
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with("share-") || !name.ends_with(".lock") || name.ends_with(ours)) continue;
    if (const auto lock = base::LockFile::take(entry->path().string()); !lock)
      return Error{concat(folder, ": another task is working here with a different number of shares (", name,
                          "); all tasks must give the same N in --share I/N")};
  }
  return {};
}

}  // namespace

Result<BatchShare> read_share(std::string_view text) {
  const auto parts = base::split(text, '/');
  if (parts.size() != 2) return base::unexpected(text, "I/N, such as 3/8");
  TABIA_TRY(const std::int64_t count, base::read_whole(parts[1], 1, 1'000'000));
  TABIA_TRY(const std::int64_t index, base::read_whole(parts[0], 0, count));
  return BatchShare{static_cast<std::uint64_t>(index % count), static_cast<std::uint64_t>(count)};
}

std::optional<std::string> share_text(const BatchShare& share) {
  if (share.is_all()) return std::nullopt;
  return concat(share.index, '/', share.count);
}

Result<BatchOutcome> make_batches(const std::string& folder, const BatchJob& job, RecordPlan& plan,
                                  int workers, BatchObserver& observer, const std::stop_token& stop) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault) return folder_error(folder, "create the folder", fault);
  const bool is_alone = job.share.is_all();
  const auto lock =
      base::FolderLock::take(folder, is_alone ? base::LockKind::Exclusive : base::LockKind::Shared);
  if (!lock) return lock.error();
  std::optional<base::LockFile> share_lock;
  if (is_alone) {
    remove_leftovers(folder, job);
  } else {
    if (job.target.positions)
      return base::usage_fault("--share needs a number of games: give --games N instead of --positions N");
    TABIA_TRY_VOID(check_other_shares(folder, job.share));
    TABIA_TRY(base::LockFile taken, base::LockFile::take(lock_of(folder, job.share)));
    share_lock.emplace(std::move(taken));
  }
  const Folder files(folder, job.info, job.share);
  auto content = files.look();
  if (!content) return content.error();
  const bool is_empty = content->finals.empty() && content->parts.empty() && !content->has_foreign_data;
  std::optional<base::LockFile> description_lock;  // several tasks may start at the same time
  if (!is_alone) {
    TABIA_TRY(base::LockFile taken,
              base::LockFile::take((fs::path(folder) / concat(job.kind, ".json.lock")).string()));
    description_lock.emplace(std::move(taken));
  }
  const auto batch_records = agree(folder, job, is_empty);
  description_lock.reset();
  if (!batch_records) return batch_records.error();
  return Work(files, job, *batch_records, std::move(*content), plan, observer, stop).run(workers);
}

namespace {

// The leader does this before the other members look at the folder, so that they find its description and
// nothing that a killed run left behind.
Result<std::optional<base::FolderLock>> open_for_team(const std::string& folder, const BatchJob& job) {
  if (!job.team->leads()) return std::optional<base::FolderLock>();
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault) return folder_error(folder, "create the folder", fault);
  TABIA_TRY(base::FolderLock lock, base::FolderLock::take(folder));
  remove_leftovers(folder, job);
  TABIA_TRY(const Folder::Content content, Folder(folder, job.info, {}).look());
  TABIA_TRY_VOID(
      agree(folder, job, content.finals.empty() && content.parts.empty() && !content.has_foreign_data));
  return std::optional(std::move(lock));
}

// Batches in order, until there are enough positions in those that were handed in.
team::Deal dealer(const BatchTarget& target) {
  struct State {
    std::uint64_t next = 0;
    std::uint64_t positions = 0;
  };
  return [target, state = std::make_shared<State>()](
             std::string_view finished) -> Result<std::optional<std::uint64_t>> {
    for (const std::string_view batch : base::words(finished))
      state->positions += base::parse_integer<std::uint64_t>(batch.substr(batch.find(':') + 1)).value_or(0);
    if (target.positions && state->positions >= *target.positions) return std::optional<std::uint64_t>();
    return std::optional(state->next++);
  };
}

// What a member of a team found in the folder before any of them wrote.
struct FolderAtStart {
  Folder::Content content;
  std::uint64_t batch_records = 0;
};
Result<FolderAtStart> look_around(const std::string& folder, const BatchJob& job) {
  FolderAtStart found;
  TABIA_TRY(found.content, Folder(folder, job.info, {}).look());
  TABIA_TRY(found.batch_records, agree(folder, job, false));
  return found;
}

// The work of one member; returns what it made itself.
Result<BatchOutcome> make_dealt(const std::string& folder, const BatchJob& job, FolderAtStart found,
                                RecordPlan& plan, int workers, BatchObserver& observer,
                                const std::stop_token& stop, team::Desk& desk) {
  const Folder files(folder, job.info, {});
  return Work(files, job, found.batch_records, std::move(found.content), plan, observer, stop, &desk)
      .run(workers);
}

// How much all members made.
Result<void> add_members(team::Team& team, BatchProgress& progress, bool& stopped) {
  std::vector<double> numbers = {stopped ? 1.0 : 0.0, static_cast<double>(progress.new_records),
                                 static_cast<double>(progress.new_positions)};
  for (const std::uint64_t result : progress.new_results) numbers.push_back(static_cast<double>(result));
  TABIA_TRY_VOID(team.sum(std::span(numbers)));
  stopped = numbers[0] > 0;
  progress.new_records = static_cast<std::uint64_t>(numbers[1]);
  progress.new_positions = static_cast<std::uint64_t>(numbers[2]);
  for (std::size_t i = 0; i < progress.new_results.size(); ++i)
    progress.new_results[i] = static_cast<std::uint64_t>(numbers[3 + i]);
  return {};
}

}  // namespace

Result<BatchOutcome> make_batches(const std::string& folder, const BatchJob& job, const PlanMaker& make_plan,
                                  int workers, BatchObserver& observer, const std::stop_token& stop) {
  TABIA_TRY(auto plan, make_plan());
  if (!job.team || job.team->is_alone()) return make_batches(folder, job, *plan, workers, observer, stop);
  team::Team& team = *job.team;
  if (!job.share.is_all())
    return team::agree(team,
                       base::usage_fault(
                           "--share can't be combined with mpirun: ranks divide the work by themselves"))
        .error();
  TABIA_TRY_VOID(team::expect_same(team, "the data to be made", job.settings));
  auto lock = open_for_team(folder, job);
  TABIA_TRY_VOID(team::agree(team, lock ? Result<void>() : lock.error()));
  // All have looked before the first one writes: looking removes temporary files.
  auto found = look_around(folder, job);
  TABIA_TRY_VOID(team::agree(team, found ? Result<void>() : found.error()));
  TABIA_TRY(const auto desk, team.open_desk(dealer(job.target)));
  auto made = make_dealt(folder, job, std::move(*found), *plan, workers, observer, stop, *desk);
  TABIA_TRY_VOID(desk->close());
  TABIA_TRY_VOID(team::agree(team, made ? Result<void>() : made.error()));
  bool stopped = !made->complete;
  TABIA_TRY_VOID(add_members(team, made->progress, stopped));
  const BatchProgress all = made->progress;
  if (!stopped && team.leads()) {
    // Makes what may still be missing, counts, and cuts off the surplus.
    lock->reset();
    TABIA_TRY(plan, make_plan());
    made = make_batches(folder, job, *plan, workers, observer, stop);
  }
  TABIA_TRY_VOID(team::agree(team, made ? Result<void>() : made.error()));
  stopped = stopped || !made->complete;
  BatchProgress none;
  TABIA_TRY_VOID(add_members(team, none, stopped));
  made->complete = !stopped;
  made->progress.new_records = all.new_records;
  made->progress.new_positions = all.new_positions;
  made->progress.new_results = all.new_results;
  return made;
}

std::uint64_t batch_size_for(const BatchTarget& target) {
  constexpr std::uint64_t kBatches = 64;
  constexpr std::uint64_t kPositionsOfAGame = 100;
  constexpr std::uint64_t kLeast = 16;
  constexpr std::uint64_t kMost = 1024;
  const std::uint64_t records = target.records     ? *target.records
                                : target.positions ? *target.positions / kPositionsOfAGame
                                                   : kMost * kBatches;
  std::uint64_t size = kLeast;
  while (size < kMost && size * 2 * kBatches <= records) size *= 2;
  return size;
}

std::string outcome_json(const BatchOutcome& outcome, double elapsed_s) {
  const BatchProgress& progress = outcome.progress;
  const auto results = [&](chess::GameResult result) {
    return progress.new_results[static_cast<std::size_t>(result)];
  };
  base::JsonWriter json;
  json.begin_object().field("complete", outcome.complete).field("games", progress.records);
  json.field("positions", progress.positions).field("new_games", progress.new_records);
  json.field("new_positions", progress.new_positions);
  json.field("white_wins", results(chess::GameResult::WhiteWins));
  json.field("draws", results(chess::GameResult::Draw));
  json.field("black_wins", results(chess::GameResult::BlackWins));
  json.field("elapsed_s", elapsed_s);
  return json.end_object().text();
}

}  // namespace tabia::play
