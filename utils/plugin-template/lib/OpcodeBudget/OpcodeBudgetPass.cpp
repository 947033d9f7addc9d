//===- OpcodeBudgetPass.cpp - A limit for the bytes of an opcode ----------===//

#include "OpcodeBudget/OpcodeBudget.inc"
#include "hlomem/IR/Opcode.h"
#include "hlomem/Pass/PipelineError.h"

using namespace llvm;
using namespace hlomem;

namespace mypasses {

namespace {

// What a pass has besides run() is in a class of its own.
class OpcodeBudget : public OpcodeBudgetPass {
public:
  using OpcodeBudgetPass::OpcodeBudgetPass;

  /// As OpcodeBudgetPass::parse, and wants a name of HLO.
  static Expected<OpcodeBudgetOptions> parse(StringRef Text);

  void run();
};

} // namespace

Expected<OpcodeBudgetOptions> OpcodeBudget::parse(StringRef Text) {
  Expected<OpcodeBudgetOptions> Parsed = OpcodeBudgetPass::parse(Text);
  if (!Parsed)
    return Parsed;
  StringRef Opcode = Parsed->Opcode;
  // A PipelineError has the place in the text, which is shown with a caret.
  if (parseOpcode(Opcode) == Opcode::Unknown)
    return make_error<PipelineError>("option 'opcode' of pass 'opcode-budget' "
                                     "expects an opcode of HLO, found '" +
                                         Opcode + "'",
                                     Text.find(Opcode, Text.find("opcode=")));
  return Parsed;
}

void OpcodeBudget::run() {
  Bytes Limit = Options.Limit;
  // Computed once, also where opcode-bytes ran before.
  const OpcodeTotal *Total = Table.find(Options.Opcode);
  if (!Total || Total->Size <= Limit)
    return C.emit(Total ? Total->Largest->getLoc() : getLoc(M),
                  remark::WithinBudget{.Opcode = Options.Opcode,
                                       .Size = Total ? Total->Size : Bytes(),
                                       .Limit = Limit});
  C.emit(Total->Largest->getLoc(),
         remark::OverBudget{.Opcode = Options.Opcode,
                            .Size = Total->Size,
                            .Excess = Total->Size - Limit,
                            .Limit = Limit,
                            .Largest = Total->Largest->getDefinition()});
  if (std::optional<LiveRange> Range = Live.getRange(*Total->Largest))
    C.emit(Total->Largest->getLoc(),
           remark::LargestIsLive{.Largest = Total->Largest->getDefinition(),
                                 .Range = *Range});
}

HLOMEM_PASS(OpcodeBudget, OpcodeBudget)

} // namespace mypasses
