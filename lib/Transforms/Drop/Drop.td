//===- Drop.td - The pass 'drop' ---------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/PassUtils/ReplayEdit.td"

def Drop : Pass<"drop"> {
  let summary = "What if some values needed no memory";
  let description = [{
    Makes arrays without elements of the values that are named and of all that share
    their buffers, and has everything assigned again as XLA would: what a change that
    avoids them would save at most, and what is fullest then.

    Schedule and copies stay as they are, and so does what is inside fusions; on a TPU
    also what memory-space assignment has placed. What follows in the pipeline is of
    the changed module. See [Advice.md](../Advice.md#transforms).
  }];
  let isTransform = true;
  let options = [
    ValuesOption<"What to drop">,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis, ValueNamesAnalysis];
}

def ValuesDropped : SpaceEdited<"with {Count} {Count:buffer|buffers} of {NewSize} instead of {OldSize}: "> {
  let description = [{
    For each memory space that changes, and the default one.
  }];
}

def NothingDropped : NothingEdited<"nothing is dropped"> {
  let description = [{
    Instead of ValuesDropped.
  }];
}
