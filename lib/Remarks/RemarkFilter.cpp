//===- RemarkFilter.cpp - Which remarks are wanted ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkFilter.h"

using namespace llvm;

namespace hlomem {

FilteringRemarkStream::FilteringRemarkStream(const RemarkFilter &Filter,
                                             RemarkStream &Next)
    : Filter(Filter), Next(Next) {
  if (Filter.Pass)
    Pass.emplace(*Filter.Pass, RemarkPattern::Subject::Pass);
}

bool FilteringRemarkStream::wants(const Remark &R) {
  if (!Filter.wants(R.getKind()) || (Pass && !Pass->matches(R)))
    return false;
  if (Filter.MinBytes.isZero())
    return true;
  if (std::optional<Bytes> Hotness = R.getHotness())
    return *Hotness >= Filter.MinBytes;
  return R.isRow() || R.isNote() || R.getKind() == RemarkKind::Failure;
}

void FilteringRemarkStream::handle(const Remark &R) {
  bool IsHeadline = !R.isRow() && !R.isNote();
  bool Wanted = (IsHeadline || WantsHeadline) && wants(R);
  if (IsHeadline)
    WantsHeadline = Wanted;
  if (Wanted)
    Next.handle(R);
}

} // namespace hlomem
