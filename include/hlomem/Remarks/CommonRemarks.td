//===- CommonRemarks.td - What remarks of several passes share -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_COMMONREMARKS_TD
#define HLOMEM_REMARKS_COMMONREMARKS_TD

include "hlomem/Remarks/RemarkBase.td"

// What a pass says before all else if the dump does not print live ranges.
class FromDerivedRanges : Remark<Analysis,
    "the dump prints no live ranges: derived from schedule, positions and uses "
    "by XLA's rules for {Known} of {Count} {Count:value|values}",
    [CountArg<"Known", "Values with a derived live range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">]>;

// What a pass says whose option `space` names one that has nothing.
class NothingIn : Remark<Analysis,
    "nothing in {Space}, only in {Present}",
    [SpaceArg<"Space", "The memory space that was asked for">,
     StringArg<"Present", "The memory spaces that have something">]> {
  let description = [{
    The dump has no allocation in the memory space that was asked for, but for
    thread-local ones.
  }];
}

// What a value is to the user.
defvar NameColumns = [
  StringColumn<"StandsFor", "origin",
               "The op_name or, where there is none, what the value is by its "
               "place in the program">,
  DataColumn<StringType, "OpName", "op_name",
             "The operation in the user's program">];

#endif // HLOMEM_REMARKS_COMMONREMARKS_TD
