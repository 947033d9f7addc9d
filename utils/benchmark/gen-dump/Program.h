//===- Program.h - A made-up program and where its values lie -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Just enough of HLO to write the dump of a program that no compiler has seen:
/// a flat schedule, the values that its instructions define and forward, and
/// the allocations they lie in.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_GENDUMP_PROGRAM_H
#define HLOMEM_GENDUMP_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace gendump {

/// Position in the table it is of.
using Id = uint32_t;
inline constexpr Id None = ~Id(0);

/// An array or a tuple.
struct Shape {
  /// A place in it: itself, or an element of it or of one of its elements.
  struct Leaf {
    /// "", "3", "0,1".
    std::string Index;
    Id Shape;
  };

  /// As an instruction prints it, and without layouts.
  std::string Text;
  std::string Plain;
  uint64_t Logical = 0;
  uint64_t Padded = 0;
  uint8_t Space = 0;
  /// Of a tuple.
  std::vector<Id> Elements;
  /// In order; itself is the first.
  std::vector<Leaf> Leaves;

  bool isTuple() const { return !Elements.empty(); }
};

struct Instruction {
  /// "fusion", and 37 for "fusion.37".
  Id BaseName = 0;
  uint32_t Number = 0;
  Id Shape = 0;
  /// Position of an opcode, of the attributes' text and of the op_name.
  Id Opcode = 0;
  Id Attributes = 0;
  Id OpName = 0;
  Id BackendConfig = 0;
  uint32_t Line = 0;
  /// What stands in place of operands, such as "5" or "{...}".
  Id Literal = None;
  Id FirstOperand = 0;
  Id FirstLeaf = 0;
  uint32_t Operands = 0;
  /// None of a computation that is not scheduled.
  Id Time = None;
};

struct Value {
  Id Instruction;
  /// Leaf of the instruction's shape: 0 is the array or the tuple's own table.
  uint32_t Leaf;
  bool IsPhi;
  Id Allocation = None;
  uint64_t Offset = 0;
  uint32_t Begin = 0;
  uint32_t End = 0;
  /// As the dump numbers it.
  uint64_t Number = 0;
};

enum class Kind : uint8_t { Parameter, Donated, Constant, Output, Temp, Local };

struct Allocation {
  gendump::Kind Kind;
  uint8_t Space = 0;
  uint64_t Size = 0;
  /// Of a parameter.
  uint32_t Parameter = 0;
  /// Of a parameter and of an output.
  Id Shape = 0;
};

/// A place where a value appears, or is read.
struct Place {
  Id Value;
  Id Instruction;
  uint32_t Leaf;
  uint32_t Operand;
};

class Program {
public:
  std::string ModuleName;

  /// \name Tables
  /// @{
  Id array(llvm::StringRef Type, unsigned Bits, llvm::ArrayRef<uint64_t> Dims,
           uint8_t Space = 0);
  Id tuple(llvm::ArrayRef<Id> Elements);
  Id text(llvm::StringRef Text);
  /// @}

  /// What an instruction looks like.
  struct Look {
    llvm::StringRef Name;
    llvm::StringRef Opcode;
    llvm::StringRef Attributes = "";
    llvm::StringRef OpName = "";
    uint32_t Line = 0;
    llvm::StringRef Literal = "";
    /// JSON.
    llvm::StringRef BackendConfig = "";
  };
  /// Appends an instruction to the schedule, or to a computation that is not
  /// in it. What it reads is told by read().
  Id add(const Look &L, Id Shape, llvm::ArrayRef<Id> Operands = {},
         bool IsScheduled = true);

  /// Leaf \p Leaf of \p Instruction is a new value, at \p Offset of \p
  /// Allocation.
  Id define(Id Instruction, uint32_t Leaf, Id Allocation, uint64_t Offset,
            bool IsPhi = false);
  /// Leaf \p Leaf of \p Instruction is what stands for leaf \p FromLeaf of \p
  /// From.
  void forward(Id Instruction, uint32_t Leaf, Id From, uint32_t FromLeaf);
  void read(Id Instruction, uint32_t Operand, Id From, uint32_t Leaf);

  Id getValue(Id Instruction, uint32_t Leaf) const {
    return Leaves[Instructions[Instruction].FirstLeaf + Leaf];
  }
  uint32_t countLeaves(Id Instruction) const;
  uint32_t findLeaf(Id Instruction, llvm::StringRef Index) const;
  /// As instructions print it: base name and number.
  void printName(llvm::raw_ostream &OS, Id Instruction) const;

  Id addAllocation(Allocation A);
  /// The value is live at \p Time too.
  void extend(Id Value, uint32_t Time);
  /// The value's slice is taken over at \p Time: it ends then.
  void cut(Id Value, uint32_t Time) { Values[Value].End = Time; }
  uint32_t now() const { return Schedule.size(); }

  /// Numbers the values, with gaps by \p Seed, sorts what is printed sorted,
  /// and sets the sizes of allocations.
  void finish(uint64_t Seed);

  const Shape &getShape(const Instruction &I) const { return Shapes[I.Shape]; }
  /// Of the leaf that the value is.
  const Shape &getShape(const Value &V) const;

  std::vector<Shape> Shapes;
  std::vector<std::string> Texts;
  std::vector<Instruction> Instructions;
  std::vector<Id> Operands;
  std::vector<Id> Leaves;
  std::vector<Value> Values;
  std::vector<Allocation> Allocations;
  /// By value, in the order of the schedule.
  std::vector<Place> Positions;
  std::vector<Place> Uses;
  /// Instructions by time.
  std::vector<Id> Schedule;
  /// By allocation and number.
  std::vector<Id> ByAllocation;

private:
  Id addShape(Shape S);
  void sortAllocations();

  llvm::StringMap<Id> KnownTexts;
  llvm::StringMap<Id> KnownShapes;
  /// How many instructions have a name, by its position in Texts.
  std::vector<uint32_t> Numbers;
};

} // namespace gendump

#endif // HLOMEM_GENDUMP_PROGRAM_H
