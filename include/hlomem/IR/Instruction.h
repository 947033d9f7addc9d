//===- Instruction.h - The text of one HLO instruction, parsed ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of an instruction of the program. It is read on
/// demand for more than its name, since it makes up a third of a dump.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_INSTRUCTION_H
#define HLOMEM_IR_INSTRUCTION_H

#include "hlomem/IR/Opcode.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
namespace json {
class Value;
} // namespace json
} // namespace llvm

namespace hlomem {

/// An operand of an instruction.
struct Operand {
  /// Without the leading '%'; the dump may have none.
  llvm::StringRef Name;
  /// Printed until March 2025 only; null otherwise.
  const Shape *Type = nullptr;
  /// "#0#1" where the operand is element 1 of element 0 of the tuple Name: an
  /// HLO text of jaxlib 0.12 leaves get-tuple-elements out. Empty otherwise.
  llvm::StringRef Elements = {};
};

/// A computation that an instruction calls, and as what: `body=%region_0`.
struct CalledComputation {
  /// The attribute: calls, to_apply, condition, body, true_computation,
  /// false_computation, branch_computations, called_computations, select or
  /// scatter. A list gives one entry for each of its computations.
  llvm::StringRef Role;
  llvm::StringRef Name;
};

/// An attribute after the operands, `direction=LT`.
struct Attribute {
  llvm::StringRef Key;
  /// As it stands in the dump, quotes and braces included.
  llvm::StringRef Value;
};

/// What `metadata={...}` tells of the user's program. Texts are unescaped.
struct InstructionMetadata {
  llvm::StringRef OpType;
  llvm::StringRef OpName;
  llvm::StringRef SourceFile;
  /// Counted from 1; 0 where it is not given.
  uint64_t SourceLine = 0;
  uint64_t SourceColumn = 0;
  /// The frame's number in the HLO text file, where file and line then live.
  std::optional<uint64_t> StackFrameId;
};

/// An instruction. Views point into the dump or an arena.
struct InstructionDetails {
  llvm::StringRef Name;
  /// Type of the whole result; null where it could not be read.
  const Shape *Type = nullptr;
  /// Opcode::Unknown for a word that XLA's table does not have.
  Opcode Op = Opcode::Unknown;
  llvm::StringRef OpcodeName;
  llvm::ArrayRef<Operand> Operands;
  /// What stands between the parentheses as printed: for a constant its
  /// literal, for a parameter its number.
  llvm::StringRef OperandText;
  llvm::ArrayRef<CalledComputation> CalledComputations;
  llvm::ArrayRef<llvm::StringRef> ControlPredecessors;
  /// All attributes in the order of the text, those taken apart above included.
  llvm::ArrayRef<Attribute> Attributes;
  InstructionMetadata Metadata;
  /// False where the text was not understood to its end. What precedes the
  /// place is then filled in, and after a type that cannot be read the opcode;
  /// attributes are first split and then taken apart, each in the order of the
  /// text.
  bool IsComplete = false;

  /// The value of the first attribute with this key, or none.
  std::optional<llvm::StringRef> getAttribute(llvm::StringRef Key) const;

  /// The parameter's number, for a `parameter` instruction.
  std::optional<uint64_t> getParameterNumber() const;

  /// The backend_config attribute as JSON: bare, or inside a quoted string as
  /// until June 2023. An error where there is none or it is no JSON.
  llvm::Expected<llvm::json::Value> getBackendConfig() const;
};

} // namespace hlomem

#endif // HLOMEM_IR_INSTRUCTION_H
