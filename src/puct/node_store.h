// puct/node_store.h: the nodes of a PUCT tree, in limited memory.
//
// A node has an edge for each legal move, the likeliest first, and a child for each edge that was visited.
// Among edges without a child the likeliest always has the best score (puct/formula.h), so children belong to
// the first edges, in the same order. Memory comes in chunks up to the limit; released memory is reused.
// Running out of memory is a normal result, not an error. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/half.h"
#include "chess/move.h"

namespace tabia::puct {

using chess::Move;

// A node by its number. Numbers stay valid until the node is released.
using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0;

struct Edge {
  Move move;
  std::uint16_t packed_probability = 0;  // half precision

  [[nodiscard]] double probability() const noexcept {
    return static_cast<double>(base::float_of_half(packed_probability));
  }
};
static_assert(sizeof(Edge) == 4);

// Why a node has no moves to visit.
enum class End : std::uint8_t {
  None,
  Rules,       // mate, stalemate, or a draw by the rules
  Repetition,  // the position occurred before in the tree: counts as a draw, but nothing is proved
  Tablebase,
};

// Values are for the side to move in the node's position: 1 wins, 0 draws, -1 loses. A node is one cache
// line, because choosing a child reads all children.
struct alignas(64) Node {
  double value_sum = 0;       // over all visits
  double draw_sum = 0;        // chances of a draw over all visits
  std::uint32_t visits = 0;   // to the node and below it, results known
  std::uint32_t running = 0;  // visits whose result isn't known yet
  NodeIndex first_child = kNoNode;
  NodeIndex last_child = kNoNode;
  NodeIndex next_sibling = kNoNode;
  std::uint32_t first_edge = 0;
  std::uint16_t edge_count = 0;
  std::uint16_t child_count = 0;
  std::uint16_t plies_to_end = 0;  // if the result is proved by the rules: plies to mate
  std::uint16_t cycle = 0;         // End::Repetition: plies since the position's earlier occurrence
  std::int8_t lower = -1;          // the result is proved to be at least this
  std::int8_t upper = 1;           // the result is proved to be at most this
  End end = End::None;
  bool by_tablebase = false;  // the proof is by tablebases: plies_to_end is meaningless
  bool waiting = false;       // for the network

  [[nodiscard]] bool is_proved() const noexcept { return lower == upper; }
  [[nodiscard]] bool is_end() const noexcept { return end != End::None; }
  // No visit has reached the position yet.
  [[nodiscard]] bool is_new() const noexcept { return visits == 0 && !waiting && !is_end(); }
  // Requires visits > 0.
  [[nodiscard]] double value() const noexcept { return value_sum / visits; }
  [[nodiscard]] double draw() const noexcept { return draw_sum / visits; }
};

static_assert(sizeof(Node) == 64);

class NodeStore {
 public:
  // The limit is at least kLeastBytes.
  explicit NodeStore(std::size_t limit_bytes);

  [[nodiscard]] Node& operator[](NodeIndex index) noexcept {
    return node_chunks_[index / kNodesOfChunk][index % kNodesOfChunk];
  }
  [[nodiscard]] const Node& operator[](NodeIndex index) const noexcept {
    return node_chunks_[index / kNodesOfChunk][index % kNodesOfChunk];
  }
  // The edges of a node, edge_count of them.
  [[nodiscard]] Edge* edges_of(const Node& node) noexcept { return edge_at(node.first_edge); }
  [[nodiscard]] const Edge* edges_of(const Node& node) const noexcept {
    return const_cast<NodeStore*>(this)->edge_at(node.first_edge);
  }

  // A new node without edges, or kNoNode if the memory is full.
  [[nodiscard]] NodeIndex add_node();
  // A new node as the child of the parent's first edge that has none; kNoNode if the memory is full.
  [[nodiscard]] NodeIndex add_child(NodeIndex parent);
  // Adds this many edges to a node without edges; false if the memory is full. Requires count <=
  // chess::kMaxMoves.
  [[nodiscard]] bool add_edges(NodeIndex index, std::size_t count);
  // Releases the node and everything below it, except `kept` (one of its children, or kNoNode) and everything
  // below that.
  void release(NodeIndex index, NodeIndex kept = kNoNode);
  // Releases everything, chunks too.
  void clear();
  void set_limit(std::size_t limit_bytes);

  [[nodiscard]] std::size_t nodes() const noexcept { return nodes_; }
  // How much of the memory limit nodes and edges use.
  [[nodiscard]] int permille_full() const noexcept;
  // Memory taken from the system.
  [[nodiscard]] std::size_t bytes() const noexcept;

  static constexpr std::size_t kLeastBytes = std::size_t{1} << 20;

 private:
  static constexpr std::size_t kNodesOfChunk = 1024;
  static constexpr std::size_t kEdgesOfChunk = 16384;

  [[nodiscard]] Edge* edge_at(std::uint32_t index) noexcept {
    return &edge_chunks_[index / kEdgesOfChunk][index % kEdgesOfChunk];
  }
  template <class Item>
  [[nodiscard]] bool grow(std::vector<std::unique_ptr<Item[]>>& chunks, std::size_t items);
  // Takes this many consecutive edges from the shortest released run that is long enough, or from the end of
  // the last chunk.
  [[nodiscard]] std::optional<std::uint32_t> take_run(std::size_t count);
  void give_back_run(std::uint32_t first, std::size_t count) noexcept;

  std::size_t limit_bytes_;
  std::size_t nodes_ = 0;                             // in use
  std::size_t edges_ = 0;                             // in use
  std::vector<std::unique_ptr<Node[]>> node_chunks_;  // node 0 is not used
  std::vector<std::unique_ptr<Edge[]>> edge_chunks_;
  std::size_t next_node_ = 0;      // never used from here to the end of the last chunk
  std::size_t next_edge_ = 0;      // the same for edges
  NodeIndex free_node_ = kNoNode;  // released nodes, linked by next_sibling
  std::array<std::uint32_t, chess::kMaxMoves + 1>
      free_runs_{};  // by length: first edge + 1, linked; 0 = none
};

}  // namespace tabia::puct
