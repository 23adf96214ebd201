// Any text read as a line to an engine and as a line from one. What is understood must come back from writing it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "uci/commands.h"
#include "uci/output.h"

namespace tabia::uci {
namespace {

void check_command(std::string_view line) {
  auto command = parse_command(line);
  if (!command) return;
  if (auto* go = std::get_if<Go>(&*command)) go->ignored.clear();
  const auto again = parse_command(to_line(*command));
  TABIA_CHECK(again.ok(), "what to_line writes can't be read as a command");
  TABIA_CHECK(*again == *command, "a command is different the second time");
}

// Lines from an engine may lose words that engines don't write, so only the second and the third writing must
// be the same.
void check_output(std::string_view line) {
  const auto output = parse_output(line);
  if (!output) return;
  const auto again = parse_output(to_line(*output));
  TABIA_CHECK(again.ok(), "what to_line writes can't be read as output");
  const auto third = parse_output(to_line(*again));
  TABIA_CHECK(third.ok() && to_line(*third) == to_line(*again),
              "output is written differently the third time");
}

}  // namespace
}  // namespace tabia::uci

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tabia::uci::check_command(text);
  tabia::uci::check_output(text);
  return 0;
}
