//===- DocumentFolderTest.cpp - Tests of the folder for documents ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/DocumentFolder.h"
#include "TestFolder.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

using Strings = std::vector<std::string>;

std::vector<InputSet> makeInputs(const Strings &Files) {
  std::vector<InputSet> Inputs;
  for (const std::string &File : Files)
    Inputs.emplace_back().Files.push_back(File);
  return Inputs;
}

Strings namesOf(const Strings &Files) {
  DocumentNames Names(makeInputs(Files));
  Strings Result;
  for (const std::string &File : Files)
    Result.push_back(Names.get(File));
  return Result;
}

TEST(DocumentFolderTest, NamesAreThoseOfModules) {
  EXPECT_EQ(namesOf({"a/x-buffer-assignment.txt", "b/y-live-range.txt",
                     "/c/z.log", "whole.txt.gz"}),
            (Strings{"x", "y", "z.log", "whole"}));
}

TEST(DocumentFolderTest, FoldersGoInFrontOfNamesThatCollide) {
  EXPECT_EQ(namesOf({"a/x-buffer-assignment.txt", "b/x-buffer-assignment.txt",
                     "b/y-buffer-assignment.txt"}),
            (Strings{"a/x", "b/x", "y"}));
  EXPECT_EQ(namesOf({"/a/s/x-buffer-assignment.txt",
                     "/b/s/x-buffer-assignment.txt", "/b/t/x.txt"}),
            (Strings{"a/s/x", "b/s/x", "t/x"}));
  // Up to all there are, and never out of the folder.
  EXPECT_EQ(namesOf({"/x.txt", "/a/x.txt"}), (Strings{"/x", "a/x"}));
  EXPECT_EQ(namesOf({"a/../b/x.txt", "c/x.txt"}), (Strings{"b/x", "c/x"}));
}

TEST(DocumentFolderTest, ModulesOfLogsHaveTheirOwnNames) {
  DocumentNames Names(makeInputs({"a/all.log", "-"}));
  EXPECT_EQ(Names.get("a/all.log#2"), "all.log#2");
  EXPECT_EQ(Names.get("../up/x-buffer-assignment.txt"), "x");
  EXPECT_EQ(Names.get("<stdin>"), "stdin");
}

// Logs of one name in two folders, and modules of one name in two logs.
TEST(DocumentFolderTest, ModulesOfSeveralLogsAreKeptApart) {
  DocumentNames Names(makeInputs({"a/run.log", "b/run.log", "c/other.log"}));
  EXPECT_EQ(Names.get("a/run.log#2", "a/run.log"), "a/run.log#2");
  EXPECT_EQ(Names.get("b/run.log#2", "b/run.log"), "b/run.log#2");
  EXPECT_EQ(Names.get("c/other.log#1", "c/other.log"), "other.log#1");
  EXPECT_EQ(Names.get("x-buffer-assignment.txt", "a/run.log"), "a/run.log/x");
  EXPECT_EQ(Names.get("x-buffer-assignment.txt", "c/other.log"), "other.log/x");
  EXPECT_EQ(Names.get("a/run.log", "a/run.log"), "a/run.log");
  DocumentNames One(makeInputs({"a/run.log"}));
  EXPECT_EQ(One.get("x-buffer-assignment.txt", "a/run.log"), "x");
  EXPECT_EQ(One.get("a/run.log#2", "a/run.log"), "run.log#2");
}

TEST(DocumentFolderTest, FolderHasAFileForEach) {
  TestFolder Folder;
  std::vector<InputSet> Inputs =
      makeInputs({"a/x-buffer-assignment.txt", "b/x-buffer-assignment.txt"});
  DocumentFolder Documents(Folder.file("new/out"), Inputs);
  // Nothing is made before there is something to write.
  EXPECT_FALSE(bool(DocumentFolder::check(Folder.file("new/out"))));
  EXPECT_EQ(Folder.read("new/out/a/x.csv"), "(none)");
  StringRef First = "a/x-buffer-assignment.txt";
  EXPECT_FALSE(bool(Documents.write({First, "csv", "1"})));
  EXPECT_FALSE(bool(Documents.write({First, "-buffer-assignment.txt", "2"})));
  EXPECT_FALSE(bool(Documents.write({First, "", "3"})));
  EXPECT_FALSE(
      bool(Documents.write({"b/x-buffer-assignment.txt", "csv", "4"})));
  EXPECT_EQ(Folder.read("new/out/a/x.csv"), "1");
  EXPECT_EQ(Folder.read("new/out/a/x-buffer-assignment.txt"), "2");
  EXPECT_EQ(Folder.read("new/out/a/x.txt"), "3");
  EXPECT_EQ(Folder.read("new/out/b/x.csv"), "4");
}

TEST(DocumentFolderTest, FolderRefusesInputsAndTheSameNameTwice) {
  TestFolder Folder;
  std::string Dump = Folder.writeDump("x-buffer-assignment.txt");
  std::string Before = Folder.read("x-buffer-assignment.txt");
  std::vector<InputSet> Inputs = makeInputs({Dump});
  DocumentFolder Documents(Folder.path(), Inputs);
  auto Write = [&](StringRef Module, StringRef Extension) {
    return llvm::toString(Documents.write({Module, Extension, "new"}));
  };
  EXPECT_NE(Write(Dump, "-buffer-assignment.txt").find("one of the inputs"),
            std::string::npos);
  EXPECT_EQ(Folder.read("x-buffer-assignment.txt"), Before);
  EXPECT_EQ(Write("log#1", "csv"), "");
  EXPECT_NE(Write("other/log#1", "csv").find("two modules have this name"),
            std::string::npos);
}

TEST(DocumentFolderTest, FolderIsCheckedBeforehand) {
  TestFolder Folder;
  std::string File = Folder.write("file", "");
  EXPECT_NE(llvm::toString(DocumentFolder::check(File)).find("Not a directory"),
            std::string::npos);
  EXPECT_NE(llvm::toString(DocumentFolder::check(File + "/x"))
                .find("Not a directory"),
            std::string::npos);
  EXPECT_FALSE(bool(DocumentFolder::check(Folder.path())));
}

TEST(DocumentFolderTest, SharedFilesAppearTogetherOrNotAtAll) {
  TestFolder Folder;
  const std::string Path = Folder.file("out");
  auto Write = [&](bool IsWhole) {
    DocumentFolder Out(Path, {});
    for (StringRef Text : {"1\n", "2\n"})
      for (StringRef Name : {"a.csv", "b.csv"})
        *llvm::cantFail(Out.openShared(Name, "head\n")) << Text;
    llvm::cantFail(Out.finishShared(IsWhole));
  };
  Write(/*IsWhole=*/false);
  EXPECT_EQ(Folder.read("out/a.csv"), "(none)");
  Write(/*IsWhole=*/true);
  EXPECT_EQ(Folder.read("out/a.csv"), "head\n1\n2\n");
  EXPECT_EQ(Folder.read("out/b.csv"), "head\n1\n2\n");
}

} // namespace
