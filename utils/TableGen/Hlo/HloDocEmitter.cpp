//===- HloDocEmitter.cpp - -gen-hlo-docs ----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloRecords.h"

using namespace llvm;
using namespace hlomem::tblgen;

static void writeRow(raw_ostream &OS, ArrayRef<std::string> Cells) {
  OS << '|';
  for (const std::string &Cell : Cells)
    OS << ' ' << Cell << (Cell.empty() ? "|" : " |");
  OS << '\n';
}

static void writeHeading(raw_ostream &OS, ArrayRef<std::string> Columns) {
  OS << '\n';
  writeRow(OS, Columns);
  OS << '|';
  for (size_t I = 0; I < Columns.size(); ++I)
    OS << " --- |";
  OS << '\n';
}

static std::string code(StringRef Text) {
  return toMarkdownCell(("`" + Text + "`").str());
}

static std::string text(const Record &R, StringRef Field) {
  return toMarkdownCell(R.getValueAsString(Field));
}

static std::string marks(const Record &R, StringRef Field) {
  return join(map_range(getMarks(R, Field),
                        [](const Record *Mark) { return Mark->getName(); }),
              ", ");
}

static void writeMarks(raw_ostream &OS, StringRef Title, const RecordKeeper &RK,
                       StringRef Class) {
  writeHeading(OS, {Title.str(), "Meaning"});
  for (const Record *Mark : definitionsInFileOrder(RK, Class))
    writeRow(OS, {Mark->getName().str(), text(*Mark, "description")});
}

static void writeOpcodes(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "\n## Opcodes\n";
  writeMarks(OS, "Trait", RK, "OpcodeTrait");
  writeHeading(OS, {"Opcode", "Traits"});
  for (const Record *Op : definitionsInFileOrder(RK, "Opcode")) {
    std::string Cell = marks(*Op, "traits");
    if (StringRef Suffix = Op->getValueAsString("wrapSuffix"); !Suffix.empty())
      Cell += (Cell.empty() ? "also any opcode followed by "
                            : "; also any opcode followed by ") +
              code(Suffix);
    writeRow(OS, {code(Op->getValueAsString("spelling")), Cell});
  }
}

static void writeElementTypes(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "\n## Element types\n\n"
        "The bits in memory are those of an element whose layout has no "
        "`E(n)`.\n";
  writeHeading(OS, {"Type", "Class", "Bits", "Bits in memory"});
  for (const Record *T : definitionsInFileOrder(RK, "ElementType")) {
    auto Width = [T](StringRef Field) {
      int64_t Bits = T->getValueAsInt(Field);
      return Bits < 0 ? std::string("by its leaves") : itostr(Bits);
    };
    writeRow(OS, {code(T->getValueAsString("spelling")),
                  text(*T->getValueAsDef("elementClass"), "description"),
                  Width("nominalBits"), Width("memoryBits")});
  }
}

static void writeAllocationFlags(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "\n## Allocation flags\n\n"
        "In the order in which the dump prints them.\n";
  writeHeading(OS, {"Flag", "As printed", "Meaning"});
  for (const Record *F : definitionsInFileOrder(RK, "AllocationFlag"))
    writeRow(OS, {F->getName().str(),
                  code((F->getValueAsString("spelling") +
                        F->getValueAsString("payload"))
                           .str()),
                  text(*F, "description")});
}

static void writeMemorySpaces(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "\n## Memory spaces\n\n"
        "The number is what the dump calls colour: `@n`, `color n`, "
        "`S(n)`.\n";
  writeMarks(OS, "Property", RK, "SpaceProperty");
  for (const Record *B : definitionsInFileOrder(RK, "Backend")) {
    OS << "\n### " << B->getName() << "\n\n"
       << B->getValueAsString("description") << "\n";
    writeHeading(OS, {"Number", "Name", "Properties", "Meaning"});
    for (const Record *S : definitionsInFileOrder(RK, "MemorySpace"))
      if (S->getValueAsDef("backend") == B)
        writeRow(OS, {itostr(S->getValueAsInt("number")), text(*S, "name"),
                      marks(*S, "properties"), text(*S, "description")});
  }
}

static void writeDevices(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "\n## Devices\n\n"
        "The names of `-device`. The memory of a TPU is what XLA gives to "
        "programs, that of\na GPU the whole card, of which JAX takes "
        "`-memory-fraction`.\n";
  writeHeading(OS, {"Device", "Hardware", "Backend", "Compute capability",
                    "Bytes of memory", "Source"});
  for (const Record *D : definitionsInFileOrder(RK, "Device"))
    writeRow(OS, {code(D->getValueAsString("name")), text(*D, "hardware"),
                  D->getValueAsDef("backend")->getName().str(),
                  D->getValueAsString("computeCapability").str(),
                  itostr(D->getValueAsInt("memory")), text(*D, "source")});
}

/// One Markdown page with all tables; the input defines all of them.
static void emitHloDocs(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "<!-- Generated by hlo-mem-tblgen -gen-hlo-docs from "
        "include/hlomem/IR/Tables/HloTables.td. Do not edit. -->\n\n"
        "# HLO tables\n\n"
        "What the parser and the analyses know of HLO, as declared in the .td "
        "files of\n`include/hlomem/IR`.\n";
  writeOpcodes(RK, OS);
  writeElementTypes(RK, OS);
  writeAllocationFlags(RK, OS);
  writeMemorySpaces(RK, OS);
  writeDevices(RK, OS);
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitHloDocs>>
    RegisterHloDocs("gen-hlo-docs",
                    "Generate the page HloTables from all HLO tables");
