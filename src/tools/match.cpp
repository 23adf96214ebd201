#include <algorithm>
#include <cstdio>

#include "base/interrupt.h"
#include "base/text.h"
#include "cli/settings.h"
#include "cluster/jobs.h"
#include "os/file.h"
#include "play/match_job.h"
#include "play/match_report.h"
#include "tools/commands.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using play::MatchJob;
using play::PlayedMatch;

// The live line and problems, on standard error.
class MatchReporter : public play::MatchWatch {
 public:
  void on_begin(const play::MatchSettings& settings) override { settings_ = &settings; }
  void on_resume(const play::Standings& standings) override {
    line_.print(concat(settings_->record_path, ": resuming after ", standings.games(), " games"));
  }
  void on_remark(int contestant, const std::string& text) override {
    line_.print(concat(name(contestant), ' ', text));
  }
  void remark(const std::string& text) override { line_.print(text); }
  void on_game(const play::RecordedGame& game, const play::Standings& standings) override {
    if (is_fault(game.reason))
      line_.print(concat("game ", game.index + 1, " (", name(game.white), " - ", name(game.black), ", ",
                         chess::to_string(game.result), "): ", game.detail));
    if (line_.is_due()) line_.show(live_line(*settings_, standings));
  }
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

 private:
  [[nodiscard]] const std::string& name(int contestant) const {
    return settings_->contestants[static_cast<std::size_t>(contestant)].name;
  }

  const play::MatchSettings* settings_ = nullptr;  // while the match runs
  LiveLine line_;
};

int exit_code_of_match(const PlayedMatch& match) {
  if (const std::string name = match.never_started(); !name.empty())
    return failure({concat(name, " never started; the result is meaningless")});
  if (!match.outcome.complete) return base::kExitInterrupted;
  return match.settings.sprt && match.outcome.verdict != play::SprtVerdict::Accepted ? kExitTestSaidNo
                                                                                     : kExitDone;
}

void print_verdict(const PlayedMatch& match) {
  if (match.outcome.verdict == play::SprtVerdict::Accepted) {
    std::printf("SPRT: H1 accepted (stronger)\n");
  } else if (match.outcome.verdict == play::SprtVerdict::Refused) {
    std::printf("SPRT: H0 accepted (not stronger)\n");
  } else if (match.settings.sprt && match.outcome.complete) {
    std::printf("SPRT: inconclusive: all games were played without a verdict\n");
  }
  if (!match.outcome.complete) {
    std::printf("Interrupted%s\n",
                match.settings.record_path.empty() ? "" : "; run the same command again to resume the match");
  }
}

base::Result<PlayedMatch> play_match(const MatchJob& job) {
  const base::InterruptGuard guard;
  MatchReporter reporter;
  return cluster::run(job, reporter);
}

int run_match_command(const Arguments& arguments) {
  MatchJob job;
  if (const auto read = read_settings(play::match_fields(), arguments, job); !read)
    return exit_code_of("match", read.error());
  const auto match = play_match(job);
  if (!match) return exit_code_of("match", match.error());
  if (arguments.has("--json")) {
    std::printf("%s\n", report_json(match->settings, match->outcome).c_str());
  } else {
    std::fputs(report_text(match->settings, match->outcome.standings).c_str(), stdout);
    print_verdict(*match);
  }
  return exit_code_of_match(*match);
}

base::FileUse files_of_match(const Arguments& arguments) {
  MatchJob job;
  const bool readable = read_settings(play::match_fields(), arguments, job).ok();
  base::FileUse use{.read = {job.openings}, .written = {job.pgn, job.record}, .folders = {}};
  const auto engines = engines_of(job);
  if (!readable || !engines) return use;
  for (const play::EngineText& engine : *engines) {
    if (engine.net != "default") use.read.push_back(engine.net);
    if (engine.cmd.find_first_of(os::kFolderSeparators) != std::string::npos) use.read.push_back(engine.cmd);
    // Engines may share a log.
    if (std::find(use.written.begin() + 2, use.written.end(), engine.error_log) == use.written.end())
      use.written.push_back(engine.error_log);
  }
  return use;
}

std::vector<Option> match_options() {
  std::vector<Option> options = options_of(play::match_fields());
  options.push_back({"--json", "", "print the result as JSON"});
  return options;
}

}  // namespace

Command match_command() {
  return Command{
      .name = "match",
      .summary = "play games between engines or networks: Elo, SPRT",
      .description =
          "Plays games between two or more engines and reports which is stronger. Every opening is "
          "played twice with colors reversed. A crash, a stall, an illegal move or a loss on time "
          "loses the game, and the match continues. With --record every finished game is written to "
          "disk immediately; after Ctrl-C, kill -9 or a power failure, run the same command again to "
          "resume.\n"
          "An engine is cmd=PROGRAM (speaks UCI), or net=FILE, net=default, evaluation=classical: the "
          "search of this program. Further keys, after commas or as separate words: name, args, dir, "
          "option.NAME (for example option.Hash=16), stderr=FILE, and its own limit: tc, movetime, "
          "nodes, depth. Write a comma inside a value as \\,.\n"
          "Exit code 0: all games were played, or the SPRT accepted H1; 3: it did not. See "
          "docs/matches.md.",
      .positionals = {},
      .options = match_options(),
      .examples =
          {"match --engine cmd=./run --engine cmd=stockfish,nodes=1000 --games 20",
           "match --engine net=new.net,name=new --engine net=default,name=old --nodes 5000 --sprt 0,10 "
           "--openings book.epd --concurrency 2 --record test.jsonl",
           "match --engine cmd=./new --engine cmd=./old --each option.Hash=16 --tc 8+0.08 --clock cpu "
           "--games 1000 --openings book.epd --pgn games.pgn"},
      .run = run_match_command,
      .files = files_of_match};
}

}  // namespace tabia::tools
