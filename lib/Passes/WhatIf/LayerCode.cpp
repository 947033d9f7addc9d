//===- LayerCode.cpp - Which code computes a layer ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerCode.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/IR/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

using Stack = SmallVector<UserCall, 8>;

/// Represents the class of a module that may be a layer.
struct LayerClass {
  /// Holds one of the stacks that have it, at \c Depth.
  ArrayRef<UserCall> Sample;
  size_t Depth = 0, Count = 0;

  const UserCall &getCall() const { return Sample[Depth]; }
};

class LayerCodeFinder {
public:
  LayerCodeFinder(AnalysisManager &AM, const LayersAtPeak &Of);

  LayerCode find();

private:
  Stack findStack(const Value &V);
  void moveRareApart();
  template <typename GetKeyT> bool agree(size_t Depth, GetKeyT GetKey);
  bool isWhole(size_t Depth) const;
  size_t findDepth();
  LayerCode findByCalls();
  std::vector<LayerClass> findClasses() const;
  LayerCode findByScopes(LayerCode Found) const;
  LayerCode findLines(size_t Depth) const;
  static LayerCode describe(ArrayRef<UserCall> S, size_t Depth);

  UserSources &Sources;
  Parts &Contents;
  /// Holds the stacks of what layers keep, as far as they agree, those that
  /// were left out, those that come less often than layers do, and those of
  /// others.
  std::vector<Stack> Stacks, Left, Rare, Others;
  /// Holds the stacks of what layers with numbers keep, and how many scopes are
  /// within the layer.
  std::vector<std::pair<Stack, size_t>> Numbered;
  /// Counts the stacks that have to agree.
  size_t Least = 0;
};

} // namespace

static bool isOfFramework(StringRef File) {
  return findFrameworkOfFile(File) != Framework::Jax ||
         getPackage(File) == "jax";
}

static size_t countAll(ArrayRef<LayerClass> Classes) {
  size_t All = 0;
  for (const LayerClass &C : Classes)
    All += C.Count;
  return All;
}

/// What moves an array is made by the compiler, and has no stack.
Stack LayerCodeFinder::findStack(const Value &V) {
  Stack Found;
  Contents.askMaker(V, [&](StringRef Name) {
    Found = Sources.findStack(Name);
    return !Found.empty();
  });
  return Found;
}

LayerCodeFinder::LayerCodeFinder(AnalysisManager &AM, const LayersAtPeak &Of)
    : Sources(AM.getResult<UserSourceAnalysis>()),
      Contents(AM.getResult<PartsAnalysis>()) {
  // The parts of scopes that are one but for their numbers.
  std::map<std::string, std::vector<std::set<StringRef>>> PartsOf;
  for (const auto &[V, Scope] : Of.OfLayers) {
    auto &Variants = PartsOf[replaceNumbers(Scope)];
    SmallVector<StringRef> Path(split(Scope, '/'));
    Variants.resize(Path.size());
    for (auto [At, Part] : enumerate(Path))
      Variants[At].insert(Part);
  }
  std::set<std::string> Scopes;
  for (const auto &[V, Scope] : Of.OfLayers)
    if (Stack S = findStack(*V); S.size() > 1) {
      const std::string Folded = replaceNumbers(Scope);
      const auto &Variants = PartsOf[Folded];
      const auto Number =
          find_if(Variants, [](const auto &Part) { return Part.size() > 1; });
      if (Number != Variants.end())
        Numbered.emplace_back(S, Variants.end() - Number - 1);
      Stacks.push_back(std::move(S));
      Scopes.insert(Folded);
    }
  for (const Value *V : Of.OfOthers)
    Others.push_back(findStack(*V));
  moveRareApart();
  // Some arrays of others come as often as layers do: four of five decide, with
  // those of scopes of which no stack is known.
  const size_t All =
      count_if(Of.OfLayers,
               [&](const auto &A) {
                 return !Scopes.contains(replaceNumbers(A.second));
               }) +
      Stacks.size();
  Least = All - All / 5;
}

/// Moves those stacks to Rare that come less than three times, if others come
/// as often.
void LayerCodeFinder::moveRareApart() {
  constexpr size_t Few = 3;
  using Calls = std::vector<std::tuple<StringRef, uint64_t, StringRef>>;
  auto GetCalls = [](const Stack &S) {
    Calls Of;
    for (const UserCall &C : S)
      Of.emplace_back(C.File, C.Line, C.Function);
    return Of;
  };
  std::map<Calls, size_t> Counts;
  size_t Most = 0;
  for (const Stack &S : Stacks)
    Most = std::max(Most, ++Counts[GetCalls(S)]);
  auto IsRare = [&](const Stack &S) {
    return Counts[GetCalls(S)] < std::min(Few, Most);
  };
  append_range(Rare, make_filter_range(Stacks, IsRare));
  erase_if(Stacks, IsRare);
}

/// Leaves those stacks that have at \p Depth what most have there; returns
/// false if fewer than four of five would be left.
template <typename GetKeyT>
bool LayerCodeFinder::agree(size_t Depth, GetKeyT GetKey) {
  std::map<decltype(GetKey(UserCall())), size_t> Counts;
  for (const Stack &S : Stacks)
    if (Depth < S.size())
      ++Counts[GetKey(S[Depth])];
  if (Counts.empty())
    return false;
  const auto Most = *max_element(
      Counts, [](const auto &L, const auto &R) { return L.second < R.second; });
  if (Most.second < Least)
    return false;
  auto Differs = [&](const Stack &S) {
    return Depth >= S.size() || GetKey(S[Depth]) != Most.first;
  };
  append_range(Left, make_filter_range(Stacks, Differs));
  erase_if(Stacks, Differs);
  return true;
}

/// Returns true if a stack of \p Others is at \p Depth in the function of
/// \p Layer, at none of \p Lines.
static bool isElsewhere(ArrayRef<Stack> Others, const UserCall &Layer,
                        size_t Depth, const std::set<uint64_t> &Lines) {
  return any_of(Others, [&](const Stack &S) {
    return Depth < S.size() && S[Depth].File == Layer.File &&
           S[Depth].Function == Layer.Function &&
           Lines.count(S[Depth].Line) == 0;
  });
}

static std::set<uint64_t> getLines(ArrayRef<Stack> Stacks, size_t Depth) {
  std::set<uint64_t> Lines;
  for (const Stack &S : Stacks)
    Lines.insert(S[Depth].Line);
  return Lines;
}

/// A function that makes what no layer keeps runs all layers, as a loss does.
bool LayerCodeFinder::isWhole(size_t Depth) const {
  const UserCall &Layer = Stacks.front()[Depth];
  // A function that is made in another has its name too.
  StringRef Name = Layer.Function;
  Name = Name.drop_front(std::min(Name.rfind('>') + 1, Name.size()));
  return Name.contains_insensitive("loss") || Layer.Function == "<module>" ||
         isElsewhere(Others, Layer, Depth, getLines(Stacks, Depth));
}

LayerCode LayerCodeFinder::findLines(size_t Depth) const {
  const std::set<uint64_t> Lines = getLines(Stacks, Depth);
  std::string Place =
      printShort(UserPlace{Stacks.front()[Depth].File, *Lines.begin(), 0});
  if (Lines.size() > 1)
    Place += " to " + utostr(*Lines.rbegin());
  return {.Function = "", .Place = std::move(Place)};
}

/// Libraries name a scope for each call of a module: the class of a layer is
/// the one whose scope has the number. Returns the classes for which that is
/// so, the most frequent first; those of a framework, which are modules within
/// a layer if they are few, only if they are more than half.
std::vector<LayerClass> LayerCodeFinder::findClasses() const {
  std::map<StringRef, LayerClass> ByName;
  for (const auto &[S, Within] : Numbered) {
    SmallVector<size_t> Modules;
    for (auto [Depth, C] : enumerate(S))
      if (C.Function.ends_with(".__call__"))
        Modules.push_back(Depth);
    if (Within >= Modules.size())
      continue;
    const size_t Depth = Modules[Modules.size() - Within - 1];
    LayerClass &Class =
        ByName.try_emplace(S[Depth].Function, LayerClass{S, Depth})
            .first->second;
    ++Class.Count;
  }
  std::vector<LayerClass> Own, OfFrameworks;
  for (const auto &[Name, Class] : ByName)
    (isOfFramework(Class.getCall().File) ? OfFrameworks : Own).push_back(Class);
  if (countAll(Own) < countAll(OfFrameworks))
    append_range(Own, OfFrameworks);
  stable_sort(Own, [](const LayerClass &L, const LayerClass &R) {
    return L.Count > R.Count;
  });
  return Own;
}

/// Returns \p Found if scopes confirm it or tell nothing, and no layer if they
/// neither confirm it nor are sure of another. They may be sure of two, of an
/// encoder and a decoder.
LayerCode LayerCodeFinder::findByScopes(LayerCode Found) const {
  const std::vector<LayerClass> Classes = findClasses();
  const size_t All = countAll(Classes), Most = All - All / 5;
  if (Classes.empty() || any_of(Classes, [&](const LayerClass &C) {
        return C.getCall().Function == Found.Function && 5 * C.Count >= All;
      }))
    return Found;
  const LayerClass &First = Classes.front();
  const LayerClass *Second =
      First.Count < Most && Classes.size() > 1 ? &Classes[1] : nullptr;
  if (First.Count + (Second ? Second->Count : 0) < Most)
    return LayerCode();
  // Where the user calls a framework for each layer, the function or the lines
  // that do so are the layer.
  if (isOfFramework(First.getCall().File)) {
    const auto Callers = ArrayRef(First.Sample).take_front(First.Depth);
    const auto Caller = find_if(reverse(Callers), [](const UserCall &C) {
      return !isOfFramework(C.File) || C.Function.ends_with(".__call__");
    });
    const bool IsConfirmed =
        Caller != Callers.rend() && !isInstalledFile(Caller->File) &&
        (Found.Function.empty() || Caller->Function == Found.Function);
    return IsConfirmed ? Found : LayerCode();
  }
  Found = describe(First.Sample, First.Depth);
  // What calls the layers is none.
  const bool IsSecond = Second && !isOfFramework(Second->getCall().File) &&
                        none_of(First.Sample, [&](const UserCall &C) {
                          return C.Function == Second->getCall().Function;
                        });
  if (IsSecond)
    Found.Second = Second->getCall().Function.str();
  return Found;
}

LayerCode LayerCodeFinder::describe(ArrayRef<UserCall> S, size_t Depth) {
  LayerCode Found = {.Function = S[Depth].Function.str(),
                     .Package = getPackage(S[Depth].File).str()};
  if (!Found.Package.empty())
    return Found;
  const auto Caller =
      find_if(make_range(S.rend() - Depth, S.rend()),
              [](const UserCall &C) { return !isInstalledFile(C.File); });
  if (Caller != S.rend())
    Found.Place = printShort(*Caller);
  return Found;
}

/// Returns the depth of the layer: below the last function that runs all
/// layers, the first in which their stacks part. What layers keep most of is
/// often made below one line of it, and one line may call several functions.
/// Returns 0 if the stacks have nothing in common.
size_t LayerCodeFinder::findDepth() {
  auto GetCall = [](const UserCall &C) {
    return std::tuple(C.File, C.Line, C.Function);
  };
  auto GetFunction = [](const UserCall &C) {
    return std::pair(C.File, C.Function);
  };
  std::optional<size_t> Split;
  for (size_t Depth = 0; !Stacks.empty(); ++Depth) {
    const bool IsOneCall = agree(Depth, GetCall);
    if (!IsOneCall && !agree(Depth, GetFunction))
      return Split.value_or(Depth == 0 ? 0 : Depth - 1);
    const UserCall &Call = Stacks.front()[Depth];
    // An encoder and a decoder have layers at two lines of it.
    if (isWhole(Depth))
      Split.reset();
    else if (!Split &&
             (!IsOneCall || isElsewhere(Left, Call, Depth, {Call.Line})))
      Split = Depth;
    if (!IsOneCall && Split)
      return *Split;
  }
  return 0;
}

LayerCode LayerCodeFinder::findByCalls() {
  size_t Depth = findDepth();
  // What is rare may be of one layer alone, but what calls a framework for each
  // layer may run all of them.
  if (Depth != 0 && isOfFramework(Stacks.front()[Depth].File))
    append_range(Others, Rare);
  while (Depth != 0 && isOfFramework(Stacks.front()[Depth].File))
    --Depth;
  if (Depth == 0)
    return {};
  const UserCall &Layer = Stacks.front()[Depth];
  const bool IsLambda = Layer.Function.ends_with("<lambda>");
  if (!isWhole(Depth) && !IsLambda)
    return describe(Stacks.front(), Depth);
  // Of an encoder and a decoder these are the calls of both.
  const size_t Direct = count_if(Stacks, [&](const Stack &S) {
    return all_of(drop_begin(S, Depth + 1),
                  [](const UserCall &C) { return isInstalledFile(C.File); });
  });
  return !isInstalledFile(Layer.File) && Direct >= Stacks.size() / 2
             ? findLines(Depth)
             : LayerCode();
}

LayerCode LayerCodeFinder::find() { return findByScopes(findByCalls()); }

LayerCode findLayerCode(AnalysisManager &AM, const LayersAtPeak &Of) {
  return LayerCodeFinder(AM, Of).find();
}

} // namespace hlomem
