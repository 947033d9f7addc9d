//===- BuildersTest.cpp ---------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is the same whatever it was read from: an HloProto, a dump with the
// HLO text beside it, or a dump alone.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasClasses.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ValueFlow.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;
using namespace hlomem;

namespace {

using Users = SmallVector<ValueUser, 4>;

/// What is known, by what it is known of.
using Facts = std::map<std::string, std::string>;

Expected<SourceText> readText(const std::string &Path) {
  static DecompressionAllowance Allowance;
  return readInputFile(Path, Allowance);
}

std::string describe(const Value *V) {
  if (!V)
    return "none";
  std::string Text;
  raw_string_ostream(Text) << V->getDefinition();
  return Text;
}

/// Without \p Live of what leaves a doubt about that.
std::string describe(const Value &V, const Liveness *Live, ValueFlow &Flow) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << V.getId() << ' ' << V.getShape() << " in "
     << V.getAllocation().getIndex() << " at " << V.getOffset().count()
     << " size " << V.getSize().count() << (V.isPhi() ? " phi" : "");
  if (std::optional<LiveRange> R = Live ? Live->getRange(V) : std::nullopt)
    OS << " live " << R->Begin << '-' << R->End;
  std::vector<std::string> Positions;
  for (const Position &P : V.getPositions()) {
    raw_string_ostream(Positions.emplace_back()) << P;
    // A position is found by its name again.
    EXPECT_EQ(Flow.findAt(P.getName(), P.getIndex()), &V) << Positions.back();
  }
  llvm::sort(Positions);
  for (const std::string &P : Positions)
    OS << "\n  position " << P;
  std::vector<std::string> Users;
  std::optional<SmallVector<ValueUser, 4>> All = Flow.users(V);
  EXPECT_TRUE(All);
  Time Before = 0;
  for (const ValueUser &U : *All) {
    EXPECT_LE(Before, U.At.value_or(~Time()));
    Before = U.At.value_or(~Time());
    raw_string_ostream(Users.emplace_back())
        << U.Instruction << ' ' << U.At.value_or(~Time()) << " operand "
        << U.OperandNumber << U.Index << " makes " << describe(U.Result);
  }
  llvm::sort(Users);
  for (const std::string &U : Users)
    OS << "\n  read by " << U;
  return Text;
}

std::string describe(const Loop &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "at " << L.At.value_or(~Time()) << " from " << L.Begin.value_or(~Time())
     << " body " << L.BodyBegin.value_or(~Time()) << ' ' << L.BodyName << ' '
     << L.BodyParameter << ' ' << L.BodyRoot << " condition " << L.ConditionName
     << ' ' << L.ConditionParameter << " init " << L.Init << " trips "
     << L.TripCount.value_or(0);
  for (const CarriedLeaf &Leaf : L.Leaves)
    OS << "\n  leaf " << Leaf.Index << ' ' << getName(Leaf.State) << ' '
       << describe(Leaf.Init) << ' ' << describe(Leaf.Condition) << ' '
       << describe(Leaf.Body) << ' ' << describe(Leaf.Root) << ' '
       << describe(Leaf.Result);
  return Text;
}

/// \p Structured says whether it is known which computations there are.
Facts describe(const Module &M, bool KnowsRelease, bool &Structured) {
  AnalysisManager AM(M);
  auto &Flow = AM.getResult<ValueFlowAnalysis>();
  EXPECT_TRUE(Flow.knowsUsers());
  // Every reader is found by its name, also one that defines no value, but for
  // the tuple elements that XLA leaves out of some texts.
  if (const ProgramSource *P = AM.getResult<ProgramAnalysis>().Program.get();
      P && !P->leavesOutTupleElements())
    for (const Value &V : M.values())
      for (const ValueUser &U : Flow.users(V).value_or(Users())) {
        const InstructionDetails *I = Flow.findInstruction(U.Instruction);
        EXPECT_TRUE(I && U.OperandNumber < I->Operands.size())
            << U.Instruction.str();
      }
  EXPECT_EQ(Flow.findInstruction("no.such.instruction"), nullptr);
  const auto *Live = &AM.getResult<LivenessAnalysis>();
  Structured = AM.getResult<ProgramStructureAnalysis>().get() != nullptr;
  Facts Found;
  for (const Value &V : M.values()) {
    // Of values that a dump does not list it tells no more than a line.
    if (!V.isUsedValue() || !V.hasUses())
      continue;
    std::string &Text = Found["value " + describe(&V)];
    Text = describe(V, KnowsRelease ? Live : nullptr, Flow);
    // A tuple that XLA leaves out of a dump has no operands there.
    if (auto Operands = Flow.operands(V))
      for (const Value *From : *Operands)
        Text += "\n  reads " + describe(From);
  }
  // The first value of each class stands for it.
  const auto &Classes = AM.getResult<AliasClassesAnalysis>();
  std::map<BufferId, const Value *> Firsts;
  for (const Value &V : M.values())
    if (BufferId Class = Classes.find(V))
      if (const Value *&First = Firsts[Class];
          !First || V.getId() < First->getId())
        First = &V;
  for (const Value &V : M.values())
    if (BufferId Class = Classes.find(V))
      Found["class of " + describe(&V)] = describe(Firsts[Class]);
  if (Structured)
    for (const Loop &L : AM.getResult<LoopAnalysis>().loops())
      Found["loop " + L.Name.str()] = describe(L);
  return Found;
}

/// Compares the text forms of the dump whose files begin with \p Stem, a part
/// of the whole, with its HloProto; returns how many there are.
unsigned compareForms(const std::string &Stem, unsigned &StructuredCount) {
  SCOPED_TRACE(Stem);
  Expected<SourceText> Proto = readText(Stem + ".hlo.pb.gz");
  EXPECT_TRUE(bool(Proto)) << toString(Proto.takeError());
  Expected<std::unique_ptr<Module>> OfProto =
      readProtoModule(std::move(*Proto));
  EXPECT_TRUE(bool(OfProto)) << toString(OfProto.takeError());
  bool IsProtoStructured = false;
  // Of few protos it is unknown by which release's rules values are live.
  bool KnowsRelease = getProtoProvenance(**OfProto)->OpenQuestions.empty();
  Facts Expected = describe(**OfProto, KnowsRelease, IsProtoStructured);
  for (bool HasProgram : {true, false}) {
    DumpInput Input;
    Input.Name = Stem;
    for (StringRef Part :
         {"-buffer-assignment", "-buffer-assignment-values", "-live-range"}) {
      std::string Path = (Stem + Part + ".txt.gz").str();
      if (!sys::fs::exists(Path))
        continue;
      auto Text = readText(Path);
      EXPECT_TRUE(bool(Text)) << toString(Text.takeError());
      Input.Texts.push_back({std::move(*Text), /*LogMark=*/""});
    }
    if (HasProgram)
      Input.HloText = [Stem] { return readText(Stem + ".txt.gz"); };
    DiagnosticEngine Diags(errs(), /*Color=*/false);
    std::unique_ptr<Module> M = parseDump(std::move(Input), Diags);
    EXPECT_TRUE(M);
    bool IsStructured = false;
    Facts Found = describe(*M, KnowsRelease, IsStructured);
    StructuredCount += IsStructured;
    // A dump alone may leave a doubt about computations, which the program
    // does not, and does not tell which values must share a buffer.
    EXPECT_TRUE(IsStructured || !HasProgram || !IsProtoStructured);
    std::erase_if(Expected, [&](const auto &Fact) {
      StringRef Of = Fact.first;
      return (!IsStructured && Of.starts_with("loop ")) ||
             (!HasProgram && Of.starts_with("class of "));
    });
    EXPECT_EQ(Found, Expected) << (HasProgram ? "with the HLO text" : "alone");
  }
  return 2;
}

TEST(BuildersTest, AllocationsAloneTellNoUsers) {
  DumpInput Input;
  Input.Name = "no-ranges";
  auto Text = readText(HLOMEM_TEST_DIR "/Remarks/Inputs/no-ranges.txt");
  ASSERT_TRUE(bool(Text)) << toString(Text.takeError());
  Input.Texts.push_back({std::move(*Text), /*LogMark=*/""});
  DiagnosticEngine Diags(errs(), /*Color=*/false);
  ParseOptions Options;
  Options.AllowParts = true;
  std::unique_ptr<Module> M = parseDump(std::move(Input), Diags, Options);
  ASSERT_TRUE(M);
  AnalysisManager AM(*M);
  auto &Flow = AM.getResult<ValueFlowAnalysis>();
  EXPECT_FALSE(Flow.knowsUsers());
  EXPECT_FALSE(Flow.users(M->values().front()));
}

TEST(BuildersTest, AllFormsTellTheSame) {
  unsigned Count = 0, StructuredCount = 0;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(HLOMEM_TEST_DIR "/Inputs", EC),
       End;
       It != End && !EC; It.increment(EC)) {
    std::string Path = It->path();
    StringRef Stem = Path;
    if (Stem.consume_back(".hlo.pb.gz") &&
        sys::fs::exists(Stem + "-buffer-assignment.txt.gz") &&
        sys::fs::exists(Stem + ".txt.gz"))
      Count += compareForms(Stem.str(), StructuredCount);
  }
  EXPECT_FALSE(EC) << EC.message();
  EXPECT_GT(Count, 100u);
  EXPECT_GT(StructuredCount, Count * 9 / 10);
}

} // namespace
