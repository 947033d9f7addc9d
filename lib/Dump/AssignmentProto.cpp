//===- AssignmentProto.cpp - The buffer assignment of an HloProto ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/AssignmentProto.h"
#include "WireMessage.h"
#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace hlomem {

namespace {

/// A ShapeProto, as far as sizes need it.
struct ProtoShape {
  uint64_t ElementType = 0;
  uint64_t ElementCount = 1;
  /// Of the layout; 0 for the width of the type.
  uint64_t ElementBits = 0;
  SmallVector<StringRef, 4> Elements;
};

/// An HloInstructionProto.
struct ProtoInstruction {
  StringRef Opcode;
  StringRef Shape;
};

// Functions give false where the bytes are no such message.
class ProtoParser {
public:
  Expected<AssignmentProto> parse(StringRef Data);

private:
  bool parseModule(StringRef Data);
  bool parseComputation(StringRef Data);
  bool parseInstruction(StringRef Data);
  bool parseAssignment(StringRef Data);
  bool parseValue(StringRef Data);
  bool addShapeFacts(ProtoValue &V, const ProtoInstruction &I,
                     ArrayRef<uint64_t> Index) const;
  bool parseAllocation(StringRef Data);
  bool parseSlice(StringRef Data, ProtoAllocation &A);
  bool parseTrace(StringRef Data);
  bool parseEvent(StringRef Data, HeapTrace &Trace);
  bool findValue(uint64_t Id, uint32_t &Position) const;

  AssignmentProto Result;
  DenseMap<uint64_t, ProtoInstruction> Instructions;
  DenseMap<uint64_t, uint32_t> ValuesById;
};

} // namespace

// No such number is given to anything, and two of those above mean something to
// a DenseMap.
static bool isPossible(uint64_t Id) { return Id <= INT64_MAX; }

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// By the number of PrimitiveType in xla_data.proto.
static ElementType getElementType(uint64_t Number) {
  using T = ElementType;
  static constexpr T Types[] = {
      T::Unknown,    T::Pred, T::S8,       T::S16,           T::S32,
      T::S64,        T::U8,   T::U16,      T::U32,           T::U64,
      T::F16,        T::F32,  T::F64,      T::Tuple,         T::Opaque,
      T::C64,        T::BF16, T::Token,    T::C128,          T::F8E5M2,
      T::F8E4M3FN,   T::S4,   T::U4,       T::F8E4M3B11FNUZ, T::F8E5M2FNUZ,
      T::F8E4M3FNUZ, T::S2,   T::U2,       T::F8E4M3,        T::F8E3M4,
      T::S1,         T::U1,   T::F4E2M1FN, T::F8E8M0FNU};
  return Number < std::size(Types) ? Types[Number] : T::Unknown;
}

/// What a TPU's scalar unit computes with: pred, s8 to s64, u8 to u64.
static bool isScalarInteger(uint64_t Number) {
  return Number >= 1 && Number <= 9;
}

static bool parseShape(StringRef Data, ProtoShape &S) {
  bool Ok = true;
  WireMessage Fields(Data);
  while (Fields.next()) {
    switch (Fields.field()) {
    case 2:
      S.ElementType = Fields.number();
      break;
    case 3:
      Ok &= Fields.forEachNumber([&](uint64_t Bound) {
        S.ElementCount = SaturatingMultiply(S.ElementCount, Bound);
      });
      break;
    case 4:
      S.Elements.push_back(Fields.bytes());
      break;
    case 5: {
      WireMessage Layout(Fields.bytes());
      while (Layout.next())
        if (Layout.field() == 7)
          S.ElementBits = Layout.number();
      Ok &= !Layout.isBroken();
      break;
    }
    default:
      break;
    }
  }
  return Ok && !Fields.isBroken();
}

static Bytes getUnpaddedSize(const ProtoShape &S, Bytes Unknown) {
  ElementType Type = getElementType(S.ElementType);
  if (Type == ElementType::Tuple)
    return Bytes(8) * S.Elements.size();
  if (Type == ElementType::Opaque)
    return Bytes(8);
  std::optional<unsigned> Bits = elementBits(Type);
  if (!Bits)
    return Unknown;
  uint64_t Width = *Bits != 0 && S.ElementBits != 0 ? S.ElementBits : *Bits;
  return Bytes(divideCeil(SaturatingMultiply(S.ElementCount, Width), 8));
}

/// What TPUs compute without memory where it has one element, and where that
/// goes.
static bool isScalarOpcode(StringRef Opcode) {
  static const StringSet<> Known = {"add",
                                    "and",
                                    "clamp",
                                    "compare",
                                    "conditional",
                                    "convert",
                                    "copy",
                                    "divide",
                                    "maximum",
                                    "minimum",
                                    "multiply",
                                    "negate",
                                    "not",
                                    "or",
                                    "parameter",
                                    "remainder",
                                    "select",
                                    "shift-left",
                                    "subtract",
                                    "while",
                                    "shift-right-arithmetic",
                                    "xor",
                                    "shift-right-logical"};
  return Known.contains(Opcode);
}

bool ProtoParser::addShapeFacts(ProtoValue &V, const ProtoInstruction &I,
                                ArrayRef<uint64_t> Index) const {
  ProtoShape Whole;
  if (!parseShape(I.Shape, Whole))
    return false;
  ProtoShape Part = Whole;
  if (!Index.empty() && Index.back() < Whole.Elements.size()) {
    Part = ProtoShape();
    if (!parseShape(Whole.Elements[Index.back()], Part))
      return false;
  }
  V.Unpadded = getUnpaddedSize(Part, V.Size);

  for (uint64_t Number : Index) {
    if (Number >= Whole.Elements.size())
      return false;
    StringRef Element = Whole.Elements[Number];
    Whole = ProtoShape();
    if (!parseShape(Element, Whole))
      return false;
  }
  V.IsInRegister = isScalarOpcode(I.Opcode) &&
                   isScalarInteger(Whole.ElementType) &&
                   Whole.ElementCount <= 1;
  return true;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

bool ProtoParser::parseInstruction(StringRef Data) {
  ProtoInstruction I;
  uint64_t Id = 0;
  WireMessage Fields(Data);
  while (Fields.next()) {
    switch (Fields.field()) {
    case 2:
      I.Opcode = Fields.bytes();
      break;
    case 3:
      I.Shape = Fields.bytes();
      break;
    case 35:
      Id = Fields.number();
      break;
    default:
      break;
    }
  }
  if (Fields.isBroken() || !isPossible(Id))
    return false;
  Instructions.insert_or_assign(Id, I);
  return true;
}

bool ProtoParser::parseComputation(StringRef Data) {
  WireMessage Fields(Data);
  while (Fields.next())
    if (Fields.field() == 2 && !parseInstruction(Fields.bytes()))
      return false;
  return !Fields.isBroken();
}

bool ProtoParser::parseModule(StringRef Data) {
  WireMessage Fields(Data);
  while (Fields.next())
    if (Fields.field() == 3 && !parseComputation(Fields.bytes()))
      return false;
  return !Fields.isBroken();
}

//===----------------------------------------------------------------------===//
// The assignment
//===----------------------------------------------------------------------===//

bool ProtoParser::findValue(uint64_t Id, uint32_t &Position) const {
  if (!isPossible(Id))
    return false;
  auto Found = ValuesById.find(Id);
  if (Found == ValuesById.end())
    return false;
  Position = Found->second;
  return true;
}

bool ProtoParser::parseValue(StringRef Data) {
  ProtoValue V;
  uint64_t Instruction = 0;
  SmallVector<uint64_t, 4> Index;
  bool Ok = true;
  WireMessage Fields(Data);
  while (Fields.next()) {
    switch (Fields.field()) {
    case 1:
      V.Id = Fields.number();
      break;
    case 2:
      V.Size = Bytes(Fields.number());
      break;
    case 3: {
      WireMessage Place(Fields.bytes());
      while (Place.next()) {
        if (Place.field() == 3)
          Ok &= Place.forEachNumber([&](uint64_t N) { Index.push_back(N); });
        else if (Place.field() == 4)
          Instruction = Place.number();
      }
      Ok &= !Place.isBroken();
      break;
    }
    case 4:
      V.Color = static_cast<MemorySpace>(Fields.number());
      break;
    default:
      break;
    }
  }
  if (!Ok || Fields.isBroken() || !isPossible(V.Id) ||
      !isPossible(V.Size.count()) || !isPossible(Instruction))
    return false;
  V.Unpadded = V.Size;
  auto Found = Instructions.find(Instruction);
  if (Found != Instructions.end() && !addShapeFacts(V, Found->second, Index))
    return false;
  ValuesById.insert_or_assign(V.Id, Result.Values.size());
  Result.Values.push_back(V);
  return true;
}

bool ProtoParser::parseSlice(StringRef Data, ProtoAllocation &A) {
  ProtoSlice S;
  uint64_t Id = 0;
  WireMessage Fields(Data);
  while (Fields.next()) {
    switch (Fields.field()) {
    case 1:
      Id = Fields.number();
      break;
    case 2:
      S.Offset = Bytes(Fields.number());
      break;
    case 3:
      S.Size = Bytes(Fields.number());
      break;
    default:
      break;
    }
  }
  if (Fields.isBroken() || !findValue(Id, S.Value) ||
      !isPossible(S.Size.count()))
    return false;
  A.Slices.push_back(S);
  return true;
}

bool ProtoParser::parseAllocation(StringRef Data) {
  ProtoAllocation A;
  WireMessage Fields(Data);
  while (Fields.next()) {
    switch (Fields.field()) {
    case 1:
      A.Index = Fields.number();
      break;
    case 2:
      A.Size = Bytes(Fields.number());
      break;
    case 3:
      A.IsThreadLocal = Fields.number() != 0;
      break;
    case 5:
      A.IsParameter = Fields.number() != 0;
      break;
    case 7:
      A.IsLiveOut = Fields.number() != 0;
      break;
    case 8:
      A.Color = static_cast<MemorySpace>(Fields.number());
      break;
    case 9:
      if (!parseSlice(Fields.bytes(), A))
        return false;
      break;
    case 12:
      A.IsConstant = Fields.number() != 0;
      break;
    default:
      break;
    }
  }
  if (Fields.isBroken() || !isPossible(A.Size.count()))
    return false;
  Result.Allocations.push_back(std::move(A));
  return true;
}

bool ProtoParser::parseEvent(StringRef Data, HeapTrace &Trace) {
  TraceEvent E;
  uint64_t Kind = 0, Id = 0, SharedId = 0;
  WireMessage Fields(Data);
  while (Fields.next()) {
    switch (Fields.field()) {
    case 1:
      Kind = Fields.number();
      break;
    case 2:
      Id = Fields.number();
      break;
    case 5:
      SharedId = Fields.number();
      break;
    default:
      break;
    }
  }
  if (Fields.isBroken() || Kind > 2 || !findValue(Id, E.Value))
    return false;
  E.What = static_cast<TraceEvent::Kind>(Kind);
  if (E.What == TraceEvent::Kind::ShareWith &&
      !findValue(SharedId, E.SharedWith))
    return false;
  Trace.push_back(E);
  return true;
}

bool ProtoParser::parseTrace(StringRef Data) {
  HeapTrace &Trace = Result.Traces.emplace_back();
  WireMessage Fields(Data);
  while (Fields.next())
    if (Fields.field() == 1 && !parseEvent(Fields.bytes(), Trace))
      return false;
  return !Fields.isBroken();
}

bool ProtoParser::parseAssignment(StringRef Data) {
  // Fields may come in any order, and the others name values.
  static constexpr uint64_t Logical = 1, Allocations = 3, Traces = 4;
  for (uint64_t Wanted : {Logical, Allocations, Traces}) {
    WireMessage Fields(Data);
    while (Fields.next()) {
      if (Fields.field() != Wanted)
        continue;
      bool Ok = Wanted == Logical       ? parseValue(Fields.bytes())
                : Wanted == Allocations ? parseAllocation(Fields.bytes())
                                        : parseTrace(Fields.bytes());
      if (!Ok)
        return false;
    }
    if (Fields.isBroken())
      return false;
  }
  return true;
}

Expected<AssignmentProto> ProtoParser::parse(StringRef Data) {
  StringRef Module, Assignment;
  WireMessage Fields(Data);
  while (Fields.next()) {
    if (Fields.field() == 1)
      Module = Fields.bytes();
    else if (Fields.field() == 3)
      Assignment = Fields.bytes();
  }
  if (Fields.isBroken())
    return createStringError("not an HloProto");
  if (Assignment.empty())
    return createStringError("has no buffer assignment");
  if (!parseModule(Module) || !parseAssignment(Assignment))
    return createStringError("not a sound HloProto");
  return std::move(Result);
}

Expected<AssignmentProto> parseAssignmentProto(StringRef Data) {
  return ProtoParser().parse(Data);
}

//===----------------------------------------------------------------------===//
// AssignmentProto
//===----------------------------------------------------------------------===//

std::vector<std::optional<uint32_t>> AssignmentProto::findAllocations() const {
  std::vector<std::optional<uint32_t>> Found(Values.size());
  for (auto [I, A] : enumerate(Allocations))
    for (const ProtoSlice &S : A.Slices)
      Found[S.Value] = static_cast<uint32_t>(I);
  return Found;
}

bool AssignmentProto::isOf(const Module &M) const {
  auto IsSame = [this](const ProtoAllocation &P, const Allocation &A) {
    if (P.Index != A.getIndex() || P.Size != A.getSize() ||
        P.Color != A.getMemorySpace() || P.IsThreadLocal != A.isThreadLocal() ||
        P.IsParameter != A.has(AllocationFlags::Parameter) ||
        P.IsLiveOut != A.has(AllocationFlags::MaybeLiveOut) ||
        P.IsConstant != A.has(AllocationFlags::Constant) ||
        P.Slices.size() != A.values().size())
      return false;
    DenseMap<uint64_t, const ProtoSlice *> ById;
    for (const ProtoSlice &S : P.Slices)
      ById[Values[S.Value].Id] = &S;
    return all_of(A.values(), [&ById](const Value &V) {
      if (!isPossible(V.getId()))
        return false;
      const ProtoSlice *S = ById.lookup(V.getId());
      return S && S->Offset == V.getOffset() && S->Size == V.getSize();
    });
  };
  return Allocations.size() == M.allocations().size() &&
         all_of(zip_equal(Allocations, M.allocations()), [&](auto Pair) {
           return IsSame(std::get<0>(Pair), std::get<1>(Pair));
         });
}

} // namespace hlomem
