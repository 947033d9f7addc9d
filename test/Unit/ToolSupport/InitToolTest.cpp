//===- InitToolTest.cpp - Tests of how programs end -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitTool.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "gtest/gtest.h"
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

using namespace hlomem;
using namespace llvm;

namespace {

using Paths = std::vector<SmallString<64>>;

/// Many files, so that it takes a while to remove them.
Paths makeUnfinishedFiles(StringRef Folder) {
  Paths Result;
  for (unsigned I = 0; I != 2000; ++I) {
    SmallString<64> &Path = Result.emplace_back(Folder);
    sys::path::append(Path, std::to_string(I));
    int FD;
    if (sys::fs::openFileForWrite(Path, FD) || sys::fs::closeFile(FD))
      std::abort();
    sys::RemoveFileOnSignal(Path);
  }
  return Result;
}

/// One thread ends the program, and while it removes the files another one
/// does: memory ends for all of them.
[[noreturn]] void endTwice(StringRef Folder) {
  Paths Files = makeUnfinishedFiles(Folder);
  std::thread First([] { endAtOnce("first\n"); });
  auto AreAllThere = [&Files] {
    return sys::fs::exists(Files.front()) && sys::fs::exists(Files.back());
  };
  while (AreAllThere())
    std::this_thread::yield();
  endAtOnce("second\n");
}

TEST(InitToolTest, TheLastFileIsGoneWhoeverEndsTheProgram) {
  SmallString<64> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("hlo-mem-opt-end", Folder));
  EXPECT_EXIT(endTwice(Folder), testing::ExitedWithCode(1), "first");
  std::error_code EC;
  EXPECT_EQ(sys::fs::directory_iterator(Folder, EC),
            sys::fs::directory_iterator());
  EXPECT_FALSE(sys::fs::remove_directories(Folder));
}

[[noreturn]] void raiseInTool(int Signal) {
  char Name[] = "test";
  char *Arguments[] = {Name, nullptr};
  char **Argv = Arguments;
  int Argc = 1;
  InitTool Tool("test", "1", "this is a bug\n", Argc, Argv);
  raise(Signal);
  _exit(7);
}

[[noreturn]] void runInBackground() {
  signal(SIGHUP, SIG_IGN);
  raiseInTool(SIGHUP);
}

TEST(InitToolTest, WhatIsIgnoredStaysIgnored) {
  EXPECT_EXIT(runInBackground(), testing::ExitedWithCode(7), "");
}

TEST(InitToolTest, ABusErrorOfNoFileIsACrash) {
  EXPECT_DEATH(raiseInTool(SIGBUS), "this is a bug");
}

} // namespace
