//===- ScreenFacts.cpp - What a screen is drawn from ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScreenFacts.h"
#include "ScreenText.h"
#include "hlomem/Support/PrintableText.h"

using namespace llvm;

namespace hlomem {

static const RemarkPiece *findPiece(const Remark &R, StringRef Key) {
  for (const RemarkPiece &P : R.pieces())
    if (P.isArgument() && P.Key == Key)
      return &P;
  return nullptr;
}

std::string getText(const Remark &R, StringRef Key) {
  const RemarkPiece *P = findPiece(R, Key);
  return P ? toPrintable(P->Text) : "";
}

std::optional<uint64_t> getNumber(const Remark &R, StringRef Key) {
  const RemarkPiece *P = findPiece(R, Key);
  uint64_t N = 0;
  if (!P || !P->Value || StringRef(*P->Value).getAsInteger(10, N))
    return std::nullopt;
  return N;
}

uint64_t getCount(const Remark &R, StringRef Key) {
  return getNumber(R, Key).value_or(0);
}

bool isOfScreen(const Remark &R) {
  return R.getKind() != RemarkKind::Failure &&
         (R.getPassName() == "summary" || R.getPassName() == "advise");
}

ScreenFacts::ScreenFacts(ArrayRef<Remark> Remarks, bool ExactBytes)
    : Remarks(Remarks), ExactBytes(ExactBytes) {
  for (StringRef Name : {"SummaryHead", "SummaryUnknown", "AdviceHead"})
    if (const Remark *R = find(Name)) {
      Need = getCount(*R, "Needed");
      break;
    }
  if (!ExactBytes)
    Unit = SizeUnit::choose(Need);
  for (StringRef Name : {"SummaryOverLimit", "SummaryUnderLimit"})
    if (const Remark *R = find(Name))
      Limit = getNumber(*R, "Limit");
  if (const Remark *Head = findHead())
    Verdict = StringRef(getText(*Head, "Verdict")).ltrim(": ");
}

const Remark *ScreenFacts::find(StringRef Name) const {
  const auto *It =
      find_if(Remarks, [&](const Remark &R) { return R.getName() == Name; });
  return It == Remarks.end() ? nullptr : It;
}

const Remark *ScreenFacts::findHead() const {
  const Remark *Head = find("SummaryHead");
  return Head ? Head : find("SummaryUnknown");
}

bool ScreenFacts::mayFitTogether() const {
  // The class of another batch, and of more chips.
  constexpr uint64_t OfRuns = 4;
  auto IsAdvice = [](const Remark &R) { return R.getPassName() == "advise"; };
  return none_of(Remarks, IsAdvice) || any_of(Remarks, [&](const Remark &R) {
           return IsAdvice(R) && R.isRow() && getCount(R, "Class") < OfRuns;
         });
}

std::string ScreenFacts::describe(const Remark &R, const SizeUnit &Of) const {
  std::string Result;
  for (const RemarkPiece &P : R.pieces())
    if (P.Kind == RemarkPieceKind::Bytes && P.Value)
      Result += Of.printWithUnit(getCount(R, P.Key));
    else if (P.Key == "Place")
      Result += shortenPlace(toPrintable(P.Text));
    else if (P.Kind != RemarkPieceKind::Tag)
      appendPrintable(Result, P.Text);
  return Result;
}

} // namespace hlomem
