//===- ProtoProgramTest.cpp -----------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the instructions of an HloProto is what the parser of texts
// makes of them as XLA prints them.
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

void describe(const Shape &S, raw_ostream &OS) {
  OS << S << " tiles " << S.hasTiles() << " kind " << int(S.getKind())
     << " type " << int(S.getElementType());
  if (std::optional<Bytes> Size = S.getPaddedSize())
    OS << " padded " << Size->count();
  if (std::optional<Bytes> Size = S.getLogicalSize())
    OS << " logical " << Size->count();
  if (const Layout *L = S.getLayout())
    OS << " space " << L->MemorySpace << " bits " << L->ElementBits.value_or(0)
       << " tail " << L->TailAlignment.value_or(0) << " unknown "
       << L->HasUnknownSize;
  OS << '\n';
  for (const Shape *Element : S.getElements())
    describe(*Element, OS);
}

std::string describe(const InstructionDetails &D) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << D.Name << ' ' << D.OpcodeName << ' ' << int(D.Op) << ' ' << D.IsComplete
     << '(' << D.OperandText << ")\n";
  if (D.Type)
    describe(*D.Type, OS);
  for (const Operand &O : D.Operands)
    OS << "operand " << O.Name << '\n';
  for (const Attribute &A : D.Attributes)
    OS << A.Key << " = " << A.Value << '\n';
  for (const CalledComputation &C : D.CalledComputations)
    OS << C.Role << " calls " << C.Name << '\n';
  for (StringRef Name : D.ControlPredecessors)
    OS << "after " << Name << '\n';
  const InstructionMetadata &M = D.Metadata;
  OS << M.OpType << '|' << M.OpName << '|' << M.SourceFile << '|'
     << M.SourceLine << '|' << M.SourceColumn << '|'
     << M.StackFrameId.value_or(0) << '\n';
  return Text;
}

/// Compares all instructions, and returns how many there are.
size_t compareInstructions(const std::string &Path) {
  SCOPED_TRACE(Path);
  DecompressionAllowance Allowance;
  Expected<SourceText> Text = readInputFile(Path, Allowance);
  EXPECT_TRUE(bool(Text)) << toString(Text.takeError());
  Expected<std::unique_ptr<Module>> M = readProtoModule(std::move(*Text));
  EXPECT_TRUE(bool(M)) << toString(M.takeError());
  Expected<std::shared_ptr<const ProgramSource>> P = (*M)->readProgram();
  EXPECT_TRUE(bool(P)) << toString(P.takeError());
  size_t Count = 0;
  auto Compare = [&](const SourceInstruction &I) {
    BumpPtrAllocator Arena;
    ShapeContext OfProto(Arena), OfText(Arena);
    InstructionDetails Known = (*P)->readDetails(I, OfProto, Arena);
    InstructionDetails Parsed =
        parseInstruction((*P)->printInstruction(I, Arena), OfText, Arena);
    // In a text operands stand there too.
    if (!Parsed.Operands.empty())
      Parsed.OperandText = Known.OperandText;
    EXPECT_EQ(describe(Known), describe(Parsed));
    ++Count;
  };
  for (ComputationId C : (*P)->computations())
    (*P)->visit(C, Compare);
  return Count;
}

TEST(ProtoProgramTest, SameAsOfText) {
  size_t Count = 0;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(HLOMEM_TEST_DIR "/Inputs", EC),
       End;
       It != End && !EC; It.increment(EC))
    if (StringRef(It->path()).ends_with(".hlo.pb.gz"))
      Count += compareInstructions(It->path());
  EXPECT_FALSE(EC) << EC.message();
  EXPECT_GT(Count, 10000u);
}

} // namespace
