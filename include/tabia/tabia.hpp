// tabia/tabia.hpp: the public library in C++: a thin wrapper around tabia/tabia.h.
#pragma once

#include <tabia/tabia.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tabia {

// A position with the moves that led to it. Copies are independent of each other.
class Board {
 public:
  // The usual starting position.
  Board() : position_(tabia_position_new(nullptr, nullptr, 0)) {}
  // Throws std::invalid_argument, which names the field of the FEN that is wrong.
  explicit Board(const std::string& fen) {
    char error[TABIA_ERROR_SIZE];
    position_.reset(tabia_position_new(fen.c_str(), error, sizeof error));
    if (!position_) throw std::invalid_argument(error);
  }
  Board(const Board& other) : position_(tabia_position_copy(other.position_.get())) {}
  Board(Board&&) noexcept = default;
  Board& operator=(const Board& other) {
    if (this != &other) position_.reset(tabia_position_copy(other.position_.get()));
    return *this;
  }
  Board& operator=(Board&&) noexcept = default;
  ~Board() = default;

  std::string fen() const {
    char text[TABIA_FEN_SIZE];
    tabia_position_fen(position_.get(), text, sizeof text);
    return text;
  }
  std::vector<tabia_move> moves() const {
    std::vector<tabia_move> list(tabia_position_moves(position_.get(), nullptr, 0));
    tabia_position_moves(position_.get(), list.data(), list.size());
    return list;
  }
  // UCI or SAN. Throws std::invalid_argument if the move is not legal; the position stays as it is.
  void play(const std::string& move) {
    char error[TABIA_ERROR_SIZE];
    if (!tabia_position_play(position_.get(), move.c_str(), error, sizeof error)) throw std::invalid_argument(error);
  }
  // False if there is no move to take back.
  bool take_back() { return tabia_position_take_back(position_.get()) != 0; }
  tabia_state state() const { return tabia_position_state(position_.get()); }
  std::uint64_t key() const { return tabia_position_key(position_.get()); }
  std::uint64_t perft(int depth) const { return tabia_position_perft(position_.get(), depth); }

 private:
  struct Free {
    void operator()(tabia_position* position) const { tabia_position_free(position); }
  };
  std::unique_ptr<tabia_position, Free> position_;
};

}  // namespace tabia
