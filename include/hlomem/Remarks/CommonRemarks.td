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

// These remarks may be reported by any pass. The first three are reported
// before a pass runs, if it declares that: see Pass.usesLiveRanges and
// Pass.selectsSpaces.
def Common : RemarkSource<"common">;

def LiveRangesDerived : Remark<Analysis,
    "the dump prints no live ranges: derived from schedule, positions and uses "
    "by XLA's rules for {Known} of {Count} {Count:value|values}",
    [CountArg<"Known", "Values with a derived live range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">], [{
    Comes before all other remarks of a pass. Where it is in doubt which
    computation owns an instruction, the range is unknown and the value is not
    counted; the HLO text beside the dump would tell.
  }]>;

def LiveRangesUnknown : Remark<Analysis,
    "{Space}: {Allocated} allocated; when its {Count} {Count:value is|values are} "
    "live is unknown, since the dump has no live ranges{Why}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated",
              "All allocations of the space but thread-local ones">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">,
     StringArg<"Why", "Why they cannot be derived">], [{
    The dump does not say when the values of this memory space are live. What else
    a pass reports does not depend on that.
  }]>;

def NothingInSpace : Remark<Analysis,
    "nothing in {Space}, only in {Present}",
    [SpaceArg<"Space", "The memory space that was asked for">,
     StringArg<"Present", "The memory spaces that have something">], [{
    The dump has no allocation in the memory space that was asked for, but for
    thread-local ones.
  }]>;

def NothingToReport : Remark<Analysis,
    "nothing to report: no bytes but thread-local ones", [],
    "The dump has no allocation with bytes, thread-local ones aside.">;

// Declares a note below the rows of a table on the rows that are left out.
class RestNote<string message, list<Arg> args>
    : Note<Analysis, message, args,
           "What the option `top` left out of the list above it."> {
  let restsOnRows = true;
}

defvar RestArgs = [
  CountArg<"Count", "How many have no row">,
  StringArg<"Pipeline", "The pass that lists them too">];

def Rest : RestNote<
    "and {Count} more, {Total} in total: -passes='{Pipeline}' lists all",
    !listconcat(RestArgs,
                [BytesArg<"Total", "Their sum in the column that sorts the rows">])>;

// The rows of this table are parts of one memory space; the sum is the argument
// `Bytes`, so that a script can add it to the rows.
def RestOfBytes : RestNote<
    "and {Count} more, {Bytes} in total: -passes='{Pipeline}' lists all",
    !listconcat(RestArgs, [BytesArg<"Bytes", "Their sizes">])>;

def RestWithoutBytes : RestNote<
    "and {Count} more {What}: -passes='{Pipeline}' lists all",
    !listconcat(RestArgs, [StringArg<"What", "What they are, such as loops">])>;

// These columns say what a value is in the user's program.
defvar NameColumns = [
  StringColumn<"StandsFor", "origin",
               "The op_name or, where there is none, what the value is by its "
               "place in the program">,
  DataColumn<StringType, "OpName", "op_name",
             "The operation in the user's program">];

#endif // HLOMEM_REMARKS_COMMONREMARKS_TD
