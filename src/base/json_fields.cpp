#include "base/json_fields.h"

#include <algorithm>

#include "base/text.h"

namespace tabia::base {
namespace {

const JsonValue kNoValue;

}  // namespace

const JsonValue* JsonFields::find(std::string_view name) {
  if (std::find(asked_.begin(), asked_.end(), name) == asked_.end()) asked_.emplace_back(name);
  const JsonValue* value = object_.find(name);
  return value && value->is_null() ? nullptr : value;
}

void JsonFields::note(Fault fault, std::string_view name, std::string_view expected) {
  if (wrong_) return;
  const JsonValue* value = object_.find(name);
  if (!value || value->is_null()) fault = Fault::Missing;
  wrong_ = Wrong{fault, std::string(name),
                 fault == Fault::Missing ? concat(name, " is missing, expected ", expected)
                                         : concat(name, ": found ", value->shown(), ", expected ", expected)};
}

void JsonFields::note_inside(std::string_view name, const JsonFields& inner) {
  if (wrong_ || !inner.wrong_) return;
  wrong_ = Wrong{inner.wrong_->fault, concat(name, '.', inner.wrong_->name),
                 concat(name, '.', inner.wrong_->message)};
}

void JsonFields::refuse_others() {
  for (const auto& [name, value] : object_.members()) {
    if (wrong_ || std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    std::string known;
    for (const std::string& asked : asked_) known += concat(known.empty() ? "" : ", ", asked);
    wrong_ = Wrong{Fault::Unknown, name,
                   concat("found a member ", quoted(name), ", the known members are ", known)};
  }
}

std::string JsonFields::text(std::string_view name) {
  if (!has(name)) note(Fault::Missing, name, "a string");
  return optional_text(name).value_or("");
}

std::optional<std::string> JsonFields::optional_text(std::string_view name) {
  const JsonValue* value = find(name);
  if (!value) return std::nullopt;
  auto text = value->text();
  if (!text) note(Fault::Kind, name, "a string");
  return text;
}

std::int64_t JsonFields::integer(std::string_view name, std::int64_t low, std::int64_t high) {
  if (!has(name)) note(Fault::Missing, name, "a whole number");
  return optional_integer(name, low, high).value_or(0);
}

std::optional<std::int64_t> JsonFields::optional_integer(std::string_view name, std::int64_t low,
                                                         std::int64_t high) {
  const JsonValue* value = find(name);
  if (!value) return std::nullopt;
  const auto number = value->integer();
  if (!number) {
    note(Fault::Kind, name, "a whole number");
    return std::nullopt;
  }
  if (*number >= low && *number <= high) return number;
  note(Fault::Range, name, concat(low, " to ", high));
  return std::nullopt;
}

std::uint64_t JsonFields::count(std::string_view name) {
  const JsonValue* value = find(name);
  const auto count = value && value->number() ? parse_integer<std::uint64_t>(value->shown()) : std::nullopt;
  if (!count) note(Fault::Kind, name, "a whole number, not negative");
  return count.value_or(0);
}

double JsonFields::number(std::string_view name) {
  const JsonValue* value = find(name);
  const auto number = value ? value->number() : std::nullopt;
  if (!number) note(Fault::Kind, name, "a number");
  return number.value_or(0);
}

bool JsonFields::truth(std::string_view name) {
  const JsonValue* value = find(name);
  const auto truth = value ? value->truth() : std::nullopt;
  if (!truth) note(Fault::Kind, name, "true or false");
  return truth.value_or(false);
}

const std::vector<JsonValue>& JsonFields::list(std::string_view name) {
  const JsonValue* value = find(name);
  if (value && value->is_array()) return value->elements();
  note(Fault::Kind, name, "a list");
  return kNoValue.elements();
}

const JsonValue& JsonFields::object(std::string_view name) {
  const JsonValue* value = find(name);
  if (value && value->is_object()) return *value;
  note(Fault::Kind, name, "an object");
  return kNoValue;
}

std::vector<std::string> JsonFields::optional_texts(std::string_view name) {
  std::vector<std::string> texts;
  if (!has(name)) return texts;
  for (const JsonValue& element : list(name)) {
    auto text = element.text();
    if (!text) {
      if (!wrong_)
        wrong_ = Wrong{Fault::Kind, std::string(name),
                       concat(name, ": found ", element.shown(), ", expected only strings")};
      return texts;
    }
    texts.push_back(std::move(*text));
  }
  return texts;
}

Result<void> JsonFields::finish() const {
  if (wrong_) return Error{wrong_->message};
  return {};
}

}  // namespace tabia::base
