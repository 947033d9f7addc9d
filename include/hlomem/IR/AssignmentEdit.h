//===- AssignmentEdit.h - Changes of a buffer assignment --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the one way to change an assignment, and to compute the effect of a
/// change: a list of changes whose peak can be computed without touching the
/// module (Analysis/Memory/PeakWhatIf.h), and which a transform applies to it
/// (Module::apply).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_ASSIGNMENTEDIT_H
#define HLOMEM_IR_ASSIGNMENTEDIT_H

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/MapVector.h"

namespace hlomem {

class Allocation;
class Module;
class Value;

/// Represents changes of one module's assignment; the program itself never
/// changes. Of two changes of one thing the later one holds: what is removed
/// and then placed, resized or given live ranges exists again, and what is
/// removed last is removed whatever was done to it before. All values and
/// allocations are those of the module, which must outlive the edit and must
/// not be edited meanwhile.
class AssignmentEdit {
public:
  /// Identifies an allocation by its position in Module::allocations();
  /// allocations that the edit adds are numbered after those.
  using AllocationNumber = size_t;

  /// Represents a place in an allocation.
  struct Place {
    AllocationNumber Allocation = 0;
    /// Holds the offset from the start of the allocation.
    Bytes Offset;
  };

  /// Represents the change of one value; members that are not set do not change
  /// it.
  struct ValueChange {
    bool IsRemoved = false;
    /// Holds the new live ranges: disjoint, ascending; an empty list means that
    /// the value is never live.
    std::optional<SmallVector<LiveRange, 2>> Ranges;
    std::optional<Place> Where;
    std::optional<Bytes> Size;
  };

  /// Represents the change of one allocation; members that are not set do not
  /// change it.
  struct AllocationChange {
    bool IsRemoved = false;
    /// Is true if fit() gives the allocation its size, in place of Size.
    bool IsFitted = false;
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

  /// Removes \p V from the assignment. Its allocation keeps its size, which the
  /// verifier refuses where \p V was the last value in it: see removeAndFit().
  void remove(const Value &V) { Values[&V] = removedValue(); }
  /// Removes \p V, and fits the allocation that it is in after the edit so far;
  /// one that the edit adds keeps its size. Values that share its bytes or must
  /// share its buffer stay. It is a fatal error if \p V is in no allocation.
  void removeAndFit(const Value &V);
  /// Changes, splits or joins the live range of \p V: \p Ranges are disjoint
  /// and ascending; an empty list means that the value is never live.
  void setLiveRanges(const Value &V, ArrayRef<LiveRange> Ranges) {
    change(V).Ranges.emplace(Ranges);
  }
  void resize(const Value &V, Bytes Size) { change(V).Size = Size; }
  /// Moves \p V within its allocation, to another one, or, with that, to
  /// another memory space. It is a fatal error if there is no such allocation,
  /// or \p V is in none.
  void place(const Value &V, Place Where);
  /// Moves \p V to the place that \p With, which is in an allocation, has after
  /// the edit so far.
  void share(const Value &V, const Value &With) { place(V, getPlace(With)); }

  //===--------------------------------------------------------------------===//
  // Allocations
  //===--------------------------------------------------------------------===//

  /// Removes \p A with the values that are in it after the edit so far.
  void remove(const Allocation &A);
  void resize(const Allocation &A, Bytes Size) {
    AllocationChange &Change = change(A);
    Change.Size = Size;
    Change.IsFitted = false;
  }
  /// Makes \p A end where the last of the values ends that are in it after the
  /// whole edit, as the verifier wants it and XLA has it for allocations of
  /// every kind; removes \p A if none is, a parameter and an output too. Bytes
  /// that are no value's do not count: memory that instructions reserve (see
  /// ScopedMemory.h) behind the last value is lost, unless resize() is used.
  void fit(const Allocation &A) { change(A).IsFitted = true; }
  /// Changes what \p A is for. Parameter and OutputShape may be removed, with
  /// their data, but not added.
  void setFlags(const Allocation &A, AllocationFlags Flags) {
    change(A).Flags = Flags;
  }
  AllocationNumber addAllocation(const NewAllocation &A);

  //===--------------------------------------------------------------------===//
  // What the edit says
  //===--------------------------------------------------------------------===//

  /// Returns the changed values in the order of their first change.
  const llvm::MapVector<const Value *, ValueChange> &values() const {
    return Values;
  }
  const llvm::MapVector<const Allocation *, AllocationChange> &
  allocations() const {
    return Allocations;
  }
  ArrayRef<NewAllocation> addedAllocations() const { return Added; }

  /// Returns true if resolveFits() would change anything.
  bool hasFits() const;
  /// Returns this edit with a size or a removal in place of each fit(). Takes
  /// time linear in the module, whatever the number of fits.
  AssignmentEdit resolveFits() const;

  /// Returns the change of \p V; null if it does not change.
  const ValueChange *find(const Value &V) const;
  const AllocationChange *find(const Allocation &A) const;

  /// Returns the place of \p V after the edit; it is a fatal error if \p V is
  /// in no allocation.
  Place getPlace(const Value &V) const;
  Bytes getSize(const Value &V) const;
  /// Returns the memory space of an allocation of the module or of an added
  /// one.
  MemorySpace getMemorySpace(AllocationNumber A) const;
  /// Returns true if \p A has the flag ThreadLocal after the edit.
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
