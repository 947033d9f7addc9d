//===- WhatIfTransform.cpp - What transforms that edit the program share --===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Transform/WhatIfTransform.h"
#include "hlomem/WhatIf/SameElements.h"

using namespace llvm;

namespace hlomem {

Error checkEdit(const PassRun &Run, Prediction P, bool IsUnmeasured) {
  const Backend Kind = Run.AM.getResult<BackendAnalysis>().get();
  if (Error E = checkEditable(Run.AM.getResult<ReplayAnalysis>(), Kind,
                              /*KeepsPresets=*/true))
    return E;
  return IsUnmeasured ? Error::success() : checkMeasured(P, Kind);
}

void changeTypes(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
                 BufferShapes &New,
                 function_ref<const Shape *(const Shape &)> MakeType) {
  for (BufferId B : addStateResults(Record, Buffers, /*OnlySameShape=*/true))
    for (ValueId V : Record.getBuffers().getValues(B))
      if (const Shape &S = Record.getShape(V); S.isArray())
        if (const Shape *Type = MakeType(S);
            Type && !isSameShape(*Type, S, /*WithLayout=*/Type->getLayout()))
          New.Types[V] = Type;
}

const Shape *makeArrayOfSize(ShapeContext &Shapes, const Shape &S,
                             uint64_t Size) {
  if (std::optional<Bytes> Before = S.getPaddedSize();
      Before && Before->count() == Size)
    return nullptr;
  const Shape *Array =
      Shapes.getArray(ElementType::U8, {Size}, /*MinorToMajor=*/{0});
  return Shapes.getInSpace(*Array,
                           S.getLayout() ? S.getLayout()->MemorySpace : 0);
}

ChangedBuffers countChanged(const RecordedAssignment &Before,
                            const RecordedAssignment &After,
                            MemorySpace Space) {
  ChangedBuffers Result;
  const HloBuffers &Buffers = Before.getBuffers();
  for (BufferId B : Buffers.ids()) {
    Bytes Old, New;
    for (ValueId V : Buffers.getValues(B)) {
      if (Before.spaces()[V] == Space)
        Old = std::max(Old, Before.sizes()[V]);
      if (After.spaces()[V] == Space)
        New = std::max(New, After.sizes()[V]);
    }
    if (Old == New)
      continue;
    ++Result.Count;
    Result.OldSize += Old;
    Result.NewSize += New;
  }
  return Result;
}

} // namespace hlomem
