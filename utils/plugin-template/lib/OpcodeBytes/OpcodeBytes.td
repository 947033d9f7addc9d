//===- OpcodeBytes.td - The pass 'opcode-bytes' ------------*- tablegen -*-===//
//
// A pass is declared once, with everything that it says. hlo-mem-tblgen makes of
// this file its options with their parser and printer, its class, a struct
// of each remark, its registration, and its part of docs/Passes.md and
// docs/Remarks.md. The classes are those of PassBase.td and RemarkBase.td.
//
//===----------------------------------------------------------------------===//

include "lib/Analyses.td"

// `def OpcodeBytes` becomes the class OpcodeBytesPass, whose run() is in
// OpcodeBytesPass.cpp; the string is its name in pipelines.
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
  // Each gives a member of the pass, which has the result.
  let members = [OpcodeBytesAnalysis];
  // What it reports of CommonRemarks.td: listRows() says what `top` left out.
  let alsoReports = [Rest];
}

// Every finding is a record: its kind, its message, its arguments. The pass fills
// in the struct that is made of it and sends that:
//
//   C.emit(Loc, remark::NoValues{});
//
// and hlo-mem-opt turns it into text, YAML or JSON. The remarks that follow a
// pass are its own.

// A sentence. A message that names an argument which does not exist, or an
// argument that it never names, is an error when the plugin is built.
def BytesOfOpcodes : Remark<Analysis,
    "{Size} in {Values} values, by {Opcodes} opcodes",
    [BytesArg<"Size", "The sizes of all values added up">,
     CountArg<"Values", "Values that are not thread-local">,
     CountArg<"Opcodes", "Opcodes of the instructions that define them">], [{
    Heads the table of opcodes. Values that share bytes are counted each, so
    that the sum may be more than what is allocated.
  }]>;

// A row of the table under the last sentence: its arguments are columns, with
// the title that stands above them.
def OpcodeRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Sizes of its values added up">,
     PercentColumn<"Share", "share", "Size in the sizes of all values">,
     CountColumn<"Values", "values", "Values that such instructions define">,
     StringColumn<"Opcode", "opcode", "As in the dump">,
     ValueColumn<"Largest", "largest", "The largest, then earliest of them">],
    "An opcode and the values that its instructions define, the most bytes first.">;

def NoValues : Remark<Analysis,
    "nothing to report: no values but thread-local ones", [],
    "The dump has no value that counts.">;
