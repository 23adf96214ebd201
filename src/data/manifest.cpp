#include "data/manifest.h"

#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::JsonValue;
using base::Result;

constexpr std::string_view kFormatName = "tabia training data";

Error wrong(std::string_view member, const JsonValue* found, std::string_view expected) {
  return Error{
      concat("manifest: ", member, ": found ", found ? found->shown() : "nothing", ", expected ", expected)};
}

Result<std::string> text_of(const JsonValue& object, std::string_view member) {
  const JsonValue* value = object.find(member);
  const auto text = value ? value->text() : std::nullopt;
  if (!text) return wrong(member, value, "a text");
  return *text;
}

template <class Number>
Result<Number> number_of(const JsonValue& object, std::string_view member) {
  const JsonValue* value = object.find(member);
  Number number{};
  const std::string text = value && !value->text() ? value->shown() : "";
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size())
    return wrong(member, value, "a number");
  return number;
}

}  // namespace

std::string to_json(const DataInfo& info) {
  base::JsonWriter json;
  json.begin_object()
      .field("format", kFormatName)
      .field("unit", info.scale.unit)
      .field("units_per_pawn", info.scale.units_per_pawn)
      .field("network", info.network)
      .field("source", info.source)
      .field("seed", info.seed)
      .key("history")
      .begin_array();
  for (const auto& [step, what] : info.history)
    json.begin_object().field("step", step).field("what", what).end_object();
  json.end_array().end_object();
  return json.text();
}

Result<DataInfo> parse_manifest(std::string_view text) {
  const auto json = JsonValue::parse(text);
  if (!json) return json.error().inside("manifest");
  const auto format = text_of(*json, "format");
  if (!format) return format.error();
  if (*format != kFormatName) return wrong("format", json->find("format"), kFormatName);
  DataInfo info;
  const auto unit = text_of(*json, "unit");
  const auto per_pawn = number_of<double>(*json, "units_per_pawn");
  const auto network = text_of(*json, "network");
  const auto source = text_of(*json, "source");
  const auto seed = number_of<std::uint64_t>(*json, "seed");
  for (const auto* part : {&unit, &network, &source}) {
    if (!*part) return part->error();
  }
  if (!per_pawn) return per_pawn.error();
  if (!seed) return seed.error();
  info.scale = {*unit, *per_pawn};
  info.network = *network;
  info.source = *source;
  info.seed = *seed;
  const JsonValue* history = json->find("history");
  if (!history) return wrong("history", nullptr, "a list");
  for (const JsonValue& entry : history->elements()) {
    const auto step = text_of(entry, "step");
    const auto what = text_of(entry, "what");
    if (!step) return step.error();
    if (!what) return what.error();
    info.history.emplace_back(*step, *what);
  }
  return info;
}

}  // namespace tabia::data
