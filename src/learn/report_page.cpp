#include "learn/report_page.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/html.h"
#include "base/plot.h"
#include "base/progress.h"
#include "base/text.h"
#include "chess/notation.h"
#include "chess/pgn_reader.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::fixed;
using base::html_escaped;
using base::shortened;
using base::table_row;
using data::LearnReport;
using data::TrainReport;

constexpr std::size_t kMostCurves = 6;  // training runs in one plot

double as_double(std::uint64_t number) { return static_cast<double>(number); }

std::string with_error(double value, double error) { return concat(fixed(value, 0), " ± ", fixed(error, 0)); }

std::string rounds_text(std::uint64_t last) { return concat("round ", last); }

// Every network that was tried; the line connects those that became the best.
std::string elo_plot(const LearnState& state) {
  base::PlotCurve best{"best", base::plot_color(0), {{0, 0, 0}}, true};
  base::PlotCurve refused{"refused", base::plot_color(1), {}, true};
  std::string marks;
  for (const LearnReport& report : state.rounds) {
    if (report.match_games() == 0) continue;
    const base::PlotPoint point{as_double(report.round), report.total_elo, report.total_error};
    (report.promoted ? best : refused).points.push_back(point);
  }
  std::vector<base::PlotCurve> curves = {best};
  // As single points: there is no line between unrelated networks.
  for (const base::PlotPoint& point : refused.points)
    curves.push_back({&point == &refused.points.front() ? refused.name : "", refused.color, {point}, true});
  return base::plot({"Elo over the network of round 0", rounds_text(state.rounds.back().round)}, curves);
}

std::string training_plot(const LearnState& state, const LearnPage& content, const std::string& title,
                          double TrainReport::*loss) {
  std::vector<base::PlotCurve> curves;
  const std::size_t first = content.curves.size() > kMostCurves ? content.curves.size() - kMostCurves : 0;
  double last = 0;
  for (std::size_t i = first; i < content.curves.size() && i < state.rounds.size(); ++i) {
    if (content.curves[i].empty()) continue;
    base::PlotCurve curve{rounds_text(state.rounds[i].round), base::plot_color(i - first), {}};
    for (const TrainReport& report : content.curves[i])
      curve.points.push_back({as_double(report.positions), report.*loss});
    last = std::max(last, curve.points.back().x);
    curves.push_back(std::move(curve));
  }
  if (curves.empty()) return "";
  return base::plot(
      {title, concat(base::with_thousands(static_cast<std::uint64_t>(last)), " positions"), true}, curves);
}

std::string data_plot(const LearnState& state) {
  base::PlotCurve made{"positions made", base::plot_color(0), {}, true};
  base::PlotCurve window{"trained on", base::plot_color(1), {}, true};
  for (const LearnReport& report : state.rounds) {
    made.points.push_back({as_double(report.round), as_double(report.positions)});
    window.points.push_back({as_double(report.round), as_double(report.window_positions)});
  }
  return base::plot({"Data", rounds_text(state.rounds.back().round)}, {made, window});
}

std::string time_plot(const LearnState& state) {
  std::vector<base::PlotCurve> curves = {{"games", base::plot_color(0), {}, true},
                                         {"training", base::plot_color(1), {}, true},
                                         {"match", base::plot_color(2), {}, true}};
  for (const LearnReport& report : state.rounds) {
    const double x = as_double(report.round);
    curves[0].points.push_back({x, report.play_seconds});
    curves[1].points.push_back({x, report.train_seconds});
    curves[2].points.push_back({x, report.match_seconds});
  }
  return base::plot({"Time by step (seconds)", rounds_text(state.rounds.back().round)}, curves);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : concat(fixed(100 * as_double(part) / as_double(whole), 0), "%");
}

// A row of the table of rounds: the names are its heading, and those of the values on a narrow screen.
std::vector<std::pair<std::string_view, std::string>> round_cells(const LearnReport& report) {
  const bool played = report.match_games() > 0;
  return {{"round", std::to_string(report.round)},
          {"games", base::with_thousands(report.games)},
          {"positions", base::with_thousands(report.positions)},
          {"drawn", share(report.draws, report.games)},
          {"result weight", shortened(report.result_weight)},
          {"validation", shortened(report.validation)},
          {"match W-D-L",
           played ? concat(report.match_wins, "-", report.match_draws, "-", report.match_losses) : "-"},
          {"Elo over the best", played ? with_error(report.elo, report.elo_error) : "-"},
          {"over round 0", played ? with_error(report.total_elo, report.total_error) : "-"},
          {"verdict", report.promoted ? "best" : "refused"},
          {"time: games", base::duration_text(report.play_seconds)},
          {"training", base::duration_text(report.train_seconds)},
          {"match", base::duration_text(report.match_seconds)}};
}

std::string rounds_table(const LearnState& state) {
  std::string out =
      "<h2>Rounds</h2>\n<div class=\"wide\" tabindex=\"0\"><table class=\"numbers\">\n<thead><tr>";
  for (const auto& cell : round_cells(state.rounds.front())) out += concat("<th>", cell.first, "</th>");
  out += "</tr></thead>\n<tbody>\n";
  for (const LearnReport& report : state.rounds) {
    out += "<tr>";
    for (const auto& [name, text] : round_cells(report))
      out += concat("<td data-name=\"", name, "\">", html_escaped(text), "</td>");
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

// The main line without comments: "1. e4 e5 2. Nf3".
std::string moves_text(const chess::PgnGame& game) {
  std::string out;
  chess::Position position = game.start;
  bool first = true;
  for (const chess::PgnMove& played : game.line.moves) {
    const bool white = position.side_to_move() == chess::Color::White;
    if (white || first) out += concat(first ? "" : " ", position.fullmove_number(), white ? "." : "...");
    out += concat(' ', chess::to_san(position, played.move));
    position.make(played.move);
    first = false;
  }
  return out;
}

// Folded up, a game shows players, result and length; unfolded, its moves; a second click shows everything
// else.
std::string game_block(const std::string& text) {
  const std::string raw =
      concat("<details><summary>PGN with evaluations</summary><pre>", html_escaped(text), "</pre></details>");
  std::istringstream in(text);
  const auto record = chess::PgnReader(in).next();
  if (!record || !*record) return raw + "\n";
  const chess::PgnGame& game = (*record)->game;
  const auto tag = [&](std::string_view name) {
    const std::string* value = game.tag(name);
    return value ? *value : std::string("?");
  };
  const std::size_t moves = (game.line.moves.size() + 1) / 2;
  return concat("<details class=\"game\"><summary>", html_escaped(tag("White")), " – ",
                html_escaped(tag("Black")), ": ", chess::to_string(game.result), ", ", moves,
                moves == 1 ? " move" : " moves", "</summary><p>", html_escaped(moves_text(game)), "</p>", raw,
                "</details>\n");
}

std::string summary(const LearnState& state) {
  double seconds = 0;
  std::uint64_t games = 0;
  std::uint64_t promoted = 0;
  for (const LearnReport& report : state.rounds) {
    seconds += report.play_seconds + report.train_seconds + report.match_seconds;
    games += report.games;
    promoted += report.promoted ? 1 : 0;
  }
  const TotalElo elo = total_elo(state, state.best);
  std::string out = "<table>\n";
  out += table_row("rounds", concat(state.rounds.size(), ", ", promoted, " of them with a better network"));
  out += table_row("best", concat("round ", state.best, ", Elo ", with_error(elo.value, elo.error),
                                  " over the network of round 0"));
  out += table_row("games of self-play", base::with_thousands(games));
  out += table_row("time", base::duration_text(seconds));
  if (!state.rounds.empty())
    out += table_row("disk", concat(fixed(as_double(state.rounds.back().disk_bytes) / (1 << 20), 1), " MiB"));
  if (!state.teacher.empty()) out += table_row("teacher", state.teacher);
  return out + "</table>\n";
}

std::string notes(const LearnState& state) {
  std::string out;
  for (const LearnReport& report : state.rounds) {
    if (!report.note.empty())
      out += concat("<li>round ", report.round, ": ", html_escaped(report.note), "</li>\n");
  }
  return out.empty() ? "" : concat("<ul>\n", out, "</ul>\n");
}

}  // namespace

std::string report_page(const LearnState& state, const LearnPage& content) {
  std::string out = base::page_begin(content.name);
  if (state.rounds.empty()) return concat(out, "<p>No round has finished yet.</p>\n", base::page_end());
  out += summary(state);
  out += elo_plot(state);
  out +=
      "<p>The sum of the matches, each against the best so far, with 95% intervals. Matches are played "
      "at the limits of the recipe; at other limits the differences vary. A match in which all games "
      "ended the same way counts as if one more had been drawn.</p>\n";
  out += rounds_table(state) + notes(state);
  out += training_plot(state, content, "Validation loss in training", &TrainReport::validation);
  out += training_plot(state, content, "Training loss", &TrainReport::loss);
  out += data_plot(state) + time_plot(state);
  if (!content.games.empty()) out += "<h2>Games of the last match</h2>\n";
  for (const std::string& game : content.games) out += game_block(game);
  return concat(out, "<h2>Recipe</h2>\n<pre>", html_escaped(state.recipe), "</pre>\n", base::page_end());
}

std::vector<std::string> last_games(std::string_view pgn, std::size_t count) {
  constexpr std::string_view kFirstTag = "[Event ";
  std::vector<std::string> games;
  std::size_t end = pgn.size();
  while (games.size() < count && end > 0) {
    std::size_t begin = pgn.substr(0, end).rfind(kFirstTag);
    // A tag is at the start of a line; a comment may contain anything.
    while (begin != std::string_view::npos && begin > 0 && pgn[begin - 1] != '\n')
      begin = pgn.substr(0, begin).rfind(kFirstTag);
    if (begin == std::string_view::npos) break;
    games.emplace_back(base::trimmed(pgn.substr(begin, end - begin)));
    end = begin;
  }
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace tabia::learn
