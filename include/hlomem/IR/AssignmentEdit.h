//===- AssignmentEdit.h - Changes of a buffer assignment --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one way to change an assignment, and to ask what a change would give: a
/// list of changes whose peak can be computed without touching the module
/// (Analysis/Memory/PeakWhatIf.h), and which a transform applies to it
/// (Module::apply).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_ASSIGNMENTEDIT_H
#define HLOMEM_IR_ASSIGNMENTEDIT_H

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstddef>
#include <optional>
#include <vector>

namespace hlomem {

class Allocation;
class Module;
class Value;

/// Changes of one module's assignment; what the program does never changes. Of
/// two changes of one thing the later one holds: what is removed and then
/// placed, resized or given live ranges is there again, and what is removed is
/// so whatever became of it before. All values and allocations are those of the
/// module, which must outlive this and is not edited meanwhile.
class AssignmentEdit {
public:
  /// The position of an allocation in Module::allocations(); after those stand
  /// the ones that the edit adds.
  using AllocationNumber = size_t;

  struct Place {
    AllocationNumber Allocation = 0;
    /// From the start of the allocation.
    Bytes Offset;
  };

  /// What becomes of one value; what is not set stays as it is.
  struct ValueChange {
    bool IsRemoved = false;
    /// When it is live: disjoint, ascending; empty if never.
    std::optional<llvm::SmallVector<LiveRange, 2>> Ranges;
    std::optional<Place> Where;
    std::optional<Bytes> Size;
  };

  /// What becomes of one allocation; what is not set stays as it is.
  struct AllocationChange {
    bool IsRemoved = false;
    std::optional<Bytes> Size;
    std::optional<AllocationFlags> Flags;
  };

  struct NewAllocation {
    Bytes Size;
    AllocationFlags Flags = AllocationFlags::None;
    MemorySpace Space = 0;
  };

  explicit AssignmentEdit(const Module &M) : M(&M) {}

  const Module &getModule() const { return *M; }
  bool empty() const {
    return Values.empty() && Allocations.empty() && Added.empty();
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// It is nowhere any more.
  void remove(const Value &V) { Values[&V] = removedValue(); }
  /// Changes, splits or joins its live range: \p Ranges are disjoint and
  /// ascending, and none of them means that it is never live.
  void setLiveRanges(const Value &V, llvm::ArrayRef<LiveRange> Ranges) {
    change(V).Ranges.emplace(Ranges);
  }
  void resize(const Value &V, Bytes Size) { change(V).Size = Size; }
  /// Moves it within its allocation, to another one, or, with that, to another
  /// memory space. An allocation that there is not, and a value that stands in
  /// none, are a fatal error.
  void place(const Value &V, Place Where);
  /// Moves it to where \p With, which stands in an allocation, lies after the
  /// edit so far.
  void share(const Value &V, const Value &With) { place(V, getPlace(With)); }

  //===--------------------------------------------------------------------===//
  // Allocations
  //===--------------------------------------------------------------------===//

  /// Removes it with the values that lie in it after the edit so far.
  void remove(const Allocation &A);
  void resize(const Allocation &A, Bytes Size) { change(A).Size = Size; }
  /// Changes what it is for. Parameter and OutputShape may go, and their data
  /// with them, but not come.
  void setFlags(const Allocation &A, AllocationFlags Flags) {
    change(A).Flags = Flags;
  }
  AllocationNumber addAllocation(const NewAllocation &A);

  //===--------------------------------------------------------------------===//
  // What the edit says
  //===--------------------------------------------------------------------===//

  /// In the order in which they were first named.
  const llvm::MapVector<const Value *, ValueChange> &values() const {
    return Values;
  }
  const llvm::MapVector<const Allocation *, AllocationChange> &
  allocations() const {
    return Allocations;
  }
  llvm::ArrayRef<NewAllocation> addedAllocations() const { return Added; }

  /// Null if \p V stays as it is.
  const ValueChange *find(const Value &V) const;
  const AllocationChange *find(const Allocation &A) const;

  /// Where \p V lies after the edit; that it is in no allocation is a fatal
  /// error.
  Place getPlace(const Value &V) const;
  Bytes getSize(const Value &V) const;
  /// The memory space of an allocation, or of one that is added.
  MemorySpace getMemorySpace(AllocationNumber A) const;
  /// True for an allocation that has ThreadLocal after the edit.
  bool isThreadLocal(AllocationNumber A) const;

private:
  static ValueChange removedValue() {
    ValueChange Change;
    Change.IsRemoved = true;
    return Change;
  }
  ValueChange &change(const Value &V) {
    ValueChange &Change = Values[&V];
    Change.IsRemoved = false;
    return Change;
  }
  AllocationChange &change(const Allocation &A) {
    AllocationChange &Change = Allocations[&A];
    Change.IsRemoved = false;
    return Change;
  }

  const Module *M;
  llvm::MapVector<const Value *, ValueChange> Values;
  llvm::MapVector<const Allocation *, AllocationChange> Allocations;
  std::vector<NewAllocation> Added;
};

} // namespace hlomem

#endif // HLOMEM_IR_ASSIGNMENTEDIT_H
