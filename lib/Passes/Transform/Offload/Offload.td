//===- Offload.td - The pass 'offload' ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Offload : ProgramEdit<"offload"> {
  let summary = "What if some values were in the host's memory";
  let description = [{
    Moves the values that are named, all that share their buffers, and the results that
    take the place of arguments to the host's memory, and has everything assigned again
    as XLA would. The copies on the device that those who read them need are not
    counted, so that it saves at most what is said: JAX streams what it needs if the
    update runs layer by layer, and brings all of it at once otherwise.

    Schedule and copies stay as they are, and so does what is inside fusions; on a TPU
    also what memory-space assignment has placed. What follows in the pipeline is of
    the changed module. See [Advice.md](../Advice.md#transforms).
  }];
  let options = [
    ValuesOption<"What to move">,
    EnumOption<"To", "to", ["host"], "host", "Where to">,
  ];
}

def ValuesOffloaded : SpaceEdited;

def NothingOffloaded : NothingEdited<"nothing is moved", "ValuesOffloaded">;
