//===- SessionTest.cpp - Tests of Session ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Session.h"
#include "TestFolder.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>
#include <functional>
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
  /// "id name" of what was consumed, with a '!' for what failed, and a '*' for
  /// what has several modules.
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
                       (L.isStream() ? "*" : ""));
    Problems += L.Problem;
    Diagnostics += L.Diagnostics;
    Found.push_back(static_cast<TestModule &>(L).Found);
  }
  Strings Found;
};

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

TEST(SessionTest, GoesOnBehindWhatCannotBeRead) {
  TestFolder Folder;
  std::string Missing = Folder.file("none-buffer-assignment.txt");
  std::string Broken =
      Folder.write("broken-buffer-assignment.txt", "BufferAssignment:\nfoo\n");
  Session S({});
  S.open({Missing, Broken, Folder.file("no-such-folder"),
          Folder.writeDump("x-buffer-assignment.txt")});
  TestClient Client;
  S.run(Client);
  EXPECT_EQ(Client.Consumed,
            (Strings{"1 !", "2.1 !", "3 !", "4.1 x-buffer-assignment.txt"}));
  EXPECT_EQ(Client.WorkCount, 1u);
  EXPECT_NE(StringRef(Client.Problems).find("none-buffer-assignment.txt"),
            StringRef::npos);
  EXPECT_NE(StringRef(Client.Diagnostics).find("broken-buffer-assignment"),
            StringRef::npos);
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
