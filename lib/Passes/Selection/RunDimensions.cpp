//===- RunDimensions.cpp - The dimensions of a run's data -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Selection/RunDimensions.h"
#include "Selection/ArgumentDimensions.h"
#include "Selection/InnerDimension.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "llvm/ADT/Sequence.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class RunDimensionFinder : ArgumentDimensions {
public:
  using ArgumentDimensions::ArgumentDimensions;

  RunDimensions find();

private:
  std::optional<NamedDimension> selectShared(ArrayRef<uint64_t> All,
                                             const DataArguments &First,
                                             uint32_t Number, bool IsWhole);
  bool isSure(uint64_t Whole, const DataArguments &First) const;
  bool isTable(uint64_t Argument, const DimensionFlow &Flow, Bytes All) const;
  bool isSampled(uint64_t Extent, const DimensionFlow &Flow) const;
  std::optional<NamedDimension> selectOfAll();
  std::optional<NamedDimension> selectOfWorlds(ArrayRef<uint64_t> Leaves);
  std::optional<NamedDimension> selectWritten();
  bool isWrittenInPart(const NamedDimension &D) const;
  void addOfIndices(RunDimensions &Found) const;
  RunDimensions selectOfArguments();
  bool isNotFirst(const NamedDimension &D) const;
  bool isWalked(const NamedDimension &D) const;

  /// True if all \p Arguments have as many elements in dimension \p Number.
  bool share(ArrayRef<uint64_t> Arguments, uint32_t Number) const {
    return all_of(Arguments, [&](uint64_t A) {
      return getExtent(A, Number) == getExtent(Arguments.front(), Number);
    });
  }
  StringRef getRoot(uint64_t Argument) const {
    return Users.getRoot(getName(Argument));
  }
  bool isLeaf(uint64_t Argument) const {
    return Users.isLeaf(getName(Argument));
  }

  const UserArguments Users{Run, G};
};

} // namespace

/// True if it is a loop of the user's. XLA makes some too, as of a scatter,
/// which keep its name.
static bool isUsersLoop(const PassRun &Run, const GraphInstruction &While) {
  const Value *V = Run.M.findPrinted(While.Name);
  StringRef OpName =
      V ? Run.AM.getResult<ValueNamesAnalysis>()->findOpName(*V) : StringRef();
  return OpName.empty() || OpName.ends_with("while") ||
         OpName.ends_with("scan");
}

/// True if a loop of the user's takes one element of the whole dimension in
/// each step, or writes one.
bool RunDimensionFinder::isWalked(const NamedDimension &D) const {
  DimensionFlow Flow(Links, D.Origins);
  auto GetDimensions = [&](InstructionId Instruction) {
    return G[Instruction].Type->getDimensions();
  };
  // The loop around an instruction, which may be in fusions and calls in it.
  auto FindLoop = [&](const GraphInstruction *I) -> const GraphInstruction * {
    // Deeper nesting is no program of a user's.
    for (unsigned Depth = 0; Depth != 16; ++Depth) {
      ArrayRef<InstructionId> Callers =
          G.computations()[I->Computation].Callers;
      if (Callers.empty())
        return nullptr;
      I = &G[Callers.front()];
      if (I->Op == Opcode::While)
        return I;
    }
    return nullptr;
  };
  return any_of(G.instructions(), [&](const GraphInstruction &I) {
    bool IsRead = I.Op == Opcode::DynamicSlice;
    if ((!IsRead && I.Op != Opcode::DynamicUpdateSlice) || !I.Type->isArray() ||
        I.Operands.size() < 2)
      return false;
    InstructionId Whole = I.Operands.front();
    ArrayRef<Dimension> Of = GetDimensions(Whole);
    ArrayRef<Dimension> Part =
        IsRead ? I.Type->getDimensions() : GetDimensions(I.Operands[1]);
    if (none_of(seq<uint32_t>(0, std::min(Of.size(), Part.size())),
                [&](uint32_t N) {
                  return Of[N].Extent == D.Extent && Part[N].Extent == 1 &&
                         !Flow.getFactors({Whole, RootLeaf}, N).empty();
                }))
      return false;
    const GraphInstruction *Loop = FindLoop(&I);
    return Loop && isUsersLoop(Run, *Loop);
  });
}

/// True for a table with a row for each position, a weight that takes less than
/// a twentieth of \p All.
bool RunDimensionFinder::isTable(uint64_t Argument, const DimensionFlow &Flow,
                                 Bytes All) const {
  const Shape &S = getShape(Argument);
  const HloPlace P = getPlace(Argument);
  return S.getDimensions().size() == 2 && !Flow.getFactors(P, 0).empty() &&
         Flow.getFactors(P, 1).empty() &&
         S.getLogicalSize().value_or(All) < All / 20;
}

/// True if windows go along the dimension of \p Extent that \p Flow follows, as
/// they do along sound: an array has fewer of it. Along features there are
/// none.
bool RunDimensionFinder::isSampled(uint64_t Extent,
                                   const DimensionFlow &Flow) const {
  return any_of(
      withIds(Record.getDataflow().definitions()), [&](const auto &Of) {
        auto [V, P] = Of;
        const Shape &S = Record.getShape(V);
        return S.isArray() &&
               any_of(seq<uint32_t>(0, S.getDimensions().size()),
                      [&, P = P](uint32_t N) {
                        return any_of(Flow.getFactors(P, N),
                                      [&](const DimensionFactor &F) {
                                        return F.Extent != Extent &&
                                               (!F.IsGuessed ||
                                                Extent % F.Extent != 0);
                                      });
                      });
      });
}

/// False for a list of whole numbers, such as positions or the entries of a
/// table, if other arguments have data, and none of them as many elements.
bool RunDimensionFinder::isSure(uint64_t Whole,
                                const DataArguments &First) const {
  ArrayRef<Dimension> List = getShape(Whole).getDimensions();
  if (List.size() != 1)
    return true;
  bool HasOther = false;
  for (ArrayRef<uint64_t> Of :
       {ArrayRef(First.Others), ArrayRef(First.Leaves), ArrayRef(First.Unsure)})
    for (uint64_t A : Of) {
      ArrayRef<Dimension> Dimensions = getShape(A).getDimensions();
      if (Dimensions.size() == 1 || getRoot(A) == getRoot(Whole))
        continue;
      if (Dimensions.front().Extent == List.front().Extent)
        return true;
      HasOther = true;
    }
  return !HasOther;
}

/// Dimension \p Number of \p All, arguments which are whole numbers or are not,
/// if these share it and the program agrees. Others of \p First, those with a
/// first dimension, that have as many elements there have the batch too, such
/// as images beside their labels; the length, if they are leaves of the same
/// argument that have both.
std::optional<NamedDimension>
RunDimensionFinder::selectShared(ArrayRef<uint64_t> All,
                                 const DataArguments &First, uint32_t Number,
                                 bool IsWhole) {
  SmallVector<uint64_t> Data;
  auto AddOfRank = [&](size_t Rank) {
    copy_if(All, std::back_inserter(Data), [&](uint64_t A) {
      return getShape(A).getDimensions().size() == Rank;
    });
  };
  // The second dimension of an image is no length. That of sound is one, and
  // so is that of features in each step.
  if (Number == 0)
    copy_if(All, std::back_inserter(Data), [this](uint64_t A) {
      return getShape(A).getDimensions().size() > 1;
    });
  else
    AddOfRank(IsWhole ? 2 : 3);
  if (Data.empty() && Number != 0 && !IsWhole) {
    AddOfRank(2);
    const std::vector<Fate> Fates = findFates(G);
    constexpr uint64_t LeastLength = 128;
    uint64_t Longest = LeastLength;
    for (uint64_t A : Data)
      Longest = std::max(Longest, getExtent(A, 1));
    erase_if(Data, [&](uint64_t A) {
      return getExtent(A, 1) != Longest || Fates[A] != Fate::Read || isLeaf(A);
    });
  }
  if (Data.empty() && Number == 0)
    Data.append(All.begin(), All.end());
  if (Data.empty() || !share(Data, Number))
    return std::nullopt;
  if (Number == 0 && IsWhole && !isSure(Data.front(), First))
    return std::nullopt;
  if (Number == 0) {
    SmallVector<StringRef> Roots;
    for (uint64_t A : Data)
      Roots.push_back(getRoot(A));
    auto Add = [&](ArrayRef<uint64_t> More, bool IsOfRoots) {
      for (uint64_t A : More)
        if (share({Data.front(), A}, Number) && !is_contained(Data, A) &&
            (!IsOfRoots || is_contained(Roots, getRoot(A))))
          Data.push_back(A);
    };
    Add(First.Others, /*IsOfRoots=*/false);
    Add(First.Leaves, /*IsOfRoots=*/false);
    Add(First.Siblings, /*IsOfRoots=*/true);
  } else {
    // Beside the actions of many steps lie what was seen in each of them.
    const StringRef Root = getRoot(Data.front());
    for (ArrayRef<uint64_t> More :
         {ArrayRef(First.Whole), ArrayRef(First.Others), ArrayRef(First.Leaves),
          ArrayRef(First.Siblings)})
      for (uint64_t A : More)
        if (getRoot(A) == Root && isLeaf(A) &&
            getShape(A).getDimensions().size() > Number &&
            share({Data.front(), A}, 0) && share({Data.front(), A}, Number) &&
            !is_contained(Data, A))
          Data.push_back(A);
  }
  NamedDimension D = makeOfArguments(Data, Number);
  if (errorToBool(checkCarried("data", D)))
    return std::nullopt;
  DimensionFlow Flow(Links, D.Origins);
  if (Number != 0 && !IsWhole &&
      getShape(Data.front()).getDimensions().size() == 2 &&
      !isSampled(D.Extent, Flow))
    return std::nullopt;
  const std::vector<Fate> Fates = findFates(G);
  size_t With = 0, Without = 0, Weights = 0;
  Bytes OfArguments;
  for (uint64_t A = 0; A != G.getEntry().Parameters.size(); ++A)
    OfArguments += getShape(A).getLogicalSize().value_or(Bytes());
  for (uint64_t A = 0; A != G.getEntry().Parameters.size(); ++A)
    if (const Shape &S = getShape(A);
        S.isArray() && !S.getDimensions().empty() && !is_contained(Data, A)) {
      bool Has = Flow.isCarriedBy(getPlace(A)) &&
                 !(Number != 0 && IsWhole && isTable(A, Flow, OfArguments));
      ++(Has ? With : Without);
      Weights += Has && Fates[A] != Fate::Read;
    }
  // Weights have no batch, but state of a model may; neither has a length.
  bool IsLeaf = isLeaf(Data.front());
  if (Number == 0 && Users.areOfOne() && isNotFirst(D))
    return std::nullopt;
  if (Number != 0 ? With != 0
                  : !IsWhole && (Without == 0 || (IsLeaf && Weights != 0)))
    return std::nullopt;
  return D;
}

/// The first dimension of all arguments and results, as of many simulations.
std::optional<NamedDimension> RunDimensionFinder::selectOfAll() {
  SmallVector<uint64_t> Data;
  for (uint64_t A = 0; A != G.getEntry().Parameters.size(); ++A)
    if (const Shape &S = getShape(A);
        S.isArray() && !S.getDimensions().empty() && !isRandomKey(S))
      Data.push_back(A);
  if (Data.size() < 2 || !share(Data, 0))
    return std::nullopt;
  NamedDimension D = makeOfArguments(Data, 0);
  if (D.Extent < 2 || errorToBool(checkCarried("batch", D)))
    return std::nullopt;
  DimensionFlow Flow(Links, D.Origins);
  auto HasItFirst = [&](HloPlace P, const Shape &S) {
    return !S.isArray() || S.getDimensions().empty() ||
           all_of(seq<uint32_t>(0, S.getDimensions().size()), [&](uint32_t N) {
             return Flow.getFactors(P, N).empty() == (N != 0);
           });
  };
  InstructionId Root = G.getEntry().Root;
  const LeafTree &Results = *G[Root].Leaves;
  if (!all_of(
          Data,
          [&](uint64_t A) { return HasItFirst(getPlace(A), getShape(A)); }) ||
      !all_of(Results.ids(), [&](LeafId Leaf) {
        return HasItFirst({Root, Leaf}, *Results[Leaf].Type);
      }))
    return std::nullopt;
  return D;
}

/// True if an argument has \p D in another dimension than its first: where one
/// seems to, it has as many elements by chance.
bool RunDimensionFinder::isNotFirst(const NamedDimension &D) const {
  DimensionFlow Flow(Links, D.Origins);
  return any_of(
      seq<uint64_t>(0, G.getEntry().Parameters.size()), [&](uint64_t A) {
        const Shape &S = getShape(A);
        return S.isArray() &&
               any_of(seq<uint32_t>(0, S.getDimensions().size()),
                      [&](uint32_t N) {
                        return N != 0 && any_of(Flow.getFactors(getPlace(A), N),
                                                [](const DimensionFactor &F) {
                                                  return !F.IsGuessed;
                                                });
                      });
      });
}

/// The first dimension of the state of many worlds, beside which there may be
/// weights.
std::optional<NamedDimension>
RunDimensionFinder::selectOfWorlds(ArrayRef<uint64_t> Leaves) {
  if (Leaves.size() < 2 || !share(Leaves, 0))
    return std::nullopt;
  NamedDimension D = makeOfArguments(Leaves, 0);
  if (errorToBool(checkCarried("batch", D)))
    return std::nullopt;
  if (isNotFirst(D))
    return std::nullopt;
  return D;
}

/// Returns the dimension along which \p Write, a dynamic-update-slice, writes a
/// part; none if it is not exactly one, apart from the first, as of one layer.
static std::optional<uint32_t> findWritten(const HloGraph &G,
                                           const GraphInstruction &Write) {
  if (Write.Op != Opcode::DynamicUpdateSlice || !Write.Type->isArray() ||
      Write.Operands.size() < 2)
    return std::nullopt;
  ArrayRef<Dimension> Of = G[Write.Operands[0]].Type->getDimensions(),
                      Part = G[Write.Operands[1]].Type->getDimensions();
  SmallVector<uint32_t> Found;
  for (uint32_t N : seq<uint32_t>(0, std::min(Of.size(), Part.size())))
    if (Of[N].Extent != Part[N].Extent)
      Found.push_back(N);
  if (Found.size() == 2 && Found.front() == 0)
    return Found.back();
  return Found.size() == 1 ? std::optional(Found.front()) : std::nullopt;
}

bool mayHaveRunData(const PassRun &Run, const HloGraph &G) {
  const DataArguments Found = findData(Run, G, 0);
  return !Found.Whole.empty() || !Found.Others.empty() ||
         !Found.Leaves.empty() || !Found.Unsure.empty() ||
         !Found.Worlds.empty() ||
         any_of(G.getEntry().Parameters,
                [&](InstructionId Parameter) {
                  const Shape &S = *G[Parameter].Type;
                  // What takes a key beside other arguments may draw its data.
                  return S.isArray() && !S.getDimensions().empty() &&
                         isWholeNumbers(S) &&
                         (!isRandomKey(S) ||
                          G.getEntry().Parameters.size() > 1);
                }) ||
         any_of(G.instructions(), [&](const GraphInstruction &I) {
           return findWritten(G, I).has_value();
         });
}

/// True if a run writes a part of it, as of a buffer that holds what came
/// before: it is no batch.
bool RunDimensionFinder::isWrittenInPart(const NamedDimension &D) const {
  const DimensionFlow Flow(Links, D.Origins);
  return any_of(G.instructions(), [&](const GraphInstruction &I) {
    const std::optional<uint32_t> Number = findWritten(G, I);
    return Number && I.Type->getDimensions()[*Number].Extent == D.Extent &&
           !Flow.getFactors({I.Operands[0], RootLeaf}, *Number).empty();
  });
}

/// The dimension of arrays that results replace along which each run writes
/// another part of them: the length of a cache of keys and values.
std::optional<NamedDimension> RunDimensionFinder::selectWritten() {
  const std::vector<Fate> Fates = findFates(G);
  auto Carries = [](const DimensionFlow &Flow, HloPlace P, uint32_t Number) {
    return any_of(Flow.getFactors(P, Number),
                  [](const DimensionFactor &F) { return !F.IsGuessed; });
  };
  const Parts &Contents = Run.AM.getResult<PartsAnalysis>();
  std::optional<NamedDimension> Best;
  // Others, such as the boards of a game, are small.
  Bytes Most = Run.AM.getResult<MemoryTimelineAnalysis>()
                   .getSpace(/*Space=*/0)
                   .Allocated /
               20;
  // Nothing may link the caches of many layers, which are equal.
  std::map<std::pair<std::string, uint32_t>, SmallVector<DimensionPlace>>
      Written;
  for (const GraphInstruction &I : G.instructions())
    if (std::optional<uint32_t> Number = findWritten(G, I))
      Written[{toString(*I.Type, /*WithLayout=*/false), *Number}].push_back(
          {{I.Operands[0], RootLeaf}, *Number});
  for (const auto &[Key, Places] : Written) {
    NamedDimension D;
    D.Extent = G[Places.front().At.Instruction]
                   .Type->getDimensions()[Key.second]
                   .Extent;
    const DimensionFlow Flow(Links, Places);
    Bytes Size;
    bool IsOfWeights = false;
    for (uint64_t A : seq<uint64_t>(0, Fates.size())) {
      const Shape &S = getShape(A);
      if (!S.isArray())
        continue;
      const size_t Rank = S.getDimensions().size();
      for (uint32_t N : seq<uint32_t>(0, Rank)) {
        if (getExtent(A, N) != D.Extent || !Carries(Flow, getPlace(A), N))
          continue;
        // Masks of tokens have it too.
        IsOfWeights |= Fates[A] == Fate::Read && Rank > 1 && !isWholeNumbers(S);
        if (Fates[A] == Fate::Read || Rank < 3 ||
            Contents.findArgument(A) != PartKind::Inputs)
          continue;
        if (D.Origins.empty())
          D.Place = describe(A, N);
        D.Origins.push_back({getPlace(A), N});
        Size += S.getLogicalSize().value_or(Bytes());
      }
    }
    // Keys and values. A loop over layers goes along the first dimension.
    const bool IsFirst = any_of(
        D.Origins, [](const DimensionPlace &P) { return P.Number == 0; });
    if (D.Origins.size() < 2 || IsOfWeights || Size <= Most ||
        (IsFirst && isWalked(D)))
      continue;
    Most = Size;
    Best = std::move(D);
  }
  return Best;
}

/// Adds the first dimension of lists of whole numbers that enough has, as of
/// the edges of a graph: one beside the batch, which is called by an argument
/// then, or two.
void RunDimensionFinder::addOfIndices(RunDimensions &Found) const {
  const std::vector<Fate> Fates = findFates(G);
  std::map<uint64_t, SmallVector<uint64_t>> ByExtent;
  std::set<uint64_t> OfIndices;
  std::set<StringRef> Renewed;
  for (uint64_t A : seq<uint64_t>(0, Fates.size()))
    if (Fates[A] == Fate::Replaced)
      Renewed.insert(getRoot(A));
  for (uint64_t A : seq<uint64_t>(0, Fates.size())) {
    const Shape &S = getShape(A);
    if (Fates[A] != Fate::Read || !S.isArray() || S.getDimensions().empty() ||
        isRandomKey(S) || Renewed.contains(getRoot(A)))
      continue;
    const uint64_t Extent = getExtent(A, 0);
    ByExtent[Extent].push_back(A);
    if (isWholeNumbers(S) && Extent > 1)
      OfIndices.insert(Extent);
  }
  for (auto &[Extent, Arguments] : ByExtent)
    std::ranges::stable_sort(Arguments, std::greater(), [this](uint64_t A) {
      return getShape(A).getLogicalSize().value_or(Bytes());
    });
  auto Knows = [&](uint64_t Extent) {
    return (Found.Batch && Found.Batch->Extent == Extent) ||
           (Found.Length && Found.Length->Extent == Extent) ||
           any_of(Found.Named,
                  [=](const NamedDimension &D) { return D.Extent == Extent; });
  };
  Bytes All;
  for (ValueId V : Record.getDataflow().definitions().ids())
    if (Record.spaces()[V] == 0)
      All += Record.sizes()[V];
  std::vector<std::pair<Bytes, NamedDimension>> Lists;
  for (auto &[Extent, Arguments] : ByExtent) {
    if (Knows(Extent) || !OfIndices.contains(Extent))
      continue;
    NamedDimension D = makeOfArguments(Arguments, 0);
    if (errorToBool(checkCarried("data", D)) || isNotFirst(D) || isWalked(D))
      continue;
    const Bytes With = sumCarried(DimensionFlow(Links, D.Origins));
    if (With >= All / 20)
      Lists.push_back({With, std::move(D)});
  }
  if (Lists.empty())
    return;
  std::ranges::stable_sort(Lists, std::greater(),
                           &std::pair<Bytes, NamedDimension>::first);
  size_t Most = 2;
  if (Found.Batch) {
    if (auto Of = ByExtent.find(Found.Batch->Extent); Of != ByExtent.end())
      Found.Batch->Place = describe(Of->second.front(), 0);
    Found.Named.push_back(std::move(*Found.Batch));
    Found.Batch.reset();
    Most = 1;
  }
  for (auto &[With, D] : ArrayRef(Lists).take_front(Most))
    Found.Named.push_back(D);
}

RunDimensions RunDimensionFinder::selectOfArguments() {
  const DataArguments First = findData(Run, G, 0);
  DataArguments Second = findData(Run, G, 1);
  // The second dimension of what may be state is no length.
  erase_if(Second.Unsure, [&](uint64_t A) { return isLeaf(A); });
  for (auto Of : {&DataArguments::Whole, &DataArguments::Others,
                  &DataArguments::Leaves, &DataArguments::Unsure}) {
    bool IsWhole = Of == &DataArguments::Whole;
    std::optional<NamedDimension> Batch =
        selectShared(First.*Of, First, 0, IsWhole);
    std::optional<NamedDimension> Length =
        selectShared(Second.*Of, First, 1, IsWhole);
    if (Batch && isWalked(*Batch)) {
      // Along the layers of a model, or, with a second one, along the time.
      if (!Length || isWalked(*Length))
        continue;
      std::swap(Batch, Length);
    }
    if (!Batch && !Length)
      continue;
    RunDimensions Found;
    // Pairs of nodes come in two lists as long as there are edges.
    const bool IsOfPairs = !Batch && any_of(Second.*Of, [&](uint64_t A) {
      return getExtent(A, 0) == 2 && getExtent(A, 1) == Length->Extent;
    });
    if (IsOfPairs)
      Found.Named.push_back(std::move(*Length));
    else
      Found.Length = std::move(Length);
    Found.Batch = std::move(Batch);
    // Beside labels there may be other data, such as sound, whose length more
    // bytes have.
    for (auto Other : {&DataArguments::Others, &DataArguments::Leaves})
      if (Found.Length && Of != Other)
        if (std::optional<NamedDimension> Longer =
                selectShared(Second.*Other, First, 1, /*IsWhole=*/false);
            Longer && sumCarried({Links, Longer->Origins}) >
                          sumCarried({Links, Found.Length->Origins}))
          Found.Length = std::move(Longer);
    return Found;
  }
  std::optional<NamedDimension> All = selectOfAll();
  if (!All)
    All = selectOfWorlds(First.Worlds);
  RunDimensions Found;
  if (All && !isWalked(*All)) {
    if (isWrittenInPart(*All))
      Found.Named.push_back(std::move(*All));
    else
      Found.Batch = std::move(All);
  }
  return Found;
}

RunDimensions RunDimensionFinder::find() {
  RunDimensions Found = selectOfArguments();
  if (!Found.Length) {
    Found.Length = selectWritten();
    auto IsIt = [&](const NamedDimension &D) {
      return Found.Length && D.Extent == Found.Length->Extent;
    };
    if ((Found.Batch && IsIt(*Found.Batch)) || any_of(Found.Named, IsIt))
      Found.Length.reset();
  }
  addOfIndices(Found);
  Found.Inner = findInnerDimension(Run, Record, Links, Found);
  return Found;
}

RunDimensions findRunDimensions(const PassRun &Run,
                                const RecordedAssignment &Record,
                                const DimensionLinks &Links) {
  return RunDimensionFinder(Run, Record, Links).find();
}

} // namespace hlomem
