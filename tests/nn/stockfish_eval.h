// tests/nn/stockfish_eval.h: what the real Stockfish 15.1 prints about positions, and what it should print
// according to our numbers (its `eval` command rounds, so strings are compared).
#pragma once

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "chess/fen.h"
#include "nn/network.h"
#include "nn/test_networks.h"

namespace tabia::nn::testing {

inline std::string signed_pawns(std::int64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "%c%6.2f",
                value < 0   ? '-'
                : value > 0 ? '+'
                            : ' ',
                static_cast<double>(std::llabs(value)) / 361.0);
  return text;
}

// What Stockfish's `eval` prints about a network, from our numbers: a row for each head and the final line.
inline std::vector<std::string> expected_rows(const Network& network, const Position& position) {
  std::vector<std::string> rows;
  for (int head = 0; head < 8; ++head) {
    const Output output = network.fresh_output(position, head);
    const std::int64_t material = output.piece_square / 16;
    const std::int64_t positional = output.positional / 16;
    rows.push_back(base::concat(head, "|", signed_pawns(material), "|", signed_pawns(positional), "|",
                                signed_pawns(material + positional),
                                network.bucket_of(position) == head ? "|used" : "|"));
  }
  const std::int64_t value = network.fresh_output(position).raw / 16;
  char text[32];
  std::snprintf(text, sizeof text, "%+.2f",
                static_cast<double>(position.side_to_move() == Color::White ? value : -value) / 361.0);
  rows.push_back(text);
  return rows;
}

// The same rows cut out of what Stockfish printed.
inline std::vector<std::string> printed_rows(const std::vector<std::string>& lines) {
  std::vector<std::string> rows;
  for (const std::string& line : lines) {
    if (line.starts_with("NNUE evaluation")) rows.push_back(std::string(base::words(line)[2]));
    const auto cells = base::split(line, '|');
    if (cells.size() < 6) continue;
    const auto head = base::parse_integer<int>(base::trimmed(cells[1]));
    if (!head) continue;
    const auto cell = [&](std::size_t i) { return std::string(cells[i].substr(2, 7)); };
    rows.push_back(base::concat(*head, "|", cell(2), "|", cell(3), "|", cell(4),
                                line.find("this bucket is used") != std::string::npos ? "|used" : "|"));
  }
  return rows;
}

// Runs `eval` on each position; one list of rows for each. `network_file`: an EvalFile, or "" for its own.
// Requires positions that are not in check and whose castling is standard.
inline std::vector<std::vector<std::string>> printed_by_stockfish(const std::vector<Position>& positions,
                                                                  const std::string& network_file) {
  const auto script =
      std::filesystem::temp_directory_path() / base::concat("tabia_eval_", ::getpid(), ".uci");
  {
    std::ofstream out(script);
    if (!network_file.empty()) out << "setoption name EvalFile value " << network_file << "\n";
    for (const Position& position : positions)
      out << "position fen " << to_fen(position) << "\neval\nisready\n";
    out << "quit\n";
  }
  std::vector<std::vector<std::string>> answers;
  FILE* pipe = popen((stockfish_program() + " < " + script.string()).c_str(), "r");
  if (!pipe) return answers;
  std::vector<std::string> lines;
  char buffer[1024];
  while (std::fgets(buffer, sizeof buffer, pipe)) {
    lines.push_back(std::string(base::trimmed(buffer)));
    if (lines.back() != "readyok") continue;
    answers.push_back(printed_rows(lines));
    lines.clear();
  }
  pclose(pipe);
  std::filesystem::remove(script);
  return answers;
}

}  // namespace tabia::nn::testing
