#include "remote/remote_evaluation.h"

#include <cmath>

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

Result<int> RemoteEvaluation::ask(const std::vector<Position>& positions) {
  ++counts_.requests;
  counts_.positions += positions.size();
  const auto answer = client_.post(request_text(positions));
  if (!answer) return answer.error();
  const auto value = JsonValue::parse(*answer);
  if (!value) return value.error();
  const JsonValue* results = value->find("results");
  if (!results || results->elements().size() != positions.size())
    return Error{concat("expected a list of ", positions.size(), " results in the answer")};
  int first = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto cp = centipawns_in(results->elements()[i], positions[i]);
    if (!cp) return Error{concat("no score for ", chess::to_fen(positions[i]))};
    cache_.store(positions[i].key(), *cp);
    if (i == 0) first = *cp;
  }
  return first;
}

Result<void> RemoteEvaluation::probe() {
  const std::lock_guard lock(mutex_);
  const auto asked = ask({Position()});
  if (asked) return {};
  ++counts_.failures;
  gone_ = true;
  silent_until_ = std::chrono::steady_clock::now() + options_.pause;
  return asked.error();
}

std::optional<int> RemoteEvaluation::centipawns(const Position& position) {
  if (const auto known = cache_.find(position.key())) return *known;
  const std::lock_guard lock(mutex_);
  // Another thread may have fetched it meanwhile.
  if (const auto known = cache_.find(position.key())) return *known;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  if ((gone_ && now() < silent_until_) || now() >= client_.latest()) return std::nullopt;
  std::vector<Position> wanted = {position};
  for (const chess::Move move : chess::legal_moves(position)) {
    Position child = position;
    child.make(move);
    if (!cache_.find(child.key())) wanted.push_back(child);
  }
  const auto asked = ask(wanted);
  if (!asked) {
    ++counts_.failures;
    if (const auto latest = client_.latest(); now() >= latest) {
      // Not the service's fault: there was no time to wait for it. (A search that was stopped needs no
      // remark.)
      if (!late_ && latest.time_since_epoch().count() != 0) {
        remarks_.push_back("EvalUrl: no answer before the move was due; using the local network instead");
        late_ = true;
      }
      return std::nullopt;
    }
    silent_until_ = now() + options_.pause;
    if (!gone_)
      remarks_.push_back(concat("EvalUrl: ", asked.error().message,
                                "; using the local network instead and retrying every ",
                                options_.pause.count(), " ms"));
    gone_ = true;
    return std::nullopt;
  }
  if (gone_) remarks_.push_back("EvalUrl: the service answers again");
  gone_ = late_ = false;
  return *asked;
}

std::vector<std::string> RemoteEvaluation::take_remarks() {
  const std::lock_guard lock(mutex_);
  return std::exchange(remarks_, {});
}

RemoteEvaluation::Counts RemoteEvaluation::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace tabia::remote
