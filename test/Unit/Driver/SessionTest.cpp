//===- SessionTest.cpp - Tests of Session ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Session.h"
#include "TestFolder.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>

using namespace hlomem;
using llvm::StringRef;

namespace {

using Strings = std::vector<std::string>;

/// Notes what it is given.
struct TestModule final : LoadedModule {
  std::string Found;
};

class TestClient final : public SessionClient {
public:
  std::function<void(TestModule &)> Work = [](TestModule &) {};
  /// "id name" of what was consumed, with a '!' for what failed, a '*' for what
  /// has several modules, and a '+' for what is still loaded.
  Strings Consumed;
  std::string Problems;
  std::string Diagnostics;
  size_t Expected = 0;
  std::atomic<unsigned> WorkCount = 0;

  std::unique_ptr<LoadedModule> makeModule() override {
    return std::make_unique<TestModule>();
  }
  void expect(size_t Count, bool) override { Expected += Count; }
  void work(LoadedModule &L) override {
    ++WorkCount;
    Work(static_cast<TestModule &>(L));
  }
  void consume(LoadedModule &L) override {
    std::string Name = StringRef(L.getName()).rsplit('/').second.str();
    if (Name.empty())
      Name = L.getName();
    Consumed.push_back(L.getId() + " " + Name + (L.hasFailed() ? "!" : "") +
                       (L.isStream() ? "*" : "") + (L.isLoaded() ? "+" : ""));
    Problems += L.Problem;
    Diagnostics += L.Diagnostics;
    Found.push_back(static_cast<TestModule &>(L).Found);
  }
  Strings Found;
};

SessionOptions keep() {
  SessionOptions Options;
  Options.KeepsModules = true;
  return Options;
}

std::string makeLog(const TestFolder &Folder) {
  std::string Dump = Folder.read("x-buffer-assignment.txt");
  return Folder.write("both.log",
                      "*** Begin one-buffer-assignment.txt ***\n" + Dump +
                          "\n*** End one-buffer-assignment.txt ***\n" +
                          "*** Begin two-buffer-assignment.txt ***\n" + Dump +
                          "\n*** End two-buffer-assignment.txt ***\n");
}

TEST(SessionTest, ReadsFilesFoldersAndLogsInTheirOrder) {
  TestFolder Folder;
  std::string File = Folder.writeDump("x-buffer-assignment.txt");
  Folder.writeDump("all/b-buffer-assignment.txt");
  Folder.writeDump("all/a-buffer-assignment.txt");
  std::string Log = makeLog(Folder);

  Session S({});
  S.open({File, Log, Folder.file("all")});
  EXPECT_EQ(S.inputs().size(), 4u);
  TestClient Client;
  S.run(Client);
  EXPECT_EQ(
      Client.Consumed,
      (Strings{"1.1 x-buffer-assignment.txt", "2 *",
               "2.1 one-buffer-assignment.txt", "2.2 two-buffer-assignment.txt",
               "3.1 a-buffer-assignment.txt", "4.1 b-buffer-assignment.txt"}));
  EXPECT_EQ(Client.WorkCount, 5u);
  EXPECT_EQ(Client.Expected, 5u);
  EXPECT_TRUE(S.modules().empty());
}

TEST(SessionTest, KnowsWhetherThereAreSeveralModules) {
  TestFolder Folder;
  std::string File = Folder.writeDump("x-buffer-assignment.txt");
  std::string Log = makeLog(Folder);
  Session One({}), Stream({});
  One.open({File});
  Stream.open({Log});
  TestClient Client;
  Client.Work = [&](TestModule &) { EXPECT_FALSE(One.hasSeveralModules()); };
  One.run(Client);
  Client.Work = [&](TestModule &) { EXPECT_TRUE(Stream.hasSeveralModules()); };
  Stream.run(Client);
}

TEST(SessionTest, ConsumesInOrderWhateverThreadsDo) {
  TestFolder Folder;
  for (unsigned I = 10; I != 50; ++I)
    Folder.writeDump(llvm::Twine(I) + "-buffer-assignment.txt");
  SessionOptions Options;
  Options.ThreadCount = 4;
  Session S(Options);
  S.open({Folder.path()});
  TestClient Client;
  std::atomic<unsigned> Working = 0, MostAtATime = 0;
  Client.Work = [&](TestModule &M) {
    unsigned Now = ++Working;
    for (unsigned Most = MostAtATime;
         Now > Most && !MostAtATime.compare_exchange_weak(Most, Now);)
      ;
    // Those in front take longer.
    std::this_thread::sleep_for(
        std::chrono::milliseconds(M.getId().size() == 3 ? 5 : 1));
    M.Found = std::to_string(M.getModule().values().size());
    --Working;
  };
  S.run(Client);
  ASSERT_EQ(Client.Consumed.size(), 40u);
  for (unsigned I = 0; I != 40; ++I)
    EXPECT_EQ(Client.Consumed[I], std::to_string(I + 1) + ".1 " +
                                      std::to_string(I + 10) +
                                      "-buffer-assignment.txt");
  EXPECT_EQ(Client.Found, Strings(40, "3"));
  EXPECT_GT(MostAtATime, 1u);
  EXPECT_LE(MostAtATime, 4u);
}

TEST(SessionTest, KeepsModulesForTheNextRun) {
  TestFolder Folder;
  std::string File = Folder.writeDump("x-buffer-assignment.txt");
  Session S(keep());
  S.open({File, Folder.writeDump("y-buffer-assignment.txt")});
  TestClient Client;
  std::vector<const void *> Results[2];
  unsigned Run = 0;
  std::mutex Mutex;
  Client.Work = [&](TestModule &M) {
    const void *Live = &M.getAnalyses().getResult<LivenessAnalysis>();
    std::lock_guard<std::mutex> Lock(Mutex);
    Results[Run].push_back(Live);
  };
  S.run(Client);
  EXPECT_EQ(Client.Consumed, (Strings{"1.1 x-buffer-assignment.txt+",
                                      "2.1 y-buffer-assignment.txt+"}));
  ASSERT_EQ(S.modules().size(), 2u);

  // Nothing is read again, and what was found by analyses is still there.
  Run = 1;
  S.run(Client);
  EXPECT_EQ(Client.Consumed.size(), 4u);
  for (auto &Addresses : Results)
    llvm::sort(Addresses);
  EXPECT_EQ(Results[0], Results[1]);
}

TEST(SessionTest, FreesAModule) {
  TestFolder Folder;
  Session S(keep());
  S.open({Folder.writeDump("x-buffer-assignment.txt"),
          Folder.writeDump("y-buffer-assignment.txt")});
  TestClient Client;
  S.run(Client);
  S.free(*S.modules().front());
  EXPECT_FALSE(S.modules().front()->isLoaded());
  EXPECT_TRUE(S.modules().back()->isLoaded());
  S.run(Client);
  ASSERT_EQ(Client.Consumed.size(), 3u);
  EXPECT_EQ(Client.Consumed.back(), "2.1 y-buffer-assignment.txt+");
}

TEST(SessionTest, RunsPipelinesOverWhatItKeeps) {
  TestFolder Folder;
  Session S(keep());
  S.open({Folder.writeDump("x-buffer-assignment.txt")});
  PassBuilder PB;
  ASSERT_FALSE(bool(registerBuiltinPasses(PB)));
  struct : RemarkStream {
    void handle(const Remark &R) override {
      Names.push_back(R.getPassName().str());
    }
    Strings Names;
  } Remarks;
  TestClient Client;
  for (StringRef Text : {"drop-thread-local", "peak<top=1>"}) {
    PassManager Pipeline = llvm::cantFail(PB.parsePipeline(Text));
    Client.Work = [&](TestModule &M) {
      PassContext Context(Remarks, llvm::nulls());
      EXPECT_FALSE(bool(Pipeline.run(M.getModule(), M.getAnalyses(), Context)));
    };
    S.run(Client);
  }
  EXPECT_EQ(Remarks.Names.front(), "drop-thread-local");
  EXPECT_EQ(Remarks.Names.back(), "peak");
}

TEST(SessionTest, GoesOnBehindWhatCannotBeRead) {
  TestFolder Folder;
  std::string Missing = Folder.file("none-buffer-assignment.txt");
  std::string Broken =
      Folder.write("broken-buffer-assignment.txt", "BufferAssignment:\nfoo\n");
  for (bool Keeps : {false, true}) {
    SessionOptions Options;
    Options.KeepsModules = Keeps;
    Session S(Options);
    S.open({Missing, Broken, Folder.file("no-such-folder"),
            Folder.writeDump("x-buffer-assignment.txt")});
    TestClient Client;
    S.run(Client);
    std::string Last =
        Keeps ? "4.1 x-buffer-assignment.txt+" : "4.1 x-buffer-assignment.txt";
    EXPECT_EQ(Client.Consumed, (Strings{"1 !", "2.1 !", "3 !", Last}));
    EXPECT_EQ(Client.WorkCount, 1u);
    EXPECT_NE(StringRef(Client.Problems).find("none-buffer-assignment.txt"),
              StringRef::npos);
    EXPECT_NE(StringRef(Client.Diagnostics).find("broken-buffer-assignment"),
              StringRef::npos);
    // What failed is not worked on again.
    if (Keeps) {
      S.run(Client);
      EXPECT_EQ(Client.WorkCount, 2u);
    }
  }
}

TEST(SessionTest, ReadsWhatIsOpenedLater) {
  TestFolder Folder;
  Session S(keep());
  TestClient Client;
  S.open({Folder.writeDump("x-buffer-assignment.txt")});
  S.run(Client);
  S.open({Folder.writeDump("y-buffer-assignment.txt")});
  S.run(Client);
  EXPECT_EQ(Client.Consumed, (Strings{"1.1 x-buffer-assignment.txt+",
                                      "1.1 x-buffer-assignment.txt+",
                                      "2.1 y-buffer-assignment.txt+"}));
  EXPECT_EQ(S.modules().size(), 2u);
  S.run(Client);
  EXPECT_EQ(Client.WorkCount, 5u);
}

/// Another one, with results of its own.
struct OtherModule final : LoadedModule {
  std::string Result;
};
struct OtherClient final : SessionClient {
  std::unique_ptr<LoadedModule> makeModule() override {
    return std::make_unique<OtherModule>();
  }
  void work(LoadedModule &L) override {
    static_cast<OtherModule &>(L).Result = "other " + L.getName();
  }
  void consume(LoadedModule &L) override {
    Consumed.push_back(static_cast<OtherModule &>(L).Result);
    WarningCount += L.Warnings.size();
  }
  Strings Consumed;
  size_t WarningCount = 0;
};

TEST(SessionTest, EachClientGetsItsOwnObjects) {
  TestFolder Folder;
  Folder.writeDump("x.txt");
  // What stands before the dump is a warning.
  std::string File =
      Folder.write("y.txt", "what is left\n" + Folder.read("x.txt"));
  Session S(keep());
  S.open({File});
  TestClient First;
  const Module *M = nullptr;
  First.Work = [&](TestModule &L) {
    L.Found = "something";
    M = &L.getModule();
  };
  S.run(First);
  EXPECT_EQ(S.modules().front()->Warnings.size(), 1u);
  OtherClient Second;
  S.run(Second);
  EXPECT_EQ(Second.Consumed, Strings{"other " + File});
  // Nothing is said again, nor read again.
  EXPECT_EQ(Second.WarningCount, 0u);
  EXPECT_EQ(&S.modules().front()->getModule(), M);
}

TEST(SessionTest, JoinsSiblingsUnlessToldOtherwise) {
  TestFolder Folder;
  Folder.writeDump("whole.txt");
  std::string Dump = Folder.read("whole.txt");
  StringRef Text = Dump;
  size_t Total = Text.find("\nTotal bytes used: ");
  size_t Ranges = Text.find("\n\nHloLiveRange");
  std::string First =
      Folder.write("x-buffer-assignment.txt", Text.take_front(Total));
  Folder.write("x-buffer-assignment-values.txt", Text.slice(Total, Ranges));
  Folder.write("x-live-range.txt", Text.drop_front(Ranges + 2));
  for (bool Joins : {true, false}) {
    SessionOptions Options;
    Options.JoinSiblings = Joins;
    Session S(Options);
    S.open({First});
    TestClient Client;
    size_t Texts = 0;
    Client.Work = [&](TestModule &M) {
      Texts = getTexts(M.getModule()).size();
    };
    S.run(Client);
    EXPECT_EQ(Texts, Joins ? 3u : 1u);
  }
}

} // namespace
