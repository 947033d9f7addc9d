//===- SlicedPrefetches.cpp - Slices that are their destination -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicedPrefetches.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/NameTimes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

bool putsSlicesTogether(StringRef InstructionText) {
  return InstructionText.contains("custom_call_target=\"ConcatBitcast\"");
}

SlicedPrefetches::Kind
SlicedPrefetches::classify(const Value &V, ArrayRef<const HeldRange *> Ending) {
  StringRef Text = V.getInstructionText();
  if (Text.empty() && Program)
    if (const HloInstruction *I =
            Program->findInstruction(V.getInstructionName()))
      Text = I->Text;
  // Without a text the bytes alone tell.
  bool IsKnown = !Text.empty();
  if (IsKnown && !putsSlicesTogether(Text))
    return Kind::None;

  const NameTimes &Times = M.getNameTimes();
  Time Reader = Times.getDefinition(V);
  size_t SliceCount = 0;
  bool HasGap = false, HasOverlap = false;
  Bytes At = V.getOffset();
  for (const HeldRange *H : Ending) {
    const Value &W = *H->V;
    bool IsSlice = W.hasUses() ? is_contained(Times.getUses(W), Reader)
                               : W.getOffset() >= V.getOffset() &&
                                     W.getEndOffset() <= V.getEndOffset();
    if (!IsSlice)
      continue;
    ++SliceCount;
    HasGap |= W.getOffset() > At;
    HasOverlap |= W.getOffset() < At;
    At = std::max(At, W.getEndOffset());
  }
  HasGap |= At < V.getEndOffset();
  HasOverlap |= At > V.getEndOffset();
  // Of what was cut off there is no trace.
  bool IsWhole = !M.isIncomplete();
  bool IsComplete =
      !IsKnown || SliceCount == parseOutline(Text, Shapes).Operands.size();
  if (!HasOverlap && (!IsWhole || (!HasGap && IsComplete)))
    return Kind::InPlace;
  return IsKnown ? Kind::Apart : Kind::None;
}

} // namespace hlomem
