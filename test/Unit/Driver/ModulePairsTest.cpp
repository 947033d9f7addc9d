//===- ModulePairsTest.cpp - Tests of pairModules -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/ModulePairs.h"
#include "TestFolder.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

using Strings = std::vector<std::string>;

struct IdleClient final : SessionClient {
  void work(LoadedModule &) override {}
  void consume(LoadedModule &) override {}
};

/// Keeps the modules of some arguments.
class KeptModules {
public:
  explicit KeptModules(const Strings &Arguments) : S(keep()) {
    S.open(Arguments);
    IdleClient Client;
    S.run(Client);
  }
  Session S;

private:
  static SessionOptions keep() {
    SessionOptions Options;
    Options.KeepsModules = true;
    return Options;
  }
};

std::string nameOf(const LoadedModule &L) {
  return StringRef(L.getName()).rsplit('/').second.split('-').first.str();
}

/// "x=y" for each pair, "x=" and "=y" for what has no partner.
Strings describe(const ModulePairs &Pairs) {
  Strings Result;
  for (auto [First, Second] : Pairs.Pairs)
    Result.push_back(nameOf(*First) + "=" + nameOf(*Second));
  for (const LoadedModule *L : Pairs.OnlyInFirst)
    Result.push_back(nameOf(*L) + "=");
  for (const LoadedModule *L : Pairs.OnlyInSecond)
    Result.push_back("=" + nameOf(*L));
  return Result;
}

TEST(ModulePairsTest, TwoModulesWhateverTheirNames) {
  TestFolder Folder;
  KeptModules Base({Folder.writeDump("x-buffer-assignment.txt")});
  KeptModules New({Folder.writeDump("y-buffer-assignment.txt")});
  EXPECT_EQ(describe(pairModules(Base.S.modules(), New.S.modules())),
            Strings{"x=y"});
}

TEST(ModulePairsTest, ByNameInFolders) {
  TestFolder Folder;
  for (StringRef Name : {"a", "b", "c"})
    Folder.writeDump("base/" + Name + "-buffer-assignment.txt");
  for (StringRef Name : {"b", "c", "d"})
    Folder.writeDump("new/" + Name + "-buffer-assignment.txt");
  KeptModules Base({Folder.file("base")}), New({Folder.file("new")});
  EXPECT_EQ(describe(pairModules(Base.S.modules(), New.S.modules())),
            (Strings{"b=b", "c=c", "a=", "=d"}));
}

TEST(ModulePairsTest, SeveralOfOneNameInTheirOrder) {
  TestFolder Folder;
  for (StringRef Place : {"base/1/", "base/2/", "base/3/", "new/1/", "new/2/"})
    Folder.writeDump(Place + "x-buffer-assignment.txt");
  KeptModules Base({Folder.file("base")}), New({Folder.file("new")});
  ModulePairs Pairs = pairModules(Base.S.modules(), New.S.modules());
  EXPECT_EQ(describe(Pairs), (Strings{"x=x", "x=x", "x="}));
  EXPECT_TRUE(StringRef(Pairs.Pairs[1].first->getName()).contains("base/2"));
  EXPECT_TRUE(StringRef(Pairs.Pairs[1].second->getName()).contains("new/2"));
  EXPECT_TRUE(StringRef(Pairs.OnlyInFirst[0]->getName()).contains("base/3"));
}

// That the rest of a folder is broken makes no pair of two strangers.
TEST(ModulePairsTest, ByNameWhereOneOfSeveralCannotBeRead) {
  TestFolder Folder;
  KeptModules Base({Folder.write("base/a-buffer-assignment.txt", "no dump\n"),
                    Folder.writeDump("base/b-buffer-assignment.txt")});
  KeptModules New({Folder.writeDump("new/a-buffer-assignment.txt")});
  EXPECT_EQ(describe(pairModules(Base.S.modules(), New.S.modules())),
            (Strings{"b=", "=a"}));
}

TEST(ModulePairsTest, NotWhatCannotBeReadOrIsFreed) {
  TestFolder Folder;
  KeptModules Base({Folder.writeDump("x-buffer-assignment.txt")});
  KeptModules None({Folder.write("y-buffer-assignment.txt", "no dump\n")});
  EXPECT_EQ(describe(pairModules(Base.S.modules(), None.S.modules())),
            Strings{"x="});
  Base.S.free(*Base.S.modules().front());
  EXPECT_EQ(describe(pairModules(Base.S.modules(), None.S.modules())),
            Strings{});
}

} // namespace
