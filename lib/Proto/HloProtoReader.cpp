//===- HloProtoReader.cpp - A program and its assignment ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloSchema.inc"
#include "ProgramReader.h"
#include "UnknownFields.h"
#include "ValuesById.h"
#include "hlomem/IR/Allocation.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace llvm;

namespace hlomem {

using namespace schema;

namespace {

/// Reads the buffer assignment of a program that is known, or of none.
class AssignmentReader {
public:
  AssignmentReader() = default;
  AssignmentReader(const ProgramReader &Names, const HloGraph &G)
      : Names(&Names), G(&G) {}

  /// The message \p Bytes, which \p Parent is at unless it is the whole input.
  void read(WireInput &Input, StringRef Bytes,
            const WireReader *Parent = nullptr);

  HloProtoAssignment Result;
  bool HasPeakBuffers = false;
  /// Without a program, as in AssignmentContents.
  IdVector<InstructionId, AssignmentContents::Location> Locations;
  IdVector<LeafId, SmallVector<int64_t, 2>> ParameterIndices;
  /// A parameter is told to share memory with a result.
  bool HasAliasedParameter = false;

private:
  std::optional<HloPlace> readLocation(const WireReader &At);
  HloPlace addLocation(AssignmentContents::Location L);
  void readParameter(const WireReader &At, HloProtoAllocation &A,
                     ArrayRef<int64_t> Index);
  void readValue(const WireReader &At);
  void sortValues(const WireReader &At);
  void readAlias(const WireReader &At);
  void readAllocation(const WireReader &At);
  void readAssigned(const WireReader &At, HloProtoAllocation &A) const;

  /// Null without a program.
  const ProgramReader *Names = nullptr;
  const HloGraph *G = nullptr;
  /// Without a program: the locations that are known, by id and index.
  std::map<std::pair<int64_t, SmallVector<int64_t, 2>>, InstructionId> Places;
  ValuesById ById;
  DenseMap<HloPlace, ValueId> ByDefinition;
};

} // namespace

HloPlace AssignmentReader::addLocation(AssignmentContents::Location L) {
  auto [Known, IsNew] =
      Places.try_emplace({L.Id, L.Index}, InstructionId(Locations.size()));
  if (IsNew)
    Locations.push_back(std::move(L));
  return {Known->second, RootLeaf};
}

std::optional<HloPlace> AssignmentReader::readLocation(const WireReader &At) {
  int64_t Id = 0;
  StringRef Name;
  SmallVector<int64_t, 2> Index;
  for (WireReader R(At, Location); R.next();) {
    R.take(Location::InstructionName, Name);
    R.take(Location::ShapeIndex, Index);
    R.take(Location::InstructionId, Id);
  }
  if (!G)
    return addLocation({Id, Name, std::move(Index)});
  InstructionId Instruction = Names->findInstruction(Id);
  if (!Instruction) {
    At.fail("no instruction of the module has the id " + Twine(Id));
    return std::nullopt;
  }
  const GraphInstruction &I = G->instructions()[Instruction];
  LeafId Leaf = I.Leaves->find(Index);
  if (!Leaf) {
    At.fail("instruction '" + I.Name + "' has no such shape index");
    return std::nullopt;
  }
  return HloPlace{Instruction, Leaf};
}

// A size or a place in memory; XLA's are not negative.
static Bytes readBytes(const WireReader &At) {
  if (At.getSigned() < 0)
    At.fail("a negative number of bytes");
  return Bytes(At.getNumber());
}

static uint64_t readId(const WireReader &At) {
  if (At.getNumber() > MaxHloProtoId)
    At.fail("an id that is out of range");
  return At.getNumber();
}

static MemorySpace readColor(const WireReader &At) {
  if (At.getNumber() > std::numeric_limits<MemorySpace>::max())
    At.fail("a memory space of more than 32 bits");
  return At.getNumber();
}

void AssignmentReader::readValue(const WireReader &At) {
  HloProtoValue V;
  bool HasDefinition = false;
  for (WireReader R(At, LogicalBufferProto); R.next();) {
    switch (R.getField()) {
    case LogicalBufferProto::Id:
      V.Id = readId(R);
      break;
    case LogicalBufferProto::Size:
      V.Size = readBytes(R);
      break;
    case LogicalBufferProto::DefinedAt:
      if (std::optional<HloPlace> P = readLocation(R)) {
        V.Definition = *P;
        HasDefinition = true;
      }
      break;
    default:
      V.Color = readColor(R);
      break;
    }
  }
  if (!HasDefinition)
    return At.fail("a value without a definition");
  Result.Values.push_back(V);
}

void AssignmentReader::sortValues(const WireReader &At) {
  ByDefinition.reserve(Result.Values.size());
  auto IsBefore = [](const HloProtoValue &A, const HloProtoValue &B) {
    return A.Id < B.Id;
  };
  // XLA writes them in this order.
  if (!llvm::is_sorted(Result.Values, IsBefore))
    llvm::sort(Result.Values, IsBefore);
  for (auto [Number, V] : withIds(Result.Values)) {
    if (Number != ValueId(0) && Result.Values[Number - 1].Id == V.Id)
      return At.fail("two values have the id " + Twine(V.Id));
    bool IsNew = ByDefinition.try_emplace(V.Definition, Number).second;
    if (!IsNew)
      return At.fail("the value " + Twine(V.Id) +
                     " is defined at the same position as another one");
  }
  ById = ValuesById(Result.Values);
}

void AssignmentReader::readAlias(const WireReader &At) {
  uint64_t Id = 0;
  std::optional<HloPlace> P;
  for (WireReader R(At, BufferAlias); R.next();) {
    R.take(BufferAlias::SourceBufferId, Id);
    if (R.getField() == BufferAlias::Location)
      P = readLocation(R);
  }
  if (At.hasFailed())
    return;
  ValueId Source = ById.find(Result.Values, Id);
  if (!Source || !P)
    return At.fail("an alias of the value " + Twine(Id) +
                   ", which does not exist, or without a position");
  // A value that has no allocation of its own is not listed.
  auto Known = ByDefinition.find(*P);
  if (Known != ByDefinition.end())
    Result.Aliases.push_back({Source, Known->second});
}

void AssignmentReader::readAssigned(const WireReader &At,
                                    HloProtoAllocation &A) const {
  HloProtoAssigned V;
  uint64_t Id = 0;
  for (WireReader R(At, Assigned); R.next();) {
    R.take(Assigned::LogicalBufferId, Id);
    if (R.getField() == Assigned::Offset)
      V.Offset = readBytes(R);
    else if (R.getField() == Assigned::Size)
      V.Size = readBytes(R);
  }
  V.Value = ById.find(Result.Values, Id);
  if (!V.Value)
    return At.fail("no value has the id " + Twine(Id));
  A.Assigned.push_back(V);
}

void AssignmentReader::readParameter(const WireReader &At,
                                     HloProtoAllocation &A,
                                     ArrayRef<int64_t> Index) {
  if (!G) {
    A.ParameterLeaf = LeafId(ParameterIndices.size());
    ParameterIndices.emplace_back(Index.begin(), Index.end());
    return;
  }
  ArrayRef<InstructionId> Parameters = G->getEntry().Parameters;
  LeafId Leaf =
      A.ParameterNumber < Parameters.size()
          ? G->instructions()[Parameters[A.ParameterNumber]].Leaves->find(Index)
          : LeafId::none();
  if (!Leaf)
    return At.fail("the allocation of a parameter that does not exist");
  A.ParameterLeaf = Leaf;
}

void AssignmentReader::readAllocation(const WireReader &At) {
  using Field = struct BufferAllocationProto;
  HloProtoAllocation A;
  SmallVector<int64_t, 2> Index;
  for (WireReader R(At, BufferAllocationProto); R.next();) {
    R.take(Field::Index, A.Index);
    R.take(Field::IsThreadLocal, A.IsThreadLocal);
    R.take(Field::IsEntryComputationParameter, A.IsParameter);
    R.take(Field::ParameterNumber, A.ParameterNumber);
    R.take(Field::MaybeLiveOut, A.IsLiveOut);
    R.take(Field::ParameterShapeIndex, Index);
    R.take(Field::IsConstant, A.IsConstant);
    switch (R.getField()) {
    case Field::Size:
      A.Size = readBytes(R);
      break;
    case Field::Color:
      A.Color = readColor(R);
      break;
    case Field::Assigned:
      readAssigned(R, A);
      break;
    case Field::IsParameterAliasedWithOutput:
      HasAliasedParameter = true;
      break;
    default:
      break;
    }
  }
  if (At.hasFailed())
    return;
  if (A.IsParameter)
    readParameter(At, A, Index);
  llvm::sort(A.Assigned,
             [](const HloProtoAssigned &L, const HloProtoAssigned &R) {
               return L.Value < R.Value;
             });
  Result.Allocations.push_back(std::move(A));
}

void AssignmentReader::read(WireInput &Input, StringRef Bytes,
                            const WireReader *Parent) {
  const WireReader At(Input, BufferAssignmentProto, Bytes, Parent);
  // Values are referred to by all else.
  for (WireReader R(Input, BufferAssignmentProto, Bytes, Parent);
       R.next(BufferAssignmentProto::LogicalBuffers);)
    readValue(R);
  sortValues(At);
  for (WireReader R(Input, BufferAssignmentProto, Bytes, Parent); R.next();) {
    if (R.getField() == BufferAssignmentProto::BufferAliases)
      readAlias(R);
    else if (R.getField() == BufferAssignmentProto::BufferAllocations)
      readAllocation(R);
    HasPeakBuffers |= R.getField() == BufferAssignmentProto::PeakBuffers;
  }
  if (At.hasFailed())
    return;
  llvm::sort(Result.Allocations,
             [](const HloProtoAllocation &A, const HloProtoAllocation &B) {
               return A.Index < B.Index;
             });
  IdVector<ValueId, bool> IsAssigned(Result.Values.size());
  for (const HloProtoAllocation &A : Result.Allocations)
    for (const HloProtoAssigned &V : A.Assigned) {
      if (IsAssigned[V.Value])
        return At.fail("the value " + Twine(Result.Values[V.Value].Id) +
                       " is in two allocations");
      IsAssigned[V.Value] = true;
    }
}

// The rest of the program tells allocations by their positions.
Expected<Allocation> makeAllocation(const HloProtoAllocation &A,
                                    size_t Position) {
  if (A.Index != Position)
    return createStringError(
        "the allocations are not numbered from 0 on: " + Twine(A.Index) +
        " in place of " + Twine(Position));
  for (const HloProtoAssigned &V : A.Assigned)
    if ((V.Offset + V.Size).isOverflow())
      return createStringError("allocation " + Twine(Position) +
                               " has a value that ends beyond 64 bits");
  Allocation Made;
  Made.setIndex(A.Index);
  Made.setSize(A.Size);
  Made.setMemorySpace(A.Color);
  auto Add = [&](bool Is, AllocationFlags Flag) {
    if (Is)
      Made.addFlags(Flag);
  };
  Add(A.IsParameter, AllocationFlags::Parameter);
  Add(A.IsConstant, AllocationFlags::Constant);
  Add(A.IsThreadLocal, AllocationFlags::ThreadLocal);
  Add(A.IsLiveOut, AllocationFlags::MaybeLiveOut);
  Add(!(A.IsParameter || A.IsConstant || A.IsThreadLocal || A.IsLiveOut),
      AllocationFlags::PreallocatedTemp);
  return Made;
}

bool isProgramAlone(StringRef Bytes) {
  WireInput Input(Bytes);
  bool HasProgram = false, HasAssignment = false;
  for (WireReader R(Input, HloProto, Bytes); R.next();) {
    HasProgram |= R.getField() == HloProto::HloModule;
    HasAssignment |= R.getField() == HloProto::BufferAssignment;
  }
  return HasProgram && !HasAssignment && !Input.hasFailed();
}

/// What no stage of a compile changes, the program's parameters and results,
/// and the assignment. Each is empty where there is none.
static std::pair<StringRef, StringRef> takeWhatStays(StringRef Bytes) {
  WireInput Input(Bytes);
  std::pair<StringRef, StringRef> Result;
  for (WireReader R(Input, HloProto, Bytes); R.next();) {
    if (R.getField() == HloProto::BufferAssignment)
      Result.second = R.getBytes();
    if (R.getField() != HloProto::HloModule)
      continue;
    for (WireReader Program(R, HloModuleProto);
         Program.next(HloModuleProto::HostProgramShape);)
      Result.first = Program.getBytes();
  }
  return Input.hasFailed() ? std::pair<StringRef, StringRef>() : Result;
}

std::optional<StringRef> findDifference(StringRef First, StringRef Second) {
  auto [LeftShape, LeftAssignment] = takeWhatStays(First);
  auto [RightShape, RightAssignment] = takeWhatStays(Second);
  if (LeftShape.empty() || RightShape.empty())
    return std::nullopt;
  if (LeftShape != RightShape)
    return "parameters or results";
  return LeftAssignment.empty() || RightAssignment.empty() ||
                 LeftAssignment == RightAssignment
             ? ""
             : "buffers";
}

static bool isBefore012(const ProgramReader::Traits &Met) {
  return Met.HasComparisonType || Met.HasMeshAttribute;
}

// Where neither a comparison nor a mesh tells, what has none of the fields of
// 0.11 is taken for the earliest release that can have written it.
static XlaRelease findRelease(const ProgramReader::Traits &Met,
                              const AssignmentReader &Assignment) {
  if (Assignment.HasPeakBuffers) {
    if (Met.HasUntypedComparison)
      return XlaRelease::Jaxlib0Point12;
    if (!Met.HasFieldsOf011)
      return XlaRelease::Jaxlib0Point10Point2;
    return isBefore012(Met) ? XlaRelease::Jaxlib0Point11Point2
                            : XlaRelease::Jaxlib0Point12;
  }
  if (Met.HasSourceFile && Met.HasColumn)
    return XlaRelease::Jaxlib0Point7Point1;
  if (!Met.HasSourceFile && Met.HasStackFrame)
    return XlaRelease::Jaxlib0Point7Point2;
  // JAX and jaxlib have the same version since 0.7.
  bool IsOfJax07 = Met.HasJitName && !Met.HasJitMain;
  return Assignment.HasAliasedParameter || IsOfJax07
             ? XlaRelease::Jaxlib0Point6Point1
             : XlaRelease::Jaxlib0Point5Point3;
}

static Error explainMissing() {
  return createStringError(
      "the file has a program but no buffer assignment; take the one whose "
      "name ends with 'after_optimizations.hlo.pb'");
}

static bool hasPeakBuffers(StringRef Assignment) {
  WireInput Input(Assignment);
  bool Has = false;
  for (WireReader R(Input, BufferAssignmentProto, Assignment); R.next();)
    Has |= R.getField() == BufferAssignmentProto::PeakBuffers;
  return Has;
}

static Expected<HloProtoContents>
readParts(StringRef Bytes, ShapeContext &Shapes, ProtoParts Parts) {
  HloProtoContents Result;
  Result.Bytes = Bytes;
  WireInput Input(Bytes);
  bool HasModule = false, HasAssignment = false, HasPeakBuffers = false;
  // Either may come first, and a cut file is one however far it is read.
  for (WireReader R(Input, HloProto, Bytes); R.next();) {
    (R.getField() == HloProto::HloModule ? HasModule : HasAssignment) = true;
    HasPeakBuffers |= R.getField() == HloProto::BufferAssignment &&
                      hasPeakBuffers(R.getBytes());
  }
  if (Input.hasFailed())
    return Input.takeError();
  if (!HasModule)
    return createStringError(
        "the file has no program; take it as XLA writes it with "
        "--xla_dump_hlo_as_proto");
  if (!HasAssignment)
    return explainMissing();
  // findRelease() asks for metadata of older releases only.
  ProgramReader Program(Shapes, Parts,
                        Parts == ProtoParts::All || !HasPeakBuffers);
  for (WireReader R(Input, HloProto, Bytes); R.next(HloProto::HloModule);) {
    Expected<std::unique_ptr<HloGraph>> G = Program.read(R);
    if (!G)
      return G.takeError();
    Result.Program = std::move(*G);
    Result.ModuleBytes = R.getBytes();
  }
  if (Input.hasFailed())
    return Input.takeError();
  AssignmentReader Assignment(Program, *Result.Program);
  for (WireReader R(Input, HloProto, Bytes);
       R.next(HloProto::BufferAssignment);)
    Assignment.read(Input, R.getBytes(), &R);
  if (Input.hasFailed())
    return Input.takeError();
  Result.Parts = Program.getParts();
  Result.InstructionBytes = Program.takeInstructionBytes();
  Result.Marks = Program.takeMarks();
  Result.InstructionIds = Program.takeInstructionIds();
  Result.ComputationIds = Program.takeComputationIds();
  Result.IsForTpu = Shapes.hasTiles();
  Result.Release = findRelease(Program.getTraits(), Assignment);
  const ProgramReader::Traits &Met = Program.getTraits();
  Result.IsAsyncBeginUnknown = Assignment.HasPeakBuffers && !isBefore012(Met) &&
                               !Met.HasUntypedComparison &&
                               !(Met.HasConfigOfGpu && Met.HasField101);
  Result.IsPeakFormUnknown = !getFacts(Result.Release).SortedPeak;
  Result.Assignment = std::move(Assignment.Result);
  Result.UnknownFields = Input.unknownFields().vec();
  if (!Result.UnknownFields.empty())
    countAllUnknown(Result.ModuleBytes, Result.UnknownFields);
  return Result;
}

// An error tells of the first mistake in the whole file.
Expected<HloProtoContents> readHloProto(StringRef Bytes, ShapeContext &Shapes,
                                        ProtoParts Parts) {
  if (Parts != ProtoParts::All) {
    Expected<HloProtoContents> Result = readParts(Bytes, Shapes, Parts);
    if (Result)
      return Result;
    consumeError(Result.takeError());
  }
  return readParts(Bytes, Shapes, ProtoParts::All);
}

Expected<AssignmentContents> readBufferAssignment(StringRef Bytes) {
  WireInput Input(Bytes);
  AssignmentReader Reader;
  Reader.read(Input, Bytes);
  if (Input.hasFailed())
    return Input.takeError();
  AssignmentContents Result;
  Result.Assignment = std::move(Reader.Result);
  Result.Locations = std::move(Reader.Locations);
  Result.ParameterIndices = std::move(Reader.ParameterIndices);
  Result.UnknownFields = Input.unknownFields().vec();
  return Result;
}

} // namespace hlomem
