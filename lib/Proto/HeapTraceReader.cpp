//===- HeapTraceReader.cpp - What XLA's heap simulators did ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloSchema.inc"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Proto/ProtoModule.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

//===----------------------------------------------------------------------===//
// Values as traces count them
//===----------------------------------------------------------------------===//

/// What TPUs compute without memory where it has one element, and where that
/// goes.
static bool isScalarOpcode(Opcode Op) {
  switch (Op) {
  case Opcode::Add:
  case Opcode::And:
  case Opcode::Clamp:
  case Opcode::Compare:
  case Opcode::Conditional:
  case Opcode::Convert:
  case Opcode::Copy:
  case Opcode::Divide:
  case Opcode::Maximum:
  case Opcode::Minimum:
  case Opcode::Multiply:
  case Opcode::Negate:
  case Opcode::Not:
  case Opcode::Or:
  case Opcode::Parameter:
  case Opcode::Remainder:
  case Opcode::Select:
  case Opcode::ShiftLeft:
  case Opcode::ShiftRightArithmetic:
  case Opcode::ShiftRightLogical:
  case Opcode::Subtract:
  case Opcode::While:
  case Opcode::Xor:
    return true;
  default:
    return false;
  }
}

/// True if a TPU's scalar unit computes with \p S: one truth value or integer
/// of a byte or more.
static bool isScalarInteger(const Shape &S) {
  switch (S.getElementType()) {
  case ElementType::Pred:
  case ElementType::S8:
  case ElementType::S16:
  case ElementType::S32:
  case ElementType::S64:
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64:
    break;
  default:
    return false;
  }
  return S.isArray() && all_of(S.getDimensions(), [](const Dimension &D) {
           return !D.IsUnbounded && D.Extent <= 1;
         });
}

static TracedValue makeTraced(const HloGraph &G, const HloProtoValue &V) {
  const GraphInstruction &I = G.instructions()[V.Definition.Instruction];
  const LeafTree &Leaves = *I.Leaves;
  const LeafTree::Node &Leaf = Leaves[V.Definition.Leaf];
  TracedValue Result;
  Result.Id = V.Id;
  Result.Size = V.Size;
  Result.Color = V.Color;
  const Shape *Counted = Leaves[RootLeaf].Type;
  if (V.Definition.Leaf != RootLeaf)
    if (LeafId Part = Leaves.getElement(RootLeaf, Leaf.Number))
      Counted = Leaves[Part].Type;
  Result.Unpadded = Counted->getLogicalSize().value_or(V.Size);
  Result.IsInRegister = isScalarOpcode(I.Op) && isScalarInteger(*Leaf.Type);
  return Result;
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

static void readEvent(const WireReader &At, const HeapTraces &Known,
                      HeapTrace &Trace) {
  TraceEvent E;
  uint64_t Kind = 0, Id = 0, SharedId = 0;
  for (WireReader R(At, Event); R.next();) {
    R.take(Event::Kind, Kind);
    R.take(Event::BufferId, Id);
    R.take(Event::InstructionName, E.Instruction);
    R.take(Event::ShareWithCanonicalId, SharedId);
  }
  if (At.hasFailed())
    return;
  if (Kind > static_cast<uint64_t>(TraceEvent::Kind::ShareWith))
    return At.fail("an event of the unknown kind " + Twine(Kind));
  E.What = static_cast<TraceEvent::Kind>(Kind);
  E.Value = Known.find(Id);
  if (!E.Value)
    return At.fail("no value has the id " + Twine(Id));
  if (E.What == TraceEvent::Kind::ShareWith) {
    E.SharedWith = Known.find(SharedId);
    if (!E.SharedWith)
      return At.fail("no value has the id " + Twine(SharedId));
  }
  Trace.Events.push_back(E);
}

static void readPeakBuffers(const WireReader &At, HeapTraces &Known) {
  uint64_t Allocation = 0;
  SmallVector<int64_t> Ids;
  for (WireReader R(At, PeakBuffers); R.next();) {
    R.take(PeakBuffers::AllocationIndex, Allocation);
    R.take(PeakBuffers::LogicalBufferIds, Ids);
  }
  for (int64_t Id : Ids)
    Known.PeakBuffers.push_back({Allocation, Id});
}

Expected<HeapTraces> readHeapTraces(const HloProtoContents &Contents) {
  HeapTraces Result;
  for (const HloProtoValue &V : Contents.Assignment.Values)
    Result.Values.push_back(makeTraced(*Contents.Program, V));
  WireInput Input(Contents.Bytes);
  for (WireReader Whole(Input, HloProto, Contents.Bytes);
       Whole.next(HloProto::BufferAssignment);) {
    for (WireReader R(Whole, BufferAssignmentProto); R.next();) {
      if (R.getField() == BufferAssignmentProto::PeakBuffers)
        readPeakBuffers(R, Result);
      if (R.getField() != BufferAssignmentProto::HeapSimulatorTraces)
        continue;
      HeapTrace &Trace = Result.Traces.emplace_back();
      for (WireReader T(R, HeapSimulatorTrace); T.next();) {
        T.take(HeapSimulatorTrace::WholeModuleSimulation, Trace.IsWholeModule);
        if (T.getField() == HeapSimulatorTrace::Events)
          readEvent(T, Result, Trace);
      }
    }
  }
  if (Input.hasFailed())
    return Input.takeError();
  return Result;
}

//===----------------------------------------------------------------------===//
// Beside a dump
//===----------------------------------------------------------------------===//

static bool isSameAllocation(const HloProtoAssignment &P,
                             const HloProtoAllocation &B, const Allocation &A) {
  if (B.Index != A.getIndex() || B.Size != A.getSize() ||
      B.Color != A.getMemorySpace() || B.IsThreadLocal != A.isThreadLocal() ||
      B.IsParameter != A.has(AllocationFlags::Parameter) ||
      B.IsLiveOut != A.has(AllocationFlags::MaybeLiveOut) ||
      B.IsConstant != A.has(AllocationFlags::Constant) ||
      B.Assigned.size() != A.values().size())
    return false;
  return all_of(A.values(), [&](const Value &V) {
    auto Found = partition_point(B.Assigned, [&](const HloProtoAssigned &S) {
      return P.Values[S.Value].Id < V.getId();
    });
    return Found != B.Assigned.end() &&
           P.Values[Found->Value].Id == V.getId() &&
           Found->Offset == V.getOffset() && Found->Size == V.getSize();
  });
}

/// True if the allocations are those of \p M, with the same values at the same
/// places.
static bool isSameAssignment(const HloProtoAssignment &P, const Module &M) {
  return P.Allocations.size() == M.allocations().size() &&
         all_of(zip_equal(P.Allocations, M.allocations()), [&](auto Pair) {
           return isSameAllocation(P, std::get<0>(Pair), std::get<1>(Pair));
         });
}

Expected<std::shared_ptr<const HeapTraces>> readHeapTraces(SourceText Source,
                                                           const Module &M) {
  StringRef Name = sys::path::filename(Source.FileName);
  auto Fail = [Name](Error E) {
    return createStringError(Name + ": " + toString(std::move(E)));
  };
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  Expected<HloProtoContents> Contents =
      readHloProto(Source.Text, Shapes, ProtoParts::WithoutFusionBodies);
  if (!Contents)
    return Fail(Contents.takeError());
  if (!isSameAssignment(Contents->Assignment, M))
    return createStringError(
        "the .hlo.pb beside the dump is of another assignment");
  Expected<HeapTraces> Traces = readHeapTraces(*Contents);
  if (!Traces)
    return Fail(Traces.takeError());
  Traces->Source = std::move(Source);
  return std::make_shared<const HeapTraces>(std::move(*Traces));
}

} // namespace hlomem
