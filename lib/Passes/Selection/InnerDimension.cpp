//===- InnerDimension.cpp - A dimension that no argument has --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection/InnerDimension.h"
#include "Selection/ArgumentDimensions.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Pass/Pass.h"
#include "llvm/ADT/Sequence.h"
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class InnerDimensionFinder : ArgumentDimensions {
public:
  using ArgumentDimensions::ArgumentDimensions;

  std::optional<NamedDimension> find(const RunDimensions &Found) const;

private:
  std::optional<SmallVector<uint64_t>> findArgumentsWith(uint64_t Extent) const;
  std::string describeArray(ValueId V, uint64_t Extent) const;
};

} // namespace

std::optional<NamedDimension>
InnerDimensionFinder::find(const RunDimensions &Found) const {
  // A model that is trained on data has no dimensions but its own and the
  // data's. Without data, a program draws what it trains on.
  if (Found.Batch || Found.Length || !Found.Named.empty()) {
    const std::vector<Fate> Fates = findFates(G);
    const Parts &Contents = Run.AM.getResult<PartsAnalysis>();
    if (any_of(seq<uint64_t>(0, Fates.size()), [&](uint64_t A) {
          return Fates[A] != Fate::Read &&
                 Contents.findArgument(A) == PartKind::Parameters;
        }))
      return std::nullopt;
  }
  // What takes most is one of a few arrays. A smaller extent is no number that
  // a user chooses.
  constexpr size_t MostArrays = 4;
  constexpr uint64_t LeastExtent = 16;
  const auto &Definitions = Record.getDataflow().definitions();
  auto IsOfArgument = [&](ValueId V) {
    const GraphInstruction &I = G[Definitions[V].Instruction];
    return I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber();
  };
  Bytes All;
  std::vector<ValueId> Largest;
  std::set<std::string> Shapes;
  for (ValueId V : Definitions.ids())
    if (Record.spaces()[V] == 0 && Record.getShape(V).isArray() &&
        !IsOfArgument(V)) {
      All += Record.sizes()[V];
      Largest.push_back(V);
    }
  std::ranges::stable_sort(Largest, std::greater(),
                           [this](ValueId V) { return Record.sizes()[V]; });
  erase_if(Largest, [&](ValueId V) {
    return Shapes.size() == MostArrays ||
           !Shapes.insert(toString(Record.getShape(V), /*WithLayout=*/false))
                .second;
  });
  SmallVector<NamedDimension, 2> Known = Found.Named;
  for (const std::optional<NamedDimension> *D : {&Found.Batch, &Found.Length})
    if (*D)
      Known.push_back(**D);
  std::vector<DimensionFlow> KnownFlows;
  for (const NamedDimension &D : Known)
    KnownFlows.emplace_back(Links, D.Origins);
  std::optional<NamedDimension> Best;
  Bytes Most = All / 2;
  for (ValueId V : Largest)
    for (auto [Number, Of] : enumerate(Record.getShape(V).getDimensions())) {
      if (Of.Extent < LeastExtent || Of.Extent % 2 != 0)
        continue;
      // The batch may be a factor of it.
      if (any_of(KnownFlows, [&](const DimensionFlow &F) {
            return !F.getFactors(Definitions[V], Number).empty();
          }))
        continue;
      NamedDimension D;
      D.Origins.push_back({Definitions[V], static_cast<uint32_t>(Number)});
      D.Extent = Of.Extent;
      const DimensionFlow Flow(Links, D.Origins);
      if (any_of(seq<uint64_t>(0, G.getEntry().Parameters.size()),
                 [&](uint64_t A) {
                   return getShape(A).isArray() &&
                          Flow.isCarriedBy(getPlace(A));
                 }))
        continue;
      const Bytes With = sumCarried(Flow);
      if (With <= Most)
        continue;
      if (any_of(Known, [&](const NamedDimension &Other) {
            return Other.Extent == Of.Extent;
          }))
        continue;
      // What is linked to no argument may still be a dimension of one.
      const std::optional<SmallVector<uint64_t>> Arguments =
          findArgumentsWith(Of.Extent);
      if (!Arguments)
        continue;
      Most = With;
      const std::string Array = describeArray(V, Of.Extent);
      if (Arguments->empty()) {
        D.Place = Array + ", which no argument has";
      } else {
        D.Place = describe(Arguments->front(), 0) + ", and " + Array +
                  " if it is the same";
        for (uint64_t A : *Arguments)
          D.Origins.push_back({getPlace(A), 0});
      }
      Best = std::move(D);
    }
  return Best;
}

/// Returns the arguments that have \p Extent as their first dimension. There is
/// no result where that says nothing: one has it elsewhere, or is no data.
std::optional<SmallVector<uint64_t>>
InnerDimensionFinder::findArgumentsWith(uint64_t Extent) const {
  SmallVector<uint64_t> Found;
  const Parts &Contents = Run.AM.getResult<PartsAnalysis>();
  for (uint64_t A : seq<uint64_t>(0, G.getEntry().Parameters.size())) {
    if (!getShape(A).isArray())
      continue;
    for (auto [Number, Of] : enumerate(getShape(A).getDimensions())) {
      if (Of.Extent != Extent)
        continue;
      if (Number != 0 || Contents.findArgument(A) != PartKind::Inputs)
        return std::nullopt;
      Found.push_back(A);
    }
  }
  return Found;
}

/// Returns "the 500 of f32[4,500,32] at model.py:27".
std::string InnerDimensionFinder::describeArray(ValueId V,
                                                uint64_t Extent) const {
  std::string Text = "the " + utostr(Extent) + " of " +
                     toString(Record.getShape(V), /*WithLayout=*/false);
  const InstructionId I = Record.getDataflow().definitions()[V].Instruction;
  if (const Value *Printed = Run.M.findPrinted(G[I].Name))
    if (std::string Line =
            Run.AM.getResult<PartsAnalysis>().find(*Printed).Source;
        !Line.empty())
      Text += " at " + Line;
  return Text;
}

std::optional<NamedDimension>
findInnerDimension(const PassRun &Run, const RecordedAssignment &Record,
                   const DimensionLinks &Links, const RunDimensions &Known) {
  return InnerDimensionFinder(Run, Record, Links).find(Known);
}

} // namespace hlomem
