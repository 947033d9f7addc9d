//===- AttributePass.cpp - What the peak is made of -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attribute/Attribute.inc"
#include "hlomem/Analysis/Attribution/StackTrace.h"
#include "hlomem/Analysis/Folding/ScopeFolding.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

using ByKind = AttributeOptions::ByKind;

// The remarks of one module.
class AttributeReport : public AttributePass {
public:
  using AttributePass::AttributePass;

  /// Wrong options are an error in any memory space.
  static bool prepare(PassRun &Run, AttributeOptions &Options);
  void run();

private:
  static Error checkOptions(const AttributeOptions &Options,
                            const Liveness &Live);
  void reportStackTrace();
  void reportSpaces();
  // One memory space, or all of them.
  void report(std::optional<MemorySpace> Space);
  void emitHeadline(std::optional<MemorySpace> Space, const SpaceTimeline &S,
                    Bytes Sum, Time T);
  void reportTable(const AttributionTable &Table, bool IsPeakOfSpace);
  void reportScopes(const ScopeTree &Tree, bool IsPeakOfSpace);
  void listScopes(ArrayRef<FoldedScope> Nodes, const ScopeTree &Tree,
                  bool IsPeakOfSpace, RemarkAudience Audience);
  /// Tells of rows that are left out.
  void reportLeft(uint64_t Count, Bytes Size, bool IsPeakOfSpace,
                  RemarkAudience Audience = RemarkAudience::Everyone);
  /// \p Compared says how it compares to what the dump prints.
  void listStackTrace(const StackTraceTree &Tree, StringRef Compared);
  void emitRow(Bytes Size, Bytes Whole, uint64_t Count, std::string Key,
               bool IsPeakOfSpace);
  void emitScope(const FoldedScope &N, Bytes Whole, bool IsPeakOfSpace,
                 RemarkAudience Audience);
  void countRows(size_t Listed, size_t All) {
    C.count(NumRows, Listed);
    C.count(NumRowsLeft, All - Listed);
  }
};

StringRef describe(ByKind By) {
  switch (By) {
  case ByKind::Source:
    return "source line";
  case ByKind::Scope:
    return "scope";
  case ByKind::Opcode:
    return "opcode";
  case ByKind::Dtype:
    return "element type";
  case ByKind::Shape:
    return "shape";
  case ByKind::Computation:
    return "computation";
  case ByKind::Kind:
    return "kind of allocation";
  case ByKind::Frames:
    return "stack of the user's program";
  case ByKind::Stack:
    break;
  }
  llvm_unreachable("no roll-up of live bytes");
}

AttributionKey getKey(ByKind By) {
  switch (By) {
  case ByKind::Source:
    return AttributionKey::Source;
  case ByKind::Opcode:
    return AttributionKey::Opcode;
  case ByKind::Dtype:
    return AttributionKey::DType;
  case ByKind::Shape:
    return AttributionKey::Shape;
  case ByKind::Computation:
    return AttributionKey::Computation;
  case ByKind::Kind:
    return AttributionKey::Kind;
  case ByKind::Scope:
  case ByKind::Frames:
  case ByKind::Stack:
    break;
  }
  llvm_unreachable("a tree has no table");
}

constexpr StringLiteral NotAttributed = "not attributed";

std::string indent(unsigned Depth, StringRef Text) {
  return std::string(2UL * Depth, ' ').append(Text);
}

// Of a tree in preorder the nodes with the largest totals: a parent's is never
// smaller than its child's, so that the chosen ones are a tree too.
template <typename NodeT, typename GetTotalT>
std::vector<bool> chooseNodes(ArrayRef<NodeT> Nodes, size_t Top,
                              GetTotalT GetTotal) {
  Top = countListed(Nodes.size(), Top);
  if (Top == Nodes.size())
    return std::vector<bool>(Nodes.size(), true);
  std::vector<size_t> Order(Nodes.size());
  for (auto [I, Position] : enumerate(Order))
    Position = I;
  stable_sort(Order, [&](size_t L, size_t R) {
    return GetTotal(Nodes[L]) > GetTotal(Nodes[R]);
  });
  std::vector<bool> Chosen(Nodes.size(), false);
  for (size_t I : ArrayRef(Order).take_front(Top))
    Chosen[I] = true;
  return Chosen;
}

} // namespace

Error AttributeReport::checkOptions(const AttributeOptions &Options,
                                    const Liveness &Live) {
  auto MakeError = [](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(),
                             "pass '" + name() + "': " + Why);
  };
  if (Options.Depth != 0 && Options.By != ByKind::Scope &&
      Options.By != ByKind::Frames)
    return MakeError(
        "'depth' is an option of 'by=scope' and 'by=frames' alone");
  if (Options.At && Options.Integral)
    return MakeError("'at' is one time, and 'integral' all of them");
  if (Options.By == ByKind::Stack &&
      (Options.At || Options.Integral || Options.Space))
    return MakeError("'by=stack' is of the dump's own peak; it has no 'at', "
                     "'integral' or 'space'");
  if (Options.At && Live.isKnown() && *Options.At >= Live.getEndOfProgram())
    return MakeError("there is no schedule position " + Twine(*Options.At) +
                     "; the last one is " + Twine(Live.getEndOfProgram() - 1));
  return Error::success();
}

bool AttributeReport::prepare(PassRun &Run, AttributeOptions &Options) {
  if (Error E = checkOptions(Options, Run.AM.getResult<LivenessAnalysis>())) {
    Run.C.fail(std::move(E));
    return false;
  }
  return AttributePass::prepare(Run, Options);
}

void AttributeReport::run() {
  if (Options.By == ByKind::Stack)
    reportStackTrace();
  else
    reportSpaces();
}

void AttributeReport::reportSpaces() {
  size_t Reported = 0;
  bool SaidSomething = false;
  for (MemorySpace Space : Spaces) {
    const SpaceTimeline &S = Timeline.getSpace(Space);
    if (!Live.isKnown() || S.isPeakUnknown()) {
      SaidSomething = true;
      continue;
    }
    if (!S.Peak.Size.isZero()) {
      report(Space);
      ++Reported;
    }
    if (S.UnknownValues != 0) {
      C.emit(Timeline.getSpace(Space).Loc,
             remark::AttributeUnknownRanges{.Space = Backend.name(Space),
                                            .Count = S.UnknownValues,
                                            .Size = S.UnknownBytes});
      SaidSomething = true;
    }
  }
  if (Reported > 1)
    report(std::nullopt);
  if (Reported == 0 && !SaidSomething)
    C.emit(getLoc(M), remark::NothingToReport{});
}

void AttributeReport::report(std::optional<MemorySpace> Space) {
  const SpaceTimeline &S =
      Space ? Timeline.getSpace(*Space) : Timeline.getAllSpaces();
  Time T = Options.At.value_or(S.Peak.At);
  std::vector<AttributedBytes> Parts =
      Options.Integral ? Sums.getIntegral(Space) : Sums.getLive(T, Space);
  Bytes Sum = Options.Integral ? S.ByteTime : S.Peak.Size;
  if (Options.At)
    Sum = getLiveBytes(M, Space, Live, T);
  emitHeadline(Space, S, Sum, T);
  bool IsPeakOfSpace = Space && !Options.Integral;
  if (Options.By == ByKind::Scope)
    reportScopes(Sums.rollUpScopes(Parts, Options.Depth), IsPeakOfSpace);
  else if (Options.By == ByKind::Frames)
    reportScopes(Sums.rollUpFrames(Parts, Options.Depth), IsPeakOfSpace);
  else
    reportTable(Sums.rollUp(Parts, getKey(Options.By)), IsPeakOfSpace);
}

void AttributeReport::emitHeadline(std::optional<MemorySpace> Space,
                                   const SpaceTimeline &S, Bytes Sum, Time T) {
  StringRef Instruction = Live.schedule()[T];
  SMLoc Loc = SMLoc::getFromPointer(Instruction.data());
  std::string By = describe(Options.By).str();
  if (Options.Integral && Space)
    C.emit(Timeline.getSpace(*Space).Loc,
           remark::AttributedIntegral{.Space = Backend.name(*Space),
                                      .Integral = Sum,
                                      .Times = Live.getEndOfProgram(),
                                      .By = By});
  else if (Options.Integral)
    C.emit(getLoc(M),
           remark::AttributedIntegralOfAllSpaces{
               .Integral = Sum, .Times = Live.getEndOfProgram(), .By = By});
  else if (Options.At && Space)
    C.emit(Loc, remark::AttributedLive{.Space = Backend.name(*Space),
                                       .Live = Sum,
                                       .At = T,
                                       .Instruction = Instruction,
                                       .By = By});
  else if (Options.At)
    C.emit(Loc,
           remark::AttributedLiveOfAllSpaces{
               .Live = Sum, .At = T, .Instruction = Instruction, .By = By});
  else if (Space)
    C.emit(Loc, remark::AttributedPeak{.Space = Backend.name(*Space),
                                       .Peak = Sum,
                                       .At = T,
                                       .Instruction = Instruction,
                                       .By = By});
  else
    C.emit(Loc,
           remark::AttributedPeakOfAllSpaces{
               .Peak = Sum, .At = T, .Instruction = Instruction, .By = By});
}

void AttributeReport::emitRow(Bytes Size, Bytes Whole, uint64_t Count,
                              std::string Key, bool IsPeakOfSpace) {
  if (IsPeakOfSpace)
    C.emit(SMLoc(), remark::AttributedTo{.Bytes = Size,
                                         .Share = Percent{Size, Whole},
                                         .Count = Count,
                                         .Key = std::move(Key)});
  else
    C.emit(SMLoc(), remark::AttributedToOfAll{.Size = Size,
                                              .Share = Percent{Size, Whole},
                                              .Count = Count,
                                              .Key = std::move(Key)});
}

void AttributeReport::emitScope(const FoldedScope &Of, Bytes Whole,
                                bool IsPeakOfSpace, RemarkAudience Audience) {
  const ScopeNode &N = Of.Sum;
  std::string Scope = indent(N.Depth, N.Name);
  std::optional<RemarkFold> Fold;
  if (Of.Nodes > 1)
    Fold = RemarkFold{Of.Nodes, Of.EachTotal};
  if (IsPeakOfSpace)
    C.emit(SMLoc(),
           remark::AttributedScope{.Total = N.Total,
                                   .Share = Percent{N.Total, Whole},
                                   .Bytes = N.Own,
                                   .Count = N.Count,
                                   .Scope = std::move(Scope)},
           Audience, Fold);
  else
    C.emit(SMLoc(),
           remark::AttributedScopeOfAll{.Total = N.Total,
                                        .Share = Percent{N.Total, Whole},
                                        .Size = N.Own,
                                        .Count = N.Count,
                                        .Scope = std::move(Scope)},
           Audience, Fold);
}

void AttributeReport::reportLeft(uint64_t Count, Bytes Size, bool IsPeakOfSpace,
                                 RemarkAudience Audience) {
  if (IsPeakOfSpace)
    reportRest<remark::RestOfBytes>(C, Options, Count, Size, Audience);
  else
    reportRest(C, Options, Count, Size, Audience);
}

void AttributeReport::reportTable(const AttributionTable &Table,
                                  bool IsPeakOfSpace) {
  ArrayRef<AttributionRow> Rows = Table.Rows;
  Rows = Rows.take_front(countListed(Rows.size(), Options.Top));
  countRows(Rows.size(), Table.Rows.size());
  Bytes Left;
  for (const AttributionRow &R : ArrayRef(Table.Rows).drop_front(Rows.size()))
    Left += R.Size;
  for (const AttributionRow &R : Rows) {
    std::string Key = R.Key;
    if (Options.By == ByKind::Shape && R.Count != 1)
      Key.append(" x ").append(utostr(R.Count));
    emitRow(R.Size, Table.Total, R.Count, std::move(Key), IsPeakOfSpace);
  }
  // Never left out: the reader must know how much is not told.
  if (const AttributionRow &R = Table.NotAttributed; R.Count != 0)
    emitRow(R.Size, Table.Total, R.Count, NotAttributed.str(), IsPeakOfSpace);
  reportLeft(Table.Rows.size() - Rows.size(), Left, IsPeakOfSpace);
}

void AttributeReport::reportScopes(const ScopeTree &Tree, bool IsPeakOfSpace) {
  std::vector<FoldedScope> Folded;
  if (Options.Fold == AttributeOptions::FoldKind::On)
    Folded = foldScopes(Tree.Nodes);
  bool Folds = any_of(Folded, [](const FoldedScope &N) { return N.Nodes > 1; });
  std::vector<FoldedScope> Nodes;
  for (const ScopeNode &N : Tree.Nodes)
    Nodes.push_back({N, 1, N.Total});
  listScopes(Nodes, Tree, IsPeakOfSpace,
             Folds ? RemarkAudience::Programs : RemarkAudience::Everyone);
  if (Folds)
    listScopes(Folded, Tree, IsPeakOfSpace, RemarkAudience::People);
}

void AttributeReport::listScopes(ArrayRef<FoldedScope> Nodes,
                                 const ScopeTree &Tree, bool IsPeakOfSpace,
                                 RemarkAudience Audience) {
  std::vector<bool> Chosen = chooseNodes(
      Nodes, Options.Top, [](const FoldedScope &N) { return N.Sum.Total; });
  uint64_t Count = 0;
  Bytes Left;
  for (auto [N, IsChosen] : zip_equal(Nodes, Chosen))
    if (IsChosen) {
      emitScope(N, Tree.Total, IsPeakOfSpace, Audience);
    } else {
      Count += N.Nodes;
      Left += N.Sum.Own;
    }
  if (Audience != RemarkAudience::People)
    countRows(Tree.Nodes.size() - Count, Tree.Nodes.size());
  if (const AttributionRow &R = Tree.NotAttributed; R.Count != 0)
    emitScope({{NotAttributed.str(), 0, R.Size, R.Size, R.Count}, 1, R.Size},
              Tree.Total, IsPeakOfSpace, Audience);
  reportLeft(Count, Left, IsPeakOfSpace, Audience);
}

void AttributeReport::reportStackTrace() {
  const std::optional<PrintedPeak> &Peak = getClaims(M).Peak;
  const std::optional<StackTraceTree> &Printed = getClaims(M).StackTrace;
  Expected<ComputedStackTrace> Computed = computeStackTrace(M, AM);
  if (!Computed) {
    C.emit(getLoc(M),
           remark::StackTraceUnknown{.Why = toString(Computed.takeError())});
    if (Peak && Printed)
      listStackTrace(*Printed, "as the dump prints it");
    return;
  }
  ArrayRef<StackTraceNode> Nodes = Computed->Tree.Nodes;
  if (!Printed) {
    listStackTrace(Computed->Tree,
                   "the dump prints none, newer versions of XLA would");
    return;
  }
  size_t Same = 0;
  while (Same < std::min(Nodes.size(), Printed->Nodes.size()) &&
         Nodes[Same] == Printed->Nodes[Same])
    ++Same;
  bool IsSame = Same == Nodes.size() && Same == Printed->Nodes.size() &&
                Printed->Total == Computed->Tree.Total;
  listStackTrace(Computed->Tree,
                 IsSame ? "the same as in the dump" : "not as in the dump");
  if (!IsSame)
    C.emit(Printed->Loc, remark::StackTraceDiffers{
                             .Line = Same + 1,
                             .Printed = Same < Printed->Nodes.size()
                                            ? Printed->Nodes[Same].Label.str()
                                            : std::string()});
}

void AttributeReport::listStackTrace(const StackTraceTree &Tree,
                                     StringRef Compared) {
  const PrintedPeak &Peak = *getClaims(M).Peak;
  C.emit(Peak.Loc, remark::StackTrace{.At = Peak.At,
                                      .Total = Tree.Total,
                                      .Compared = Compared.str()});
  std::vector<bool> Chosen =
      chooseNodes(ArrayRef(Tree.Nodes), Options.Top,
                  [](const StackTraceNode &N) { return N.Total; });
  uint64_t Count = 0;
  Bytes Left;
  for (auto [N, IsChosen] : zip_equal(Tree.Nodes, Chosen))
    if (IsChosen) {
      C.emit(SMLoc(),
             remark::StackTraceRow{.Total = N.Total,
                                   .Share = Percent{N.Total, Tree.Total},
                                   .Current = N.Current,
                                   .Remaining = N.Remaining,
                                   .Label = indent(N.Depth, N.Label)});
    } else {
      ++Count;
      Left += N.Current;
    }
  countRows(Tree.Nodes.size() - Count, Tree.Nodes.size());
  reportRest(C, Options, Count, Left);
}

HLOMEM_PASS(Attribute, AttributeReport)

} // namespace hlomem
