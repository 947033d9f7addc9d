//===- DumpProvenance.cpp - What a dump says besides its facts ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void DumpProvenance::noteSizes() {
  AreSizesEdited = true;
  Following.reset();
}

void DumpProvenance::noteLiveRanges() {
  AreLiveRangesEdited = true;
  Following.reset();
}

void DumpProvenance::noteRemap(const AssignmentRemap &Remap) {
  noteSizes();

  std::vector<ValueOrder::Entry> Order;
  std::vector<UnlistedLiveRange> Unlisted;
  const UnlistedLiveRange *Next = UnlistedLiveRanges.data();
  for (ValueOrder::Entry E : LiveRangeOrder) {
    if (E != ValueOrder::None) {
      if (std::optional<ValueOrder::Entry> New = Remap.follow(E))
        Order.push_back(*New);
      else
        noteLiveRanges();
      continue;
    }
    if (Remap.isGone(Next->Definition)) {
      noteLiveRanges();
    } else {
      Order.push_back(E);
      Unlisted.push_back(*Next);
    }
    ++Next;
  }
  LiveRangeOrder = std::move(Order);
  UnlistedLiveRanges = std::move(Unlisted);

  if (const std::optional<PrintedPeak> &Peak = ReadClaims.Peak;
      Peak && any_of(Peak->Entries, [&](const PeakListEntry &E) {
        return Remap.isGone(E.Definition);
      }))
    noteLiveRanges();

  std::vector<std::optional<uint64_t>> KeptPointers;
  for (auto [I, Pointer] : enumerate(Pointers))
    if (Remap.isKept(I))
      KeptPointers.push_back(Pointer);
  Pointers = std::move(KeptPointers);
}

const DumpClaims &DumpProvenance::getClaims(const Module &M) const {
  if (!AreSizesEdited && !AreLiveRangesEdited)
    return ReadClaims;
  return Following.get([&] { return recomputeClaims(M); }).Claims;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

Expected<const SourceText *> DumpProvenance::readReport() {
  if (LoadReport) {
    Expected<SourceText> Text = LoadReport();
    if (!Text)
      return Text.takeError();
    Sources.add(std::move(*Text));
    HasReport = true;
    LoadReport = nullptr;
  }
  return HasReport ? &Sources.texts().back() : nullptr;
}

//===----------------------------------------------------------------------===//
// Of any module
//===----------------------------------------------------------------------===//

const DumpProvenance *getDumpProvenance(const Module &M) {
  return dyn_cast_if_present<DumpProvenance>(M.getProvenance());
}

DumpProvenance *getDumpProvenance(Module &M) {
  return dyn_cast_if_present<DumpProvenance>(M.getProvenance());
}

const DumpClaims &PrintableProvenance::getClaims(const Module &M) const {
  return Claims.get([&] { return computeClaims(M); }).Claims;
}

const XlaFacts &getDialectOf(const Module &M) {
  const auto *P = dyn_cast_if_present<PrintableProvenance>(M.getProvenance());
  return P ? P->getForm() : *std::prev(std::end(XlaReleases));
}

const DumpClaims &getClaims(const Module &M) {
  static const DumpClaims None;
  if (const DumpProvenance *P = getDumpProvenance(M))
    return P->getClaims(M);
  const auto *P = dyn_cast_if_present<PrintableProvenance>(M.getProvenance());
  return P ? P->getClaims(M) : None;
}

LineStyle getDialect(const Module &M) {
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? P->Dialect : getLineStyle(getDialectOf(M));
}

bool hasSection(const Module &M, DumpSection S) {
  if (const DumpProvenance *P = getDumpProvenance(M))
    return P->has(S);
  switch (S) {
  case DumpSection::Allocations:
  case DumpSection::Total:
    return true;
  case DumpSection::UsedValues:
    return !M.usedValuesById().empty();
  case DumpSection::LiveRanges:
    return M.hasLiveRanges();
  case DumpSection::LiveRangesNote:
  case DumpSection::Unknown:
    return false;
  }
  llvm_unreachable("a section of no kind");
}

ArrayRef<TextLayout> getTexts(const Module &M) {
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? ArrayRef(P->Texts) : ArrayRef<TextLayout>();
}

ValueOrder usedValues(const Module &M) {
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? M.listedValues() : M.usedValuesById();
}

ValueOrder liveRangeOrder(const Module &M) {
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? M.makeOrder(P->LiveRangeOrder) : M.liveValuesById();
}

ArrayRef<UnlistedLiveRange> unlistedLiveRanges(const Module &M) {
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? ArrayRef(P->UnlistedLiveRanges) : ArrayRef<UnlistedLiveRange>();
}

const ValueHeader &getUsedHeader(const Module &M, const Value &V) {
  const DumpProvenance *P = getDumpProvenance(M);
  if (!P || P->UsedHeaders.empty())
    return V.getHeader();
  auto Known = P->UsedHeaders.find(V.getLoc().getPointer());
  return Known == P->UsedHeaders.end() ? V.getHeader() : Known->second;
}

bool printsPointers(const Module &M) {
  const DumpProvenance *P = getDumpProvenance(M);
  return P && !P->Pointers.empty();
}

const UnknownText &getUnknownText(const Module &M) {
  static const UnknownText None;
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? P->Unknown : None;
}

const SourceTexts &getSources(const Module &M) {
  static const SourceTexts None;
  const DumpProvenance *P = getDumpProvenance(M);
  return P ? P->Sources : None;
}

SMLoc DumpProvenance::getLoc() const {
  return SMLoc::getFromPointer(Sources.texts().front().Text.data());
}

} // namespace hlomem
