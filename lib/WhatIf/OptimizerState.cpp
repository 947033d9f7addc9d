//===- OptimizerState.cpp - Arguments that mirror the weights -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/StatePairs.h"
#include "hlomem/IR/ElementType.h"
#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/WhatIf/SameElements.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

using Extents = SmallVector<uint64_t, 6>;

/// An argument that a result of its shape takes the place of.
struct Replaced {
  uint64_t Number = 0;
  BufferId Buffer;
  Extents Of;
  bool IsOfUpdate = false;
};

/// What weights and their mirrors have in common.
class WeightMirrors {
public:
  WeightMirrors(ArrayRef<Replaced> All, ArrayRef<StringRef> Names);

  bool isMirror(const Replaced &R) const;
  /// "opt[0].mu" of "opt[0].mu['a']['w']", which mirrors "params['a']['w']";
  /// empty of what mirrors no weight by its name.
  StringRef getRoot(const Replaced &R) const;

private:
  /// How many arrays of each shape.
  using Census = std::map<Extents, uint64_t>;

  ArrayRef<StringRef> Names;
  /// Ends of the paths of weights: the shape, if only one has it.
  std::map<StringRef, std::optional<Extents>> Ends;
  /// By the path of the list: the weights in it, and the others.
  std::map<StringRef, Census> Weights, Others;
};

} // namespace

/// Calls \p Visit with each end of \p Path that begins with an index or an
/// attribute, the shortest first: ['w'] and ['layer']['w'].
static void forEachEnd(StringRef Path, function_ref<void(StringRef)> Visit) {
  for (size_t At = Path.size(); At-- != 0;)
    if (Path[At] == '[' || Path[At] == '.')
      Visit(Path.drop_front(At));
}

/// The path of the list that "state[2][17]" is in; empty of another path.
static StringRef getList(StringRef Path) {
  if (!Path.ends_with("]"))
    return "";
  auto [List, Index] = Path.drop_back().rsplit('[');
  return all_of(Index, isDigit) ? List : "";
}

WeightMirrors::WeightMirrors(ArrayRef<Replaced> All, ArrayRef<StringRef> Names)
    : Names(Names) {
  for (const Replaced &R : All) {
    StringRef Path = Names[R.Number];
    if (!R.IsOfUpdate)
      forEachEnd(Path, [&](StringRef End) {
        // A number alone tells nothing, nor does what all weights end in.
        if (any_of(End, isAlpha))
          if (auto [At, IsNew] = Ends.try_emplace(End, R.Of); !IsNew)
            At->second = std::nullopt;
      });
    if (StringRef List = getList(Path); !List.empty())
      ++(R.IsOfUpdate ? Others : Weights)[List][R.Of];
  }
}

StringRef WeightMirrors::getRoot(const Replaced &R) const {
  StringRef Path = Names[R.Number], Root;
  forEachEnd(Path, [&](StringRef End) {
    auto Found = Ends.find(End);
    if (Found != Ends.end() && Found->second == R.Of)
      Root = Path.drop_back(End.size());
  });
  return Root;
}

bool WeightMirrors::isMirror(const Replaced &R) const {
  if (!getRoot(R).empty())
    return true;
  auto List = Others.find(getList(Names[R.Number]));
  if (List == Others.end())
    return false;
  return any_of(Weights, [&](const auto &Of) {
    const Census &Whole = Of.second;
    if (Whole.size() != List->second.size())
      return false;
    uint64_t Times = List->second.begin()->second / Whole.begin()->second;
    return Times != 0 && all_of(zip(Whole, List->second), [&](auto Pair) {
             const auto &[W, M] = Pair;
             return W.first == M.first && W.second * Times == M.second;
           });
  });
}

SmallVector<uint64_t> findOptimizerState(const RecordedAssignment &Record,
                                         ArrayRef<StringRef> Names,
                                         SmallVectorImpl<uint64_t> *LeftOut) {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  BitVector IsOfUpdate = findUpdateArguments(Record);
  std::vector<Replaced> All;
  for (const StatePair &Pair : findStatePairs(G)) {
    const GraphInstruction &I = G[Pair.Argument.Instruction];
    ValueId V = D.getValueAt(Pair.Argument);
    if (!I.Type->isArray() || !V ||
        elementClass(I.Type->getElementType()) != ElementClass::Float)
      continue;
    Extents Of = getExtents(*I.Type);
    if (!Of.empty() && !is_contained(Of, 0))
      All.push_back({I.Number, Record.getBuffers().getBuffer(V), std::move(Of),
                     IsOfUpdate.test(I.Number)});
  }
  const bool IsNamed =
      all_of(All, [&](const Replaced &R) { return !Names[R.Number].empty(); });
  WeightMirrors Mirrors(All, Names);
  const std::vector<Replaced> Candidates = All;
  erase_if(All, [&](const Replaced &R) {
    const GraphInstruction &I = G[G.getEntry().Parameters[R.Number]];
    return !R.IsOfUpdate || *elementBits(I.Type->getElementType()) <= 16 ||
           (IsNamed && !Mirrors.isMirror(R));
  });
  SmallVector<BufferId> Buffers;
  for (const Replaced &R : All)
    Buffers.push_back(R.Buffer);
  std::set<uint64_t> State, ReadOtherwise, Others;
  std::set<StringRef> Roots;
  BitVector IsReadByElement = findReadByElement(Record, Buffers);
  for (auto [I, R] : enumerate(All)) {
    if (!IsReadByElement.test(I)) {
      ReadOtherwise.insert(R.Number);
      continue;
    }
    State.insert(R.Number);
    if (StringRef Root = Mirrors.getRoot(R); IsNamed && !Root.empty())
      Roots.insert(Root);
  }
  // What lies beside it is of the same kind.
  for (const Replaced &R : Candidates) {
    const GraphInstruction &I = G[G.getEntry().Parameters[R.Number]];
    if ((!R.IsOfUpdate || ReadOtherwise.contains(R.Number)) &&
        *elementBits(I.Type->getElementType()) > 16 &&
        any_of(Roots, [&](StringRef Root) {
          StringRef Rest = Names[R.Number];
          return Rest.consume_front(Root) && Rest.find_first_of("[.") == 0;
        }))
      Others.insert(R.Number);
  }
  if (LeftOut)
    LeftOut->assign(Others.begin(), Others.end());
  return SmallVector<uint64_t>(State.begin(), State.end());
}

} // namespace hlomem
