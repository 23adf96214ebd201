#include "train/personal.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "chess/pgn_reader.h"
#include "data/foreign_stream.h"
#include "data/formats.h"
#include "data/pgn_import.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

// Fine-tuning: these replace the numbers of the recipe.
constexpr double kPersonalRate = 0.0002;
constexpr double kPersonalFinalRate = 0.00002;
constexpr std::uint64_t kPersonalBatch = 256;
constexpr std::uint64_t kPersonalPasses = 3;  // over the player's moves
constexpr std::uint64_t kPersonalReports = 6;

// Takes the games of one player, and counts the games of all players.
class PlayerFilter {
 public:
  explicit PlayerFilter(std::string_view player) : player_(base::trimmed(player)) {}

  // Nothing if it isn't a game of the player.
  [[nodiscard]] std::optional<data::GameRecord> record_for(const chess::PgnGame& game) {
    const bool white = is_player(game, "White");
    const bool black = is_player(game, "Black");
    if (!white && !black) return std::nullopt;
    data::GameRecord record = data::record_of(game);
    if (record.plies.empty()) return std::nullopt;
    record.ratings[0] = rating_of(white, record.ratings[0]);
    record.ratings[1] = rating_of(black, record.ratings[1]);
    return record;
  }

  // "Carlsen,M (12 games), ...": those with the most games.
  [[nodiscard]] std::string others() const {
    constexpr std::size_t kShown = 5;
    std::vector<std::pair<std::uint64_t, std::string>> names;
    for (const auto& [name, games] : games_of_) names.emplace_back(games, name);
    std::stable_sort(names.begin(), names.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i)
      text += concat(text.empty() ? "" : ", ", base::quoted(names[i].second), " (", names[i].first, ")");
    return text.empty() ? "nobody" : text;
  }

 private:
  static std::uint16_t rating_of(bool is_own, std::uint16_t rating) noexcept {
    if (!is_own) return 0;
    return rating > 0 ? rating : kUnknownPlayer;
  }
  bool is_player(const chess::PgnGame& game, std::string_view tag) {
    const std::string* const name = game.tag(tag);
    if (!name) return false;
    ++games_of_[*name];
    return base::equal_ignoring_case(base::trimmed(*name), player_);
  }

  const std::string player_;
  std::map<std::string, std::uint64_t> games_of_;
};

std::uint64_t moves_of_player(const data::GameRecord& record) {
  std::uint64_t count = 0;
  data::for_each_sample(record, [&](const data::Sample& sample) { count += sample.rating > 0 ? 1 : 0; });
  return count;
}

}  // namespace

Result<PlayerGames> extract_player(const std::vector<std::string>& files, const std::string& player,
                                   const std::string& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) return Error{concat(folder, ": can't be created: ", fault.message())};
  PlayerGames games{.training = concat(folder, "/player.tabia"),
                    .held_out = concat(folder, "/held-out.tabia")};
  data::DataInfo info;
  info.scale = data::centipawns();
  info.source = concat("games of ", player);
  TABIA_TRY(const auto training, data::open_writer(games.training, {}, info));
  TABIA_TRY(const auto held_out, data::open_writer(games.held_out, {}, info));
  PlayerFilter filter(player);
  for (const std::string& path : files) {
    TABIA_TRY(base::InputFile file, base::InputFile::open(path));
    chess::PgnReader reader(file.stream(), chess::PgnOptions{.read_variations = false});
    while (auto game = reader.next()) {
      if (!*game) continue;  // a damaged game is not learned from
      const auto record = filter.record_for((*game)->game);
      if (!record) continue;
      const std::uint64_t number = games.games + games.held_out_games + 1;
      const bool is_held_out = number % kHeldOutEvery == 0;
      TABIA_TRY_VOID((is_held_out ? held_out : training)->write(*record));
      ++(is_held_out ? games.held_out_games : games.games);
      if (!is_held_out) games.moves += moves_of_player(*record);
    }
    if (file.fault()) return *file.fault();
  }
  if (games.games + games.held_out_games < kLeastPlayerGames)
    return Error{concat("found ", games.games + games.held_out_games, " games of ", base::quoted(player),
                        ", expected at least ", kLeastPlayerGames, "; the players with the most games are ",
                        filter.others())};
  TABIA_TRY_VOID(training->finish());
  TABIA_TRY_VOID(held_out->finish());
  return games;
}

void adapt_recipe(Recipe& recipe, const PlayerGames& games, const std::string& parent, bool keeps_positions) {
  recipe.parent = parent;
  // The parent's norms are folded into its weights; measuring norms again would change what it knows.
  if (recipe.model.planes) recipe.model.planes->batch_norm = false;
  recipe.data = {Source{.path = games.training}};
  recipe.validation_data = {Source{.path = games.held_out}};
  recipe.filter.rating.low = std::max<decltype(recipe.filter.rating.low)>(recipe.filter.rating.low, 1);
  recipe.rating_balance = 0;
  recipe.batch = std::min(recipe.batch, kPersonalBatch);
  recipe.rate.rate = kPersonalRate;
  recipe.rate.final_rate = kPersonalFinalRate;
  if (!keeps_positions) recipe.positions = std::max(kPersonalPasses * games.moves, recipe.batch);
  recipe.report_every = std::max(recipe.positions / kPersonalReports, recipe.batch);
}

Result<MoveMatch> held_out_match(const std::string& network, const PlayerGames& games, base::Watch& watch) {
  MoveMatchJob job{.network = network, .games = games.held_out};
  job.every = 1;
  job.only_rated = true;
  TABIA_TRY(const MoveMatches found, run(job, watch));
  return found.all;
}

}  // namespace tabia::train
