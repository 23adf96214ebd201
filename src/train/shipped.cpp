#include "train/shipped.h"

#include "base/file.h"
#include "base/text.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kLargestText = 1u << 20;

}  // namespace

Result<std::string> find_shipped(std::span<const ShippedText> texts, std::string_view what,
                                 const std::string& name) {
  std::string known;
  for (const ShippedText& text : texts) {
    if (text.name == name) return std::string(text.text);
    known += concat(known.empty() ? "" : ", ", text.name);
  }
  // A file path has a dot or a slash; our names have neither.
  if (name.find_first_of("./") == std::string::npos)
    return Error{concat("there is no ", what, " called ", base::quoted(name), ", expected one of ", known,
                        ", or the path of a file")};
  return base::read_file(name, kLargestText);
}

Result<std::string> find_model(const std::string& name) {
  return find_shipped(shipped_models(), "model", name);
}
Result<std::string> find_recipe(const std::string& name) {
  return find_shipped(shipped_recipes(), "recipe", name);
}

}  // namespace tabia::train
