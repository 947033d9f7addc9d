//===- Remat.td - The pass 'remat' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/PassUtils/ReplayEdit.td"

def Remat : Pass<"remat"> {
  let summary = "What if loops computed again what they keep for the backward pass";
  let description = [{
    A loop that writes a slice of an array in each iteration, which another loop only
    reads, keeps it for that loop, as the forward pass of a scan does for the backward
    pass. This makes of the module what `jax.checkpoint` on the body would: what is kept
    goes, but for what `policy` keeps and for one array of what the loop carries, and
    the loop that reads it makes the slice of an iteration at its begin and holds it
    until its last use there. Then everything is assigned again as XLA would.

    Schedule and copies stay as they are, and so does what is inside fusions; on a TPU
    also what memory-space assignment has placed. What follows in the pipeline is of
    the changed module. See [Advice.md](../Advice.md#transforms).
  }];
  let isTransform = true;
  let options = [
    Option<"Loops", "loops", "std::vector<std::string>", "",
           "The loops that keep arrays: all, or names of while instructions, in which * "
           "stands for anything">,
    EnumOption<"Kept", "policy",
               ["nothing_saveable", "dots_saveable", "dots_with_no_batch_dims_saveable"],
               "nothing_saveable", "What is kept, in the words of jax.checkpoint_policies">,
    UnmeasuredOption<>,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis];
}

def LoopsRematerialized : Remark<Missed,
    "{Space}: with {Count} {Count:array|arrays} of {Size} computed again: {After} "
    "instead of {Before}, {Difference} {Way} (precision of the difference: {Precision}{Condition})",
    [SpaceArg<"Space">,
     CountArg<"Count", "Arrays that are not kept any more">,
     BytesArg<"Size", "What these took">,
     BytesArg<"After", "What the space takes now, without thread-local allocations">,
     BytesArg<"Before", "What it took">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     StringArg<"Precision",
               "within P %: nine of ten recompiles were, of what they really saved">,
     StringArg<"Condition", "What the precision rests on, behind a semicolon, or empty">]> {
  let hotness = "Difference";
  let description = [{
    For each memory space that changes, and the default one. Each iteration is computed
    twice.
  }];
}

def NothingRematerialized : NothingEdited<"nothing is computed again"> {
  let description = [{
    Instead of LoopsRematerialized.
  }];
}
