//===- TextRecord.cpp - The assignment of a text dump ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRecord.h"
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace hlomem {

namespace {

class TextRecordMaker {
public:
  TextRecordMaker(const Module &M, std::shared_ptr<const HloGraph> Program,
                  XlaRelease Release)
      : M(M), Program(std::move(Program)), Release(Release) {}

  Expected<RecordedAssignment> make();

private:
  Error addAllocation(const Allocation &A);

  const Module &M;
  std::shared_ptr<const HloGraph> Program;
  XlaRelease Release;
  DenseMap<const Value *, ValueId> Numbers;
  IdVector<ValueId, Bytes> Sizes;
  IdVector<ValueId, MemorySpace> Spaces;
  std::vector<ReplayedAllocation> Allocations;
};

} // namespace

Error TextRecordMaker::addAllocation(const Allocation &A) {
  ReplayedAllocation &New = Allocations.emplace_back();
  New.Size = A.getSize();
  New.Space = A.getMemorySpace();
  New.IsConstant = A.has(AllocationFlags::Constant);
  New.IsThreadLocal = A.isThreadLocal();
  New.IsLiveOut = A.has(AllocationFlags::MaybeLiveOut);
  if (const auto &From = A.getParameter()) {
    ArrayRef<InstructionId> Parameters = Program->getEntry().Parameters;
    if (From->Number >= Parameters.size())
      return createStringError("the program has no argument " +
                               Twine(From->Number));
    const InstructionId I = Parameters[From->Number];
    LeafId Leaf = Program->instructions()[I].Leaves->find(From->Index);
    if (!Leaf)
      return createStringError("argument " + Twine(From->Number) +
                               " has no part {" + From->Index.getText() + "}");
    New.Parameter = HloPlace{I, Leaf};
  }
  for (const Value &V : A.values())
    New.Members.push_back({Numbers[&V], V.getOffset(), V.getSize()});
  llvm::sort(New.Members, [](const PlacedValue &L, const PlacedValue &R) {
    return L.Value < R.Value;
  });
  return Error::success();
}

Expected<RecordedAssignment> TextRecordMaker::make() {
  Expected<ValuePlaces> Places = findPlaces(M, *Program);
  if (!Places)
    return Places.takeError();
  for (auto [Number, V] : withIds(Places->Values)) {
    Numbers[V] = Number;
    Sizes.push_back(V->getSize());
    Spaces.push_back(V->isAllocated() ? V->getColor().value_or(
                                            V->getAllocation().getMemorySpace())
                                      : V->getColor().value_or(0));
  }
  for (const Allocation &A : M.allocations())
    if (Error E = addAllocation(A))
      return E;
  auto Aliases = HloBuffers::compute(
                     HloDataflow::of(*Program, Places->Definitions, Release))
                     .getPairs();
  return RecordedAssignment(Program, Places->Definitions, std::move(Sizes),
                            std::move(Spaces), Aliases, std::move(Allocations),
                            Release);
}

Expected<RecordedAssignment>
makeTextRecord(const Module &M, std::shared_ptr<const HloGraph> Program,
               XlaRelease Release) {
  return TextRecordMaker(M, std::move(Program), Release).make();
}

} // namespace hlomem
