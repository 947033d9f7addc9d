//===- Remat.td - The pass 'remat' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Remat : ProgramEdit<"remat"> {
  let summary = "What if loops computed again what they keep for the backward pass";
  let description = !strconcat([{
    A loop that writes a slice of an array in each iteration, which another loop only
    reads, keeps it for that loop, as the forward pass of a scan does for the backward
    pass. This changes the module as `jax.checkpoint` on the body would: these arrays
    go, except those that `policy` keeps and one for each value that the loop carries.
    Where the program keeps what is computed from a dot, and the policy the dot itself,
    an array of its results takes the place of one that goes. The loop that reads them
    makes each slice that a dot makes or reads at the start of an iteration and holds it
    until its last use there. Everything is then assigned again as XLA would.
  }], WhatStays);
  let options = [
    LoopsOption<"The loops whose arrays go">,
    EnumOption<"Kept", "policy",
               ["nothing_saveable", "dots_saveable", "dots_with_no_batch_dims_saveable"],
               "nothing_saveable", "What is kept, in the words of jax.checkpoint_policies">,
    UnmeasuredOption<>,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis];
}

def LoopsRematerialized : SpaceChanged<
    "with {Count} {Count:array|arrays} of {Size} computed again{Instead}: ",
    [CountArg<"Count", "Arrays that are no longer kept">,
     BytesArg<"Size", "What these took">,
     StringArg<"Instead", "What is kept instead of some of them, or empty">],
    "exact, within P % of what is really saved in nine of ten recompiles, at most, of a "
    "change that leaves out its cost, or unknown"> {
  let description = [{
    For each memory space that changes, and the default one. Each iteration is computed
    twice.
  }];
}

def NothingRematerialized : NothingEdited<"nothing is computed again", "LoopsRematerialized">;
