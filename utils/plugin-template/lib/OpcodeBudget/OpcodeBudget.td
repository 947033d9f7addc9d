//===- OpcodeBudget.td - The pass 'opcode-budget' ----------*- tablegen -*-===//

include "hlomem/Passes/Analyses.td"
include "lib/Analyses.td"

def OpcodeBudget : Pass<"opcode-budget"> {
  let summary = "Report an error if the values of an opcode exceed a limit";
  let description = [{
    Compares the bytes of one opcode, as `opcode-bytes` counts them, with a
    limit: for a test that copies do not grow, say.
  }];
  let options = [
    Option<"Opcode", "opcode", "std::string", "copy",
           "The opcode, as HLO spells it">,
    RequiredOption<"Limit", "limit", "::hlomem::Bytes", "1KiB",
                   "The most bytes that its values may take together">,
  ];
  // The first is declared in lib/Analyses.td, the second by hlo-mem-opt.
  let members = [OpcodeBytesAnalysis, LivenessAnalysis];
}

// A Failure is a broken rule, here one of the user's: it is shown as an error.
def OverBudget : Remark<Failure,
    "values of opcode {Opcode} take {Size}, {Excess} over the limit of {Limit}"
    "; the largest is {Largest}",
    [StringArg<"Opcode", "The option `opcode`">,
     BytesArg<"Size", "Sizes of its values added up">,
     BytesArg<"Excess", "Size less Limit">,
     BytesArg<"Limit", "The option `limit`">,
     ValueArg<"Largest", "The largest, then earliest of them">],
    "Reported at the largest of the values: the first place to look."> {
  // What the remark is about, for -min-bytes and as Hotness in YAML. Without it
  // that would be the first argument of bytes. Likewise `location` names the
  // argument whose place in the user's program is that of the remark; here it
  // is the only value.
  let hotness = "Excess";
}

// A note is printed below the sentence that it belongs to, here OverBudget.
def LargestIsLive : Note<Failure, "{Largest} is live {Range}",
    [ValueArg<"Largest", "As in OverBudget">,
     RangeArg<"Range", "From its definition to its last use, in the schedule">],
    "Says when, unless that is unknown.">;

def WithinBudget : Remark<Analysis,
    "values of opcode {Opcode} take {Size} of the limit of {Limit}",
    [StringArg<"Opcode", "The option `opcode`">,
     BytesArg<"Size", "Sizes of its values added up">,
     BytesArg<"Limit", "The option `limit`">],
    "The limit is kept.">;
