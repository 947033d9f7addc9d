//===- EditedModule.cpp - The module of a program after an edit -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/EditedModule.h"
#include "hlomem/Proto/HloProtoEdit.h"
#include "hlomem/Proto/ProtoModule.h"

using namespace llvm;

namespace hlomem {

static HloProtoAllocation toProto(const ReplayedAllocation &From,
                                  const HloGraph &G) {
  HloProtoAllocation A;
  A.Size = From.Size;
  A.Color = From.Space;
  A.IsThreadLocal = From.IsThreadLocal;
  A.IsConstant = From.IsConstant;
  A.IsLiveOut = From.IsLiveOut;
  if (From.Parameter) {
    A.IsParameter = true;
    A.ParameterNumber = G[From.Parameter->Instruction].Number;
    A.ParameterLeaf = From.Parameter->Leaf;
  }
  for (const PlacedValue &M : From.Members)
    A.Assigned.push_back({M.Value, M.Offset, M.Size});
  llvm::sort(A.Assigned,
             [](const HloProtoAssigned &L, const HloProtoAssigned &R) {
               return L.Value < R.Value;
             });
  return A;
}

/// What \p After, with \p Allocations, is as an HloProto. \p Values are by
/// value of it those of \p Before. An error if there is no id left for a value.
static Expected<HloProtoAssignment>
makeAssignment(const HloProtoAssignment &Before,
               const RecordedAssignment &After,
               IdArrayRef<ValueId, ValueId> Values,
               ArrayRef<ReplayedAllocation> Allocations) {
  HloProtoAssignment Result;
  uint64_t LastId = Before.Values.empty() ? 0 : Before.Values.back().Id;
  for (auto [V, Old] : withIds(Values)) {
    if (!Old && ++LastId > MaxHloProtoId)
      return createStringError(
          "the ids of values go as far as ids can, so that "
          "none is left for a new value");
    Result.Values.push_back({Old ? Before.Values[Old].Id : LastId,
                             After.sizes()[V], After.spaces()[V],
                             After.getDataflow().definitions()[V]});
  }
  Result.Aliases = After.getBuffers().getPairs();
  for (const ReplayedAllocation &A : Allocations) {
    Result.Allocations.push_back(toProto(A, After.getProgram()));
    Result.Allocations.back().Index = Result.Allocations.size() - 1;
  }
  return Result;
}

/// The module of \p After, which \p Owner owns.
static Expected<std::unique_ptr<Module>>
makeModule(const Replay &R, const RecordedAssignment &After,
           std::shared_ptr<const void> Owner,
           IdArrayRef<InstructionId, InstructionId> Numbers,
           IdArrayRef<ValueId, ValueId> Values,
           ArrayRef<ReplayedAllocation> Allocations) {
  std::shared_ptr<const WholeHloProto> Before = R.getProto();
  if (!Before)
    return createStringError(NeedsProto);
  Expected<HloProtoAssignment> Assignment =
      makeAssignment(Before->Contents.Assignment, After, Values, Allocations);
  if (!Assignment)
    return Assignment.takeError();
  HloProtoEdit Edit;
  Edit.Program = {std::move(Owner), &After.getProgram()};
  Edit.Numbers = Numbers;
  Edit.Assignment = std::move(*Assignment);
  return makeProtoModule(editHloProto(std::move(Before), std::move(Edit)));
}

template <class IdT>
static IdVector<IdT, IdT> mapToThemselves(IdRange<IdT> Ids) {
  return IdVector<IdT, IdT>(Ids.begin(), Ids.end());
}

Expected<std::unique_ptr<Module>> makeEditedModule(const Replay &R,
                                                   const EditedAssignment &E) {
  return makeModule(R, *E.After, E.After, E.Numbers, E.Values, E.Allocations);
}

Expected<std::unique_ptr<Module>>
makeAssignedModule(const Replay &R, ArrayRef<ReplayedAllocation> Allocations) {
  const RecordedAssignment &Record = R.getRecord();
  return makeModule(R, Record, R.getProto(),
                    mapToThemselves(Record.getProgram().instructions().ids()),
                    mapToThemselves(Record.sizes().ids()), Allocations);
}

} // namespace hlomem
