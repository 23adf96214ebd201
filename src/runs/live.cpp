#include "runs/live.h"

#include <filesystem>
#include <fstream>

#include "base/json.h"
#include "base/text.h"

namespace tabia::runs {
namespace {

constexpr std::chrono::seconds kBetween{1};
constexpr std::size_t kMarks = 20;  // the rate is measured over about this many seconds
constexpr double kOldLoss = 0.98;   // weight of the earlier batches in the running mean

// Not synchronized with the disk: nobody needs this file after a power failure.
void replace_file(const std::string& path, const std::string& content) {
  const std::string temporary = path + ".new";
  {
    std::ofstream out(std::filesystem::path(temporary), std::ios::binary);
    out << content;
    if (!out.flush()) return;
  }
  std::error_code ignored;
  std::filesystem::rename(temporary, path, ignored);
}

}  // namespace

void LiveFile::tell(const Live& live) {
  if (path_.empty() && metrics_.empty()) return;
  last_ = live;
  const std::string step = base::concat(live.step, ' ', live.round);
  const Clock::time_point now = Clock::now();
  const bool is_new = step != step_ || !written_;
  if (live.loss) loss_ = is_new || loss_ == 0 ? *live.loss : kOldLoss * loss_ + (1 - kOldLoss) * *live.loss;
  if (!is_new && now - marks_.back().time < kBetween) return;
  if (is_new || live.done < marks_.back().done) marks_.clear();
  step_ = step;
  marks_.push_back({now, live.done});
  if (marks_.size() > kMarks) marks_.pop_front();
  write_metrics(live, true);
  if (path_.empty())
    written_ = true;
  else
    write(live);
}

double LiveFile::rate() const {
  const double seconds = std::chrono::duration<double>(marks_.back().time - marks_.front().time).count();
  return seconds > 0 ? static_cast<double>(marks_.back().done - marks_.front().done) / seconds : 0;
}

void LiveFile::write(const Live& live) {
  base::JsonWriter json;
  json.begin_object().field("step", live.step);
  if (!live.what.empty()) json.field("what", std::string_view(live.what));
  if (live.round > 0) json.field("round", live.round);
  json.field("unit", live.unit).field("done", live.done);
  if (live.total > 0) json.field("total", live.total);
  if (const double speed = rate(); speed > 0) {
    json.field("per_second", speed);
    if (live.total > live.done)
      json.field("seconds_left", static_cast<double>(live.total - live.done) / speed);
  }
  if (live.loss) json.field("loss", loss_);
  if (live.ranks > 1) json.field("ranks", live.ranks);
  if (live.games) json.field("games", *live.games);
  if (live.results)
    json.field("won", (*live.results)[0])
        .field("drawn", (*live.results)[1])
        .field("lost", (*live.results)[2]);
  json.end_object();
  replace_file(path_, json.text() + "\n");
  written_ = true;
}

// Whatever stays the same for the whole run is a label. The step is a label too, so that a graph can be split
// by step.
void LiveFile::write_metrics(const Live& live, bool runs) {
  if (metrics_.empty()) return;
  std::string text;
  const std::string labels = base::concat("job=\"", job_, "\",step=\"", live.step, "\"");
  const auto add = [&](std::string_view name, std::string_view help, double value,
                       std::string_view more = {}) {
    if (text.find(base::concat("# TYPE ", name, ' ')) == std::string::npos)
      text += base::concat("# HELP ", name, ' ', help, "\n# TYPE ", name, " gauge\n");
    text += base::concat(name, '{', labels, more, "} ", value, '\n');
  };
  add("tabia_run_active", "1 while the run works, 0 once it has ended", runs ? 1 : 0);
  add("tabia_run_updated_seconds", "when this file was written, in seconds since 1970",
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count());
  const std::string unit = base::concat(",unit=\"", live.unit, "\"");
  add("tabia_run_done", "units of work done in this step", static_cast<double>(live.done), unit);
  if (live.total > 0)
    add("tabia_run_total", "units of work in this step", static_cast<double>(live.total), unit);
  add("tabia_run_per_second", "recent units of work per second", runs ? rate() : 0, unit);
  add("tabia_run_ranks", "processes that work on the run", static_cast<double>(live.ranks));
  if (live.round > 0) add("tabia_run_round", "round of a learning run", static_cast<double>(live.round));
  if (live.loss) add("tabia_run_loss", "running mean of the training loss", loss_);
  if (live.games) add("tabia_run_games", "games of self-play", static_cast<double>(*live.games));
  constexpr std::string_view kResults[] = {"won", "drawn", "lost"};
  for (std::size_t i = 0; live.results && i < 3; ++i)
    add("tabia_run_match_games", "games of the match, by result for the first player",
        static_cast<double>((*live.results)[i]), base::concat(",result=\"", kResults[i], "\""));
  replace_file(metrics_, text);
}

void LiveFile::remove() {
  if (!written_) return;
  written_ = false;
  write_metrics(last_, false);
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace tabia::runs
