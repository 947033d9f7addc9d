//===- Declarations.cpp - What a file declares, and whose it is -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Declarations.h"
#include "TableGenUtils.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace hlomem::tblgen;

static cl::opt<bool>
    AllFiles("all-files",
             cl::desc("Take what other files declare, which the main file "
                      "includes, for its own"));

static unsigned getBuffer(const Record &R) {
  return SrcMgr.FindBufferContainingLoc(R.getLoc().front());
}

/// "." for a file that is named without.
static StringRef getFolder(unsigned Buffer) {
  StringRef Folder = sys::path::parent_path(
      SrcMgr.getMemoryBuffer(Buffer)->getBufferIdentifier());
  return Folder.empty() ? "." : Folder;
}

/// Whether two files lie in one folder.
static bool areBeside(unsigned Buffer, unsigned Other) {
  if (Buffer == Other)
    return true;
  StringRef Folder = getFolder(Buffer), OtherFolder = getFolder(Other);
  return Folder == OtherFolder || sys::fs::equivalent(Folder, OtherFolder);
}

bool hlomem::tblgen::isDeclaredHere(const Record &R) {
  return AllFiles || areBeside(getBuffer(R), SrcMgr.getMainFileID());
}

RemarkOwners::RemarkOwners(const RecordKeeper &RK)
    : Sources(definitionsInFileOrder(RK, "RemarkSource")) {}

const Record *RemarkOwners::find(const Record &Remark) const {
  auto It = partition_point(Sources, [&](const Record *Source) {
    return Source->getID() < Remark.getID();
  });
  while (It != Sources.begin())
    if (const Record *Source = *--It;
        areBeside(getBuffer(*Source), getBuffer(Remark)))
      return Source;
  return nullptr;
}
