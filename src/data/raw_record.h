// data/raw_record.h: a record as plain bytes for our own temporary files: quick to make and to read, not compact, not
// checked, never in a file that lasts.
#pragma once

#include <string>
#include <string_view>

#include "data/game_record.h"

namespace tabia::data {

// Appends the record. Its start must be packable (data/packed_position.h) or loses by it.
void append_raw(std::string& out, const GameRecord& record);
// Takes the record from the front of `bytes`, which must be what append_raw() made.
void take_raw(std::string_view& bytes, GameRecord& record);

}  // namespace tabia::data
