//===- Cast.td - The pass 'cast' ---------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Cast : ProgramEdit<"cast"> {
  let summary = "What if some values had another element type";
  let description = !strconcat([{
    Gives the named arguments another element type, and with them all that share their
    buffers, what is only moved from them (copies, slices, transposes and fusions of
    these), and the results that replace them for the next call: donated or not, each
    result belongs to the first remaining argument of its shape, as JAX pairs them.
    Everything is then assigned again as XLA would. If `to` is a floating-point type,
    only floating-point values change; otherwise all numbers do.
  }], WhatStays);
  let options = [
    ValuesOption<"What to cast">,
    Option<"To", "to", "std::string", "bf16", "The element type, bf16 or s8">,
    UnmeasuredOption<>,
  ];
}

def ValuesCast : SpaceEdited;

def NothingCast : NothingEdited<"nothing is cast", "ValuesCast">;
