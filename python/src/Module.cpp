//===- Module.cpp - The extension hlo_mem_opt._core -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrowStream.h"
#include "Facade.h"
#include "PythonPass.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <new>
#include <system_error>
#include <thread>

namespace nb = nanobind;
using namespace nb::literals;
using namespace hlomem::python;

static constexpr char ArrowStreamName[] = "arrow_array_stream";

namespace {

/// Count the interrupts of runs, those that go on and those that have ended.
/// The flag of the project is for all runs: those that are not meant begin
/// again.
std::atomic<unsigned> PresentInterrupts, PastInterrupts;

/// Runs the program on another thread, so that this one can see signals.
class BackgroundRun {
public:
  explicit BackgroundRun(const Settings &S) : S(S) {
    try {
      Thread = std::thread([this] { work(); });
    } catch (const std::system_error &) {
      // Without another thread there is no interrupt.
      work();
    }
  }
  BackgroundRun(const BackgroundRun &) = delete;
  BackgroundRun &operator=(const BackgroundRun &) = delete;
  ~BackgroundRun() {
    if (Thread.joinable())
      Thread.join();
  }

  /// Waits for the end, at most for a moment. Returns true if that is reached.
  bool wait() {
    std::unique_lock<std::mutex> Guard(Lock);
    return Ends.wait_for(Guard, std::chrono::milliseconds(50),
                         [this] { return IsDone; });
  }
  /// Ends it early.
  void interrupt() {
    IsInterrupted = true;
    ++PresentInterrupts;
    do
      // Another one may have reset it.
      setInterrupted(true);
    while (!wait());
    setInterrupted(false);
    ++PastInterrupts;
    --PresentInterrupts;
  }
  const Progress &progress() const { return Count; }
  Outcome take() {
    if (HasNoMemory)
      throw std::bad_alloc();
    return std::move(Result);
  }

private:
  void work() {
    try {
      unsigned Past;
      do {
        while (PresentInterrupts != 0 && !IsInterrupted)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        Past = PastInterrupts;
        Result = run(S, Count);
      } while (!IsInterrupted &&
               (PresentInterrupts != 0 || PastInterrupts != Past));
    } catch (const std::bad_alloc &) {
      HasNoMemory = true;
    }
    std::lock_guard<std::mutex> Guard(Lock);
    IsDone = true;
    Ends.notify_all();
  }

  const Settings &S;
  Progress Count;
  Outcome Result;
  std::atomic<bool> IsInterrupted = false;
  bool HasNoMemory = false;
  bool IsDone = false;
  std::mutex Lock;
  std::condition_variable Ends;
  std::thread Thread;
};

} // namespace

/// Calls \p Tell with how many dumps of how many are done, unless it was told
/// so before. Returns false if it raises.
static bool tellProgress(const Progress &P, size_t &Told, nb::handle Tell) {
  const size_t Done = P.Done;
  if (Tell.is_none() || Done == Told)
    return true;
  Told = Done;
  PyObject *Result =
      PyObject_CallFunction(Tell.ptr(), "nn", static_cast<Py_ssize_t>(Done),
                            static_cast<Py_ssize_t>(P.Total.load()));
  Py_XDECREF(Result);
  return Result != nullptr;
}

/// Runs the program without the interpreter lock. A signal of which a Python
/// handler raises, and \p Tell if that raises, end it early.
static Outcome runInterruptibly(const Settings &S, nb::handle Tell) {
  std::optional<nb::gil_scoped_release> Released(std::in_place);
  BackgroundRun Run(S);
  size_t Told = 0;
  for (bool HasEnded = false; !HasEnded;) {
    HasEnded = Run.wait();
    Released.reset();
    if (!tellProgress(Run.progress(), Told, Tell) ||
        (!HasEnded && PyErr_CheckSignals() != 0)) {
      nb::python_error Raised;
      Released.emplace();
      Run.interrupt();
      Released.reset();
      // A new one would not hold the error any more.
      // NOLINTNEXTLINE(misc-throw-by-value-catch-by-reference)
      throw Raised;
    }
    if (!HasEnded)
      Released.emplace();
  }
  return Run.take();
}

/// The elements of \p Values without a copy; \p Column, which has them, lives
/// as long as the array.
template <class T>
static nb::ndarray<nb::numpy, const T, nb::ndim<1>>
makeArray(const void *Values, size_t Count, nb::handle Column) {
  static const T None{};
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(
      Count ? static_cast<const T *>(Values) : &None, {Count}, Column);
}

NB_MODULE(_core, M) {
  M.attr("__version__") = HLOMEM_VERSION;
  // A notebook holds what its cells have displayed until the interpreter ends.
  nb::set_leak_warnings(false);

  nb::enum_<Column::Kind>(M, "Kind")
      .value("Number", Column::Kind::Number)
      .value("Boolean", Column::Kind::Boolean)
      .value("Text", Column::Kind::Text);

  nb::class_<Column>(M, "Column")
      .def_ro("name", &Column::Name)
      .def_ro("type", &Column::Type)
      .def_ro("holds", &Column::Holds)
      .def_ro("may_be_empty", &Column::MayBeEmpty)
      .def_ro("texts", &Column::Texts)
      .def("empty",
           [](nb::handle_t<Column> Self) {
             auto &C = nb::cast<Column &>(Self);
             return makeArray<bool>(C.IsEmpty.data(), C.IsEmpty.size(), Self);
           })
      .def("numbers",
           [](nb::handle_t<Column> Self) {
             auto &C = nb::cast<Column &>(Self);
             return makeArray<int64_t>(C.Numbers.data(), C.Numbers.size(),
                                       Self);
           })
      .def("truths",
           [](nb::handle_t<Column> Self) {
             auto &C = nb::cast<Column &>(Self);
             return makeArray<bool>(C.Truths.data(), C.Truths.size(), Self);
           })
      .def("codes", [](nb::handle_t<Column> Self) {
        auto &C = nb::cast<Column &>(Self);
        return makeArray<int32_t>(C.Codes.data(), C.Codes.size(), Self);
      });

  nb::class_<Table>(M, "Table")
      .def_ro("name", &Table::Name)
      .def_ro("row_count", &Table::RowCount)
      .def_prop_ro("column_count",
                   [](const Table &T) { return T.Columns.size(); })
      .def(
          "column",
          [](Table &T, size_t I) -> Column & {
            if (I >= T.Columns.size())
              throw nb::index_error("there is no such column");
            return T.Columns[I];
          },
          "index"_a, nb::rv_policy::reference_internal)
      .def("arrow_stream", [](std::shared_ptr<Table> T) {
        ArrowArrayStream *Stream = makeArrowStream(std::move(T));
        PyObject *Capsule =
            PyCapsule_New(Stream, ArrowStreamName, [](PyObject *Object) {
              destroyArrowStream(static_cast<ArrowArrayStream *>(
                  PyCapsule_GetPointer(Object, ArrowStreamName)));
            });
        if (!Capsule) {
          destroyArrowStream(Stream);
          throw nb::python_error();
        }
        return nb::steal<nb::object>(Capsule);
      });

  nb::class_<Verdict>(M, "Verdict")
      .def_ro("module", &Verdict::Module)
      .def_ro("kind", &Verdict::Kind)
      .def_ro("why", &Verdict::Why)
      .def_ro("caveat", &Verdict::Caveat)
      .def_ro("needed", &Verdict::Needed)
      .def_ro("limit", &Verdict::Limit);

  nb::class_<Outcome>(M, "Outcome")
      .def_ro("status", &Outcome::Status)
      // Names of files and texts of dumps may hold any bytes.
      .def_prop_ro("text",
                   [](const Outcome &O) {
                     return nb::bytes(O.Text.data(), O.Text.size());
                   })
      .def_prop_ro("messages",
                   [](const Outcome &O) {
                     return nb::bytes(O.Messages.data(), O.Messages.size());
                   })
      .def_ro("tables", &Outcome::Tables)
      .def_ro("verdicts", &Outcome::Verdicts);

  bindPasses(M);
  M.def(
      "run",
      [](const std::vector<nb::bytes> &Inputs, std::string Passes,
         std::string Format, std::optional<std::string> Device,
         std::optional<std::string> MemoryFraction,
         std::optional<std::string> Reserve,
         std::vector<std::string> MemoryLimits, unsigned Width,
         unsigned Threads, bool ReadsSiblings, bool AllowsIncomplete,
         bool UsesExactBytes,
         const std::map<std::string, std::string> &NamesInOptions,
         std::vector<std::string> ResultNames,
         std::optional<std::vector<std::string>> Known,
         std::string HiddenFolder, std::vector<std::string> Tables,
         const std::vector<std::shared_ptr<PythonPass>> &Own,
         const nb::object &Tell) {
        Settings S;
        for (const nb::bytes &Input : Inputs)
          S.Inputs.emplace_back(Input.c_str(), Input.size());
        S.Passes = std::move(Passes);
        S.Format = std::move(Format);
        S.Device = std::move(Device);
        S.MemoryFraction = std::move(MemoryFraction);
        S.Reserve = std::move(Reserve);
        S.MemoryLimits = std::move(MemoryLimits);
        S.Width = Width;
        S.Threads = Threads;
        S.ReadsSiblings = ReadsSiblings;
        S.AllowsIncomplete = AllowsIncomplete;
        S.UsesExactBytes = UsesExactBytes;
        S.NamesInOptions.insert(NamesInOptions.begin(), NamesInOptions.end());
        S.ResultNames = std::move(ResultNames);
        S.Known = std::move(Known);
        S.HiddenFolder = std::move(HiddenFolder);
        S.Tables = std::move(Tables);
        S.ForeignPasses.assign(Own.begin(), Own.end());
        Outcome Result = runInterruptibly(S, Tell);
        for (const std::shared_ptr<PythonPass> &P : Own)
          P->rethrow();
        return Result;
      },
      "inputs"_a, nb::kw_only(), "passes"_a = "default", "format"_a = "auto",
      "device"_a = nb::none(), "memory_fraction"_a = nb::none(),
      "reserve"_a = nb::none(), "memory_limits"_a = nb::list(), "width"_a = 80,
      "threads"_a = 0, "reads_siblings"_a = true, "allows_incomplete"_a = false,
      "uses_exact_bytes"_a = false, "names_in_options"_a = nb::dict(),
      "result_names"_a = nb::list(), "known"_a = nb::none(),
      "hidden_folder"_a = "", "tables"_a = nb::list(),
      "own_passes"_a = nb::list(), "progress"_a = nb::none());
  // Names of files are any bytes.
  M.def(
      "list_programs",
      [](const nb::bytes &Input) {
        std::vector<std::vector<std::string>> Found;
        {
          std::string Name(Input.c_str(), Input.size());
          nb::gil_scoped_release Released;
          Found = listPrograms(Name);
        }
        std::vector<std::vector<nb::bytes>> Result;
        for (const std::vector<std::string> &Program : Found) {
          std::vector<nb::bytes> &Files = Result.emplace_back();
          for (const std::string &File : Program)
            Files.emplace_back(File.data(), File.size());
        }
        return Result;
      },
      "input"_a);
  M.def("describe_tables", &describeTables);
}
