//===- AssignmentModule.cpp - An assignment without its program -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Proto/HloProtoSource.h"
#include "hlomem/Proto/ProtoModule.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Fills the facts of one module.
class AssignmentModuleMaker {
public:
  explicit AssignmentModuleMaker(SourceText TheSource)
      : Source(std::move(TheSource)), B(Source.FileName) {}

  Expected<std::unique_ptr<Module>> make();

private:
  StringRef copy(StringRef Text) { return Text.copy(*B.facts().Arena); }
  StringRef printIndex(ArrayRef<int64_t> Index);
  HloPosition makeName(const AssignmentContents::Location &L);
  void addAllocation(const HloProtoAllocation &From, Allocation A);
  void addValue(const HloProtoAssigned &Assigned);

  SourceText Source;
  ModuleBuilder B;
  AssignmentContents Contents;
  /// Of a buffer of which nothing is known: neither elements nor padding.
  const Shape *Unknown = nullptr;
};

} // namespace

// Without braces.
StringRef AssignmentModuleMaker::printIndex(ArrayRef<int64_t> Index) {
  std::string Text;
  ListSeparator Comma(",");
  for (int64_t Part : Index)
    (Text += StringRef(Comma)) += itostr(Part);
  return copy(Text);
}

HloPosition
AssignmentModuleMaker::makeName(const AssignmentContents::Location &L) {
  std::string Name = L.Name.empty() ? "#" + itostr(L.Id) : L.Name.str();
  if (L.Index.empty())
    return HloPosition(copy(Name), StringRef());
  std::string Whole = Name + "{" + printIndex(L.Index).str() + "}";
  StringRef Text = copy(Whole);
  return HloPosition(Text.take_front(Name.size()),
                     Text.drop_front(Name.size()));
}

void AssignmentModuleMaker::addValue(const HloProtoAssigned &Assigned) {
  const HloProtoValue &From = Contents.Assignment.Values[Assigned.Value];
  ValueHeader H;
  H.Id = From.Id;
  H.Definition = makeName(Contents.Locations[From.Definition.Instruction]);
  H.HasColor = true;
  H.Color = From.Color;
  auto *Lists = new (*B.facts().Arena) ValueLists;
  Lists->Positions = ArrayRef<Position>(H.Definition).copy(*B.facts().Arena);
  Value V;
  V.setHeader(H);
  V.setShape(Unknown);
  V.setSlice(Assigned.Offset, Assigned.Size);
  V.setLists(*Lists, /*TextSize=*/0);
  V.setHasUses(false);
  V.setIsUsedValue(false);
  B.facts().Values.append(V);
}

void AssignmentModuleMaker::addAllocation(const HloProtoAllocation &From,
                                          Allocation A) {
  if (From.IsParameter)
    A.setParameter({From.ParameterNumber,
                    ShapeIndex::fromCanonicalText(printIndex(
                        Contents.ParameterIndices[From.ParameterLeaf]))});
  B.facts().Allocations.push_back(A);
  for (const HloProtoAssigned &V : From.Assigned)
    addValue(V);
}

Expected<std::unique_ptr<Module>> AssignmentModuleMaker::make() {
  Expected<AssignmentContents> Read = readBufferAssignment(Source.Text);
  if (!Read)
    return Read.takeError();
  Contents = std::move(*Read);
  ShapeError Problem;
  Unknown = parseShape("b(opaque[])", B.shapes(), Problem);
  std::vector<size_t> FirstValues;
  for (auto [I, A] : enumerate(Contents.Assignment.Allocations)) {
    Expected<Allocation> Made = makeAllocation(A, I);
    if (!Made)
      return Made.takeError();
    FirstValues.push_back(B.facts().Values.size());
    addAllocation(A, *Made);
  }
  FirstValues.push_back(B.facts().Values.size());
  // No instruction is told of.
  B.facts().ListedValues.emplace();
  auto Origin = std::make_unique<ProtoProvenance>();
  Origin->IsAssignmentAlone = true;
  Origin->UnknownFields = Contents.UnknownFields;
  Origin->Source = std::make_shared<HloProtoSource>(std::move(Source));
  B.placeValues(FirstValues);
  return B.build(nullptr, std::move(Origin));
}

Expected<std::unique_ptr<Module>> readAssignmentModule(SourceText Source) {
  return AssignmentModuleMaker(std::move(Source)).make();
}

} // namespace hlomem
