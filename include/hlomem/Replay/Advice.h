//===- Advice.h - Changes that may save memory, tried -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_ADVICE_H
#define HLOMEM_REPLAY_ADVICE_H

#include "hlomem/Replay/BufferShapes.h"
#include "hlomem/Replay/Carrying.h"
#include "hlomem/Replay/EditedAssignment.h"
#include "hlomem/Replay/LivePeak.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/Rematerialization.h"
#include "hlomem/Replay/ShapeEdit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hlomem::replay {

/// A change of the user's program, in the order in which several are made.
enum class Change : uint8_t {
  /// jax.checkpoint on the bodies of all loops that keep something, with the
  /// policies that keep nothing, and dots without batch dimensions.
  Checkpoint,
  CheckpointKeepingDots,
  /// Arguments that only an update reads, in bfloat16.
  NarrowState,
  /// The same in the host's memory.
  OffloadState,
  /// State that loops read slice by slice and write again, carried by them.
  Carry,
  /// All arguments that a result can take the memory of.
  Donate,
};
inline constexpr unsigned ChangeCount = 6;

/// Some changes; bit N is the change N.
using ChangeSet = uint32_t;
constexpr ChangeSet getSet(Change C) { return ChangeSet(1) << unsigned(C); }

/// A program after some changes.
struct TriedChanges {
  /// What the memory spaces that count take, without thread-local allocations.
  Bytes Needed;
  /// Of it, what no temporary is in: arguments, constants, and results that lie
  /// in no argument.
  Bytes Floor;
  /// Of the last change: the arrays or arguments that change, and what they
  /// took before.
  uint64_t Count = 0;
  Bytes Size;
};

/// Tries changes of one program. Each set is assigned once.
class ChangeTrial {
public:
  /// \p Record, which outlives this, is replayed by \p P, the rules of a
  /// backend of \p Kind. What lies in a memory space counts if \p Counts says
  /// so. \p Names are the op_names of the arguments, empty where unknown.
  ChangeTrial(const RecordedAssignment &Record, const Policy &P, Backend Kind,
              std::function<bool(MemorySpace)> Counts,
              llvm::ArrayRef<llvm::StringRef> Names);

  /// From now on no assignment is made, since the replay is not exact, as \p
  /// Why says: all that is told of a change is its bound.
  void forbid(std::string Why) { WhyForbidden = std::move(Why); }
  const std::string &whyForbidden() const { return WhyForbidden; }

  /// What the spaces that count take of \p Allocations.
  TriedChanges sum(llvm::ArrayRef<ReplayedAllocation> Allocations) const;

  /// From now on at most \p Count assignments are made; with 0, as many as are
  /// asked for, and without it, as many as take about a second, the same on
  /// every machine. Returns how many, or 0.
  uint64_t limitEffort(std::optional<uint64_t> Count);
  /// Takes one of these for something else; false if none is left.
  bool claim();
  /// False if it is known without an assignment that nothing in the program can
  /// be changed so.
  bool mayApply(Change C) const;
  /// True if getResult() has none only since no assignment was left for it.
  bool isSkipped(ChangeSet Changes) { return get(Changes).IsSkipped; }

  /// The program as it is.
  const TriedChanges &getBase() const { return Base; }
  /// None if nothing in the program can be changed so, the changes exclude each
  /// other, or what becomes of it is not known.
  const std::optional<TriedChanges> &getResult(ChangeSet Changes);
  /// Why \p C, which may apply, has no result alone, or no precision; empty
  /// only if it has both.
  std::string getWhyUnknown(Change C);
  /// What \p C saves at most, by arithmetic alone: the bytes of all arrays that
  /// it makes smaller, needless or the host's.
  Bytes getBound(Change C) const;
  /// The same of the arrays that \p New makes smaller. With \p HalvesAll half
  /// of the temporaries, since \p New may miss some, and of results, which lend
  /// them their memory; on a TPU also what VMEM may then hold.
  Bytes getBound(const Reshaping &New, bool HalvesAll) const;

  /// How far to trust it: of several changes, the word of the worst. Of some
  /// only getResult() tells.
  std::string getPrecision(ChangeSet Changes) const;
  /// \p Precision as it is told of \p R: where XLA computes something again to
  /// need less, which with more room it may not, it is "at most". There is more
  /// room unless what is needed is still about the limit. Whether the program
  /// fits then does not depend on that.
  std::string describePrecision(llvm::StringRef Precision,
                                const TriedChanges &R) const;
  /// What the memory holds; without it, as much as the program takes.
  void setLimit(Bytes L) { Limit = L; }
  /// What is needed after a change of this \p Precision, of which \p R is the
  /// result, if it saves as little as that allows: of a bound nothing.
  Bytes getMostNeeded(llvm::StringRef Precision, const TriedChanges &R) const;
  /// What is needed if such a change saves as much as its precision allows: of
  /// what has no percentage as much as \p R says.
  Bytes getLeastNeeded(llvm::StringRef Precision, const TriedChanges &R) const;
  /// Where the program is fullest after \p Changes, which have a result, or are
  /// none. Takes about as long as a tenth of the assignment.
  std::optional<LivePeak> findPeak(ChangeSet Changes) const;
  /// The program after \p Changes likewise.
  const RecordedAssignment &getProgram(ChangeSet Changes) const;
  /// Makes a change of shapes of the program as it is. An error says why that
  /// is not possible.
  llvm::Expected<EditedAssignment> tryShapes(const Reshaping &R) const;

  const Policy &getPolicy() const { return P; }
  Backend getBackend() const { return Kind; }
  llvm::ArrayRef<ResidualStack> stacks() const { return Stacks; }
  llvm::ArrayRef<ScannedState> scannedStates() const { return Scanned; }
  /// Arguments that donation gives to results, of the program as it is.
  llvm::ArrayRef<uint64_t> donatedArguments() const { return Donated; }
  /// Arguments that NarrowState and OffloadState change.
  llvm::ArrayRef<uint64_t> stateArguments() const { return State; }
  /// State that they leave out, since a product or the like reads it too.
  llvm::ArrayRef<uint64_t> otherState() const { return OtherState; }

private:
  struct Tried {
    std::shared_ptr<const RecordedAssignment> After;
    IdVector<AllocationId, ReplayedAllocation> Allocations;
    std::optional<TriedChanges> Result;
    /// Why there is none, where the change can be made.
    std::string WhyUnknown;
    /// It was not tried for want of effort.
    bool IsSkipped = false;
    /// It donates, and XLA adds copies.
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
  static Tried makeUnknown(llvm::Error E) {
    return makeUnknown(toString(std::move(E)));
  }

  Tried make(ChangeSet Changes);
  bool changeStateShapes(const RecordedAssignment &R, bool ToHost,
                         BufferShapes &New) const;
  llvm::Error checkLargeEnough(llvm::ArrayRef<ReplayedAllocation> After,
                               Bytes Before, Prediction Of) const;
  Tried checkpoint(const RecordedAssignment &R, RematPolicy Kept, Bytes Before);
  Tried changeState(const RecordedAssignment &R, bool ToHost, Bytes Before);
  Tried carryAll(const RecordedAssignment &R);
  Tried donateAll(const RecordedAssignment &R, Bytes Before);
  Prediction getPrediction(Change C, ChangeSet Of) const;
  Tried finish(EditedAssignment E, uint64_t Count, Bytes Size) const;
  const Tried &get(ChangeSet Changes);

  const RecordedAssignment &Record;
  const Policy &P;
  Backend Kind;
  std::function<bool(MemorySpace)> Counts;
  TriedChanges Base;
  std::optional<uint64_t> Effort;
  std::string WhyForbidden;
  std::optional<Bytes> Limit;
  /// A result has the type of an argument that is not donated.
  bool MayDonate = false;
  std::vector<ResidualStack> Stacks;
  std::vector<ScannedState> Scanned;
  llvm::SmallVector<uint64_t> Donated;
  llvm::SmallVector<uint64_t> OtherState;
  llvm::SmallVector<uint64_t> State;
  std::map<ChangeSet, Tried> Known;
};

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_ADVICE_H
