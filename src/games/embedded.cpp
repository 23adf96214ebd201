#include "games/openings.h"
#include "os/embed.h"

TABIA_EMBED(tabia_embedded_openings, "src/games/openings.table", "1");

namespace tabia::games {

std::string_view embedded_openings() noexcept {
  return os::embedded(tabia_embedded_openings_begin, tabia_embedded_openings_end);
}

}  // namespace tabia::games
