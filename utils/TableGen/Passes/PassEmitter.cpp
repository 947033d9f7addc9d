//===- PassEmitter.cpp - -gen-pass-decls and -gen-pass-registry -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassRecords.h"
#include "RemarkRecords.h"
#include "TableGenUtils.h"
#include "llvm/Support/CommandLine.h"
#include <set>

using namespace llvm;
using namespace hlomem::tblgen;

static cl::OptionCategory
    Category("Options of -gen-pass-decls and -gen-pass-registry");

static cl::opt<std::string>
    GroupName("pass-group", cl::init("Builtin"), cl::cat(Category),
              cl::value_desc("name"),
              cl::desc("Call the function that registers everything "
                       "register<name>Passes"));

static cl::opt<std::string>
    PassNamespace("pass-namespace", cl::init("hlomem"), cl::cat(Category),
                  cl::value_desc("namespace"),
                  cl::desc("Where the passes are defined; a plugin needs one "
                           "of its own"));

static void emitRegisterDecl(raw_ostream &OS, const PassRecord &P) {
  OS << "llvm::Error register" << P.Def->getName()
     << "Pass(::hlomem::PassBuilder &PB);\n";
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void emitOptionEnum(raw_ostream &OS, const PassOptionRecord &O) {
  if (O.Header.empty()) {
    OS << "  enum class " << O.Type << " {\n";
    for (StringRef E : O.Enumerators)
      OS << "    " << toCamelCase(E) << ",\n";
    OS << "  };\n";
  }
  OS << "  static constexpr ::hlomem::PassOptionEnumerator<" << O.Type << "> "
     << O.Field << "Values[] = {\n";
  for (StringRef E : O.Enumerators)
    OS << "      {" << O.Type << "::" << toCamelCase(E) << ", " << toLiteral(E)
       << "},\n";
  OS << "  };\n";
}

static bool isPipeline(const PassOptionRecord &O) {
  return O.Type == "::hlomem::NestedPipeline";
}

static bool hasPipeline(const PassRecord &P) {
  return any_of(P.Options, isPipeline);
}

static StringRef getParseParameters(const PassRecord &P) {
  return hasPipeline(P)
             ? "llvm::StringRef Text, const ::hlomem::PassBuilder &PB"
             : "llvm::StringRef Text";
}

static void emitPassOptions(raw_ostream &OS, const PassRecord &P) {
  std::string Struct = (P.Def->getName() + "Options").str();
  OS << "/// Options of the pass '" << P.Name << "'.\n"
     << "struct " << Struct << " {\n";
  for (const PassOptionRecord &O : P.Options) {
    if (!O.Enumerators.empty())
      emitOptionEnum(OS, O);
    if (O.Range)
      OS << "  static constexpr ::hlomem::PassOptionRange " << O.Field
         << "Range = {" << O.Range->first << "u, " << O.Range->second
         << "u};\n";
    emitDocComment(OS, (O.Help.trim() + ".").str(), 2);
    OS << "  " << O.Type << ' ' << O.Field << O.Initializer << ";\n";
  }

  OS << (P.Options.empty() ? "" : "\n")
     << "  /// Reads what stands between the angle brackets in a pipeline. A\n"
        "  /// mistake is a PipelineError.\n"
     << "  static llvm::Expected<" << Struct << "> parse("
     << getParseParameters(P) << ") {\n"
     << "    " << Struct << " Options;\n"
     << "    ::hlomem::PassOptionParser Parser(" << toLiteral(P.Name)
     << ", Text" << (hasPipeline(P) ? ", &PB" : "") << ");\n";
  for (const PassOptionRecord &O : P.Options) {
    OS << "    Parser.option(" << toLiteral(O.Name) << ", Options." << O.Field;
    if (!O.Enumerators.empty())
      OS << ", " << O.Field << "Values";
    else if (O.Range)
      OS << ", " << O.Field << "Range";
    OS << ");\n";
    if (!O.Example.empty())
      OS << "    Parser.needs(" << toLiteral(O.Name) << ", "
         << toLiteral(O.Example) << ");\n";
    if (O.IsHidden)
      OS << "    Parser.hide(" << toLiteral(O.Name) << ");\n";
  }
  OS << "    if (llvm::Error E = Parser.finish())\n"
        "      return llvm::Expected<"
     << Struct
     << ">(std::move(E));\n"
        "    return Options;\n"
        "  }\n\n";

  if (hasPipeline(P)) {
    OS << "  /// Whether a pipeline has a transform.\n"
          "  bool runsTransform() const {\n    return false";
    for (const PassOptionRecord &O : P.Options)
      if (isPipeline(O))
        OS << " || " << O.Field << ".runsTransform()";
    OS << ";\n  }\n\n";
  }
  OS << "  /// Writes what parse() reads, without what has its default.\n";
  if (P.Options.empty()) {
    OS << "  void print(llvm::raw_ostream &) const {}\n};\n\n";
    return;
  }
  OS << "  void print(llvm::raw_ostream &OS) const {\n"
     << "    const " << Struct << " Defaults;\n"
     << "    ::hlomem::PassOptionPrinter Printer(OS);\n";
  for (const PassOptionRecord &O : P.Options) {
    if (!O.Example.empty() && !isPipeline(O)) {
      OS << "    Printer.print(" << toLiteral(O.Name) << ", " << O.Field
         << ");\n";
      continue;
    }
    OS << "    Printer.option(" << toLiteral(O.Name) << ", " << O.Field
       << ", Defaults." << O.Field;
    if (!O.Enumerators.empty())
      OS << ", " << O.Field << "Values";
    OS << ");\n";
  }
  OS << "  }\n};\n\n";
}

static void emitPassInfo(raw_ostream &OS, const PassRecord &P) {
  OS << "  static ::hlomem::PassInfo info() {\n";
  const std::vector<PassOptionRecord> Shown = getShownOptions(P.Options);
  if (!Shown.empty()) {
    OS << "    static constexpr ::hlomem::PassOptionInfo OptionTable[] = {\n";
    for (const PassOptionRecord &O : Shown)
      OS << "        {" << toLiteral(O.Name) << ", " << toLiteral(O.ValueName)
         << ", " << toLiteral(O.Default) << ",\n         "
         << toLiteral(O.Help.trim()) << "},\n";
    OS << "    };\n";
  }
  if (!P.Remarks.empty()) {
    OS << "    static constexpr llvm::StringLiteral RemarkTable[] = {\n";
    for (const Record *R : P.Remarks)
      OS << "        " << toLiteral(R->getName()) << ",\n";
    OS << "    };\n";
  }
  OS << "    ::hlomem::PassInfo Info;\n"
     << "    Info.Name = " << toLiteral(P.Name) << ";\n"
     << "    Info.Summary =\n        " << toLiteral(P.Summary.trim()) << ";\n";
  if (!Shown.empty())
    OS << "    Info.Options = OptionTable;\n";
  if (!P.Remarks.empty())
    OS << "    Info.Remarks = RemarkTable;\n";
  if (P.is("writesDocument"))
    OS << "    Info.WritesDocument = true;\n";
  if (!P.Extension.empty())
    OS << "    Info.Extension = " << toLiteral(P.Extension) << ";\n";
  if (P.is("writesTables"))
    OS << "    Info.WritesTables = true;\n";
  if (P.is("isRequired"))
    OS << "    Info.IsRequired = true;\n";
  if (P.is("isTransform"))
    OS << "    Info.IsTransform = true;\n";
  if (P.Group)
    OS << "    Info.Group = ::hlomem::PassGroup::"
       << P.Def->getValueAsString("group") << ";\n";
  OS << "    return Info;\n  }\n\n";
}

static void emitPassClass(raw_ostream &OS, const PassRecord &P) {
  const std::string Name = (P.Def->getName() + "Pass").str();
  const std::string Options = (P.Def->getName() + "Options").str();
  OS << "/// The pass '" << P.Name << "', one object for each run.\n"
     << "class " << Name << " : protected ::hlomem::PassRun {\npublic:\n"
     << "  using OptionsType = " << Options << ";\n"
     << "  " << Name << "(const ::hlomem::PassRun &Run, " << Options
     << " Options)\n      : PassRun(Run), Options(std::move(Options))";
  auto EmitResult = [&OS](const Record *Analysis) {
    bool IsBuiltin =
        Analysis->getValueAsString("header").starts_with("hlomem/");
    OS << "::hlomem::getAnalysisResult<" << (IsBuiltin ? "::hlomem::" : "")
       << Analysis->getName() << ">(";
  };
  for (const Record *A : P.Members) {
    OS << ",\n        " << A->getValueAsString("member") << '(';
    EmitResult(A);
    OS << "AM))";
  }
  OS << " {}\n\n";
  for (const Record *C : P.Counters) {
    emitDocComment(OS, (C->getValueAsString("description").trim() + ".").str(),
                   2);
    OS << "  static constexpr ::hlomem::CounterInfo "
       << C->getValueAsString("fieldName") << " = {\n"
       << "      " << toLiteral(P.Name) << ", "
       << toLiteral(C->getValueAsString("name")) << ",\n      "
       << toLiteral(C->getValueAsString("description").trim()) << "};\n";
  }
  emitPassInfo(OS, P);
  OS << "  static llvm::StringRef name() { return " << toLiteral(P.Name)
     << "; }\n"
     << "  static llvm::Expected<" << Options << "> parse("
     << getParseParameters(P) << ") {\n"
     << "    return " << Options << "::parse(Text"
     << (hasPipeline(P) ? ", PB" : "") << ");\n  }\n";
  if (!P.SpaceField.empty() || P.is("selectsSpaces") ||
      P.is("usesLiveRanges")) {
    OS << "  static bool prepare(::hlomem::PassRun &Run, " << Options
       << " &Options) {\n    return ::hlomem::prepareRun(Run, ";
    if (P.SpaceField.empty())
      OS << "nullptr";
    else
      OS << "&Options." << P.SpaceField;
    OS << ", /*SelectsSpaces=*/" << P.is("selectsSpaces")
       << ", /*UsesLiveRanges=*/" << P.is("usesLiveRanges") << ");\n  }\n";
  }
  OS << "  " << (P.is("isTransform") ? "::hlomem::PreservedAnalyses" : "void")
     << " run();\n\nprotected:\n"
     << "  " << Options << " Options;\n";
  for (const Record *A : P.Members) {
    OS << "  decltype(";
    EmitResult(A);
    OS << "std::declval<::hlomem::AnalysisManager &>())) "
       << A->getValueAsString("member") << ";\n";
  }
  OS << "};\n\n";
}

static void emitPass(raw_ostream &OS, const PassRecord &P) {
  emitPassOptions(OS, P);
  emitPassClass(OS, P);
  OS << "/// To be defined beside run(): adds the pass to \\p PB.\n";
  emitRegisterDecl(OS, P);
  OS << '\n';
}

static void emitPassDecls(const RecordKeeper &RK, raw_ostream &OS) {
  PassCatalogue Catalogue = readPassCatalogue(RK);
  std::vector<RemarkRecord> Remarks = readRemarks(RK);
  emitSourceFileHeader("Passes", OS, RK);
  // Every file of a pass includes it, also those that include each other.
  std::set<StringRef> Headers = {"hlomem/Pass/Pass.h"};
  for (const PassRecord &P : Catalogue.Passes) {
    for (const Record *A : P.Members)
      Headers.insert(A->getValueAsString("header"));
    for (const PassOptionRecord &O : P.Options)
      if (!O.Header.empty())
        Headers.insert(O.Header);
  }
  OS << "#pragma once\n\n";
  for (StringRef Header : Headers)
    OS << "#include \"" << Header << "\"\n";
  OS << '\n';
  OS << "namespace " << PassNamespace << " {\n\n";
  for (const PassRecord &P : Catalogue.Passes)
    emitPass(OS, P);
  if (!Remarks.empty()) {
    OS << "namespace remark {\n";
    for (const RemarkRecord &R : Remarks)
      emitRemarkStruct(R, OS);
    OS << "\n} // namespace remark\n";
  }
  OS << "\n} // namespace " << PassNamespace << "\n";
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitPassDecls>>
    RegisterPassDecls("gen-pass-decls",
                      "Generate options, classes and remarks of passes");

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// A statement of the function that registers everything.
static void emitCall(raw_ostream &OS, const Twine &Call) {
  OS << "  if (llvm::Error E = " << Call << ")\n    return E;\n";
}

static void emitPassRegistry(const RecordKeeper &RK, raw_ostream &OS) {
  const PassCatalogue Catalogue = readPassCatalogue(RK);
  emitSourceFileHeader("Registration of passes", OS, RK);
  std::set<StringRef> Headers = {"hlomem/Pass/PassBuilder.h"};
  for (const Record *A : Catalogue.Analyses)
    if (!A->getValueAsString("header").empty())
      Headers.insert(A->getValueAsString("header"));
  for (StringRef Header : Headers)
    OS << "#include \"" << Header << "\"\n";
  OS << '\n';

  OS << "namespace " << PassNamespace << " {\n\n";
  for (const PassRecord &P : Catalogue.Passes)
    emitRegisterDecl(OS, P);
  OS << "\nllvm::Error register" << GroupName
     << "Passes(::hlomem::PassBuilder &PB) {\n";
  for (const Record *A : Catalogue.Analyses)
    emitCall(OS, "PB.registerAnalysis<" + A->getName() + ">({" +
                     toLiteral(A->getValueAsString("name")) + ", " +
                     toLiteral(A->getValueAsString("summary").trim()) + "})");
  for (const PassRecord &P : Catalogue.Passes)
    emitCall(OS, "register" + P.Def->getName() + "Pass(PB)");
  // Each is parsed when it is registered, and so comes after the passes.
  for (const Record *A : Catalogue.Aliases)
    emitCall(OS, "PB.registerPipelineAlias(" +
                     toLiteral(A->getValueAsString("name")) + ", " +
                     toLiteral(A->getValueAsString("pipeline")) + ", " +
                     toLiteral(A->getValueAsString("summary").trim()) + ")");
  OS << "  return llvm::Error::success();\n}\n"
     << "\n} // namespace " << PassNamespace << "\n";
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitPassRegistry>>
    RegisterPassRegistry("gen-pass-registry",
                         "Generate the registration of passes and analyses");
