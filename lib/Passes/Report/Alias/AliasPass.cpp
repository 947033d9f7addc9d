//===- AliasPass.cpp - What shares memory, and what could -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasReport.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

void AliasReport::run() {
  const Loop *OneLoop = nullptr;
  if (Options.Loop && !(OneLoop = Loops.findLoop(*Options.Loop)))
    return void(fail("the dump has no loop '" + *Options.Loop + "'"));
  const Value *OneValue = nullptr;
  if (Options.OfValue) {
    Expected<const Value *> Found = selectValue(*this, *Options.OfValue);
    if (!Found)
      return C.fail(Found.takeError());
    OneValue = *Found;
  }
  if (!Live.isKnown())
    return;
  for (const Loop &L : Loops.loops()) {
    C.count(NumLoops, !OneLoop || OneLoop == &L);
    C.count(NumCopies, !OneLoop || OneLoop == &L ? L.Copies.size() : 0);
  }
  if (OneValue)
    reportBufferOf(*OneValue);
  if (OneLoop)
    reportLoop(*OneLoop);
  if (OneValue || OneLoop)
    return;
  C.count(NumBuffers, count_if(Buffers.buffers(), [](const AliasBuffer &B) {
            return B.Values.size() > 1;
          }));
  reportBuffers();
  reportLoops();
  reportConditionals();
  reportArguments();
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
  std::ranges::stable_sort(Counts, std::greater(),
                           &std::pair<std::string, uint64_t>::second);
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
  emit(remark::BuffersFound{.Values = Buffers.getValueCount(),
                            .Count = Buffers.buffers().size(),
                            .Shared = Shared.size(),
                            .Links = std::move(Links)});
  std::optional<uint64_t> Reused = Buffers.getReuseCount();
  if (!Shared.empty() && Reused) {
    uint64_t Count = 0;
    for (const AliasBuffer *B : Shared)
      Count += B->Links.size();
    emit(remark::BuffersStated{.Count = Count - *Reused, .Reused = *Reused});
  } else if (!Shared.empty()) {
    emit(remark::BuffersInferred{});
  }
  std::ranges::stable_sort(Shared, std::greater(), &AliasBuffer::Size);
  const bool Folds = Options.Fold == AliasOptions::FoldKind::On;
  auto GetItem = [&](const AliasBuffer *B) {
    return FoldItem{
        B->Values.front(), B->Size,
        Folds ? hash_combine(B->Values.size(), hash_value(describeLinks(*B)))
              : hash_code(0)};
  };
  FoldedTable Table = makeTable(Options, Folding, Shared, GetItem, Options.Top);
  Table.list(C, Options, [&](const TableRow &Of) {
    const AliasBuffer &B = *Shared[Of.first()];
    const Value &V = *B.Values.front();
    C.emit(V.getLoc(),
           remark::BufferRow{
               .Size = Of.Size,
               .Values = B.Values.size() * Of.Names.Members.size(),
               .Range = Of.getRange([&](size_t I) { return Shared[I]->Range; }),
               .Value = V.getDefinition(),
               .Kind = Of.describeKind(V.getAllocation()),
               .Links = describeLinks(B),
               .StandsFor = Of.getName(Names.getName(V)),
               .OpName = Names.findOpName(V).str()},
           Of.Audience, Of.Fold);
  });
  emitIfAny(remark::UnknownLinks{.Count = Unknown, .Size = UnknownSize});
  const SpaceTimeline &All = Timeline.getAllSpaces();
  emitIfAny(remark::NotInBuffers{.Count = All.UnknownValues,
                                 .Size = All.UnknownBytes});
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
  size_t Listed = countListed(B->Values.size(), Options.Top);
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
  reportRest(C, Options, B->Values.size() - Listed, "values");
}

HLOMEM_PASS(Alias, AliasReport)

} // namespace hlomem
