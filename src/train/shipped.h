// train/shipped.h: the built-in models and recipes, so that their names work from any folder.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::train {

struct ShippedText {
  std::string_view name;  // of the file, without ".toml"
  std::string_view text;
};

[[nodiscard]] std::span<const ShippedText> shipped_models() noexcept;
[[nodiscard]] std::span<const ShippedText> shipped_recipes() noexcept;

// The built-in text of that name, or the content of the file at that path. The error lists the names.
[[nodiscard]] base::Result<std::string> find_model(const std::string& name);
[[nodiscard]] base::Result<std::string> find_recipe(const std::string& name);
// The same for any list of texts; `what` says in the error what they are.
[[nodiscard]] base::Result<std::string> find_shipped(std::span<const ShippedText> texts,
                                                     std::string_view what, const std::string& name);

}  // namespace tabia::train
