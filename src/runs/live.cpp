#include "runs/live.h"

#include <filesystem>
#include <fstream>

#include "base/json.h"
#include "base/text.h"

namespace tabia::runs {
namespace {

constexpr std::chrono::seconds kBetween{1};
constexpr std::size_t kMarks = 20;  // the rate is that of about as many seconds
constexpr double kOldLoss = 0.98;   // weight of the earlier batches in the running mean

}  // namespace

void LiveFile::tell(const Live& live) {
  const std::string step = base::concat(live.step, ' ', live.round);
  const Clock::time_point now = Clock::now();
  const bool is_new = step != step_ || !written_;
  if (live.loss) loss_ = is_new || loss_ == 0 ? *live.loss : kOldLoss * loss_ + (1 - kOldLoss) * *live.loss;
  if (!is_new && now - marks_.back().time < kBetween) return;
  if (is_new || live.done < marks_.back().done) marks_.clear();
  step_ = step;
  marks_.push_back({now, live.done});
  if (marks_.size() > kMarks) marks_.pop_front();
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
  if (live.games) json.field("games", *live.games);
  if (live.results)
    json.field("won", (*live.results)[0])
        .field("drawn", (*live.results)[1])
        .field("lost", (*live.results)[2]);
  json.end_object();
  // Not synchronized with the disk: after a power failure nobody needs it.
  const std::string temporary = path_ + ".new";
  {
    std::ofstream out(temporary, std::ios::binary);
    out << json.text() << '\n';
    if (!out.flush()) return;
  }
  std::error_code ignored;
  std::filesystem::rename(temporary, path_, ignored);
  written_ = true;
}

void LiveFile::remove() {
  if (!written_) return;
  written_ = false;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace tabia::runs
