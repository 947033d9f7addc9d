//===- HloTableEmitter.cpp - -gen-hlo-tables ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For each class of HloBase.td of which the file has records: an enumeration
/// (GEN_Class_ENUM), the rows of a table (GEN_Class_ROWS), and a function that
/// finds the enumerator of a spelling (GEN_Class_PARSER).
///
//===----------------------------------------------------------------------===//

#include "HloRecords.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TableGen/StringMatcher.h"

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

/// What C++ gets of the records of a class.
struct HloTable {
  StringLiteral Class;
  /// The enumeration; empty if there is none.
  StringLiteral Enum;
  StringLiteral EnumType;
  /// The enumerators are the bits of a mask.
  bool IsMask = false;
  /// The fields of a row; none if there are no rows.
  std::vector<StringRef> Fields = {};
  bool HasParser = false;
};

} // namespace

static ArrayRef<HloTable> getTables() {
  static const HloTable Tables[] = {
      {"OpcodeTrait", "OpcodeTraits", "uint32_t", /*IsMask=*/true},
      {"Opcode",
       "Opcode",
       "uint8_t",
       false,
       {"spelling", "traits", "wrapSuffix"},
       /*HasParser=*/true},
      {"ElementClass", "ElementClass", "uint8_t"},
      {"ElementType",
       "ElementType",
       "uint8_t",
       false,
       {"spelling", "elementClass", "nominalBits", "memoryBits"},
       /*HasParser=*/true},
      {"AllocationFlag",
       "AllocationFlags",
       "uint8_t",
       /*IsMask=*/true,
       {"spelling"},
       /*HasParser=*/true},
      {"SpaceProperty", "MemorySpaceProperties", "uint8_t", /*IsMask=*/true},
      {"Backend", "Backend", "uint8_t", false, {"name"}},
      {"MemorySpace",
       "",
       "",
       false,
       {"backend", "number", "name", "properties", "spelling", "otherName"}},
  };
  return Tables;
}

/// The enumerator of a record of some table: "Opcode::Abs".
static std::string getQualified(const Record &R) {
  const HloTable *Table = find_if(getTables(), [&](const HloTable &T) {
    return !T.Enum.empty() && R.isSubClassOf(T.Class);
  });
  return (Table->Enum + "::").str() + getEnumerator(R);
}

/// A field as an initialiser in C++; a list is one of marks.
static std::string toCpp(const Record &R, StringRef Field) {
  const Init *Value = R.getValue(Field)->getValue();
  if (const auto *Text = dyn_cast<StringInit>(Value))
    return toLiteral(Text->getValue());
  if (const auto *Def = dyn_cast<DefInit>(Value))
    return getQualified(*Def->getDef());
  if (!isa<ListInit>(Value))
    return Value->getAsString();
  std::vector<std::string> Marks;
  for (const Record *Mark : getMarks(R, Field))
    Marks.push_back(getQualified(*Mark));
  return Marks.empty() ? "{}" : join(Marks, " | ");
}

static void emitEnum(raw_ostream &OS, const HloTable &T,
                     ArrayRef<const Record *> Records) {
  OS << "enum class " << T.Enum << " : " << T.EnumType << " {\n  "
     << (T.IsMask ? "None = 0,\n" : "Unknown,\n");
  for (auto [Bit, R] : enumerate(Records)) {
    if (R->getValue("description"))
      emitDocComment(OS, R->getValueAsString("description"), 2);
    OS << "  " << getEnumerator(*R);
    if (T.IsMask)
      OS << " = 1u << " << Bit;
    OS << ",\n";
  }
  if (T.IsMask)
    OS << "  LLVM_MARK_AS_BITMASK_ENUM(" << getEnumerator(*Records.back())
       << ")\n";
  OS << "};\n";
}

static void emitRows(raw_ostream &OS, const HloTable &T,
                     ArrayRef<const Record *> Records) {
  for (const Record *R : Records) {
    OS << '{';
    interleaveComma(T.Fields, OS,
                    [&](StringRef Field) { OS << toCpp(*R, Field); });
    OS << "},\n";
  }
}

static void emitParser(raw_ostream &OS, const HloTable &T,
                       ArrayRef<const Record *> Records) {
  std::vector<StringMatcher::StringPair> Matches;
  StringMap<bool> Known;
  for (const Record *R : Records) {
    StringRef Spelling = R->getValueAsString("spelling");
    if (!Known.try_emplace(Spelling).second)
      PrintError(R->getLoc(), "duplicate spelling '" + Spelling + "'");
    else
      Matches.emplace_back(Spelling.str(), "return " + getQualified(*R) + ";");
  }
  OS << "static " << T.Enum << " match" << T.Class
     << "(llvm::StringRef Spelling) {\n";
  StringMatcher("Spelling", Matches, OS).Emit();
  OS << "  return {};\n}\n";
}

static void emitHloTables(const RecordKeeper &RK, raw_ostream &OS) {
  emitSourceFileHeader("HLO tables", OS, RK);
  for (const HloTable &T : getTables()) {
    std::vector<const Record *> Records = definitionsInFileOrder(RK, T.Class);
    if (Records.empty())
      continue;
    auto EmitPart = [&](StringRef Name, bool IsWanted, auto Emit) {
      if (!IsWanted)
        return;
      GuardedPart Part(OS, "GEN_" + T.Class + "_" + Name);
      Emit(OS, T, Records);
    };
    EmitPart("ENUM", !T.Enum.empty(), emitEnum);
    EmitPart("ROWS", !T.Fields.empty(), emitRows);
    EmitPart("PARSER", T.HasParser, emitParser);
  }
  stopOnErrors("the tables are not usable");
}

static void emitDevices(const RecordKeeper &RK, raw_ostream &OS) {
  emitSourceFileHeader("The devices that programs are compiled for", OS, RK);
  GuardedPart Part(OS, "GEN_DEVICE_DEFS");
  std::string Rows;
  raw_string_ostream RowsOS(Rows);
  for (const auto &[I, R] : enumerate(definitionsInFileOrder(RK, "Device"))) {
    // An array of no elements is an error.
    auto EmitList = [&, I = I](StringRef Type, StringRef Name, const auto &List,
                               auto Print) {
      if (List.empty()) {
        RowsOS << "{}";
        return;
      }
      OS << "static constexpr " << Type << ' ' << Name << I << "[] = {";
      interleaveComma(List, OS, Print);
      OS << "};\n";
      RowsOS << Name << I;
    };
    auto GetText = [R = R](StringRef Field) {
      return toLiteral(R->getValueAsString(Field));
    };
    RowsOS << "    {" << GetText("name")
           << ", Backend::" << R->getValueAsDef("backend")->getName() << ", "
           << GetText("hardware") << ",\n     Bytes("
           << R->getValueAsInt("memory") << "u), "
           << GetText("computeCapability") << ", ";
    EmitList("MemorySpace", "LackedBy", R->getValueAsListOfInts("lacks"),
             [&](int64_t Space) { OS << Space; });
    RowsOS << ", ";
    EmitList("llvm::StringLiteral", "TargetsOf",
             R->getValueAsListOfStrings("targets"),
             [&](StringRef Target) { OS << toLiteral(Target); });
    RowsOS << ", " << GetText("topology") << "},\n";
  }
  OS << "\nllvm::ArrayRef<Device> devices() {\n"
        "  static constexpr Device Devices[] = {\n"
     << Rows << "  };\n  return Devices;\n}\n";
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitHloTables>>
    RegisterHloTables("gen-hlo-tables", "Generate the tables of HLO");
static TableGen::Emitter::OptClass<FunctionEmitter<emitDevices>>
    RegisterDevices("gen-hlo-devices", "Generate the devices and their memory");
