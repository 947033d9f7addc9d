//===- OpcodeBudgetPass.cpp - A limit for the bytes of an opcode ----------===//

#include "MyPasses/OpcodeBytesAnalysis.h"
#include "OpcodeBudget/OpcodeBudget.inc"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PipelineError.h"

using namespace llvm;
using namespace hlomem;

namespace mypasses {

namespace {

class OpcodeBudgetPass : public OpcodeBudgetBase<OpcodeBudgetPass> {
public:
  using OpcodeBudgetBase::OpcodeBudgetBase;

  /// As OpcodeBudgetBase::create, and wants the limit and a name of HLO.
  static Expected<OpcodeBudgetPass> create(StringRef Text);

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

// Options are checked once, when the pipeline is parsed, before any dump is
// read. The base has already refused options that do not exist and values of
// the wrong type; what only this pass can know is checked here.
Expected<OpcodeBudgetPass> OpcodeBudgetPass::create(StringRef Text) {
  Expected<OpcodeBudgetPass> Pass = OpcodeBudgetBase::create(Text);
  if (!Pass)
    return Pass;
  // A PipelineError has the place in the text, which is shown with a caret.
  if (!Pass->Options.Limit)
    return make_error<PipelineError>(
        "pass 'opcode-budget' needs a limit, 'opcode-budget<limit=1024>'", 0);
  StringRef Opcode = Pass->Options.Opcode;
  if (parseOpcode(Opcode) == Opcode::Unknown)
    return make_error<PipelineError>("option 'opcode' of pass 'opcode-budget' "
                                     "expects an opcode of HLO, found '" +
                                         Opcode + "'",
                                     Text.find(Opcode, Text.find("opcode=")));
  return Pass;
}

PreservedAnalyses OpcodeBudgetPass::run(Module &M, AnalysisManager &AM,
                                        PassContext &C) {
  Bytes Limit(*Options.Limit);
  // Computed once, also where opcode-bytes ran before.
  const OpcodeTotal *Total =
      AM.getResult<OpcodeBytesAnalysis>().find(Options.Opcode);
  if (!Total || Total->Size <= Limit) {
    C.emit(Total ? Total->Largest->getLoc() : getLoc(M),
           remark::WithinBudget{.Opcode = Options.Opcode,
                                .Size = Total ? Total->Size : Bytes(),
                                .Limit = Limit});
    return PreservedAnalyses::all();
  }
  C.emit(Total->Largest->getLoc(),
         remark::OverBudget{.Opcode = Options.Opcode,
                            .Size = Total->Size,
                            .Excess = Total->Size - Limit,
                            .Limit = Limit,
                            .Largest = Total->Largest->getDefinition()});
  return PreservedAnalyses::all();
}

Error registerOpcodeBudgetPass(PassBuilder &PB) {
  return PB.registerPass<OpcodeBudgetPass>();
}

} // namespace mypasses
