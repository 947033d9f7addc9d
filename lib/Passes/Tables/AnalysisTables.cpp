//===- AnalysisTables.cpp - Tables of what analyses find ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Tables/AnalysisTables.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/SpacesAnalysis.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Analysis/Program/ValueFlow.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Dump/DumpFileName.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/WhatIf/AdvisedChanges.h"
#include "hlomem/Passes/WhatIf/ArrayRewrites.h"
#include "hlomem/Passes/WhatIf/LayerCheckpoint.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace hlomem {

/// None for an empty text.
static std::optional<StringRef> orNone(StringRef Text) {
  return Text.empty() ? std::nullopt : std::optional(Text);
}

/// "{1,0}", valid as long as \p Text, which it may use.
static StringRef print(ShapeIndex Index, std::string &Text) {
  if (Index.empty())
    return "{}";
  Text = ("{" + Index.getText() + "}").str();
  return Text;
}

namespace {

/// Holds the rows of the instructions of a module, without its name, for all
/// forms in which they are written.
struct InstructionRows {
  InstructionRows(const Module &M, AnalysisManager &AM) {
    auto &Flow = AM.getResult<ValueFlowAnalysis>();
    auto &Sources = AM.getResult<UserSourceAnalysis>();
    const auto &Live = AM.getResult<LivenessAnalysis>();
    const auto &Schedule = Live.schedule();
    const ScheduleIndex &Times =
        Live.getTimes(AM.getResult<ScheduleIndexAnalysis>());
    DenseSet<StringRef> Known;
    Rows.reserve(Schedule.size());
    auto Add = [&](StringRef Name, std::optional<uint64_t> Position,
                   const Value *Of) {
      InstructionsRow &Row = Rows.emplace_back(
          InstructionsRow{.Instruction = Name, .Position = Position});
      const InstructionDetails *I =
          Of ? M.getInstruction(*Of) : Flow.findInProgram(Name);
      if (!I)
        return;
      Row.Opcode = orNone(I->OpcodeName);
      Row.Scope = orNone(I->Metadata.OpName);
      std::optional<UserPlace> Place;
      if (!I->Metadata.SourceFile.empty())
        Place = {I->Metadata.SourceFile, I->Metadata.SourceLine, 0};
      else if (I->Metadata.StackFrameId)
        Place = Sources.find(Name);
      if (Place)
        Row.Source = Texts.save(Place->str());
    };
    // By position, which takes less time than by name.
    std::vector<const Value *> Scheduled(Schedule.size());
    MapVector<StringRef, const Value *> Others;
    for (const Value &V : M.values()) {
      const Time At = Times.getDefinition(V);
      const Value *&Of = At < Scheduled.size() ? Scheduled[At]
                                               : Others[V.getInstructionName()];
      if (!Of && M.hasInstruction(V))
        Of = &V;
    }
    for (const auto &[Position, Name] : enumerate(Schedule))
      if (Times.isUnique() || Known.insert(Name).second)
        Add(Name, Position, Scheduled[Position]);
    for (const auto &[Name, Of] : Others)
      Add(Name, std::nullopt, Of);
  }

  std::vector<InstructionsRow> Rows;
  BumpPtrAllocator OfTexts;
  UniqueStringSaver Texts{OfTexts};
};

struct InstructionRowsAnalysis
    : public AnalysisInfoMixin<InstructionRowsAnalysis> {
  using Result = std::unique_ptr<InstructionRows>;
  Result run(const Module &M, AnalysisManager &AM) {
    return std::make_unique<InstructionRows>(M, AM);
  }
  static AnalysisKey Key;
};

class AnalysisTables final : public ModuleTables {
public:
  AnalysisTables(StringRef Name, const PassRun &Run)
      : Name(Name), Run(Run), M(Run.M), AM(Run.AM),
        Live(AM.getResult<LivenessAnalysis>()) {}

  void visitModules(function_ref<void(const ModulesRow &)> Visit) override;
  void visitSpaces(function_ref<void(const SpacesRow &)> Visit) override;
  void
  visitAllocations(function_ref<void(const AllocationsRow &)> Visit) override;
  void visitValues(function_ref<void(const ValuesRow &)> Visit) override;
  void
  visitLiveRanges(function_ref<void(const LiveRangesRow &)> Visit) override;
  void
  visitInstructions(function_ref<void(const InstructionsRow &)> Visit) override;
  void visitUses(function_ref<void(const UsesRow &)> Visit) override;
  void visitParts(function_ref<void(const PartsRow &)> Visit) override;
  void visitLoops(function_ref<void(const LoopsRow &)> Visit) override;
  void visitChanges(function_ref<void(const ChangesRow &)> Visit) override;
  void visitContents(function_ref<void(const ContentsRow &)> Visit) override;

private:
  StringRef Name;
  const PassRun &Run;
  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
};

} // namespace

AnalysisKey InstructionRowsAnalysis::Key;

void AnalysisTables::visitModules(
    function_ref<void(const ModulesRow &)> Visit) {
  const PassContext::Source &From = Run.C.getSource();
  const std::string Identity = From.Identify();
  ModulesRow Row{.Module = Name,
                 .Version = TablesVersion,
                 .Backend = backendName(Backend::Unknown),
                 .Incomplete = true,
                 .Identity = orNone(Identity),
                 .Path = From.Path,
                 .Release = HLOMEM_VERSION,
                 .Error = orNone(From.Error)};
  if (Row.Error)
    return Visit(Row);
  Row.Backend = backendName(AM.getResult<BackendAnalysis>().get());
  if (const Device *For = AM.getTarget().Compile.For.get())
    Row.DeviceKind = For->Name;
  else
    Row.DeviceKind = orNone(findGpuArchitecture(M.getName()));
  if (M.tellsAllocations())
    Row.Allocated = M.getTotalSize();
  Row.AllocationCount = M.allocations().size();
  Row.ValueCount = M.values().size();
  if (!Live.schedule().empty())
    Row.PositionCount = Live.getEndOfProgram();
  Row.Incomplete = M.isIncomplete();
  Visit(Row);
}

void AnalysisTables::visitSpaces(function_ref<void(const SpacesRow &)> Visit) {
  for (const SpaceBlock &B : AM.getResult<SpacesAnalysis>().spaces()) {
    SpacesRow Row{.Module = Name,
                  .Space = B.Space.Number,
                  .Name = orNone(B.Space.Name),
                  .AllocationCount = B.Allocations,
                  .Allocated = B.Allocated,
                  .ThreadLocal = B.ThreadLocal,
                  .MemoryLimit = B.Limit};
    if (B.Peak) {
      Row.Peak = B.Peak->Size;
      Row.PeakPosition = B.Peak->At;
    }
    Visit(Row);
  }
}

void AnalysisTables::visitAllocations(
    function_ref<void(const AllocationsRow &)> Visit) {
  std::string Index;
  for (const Allocation &A : M.allocations()) {
    AllocationsRow Row{.Module = Name,
                       .Allocation = A.getIndex(),
                       .Space = A.getMemorySpace(),
                       .Kind = getKind(A).Name,
                       .Size = A.getSize(),
                       .ValueCount = A.values().size()};
    if (const auto &P = A.getParameter()) {
      Row.Parameter = P->Number;
      Row.ParameterIndex = print(P->Index, Index);
    }
    Visit(Row);
  }
}

void AnalysisTables::visitValues(function_ref<void(const ValuesRow &)> Visit) {
  std::string Index;
  DenseMap<const Shape *, std::pair<std::string, std::optional<Bytes>>> Shapes;
  for (const Value &V : M.values()) {
    const Shape &S = V.getShape();
    auto [Known, IsNew] = Shapes.try_emplace(&S);
    auto &[Text, Logical] = Known->second;
    if (IsNew) {
      raw_string_ostream(Text) << S;
      Logical = S.getLogicalSize();
    }
    Visit({.Module = Name,
           .Value = V.getId(),
           .Instruction = V.getInstructionName(),
           .TupleIndex = print(V.getDefinition().getIndex(), Index),
           .Allocation = V.getAllocation().getIndex(),
           .ByteOffset = V.getOffset(),
           .Size = V.getSize(),
           .Logical = Logical,
           .Dtype = S.isTuple() ? "tuple" : S.getElementTypeName(),
           .Shape = Text,
           .Phi = V.isPhi()});
  }
}

void AnalysisTables::visitLiveRanges(
    function_ref<void(const LiveRangesRow &)> Visit) {
  for (const Value &V : M.values())
    if (std::optional<LiveRange> R = Live.getRange(V))
      Visit({.Module = Name,
             .Value = V.getId(),
             .First = R->Begin,
             .Last = R->End,
             .Derived = Live.isDerived()});
}

void AnalysisTables::visitInstructions(
    function_ref<void(const InstructionsRow &)> Visit) {
  for (InstructionsRow Row : AM.getResult<InstructionRowsAnalysis>()->Rows) {
    Row.Module = Name;
    Visit(Row);
  }
}

void AnalysisTables::visitUses(function_ref<void(const UsesRow &)> Visit) {
  std::string Index;
  for (const Value &V : M.values())
    for (const Use &U : V.getUses())
      Visit({.Module = Name,
             .Value = V.getId(),
             .Instruction = U.User.getName(),
             .Operand = U.OperandNumber,
             .TupleIndex = print(U.User.getIndex(), Index)});
}

void AnalysisTables::visitParts(function_ref<void(const PartsRow &)> Visit) {
  auto &Of = AM.getResult<PartsAnalysis>();
  for (const SpaceBlock &B : AM.getResult<SpacesAnalysis>().spaces()) {
    const SpaceParts Found = Of.compute(B.Space.Number);
    for (const MemoryPart &P : Found.Parts)
      Visit({.Module = Name,
             .Space = Found.Space,
             .Kind = getName(P.What.Kind),
             .Name = orNone(P.What.Name),
             .Detail = orNone(P.What.Detail),
             .Dtype = orNone(StringRef(P.Shape).split('[').first),
             .Shape = orNone(P.Shape),
             .Source = orNone(P.What.Source),
             .BufferCount = P.Buffers,
             .LayerCount = P.Layers,
             .Bytes = P.Size});
  }
}

void AnalysisTables::visitLoops(function_ref<void(const LoopsRow &)> Visit) {
  auto ToNumber = [](std::optional<Time> T) {
    return T ? std::optional<uint64_t>(*T) : std::nullopt;
  };
  ArrayRef<Loop> Loops = AM.getResult<LoopAnalysis>().loops();
  for (const Loop &L : Loops) {
    LoopsRow Row{.Module = Name,
                 .Instruction = L.Name,
                 .Position = ToNumber(L.At),
                 .First = ToNumber(L.Begin),
                 .BodyFirst = ToNumber(L.BodyBegin),
                 .TripCount = L.TripCount,
                 .Iterations = L.Iterations,
                 .Body = orNone(L.BodyName),
                 .LeafCount = L.countLeaves(),
                 .CopiedCount = L.countLeaves(LeafState::Copied),
                 .CopyCount = L.Copies.size()};
    if (L.Parent)
      Row.Parent = Loops[*L.Parent].Name;
    for (const LoopCopy &C : L.Copies)
      Row.CopyBytes += C.Copy->getSize();
    Visit(Row);
  }
}

void AnalysisTables::visitChanges(
    function_ref<void(const ChangesRow &)> Visit) {
  auto PassBound = [&](uint64_t Class, StringRef Change, const std::string &How,
                       Bytes Bound, StringRef Why) {
    Visit({.Module = Name,
           .Class = Class,
           .Change = Change,
           .How = orNone(How),
           .Precision = "unknown",
           .Bound = Bound,
           .Why = orNone(Why)});
  };
  auto PassTried = [&] {
    const AdvisedChanges Found(Run, /*Effort=*/std::nullopt, /*Top=*/0);
    auto Pass = [&](const AdvisedChanges::Numbers &N, uint64_t Class,
                    StringRef Change, const std::string &How) {
      Visit({.Module = Name,
             .Class = Class,
             .Change = Change,
             .How = orNone(How),
             .Precision = N.Precision,
             .Saves = N.Saves,
             .Needed = N.Needed});
    };
    const ChangeNames &Names = Found.names();
    for (const auto &F : Found.alone())
      Pass(Found.getNumbers(F), getChangeClass(F.Changes),
           Names.getName(F.Changes),
           Names.describe(Change(Log2_32(F.Changes))));
    for (const auto &F : Found.together())
      Pass(Found.getNumbers(F), getChangeClass(F.Changes),
           Names.getName(F.Changes), "");
    if (auto Layers = findLayerCheckpoint(Run, Found)) {
      const std::string How =
          Names.describeLayers(Layers->Code, Layers->What) + Layers->Cost;
      if (Layers->Count == 0)
        PassBound(LayerCheckpoint::Class, Layers->Name, How, Layers->Size,
                  Layers->Why);
      else
        Visit({.Module = Name,
               .Class = LayerCheckpoint::Class,
               .Change = Layers->Name,
               .How = orNone(How),
               .Precision = "about",
               .Saves = Layers->Size,
               .Needed = Found.trial().getBase().Needed - Layers->Size});
    }
    for (const ScaledRun &R : Found.runs())
      Pass(Found.getNumbers(*R.Result, R.Precision), ScaledRun::Class, R.Name,
           R.How);
    for (const AdvisedChanges::Unknown &U : Found.unknowns())
      PassBound(U.Class, U.Name, "", U.Bound, U.Why);
  };
  if (Error E = checkReplayed(AM.getResult<ReplayAnalysis>(),
                              AM.getResult<BackendAnalysis>().get()))
    consumeError(std::move(E));
  else
    PassTried();
  // These need no replay.
  for (const ArrayRewrite &R : findArrayRewrites(Run))
    PassBound(R.Class, R.Name, R.How, R.Bound, R.Why);
}

void AnalysisTables::visitContents(
    function_ref<void(const ContentsRow &)> Visit) {
  auto &Of = AM.getResult<PartsAnalysis>();
  for (const Value &V : M.values()) {
    const Content What = Of.find(V);
    Visit({.Module = Name,
           .Value = V.getId(),
           .Kind = getName(What.Kind),
           .Name = orNone(What.Name),
           .Detail = orNone(What.Detail),
           .Source = orNone(What.Source)});
  }
}

std::unique_ptr<ModuleTables> makeTables(StringRef Name, const PassRun &Run) {
  return std::make_unique<AnalysisTables>(Name, Run);
}

} // namespace hlomem
