//===- LivenessOfValue.cpp - One value, explained -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LivenessReport.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

void ValueReport::run(const Value &V) {
  const Allocation &A = V.getAllocation();
  std::optional<LiveRange> R = Live.getRange(V);
  if (!R) {
    std::string Why;
    if (A.isThreadLocal())
      Why = ", as always in thread-local allocations";
    C.emit(V.getLoc(),
           remark::ValueRangeUnknown{.Value = V.getDefinition(),
                                     .Size = V.getSize(),
                                     .Why = std::move(Why),
                                     .Kind = describeKind(A),
                                     .Allocation = A.getIndex(),
                                     .Offset = V.getOffset().count()});
    return;
  }
  C.emit(V.getLoc(),
         remark::ValueExplained{.Value = V.getDefinition(),
                                .Range = *R,
                                .How = Live.isDerived() ? "derived" : "printed",
                                .Length = Reads.getLength(V),
                                .Size = V.getSize(),
                                .Area = Reads.getArea(V),
                                .Kind = describeKind(A),
                                .Allocation = A.getIndex(),
                                .Offset = V.getOffset().count()});
  reportPart(V);
  auto At = [this](Time T) {
    return T < Live.getEndOfProgram() ? Live.schedule()[T]
                                      : StringRef("end of program");
  };
  emit(remark::ValueBegins{
      .At = R->Begin, .Instruction = At(R->Begin), .Why = explainBegin(V, *R)});
  emit(remark::ValueEnds{
      .At = R->End, .Instruction = At(R->End).str(), .Why = explainEnd(V, *R)});
  std::string Positions;
  ListSeparator Comma;
  for (const Position &P : V.getPositions())
    if (!(P == V.getDefinition()))
      raw_string_ostream(Positions) << StringRef(Comma) << P;
  if (!Positions.empty())
    emit(remark::ValueForwarded{.Positions = std::move(Positions)});
  reportReads(V, *R);
  reportKeeper(V, *R);
  reportShared(V, *R);
}

void ValueReport::reportPart(const Value &V) {
  Parts &Found = AM.getResult<PartsAnalysis>();
  const Content What = Found.find(V);
  if (What.Kind == PartKind::NotNamed)
    return;
  std::string Text;
  for (const std::string *Word : {&What.Name, &What.Detail, &What.Source})
    if (!Word->empty())
      Text += (Text.empty() ? ": " : ", ") + *Word;
  emit(remark::ValuePart{.Part = getName(What.Kind).str(),
                         .What = std::move(Text)});
  for (std::string &Reason : Found.explain(V))
    emit(remark::ValuePartReason{.Reason = std::move(Reason)});
}

// ", leaf 1 that while.9 carries", or nothing.
std::string ValueReport::describeCarried(const Value &V) const {
  std::string Carried = Names.describeCarried(V);
  return Carried.empty() ? "" : ", " + Carried;
}

std::string ValueReport::explainBegin(const Value &V, LiveRange R) const {
  const Allocation &A = V.getAllocation();
  if (A.getParameter() && R.Begin == 0 && !V.isPhi())
    return formatv("argument {0}, which is there from the beginning",
                   A.getParameter()->Number);
  if (const AliasBuffer *B = Buffers.find(V)) {
    const auto *Place = find(B->Values, &V);
    if (Place != B->Values.begin()) {
      const Value &Before = **std::prev(Place);
      LinkKind Kind = B->Links[Place - B->Values.begin() - 1];
      return formatv("it takes over the bytes of {0} ({1}){2}",
                     Before.getDefinition(), getName(Kind), describeCarried(V));
    }
  }
  std::optional<Time> Defined = Live.getTime(V.getInstructionName());
  if (Defined && *Defined > R.Begin)
    return formatv("the computation begins to which {0}, at {1}, belongs",
                   V.getInstructionName(), *Defined);
  if (V.isPhi())
    return formatv("{0} merges others then{1}", V.getInstructionName(),
                   describeCarried(V));
  StringRef What = A.has(AllocationFlags::Constant)
                       ? ", a constant, has its place there"
                       : " runs then";
  return (V.getInstructionName() + What).str();
}

std::string ValueReport::explainEnd(const Value &V, LiveRange R) const {
  const Allocation &A = V.getAllocation();
  if (R.End == Live.getEndOfProgram()) {
    if (A.getParameter() && R.Begin == 0 && !V.isPhi())
      return "an argument stays to the end unless it is donated";
    return "it reaches the caller";
  }
  if (const AliasBuffer *B = Buffers.find(V))
    if (const auto *Next = std::next(find(B->Values, &V));
        Next != B->Values.end())
      return formatv("{0} takes over its bytes ({1}){2}",
                     (*Next)->getDefinition(),
                     getName(B->Links[Next - B->Values.begin() - 1]),
                     describeCarried(**Next));
  if (!Reads.knowsReads(V))
    return "unknown, since the dump does not show all that read it";
  SmallVector<Read, 4> All = Reads.findReads(V);
  if (All.empty() || All.back().At < R.End)
    return Reads.isNeverRead(V)
               ? "nothing reads it"
               : "the computation ends whose result it is a part of, or the "
                 "asynchronous one that has it";
  const Read &Last = All.back();
  if (*Live.getTime(Last.By) > R.End)
    return formatv("what {0}, at {1}, runs begins there and has it on", Last.By,
                   *Live.getTime(Last.By));
  if (!Last.Operand)
    return formatv("{0} is the last to forward it", Last.By);
  return formatv("{0} is the last to read it", Last.By);
}

void ValueReport::reportReads(const Value &V, LiveRange R) {
  if (!Reads.knowsReads(V)) {
    emit(remark::ValueReadsUnknown{});
    return;
  }
  Time Touched = R.Begin;
  for (const Read &At : Reads.findReads(V)) {
    const Value *Defined = M.findPrinted(At.By);
    const InstructionDetails *D =
        Defined ? M.getInstruction(*Defined) : nullptr;
    C.emit(SMLoc::getFromPointer(At.By.data()),
           remark::ValueRead{.At = At.At,
                             .Reader = At.By,
                             .Operand = At.Operand
                                            ? "operand " + utostr(*At.Operand)
                                            : std::string("forwards it"),
                             .Gap = At.At > Touched ? At.At - Touched - 1 : 0u,
                             .Opcode = D ? D->OpcodeName.str() : ""});
    Touched = At.At;
  }
}

// An operand that is not the value itself has it at a further position.
std::string ValueReport::describeWay(const Value &V, const Read &Last) {
  if (!Last.Operand)
    return "";
  const ProgramSource *Program = AM.getResult<ProgramAnalysis>().Program.get();
  if (!Program)
    return "";
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  auto D = Program->readDetails(Last.By, Shapes, Arena);
  if (!D || *Last.Operand >= D->Operands.size())
    return "";
  StringRef From = D->Operands[*Last.Operand].Name;
  if (From == V.getInstructionName())
    return "";
  return (", by way of " + From).str();
}

// Whoever else reads it is done long before.
void ValueReport::reportKeeper(const Value &V, LiveRange R) {
  if (!Reads.knowsReads(V))
    return;
  SmallVector<Read, 4> All = Reads.findReads(V);
  if (All.empty())
    return;
  const Read &Last = All.back();
  Time Before = All.size() > 1 ? All[All.size() - 2].At : R.Begin;
  if (Last.At <= Before + 1)
    return;
  const Value *Defined = M.findPrinted(Last.By);
  std::string Name = Defined ? Names.getName(*Defined) : "";
  std::optional<UserPlace> Place =
      AM.getResult<UserSourceAnalysis>().find(Last.By);
  std::string What;
  if (!Name.empty() || Place)
    What = formatv(" ({0}{1}{2})", Name, !Name.empty() && Place ? ", " : "",
                   Place ? Place->str() : "");
  emit(remark::ValueKept{.Count = Last.At - Before,
                         .Since = Before,
                         .Reader = Last.By,
                         .What = std::move(What),
                         .Way = describeWay(V, Last)});
}

namespace {

/// A value with bytes of the slice of the one that is explained.
struct Sharer {
  const Value *V = nullptr;
  std::optional<LiveRange> Range;
  /// Times between both; 0 of one that is live with it.
  uint64_t Distance = 0;
  StringRef When;
};

} // namespace

static Sharer makeSharer(const Value &V, std::optional<LiveRange> R,
                         LiveRange Explained) {
  if (!R)
    return {&V, R, ~uint64_t(), "unknown"};
  if (R->End < Explained.Begin)
    return {&V, R, Explained.Begin - R->End, "before"};
  if (Explained.End < R->Begin)
    return {&V, R, R->Begin - Explained.End, "after"};
  return {&V, R, 0, "with it"};
}

void ValueReport::reportShared(const Value &V, LiveRange R) {
  std::vector<Sharer> Sharers;
  remark::ValueSharesBytes Found{};
  for (const Value &Other : V.getAllocation().values()) {
    if (&Other == &V || Other.getEndOffset() <= V.getOffset() ||
        V.getEndOffset() <= Other.getOffset() || Other.getSize().isZero())
      continue;
    Sharers.push_back(makeSharer(Other, Live.getRange(Other), R));
    StringRef When = Sharers.back().When;
    Found.Before += When == "before";
    Found.Same += When == "with it";
    Found.After += When == "after";
    Found.Unknown += When == "unknown";
  }
  Found.Count = Sharers.size();
  C.emit(V.getLoc(), Found);
  stable_sort(Sharers, [](const Sharer &L, const Sharer &R) {
    return L.Distance < R.Distance;
  });
  size_t Listed = countListed(Sharers.size(), Options.Top);
  Sharers.resize(Listed);
  auto KeyOf = [](const Sharer &S) {
    LiveRange R = S.Range.value_or(LiveRange{~Time(), ~Time()});
    return std::tuple(R.Begin, R.End, S.V->getId());
  };
  llvm::sort(Sharers, [&](const Sharer &L, const Sharer &R) {
    return KeyOf(L) < KeyOf(R);
  });
  const AliasBuffer *Mine = Buffers.find(V);
  for (const Sharer &S : Sharers) {
    std::string Link;
    if (Mine && Buffers.find(*S.V) == Mine) {
      size_t Place = find(Mine->Values, S.V) - Mine->Values.begin();
      Link = Place == 0 ? "first of the buffer"
                        : getName(Mine->Links[Place - 1]).str();
    }
    C.emit(S.V->getLoc(),
           remark::ValueSharesBytesRow{
               .Range = S.Range,
               .Value = S.V->getDefinition(),
               .Size = S.V->getSize(),
               .Shared = std::min(V.getEndOffset(), S.V->getEndOffset()) -
                         std::max(V.getOffset(), S.V->getOffset()),
               .When = S.When.str(),
               .Link = std::move(Link)});
  }
  reportRest(C, Options, Found.Count - Listed, "values, farther away in time");
}

} // namespace hlomem
