// Jobs that train.
#include "jobs/rows.h"
#include "learn/learn_job.h"
#include "runs/layout.h"
#include "train/move_match.h"
#include "train/shipped.h"
#include "train/train_job.h"

namespace tabia::jobs {
namespace {

using base::concat;
using base::JsonValue;
using base::JsonWriter;
using base::Result;
using learn::LearnJob;
using train::TrainJob;

constexpr std::string_view kRecipe = "recipe";

// Names of built-in texts have neither dots nor slashes; paths have at least one of them.
Result<std::string> admitted(std::string name, const JobContext& context) {
  if (context.files && name.find_first_of("./") != std::string::npos)
    TABIA_TRY_VOID(context.files->admit(name));
  return name;
}

train::ModelFinder model_finder(const JobContext& context) {
  return [context](const std::string& name) -> Result<std::string> {
    TABIA_TRY(const std::string path, admitted(name, context));
    return train::find_model(path);
  };
}

// The recipe that the settings name; `open` reads it.
template <class Open>
auto open_recipe(const JsonValue& given, const JobContext& context, const Open& open)
    -> decltype(open(std::string(), context.program, model_finder(context))) {
  const JsonValue* value = given.find(kRecipe);
  const auto name = value ? value->text() : std::nullopt;
  if (!name) return base::usage_fault("recipe: give the name or the file of a recipe");
  TABIA_TRY(const std::string path, admitted(*name, context));
  return open(path, context.program, model_finder(context));
}

// The settings that replace a part of the recipe's identity, as comments to append to its text, in the
// form of the command line: "# --seed 2".
template <class S>
Result<std::string> notes_of(const base::Fields<S>& overrides, const JsonValue& given) {
  std::string notes;
  for (const base::Field<S>& field : overrides) {
    const JsonValue* value = given.find(base::key_of(field.about));
    if (!value || value->is_null() || !field.about.identity) continue;
    const std::vector<JsonValue> one = {*value};
    for (const JsonValue& item : value->is_array() ? value->elements() : one) {
      TABIA_TRY(const std::string text, base::scalar_text(field.about, item));
      notes += concat("# ", base::word_of(field.about), ' ', text, '\n');
    }
  }
  return notes;
}

template <class S>
base::Field<S> recipe_row() {
  // open_recipe() has read it.
  return {{.name = std::string(kRecipe), .unit = "NAME", .meaning = "a recipe: its name or its file"},
          [](S&, std::string_view) -> Result<void> { return {}; },
          [](const S& job) { return job.name.empty() ? std::nullopt : std::optional(job.name); }};
}

void visit(std::vector<train::Source>& sources, JobFiles& files) {
  for (train::Source& source : sources) files.read(source.path);
}

// --- train

class TrainRelay final : public Relay<train::TrainWatch> {
 public:
  using Relay::Relay;
  void begun(std::uint64_t validation, std::uint64_t resumed) override {
    if (resumed > 0) to_.remark(concat("resuming at ", resumed, " positions"));
    to_.remark(concat("validation: ", validation, " positions of held-out games"));
  }
  void report(const data::TrainReport& report) override {
    to_.remark(
        concat(report.positions, " positions: loss ", report.loss, ", validation ", report.validation));
    to_.log_line(data::to_json(report));
  }
  bool problem(const base::Error& error) override {
    constexpr int kMostTold = 10;
    if (++problems_ <= kMostTold) to_.remark(concat("skipped: ", error.message));
    return true;
  }

 private:
  int problems_ = 0;
};

std::string_view name_of(train::TrainEnd end) {
  switch (end) {
    case train::TrainEnd::Done:
      return "done";
    case train::TrainEnd::Stopped:
      return "no improvement";
    case train::TrainEnd::Interrupted:
      break;
  }
  return "interrupted";
}

JobReport report_of(const TrainJob& job, const train::TrainOutcome& outcome) {
  const runs::TrainFolder folder(job.options.folder);
  JsonWriter json;
  json.begin_object().field("end", name_of(outcome.end)).field("folder", folder.path());
  json.field("network", folder.last_net()).field("positions", outcome.progress.positions);
  if (outcome.progress.best_validation > 0)
    json.field("best", folder.best_net()).field("best_validation", outcome.progress.best_validation);
  return {json.end_object().text(), outcome.end != train::TrainEnd::Interrupted};
}

Job train_job() {
  using S = TrainJob;
  return make_job<S>(
      {"train", "train a network", {kRecipe}},
      base::joined<S>({{recipe_row<S>()},
                       base::within<S>(train::recipe_overrides(), TABIA_MEMBER(recipe)),
                       base::within<S>(train::train_option_fields(), TABIA_MEMBER(options))}),
      [](const JsonValue& given, const JobContext& context) -> Result<S> {
        TABIA_TRY(S job, open_recipe(given, context,
                                     [](const auto&... words) { return train::open_job(words...); }));
        if (given.find("data")) job.recipe.data.clear();
        TABIA_TRY(const std::string notes, notes_of(train::recipe_overrides(), given));
        job.options.recipe_text += notes;
        return job;
      },
      [](S& job, JobFiles& files) {
        visit(job.recipe.data, files);
        visit(job.recipe.validation_data, files);
        files.read(job.recipe.parent);
        files.folder(job.options.folder);
        files.written(job.options.metrics);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        TrainRelay relay(watch);
        TABIA_TRY(const train::TrainOutcome outcome, train::run(job, relay));
        return report_of(job, outcome);
      });
}

// --- learn

class LearnRelay final : public Relay<learn::LearnWatch> {
 public:
  using Relay::Relay;
  void step(std::uint64_t round, learn::Step step, const std::string& what) override {
    to_.remark(concat("round ", round, ", ", learn::name_of(step), ": ", what));
  }
  void round_ended(const data::LearnReport& report) override {
    to_.remark(concat("round ", report.round, ": ", report.promoted ? "promoted" : "refused", ", Elo ",
                      report.elo, " over round ", report.opponent));
    to_.log_line(data::to_json(report));
  }
};

JobReport report_of(const LearnJob& job, const learn::LearnOutcome& outcome) {
  const runs::LearnFolder folder(job.options.folder);
  const learn::TotalElo elo = learn::total_elo(outcome.state, outcome.state.best);
  JsonWriter json;
  json.begin_object().field("folder", folder.path()).field("rounds", outcome.state.rounds.size());
  json.field("best", outcome.state.best).field("network", folder.best_net());
  json.field("elo", elo.value).field("elo_error", elo.error);
  return {json.end_object().text(), outcome.end == learn::LearnEnd::Done};
}

Job learn_job() {
  using S = LearnJob;
  return make_job<S>(
      {"learn", "from nothing to a network: play, train, test, repeat", {kRecipe}},
      base::joined<S>({{recipe_row<S>()},
                       base::within<S>(learn::recipe_overrides(), TABIA_MEMBER(recipe)),
                       base::within<S>(learn::learn_option_fields(), TABIA_MEMBER(options))}),
      [](const JsonValue& given, const JobContext& context) -> Result<S> {
        TABIA_TRY(S job, open_recipe(given, context,
                                     [](const auto&... words) { return learn::open_job(words...); }));
        TABIA_TRY(const std::string notes, notes_of(learn::recipe_overrides(), given));
        job.options.recipe_text += notes;
        return job;
      },
      [](S& job, JobFiles& files) {
        files.read(job.recipe.start_network);
        files.read(job.recipe.teacher);
        files.read(job.recipe.play.book);
        files.admit(job.recipe.gate.book);
        visit(job.recipe.external, files);
        visit(job.recipe.train.data, files);
        visit(job.recipe.train.validation_data, files);
        files.read(job.recipe.train.parent);
        files.folder(job.options.folder);
        files.written(job.options.metrics);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        LearnRelay relay(watch);
        TABIA_TRY(const learn::LearnOutcome outcome, learn::run(job, relay));
        return report_of(job, outcome);
      });
}

// --- predict

Job predict_job() {
  using S = train::MoveMatchJob;
  return make_job<S>(
      {"predict", "how often a network predicts the move that was played", {"net", "in"}},
      base::joined<S>({{base::text<S>("net", "FILE", TABIA_MEMBER(network),
                                      "the network or checkpoint; it needs a policy"),
                        base::text<S>("in", "FILE", TABIA_MEMBER(games), "whole games, of any format")},
                       train::move_match_fields()}),
      [](S& job, JobFiles& files) {
        files.read(job.network);
        files.read(job.games);
      },
      [](const S& job, base::Watch& watch) -> Result<JobReport> {
        TABIA_TRY(const train::MoveMatches found, train::run(job, watch));
        return JobReport{report_json(found)};
      });
}

}  // namespace

std::vector<Job> training_jobs() { return {train_job(), learn_job(), predict_job()}; }

}  // namespace tabia::jobs
