//===- Remarks.td - What the passes say --------------------*- tablegen -*-===//
//
// Every finding is declared here, once: its kind, its message, its arguments.
// hlo-mem-tblgen makes a struct of each, which a pass fills in and sends:
//
//   C.emit(Loc, remark::WithinBudget{.Opcode = "copy", .Size = ..., ...});
//
// and hlo-mem-opt turns it into text, YAML or JSON. The classes and the types
// of arguments are those of RemarkBase.td.
//
//===----------------------------------------------------------------------===//

#ifndef MYPASSES_REMARKS_TD
#define MYPASSES_REMARKS_TD

include "hlomem/Remarks/RemarkBase.td"

//===----------------------------------------------------------------------===//
// opcode-bytes
//===----------------------------------------------------------------------===//

// The heading of docs/Remarks.md that these stand under.
let pass = "opcode-bytes" in {

// A sentence. A message that names an argument which does not exist, or an
// argument that it never names, is an error when the plugin is built.
def BytesOfOpcodes : Remark<Analysis,
    "{Size} in {Values} values, by {Opcodes} opcodes",
    [BytesArg<"Size", "The sizes of all values added up">,
     CountArg<"Values", "Values that are not thread-local">,
     CountArg<"Opcodes", "Opcodes of the instructions that define them">]> {
  let description = [{
    Heads the table of opcodes. Values that share bytes are counted each, so
    that the sum may be more than what is allocated.
  }];
}

// A row of the table under the last sentence: its arguments are columns, with
// the title that stands above them.
def OpcodeRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Sizes of its values added up">,
     PercentColumn<"Share", "share", "Size in the sizes of all values">,
     CountColumn<"Values", "values", "Values that such instructions define">,
     StringColumn<"Opcode", "opcode", "As in the dump">,
     ValueColumn<"Largest", "largest", "The largest, then earliest of them">]> {
  let description = [{
    An opcode and the values that its instructions define, the most bytes first.
  }];
}

// A sentence that goes on with the last one, below its table.
def OpcodeRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Opcodes that have no row">,
     BytesArg<"Size", "The sizes of their values">]> {
  let description = [{
    What the option `top` left out of the table.
  }];
}

def NoValues : Remark<Analysis,
    "nothing to report: no values but thread-local ones", []> {
  let description = [{
    The dump has no value that counts.
  }];
}

} // pass = "opcode-bytes"

//===----------------------------------------------------------------------===//
// opcode-budget
//===----------------------------------------------------------------------===//

let pass = "opcode-budget" in {

// A Failure is a broken rule, here one of the user's: it is shown as an error.
def OverBudget : Remark<Failure,
    "values of opcode {Opcode} take {Size}, {Excess} over the limit of {Limit}"
    "; the largest is {Largest}",
    [StringArg<"Opcode", "The option `opcode`">,
     BytesArg<"Size", "Sizes of its values added up">,
     BytesArg<"Excess", "Size less Limit">,
     BytesArg<"Limit", "The option `limit`">,
     ValueArg<"Largest", "The largest, then earliest of them">]> {
  // What the remark is about, for -min-bytes and as Hotness in YAML. Without it
  // that would be the first argument of bytes. Likewise `location` names the
  // argument whose place in the user's program is that of the remark; here it
  // is the only value.
  let hotness = "Excess";
  let description = [{
    Reported at the largest of the values: the first place to look.
  }];
}

def WithinBudget : Remark<Analysis,
    "values of opcode {Opcode} take {Size} of the limit of {Limit}",
    [StringArg<"Opcode", "The option `opcode`">,
     BytesArg<"Size", "Sizes of its values added up">,
     BytesArg<"Limit", "The option `limit`">]> {
  let description = [{
    The limit is kept.
  }];
}

} // pass = "opcode-budget"

#endif // MYPASSES_REMARKS_TD
