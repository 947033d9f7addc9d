//===- AliasPass.cpp - What shares memory, and what could -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Alias/Alias.inc"
#include "AliasReport.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/PassUtils/ValueSelection.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

namespace {

class AliasPass : public AliasBase<AliasPass> {
public:
  using AliasBase::AliasBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

PreservedAnalyses AliasPass::run(Module &M, AnalysisManager &AM,
                                 PassContext &C) {
  AliasReport Report(M, AM, Options.Top,
                     Options.Fold == AliasOptions::FoldKind::On, C);
  const Loop *OneLoop = nullptr;
  if (Options.Loop && !(OneLoop = Report.Loops.findLoop(*Options.Loop))) {
    C.fail(createStringError("pass '" + name() + "': the dump has no loop '" +
                             *Options.Loop + "'"));
    return PreservedAnalyses::all();
  }
  const Value *OneValue = nullptr;
  if (Options.OfValue) {
    Expected<const Value *> Found = selectValue(M, name(), *Options.OfValue);
    if (!Found) {
      C.fail(Found.takeError());
      return PreservedAnalyses::all();
    }
    OneValue = *Found;
  }
  if (!Report.Live.isKnown()) {
    Report.reportUnknown();
    return PreservedAnalyses::all();
  }
  if (Report.Live.isDerived())
    Report.reportDerived();
  for (const Loop &L : Report.Loops.loops()) {
    C.count(NumLoops, !OneLoop || OneLoop == &L);
    C.count(NumCopies, !OneLoop || OneLoop == &L ? L.Copies.size() : 0);
  }
  if (OneValue)
    Report.reportBufferOf(*OneValue);
  if (OneLoop)
    Report.reportLoop(*OneLoop);
  if (OneValue || OneLoop)
    return PreservedAnalyses::all();
  C.count(NumBuffers,
          count_if(Report.Buffers.buffers(),
                   [](const AliasBuffer &B) { return B.Values.size() > 1; }));
  Report.reportBuffers();
  Report.reportLoops();
  Report.reportConditionals();
  Report.reportArguments();
  return PreservedAnalyses::all();
}

AliasReport::AliasReport(const Module &M, AnalysisManager &AM, unsigned Top,
                         bool Fold, PassContext &C)
    : M(M), AM(AM), Live(AM.getResult<LivenessAnalysis>()),
      Timeline(AM.getResult<MemoryTimelineAnalysis>()),
      Loops(AM.getResult<LoopAnalysis>()),
      Buffers(AM.getResult<AliasAnalysis>()),
      Arguments(AM.getResult<ArgumentAnalysis>()), Top(Top), Fold(Fold), C(C),
      Names(*AM.getResult<ValueNamesAnalysis>()),
      Folding(*AM.getResult<LayerFoldingAnalysis>()),
      WhatIf(Live, Timeline, AM.getResult<LiveCurvesAnalysis>()) {}

void AliasReport::reportUnknown() {
  C.emit(getLoc(M),
         remark::BuffersUnknown{.Size = Timeline.getAllSpaces().Allocated,
                                .Why = Live.whyUnknown().str()});
}

void AliasReport::reportDerived() {
  C.emit(getLoc(M),
         remark::AliasFromDerivedRanges{.Known = Live.getKnownCount(),
                                        .Count = Live.getValueCount()});
}

static StringRef getOpcodeName(const Module &M, const Value &V) {
  if (!V.getInstructionText().empty())
    return parseHead(V.getInstructionText()).OpcodeName;
  const InstructionDetails *I = M.getInstruction(V);
  return I ? I->OpcodeName : "instruction";
}

// An instruction that writes where it reads goes by its opcode.
std::string AliasReport::describeLink(LinkKind Kind, const Value &To) const {
  if (Kind != LinkKind::InPlace)
    return getName(Kind).str();
  return (getOpcodeName(M, To) + " in place").str();
}

// "phi x2, while": the most frequent first, then in the order of their coming.
std::string AliasReport::describeLinks(ArrayRef<AliasBuffer> List) const {
  MapVector<LinkKind, uint64_t> Kinds;
  MapVector<StringRef, uint64_t> InPlace;
  for (const AliasBuffer &B : List)
    for (auto [Kind, To] : zip_equal(B.Links, drop_begin(B.Values)))
      if (Kind != LinkKind::InPlace)
        ++Kinds[Kind];
      else
        ++InPlace[getOpcodeName(M, *To)];
  std::vector<std::pair<std::string, uint64_t>> Counts;
  for (auto [Kind, Count] : Kinds)
    Counts.emplace_back(getName(Kind).str(), Count);
  for (auto [Name, Count] : InPlace)
    Counts.emplace_back((Name + " in place").str(), Count);
  stable_sort(Counts,
              [](const auto &L, const auto &R) { return L.second > R.second; });
  std::string Text;
  ListSeparator Comma;
  raw_string_ostream OS(Text);
  for (const auto &[Name, Count] : Counts) {
    OS << Comma << Name;
    if (Count != 1)
      OS << " x" << Count;
  }
  return Text;
}

void AliasReport::reportBuffers() {
  std::vector<const AliasBuffer *> Shared;
  uint64_t Unknown = 0;
  Bytes UnknownSize;
  for (const AliasBuffer &B : Buffers.buffers()) {
    if (B.Values.size() > 1)
      Shared.push_back(&B);
    for (auto [Kind, To] : zip_equal(B.Links, drop_begin(B.Values)))
      if (Kind == LinkKind::Unknown) {
        ++Unknown;
        UnknownSize += To->getSize();
      }
  }
  std::string Links = describeLinks(Buffers.buffers());
  if (!Links.empty())
    Links = formatv(" ({0})", Links);
  C.emit(getLoc(M), remark::BuffersFound{.Values = Buffers.getValueCount(),
                                         .Count = Buffers.buffers().size(),
                                         .Shared = Shared.size(),
                                         .Links = std::move(Links)});
  std::optional<uint64_t> Reused = Buffers.getReuseCount();
  if (!Shared.empty() && Reused) {
    uint64_t Count = 0;
    for (const AliasBuffer *B : Shared)
      Count += B->Links.size();
    C.emit(SMLoc(),
           remark::BuffersStated{.Count = Count - *Reused, .Reused = *Reused});
  } else if (!Shared.empty()) {
    C.emit(SMLoc(), remark::BuffersInferred{});
  }
  stable_sort(Shared, [](const AliasBuffer *L, const AliasBuffer *R) {
    return L->Size > R->Size;
  });
  FoldedTable Table = fold(Shared);
  listBuffers(Shared, nullptr, Table.getAudience());
  if (Table.folds())
    listBuffers(Shared, &Table, RemarkAudience::People);
  if (Unknown != 0)
    C.emit(SMLoc(),
           remark::UnknownLinks{.Count = Unknown, .Size = UnknownSize});
  const SpaceTimeline &All = Timeline.getAllSpaces();
  if (All.UnknownValues != 0)
    C.emit(SMLoc(), remark::NotInBuffers{.Count = All.UnknownValues,
                                         .Size = All.UnknownBytes});
}

FoldedTable AliasReport::fold(ArrayRef<const AliasBuffer *> List) {
  if (!Fold)
    return {};
  std::vector<FoldItem> Items;
  for (const AliasBuffer *B : List)
    Items.push_back(
        {B->Values.front(), B->Size,
         hash_combine(B->Values.size(), hash_value(describeLinks(*B)))});
  return {Folding, std::move(Items), Top};
}

void AliasReport::listBuffers(ArrayRef<const AliasBuffer *> List,
                              const FoldedTable *Table,
                              RemarkAudience Audience) {
  size_t Rows = Table ? Table->rows().size() : List.size();
  size_t Listed = countListed(Rows, Top);
  Bytes Rest;
  for (const AliasBuffer *B : List)
    Rest += B->Size;
  size_t Done = 0;
  for (size_t I = 0; I != Listed; ++I) {
    FoldedNames Row = Table ? Table->rows()[I] : FoldedNames{{I}, ""};
    const AliasBuffer &B = *List[Row.Members.front()];
    const Value &V = *B.Values.front();
    Bytes Size = B.Size * Row.Members.size();
    C.emit(V.getLoc(),
           remark::BufferRow{
               .Size = Size,
               .Values = B.Values.size() * Row.Members.size(),
               .Range = FoldedTable::getRange(
                   Row, [&](size_t Member) { return List[Member]->Range; }),
               .Value = V.getDefinition(),
               .Kind = Row.isFolded() ? getKindName(V.getAllocation())
                                      : describeKind(V.getAllocation()),
               .Links = describeLinks(B),
               .StandsFor = FoldedTable::getName(Row, Names.getName(V)),
               .OpName = Names.findOpName(V).str()},
           Audience, Table ? Table->getFold(Row) : std::nullopt);
    Rest = differenceOrZero(Rest, Size);
    Done += Row.Members.size();
  }
  if (Listed != Rows)
    C.emit(SMLoc(),
           remark::BufferRest{.Count = List.size() - Done, .Size = Rest},
           Audience);
}

void AliasReport::reportBufferOf(const Value &V) {
  const AliasBuffer *B = Buffers.find(V);
  if (!B) {
    C.emit(V.getLoc(),
           remark::NoBufferOf{.Value = V.getDefinition(), .Size = V.getSize()});
    return;
  }
  C.emit(V.getLoc(), remark::BufferOf{.Value = V.getDefinition(),
                                      .Count = B->Values.size(),
                                      .Size = B->Size,
                                      .Range = B->Range});
  size_t Listed = countListed(B->Values.size(), Top);
  for (auto [I, Member] : enumerate(ArrayRef(B->Values).take_front(Listed))) {
    const InstructionDetails *D = M.getInstruction(*Member);
    C.emit(Member->getLoc(),
           remark::BufferMember{
               .Range = *Live.getRange(*Member),
               .Value = Member->getDefinition(),
               .Size = Member->getSize(),
               .Link = I == 0 ? "" : describeLink(B->Links[I - 1], *Member),
               .By = D ? D->OpcodeName.str() : ""});
  }
  if (Listed != B->Values.size())
    C.emit(SMLoc(),
           remark::BufferMemberRest{.Count = B->Values.size() - Listed,
                                    .Value = toString(V.getDefinition())});
}

Error registerAliasPass(PassBuilder &PB) {
  return PB.registerPass<AliasPass>();
}

} // namespace hlomem
