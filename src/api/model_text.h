// api/model_text.h: finds the model that the caller names.
#pragma once

#include <string>

#include "base/result.h"
#include "nn/spec.h"
#include "train/shipped.h"

namespace tabia::api {

// Takes a name, a path, or the model's text. A text contains an assignment; names and paths don't.
[[nodiscard]] inline base::Result<nn::ModelSpec> spec_of(const std::string& model) {
  if (model.find('=') != std::string::npos) return nn::parse_spec(model);
  const auto text = train::find_model(model);
  if (!text) return text.error();
  auto spec = nn::parse_spec(*text);
  if (!spec) return spec.error().inside(model);
  return spec;
}

}  // namespace tabia::api
