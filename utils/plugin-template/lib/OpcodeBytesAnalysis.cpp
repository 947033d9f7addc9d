//===- OpcodeBytesAnalysis.cpp - Bytes of values by opcode ----------------===//

#include "MyPasses/OpcodeBytesAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace hlomem;

namespace mypasses {

AnalysisKey OpcodeBytesAnalysis::Key;

OpcodeTable::OpcodeTable(std::vector<OpcodeTotal> Unsorted)
    : Totals(std::move(Unsorted)) {
  for (const OpcodeTotal &T : Totals) {
    Size += T.Size;
    ValueCount += T.Count;
  }
  llvm::sort(Totals, [](const OpcodeTotal &L, const OpcodeTotal &R) {
    // Larger sizes first, hence the sides are swapped.
    return std::tie(R.Size, L.Opcode) < std::tie(L.Size, R.Opcode);
  });
}

const OpcodeTotal *OpcodeTable::find(StringRef Opcode) const {
  auto Found =
      find_if(Totals, [&](const OpcodeTotal &T) { return T.Opcode == Opcode; });
  return Found == Totals.end() ? nullptr : &*Found;
}

// The text of an instruction is parsed on demand; it may be missing.
static StringRef getOpcode(const Module &M, const Value &V) {
  const InstructionDetails *Details = M.getInstruction(V);
  if (!Details || Details->OpcodeName.empty())
    return "(unknown)";
  return Details->OpcodeName;
}

OpcodeTable OpcodeBytesAnalysis::run(const Module &M, AnalysisManager &) {
  MapVector<StringRef, OpcodeTotal> Totals;
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal())
      continue;
    StringRef Opcode = getOpcode(M, V);
    OpcodeTotal &T = Totals[Opcode];
    T.Opcode = Opcode;
    T.Size += V.getSize();
    ++T.Count;
    // Values stand by allocation and id, so that the first of equal ones stays.
    if (!T.Largest || T.Largest->getSize() < V.getSize())
      T.Largest = &V;
  }
  std::vector<OpcodeTotal> List;
  for (const auto &[Opcode, T] : Totals)
    List.push_back(T);
  return OpcodeTable(std::move(List));
}

} // namespace mypasses
