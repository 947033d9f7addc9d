//===- TestFolder.cpp - A folder with dumps, for one test -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace hlomem {

TestFolder::TestFolder() {
  SmallString<128> Made;
  EXPECT_FALSE(sys::fs::createUniqueDirectory("hlomem-driver-test", Made));
  Path = Made.str().str();
}

TestFolder::~TestFolder() { EXPECT_FALSE(sys::fs::remove_directories(Path)); }

std::string TestFolder::file(const Twine &Name) const {
  SmallString<128> Result(Path);
  sys::path::append(Result, Name);
  return Result.str().str();
}

std::string TestFolder::write(const Twine &Name, StringRef Text) const {
  std::string Result = file(Name);
  EXPECT_FALSE(sys::fs::create_directories(sys::path::parent_path(Result)));
  std::error_code EC;
  raw_fd_ostream OS(Result, EC);
  EXPECT_FALSE(EC);
  OS << Text;
  return Result;
}

std::string TestFolder::writeDump(const Twine &Name) const {
  auto Dump =
      MemoryBuffer::getFile(HLOMEM_TEST_DIR "/Dump/Inputs/three-values.txt");
  EXPECT_TRUE(Dump);
  return write(Name, (*Dump)->getBuffer());
}

std::string TestFolder::read(const Twine &Name) const {
  auto Text = MemoryBuffer::getFile(file(Name));
  return Text ? (*Text)->getBuffer().str() : "(none)";
}

} // namespace hlomem
