//===- ElementTypeEmitter.cpp - -gen-hlo-element-types --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloRecords.h"
#include "TableGenUtils.h"
#include "llvm/TableGen/StringMatcher.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

class ElementTypeEmitter {
public:
  explicit ElementTypeEmitter(const RecordKeeper &RK)
      : RK(RK), Table(readElementTypes(RK)) {}

  void run(raw_ostream &OS) {
    emitSourceFileHeader("The element types of XLA", OS, RK);
    emitDecls(OS);
    emitDefs(OS);
  }

private:
  void emitDecls(raw_ostream &OS);
  void emitDefs(raw_ostream &OS);
  void emitWidths(raw_ostream &OS, StringRef Function,
                  std::optional<unsigned> ElementTypeRecord::*Width);

  const RecordKeeper &RK;
  ElementTypeTable Table;
};

} // namespace

void ElementTypeEmitter::emitDecls(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_ELEMENT_TYPE_DECLS");
  OS << "enum class ElementType : uint8_t {\n  Unknown,\n";
  for (const ElementTypeRecord &T : Table.Types)
    OS << "  " << T.Enumerator << ",\n";
  OS << "};\n\n"
        "/// The type of this spelling, or Unknown.\n"
        "ElementType parseElementType(llvm::StringRef Spelling);\n\n"
        "/// The spelling, \"unknown\" for Unknown.\n"
        "llvm::StringRef elementTypeName(ElementType T);\n\n"
        "/// Bits that an element takes in memory where the layout has no "
        "E(n):\n"
        "/// 8 for s4. None for Unknown and for a tuple.\n"
        "std::optional<unsigned> elementBits(ElementType T);\n\n"
        "/// Bits that the value itself needs: 4 for s4. None for Unknown and\n"
        "/// for a tuple.\n"
        "std::optional<unsigned> nominalElementBits(ElementType T);\n\n"
        "/// The families of element types.\n"
        "enum class ElementClass : uint8_t {\n  Unknown,\n";
  for (const ElementClassRecord &C : Table.Classes) {
    emitDocComment(OS, C.Description, 2);
    OS << "  " << C.Enumerator << ",\n";
  }
  OS << "};\n\n"
        "/// The family of a type, Unknown for Unknown.\n"
        "ElementClass elementClass(ElementType T);\n";
}

void ElementTypeEmitter::emitWidths(
    raw_ostream &OS, StringRef Function,
    std::optional<unsigned> ElementTypeRecord::*Width) {
  OS << "std::optional<unsigned> " << Function << "(ElementType T) {\n"
     << "  static constexpr int16_t Bits[] = {\n      -1, // unknown\n";
  for (const ElementTypeRecord &T : Table.Types)
    OS << "      " << ((T.*Width) ? static_cast<int>(*(T.*Width)) : -1)
       << ", // " << T.Spelling << "\n";
  OS << "  };\n"
        "  int16_t N = Bits[static_cast<uint8_t>(T)];\n"
        "  if (N < 0)\n    return std::nullopt;\n"
        "  return N;\n}\n\n";
}

void ElementTypeEmitter::emitDefs(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_ELEMENT_TYPE_DEFS");
  std::vector<StringMatcher::StringPair> Matches;
  for (const ElementTypeRecord &T : Table.Types)
    Matches.emplace_back(T.Spelling.str(),
                         ("return ElementType::" + T.Enumerator + ";").str());
  OS << "ElementType parseElementType(llvm::StringRef Spelling) {\n";
  StringMatcher("Spelling", Matches, OS).Emit();
  OS << "  return ElementType::Unknown;\n}\n\n";

  OS << "llvm::StringRef elementTypeName(ElementType T) {\n"
        "  static constexpr llvm::StringLiteral Names[] = {\n"
        "      \"unknown\",\n";
  for (const ElementTypeRecord &T : Table.Types)
    OS << "      " << toLiteral(T.Spelling) << ",\n";
  OS << "  };\n"
        "  return Names[static_cast<uint8_t>(T)];\n}\n\n";

  emitWidths(OS, "elementBits", &ElementTypeRecord::MemoryBits);
  emitWidths(OS, "nominalElementBits", &ElementTypeRecord::NominalBits);

  OS << "ElementClass elementClass(ElementType T) {\n"
        "  static constexpr ElementClass Classes[] = {\n"
        "      ElementClass::Unknown,\n";
  for (const ElementTypeRecord &T : Table.Types)
    OS << "      ElementClass::" << T.Class << ", // " << T.Spelling << "\n";
  OS << "  };\n"
        "  return Classes[static_cast<uint8_t>(T)];\n}\n";
}

static TableGen::Emitter::OptClass<ElementTypeEmitter>
    RegisterElementTypeEmitter("gen-hlo-element-types",
                               "Generate the element types and their widths");
