//===- Cast.td - The pass 'cast' ---------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/PassUtils/ReplayEdit.td"

def Cast : Pass<"cast"> {
  let summary = "What if some values had another element type";
  let description = [{
    Gives the values that are named another element type, with all that share their
    buffers, what is only moved from them (copies, slices, transposes, whole fusions of
    these), and the results that take their place for the next call: donated or not,
    each result belongs to the first argument of its shape that is left, as JAX pairs
    them. Then everything is assigned again as XLA would. Only floating-point values
    change if `to` is a floating-point type, and all numbers otherwise.

    Schedule and copies stay as they are, and so does what is inside fusions; on a TPU
    also what memory-space assignment has placed. What follows in the pipeline is of
    the changed module. See [Advice.md](../Advice.md#transforms).
  }];
  let isTransform = true;
  let options = [
    ValuesOption<"What to cast">,
    Option<"To", "to", "std::string", "bf16", "The element type, bf16 or s8">,
    UnmeasuredOption<>,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis, ValueNamesAnalysis];
}

def ValuesCast : SpaceEdited<"with {Count} {Count:buffer|buffers} of {NewSize} instead of {OldSize}: "> {
  let description = [{
    For each memory space that changes, and the default one.
  }];
}

def NothingCast : NothingEdited<"nothing is cast"> {
  let description = [{
    Instead of ValuesCast.
  }];
}
