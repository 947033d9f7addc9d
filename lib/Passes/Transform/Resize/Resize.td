//===- Resize.td - The pass 'resize' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Resize : ProgramEdit<"resize"> {
  let summary = "What if some values had another size";
  let description = !strconcat([{
    Gives the named values, and all that share their buffers, another size, as in
    `bytes=64M`, or another shape, as in `shape=f32[8,512]{1,0}`, and assigns everything
    again as XLA would. Results of the same shape that take the places of arguments for the
    next call follow them. Where an argument gets other extents in as many dimensions, so
    does all that has these dimensions, such as its gradient, as in
    [scale](#scale). Of a size in bytes, or another number of dimensions, nothing follows.
  }], WhatStays);
  let options = [
    ValuesOption<"What to resize">,
    Option<"Size", "bytes", "std::optional<std::string>", "",
           "The size of each, 64M or 64MiB">,
    Option<"Type", "shape", "std::optional<std::string>", "",
           "The shape of each, with its layout">,
    UnmeasuredOption<>,
  ];
  let analyses = [ReplayAnalysis, DimensionAnalysis, BackendAnalysis,
                  ValueNamesAnalysis];
}

def ValuesResized : SpaceEdited;

def NothingResized : NothingEdited<"nothing is resized", "ValuesResized">;
