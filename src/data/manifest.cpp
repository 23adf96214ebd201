#include "data/manifest.h"

#include "base/json.h"
#include "base/json_fields.h"

namespace tabia::data {
namespace {

using base::JsonValue;
using base::Result;

constexpr std::string_view kFormatName = "tabia training data";

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
  base::JsonFields fields(*json);
  if (fields.text("format") != kFormatName)
    fields.note(base::JsonFields::Fault::Range, "format", kFormatName);
  DataInfo info;
  info.scale.unit = fields.text("unit");
  info.scale.units_per_pawn = fields.number("units_per_pawn");
  info.network = fields.text("network");
  info.source = fields.text("source");
  info.seed = fields.count("seed");
  for (const JsonValue& entry : fields.list("history")) {
    base::JsonFields step(entry);
    info.history.emplace_back(step.text("step"), step.text("what"));
    fields.note_inside("history", step);
  }
  if (const auto read = fields.finish(); !read) return read.error().inside("manifest");
  return info;
}

}  // namespace tabia::data
