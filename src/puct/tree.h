// puct/tree.h: the tree of a PUCT search: choosing a leaf, expanding it, and passing its value up.
//
// The tree doesn't know the network: visit() walks to a leaf, the caller gets the network's opinion of it,
// and commit() adds that to the tree. In between, the leaf and its ancestors count as visited without a
// result ("virtual loss"), so the next visit() goes elsewhere, and many leaves can wait for one batch.
// Positions that the rules (including mates in one) or tablebases decide don't need the network, and a result
// that follows from the results of all moves is proved. Not thread-safe: callers lock.
#pragma once

#include <memory>
#include <vector>

#include "chess/game.h"
#include "deep/policy.h"
#include "puct/formula.h"
#include "puct/node_store.h"
#include "search/tablebase.h"

namespace tabia::puct {

// What the network thinks of a position, for the side to move.
struct Opinion {
  double value = 0;                          // -1 to 1
  double draw = 0;                           // chance of a draw; 0 if the network doesn't say
  std::vector<deep::MoveProbability> moves;  // all legal moves, the likeliest first
};

// One walk from the root to a leaf. Each thread reuses its own.
struct Walk {
  std::vector<chess::Position>
      positions;                // the game, then the position of each node of the path except the root
  std::vector<NodeIndex> path;  // begins with the root
};

// The outcome of a visit.
enum class Visit {
  Waiting,    // the last node of the path is new: commit() with the network's opinion
  Decided,    // the result was known and has been counted
  Collision,  // another visit waits for the same node: cancel() when that one has its opinion
  NoMemory,   // the tree can't grow any more
};

// A move of a node as a candidate.
struct Candidate {
  Move move;
  double probability = 0;
  NodeIndex child = kNoNode;  // none: never visited
};

struct TreeStatistics {
  std::uint64_t visits = 0;   // those with a result, since set_game()
  std::uint64_t ply_sum = 0;  // of the leaves of these visits
  int deepest = 0;            // ply
  std::uint64_t tablebase_hits = 0;
};

class Tree {
 public:
  // `limit_bytes` is for the nodes; at least NodeStore::kLeastBytes.
  explicit Tree(std::size_t limit_bytes, const Parameters& parameters = {});

  void set_limit(std::size_t limit_bytes);
  // Positions with up to `men` pieces are looked up. Null = none.
  void set_tablebase(std::shared_ptr<const search::Tablebase> tablebase, int men, bool fifty_move_rule);
  // Forgets everything.
  void clear();

  // The root becomes the game's last position. If this game continues the game of the last call, that part of
  // the tree is kept. `only` limits the root's moves (which must be legal); empty: all. Requires that no leaf
  // is waiting.
  void set_game(const chess::Game& game, const std::vector<Move>& only = {});

  // Prepares a Walk for the current game.
  void prepare(Walk& walk) const;
  // Walks to a leaf. Requires prepare() since set_game().
  [[nodiscard]] Visit visit(Walk& walk);
  // After Waiting, with the walk's path.
  void commit(const std::vector<NodeIndex>& path, const Opinion& opinion);
  // After Collision, with the walk's path.
  void cancel(const std::vector<NodeIndex>& path) noexcept;

  [[nodiscard]] const Node& root() const noexcept { return store_[root_]; }
  [[nodiscard]] const Node& node(NodeIndex index) const noexcept { return store_[index]; }
  [[nodiscard]] const NodeStore& store() const noexcept { return store_; }
  [[nodiscard]] const TreeStatistics& statistics() const noexcept { return statistics_; }
  // The moves of a node, best first: proved wins (shortest first), then by visits, then proved losses
  // (longest first). Empty before the node's opinion is known.
  [[nodiscard]] std::vector<Candidate> ranked(NodeIndex index) const;
  [[nodiscard]] std::vector<Candidate> ranked_root() const { return ranked(root_); }
  // The expected line that begins with a root move.
  [[nodiscard]] std::vector<Move> line_of(const Candidate& first) const;
  // The value of a root move for the side to move there; if it was never visited, the value that the formula
  // assumes.
  [[nodiscard]] double value_of(const Candidate& candidate) const noexcept;

 private:
  struct Choice {
    std::size_t edge = 0;
    NodeIndex child = kNoNode;  // none yet
  };

  // Checks whether the rules decide a new node, and makes its edges if they don't. False if the
  // memory is full.
  [[nodiscard]] bool open(NodeIndex index, const Walk& walk);
  void end_game(Node& node, End end, int result) noexcept;
  // The side to move mates: the node is won, and its only edge is the mate. False if the memory is full.
  [[nodiscard]] bool end_by_mate(NodeIndex index, Move mate);
  [[nodiscard]] bool ends_by_repetition(Node& node, const Walk& walk) noexcept;
  [[nodiscard]] bool ends_by_tablebase(Node& node, const chess::Position& position) noexcept;
  [[nodiscard]] Choice choose(const Node& node) const noexcept;
  [[nodiscard]] NodeIndex enter(Walk& walk, NodeIndex parent);
  void start_visit(const std::vector<NodeIndex>& path) noexcept;
  void finish_visit(const std::vector<NodeIndex>& path, double value, double draw) noexcept;
  // Updates the bounds from the children; returns whether they changed.
  bool update_bounds(Node& node) const noexcept;
  void update_plies_to_end(Node& node) const noexcept;
  [[nodiscard]] bool is_better(const Candidate& a, const Candidate& b) const noexcept;

  // What to subtract from the sums of a node after results below it were taken back.
  struct Loss {
    std::uint32_t visits = 0;
    double value = 0;
    double draw = 0;
  };
  // Takes back draws by repetition of positions that are now in the game and no longer in the tree.
  Loss take_back_repetitions(NodeIndex index, int ply) noexcept;
  // Moves the root along the game's new moves. False if the tree doesn't know them.
  [[nodiscard]] bool follow(const chess::Game& game);

  Parameters parameters_;
  NodeStore store_;
  std::shared_ptr<const search::Tablebase> tablebase_;
  int tablebase_men_ = 0;
  bool fifty_move_rule_ = true;
  chess::Game game_;
  std::vector<Move> only_;
  NodeIndex root_ = kNoNode;
  TreeStatistics statistics_;
};

}  // namespace tabia::puct
