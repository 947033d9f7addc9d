//===- Drop.td - The pass 'drop' ---------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Drop : ProgramEdit<"drop"> {
  let summary = "What if some values needed no memory";
  let description = !strconcat([{
    Takes all elements from the named values, and from all that share their buffers,
    and assigns everything again as XLA would. Results of the same shape that take the
    places of arguments for the next call follow them. A change that avoids these values
    saves at most this much, since whatever replaces them needs memory too.
  }], WhatStays);
  let options = [
    ValuesOption<"What to drop">,
  ];
}

def ValuesDropped : SpaceEdited;

def NothingDropped : NothingEdited<"nothing is dropped", "ValuesDropped">;
