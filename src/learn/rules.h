// learn/rules.h: when both sides agree that a game is over: the rules of `tabia data gen`.
#pragma once

#include "play/game_loop.h"

namespace tabia::learn {

inline constexpr play::DrawRule kDraw{.from_move = 40, .moves = 6, .score_cp = 8};
inline constexpr play::ResignRule kResign{.moves = 2, .score_cp = 1000, .both = true};

}  // namespace tabia::learn
