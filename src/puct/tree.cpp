#include "puct/tree.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/score.h"
#include "chess/movegen.h"

namespace tabia::puct {

using chess::Game;
using chess::Position;

namespace {

// Nodes at this ply are leaves: their own value counts for every visit.
constexpr std::size_t kDeepestPly = base::kMaxPly - 6;

// A move that mates, or none. It is cheap compared with a network and finds mates that a few visits would
// miss.
Move mate_in_one(const Position& position, const chess::MoveList& legal) noexcept {
  for (const Move move : legal) {
    if (!position.gives_check(move)) continue;
    Position after = position;
    after.make(move);
    if (!chess::has_legal_move(after)) return move;
  }
  return Move::none();
}

}  // namespace

Tree::Tree(std::size_t limit_bytes, const Parameters& parameters)
    : parameters_(parameters), store_(limit_bytes) {}

void Tree::set_limit(std::size_t limit_bytes) {
  clear();
  store_.set_limit(limit_bytes);
}

void Tree::set_tablebase(std::shared_ptr<const search::Tablebase> tablebase, int men, bool fifty_move_rule) {
  if (tablebase == tablebase_ && men == tablebase_men_ && fifty_move_rule == fifty_move_rule_) return;
  clear();
  tablebase_ = std::move(tablebase);
  tablebase_men_ = men;
  fifty_move_rule_ = fifty_move_rule;
}

void Tree::clear() {
  store_.clear();
  root_ = kNoNode;
}

// --- from search to search

void Tree::set_game(const Game& game, const std::vector<Move>& only) {
  const bool restricted = !only.empty() || !only_.empty();
  const bool same_position = game.moves().size() == game_.moves().size();
  const bool kept = root_ != kNoNode && only.empty() && !(restricted && same_position) && follow(game);
  if (!kept) {
    clear();
    root_ = store_.add_node();
    TABIA_CHECK(root_ != kNoNode, "a new tree has room for its root");
  }
  game_ = game;
  only_ = only;
  statistics_ = {};
}

bool Tree::follow(const Game& game) {
  const std::vector<Move>& before = game_.moves();
  const std::vector<Move>& now = game.moves();
  if (game.start() != game_.start() || now.size() < before.size() ||
      !std::equal(before.begin(), before.end(), now.begin()))
    return false;
  for (std::size_t ply = before.size(); ply < now.size(); ++ply) {
    const Node& node = store_[root_];
    const Edge* edges = store_.edges_of(node);
    NodeIndex child = node.first_child;
    for (std::size_t i = 0; child != kNoNode && edges[i].move != now[ply]; ++i)
      child = store_[child].next_sibling;
    if (child == kNoNode) return false;
    store_.release(root_, child);
    root_ = child;
    store_[root_].next_sibling = kNoNode;
  }
  if (store_[root_].is_end()) return false;  // the game was expected to end here
  if (now.size() > before.size()) take_back_repetitions(root_, 0);
  return true;
}

Tree::Loss Tree::take_back_repetitions(NodeIndex index, int ply) noexcept {
  Node& node = store_[index];
  Loss loss;
  if (node.end == End::Repetition && node.cycle > ply) {
    loss = {node.visits, node.value_sum, node.draw_sum};
    node.visits = 0;
    node.value_sum = node.draw_sum = 0;
    node.end = End::None;
    return loss;
  }
  for (NodeIndex child = node.first_child; child != kNoNode; child = store_[child].next_sibling) {
    const Loss below = take_back_repetitions(child, ply + 1);
    loss.visits += below.visits;
    loss.value -= below.value;
    loss.draw += below.draw;
  }
  if (loss.visits == 0) return loss;
  node.visits -= loss.visits;
  if (node.is_proved()) {
    loss.value = static_cast<double>(node.lower) * loss.visits;
    loss.draw = node.lower == 0 ? loss.visits : 0;
  }
  node.value_sum -= loss.value;
  node.draw_sum -= loss.draw;
  return loss;
}

// --- visits

void Tree::prepare(Walk& walk) const { walk.positions = game_.positions(); }

Visit Tree::visit(Walk& walk) {
  walk.positions.resize(game_.positions().size());
  walk.path.assign(1, root_);
  while (true) {
    const NodeIndex index = walk.path.back();
    Node& node = store_[index];
    const std::size_t ply = walk.path.size() - 1;
    if (node.is_new()) {
      if (!open(index, walk)) return Visit::NoMemory;
      if (!node.is_end()) {
        node.waiting = true;
        start_visit(walk.path);
        return Visit::Waiting;
      }
    }
    if (node.waiting) {
      start_visit(walk.path);
      return Visit::Collision;
    }
    if (node.is_end() || (ply > 0 && node.is_proved()) || ply >= kDeepestPly) {
      // A repetition proves nothing: its bounds allow any result, and their mean is a draw.
      const double result = (node.lower + node.upper) / 2.0;
      const bool is_known = node.is_end() || node.is_proved();
      start_visit(walk.path);
      finish_visit(walk.path, is_known ? result : node.value(), is_known ? result == 0 : node.draw());
      return Visit::Decided;
    }
    if (enter(walk, index) == kNoNode) return Visit::NoMemory;
  }
}

// Goes to the most promising child, which may be a new one.
NodeIndex Tree::enter(Walk& walk, NodeIndex parent) {
  Choice choice = choose(store_[parent]);
  if (choice.child == kNoNode) choice.child = store_.add_child(parent);
  if (choice.child == kNoNode) return kNoNode;
  walk.path.push_back(choice.child);
  walk.positions.push_back(walk.positions.back());
  walk.positions.back().make(store_.edges_of(store_[parent])[choice.edge].move);
  return choice.child;
}

Tree::Choice Tree::choose(const Node& node) const noexcept {
  const Edge* edges = store_.edges_of(node);
  const double scale = bonus_scale(parameters_, node.visits);
  Choice best;
  double best_score = -std::numeric_limits<double>::infinity();
  // Of the children without a result, which all have the same value, the one with the best bonus.
  Choice best_unseen;
  double best_bonus = -1;
  double seen = 0;
  std::size_t i = 0;
  for (NodeIndex index = node.first_child; index != kNoNode; index = store_[index].next_sibling, ++i) {
    const Node& child = store_[index];
    const double probability = edges[i].probability();
    double score = bonus(scale, probability, child.visits + child.running);
    if (child.visits == 0) {
      if (score > best_bonus) {
        best_bonus = score;
        best_unseen = {i, index};
      }
      continue;
    }
    seen += probability;
    score -= child.value();
    if (child.lower == 1) score -= 1e6;  // proved to lose: chosen only if nothing else is left
    if (score > best_score) {
      best_score = score;
      best = {i, index};
    }
  }
  if (i < node.edge_count && bonus(scale, edges[i].probability(), 0) > best_bonus) {
    best_bonus = bonus(scale, edges[i].probability(), 0);
    best_unseen = {i, kNoNode};
  }
  const bool has_unseen = best_bonus >= 0;
  if (has_unseen && first_play_value(parameters_, node.value(), seen) + best_bonus > best_score)
    best = best_unseen;
  return best;
}

void Tree::start_visit(const std::vector<NodeIndex>& path) noexcept {
  for (const NodeIndex index : path) ++store_[index].running;
}

void Tree::cancel(const std::vector<NodeIndex>& path) noexcept {
  for (const NodeIndex index : path) --store_[index].running;
}

void Tree::commit(const std::vector<NodeIndex>& path, const Opinion& opinion) {
  Node& leaf = store_[path.back()];
  TABIA_CHECK(leaf.waiting, "an opinion that nobody waits for");
  leaf.waiting = false;
  Edge* edges = store_.edges_of(leaf);
  std::size_t next = 0;
  const bool is_root = path.size() == 1;
  for (const deep::MoveProbability& move : opinion.moves) {
    if (is_root && !only_.empty() && std::find(only_.begin(), only_.end(), move.move) == only_.end())
      continue;
    TABIA_CHECK(next < leaf.edge_count, "an opinion has as many moves as the position");
    edges[next++] = {move.move, base::half_of(move.probability)};
  }
  TABIA_CHECK(next == leaf.edge_count, "an opinion about every move");
  if (is_root) {
    // A mate is visited first, whatever the network thinks of it.
    const Move mate = mate_in_one(game_.position(), chess::legal_moves(game_.position()));
    Edge* const found =
        std::find_if(edges, edges + next, [&](const Edge& edge) { return edge.move == mate; });
    if (found != edges + next) {
      std::rotate(edges, found, found + 1);
      edges->packed_probability = base::half_of(1);
    }
  }
  finish_visit(path, opinion.value, opinion.draw);
}

// `add_value` and `add_draw` are added to the sums of a node: the new result, plus a correction if something
// was proved and results counted earlier are replaced.
void Tree::finish_visit(const std::vector<NodeIndex>& path, double value, double draw) noexcept {
  ++statistics_.visits;
  statistics_.ply_sum += path.size() - 1;
  statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(path.size()) - 1);
  double add_value = value;
  double add_draw = draw;
  bool bounds_changed = false;
  for (std::size_t i = path.size(); i-- > 0;) {
    Node& node = store_[path[i]];
    --node.running;
    ++node.visits;
    if (i + 1 == path.size()) {
      bounds_changed = node.visits == 1 && node.is_proved();
    } else if (bounds_changed) {
      bounds_changed = update_bounds(node);
    }
    if (node.is_proved()) {
      add_value = static_cast<double>(node.lower) * node.visits - node.value_sum;
      add_draw = (node.lower == 0 ? node.visits : 0) - node.draw_sum;
    }
    node.value_sum += add_value;
    node.draw_sum += add_draw;
    add_value = -add_value;
  }
}

// --- what the rules say

bool Tree::open(NodeIndex index, const Walk& walk) {
  Node& node = store_[index];
  const Position& position = walk.positions.back();
  const bool is_root = walk.path.size() == 1;
  const chess::MoveList legal = chess::legal_moves(position);
  const auto moves = static_cast<std::size_t>(legal.size());
  if (is_root) {
    TABIA_CHECK(moves > 0, "a search needs a legal move");
    return store_.add_edges(index, only_.empty() ? moves : only_.size());
  }
  if (moves == 0) {
    end_game(node, End::Rules, position.in_check() ? -1 : 0);
  } else if (position.halfmove_clock() >= 100 || is_insufficient_material(position)) {
    end_game(node, End::Rules, 0);
  } else if (!ends_by_repetition(node, walk)) {
    if (const Move mate = mate_in_one(position, legal)) return end_by_mate(index, mate);
    if (ends_by_tablebase(node, position)) return true;
    return store_.add_edges(index, moves);
  }
  return true;
}

bool Tree::end_by_mate(NodeIndex index, Move mate) {
  if (!store_.add_edges(index, 1)) return false;
  Node& node = store_[index];
  *store_.edges_of(node) = {mate, base::half_of(1)};
  end_game(node, End::Rules, 1);
  node.plies_to_end = 1;
  return true;
}

void Tree::end_game(Node& node, End end, int result) noexcept {
  node.end = end;
  node.lower = node.upper = static_cast<std::int8_t>(result);
  node.by_tablebase = end == End::Tablebase;
}

// A third occurrence is a draw by the rules. A second one counts as a draw if both are in the tree: a side
// that could avoid the first could also avoid the second.
bool Tree::ends_by_repetition(Node& node, const Walk& walk) noexcept {
  const std::vector<Position>& line = walk.positions;
  const std::size_t last = line.size() - 1;
  const std::size_t reach = std::min(last, static_cast<std::size_t>(line[last].halfmove_clock()));
  std::size_t first_back = 0;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (line[last - back].key() != line[last].key()) continue;
    if (first_back != 0) {
      end_game(node, End::Rules, 0);
      return true;
    }
    first_back = back;
  }
  if (first_back == 0 || first_back >= walk.path.size()) return false;
  node.end = End::Repetition;
  node.cycle = static_cast<std::uint16_t>(first_back);
  return true;
}

bool Tree::ends_by_tablebase(Node& node, const Position& position) noexcept {
  if (!tablebase_ || position.halfmove_clock() != 0 || chess::count(position.occupied()) > tablebase_men_)
    return false;
  const auto found = tablebase_->result_of(position);
  if (!found) return false;
  ++statistics_.tablebase_hits;
  const int result = static_cast<int>(*found);
  const int decisive = fifty_move_rule_ ? 2 : 1;
  end_game(node, End::Tablebase, result >= decisive ? 1 : result <= -decisive ? -1 : 0);
  return true;
}

bool Tree::update_bounds(Node& node) const noexcept {
  int lower = -1;
  int upper = node.child_count < node.edge_count ? 1 : -1;
  for (NodeIndex index = node.first_child; index != kNoNode; index = store_[index].next_sibling) {
    lower = std::max(lower, -store_[index].upper);
    upper = std::max(upper, -store_[index].lower);
  }
  if (lower == node.lower && upper == node.upper) return false;
  node.lower = static_cast<std::int8_t>(lower);
  node.upper = static_cast<std::int8_t>(upper);
  if (node.is_proved()) update_plies_to_end(node);
  return true;
}

// For a node whose result was just proved: the plies of the shortest win, or of the longest loss.
void Tree::update_plies_to_end(Node& node) const noexcept {
  int plies = -1;
  bool by_tablebase = false;
  for (NodeIndex index = node.first_child; index != kNoNode; index = store_[index].next_sibling) {
    const Node& child = store_[index];
    if (!child.is_proved() || -child.lower != node.lower) continue;
    const int here = child.plies_to_end + 1;
    const bool better = node.lower == 1 ? plies < 0 || (by_tablebase && !child.by_tablebase) ||
                                              (by_tablebase == child.by_tablebase && here < plies)
                                        : here > plies;
    if (better) plies = here;
    if (node.lower == 1 ? better : child.by_tablebase) by_tablebase = child.by_tablebase;
  }
  node.plies_to_end = static_cast<std::uint16_t>(std::max(plies, 0));
  node.by_tablebase = by_tablebase;
}

// --- the result

std::vector<Candidate> Tree::ranked(NodeIndex index) const {
  std::vector<Candidate> candidates;
  const Node& node = store_[index];
  if (node.visits == 0 || node.waiting) return candidates;
  const Edge* edges = store_.edges_of(node);
  NodeIndex child = node.first_child;
  for (std::size_t i = 0; i < node.edge_count; ++i) {
    candidates.push_back({edges[i].move, edges[i].probability(), child});
    if (child != kNoNode) child = store_[child].next_sibling;
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) { return is_better(a, b); });
  return candidates;
}

bool Tree::is_better(const Candidate& a, const Candidate& b) const noexcept {
  static const Node kUnseen;
  const Node& first = a.child == kNoNode ? kUnseen : store_[a.child];
  const Node& second = b.child == kNoNode ? kUnseen : store_[b.child];
  // 1: a proved win, -1: a proved loss, for the side that moves.
  const auto proved = [](const Node& child) { return child.upper == -1 ? 1 : child.lower == 1 ? -1 : 0; };
  if (proved(first) != proved(second)) return proved(first) > proved(second);
  if (proved(first) != 0) {
    if (first.by_tablebase != second.by_tablebase) return second.by_tablebase == (proved(first) > 0);
    if (first.plies_to_end != second.plies_to_end)
      return (first.plies_to_end < second.plies_to_end) == (proved(first) > 0);
  }
  if (first.visits != second.visits) return first.visits > second.visits;
  if (first.visits > 0 && first.value() != second.value()) return first.value() < second.value();
  return a.probability > b.probability;
}

std::vector<Move> Tree::line_of(const Candidate& first) const {
  std::vector<Move> line = {first.move};
  for (NodeIndex index = first.child; index != kNoNode;) {
    const std::vector<Candidate> candidates = ranked(index);
    if (store_[index].end == End::Rules && !candidates.empty()) line.push_back(candidates.front().move);
    if (candidates.empty() || candidates.front().child == kNoNode ||
        store_[candidates.front().child].visits == 0)
      break;
    line.push_back(candidates.front().move);
    index = candidates.front().child;
  }
  return line;
}

double Tree::value_of(const Candidate& candidate) const noexcept {
  if (candidate.child != kNoNode && store_[candidate.child].visits > 0)
    return -store_[candidate.child].value();
  double seen = 0;
  const Node& node = root();
  const Edge* edges = store_.edges_of(node);
  for (std::size_t i = 0; i < node.child_count; ++i) seen += edges[i].probability();
  return first_play_value(parameters_, node.value(), seen);
}

}  // namespace tabia::puct
