//===- DumpConversion.cpp - What a dump says in another form --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpConversion.h"
#include "DumpParts.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/PeakList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

void DumpConversion::arrange(DumpPart Part) {
  SmallVector<TextLayout::Part> Sections;
  auto Add = [&Sections](DumpSection S) { Sections.push_back({S, 0}); };
  if (hasSection(*M, DumpSection::Allocations))
    Add(DumpSection::Allocations);
  bool HasUsedValues =
      Form->has(DumpFeature::UsedValues) &&
      (hasSection(*M, DumpSection::UsedValues) ||
       getDialect(*M).ValueLines == ValueLineForm::OffsetFirstWithUses);
  // A total is not made up for the allocations of a split dump: there it stands
  // in the file of the used values.
  if (Form->has(DumpFeature::Total) && (getClaims(*M).Total || HasUsedValues))
    Add(DumpSection::Total);
  if (HasUsedValues)
    Add(DumpSection::UsedValues);
  if (Form->has(DumpFeature::LiveRanges) &&
      hasSection(*M, DumpSection::LiveRanges))
    Add(DumpSection::LiveRanges);
  if (Form->has(DumpFeature::SeveralFiles) &&
      hasSection(*M, DumpSection::LiveRangesNote))
    Add(DumpSection::LiveRangesNote);

  if (hasSection(*M, DumpSection::UsedValues)) {
    append_range(UsedValues, hlomem::usedValues(*M));
  } else if (HasUsedValues) {
    for (const Value &V : M->values())
      UsedValues.push_back(&V);
    stable_sort(UsedValues, [](const Value *A, const Value *B) {
      return A->getId() < B->getId();
    });
  }
  bool IsGlued = HasUsedValues && !Form->Lines.LineFeedAfterInstruction &&
                 endsWithInstruction(UsedValues);
  Text = arrangeParts(*M, Sections, Part, IsGlued);
}

Bytes DumpConversion::getTotal() const {
  return getClaims(*M).Total.value_or(M->getPrintedTotal());
}

//===----------------------------------------------------------------------===//
// What a form cannot hold
//===----------------------------------------------------------------------===//

Error DumpConversion::refuse(const Twine &Reason) const {
  return createStringError("the dialect " + Form->Name + " " + Reason);
}

Error DumpConversion::checkFacts(DumpPart Part) const {
  if (M->isIncomplete())
    return createStringError("a dump with missing lines cannot be "
                             "converted");
  bool HasLiveRanges = M->hasLiveRanges() || !liveRangeOrder(*M).empty();
  if (isInPart(DumpSection::LiveRanges, Part) && HasLiveRanges &&
      !Form->has(DumpFeature::LiveRanges))
    return refuse("cannot hold live ranges");

  bool HasUsesInLines =
      getDialect(*M).ValueLines == ValueLineForm::OffsetFirstWithUses;
  bool HasUses = HasUsesInLines || hasSection(*M, DumpSection::UsedValues);
  bool WritesAllocations = isInPart(DumpSection::Allocations, Part);
  if (WritesAllocations && !Form->has(DumpFeature::Pages) &&
      any_of(M->allocations(), [](const Allocation &A) { return A.isPaged(); }))
    return refuse("cannot hold the pages of allocations");
  if (Form->Lines.ValueLines == ValueLineForm::OffsetFirst &&
      ((WritesAllocations && HasUsesInLines) ||
       (isInPart(DumpSection::UsedValues, Part) && HasUses)))
    return refuse("cannot hold the positions and uses of values");
  bool NeedsUsesInLines =
      Form->Lines.ValueLines == ValueLineForm::OffsetFirstWithUses &&
      WritesAllocations;
  if (NeedsUsesInLines) {
    auto HasNoPosition = [](const Value &V) {
      return V.getPositions().empty();
    };
    if (any_of(M->values(), HasNoPosition))
      return refuse("needs the positions and uses of every value, which the "
                    "dump does not have");
    if (any_of(hlomem::usedValues(*M),
               [](const Value *V) { return !V->isAllocated(); }))
      return refuse("cannot hold used values that are in no allocation");
  }
  if (Form->has(DumpFeature::UnknownUses))
    return Error::success();
  if (!NeedsUsesInLines && !writes(DumpSection::UsedValues))
    return Error::success();
  for (const Value *V : UsedValues)
    if (!V->hasUses())
      return refuse("cannot say that the uses of value " + Twine(V->getId()) +
                    " are unknown");
  return Error::success();
}

// The parser takes a text in which a form lacks what it always has for one that
// was cut.
Error DumpConversion::checkIsReadable() const {
  if (writes(DumpSection::LiveRanges) || writes(DumpSection::LiveRangesNote))
    return Error::success();
  bool HasInstructions = Form->has(DumpFeature::Instructions) &&
                         any_of(UsedValues, [](const Value *V) {
                           return V->hasInstructionText();
                         });
  if (writes(DumpSection::UsedValues)) {
    if (HasInstructions)
      return refuse("needs live ranges, which the dump does not have");
    return Error::success();
  }
  if (Form->has(DumpFeature::UsedValues) &&
      !Form->has(DumpFeature::SeveralFiles))
    return refuse("needs used values, which the dump does not have");
  return Error::success();
}

Expected<DumpConversion> DumpConversion::create(const Module &M,
                                                const DumpDialect &Form,
                                                DumpPart Part) {
  DumpConversion C(M, Form);
  C.arrange(Part);
  if (Error E = C.checkFacts(Part))
    return Expected<DumpConversion>(std::move(E));
  if (C.Text.Parts.empty())
    return C.refuse("has nothing of this part that the dump has");
  if (Part == DumpPart::All)
    if (Error E = C.checkIsReadable())
      return Expected<DumpConversion>(std::move(E));
  if (C.writes(DumpSection::LiveRanges) && !C.keepsPeak())
    if (Error E = C.makePeak())
      return Expected<DumpConversion>(std::move(E));
  return C;
}

//===----------------------------------------------------------------------===//
// The peak list
//===----------------------------------------------------------------------===//

PeakListForm DumpConversion::peakForm() const {
  return {.HasIndices = Form->has(DumpFeature::LeavesInPeak),
          .HasRunningSums = Form->has(DumpFeature::SortedPeak)};
}

bool DumpConversion::keepsPeak() const {
  const std::optional<PrintedPeak> &Claimed = getClaims(*M).Peak;
  return Claimed && !Claimed->Entries.empty() && Claimed->Form == peakForm();
}

Error DumpConversion::makePeak() {
  const DumpClaims &Claims = getClaims(*M);
  Time At = 0;
  if (Claims.Peak) {
    At = Claims.Peak->At;
  } else if (Claims.Moments) {
    // The first of the largest, as XLA chooses.
    ArrayRef<PrintedMoment> Moments = *Claims.Moments;
    const PrintedMoment *Largest = max_element(
        Moments, [](const PrintedMoment &A, const PrintedMoment &B) {
          return A.Size < B.Size;
        });
    if (Largest != Moments.end())
      At = Largest->At;
  } else if (!getDumpProvenance(*M)) {
    At = computePeakTime(*M).value_or(0);
  } else {
    return refuse(
        "needs the schedule position of XLA's peak, which the dump lacks");
  }
  std::string Unknown;
  Peak = makePeakList(*M, At, peakForm(), Claims.Peak,
                      [&](const HloPosition &N, const Value *) {
                        if (Unknown.empty())
                          raw_string_ostream(Unknown)
                              << N.getName()
                              << (peakForm().HasIndices ? N.getIndex()
                                                        : ShapeIndex());
                        return Bytes();
                      });
  if (Unknown.empty())
    return Error::success();
  return refuse("needs the size of '" + Unknown +
                "' in the peak list, which the dump lacks");
}

//===----------------------------------------------------------------------===//
// Shapes of parameters
//===----------------------------------------------------------------------===//

// The value of A that is the leaf of its parameter. A donated one holds others
// too, perhaps at the same index.
static const Value *findParameterLeaf(const Module &M, const Allocation &A) {
  const ParameterOrigin &P = *A.getParameter();
  for (const Value &V : A.values()) {
    if (!(V.getDefinition().getIndex() == P.Index))
      continue;
    const InstructionDetails *I = M.getInstruction(V);
    if (I ? I->getParameterNumber() == P.Number : A.values().size() == 1)
      return &V;
  }
  return nullptr;
}

// Which of the two the dump printed, only the shapes can tell:
// docs/DumpFormat.md#allocations.
DumpConversion::ParameterShape
DumpConversion::getParameterShape(const Allocation &A) const {
  const ParameterOrigin &P = *A.getParameter();
  if (!P.Type || P.Index.empty())
    return {P.Type};
  const Value *Leaf = findParameterLeaf(*M, A);
  const Shape *Part = P.Type->getSubshape(P.Index);
  bool IsLeaf = !Part || any_of(A.values(), [&](const Value &V) {
    return (Leaf ? &V == Leaf : V.getDefinition().getIndex() == P.Index) &&
           isSameShape(*P.Type, V.getShape(), /*WithLayout=*/false);
  });
  if (Form->has(DumpFeature::LeafShapes))
    return {IsLeaf ? P.Type : Part};
  if (!IsLeaf)
    return {P.Type};
  if (!Leaf)
    return {};
  if (const Value *Whole =
          M->findValue(Leaf->getInstructionName(), ShapeIndex()))
    return {&Whole->getShape(), /*WithLayout=*/false};
  const InstructionDetails *I = M->getInstruction(*Leaf);
  return {I ? I->Type : nullptr, /*WithLayout=*/false};
}

} // namespace hlomem
