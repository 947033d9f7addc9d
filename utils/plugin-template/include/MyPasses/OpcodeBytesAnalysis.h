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

/// What the instructions of one opcode define.
struct OpcodeTotal {
  /// As in the dump; "(unknown)" for values whose instruction the dump does not
  /// print. Points into the module.
  llvm::StringRef Opcode;
  /// The padded sizes of its values added up; bytes that values share count for
  /// each of them.
  hlomem::Bytes Size;
  uint64_t Count = 0;
  /// The largest, then earliest of its values.
  const hlomem::Value *Largest = nullptr;
};

/// The result of OpcodeBytesAnalysis. Refers to the module.
class OpcodeTable {
public:
  explicit OpcodeTable(std::vector<OpcodeTotal> Totals);

  /// The most bytes first, then by name.
  llvm::ArrayRef<OpcodeTotal> totals() const { return Totals; }

  /// The entry of \p Opcode, or null if no value is of that opcode.
  const OpcodeTotal *find(llvm::StringRef Opcode) const;

  /// Of all opcodes together.
  hlomem::Bytes getSize() const { return Size; }
  uint64_t getValueCount() const { return ValueCount; }

private:
  std::vector<OpcodeTotal> Totals;
  hlomem::Bytes Size;
  uint64_t ValueCount = 0;
};

/// Adds up the sizes of values by the opcode that defines them, thread-local
/// ones aside. Passes ask for it with AM.getResult<OpcodeBytesAnalysis>().
struct OpcodeBytesAnalysis
    : public hlomem::AnalysisInfoMixin<OpcodeBytesAnalysis> {
  using Result = OpcodeTable;
  Result run(const hlomem::Module &M, hlomem::AnalysisManager &AM);
  /// Its address identifies the analysis.
  static hlomem::AnalysisKey Key;
};

} // namespace mypasses

#endif // MYPASSES_OPCODEBYTESANALYSIS_H
