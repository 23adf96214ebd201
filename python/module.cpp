// python/module.cpp: the module tabia._tabia: the public library (include/tabia) for Python.
//
// Only code that needs C++ is here: NumPy arrays, threads, the GIL. python/tabia/__init__.py makes the
// interface that users see. Long work is done without the GIL. Objects that only one thread at a time may use
// have a mutex, so that no Python program can crash them.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tabia/tabia.hpp>
#include <vector>

#include "stream.h"

namespace py = pybind11;

namespace {

using tabia::python::End;
using tabia::python::Event;
using tabia::python::Stream;

// For errors that aren't the fault of the arguments: becomes tabia.Error.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Becomes tabia.JobError.
struct JobFailure : Failure {
  JobFailure(const std::string& message, int how) : Failure(message), outcome(how) {}
  int outcome;
};

// The library's texts end at a zero byte, so none may be inside.
const char* checked(const std::string& text) {
  if (text.find('\0') != std::string::npos) throw py::value_error("found a zero byte in a text; remove it");
  return text.c_str();
}

// --- arrays

using Bitboards = py::array_t<std::uint64_t, py::array::c_style>;

// An array of this shape and exactly this kind of integers.
template <class Number>
py::array_t<Number, py::array::c_style> numbers(const py::object& given, const std::string& name,
                                                py::ssize_t dimensions) {
  const auto array = py::array::ensure(given);
  if (!array) throw py::type_error(name + ": expected an array of numpy");
  const char kind = array.dtype().kind();
  if (kind != 'u' && kind != 'i' && kind != 'b')
    throw py::type_error(name + ": found an array of " + py::str(array.dtype()).cast<std::string>() +
                         ", expected integers");
  if (array.ndim() != dimensions)
    throw py::value_error(name + ": found " + std::to_string(array.ndim()) + " dimensions, expected " +
                          std::to_string(dimensions));
  return py::array_t<Number, py::array::c_style | py::array::forcecast>::ensure(array);
}

// Boards as the caller's arrays.
struct BoardArrays {
  Bitboards pieces;
  py::array_t<std::uint8_t, py::array::c_style> black_to_move;
  std::optional<py::array_t<std::int32_t, py::array::c_style>> halfmove_clocks;
  std::string order;
  bool a8_first;

  BoardArrays(const py::object& sets, const py::object& side, const py::object& clocks, std::string letters,
              bool first_is_a8)
      : pieces(numbers<std::uint64_t>(sets, "pieces", 2)),
        black_to_move(numbers<std::uint8_t>(side, "black_to_move", 1)),
        order(std::move(letters)),
        a8_first(first_is_a8) {
    if (pieces.shape(1) != 12)
      throw py::value_error("pieces: found " + std::to_string(pieces.shape(1)) +
                            " sets of squares for each position, expected 12");
    expect_length(black_to_move.shape(0), "black_to_move");
    if (!clocks.is_none()) {
      halfmove_clocks = numbers<std::int32_t>(clocks, "halfmove_clocks", 1);
      expect_length(halfmove_clocks->shape(0), "halfmove_clocks");
    }
    checked(order);
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(pieces.shape(0)); }

  // Positions first to last - 1.
  [[nodiscard]] std::vector<tabia_board> boards(std::size_t first, std::size_t last) const {
    std::vector<tabia_board> list(last - first);
    for (std::size_t i = first; i < last; ++i) {
      tabia_board& board = list[i - first];
      std::copy_n(pieces.data() + 12 * i, 12, board.pieces);
      board.order = order.c_str();
      board.a8_first = a8_first ? 1 : 0;
      board.black_to_move = black_to_move.data()[i] != 0 ? 1 : 0;
      board.halfmove_clock = halfmove_clocks ? halfmove_clocks->data()[i] : 0;
    }
    return list;
  }

 private:
  void expect_length(py::ssize_t found, const std::string& name) const {
    if (found != pieces.shape(0))
      throw py::value_error(name + ": found " + std::to_string(found) + " entries for " +
                            std::to_string(pieces.shape(0)) + " positions");
  }
};

// --- Board

const char* state_name(tabia_state state) {
  switch (state) {
    case TABIA_GOES_ON:
      break;
    case TABIA_CHECKMATE:
      return "checkmate";
    case TABIA_STALEMATE:
      return "stalemate";
    case TABIA_INSUFFICIENT_MATERIAL:
      return "insufficient material";
    case TABIA_FIFTY_MOVES:
      return "fifty moves";
    case TABIA_THREEFOLD:
      return "threefold repetition";
  }
  return "";
}

// tabia::Board hides its pointer; searches need it.
class Board {
 public:
  explicit Board(const std::optional<std::string>& fen) {
    char error[TABIA_ERROR_SIZE];
    position_ = {tabia_position_new(fen ? checked(*fen) : nullptr, error, sizeof error), tabia_position_free};
    if (!position_) throw py::value_error(error);
  }
  Board(const Board& other) : position_(other.copy()) {}
  Board& operator=(const Board&) = delete;

  [[nodiscard]] std::shared_ptr<tabia_position> copy() const {
    return {tabia_position_copy(position_.get()), tabia_position_free};
  }
  [[nodiscard]] std::string fen() const {
    char text[TABIA_FEN_SIZE];
    tabia_position_fen(position_.get(), text, sizeof text);
    return text;
  }
  [[nodiscard]] std::vector<tabia_move> moves() const {
    std::vector<tabia_move> list(TABIA_MAX_MOVES);
    list.resize(tabia_position_moves(position_.get(), list.data(), list.size()));
    return list;
  }
  void play(const std::string& move) {
    char error[TABIA_ERROR_SIZE];
    if (!tabia_position_play(position_.get(), checked(move), error, sizeof error))
      throw py::value_error(error);
  }
  void undo() {
    if (!tabia_position_take_back(position_.get())) throw py::value_error("there is no move to take back");
  }
  [[nodiscard]] const tabia_position* get() const { return position_.get(); }

 private:
  std::shared_ptr<tabia_position> position_;
};

py::tuple bitboards_of(const Board& board) {
  char error[TABIA_ERROR_SIZE];
  tabia_board sets{};
  if (!tabia_board_from_fen(board.fen().c_str(), &sets, error, sizeof error)) throw py::value_error(error);
  Bitboards pieces(12);
  std::copy_n(sets.pieces, 12, pieces.mutable_data());
  return py::make_tuple(pieces, sets.black_to_move != 0);
}

std::uint64_t perft(const Board& board, int depth) {
  if (depth < 0 || depth > 12)
    throw py::value_error("depth: found " + std::to_string(depth) + ", expected 0 to 12");
  const auto position = board.copy();
  const py::gil_scoped_release release;
  return tabia_position_perft(position.get(), depth);
}

void bind_board(py::module_& m) {
  const auto texts = [](const Board& board, const char* (*of)(const tabia_move&)) {
    std::vector<std::string> list;
    for (const tabia_move& move : board.moves()) list.emplace_back(of(move));
    return list;
  };
  py::class_<Board>(m, "Board")
      .def(py::init<const std::optional<std::string>&>(), py::arg("fen") = py::none())
      .def_property_readonly("fen", &Board::fen)
      .def_property_readonly("state",
                             [](const Board& board) { return state_name(tabia_position_state(board.get())); })
      .def_property_readonly("key", [](const Board& board) { return tabia_position_key(board.get()); })
      .def("moves",
           [texts](const Board& board) {
             return texts(board, [](const tabia_move& move) { return move.uci; });
           })
      .def("san_moves",
           [texts](const Board& board) {
             return texts(board, [](const tabia_move& move) { return move.san; });
           })
      .def("play", &Board::play, py::arg("move"))
      .def("undo", &Board::undo)
      .def("copy", [](const Board& board) { return Board(board); })
      .def("bitboards", &bitboards_of)
      .def("perft", &perft, py::arg("depth"));
}

// --- Network

class Network {
 public:
  explicit Network(const std::optional<std::string>& path) {
    const char* const file = path ? checked(*path) : nullptr;
    const py::gil_scoped_release release;
    char error[TABIA_ERROR_SIZE];
    network_ = {tabia_network_load(file, error, sizeof error), tabia_network_free};
    if (!network_) throw Failure(error);
  }
  [[nodiscard]] const tabia_network* get() const { return network_.get(); }

 private:
  std::shared_ptr<tabia_network> network_;
};

using Evaluations = py::array_t<tabia_evaluation>;

Evaluations evaluate_fens(const Network& network, const std::vector<std::string>& fens, int threads) {
  std::vector<const char*> texts;
  texts.reserve(fens.size());
  for (const std::string& fen : fens) texts.push_back(checked(fen));
  Evaluations answers(static_cast<py::ssize_t>(fens.size()));
  tabia_evaluation* const to = answers.mutable_data();
  const py::gil_scoped_release release;
  tabia_network_evaluate_batch(network.get(), texts.data(), texts.size(), threads, to);
  return answers;
}

Evaluations evaluate_bitboards(const Network& network, const py::object& pieces, const py::object& side,
                               const py::object& clocks, const std::string& order, bool a8_first,
                               int threads) {
  const BoardArrays arrays(pieces, side, clocks, order, a8_first);
  Evaluations answers(static_cast<py::ssize_t>(arrays.size()));
  tabia_evaluation* const to = answers.mutable_data();
  constexpr std::size_t kPart = 1 << 16;  // boards in memory at a time
  const py::gil_scoped_release release;
  for (std::size_t first = 0; first < arrays.size(); first += kPart) {
    const auto boards = arrays.boards(first, std::min(arrays.size(), first + kPart));
    tabia_network_evaluate_boards(network.get(), boards.data(), boards.size(), threads, to + first);
  }
  return answers;
}

// The evaluation as a dict. Uses the FEN, because networks don't know the game.
py::dict evaluate_one(const Network& network, const std::string& fen) {
  char error[TABIA_ERROR_SIZE];
  tabia_evaluation answer{};
  if (!tabia_network_evaluate(network.get(), checked(fen), &answer, error, sizeof error))
    throw py::value_error(error);
  py::dict values;
  values["cp"] = answer.cp;
  values["cp_white"] = answer.cp_white;
  values["wdl"] = py::make_tuple(answer.win, answer.draw, answer.loss);
  values["score"] = answer.score;
  values["bucket"] = answer.bucket;
  values["raw"] = answer.raw;
  return values;
}

void bind_network(py::module_& m) {
  PYBIND11_NUMPY_DTYPE(tabia_evaluation, cp, cp_white, win, draw, loss, score, bucket, valid, raw);
  py::class_<Network>(m, "Network")
      .def(py::init<const std::optional<std::string>&>(), py::arg("path") = py::none())
      .def_property_readonly("name", [](const Network& network) { return tabia_network_name(network.get()); })
      .def("evaluate", &evaluate_one, py::arg("fen"))
      .def("evaluate_fens", &evaluate_fens, py::arg("fens"), py::arg("threads") = 0)
      .def("evaluate_bitboards", &evaluate_bitboards, py::arg("pieces"), py::arg("black_to_move"),
           py::arg("halfmove_clocks") = py::none(), py::arg("order") = "PNBRQKpnbrqk",
           py::arg("a8_first") = false, py::arg("threads") = 0);
}

// --- streams: searches and jobs

// The next event as (kind, text); None at the end. If a signal handler raises, this raises the same.
std::optional<std::pair<std::string, std::string>> next_event(Stream& stream) {
  using namespace std::chrono_literals;
  while (true) {
    std::optional<Event> event;
    bool ended = false;
    {
      const py::gil_scoped_release release;
      event = stream.next(50ms);
      ended = !event && stream.ended();
    }
    if (event) return std::pair(event->kind, event->text);
    if (ended) return std::nullopt;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

// Waits for the result and returns it. Remaining events are dropped.
std::string result_of(Stream& stream) {
  while (next_event(stream)) {
  }
  const End end = stream.end();
  if (!end.error.empty()) throw JobFailure(end.error, end.outcome);
  return end.json;
}

// Python holds streams through this: the destructor waits for the thread, so it must not hold the GIL.
struct WithoutGil {
  void operator()(Stream* stream) const {
    const py::gil_scoped_release release;
    delete stream;
  }
};
using StreamPointer = std::unique_ptr<Stream, WithoutGil>;

std::string text_and_free(char* text) {
  const std::unique_ptr<char, void (*)(char*)> owned(text, tabia_text_free);
  return owned ? owned.get() : "";
}

class Engine {
 public:
  explicit Engine(std::uint64_t seed) {
    char error[TABIA_ERROR_SIZE];
    engine_ = {tabia_engine_new(seed, error, sizeof error), tabia_engine_free};
    if (!engine_) throw Failure(error);
  }
  void set_option(const std::string& name, const std::string& value) {
    checked(name);
    checked(value);
    const py::gil_scoped_release release;
    char error[TABIA_ERROR_SIZE];
    if (!tabia_engine_set_option(engine_.get(), name.c_str(), value.c_str(), error, sizeof error))
      throw std::invalid_argument(error);
  }
  void new_game() {
    if (!tabia_engine_new_game(engine_.get())) throw Failure("the engine is searching; stop it first");
  }
  [[nodiscard]] StreamPointer search(const Board& board, const std::string& limits) const {
    checked(limits);
    return StreamPointer(
        new Stream([engine = engine_, position = board.copy(),
                    limits](Stream& stream) { return search_in_thread(*engine, *position, limits, stream); },
                   [engine = engine_] { tabia_engine_stop(engine.get()); }));
  }

 private:
  static End search_in_thread(tabia_engine& engine, const tabia_position& position, const std::string& limits,
                              Stream& stream) {
    tabia_search_watch watch{};
    watch.context = &stream;
    watch.line = [](void* to, const char* json) { static_cast<Stream*>(to)->put("line", json); };
    watch.stopped = [](void* from) { return static_cast<Stream*>(from)->stopped() ? 1 : 0; };
    char error[TABIA_ERROR_SIZE] = "";
    char* const answer = tabia_engine_search(&engine, &position, limits.c_str(), &watch, error, sizeof error);
    stream.finished();  // the engine may be doing something else now, which stop() must not end
    return {text_and_free(answer), answer ? "" : error, answer ? TABIA_DONE : TABIA_WRONG_SETTINGS};
  }

  std::shared_ptr<tabia_engine> engine_;
};

End run_job_in_thread(const std::string& name, const std::string& settings, Stream& stream) {
  tabia_watch watch{};
  watch.context = &stream;
  watch.progress = [](void* to, std::uint64_t done, std::uint64_t total) {
    static_cast<Stream*>(to)->put("progress", "[" + std::to_string(done) + "," + std::to_string(total) + "]");
  };
  watch.remark = [](void* to, const char* text) { static_cast<Stream*>(to)->put("remark", text); };
  watch.report = [](void* to, const char* json) { static_cast<Stream*>(to)->put("report", json); };
  watch.stopped = [](void* from) { return static_cast<Stream*>(from)->stopped() ? 1 : 0; };
  char error[TABIA_ERROR_SIZE] = "";
  char* report = nullptr;
  const tabia_outcome outcome =
      tabia_job_run(name.c_str(), settings.c_str(), &watch, &report, error, sizeof error);
  const std::string json = text_and_free(report);
  return {json, outcome == TABIA_DONE ? "" : error, outcome};
}

void bind_streams(py::module_& m) {
  py::class_<Stream, StreamPointer>(m, "Stream")
      .def("next", &next_event)
      .def("result", &result_of)
      .def("stop", &Stream::stop, py::call_guard<py::gil_scoped_release>());
  py::class_<Engine>(m, "Engine")
      .def(py::init<std::uint64_t>(), py::arg("seed") = 0)
      .def("set_option", &Engine::set_option, py::arg("name"), py::arg("value"))
      .def("new_game", &Engine::new_game)
      .def("search", &Engine::search, py::arg("board"), py::arg("limits"));
  m.def("start_job", [](const std::string& name, const std::string& settings) {
    checked(name);
    checked(settings);
    return StreamPointer(
        new Stream([=](Stream& stream) { return run_job_in_thread(name, settings, stream); }, [] {}));
  });
  m.def("job_list", [] { return tabia::job_list(); });
}

// --- Reader

class Reader {
 public:
  Reader(const std::string& settings, std::size_t batch) : batch_(batch) {
    if (batch == 0 || batch > (std::size_t{1} << 24))
      throw py::value_error("batch: found " + std::to_string(batch) + ", expected 1 to 16777216");
    checked(settings);
    const py::gil_scoped_release release;
    char error[TABIA_ERROR_SIZE];
    reader_ = {tabia_reader_open(settings.c_str(), error, sizeof error), tabia_reader_free};
    if (!reader_) throw Failure(error);
    tabia_reader_describe(reader_.get(), &info_);
  }
  // A dict of arrays; None at the end.
  py::object next() {
    const auto capacity = static_cast<py::ssize_t>(batch_);
    const py::ssize_t width = info_.width;
    Bitboards pieces({capacity, py::ssize_t{12}});
    py::array_t<std::uint8_t> black(capacity), heads(capacity);
    py::array_t<std::int16_t> scores(capacity);
    py::array_t<std::int8_t> results(capacity);
    py::array_t<std::uint16_t> plies(capacity);
    py::array_t<std::int32_t> own({info_.views > 0 ? capacity : 0, width});
    py::array_t<std::int32_t> other({info_.views > 1 ? capacity : 0, width});
    const tabia_samples into = {pieces.mutable_data(),
                                black.mutable_data(),
                                info_.views > 0 ? own.mutable_data() : nullptr,
                                info_.views > 1 ? other.mutable_data() : nullptr,
                                heads.mutable_data(),
                                scores.mutable_data(),
                                results.mutable_data(),
                                plies.mutable_data()};
    const std::size_t count = read(into);
    if (count == 0) return py::none();
    py::dict batch;
    const py::slice rows(0, static_cast<py::ssize_t>(count), 1);
    const auto add = [&](const char* name, const py::object& array) { batch[name] = array[rows]; };
    add("pieces", pieces);
    add("black_to_move", black.attr("view")("bool"));
    if (info_.views > 0) add("own", own);
    if (info_.views > 1) add("other", other);
    add("heads", heads);
    add("scores", scores);
    add("results", results);
    add("plies", plies);
    return batch;
  }
  [[nodiscard]] const tabia_reader_info& info() const { return info_; }
  [[nodiscard]] std::uint64_t problems() const {
    const std::lock_guard lock(*mutex_);
    return tabia_reader_problems(reader_.get());
  }
  [[nodiscard]] double progress() const {
    const std::lock_guard lock(*mutex_);
    return tabia_reader_progress(reader_.get());
  }

 private:
  std::size_t read(const tabia_samples& into) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(*mutex_);
    char error[TABIA_ERROR_SIZE];
    const std::ptrdiff_t count = tabia_reader_read(reader_.get(), &into, batch_, error, sizeof error);
    if (count < 0) throw Failure(error);
    return static_cast<std::size_t>(count);
  }

  std::size_t batch_;
  tabia_reader_info info_{};
  std::shared_ptr<tabia_reader> reader_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

void bind_reader(py::module_& m) {
  py::class_<Reader>(m, "Reader")
      .def(py::init<const std::string&, std::size_t>(), py::arg("settings"), py::arg("batch"))
      .def("next", &Reader::next)
      .def_property_readonly("units_per_pawn", [](const Reader& r) { return r.info().units_per_pawn; })
      .def_property_readonly("rows", [](const Reader& r) { return r.info().rows; })
      .def_property_readonly("width", [](const Reader& r) { return r.info().width; })
      .def_property_readonly("heads", [](const Reader& r) { return r.info().heads; })
      .def_property_readonly("views", [](const Reader& r) { return r.info().views; })
      .def_property_readonly("problems", &Reader::problems, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("progress", &Reader::progress, py::call_guard<py::gil_scoped_release>());
}

// --- Trainer

class Trainer {
 public:
  Trainer(const std::string& model, std::uint64_t seed) {
    char error[TABIA_ERROR_SIZE];
    trainer_ = {tabia_trainer_new(checked(model), seed, error, sizeof error), tabia_trainer_free};
    if (!trainer_) throw Failure(error);
  }
  double train(const py::object& pieces, const py::object& side, const std::vector<double>& targets,
               double rate) {
    const BoardArrays arrays(pieces, side, py::none(), "PNBRQKpnbrqk", false);
    if (targets.size() != arrays.size())
      throw py::value_error("targets: found " + std::to_string(targets.size()) + " entries for " +
                            std::to_string(arrays.size()) + " positions");
    const py::gil_scoped_release release;
    const auto boards = arrays.boards(0, arrays.size());
    const std::lock_guard lock(*mutex_);
    char error[TABIA_ERROR_SIZE];
    const double loss = tabia_trainer_train_batch(trainer_.get(), boards.data(), targets.data(),
                                                  boards.size(), rate, error, sizeof error);
    if (loss < 0) throw std::invalid_argument(error);
    return loss;
  }
  std::pair<double, double> evaluate(const std::string& fen) {
    char error[TABIA_ERROR_SIZE];
    tabia_board board{};
    if (!tabia_board_from_fen(checked(fen), &board, error, sizeof error)) throw py::value_error(error);
    const py::gil_scoped_release release;
    const std::lock_guard lock(*mutex_);
    std::pair<double, double> answer;
    if (!tabia_trainer_evaluate(trainer_.get(), &board, &answer.first, &answer.second, error, sizeof error))
      throw std::invalid_argument(error);
    return answer;
  }
  using Save = int (*)(const tabia_trainer*, const char*, char*, std::size_t);
  void write(Save how, const std::string& path) {
    checked(path);
    const py::gil_scoped_release release;
    const std::lock_guard lock(*mutex_);
    char error[TABIA_ERROR_SIZE];
    if (!how(trainer_.get(), path.c_str(), error, sizeof error)) throw Failure(error);
  }
  void load(const std::string& path) {
    checked(path);
    const py::gil_scoped_release release;
    const std::lock_guard lock(*mutex_);
    char error[TABIA_ERROR_SIZE];
    if (!tabia_trainer_load(trainer_.get(), path.c_str(), error, sizeof error)) throw Failure(error);
  }

 private:
  std::shared_ptr<tabia_trainer> trainer_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

void bind_trainer(py::module_& m) {
  py::class_<Trainer>(m, "Trainer")
      .def(py::init<const std::string&, std::uint64_t>(), py::arg("model"), py::arg("seed") = 1)
      .def("train", &Trainer::train, py::arg("pieces"), py::arg("black_to_move"), py::arg("targets"),
           py::arg("learning_rate"))
      .def("evaluate", &Trainer::evaluate, py::arg("fen"))
      .def(
          "save", [](Trainer& trainer, const std::string& path) { trainer.write(tabia_trainer_save, path); },
          py::arg("path"))
      .def(
          "export",
          [](Trainer& trainer, const std::string& path) { trainer.write(tabia_trainer_export, path); },
          py::arg("path"))
      .def("load", &Trainer::load, py::arg("path"));
}

void bind_errors(py::module_& m) {
  // Never freed: at the end of the program there is no interpreter left to free them.
  static const auto& error = *new py::exception<Failure>(m, "Error", PyExc_RuntimeError);
  static const auto& job_error = *new py::exception<JobFailure>(m, "JobError", error);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const JobFailure& failure) {
      const py::object instance = py::reinterpret_borrow<py::object>(job_error)(failure.what());
      instance.attr("outcome") = failure.outcome;
      PyErr_SetObject(job_error.ptr(), instance.ptr());
    } catch (const Failure& failure) {
      PyErr_SetString(error.ptr(), failure.what());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_tabia, m) {
  m.doc() = "What of tabia is C++";
  m.attr("__version__") = tabia_version();
  m.attr("api_version") = tabia_api_version();
  m.attr("NO_SCORE") = static_cast<int>(TABIA_NO_SCORE);
  bind_errors(m);
  bind_board(m);
  bind_network(m);
  bind_streams(m);
  bind_reader(m);
  bind_trainer(m);
}
