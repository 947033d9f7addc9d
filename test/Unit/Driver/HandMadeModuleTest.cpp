//===- HandMadeModuleTest.cpp - Analyses of what no reader has made -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

/// One instruction of the program, with the operands that it reads.
void addInstruction(ModuleBuilder &B, StringRef Name, Opcode Op,
                    StringRef OpcodeName, llvm::ArrayRef<Operand> Operands,
                    llvm::ArrayRef<Attribute> Attributes = {}) {
  InstructionDetails I;
  I.Name = Name;
  I.Op = Op;
  I.OpcodeName = OpcodeName;
  I.Operands = Operands;
  I.Attributes = Attributes;
  I.OperandText = Op == Opcode::Parameter ? "0" : "";
  I.Metadata.SourceFile = "model.py";
  I.Metadata.SourceLine = 7;
  I.IsComplete = true;
  B.addInstruction(I);
}

/// p = parameter(0); a = negate(p); b = custom-call(a); c = add(b, p), and a
/// thread-local block of 8 bytes. At 1 and at 2 two arrays of 16 bytes are live
/// in the arena: p beside them takes 16 more.
std::unique_ptr<Module> makeProgram() {
  ModuleBuilder B("by-hand");
  const Shape *F32 = B.shapes().getArray(ElementType::F32, {4}, {0});
  Allocation &P = B.addAllocation(Bytes(16), AllocationFlags::Parameter);
  P.setParameter({.Number = 0, .HasShape = true, .Type = F32});
  Use OfP[] = {{B.getPosition("a"), 0}, {B.getPosition("c"), 1}};
  Use OfA[] = {{B.getPosition("b"), 0}};
  Use OfB[] = {{B.getPosition("c"), 0}};
  B.addValue({.Definition = B.getPosition("p"),
              .Size = Bytes(16),
              .Type = F32,
              .Range = LiveRange{0, 4},
              .Uses = OfP});
  B.addAllocation(Bytes(32), AllocationFlags::PreallocatedTemp);
  B.addValue({.Definition = B.getPosition("a"),
              .Size = Bytes(16),
              .Type = F32,
              .Range = LiveRange{1, 2},
              .Uses = OfA});
  B.addValue({.Definition = B.getPosition("b"),
              .Offset = Bytes(16),
              .Size = Bytes(16),
              .Type = F32,
              .Range = LiveRange{2, 3},
              .Uses = OfB});
  B.addAllocation(Bytes(16), AllocationFlags::MaybeLiveOut);
  B.addValue({.Definition = B.getPosition("c"),
              .Size = Bytes(16),
              .Type = F32,
              .Range = LiveRange{3, 4},
              .Uses = llvm::ArrayRef<Use>()});
  B.addAllocation(Bytes(8), AllocationFlags::ThreadLocal);
  B.addValue({.Definition = B.getPosition("t"),
              .Size = Bytes(8),
              .Type = B.shapes().getArray(ElementType::F32, {2}, {0})});
  Operand P0{"p"}, A0{"a"}, B0{"b"};
  addInstruction(B, "p", Opcode::Parameter, "parameter", {});
  addInstruction(B, "a", Opcode::Negate, "negate", P0);
  addInstruction(
      B, "b", Opcode::CustomCall, "custom-call", A0,
      {{"custom_call_target", "\"__cublas$gemm\""},
       {"backend_config",
        R"({"scoped_memory_configs":[{"memory_space":"0","size":"64"}]})"}});
  addInstruction(B, "c", Opcode::Add, "add", {B0, P0});
  B.setSchedule({"p", "a", "b", "c"});
  return B.build();
}

TEST(HandMadeModuleTest, LivenessIsThatOfTheValues) {
  std::unique_ptr<Module> M = makeProgram();
  AnalysisManager AM(*M);
  const Liveness &Live = AM.getResult<LivenessAnalysis>();
  EXPECT_TRUE(Live.isKnown());
  EXPECT_EQ(Live.getKnownCount(), 0u);
  const auto &Timeline = AM.getResult<MemoryTimelineAnalysis>();
  // p, a and b at 2; p, b and c at 3.
  EXPECT_EQ(Timeline.getAllSpaces().Peak.Size, Bytes(48));
  EXPECT_EQ(Timeline.getAllSpaces().Peak.At, 2u);
}

// What is known of the program is not told by any text.
TEST(HandMadeModuleTest, InstructionsAreThoseThatWereAdded) {
  std::unique_ptr<Module> M = makeProgram();
  AnalysisManager AM(*M);
  const auto &Index = AM.getResult<InstructionIndexAnalysis>();
  const Value &B = M->values()[2];
  EXPECT_EQ(Index.get(M->values()[1]).Op, Opcode::Negate);
  EXPECT_EQ(Index.get(B).Op, Opcode::CustomCall);
  EXPECT_TRUE(Index.has(B, InstructionMarks::ScopedMemory));
  EXPECT_FALSE(Index.has(M->values()[3], InstructionMarks::ScopedMemory));
  EXPECT_EQ(Index.get(M->values()[4]).Op, Opcode::Unknown);
  EXPECT_EQ(M->findPrinted("b"), &B);
  EXPECT_EQ(M->findPrinted("t"), nullptr);
  EXPECT_TRUE(M->tellsInstructions());

  EXPECT_EQ(AM.getResult<BackendAnalysis>().get(), Backend::GPU);
  EXPECT_EQ(AM.getResult<ScopedMemoryAnalysis>().BySpace[0].Largest, Bytes(64));
  std::optional<UserPlace> Place = AM.getResult<UserSourceAnalysis>().find(B);
  ASSERT_TRUE(Place);
  EXPECT_EQ(Place->File, "model.py");
  EXPECT_EQ(Place->Line, 7u);
  const ScheduleIndex &Times = AM.getResult<ScheduleIndexAnalysis>();
  EXPECT_EQ(Times.getDefinition(B), 2u);
  EXPECT_EQ(Times.getUses(B), llvm::ArrayRef<Time>({3}));
}

TEST(HandMadeModuleTest, NothingIsKnownOfWhatWasNotSaid) {
  ModuleBuilder B("bare");
  B.addAllocation(Bytes(4), AllocationFlags::PreallocatedTemp);
  B.addValue({.Definition = B.getPosition("x"),
              .Size = Bytes(4),
              .Type = B.shapes().getArray(ElementType::F32, {})});
  B.setSchedule({"x"});
  std::unique_ptr<Module> M = B.build();
  AnalysisManager AM(*M);
  EXPECT_FALSE(AM.getResult<LivenessAnalysis>().isKnown());
  EXPECT_FALSE(M->tellsInstructions());
  EXPECT_TRUE(M->tellsAllocations());
}

/// Runs \p Pipeline on a new module; what it says, and its error.
std::string run(const PassBuilder &PB, StringRef Pipeline, Module &M) {
  std::string Text, Document;
  llvm::raw_string_ostream OS(Text), DocumentOS(Document);
  llvm::Expected<PassManager> PM = PB.parsePipeline(Pipeline);
  if (!PM)
    return toString(PM.takeError());
  SourceTexts None;
  TextRemarkStream Remarks(OS, None, M.getName());
  AnalysisManager AM(M);
  PassContext C(Remarks, DocumentOS);
  if (llvm::Error E = PM->run(M, AM, C))
    OS << toString(std::move(E));
  Remarks.finish();
  OS.flush();
  return Text;
}

TEST(HandMadeModuleTest, EveryAnalysisRuns) {
  PassBuilder PB;
  ASSERT_EQ(toString(registerBuiltinPasses(PB)), "");
  std::vector<std::string> Analyses = PB.completePipeline("require<");
  EXPECT_GE(Analyses.size(), 15u);
  for (const std::string &Analysis : Analyses)
    EXPECT_EQ(run(PB, Analysis, *makeProgram()), "") << Analysis;
}

TEST(HandMadeModuleTest, PassesFindWhatIsThere) {
  PassBuilder PB;
  ASSERT_EQ(toString(registerBuiltinPasses(PB)), "");
  std::unique_ptr<Module> M = makeProgram();
  EXPECT_NE(run(PB, "peak", *M).find("48 bytes"), std::string::npos)
      << run(PB, "peak", *M);
  run(PB, "drop-thread-local", *M);
  EXPECT_EQ(M->getTotalSize(), Bytes(64));
  EXPECT_EQ(M->values().size(), 4u);
  ASSERT_EQ(M->listedValues().size(), 4u);
  EXPECT_EQ(M->listedValues()[3], &M->values()[3]);
}

} // namespace
