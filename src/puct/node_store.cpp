#include "puct/node_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/check.h"

namespace tabia::puct {

NodeStore::NodeStore(std::size_t limit_bytes) : limit_bytes_(std::max(limit_bytes, kLeastBytes)) {}

void NodeStore::set_limit(std::size_t limit_bytes) { limit_bytes_ = std::max(limit_bytes, kLeastBytes); }

std::size_t NodeStore::bytes() const noexcept {
  return node_chunks_.size() * kNodesOfChunk * sizeof(Node) +
         edge_chunks_.size() * kEdgesOfChunk * sizeof(Edge);
}

int NodeStore::permille_full() const noexcept {
  const std::size_t used = nodes_ * sizeof(Node) + edges_ * sizeof(Edge);
  return static_cast<int>(std::min<std::size_t>(1000, used * 1000 / limit_bytes_));
}

void NodeStore::clear() {
  node_chunks_.clear();
  edge_chunks_.clear();
  nodes_ = edges_ = next_node_ = next_edge_ = 0;
  free_node_ = kNoNode;
  free_runs_.fill(0);
}

template <class Item>
bool NodeStore::grow(std::vector<std::unique_ptr<Item[]>>& chunks, std::size_t items) {
  if (bytes() + items * sizeof(Item) > limit_bytes_) return false;
  try {
    chunks.push_back(std::make_unique<Item[]>(items));
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

NodeIndex NodeStore::add_node() {
  NodeIndex index = free_node_;
  if (index != kNoNode) {
    free_node_ = (*this)[index].next_sibling;
  } else {
    if (next_node_ == node_chunks_.size() * kNodesOfChunk && !grow(node_chunks_, kNodesOfChunk))
      return kNoNode;
    if (next_node_ == kNoNode) ++next_node_;
    index = static_cast<NodeIndex>(next_node_++);
  }
  (*this)[index] = Node{};
  ++nodes_;
  return index;
}

NodeIndex NodeStore::add_child(NodeIndex parent) {
  const NodeIndex index = add_node();
  if (index == kNoNode) return kNoNode;
  Node& node = (*this)[parent];
  if (node.last_child == kNoNode) {
    node.first_child = index;
  } else {
    (*this)[node.last_child].next_sibling = index;
  }
  node.last_child = index;
  ++node.child_count;
  return index;
}

bool NodeStore::add_edges(NodeIndex index, std::size_t count) {
  TABIA_CHECK(count < free_runs_.size(), "no position has that many moves");
  if (count == 0) return true;
  const auto first = take_run(count);
  if (!first) return false;
  Node& node = (*this)[index];
  node.first_edge = *first;
  node.edge_count = static_cast<std::uint16_t>(count);
  edges_ += count;
  return true;
}

std::optional<std::uint32_t> NodeStore::take_run(std::size_t count) {
  for (std::size_t length = count; length < free_runs_.size(); ++length) {
    if (free_runs_[length] == 0) continue;
    const std::uint32_t first = free_runs_[length] - 1;
    std::memcpy(&free_runs_[length], edge_at(first), sizeof(std::uint32_t));
    give_back_run(first + static_cast<std::uint32_t>(count), length - count);
    return first;
  }
  const std::size_t left = edge_chunks_.size() * kEdgesOfChunk - next_edge_;
  if (left < count) {
    const std::size_t end = next_edge_ + left;
    if (!grow(edge_chunks_, kEdgesOfChunk)) return std::nullopt;
    give_back_run(static_cast<std::uint32_t>(next_edge_), left);
    next_edge_ = end;
  }
  const auto first = static_cast<std::uint32_t>(next_edge_);
  next_edge_ += count;
  return first;
}

// The link to the next run is stored in place of the first edge.
void NodeStore::give_back_run(std::uint32_t first, std::size_t count) noexcept {
  if (count == 0) return;
  std::memcpy(static_cast<void*>(edge_at(first)), &free_runs_[count], sizeof(std::uint32_t));
  free_runs_[count] = first + 1;
}

void NodeStore::release(NodeIndex index, NodeIndex kept) {
  const Node node = (*this)[index];
  for (NodeIndex child = node.first_child; child != kNoNode;) {
    const NodeIndex next = (*this)[child].next_sibling;
    if (child != kept) release(child);
    child = next;
  }
  edges_ -= node.edge_count;
  give_back_run(node.first_edge, node.edge_count);
  (*this)[index].next_sibling = free_node_;
  free_node_ = index;
  --nodes_;
}

}  // namespace tabia::puct
