//===- NumberRules.h - Facts and words of other tools' numbers --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_OTHERTOOLS_NUMBERRULES_H
#define HLOMEM_LIB_OTHERTOOLS_NUMBERRULES_H

#include "hlomem/Analysis/Arena/HeapTraceAnalysis.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/OtherTools/ToolNumbers.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace hlomem {

class Allocation;
class Liveness;

/// Where programs compute.
inline constexpr MemorySpace DefaultSpace = 0;
/// XLA's number for the host's memory on every backend.
inline constexpr MemorySpace HostSpace = 5;

/// What the allocations of one memory space add up to, by what they are for.
struct SpaceSums {
  Bytes Parameter, Donated, Output, Constant, Temp;
  /// In none of the sums below.
  Bytes ThreadLocal;
  /// The largest value of each allocation that is live all the time for XLA.
  Bytes Held;
  /// What of the peak of the space lies in temporaries, and in the others;
  /// zero where that is unknown.
  Bytes TempAtPeak, IndefiniteAtPeak;
  /// None where it is unknown.
  std::optional<Bytes> Peak;

  Bytes arguments() const { return Parameter + Donated; }
  Bytes results() const { return Output + Donated; }
  Bytes donated() const { return Donated; }
  Bytes temporaries() const { return Temp; }
  Bytes indefinite() const { return Parameter + Donated + Output + Constant; }
  Bytes allocated() const { return indefinite() + Temp; }
};

/// An argument, result or constant: XLA's peaks take it for live all the time.
bool isIndefinite(const Allocation &A);
/// Neither that nor thread-local.
bool isTemp(const Allocation &A);

/// One of the sums of SpaceSums.
using SumOfSpace = Bytes (SpaceSums::*)() const;

/// The temporaries of a space that are live at its peak.
struct TempsAtPeak {
  /// Those that a trace has; bytes that several share count once.
  Bytes Traced;
  /// The rest, which is tuple index tables if AllTables is set.
  Bytes Untraced;
  bool AllTables = true;
};

/// The parts of a number's difference, which leave out what is zero.
class Difference {
public:
  explicit Difference(ToolNumber &N) : Parts(N.Parts) {}

  void more(Bytes Size, const Twine &Why) { push(Size, false, Why); }
  void less(Bytes Size, const Twine &Why) { push(Size, true, Why); }
  /// The other tool has \p Theirs where we have \p Ours.
  void add(Bytes Theirs, Bytes Ours, const Twine &MoreWhy,
           const Twine &LessWhy) {
    more(differenceOrZero(Theirs, Ours), MoreWhy);
    less(differenceOrZero(Ours, Theirs), LessWhy);
  }

private:
  void push(Bytes Size, bool IsLess, const Twine &Why) {
    if (!Size.isZero())
      Parts.push_back({Size, IsLess, Why.str()});
  }

  std::vector<NumberPart> &Parts;
};

/// What the rules ask of a module.
class NumberRules {
public:
  NumberRules(const Module &M, AnalysisManager &AM);

  const Module &M;
  const Liveness &Live;
  const MemoryTimeline &Timeline;
  const InferredBackend &Machine;
  const HeapTraceInfo &Heap;

  /// Those with allocations, by number.
  const std::map<MemorySpace, SpaceSums> &spaces() const { return Spaces; }
  /// All zero for a space without allocations.
  const SpaceSums &getSpace(MemorySpace Space) const;
  Bytes getAllocated(MemorySpace Space) const {
    return getSpace(Space).allocated();
  }
  /// \p Sum over all spaces but the host's.
  Bytes addDevice(SumOfSpace Sum) const;

  /// "VMEM", or "space 1" where the backend gives it no name.
  std::string name(MemorySpace Space) const;
  /// "space 1 (VMEM)".
  std::string describe(MemorySpace Space) const;
  /// A number with ours beside it, so far without theirs.
  ToolNumber compare(StringRef Field, std::optional<Bytes> Ours,
                     const Twine &OursIs,
                     std::optional<MemorySpace> Space = std::nullopt) const;
  /// The same with the peak of \p Space as ours.
  ToolNumber compareWithPeak(StringRef Field, MemorySpace Space,
                             std::optional<MemorySpace> Named) const;
  /// More by \p Sum of every space but the default one, and the host's where \p
  /// WithHost is not set.
  void addOtherSpaces(Difference &D, SumOfSpace Sum,
                      bool WithHost = true) const;
  /// All zero where the peak is unknown. \pre Heap.get()
  TempsAtPeak findTempsAtPeak(MemorySpace Space) const;
  /// What of the temporaries of \p Space \p Traced, the peak of its trace, has
  /// more or less than are live at our peak.
  void explainTemps(Difference &D, Bytes Traced, MemorySpace Space) const;

private:
  std::map<MemorySpace, SpaceSums> Spaces;
  /// The values that a trace has, by their positions in HeapTraces::Values.
  llvm::DenseSet<ValueId> Traced;
};

/// -memory-usage-report.txt.
ToolReport makeUsageReport(const NumberRules &R);
/// JAX's compiled.memory_analysis().
ToolReport makeMemoryAnalysis(const NumberRules &R);
/// XProf's memory viewer.
ToolReport makeMemoryViewer(const NumberRules &R);

} // namespace hlomem

#endif // HLOMEM_LIB_OTHERTOOLS_NUMBERRULES_H
