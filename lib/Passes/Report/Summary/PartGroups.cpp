//===- PartGroups.cpp - Parts of one kind in a few rows -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartGroups.h"
#include <map>

using namespace llvm;

namespace hlomem {

/// Returns where the components of \p Name end: "opt_state", "[0]", ".mu" and
/// "['w']" of a path, "h_*" and "/attn" of a scope.
static SmallVector<size_t, 8> findEnds(StringRef Name) {
  SmallVector<size_t, 8> Ends;
  bool IsQuoted = false;
  for (size_t I = 1; I < Name.size(); ++I) {
    if (Name[I] == '\'')
      IsQuoted = !IsQuoted;
    if (!IsQuoted && StringRef("[./").contains(Name[I]))
      Ends.push_back(I);
  }
  Ends.push_back(Name.size());
  return Ends;
}

/// Returns the first \p Depth components of \p Name.
static StringRef getBeginning(StringRef Name, size_t Depth) {
  SmallVector<size_t, 8> Ends = findEnds(Name);
  return Name.take_front(Ends[std::min(Depth, Ends.size()) - 1]);
}

static std::vector<PartGroup> groupAt(ArrayRef<const MemoryPart *> Parts,
                                      size_t Depth, bool ByLine = false) {
  struct ShapeSum {
    Bytes Size;
    uint64_t Buffers = 0;
  };
  std::vector<PartGroup> Groups;
  std::map<std::pair<StringRef, StringRef>, size_t> Known;
  std::vector<std::map<StringRef, ShapeSum>> Shapes;
  for (const MemoryPart *P : Parts) {
    StringRef Name = getBeginning(P->What.Name, Depth);
    auto [It, IsNew] = Known.try_emplace(
        {Name, ByLine ? StringRef(P->What.Source) : StringRef()},
        Groups.size());
    if (IsNew) {
      PartGroup &G = Groups.emplace_back();
      G.Name = Name.str();
      G.Largest = P;
      G.Source = P->What.Source;
      Shapes.emplace_back();
    }
    PartGroup &G = Groups[It->second];
    // Parts come with the most bytes first.
    if (G.Source != P->What.Source)
      G.Source.clear();
    G.Buffers += P->Buffers;
    G.Size += P->Size;
    ShapeSum &Sum = Shapes[It->second][P->Shape];
    Sum.Size += P->Size;
    Sum.Buffers += P->Buffers;
  }
  for (auto [G, OfGroup] : zip_equal(Groups, Shapes)) {
    const auto &[Shape, Sum] = *max_element(OfGroup, [](auto &L, auto &R) {
      return L.second.Size < R.second.Size;
    });
    G.Shape = Shape.str();
    G.OfShape = Sum.Buffers;
  }
  stable_sort(Groups, [](const PartGroup &L, const PartGroup &R) {
    return L.Size > R.Size;
  });
  return Groups;
}

static bool isOfArguments(PartKind Kind) {
  return Kind == PartKind::Parameters || Kind == PartKind::OptimizerState ||
         Kind == PartKind::Inputs || Kind == PartKind::Arguments ||
         Kind == PartKind::Results;
}

std::vector<PartGroup> groupParts(ArrayRef<const MemoryPart *> Parts,
                                  size_t Most) {
  size_t Deepest = 1;
  Bytes Sum;
  for (const MemoryPart *P : Parts) {
    Deepest = std::max(Deepest, findEnds(P->What.Name).size());
    Sum += P->Size;
  }
  auto Explains = [&](ArrayRef<PartGroup> Groups, unsigned Tenths) {
    Bytes Listed;
    for (const PartGroup &G : Groups.take_front(Most))
      Listed += G.Size;
    return Listed >= Sum / 10 * Tenths;
  };
  std::vector<PartGroup> Best = groupAt(Parts, 1);
  for (size_t Depth = 2; Depth <= Deepest; ++Depth) {
    // Leaves of "opt_state[0].mu" matter less than that it is one of two.
    if (isOfArguments(Parts.front()->What.Kind) && Best.size() > 1)
      break;
    std::vector<PartGroup> Groups = groupAt(Parts, Depth);
    if (Groups.size() > Best.size() && !Explains(Groups, 9))
      break;
    Best = std::move(Groups);
  }
  // A model without scopes: one row says no more than that of the kind.
  if (!isOfArguments(Parts.front()->What.Kind) &&
      Explains(ArrayRef(Best).take_front(), 9)) {
    std::vector<PartGroup> Lines = groupAt(Parts, Deepest, /*ByLine=*/true);
    if (Explains(Lines, 5))
      return Lines;
  }
  return Best;
}

} // namespace hlomem
