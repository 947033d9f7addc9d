//===- ArgumentDimensions.cpp - Dimensions of arguments -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection/ArgumentDimensions.h"
#include "hlomem/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace hlomem {

UserArguments::UserArguments(const PassRun &Run, const HloGraph &G) {
  SmallVector<StringRef> Names;
  for (uint64_t A : seq<uint64_t>(0, G.getEntry().Parameters.size()))
    Names.push_back(findArgumentName(Run, G, A));
  size_t Length = 0;
  while (!Names.empty()) {
    const StringRef First = Names.front();
    const size_t End = getEnd(First, Length);
    if (!all_of(Names, [&](StringRef Name) {
          return Name.size() > End && getEnd(Name, Length) == End &&
                 Name.starts_with(First.take_front(End));
        }))
      break;
    Length = End;
  }
  // A list of weights is one argument.
  if (any_of(Names, [&](StringRef Name) {
        return getEnd(Name, Length) != Name.size();
      }))
    Common = Length;
}

std::vector<Fate> findFates(const HloGraph &G) {
  ArrayRef<InstructionId> Parameters = G.getEntry().Parameters;
  std::vector<Fate> Fates(Parameters.size(), Fate::Read);
  SmallVector<const Shape *> Results;
  for (const LeafTree::Node &N : G[G.getEntry().Root].Leaves->nodes())
    if (N.Type->isArray())
      Results.push_back(N.Type);
  for (auto [A, Parameter] : enumerate(Parameters))
    if (auto *Found = find_if(Results,
                              [&, Type = G[Parameter].Type](const Shape *S) {
                                return isSameShape(*S, *Type,
                                                   /*WithLayout=*/false);
                              });
        Found != Results.end()) {
      Fates[A] = Fate::MaybeReplaced;
      Results.erase(Found);
    }
  for (const InputOutputAlias &A : G.inputOutputAliases())
    Fates[A.Parameter] = Fate::Replaced;
  for (const BufferDonor &D : G.bufferDonors())
    Fates[D.Parameter] = Fate::Replaced;
  return Fates;
}

// Signed numbers of 8 bits are quantized weights, unsigned ones images.
bool isWholeNumbers(const Shape &S) {
  ElementClass Class = elementClass(S.getElementType());
  std::optional<uint64_t> Bits = elementBits(S.getElementType());
  return (Class == ElementClass::Signed && Bits > 8) ||
         (Class == ElementClass::Unsigned && Bits >= 8);
}

// jax.random: 2 or 4 numbers of 32 bits, or rows of these.
bool isRandomKey(const Shape &S) {
  uint64_t Last = S.getDimensions().back().Extent;
  return S.getElementType() == ElementType::U32 && (Last == 2 || Last == 4);
}

namespace {

/// What is known of all leaves of one argument of the user's.
struct RootArgument {
  bool IsReplaced = false;
  bool HasOneExtent = true;
  bool HasWholeNumbers = false;
  std::optional<uint64_t> Extent;
  /// The first extents of its other leaves, 0 where they differ.
  std::optional<uint64_t> FirstExtentOfOthers;
};

} // namespace

/// Those that have dimension \p Number.
DataArguments findData(const PassRun &Run, const HloGraph &G, uint32_t Number) {
  DataArguments Found;
  const UserArguments Users(Run, G);
  const std::vector<Fate> Fates = findFates(G);
  SmallVector<StringRef> OpNames;
  StringMap<RootArgument> Roots;
  for (auto [A, F] : enumerate(Fates)) {
    const Shape &S = *G[G.getEntry().Parameters[A]].Type;
    OpNames.push_back(findArgumentName(Run, G, A));
    RootArgument &R = Roots[Users.getRoot(OpNames.back())];
    R.IsReplaced |= F == Fate::Replaced;
    if (S.isArray() && !S.getDimensions().empty() && !isWholeNumbers(S)) {
      uint64_t First = S.getDimensions().front().Extent;
      if (R.FirstExtentOfOthers.value_or(First) != First)
        First = 0;
      R.FirstExtentOfOthers = First;
    }
    if (!S.isArray() || S.getDimensions().size() <= Number)
      continue;
    uint64_t Extent = S.getDimensions()[Number].Extent;
    R.HasOneExtent &= R.Extent.value_or(Extent) == Extent;
    R.Extent = Extent;
    R.HasWholeNumbers |= isWholeNumbers(S) && !isRandomKey(S);
  }
  for (auto [A, F] : enumerate(Fates)) {
    const Shape &S = *G[G.getEntry().Parameters[A]].Type;
    if (!S.isArray() || S.getDimensions().size() <= Number ||
        S.getDimensions()[Number].Extent < 2)
      continue;
    StringRef OpName = OpNames[A];
    bool IsLeaf = Users.isLeaf(OpName);
    const RootArgument &Root = Roots.find(Users.getRoot(OpName))->second;
    if (IsLeaf && Root.HasOneExtent && Root.HasWholeNumbers)
      Found.Worlds.push_back(A);
    if (F == Fate::Replaced)
      continue;
    bool IsWhole = isWholeNumbers(S);
    // Whole numbers beside arrays of other extents are of a model: a quantized
    // weight, a table of positions.
    uint64_t First = S.getDimensions().front().Extent;
    if (IsWhole ? isRandomKey(S) ||
                      (IsLeaf &&
                       (Root.IsReplaced ||
                        Root.FirstExtentOfOthers.value_or(First) != First))
                : OpName.empty())
      continue;
    if (!IsWhole && IsLeaf) {
      // A leaf of a larger argument is mostly a weight.
      if (Root.IsReplaced || !Root.HasOneExtent)
        continue;
      if (F == Fate::Read)
        Found.Leaves.push_back(A);
      if (Root.HasWholeNumbers)
        Found.Siblings.push_back(A);
      continue;
    }
    (F == Fate::MaybeReplaced ? Found.Unsure
     : IsWhole                ? Found.Whole
                              : Found.Others)
        .push_back(A);
  }
  return Found;
}

NamedDimension ArgumentDimensions::makeOfArguments(ArrayRef<uint64_t> Arguments,
                                                   uint32_t Number) const {
  NamedDimension D;
  D.Extent = getExtent(Arguments.front(), Number);
  D.Place = describe(Arguments.front(), Number);
  for (uint64_t A : Arguments)
    if (getExtent(A, Number) == D.Extent)
      D.Origins.push_back({getPlace(A), Number});
  moveOrigin(D);
  return D;
}

// Tokens [8,129] of which the model gets 128 at a time: half the length is 64
// and 65 tokens.
void ArgumentDimensions::moveOrigin(NamedDimension &D) const {
  DimensionFlow Flow(Links, D.Origins);
  struct Candidate {
    Bytes Size;
    std::optional<DimensionPlace> Whole;
    uint64_t Extent = 0;
  };
  MapVector<int64_t, Candidate> ByFixed;
  for (auto [V, P] : withIds(Record.getDataflow().definitions())) {
    const Shape &S = Record.getShape(V);
    if (!S.isArray())
      continue;
    for (auto [Number, Of] : enumerate(S.getDimensions()))
      for (const DimensionFactor &F : Flow.getFactors(P, Number)) {
        Candidate &C = ByFixed[F.Fixed];
        C.Size += Record.sizes()[V];
        if (!F.IsGuessed && F.Extent == Of.Extent &&
            F.Extent - F.Fixed == D.Extent) {
          C.Whole = {P, static_cast<uint32_t>(Number)};
          C.Extent = F.Extent;
        }
      }
  }
  const Candidate *Best = nullptr;
  for (const auto &[Fixed, C] : ByFixed)
    if (C.Whole && (!Best || C.Size > Best->Size))
      Best = &C;
  if (!Best || Best->Extent == D.Extent)
    return;
  D.Origins = {*Best->Whole};
  D.Extent = Best->Extent;
}

Error ArgumentDimensions::checkCarried(StringRef Name,
                                       const NamedDimension &D) const {
  DimensionFlow Flow(Links, D.Origins);
  for (const GraphInstruction &I : G.instructions())
    if (I.Op != Opcode::Parameter)
      for (LeafId Leaf : I.Leaves->ids())
        if (Flow.isCarriedBy({G.getNumber(I), Leaf}))
          return Error::success();
  return Run.makeError("nothing but the argument has '" + Name + "' (" +
                       D.Place + ")");
}

Bytes ArgumentDimensions::sumCarried(const DimensionFlow &Flow) const {
  Bytes Sum;
  for (auto [V, P] : withIds(Record.getDataflow().definitions()))
    if (Record.spaces()[V] == 0 && Flow.isCarriedBy(P))
      Sum += Record.sizes()[V];
  return Sum;
}

} // namespace hlomem
