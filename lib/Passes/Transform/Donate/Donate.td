//===- Donate.td - The pass 'donate' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Donate : ProgramEdit<"donate"> {
  let summary = "Donate arguments, and assign the program again as XLA would";
  let description = [{
    Makes of the module what XLA would have written if the caller had donated these
    arguments too: results take their memory, copies that only kept them go, copies
    that XLA's copy insertion needs come, and all buffers are assigned again.
    What follows in the pipeline is of that module: `-passes='donate<values=all>,peak'`.

    It predicts what the pass `replay` does with `donate=`, under the same conditions:
    the program must be known with its operands, the replay of the dump exact, and the
    backend known. Otherwise the module stays as it is, and a remark says why.
    See [Replay.md](../Replay.md#donation).
  }];
  let options = [
    ArgumentsOption<>,
  ];
  let counters = [
    Counter<"NumDonated", "donated", "Arguments that results take over">,
    Counter<"NumCopies", "copies", "Copies that are added">,
  ];
}

def DonationApplied : SpaceChanged<
    "with {Count} more donated {Count:argument|arguments} of {Donated}: ",
    [CountArg<"Count", "Leaves of arguments that results take and did not before">,
     BytesArg<"Donated", "Their sizes">],
    "within P % of what is really saved in nine of ten recompiles"> {
  let description = [{
    For each memory space that changes, and the default one. The caller must not use
    the arguments afterwards.
  }];
}

def NotDonated : NothingEdited<"nothing is donated", "DonationApplied", "nothing to donate">;

def DonatedCopies : Note<Analysis, "copies that XLA adds:", [],
    "Heads the list of copies."> {
  let headsNumbers = true;
}

def DonatedCopy : Row<Analysis,
    [BytesColumn<"Size", "size", "What is copied">,
     StringColumn<"Name", "argument",
                  "Its op_name, and its number behind it; the number alone where there "
                  "is no op_name">,
     DataColumn<CountType, "Argument", "number", "The number of the parameter">,
     StringColumn<"Copied", "copied",
                  "argument: to other memory, before it is written over; result: to the "
                  "argument's memory, in the end">,
     StringColumn<"Value", "written first", "The value that is written there first">,
     StringColumn<"Readers", "still read by",
                  "Instructions that may read the argument after that; if it is only "
                  "what writes the value, that cannot do so in place">,
     DataColumn<StringType, "OpName", "op_name", "Of the argument">], [{
    An argument that is read when the result that takes its memory begins to be
    written.
  }]>;

def DonationUnusable : Note<Analysis,
    "{Name}: donating it changes nothing: no result of its shape is left",
    [CountArg<"Argument", "The number of the parameter">,
     StringArg<"Name", "Its op_name, and its number behind it; the number alone where "
                       "there is no op_name">], [{
    A donated argument that nothing is written to. JAX warns of it: "Some donated
    buffers were not usable".
  }]>;
