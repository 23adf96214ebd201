#include "remote/remote_evaluation.h"

#include <cmath>
#include <utility>

#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"

namespace tabia::remote {
namespace {

using base::concat;
using base::Error;
using base::JsonValue;
using base::Result;
using chess::Position;

constexpr int kMostCp = 100'000;

std::string request_text(const std::vector<Position>& positions) {
  base::JsonWriter json;
  json.begin_object().key("fens").begin_array();
  for (const Position& position : positions) json.value(std::string_view(chess::to_fen(position)));
  return json.end_array().end_object().text();
}

// For the side to move; nothing if there is no number.
std::optional<int> centipawns_in(const JsonValue& result, const Position& position) {
  const auto number = [&](std::string_view name) -> std::optional<double> {
    const JsonValue* value = result.find(name);
    return value ? value->number() : std::nullopt;
  };
  auto cp = number("cp");
  if (!cp) {
    cp = number("score");
    if (cp && position.side_to_move() == chess::Color::Black) cp = -*cp;
  }
  if (!cp || !(std::abs(*cp) <= kMostCp)) return std::nullopt;
  return static_cast<int>(std::lround(*cp));
}

}  // namespace

Result<std::shared_ptr<RemoteEvaluation>> RemoteEvaluation::open(std::string_view url,
                                                                 const RemoteOptions& options) {
  auto address = http::parse_address(url);
  if (!address) return address.error();
  return std::shared_ptr<RemoteEvaluation>(new RemoteEvaluation(std::move(*address), options));
}

Result<std::shared_ptr<eval::EvaluationService>> open_service(const std::string& url) {
  auto opened = RemoteEvaluation::open(url);
  if (!opened) return opened.error();
  return std::shared_ptr<eval::EvaluationService>(std::move(*opened));
}

Result<void> RemoteEvaluation::ask(Batch& batch) {
  const auto answer = client_.post(request_text(batch.positions));
  if (!answer) return answer.error();
  const auto value = JsonValue::parse(*answer);
  if (!value) return value.error();
  const JsonValue* results = value->find("results");
  if (!results || results->elements().size() != batch.positions.size())
    return Error{concat("expected a list of ", batch.positions.size(), " results in the answer")};
  for (std::size_t i = 0; i < batch.positions.size(); ++i) {
    const Position& position = batch.positions[i];
    const auto cp = centipawns_in(results->elements()[i], position);
    if (!cp) return Error{concat("no score for ", chess::to_fen(position))};
    cache_.store(position.key(), *cp);
    batch.centipawns[position.key()] = *cp;
  }
  return {};
}

Result<void> RemoteEvaluation::probe() {
  std::unique_lock lock(mutex_);
  answered_.wait(lock, [&] { return !asking_; });
  Batch batch{{Position()}, {}, false};
  ++counts_.requests;
  ++counts_.positions;
  const auto asked = ask(batch);
  if (asked) return {};
  ++counts_.failures;
  gone_ = true;
  silent_until_ = std::chrono::steady_clock::now() + options_.pause;
  return asked.error();
}

bool RemoteEvaluation::is_silent() const {
  const auto now = std::chrono::steady_clock::now();
  return (gone_ && now < silent_until_) || now >= client_.latest();
}

void RemoteEvaluation::add_with_children(const Position& position) {
  const auto add = [&](const Position& wanted) {
    if (gathered_->centipawns.try_emplace(wanted.key()).second) gathered_->positions.push_back(wanted);
  };
  add(position);
  for (const chess::Move move : chess::legal_moves(position)) {
    Position child = position;
    child.make(move);
    if (!cache_.find(child.key())) add(child);
  }
}

void RemoteEvaluation::note_failure(const Error& error) {
  ++counts_.failures;
  const auto now = std::chrono::steady_clock::now();
  if (const auto latest = client_.latest(); now >= latest) {
    // Not the service's fault: there was no time to wait for it. (A search that was stopped needs no remark.)
    if (!late_ && latest.time_since_epoch().count() != 0) {
      remarks_.push_back("EvalUrl: no answer before the move was due; using the local network instead");
      late_ = true;
    }
    return;
  }
  silent_until_ = now + options_.pause;
  if (!gone_)
    remarks_.push_back(concat("EvalUrl: ", error.message,
                              "; using the local network instead and retrying every ", options_.pause.count(),
                              " ms"));
  gone_ = true;
}

void RemoteEvaluation::send_gathered(std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<Batch> batch = std::exchange(gathered_, std::make_shared<Batch>());
  asking_ = true;
  ++counts_.requests;
  counts_.positions += batch->positions.size();
  lock.unlock();
  const auto asked = ask(*batch);
  lock.lock();
  asking_ = false;
  batch->done = true;
  if (!asked) {
    batch->centipawns.clear();
    note_failure(asked.error());
  } else {
    if (gone_) remarks_.push_back("EvalUrl: the service answers again");
    gone_ = late_ = false;
  }
  answered_.notify_all();
}

std::optional<int> RemoteEvaluation::centipawns(const Position& position) {
  if (const auto known = cache_.find(position.key())) return *known;
  std::unique_lock lock(mutex_);
  // Another thread may have fetched it meanwhile.
  if (const auto known = cache_.find(position.key())) return *known;
  if (is_silent()) return std::nullopt;
  add_with_children(position);
  const std::shared_ptr<Batch> batch = gathered_;
  while (!batch->done) {
    if (asking_) {
      answered_.wait(lock);
    } else if (is_silent()) {
      // The request before this one failed, or the time is over: nobody asks for these.
      gathered_ = std::make_shared<Batch>();
      batch->centipawns.clear();
      batch->done = true;
      answered_.notify_all();
    } else {
      send_gathered(lock);
    }
  }
  const auto found = batch->centipawns.find(position.key());
  return found == batch->centipawns.end() ? std::nullopt : found->second;
}

std::vector<std::string> RemoteEvaluation::take_remarks() {
  const std::lock_guard lock(mutex_);
  return std::exchange(remarks_, {});
}

RemoteEvaluation::Counts RemoteEvaluation::counts() const {
  const std::lock_guard lock(mutex_);
  Counts counts = counts_;
  counts.gathered = gathered_->positions.size();
  return counts;
}

}  // namespace tabia::remote
