// bench/elo_ladder.cpp: games between neighboring levels of UCI_Elo, to calibrate src/search/strength.cpp and, with
// --human, src/puct/human_level.cpp.
//
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build build/release --target bench_elo_ladder
//   build/release/bench_elo_ladder [--from 800] [--to 3200] [--step 200] [--games 200] [--network FILE] [--seed 1]
//                                  [--openings FILE] [--human FILE] [--against engine] [--pgn FILE]
//
// Each opening is played twice with colors reversed: a position of --openings (a FEN or EPD on each line), or six to
// eight random moves from the start. One line per pair: score of the higher level with its standard error, and the
// difference in Elo. Above 2400 games are given up when both players agree that one is lost. The column "sum" adds the
// differences up from the lowest level. --human FILE plays the levels of Style human with that network;
// --against engine then plays each of them against the same level of Style engine.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "puct/choice.h"
#include "puct/human_file.h"
#include "search/move_search.h"

namespace {

using namespace tabia;
using namespace tabia::chess;

constexpr int kMostPlies = 400;
constexpr int kGivesUpFrom = 2400;
constexpr int kLostCp = 900;
constexpr int kLostPlies = 6;

struct Request {
  int from = 800;
  int to = 3200;
  int step = 200;
  int games = 200;
  std::uint64_t seed = 1;
  std::string network;
  std::string openings;
  std::string human;
  std::string against;
  std::string pgn;

  // Style human, and on both sides?
  [[nodiscard]] bool is_human() const { return !human.empty(); }
  [[nodiscard]] bool has_engine() const { return human.empty() || against == "engine"; }
};

struct Networks {
  std::shared_ptr<const nn::Network> engine;
  std::shared_ptr<const nn::Network> human;  // null: Style engine
};

Game random_opening(base::Random& random) {
  while (true) {
    Game game;
    const std::uint32_t plies = 6 + random.below(3);
    for (std::uint32_t i = 0; i < plies && game.end() == GameEnd::None; ++i) {
      const MoveList moves = legal_moves(game.position());
      game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    if (game.end() == GameEnd::None) return game;
  }
}

struct Tally {
  int wins = 0;  // of the first player
  int draws = 0;
  int losses = 0;
  long plies = 0;

  [[nodiscard]] int games() const { return wins + draws + losses; }
  [[nodiscard]] double score() const { return (wins + 0.5 * draws) / games(); }
  [[nodiscard]] double error() const {
    const double mean = score();
    const double square =
        (wins * (1 - mean) * (1 - mean) + draws * (0.5 - mean) * (0.5 - mean) + losses * mean * mean) /
        games();
    return std::sqrt(square / games());
  }
};

double elo_of(double score) { return -400 * std::log10(1 / std::min(std::max(score, 0.002), 0.998) - 1); }

// 1, 0.5 or 0 for White.
double play(Game& game, search::MoveSearch& white, search::MoveSearch& black, bool gives_up) {
  int lost_plies[2] = {};  // White, Black: how long both have thought so
  while (game.end() == GameEnd::None && static_cast<int>(game.moves().size()) < kMostPlies) {
    const bool whites_turn = game.position().side_to_move() == Color::White;
    search::MoveSearch& player = whites_turn ? white : black;
    const auto result = player.search(game, {});
    const int value = player.win_model().centipawns(result.lines.front().score, game.position());
    const int for_white = whites_turn ? value : -value;
    lost_plies[0] = for_white <= -kLostCp ? lost_plies[0] + 1 : 0;
    lost_plies[1] = for_white >= kLostCp ? lost_plies[1] + 1 : 0;
    game.play(result.best);
    if (gives_up && lost_plies[0] >= kLostPlies) return 0;
    if (gives_up && lost_plies[1] >= kLostPlies) return 1;
  }
  if (game.end() != GameEnd::Checkmate) return 0.5;
  return game.position().side_to_move() == Color::White ? 0 : 1;
}

void write_game(std::ofstream& out, const Game& game, int white, int black, double result) {
  const char* text = result == 1 ? "1-0" : result == 0 ? "0-1" : "1/2-1/2";
  out << "[White \"" << white << "\"]\n[Black \"" << black << "\"]\n[Result \"" << text << "\"]\n\n";
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    if (i % 2 == 0) out << i / 2 + 1 << ". ";
    out << to_san(game.positions()[i], game.moves()[i]) << (i % 16 == 15 ? "\n" : " ");
  }
  out << text << "\n\n";
}

std::unique_ptr<search::MoveSearch> make_player(const Networks& networks, bool human, int elo) {
  search::SearcherOptions options;
  options.elo = elo;
  const auto kind = human ? puct::SearchKind::Human : puct::SearchKind::AlphaBeta;
  return puct::make_search(kind, networks.engine, {}, options, networks.human);
}

Tally match(int first, int second, const Request& request, const Networks& networks,
            const std::vector<Position>& openings, std::ofstream& pgn) {
  Tally tally;
  base::Random random(request.seed * 1'000'003 + static_cast<std::uint64_t>(first));
  const auto one = make_player(networks, request.is_human(), first);
  const auto two = make_player(networks, !request.has_engine(), second);
  Game opening;
  for (int i = 0; i < request.games; ++i) {
    if (i % 2 == 0)
      opening = openings.empty() ? random_opening(random)
                                 : Game(openings[random.below(static_cast<std::uint32_t>(openings.size()))]);
    for (auto* const player : {one.get(), two.get()}) {
      search::SearcherOptions options = player->options();
      options.seed = random.next();
      player->set_options(options);
      player->clear();
    }
    Game game = opening;
    const bool first_is_white = i % 2 == 0;
    const bool gives_up = std::min(first, second) >= kGivesUpFrom;
    const double white = first_is_white ? play(game, *one, *two, gives_up) : play(game, *two, *one, gives_up);
    const double score = first_is_white ? white : 1 - white;
    tally.wins += score == 1;
    tally.draws += score == 0.5;
    tally.losses += score == 0;
    tally.plies += static_cast<long>(game.moves().size());
    if (pgn) write_game(pgn, game, first_is_white ? first : second, first_is_white ? second : first, white);
  }
  return tally;
}

template <typename Number>
bool read(const char* text, Number& value) {
  return std::from_chars(text, text + std::strlen(text), value).ec == std::errc();
}

bool parse(int argc, char** argv, Request& request) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    bool good = true;
    if (name == "--from") {
      good = read(argv[i + 1], request.from);
    } else if (name == "--to") {
      good = read(argv[i + 1], request.to);
    } else if (name == "--step") {
      good = read(argv[i + 1], request.step);
    } else if (name == "--games") {
      good = read(argv[i + 1], request.games);
    } else if (name == "--seed") {
      good = read(argv[i + 1], request.seed);
    } else if (name == "--network") {
      request.network = argv[i + 1];
    } else if (name == "--openings") {
      request.openings = argv[i + 1];
    } else if (name == "--human") {
      request.human = argv[i + 1];
    } else if (name == "--against") {
      request.against = argv[i + 1];
      good = request.against == "engine";
    } else if (name == "--pgn") {
      request.pgn = argv[i + 1];
    } else {
      good = false;
    }
    if (!good) return false;
  }
  if (!request.against.empty() && request.human.empty()) return false;
  return argc % 2 == 1 && request.step > 0 && request.games > 0;
}

std::vector<Position> read_openings(const std::string& path) {
  std::vector<Position> positions;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    // The four fields of a FEN that EPD has too.
    std::string fen;
    for (const auto word : base::words(line)) {
      if (std::count(fen.begin(), fen.end(), ' ') == 3) break;
      if (!fen.empty()) fen += ' ';
      fen += word;
    }
    if (const auto read = parse_fen_lenient(fen)) positions.push_back(read->position);
  }
  return positions;
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  if (!parse(argc, argv, request)) {
    std::fprintf(stderr, "usage: see the head of bench/elo_ladder.cpp\n");
    return 2;
  }
  const auto network =
      request.network.empty() ? nn::read_network(nn::embedded_network()) : nn::load_network(request.network);
  if (!network) {
    std::fprintf(stderr, "%s\n", network.error().message.c_str());
    return 1;
  }
  Networks networks{.engine = *network, .human = nullptr};
  if (request.is_human()) {
    const auto human = puct::load_human(request.human);
    if (!human) {
      std::fprintf(stderr, "%s\n", human.error().message.c_str());
      return 1;
    }
    networks.human = *human;
  }
  const std::vector<Position> openings =
      request.openings.empty() ? std::vector<Position>() : read_openings(request.openings);
  std::ofstream pgn;
  if (!request.pgn.empty())
    pgn.open(request.pgn);
  else
    pgn.setstate(std::ios::badbit);
  double elo = request.from;
  std::printf("  levels       games   +    =    -   score     error   Elo   sum   plies   seconds\n");
  const int apart = request.against.empty() ? request.step : 0;
  for (int low = request.from; low + apart <= request.to; low += request.step) {
    const auto start = std::chrono::steady_clock::now();
    const Tally tally = match(low + apart, low, request, networks, openings, pgn);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    elo += elo_of(tally.score());
    std::printf("%4d - %4d   %5d %4d %4d %4d   %5.1f%%   %4.1f%%  %+4.0f  %4.0f   %5.0f   %7.1f\n",
                low + apart, low, tally.games(), tally.wins, tally.draws, tally.losses, 100 * tally.score(),
                100 * tally.error(), elo_of(tally.score()), elo,
                static_cast<double>(tally.plies) / tally.games(), seconds);
    std::fflush(stdout);
  }
  return 0;
}
