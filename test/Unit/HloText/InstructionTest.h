//===- InstructionTest.h - What tests of the parser share -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_HLOTEXT_INSTRUCTIONTEST_H
#define HLOMEM_TEST_UNIT_HLOTEXT_INSTRUCTIONTEST_H

#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/IR/Instruction.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

namespace hlomem::test {

class InstructionTest : public testing::Test {
protected:
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};

  /// Of a copy of \p Text, which lives as long as the test.
  InstructionDetails parseAny(llvm::StringRef Text) {
    return parseInstruction(Text.copy(Arena), Shapes, Arena);
  }
  InstructionDetails parse(llvm::StringRef Text) {
    InstructionDetails Details = parseAny(Text);
    EXPECT_TRUE(Details.IsComplete) << Text.str();
    return Details;
  }
  const Shape *readType(llvm::StringRef Text) {
    ShapeError Ignored;
    return Text.empty() ? nullptr : parseShape(Text, Shapes, Ignored);
  }
};

inline std::string print(const Shape *S) {
  if (!S)
    return "none";
  std::string Text;
  llvm::raw_string_ostream(Text) << *S;
  return Text;
}

/// "name:type name:type", the type left out where there is none.
inline std::string operandsOf(const InstructionDetails &I) {
  std::string Text;
  for (const Operand &O : I.Operands) {
    Text += (llvm::Twine(Text.empty() ? "" : " ") + O.Name).str();
    if (O.Type)
      Text += (llvm::Twine(":") + print(O.Type)).str();
  }
  return Text;
}

/// "role=name role=name"
inline std::string callsOf(const InstructionDetails &I) {
  std::string Text;
  for (const CalledComputation &C : I.CalledComputations)
    Text +=
        (llvm::Twine(Text.empty() ? "" : " ") + C.Role + "=" + C.Name).str();
  return Text;
}

inline std::string keysOf(const InstructionDetails &I) {
  std::string Text;
  for (const Attribute &A : I.Attributes)
    Text += (llvm::Twine(Text.empty() ? "" : " ") + A.Key).str();
  return Text;
}

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_HLOTEXT_INSTRUCTIONTEST_H
