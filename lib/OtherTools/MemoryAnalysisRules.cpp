//===- MemoryAnalysisRules.cpp - Numbers that XLA's runtimes give ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of XLA's CompiledMemoryStats, which JAX shows as
/// compiled.memory_analysis(), and of XLA's memory usage report.
///
//===----------------------------------------------------------------------===//

#include "NumberRules.h"
#include "hlomem/Analysis/Arena/TraceReplay.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/IR/Module.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

constexpr StringLiteral AllTheTime =
    "arguments, results, constants, counted as always live";
constexpr StringLiteral LargestAlone =
    "only the largest value of an argument or result";
constexpr StringLiteral BackendUnknown =
    "depends on the backend; -backend names it";

class MemoryAnalysis {
public:
  explicit MemoryAnalysis(const NumberRules &R) : R(R), B(R.Machine.get()) {}

  ToolReport make();

private:
  void addSum(StringRef Field, SumOfSpace Sum, SumOfSpace Ours,
              const Twine &OursIs);
  void addTemp();
  std::optional<Bytes> addTpuTemp(Difference &D, std::string &WhyUnknown) const;
  void addUsualSum(StringRef Field, bool TakesAliasOff);
  void addHost(StringRef Field, SumOfSpace Sum, const Twine &OursIs);
  void addPeaks();
  void addUntoldPeak(ToolNumber &N) const;
  void addHeldPeaks(ToolNumber &N, ToolNumber &Unpadded) const;
  void addTracedPeaks(ToolNumber &N, ToolNumber &Unpadded) const;
  std::vector<ValueId> findHeld() const;
  void explainHeld(Difference &D) const;
  void explainPeak(Difference &D, const RootedPeak &Peak) const;
  void addNewFields();
  ToolNumber &push(ToolNumber N) {
    Report.Numbers.push_back(std::move(N));
    return Report.Numbers.back();
  }

  const NumberRules &R;
  Backend B;
  ToolReport Report = {"compiled.memory_analysis()", {}};
  /// That of temp_size_in_bytes, for the sums.
  ToolNumber Temp;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sums of allocations
//===----------------------------------------------------------------------===//

// CompiledMemoryStats::PopulateBufferStatsFromAllocations: a donated argument
// is an argument, an output and an alias.
void MemoryAnalysis::addSum(StringRef Field, SumOfSpace Sum, SumOfSpace Ours,
                            const Twine &OursIs) {
  Bytes There = (R.getSpace(DefaultSpace).*Ours)();
  ToolNumber &N = push(R.compare(Field, There, OursIs));
  N.Theirs = R.addDevice(Sum);
  Difference D(N);
  R.addOtherSpaces(D, Sum, /*WithHost=*/false);
}

static constexpr Bytes HbmAlignment(16384);

// libtpu gives R + (R - U): R is what the block of temporaries is rounded up
// to, U what XLA's peak_buffers (ComputePeakMemoryLogicalBuffers) name of it.
// No block is requested where nothing but scalar registers would use it.
std::optional<Bytes> MemoryAnalysis::addTpuTemp(Difference &D,
                                                std::string &WhyUnknown) const {
  const HeapTraces *Known = R.Heap.get();
  if (!Known) {
    WhyUnknown = R.Heap.whyUnknown().str();
    return std::nullopt;
  }
  Bytes Size, Used;
  auto FindHome = [&](ValueId Position) -> AllocationId {
    const Value *V = R.Heap.getValue(Position);
    if (!V || !isTemp(V->getAllocation()) ||
        V->getAllocation().getMemorySpace() != DefaultSpace)
      return AllocationId::none();
    return AllocationId(&V->getAllocation() - R.M.allocations().data());
  };
  bool AnyInMemory = false;
  DenseSet<const Value *> Simulated;
  for (const HeapTrace &T : Known->Traces) {
    for (const TraceEvent &E : T.Events)
      if (FindHome(E.Value)) {
        Simulated.insert(R.Heap.getValue(E.Value));
        AnyInMemory |= !Known->Values[E.Value].IsInRegister;
      }
    for (auto [Home, Peak] :
         getPeakBufferBytes(T.Events, FindHome, [&](ValueId Position) {
           return R.Heap.getValue(Position)->getSize();
         }))
      Used += Peak;
  }
  for (const Allocation &A : R.M.allocations()) {
    if (!isTemp(A) || A.getMemorySpace() != DefaultSpace)
      continue;
    Size += A.getSize();
    // Tuple index tables are in no trace.
    std::map<Bytes, Bytes> Tables;
    for (const Value &V : A.values())
      if (!Simulated.contains(&V))
        Tables[V.getOffset()] = V.getSize();
    for (const auto &[Offset, Bytes] : Tables)
      Used += Bytes;
  }
  if (!AnyInMemory) {
    D.less(Size, "no block requested: scalar registers hold it");
    return Bytes();
  }
  Bytes Padding((HbmAlignment.count() - Size.count() % HbmAlignment.count()) %
                HbmAlignment.count());
  Bytes Rounded = Size + Padding;
  Bytes Theirs = Used <= Rounded ? Rounded + (Rounded - Used)
                                 : differenceOrZero(Rounded, Used - Rounded);
  if (Used.isOverflow() || Theirs.isOverflow()) {
    WhyUnknown = "it does not fit into 64 bits";
    return std::nullopt;
  }
  D.more(Padding, "rounded up to a multiple of 16,384");
  D.add(Rounded, Used, "unused at XLA's peak, counted twice",
        "in use at XLA's peak beyond the block");
  return Theirs;
}

void MemoryAnalysis::addTemp() {
  Temp = R.compare("temp_size_in_bytes", R.getSpace(DefaultSpace).Temp,
                   "temporaries of " + R.describe(DefaultSpace));
  Difference D(Temp);
  if (B == Backend::Unknown) {
    Temp.WhyUnknown = BackendUnknown.str();
  } else if (B == Backend::TPU) {
    Temp.Theirs = addTpuTemp(D, Temp.WhyUnknown);
  } else {
    Temp.Theirs = R.addDevice(&SpaceSums::temporaries);
    R.addOtherSpaces(D, &SpaceSums::temporaries, /*WithHost=*/false);
  }
  push(Temp);
}

// What people add up to get the memory of a program.
void MemoryAnalysis::addUsualSum(StringRef Field, bool TakesAliasOff) {
  const SpaceSums &Here = R.getSpace(DefaultSpace);
  ToolNumber &N = push(R.compare(Field, Here.allocated(),
                                 "allocated in " + R.describe(DefaultSpace)));
  if (!Temp.Theirs) {
    N.WhyUnknown = Temp.WhyUnknown;
    return;
  }
  Bytes Sum = R.addDevice(&SpaceSums::arguments) +
              R.addDevice(&SpaceSums::results) + *Temp.Theirs;
  Bytes Donated = R.addDevice(&SpaceSums::donated);
  N.Theirs = TakesAliasOff ? Sum - Donated : Sum;
  Difference D(N);
  D.less(Here.Constant, "constants are left out");
  if (!TakesAliasOff)
    D.more(Donated, "donated arguments, counted twice");
  for (const auto &[Space, S] : R.spaces())
    if (Space != DefaultSpace && Space != HostSpace)
      D.more(S.Parameter + S.Donated + S.Output,
             "arguments and results of " + R.name(Space));
  D.add(*Temp.Theirs, Here.Temp, "same as for temp_size_in_bytes",
        "same as for temp_size_in_bytes");
}

// The host's memory has the colour 5. libtpu tells it since JAX 0.6.2.
void MemoryAnalysis::addHost(StringRef Field, SumOfSpace Sum,
                             const Twine &OursIs) {
  Bytes There = (R.getSpace(HostSpace).*Sum)();
  ToolNumber &N =
      push(R.compare(Field, There, OursIs + " of " + R.describe(HostSpace)));
  const std::optional<PrintedPeak> &Peak = getClaims(R.M).Peak;
  bool IsOld = B == Backend::TPU && !There.isZero() && Peak &&
               !Peak->Form.HasRunningSums;
  if (IsOld && (Peak->Form.HasIndices || !Peak->IsFormKnown)) {
    // The form of the dump does not tell the one from the other.
    N.WhyUnknown = "0 before JAX 0.6.2, and the dump may be older";
    return;
  }
  N.Theirs = IsOld ? Bytes() : There;
  Difference(N).add(*N.Theirs, There, "",
                    "told since JAX 0.6.2, and the dump is older");
}

//===----------------------------------------------------------------------===//
// Peaks
//===----------------------------------------------------------------------===//

// The largest value of each allocation that is live all the time, the first by
// its id of several.
std::vector<ValueId> MemoryAnalysis::findHeld() const {
  std::vector<ValueId> Held;
  const HeapTraces &Known = *R.Heap.get();
  for (const Allocation &A : R.M.allocations()) {
    if (!isIndefinite(A))
      continue;
    ValueId Largest;
    for (const Value &V : A.values()) {
      ValueId Position = Known.find(V.getId());
      if (!Position || Known.Values[Position].Size.isZero())
        continue;
      Bytes Size = Known.Values[Position].Size;
      // Positions ascend as ids do.
      if (!Largest || Size > Known.Values[Largest].Size ||
          (Size == Known.Values[Largest].Size && Position < Largest))
        Largest = Position;
    }
    if (Largest)
      Held.push_back(Largest);
  }
  return Held;
}

void MemoryAnalysis::explainHeld(Difference &D) const {
  const SpaceSums &Here = R.getSpace(DefaultSpace);
  D.add(Here.Held, Here.IndefiniteAtPeak, AllTheTime, LargestAlone);
  for (const auto &[Space, S] : R.spaces())
    if (Space != DefaultSpace)
      D.more(S.Held, "arguments, results, constants of " + R.name(Space));
}

// None where the values of the trace lie in no allocation.
static std::optional<MemorySpace> findSpace(const TracedArena &A) {
  if (A.Blocks.empty())
    return std::nullopt;
  return A.Blocks.front()->getMemorySpace();
}

void MemoryAnalysis::explainPeak(Difference &D, const RootedPeak &Peak) const {
  explainHeld(D);
  Bytes AtPeak = R.getSpace(DefaultSpace).TempAtPeak;
  Bytes Traced = Peak.Size - Peak.Held;
  std::optional<MemorySpace> Space = DefaultSpace;
  if (Peak.Trace)
    Space = findSpace(R.Heap.arenas()[*Peak.Trace]);
  if (Space == DefaultSpace) {
    R.explainTemps(D, Traced, DefaultSpace);
    return;
  }
  D.more(Traced,
         Space ? "temporaries of " + R.name(*Space) +
                     ", whose trace has the higher maximum"
               : "values without memory, whose trace has the higher maximum");
  D.less(AtPeak, "temporaries of " + R.name(DefaultSpace) + ", not counted");
}

// Whether a CPU's numbers are of jaxlib 0.7.2 or a later one, as far as the
// dump tells: 0.7.1 prints a tree of stack traces as they do, and 0.7.0 none.
static std::optional<bool> isSinceJaxlib072(const Module &M) {
  const XlaFacts *Oldest = findOldestDialectOf(M);
  if (Oldest && Oldest->CpuPeakLacksTraces)
    return true;
  if (!Oldest || Oldest->StackTrace)
    return std::nullopt;
  return getClaims(M).Peak ? std::optional(false) : std::nullopt;
}

// ComputePeakMemory, and ComputePeakMemorySizes since JAX 0.11. The field is
// there since JAX 0.7. On a CPU the assignment that they get has no traces
// since jaxlib 0.7.2, so that temporaries are in no peak.
void MemoryAnalysis::addPeaks() {
  ToolNumber N =
      R.compareWithPeak("peak_memory_in_bytes", DefaultSpace, std::nullopt);
  ToolNumber Unpadded = N;
  Unpadded.Field = "peak_unpadded_heap_bytes";
  std::optional<bool> LacksTraces =
      B == Backend::CPU ? isSinceJaxlib072(R.M) : std::optional(false);
  if (B == Backend::Unknown)
    N.WhyUnknown = BackendUnknown.str();
  else if (!LacksTraces)
    addUntoldPeak(N);
  else if (*LacksTraces)
    addHeldPeaks(N, Unpadded);
  else if (R.Heap.get())
    addTracedPeaks(N, Unpadded);
  else
    N.WhyUnknown = R.Heap.whyUnknown().str();
  if (!Unpadded.Theirs)
    Unpadded.WhyUnknown =
        N.Theirs ? "no such field before JAX 0.11" : N.WhyUnknown;
  push(std::move(N));
  push(std::move(Unpadded));
}

// The dump may be of jaxlib 0.7.1 or of a later one.
void MemoryAnalysis::addUntoldPeak(ToolNumber &N) const {
  ToolNumber Held = N, Traced = N, Unpadded = N;
  addHeldPeaks(Held, Unpadded);
  std::string Older = "more";
  if (R.Heap.get()) {
    addTracedPeaks(Traced, Unpadded);
    if (Traced.Theirs == Held.Theirs) {
      N = std::move(Held);
      return;
    }
    Older = utostr(Traced.Theirs->count());
  }
  N.WhyUnknown =
      utostr(Held.Theirs->count()) + " since JAX 0.7.2, " + Older + " in 0.7.1";
}

// Without traces. A CPU pads nothing.
void MemoryAnalysis::addHeldPeaks(ToolNumber &N, ToolNumber &Unpadded) const {
  Bytes Held;
  for (const auto &[Space, S] : R.spaces())
    Held += S.Held;
  for (ToolNumber *Each : {&N, &Unpadded}) {
    Each->Theirs = Held;
    Difference D(*Each);
    D.less(R.getSpace(DefaultSpace).TempAtPeak, "temporaries are left out");
    explainHeld(D);
  }
}

void MemoryAnalysis::addTracedPeaks(ToolNumber &N, ToolNumber &Unpadded) const {
  const IdVector<ValueId, TracedValue> &Values = R.Heap.get()->Values;
  ArrayRef<HeapTrace> Traces = R.Heap.get()->Traces;
  std::vector<ValueId> Held = findHeld();
  RootedPeak Peak =
      getRootedPeak(Held, Traces, [&](ValueId V) { return Values[V].Size; });
  RootedPeak Bare = getRootedPeak(
      Held, Traces, [&](ValueId V) { return Values[V].Unpadded; });
  N.Theirs = Peak.Size;
  Unpadded.Theirs = Bare.Size;
  Difference D(N), OfUnpadded(Unpadded);
  explainPeak(D, Peak);
  explainPeak(OfUnpadded, Peak);
  OfUnpadded.add(Bare.Size, Peak.Size, "sizes of larger parts than the values",
                 "sizes without padding");
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

// CompiledMemoryStats has these since JAX 0.11. They contain thread-local
// allocations in libtpu, and in jaxlib 0.11, but not in jaxlib 0.12, whose
// dumps are the same to the byte.
void MemoryAnalysis::addNewFields() {
  Bytes Local = R.getSpace(DefaultSpace).ThreadLocal;
  auto Add = [&](StringRef Field, Bytes Ours, const Twine &OursIs) {
    ToolNumber &N = push(R.compare(Field, Ours, OursIs));
    if (B == Backend::Unknown && !Local.isZero()) {
      N.WhyUnknown = BackendUnknown.str();
      return;
    }
    if (B != Backend::TPU && !Local.isZero()) {
      N.WhyUnknown = utostr(Ours.count()) + " since JAX 0.12, " +
                     utostr((Ours + Local).count()) + " in 0.11";
      return;
    }
    N.Theirs = Ours + Local;
    Difference(N).more(Local, "thread-local, not on device");
  };
  const SpaceSums &Here = R.getSpace(DefaultSpace);
  Add("total_allocation_bytes", Here.allocated(),
      "allocated in " + R.describe(DefaultSpace));
  Add("indefinite_allocations", Here.indefinite(),
      "arguments, results and constants");
}

ToolReport MemoryAnalysis::make() {
  addSum("argument_size_in_bytes", &SpaceSums::arguments, &SpaceSums::arguments,
         "arguments");
  addSum("output_size_in_bytes", &SpaceSums::results, &SpaceSums::results,
         "results, with donated arguments");
  addSum("alias_size_in_bytes", &SpaceSums::donated, &SpaceSums::donated,
         "donated arguments");
  addTemp();
  ToolNumber Code;
  Code.Field = "generated_code_size_in_bytes";
  Code.WhyUnknown = "code is not part of a buffer assignment";
  push(Code);
  addUsualSum("arg + out + temp - alias", /*TakesAliasOff=*/true);
  addUsualSum("arg + out + temp", /*TakesAliasOff=*/false);
  addPeaks();
  addNewFields();
  addHost("host_argument_size_in_bytes", &SpaceSums::arguments, "arguments");
  addHost("host_output_size_in_bytes", &SpaceSums::results, "results");
  addHost("host_alias_size_in_bytes", &SpaceSums::donated, "donated arguments");
  ToolNumber &HostTemp =
      push(R.compare("host_temp_size_in_bytes", R.getSpace(HostSpace).Temp,
                     "temporaries of " + R.describe(HostSpace)));
  HostTemp.Theirs = HostTemp.Ours;
  Code.Field = "host_generated_code_size_in_bytes";
  push(Code);
  return std::move(Report);
}

ToolReport makeMemoryAnalysis(const NumberRules &R) {
  return MemoryAnalysis(R).make();
}

// Until March 2026 the report has one total of all allocations, since then one
// for each memory space (BufferAssignment::MemoryUsageReport).
ToolReport makeUsageReport(const NumberRules &R) {
  ToolReport Report = {"-memory-usage-report.txt", {}};
  for (const auto &[Space, S] : R.spaces()) {
    ToolNumber N = R.compare("Total bytes", S.allocated(),
                             "allocated in " + R.describe(Space), Space);
    N.Theirs = S.allocated() + S.ThreadLocal;
    Difference(N).more(S.ThreadLocal, "thread-local, not on device");
    Report.Numbers.push_back(std::move(N));
  }
  return Report;
}

} // namespace hlomem
