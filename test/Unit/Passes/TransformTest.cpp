//===- TransformTest.cpp - Tests of passes that change a module -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestEdits.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Pass/StandardInstrumentations.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr StringRef Dump = R"(BufferAssignment:
allocation 0: size 72, preallocated-temp:
 value: <1 a @0> (size=8,offset=0): f32[2]{0}
 value: <2 b @0> (size=8,offset=64): f32[2]{0}

Total bytes used: 72 (72B)

Used values:
<1 a @0>
 positions:
  a
 uses:
  b, operand 0
<2 b @0>
 positions:
  b
 uses:


HloLiveRange (max 2):
  InstructionSequence:
    0:a
    1:b
  BufferLiveRange:
    a{}:0-1
    b{}:1-2
  Live ranges at 1 (peak):
    a{}: 8 bytes (cumulative: 8 bytes)
    b{}: 8 bytes (cumulative: 16 bytes)
)";

PassInfo transform(StringRef Name) {
  PassInfo Info = {Name, "", {}};
  Info.IsTransform = true;
  return Info;
}

/// Moves b behind a, which is live until b is.
template <uint64_t Offset> struct Move {
  static PreservedAnalyses run(Module &M) {
    setSlice(M, M.values()[1], Bytes(Offset), Bytes(8));
    setSize(M, M.allocations()[0], Bytes(Offset + 8));
    return PreservedAnalyses::none();
  }
};
struct PackPass : PassInfoMixin<PackPass> {
  static PassInfo info() { return transform("pack"); }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    return Move<8>::run(M);
  }
};
/// Onto the bytes of a.
struct BreakPass : PassInfoMixin<BreakPass> {
  static PassInfo info() { return transform("break"); }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    return Move<4>::run(M);
  }
};
/// The same, and denies it.
struct SecretPass : PassInfoMixin<SecretPass> {
  static PassInfo info() { return transform("secret"); }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    Move<4>::run(M);
    return PreservedAnalyses::all();
  }
};
/// Breaks what it leaves, and fails.
struct FailPass : PassInfoMixin<FailPass> {
  static PassInfo info() { return transform("fail"); }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &C) {
    C.fail(llvm::createStringError("on purpose"));
    return Move<4>::run(M);
  }
};
struct WritePass : PassInfoMixin<WritePass> {
  static PassInfo info() {
    PassInfo Info = {"write", "", {}};
    Info.WritesDocument = true;
    return Info;
  }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &C) {
    writeAllTexts(M, C.document());
    return PreservedAnalyses::all();
  }
};

/// Does not say that it is a transform.
struct ReportPass : PassInfoMixin<ReportPass> {
  static PassInfo info() { return {"report", "", {}}; }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    return Move<8>::run(M);
  }
};
/// Leaves everything where it is, by edits.
struct KeepPass : PassInfoMixin<KeepPass> {
  static PassInfo info() { return {"keep", "", {}}; }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    Move<64>::run(M);
    setLiveRange(M, M.values()[0], {0, 1});
    removeAllocations(M, [](const Allocation &) { return false; });
    return PreservedAnalyses::all();
  }
};

struct Outcome {
  std::string Printed;
  std::string Document;
  std::string Error;
  bool IsUnsound;
};

Outcome run(const PassManager &PM, const InstrumentationOptions &Options,
            StringRef Text = Dump) {
  DiagnosticEngine Diags(llvm::errs(), /*Color=*/false);
  std::unique_ptr<Module> M =
      parseDump(llvm::MemoryBuffer::getMemBuffer(Text, "x.txt", false), Diags);
  if (!M)
    llvm::report_fatal_error("not to be read");
  Outcome Result;
  llvm::raw_string_ostream Printed(Result.Printed), Document(Result.Document);
  StandardInstrumentations Shared(Options, "test");
  ModuleInstrumentation Instrumentation(Shared, *M, Printed);
  TextRemarkStream Remarks(llvm::nulls(), getSources(*M), M->getName());
  AnalysisManager AM(*M, &Instrumentation.callbacks());
  PassContext C(Remarks, Document, &Instrumentation.callbacks());
  if (llvm::Error E = PM.run(*M, AM, C))
    Result.Error = toString(std::move(E));
  Result.IsUnsound = C.isUnsound();
  return Result;
}

template <class... PassTs> PassManager pipeline() {
  PassManager PM;
  (PM.addPass(PassTs()), ...);
  return PM;
}

InstrumentationOptions verifyEach() {
  InstrumentationOptions Options;
  Options.VerifyEach = true;
  return Options;
}

/// With a folder for temporary files that is to be empty afterwards.
class PrintChangedTest : public testing::Test {
protected:
  PrintChangedTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("hlomem", Folder));
    setenv("TMPDIR", Folder.c_str(), /*overwrite=*/1);
    Options.Printing.Changed = true;
    PassBuilder PB;
    EXPECT_EQ(toString(prepareModulePrinting(Options.Printing, PB)), "");
  }
  // Fails if there is something in it.
  ~PrintChangedTest() override {
    EXPECT_FALSE(llvm::sys::fs::remove(Folder, /*IgnoreNonExisting=*/false));
    unsetenv("TMPDIR");
  }

  llvm::SmallString<128> Folder;
  InstrumentationOptions Options;
};

// 72 bytes become 16; what is live when stays.
constexpr StringRef PackDiff = R"(--- before pack
+++ after pack
@@ -1,9 +1,9 @@
 BufferAssignment:
-allocation 0: size 72, preallocated-temp:
+allocation 0: size 16, preallocated-temp:
  value: <1 a @0> (size=8,offset=0): f32[2]{0}
- value: <2 b @0> (size=8,offset=64): f32[2]{0}
+ value: <2 b @0> (size=8,offset=8): f32[2]{0}
 
-Total bytes used: 72 (72B)
+Total bytes used: 16 (16B)
 
 Used values:
 <1 a @0>
)";

TEST_F(PrintChangedTest, Diff) {
  Outcome R = run(pipeline<PackPass, WritePass>(), Options);
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Printed,
            "*** Module after pack *** (x.txt)\n" + PackDiff.str() +
                "*** Module after write omitted because no change *** "
                "(x.txt)\n");
}

TEST_F(PrintChangedTest, SameChangeAgain) {
  Outcome R = run(pipeline<PackPass, PackPass>(), Options);
  EXPECT_EQ(R.Printed, "*** Module after pack *** (x.txt)\n" + PackDiff.str() +
                           "*** Module after pack omitted because no change "
                           "*** (x.txt)\n");
}

TEST_F(PrintChangedTest, ProgramIsMissing) {
  Options.Printing.DiffProgram = "/no/such/program";
  Outcome R = run(pipeline<PackPass, WritePass>(), Options);
  EXPECT_TRUE(StringRef(R.Error).starts_with(
      "-print-changed: /no/such/program failed: "))
      << R.Error;
  EXPECT_EQ(R.Document, "");
  EXPECT_FALSE(R.IsUnsound);
  // Without a change there is nothing to run.
  EXPECT_EQ(run(pipeline<WritePass>(), Options).Error, "");
}

TEST(ModulePrintingTest, BeforeAndAfter) {
  InstrumentationOptions Options;
  Options.Printing.Before = {"pack"};
  Options.Printing.After = {"pack", "write"};
  Outcome R = run(pipeline<PackPass, WritePass>(), Options);
  EXPECT_EQ(R.Printed, "*** Module before pack *** (x.txt)\n" + Dump.str() +
                           "*** Module after pack *** (x.txt)\n" + R.Document +
                           "*** Module after write *** (x.txt)\n" + R.Document);
}

// Also what a pass leaves that fails.
TEST(ModulePrintingTest, AfterFailure) {
  InstrumentationOptions Options;
  Options.Printing.AfterAll = true;
  Outcome R = run(pipeline<FailPass, WritePass>(), Options);
  EXPECT_EQ(R.Error, "on purpose");
  EXPECT_TRUE(StringRef(R.Printed).contains("Total bytes used: 12 (12B)"));
  EXPECT_FALSE(StringRef(R.Printed).contains("write"));
}

TEST(ModulePrintingTest, UnknownPass) {
  PassBuilder PB;
  EXPECT_EQ(toString(PB.registerPass<PackPass>()), "");
  ModulePrintingOptions Options;
  Options.After = {"pack"};
  EXPECT_FALSE(prepareModulePrinting(Options, PB));
  Options.After = {"pack", "pick"};
  EXPECT_EQ(toString(prepareModulePrinting(Options, PB)),
            "-print-after: unknown pass 'pick', did you mean 'pack'?");
  Options.Before = {"x"};
  EXPECT_EQ(toString(prepareModulePrinting(Options, PB)),
            "-print-before: unknown pass 'x'; -print-passes lists them");
}

// Bytes 4-8 are those of a until 1, and of b from then on.
TEST(VerifyEachTest, StopsAndNamesThePass) {
  Outcome R = run(pipeline<PackPass, BreakPass, WritePass>(), verifyEach());
  EXPECT_EQ(
      R.Error,
      "the module contradicts itself after pass 'break': values "
      "<1 a> and <2 b> share bytes 4-8 of allocation 0 at schedule position 1, "
      "but begin at offsets 0 and 4 [touch]");
  EXPECT_TRUE(R.IsUnsound);
  EXPECT_EQ(R.Document, "");
}

TEST(VerifyEachTest, SoundChange) {
  Outcome R = run(pipeline<PackPass, WritePass>(), verifyEach());
  EXPECT_EQ(R.Error, "");
  EXPECT_FALSE(R.IsUnsound);
  EXPECT_NE(R.Document, "");
  EXPECT_EQ(R.Printed, "");
}

TEST(VerifyEachTest, NotAfterWhatChangesNothing) {
  std::string Text = Dump.str();
  Text.insert(Text.find("preallocated-temp"), "constant, ");
  EXPECT_EQ(run(pipeline<KeepPass>(), verifyEach(), Text).Error, "");
}

// In every run, asked for or not.
TEST(TransformTest, SecretChange) {
  Outcome R = run(pipeline<SecretPass, WritePass>(), {});
  EXPECT_EQ(R.Error, "pass 'secret' changed the module, but claims to have "
                     "preserved all analyses");
  EXPECT_EQ(R.Document, "");
}

TEST(TransformTest, ChangeByWhatIsNoTransform) {
  Outcome R = run(pipeline<ReportPass, WritePass>(), {});
  EXPECT_EQ(R.Error,
            "pass 'report' changed the module, but is not a transform; "
            "set isTransform");
  EXPECT_EQ(R.Document, "");
}

TEST(TransformTest, EditsThatChangeNothing) {
  EXPECT_EQ(run(pipeline<KeepPass>(), {}).Error, "");
}

TEST(TransformTest, PipelineKnows) {
  EXPECT_TRUE((pipeline<WritePass, PackPass>().hasTransform()));
  EXPECT_FALSE(pipeline<WritePass>().hasTransform());
}

TEST(VerifyEachTest, UnsoundFromTheBeginning) {
  std::string Text = Dump.str();
  Text.insert(Text.find("preallocated-temp"), "constant, ");
  Outcome R = run(pipeline<PackPass>(), verifyEach(), Text);
  EXPECT_EQ(R.Error,
            "the module contradicts itself after pass 'pack', as it did before "
            "the first one: allocation 0 is both preallocated-temp and "
            "something else [flags]");
}

// A pass that fails says itself what is wrong.
TEST(VerifyEachTest, FailingPass) {
  Outcome R = run(pipeline<FailPass>(), verifyEach());
  EXPECT_EQ(R.Error, "on purpose");
  EXPECT_FALSE(R.IsUnsound);
}

} // namespace
