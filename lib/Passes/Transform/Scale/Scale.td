//===- Scale.td - The pass 'scale' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Scale : ProgramEdit<"scale"> {
  let summary = "What if a dimension were longer or shorter";
  let description = [{
    Gives all values that carry a dimension of an argument, such as the batch, other
    extents, and assigns everything again as XLA would. A value carries it if the
    operations of the program say so, also as a part of a flattened dimension; equal
    numbers alone are nothing. [Dimensions.md](../Dimensions.md) has the rules and what
    they were compared with.

    Schedule and copies stay as they are; on a TPU also what memory-space assignment has
    placed. What follows in the pipeline is of the changed module:
    `-passes='scale<dimension=batch;by=1/2>,peak'`. A dimension that the program takes
    apart at fixed places, such as the layers of an unrolled loop, cannot be scaled: a
    remark says so.
  }];
  let options = [
    Option<"Dimension", "dimension", "std::string", "",
           "batch and length, dimensions 0 and 1 of the data; or that of an argument, "
           "arg:PATH.shape[N]">,
    Option<"By", "by", "std::string", "1/2", "The ratio: 2, 0.5 or 3/4">,
    UnmeasuredOption<>,
  ];
  let analyses = [ReplayAnalysis, DimensionAnalysis, BackendAnalysis,
                  ValueNamesAnalysis];
}

def DimensionFollowed : Note<Analysis,
    "{Place}: {Old} becomes {New} in {Count} {Count:value|values}, in {Guessed} of them by a guess",
    [StringArg<"Place", "The argument and its dimension, as Python says it">,
     CountArg<"Old", "The extent; of a length that of most values">,
     CountArg<"New", "What it becomes">,
     CountArg<"Count", "Values that carry it">,
     CountArg<"Guessed", "Those of them for which the program does not tell: what an "
              "unknown library gives, and parts of a dimension that is split">],
    "Which dimension was found, before what becomes of the memory.">;

def ValuesScaled : SpaceEdited;

def NothingScaled : NothingEdited<"nothing is scaled", "ValuesScaled">;
