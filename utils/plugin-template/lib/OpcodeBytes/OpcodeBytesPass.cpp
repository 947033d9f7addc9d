//===- OpcodeBytesPass.cpp - The table of opcodes -------------------------===//

// What is made of OpcodeBytes.td: OpcodeBytesOptions, OpcodeBytesBase and the
// structs of the remarks.
#include "OpcodeBytes/OpcodeBytes.inc"

#include "MyPasses/OpcodeBytesAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Pass/PassBuilder.h"

using namespace llvm;
using namespace hlomem;

namespace mypasses {

namespace {

class OpcodeBytesPass : public OpcodeBytesBase<OpcodeBytesPass> {
public:
  using OpcodeBytesBase::OpcodeBytesBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

PreservedAnalyses OpcodeBytesPass::run(Module &M, AnalysisManager &AM,
                                       PassContext &C) {
  const auto &Table = AM.getResult<OpcodeBytesAnalysis>();
  ArrayRef<OpcodeTotal> Totals = Table.totals();
  if (Totals.empty()) {
    C.emit(getLoc(M), remark::NoValues{});
    return PreservedAnalyses::all();
  }

  // Each remark has a place in the dump. A note goes on with what the last
  // sentence began and needs none.
  C.emit(getLoc(M), remark::BytesOfOpcodes{.Size = Table.getSize(),
                                           .Values = Table.getValueCount(),
                                           .Opcodes = Totals.size()});
  // Options has a field for every option that OpcodeBytes.td declares.
  ArrayRef<OpcodeTotal> Listed =
      Options.Top == 0 ? Totals : Totals.take_front(Options.Top);
  for (const OpcodeTotal &T : Listed)
    C.emit(T.Largest->getLoc(),
           remark::OpcodeRow{.Size = T.Size,
                             .Share = Percent{T.Size, Table.getSize()},
                             .Values = T.Count,
                             .Opcode = T.Opcode.str(),
                             .Largest = T.Largest->getDefinition()});
  ArrayRef<OpcodeTotal> Rest = Totals.drop_front(Listed.size());
  if (!Rest.empty()) {
    Bytes Size;
    for (const OpcodeTotal &T : Rest)
      Size += T.Size;
    C.emit(SMLoc(), remark::OpcodeRest{.Count = Rest.size(), .Size = Size});
  }
  // Nothing was changed, so that no result of an analysis is out of date.
  return PreservedAnalyses::all();
}

Error registerOpcodeBytesPass(PassBuilder &PB) {
  return PB.registerPass<OpcodeBytesPass>();
}

} // namespace mypasses
