//===- OpcodeEmitter.cpp - -gen-hlo-opcodes -------------------------------===//
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

class OpcodeEmitter {
public:
  explicit OpcodeEmitter(const RecordKeeper &RK)
      : RK(RK), Table(readOpcodes(RK)) {}

  void run(raw_ostream &OS) {
    emitSourceFileHeader("The opcodes of HLO", OS, RK);
    emitDecls(OS);
    emitDefs(OS);
  }

private:
  void emitDecls(raw_ostream &OS);
  void emitDefs(raw_ostream &OS);
  void emitParsers(raw_ostream &OS);

  const RecordKeeper &RK;
  OpcodeTable Table;
};

} // namespace

void OpcodeEmitter::emitDecls(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_OPCODE_DECLS");
  OS << "enum class Opcode : uint8_t {\n  Unknown,\n";
  for (const OpcodeRecord &Op : Table.Opcodes)
    OS << "  " << Op.Enumerator << ", // " << Op.Spelling << "\n";
  OS << "};\n\n"
        "/// The opcode of this spelling, or Unknown. The generic "
        "asynchronous\n"
        "/// opcodes are printed with the name of what they wrap: slice-start\n"
        "/// is an async-start.\n"
        "Opcode parseOpcode(llvm::StringRef Spelling);\n\n"
        "/// What a generic asynchronous opcode wraps: the slice of\n"
        "/// slice-start; Unknown for any other spelling.\n"
        "Opcode parseWrappedOpcode(llvm::StringRef Spelling);\n\n"
        "/// The spelling, \"unknown\" for Unknown.\n"
        "llvm::StringRef opcodeName(Opcode Op);\n\n"
        "/// What an opcode means for the memory of its operands and result.\n"
        "enum class OpcodeTraits : uint32_t {\n  None = 0,\n";
  for (auto [Bit, Trait] : enumerate(Table.Traits)) {
    emitDocComment(OS, Trait.Description, 2);
    OS << "  " << Trait.Enumerator << " = 1u << " << Bit << ",\n";
  }
  if (!Table.Traits.empty())
    OS << "  LLVM_MARK_AS_BITMASK_ENUM(" << Table.Traits.back().Enumerator
       << ")\n";
  OS << "};\n\n"
        "/// All traits of an opcode, none for Unknown.\n"
        "OpcodeTraits opcodeTraits(Opcode Op);\n\n"
        "/// Whether an opcode has the trait, or all of them if T has "
        "several.\n"
        "bool hasTrait(Opcode Op, OpcodeTraits T);\n";
}

void OpcodeEmitter::emitParsers(raw_ostream &OS) {
  std::vector<StringMatcher::StringPair> Matches;
  for (const OpcodeRecord &Op : Table.Opcodes)
    Matches.emplace_back(Op.Spelling.str(),
                         "return Opcode::" + Op.Enumerator + ";");
  OS << "static Opcode parseExactOpcode(llvm::StringRef Spelling) {\n";
  StringMatcher("Spelling", Matches, OS).Emit();
  OS << "  return Opcode::Unknown;\n}\n\n";

  OS << "Opcode parseWrappedOpcode(llvm::StringRef Spelling) {\n"
        "  if (parseExactOpcode(Spelling) != Opcode::Unknown)\n"
        "    return Opcode::Unknown;\n";
  for (const OpcodeRecord &Op : Table.Opcodes)
    if (!Op.WrapSuffix.empty())
      OS << "  if (Spelling.ends_with(" << toLiteral(Op.WrapSuffix) << "))\n"
         << "    return parseExactOpcode(Spelling.drop_back("
         << Op.WrapSuffix.size() << "));\n";
  OS << "  return Opcode::Unknown;\n}\n\n";

  OS << "Opcode parseOpcode(llvm::StringRef Spelling) {\n"
        "  Opcode Exact = parseExactOpcode(Spelling);\n"
        "  if (Exact != Opcode::Unknown)\n    return Exact;\n"
        "  if (parseWrappedOpcode(Spelling) == Opcode::Unknown)\n"
        "    return Opcode::Unknown;\n";
  for (const OpcodeRecord &Op : Table.Opcodes)
    if (!Op.WrapSuffix.empty())
      OS << "  if (Spelling.ends_with(" << toLiteral(Op.WrapSuffix) << "))\n"
         << "    return Opcode::" << Op.Enumerator << ";\n";
  OS << "  return Opcode::Unknown;\n}\n\n";
}

void OpcodeEmitter::emitDefs(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_OPCODE_DEFS");
  emitParsers(OS);

  OS << "llvm::StringRef opcodeName(Opcode Op) {\n"
        "  static constexpr llvm::StringLiteral Names[] = {\n"
        "      \"unknown\",\n";
  for (const OpcodeRecord &Op : Table.Opcodes)
    OS << "      " << toLiteral(Op.Spelling) << ",\n";
  OS << "  };\n"
        "  return Names[static_cast<uint8_t>(Op)];\n}\n\n";

  OS << "OpcodeTraits opcodeTraits(Opcode Op) {\n"
        // Not `using enum`, which g++ 10 lacks.
        "  using T = OpcodeTraits;\n"
        "  static constexpr T Traits[] = {\n"
        "      T::None, // unknown\n";
  for (const OpcodeRecord &Op : Table.Opcodes)
    OS << "      T::"
       << (Op.Traits.empty() ? "None" : join(Op.Traits, " | T::")) << ", // "
       << Op.Spelling << "\n";
  OS << "  };\n"
        "  return Traits[static_cast<uint8_t>(Op)];\n}\n\n";

  OS << "bool hasTrait(Opcode Op, OpcodeTraits T) {\n"
        "  return (opcodeTraits(Op) & T) == T;\n}\n";
}

static TableGen::Emitter::OptClass<OpcodeEmitter>
    RegisterOpcodeEmitter("gen-hlo-opcodes",
                          "Generate the opcodes and their traits");
