//===- HloProtoReader.cpp - A program and its assignment ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloSchema.h"
#include "ProgramReader.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Proto/WireReader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <limits>

using namespace llvm;

namespace hlomem {

namespace {

/// Reads the buffer assignment of a program that is known.
class AssignmentReader {
public:
  AssignmentReader(const ProgramReader &Names, const HloGraph &G)
      : Names(Names), G(G) {}

  void read(const WireReader &At);

  HloProtoAssignment Result;
  bool HasPeakBuffers = false;

private:
  std::optional<HloPlace> readLocation(const WireReader &At) const;
  void readValue(const WireReader &At);
  void sortValues(const WireReader &At);
  std::optional<uint32_t> findValue(uint64_t Id) const;
  void readAlias(const WireReader &At);
  void readAllocation(const WireReader &At);
  void readAssigned(const WireReader &At, HloProtoAllocation &A) const;

  const ProgramReader &Names;
  const HloGraph &G;
  /// By instruction and leaf.
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> ByDefinition;
};

} // namespace

std::optional<HloPlace>
AssignmentReader::readLocation(const WireReader &At) const {
  int64_t Id = 0;
  StringRef Name;
  SmallVector<int64_t, 4> Index;
  for (WireReader R(At, schema::Location); R.next();) {
    switch (R.getField()) {
    case 2:
      Name = R.getBytes();
      break;
    case 3:
      R.getNumbers(Index);
      break;
    case 4:
      Id = R.getSigned();
      break;
    default:
      break;
    }
  }
  std::optional<uint32_t> Instruction = Names.findInstruction(Id);
  if (!Instruction) {
    At.fail("no instruction of the module has the id " + Twine(Id));
    return std::nullopt;
  }
  std::optional<uint32_t> Leaf =
      G.instructions()[*Instruction].Leaves->find(Index);
  if (!Leaf) {
    At.fail("the shape index is none of instruction '" +
            G.instructions()[*Instruction].Name + "'");
    return std::nullopt;
  }
  return HloPlace{*Instruction, *Leaf};
}

// A size or a place in memory; XLA's are not negative.
static Bytes readBytes(const WireReader &At) {
  if (At.getSigned() < 0)
    At.fail("a number of bytes below 0");
  return Bytes(At.getNumber());
}

// XLA's ids are not negative. The greatest number means something to tables.
static uint64_t readId(const WireReader &At) {
  if (At.getSigned() < 0 ||
      At.getSigned() == std::numeric_limits<int64_t>::max())
    At.fail("a number that no value has");
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
  for (WireReader R(At, schema::LogicalBuffer); R.next();) {
    switch (R.getField()) {
    case 1:
      V.Id = readId(R);
      break;
    case 2:
      V.Size = readBytes(R);
      break;
    case 3:
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
  llvm::sort(Result.Values, [](const HloProtoValue &A, const HloProtoValue &B) {
    return A.Id < B.Id;
  });
  for (auto [Number, V] : enumerate(Result.Values)) {
    if (Number != 0 && Result.Values[Number - 1].Id == V.Id)
      return At.fail("two values have the id " + Twine(V.Id));
    bool IsNew =
        ByDefinition
            .try_emplace({V.Definition.Instruction, V.Definition.Leaf}, Number)
            .second;
    if (!IsNew)
      return At.fail("the value " + Twine(V.Id) +
                     " is defined where another one is");
  }
}

std::optional<uint32_t> AssignmentReader::findValue(uint64_t Id) const {
  ArrayRef<HloProtoValue> Values = Result.Values;
  const HloProtoValue *It = partition_point(
      Values, [Id](const HloProtoValue &V) { return V.Id < Id; });
  if (It == Values.end() || It->Id != Id)
    return std::nullopt;
  return It - Values.begin();
}

void AssignmentReader::readAlias(const WireReader &At) {
  uint64_t Id = 0;
  std::optional<HloPlace> P;
  for (WireReader R(At, schema::BufferAlias); R.next();) {
    if (R.getField() == 1)
      Id = R.getNumber();
    else
      P = readLocation(R);
  }
  if (At.hasFailed())
    return;
  std::optional<uint32_t> Source = findValue(Id);
  if (!Source || !P)
    return At.fail("an alias of the value " + Twine(Id) +
                   ", which is not there, or without a place");
  // A value that has no allocation of its own is not listed.
  auto Known = ByDefinition.find({P->Instruction, P->Leaf});
  if (Known != ByDefinition.end())
    Result.Aliases.push_back({*Source, Known->second});
}

void AssignmentReader::readAssigned(const WireReader &At,
                                    HloProtoAllocation &A) const {
  HloProtoAssigned Assigned;
  uint64_t Id = 0;
  for (WireReader R(At, schema::Assigned); R.next();) {
    switch (R.getField()) {
    case 1:
      Id = R.getNumber();
      break;
    case 2:
      Assigned.Offset = readBytes(R);
      break;
    case 3:
      Assigned.Size = readBytes(R);
      break;
    default:
      break;
    }
  }
  std::optional<uint32_t> Value = findValue(Id);
  if (!Value)
    return At.fail("no value has the id " + Twine(Id));
  Assigned.Value = *Value;
  A.Assigned.push_back(Assigned);
}

void AssignmentReader::readAllocation(const WireReader &At) {
  HloProtoAllocation A;
  SmallVector<int64_t, 2> Index;
  for (WireReader R(At, schema::BufferAllocation); R.next();) {
    bool Is = R.getNumber() != 0;
    switch (R.getField()) {
    case 1:
      A.Index = R.getNumber();
      break;
    case 2:
      A.Size = readBytes(R);
      break;
    case 3:
      A.IsThreadLocal = Is;
      break;
    case 5:
      A.IsParameter = Is;
      break;
    case 6:
      A.ParameterNumber = R.getNumber();
      break;
    case 7:
      A.IsLiveOut = Is;
      break;
    case 8:
      A.Color = readColor(R);
      break;
    case 9:
      readAssigned(R, A);
      break;
    case 10:
      R.getNumbers(Index);
      break;
    case 12:
      A.IsConstant = Is;
      break;
    default:
      break;
    }
  }
  if (At.hasFailed())
    return;
  if (A.IsParameter) {
    ArrayRef<uint32_t> Parameters = G.getEntry().Parameters;
    std::optional<uint32_t> Leaf =
        A.ParameterNumber < Parameters.size()
            ? G.instructions()[Parameters[A.ParameterNumber]].Leaves->find(
                  Index)
            : std::nullopt;
    if (!Leaf)
      return At.fail("the allocation of a parameter that is not there");
    A.ParameterLeaf = *Leaf;
  }
  llvm::sort(A.Assigned,
             [](const HloProtoAssigned &L, const HloProtoAssigned &R) {
               return L.Value < R.Value;
             });
  Result.Allocations.push_back(std::move(A));
}

void AssignmentReader::read(const WireReader &At) {
  // Values are referred to by all else.
  for (WireReader R(At, schema::BufferAssignment); R.next();)
    if (R.getField() == 1)
      readValue(R);
  sortValues(At);
  for (WireReader R(At, schema::BufferAssignment); R.next();) {
    if (R.getField() == 2)
      readAlias(R);
    else if (R.getField() == 3)
      readAllocation(R);
    HasPeakBuffers |= R.getField() == 5;
  }
  if (At.hasFailed())
    return;
  llvm::sort(Result.Allocations,
             [](const HloProtoAllocation &A, const HloProtoAllocation &B) {
               return A.Index < B.Index;
             });
  SmallVector<bool> IsAssigned(Result.Values.size());
  for (const HloProtoAllocation &A : Result.Allocations)
    for (const HloProtoAssigned &V : A.Assigned) {
      if (IsAssigned[V.Value])
        return At.fail("the value " + Twine(Result.Values[V.Value].Id) +
                       " is in two allocations");
      IsAssigned[V.Value] = true;
    }
}

// Takes a length from the beginning of \p Bytes; none where there is none.
static std::optional<uint64_t> takeLength(StringRef &Bytes) {
  uint64_t Length = 0;
  for (unsigned Shift = 0; Shift < 63 && !Bytes.empty(); Shift += 7) {
    auto Byte = static_cast<uint8_t>(Bytes.front());
    Bytes = Bytes.drop_front();
    Length |= uint64_t(Byte & 0x7f) << Shift;
    if (Byte < 0x80)
      return Length;
  }
  return std::nullopt;
}

bool looksLikeHloProto(StringRef Bytes) {
  // hlo_module, and in it its name or what else may come first. A text that
  // begins with a line feed has letters in their place, or lengths that do not
  // fit.
  if (!Bytes.consume_front("\x0a"))
    return false;
  std::optional<uint64_t> Module = takeLength(Bytes);
  if (!Module || Bytes.empty() ||
      !StringRef("\x0a\x12\x1a\x22").contains(Bytes.front()))
    return false;
  Bytes = Bytes.drop_front();
  std::optional<uint64_t> First = takeLength(Bytes);
  return First && *Module >= 2 && *First <= *Module - 2;
}

StringRef getDumpDialectName(ProtoRelease R) {
  switch (R) {
  case ProtoRelease::Jax05:
    return "jaxlib-0.5.3";
  case ProtoRelease::Jax07:
    return "jaxlib-0.7.1";
  case ProtoRelease::Jax08:
    return "jaxlib-0.7.2";
  case ProtoRelease::Jax010:
    return "jaxlib-0.10.2";
  case ProtoRelease::Jax012:
    return "jaxlib-0.12.0";
  }
  llvm_unreachable("a release of no kind");
}

// Of a program with none of the fields that jax 0.12 was the first to write,
// the CPU's compiler told no peak before it.
static ProtoRelease findRelease(const ProgramReader::Traits &Met,
                                bool HasPeakBuffers, bool IsForTpu) {
  if (HasPeakBuffers) {
    bool Is012 = Met.HasFieldsOf012 ||
                 (!Met.HasComparisonType && !Met.HasConfigOfGpu && !IsForTpu);
    return Is012 ? ProtoRelease::Jax012 : ProtoRelease::Jax010;
  }
  if (Met.HasSourceFile)
    return Met.HasColumn ? ProtoRelease::Jax07 : ProtoRelease::Jax05;
  return Met.HasStackFrame ? ProtoRelease::Jax08 : ProtoRelease::Jax05;
}

static Error explainMissing() {
  return createStringError(
      "the file has a program but no buffer assignment: it was written before "
      "buffers were assigned; take the one whose name ends with "
      "'after_optimizations.hlo.pb'");
}

Expected<HloProtoContents> readHloProto(StringRef Bytes, ShapeContext &Shapes) {
  HloProtoContents Result;
  Result.Bytes = Bytes;
  WireInput Input(Bytes);
  bool HasModule = false, HasAssignment = false;
  // Either may come first, and a cut file is one however far it is read.
  for (WireReader R(Input, schema::HloProto, Bytes); R.next();)
    (R.getField() == 1 ? HasModule : HasAssignment) = true;
  if (Input.hasFailed())
    return Input.takeError();
  if (!HasModule)
    return createStringError("the file has no program");
  if (!HasAssignment)
    return explainMissing();
  ProgramReader Program(Shapes);
  for (WireReader R(Input, schema::HloProto, Bytes); R.next();) {
    if (R.getField() != 1)
      continue;
    Expected<std::unique_ptr<HloGraph>> G = Program.read(R);
    if (!G)
      return G.takeError();
    Result.Program = std::move(*G);
    Result.ModuleBytes = R.getBytes();
  }
  if (Input.hasFailed())
    return Input.takeError();
  AssignmentReader Assignment(Program, *Result.Program);
  for (WireReader R(Input, schema::HloProto, Bytes); R.next();)
    if (R.getField() == 3)
      Assignment.read(R);
  if (Input.hasFailed())
    return Input.takeError();
  Result.InstructionBytes = Program.instructionBytes().vec();
  Result.InstructionIds = Program.instructionIds().vec();
  Result.ComputationIds = Program.computationIds().vec();
  Result.Release = findRelease(Program.getTraits(), Assignment.HasPeakBuffers,
                               Shapes.hasTiles());
  Result.Assignment = std::move(Assignment.Result);
  Result.UnknownFieldCount = Input.getUnknownFieldCount();
  Result.FirstUnknownField = Input.getFirstUnknownField().str();
  return Result;
}

} // namespace hlomem
