//===- Undonate.td - The pass 'undonate' -------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Analysis/Analyses.td"
include "hlomem/Pass/PassBase.td"

def Undonate : Pass<"undonate"> {
  let summary = "Take the donation of arguments back, and assign the program again";
  let description = [{
    The reverse of `donate`: the module becomes what XLA would have written if the
    caller had kept these arguments. Where XLA would copy such an argument first,
    because the program updates it in place, or would leave out copies that the
    donation needs, nothing is predicted, and the module stays as it is.
    See [Replay.md](../Replay.md#donation).
  }];
  let isTransform = true;
  let options = [
    Option<"Values", "values", "std::vector<std::string>", "",
           "The arguments: all, arg:PATH for those with this op_name or below it, or "
           "names of parameters, in which * stands for anything">,
  ];
  let counters = [
    Counter<"NumUndonated", "undonated", "Arguments whose memory no result takes any more">,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis, ValueNamesAnalysis];
}

def DonationTakenBack : Remark<Missed,
    "{Space}: with {Count} {Count:argument|arguments} of {Donated} not donated any more: "
    "{After} instead of {Before}, {Difference} {Way} (precision of the difference: {Precision})",
    [SpaceArg<"Space">,
     CountArg<"Count", "Leaves of arguments that results took">,
     BytesArg<"Donated", "Their sizes">,
     BytesArg<"After", "What the space takes now, without thread-local allocations">,
     BytesArg<"Before", "What it took">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     StringArg<"Precision",
               "unknown, or within P %: nine of ten recompiles were, of the real "
               "difference">]> {
  let hotness = "Difference";
  let description = [{
    For each memory space that changes, and the default one.
  }];
}

def NotUndonated : Remark<Analysis, "no donation is taken back, and the module stays as it is: {Why}",
    [StringArg<"Why", "Why there is no prediction, or nothing is donated">]> {
  let description = [{
    Instead of DonationTakenBack.
  }];
}
