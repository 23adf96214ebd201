// play/adjudication.h: the settings of a game that ends early, described once (base/fields.h).
#pragma once

#include "base/fields.h"
#include "play/game_loop.h"

namespace tabia::play {

// "movenumber=40,movecount=8,score=10".
[[nodiscard]] const base::Fields<DrawRule>& draw_fields();
// "movecount=3,score=600,twosided=true".
[[nodiscard]] const base::Fields<ResignRule>& resign_fields();
// --draw, --resign, --maxmoves.
[[nodiscard]] const base::Fields<GameSettings>& ending_fields();

}  // namespace tabia::play
