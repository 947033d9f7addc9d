//===- RemarkDocEmitter.cpp - The page of remarks -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -gen-remark-docs: the page Remarks of the target docs.
///
//===----------------------------------------------------------------------===//

#include "RemarkRecords.h"
#include "TableGenUtils.h"

using namespace llvm;
using namespace hlomem::tblgen;

static void documentRemark(const RemarkRecord &R, raw_ostream &OS) {
  OS << "\n### " << R.Name << "\n\n";
  OS << '`' << R.Kind << '`';
  if (R.IsWarning)
    OS << ", a warning";
  if (R.IsRow)
    OS << ", a row\n\n";
  else
    OS << (R.IsNote ? ", a note: ``" : ": ``") << R.getMessageForSeveral()
       << "``\n\n";
  emitBlock(OS, R.Description);
  if (!R.Hotness.empty() || !R.Location.empty())
    OS << '\n';
  if (!R.Hotness.empty())
    OS << "Hotness: `" << R.Hotness << (R.Location.empty() ? "`\n" : "`. ");
  if (!R.Location.empty())
    OS << "Location: that of `" << R.Location << "`\n";
  if (R.Args.empty())
    return;

  OS << (R.IsRow
             ? "\n| column | argument | type | meaning |\n|---|---|---|---|\n"
             : "\n| argument | type | meaning |\n|---|---|---|\n");
  for (const RemarkArg &A : R.Args) {
    OS << "| ";
    if (R.IsRow)
      OS << (A.IsDataOnly ? "(none)" : toMarkdownCell(A.Title)) << " | ";
    OS << '`' << A.Name << "` | " << toMarkdownCell(A.TypeSummary) << " |";
    if (!A.Description.empty())
      OS << ' ' << toMarkdownCell(A.Description);
    OS << " |\n";
  }
}

static void emitRemarkDocs(const RecordKeeper &Records, raw_ostream &OS) {
  std::vector<RemarkRecord> Remarks = readRemarks(Records);
  OS << "<!-- Made by hlo-mem-tblgen -gen-remark-docs; do not edit. -->\n\n"
        "# Remarks\n\n"
        "Everything that the passes report, in the order of the passes. A\n"
        "remark's name and its arguments' names are the keys of YAML and JSON\n"
        "output (`docs/RemarkFormats.md` of hlo-mem-opt), where bytes are "
        "plain\n"
        "numbers; in the message, `{Argument}` stands for its value. Rows are\n"
        "printed as a table under the sentence before them, notes below that.\n"
        "Hotness is the bytes that a remark is about, which `-min-bytes` "
        "looks\n"
        "at; location is the instruction or value whose place in the user's\n"
        "program is the remark's.\n";
  StringRef Pass;
  for (const RemarkRecord &R : Remarks) {
    if (R.Pass != Pass) {
      Pass = R.Pass;
      OS << "\n## " << (Pass.empty() ? "All passes" : Pass) << '\n';
    }
    documentRemark(R, OS);
  }
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitRemarkDocs>>
    RegisterRemarkDocs("gen-remark-docs",
                       "Generate the documentation of remarks");
