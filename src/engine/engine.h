// engine/engine.h: the whole engine behind one interface: network, evaluation, search, book, tablebases,
// position.
//
// No input or output happens here: everything to report is returned as values, and the search reports through
// an Observer. The UCI loop and the HTTP service are both built on it. While run() is running on another
// thread, only stop(), ponder_hit(), set_position(), flip() and functions that only read may be called: a
// search works on its own copy of the game.
//
//   Engine engine;
//   auto request = engine.prepare(uci::Go{.depth = 10}, std::chrono::steady_clock::now());
//   Answer answer = engine.run(request, &observer);
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "chess/game.h"
#include "chess/polyglot.h"
#include "engine/convert.h"
#include "engine/options.h"
#include "puct/choice.h"
#include "search/move_search.h"
#include "search/tablebase.h"
#include "uci/commands.h"

namespace tabia::engine {

// What to search.
struct Request {
  chess::Game game;
  search::Limits limits;
  std::vector<std::string> remarks;  // what was ignored
};

struct Answer {
  search::SearchResult result;
  bool from_book = false;  // if so, there are no lines
};

// Remarks for the user that aren't errors.
using Remarks = std::vector<std::string>;

class Engine {
 public:
  // With the embedded network and default settings. The seed determines the choice among book moves and the
  // mistakes of a player of limited strength. Without `open_service` there is no option EvalUrl.
  explicit Engine(std::uint64_t seed = 0, eval::ServiceOpener open_service = nullptr);

  // --- options
  // After an error everything is unchanged; the message says what was expected.
  [[nodiscard]] base::Result<Remarks> set_option(std::string_view name, std::string_view value);
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const { return options_of(offers()); }
  [[nodiscard]] OptionsOffered offers() const noexcept {
    return open_service_ ? OptionsOffered::All : OptionsOffered::WithoutEvalUrl;
  }

  // --- the game
  // Forgets what earlier searches have learned.
  void new_game();
  // After an error (which names the field of the FEN or the move) the position is unchanged. The remarks say
  // what was repaired in the FEN.
  [[nodiscard]] base::Result<Remarks> set_position(const uci::SetPosition& wanted);
  // Reverses colors and sides; a new game starts there.
  void flip();
  [[nodiscard]] const chess::Game& game() const noexcept { return game_; }

  // --- searching
  // Records what to search and prepares for run(): a stop() from now on counts.
  [[nodiscard]] Request prepare(const uci::Go& go, search::SteadyTime start);
  // Searches; blocks until done. Requires that prepare() made this request since the last run().
  // If the evaluation throws (because a device failed), this throws the same.
  [[nodiscard]] Answer run(const Request& request, search::Observer* observer);
  // The answer if run() has thrown: the first legal move that the request allows. Blocks until an answer is
  // due.
  [[nodiscard]] Answer answer_without_search(const Request& request);
  void stop() noexcept { searcher_->stop(); }
  void ponder_hit() noexcept { searcher_->ponder_hit(); }

  // What the service of EvalUrl has reported since the last call.
  [[nodiscard]] Remarks take_remarks() { return service_ ? service_->take_remarks() : Remarks{}; }

  // --- queries
  [[nodiscard]] Presentation presentation(const chess::Position& root) const;
  // A new evaluator with the settings of this engine, and always with its own network: explanations use
  // positions that can't occur in a game, which a service (EvalUrl) would reject.
  [[nodiscard]] eval::Evaluator evaluator() const {
    eval::EvaluatorOptions options = settings_.evaluation;
    options.external = nullptr;
    return eval::Evaluator(network_, options);
  }
  [[nodiscard]] const std::shared_ptr<const nn::Network>& network() const noexcept { return network_; }
  // The kind of search in use; never Auto.
  [[nodiscard]] puct::SearchKind search_kind() const noexcept { return kind_; }
  // Null if there is none.
  [[nodiscard]] const search::Tablebase* tablebase() const noexcept { return tablebase_.get(); }

 private:
  [[nodiscard]] base::Result<Remarks> apply(OptionEffect effect, Settings next);
  // Loads the human network if these settings need one and there is none yet. The remark, once,
  // says that it can't be found.
  [[nodiscard]] Remarks prepare_human(const Settings& settings);
  // The human network that plays with this evaluation network; null: none.
  [[nodiscard]] std::shared_ptr<const nn::Network> human_for(
      const Settings& settings, const std::shared_ptr<const nn::Network>& network) const;
  [[nodiscard]] puct::SearchKind kind_for(const Settings& settings,
                                          const std::shared_ptr<const nn::Network>& network) const;
  // Gives the searcher this evaluation, or replaces the searcher with one of the right kind. Remarks only if
  // that may surprise the user.
  [[nodiscard]] Remarks set_evaluation(const Settings& next,
                                       const std::shared_ptr<const nn::Network>& network);
  [[nodiscard]] base::Result<Remarks> apply_searcher(Settings next);
  [[nodiscard]] base::Result<Remarks> apply_network(Settings next);
  [[nodiscard]] base::Result<Remarks> apply_human(Settings next);
  [[nodiscard]] base::Result<Remarks> apply_service(Settings next);
  [[nodiscard]] base::Result<Remarks> apply_tablebase(Settings next);
  [[nodiscard]] base::Result<Remarks> apply_book(Settings next);
  [[nodiscard]] search::SearcherOptions searcher_options(const Settings& settings) const;
  [[nodiscard]] std::optional<chess::Move> book_move(const Request& request);

  base::Random random_;
  std::uint64_t game_seed_;  // for the choices of the current game
  Settings settings_;
  chess::Game game_;
  std::shared_ptr<const nn::Network> network_;
  std::shared_ptr<const nn::Network> human_;          // null: not needed yet, or not found
  const eval::ServiceOpener open_service_;            // may be null
  std::shared_ptr<eval::EvaluationService> service_;  // null: none
  std::shared_ptr<const search::Tablebase> tablebase_;
  std::optional<chess::PolyglotBook> book_;
  puct::SearchKind kind_ = puct::SearchKind::AlphaBeta;  // of the searcher
  std::unique_ptr<search::MoveSearch> searcher_;
};

}  // namespace tabia::engine
