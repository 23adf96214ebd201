// puct/searcher.h: finds the best move of a game with the policy and value of a network: PUCT.
//
// For networks with a policy. The tree (puct/tree.h) grows by one leaf per visit; leaves are evaluated in
// batches. Threads share the tree behind a lock, which they hold for a few percent of the time; the network
// takes the rest. The tree is kept from move to move. SearcherOptions::hash_mib limits its memory; if it is
// full, the search ends. Only visits of this search count as nodes, not those kept from earlier searches.
// `depth` is the mean length of the visited lines. search/move_search.h has the contract of the functions.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "puct/control.h"
#include "puct/judge.h"
#include "puct/tree.h"
#include "search/clock.h"
#include "search/move_search.h"
#include "search/root_moves.h"

namespace tabia::puct {

class Searcher final : public ControlledSearch {
 public:
  // Requires has_policy(). Options of the evaluation are ignored: they are for alpha-beta.
  explicit Searcher(std::shared_ptr<const nn::Network> network, const search::SearcherOptions& options = {},
                    const Parameters& parameters = {});

  // Changing the memory limit discards the tree.
  void set_options(const search::SearcherOptions& options) override;
  void set_evaluation(std::shared_ptr<const nn::Network> network,
                      const eval::EvaluatorOptions& evaluation) override;
  void set_tablebase(std::shared_ptr<const search::Tablebase> tablebase) override;
  void clear(std::uint64_t most_nodes = 0) override;
  search::SearchResult run(const chess::Game& game, const search::Limits& limits,
                           search::Observer* observer = nullptr) override;

  // After a search; for tests.
  [[nodiscard]] const Tree& tree() const noexcept { return tree_; }
  [[nodiscard]] std::uint64_t batches() const noexcept { return batches_; }

 private:
  // Leaves to evaluate together.
  struct Batch {
    std::vector<std::vector<NodeIndex>> paths;
    std::vector<deep::Planes> boards;
    std::vector<chess::Position> positions;
    std::vector<std::vector<NodeIndex>> collisions;
    std::vector<deep::Outputs> outputs;  // scratch
    bool has_progress = false;           // found a leaf, or made a visit whose result was known
  };

  static void clear(Batch& batch) noexcept;

  // --- one thread of a search; those marked (locked) require the mutex
  void work(search::Observer* observer);
  void gather(Walk& walk, Batch& batch);                                   // (locked)
  void take_in(const Batch& batch, const std::vector<Opinion>& opinions);  // (locked)
  [[nodiscard]] std::size_t batch_size() const noexcept;                   // (locked)
  [[nodiscard]] std::uint64_t nodes_left() const noexcept;                 // (locked)
  [[nodiscard]] bool is_over() const;                                      // (locked)
  [[nodiscard]] bool time_is_up() const;                                   // (locked)
  [[nodiscard]] std::int64_t elapsed_ms() const noexcept;                  // (locked)

  // --- the whole search
  void start(const chess::Game& game, const search::Limits& limits);
  void run_threads(search::Observer* observer);
  void report(search::Observer* observer, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] std::vector<Candidate> best_moves() const;  // (locked)
  [[nodiscard]] std::vector<search::Line> lines() const;    // (locked)
  [[nodiscard]] search::Line line_of(const Candidate& candidate, int rank) const;
  [[nodiscard]] search::Score score_of(const Candidate& candidate) const;
  [[nodiscard]] int depth() const noexcept;
  [[nodiscard]] search::Counters counters() const;

  const Parameters parameters_;

  std::mutex mutex_;  // for everything below
  std::condition_variable taken_in_;
  Tree tree_;
  // --- of the current search
  search::Limits limits_;
  search::TimeBudget budget_;
  search::RootCandidates roots_;
  std::uint64_t waiting_ = 0;  // leaves of all threads, waiting for the network
  std::uint64_t batches_ = 0;  // taken in
  bool out_of_memory_ = false;
  bool over_ = false;
  bool failed_ = false;            // a thread ended with an exception
  std::uint64_t next_report_ = 0;  // in visits
  search::SteadyTime last_report_{};
  // --- from search to search
  double scale_of_game_ = -1;
};

}  // namespace tabia::puct
