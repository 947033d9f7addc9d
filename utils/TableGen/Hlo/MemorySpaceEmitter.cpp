//===- MemorySpaceEmitter.cpp - -gen-hlo-memory-spaces --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloRecords.h"
#include "TableGenUtils.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

class MemorySpaceEmitter {
public:
  explicit MemorySpaceEmitter(const RecordKeeper &RK)
      : RK(RK), Table(readMemorySpaces(RK)) {}

  void run(raw_ostream &OS) {
    emitSourceFileHeader("The memory spaces of each backend", OS, RK);
    emitDecls(OS);
    emitDefs(OS);
  }

private:
  void emitDecls(raw_ostream &OS);
  void emitDefs(raw_ostream &OS);
  void emitSpellings(raw_ostream &OS);
  void emitLookup(raw_ostream &OS, StringRef Signature, StringRef Otherwise,
                  function_ref<std::string(const MemorySpaceRecord &)> Value);

  const RecordKeeper &RK;
  MemorySpaceTable Table;
};

} // namespace

void MemorySpaceEmitter::emitDecls(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_MEMORY_SPACE_DECLS");
  OS << "enum class Backend : uint8_t {\n  Unknown,\n";
  for (const BackendRecord &B : Table.Backends) {
    emitDocComment(OS, B.Description, 2);
    OS << "  " << B.Enumerator << ",\n";
  }
  OS << "};\n\n"
        "/// \"TPU\"; \"unknown\" for Unknown.\n"
        "llvm::StringRef backendName(Backend B);\n\n"
        "/// The backend of this name, in capitals or not; none for any other\n"
        "/// word.\n"
        "std::optional<Backend> parseBackend(llvm::StringRef Name);\n\n"
        "/// \"HBM\"; empty where the table has no name.\n"
        "llvm::StringRef memorySpaceName(Backend B, MemorySpace S);\n\n"
        "/// The space that a user calls so, in capitals or not: its name "
        "with\n"
        "/// dashes for blanks, or a shorter one; none for any other word.\n"
        "std::optional<MemorySpace> parseMemorySpace(Backend B, "
        "llvm::StringRef Name);\n\n"
        "/// All words that parseMemorySpace() knows, of all backends, each "
        "once.\n"
        "llvm::ArrayRef<llvm::StringLiteral> memorySpaceSpellings();\n\n"
        "/// What memory of a space is like.\n"
        "enum class MemorySpaceProperties : uint8_t {\n  None = 0,\n";
  for (auto [Bit, P] : enumerate(Table.Properties)) {
    emitDocComment(OS, P.Description, 2);
    OS << "  " << P.Enumerator << " = " << (1u << Bit) << ",\n";
  }
  if (!Table.Properties.empty())
    OS << "  LLVM_MARK_AS_BITMASK_ENUM(" << Table.Properties.back().Enumerator
       << ")\n";
  OS << "};\n\n"
        "/// All properties of a space, none where it is not in the table.\n"
        "MemorySpaceProperties memorySpaceProperties(Backend B, "
        "MemorySpace S);\n\n"
        "/// Whether a space has the property, or all of them if P has "
        "several.\n"
        "bool hasProperty(Backend B, MemorySpace S, MemorySpaceProperties "
        "P);\n";
}

void MemorySpaceEmitter::emitLookup(
    raw_ostream &OS, StringRef Signature, StringRef Otherwise,
    function_ref<std::string(const MemorySpaceRecord &)> Value) {
  OS << Signature << " {\n  switch (B) {\n"
     << "  case Backend::Unknown:\n    break;\n";
  for (const BackendRecord &B : Table.Backends) {
    OS << "  case Backend::" << B.Enumerator << ":\n    switch (S) {\n";
    for (const MemorySpaceRecord &S : B.Spaces)
      OS << "    case " << S.Number << ":\n      return " << Value(S) << ";\n";
    OS << "    }\n    break;\n";
  }
  OS << "  }\n  return " << Otherwise << ";\n}\n\n";
}

void MemorySpaceEmitter::emitSpellings(raw_ostream &OS) {
  OS << "std::optional<MemorySpace> parseMemorySpace(Backend B, "
        "llvm::StringRef Name) {\n  switch (B) {\n"
     << "  case Backend::Unknown:\n    break;\n";
  SmallVector<StringRef> All;
  for (const BackendRecord &B : Table.Backends) {
    OS << "  case Backend::" << B.Enumerator << ":\n";
    for (const MemorySpaceRecord &S : B.Spaces)
      for (StringRef Spelling : S.Spellings) {
        OS << "    if (Name.equals_insensitive(" << toLiteral(Spelling)
           << "))\n      return " << S.Number << ";\n";
        if (!is_contained(All, Spelling))
          All.push_back(Spelling);
      }
    OS << "    break;\n";
  }
  OS << "  }\n  return std::nullopt;\n}\n\n"
        "llvm::ArrayRef<llvm::StringLiteral> memorySpaceSpellings() {\n"
        "  static constexpr llvm::StringLiteral Spellings[] = {";
  interleaveComma(All, OS, [&](StringRef S) { OS << toLiteral(S); });
  OS << "};\n  return Spellings;\n}\n\n";
}

void MemorySpaceEmitter::emitDefs(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_MEMORY_SPACE_DEFS");
  OS << "llvm::StringRef backendName(Backend B) {\n  switch (B) {\n"
     << "  case Backend::Unknown:\n    break;\n";
  for (const BackendRecord &B : Table.Backends)
    OS << "  case Backend::" << B.Enumerator << ":\n    return "
       << toLiteral(B.Enumerator) << ";\n";
  OS << "  }\n  return \"unknown\";\n}\n\n";

  OS << "std::optional<Backend> parseBackend(llvm::StringRef Name) {\n";
  for (const BackendRecord &B : Table.Backends)
    OS << "  if (Name.equals_insensitive(" << toLiteral(B.Enumerator)
       << "))\n    return Backend::" << B.Enumerator << ";\n";
  OS << "  return std::nullopt;\n}\n\n";

  emitLookup(OS, "llvm::StringRef memorySpaceName(Backend B, MemorySpace S)",
             "\"\"",
             [](const MemorySpaceRecord &S) { return toLiteral(S.Name); });
  emitSpellings(OS);
  emitLookup(
      OS,
      "MemorySpaceProperties memorySpaceProperties(Backend B, MemorySpace S)",
      "MemorySpaceProperties::None", [](const MemorySpaceRecord &S) {
        if (S.Properties.empty())
          return std::string("MemorySpaceProperties::None");
        return "MemorySpaceProperties::" +
               join(S.Properties, " | MemorySpaceProperties::");
      });

  OS << "bool hasProperty(Backend B, MemorySpace S, MemorySpaceProperties P) "
        "{\n  return (memorySpaceProperties(B, S) & P) == P;\n}\n";
}

static TableGen::Emitter::OptClass<MemorySpaceEmitter>
    RegisterMemorySpaceEmitter("gen-hlo-memory-spaces",
                               "Generate the memory spaces of each backend");
