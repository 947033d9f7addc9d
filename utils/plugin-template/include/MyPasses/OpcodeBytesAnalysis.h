//===- OpcodeBytesAnalysis.h - Bytes of values by opcode --------*- C++ -*-===//
//
// An analysis is what more than one pass wants to know. It is computed when it
// is first asked for, and kept until a pass changes the module.
//
//===----------------------------------------------------------------------===//

#ifndef MYPASSES_OPCODEBYTESANALYSIS_H
#define MYPASSES_OPCODEBYTESANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace hlomem {
class Module;
class Value;
} // namespace hlomem

namespace mypasses {

/// Sums up the values that instructions of one opcode define.
struct OpcodeTotal {
  /// Names the opcode as in the dump, or is "(unknown)" for values whose
  /// instruction the dump does not print. It points into the module.
  llvm::StringRef Opcode;
  /// Is the sum of the padded sizes of the values; bytes that values share
  /// count for each of them.
  hlomem::Bytes Size;
  uint64_t Count = 0;
  /// Is the largest of the values; of several, the earliest.
  const hlomem::Value *Largest = nullptr;
};

/// Is the result of OpcodeBytesAnalysis. It refers to the module.
class OpcodeTable {
public:
  explicit OpcodeTable(std::vector<OpcodeTotal> Totals);

  /// Returns the opcodes with the most bytes first, then sorted by name.
  llvm::ArrayRef<OpcodeTotal> totals() const { return Totals; }

  /// Returns the entry of \p Opcode, or null if no value is of that opcode.
  const OpcodeTotal *find(llvm::StringRef Opcode) const;

  /// Returns the sum over all opcodes.
  hlomem::Bytes getSize() const { return Size; }
  uint64_t getValueCount() const { return ValueCount; }

private:
  std::vector<OpcodeTotal> Totals;
  hlomem::Bytes Size;
  uint64_t ValueCount = 0;
};

/// Adds up the sizes of values by the opcode that defines them, thread-local
/// ones aside. Passes get it by AM.getResult<OpcodeBytesAnalysis>().
struct OpcodeBytesAnalysis
    : public hlomem::AnalysisInfoMixin<OpcodeBytesAnalysis> {
  using Result = OpcodeTable;
  Result run(const hlomem::Module &M, hlomem::AnalysisManager &AM);
  /// Identifies the analysis by its address.
  static hlomem::AnalysisKey Key;
};

} // namespace mypasses

#endif // MYPASSES_OPCODEBYTESANALYSIS_H
