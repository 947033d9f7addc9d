//===- GraphOfTextTest.cpp - The same graph from both forms ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>

using namespace llvm;
using namespace hlomem;

namespace {

/// What a graph says of an instruction, with names in place of numbers.
using Facts = std::map<std::string, std::string>;

// The text of jax 0.12 leaves get-tuple-elements out.
std::string nameOperand(const HloGraph &G, InstructionId I, bool LooksThrough) {
  const GraphInstruction &Of = G.instructions()[I];
  if (!LooksThrough || Of.Op != Opcode::GetTupleElement || G.isRoot(I))
    return Of.Name.str();
  return nameOperand(G, Of.Operands.front(), true) + "#" +
         std::to_string(Of.Number);
}

std::string describe(const HloGraph &G, InstructionId Number,
                     bool LooksThrough) {
  const GraphInstruction &I = G.instructions()[Number];
  std::string Text;
  raw_string_ostream OS(Text);
  I.Type->print(OS, /*WithLayout=*/true);
  OS << ' ' << I.OpcodeName << '(';
  for (InstructionId O : I.Operands)
    OS << nameOperand(G, O, LooksThrough) << ' ';
  OS << ") calls";
  for (ComputationId C : I.Called)
    OS << ' ' << G.computations()[C].Name;
  OS << " of " << G.getComputation(I).Name << " number " << I.Number;
  for (const OutputOperandAlias &A : I.Aliases)
    OS << " alias " << A.Output.index() << ':' << A.OperandNumber << ':'
       << A.OperandLeaf.index();
  OS << " fusion " << int(I.Fusion) << " target " << I.getCustomCallTarget();
  if (G.isRoot(Number))
    OS << " root";
  return Text;
}

Facts describe(const HloGraph &G, bool LooksThrough) {
  Facts Result;
  for (InstructionId I : G.instructions().ids()) {
    const GraphInstruction &Of = G.instructions()[I];
    if (LooksThrough && Of.Op == Opcode::GetTupleElement && !G.isRoot(I))
      continue;
    Result[Of.Name.str()] = describe(G, I, LooksThrough);
  }
  for (const GraphComputation &C : G.computations()) {
    std::string &Order = Result["order of " + C.Name.str()];
    if (!C.IsFused)
      for (InstructionId I : C.Schedule)
        if (!LooksThrough || Result.count(G.instructions()[I].Name.str()))
          Order += G.instructions()[I].Name.str() + " ";
    if (Order.empty())
      Result.erase("order of " + C.Name.str());
    // XLA's own, that of a proto.
    std::string &Own = Result["XLA's order of " + C.Name.str()];
    for (InstructionId I : C.instructions())
      if (!LooksThrough || Result.count(G.instructions()[I].Name.str()))
        Own += G.instructions()[I].Name.str() + " ";
  }
  std::string &Donation = Result["donation"];
  raw_string_ostream OS(Donation);
  for (const InputOutputAlias &A : G.inputOutputAliases())
    OS << A.Output.index() << ':' << A.Parameter << ':'
       << A.ParameterLeaf.index() << ':' << A.IsMust << ' ';
  for (const BufferDonor &D : G.bufferDonors())
    OS << "donor " << D.Parameter << ':' << D.ParameterLeaf.index() << ' ';
  Result["entry"] = G.getEntry().Name.str();
  return Result;
}

Expected<SourceText> readFile(const std::string &Path) {
  static DecompressionAllowance Allowance;
  return readInputFile(Path, Allowance);
}

void compareForms(const std::string &TextPath, const std::string &ProtoPath) {
  SCOPED_TRACE(TextPath);
  Expected<SourceText> Text = readFile(TextPath), Proto = readFile(ProtoPath);
  ASSERT_TRUE(Text && Proto);
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  Expected<HloProtoContents> Contents = readHloProto(Proto->Text, Shapes);
  ASSERT_TRUE(bool(Contents)) << toString(Contents.takeError());
  Expected<std::unique_ptr<ProgramSource>> Program =
      parseHloText(std::move(*Text));
  ASSERT_TRUE(bool(Program)) << toString(Program.takeError());
  Expected<std::shared_ptr<const HloGraph>> G = (*Program)->readGraph(Shapes);
  ASSERT_TRUE(bool(G)) << toString(G.takeError());
  bool LooksThrough = (*Program)->leavesOutTupleElements();
  Facts OfText = describe(**G, LooksThrough);
  Facts OfProto = describe(*Contents->Program, LooksThrough);
  // A schedule of the proto has no more computations than that of the text.
  for (auto It = OfText.begin(); It != OfText.end();)
    if (StringRef(It->first).starts_with("order of ") &&
        !OfProto.count(It->first))
      It = OfText.erase(It);
    else
      ++It;
  EXPECT_EQ(OfText, OfProto);
}

/// Compares every pair X.hlo.pb, X.txt of \p Folder, compressed or not.
unsigned compareFolder(StringRef Folder) {
  unsigned Count = 0;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(Folder, EC), End;
       It != End && !EC; It.increment(EC)) {
    std::string Proto = It->path();
    for (StringRef Ending : {".gz", ""}) {
      StringRef Stem = Proto;
      if (!Stem.consume_back(Ending) || !Stem.consume_back(".hlo.pb"))
        continue;
      std::string Text = (Stem + ".txt" + Ending).str();
      if (!sys::fs::exists(Text))
        break;
      compareForms(Text, Proto);
      ++Count;
      break;
    }
  }
  return Count;
}

TEST(GraphOfTextTest, SameAsOfProto) {
  EXPECT_GT(compareFolder(HLOMEM_TEST_DIR "/Inputs/proto"), 5u);
}

// For developers: HLOMEM_DUMPS names a folder of more dumps.
TEST(GraphOfTextTest, SameAsOfProtoInFolder) {
  const char *Folder = std::getenv("HLOMEM_DUMPS");
  if (!Folder)
    GTEST_SKIP() << "HLOMEM_DUMPS is not set";
  EXPECT_GT(compareFolder(Folder), 0u);
}

} // namespace
