//===- VerifierRuleEmitter.cpp - The rules of the verifier ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -gen-verifier-rules: enumeration and table. -gen-verifier-rule-docs: the
/// rows of the table in docs/Verifier.md.
///
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"

using namespace llvm;
using namespace hlomem::tblgen;

/// All rules in the order of the file. Ends the program, with a message at each
/// place, if any of them is not usable.
static std::vector<const Record *> readRules(const RecordKeeper &RK) {
  std::vector<const Record *> Rules = definitionsInFileOrder(RK, "Rule");
  for (const Record *R : Rules)
    checkDeclaredName(*R, "rule");
  stopOnErrors("the rules are not usable");
  return Rules;
}

static std::string joinInvariants(const Record &R, StringRef Separator) {
  return join(R.getValueAsListOfStrings("invariants"), Separator);
}

static void emitVerifierRules(const RecordKeeper &RK, raw_ostream &OS) {
  std::vector<const Record *> Rules = readRules(RK);
  emitSourceFileHeader("Rules of the verifier", OS, RK);
  {
    GuardedPart Part(OS, "GEN_VERIFIER_RULE_DECLS");
    OS << "enum class VerifierRule : uint8_t {\n";
    for (const Record *R : Rules) {
      StringRef Statement = R->getValueAsString("statement");
      emitDocComment(OS, (Statement + ".").str(), 2);
      OS << "  " << R->getName() << ",\n";
    }
    OS << "};\n\n"
       << "inline constexpr size_t NumVerifierRules = " << Rules.size()
       << ";\n";
  }
  GuardedPart Part(OS, "GEN_VERIFIER_RULE_DEFS");
  OS << "static constexpr VerifierRuleInfo Rules[] = {\n";
  for (const Record *R : Rules) {
    OS << "    {VerifierRule::" << R->getName() << ", "
       << toLiteral(R->getValueAsString("name")) << ", RuleSeverity::"
       << R->getValueAsDef("severity")->getValueAsString("cppName") << ",\n"
       << "     ";
    ListSeparator Or(" | ");
    auto Facts = R->getValueAsListOfDefs("contradicts");
    for (const Record *Fact : Facts)
      OS << Or << "FactKinds::" << Fact->getValueAsString("cppName");
    OS << (Facts.empty() ? "FactKinds::None" : "") << ", "
       << toLiteral(joinInvariants(*R, ",")) << ",\n     "
       << toLiteral(R->getValueAsString("statement")) << "},\n";
  }
  OS << "};\n";
}

static void emitVerifierRuleDocs(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "| rule | severity | contradicts | invariants | statement |\n"
        "|---|---|---|---|---|\n";
  for (const Record *R : readRules(RK)) {
    OS << "| `" << R->getValueAsString("name") << "` | "
       << R->getValueAsDef("severity")->getValueAsString("word") << " | ";
    ListSeparator Comma;
    for (const Record *Fact : R->getValueAsListOfDefs("contradicts"))
      OS << Comma << Fact->getValueAsString("words");
    OS << " | " << joinInvariants(*R, ", ") << " | "
       << toMarkdownCell(R->getValueAsString("statement")) << " |\n";
  }
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitVerifierRules>>
    RegisterVerifierRules("gen-verifier-rules",
                          "Generate the rules of the verifier");
static TableGen::Emitter::OptClass<FunctionEmitter<emitVerifierRuleDocs>>
    RegisterVerifierRuleDocs(
        "gen-verifier-rule-docs",
        "Generate the documentation's table of the verifier's rules");
