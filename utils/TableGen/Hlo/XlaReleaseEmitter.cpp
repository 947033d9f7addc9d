//===- XlaReleaseEmitter.cpp - -gen-xla-releases, -gen-xla-release-docs ---===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace hlomem::tblgen;

static void emitEnum(const RecordKeeper &RK, StringRef Class, raw_ostream &OS) {
  OS << "enum class " << Class << " : uint8_t {\n";
  for (const Record *R : definitionsInFileOrder(RK, Class))
    OS << "  " << R->getName() << ",\n";
  OS << "};\n\n";
}

/// The fields that are facts: those that begin with a capital letter.
static std::vector<const RecordVal *> getFacts(const Record &Release) {
  std::vector<const RecordVal *> Facts;
  for (const RecordVal &V : Release.getValues())
    if (isUpper(V.getName().front()))
      Facts.push_back(&V);
  return Facts;
}

/// What initialises a fact in C++; \p Before is that of the release before.
static std::string toCpp(const RecordVal &Fact, StringRef Before) {
  std::string Value = Fact.getValue()->getAsString();
  if (Value == "?" && !Before.empty())
    return Before.str();
  if (isa<BitRecTy>(Fact.getType()))
    return Value == "1" ? "true" : "false";
  if (Value == "?")
    PrintError(Fact.getLoc(),
               "the first release has no '" + Fact.getName() + "'");
  if (isa<RecordRecTy>(Fact.getType()))
    return Fact.getType()->getAsString() + "::" + Value;
  return Value;
}

/// Emits the releases and what each of them does.
static void emitXlaReleases(const RecordKeeper &RK, raw_ostream &OS) {
  emitSourceFileHeader("The facts of each release of XLA", OS, RK);
  GuardedPart Part(OS, "GEN_XLA_RELEASE_DECLS");
  std::vector<const Record *> Releases =
      definitionsInFileOrder(RK, "XlaRelease");
  StringSet<> Emitted;
  std::string Struct = "struct XlaFacts {\n  XlaRelease Release;\n";
  for (const RecordVal *Fact : getFacts(*Releases.front())) {
    std::string Type = Fact->getType()->getAsString();
    if (isa<RecordRecTy>(Fact->getType()) && Emitted.insert(Type).second)
      emitEnum(RK, Type, OS);
    StringRef CppType = StringSwitch<StringRef>(Type)
                            .Case("bit", "bool")
                            .Case("int", "uint64_t")
                            .Case("string", "llvm::StringRef")
                            .Default(Type);
    Struct += ("  " + CppType + " " + Fact->getName() + ";\n").str();
  }
  emitEnum(RK, "XlaRelease", OS);
  OS << Struct << "};\n\ninline constexpr XlaFacts XlaReleases[] = {\n";
  std::vector<std::string> Values(getFacts(*Releases.front()).size());
  for (const Record *R : Releases) {
    for (auto [Value, Fact] : zip_equal(Values, getFacts(*R)))
      Value = toCpp(*Fact, Value);
    OS << "  {XlaRelease::" << R->getName() << ", " << join(Values, ", ")
       << "},\n";
  }
  OS << "};\n";
  stopOnErrors("the releases are not usable");
}

/// Emits the table of the releases for people.
static void emitXlaReleaseDocs(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "| name | since | change |\n|---|---|---|\n";
  for (const Record *R : definitionsInFileOrder(RK, "XlaRelease"))
    OS << "| `" << R->getValueAsString("name") << "` | "
       << R->getValueAsString("since") << " | "
       << toMarkdownCell(R->getValueAsString("news")) << " |\n";
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitXlaReleases>>
    RegisterXlaReleases("gen-xla-releases", "Generate the releases of XLA");
static TableGen::Emitter::OptClass<FunctionEmitter<emitXlaReleaseDocs>>
    RegisterXlaReleaseDocs("gen-xla-release-docs",
                           "Generate the table of the releases of XLA");
