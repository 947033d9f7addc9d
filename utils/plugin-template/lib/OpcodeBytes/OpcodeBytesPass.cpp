//===- OpcodeBytesPass.cpp - The table of opcodes -------------------------===//

// What is made of OpcodeBytes.td: OpcodeBytesOptions, OpcodeBytesPass and the
// structs of the remarks.
#include "OpcodeBytes/OpcodeBytes.inc"

#include "hlomem/Passes/Report/ListedRows.h"

using namespace llvm;
using namespace hlomem;

namespace mypasses {

void OpcodeBytesPass::run() {
  // Table is the result of the analysis that OpcodeBytes.td names. M is the
  // module and C what the pass may talk to.
  ArrayRef<OpcodeTotal> Totals = Table.totals();
  if (Totals.empty())
    return C.emit(getLoc(M), remark::NoValues{});

  // Each remark has a place in the dump. A note goes on with what the last
  // sentence began and needs none.
  C.emit(getLoc(M), remark::BytesOfOpcodes{.Size = Table.getSize(),
                                           .Values = Table.getValueCount(),
                                           .Opcodes = Totals.size()});
  // Options has a field for every option that OpcodeBytes.td declares.
  listRows(C, Options, Totals, &OpcodeTotal::Size, [&](const OpcodeTotal &T) {
    C.emit(T.Largest->getLoc(),
           remark::OpcodeRow{.Size = T.Size,
                             .Share = Percent{T.Size, Table.getSize()},
                             .Values = T.Count,
                             .Opcode = T.Opcode.str(),
                             .Largest = T.Largest->getDefinition()});
  });
}

HLOMEM_PASS(OpcodeBytes, OpcodeBytesPass)

} // namespace mypasses
