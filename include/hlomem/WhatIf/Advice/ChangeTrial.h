//===- ChangeTrial.h - Changes that may save memory, tried ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_ADVICE_CHANGETRIAL_H
#define HLOMEM_WHATIF_ADVICE_CHANGETRIAL_H

#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/WhatIf/LivePeak.h"
#include "hlomem/WhatIf/Loops/Carrying.h"
#include "hlomem/WhatIf/Loops/Rematerialization.h"
#include "hlomem/WhatIf/Precision.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

namespace hlomem {

/// Identifies a change of the user's program. Several changes are made in the
/// order of their numbers.
enum class Change : uint8_t {
  /// Applies jax.checkpoint to the bodies of all loops that keep something,
  /// with the policy that keeps nothing.
  Checkpoint,
  /// Applies jax.checkpoint to the bodies of all loops that keep something,
  /// with the policy that keeps dots without batch dimensions.
  CheckpointKeepingDots,
  /// Stores the arguments that only an update reads in bfloat16.
  NarrowState,
  /// Moves the arguments that only an update reads to the host's memory.
  OffloadState,
  /// Makes loops carry the state that they read slice by slice and write again.
  Carry,
  /// Donates all arguments whose memory a result can take.
  Donate,
};
inline constexpr unsigned ChangeCount = 6;

/// Represents a set of changes; bit N stands for the change N.
using ChangeSet = uint32_t;
constexpr ChangeSet getSet(Change C) { return ChangeSet(1) << unsigned(C); }

/// Describes what a program takes after some changes.
struct TriedChanges {
  /// Holds the bytes in memory spaces that count, except thread-local ones.
  Bytes Needed;
  /// Holds the part of Needed in which no temporary lies: arguments, constants,
  /// and results that lie in no argument.
  Bytes Floor;
  /// Counts the arrays or arguments that the last change changes.
  uint64_t Count = 0;
  /// Holds the bytes that the last change's arrays or arguments took before.
  Bytes Size;
  /// Holds the most bytes that the change may save, by arithmetic alone; none
  /// if what else the compiler changes may save more.
  std::optional<Bytes> Bound = std::nullopt;
};

/// Tries changes of one program. Each set of changes is assigned once.
class ChangeTrial {
public:
  /// Constructs a trial of \p Record, which must outlive this object and is
  /// replayed by \p P, the rules of a backend of \p Kind. A memory space counts
  /// if \p Counts returns true for it. \p Names are the op_names of the
  /// arguments, empty where unknown, and \p State are the numbers of those that
  /// are the state of an optimizer, ascending. \p NoGradients are the names of
  /// loops that are known to run no gradient: what is kept for them alone needs
  /// no checkpoint.
  ChangeTrial(const RecordedAssignment &Record, const AssignerPolicy &P,
              Backend Kind, std::function<bool(MemorySpace)> Counts,
              ArrayRef<StringRef> Names, ArrayRef<uint64_t> State,
              llvm::StringSet<> NoGradients = {});

  /// Forbids all further assignments, since the replay is not exact, as \p Why
  /// says. Of a change only its bound is known from then on.
  void forbid(std::string Why) { WhyForbidden = std::move(Why); }
  const std::string &whyForbidden() const { return WhyForbidden; }
  /// Says why the result of a checkpoint is not known. Its bound is.
  void doubtCheckpoints(std::string Why) {
    WhyNotCheckpointed = std::move(Why);
  }

  /// Returns what \p Allocations take in the memory spaces that count.
  TriedChanges sum(ArrayRef<ReplayedAllocation> Allocations) const;

  /// Limits the number of further assignments to \p Count. If \p Count is 0,
  /// there is no limit; if it is none, the limit takes about a second and is
  /// the same on every machine. Returns the limit, or 0 if there is none.
  uint64_t limitEffort(std::optional<uint64_t> Count);
  /// Takes one assignment for another purpose; returns false if none is left.
  bool claim();
  /// Returns false if it is known without an assignment that \p C can change
  /// nothing in the program.
  bool mayApply(Change C) const;
  /// Returns true if getResult() is none only for want of an assignment.
  bool isSkipped(ChangeSet Changes) { return get(Changes).IsSkipped; }

  /// Returns what the program takes without any change.
  const TriedChanges &getBase() const { return Base; }
  /// Returns what the program takes after \p Changes; none if nothing in the
  /// program can be changed so, the changes exclude each other, or what becomes
  /// of the program is not known.
  const std::optional<TriedChanges> &getResult(ChangeSet Changes);
  /// Returns why \p C, for which mayApply() is true, has no result alone, or no
  /// precision; empty only if it has both.
  std::string getWhyUnknown(Change C);
  /// Returns the most bytes that \p C may save, by arithmetic alone: the bytes
  /// of all arrays that it makes smaller or needless or moves to the host.
  Bytes getBound(Change C) const;
  /// Returns the most bytes that \p New may save in the arrays that it makes
  /// smaller. If \p HalvesAll, counts half of the temporaries, since \p New may
  /// miss some, half of the results, which lend temporaries their memory, all
  /// of a result that only a smaller temporary fits in, and on a TPU also what
  /// VMEM may then hold.
  Bytes getBound(const Reshaping &New, bool HalvesAll) const;

  /// Returns how far to trust the result of \p Changes: the precision of the
  /// least precise one. That of some changes is known only after getResult().
  std::string getPrecision(ChangeSet Changes) const;
  /// Returns the precision to report for \p R, the result of a change with
  /// \p Precision. It is "at most" if XLA computes something again to need
  /// less, which it may not do with more room. There is more room if it
  /// needs less than the limit. Only if aimsAtLimit() does what fits
  /// then still fit.
  std::string describePrecision(StringRef Precision,
                                const TriedChanges &R) const;
  /// Returns true if describePrecision() makes a bound of a number.
  bool isWidened(StringRef Precision, const TriedChanges &R) const {
    return Precision != "at most" &&
           describePrecision(Precision, R) == "at most";
  }
  /// Sets the bytes that the memory holds; by default it holds every result.
  void setLimit(Bytes L) { Limit = L; }
  std::optional<Bytes> getLimit() const { return Limit; }
  /// Returns the bytes needed after a change with \p Precision and the result
  /// \p R if it saves as little as the precision allows; a bound may save
  /// nothing.
  Bytes getMostNeeded(StringRef Precision, const TriedChanges &R) const;
  /// Returns the bytes needed after a change with \p Precision and the result
  /// \p R if it saves as much as the precision allows; for a precision without
  /// a percentage, as much as \p R says.
  Bytes getLeastNeeded(StringRef Precision, const TriedChanges &R) const;
  /// Returns the peak of memory space 0 after \p Changes, which must have a
  /// result or be empty. Takes about a tenth of the time of an assignment.
  std::optional<LivePeak> findPeak(ChangeSet Changes) const;
  /// Returns the program after \p Changes, which have a result or are empty.
  const RecordedAssignment &getProgram(ChangeSet Changes) const;
  /// Makes the change \p R of shapes in the unchanged program. Fails with the
  /// reason if that is not possible.
  Expected<EditedAssignment> tryShapes(const Reshaping &R) const;

  const AssignerPolicy &getPolicy() const { return P; }
  Backend getBackend() const { return Kind; }
  ArrayRef<ResidualStack> stacks() const { return Stacks; }
  /// Returns the bytes of those stacks() for which \p IsCounted returns true.
  Bytes sumStacks(function_ref<bool(const ResidualStack &)> IsCounted) const;
  ArrayRef<ScannedState> scannedStates() const { return Scanned; }
  /// Returns the arguments that donation gives to results, if made alone.
  ArrayRef<uint64_t> donatedArguments() const { return Donated; }
  /// Returns the arguments that OffloadState changes.
  ArrayRef<uint64_t> stateArguments() const { return State; }
  /// Returns the arguments that NarrowState changes.
  ArrayRef<uint64_t> narrowedArguments() const { return Narrowed; }
  /// Returns true if NarrowState leaves out second moments: their averages,
  /// which change by less than a hundredth, would not change in bfloat16.
  bool hasSecondMoments() const { return Narrowed.size() != State.size(); }
  /// Returns true if NarrowState changes one of several arrays of each weight,
  /// of which no name tells the first moments.
  bool narrowsOneOfSeveral() const { return NarrowsOne; }
  /// Returns the worst precision of those of \p Changes that have a number and
  /// are no bounds; "exact" if there is none.
  std::string getPrecisionOfNumbers(ChangeSet Changes) const;
  /// Returns the state that NarrowState and OffloadState leave out, since a
  /// product or the like reads it too.
  ArrayRef<uint64_t> otherState() const { return OtherState; }

private:
  Bytes sumSizes(const std::set<BufferId> &Buffers) const;
  std::vector<ResidualStack> findStacks(const RecordedAssignment &R) const;
  struct Tried {
    std::shared_ptr<const RecordedAssignment> After;
    IdVector<AllocationId, ReplayedAllocation> Allocations;
    std::optional<TriedChanges> Result;
    /// Tells why there is no result although the change can be made.
    std::string WhyUnknown;
    /// Is true if the change was not tried for want of effort.
    bool IsSkipped = false;
    /// Is true if the change donates and XLA adds copies.
    bool AddsCopies = false;
  };
  static Tried makeSkipped() {
    Tried T;
    T.IsSkipped = true;
    return T;
  }

  static Tried makeUnknown(std::string Why) {
    Tried T;
    T.WhyUnknown = std::move(Why);
    return T;
  }
  static Tried makeUnknown(Error E) {
    return makeUnknown(toString(std::move(E)));
  }

  Tried make(ChangeSet Changes);
  bool changeStateShapes(const RecordedAssignment &R, bool ToHost,
                         BufferShapes &New) const;
  Error checkLargeEnough(ArrayRef<ReplayedAllocation> After, Bytes Before,
                         Prediction Of) const;
  Tried checkpoint(const RecordedAssignment &R, RematPolicy Kept, Bytes Before);
  Tried changeState(const RecordedAssignment &R, bool ToHost, Bytes Before);
  Tried carryAll(const RecordedAssignment &R);
  Tried donateAll(const RecordedAssignment &R, Bytes Before);
  Prediction getPrediction(Change C, ChangeSet Of) const;
  Tried finish(EditedAssignment E, uint64_t Count, Bytes Size) const;
  const Tried &get(ChangeSet Changes);

  const RecordedAssignment &Record;
  const AssignerPolicy &P;
  Backend Kind;
  std::function<bool(MemorySpace)> Counts;
  TriedChanges Base;
  std::optional<uint64_t> Effort;
  std::string WhyForbidden;
  std::string WhyNotCheckpointed;
  std::optional<Bytes> Limit;
  /// Is true if a result has the type of an argument that is not donated.
  bool MayDonate = false;
  llvm::StringSet<> NoGradients;
  std::vector<ResidualStack> Stacks;
  std::vector<ScannedState> Scanned;
  SmallVector<uint64_t> Donated;
  SmallVector<uint64_t> OtherState;
  SmallVector<uint64_t> State;
  bool NarrowsOne = false;
  SmallVector<uint64_t> Narrowed;
  std::map<ChangeSet, Tried> Known;
};

} // namespace hlomem

#endif // HLOMEM_WHATIF_ADVICE_CHANGETRIAL_H
