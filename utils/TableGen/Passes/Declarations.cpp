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

static cl::opt<bool> ListedFiles(
    "listed-files",
    cl::desc("Take what is declared by the files that the main file "
             "itself includes for its own"));

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

/// Returns true if the main file itself includes the file of \p Buffer.
static bool isListed(unsigned Buffer) {
  SMLoc Include = SrcMgr.getParentIncludeLoc(Buffer);
  return Include.isValid() &&
         SrcMgr.FindBufferContainingLoc(Include) == SrcMgr.getMainFileID();
}

/// Returns buffers of files, one for each folder that holds the main file's own
/// records.
static std::vector<unsigned> findOwnBuffers() {
  std::vector<unsigned> Own = {SrcMgr.getMainFileID()};
  for (unsigned Buffer = 1; Buffer <= SrcMgr.getNumBuffers(); ++Buffer)
    if (ListedFiles && isListed(Buffer) &&
        none_of(Own, [&](unsigned O) { return areBeside(Buffer, O); }))
      Own.push_back(Buffer);
  return Own;
}

bool hlomem::tblgen::isDeclaredHere(const Record &R) {
  static const std::vector<unsigned> Own = findOwnBuffers();
  return any_of(Own, [&](unsigned O) { return areBeside(getBuffer(R), O); });
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
