#include "train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "base/date.h"
#include "base/file.h"
#include "base/file_use.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/fen.h"
#include "data/branches.h"
#include "data/formats.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/quantise.h"
#include "train/planes_fragment.h"
#include "train/scale_check.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kStepsBetweenNorms = 32;  // how often the noise scale is measured
constexpr double kNormMemory = 0.95;              // decay of its running means
constexpr std::size_t kBatchesAhead = 3;

std::vector<const FloatArray*> constant(const std::vector<FloatArray*>& arrays) {
  return {arrays.begin(), arrays.end()};
}

// The number of parts of a batch, each with its own sums. With more parts than threads, a thread that also
// makes the next batch, or shares its core, can take fewer of them; but all sums are added up after each
// batch, so large sums are not worth it.
std::size_t parcels(const Trainable& model, int threads) {
  constexpr std::size_t kMostEach = 4;
  constexpr std::size_t kMostBytes = 8u << 20;  // for all sums together
  const auto workers = static_cast<std::size_t>(std::max(threads, 1));
  if (workers == 1) return 1;
  std::size_t bytes = 0;
  for (std::size_t array = 0; array < model.gradient_arrays(); ++array)
    bytes += model.trained()[array].size() * sizeof(float);
  return workers * std::clamp<std::size_t>(kMostBytes / (workers * bytes), 1, kMostEach);
}

std::vector<FloatArray*> all_arrays(Trainable& model, Optimiser& optimiser) {
  std::vector<FloatArray*> arrays;
  for (FloatArray& array : model.trained()) arrays.push_back(&array);
  for (FloatArray* array : optimiser.state()) arrays.push_back(array);
  return arrays;
}

}  // namespace

// Makes batches before they are needed. With few gradient threads, making the next batch is one of the tasks
// they share (prepare()): one more thread than there are cores would slow down one of them, and all wait for
// the slowest. With many, a dedicated thread makes a few batches ahead. The batches themselves don't depend
// on any of this.
class Trainer::Loader {
 public:
  struct Item {
    Batch batch;
    SamplerPlace after;  // the sampler's place after this batch
  };

  Loader(std::unique_ptr<Sampler> sampler, std::uint64_t positions, int threads)
      : sampler_(std::move(sampler)), positions_(positions) {
    if (threads <= kMostThatShare) return;
    if (auto thread = base::start_thread([this] { work(); })) thread_ = std::move(*thread);
  }
  ~Loader() {
    if (!thread_.joinable()) return;
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  Result<Item> next() {
    prepare();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !ready_.empty() || error_; });
    if (ready_.empty()) return *error_;
    Item item = std::move(ready_.front());
    ready_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return item;
  }
  // Makes the batch that next() will return, unless it is ready or another thread is making it. One thread at
  // a time.
  void prepare() {
    if (!thread_.joinable() && ready_.empty() && !error_) make();
  }
  // Returns a batch: its fragments belong to the sampler's thread.
  void recycle(Batch batch) {
    const std::scoped_lock lock(mutex_);
    spare_.push_back(std::move(batch));
  }

 private:
  static constexpr int kMostThatShare = 2;

  void work() {
    do {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || ready_.size() < kBatchesAhead; });
      if (stop_) return;
    } while (make());
  }

  // False: there was an error.
  bool make() {
    std::vector<Batch> spare;
    {
      const std::scoped_lock lock(mutex_);
      std::swap(spare, spare_);
    }
    for (Batch& batch : spare) {
      batch.clear();
      emptied_.push_back(std::move(batch));
    }
    Item item;
    if (!emptied_.empty()) {
      item.batch = std::move(emptied_.back());
      emptied_.pop_back();
    }
    const auto made = sampler_->next(positions_, item.batch);
    item.after = sampler_->place();
    {
      const std::scoped_lock lock(mutex_);
      if (made) {
        ready_.push_back(std::move(item));
      } else {
        error_ = made.error();
      }
    }
    changed_.notify_all();
    return static_cast<bool>(made);
  }

  std::unique_ptr<Sampler> sampler_;
  std::uint64_t positions_;
  std::vector<Batch> emptied_;  // owned by the thread that makes batches
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> ready_;
  std::vector<Batch> spare_;
  std::optional<Error> error_;
  bool stop_ = false;
  std::thread thread_;
};

Trainer::Trainer(const Recipe& recipe, const TrainOptions& options, TrainWatch& watch)
    : recipe_(recipe),
      options_(options),
      team_(options_.team ? *options_.team : alone_),
      exchange_(team_),
      folder_(options.folder),
      watch_(watch),
      live_(folder_.live(), team_.leads() ? options_.metrics : std::string(), "train"),
      objective_(recipe.objective) {}
Trainer::~Trainer() = default;

Result<std::unique_ptr<Trainer>> Trainer::open(const Recipe& recipe, const TrainOptions& options,
                                               TrainWatch& watch) {
  if (auto good = check_recipe(recipe); !good) return good.error();
  std::unique_ptr<Trainer> trainer(new Trainer(recipe, options, watch));
  if (auto good = trainer->prepare(); !good) {
    trainer->live_.remove();
    std::error_code ignored;
    if (trainer->made_folder_) std::filesystem::remove(options.folder, ignored);  // if it is empty
    return good.error();
  }
  return trainer;
}

SamplerOptions Trainer::sampler_options(std::size_t stage) const {
  SamplerOptions options;
  options.sources = recipe_.data;
  options.filter = recipe_.filter;
  options.validation_share = recipe_.validation_data.empty() ? recipe_.validation_share : 0;
  options.validation_seed = recipe_.seed;
  options.dial = recipe_.stages[stage].dial;
  options.trace = recipe_.trace;
  options.rating_balance = recipe_.rating_balance;
  options.pool_positions = recipe_.pool;
  options.seed = recipe_.seed + 1000 * stage;
  if (recipe_.model.planes) options.planes = recipe_.model.planes->input;
  options.on_problem = [this](const Error& error) { return watch_.problem(error); };
  // Reports nothing when another thread reads ahead, because this thread may be using the watch.
  options.on_filling = [this](std::uint64_t collected, std::uint64_t wanted) {
    if (waits_for_data_) watch_.reading(collected, wanted);
    return !watch_.interrupted();
  };
  return options;
}

Result<void> Trainer::load_validation() {
  SamplerOptions options = sampler_options(0);
  const bool own_files = !recipe_.validation_data.empty();
  if (own_files) options.sources = recipe_.validation_data;
  options.wants_validation = !own_files;
  options.dial = {0, 1};
  options.most_positions = recipe_.validation_positions;
  for (Source& source : options.sources) source.weight = 1;
  auto sampler = Sampler::open(std::move(options));
  if (!sampler) return sampler.error();
  if (auto read = (*sampler)->read_all(validation_); !read) return read;
  if (validation_.positions == 0)
    return Error{"validation: no position is left for it; use a larger share or more data"};
  return {};
}

Result<void> Trainer::load_watched() {
  FragmentWriter writer(watched_);
  const Label label{0, data::Outcome::Draw};
  for (const std::string& fen : recipe_.watched) {
    const auto position = chess::parse_fen(fen);
    if (!position) return position.error().inside("watched");
    if (recipe_.model.planes) {
      append_planes_fragment(watched_, {.start = *position, .moves = {}, .played = {}, .label = label});
      continue;
    }
    writer.keep(*position, label);
    writer.close();
  }
  return {};
}

Result<void> Trainer::take_folder() {
  std::error_code fault;
  made_folder_ = std::filesystem::create_directories(options_.folder, fault);
  if (fault) return Error{concat(options_.folder, ": can't be created: ", fault.message())};
  auto lock = base::FolderLock::take(options_.folder);
  if (!lock) return lock.error();
  lock_.emplace(std::move(*lock));
  return {};
}

// The part of the preparations that each member of the team makes by itself.
Result<void> Trainer::prepare_own() {
  auto model = make_trainable(recipe_.model, recipe_.initial);
  if (!model) return model.error().inside("model");
  model_ = std::move(*model);
  if (!recipe_.parent.empty()) {
    const auto parent = nn::load_own_network(recipe_.parent);
    if (!parent) return parent.error().inside("parent");
    if (auto loaded = model_->load(**parent); !loaded) return loaded.error().inside("parent");
  }
  optimiser_ = std::make_unique<Optimiser>(*model_, recipe_.optimiser);
  for (std::size_t i = 0; i < parcels(*model_, options_.threads); ++i)
    gradients_.push_back(model_->make_gradient());
  // Reading large files takes minutes; tell those who are watching.
  if (team_.leads()) {
    TABIA_TRY_VOID(take_folder());
    live_.tell({.step = "prepare", .what = "reads the data", .total = recipe_.positions});
  }
  auto described = describe_data(recipe_.data);
  if (!described) return described.error();
  data_text_ = std::move(*described);
  auto validated = describe_data(recipe_.validation_data);
  if (!validated) return validated.error();
  progress_.validation_data = std::move(*validated);
  if (auto good = load_validation(); !good) return good;
  if (auto good = load_watched(); !good) return good;
  if (team_.leads()) TABIA_TRY_VOID(check_space());
  progress_.recipe = options_.recipe_text;
  progress_.model = nn::to_text(recipe_.model);
  progress_.data = data_text_;
  progress_.date = base::today();
  progress_.factoriser = model_->has_factoriser();
  progress_.averaged = recipe_.optimiser.average > 0;
  return {};
}

// Checkpoints are the largest files that will be written: better to know now.
Result<void> Trainer::check_space() const {
  std::uint64_t bytes = 0;
  for (const FloatArray* array : all_arrays(*model_, *optimiser_)) bytes += array->size() * sizeof(float);
  std::error_code fault;
  const auto space = std::filesystem::space(options_.folder, fault);
  if (fault || space.available >= 4 * bytes) return {};
  return Error{concat(options_.folder, ": found ", space.available >> 20,
                      " MiB of free space, expected at least ", 4 * bytes >> 20, " MiB for checkpoints")};
}

// The leader knows whether there is something to resume.
Result<void> Trainer::begin_or_resume() {
  if (std::filesystem::exists(folder_.checkpoint())) return resume(folder_.checkpoint());
  TABIA_TRY_VOID(check_no_other_run());
  TABIA_TRY_VOID(check_scales());
  return base::write_file_atomically(folder_.recipe(), options_.recipe_text);
}

Result<void> Trainer::prepare() {
  TABIA_TRY_VOID(team::agree(team_, prepare_own()));
  TABIA_TRY_VOID(team::expect_same(team_, "the run", run_text()));
  TABIA_TRY_VOID(team::agree(team_, team_.leads() ? begin_or_resume() : Result<void>()));
  TABIA_TRY_VOID(share_progress());
  if (progress_.positions < recipe_.positions) TABIA_TRY_VOID(team::agree(team_, begin_stage()));
  seconds_at_report_ = progress_.seconds;
  positions_at_report_ = progress_.positions;
  if (team_.leads()) warn_of_branches();
  watch_.begun(validation_.positions, progress_.positions);
  return {};
}

namespace {

// Command-line overrides of a recipe (# --data FILE,weight=2), without the spelling of paths: describe_data()
// identifies the data.
std::string without_spelling(std::string_view line) {
  constexpr std::string_view kData = "# --data ";
  constexpr std::string_view kParent = "# --parent ";
  if (line.starts_with(kData)) return concat(kData, line.substr(std::min(line.find(','), line.size())));
  if (line.starts_with(kParent))
    return concat(kParent, base::place_of(std::string(line.substr(kParent.size()))));
  return std::string(line);
}

bool is_same_recipe(std::string_view a, std::string_view b) {
  const auto lines_a = base::split(a, '\n');
  const auto lines_b = base::split(b, '\n');
  return std::equal(lines_a.begin(), lines_a.end(), lines_b.begin(), lines_b.end(),
                    [](std::string_view x, std::string_view y) {
                      return x == y || without_spelling(x) == without_spelling(y);
                    });
}

// describe_data() without the file names.
std::string without_names(std::string_view description) {
  std::string text;
  for (const std::string_view line : base::split(description, '\n')) {
    const std::size_t size = line.rfind(" bytes, ");
    const std::size_t name_end = size == std::string_view::npos ? size : line.rfind(", ", size);
    text += concat(name_end == std::string_view::npos ? line : line.substr(name_end), '\n');
  }
  return text;
}

}  // namespace

Result<void> Trainer::resume(const std::string& file) {
  // First only the description of the run: the arrays of another model have other sizes.
  auto found = read_checkpoint(file, {});
  if (!found) return found.error();
  if (!is_same_recipe(found->recipe, progress_.recipe))
    return Error{concat(options_.folder,
                        ": contains a run of another recipe (see its recipe.toml); use the same recipe "
                        "or an empty folder")};
  if (without_names(found->data) != without_names(progress_.data))
    return Error{concat(options_.folder, ": the data has changed since the run started; found\n",
                        progress_.data, "expected\n", found->data)};
  // Empty in checkpoints older than the field.
  if (!found->validation_data.empty() &&
      without_names(found->validation_data) != without_names(progress_.validation_data))
    return Error{concat(options_.folder, ": validation_data has changed since the run started; found\n",
                        progress_.validation_data, "expected\n", found->validation_data)};
  const auto spec = nn::parse_spec(found->model);
  if (!spec) return spec.error().inside(file);
  // Compares the texts: the name of a spec does not matter.
  if (nn::to_text(*spec) != progress_.model)
    return Error{concat(options_.folder, ": the model has changed since the run started; found\n",
                        progress_.model, "expected\n", nn::to_text(*spec), "or an empty folder")};
  const std::string validation_data = progress_.validation_data;
  found = read_checkpoint(file, all_arrays(*model_, *optimiser_));
  if (!found) return found.error();
  progress_ = std::move(*found);
  progress_.validation_data = validation_data;
  optimiser_->set_steps(progress_.step);
  model_->refresh(options_.threads);
  return {};
}

// Held-out games are recognized by their moves, which off-game positions don't have.
void Trainer::warn_of_branches() {
  if (!recipe_.validation_data.empty()) return;
  for (const Source& source : recipe_.data) {
    const auto reader = data::open_reader(source.path, source.reading);
    if (!reader || !data::holds_branches((*reader)->info())) continue;
    watch_.remark(
        concat(source.path,
               ": off-game positions (--branch, --searched) leak into validation, so the validation loss is "
               "optimistic; set validation_data to positions from held-out games (docs/training.md, "
               "\"Validation with off-game positions\")"));
    return;
  }
}

Result<void> Trainer::check_scales() {
  const bool learns_scores = recipe_.result_weight.first < 1 || recipe_.result_weight.last < 1;
  if (!options_.check_scale || !learns_scores) return {};
  for (const Source& source : recipe_.data) {
    const auto fit = fit_scale(source, recipe_.filter);
    if (!fit) return fit.error();
    if (!*fit) continue;
    const auto judged = judge_scale(source.path, **fit);
    if (!judged) return judged.error();
    if (*judged) watch_.remark(**judged);
  }
  return {};
}

// A run on examples (train/examples.h) has no checkpoint. Neither does a run that was killed while writing
// its first report; if the recipe is the same, that is this run.
Result<void> Trainer::check_no_other_run() const {
  if (!std::filesystem::exists(folder_.last_net())) return {};
  constexpr std::size_t kMostRecipe = 16u << 20;
  const auto text = base::read_file(folder_.recipe(), kMostRecipe);
  if (text && is_same_recipe(*text, options_.recipe_text)) return {};
  return Error{
      concat(options_.folder,
             ": contains the network of another run (last.net) and no checkpoint; use an empty folder")};
}

// Never overwrite a good network with NaNs.
Result<void> Trainer::check_finite() const {
  for (const FloatArray* array : all_arrays(*model_, *optimiser_)) {
    const float* numbers = array->data();
    for (std::size_t i = 0; i < array->size(); ++i)
      if (!std::isfinite(numbers[i]))
        return Error{concat("a weight or its running mean became NaN or infinite at step ", progress_.step,
                            "; lower the learning rate, raise epsilon, or set gradient_clip")};
  }
  return {};
}

std::uint64_t Trainer::stage_end(std::size_t stage) const noexcept {
  double share = 0;
  for (std::size_t i = 0; i <= stage; ++i) share += recipe_.stages[i].share;
  if (stage + 1 == recipe_.stages.size()) return recipe_.positions;
  return static_cast<std::uint64_t>(share * static_cast<double>(recipe_.positions));
}

Result<void> Trainer::begin_stage() {
  loader_.reset();
  auto sampler = Sampler::open(sampler_options(progress_.stage));
  if (!sampler) return sampler.error();
  waits_for_data_ = true;
  const auto there = (*sampler)->go_to(progress_.place);
  waits_for_data_ = false;
  if (!there) return there;
  loader_ = std::make_unique<Loader>(std::move(*sampler), std::min(recipe_.batch, recipe_.positions),
                                     options_.threads);
  return {};
}

double Trainer::share_done() const noexcept {
  return static_cast<double>(progress_.positions) / static_cast<double>(recipe_.positions);
}

double Trainer::rate() const noexcept {
  return recipe_.rate.at(share_done()) * recipe_.stages[progress_.stage].rate_factor;
}

void Trainer::add_gradients(const Batch& batch, std::size_t begin, std::size_t end, double& loss) {
  const std::size_t parts = gradients_.size();
  std::vector<double> losses(parts);
  base::parallel_for(1 + parts, options_.threads, [&](std::size_t work) {
    if (work == 0) return loader_->prepare();
    const std::size_t t = work - 1;
    std::vector<std::pair<std::uint64_t, FragmentView>> placed;
    const std::size_t all_parts = parts * static_cast<std::size_t>(team_.size());
    placed.reserve((end - begin) / all_parts + 1);
    for (std::size_t i = begin + t + parts * static_cast<std::size_t>(team_.rank()); i < end; i += all_parts)
      placed.emplace_back(model_->place_in_batch(batch.fragments[i]), batch.fragments[i]);
    std::stable_sort(placed.begin(), placed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<FragmentView> own;
    own.reserve(placed.size());
    for (const auto& [place, fragment] : placed) own.push_back(fragment);
    losses[t] = gradients_[t]->add(own, objective_);
  });
  for (const double part : losses) loss += part;
}

// The gradient of a batch, and with it the noise scale: the disagreement between two halves shows how much of
// the gradient is noise.
Result<double> Trainer::add_with_noise(const Batch& batch) {
  const std::size_t fragments = batch.fragments.size();
  const auto positions = static_cast<double>(batch.positions);
  const GradientPointers gradients = pointers_to(gradients_);
  const bool alone = team_.is_alone();
  double loss = 0;
  const std::size_t half = fragments / 2;
  const auto half_positions = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < half; ++i) sum += static_cast<double>(batch.fragments[i].positions());
    return sum;
  }();
  add_gradients(batch, 0, half, loss);
  if (!alone) TABIA_TRY_VOID(exchange_.sum(gradients_, options_.threads));
  const double small =
      Optimiser::squared_norm(*model_, gradients, options_.threads) / (half_positions * half_positions);
  // Otherwise each member would add the sum of all members again.
  if (!alone && !team_.leads()) {
    for (FloatArray& array : gradients_[0]->arrays()) std::fill_n(array.data(), array.size(), 0.0f);
    static_cast<void>(gradients_[0]->take_sums());
  }
  add_gradients(batch, half, fragments, loss);
  if (!alone) TABIA_TRY_VOID(exchange_.sum(gradients_, options_.threads));
  const double large =
      Optimiser::squared_norm(*model_, gradients, options_.threads) / (positions * positions);
  // E|g|^2 = |G|^2 + trace / n for n positions: two equations.
  const double trace = (small - large) / (1 / half_positions - 1 / positions);
  const double length = (positions * large - half_positions * small) / (positions - half_positions);
  progress_.small_norm = kNormMemory * progress_.small_norm + (1 - kNormMemory) * trace;
  progress_.large_norm = kNormMemory * progress_.large_norm + (1 - kNormMemory) * length;
  return loss;
}

bool Trainer::is_joint(std::uint64_t positions_after) const noexcept {
  const std::uint64_t between = recipe_.positions_between_reports();
  return (progress_.step + 1) % recipe_.sum_every == 0 || positions_after >= recipe_.positions ||
         positions_after / between != progress_.positions / between;
}

Result<Trainer::Learned> Trainer::step(const Batch& batch, bool together) {
  objective_.result_weight = recipe_.result_weight.at(share_done());
  const bool every_step = recipe_.sum_every == 1 || team_.is_alone();
  Learned learned{.loss = 0, .positions = batch.positions};
  if (every_step && progress_.step % kStepsBetweenNorms == 0 && batch.fragments.size() >= 2) {
    TABIA_TRY(learned.loss, add_with_noise(batch));
  } else {
    add_gradients(batch, 0, batch.fragments.size(), learned.loss);
    if (every_step && !team_.is_alone()) TABIA_TRY_VOID(exchange_.sum(gradients_, options_.threads));
  }
  if (!every_step) {
    // Its own part of the batch: every team_.size()-th share (add_gradients).
    learned.positions = 0;
    const std::size_t parts = gradients_.size();
    for (std::size_t i = 0; i < batch.fragments.size(); ++i)
      if (i / parts % static_cast<std::size_t>(team_.size()) == static_cast<std::size_t>(team_.rank()))
        learned.positions += batch.fragments[i].positions();
  }
  if (learned.positions > 0)
    optimiser_->step(pointers_to(gradients_), static_cast<double>(learned.positions), rate(),
                     options_.threads);
  optimiser_->set_steps(progress_.step + 1);
  if (!every_step && together) {
    TABIA_TRY_VOID(exchange_.average(all_arrays(*model_, *optimiser_)));
    model_->refresh(options_.threads);
  }
  return learned;
}

// The loss of all members, and whether one of them wants to stop.
Result<void> Trainer::tell_team(Learned& learned) {
  if (team_.is_alone()) return {};
  double numbers[] = {waiting_loss_ + learned.loss, watch_.interrupted() ? 1.0 : 0.0};
  TABIA_TRY_VOID(team_.sum(std::span(numbers)));
  learned.loss = numbers[0];
  learned.stop = numbers[1] > 0;
  return {};
}

// One batch: a step, and the report of it.
Result<void> Trainer::take(const Batch& batch, SamplerPlace after) {
  const std::uint64_t positions = progress_.positions + batch.positions;
  const bool together = is_joint(positions);
  const double rate_now = rate();
  const Clock::time_point start = Clock::now();
  TABIA_TRY(Learned learned, step(batch, together));
  progress_.positions = positions;
  waiting_positions_ += batch.positions;
  double mean = learned.positions > 0 ? learned.loss / static_cast<double>(learned.positions) : 0;
  if (together || team_.is_alone()) {
    TABIA_TRY_VOID(tell_team(learned));
    progress_.loss_sum += learned.loss;
    progress_.loss_positions += waiting_positions_;
    mean = learned.loss / static_cast<double>(waiting_positions_);
    waiting_loss_ = 0;
    waiting_positions_ = 0;
  } else {
    waiting_loss_ += learned.loss;
  }
  stop_wanted_ = learned.stop;
  progress_.place = after;
  ++progress_.step;
  const double elapsed = base::seconds_since(start) + waited_;
  progress_.seconds += elapsed;
  if (!std::isfinite(mean) || !std::isfinite(rate_now))
    return Error{concat("the ", std::isfinite(mean) ? "learning rate" : "loss",
                        " became NaN or infinite at step ", progress_.step,
                        "; lower the learning rate or set gradient_clip")};
  watch_.step(progress_, mean, rate_now, static_cast<double>(batch.positions) / elapsed);
  watch_.progress(progress_.positions, recipe_.positions);
  if (team_.leads())
    live_.tell({.step = "train",
                .what = team_.is_alone() ? std::string() : concat(team_.size(), " ranks"),
                .done = progress_.positions,
                .total = recipe_.positions,
                .loss = mean,
                .ranks = static_cast<std::uint64_t>(team_.size())});
  return {};
}

// Reading ends with an error if the user wants to stop. The other members of a team notice that this one has
// left.
Result<TrainEnd> Trainer::interrupted_or(const Error& error) {
  if (!watch_.interrupted()) return error;
  if (progress_.positions > 0 && team_.leads() && waiting_positions_ == 0) {
    if (auto written = save(folder_.checkpoint()); !written) return written.error();
  }
  return TrainEnd::Interrupted;
}

// All members are at the same step, and one of them was interrupted.
Result<TrainEnd> Trainer::stop_together() {
  const Result<void> saved = team_.leads() ? save(folder_.checkpoint()) : Result<void>();
  if (team_.is_alone()) return saved ? Result<TrainEnd>(TrainEnd::Interrupted) : saved.error();
  const auto agreed = team::agree(team_, saved ? Result<void>(base::interruption()) : saved);
  if (agreed.error().kind != base::ErrorKind::Interrupted) return agreed.error();
  return TrainEnd::Interrupted;
}

Result<TrainEnd> Trainer::run() {
  const std::uint64_t between = recipe_.positions_between_reports();
  Clock::time_point saved = Clock::now();
  if (recipe_.patience > 0 && progress_.reports_since_best >= recipe_.patience) return TrainEnd::Stopped;
  while (progress_.positions < recipe_.positions) {
    if (progress_.positions >= stage_end(progress_.stage)) {
      ++progress_.stage;
      progress_.place = {};
      if (auto begun = begin_stage(); !begun) return interrupted_or(begun.error());
    }
    const Clock::time_point start = Clock::now();
    waits_for_data_ = true;
    auto item = loader_->next();
    waits_for_data_ = false;
    waited_ = base::seconds_since(start);
    if (!item) return interrupted_or(item.error());
    const bool aware = share_done() >= recipe_.quantisation_aware_from;
    if (aware != model_->is_quantisation_aware()) model_->set_quantisation_aware(aware);
    const std::uint64_t before = progress_.positions;
    if (auto taken = take(item->batch, item->after); !taken) return lost_or(taken.error(), before);
    loader_->recycle(std::move(item->batch));
    const bool done = progress_.positions >= recipe_.positions;
    if (done || progress_.positions / between != before / between) {
      if (auto reported = report(); !reported) return reported.error();
      saved = Clock::now();
      if (recipe_.patience > 0 && progress_.reports_since_best >= recipe_.patience) return TrainEnd::Stopped;
    }
    if (stop_wanted_ || (team_.is_alone() && watch_.interrupted())) return stop_together();
    if (waiting_positions_ == 0 && base::seconds_since(saved) > options_.checkpoint_seconds) {
      if (auto written = team_.leads() ? save(folder_.checkpoint()) : Result<void>(); !written)
        return written.error();
      saved = Clock::now();
    }
    if (options_.pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(options_.pause_ms));
  }
  return TrainEnd::Done;
}

Result<void> Trainer::report() {
  if (auto good = check_finite(); !good) return good;
  optimiser_->swap_average();
  // The same loss for the whole run, with the final result_weight; otherwise the best network could not be
  // determined.
  Objective objective = objective_;
  objective.result_weight = recipe_.result_weight.last;
  TABIA_TRY_VOID(check_same_weights());
  TABIA_TRY(const ValidationResult found,
            validate(pointers_to(gradients_), validation_, objective, options_.threads, team_));
  data::TrainReport report;
  report.positions = progress_.positions;
  report.step = progress_.step;
  report.seconds = progress_.seconds;
  report.loss =
      progress_.loss_positions > 0 ? progress_.loss_sum / static_cast<double>(progress_.loss_positions) : 0;
  report.validation = found.loss;
  report.validation_by_phase = found.by_phase;
  report.accuracy = found.accuracy;
  report.correlation = found.correlation;
  report.dead = found.dead;
  report.saturated = found.saturated;
  report.policy_loss = found.policy_loss;
  report.policy_accuracy = found.policy_accuracy;
  report.rate = rate();
  report.result_weight = objective_.result_weight;
  if (progress_.large_norm > 0)
    report.noise_scale = std::max(progress_.small_norm, 0.0) / progress_.large_norm;
  const double seconds = progress_.seconds - seconds_at_report_;
  report.positions_per_s =
      seconds > 0 ? static_cast<double>(progress_.positions - positions_at_report_) / seconds : 0;
  report.watched.resize(watched_.size());
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const FragmentView fragment = watched_[i];
    gradients_[0]->evaluate({&fragment, 1}, objective, [&](const Evaluated& one) {
      const auto raw = static_cast<double>(one.raw);
      const double value = objective_.loss.tanh_output ? std::tanh(raw) : raw;
      report.watched[i] = static_cast<std::int32_t>(std::lround(value * objective_.loss.eval_scale));
    });
  }
  report.ranks = static_cast<std::uint64_t>(team_.size());
  seconds_at_report_ = progress_.seconds;
  positions_at_report_ = progress_.positions;
  progress_.loss_sum = 0;
  progress_.loss_positions = 0;
  progress_.reports.push_back(report);
  const bool best = progress_.best_validation == 0 || report.validation < progress_.best_validation;
  if (best) progress_.best_validation = report.validation;
  progress_.reports_since_best = best ? 0 : progress_.reports_since_best + 1;

  const bool writes = team_.leads();
  Result<void> written = writes ? write_network(folder_.last_net()) : Result<void>();
  if (writes && written && best) written = write_network(folder_.best_net());
  optimiser_->swap_average();
  if (writes && written && best) written = save(folder_.best_checkpoint());
  if (writes && written) written = save(folder_.checkpoint());
  if (writes && written) written = write_logs();
  if (!written) return written;
  watch_.report(report);
  return {};
}

Result<void> Trainer::write_logs() const {
  std::string lines;
  std::string table = data::csv_head() + "\n";
  for (const data::TrainReport& report : progress_.reports) {
    lines += data::to_json(report) + "\n";
    table += data::to_csv(report) + "\n";
  }
  if (auto written = base::write_file_atomically(folder_.log(), lines); !written) return written;
  return base::write_file_atomically(folder_.table(), table);
}

Result<void> Trainer::save(const std::string& path) {
  if (auto good = check_finite(); !good) return good;
  return write_checkpoint(path, progress_, constant(all_arrays(*model_, *optimiser_)));
}

Result<void> Trainer::write_network(const std::string& path) const {
  nn::Lineage lineage;
  lineage.description = recipe_.name;
  if (!progress_.reports.empty()) {
    // A summary of the curve: at most twenty validation losses.
    const std::size_t count = progress_.reports.size();
    const std::size_t each = (count + 19) / 20;
    lineage.description += concat("; ", progress_.positions, " positions; validation loss");
    for (std::size_t i = (count - 1) % each; i < count; i += each)
      lineage.description += concat(" ", std::round(progress_.reports[i].validation * 1e6) / 1e6);
  }
  if (!recipe_.parent.empty()) {
    if (const auto parent = nn::load_own_network(recipe_.parent)) lineage.parent = nn::network_hash(**parent);
  }
  lineage.data = progress_.data;
  lineage.recipe = progress_.recipe;
  lineage.date = progress_.date;
  lineage.trainer = options_.program;
  auto network = model_->network(lineage);
  if (!network) return network.error();
  std::shared_ptr<const nn::Network> shipped = *network;
  const bool halves = recipe_.model.planes && recipe_.model.planes->storage != deep::Storage::F32;
  if (recipe_.model.is_quantised() || halves) {
    auto quantised = nn::quantised(**network, recipe_.model);
    if (!quantised) return quantised.error();
    shipped = quantised->network;
  }
  const auto bytes = nn::write_net(*shipped, {});
  if (!bytes) return bytes.error();
  return base::write_file_atomically(path, *bytes);
}

Result<TrainedNetwork> read_trained_network(const std::string& checkpoint) {
  const auto progress = read_progress(checkpoint);
  if (!progress) return progress.error();
  auto spec = nn::parse_spec(progress->model);
  if (!spec) return spec.error().inside(checkpoint);
  auto model = make_trainable(*spec, {.factoriser = progress->factoriser});
  if (!model) return model.error().inside(checkpoint);
  std::vector<FloatArray>& trained = (*model)->trained();
  // If weights are averaged, the means come after everything else and replace what is read first.
  const std::size_t times = progress->averaged ? progress->arrays / trained.size() : 1;
  std::vector<FloatArray*> arrays;
  for (std::size_t time = 0; time < times; ++time)
    for (FloatArray& array : trained) arrays.push_back(&array);
  if (auto read = read_checkpoint(checkpoint, arrays); !read) return read.error();
  (*model)->refresh(1);
  nn::Lineage lineage;
  lineage.data = progress->data;
  lineage.recipe = progress->recipe;
  lineage.date = progress->date;
  auto network = (*model)->network(lineage);
  if (!network) return network.error();
  return TrainedNetwork{std::move(*spec), std::move(*network)};
}

Result<std::string> describe_data(const std::vector<Source>& sources) {
  constexpr std::uint64_t kWhole = std::uint64_t{1}
                                   << 30;  // of larger files only the first and the last 64 MiB are hashed
  constexpr std::uint64_t kPart = 64u << 20;
  std::string text;
  for (const Source& source : sources) {
    std::error_code fault;
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(source.path, fault)) {
      for (const auto& entry : std::filesystem::directory_iterator(source.path, fault))
        if (entry.is_regular_file()) files.push_back(entry.path());
      std::sort(files.begin(), files.end());
    } else {
      files.emplace_back(source.path);
    }
    base::Hash64 hash;
    std::uint64_t bytes = 0;
    bool whole = true;
    for (const std::filesystem::path& file : files) {
      std::ifstream in(file, std::ios::binary);
      if (!in) return Error{concat(file.string(), ": can't be read; does the file exist?")};
      const std::uint64_t size = std::filesystem::file_size(file, fault);
      bytes += size;
      std::string buffer(1u << 20, '\0');
      const auto take = [&](std::uint64_t count) {
        while (count > 0 && in) {
          in.read(buffer.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(count, buffer.size())));
          hash.update(buffer.data(), static_cast<std::size_t>(in.gcount()));
          count -= std::min<std::uint64_t>(count, static_cast<std::uint64_t>(in.gcount()));
          if (in.gcount() == 0) break;
        }
      };
      if (size <= kWhole) {
        take(size);
      } else {
        whole = false;
        take(kPart);
        in.seekg(-static_cast<std::streamoff>(kPart), std::ios::end);
        take(kPart);
      }
    }
    text += concat(std::filesystem::path(source.path).filename().string(), ", ", bytes, " bytes, ",
                   whole ? "hash " : "hash of begin and end ", base::hex64(hash.value()), ", weight ",
                   source.weight, "\n");
  }
  return text;
}

}  // namespace tabia::train
