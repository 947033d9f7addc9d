//===- HloTables.cpp - Look-ups generated from the HLO tables -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

namespace {

struct OpcodeRow {
  StringLiteral Spelling;
  OpcodeTraits Traits;
  StringLiteral WrapSuffix;
};

} // namespace

static constexpr OpcodeRow Opcodes[] = {
    {"unknown", OpcodeTraits::None, ""},
#define GEN_Opcode_ROWS
#include "hlomem/IR/Tables/Opcodes.inc"
};

#define GEN_Opcode_PARSER
#include "hlomem/IR/Tables/Opcodes.inc"

static const OpcodeRow &getRow(Opcode Op) {
  return Opcodes[static_cast<uint8_t>(Op)];
}

/// Returns the generic asynchronous opcode; Unknown for any other spelling.
static Opcode matchWrapper(StringRef Spelling) {
  for (Opcode Op :
       {Opcode::AsyncStart, Opcode::AsyncUpdate, Opcode::AsyncDone}) {
    StringRef Wrapped = Spelling;
    if (Wrapped.consume_back(getRow(Op).WrapSuffix) &&
        matchOpcode(Wrapped) != Opcode::Unknown)
      return Op;
  }
  return Opcode::Unknown;
}

Opcode parseOpcode(StringRef Spelling) {
  Opcode Exact = matchOpcode(Spelling);
  return Exact == Opcode::Unknown ? matchWrapper(Spelling) : Exact;
}

StringRef opcodeName(Opcode Op) { return getRow(Op).Spelling; }

OpcodeTraits opcodeTraits(Opcode Op) { return getRow(Op).Traits; }

bool hasTrait(Opcode Op, OpcodeTraits T) { return (opcodeTraits(Op) & T) == T; }

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {

struct ElementTypeRow {
  StringLiteral Spelling;
  ElementClass Class;
  int NominalBits;
  int MemoryBits;
};

} // namespace

static constexpr ElementTypeRow ElementTypes[] = {
    {"unknown", ElementClass::Unknown, -1, -1},
#define GEN_ElementType_ROWS
#include "hlomem/IR/Tables/ElementTypes.inc"
};

#define GEN_ElementType_PARSER
#include "hlomem/IR/Tables/ElementTypes.inc"

static const ElementTypeRow &getRow(ElementType T) {
  return ElementTypes[static_cast<uint8_t>(T)];
}

static std::optional<unsigned> toWidth(int Bits) {
  return Bits < 0 ? std::nullopt : std::optional<unsigned>(Bits);
}

ElementType parseElementType(StringRef Spelling) {
  return matchElementType(Spelling);
}

StringRef elementTypeName(ElementType T) { return getRow(T).Spelling; }

std::optional<unsigned> elementBits(ElementType T) {
  return toWidth(getRow(T).MemoryBits);
}

std::optional<unsigned> nominalElementBits(ElementType T) {
  return toWidth(getRow(T).NominalBits);
}

ElementClass elementClass(ElementType T) { return getRow(T).Class; }

//===----------------------------------------------------------------------===//
// Allocation flags
//===----------------------------------------------------------------------===//

/// By the number of the bit.
static constexpr StringLiteral FlagNames[] = {
#define GEN_AllocationFlag_ROWS
#include "hlomem/IR/Tables/AllocationFlags.inc"
};

#define GEN_AllocationFlag_PARSER
#include "hlomem/IR/Tables/AllocationFlags.inc"

AllocationFlags parseAllocationFlag(StringRef Spelling) {
  return matchAllocationFlag(Spelling);
}

StringRef allocationFlagName(AllocationFlags Single) {
  auto Bits = static_cast<uint8_t>(Single);
  return isPowerOf2_32(Bits) ? StringRef(FlagNames[countr_zero(Bits)]) : "";
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

namespace {

struct MemorySpaceRow {
  Backend Of;
  MemorySpace Number;
  StringLiteral Name;
  MemorySpaceProperties Properties;
  StringLiteral Spelling;
  StringLiteral OtherName;
};

} // namespace

static constexpr MemorySpaceRow MemorySpaces[] = {
#define GEN_MemorySpace_ROWS
#include "hlomem/IR/Tables/MemorySpaces.inc"
};

static const MemorySpaceRow *findRow(Backend B, MemorySpace S) {
  const auto *Row = find_if(MemorySpaces, [&](const MemorySpaceRow &Row) {
    return Row.Of == B && Row.Number == S;
  });
  return Row == std::end(MemorySpaces) ? nullptr : Row;
}

StringRef backendName(Backend B) {
  static constexpr StringLiteral Names[] = {
      "unknown",
#define GEN_Backend_ROWS
#include "hlomem/IR/Tables/MemorySpaces.inc"
  };
  return Names[static_cast<uint8_t>(B)];
}

StringRef memorySpaceName(Backend B, MemorySpace S) {
  const MemorySpaceRow *Row = findRow(B, S);
  return Row ? Row->Name : "";
}

std::optional<MemorySpace> parseMemorySpace(Backend B, StringRef Name) {
  for (const MemorySpaceRow &Row : MemorySpaces)
    if (Row.Of == B && !Name.empty() &&
        (Name.equals_insensitive(Row.Spelling) ||
         Name.equals_insensitive(Row.OtherName)))
      return Row.Number;
  return std::nullopt;
}

ArrayRef<StringRef> memorySpaceSpellings() {
  static const SmallVector<StringRef> All = [] {
    SmallVector<StringRef> Spellings;
    for (const MemorySpaceRow &Row : MemorySpaces)
      for (StringRef Spelling : {Row.Spelling, Row.OtherName})
        if (!Spelling.empty() && !is_contained(Spellings, Spelling))
          Spellings.push_back(Spelling);
    return Spellings;
  }();
  return All;
}

bool hasProperty(Backend B, MemorySpace S, MemorySpaceProperties P) {
  const MemorySpaceRow *Row = findRow(B, S);
  return Row && (Row->Properties & P) == P;
}

} // namespace hlomem
