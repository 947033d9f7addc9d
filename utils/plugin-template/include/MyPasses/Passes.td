//===- Passes.td - The passes of the plugin ----------------*- tablegen -*-===//
//
// A pass is declared once. From the declaration hlo-mem-tblgen makes its
// options with their parser and printer, its base class, its registration, and
// its entry in docs/Passes.md. The same goes for analyses. The classes are
// those of PassBase.td; a pass that asks for analyses of hlo-mem-opt includes
// "hlomem/Passes/Passes.td", which has their records, in its place.
//
//===----------------------------------------------------------------------===//

#ifndef MYPASSES_PASSES_TD
#define MYPASSES_PASSES_TD

include "hlomem/Pass/PassBase.td"
include "MyPasses/Remarks.td"

// `def OpcodeBytesAnalysis` is the class in the header. In a pipeline it has
// the name in the string: `require<opcode-bytes>` computes it.
def OpcodeBytesAnalysis : ModuleAnalysis<"opcode-bytes"> {
  let summary = "The bytes of values by the opcode that defines them";
  let description = [{
    Adds up the padded sizes of all values, thread-local ones aside, by the
    opcode of the instruction that defines them.
  }];
  let header = "MyPasses/OpcodeBytesAnalysis.h";
}

// `def OpcodeBytes` becomes OpcodeBytesBase, the base of the class
// OpcodeBytesPass in lib/OpcodeBytesPass.cpp; the string is its name in
// pipelines.
def OpcodeBytes : Pass<"opcode-bytes"> {
  let summary = "List the opcodes whose values take the most bytes";
  let description = [{
    Adds up the sizes of all values by the opcode of the instruction that
    defines them, and lists the opcodes with the most bytes.

    Thread-local values do not count. Values that share bytes, at one time or at
    different ones, count each by its whole size: the table tells what the
    program asks for, not what memory holds. `peak` tells the latter.
  }];
  // Each gives a field of the pass's Options: name in C++, name in a pipeline,
  // type, default, help.
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many opcodes to list; 0 lists all">,
  ];
  let analyses = [OpcodeBytesAnalysis];
  let remarks = [BytesOfOpcodes, OpcodeRow, OpcodeRest, NoValues];
}

def OpcodeBudget : Pass<"opcode-budget"> {
  let summary = "Report an error if the values of an opcode exceed a limit";
  let description = [{
    Compares the bytes of one opcode, as `opcode-bytes` counts them, with a
    limit: for a test that copies do not grow, say.
  }];
  let options = [
    Option<"Opcode", "opcode", "std::string", "copy",
           "The opcode, as HLO spells it">,
    Option<"Limit", "limit", "std::optional<uint64_t>", "",
           "The most bytes that its values may take together; must be given">,
  ];
  let analyses = [OpcodeBytesAnalysis];
  let remarks = [OverBudget, WithinBudget];
}

#endif // MYPASSES_PASSES_TD
