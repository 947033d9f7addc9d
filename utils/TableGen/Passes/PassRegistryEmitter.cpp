//===- PassRegistryEmitter.cpp - -gen-pass-registry -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassDecls.h"
#include "PassRecords.h"
#include "TableGenUtils.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <set>

using namespace llvm;
using namespace hlomem::tblgen;

static cl::OptionCategory
    Category("Options of -gen-pass-decls and -gen-pass-registry");

static cl::opt<std::string>
    PassGroup("pass-group", cl::init("Builtin"), cl::cat(Category),
              cl::value_desc("name"),
              cl::desc("Call the function that registers everything "
                       "register<name>Passes"));

static cl::opt<std::string>
    PassNamespace("pass-namespace", cl::init("hlomem"), cl::cat(Category),
                  cl::value_desc("namespace"),
                  cl::desc("Where the passes are defined; a plugin needs one "
                           "of its own"));

PassNamespaceScope::PassNamespaceScope(raw_ostream &OS) : OS(OS) {
  OS << "namespace " << PassNamespace << " {\n\n";
}

PassNamespaceScope::~PassNamespaceScope() {
  OS << "\n} // namespace " << PassNamespace << "\n";
}

void hlomem::tblgen::emitRegisterDecl(raw_ostream &OS, const PassRecord &P) {
  OS << "llvm::Error register" << P.Def->getName()
     << "Pass(::hlomem::PassBuilder &PB);\n";
}

/// A statement of the function that registers everything.
static void emitCall(raw_ostream &OS, const Twine &Call) {
  OS << "  if (llvm::Error E = " << Call << ")\n    return E;\n";
}

static void emitPassRegistry(const RecordKeeper &RK, raw_ostream &OS) {
  PassCatalogue Catalogue = readPassCatalogue(RK);
  // A plugin only uses the program's own analyses.
  if (PassNamespace != "hlomem")
    erase_if(Catalogue.Analyses, [](const AnalysisRecord &A) {
      return A.Header.starts_with("hlomem/");
    });
  emitSourceFileHeader("Registration of passes", OS, RK);
  std::set<StringRef> Headers = {"hlomem/Pass/PassBuilder.h"};
  for (const AnalysisRecord &A : Catalogue.Analyses)
    if (!A.Header.empty())
      Headers.insert(A.Header);
  for (StringRef Header : Headers)
    OS << "#include \"" << Header << "\"\n";
  OS << '\n';

  PassNamespaceScope Scope(OS);
  for (const PassRecord &P : Catalogue.Passes)
    emitRegisterDecl(OS, P);
  OS << "\nllvm::Error register" << PassGroup
     << "Passes(::hlomem::PassBuilder &PB) {\n";
  for (const AnalysisRecord &A : Catalogue.Analyses)
    emitCall(OS, "PB.registerAnalysis<" + A.Def->getName() + ">({" +
                     toLiteral(A.Name) + ", " + toLiteral(A.Summary.trim()) +
                     "})");
  for (const PassRecord &P : Catalogue.Passes)
    emitCall(OS, "register" + P.Def->getName() + "Pass(PB)");
  // Each is parsed when it is registered, and so comes after the passes.
  for (const PipelineAliasRecord &A : Catalogue.Aliases)
    emitCall(OS, "PB.registerPipelineAlias(" + toLiteral(A.Name) + ", " +
                     toLiteral(A.Pipeline) + ", " +
                     toLiteral(A.Summary.trim()) + ")");
  OS << "  return llvm::Error::success();\n}\n";
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitPassRegistry>>
    RegisterPassRegistry("gen-pass-registry",
                         "Generate the registration of passes and analyses");
