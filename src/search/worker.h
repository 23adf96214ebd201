// search/worker.h: one thread of a search: its tree, its memory, its best moves.
//
// The tree is searched by Worker::search (src/search/tree.cpp), a list of named steps over a Node; quiescence
// is in src/search/quiescence.cpp; deepening, windows and time are in src/search/worker.cpp. Internal to this
// folder: callers use search/searcher.h.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/block.h"
#include "chess/game.h"
#include "eval/evaluator.h"
#include "search/clock.h"
#include "search/history.h"
#include "search/limits.h"
#include "search/parameters.h"
#include "search/picker.h"
#include "search/repetition.h"
#include "search/report.h"
#include "search/scale.h"
#include "search/searcher.h"
#include "search/steps.h"
#include "search/table.h"

namespace tabia::search {

using base::kDraw;
using base::kInfinite;
using base::kMate;
using base::kMateInMaxPly;
using base::kMaxPly;
using base::kNoScore;
using base::kTablebaseWin;
using base::kTablebaseWinInMaxPly;

[[nodiscard]] constexpr Score mated_in(int ply) noexcept { return -kMate + ply; }
[[nodiscard]] constexpr Score mate_in(int ply) noexcept { return kMate - ply; }
[[nodiscard]] constexpr bool is_win(Score score) noexcept { return score >= kTablebaseWinInMaxPly; }
[[nodiscard]] constexpr bool is_loss(Score score) noexcept { return score <= -kTablebaseWinInMaxPly; }

// A complete line: the expected moves from a node on, with best play by both sides according to the search.
struct Variation {
  std::array<Move, kMaxPly + 1> moves;
  int length = 0;

  void clear() noexcept { length = 0; }
  void set(Move first, const Variation& rest) noexcept;
};

// What is known about one root move.
struct RootMove {
  Move move;
  Score score = -kInfinite;  // of this depth, or -kInfinite if another move was better
  Score previous_score = -kInfinite;
  Score average_score = -kInfinite;
  Score mean_square = -kInfinite * kInfinite;  // of the score, signed
  Score shown_score = -kInfinite;              // when it was last best, with its bound
  Bound bound = Bound::Exact;
  int selective_depth = 0;
  std::uint64_t nodes = 0;  // spent below this move
  std::vector<Move> line;   // begins with the move
  int rank = 0;             // by the tablebase; higher is better
  Score tablebase_score = 0;

  // Better moves first, by this depth and then by the previous one.
  [[nodiscard]] bool is_better_than(const RootMove& other) const noexcept {
    return score != other.score ? score > other.score : previous_score > other.previous_score;
  }
};

inline constexpr std::int64_t kBoundReportsMs = 3000;  // bounds are reported only if a search takes long

// What the threads of one search share.
struct Shared {
  Shared(const SearcherOptions& searcher_options, const eval::WinModel& model)
      : options(searcher_options), table(searcher_options.hash_mib), scale(model) {}

  SearcherOptions options;
  TranspositionTable table;
  SearchScale scale;
  std::shared_ptr<const Tablebase> tablebase;
  Parameters parameters;

  // --- of the current search
  Limits limits;
  TimeBudget budget;
  int probe_men = 0;  // positions with up to this many pieces are probed in the tree; 0 = none
  bool root_in_tablebase = false;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  std::atomic<bool> stop_on_ponder_hit{false};
  std::mutex mutex;
  std::condition_variable changed;  // notified when stop or pondering changes

  // --- from search to search of a game
  double scale_of_game = -1;  // see budget_for()
  double previous_time_reduction = 0.85;
  Score previous_score = kInfinite;
  Score previous_average = kInfinite;

  // Milliseconds since the request, or their equivalent in nodes.
  [[nodiscard]] std::int64_t elapsed_ms(std::uint64_t nodes) const noexcept;
};

enum class NodeType { Root, Pv, NonPv };

// One ply of the path being searched: what its descendants need to know.
struct Ply {
  int ply = 0;
  Move move;  // that leads from here to the next ply
  Piece moved = Piece::None;
  PieceType captured = PieceType::None;
  PieceTo* continuation = nullptr;  // histories of the moves after it
  EnumArray<Piece, EnumArray<Square, Correction>>* correction = nullptr;
  Score static_evaluation = kNoScore;  // corrected; kNoScore in check
  Move excluded;                       // in a singular search of this node
  bool in_check = false;
  bool former_pv = false;  // part of a principal variation, now or according to the table
  bool table_hit = false;
  bool move_was_noisy = false;
  int move_count = 0;
  int history_score = 0;  // of the move
  int cutoffs = 0;        // of the children of this node's moves
  int reduction = 0;      // of the move, in plies
  Variation variation;
};

// A node of the main search and what is known about it.
struct Node {
  Node(const Position& node_position, Ply* node_ply, Score node_alpha, Score node_beta, int node_depth,
       bool expects_cut) noexcept
      : position(node_position),
        ply(node_ply),
        alpha(node_alpha),
        beta(node_beta),
        depth(node_depth),
        cut_node(expects_cut),
        in_check(node_position.in_check()) {}

  const Position& position;
  Ply* const ply;
  Score alpha;
  Score beta;
  int depth;
  const bool cut_node;  // some move is expected to fail high
  const bool in_check;

  // From the table.
  Key table_key = 0;
  TranspositionTable::Slot* slot = nullptr;
  TableData table;
  Score table_value = kNoScore;
  Move table_move;
  bool table_move_is_noisy = false;

  Score raw_evaluation = kNoScore;  // the evaluator's, on the search's scale
  Score evaluation = kNoScore;      // the best guess: corrected, and improved by the table
  int correction = 0;               // in 1/131072 su
  bool improving = false;
  bool opponent_worsening = false;
  Threats threats;

  // Of the moves so far.
  Score best = -kInfinite;
  Score best_possible = kInfinite;  // according to a tablebase
  Move best_move;
  int move_count = 0;

  [[nodiscard]] bool is_excluded_search() const noexcept { return static_cast<bool>(ply->excluded); }
  [[nodiscard]] Score static_evaluation() const noexcept { return ply->static_evaluation; }
  [[nodiscard]] bool table_bound_holds(Score against) const noexcept {
    const auto wanted = table_value >= against ? Bound::Lower : Bound::Upper;
    return (static_cast<int>(table.bound) & static_cast<int>(wanted)) != 0;
  }
};

// The task of one call of Worker::iterate(), in addition to the limits of the whole search (Shared::limits).
struct Task {
  int lines = 1;                       // root moves that get their own line
  std::optional<int> depth;            // plies
  std::optional<std::uint64_t> nodes;  // of all workers of the call together
};

class Worker;
using WorkerTeam = std::span<const std::unique_ptr<Worker>>;

class Worker {
 public:
  Worker(Shared& shared, int index, std::shared_ptr<const nn::Network> network,
         const eval::EvaluatorOptions& evaluation);

  // A new game.
  void clear();
  // Sets the position and its root moves. The list must not be empty.
  void prepare(const chess::Game& game, const std::vector<RootMove>& moves);
  // Iterative deepening until a limit is reached. Only worker 0 checks the clock and reports. Requires
  // prepare(); `team`, to which this worker belongs, must outlive the call.
  void iterate(const Task& task, Observer* observer, WorkerTeam team);

  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t tablebase_hits() const noexcept {
    return tablebase_hits_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] const std::vector<RootMove>& root_moves() const noexcept { return root_moves_; }
  [[nodiscard]] int completed_depth() const noexcept { return completed_depth_; }
  [[nodiscard]] const eval::Evaluator& evaluator() const noexcept { return evaluator_; }
  // The line of a root move, on the scale of the evaluation.
  [[nodiscard]] Line line_of(std::size_t index, int depth) const;
  // All nodes and hits of the team, and the time.
  [[nodiscard]] Counters counters(WorkerTeam team) const;

 private:
  static constexpr int kStackOffset = 7;  // earlier plies that may be accessed at the root

  // --- deepening (worker.cpp)
  void search_line();
  void sort_lines() noexcept;
  void report_lines(std::size_t count);
  [[nodiscard]] bool mate_limit_reached() const noexcept;
  void manage_time();
  void set_optimism(Score average) noexcept;
  void poll() noexcept;
  [[nodiscard]] bool stopped() const noexcept { return shared_.stop.load(std::memory_order_relaxed); }
  void count_node() noexcept {
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_main() const noexcept { return index_ == 0; }

  // --- making moves
  void make(const Position& before, Position& child, Move move, Ply* ply);
  void unmake() noexcept;
  [[nodiscard]] Score draw_score() const noexcept { return static_cast<Score>(nodes() & 2) - 1; }
  [[nodiscard]] bool is_draw(const Position& position, int ply) const noexcept;

  // --- evaluation
  [[nodiscard]] Score raw_evaluation(const Position& position);
  [[nodiscard]] int correction_of(const Position& position, const Ply* ply) const noexcept;
  [[nodiscard]] Score corrected(Score raw, const Position& position, int correction) const noexcept;
  void update_correction(const Node& node) noexcept;

  // --- the tree (tree.cpp); functions that evaluate may throw if the evaluation does
  template <NodeType Type>
  Score search(const Position& position, Ply* ply, Score alpha, Score beta, int depth, bool cut_node);
  template <NodeType Type>
  [[nodiscard]] std::optional<Score> end_of_play(Node& node);
  void look_up(Node& node) noexcept;
  [[nodiscard]] std::optional<Score> table_cutoff(const Node& node) noexcept;
  template <NodeType Type>
  [[nodiscard]] std::optional<Score> tablebase_cutoff(Node& node) noexcept;
  void evaluate_node(Node& node);
  void learn_from_evaluation_change(const Node& node) noexcept;
  void hindsight(Node& node) noexcept;
  [[nodiscard]] std::optional<Score> razoring(const Node& node);
  [[nodiscard]] std::optional<Score> reverse_futility(const Node& node) const noexcept;
  [[nodiscard]] std::optional<Score> null_move(const Node& node);
  void internal_reduction(Node& node, bool is_pv) const noexcept;
  [[nodiscard]] std::optional<Score> probcut(const Node& node);
  [[nodiscard]] std::optional<Score> small_probcut(const Node& node) const noexcept;

  [[nodiscard]] bool is_without(Step step) const noexcept {
    return (parameters_.without >> static_cast<int>(step) & 1) != 0;
  }
  // Is one side winning by so much that only mate is left to find? Then, near the root, nothing is pruned
  // that could be part of a mate. Deeper down that would cost too much.
  [[nodiscard]] bool is_mate_hunt(const Node& node, Score bound) const noexcept {
    return std::abs(bound) > parameters_.mate_hunt && node.ply->ply < parameters_.mate_hunt_plies;
  }

  // A move of the loop and what is known about it.
  struct Candidate {
    Move move;
    Piece mover;
    bool is_noisy;
    bool gives_check;
    int reduction;  // in 1/1024 plies
    int new_depth;
    int extension;
  };
  struct Tried {
    std::array<Move, 32> moves;
    int count = 0;
    void add(Move move) noexcept {
      if (count < 32) moves[static_cast<std::size_t>(count++)] = move;
    }
  };
  [[nodiscard]] int base_reduction(const Node& node) const noexcept;
  [[nodiscard]] bool is_pruned(Node& node, const Candidate& candidate, MovePicker& picker,
                               const ContinuationTables& continuations) noexcept;
  template <NodeType Type>
  [[nodiscard]] std::optional<Score> singular_extension(Node& node, Candidate& candidate);
  template <NodeType Type>
  [[nodiscard]] int late_move_reduction(const Node& node, const Candidate& candidate) const noexcept;
  template <NodeType Type>
  [[nodiscard]] Score search_move(Node& node, Candidate& candidate, const Position& child);
  void update_root_move(const Node& node, Move move, Score value, std::uint64_t nodes_spent) noexcept;
  [[nodiscard]] bool is_searched_at_root(Move move) const noexcept;

  // --- learning
  void update_histories(const Node& node, const Tried& quiets, const Tried& noisies) noexcept;
  void update_quiet(const Position& position, Ply* ply, Move move, const Threats& threats,
                    int bonus) noexcept;
  void update_continuations(Ply* ply, Piece piece, Square to, int bonus) noexcept;
  void reward_previous_move(const Node& node) noexcept;
  [[nodiscard]] ContinuationTables continuations_before(const Ply* ply) const noexcept;

  // --- quiescence (quiescence.cpp)
  template <bool IsPv>
  Score quiescence(const Position& position, Ply* ply, Score alpha, Score beta, bool with_checks);
  template <bool IsPv>
  Score quiescence_node(const Position& position, Ply* ply, Score alpha, Score beta, bool with_checks);
  [[nodiscard]] bool stands_pat(Node& node);
  [[nodiscard]] bool is_hopeless(Node& node, Move move, MovePicker& picker,
                                 const ContinuationTables& continuations) noexcept;

  Shared& shared_;
  const int index_;
  const Parameters& parameters_;
  eval::Evaluator evaluator_;
  bool scales_by_material_;
  bool damps_fifty_moves_;
  std::unique_ptr<Histories, base::FreeBlock> histories_;
  PieceTo no_continuation_{};  // for plies without a move
  EnumArray<Piece, EnumArray<Square, Correction>> no_correction_{};
  std::array<int, 256> log_table_{};  // for the reductions: ln(n) in 1/1024
  std::array<Ply, kMaxPly + kStackOffset + 4> stack_{};
  Path path_;

  // --- of the current search
  Position root_;
  std::vector<RootMove> root_moves_;
  std::size_t line_index_ = 0;  // the line being searched
  std::size_t line_end_ = 0;    // moves beyond it have a worse rank
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> tablebase_hits_{0};
  int root_depth_ = 0;
  int completed_depth_ = 0;
  int selective_depth_ = 0;
  Score root_window_ = 1;
  int null_move_min_ply_ = 0;
  std::uint64_t quiescence_end_ = 0;  // node count at which the current quiescence search has grown too large
  EnumArray<Color, Score> optimism_{};
  std::atomic<int> best_move_changes_{0};  // at the root, in this depth; worker 0 reads them all
  int poll_countdown_ = 0;
  Observer* observer_ = nullptr;
  Task task_;
  WorkerTeam team_;

  // --- of time
  double total_changes_ = 0;
  int last_best_move_depth_ = 0;
  Move last_best_move_;
  std::array<Score, 4> iteration_scores_{};
  int iteration_ = 0;
  double time_reduction_ = 1;
  bool deepen_ = true;
  int search_again_ = 0;
};

}  // namespace tabia::search
