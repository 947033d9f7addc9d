//===- AttributePass.cpp - What the peak is made of -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attribute/Attribute.inc"
#include "hlomem/Analysis/Layers/ScopeFolding.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/StackTrace.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "llvm/ADT/Sequence.h"

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
  void reportStackTrace();
  void reportSpaces();
  // One memory space, or all of them.
  void report(std::optional<MemorySpace> Space);
  void emitHeadline(std::optional<MemorySpace> Space, const SpaceTimeline &S,
                    Bytes Sum, Time T);
  void reportParts(MemorySpace Space);
  void reportTable(const AttributionTable &Table);
  void reportScopes(const ScopeTree &Tree);
  void listScopes(ArrayRef<FoldedScope> Nodes, const ScopeTree &Tree,
                  RemarkAudience Audience);
  /// Tells of rows that are left out.
  void reportLeft(uint64_t Count, Bytes Size,
                  RemarkAudience Audience = RemarkAudience::Everyone);
  /// \p Compared says how it compares to what the dump prints.
  void listStackTrace(const StackTraceTree &Tree, StringRef Compared);
  void emitRow(const AttributionRow &R, Bytes Whole, std::string Key);
  void emitScope(const FoldedScope &N, Bytes Whole, RemarkAudience Audience);
  void countRows(size_t Listed, size_t All) {
    C.count(NumRows, Listed);
    C.count(NumRowsLeft, All - Listed);
  }

  /// What is reported adds up to the peak of one memory space.
  bool IsPeakOfSpace = false;
};

/// What the headline calls it, and what a table has a row for.
std::pair<StringRef, AttributionKey> getKey(ByKind By) {
  switch (By) {
  case ByKind::Source:
    return {"source line", AttributionKey::Source};
  case ByKind::Scope:
    return {"scope", AttributionKey::Scope};
  case ByKind::Opcode:
    return {"opcode", AttributionKey::Opcode};
  case ByKind::Dtype:
    return {"element type", AttributionKey::DType};
  case ByKind::Shape:
    return {"shape", AttributionKey::Shape};
  case ByKind::Computation:
    return {"computation", AttributionKey::Computation};
  case ByKind::Kind:
    return {"kind of part", AttributionKey::Kind};
  case ByKind::Frames:
    return {"stack of the user's program", AttributionKey::Scope};
  case ByKind::Part:
  case ByKind::Stack:
    break;
  }
  llvm_unreachable("no roll-up of live bytes");
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
  auto Order = to_vector(seq<size_t>(Nodes.size()));
  std::ranges::stable_sort(Order, std::greater(),
                           [&](size_t I) { return GetTotal(Nodes[I]); });
  std::vector<bool> Chosen(Nodes.size(), false);
  for (size_t I : ArrayRef(Order).take_front(countListed(Nodes.size(), Top)))
    Chosen[I] = true;
  return Chosen;
}

/// What is wrong with \p Options; empty if nothing is.
std::string findMistake(const AttributeOptions &Options, const Liveness &Live) {
  if (Options.Depth != 0 && Options.By != ByKind::Scope &&
      Options.By != ByKind::Frames)
    return "'depth' is an option of 'by=scope' and 'by=frames' alone";
  if (Options.At && Options.Integral)
    return "'at' is one time, and 'integral' all of them";
  if (Options.By == ByKind::Part && (Options.At || Options.Integral))
    return "'by=part' is of the peak; it has no 'at' or 'integral'";
  if (Options.By == ByKind::Stack &&
      (Options.At || Options.Integral || Options.Space))
    return "'by=stack' is of the dump's own peak; it has no 'at', 'integral' "
           "or 'space'";
  if (Options.At && Live.isKnown() && *Options.At >= Live.getEndOfProgram())
    return describeNoPosition(Live, *Options.At);
  return "";
}

} // namespace

bool AttributeReport::prepare(PassRun &Run, AttributeOptions &Options) {
  std::string Mistake =
      findMistake(Options, Run.AM.getResult<LivenessAnalysis>());
  if (Mistake.empty())
    return AttributePass::prepare(Run, Options);
  Run.fail(Mistake);
  return false;
}

void AttributeReport::run() {
  if (Options.By == ByKind::Stack)
    reportStackTrace();
  else if (Options.By == ByKind::Part)
    for_each(Spaces, [this](MemorySpace Space) { reportParts(Space); });
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
    emit(remark::NothingToReport{});
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
  IsPeakOfSpace = Space && !Options.Integral;
  if (Options.By == ByKind::Scope)
    reportScopes(Sums.rollUpScopes(Parts, Options.Depth));
  else if (Options.By == ByKind::Frames)
    reportScopes(Sums.rollUpFrames(Parts, Options.Depth));
  else
    reportTable(Sums.rollUp(Parts, getKey(Options.By).second));
}

void AttributeReport::emitHeadline(std::optional<MemorySpace> Space,
                                   const SpaceTimeline &S, Bytes Sum, Time T) {
  StringRef Instruction = Live.schedule()[T];
  SMLoc Loc = SMLoc::getFromPointer(Instruction.data());
  const std::string By = getKey(Options.By).first.str();
  std::optional<NamedMemorySpace> Name;
  if (Space)
    Name = Backend.name(*Space);
  auto Place = [&](auto &R) {
    R.At = T;
    R.Instruction = Instruction;
    R.By = By;
  };
  if (Options.Integral)
    emitOfSpace<remark::AttributedIntegral,
                remark::AttributedIntegralOfAllSpaces>(
        C, Space ? S.Loc : getLoc(M), Name, [&](auto &R) {
          R.Integral = Sum;
          R.Times = Live.getEndOfProgram();
          R.By = By;
        });
  else if (Options.At)
    emitOfSpace<remark::AttributedLive, remark::AttributedLiveOfAllSpaces>(
        C, Loc, Name, [&](auto &R) {
          R.Live = Sum;
          Place(R);
        });
  else
    emitOfSpace<remark::AttributedPeak, remark::AttributedPeakOfAllSpaces>(
        C, Loc, Name, [&](auto &R) {
          R.Peak = Sum;
          Place(R);
        });
}

void AttributeReport::emitRow(const AttributionRow &R, Bytes Whole,
                              std::string Key) {
  const Percent Share{R.Size, Whole};
  if (IsPeakOfSpace)
    emit(remark::AttributedTo{.Bytes = R.Size,
                              .Share = Share,
                              .Count = R.Count,
                              .Key = std::move(Key)});
  else
    emit(remark::AttributedToOfAll{.Size = R.Size,
                                   .Share = Share,
                                   .Count = R.Count,
                                   .Key = std::move(Key)});
}

void AttributeReport::emitScope(const FoldedScope &Of, Bytes Whole,
                                RemarkAudience Audience) {
  const ScopeNode &N = Of.Sum;
  std::optional<RemarkFold> Fold;
  if (Of.Nodes > 1)
    Fold = RemarkFold{Of.Nodes, Of.EachTotal};
  auto Fill = [&](auto &Row) {
    Row.Total = N.Total;
    Row.Share = Percent{N.Total, Whole};
    Row.Count = N.Count;
    Row.Scope = indent(N.Depth, N.Name);
    C.emit(SMLoc(), Row, Audience, Fold);
  };
  if (IsPeakOfSpace) {
    remark::AttributedScope Row = {};
    Row.Bytes = N.Own;
    Fill(Row);
  } else {
    remark::AttributedScopeOfAll Row = {};
    Row.Size = N.Own;
    Fill(Row);
  }
}

void AttributeReport::reportLeft(uint64_t Count, Bytes Size,
                                 RemarkAudience Audience) {
  if (IsPeakOfSpace)
    reportRest<remark::RestOfBytes>(C, Options, Count, Size, Audience);
  else
    reportRest(C, Options, Count, Size, Audience);
}

void AttributeReport::reportTable(const AttributionTable &Table) {
  ArrayRef<AttributionRow> Rows = Table.Rows;
  Rows = Rows.take_front(countListed(Rows.size(), Options.Top));
  countRows(Rows.size(), Table.Rows.size());
  for (const AttributionRow &R : Rows)
    emitRow(R, Table.Total,
            Options.By == ByKind::Shape && R.Count != 1
                ? R.Key + " x " + utostr(R.Count)
                : R.Key);
  // Never left out: the reader must know how much is not told.
  if (const AttributionRow &R = Table.NotAttributed; R.Count != 0)
    emitRow(R, Table.Total, NotAttributed.str());
  Bytes Left;
  for (const AttributionRow &R : ArrayRef(Table.Rows).drop_front(Rows.size()))
    Left += R.Size;
  reportLeft(Table.Rows.size() - Rows.size(), Left);
}

void AttributeReport::reportParts(MemorySpace Space) {
  const SpaceParts Found = AM.getResult<PartsAnalysis>().compute(Space);
  if (Found.At) {
    StringRef Instruction = Live.schedule()[*Found.At];
    C.emit(SMLoc::getFromPointer(Instruction.data()),
           remark::PartsOfSpace{.Space = Backend.name(Space),
                                .Allocated = Found.Allocated,
                                .At = *Found.At,
                                .Instruction = Instruction});
  } else {
    C.emit(Timeline.getSpace(Space).Loc,
           remark::PartsOfSpaceAtNoTime{.Space = Backend.name(Space),
                                        .Allocated = Found.Allocated});
  }
  for (const PartOfKind &K : sumByKind(Found))
    emit(remark::PartKindRow{.Total = K.Size,
                             .Share = Percent{K.Size, Found.Allocated},
                             .Count = K.Buffers,
                             .Kind = getName(K.Kind).str()});
  ArrayRef<MemoryPart> Parts = Found.Parts;
  size_t Listed = countListed(Parts.size(), Options.Top);
  countRows(Listed, Parts.size());
  for (const MemoryPart &P : Parts.take_front(Listed))
    emit(remark::PartRow{.Bytes = P.Size,
                         .Share = Percent{P.Size, Found.Allocated},
                         .Count = P.Buffers,
                         .Kind = getName(P.What.Kind).str(),
                         .Name = P.What.Name,
                         .Detail = P.What.Detail,
                         .Type = P.Shape,
                         .Source = P.What.Source,
                         .Layers = P.Layers});
  Bytes Left;
  for (const MemoryPart &P : Parts.drop_front(Listed))
    Left += P.Size;
  reportRest<remark::RestOfBytes>(C, Options, Parts.size() - Listed, Left);
}

void AttributeReport::reportScopes(const ScopeTree &Tree) {
  std::vector<FoldedScope> Folded;
  if (Options.Fold == AttributeOptions::FoldKind::On)
    Folded = foldScopes(Tree.Nodes);
  bool Folds = any_of(Folded, [](const FoldedScope &N) { return N.Nodes > 1; });
  std::vector<FoldedScope> Nodes;
  for (const ScopeNode &N : Tree.Nodes)
    Nodes.push_back({N, 1, N.Total});
  listScopes(Nodes, Tree,
             Folds ? RemarkAudience::Programs : RemarkAudience::Everyone);
  if (Folds)
    listScopes(Folded, Tree, RemarkAudience::People);
}

void AttributeReport::listScopes(ArrayRef<FoldedScope> Nodes,
                                 const ScopeTree &Tree,
                                 RemarkAudience Audience) {
  std::vector<bool> Chosen = chooseNodes(
      Nodes, Options.Top, [](const FoldedScope &N) { return N.Sum.Total; });
  uint64_t Count = 0;
  Bytes Left;
  for (auto [N, IsChosen] : zip_equal(Nodes, Chosen))
    if (IsChosen) {
      emitScope(N, Tree.Total, Audience);
    } else {
      Count += N.Nodes;
      Left += N.Sum.Own;
    }
  if (Audience != RemarkAudience::People)
    countRows(Tree.Nodes.size() - Count, Tree.Nodes.size());
  if (const AttributionRow &R = Tree.NotAttributed; R.Count != 0)
    emitScope({{NotAttributed.str(), 0, R.Size, R.Size, R.Count}, 1, R.Size},
              Tree.Total, Audience);
  reportLeft(Count, Left, Audience);
}

void AttributeReport::reportStackTrace() {
  const std::optional<PrintedPeak> &Peak = getClaims(M).Peak;
  const std::optional<StackTraceTree> &Printed = getClaims(M).StackTrace;
  Expected<ComputedStackTrace> Computed = computeStackTrace(M, AM);
  if (!Computed) {
    emit(remark::StackTraceUnknown{.Why = toString(Computed.takeError())});
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
      emit(remark::StackTraceRow{.Total = N.Total,
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
