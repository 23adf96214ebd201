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
    if (!tabia_position_play(position_.get(), move.c_str(), error, sizeof error))
      throw std::invalid_argument(error);
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

// A network that evaluates positions. Copies share it; safe from any thread.
class Network {
 public:
  // The network inside the library.
  Network() : network_(load(nullptr)) {}
  // Throws std::runtime_error, which says what is wrong with the file.
  explicit Network(const std::string& path) : network_(load(path.c_str())) {}

  std::string name() const { return tabia_network_name(network_.get()); }
  // Throws std::invalid_argument for a FEN that can't be.
  tabia_evaluation evaluate(const std::string& fen) const {
    char error[TABIA_ERROR_SIZE];
    tabia_evaluation evaluation{};
    if (!tabia_network_evaluate(network_.get(), fen.c_str(), &evaluation, error, sizeof error))
      throw std::invalid_argument(error);
    return evaluation;
  }
  tabia_evaluation evaluate(const tabia_board& board) const {
    char error[TABIA_ERROR_SIZE];
    tabia_evaluation evaluation{};
    if (!tabia_network_evaluate_board(network_.get(), &board, &evaluation, error, sizeof error))
      throw std::invalid_argument(error);
    return evaluation;
  }
  // In the order of the FENs; those that are no position have `valid` 0.
  std::vector<tabia_evaluation> evaluate(const std::vector<std::string>& fens, int threads = 0) const {
    std::vector<const char*> texts;
    for (const std::string& fen : fens) texts.push_back(fen.c_str());
    std::vector<tabia_evaluation> evaluations(fens.size());
    tabia_network_evaluate_batch(network_.get(), texts.data(), texts.size(), threads, evaluations.data());
    return evaluations;
  }
  const tabia_network* get() const { return network_.get(); }

 private:
  static std::shared_ptr<tabia_network> load(const char* path) {
    char error[TABIA_ERROR_SIZE];
    tabia_network* loaded = tabia_network_load(path, error, sizeof error);
    if (!loaded) throw std::runtime_error(error);
    return std::shared_ptr<tabia_network>(loaded, tabia_network_free);
  }

  std::shared_ptr<tabia_network> network_;
};

}  // namespace tabia
