//===- SummaryPass.cpp - Whether a program fits, and what takes memory ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartGroups.h"
#include "Summary/Summary.inc"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Memory/Walls.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

/// A kind has so many rows, unless fewer have nine tenths of it.
static constexpr size_t MaxRowsOfKind = 4;
/// A kind has rows if it has a thirtieth of what is needed.
static constexpr uint64_t LeastPartOfNeed = 30;

namespace {

// The remarks of one module.
class SummaryReport : public SummaryPass {
public:
  using SummaryPass::SummaryPass;

  void run();

private:
  void reportHead();
  void reportVerdict(const FitVerdict &V);
  void reportFraction(Bytes Memory, Bytes Limit);
  void reportFullest();
  void reportParts();
  std::vector<MemorySpace> findSpaces() const;
  std::string describeProgram() const;
  std::string describePlace(Time At) const;
  /// The place of what runs at \p At; empty if the dump tells none.
  std::string findPlace(Time At) const;
  bool isBrief() const {
    return Options.Form == SummaryOptions::FormKind::Brief ||
           (Options.Form == SummaryOptions::FormKind::Auto &&
            C.isOneOfSeveral());
  }

  /// Holds the spaces that the program needs memory in; not empty unless there
  /// are no allocations.
  std::vector<MemorySpace> Needed = findSpaces();
  Bytes Need;
};

} // namespace

/// Returns what counts as needed. Where that is nothing, the program still
/// needs the space with the most bytes.
std::vector<MemorySpace> SummaryReport::findSpaces() const {
  std::vector<MemorySpace> Found;
  Bytes Sum;
  for (MemorySpace Space : Timeline.spaces())
    if (isLimited(Space, AM)) {
      Found.push_back(Space);
      Sum += Timeline.getSpace(Space).Allocated;
    }
  ArrayRef<MemorySpace> All = Timeline.spaces();
  if (!Sum.isZero() || All.empty())
    return Found;
  return {*std::ranges::max_element(All, {}, [this](MemorySpace Space) {
    return Timeline.getSpace(Space).Allocated;
  })};
}

std::string SummaryReport::describeProgram() const {
  if (const auto &Program = AM.getResult<ProgramAnalysis>().Program;
      Program && !Program->getModuleName().empty())
    return Program->getModuleName().str();
  return sys::path::filename(M.getName()).str();
}

void SummaryReport::reportHead() {
  StringRef Family = backendName(Backend.get());
  const Device *For = AM.getTarget().Compile.For.get();
  auto Fill = [&](auto &R) {
    R.Program = describeProgram();
    R.Machine = For && For->Family == Backend.get() ? For->Name.str()
                : Backend.get() == Backend::Unknown ? "unknown backend"
                                                    : Family.str();
    R.Needed = Need;
    R.Space = Backend.name(Needed.empty() ? 0 : Needed.front());
  };
  const bool HasLimit = AM.getTarget().OnDevice || getFitLimit(M, AM);
  const FitVerdict V = judgeModule(M, AM, C.transforms().empty());
  std::string Verdict = HasLimit ? (": " + getFitName(V.Kind)).str() : "";
  if (Live.isKnown()) {
    remark::SummaryHead R;
    Fill(R);
    R.Verdict = std::move(Verdict);
    emit(R);
  } else {
    remark::SummaryUnknown R;
    Fill(R);
    R.Verdict = std::move(Verdict);
    R.Why = Live.whyUnknown().str();
    emit(R);
  }
  if (HasLimit)
    reportVerdict(V);
  // What fits was compiled later, or did not fit something else.
  const CompileFacts &Compile = AM.getTarget().Compile;
  if (!Compile.OutOfMemoryFile.empty() && C.transforms().empty() &&
      (!HasLimit || V.Kind == Fit::DoesNotFit))
    emit(remark::SummaryRanOut{
        .File = sys::path::filename(Compile.OutOfMemoryFile).str()});
}

void SummaryReport::reportVerdict(const FitVerdict &V) {
  const std::optional<ChosenDevice> &On = AM.getTarget().OnDevice;
  std::string Name = On ? On->Kind->Name.str() : "the limit";
  if (!V.Limit) {
    emit(remark::SummaryOtherDevice{
        .Device = std::move(Name),
        .Why = V.Why,
        .Command = On ? getCompileCommand(*On->Kind, On->Topology) : ""});
    return;
  }
  if (std::optional<Bytes> Excess = V.getExcess())
    emit(remark::SummaryOverLimit{
        .Device = std::move(Name), .Limit = *V.Limit, .Excess = *Excess});
  else if (std::optional<Bytes> Left = V.getLeft())
    emit(remark::SummaryUnderLimit{
        .Device = std::move(Name), .Limit = *V.Limit, .Left = *Left});
  if (On && On->Kind->hasMemoryFraction())
    reportFraction(On->Kind->Memory, On->getLimit());
  if (!V.Caveat.empty())
    emit(remark::SummaryCaveat{.Why = V.Caveat});
}

void SummaryReport::reportFraction(Bytes Memory, Bytes Limit) {
  emit(remark::SummaryFraction{.Memory = Memory, .Limit = Limit});
  // The contexts of a GPU take about a twentieth of it; a hundredth is left for
  // what is not in the dump.
  const uint64_t Hundredths =
      divideCeil(Need.count(), Memory.count() / 100) + 1;
  if (Need > Limit && Hundredths <= 95)
    emit(remark::SummaryMoreFraction{
        .Fraction = (Hundredths < 10 ? ".0" : ".") + utostr(Hundredths)});
}

std::string SummaryReport::describePlace(Time At) const {
  // What XLA adds has no place: what runs before it tells where that is.
  constexpr Time MostSteps = 32;
  for (Time T = At, End = At - std::min(At, MostSteps);; --T) {
    std::string Place = findPlace(T);
    if (!Place.empty())
      return T == At ? Place : "an unnamed step after " + Place;
    if (T == End)
      return Live.schedule()[At].str();
  }
}

std::string SummaryReport::findPlace(Time At) const {
  const Value *Largest = nullptr;
  for (MemorySpace Space : Needed)
    for (const Allocation *A : M.allocationsIn(Space))
      for (const Value &V : A->values())
        if (std::optional<LiveRange> Range = Live.getRange(V);
            Range && Range->Begin == At &&
            (!Largest || V.getSize() > Largest->getSize()))
          Largest = &V;
  if (Largest) {
    Content C = AM.getResult<PartsAnalysis>().find(*Largest);
    if (StringRef Renewed = C.Name; Renewed.consume_front("new "))
      C.Name = "the update of " + Renewed.str();
    if (!C.Name.empty())
      return C.Source.empty() ? C.Name : C.Name + ", " + C.Source;
    if (!C.Source.empty())
      return C.Source;
  }
  std::optional<UserPlace> Place =
      AM.getResult<UserSourceAnalysis>().findOwn(Live.schedule()[At]);
  return Place ? printShort(*Place) : "";
}

void SummaryReport::reportFullest() {
  if (Needed.empty() || !Live.isKnown())
    return;
  const SpaceTimeline &T = Timeline.getSpace(Needed.front());
  if (T.Peak.Size.isZero())
    return;
  const std::string Place = describePlace(T.Peak.At);
  emit(remark::SummaryFullest{.Place = Place});
  std::vector<Wall> Found =
      AM.getResult<WallsAnalysis>().find(Needed.front(), 2);
  if (Found.size() != 2)
    return;
  const Bytes Below = Found[0].Live - Found[1].Live;
  // Less than a hundredth is not worth a line; more than half says little.
  if (Below < Need / 100 || Below > Need / 2)
    return;
  if (std::string Next = describePlace(Found[1].At); Next != Place)
    emit(remark::SummaryWall{.Below = Below, .Place = std::move(Next)});
}

static std::string describeShapes(const PartGroup &G) {
  if (G.Shape.empty() || G.OfShape == G.Buffers)
    return G.Shape;
  return G.Shape + " +" + utostr(G.Buffers - G.OfShape) + " more";
}

void SummaryReport::reportParts() {
  std::vector<MemoryPart> Parts;
  for (MemorySpace Space : Needed)
    append_range(Parts, AM.getResult<PartsAnalysis>().compute(Space).Parts);
  stable_sort(Parts, [](const MemoryPart &L, const MemoryPart &R) {
    return L.Size > R.Size;
  });
  struct KindRow {
    PartKind Kind;
    Bytes Size;
    uint64_t Buffers;
    std::vector<PartGroup> Groups;
    size_t Listed;
  };
  SpaceParts All;
  All.Parts = std::move(Parts);
  std::vector<KindRow> Kinds;
  for (const PartOfKind &K : sumByKind(All)) {
    std::vector<const MemoryPart *> OfKind;
    for (const MemoryPart &P : All.Parts)
      if (P.What.Kind == K.Kind)
        OfKind.push_back(&P);
    std::vector<PartGroup> Groups = groupParts(OfKind, MaxRowsOfKind);
    // What has no name but its kind needs no row.
    erase_if(Groups, [](const PartGroup &G) {
      return G.Name.empty() && G.Largest->What.Detail.empty();
    });
    Kinds.push_back({K.Kind, K.Size, K.Buffers, std::move(Groups), 0});
    C.count(NumRows, Kinds.back().Groups.size());
  }
  // The largest rows of all kinds, until nine tenths of each kind are named.
  for (size_t Rows = 0; Options.Top == 0 || Rows < Options.Top; ++Rows) {
    KindRow *Next = nullptr;
    for (KindRow &K : Kinds) {
      if (K.Listed == K.Groups.size())
        continue;
      Bytes Named;
      for (const PartGroup &G : ArrayRef(K.Groups).take_front(K.Listed))
        Named += G.Size;
      bool IsNamed = K.Size < Need / LeastPartOfNeed || Named > K.Size / 10 * 9;
      if (Options.Top != 0 && IsNamed)
        continue;
      if (!Next || K.Groups[K.Listed].Size > Next->Groups[Next->Listed].Size)
        Next = &K;
    }
    if (!Next)
      break;
    ++Next->Listed;
  }
  Bytes Left;
  size_t LeftCount = 0;
  for (const KindRow &K : Kinds) {
    remark::SummaryKind Row = {};
    Row.Size = K.Size;
    Row.Share = Percent{K.Size, Need};
    Row.Kind = getName(K.Kind).str();
    Row.Count = K.Buffers;
    Row.Times = K.Buffers;
    emit(Row);
    for (const PartGroup &G : ArrayRef(K.Groups).take_front(K.Listed))
      emit(remark::SummaryPart{.Size = G.Size,
                               .Share = Percent{G.Size, Need},
                               .Kind = "",
                               .Part = G.Name.empty() ? G.Largest->What.Detail
                                                      : G.Name,
                               .Shape = describeShapes(G),
                               .Line = G.Source,
                               .Count = G.Buffers,
                               .Times = G.OfShape,
                               .Detail = G.Largest->What.Detail});
    for (const PartGroup &G : ArrayRef(K.Groups).drop_front(K.Listed)) {
      Left += G.Size;
      ++LeftCount;
    }
  }
  emitIfAny(remark::SummaryPartsRest{.Count = LeftCount, .Size = Left});
  if (AM.getResult<UserSourceAnalysis>().findFramework() == Framework::Torch &&
      any_of(Kinds, [this](const KindRow &K) {
        return K.Kind == PartKind::NotNamed && K.Size > Need / 4;
      }))
    emit(remark::SummaryNames{});
}

void SummaryReport::run() {
  for (MemorySpace Space : Needed)
    Need += Timeline.getSpace(Space).Allocated;
  SmallVector<StringRef> NoSpaces =
      AM.getTarget().findLimitsOfNoSpace(Backend.get());
  if (!NoSpaces.empty())
    emit(remark::SummaryLimitOfNoSpace{.Limited = join(NoSpaces, ", "),
                                       .Backend =
                                           backendName(Backend.get()).str()});
  reportHead();
  if (isBrief())
    return;
  // Of another module's program nothing is said.
  const ProgramText &Text = AM.getResult<ProgramAnalysis>();
  const std::string &Problem =
      Text.Program ? AM.getResult<ProgramGraphAnalysis>().Problem
                   : Text.Problem;
  if (Live.isKnown() && !Problem.empty())
    emit(remark::SummaryNoProgram{.Why = Problem});
  if (Live.isDerived())
    emit(remark::SummaryDerived{.Known = Live.getKnownCount(),
                                .Count = Live.getValueCount()});
  reportFullest();
  reportParts();
}

HLOMEM_PASS(Summary, SummaryReport)

} // namespace hlomem
