//===- Analyses.td - The analyses of the plugin ------------*- tablegen -*-===//
//
// An analysis is declared once, as a pass is: from the declaration follow its
// registration and its entry in docs/Passes.md. A pass names the analyses that it
// asks for; those of hlo-mem-opt are in "hlomem/Passes/Analyses.td".
//
//===----------------------------------------------------------------------===//

#ifndef MYPASSES_ANALYSES_TD
#define MYPASSES_ANALYSES_TD

include "hlomem/Pass/PassBase.td"

// `def OpcodeBytesAnalysis` is the class in the header. In a pipeline it has
// the name in the string: `require<opcode-bytes>` computes it.
def OpcodeBytesAnalysis : ModuleAnalysis<"opcode-bytes"> {
  let summary = "The bytes of values by the opcode that defines them";
  let description = [{
    Adds up the padded sizes of all values, thread-local ones aside, by the
    opcode of the instruction that defines them.
  }];
  let header = "MyPasses/OpcodeBytesAnalysis.h";
  let member = "Table";
}

#endif // MYPASSES_ANALYSES_TD
