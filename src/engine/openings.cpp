#include "engine/openings.h"

#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "base/file_kind.h"
#include "base/input.h"
#include "base/random.h"
#include "base/text.h"
#include "chess/epd.h"
#include "chess/game.h"
#include "chess/random_moves.h"
#include "search/searcher.h"

namespace tabia::engine {
namespace {

using base::concat;
using base::Error;
using base::Random;
using base::Result;
using chess::Game;
using chess::Position;

constexpr int kRandomPlies = 8;      // or one more, so that either side may be to move
constexpr int kRandomBookPlies = 2;  // the same after a position from a book
constexpr std::uint64_t kCheckNodes = 1000;
constexpr int kMostSearchedCp = 300;  // by that search; a more unequal opening is no contest
constexpr std::size_t kLargestBook = std::size_t{1} << 30;
// After this many rejected openings in a row, give up.
constexpr int kMostAttempts = 10'000;

// The lines of a book, parsed only when they are drawn.
class Book {
 public:
  static Result<Book> open(const std::string& path) {
    if (const auto opens = base::check_opens_at_once(path); !opens) return opens.error();
    TABIA_TRY(const auto input, base::Input::open(path));
    Book book;
    book.path_ = path;
    TABIA_TRY(book.content_, content_of(*input));
    std::size_t begin = 0;
    for (const auto line : base::split(book.content_, '\n')) {
      if (!base::trimmed(line).empty()) book.lines_.emplace_back(begin, line.size());
      begin += line.size() + 1;
    }
    if (book.lines_.empty())
      return Error{concat(path, ": found no lines, expected a FEN or EPD on each line")};
    return book;
  }

  Result<Position> draw(Random& random) const {
    const auto [begin, size] = lines_[random.below(static_cast<std::uint32_t>(lines_.size()))];
    const std::string_view line = std::string_view(content_).substr(begin, size);
    const auto epd = chess::parse_epd(base::trimmed(line), chess::FenReading::Lenient);
    if (!epd) return epd.error().inside(path_);
    return epd->position;
  }

 private:
  // Everything in the file, decompressed.
  static Result<std::string> content_of(base::Input& input) {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    std::string content;
    for (std::size_t got = kBlock; got == kBlock;) {
      const std::size_t size = content.size();
      if (size > kLargestBook)
        return Error{concat(input.name(), ": is larger than a book may be (1 GiB); use a smaller one")};
      content.resize(size + kBlock);
      got = input.read(content.data() + size, kBlock);
      content.resize(size + got);
    }
    if (input.fault()) return *input.fault();
    return content;
  }

  std::string path_;
  std::string content_;
  std::vector<std::pair<std::size_t, std::size_t>> lines_;  // begin and size; a view would not survive a move
};

}  // namespace

Result<void> generate_openings(const OpeningRequest& request, std::shared_ptr<const nn::Network> network,
                               const eval::EvaluatorOptions& evaluation,
                               const std::function<void(const Position&)>& sink,
                               const std::stop_token& stop) {
  std::optional<Book> book;
  if (!request.book.empty()) {
    auto opened = Book::open(request.book);
    if (!opened) return opened.error();
    book = std::move(*opened);
  }
  Random random(request.seed);
  search::Searcher searcher(std::move(network), evaluation);
  const int fewest = book ? kRandomBookPlies : kRandomPlies;
  int attempts = 0;
  for (std::int64_t found = 0; found < request.count && !stop.stop_requested();) {
    if (++attempts > kMostAttempts)
      return Error{concat("genfens: ", kMostAttempts, " openings in a row were over or lopsided")};
    Position start;
    if (book) {
      const auto drawn = book->draw(random);
      if (!drawn) return drawn.error();
      start = *drawn;
    }
    Game game(start);
    if (!chess::play_random_moves(game, fewest + static_cast<int>(random.below(2)), random)) continue;
    search::Limits limits;
    limits.nodes = kCheckNodes;
    const auto result = searcher.search(game, limits);
    if (result.lines.empty()) continue;
    const base::Score score = result.lines.front().score;
    if (base::is_decisive(score) ||
        std::abs(searcher.win_model().centipawns(score, game.position())) > kMostSearchedCp)
      continue;
    sink(game.position());
    ++found;
    attempts = 0;
  }
  return {};
}

}  // namespace tabia::engine
