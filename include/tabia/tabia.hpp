// tabia/tabia.hpp: the public library in C++: a thin wrapper around tabia/tabia.h.
#pragma once

#include <tabia/tabia.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tabia {

// A position with the moves that led to it. Copies are independent of each other.
class Board {
 public:
  // The usual starting position.
  Board() : position_(tabia_position_new(nullptr, nullptr, 0)) {}
  // Throws std::invalid_argument, which names the wrong field of the FEN.
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
  // UCI or SAN. Throws std::invalid_argument if the move is not legal; the position is unchanged.
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

// The board of a FEN, for networks. Throws std::invalid_argument for an invalid FEN.
inline tabia_board board_of(const std::string& fen) {
  char error[TABIA_ERROR_SIZE];
  tabia_board board{};
  if (!tabia_board_from_fen(fen.c_str(), &board, error, sizeof error)) throw std::invalid_argument(error);
  return board;
}

// A network that evaluates positions. Copies share it; safe from any thread.
class Network {
 public:
  // The network embedded in the library.
  Network() : network_(load(nullptr)) {}
  // Throws std::runtime_error, which says what is wrong with the file.
  explicit Network(const std::string& path) : network_(load(path.c_str())) {}

  std::string name() const { return tabia_network_name(network_.get()); }
  // Throws std::invalid_argument for an invalid FEN.
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
  // In the order of the FENs; invalid ones have `valid` 0.
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

// A network that learns; see "a network that learns" in tabia.h. For one thread. Impossible boards throw
// std::invalid_argument, other errors std::runtime_error.
class Trainer {
 public:
  // The name of a model, the path of its text, or the text.
  explicit Trainer(const std::string& model, std::uint64_t seed = 1) {
    char error[TABIA_ERROR_SIZE];
    trainer_.reset(tabia_trainer_new(model.c_str(), seed, error, sizeof error));
    if (!trainer_) throw std::runtime_error(error);
  }

  // The loss before the step. Targets are results for the side to move, 0 to 1.
  double train_one(const tabia_board& board, double target, double learning_rate) {
    return train_batch({board}, {target}, learning_rate);
  }
  double train_batch(const std::vector<tabia_board>& boards, const std::vector<double>& targets,
                     double learning_rate) {
    if (boards.size() != targets.size())
      throw std::invalid_argument("the number of targets differs from the number of boards");
    char error[TABIA_ERROR_SIZE];
    const double loss = tabia_trainer_train_batch(trainer_.get(), boards.data(), targets.data(),
                                                  boards.size(), learning_rate, error, sizeof error);
    if (loss < 0) throw std::invalid_argument(error);
    return loss;
  }
  // The expected result for the side to move, 0 to 1.
  double expected(const tabia_board& board) const { return opinion(board).first; }
  // For the side to move, in the units of the model.
  double score(const tabia_board& board) const { return opinion(board).second; }

  void save(const std::string& path) const { write(tabia_trainer_save, path); }
  // In the model's integers.
  void export_network(const std::string& path) const { write(tabia_trainer_export, path); }
  void load(const std::string& path) {
    char error[TABIA_ERROR_SIZE];
    if (!tabia_trainer_load(trainer_.get(), path.c_str(), error, sizeof error))
      throw std::runtime_error(error);
  }

 private:
  struct Free {
    void operator()(tabia_trainer* trainer) const { tabia_trainer_free(trainer); }
  };
  std::pair<double, double> opinion(const tabia_board& board) const {
    char error[TABIA_ERROR_SIZE];
    std::pair<double, double> result;
    if (!tabia_trainer_evaluate(trainer_.get(), &board, &result.first, &result.second, error, sizeof error))
      throw std::invalid_argument(error);
    return result;
  }
  void write(int (*how)(const tabia_trainer*, const char*, char*, std::size_t),
             const std::string& path) const {
    char error[TABIA_ERROR_SIZE];
    if (!how(trainer_.get(), path.c_str(), error, sizeof error)) throw std::runtime_error(error);
  }

  std::unique_ptr<tabia_trainer, Free> trainer_;
};

// Why a job didn't finish; see tabia_outcome.
class JobError : public std::runtime_error {
 public:
  JobError(tabia_outcome outcome, const std::string& message)
      : std::runtime_error(message), outcome_(outcome) {}
  tabia_outcome outcome() const { return outcome_; }

 private:
  tabia_outcome outcome_;
};

// Callbacks of a job; each may be empty. See tabia_watch for their threads. They must not throw.
struct JobWatch {
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::function<void(const std::string& text)> remark;
  std::function<bool()> stopped;
  std::function<void(const std::string& json)> report;
};

// All jobs and their settings, as JSON.
inline std::string job_list() {
  const std::unique_ptr<char, void (*)(char*)> text(tabia_job_list(), tabia_text_free);
  if (!text) throw std::bad_alloc();
  return text.get();
}

// Runs a job with settings in JSON; returns its report, a JSON object. Throws JobError if it fails or is
// stopped.
inline std::string run_job(const std::string& name, const std::string& settings, const JobWatch& watch = {}) {
  tabia_watch calls{};
  calls.context = const_cast<JobWatch*>(&watch);
  calls.progress = [](void* context, std::uint64_t done, std::uint64_t total) {
    const auto& to = *static_cast<const JobWatch*>(context);
    if (to.progress) to.progress(done, total);
  };
  calls.remark = [](void* context, const char* text) {
    const auto& to = *static_cast<const JobWatch*>(context);
    if (to.remark) to.remark(text);
  };
  calls.stopped = [](void* context) -> int {
    const auto& to = *static_cast<const JobWatch*>(context);
    return to.stopped && to.stopped() ? 1 : 0;
  };
  calls.report = [](void* context, const char* json) {
    const auto& to = *static_cast<const JobWatch*>(context);
    if (to.report) to.report(json);
  };
  char error[TABIA_ERROR_SIZE] = "";
  char* report = nullptr;
  const tabia_outcome outcome =
      tabia_job_run(name.c_str(), settings.c_str(), &calls, &report, error, sizeof error);
  const std::unique_ptr<char, void (*)(char*)> text(report, tabia_text_free);
  if (outcome != TABIA_DONE) throw JobError(outcome, error);
  return text ? text.get() : "{}";
}

}  // namespace tabia
