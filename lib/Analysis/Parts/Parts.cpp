//===- Parts.cpp - Where the bytes of a memory space are ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Parts/Parts.h"
#include "Parts/ContentNames.h"
#include "Parts/PartFolding.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace llvm;

namespace hlomem {

AnalysisKey PartsAnalysis::Key;

StringRef getName(PartKind Kind) {
  static constexpr StringLiteral Names[] = {
      "parameters", "optimizer state",   "inputs",    "arguments",
      "results",    "kept for backward", "gradients", "working memory",
      "constants",  "padding",           "gaps",      "not named"};
  static_assert(std::size(Names) == PartKindCount);
  return Names[size_t(Kind)];
}

std::vector<PartOfKind> sumByKind(const SpaceParts &Parts) {
  std::vector<PartOfKind> Kinds(PartKindCount);
  for (const MemoryPart &P : Parts.Parts) {
    PartOfKind &K = Kinds[size_t(P.What.Kind)];
    K.Kind = P.What.Kind;
    K.Size += P.Size;
    K.Buffers += P.Buffers;
  }
  erase_if(Kinds, [](const PartOfKind &K) { return K.Size.isZero(); });
  stable_sort(Kinds, [](const PartOfKind &L, const PartOfKind &R) {
    return L.Size > R.Size;
  });
  return Kinds;
}

static std::string printShape(const Value &V) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (V.hasShape() && !V.getShape().isTuple())
    V.getShape().print(OS, /*WithLayout=*/false);
  return Text;
}

class Parts::Impl {
public:
  Impl(const Module &M, AnalysisManager &AM);

  /// Computes the parts of all spaces. Where rules ask for each other in a
  /// circle, what a value holds depends on which one was asked for first: it is
  /// the same whatever is asked.
  void settle();
  Content find(const Value &V);
  StringRef findMaker(const Value &V);
  PartKind findHeldArgument(const Value &V);
  PartKind findArgument(uint64_t Number) const {
    if (!Names || Number >= Graph->getEntry().Parameters.size())
      return PartKind::NotNamed;
    return Names->findArgumentKind(
        {Graph->getEntry().Parameters[Number], RootLeaf});
  }
  SpaceParts getParts(MemorySpace Space) const {
    if (auto Found = BySpace.find(Space); Found != BySpace.end())
      return Found->second;
    SpaceParts None;
    None.Space = Space;
    return None;
  }
  std::vector<std::string> explain(const Value &V);

private:
  SpaceParts compute(MemorySpace Space);
  std::optional<HloPlace> findPlace(InstructionId I, ShapeIndex Index) const;
  std::optional<HloPlace> findPlace(const Value &V) const;
  std::optional<HloPlace> findArgument(const Allocation &A) const;
  bool isLiveAtEnd(const Value &V) const;
  void listOwnValues();
  bool isCopy(HloPlace P, const Value &V);
  bool isRenewed(HloPlace P, const Value &V, StringRef Name);
  Content findWithoutProgram(const Value &V);
  void addAllocation(const Allocation &A, std::optional<Time> At,
                     PartFolding &Rows);
  void addBuffer(const Value &V, Bytes Size, std::optional<Bytes> Logical,
                 PartFolding &Rows);
  Content findRest(const Allocation &A);
  void addGaps(const Allocation &A, Bytes Size, PartFolding &Rows);

  const Module &M;
  AnalysisManager &AM;
  /// Is false if arguments are in the memory of the host: what is moved from
  /// there is the only copy on the device.
  const bool MovesMayBeCopies =
      all_of(M.allocations(), [](const Allocation &A) {
        return !A.has(AllocationFlags::Parameter) || A.getMemorySpace() == 0;
      });
  /// Owns what Names refers to; null if the program is unknown.
  std::shared_ptr<const ProgramSource> Program;
  std::shared_ptr<const HloGraph> Graph;
  std::optional<ContentNames> Names;
  /// Maps an argument to the value that it is.
  DenseMap<HloPlace, const Value *> OwnValues;
  std::map<MemorySpace, SpaceParts> BySpace;
  bool IsSettled = false;
  /// Scopes and operations, of a dump alone: its layers share op_names.
  StringMap<std::pair<std::string, std::string>> ByOpName;
};

Parts::Impl::Impl(const Module &M, AnalysisManager &AM) : M(M), AM(AM) {
  if (!getProgramGraph(AM))
    return;
  const ProgramGraph &G = AM.getResult<ProgramGraphAnalysis>();
  Program = G.Program;
  Graph = G.Graph;
  Names.emplace(*Program, *Graph, AM.getTarget().ResultNames);
  listOwnValues();
}

std::optional<HloPlace> Parts::Impl::findPlace(InstructionId I,
                                               ShapeIndex Index) const {
  LeafId Leaf = (*Graph)[I].Leaves->find(Index);
  return Leaf ? std::optional(HloPlace{I, Leaf}) : std::nullopt;
}

std::optional<HloPlace> Parts::Impl::findPlace(const Value &V) const {
  return Graph
             ? Graph->find(V.getInstructionName(), V.getDefinition().getIndex())
             : std::nullopt;
}

bool Parts::Impl::isLiveAtEnd(const Value &V) const {
  const Liveness &Live = AM.getResult<LivenessAnalysis>();
  std::optional<LiveRange> Range = Live.getRange(V);
  return Range && Range->End + 1 >= Live.getEndOfProgram();
}

/// True for the memory of a result that takes the place of no argument.
static bool isOutput(const Allocation &A) {
  return A.has(AllocationFlags::MaybeLiveOut) &&
         !A.has(AllocationFlags::Parameter);
}

/// A dump alone tells names, and what allocations are for.
Content Parts::Impl::findWithoutProgram(const Value &V) {
  StringRef OpName = AM.getResult<ValueNamesAnalysis>()->findOpName(V);
  const Allocation &A = V.getAllocation();
  Content C;
  // What has a scope is no argument. It took the place of one, and renews it if
  // it stays.
  bool IsOfArgument = A.has(AllocationFlags::Parameter);
  bool HasScope = IsOfArgument && OpName.split('[').first.contains('/');
  bool IsRenewed = HasScope && isLiveAtEnd(V);
  if (IsOfArgument && (!HasScope || IsRenewed)) {
    C.Kind = PartKind::Arguments;
    C.Name = !OpName.empty() && !HasScope && OpName != "XLA_Args" ? OpName.str()
             : A.getParameter()
                 ? "parameter " + utostr(A.getParameter()->Number)
                 : V.getInstructionName().str();
    if (IsRenewed)
      C.Detail = "renewed";
    return C;
  }
  auto [Known, IsNew] = ByOpName.try_emplace(OpName);
  if (IsNew) {
    auto [Scopes, Operation] = splitOpName(OpName);
    Known->second = {join(Scopes, "/"), Operation.str()};
  }
  std::tie(C.Name, C.Detail) = Known->second;
  if (A.has(AllocationFlags::Constant))
    C.Kind = PartKind::Constants;
  else if (isOutput(A))
    C.Kind = PartKind::Results;
  else if (!OpName.empty())
    C.Kind = PartKind::WorkingMemory;
  if (C.Name.empty() && OpName.empty())
    C.Name = V.getInstructionName().str();
  return C;
}

/// Returns the argument that \p A holds at the beginning; none if it holds
/// none.
std::optional<HloPlace> Parts::Impl::findArgument(const Allocation &A) const {
  if (!Graph || !A.has(AllocationFlags::Parameter) || !A.getParameter())
    return std::nullopt;
  const ParameterOrigin &From = *A.getParameter();
  ArrayRef<InstructionId> Parameters = Graph->getEntry().Parameters;
  return From.Number < Parameters.size()
             ? findPlace(Parameters[From.Number], From.Index)
             : std::nullopt;
}

void Parts::Impl::listOwnValues() {
  for (const Allocation &A : M.allocations())
    if (std::optional<HloPlace> At = findArgument(A))
      for (const Value &V : A.values())
        if (findPlace(V) == At)
          OwnValues.try_emplace(*At, &V);
}

/// True if \p V, at \p P, holds an argument that is live too: at the peak, or
/// as long as \p V if that is not live then.
bool Parts::Impl::isCopy(HloPlace P, const Value &V) {
  if (!MovesMayBeCopies || !V.isAllocated())
    return false;
  const std::optional<HloPlace> At = Names->findArgumentAt(P);
  const Value *Own = At ? OwnValues.lookup(*At) : nullptr;
  if (!Own || &Own->getAllocation() == &V.getAllocation())
    return false;
  const auto &Live = AM.getResult<LivenessAnalysis>();
  const std::optional<LiveRange> Argument = Live.getRange(*Own);
  const std::optional<LiveRange> Copy = Live.getRange(V);
  if (!Argument || !Copy)
    return false;
  const PeakLoad &Peak = AM.getResult<MemoryTimelineAnalysis>()
                             .getSpace(V.getAllocation().getMemorySpace())
                             .Peak;
  const bool IsAtPeak = !Peak.Size.isZero() && Copy->contains(Peak.At);
  return IsAtPeak ? Argument->contains(Peak.At) : Argument->End >= Copy->End;
}

/// True if \p V, at \p P, which holds an argument called \p Name, lies in the
/// memory of the result that renews or returns the argument.
bool Parts::Impl::isRenewed(HloPlace P, const Value &V, StringRef Name) {
  if (!isOutput(V.getAllocation()))
    return false;
  const std::optional<HloPlace> At = Names->findArgumentAt(P);
  return any_of(V.getAllocation().values(), [&](const Value &Other) {
    const std::optional<HloPlace> O = findPlace(Other);
    const std::optional<Content> Result =
        O ? Names->findResult(*O) : std::nullopt;
    return Result && (Names->findArgumentAt(*O) == At ||
                      Result->Name == ("new " + Name).str());
  });
}

static bool isOfArgument(PartKind Kind) {
  return Kind == PartKind::Parameters || Kind == PartKind::OptimizerState ||
         Kind == PartKind::Inputs || Kind == PartKind::Arguments;
}

Content Parts::Impl::find(const Value &V) {
  if (V.hasShape() && V.getShape().isTuple())
    return {PartKind::WorkingMemory, "", "tuple index table", ""};
  std::optional<HloPlace> P = findPlace(V);
  if (!P)
    return findWithoutProgram(V);
  // It holds the argument or, once that is donated, what renews it.
  if (std::optional<HloPlace> At = findArgument(V.getAllocation()))
    if (std::optional<Content> C = Names->findInArgument(*At, *P))
      return *C;
  Content C = Names->find(*P);
  if (!isOfArgument(C.Kind) || !isCopy(*P, V))
    return C;
  // What renews an argument may begin as a copy of it, as before a conditional.
  if (isRenewed(*P, V, C.Name))
    return {PartKind::Results, "new " + C.Name, "", ""};
  // While the argument itself is there, a copy of it is working memory: each
  // kind of argument has the bytes of the arguments alone.
  C.Kind = PartKind::WorkingMemory;
  return C;
}

PartKind Parts::Impl::findHeldArgument(const Value &V) {
  const std::optional<HloPlace> P = findPlace(V);
  const std::optional<HloPlace> At =
      P ? Names->findArgumentAt(*P) : std::nullopt;
  return At ? Names->findArgumentKind(*At) : PartKind::NotNamed;
}

StringRef Parts::Impl::findMaker(const Value &V) {
  // An index table has no content of the program.
  if (V.hasShape() && V.getShape().isTuple())
    return "";
  std::optional<HloPlace> P = findPlace(V);
  return P ? (*Graph)[Names->findMaker(*P)].Name : StringRef();
}

std::vector<std::string> Parts::Impl::explain(const Value &V) {
  std::optional<HloPlace> P = findPlace(V);
  return P ? Names->explain(*P) : std::vector<std::string>();
}

void Parts::Impl::addBuffer(const Value &V, Bytes Size,
                            std::optional<Bytes> Logical, PartFolding &Rows) {
  Content C = find(V);
  std::string Shape = printShape(V);
  Bytes Filled = std::min(Size, Logical.value_or(Size));
  if (Filled != Size) {
    Content Padding = C;
    Padding.Kind = PartKind::Padding;
    Rows.add(std::move(Padding), Shape, Size - Filled);
  }
  Rows.add(std::move(C), std::move(Shape), Filled);
}

/// What an allocation has for nothing at the peak.
Content Parts::Impl::findRest(const Allocation &A) {
  if (!isOutput(A))
    return {PartKind::Gaps, "", "", ""};
  for (const Value &V : A.values())
    if (std::optional<HloPlace> P = findPlace(V))
      if (std::optional<Content> C = Names->findResult(*P)) {
        C->Detail = "not yet written";
        return *C;
      }
  return {PartKind::Results, "", "not yet written", ""};
}

/// What is free at the position where most of \p A is live is fragmentation;
/// the other gaps are live there. An argument that is donated is elsewhere once
/// it was copied, until its result is there.
void Parts::Impl::addGaps(const Allocation &A, Bytes Size, PartFolding &Rows) {
  const MemoryTimeline &Timeline = AM.getResult<MemoryTimelineAnalysis>();
  const PeakLoad &Load = Timeline.getLoad(A);
  Bytes Free = std::min(Size, A.getSize() - std::min(A.getSize(), Load.Size));
  Content C;
  auto Add = [&](const Twine &Detail, Bytes Of) {
    C.Kind = PartKind::Gaps;
    C.Detail = Detail.str();
    Rows.add(C, "", Of);
  };
  Add(Timeline.getFragmentation(A) ? "fragmentation"
                                   : "fragmentation or scoped memory",
      Free);
  if (A.has(AllocationFlags::Parameter) || !A.isArena()) {
    std::optional<HloPlace> Argument = findArgument(A);
    C = Argument ? Names->find(*Argument) : find(A.values().front());
    if (C.Name.empty())
      C.Name = std::move(C.Detail);
    return Add("not in use", Size - Free);
  }
  StringRef Instruction = AM.getResult<LivenessAnalysis>().schedule()[Load.At];
  if (InstructionId I =
          Graph ? Graph->find(Instruction) : InstructionId::none())
    C = Names->find({I, RootLeaf});
  if (!C.Name.empty())
    C.Name.insert(0, "sized by ");
  Add("most in use at position " + Twine(Load.At) + ", " + Instruction,
      Size - Free);
}

void Parts::Impl::addAllocation(const Allocation &A, std::optional<Time> At,
                                PartFolding &Rows) {
  Bytes Left = A.getSize();
  auto Add = [&](const Value &V, Bytes Size, std::optional<Bytes> Logical) {
    // A dump may contradict itself and have more live than is allocated.
    Size = std::min(Size, Left);
    Left -= Size;
    if (!Size.isZero())
      addBuffer(V, Size, Logical, Rows);
  };
  if (At)
    for (const LiveBuffer &B :
         findLiveBuffers(A, AM.getResult<LivenessAnalysis>(), *At))
      Add(*B.Representative, B.Size, B.Logical);
  // It is not known when others are live, but they alone have these bytes.
  // A dump may have live ranges of a schedule that it lacks.
  const auto &Live = AM.getResult<LivenessAnalysis>();
  bool HasRange = Live.isKnown() && any_of(A.values(), [&](const Value &V) {
                    return Live.getRange(V).has_value();
                  });
  if (!HasRange && !A.isArena() && !A.values().empty()) {
    const Value &V = A.values().front();
    Add(V, V.getSize(),
        V.hasShape() ? V.getShape().getLogicalSize() : std::nullopt);
  }
  if (Left.isZero())
    return;
  Content Rest =
      HasRange || !A.isArena()
          ? findRest(A)
          : Content{PartKind::NotNamed, "", "live at unknown times", ""};
  if (Rest.Kind == PartKind::Gaps && HasRange)
    return addGaps(A, Left, Rows);
  std::string Shape;
  if (Rest.Kind == PartKind::Results && !A.isArena() && !A.values().empty())
    Shape = printShape(A.values().front());
  Rows.add(std::move(Rest), std::move(Shape), Left);
}

SpaceParts Parts::Impl::compute(MemorySpace Space) {
  const SpaceTimeline &T =
      AM.getResult<MemoryTimelineAnalysis>().getSpace(Space);
  SpaceParts Result;
  Result.Space = Space;
  Result.Allocated = T.Allocated;
  if (!T.Peak.Size.isZero())
    Result.At = T.Peak.At;
  PartFolding Rows;
  for (const Allocation *A : M.allocationsIn(Space))
    if (!A->isThreadLocal())
      addAllocation(*A, Result.At, Rows);
  Result.Parts = std::move(Rows).fold();
  return Result;
}

void Parts::Impl::settle() {
  if (std::exchange(IsSettled, true))
    return;
  for (MemorySpace Space : AM.getResult<MemoryTimelineAnalysis>().spaces())
    BySpace[Space] = compute(Space);
}

Parts::Parts(const Module &M, AnalysisManager &AM)
    : I(std::make_unique<Impl>(M, AM)) {}
Parts::Parts(Parts &&) noexcept = default;
Parts::~Parts() = default;

Content Parts::find(const Value &V) {
  I->settle();
  return I->find(V);
}

bool Parts::askMaker(const Value &V, function_ref<bool(StringRef)> Ask) {
  if (Ask(V.getInstructionName()))
    return true;
  I->settle();
  StringRef Maker = I->findMaker(V);
  return !Maker.empty() && Ask(Maker);
}

PartKind Parts::findArgument(uint64_t Number) const {
  return I->findArgument(Number);
}

PartKind Parts::findHeldArgument(const Value &V) const {
  return I->findHeldArgument(V);
}

SpaceParts Parts::compute(MemorySpace Space) {
  I->settle();
  return I->getParts(Space);
}

std::vector<std::string> Parts::explain(const Value &V) {
  I->settle();
  return I->explain(V);
}

Parts PartsAnalysis::run(const Module &M, AnalysisManager &AM) {
  return Parts(M, AM);
}

} // namespace hlomem
