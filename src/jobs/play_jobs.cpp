// Jobs that play or search.
#include <chrono>

#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "data/container.h"
#include "jobs/rows.h"
#include "nn/save.h"
#include "play/annotate.h"
#include "play/fit_wdl.h"
#include "play/match_job.h"
#include "play/match_report.h"
#include "play/rescore_job.h"
#include "play/self_play_job.h"
#include "play/solve.h"
#include "play/tune_job.h"
#include "play/tune_report.h"

namespace tabia::jobs {
namespace {

using base::concat;
using base::JsonWriter;
using base::Result;
using Steady = std::chrono::steady_clock;

// --- training data from games and searches

class BatchRelay final : public Relay<play::BatchObserver> {
 public:
  BatchRelay(base::Watch& to, const play::BatchTarget& target) : Relay(to), target_(target) {}
  void on_record(const play::BatchProgress& progress) override {
    if (target_.records)
      to_.progress(progress.records, *target_.records);
    else
      to_.progress(progress.positions, target_.positions.value_or(0));
  }

 private:
  const play::BatchTarget target_;
};

Job gen_job() {
  using S = play::SelfPlayJob;
  return make_job<S>(
      {"gen", "self-play: make training data from games of this program against itself", {"out"}},
      play::self_play_fields(),
      [](const base::JsonValue&, const JobContext& context) -> Result<S> {
        S job;
        job.program = context.program;
        job.origin = concat("by ", context.program);
        return job;
      },
      [](S& job, JobFiles& files) {
        files.read(job.book);
        files.read_list(job.tablebases);
        files.read(job.evaluation);
        files.folder(job.out);
        files.written(job.metrics);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        const auto start = Steady::now();
        BatchRelay relay(watch, job.target);
        TABIA_TRY(const play::BatchOutcome outcome, play::run(job, relay));
        return JobReport{play::outcome_json(outcome, base::seconds_since(start)), outcome.complete};
      });
}

Job rescore_job() {
  using S = play::RescoreJob;
  return make_job<S>(
      {"rescore", "rescore positions with a search, a network, or any UCI engine", {"in", "out"}},
      base::joined<S>(
          {{paths<S>("in", TABIA_MEMBER(from.paths), "datasets of any format")}, play::rescore_fields()}),
      [](const base::JsonValue&, const JobContext& context) -> Result<S> {
        S job;
        job.program = context.program;
        return job;
      },
      [](S& job, JobFiles& files) {
        for (std::string& path : job.from.paths) files.read(path);
        files.read(job.evaluation);
        files.read(job.searched_net);
        if (job.engine) files.program(job.engine->program);
        files.written(job.metrics);
        job.out.ends_with(data::kContainerExtension) ? files.written(job.out) : files.folder(job.out);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        const auto start = Steady::now();
        BatchRelay relay(watch, {});
        TABIA_TRY(const play::RescoreOutcome outcome, play::run(job, relay));
        return JobReport{play::outcome_json(outcome.batches, base::seconds_since(start)),
                         outcome.batches.complete};
      });
}

// --- matches

class MatchRelay final : public Relay<play::MatchWatch> {
 public:
  using Relay::Relay;
  void on_begin(const play::MatchSettings& settings) override {
    for (const play::Contestant& contestant : settings.contestants) names_.push_back(contestant.name);
  }
  void on_resume(const play::Standings& standings) override {
    to_.remark(concat("resuming after ", standings.games(), " games"));
  }
  void on_game(const play::RecordedGame& game, const play::Standings&) override {
    if (is_fault(game.reason)) to_.remark(concat("game ", game.index + 1, ": ", game.detail));
  }
  void on_remark(int contestant, const std::string& text) override {
    to_.remark(concat(names_[static_cast<std::size_t>(contestant)], ' ', text));
  }

 private:
  std::vector<std::string> names_;
};

void visit_engine(play::EngineText& engine, JobFiles& files) {
  files.program(engine.cmd);
  files.admit(engine.dir);
  files.admit(engine.error_log);  // engines may share it
  if (engine.net != "default") files.read(engine.net);
  for (auto& [name, value] : engine.options)
    if (base::equal_ignoring_case(name, "HumanFile")) files.read(value);
}

Job match_job() {
  using S = play::MatchJob;
  return make_job<S>(
      {"match", "play games between engines or networks: Elo, SPRT", {"engine"}}, play::match_fields(),
      [](S& job, JobFiles& files) {
        visit_engine(job.each, files);
        for (play::EngineText& engine : job.engines) visit_engine(engine, files);
        files.read(job.openings);
        files.read_list(job.tablebase);
        files.written(job.pgn);
        files.written(job.record);
        files.written(job.metrics);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        MatchRelay relay(watch);
        TABIA_TRY(const play::PlayedMatch match, play::run(job, relay));
        if (const std::string name = match.never_started(); !name.empty())
          return base::Error{concat(name, " never started; the result is meaningless"),
                             base::ErrorKind::Failed};
        return JobReport{report_json(match.settings, match.outcome), match.outcome.complete};
      });
}

Job tune_job() {
  using S = play::TuneJob;
  return make_job<S>(
      {"tune", "tune the search parameters with SPSA (needs a tune build)", {"parameters"}},
      play::tune_fields(),
      [](S& job, JobFiles& files) {
        if (job.names_a_file()) files.read(job.parameters);
        files.read(job.net);
        files.read(job.openings);
        files.written(job.record);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        Relay<play::TuneWatch> relay(watch);
        TABIA_TRY(const play::PlayedTune tune, play::run(job, relay));
        return JobReport{report_json(job, tune), tune.outcome.complete};
      });
}

// --- existing positions and games

struct AnalyzeJob {
  play::AnnotateJob annotate{};
  std::string out{};
};

// Collects the games and the text of the summaries.
class AnnotateRelay final : public Relay<play::AnnotateWatch> {
 public:
  explicit AnnotateRelay(base::Watch& to) : Relay(to) { json_.begin_object().key("summaries").begin_array(); }
  void annotated(std::uint64_t number, const chess::PgnGame& game,
                 const play::GameSummary& summary) override {
    text_ += concat(text_.empty() ? "" : "\n", to_pgn(game));
    json_.begin_object().field("game", number);
    add_player("white", summary[chess::Color::White]);
    add_player("black", summary[chess::Color::Black]);
    json_.end_object();
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] std::string report(const play::AnnotateTotals& totals) {
    json_.end_array().field("games", totals.games).field("bad", totals.bad);
    return json_.end_object().text();
  }

 private:
  void add_player(std::string_view color, const play::PlayerSummary& player) {
    json_.key(color).begin_object();
    if (player.accuracy) json_.field("accuracy", *player.accuracy);
    json_.field("average_loss_cp", player.average_loss_cp());
    json_.field("inaccuracies", player.marks[eval::Judgement::Inaccuracy]);
    json_.field("mistakes", player.marks[eval::Judgement::Mistake]);
    json_.field("blunders", player.marks[eval::Judgement::Blunder]);
    json_.field("missed_wins", player.missed_wins).end_object();
  }

  JsonWriter json_;
  std::string text_;
};

Job analyze_job() {
  using S = AnalyzeJob;
  return make_job<S>(
      {"analyze", "annotate the games of a PGN file", {"in", "out"}},
      base::joined<S>({{base::text<S>("in", "FILE", TABIA_MEMBER(annotate.games), "the games, a PGN file"),
                        base::text<S>("out", "FILE", TABIA_MEMBER(out), "the annotated games")},
                       base::within<S>(play::annotate_fields(), TABIA_MEMBER(annotate))}),
      [](const base::JsonValue&, const JobContext& context) -> Result<S> {
        S job;
        job.annotate.annotator = context.program;
        return job;
      },
      [](S& job, JobFiles& files) {
        files.read(job.annotate.games);
        files.read(job.annotate.search.net);
        files.read(job.annotate.human_net);
        files.written(job.out);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        AnnotateRelay relay(watch);
        TABIA_TRY(const play::AnnotateTotals totals, play::run(job.annotate, relay));
        if (totals.games > 0) TABIA_TRY_VOID(base::write_file_atomically(job.out, relay.text()));
        return JobReport{relay.report(totals), !watch.interrupted()};
      });
}

class SolveRelay final : public Relay<play::SolveWatch> {
 public:
  explicit SolveRelay(base::Watch& to) : Relay(to) { json_.begin_object().key("answers").begin_array(); }
  void answered(const play::Problem& problem, const play::Answer& answer) override {
    json_.json(answer_json(problem, answer));
  }
  [[nodiscard]] std::string report(const play::SolveTotals& totals) {
    return json_.end_array().key("totals").json(totals_json(totals)).end_object().text();
  }

 private:
  JsonWriter json_;
};

Job solve_job() {
  using S = play::SolveJob;
  return make_job<S>(
      {"solve", "solve a suite of test positions", {"in"}},
      base::joined<S>({{base::text<S>("in", "FILE", TABIA_MEMBER(suite), "the suite, an EPD file")},
                       play::solve_fields()}),
      [](S& job, JobFiles& files) {
        files.read(job.suite);
        files.read(job.search.net);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        SolveRelay relay(watch);
        TABIA_TRY(const play::SolveTotals totals, play::run(job, relay));
        return JobReport{relay.report(totals), !watch.interrupted()};
      });
}

struct FitJob {
  play::FitWdlJob fit{};
  std::string out{};
};

Result<void> write_fitted(const play::WdlReport& report, const std::string& path) {
  TABIA_TRY(const auto changed, nn::with_win_model(*report.network, report.model));
  TABIA_TRY(const nn::SavedNetwork saved, nn::save_network(*changed, path, {}));
  if (!saved.difference.empty()) return base::Error{concat(path, ": not written: ", saved.difference)};
  return {};
}

Job fit_wdl_job() {
  using S = FitJob;
  return make_job<S>(
      {"fit-wdl", "fit a network's win probability model to games", {"net"}},
      base::joined<S>(
          {{base::text<S>("net", "FILE", TABIA_MEMBER(fit.network), "the network"),
            base::text<S>("out", "FILE", TABIA_MEMBER(out), "write the network with the new model")},
           base::within<S>(play::fit_wdl_fields(), TABIA_MEMBER(fit))}),
      [](S& job, JobFiles& files) {
        // The network file may be its own output: it was read completely, and only its model changes.
        files.admit(job.fit.network);
        files.read(job.fit.openings);
        files.read(job.fit.pgn);
        files.written(job.out);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        TABIA_TRY(const play::WdlReport report, play::run(job.fit, watch));
        if (!job.out.empty()) TABIA_TRY_VOID(write_fitted(report, job.out));
        return JobReport{report_json(report)};
      });
}

}  // namespace

std::vector<Job> play_jobs() {
  return {gen_job(), rescore_job(), match_job(), tune_job(), analyze_job(), solve_job(), fit_wdl_job()};
}

}  // namespace tabia::jobs
