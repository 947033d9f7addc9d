//===- RemarkFilter.cpp - Streams between pass and writer -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkFilter.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace hlomem {

static std::string fullName(const Remark &R) {
  return (Twine(R.getPassName()) + ":" + R.getName()).str();
}

bool RemarkPattern::matches(const Remark &R) {
  auto [It, IsNew] =
      Known.try_emplace({&R.getInfo(), R.getPassName().data()}, false);
  if (IsNew)
    It->second = What == Subject::Pass ? Pattern.match(R.getPassName())
                                       : Pattern.match(fullName(R));
  return It->second;
}

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

void WatchingRemarkStream::handle(const Remark &R) {
  if (!R.isRow() && !R.isNote())
    Headline = R.getLoc();
  if (Pattern.matches(R) && Count++ == 0) {
    First = fullName(R);
    FirstLoc = R.getLoc().isValid() ? R.getLoc() : Headline;
  }
  Next.handle(R);
}

void BroadcastingRemarkStream::handle(const Remark &R) {
  for (RemarkStream *S : Streams)
    S->handle(R);
}

void BroadcastingRemarkStream::finish() {
  for (RemarkStream *S : Streams)
    S->finish();
}

} // namespace hlomem
