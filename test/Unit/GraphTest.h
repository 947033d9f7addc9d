//===- GraphTest.h - Tests of programs in HLO text --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_GRAPHTEST_H
#define HLOMEM_TEST_UNIT_GRAPHTEST_H

#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <memory>
#include <vector>

namespace hlomem::test {

/// Replaces the one \p From in \p Text, such as a line of a program.
inline std::string replaceText(std::string Text, llvm::StringRef From,
                               llvm::StringRef To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos) << From.str();
  EXPECT_EQ(llvm::StringRef(Text).count(From), 1u) << From.str();
  return At == std::string::npos ? Text : Text.replace(At, From.size(), To);
}

/// A program, whose instructions are found by name.
class GraphTest : public ::testing::Test {
protected:
  /// Reads the computations in \p Text, or the instructions of the only one.
  /// \p Attributes are those of the module.
  void read(llvm::StringRef Text,
            llvm::StringRef Attributes = "is_scheduled=true") {
    std::string Whole = ("HloModule m, " + Attributes + "\n\n").str();
    Whole += Text.contains("ENTRY ")
                 ? Text.str()
                 : ("ENTRY main {\n" + Text.trim() + "\n}\n").str();
    auto Parsed = parseHloText(SourceText::whole(
        llvm::MemoryBuffer::getMemBufferCopy(Whole, "m.txt")));
    if (!Parsed)
      llvm::report_fatal_error(Parsed.takeError());
    Former.push_back(std::move(Program));
    Program = std::move(*Parsed);
    auto Read = Program->readGraph(Shapes);
    if (!Read)
      llvm::report_fatal_error(Read.takeError());
    G = std::move(*Read);
    Numbers.clear();
    for (auto [N, I] : withIds(G->instructions()))
      Numbers[I.Name] = N;
  }

  InstructionId number(llvm::StringRef Name) const {
    auto Found = Numbers.find(Name);
    if (Found == Numbers.end())
      llvm::report_fatal_error("no instruction " + Name);
    return Found->second;
  }
  const GraphInstruction &find(llvm::StringRef Name) const {
    return G->instructions()[number(Name)];
  }
  /// Of an array "x", or a leaf "t{0,1}".
  std::string name(HloPlace P) const {
    const GraphInstruction &I = G->instructions()[P.Instruction];
    std::string Text = I.Name.str();
    llvm::raw_string_ostream OS(Text);
    if (I.Type->isTuple())
      I.Leaves->printIndex(P.Leaf, OS);
    return Text;
  }

  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  std::unique_ptr<ProgramSource> Program;
  /// Those that were read before own texts of Shapes.
  std::vector<std::unique_ptr<ProgramSource>> Former;
  std::shared_ptr<const HloGraph> G;

private:
  llvm::StringMap<InstructionId> Numbers;
};

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_GRAPHTEST_H
