//===- Undonate.td - The pass 'undonate' -------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Transform/WhatIfTransform.td"

def Undonate : ProgramEdit<"undonate"> {
  let summary = "Take the donation of arguments back, and assign the program again";
  let description = [{
    The reverse of `donate`: the module becomes what XLA would have written if the
    caller had kept these arguments. Where XLA would copy such an argument first,
    because the program updates it in place, or would leave out copies that the
    donation needs, nothing is predicted, and the module stays as it is.
    See [Replay.md](../Replay.md#donation).
  }];
  let options = [
    ArgumentsOption<>,
  ];
  let counters = [
    Counter<"NumUndonated", "undonated", "Arguments whose memory no result takes any more">,
  ];
}

def DonationTakenBack : SpaceChanged<
    "with {Count} {Count:argument|arguments} of {Donated} not donated any more: ",
    [CountArg<"Count", "Leaves of arguments that results took">,
     BytesArg<"Donated", "Their sizes">],
    "unknown, or within P % of the real difference in nine of ten recompiles",
    /*condition=*/"", /*conditionArg=*/[]>;

def NotUndonated : NothingEdited<"no donation is taken back", "DonationTakenBack",
                                 "nothing is donated">;
