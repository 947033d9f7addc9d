//===- Carry.td - The pass 'carry' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Carry : ProgramEdit<"carry"> {
  let summary = "What if scans updated in place what they take as xs and return as ys";
  let description = [{
    A loop that reads a slice of an array in each iteration and writes the new slice to
    another array, as `jax.lax.scan` does with `xs` and `ys`, needs both at once. This
    changes the module as putting one array in the carry of the scan would, of which each
    iteration updates its slice: the second one goes, and so do copies and conversions that
    only bring the array to the loop and its result back. The array must be an argument that
    a result replaces, or be carried by an outer loop; it is read only by the index that it
    is written by, and the new slice is made of the old one. An argument has to be donated
    first: otherwise XLA copies it once before the loop, and the cost of that varies.
    Everything is then assigned again as XLA would.

    The schedule, layouts and the bodies of fusions stay as they are; on a TPU, so does
    what memory-space assignment has placed. The passes that follow see the changed
    module. See [Advice.md](../Advice.md#transforms).
  }];
  let options = [
    LoopsOption<"The loops that carry their state">,
    UnmeasuredOption<>,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis];
}

def StateCarried : SpaceChanged<
    "with {Count} {Count:array|arrays} of {Size} carried and updated in place: ",
    [CountArg<"Count", "Arrays that are no longer written to another one">,
     BytesArg<"Size", "What these took">],
    "exact, within P % of what is really saved in nine of ten recompiles, or unknown">;

def NothingCarried : NothingEdited<"nothing is carried", "StateCarried">;
