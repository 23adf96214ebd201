#include "data/table_text.h"

#include <array>
#include <span>

#include "base/text.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/conversion.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using chess::Color;

constexpr std::array<std::string_view, 3> kFenNames = {"fen", "fen_board", "position"};
constexpr std::array<std::string_view, 7> kScoreNames = {"score", "cp",       "eval",    "evaluation",
                                                         "value", "cp_score", "score_cp"};
constexpr std::array<std::string_view, 3> kResultNames = {"result", "outcome", "wdl"};
constexpr std::array<std::string_view, 4> kMoveNames = {"move", "move_uci", "best_move", "bestmove"};
constexpr std::array<std::string_view, 1> kPlyNames = {"ply"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
  for (const std::string_view known : names) {
    if (known == name) return true;
  }
  return false;
}

// The view declared by the suffix of a name; removes the suffix.
std::optional<ScoreView> take_view(std::string_view& name) {
  constexpr std::string_view kWhite = "_white";
  constexpr std::string_view kSideToMove = "_stm";
  if (name.ends_with(kWhite)) {
    name.remove_suffix(kWhite.size());
    return ScoreView::White;
  }
  if (name.ends_with(kSideToMove)) {
    name.remove_suffix(kSideToMove.size());
    return ScoreView::SideToMove;
  }
  return std::nullopt;
}

// The cells of a line. A cell may be in quotes, with quotes inside it doubled.
std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c != '"') {
        cells.back() += c;
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        cells.back() += line[++i];
      } else {
        quoted = false;
      }
    } else if (c == separator) {
      cells.emplace_back();
    } else if (c == '"' && cells.back().empty()) {
      quoted = true;
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

}  // namespace

// --- CSV and TSV

TableReader::TableReader(std::unique_ptr<Input> input, const ReadOptions& options, char separator)
    : LineRecords(std::move(input), options, centipawns()), options_(options), separator_(separator) {}

Result<std::unique_ptr<RecordReader>> TableReader::open(std::unique_ptr<Input> input,
                                                        const ReadOptions& options, char separator) {
  std::unique_ptr<TableReader> reader(new TableReader(std::move(input), options, separator));
  std::vector<std::string> names = options.columns;
  if (names.empty()) {
    const auto found = reader->next_line();
    if (!found) return found.error();
    if (!*found)
      return Error{
          concat(reader->input().name(), ": is empty, expected a line with the names of the columns")};
    names = cells_of(reader->line(), separator);
  }
  const auto taken = reader->take_names(names);
  if (!taken) return taken.error().inside(reader->input().name());
  return std::unique_ptr<RecordReader>(std::move(reader));
}

Result<void> TableReader::take_names(const std::vector<std::string>& names) {
  column_count_ = names.size();
  std::optional<Error> fault;
  const auto take = [&](std::optional<std::size_t>& column, std::size_t index) {
    if (column && !fault) {
      fault = Error{concat("found both columns ", base::quoted(names[*column]), " and ",
                           base::quoted(names[index]), ", expected only one of them")};
    }
    column = index;
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string lower = base::lowered(base::trimmed(names[i]));
    std::string_view name = lower;
    if (is_among(kFenNames, name)) take(fen_, i);
    if (is_among(kMoveNames, name)) take(move_, i);
    if (is_among(kPlyNames, name)) take(ply_, i);
    const auto view = take_view(name);
    if (is_among(kScoreNames, name)) {
      take(score_, i);
      score_view_ = view;
    }
    if (is_among(kResultNames, name)) {
      take(result_, i);
      result_view_ = view;
    }
  }
  if (fault) return *fault;
  if (!fen_) return Error{"found no column with positions, expected a header line with a column called fen"};
  if (!score_view_) score_view_ = options_.view;
  if (!result_view_) result_view_ = options_.view;
  if (!score_) return {};
  const std::string column = base::quoted(names[*score_]);
  if (!score_view_) {
    return Error{
        concat("has scores (column ", column, "); declare whose view they are from: white or side-to-move")};
  }
  if (!options_.factor) {
    return Error{
        concat("has scores (column ", column,
               "); declare the factor that turns them into centipawns: 1 for centipawns, 100 for pawns ...")};
  }
  return {};
}

Result<std::int16_t> TableReader::score_of(const std::string& cell, Color side) const {
  const std::string_view text = base::trimmed(cell);
  if (text.empty()) return static_cast<std::int16_t>(base::kNoScore);
  const bool turn = *score_view_ == ScoreView::White && side == Color::Black;
  if (const auto moves = parse_mate(text)) return score_of_mate(turn ? -*moves : *moves);
  const auto number = parse_number(text);
  if (!number)
    return Error{concat("the score ", base::quoted(text), ", expected a number or a mate like #3")};
  const std::int16_t score = score_of_evaluation(*number * *options_.factor);
  return turn ? turned(score) : score;
}

Result<Sample> TableReader::sample_of(const std::vector<std::string>& cells) const {
  const auto position = parse_data_fen(cells[*fen_]);
  if (!position) return position.error();
  Sample sample{.position = *position, .move = {}, .ply = ply_of(*position)};
  if (move_) {
    const auto move = parse_data_move(*position, cells[*move_]);
    if (!move) return move.error();
    sample.move = *move;
  }
  if (score_) {
    const auto score = score_of(cells[*score_], position->side_to_move());
    if (!score) return score.error();
    sample.score = *score;
  }
  if (result_) {
    const auto outcome =
        parse_outcome(cells[*result_], position->side_to_move(), result_view_, options_.results);
    if (!outcome) return outcome.error();
    sample.outcome = *outcome;
  }
  if (ply_ && !base::trimmed(cells[*ply_]).empty()) {
    const auto ply = base::parse_integer<std::uint16_t>(base::trimmed(cells[*ply_]));
    if (!ply)
      return Error{concat("the ply ", base::quoted(cells[*ply_]), ", expected a number from 0 to 65535")};
    sample.ply = *ply;
  }
  return sample;
}

Result<bool> TableReader::next(GameRecord& record) {
  const auto found = next_line();
  if (!found || !*found) return found;
  const std::vector<std::string> cells = cells_of(whole_line(), separator_);
  if (cells.size() != column_count_) {
    return line_error(concat("found ", cells.size(), " columns, expected ", column_count_));
  }
  const auto sample = sample_of(cells);
  if (!sample) return line_error(sample.error().message);
  record = record_of(*sample);
  return true;
}

TableWriter::TableWriter(std::unique_ptr<Sink> sink, const WriteOptions& options, char separator)
    : ForeignWriter(std::move(sink), options), separator_(separator) {}

Result<void> TableWriter::begin() {
  if (begun_) return {};
  begun_ = true;
  const char s = separator_;
  return sink().write(concat("fen", s, "move", s, "score_stm", s, "ply", s, "result\n"));
}

Result<void> TableWriter::write_record(const GameRecord& record) {
  if (auto written = begin(); !written) return written;
  const char s = separator_;
  std::string text;
  for_each_sample(record, [&](const Sample& sample) {
    const std::string score = !sample.has_score() ? std::string()
                              : sample.is_mate()  ? concat('#', moves_to_mate(sample.score))
                                                  : concat(sample.score);
    text +=
        concat(chess::to_fen(sample.position), s, sample.move ? chess::to_uci(sample.move) : std::string(), s,
               score, s, sample.ply, s, chess::to_string(record.result), "\n");
  });
  return sink().write(text);
}

Result<void> TableWriter::complete() {
  if (auto written = begin(); !written) return written;
  return sink().sync();
}

// --- EPD

EpdRecordReader::EpdRecordReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : LineRecords(std::move(input), options, centipawns()), options_(options) {}

namespace {

Result<std::int16_t> score_in(const chess::Epd& epd) {
  const auto mate = epd.mate_in();
  if (!mate) return mate.error();
  if (*mate) return score_of_mate(**mate);
  const auto centipawns_said = epd.number_of("ce");
  if (!centipawns_said) return centipawns_said.error();
  if (*centipawns_said) return score_of_evaluation(static_cast<double>(**centipawns_said));
  return static_cast<std::int16_t>(base::kNoScore);
}

Result<chess::Move> move_in(const chess::Epd& epd) {
  for (const std::string_view opcode : {"bm", "pm"}) {
    const auto moves = epd.moves_of(opcode);
    if (!moves) return moves.error();
    if (!moves->empty()) return moves->front();
  }
  return chess::Move::none();
}

Result<Sample> sample_of_epd(const chess::Epd& epd, const ReadOptions& options) {
  Sample sample{.position = epd.position, .move = {}, .ply = ply_of(epd.position)};
  const auto score = score_in(epd);
  if (!score) return score.error();
  sample.score = *score;
  const auto move = move_in(epd);
  if (!move) return move.error();
  sample.move = *move;
  for (const std::string_view opcode : {"c9", "res"}) {
    const auto text = epd.text_of(opcode);
    if (!text) continue;
    const auto outcome = parse_outcome(*text, epd.position.side_to_move(), options.view, options.results);
    if (!outcome) return outcome.error();
    sample.outcome = *outcome;
    break;
  }
  return sample;
}

}  // namespace

Result<bool> EpdRecordReader::next(GameRecord& record) {
  for (;;) {
    const auto found = next_line();
    if (!found || !*found) return found;
    if (!line().starts_with('#')) break;
  }
  const auto epd = chess::parse_epd(line());
  if (!epd) return line_error(epd.error().message);
  const auto sample = sample_of_epd(*epd, options_);
  if (!sample) return line_error(sample.error().message);
  record = record_of(*sample);
  return true;
}

EpdRecordWriter::EpdRecordWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
    : ForeignWriter(std::move(sink), options) {}

Result<void> EpdRecordWriter::write_record(const GameRecord& record) {
  std::string text;
  for_each_sample(record, [&](const Sample& sample) {
    chess::Epd epd;
    epd.position = sample.position;
    if (sample.move) epd.operations.push_back({"bm", {chess::to_san(sample.position, sample.move)}});
    if (sample.is_mate()) {
      epd.operations.push_back({"dm", {concat(moves_to_mate(sample.score))}});
    } else if (sample.has_score()) {
      epd.operations.push_back({"ce", {concat(sample.score)}});
    }
    if (record.result != chess::GameResult::Unknown) {
      epd.operations.push_back({"c9", {std::string(chess::to_string(record.result))}});
    }
    if (sample.ply != ply_of(sample.position)) lose("plies that differ from the move number");
    text += chess::to_epd(epd);
    text += '\n';
  });
  return sink().write(text);
}

}  // namespace tabia::data
