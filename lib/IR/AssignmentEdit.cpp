//===- AssignmentEdit.cpp - Changes of a buffer assignment ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AssignmentEdit.h"
#include "Elements.h"
#include "Require.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

static size_t getNumber(const Module &M, const Allocation &A) {
  return &A - M.allocations().data();
}

static constexpr char InvalidEdit[] = "an edit cannot be";

static void requireAllocated(const Module &M, const Value &V) {
  require(V.isAllocated(), InvalidEdit,
          "a value that is in no allocation has no slice");
  require(isElement(M.values(), V), InvalidEdit,
          "a value is of another module");
}

void AssignmentEdit::place(const Value &V, Place Where) {
  requireAllocated(*M, V);
  require(Where.Allocation < M->allocations().size() + Added.size(),
          InvalidEdit, "a value moves to an allocation that does not exist");
  change(V).Where = Where;
}

void AssignmentEdit::remove(const Allocation &A) {
  AllocationChange &OfA = Allocations[&A];
  OfA = AllocationChange();
  OfA.IsRemoved = true;
  const AllocationNumber Number = getNumber(*M, A);
  for (const Value &V : A.values())
    if (getPlace(V).Allocation == Number)
      remove(V);
  for (auto &[V, Change] : Values)
    if (Change.Where && Change.Where->Allocation == Number)
      Change = removedValue();
}

void AssignmentEdit::removeAndFit(const Value &V) {
  requireAllocated(*M, V);
  const AllocationNumber Number = getPlace(V).Allocation;
  remove(V);
  if (Number < M->allocations().size())
    fit(M->allocations()[Number]);
}

bool AssignmentEdit::hasFits() const {
  return any_of(Allocations, [](const auto &C) { return C.second.IsFitted; });
}

AssignmentEdit AssignmentEdit::resolveFits() const {
  SmallVector<std::optional<Bytes>, 0> Ends(M->allocations().size());
  for (const Value &V : M->values()) {
    const ValueChange *Change = find(V);
    if (Change && Change->IsRemoved)
      continue;
    const Place Where = getPlace(V);
    if (Where.Allocation < Ends.size())
      Ends[Where.Allocation] = std::max(
          Ends[Where.Allocation].value_or(Bytes()), Where.Offset + getSize(V));
  }
  AssignmentEdit Result(*this);
  for (auto &[A, Change] : Result.Allocations) {
    // Module::apply() refuses allocations of other modules.
    if (!std::exchange(Change.IsFitted, false) ||
        !isElement(M->allocations(), *A))
      continue;
    Change.Size = Ends[getNumber(*M, *A)];
    Change.IsRemoved = !Change.Size;
  }
  return Result;
}

AssignmentEdit::AllocationNumber
AssignmentEdit::addAllocation(const NewAllocation &A) {
  Added.push_back(A);
  return M->allocations().size() + Added.size() - 1;
}

const AssignmentEdit::ValueChange *AssignmentEdit::find(const Value &V) const {
  const auto *Known = Values.find(&V);
  return Known == Values.end() ? nullptr : &Known->second;
}

const AssignmentEdit::AllocationChange *
AssignmentEdit::find(const Allocation &A) const {
  const auto *Known = Allocations.find(&A);
  return Known == Allocations.end() ? nullptr : &Known->second;
}

AssignmentEdit::Place AssignmentEdit::getPlace(const Value &V) const {
  if (const ValueChange *Change = find(V); Change && Change->Where)
    return *Change->Where;
  require(V.isAllocated(), InvalidEdit,
          "a value that is in no allocation has no slice");
  return {getNumber(*M, V.getAllocation()), V.getOffset()};
}

Bytes AssignmentEdit::getSize(const Value &V) const {
  const ValueChange *Change = find(V);
  return Change && Change->Size ? *Change->Size : V.getSize();
}

MemorySpace AssignmentEdit::getMemorySpace(AllocationNumber A) const {
  size_t Count = M->allocations().size();
  return A < Count ? M->allocations()[A].getMemorySpace()
                   : Added[A - Count].Space;
}

bool AssignmentEdit::isThreadLocal(AllocationNumber A) const {
  size_t Count = M->allocations().size();
  AllocationFlags Flags;
  if (A >= Count) {
    Flags = Added[A - Count].Flags;
  } else {
    const Allocation &Old = M->allocations()[A];
    const AllocationChange *Change = find(Old);
    Flags = Change && Change->Flags ? *Change->Flags : Old.getFlags();
  }
  return (Flags & AllocationFlags::ThreadLocal) != AllocationFlags::None;
}

} // namespace hlomem
