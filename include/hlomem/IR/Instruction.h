//===- Instruction.h - The text of one HLO instruction, parsed ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the parsed instruction. It is parsed only on request of more than
/// its name, since the texts of instructions make up a third of a dump.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_INSTRUCTION_H
#define HLOMEM_IR_INSTRUCTION_H

#include "hlomem/IR/Opcode.h"
#include "hlomem/IR/Shape.h"

namespace llvm {
namespace json {
class Value;
} // namespace json
} // namespace llvm

namespace hlomem {

/// Represents an operand of an instruction.
struct Operand {
  /// Holds the operand's name without the leading '%', which the dump may lack.
  StringRef Name;
  /// Points to the operand's shape, which XLA prints until March 2025 only;
  /// null otherwise.
  const Shape *Type = nullptr;
  /// Holds "#0#1" if the operand is element 1 of element 0 of the tuple Name:
  /// an HLO text of jaxlib 0.12 leaves get-tuple-elements out. Empty otherwise.
  StringRef Elements = {};
};

/// Represents a computation that an instruction calls and its role:
/// `body=%region_0`.
struct CalledComputation {
  /// Holds the name of the attribute: calls, to_apply, condition, body,
  /// true_computation, false_computation, branch_computations,
  /// called_computations, select or scatter. A list gives one entry for each of
  /// its computations.
  StringRef Role;
  StringRef Name;
};

/// Represents an attribute after the operands: `direction=LT`.
struct Attribute {
  StringRef Key;
  /// Holds the value as the dump spells it, quotes and braces included.
  StringRef Value;
};

/// Represents `metadata={...}`, which describes the user's program. Texts are
/// unescaped.
struct InstructionMetadata {
  StringRef OpType;
  StringRef OpName;
  StringRef SourceFile;
  /// Holds the line, counted from 1; 0 if it is not given.
  uint64_t SourceLine = 0;
  /// Holds the column, counted from 1; 0 if it is not given.
  uint64_t SourceColumn = 0;
  /// Holds the frame's number in the HLO text file, which then has file and
  /// line.
  std::optional<uint64_t> StackFrameId;
};

/// Represents an instruction. Its views point into the dump or an arena.
struct InstructionDetails {
  StringRef Name;
  /// Points to the shape of the whole result; null if it could not be parsed.
  const Shape *Type = nullptr;
  /// Identifies the opcode; Opcode::Unknown for a word that XLA's table does
  /// not have.
  Opcode Op = Opcode::Unknown;
  StringRef OpcodeName;
  ArrayRef<Operand> Operands;
  /// Holds the text between the parentheses as printed: for a constant its
  /// literal, for a parameter its number.
  StringRef OperandText;
  ArrayRef<CalledComputation> CalledComputations;
  ArrayRef<StringRef> ControlPredecessors;
  /// Lists all attributes in the order of the text, those parsed into other
  /// members included.
  ArrayRef<Attribute> Attributes;
  InstructionMetadata Metadata;
  /// Is false if the text was not understood to its end. Members before that
  /// place are then set, and after a type that cannot be parsed the opcode;
  /// attributes are first split and then parsed, each in the order of the text.
  bool IsComplete = false;

  /// Returns the value of the first attribute with this key, or none.
  std::optional<StringRef> getAttribute(StringRef Key) const;

  /// Returns the parameter's number for a `parameter` instruction, otherwise
  /// none.
  std::optional<uint64_t> getParameterNumber() const;

  /// Parses the backend_config attribute as JSON: bare, or inside a quoted
  /// string as until June 2023. Fails if there is none or it is no JSON.
  Expected<llvm::json::Value> getBackendConfig() const;
};

} // namespace hlomem

#endif // HLOMEM_IR_INSTRUCTION_H
