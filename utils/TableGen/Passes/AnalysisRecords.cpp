//===- AnalysisRecords.cpp - Declarations of analyses and aliases ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Declarations.h"
#include "PassRecords.h"
#include "TableGenUtils.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace hlomem::tblgen;

std::vector<AnalysisRecord>
hlomem::tblgen::readAnalyses(const RecordKeeper &RK) {
  std::vector<AnalysisRecord> Analyses;
  StringMap<const Record *> ByName;
  for (const Record *Def : definitionsInFileOrder(RK, "ModuleAnalysis")) {
    StringRef Name = Def->getValueAsString("name");
    auto [It, IsNew] = ByName.try_emplace(Name, Def);
    if (!IsNew)
      reportDuplicateName(*Def, *It->second, "analysis");
    if (!isDeclaredHere(*Def))
      continue;
    checkDeclaredName(*Def, "analysis");
    if (Name == "all")
      PrintError(Def->getLoc(),
                 "analysis name 'all' is taken by 'invalidate<all>'");
    AnalysisRecord A;
    A.Def = Def;
    A.Name = Name;
    A.Summary = requiredText(*Def, "summary");
    A.Description = requiredText(*Def, "description");
    A.Header = Def->getValueAsString("header");
    Analyses.push_back(A);
  }
  return Analyses;
}

std::vector<PipelineAliasRecord>
hlomem::tblgen::readPipelineAliases(const RecordKeeper &RK) {
  StringMap<const Record *> ByName;
  for (const Record *Def : definitionsInFileOrder(RK, "Pass"))
    ByName.try_emplace(Def->getValueAsString("name"), Def);
  std::vector<PipelineAliasRecord> Aliases;
  for (const Record *Def : definitionsInFileOrder(RK, "PipelineAlias")) {
    StringRef Name = Def->getValueAsString("name");
    auto [It, IsNew] = ByName.try_emplace(Name, Def);
    if (!IsNew)
      reportDuplicateName(*Def, *It->second, "pass or pipeline alias");
    if (!isDeclaredHere(*Def))
      continue;
    checkDeclaredName(*Def, "pipeline alias");
    if (isReservedPassName(Name))
      PrintError(Def->getLoc(), "pipeline alias name '" + Name +
                                    "' is taken by a built-in pass");
    PipelineAliasRecord A;
    A.Def = Def;
    A.Name = Name;
    A.Pipeline = requiredText(*Def, "pipeline");
    A.Summary = requiredText(*Def, "summary");
    Aliases.push_back(A);
  }
  return Aliases;
}
