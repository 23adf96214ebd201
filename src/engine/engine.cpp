#include "engine/engine.h"

#include <new>

#include "base/file_kind.h"
#include "base/memory.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine/describe.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "puct/human_file.h"
#include "puct/human_player.h"
#include "search/root_moves.h"

namespace tabia::engine {

using base::concat;
using base::Error;
using base::Result;
using chess::Game;
using chess::Move;
using chess::Position;

namespace {

// The bytes are part of the program; its tests check that they can be read.
std::shared_ptr<const nn::Network> embedded_network() {
  auto network = nn::read_network(nn::embedded_network());
  TABIA_CHECK(network.ok(), "the embedded network can't be read");
  return *network;
}

// The square mirrored to the other side of the board.
chess::Square mirrored(chess::Square square) {
  return square == chess::Square::None ? square : chess::square_at(chess::index_of(square) ^ 56);
}

Position reversed(const Position& position) {
  const chess::PositionSetup old = position.setup();
  chess::PositionSetup setup = old;
  setup.side_to_move = ~old.side_to_move;
  setup.en_passant = mirrored(old.en_passant);
  setup.castling_rooks = 0;
  for (int i = 0; i < chess::kSquareCount; ++i) {
    const chess::Square square = chess::square_at(i);
    const chess::Piece piece = old.board[square];
    setup.board[mirrored(square)] = piece == chess::Piece::None
                                        ? piece
                                        : chess::make_piece(~chess::color_of(piece), chess::type_of(piece));
    if (old.castling_rooks & chess::bit(square)) setup.castling_rooks |= chess::bit(mirrored(square));
  }
  return Position::from_valid_setup(setup);
}

}  // namespace

Engine::Engine(std::uint64_t seed, eval::ServiceOpener open_service)
    : random_(seed), game_seed_(seed), network_(embedded_network()), open_service_(std::move(open_service)) {
  (void)set_evaluation(settings_, network_);
}

// --- options

Result<Remarks> Engine::set_option(std::string_view name, std::string_view value) {
  const auto option = find_option(name, offers());
  if (!option) return option.error();
  const auto parsed = parse_value(**option, value);
  if (!parsed) return parsed.error();
  Settings next = settings_;
  (*option)->set(next, *parsed);
  const auto applied = apply((*option)->effect, std::move(next));
  if (!applied) return applied.error().inside(concat("option ", (*option)->line.name));
  return applied;
}

Result<Remarks> Engine::apply(OptionEffect effect, Settings next) {
  switch (effect) {
    case OptionEffect::None:
      break;
    case OptionEffect::Searcher:
      return apply_searcher(std::move(next));
    case OptionEffect::Network:
      return apply_network(std::move(next));
    case OptionEffect::Human:
      return apply_human(std::move(next));
    case OptionEffect::Evaluation: {
      Remarks remarks = set_evaluation(next, network_);
      settings_ = std::move(next);
      return remarks;
    }
    case OptionEffect::Service:
      return apply_service(std::move(next));
    case OptionEffect::Tablebase:
      return apply_tablebase(std::move(next));
    case OptionEffect::Book:
      return apply_book(std::move(next));
    case OptionEffect::Parameters:
      searcher_->set_parameters(next.parameters);
      break;
    case OptionEffect::ClearHash:
      searcher_->clear();
      break;
  }
  settings_ = std::move(next);
  return Remarks{};
}

search::SearcherOptions Engine::searcher_options(const Settings& settings) const {
  search::SearcherOptions options = settings.searcher;
  if (settings.limit_strength) options.elo = settings.elo;
  options.seed = game_seed_;
  return options;
}

Remarks Engine::prepare_human(const Settings& settings) {
  if (!settings.limit_strength || settings.style != puct::Style::Human) return {};
  if (puct::is_human(network_.get()) || human_) return {};
  auto loaded = puct::load_human(settings.human_file);
  if (loaded) {
    human_ = std::move(*loaded);
    return {};
  }
  const bool was_told = settings_.limit_strength && settings_.style == puct::Style::Human;
  if (was_told) return {};
  return {concat("Style human needs a network: ", loaded.error().message,
                 "; set HumanFile. UCI_Elo weakens the search instead, as with Style engine")};
}

std::shared_ptr<const nn::Network> Engine::human_for(
    const Settings& settings, const std::shared_ptr<const nn::Network>& network) const {
  if (settings.style != puct::Style::Human) return nullptr;
  return puct::is_human(network.get()) ? network : human_;
}

puct::SearchKind Engine::kind_for(const Settings& settings,
                                  const std::shared_ptr<const nn::Network>& network) const {
  return puct::search_kind_for({.wanted = settings.search_kind,
                                .network = network.get(),
                                .file = settings.eval_file,
                                .evaluation = settings.evaluation,
                                .elo = searcher_options(settings).elo,
                                .human = human_for(settings, network).get()});
}

Remarks Engine::set_evaluation(const Settings& next, const std::shared_ptr<const nn::Network>& network) {
  const puct::SearchKind kind = kind_for(next, network);
  Remarks remarks;
  if (next.search_kind != puct::SearchKind::Auto && next.search_kind != kind)
    remarks.push_back(concat("Search ", name_of(next.search_kind),
                             " needs a network with a policy head, and ", network_name(network.get()),
                             " has none: searching by ", name_of(kind)));
  if (searcher_ && kind == kind_ && kind != puct::SearchKind::Human) {
    searcher_->set_evaluation(network, next.evaluation);
    return remarks;
  }
  if (kind == puct::SearchKind::Human) {
    remarks.push_back(
        concat("playing like a person of UCI_Elo by network ", network_name(human_for(next, network).get())));
  } else if (searcher_ && next.search_kind == puct::SearchKind::Auto) {
    remarks.push_back(concat("searching by ", name_of(kind)));
  }
  searcher_ = make_search(kind, network, next.evaluation, searcher_options(next), human_for(next, network));
  searcher_->set_tablebase(tablebase_);
  searcher_->set_parameters(next.parameters);
  kind_ = kind;
  return remarks;
}

Result<Remarks> Engine::apply_searcher(Settings next) {
  TABIA_TRY_VOID(base::check_memory(next.searcher.hash_mib));
  Remarks remarks = prepare_human(next);
  try {
    if (kind_for(next, network_) != kind_) {
      for (std::string& remark : set_evaluation(next, network_)) remarks.push_back(std::move(remark));
    } else {
      searcher_->set_options(searcher_options(next));
    }
  } catch (const std::bad_alloc&) {
    searcher_->set_options(searcher_options(settings_));
    return Error{"not enough memory; the setting stays as it was"};
  }
  settings_ = std::move(next);
  return remarks;
}

Result<Remarks> Engine::apply_network(Settings next) {
  if (const auto opens = base::check_opens_at_once(next.eval_file); !opens) return opens.error();
  std::shared_ptr<const nn::Network> network;
  if (next.eval_file.empty()) {
    network = embedded_network();
  } else if (auto loaded = nn::load_network(next.eval_file)) {
    network = *loaded;
  } else {
    return Error{concat(loaded.error().message, "; the network stays ", network_name(network_.get()))};
  }
  Remarks remarks = {concat("network ", network_name(network.get()))};
  for (std::string& remark : set_evaluation(next, network)) remarks.push_back(std::move(remark));
  network_ = std::move(network);
  settings_ = std::move(next);
  return remarks;
}

Result<Remarks> Engine::apply_human(Settings next) {
  std::shared_ptr<const nn::Network> human;
  if (!next.human_file.empty()) {
    TABIA_TRY(human, puct::load_human(next.human_file));
  }
  human_ = std::move(human);
  Remarks remarks = prepare_human(next);
  const bool plays = kind_ == puct::SearchKind::Human || kind_for(next, network_) != kind_;
  if (plays)
    for (std::string& remark : set_evaluation(next, network_)) remarks.push_back(std::move(remark));
  settings_ = std::move(next);
  return remarks;
}

Result<Remarks> Engine::apply_service(Settings next) {
  Remarks remarks;
  std::shared_ptr<eval::EvaluationService> service;
  if (!next.eval_url.empty()) {
    auto opened = open_service_(next.eval_url);
    if (!opened) return opened.error();
    service = std::move(*opened);
    const auto answers = service->probe();
    remarks.push_back(answers ? concat("evaluations come from ", service->address())
                              : concat("EvalUrl: ", answers.error().message,
                                       "; the local network evaluates until the service answers"));
  }
  service_ = std::move(service);
  next.evaluation.external = service_;
  for (std::string& remark : set_evaluation(next, network_)) remarks.push_back(std::move(remark));
  settings_ = std::move(next);
  return remarks;
}

Result<Remarks> Engine::apply_tablebase(Settings next) {
  Remarks remarks;
  // There can be only one: close the old one before opening the new one, and reopen it if that fails.
  searcher_->set_tablebase(nullptr);
  tablebase_.reset();
  std::optional<Error> error;
  if (!next.syzygy_path.empty()) {
    auto opened = search::Tablebase::open(next.syzygy_path);
    if (opened) {
      tablebase_ = *opened;
      remarks.push_back(concat("tablebases with up to ", tablebase_->largest(), " pieces"));
    } else {
      error = opened.error();
    }
  }
  if (error && !settings_.syzygy_path.empty()) {
    if (auto again = search::Tablebase::open(settings_.syzygy_path)) tablebase_ = *again;
  }
  searcher_->set_tablebase(tablebase_);
  if (error) return *error;
  settings_ = std::move(next);
  return remarks;
}

Result<Remarks> Engine::apply_book(Settings next) {
  if (const auto opens = base::check_opens_at_once(next.book_file); !opens) return opens.error();
  std::optional<chess::PolyglotBook> book;
  if (!next.book_file.empty()) {
    auto opened = chess::PolyglotBook::open(next.book_file);
    if (!opened) return opened.error();
    book.emplace(std::move(*opened));
  }
  book_ = std::move(book);
  settings_ = std::move(next);
  return Remarks{};
}

// --- the game

void Engine::new_game() {
  // Players that choose at random must not play the same game again.
  game_seed_ = random_.next();
  searcher_->set_options(searcher_options(settings_));
  searcher_->clear();
}

Result<Remarks> Engine::set_position(const uci::SetPosition& wanted) {
  Remarks remarks;
  Game game;
  if (wanted.fen) {
    auto read = chess::parse_fen_lenient(*wanted.fen);
    if (!read) return read.error();
    game = Game(read->position);
    remarks = std::move(read->repairs);
  }
  for (std::size_t i = 0; i < wanted.moves.size(); ++i) {
    const auto move = chess::parse_uci_move(game.position(), wanted.moves[i]);
    if (!move) return move.error().inside(concat("position, move ", i + 1, " of ", wanted.moves.size()));
    game.play(*move);
  }
  game_ = std::move(game);
  return remarks;
}

void Engine::flip() { game_ = Game(reversed(game_.position())); }

// --- searching

Request Engine::prepare(const uci::Go& go, search::SteadyTime start) {
  ReadLimits read = to_limits(go, game_.position(), start);
  searcher_->arm(read.limits);
  return {game_, std::move(read.limits), std::move(read.remarks)};
}

Answer Engine::run(const Request& request, search::Observer* observer) {
  if (const auto move = book_move(request)) {
    Answer answer;
    answer.result.best = *move;
    answer.from_book = true;
    return answer;
  }
  return {searcher_->run(request.game, request.limits, observer), false};
}

Answer Engine::answer_without_search(const Request& request) {
  searcher_->wait_for_permission(request.limits);
  const search::RootCandidates roots = search::root_candidates(request.game, request.limits, nullptr, {});
  Answer answer;
  if (!roots.moves.empty()) answer.result.best = roots.moves.front().move;
  return answer;
}

// A move from the book, by weight. The book isn't used if more than a move to play is requested.
std::optional<Move> Engine::book_move(const Request& request) {
  const search::Limits& limits = request.limits;
  if (!settings_.own_book || !book_ || settings_.analyse_mode) return std::nullopt;
  if (limits.infinite || limits.ponder || limits.mate || !limits.moves.empty()) return std::nullopt;
  return book_->choose(request.game.position(), random_);
}

Presentation Engine::presentation(const Position& root) const {
  return {.win_model = searcher_->win_model(),
          .root = root,
          .castling = settings_.chess960 ? chess::CastlingNotation::KingTakesRook
                                         : chess::CastlingNotation::KingTarget,
          .show_wdl = settings_.show_wdl};
}

}  // namespace tabia::engine
