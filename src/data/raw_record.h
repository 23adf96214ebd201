// data/raw_record.h: a record as plain bytes for our own temporary files: fast to write and to read, but
// neither compact nor checked. Never in a permanent file.
#pragma once

#include <string>
#include <string_view>

#include "data/game_record.h"

namespace tabia::data {

// Appends the record. If its start is not packable (data/packed_position.h), its counters are clipped.
void append_raw(std::string& out, const GameRecord& record);
// Takes the record from the front of `bytes`, which must be what append_raw() made.
void take_raw(std::string_view& bytes, GameRecord& record);

}  // namespace tabia::data
