#include "play/match.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/append_file.h"
#include "base/check.h"
#include "base/date.h"
#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "play/cores.h"
#include "runs/live.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using chess::Color;
using chess::GameResult;

// White's half points.
int white_half_points(GameResult result) {
  return result == GameResult::WhiteWins ? 2 : result == GameResult::Draw ? 1 : 0;
}

void count(GameCounts& counts, int half_points) {
  ++(half_points == 2 ? counts.wins : half_points == 1 ? counts.draws : counts.losses);
}

// The PGN file of a match: it has only complete games, and each is on disk before its line in the record.
class PgnFile {
 public:
  // Cuts off what was written after the last game of the record: that game will be played again.
  base::Result<void> open(const std::string& path, const PgnPlace& recorded) {
    if (path.empty()) return {};
    if (base::is_written_straight(path)) {
      TABIA_TRY(straight_, base::OutputFile::create(path));
      return {};
    }
    TABIA_TRY(file_, base::AppendFile::open(path));
    const auto end = static_cast<std::uint64_t>(recorded.end);
    return recorded.path == path && end < file_->size() ? file_->cut(end) : base::Result<void>();
  }

  // `game` is the text of one game.
  base::Result<PgnPlace> append(const std::string& game) {
    if (straight_) return append_straight(game);
    if (!file_) return PgnPlace{};
    TABIA_TRY_VOID(file_->append(concat(file_->size() > 0 ? "\n" : "", game)));
    TABIA_TRY_VOID(file_->sync());
    return PgnPlace{file_->path(), static_cast<std::int64_t>(file_->size())};
  }

 private:
  // A match can't resume at a position in a device or pipe, so the record has no position.
  base::Result<PgnPlace> append_straight(const std::string& game) {
    TABIA_TRY_VOID(straight_->write(concat(std::exchange(any_straight_, true) ? "\n" : "", game)));
    TABIA_TRY_VOID(straight_->flush());
    return PgnPlace{};
  }

  std::optional<base::AppendFile> file_;
  std::optional<base::OutputFile> straight_;  // a device, a pipe
  bool any_straight_ = false;                 // a game was written there
};

// The records of the tasks of a shared match.
std::vector<std::string> shares_of(const std::string& record) {
  std::vector<std::string> paths;
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(record).parent_path();
  const std::string begin = std::filesystem::path(record).filename().string() + ".share-";
  for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, ignored), end;
       !ignored && entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(begin))
      paths.push_back(concat(record, std::string_view(name).substr(begin.size() - 7)));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// A part of a text file, without the empty lines around it.
base::Result<std::string> part_of(const std::string& path, std::int64_t begin, std::int64_t end) {
  std::ifstream in(std::filesystem::path(path), std::ios::binary);
  std::string text(static_cast<std::size_t>(std::max<std::int64_t>(end - begin, 0)), '\0');
  in.seekg(begin);
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())))
    return Error{concat(path, ": is shorter than its record says")};
  text.erase(0, text.find_first_not_of('\n'));
  return text;
}

// The state that the threads of a match share, protected by one lock.
class Director {
 public:
  Director(const MatchSettings& settings, MatchWatch& watch)
      : settings_(settings),
        watch_(watch),
        schedule_(static_cast<int>(settings.contestants.size()), settings.tournament, settings.games),
        standings_(schedule_) {}

  base::Result<MatchOutcome> run(const std::stop_token& stop) {
    TABIA_TRY_VOID(team::expect_same(team_, "the match", settings_.identity));
    TABIA_TRY_VOID(team::agree(team_, team_.leads() ? begin() : base::Result<void>()));
    if (!team_.leads()) watch_.on_begin(settings_);
    TABIA_TRY(desk_, team_.open_desk([this](std::string_view played) { return deal(played); }));
    play_all(stop);
    TABIA_TRY_VOID(desk_->close());
    TABIA_TRY_VOID(team::agree(team_, error_ ? base::Result<void>(*error_) : base::Result<void>()));
    const bool complete =
        team_.leads() ? verdict_ != SprtVerdict::Open || all_played() : !stop.stop_requested();
    return MatchOutcome{std::move(standings_), verdict_, complete};
  }

 private:
  base::Result<void> begin() {
    TABIA_TRY(MatchRecord record, MatchRecord::open(share_path(settings_.record_path, settings_.share),
                                                    settings_.identity, pgn_now()));
    record_.emplace(std::move(record));
    watch_.on_begin(settings_);
    TABIA_TRY_VOID(resume());
    if (settings_.share.is_all()) TABIA_TRY_VOID(take_in_shares());
    return {};
  }

  // Plays until there is no game left for this process.
  void play_all(const std::stop_token& stop) {
    const std::stop_callback pass_on(stop, [this] { stop_.request_stop(); });
    const CoreClaim cores = claim_cores();
    std::vector<std::thread> workers;
    const int wanted = verdict_ == SprtVerdict::Open ? settings_.concurrency : 0;
    for (int i = 0; i < wanted; ++i) {
      auto worker = base::start_thread([this, i, &cores] {
        if (!cores.cores().empty()) pin_thread(cores.share(static_cast<std::size_t>(i), cores_each()));
        work();
      });
      if (!worker) {
        watch_.remark(
            concat(worker.error().message, "; ", std::max(i, 1), " of ", wanted, " games at a time"));
        if (i == 0) work();
        break;
      }
      workers.push_back(std::move(*worker));
    }
    for (std::thread& worker : workers) worker.join();
  }

  // Is this game ours, or another task's?
  [[nodiscard]] bool is_ours(std::uint64_t index) const {
    return settings_.share.has(schedule_.at(index).pair);
  }
  // The first pairing, for Prometheus.
  void tell() {
    const GameCounts& counts = standings_.pairings().front().games;
    live_.tell({.step = "match",
                .unit = "games",
                .done = standings_.games(),
                .total = settings_.games == 0 ? 0 : schedule_.size(),
                .results = std::array{static_cast<std::uint64_t>(counts.wins),
                                      static_cast<std::uint64_t>(counts.draws),
                                      static_cast<std::uint64_t>(counts.losses)},
                .ranks = static_cast<std::uint64_t>(team_.size())});
  }
  [[nodiscard]] bool all_played() const {
    if (settings_.share.is_all()) return standings_.games() >= schedule_.size();
    for (std::uint64_t index = 0; index < schedule_.size(); ++index)
      if (is_ours(index) && !done_.contains(index)) return false;
    return true;
  }

  // Cores per game: the number of threads of the contestant with the most threads.
  [[nodiscard]] std::size_t cores_each() const {
    int most = 1;
    for (const Contestant& contestant : settings_.contestants) most = std::max(most, contestant.threads);
    return static_cast<std::size_t>(most);
  }

  // Cores for all concurrent games, or none.
  [[nodiscard]] CoreClaim claim_cores() {
    if (!settings_.pin) return {};
    const std::size_t wanted = cores_each() * static_cast<std::size_t>(settings_.concurrency);
    CoreClaim claim = CoreClaim::take(wanted);
    if (!claim.refusal().empty()) watch_.remark(claim.refusal());
    return claim;
  }

  // What the PGN file already contains.
  [[nodiscard]] PgnPlace pgn_now() const {
    std::error_code none_yet;
    const std::string path = share_path(settings_.pgn_path, settings_.share);
    const auto size = std::filesystem::file_size(path, none_yet);
    return {path, none_yet ? 0 : static_cast<std::int64_t>(size)};
  }

  base::Result<void> resume() {
    for (const RecordedGame& game : record_->games()) {
      const std::string where = concat(settings_.record_path, ": game ", game.index);
      // There may be more games than are requested now: they were played earlier.
      const ScheduledGame scheduled = schedule_.at(game.index);
      if (scheduled.white != game.white || scheduled.black != game.black)
        return Error{concat(where, " has other players than the schedule says")};
      done_.insert(game.index);
      standings_.add(game, scheduled);
    }
    if (auto opened = pgn_.open(share_path(settings_.pgn_path, settings_.share), record_->pgn_end()); !opened)
      return opened.error();
    judge();
    if (!record_->games().empty()) watch_.on_resume(standings_);
    return {};
  }

  // Collects the games of the tasks of a shared match, in the order of the schedule.
  base::Result<void> take_in_shares() {
    if (settings_.record_path.empty()) return {};
    struct Found {
      RecordedGame game;
      std::string pgn;
    };
    std::map<std::uint64_t, Found> found;
    for (const std::string& path : shares_of(settings_.record_path)) {
      TABIA_TRY(const MatchRecord record, MatchRecord::open(path, settings_.identity));
      const std::string_view suffix = std::string_view(path).substr(settings_.record_path.size());
      const std::string pgn_path = settings_.pgn_path.empty() ? "" : concat(settings_.pgn_path, suffix);
      std::int64_t begin = record.pgn_begin().end;
      for (const RecordedGame& game : record.games()) {
        std::string pgn;
        if (!pgn_path.empty() && game.pgn.path == pgn_path) {
          TABIA_TRY(pgn, part_of(pgn_path, begin, game.pgn.end));
          begin = game.pgn.end;
        }
        found.emplace(game.index, Found{game, std::move(pgn)});
      }
    }
    for (auto& [index, one] : found) {
      if (done_.contains(index)) continue;
      TABIA_TRY_VOID(note(one.game, one.pgn));
      done_.insert(index);
    }
    judge();
    return {};
  }

  // Records a game that has just ended, or that comes from a task.
  base::Result<void> note(RecordedGame game, const std::string& pgn) {
    if (!pgn.empty()) {
      TABIA_TRY(game.pgn, pgn_.append(pgn));
    }
    TABIA_TRY_VOID(record_->append(game));
    standings_.add(game, schedule_.at(game.index));
    return {};
  }

  // Takes the game that a member of the team has played, and returns the next game for it.
  base::Result<std::optional<std::uint64_t>> deal(std::string_view played) {
    if (!played.empty()) {
      const std::size_t line = played.find('\n');
      TABIA_TRY(const RecordedGame game, parse_recorded_game(played.substr(0, line)));
      finish(game, std::string(played.substr(line + 1)));
    }
    const auto scheduled = next_game();
    return scheduled ? std::optional(scheduled->index) : std::nullopt;
  }

  void judge() {
    if (!settings_.sprt || !settings_.share.is_all()) return;
    verdict_ =
        verdict_of(standings_.pairings().front().log_likelihood_ratio(*settings_.sprt), *settings_.sprt);
  }

  std::optional<ScheduledGame> next_game() {
    const std::scoped_lock lock(mutex_);
    if (verdict_ != SprtVerdict::Open) return std::nullopt;
    while (next_ < schedule_.size() && (done_.contains(next_) || !is_ours(next_))) ++next_;
    if (next_ >= schedule_.size() || stop_.stop_requested()) return std::nullopt;
    return schedule_.at(next_++);
  }

  void work() noexcept {
    try {
      std::vector<std::unique_ptr<Player>> players(settings_.contestants.size());
      const auto player = [&](int number) -> Player& {
        auto& place = players[static_cast<std::size_t>(number)];
        if (!place) place = settings_.contestants[static_cast<std::size_t>(number)].make();
        return *place;
      };
      std::string played;  // the last game, for the leader
      for (;;) {
        const auto number = desk_->ask(played);
        if (!number) return fail(number.error());
        if (!*number) return;
        const ScheduledGame scheduled = schedule_.at(**number);
        GameSettings game = settings_.game;
        for (const Color color : {Color::White, Color::Black})
          game.allowances[color] = contestant(scheduled, color).allowance;
        const FinishedGame finished =
            play_game(player(scheduled.white), player(scheduled.black),
                      settings_.openings.opening(scheduled.opening), game, stop_.get_token());
        remark(scheduled.white, player(scheduled.white));
        remark(scheduled.black, player(scheduled.black));
        if (finished.reason == EndReason::Interrupted) return;
        played =
            concat(to_json(recorded(finished, scheduled.index, scheduled.white, scheduled.black)), '\n',
                   settings_.pgn_path.empty() ? std::string() : chess::to_pgn(pgn_of(scheduled, finished)));
      }
    } catch (const std::exception& failure) {
      fail(Error{failure.what()});
    }
  }

  [[nodiscard]] const Contestant& contestant(const ScheduledGame& game, Color color) const {
    return settings_.contestants[static_cast<std::size_t>(color == Color::White ? game.white : game.black)];
  }

  void remark(int number, Player& player) {
    for (const std::string& text : player.take_remarks()) {
      const std::scoped_lock lock(mutex_);
      if (remarks_.insert(concat(number, ' ', text)).second) watch_.on_remark(number, text);
    }
  }

  void fail(const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = error;
    stop_.request_stop();
  }

  [[nodiscard]] chess::PgnGame pgn_of(const ScheduledGame& scheduled, const FinishedGame& finished) const {
    const Contestant& white = contestant(scheduled, Color::White);
    const Contestant& black = contestant(scheduled, Color::Black);
    std::vector<chess::PgnTag> tags = {{"Event", settings_.event},
                                       {"Site", "?"},
                                       {"Date", base::today('.')},
                                       {"Round", std::to_string(scheduled.index + 1)},
                                       {"White", white.name},
                                       {"Black", black.name},
                                       {"WhiteLimit", to_string(white.allowance)},
                                       {"BlackLimit", to_string(black.allowance)},
                                       {"Clock", std::string(name_of(settings_.game.clock))}};
    return to_pgn_game(finished, std::move(tags));
  }

  void finish(const RecordedGame& game, const std::string& pgn) {
    const std::scoped_lock lock(mutex_);
    // A game that ends after the verdict or after a failure doesn't count.
    if (verdict_ != SprtVerdict::Open || error_) return;
    if (const auto written = note(game, pgn); !written) {
      error_ = written.error();
      stop_.request_stop();
      return;
    }
    done_.insert(game.index);
    judge();
    watch_.on_game(game, standings_);
    tell();
    watch_.progress(standings_.games(), settings_.games == 0 ? 0 : schedule_.size());
    if (verdict_ != SprtVerdict::Open) stop_.request_stop();
  }

  const MatchSettings& settings_;
  MatchWatch& watch_;
  team::Alone alone_;
  team::Team& team_ = settings_.team ? *settings_.team : alone_;
  std::unique_ptr<team::Desk> desk_;  // where all games come from
  const Schedule schedule_;
  std::stop_source stop_;

  std::mutex mutex_;                   // guards everything below while there are workers
  std::optional<MatchRecord> record_;  // once run() has opened it
  PgnFile pgn_;
  Standings standings_;
  std::set<std::uint64_t> done_;  // games that were played
  std::uint64_t next_ = 0;
  std::set<std::string> remarks_;
  runs::LiveFile live_{{}, team_.leads() ? settings_.metrics : std::string(), "match"};
  SprtVerdict verdict_ = SprtVerdict::Open;
  std::optional<Error> error_;
};

}  // namespace

std::string_view name_of(Tournament tournament) noexcept {
  return tournament == Tournament::RoundRobin ? "roundrobin" : "gauntlet";
}

std::string share_path(const std::string& path, const BatchShare& share) {
  if (path.empty() || share.is_all()) return path;
  return concat(path, ".share-", share.index, "-of-", share.count);
}

// --- the schedule

Schedule::Schedule(int contestants, Tournament tournament, std::uint64_t games_of_each_pairing)
    : games_(games_of_each_pairing) {
  TABIA_CHECK(contestants >= 2, "a match has two contestants or more");
  const int last_first = tournament == Tournament::Gauntlet ? 1 : contestants;
  for (int first = 0; first < last_first; ++first) {
    for (int second = first + 1; second < contestants; ++second) pairings_.emplace_back(first, second);
  }
}

std::uint64_t Schedule::size() const noexcept {
  if (games_ == 0) return std::numeric_limits<std::uint64_t>::max();
  return pairings_.size() == 1 ? games_ : (games_ + games_ % 2) * pairings_.size();
}

ScheduledGame Schedule::at(std::uint64_t index) const {
  const std::uint64_t in_round = 2 * pairings_.size();  // every pairing plays an opening twice
  const std::uint64_t round = index / in_round;
  const std::uint64_t pairing = index % in_round / 2;
  const bool reversed = index % 2 == 1;
  const auto [first, second] = pairings_[pairing];
  return {.index = index,
          .white = reversed ? second : first,
          .black = reversed ? first : second,
          .opening = round,
          .pair = round * pairings_.size() + pairing};
}

// --- results

PairingResult PairingResult::reversed() const noexcept {
  return {.first = second, .second = first, .games = games.reversed(), .pairs = pairs.reversed()};
}

ScoreMoments PairingResult::moments() const noexcept {
  return pairs.count() > 0 ? moments_of(pairs) : moments_of(games);
}

double PairingResult::log_likelihood_ratio(const Sprt& sprt) const noexcept {
  return pairs.count() > 0 ? play::log_likelihood_ratio(pairs, sprt) : 0;
}

Standings::Standings(const Schedule& schedule) {
  int contestants = 0;
  for (const auto& [first, second] : schedule.pairings()) {
    pairings_.push_back({.first = first, .second = second, .games = {}, .pairs = {}});
    contestants = std::max(contestants, second + 1);
  }
  efforts_.resize(static_cast<std::size_t>(contestants));
  faults_.resize(static_cast<std::size_t>(contestants));
}

void Standings::add(const RecordedGame& game, const ScheduledGame& scheduled) {
  ++games_;
  PairingResult& pairing = pairings_[scheduled.pair % pairings_.size()];
  const int white_points = white_half_points(game.result);
  const int points = game.white == pairing.first ? white_points : 2 - white_points;
  count(pairing.games, points);
  if (const auto other = half_pairs_.find(scheduled.pair); other != half_pairs_.end()) {
    ++pairing.pairs.pairs[static_cast<std::size_t>(points + other->second)];
    half_pairs_.erase(other);
  } else {
    half_pairs_.emplace(scheduled.pair, points);
  }
  efforts_[static_cast<std::size_t>(game.white)] += game.white_effort;
  efforts_[static_cast<std::size_t>(game.black)] += game.black_effort;
  const auto reason = static_cast<std::size_t>(game.reason);
  ++reasons_[reason];
  if (is_fault(game.reason))
    ++faults_[static_cast<std::size_t>(white_points == 0 ? game.white : game.black)][reason];
}

PairingResult Standings::total_of(int contestant) const {
  PairingResult total{.first = contestant, .second = contestant, .games = {}, .pairs = {}};
  for (const PairingResult& pairing : pairings_) {
    if (pairing.first != contestant && pairing.second != contestant) continue;
    const PairingResult own = pairing.first == contestant ? pairing : pairing.reversed();
    total.games.wins += own.games.wins;
    total.games.draws += own.games.draws;
    total.games.losses += own.games.losses;
    for (std::size_t i = 0; i < own.pairs.pairs.size(); ++i) total.pairs.pairs[i] += own.pairs.pairs[i];
  }
  return total;
}

// --- playing

base::Result<MatchOutcome> run_match(const MatchSettings& settings, MatchWatch& watch,
                                     const std::stop_token& stop) {
  TABIA_CHECK(settings.contestants.size() >= 2, "a match has two contestants or more");
  TABIA_CHECK(!settings.sprt || settings.contestants.size() == 2, "a test is between two contestants");
  return Director(settings, watch).run(stop);
}

}  // namespace tabia::play
