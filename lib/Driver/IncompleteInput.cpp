//===- IncompleteInput.cpp - What of a module is missing ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IncompleteInput.h"
#include "hlomem/Driver/InputLoader.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Remarks/InputRemarks.h"
#include "hlomem/Remarks/RemarkStream.h"

using namespace llvm;

namespace hlomem {

void reportWhatIsMissing(const Module &M, const MissingParts &Missing,
                         RemarkStream &Remarks) {
  static constexpr StringLiteral Origin = "input";
  if (M.isIncomplete())
    Remarks.emit(Origin, getLoc(M), remark::IncompleteDump{});
  for (const UnknownText::Kind &K : getUnknownText(M).kinds())
    Remarks.emit(Origin, K.Loc,
                 remark::UnknownText{.Kind = K.describe(),
                                     .Count = K.Count,
                                     .Affects = K.getAffected().str()});
  if (const auto *Source =
          dyn_cast_if_present<PrintableProvenance>(M.getProvenance()))
    for (const auto &Q : Source->OpenQuestions)
      Remarks.emit(Origin, SMLoc(),
                   remark::UnknownText{
                       .Kind = Q.What, .Count = Q.Count, .Affects = Q.Affects});
  if (!M.tellsAllocations()) {
    Remarks.emit(Origin, getLoc(M),
                 remark::NoAllocations{.Reason = Missing.WhyNoAllocations});
    return;
  }
  if (const ProtoProvenance *P = getProtoProvenance(M)) {
    if (!P->UnknownFields.empty())
      Remarks.emit(
          Origin, SMLoc(),
          remark::UnknownText{.Kind = P->describeUnknown(),
                              .Count = P->countUnknown(),
                              .Affects = P->getAffectedByUnknown().str()});
    if (P->IsAssignmentAlone)
      Remarks.emit(Origin, SMLoc(), remark::NoProgram{});
  }
  if (!getDumpProvenance(M))
    return;
  // In the first years a whole dump had neither of what follows, and then no
  // live ranges.
  bool HasValues = M.tellsInstructions();
  bool IsSplit =
      getTexts(M).size() > 1 ||
      (!HasValues && getDialect(M).ValueLines == ValueLineForm::SizeFirst);
  if (!IsSplit)
    return;
  if (!HasValues)
    Remarks.emit(Origin, getLoc(M),
                 remark::NoUsedValues{.Reason = Missing.WhyNoUsedValues});
  if (!hasSection(M, DumpSection::LiveRanges) &&
      !hasSection(M, DumpSection::LiveRangesNote))
    Remarks.emit(Origin, getLoc(M),
                 remark::NoLiveRanges{.Reason = Missing.WhyNoLiveRanges});
}

} // namespace hlomem
