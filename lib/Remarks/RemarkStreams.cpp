//===- RemarkStreams.cpp - Streams that choose or pass on remarks ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkStreams.h"
#include "hlomem/Remarks/RemarkDoubts.h"
#include "hlomem/Remarks/RemarkPlaces.h"

using namespace llvm;

namespace hlomem {

RemarkStream::~RemarkStream() = default;

void RemarkPlaces::enter(const Remark &R) {
  SMLoc Loc = R.getLoc();
  if (!R.isRow() && !R.isNote())
    Headline = Loc;
  else if (!Loc.isValid())
    Loc = Headline;
  if (Loc != DumpLoc) {
    DumpLoc = Loc;
    Dump = M.Sources.find(Loc);
  }
  User.reset();
  if (M.FindUserPlace && !R.getInstruction().empty())
    User = M.FindUserPlace(R.getInstruction());
}

/// None where the remark names no memory space.
static std::optional<MemorySpace> findSpace(const Remark &R) {
  MemorySpace Space;
  for (const RemarkPiece &P : R.pieces())
    if (P.Kind == RemarkPieceKind::Space && P.Value &&
        !StringRef(*P.Value).getAsInteger(10, Space))
      return Space;
  return std::nullopt;
}

void RemarkDoubts::add(const RemarkDoubt &D) {
  size_t Rule =
      find_if(Rules, [&](const auto &R) { return R.Name == D.Rule; }) -
      Rules.begin();
  if (Rule == Rules.size())
    Rules.push_back({D.Rule, D.Facts});
  std::vector<size_t> &Here = BySpace[D.Space];
  if (!is_contained(Here, Rule))
    Here.push_back(Rule);
}

void RemarkDoubts::mark(Remark &R) {
  // Most dumps are sound.
  if (Rules.empty())
    return;
  const RemarkInfo &Info = R.getInfo();
  if (!Info.RestsOnRows && Info.RestsOn != FactKinds::None)
    FactsAbove = Info.RestsOn;
  FactKinds Facts = Info.RestsOnRows ? FactsAbove : Info.RestsOn;
  std::optional<MemorySpace> Space = findSpace(R);
  if (!R.isRow() && !R.isNote())
    HeadlineSpace = Space;
  else if (!Space)
    Space = HeadlineSpace;
  auto Find = [this](std::optional<MemorySpace> S) -> ArrayRef<size_t> {
    auto Known = BySpace.find(S);
    if (Known == BySpace.end())
      return {};
    return Known->second;
  };
  ArrayRef<size_t> Here = Find(Space), Anywhere = Find(std::nullopt);
  SmallVector<StringRef, 2> Names;
  for (auto [I, Rule] : enumerate(Rules))
    if (intersects(Rule.Facts, Facts) &&
        (!Space || is_contained(Here, I) || is_contained(Anywhere, I)))
      Names.push_back(Rule.Name);
  R.setDoubts(Names);
}

std::string getFullName(const Remark &R) {
  return (Twine(R.getPassName()) + ":" + R.getName()).str();
}

bool RemarkPattern::matches(const Remark &R) {
  auto [It, IsNew] =
      Known.try_emplace({&R.getInfo(), R.getPassName().data()}, false);
  if (IsNew)
    It->second = What == Subject::Pass ? Pattern.match(R.getPassName())
                                       : Pattern.match(getFullName(R));
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
  if (R.isForPrograms() && Pattern.matches(R) && Count++ == 0) {
    First = getFullName(R);
    FirstLoc = R.getLoc().isValid() ? R.getLoc() : Headline;
  }
  Next.handle(R);
}

void UnknownRemarkStream::handle(const Remark &R) {
  if (First.empty() && !R.isRow() && !R.isNote() &&
      R.getName().contains("Unknown") && is_contained(Passes, R.getPassName()))
    First = getFullName(R);
  Next.handle(R);
}

void BroadcastingRemarkStream::handle(const Remark &R) {
  for (const Receiver &S : Streams)
    if (R.getAudience() == RemarkAudience::Everyone ||
        S.Audience == RemarkAudience::Everyone || R.getAudience() == S.Audience)
      S.Stream->handle(R);
}

void BroadcastingRemarkStream::finish() {
  for (const Receiver &S : Streams)
    S.Stream->finish();
}

} // namespace hlomem
