#include "service/evaluation.h"

#include <algorithm>
#include <mutex>

#include "base/text.h"
#include "base/threads.h"
#include "engine/json.h"
#include "service/fields.h"

namespace tabia::service {
namespace {

using base::concat;

constexpr std::size_t kShare = 256;            // positions a thread takes at a time
constexpr std::size_t kLeastPlanesShare = 16;  // the same of a network over planes, at least
constexpr std::size_t kResultBytes = 192;      // space for the response to a position

void add_result(base::JsonWriter& json, const Model& model, const ReadPosition& read, base::Score score,
                const eval::PlanesAnswer& answer) {
  const int cp = model.win_model().centipawns(score, read.position);
  json.begin_object().field("score", read.position.side_to_move() == chess::Color::White ? cp : -cp);
  engine::add_evaluation(json, read.position, score, model.win_model(), model.network_name(), answer);
  if (!read.repaired.empty()) json.field("repaired", std::string_view(read.repaired));
  json.end_object();
}

void add_error(base::JsonWriter& json, std::string_view fen, const Problem& problem) {
  json.begin_object().field("fen", fen).key("error").begin_object();
  json.field("status", problem.status).field("detail", std::string_view(problem.detail));
  if (!problem.field.empty()) json.field("field", std::string_view(problem.field));
  json.end_object().end_object();
}

void add_result(base::JsonWriter& json, const Model& model, const Item& item, Tally& tally) {
  if (model.is_over_planes()) {
    const Model::Game game = item.game();
    const auto found = model.evaluate_together({&game, 1}, tally);
    return add_result(json, model, *item.read, found.front().score, found.front().answer);
  }
  add_result(json, model, *item.read, model.evaluate(item.game(), tally), {});
}

void add_item(base::JsonWriter& json, const Model& model, const Item& item, Tally& tally) {
  if (item.read) {
    add_result(json, model, item, tally);
  } else {
    add_error(json, item.shown, item.read.error());
  }
}

// Adds an item; if it has a position, its evaluation is `next`. Returns the evaluation for the item after it.
using Evaluations = std::vector<Model::Evaluation>::const_iterator;
Evaluations add_evaluated(base::JsonWriter& json, const Model& model, const Item& item, Evaluations next) {
  if (!item.read) {
    add_error(json, item.shown, item.read.error());
    return next;
  }
  add_result(json, model, *item.read, next->score, next->answer);
  return next + 1;
}

// Calls write(json, i) after each item has been added. Positions of a network over planes are evaluated
// together, others one by one.
template <class Make, class Write>
void add_items(const Model& model, std::size_t count, Tally& tally, base::JsonWriter& json, const Make& make,
               const Write& write) {
  if (!model.is_over_planes()) {
    for (std::size_t i = 0; i < count; ++i) {
      add_item(json, model, make(i), tally);
      write(json);
    }
    return;
  }
  std::vector<Item> items;
  std::vector<Model::Game> games;
  items.reserve(count);  // games refer to them
  for (std::size_t i = 0; i < count; ++i) {
    items.push_back(make(i));
    if (items.back().read) games.push_back(items.back().game());
  }
  const auto evaluations = model.evaluate_together(games, tally);
  auto next = evaluations.begin();
  for (const Item& item : items) {
    next = add_evaluated(json, model, item, next);
    write(json);
  }
}

Item item_of_line(const Model& model, std::string_view line) {
  if (line.size() > LineEvaluator::kLongestLine) {
    const std::string detail = concat("the line is longer than ", LineEvaluator::kLongestLine, " bytes");
    return {"", Problem{.status = 413, .detail = detail}};
  }
  if (line.front() != '{') return item_of(line);
  const auto object = read_object(line);
  if (!object) return {std::string(line), object.error()};
  Fields fields(*object);
  const auto name = fields.text("model");
  if (!fields.find("fen") && !fields.find("moves")) fields.note(400, "fen", "fen is missing");
  if (name && *name != model.source().name)
    fields.note(422, "model",
                concat("model: found ", base::quoted(*name), ", but this stream has ",
                       base::quoted(model.source().name), "; choose it in the URL: ?model=NAME"));
  if (fields.problem()) return {std::string(line), *fields.problem()};
  return item_of(fields, fields.text("fen").value_or(std::string(line)));
}

// The number of positions that a thread takes at a time. For a network over planes they cost so much that
// even a few are worth a thread.
std::size_t share_of(const Model& model, std::size_t count, int threads) {
  if (!model.is_over_planes()) return kShare;
  const std::size_t each =
      (count + static_cast<std::size_t>(threads) - 1) / static_cast<std::size_t>(threads);
  return std::clamp(each, kLeastPlanesShare, kShare);
}

// Calls work(out, begin, end, tally) for shares of 0 ... count and joins the outputs in order.
template <class Work>
void in_shares(const Model& model, std::size_t count, int threads, std::string& out, Tally& tally,
               const Work& work) {
  const std::size_t share = share_of(model, count, std::max(threads, 1));
  if (count <= share || threads <= 1) return work(out, std::size_t{0}, count, tally);
  std::vector<std::string> parts((count + share - 1) / share);
  std::mutex mutex;
  base::parallel_for(parts.size(), threads, [&](std::size_t i) {
    Tally own;
    parts[i].reserve(share * kResultBytes);
    work(parts[i], i * share, std::min(count, (i + 1) * share), own);
    const std::lock_guard lock(mutex);
    tally.evaluations += own.evaluations;
    tally.cache_hits += own.cache_hits;
  });
  std::size_t size = out.size();
  for (const std::string& part : parts) size += part.size();
  out.reserve(size);
  for (const std::string& part : parts) out += part;
}

// Parses common JSON tokens from the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool take(char c) {
    while (!rest_.empty() && base::is_space(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // A string without escapes.
  bool take_text(std::string_view& text) {
    if (!take('"')) return false;
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text.find('\\') == std::string_view::npos;
  }
  bool take_name(std::string_view name) {
    std::string_view text;
    return take_text(text) && text == name && take(':');
  }
  [[nodiscard]] bool at_end() const { return base::trimmed(rest_).empty(); }

 private:
  std::string_view rest_;
};

}  // namespace

Item item_of(std::string_view fen) {
  auto read = read_position(fen);
  std::string shown(read ? "" : fen);
  return {std::move(shown), std::move(read)};
}

Item item_of(Fields& fields, std::string shown) {
  auto read = read_game(fields);
  fields.refuse_others();
  if (fields.problem()) return {std::move(shown), *fields.problem()};
  if (!read) return {std::move(shown), read.error()};
  Item item{"", ReadPosition{read->game.position(), std::move(read->repaired)}};
  if (!read->game.moves().empty()) item.with_moves = read->game.positions();
  return item;
}

Item item_of(const base::JsonValue& value) {
  if (!value.is_object())
    return {"",
            Problem{.status = 400,
                    .detail = concat("found ", value.shown(), ", expected an object with fen and moves")}};
  const base::JsonValue* fen = value.find("fen");
  Fields fields(value);
  return item_of(fields, fen ? fen->text().value_or("") : "");
}

std::vector<std::string> evaluations_together(const Model& model,
                                              std::span<const std::vector<Item>* const> requests,
                                              Tally& tally) {
  std::vector<Model::Game> games;
  for (const std::vector<Item>* items : requests)
    for (const Item& item : *items)
      if (item.read) games.push_back(item.game());
  const auto evaluations = model.evaluate_together(games, tally);
  std::vector<std::string> texts;
  auto next = evaluations.begin();
  for (const std::vector<Item>* items : requests) {
    base::JsonWriter json(items->size() * kResultBytes);
    for (const Item& item : *items) next = add_evaluated(json, model, item, next);
    texts.push_back(json.text());
  }
  return texts;
}

std::optional<FenList> scan_fen_list(std::string_view body) {
  Scanner scanner(body);
  FenList list;
  if (!scanner.take('{') || !scanner.take_name("fens") || !scanner.take('[')) return std::nullopt;
  if (!scanner.take(']')) {
    do {
      if (!scanner.take_text(list.fens.emplace_back())) return std::nullopt;
    } while (scanner.take(','));
    if (!scanner.take(']')) return std::nullopt;
  }
  if (scanner.take(',') && !(scanner.take_name("model") && scanner.take_text(list.model)))
    return std::nullopt;
  if (!scanner.take('}') || !scanner.at_end()) return std::nullopt;
  return list;
}

namespace {

// list[i] becomes an Item by item_of().
template <class List>
void append_list(std::string& out, const Model& model, const List& list, int threads, Tally& tally) {
  in_shares(model, list.size(), threads, out, tally,
            [&](std::string& part, std::size_t begin, std::size_t end, Tally& own) {
              base::JsonWriter json((end - begin) * kResultBytes);
              add_items(
                  model, end - begin, own, json, [&](std::size_t i) { return item_of(list[begin + i]); },
                  [](base::JsonWriter&) {});
              if (begin > 0) part += ',';
              part += json.text();
            });
}

}  // namespace

void append_evaluations(std::string& out, const Model& model, std::span<const std::string_view> fens,
                        int threads, Tally& tally) {
  append_list(out, model, fens, threads, tally);
}

void append_evaluations(std::string& out, const Model& model, std::span<const Item> items, int threads,
                        Tally& tally) {
  append_list(out, model, items, threads, tally);
}

void append_evaluations(std::string& out, const Model& model, std::span<const base::JsonValue> games,
                        int threads, Tally& tally) {
  append_list(out, model, games, threads, tally);
}

void LineEvaluator::take(std::string_view portion, std::string& out, Tally& tally) {
  if (passing_) {
    const std::size_t end = portion.find('\n');
    if (end == std::string_view::npos) return;
    portion.remove_prefix(end + 1);
    passing_ = false;
  }
  const std::size_t last = portion.rfind('\n');
  if (last != std::string_view::npos) {
    if (rest_.empty()) {
      evaluate(portion.substr(0, last), out, tally);
    } else {
      rest_.append(portion.substr(0, last));
      evaluate(rest_, out, tally);
    }
    rest_.assign(portion.substr(last + 1));
  } else {
    rest_.append(portion);
  }
  if (rest_.size() > kLongestLine) {
    // The error is reported now; skip the rest of the line.
    evaluate(rest_, out, tally);
    rest_.clear();
    passing_ = true;
  }
}

void LineEvaluator::finish(std::string& out, Tally& tally) {
  if (!passing_) evaluate(rest_, out, tally);
  rest_.clear();
}

void LineEvaluator::evaluate(std::string_view text, std::string& out, Tally& tally) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const std::string_view line = base::trimmed(text.substr(0, end)); !line.empty())
      lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  in_shares(model_, lines.size(), threads_, out, tally,
            [&](std::string& part, std::size_t begin, std::size_t end, Tally& own) {
              base::JsonWriter json;
              add_items(
                  model_, end - begin, own, json,
                  [&](std::size_t i) { return item_of_line(model_, lines[begin + i]); },
                  [&](base::JsonWriter& done) {
                    part += done.text();
                    part += '\n';
                    done.clear();
                  });
            });
}

}  // namespace tabia::service
