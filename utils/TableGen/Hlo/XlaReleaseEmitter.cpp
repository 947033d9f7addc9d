//===- XlaReleaseEmitter.cpp - -gen-xla-releases, -gen-xla-release-docs ---===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloRecords.h"
#include "TableGenUtils.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

static void emitEnum(const RecordKeeper &RK, StringRef Class, raw_ostream &OS) {
  OS << "enum class " << Class << " : uint8_t {\n";
  for (const Record *R : definitionsInFileOrder(RK, Class))
    OS << "  " << R->getName() << ",\n";
  OS << "};\n\n";
}

namespace {

/// Emits the releases and what each of them does.
class XlaReleaseEmitter {
public:
  explicit XlaReleaseEmitter(const RecordKeeper &RK) : RK(RK) {}

  void run(raw_ostream &OS);

private:
  const RecordKeeper &RK;
};

/// Emits the table of the releases for people.
class XlaReleaseDocEmitter {
public:
  explicit XlaReleaseDocEmitter(const RecordKeeper &RK) : RK(RK) {}

  void run(raw_ostream &OS);

private:
  const RecordKeeper &RK;
};

} // namespace

void XlaReleaseEmitter::run(raw_ostream &OS) {
  XlaReleaseTable Table = readXlaReleases(RK);
  emitSourceFileHeader("The facts of each release of XLA", OS, RK);
  GuardedPart Part(OS, "GEN_XLA_RELEASE_DECLS");
  StringSet<> Emitted;
  for (const auto &[Type, Name] : Table.Facts)
    if (RK.getClass(Type) && Emitted.insert(Type).second)
      emitEnum(RK, Type, OS);
  emitEnum(RK, "XlaRelease", OS);
  OS << "struct XlaFacts {\n  XlaRelease Release;\n";
  for (const auto &[Type, Name] : Table.Facts)
    OS << "  " << Type << ' ' << Name << ";\n";
  OS << "};\n\ninline constexpr XlaFacts XlaReleases[] = {\n";
  for (const auto &[R, Values] : Table.Releases)
    OS << "  {XlaRelease::" << R->getName() << ", " << join(Values, ", ")
       << "},\n";
  OS << "};\n";
}

void XlaReleaseDocEmitter::run(raw_ostream &OS) {
  OS << "| name | since | change |\n|---|---|---|\n";
  for (const auto &[R, Values] : readXlaReleases(RK).Releases)
    OS << "| `" << R->getValueAsString("name") << "` | "
       << R->getValueAsString("since") << " | "
       << toMarkdownCell(R->getValueAsString("news")) << " |\n";
}

static TableGen::Emitter::OptClass<XlaReleaseEmitter>
    RegisterXlaReleaseEmitter("gen-xla-releases",
                              "Generate the releases of XLA");
static TableGen::Emitter::OptClass<XlaReleaseDocEmitter>
    RegisterXlaReleaseDocEmitter("gen-xla-release-docs",
                                 "Generate the table of the releases of XLA");
