//===- TableExport.cpp - Passes that write tables -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Tables/TableExport.h"
#include "hlomem/Passes/Tables/AnalysisTables.h"
#include "hlomem/Support/DidYouMean.h"

using namespace llvm;

namespace hlomem {

static std::unique_ptr<ModuleTables> makeTables(const PassRun &Run) {
  StringRef Module = Run.C.getModuleName();
  return makeTables(Module.empty() ? Run.M.getName() : Module, Run);
}

void exportTables(const PassRun &Run, ArrayRef<std::string> Names,
                  const TableFormat &Format) {
  PassContext &C = Run.C;
  SmallVector<const TableInfo *> Wanted;
  for (const TableInfo &Info : tables())
    if (Names.empty() || is_contained(Names, Info.Name))
      Wanted.push_back(&Info);
  for (StringRef Name : Names)
    if (!findTable(Name)) {
      SmallVector<StringRef> Known;
      for (const TableInfo &Info : tables())
        Known.push_back(Info.Name);
      return C.fail(Run.makeError("there is no table '" + Name + "'" +
                                  didYouMean(Name, Known)));
    }
  const bool IsMixed = !C.separatesDocuments();
  if (IsMixed && !Format.MixesTables && Wanted.size() != 1)
    return C.fail(Run.makeError(
        "several tables do not go into one text; -emit=" + C.getCurrentPass() +
        " with -o FOLDER writes a file for each, and '" + C.getCurrentPass() +
        "<tables=values>' only one of them"));
  std::unique_ptr<ModuleTables> T = makeTables(Run);
  for (const TableInfo *Info : Wanted)
    if (Info->Kind == TableKind::Modules || !C.getSource().IsAllToWrite)
      Format.Write(*T, *Info, IsMixed,
                   C.table(Info->Name, Format.HasHeader ? Info->Header : ""));
}

void exportPage(const PassRun &Run, PageOptions Options, bool ComparesBefore) {
  PassContext &C = Run.C;
  std::optional<AnalysisManager> Results;
  std::optional<PassRun> Before;
  std::unique_ptr<ModuleTables> T = makeTables(Run), TablesBefore;
  if (ComparesBefore) {
    Module *Original = C.getOriginal();
    if (!Original)
      return C.fail(Run.makeError("compare=before needs a transform before it: "
                                  "'donate<values=all>,html<compare=before>'"));
    Results.emplace(*Original, C.getInstrumentation(), Run.AM.getTarget());
    Before.emplace(*Original, *Results, C);
    TablesBefore = makeTables(*Before);
    Options.Before = TablesBefore.get();
    // Transforms that had nothing to do have no names.
    Options.Since =
        C.transforms().empty() ? "the pipeline" : join(C.transforms(), ", ");
  }
  writePage(*T, Options, C.document());
  if (C.separatesDocuments() && C.isOneOfSeveral())
    writePageIndexRow(*T, (C.getModuleName() + ".html").str(),
                      C.table("index", getPageIndexHeader()));
}

} // namespace hlomem
