//===- Shard.td - The pass 'shard' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Shard : ProgramEdit<"shard"> {
  let summary = "What if some arguments were cut over several devices";
  let description = [{
    Gives each device a part of the arguments that are named and of the results that
    take their place: the first dimension that `by` divides is cut. What is computed of
    them stays as it is in the module, though XLA would compile another program, with
    smaller values and with copies that are gathered: of the arguments the bytes are
    exact, of all else nothing is known, and no number is printed for it.

    See [Advice.md](../Advice.md#transforms).
  }];
  let options = [
    ValuesOption<"The arguments">,
    Option<"By", "by", "uint64_t", "2", "Over how many devices">,
  ];
}

def ArgumentsSharded : Remark<Missed,
    "{Space}: over {By} {By:device|devices}, {Count} {Count:buffer|buffers} of arguments "
    "and results take {NewSize} on each instead of {OldSize} (exact); what else would "
    "be needed is unknown",
    [SpaceArg<"Space">,
     CountArg<"By", "Devices">,
     CountArg<"Count", "Buffers that are cut">,
     BytesArg<"OldSize", "What these took, each once">,
     BytesArg<"NewSize", "What they take now">],
    "For each memory space that has some."> {
  let hotness = "OldSize";
}

def NothingSharded : NothingEdited<"nothing is cut", "ArgumentsSharded">;
