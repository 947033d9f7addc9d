//===- PassManagerTest.cpp - Tests of PassManager -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassManager.h"
#include "CrashPass.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Pass/PassInstrumentation.h"
#include "gtest/gtest.h"
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace hlomem;
using hlomem::test::CrashPass;

namespace {

using EventList = std::vector<std::string>;
EventList Events;
/// What passes have written.
std::string Written;

class SizeAnalysis : public AnalysisInfoMixin<SizeAnalysis> {
  friend AnalysisInfoMixin<SizeAnalysis>;
  static AnalysisKey Key;

public:
  using Result = size_t;
  Result run(const Module &M, AnalysisManager &) { return M.getName().size(); }
};
AnalysisKey SizeAnalysis::Key;

/// Asks for the analysis and writes its result.
struct ReadPass : PassInfoMixin<ReadPass> {
  static PassInfo info() { return {"read", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &AM, PassContext &C) {
    Written += C.getCurrentPass().str() + ' ' +
               std::to_string(AM.getResult<SizeAnalysis>()) + '\n';
    return PreservedAnalyses::all();
  }
};

/// Preserves nothing.
struct ChangePass : PassInfoMixin<ChangePass> {
  static PassInfo info() { return {"change", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::none();
  }
};

/// A pass that must run says so, or it writes a document.
template <class DerivedT> struct NeededPass : PassInfoMixin<DerivedT> {
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::all();
  }
};
struct RequiredPass : NeededPass<RequiredPass> {
  static PassInfo info() {
    PassInfo Info = {"required", "", {}};
    Info.IsRequired = true;
    return Info;
  }
};
struct WriterPass : NeededPass<WriterPass> {
  static PassInfo info() {
    PassInfo Info = {"writer", "", {}};
    Info.WritesDocument = true;
    return Info;
  }
};

/// Fails twice.
struct FailPass : PassInfoMixin<FailPass> {
  static PassInfo info() { return {"fail", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &C) {
    C.fail(llvm::createStringError("one"));
    C.fail(llvm::createStringError("two"));
    return PreservedAnalyses::all();
  }
};

/// Counts its runs in itself.
struct StatefulPass : PassInfoMixin<StatefulPass> {
  static PassInfo info() { return {"stateful", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    Written += std::to_string(++Runs);
    return PreservedAnalyses::all();
  }
  unsigned Runs = 0;
};

struct UnsoundPass : PassInfoMixin<UnsoundPass> {
  static PassInfo info() { return {"unsound", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &C) {
    C.markUnsound();
    return PreservedAnalyses::all();
  }
};

/// Stands in for a remark generated from a .td.
struct TestRemark {
  static constexpr RemarkInfo Info{"TestRemark",
                                   RemarkKind::Analysis,
                                   /*IsRow=*/false,
                                   {}};
  template <class SinkT> void write(SinkT &S) const { S.text("found"); }
};

struct RemarkPass : PassInfoMixin<RemarkPass> {
  static PassInfo info() { return {"remark", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &C) {
    C.emit(llvm::SMLoc(), TestRemark{});
    return PreservedAnalyses::all();
  }
};

class RecordingStream final : public RemarkStream {
public:
  void handle(const Remark &R) override {
    Events.push_back((R.getName() + " of " + R.getPassName()).str());
  }
};

class PassManagerTest : public ::testing::Test {
protected:
  PassManagerTest() {
    Events.clear();
    Written.clear();
  }

  llvm::Error run(const PassManager &PM, Module &M) {
    AnalysisManager AM(M, &PI);
    PassContext C(Remarks, OS, &PI);
    return PM.run(M, AM, C);
  }

  const std::unique_ptr<Module> Owner = ModuleBuilder("12345").build();
  Module &M = *Owner;
  PassInstrumentation PI;
  RecordingStream Remarks;
  std::string Document;
  llvm::raw_string_ostream OS{Document};
};

TEST_F(PassManagerTest, OnePipelineServesManyModules) {
  std::unique_ptr<Module> OtherOwner = ModuleBuilder("123").build();
  Module &Other = *OtherOwner;
  PassManager PM;
  PM.addPass(ReadPass());
  PM.addPass(ReadPass());
  EXPECT_FALSE(run(PM, M));
  EXPECT_FALSE(run(PM, Other));
  EXPECT_EQ(Written, "read 5\nread 5\nread 3\nread 3\n");
}

TEST_F(PassManagerTest, PassesCarryNothingToTheNextModule) {
  PassManager PM;
  PM.addPass(StatefulPass());
  EXPECT_FALSE(run(PM, M));
  EXPECT_FALSE(run(PM, M));
  EXPECT_EQ(Written, "11");
}

struct TransformPass : PassInfoMixin<TransformPass> {
  static PassInfo info() {
    PassInfo Info = {"transform", "", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::none();
  }
};

/// Writes whether there is a copy from before all transforms.
class OriginalPass final : public PassConcept {
public:
  explicit OriginalPass(bool Needs) : Needs(Needs) {}

  PassInfo info() const override { return {"original", "", {}}; }
  void printPipeline(llvm::raw_ostream &OS) const override { OS << "original"; }
  PreservedAnalyses run(Module &M, AnalysisManager &,
                        PassContext &C) const override {
    const Module *Original = C.getOriginal();
    Written += !Original        ? "none "
               : Original == &M ? "same "
                                : Original->getName().str() + ' ';
    return PreservedAnalyses::all();
  }
  bool needsOriginal() const override { return Needs; }

private:
  bool Needs;
};

TEST_F(PassManagerTest, OriginalIsKeptForPassesThatNeedIt) {
  for (bool Needs : {true, false}) {
    PassManager PM;
    for (unsigned I = 0; I != 3; ++I) {
      PM.append(std::make_unique<OriginalPass>(Needs));
      PM.addPass(TransformPass());
    }
    Written.clear();
    EXPECT_FALSE(run(PM, M));
    EXPECT_EQ(Written, Needs ? "none 12345 12345 " : "none none none ");
  }
}

TEST_F(PassManagerTest, RemarksBearTheNameOfThePass) {
  PassManager PM;
  PM.addPass(RemarkPass());
  EXPECT_FALSE(run(PM, M));
  EXPECT_EQ(Events, EventList{"TestRemark of remark"});
}

TEST_F(PassManagerTest, StopsAfterAFailure) {
  PassManager PM;
  PM.addPass(ReadPass());
  PM.addPass(FailPass());
  PM.addPass(ReadPass());
  EXPECT_EQ(llvm::toString(run(PM, M)), "one\ntwo");
  EXPECT_EQ(Written, "read 5\n");
}

TEST_F(PassManagerTest, StopsAtAnUnsoundModuleWithoutAnError) {
  PassManager PM;
  PM.addPass(ReadPass());
  PM.addPass(UnsoundPass());
  PM.addPass(ReadPass());
  EXPECT_TRUE(PM.contains("unsound"));
  EXPECT_FALSE(PM.contains("uns"));
  AnalysisManager AM(M, &PI);
  PassContext C(Remarks, OS, &PI);
  EXPECT_FALSE(C.isUnsound());
  EXPECT_FALSE(PM.run(M, AM, C));
  EXPECT_TRUE(C.isUnsound());
  EXPECT_EQ(Written, "read 5\n");
}

TEST_F(PassManagerTest, CallbacksComeInOrder) {
  PI.registerBeforePassCallback([](llvm::StringRef Pass, const Module &M) {
    Events.push_back(("before " + Pass + " " + M.getName()).str());
  });
  PI.registerAfterPassCallback(
      [](llvm::StringRef Pass, const Module &, const PreservedAnalyses &PA) {
        Events.push_back(("after " + Pass).str() +
                         (PA.areAllPreserved() ? "" : " changed"));
      });
  PI.registerBeforeAnalysisCallback([](llvm::StringRef Name, const Module &) {
    Events.push_back(("analysis " + Name).str());
  });
  PI.registerAnalysisInvalidatedCallback(
      [](llvm::StringRef Name, const Module &) {
        Events.push_back(("invalidated " + Name).str());
      });
  PassManager PM;
  PM.addPass(ReadPass());
  PM.addPass(ChangePass());
  PM.addPass(ReadPass());
  EXPECT_FALSE(run(PM, M));
  EXPECT_EQ(Events, (EventList{"before read 12345", "analysis SizeAnalysis",
                               "after read", "before change 12345",
                               "after change changed",
                               "invalidated SizeAnalysis", "before read 12345",
                               "analysis SizeAnalysis", "after read"}));
}

TEST_F(PassManagerTest, CallbackMaySkipAPass) {
  PI.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef Pass, const Module &) { return Pass != "fail"; });
  PI.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef Pass, const Module &) {
        Events.push_back(("asked " + Pass).str());
        return true;
      });
  PI.registerBeforePassCallback([](llvm::StringRef Pass, const Module &) {
    Events.push_back(("before " + Pass).str());
  });
  PI.registerAfterPassCallback(
      [](llvm::StringRef Pass, const Module &, const PreservedAnalyses &) {
        Events.push_back(("after " + Pass).str());
      });
  PI.registerSkippedPassCallback([](llvm::StringRef Pass, const Module &) {
    Events.push_back(("skipped " + Pass).str());
  });
  PassManager PM;
  PM.addPass(FailPass());
  PM.addPass(ReadPass());
  EXPECT_FALSE(run(PM, M));
  EXPECT_EQ(Events, (EventList{"asked fail", "skipped fail", "asked read",
                               "before read", "after read"}));
}

TEST_F(PassManagerTest, RequiredPassCannotBeSkipped) {
  PI.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef Pass, const Module &) {
        Events.push_back(("asked " + Pass).str());
        return false;
      });
  PI.registerBeforePassCallback([](llvm::StringRef Pass, const Module &) {
    Events.push_back(("before " + Pass).str());
  });
  PassManager PM;
  PM.addPass(ReadPass());
  PM.addPass(RequiredPass());
  PM.addPass(WriterPass());
  EXPECT_FALSE(run(PM, M));
  EXPECT_EQ(Events,
            (EventList{"asked read", "before required", "before writer"}));
}

/// Writes a document without saying so.
struct SecretWriterPass : PassInfoMixin<SecretWriterPass> {
  static PassInfo info() { return {"secret", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &C) {
    C.document() << "one";
    C.document() << "two";
    return PreservedAnalyses::all();
  }
};

TEST_F(PassManagerTest, UndeclaredDocumentIsAnError) {
  PassManager PM;
  PM.addPass(SecretWriterPass());
  EXPECT_EQ(llvm::toString(run(PM, M)),
            "pass 'secret' writes a document, but does not declare it; set "
            "writesDocument");
  EXPECT_EQ(Document, "");
}

/// Reports from another thread, by \p Report.
struct ThreadedPass : PassInfoMixin<ThreadedPass> {
  static PassInfo info() { return {"threaded", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &C) {
    std::thread([&] { Report(C); }).join();
    return PreservedAnalyses::all();
  }
  std::function<void(PassContext &)> Report;
};

TEST_F(PassManagerTest, ReportsComeFromTheThreadOfThePass) {
  auto Run = [&](std::function<void(PassContext &)> Report) {
    ThreadedPass Pass;
    Pass.Report = std::move(Report);
    PassManager PM;
    PM.addPass(std::move(Pass));
    llvm::consumeError(run(PM, M));
  };
  constexpr const char *Message =
      "pass 'threaded' reports from another thread than the one that it runs "
      "on";
  EXPECT_DEATH(Run([](PassContext &C) { C.remark({}) << "one"; }), Message);
  EXPECT_DEATH(Run([](PassContext &C) { C.document() << "one"; }), Message);
  EXPECT_DEATH(
      Run([](PassContext &C) { C.fail(llvm::createStringError("one")); }),
      Message);
}

TEST_F(PassManagerTest, CrashNamesPassAndDump) {
  PassManager PM;
  PM.addPass(CrashPass());
  EXPECT_DEATH(llvm::consumeError(run(PM, M)),
               "Running pass 'crash' on dump '12345'");
}

} // namespace
