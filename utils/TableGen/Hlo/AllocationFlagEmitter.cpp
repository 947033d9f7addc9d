//===- AllocationFlagEmitter.cpp - -gen-hlo-allocation-flags --------------===//
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

class AllocationFlagEmitter {
public:
  explicit AllocationFlagEmitter(const RecordKeeper &RK)
      : RK(RK), Flags(readAllocationFlags(RK)) {}

  void run(raw_ostream &OS) {
    emitSourceFileHeader("The flags of an allocation", OS, RK);
    emitDecls(OS);
    emitDefs(OS);
  }

private:
  void emitDecls(raw_ostream &OS);
  void emitDefs(raw_ostream &OS);

  const RecordKeeper &RK;
  std::vector<AllocationFlagRecord> Flags;
};

} // namespace

void AllocationFlagEmitter::emitDecls(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_ALLOCATION_FLAG_DECLS");
  OS << "enum class AllocationFlags : uint8_t {\n  None = 0,\n";
  for (auto [Bit, F] : enumerate(Flags)) {
    emitDocComment(OS, F.Description, 2);
    OS << "  " << F.Enumerator << " = " << (1u << Bit) << ",\n";
  }
  OS << "  LLVM_MARK_AS_BITMASK_ENUM(" << Flags.back().Enumerator << ")\n"
     << "};\n\n"
        "/// Every flag alone, in the order in which the dump prints them.\n"
        "inline constexpr AllocationFlags AllAllocationFlags[] = {\n";
  for (const AllocationFlagRecord &F : Flags)
    OS << "    AllocationFlags::" << F.Enumerator << ",\n";
  OS << "};\n\n"
        "/// The flag of this spelling, or None.\n"
        "AllocationFlags parseAllocationFlag(llvm::StringRef Spelling);\n\n"
        "/// The spelling, without the payload; empty for None and for "
        "several.\n"
        "llvm::StringRef allocationFlagName(AllocationFlags Single);\n\n"
        "/// Whether more follows the spelling: a parameter's number and "
        "index,\n"
        "/// the output shape.\n"
        "bool allocationFlagHasPayload(AllocationFlags Single);\n";
}

void AllocationFlagEmitter::emitDefs(raw_ostream &OS) {
  GuardedPart Part(OS, "GEN_ALLOCATION_FLAG_DEFS");
  std::vector<StringMatcher::StringPair> Matches;
  for (const AllocationFlagRecord &F : Flags)
    Matches.emplace_back(
        F.Spelling.str(),
        ("return AllocationFlags::" + F.Enumerator + ";").str());
  OS << "AllocationFlags parseAllocationFlag(llvm::StringRef Spelling) {\n";
  StringMatcher("Spelling", Matches, OS).Emit();
  OS << "  return AllocationFlags::None;\n}\n\n";

  OS << "llvm::StringRef allocationFlagName(AllocationFlags Single) {\n"
        "  switch (Single) {\n";
  for (const AllocationFlagRecord &F : Flags)
    OS << "  case AllocationFlags::" << F.Enumerator << ":\n    return "
       << toLiteral(F.Spelling) << ";\n";
  OS << "  default:\n    return \"\";\n  }\n}\n\n";

  OS << "bool allocationFlagHasPayload(AllocationFlags Single) {\n"
        "  switch (Single) {\n";
  for (const AllocationFlagRecord &F : Flags)
    if (!F.Payload.empty())
      OS << "  case AllocationFlags::" << F.Enumerator << ":\n"
         << "    return true;\n";
  OS << "  default:\n    return false;\n  }\n}\n";
}

static TableGen::Emitter::OptClass<AllocationFlagEmitter>
    RegisterAllocationFlagEmitter("gen-hlo-allocation-flags",
                                  "Generate the flags of allocations");
