//===- ProtoModule.cpp - A module of an HloProto --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/ProtoModule.h"
#include "ProtoMaterializer.h"
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Sources/StackTrace.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/IR/ValueOrder.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Fills the facts of one module.
class ProtoModuleMaker {
public:
  explicit ProtoModuleMaker(std::shared_ptr<const HloProtoSource> TheSource)
      : Source(std::move(TheSource)), B(Source->getText().FileName) {}

  /// Returns the module of what the bytes of the source tell.
  Expected<std::unique_ptr<Module>> read();
  Expected<std::unique_ptr<Module>>
  make(std::shared_ptr<const HloProtoContents> Of);

private:
  void computeRanges(const HloDataflow &D);
  void addAllocation(const HloDataflow &D, const HloProtoAllocation &From,
                     Allocation A);
  ValueHeader makeHeader(const HloDataflow &D, ValueId Number);
  void addValue(const HloDataflow &D, const HloProtoAssigned &Assigned);
  void listValues();

  std::shared_ptr<const HloProtoSource> Source;
  ModuleBuilder B;
  std::shared_ptr<const HloProtoContents> Contents;
  /// Is true if Contents were made in memory, and not read.
  bool IsMade = false;
  /// Of the values of the assignment, which are ascending by id, those that
  /// have an allocation: their numbers in the module.
  IdVector<ValueId, std::optional<ValueOrder::Entry>> Placed;
  IdVector<ValueId, std::optional<LiveRange>> Ranges;
  /// How many of them depend on a release that is not known.
  uint64_t UncertainRanges = 0;
};

} // namespace

void ProtoModuleMaker::computeRanges(const HloDataflow &D) {
  const HloGraph &G = *Contents->Program;
  HloSchedule Schedule(G);
  HloBuffers Buffers =
      HloBuffers::of(D.definitions().size(), Contents->Assignment.Aliases);
  HloLiveRangeRules Rules;
  bool BeginsAtStart =
      getFacts(Contents->Release).BeginsAsync == AsyncBegin::Start;
  if (BeginsAtStart)
    Rules.BeginsAsync = AsyncBegin::Start;
  Ranges = computeLiveRanges(D, Buffers, Schedule, Rules);
  auto &Classes = B.facts().AliasClasses.emplace();
  Classes.reserve(Contents->Assignment.Values.size());
  for (auto [Number, V] : withIds(Contents->Assignment.Values))
    Classes.emplace_back(V.Id, Buffers.getBuffer(Number));
  if (Contents->IsAsyncBeginUnknown) {
    Rules.BeginsAsync =
        BeginsAtStart ? AsyncBegin::Definition : AsyncBegin::Start;
    auto Others = computeLiveRanges(D, Buffers, Schedule, Rules);
    for (auto [L, R] : zip_equal(Ranges, Others))
      UncertainRanges += L != R;
  }
  for (InstructionId I : Schedule.order())
    B.facts().Schedule.push_back(G.instructions()[I].Name);
}

ValueHeader ProtoModuleMaker::makeHeader(const HloDataflow &D, ValueId Number) {
  const HloProtoValue &From = Contents->Assignment.Values[Number];
  ValueHeader H;
  H.Id = From.Id;
  H.Definition = ProtoMaterializer::makeName(*Contents->Program,
                                             From.Definition, *B.facts().Arena);
  H.HasColor = true;
  H.Color = From.Color;
  H.Phi = D.isPhi(Number);
  return H;
}

void ProtoModuleMaker::addValue(const HloDataflow &D,
                                const HloProtoAssigned &Assigned) {
  const HloGraph &G = *Contents->Program;
  HloPlace P = Contents->Assignment.Values[Assigned.Value].Definition;
  const LeafTree &Leaves = *G.instructions()[P.Instruction].Leaves;
  Value V;
  V.setHeader(makeHeader(D, Assigned.Value));
  // Analyses tell shapes apart by their addresses. Those of an edit are of
  // several contexts.
  const Shape *Type = Leaves[P.Leaf].Type;
  V.setShape(IsMade ? B.shapes().getCopy(*Type) : Type);
  V.setSlice(Assigned.Offset, Assigned.Size);
  V.setComputed();
  V.setHasUses(true);
  V.setIsUsedValue(true);
  if (std::optional<LiveRange> R = Ranges[Assigned.Value])
    V.setLiveRange(*R);
  Placed[Assigned.Value] = B.facts().Values.size();
  B.facts().Values.append(V);
}

// As `Used values:` of the text has them.
void ProtoModuleMaker::listValues() {
  auto &Listed = B.facts().ListedValues.emplace();
  Listed.reserve(B.facts().Values.size());
  for (std::optional<ValueOrder::Entry> V : Placed)
    if (V)
      Listed.push_back(*V);
}

void ProtoModuleMaker::addAllocation(const HloDataflow &D,
                                     const HloProtoAllocation &From,
                                     Allocation A) {
  const HloGraph &G = *Contents->Program;
  if (From.IsParameter) {
    const LeafTree &Leaves =
        *G.instructions()[G.getEntry().Parameters[From.ParameterNumber]].Leaves;
    bool PrintsLeaf = getFacts(Contents->Release).PrintsParameterLeaf;
    const LeafTree::Node &Printed =
        Leaves[PrintsLeaf ? From.ParameterLeaf : RootLeaf];
    SmallString<32> Index;
    raw_svector_ostream OS(Index);
    Leaves.printIndex(From.ParameterLeaf, OS);
    StringRef Text = StringRef(Index).drop_front().drop_back();
    A.setParameter({From.ParameterNumber,
                    ShapeIndex::fromCanonicalText(Text.copy(*B.facts().Arena)),
                    /*HasShape=*/true,
                    B.shapes().getCopy(*Printed.Type, /*WithLayout=*/false)});
  }
  // The result as a whole is in it.
  HloPlace Result = {G.getEntry().Root, RootLeaf};
  if (any_of(From.Assigned, [&](const HloProtoAssigned &V) {
        return D.getValueAt(Result) == V.Value;
      })) {
    A.addFlags(AllocationFlags::OutputShape);
    A.setOutputShape(B.shapes().getCopy(
        *G.instructions()[Result.Instruction].Type, /*WithLayout=*/false));
  }
  B.facts().Allocations.push_back(A);
  for (const HloProtoAssigned &V : From.Assigned)
    addValue(D, V);
}

Expected<std::unique_ptr<Module>> ProtoModuleMaker::read() {
  const SourceText &Text = Source->getText();
  Expected<HloProtoContents> Read =
      readHloProto(Text.Text, B.shapes(), ProtoParts::WithoutFusionBodies);
  if (!Read)
    return Read.takeError();
  auto Of = std::make_shared<HloProtoContents>(std::move(*Read));
  Expected<std::unique_ptr<Module>> M = make(Of);
  // The module has them now.
  Of->Assignment.Allocations = {};
  Of->Assignment.Aliases = {};
  // Few ask for more of the file, which is most of what is in memory. This is a
  // hint to the system, and changes nothing of the bytes.
  const_cast<MemoryBuffer &>(*Text.Buffer).dontNeedIfMmap();
  return M;
}

Expected<std::unique_ptr<Module>>
ProtoModuleMaker::make(std::shared_ptr<const HloProtoContents> Of) {
  Contents = std::move(Of);
  IsMade = Contents->Bytes.empty();
  // Values may have no shape with tiles any more.
  B.shapes().setHasTiles(Contents->IsForTpu);
  std::vector<HloPlace> Definitions;
  for (const HloProtoValue &V : Contents->Assignment.Values)
    Definitions.push_back(V.Definition);
  HloDataflow D =
      HloDataflow::of(*Contents->Program, Definitions, Contents->Release);
  computeRanges(D);
  Placed.resize(Contents->Assignment.Values.size());
  std::vector<size_t> FirstValues;
  B.facts().Allocations.reserve(Contents->Assignment.Allocations.size());
  for (auto [I, A] : enumerate(Contents->Assignment.Allocations)) {
    Expected<Allocation> Made = makeAllocation(A, I);
    if (!Made)
      return Made.takeError();
    FirstValues.push_back(B.facts().Values.size());
    addAllocation(D, A, *Made);
  }
  FirstValues.push_back(B.facts().Values.size());
  B.facts().TellsInstructions = true;
  listValues();

  auto Origin = std::make_unique<ProtoProvenance>();
  Origin->UnknownFields = Contents->UnknownFields;
  for (auto [Number, V] : withIds(Placed)) {
    if (!V)
      Origin->UnplacedValues.push_back(makeHeader(D, Number));
    if (!D.isDefined(Number))
      Origin->UndefinedValues.push_back(makeHeader(D, Number));
  }
  Origin->setRelease(Contents->Release);
  if (Contents->IsPeakFormUnknown)
    Origin->setPeakFormUnknown();
  if (UncertainRanges != 0)
    Origin->OpenQuestions.push_back(
        {"release of XLA", UncertainRanges,
         "live ranges of asynchronous values, which begin later since jaxlib "
         "0.12; the text of the dump tells"});
  Origin->Source = Source;
  auto Details = std::make_unique<ProtoMaterializer>(std::move(Contents),
                                                     std::move(D), Source);
  B.placeValues(FirstValues, Details.get());
  return B.build(std::move(Details), std::move(Origin));
}

//===----------------------------------------------------------------------===//
// ProtoProvenance
//===----------------------------------------------------------------------===//

const ProtoProvenance *getProtoProvenance(const Module &M) {
  return dyn_cast_if_present<ProtoProvenance>(M.getProvenance());
}

std::string ProtoProvenance::describeUnknown() const {
  if (UnknownFields.empty())
    return "";
  const UnknownWireField &First = UnknownFields.front();
  std::string Text =
      ("field " + Twine(First.Number) + " of " + First.Message).str();
  if (UnknownFields.size() > 1)
    Text += " and " + countText(UnknownFields.size() - 1, "other field");
  return Text;
}

uint64_t ProtoProvenance::countUnknown() const {
  uint64_t Sum = 0;
  for (const UnknownWireField &F : UnknownFields)
    Sum += F.Count;
  return Sum;
}

bool ProtoProvenance::mayLackMemory() const {
  return any_of(UnknownFields, [](const UnknownWireField &F) {
    return F.Message == "HloProto" || F.Message == "BufferAssignmentProto";
  });
}

StringRef ProtoProvenance::getAffectedByUnknown() const {
  if (mayLackMemory())
    return "memory described only there could be missing";
  auto IsOf = [this](ArrayRef<StringRef> Messages) {
    return any_of(UnknownFields, [Messages](const UnknownWireField &F) {
      return is_contained(Messages, F.Message);
    });
  };
  if (IsOf({"LogicalBufferProto", "BufferAllocationProto", "Assigned"}))
    return "only the kind of an allocation could depend on it";
  // What an instruction calls, shares and aliases is in fields of its own.
  if (IsOf({"HloModuleProto", "HloComputationProto", "HloInstructionProto",
            "HloScheduleProto"}))
    return "positions, uses and live ranges could depend on it";
  return "no number depends on it";
}

//===----------------------------------------------------------------------===//
// The stack trace tree
//===----------------------------------------------------------------------===//

// Not with the claims, which all reports ask for: this one reads the whole
// program.
std::optional<StackTraceTree>
ProtoProvenance::computeStackTrace(const Module &M, const PrintedPeak &Peak,
                                   BumpPtrAllocator &Arena) const {
  Expected<std::shared_ptr<const ProgramSource>> Program = M.readProgram();
  if (!Program) {
    consumeError(Program.takeError());
    return std::nullopt;
  }
  if (!*Program)
    return std::nullopt;
  Expected<ComputedStackTrace> Computed =
      hlomem::computeStackTrace(M, Peak, **Program);
  if (!Computed) {
    consumeError(Computed.takeError());
    return std::nullopt;
  }
  for (StackTraceNode &N : Computed->Tree.Nodes)
    // XLA's are names of scopes, on lines.
    N.Label = StringRef(toPrintable(N.Label)).copy(Arena);
  return std::move(Computed->Tree);
}

Expected<std::unique_ptr<Module>> readProtoModule(SourceText Source) {
  return ProtoModuleMaker(std::make_shared<HloProtoSource>(std::move(Source)))
      .read();
}

Expected<std::unique_ptr<Module>>
makeProtoModule(std::shared_ptr<const WholeHloProto> Whole) {
  std::shared_ptr<const HloProtoContents> Contents(Whole, &Whole->Contents);
  return ProtoModuleMaker(std::make_shared<HloProtoSource>(std::move(Whole)))
      .make(std::move(Contents));
}

} // namespace hlomem
