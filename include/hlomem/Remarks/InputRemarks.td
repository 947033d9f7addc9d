//===- InputRemarks.td - Remarks on what was read ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Remarks/RemarkBase.td"

// The program itself, before any pass runs.
def Input : RemarkSource<"input">;

let restsOn = []<FactKind> in {

def IncompleteDump : Remark<Failure,
    "this dump is broken, and only a part of it could be read: all numbers hold "
    "for that part alone",
    []> {
  let isWarning = true;
  let description = [{
    With `-allow-incomplete`, before all other remarks of a dump with mistakes.
  }];
}

def NoAllocations : Remark<Analysis,
    "no allocations: {Reason}; their sizes and what is in them are unknown",
    [StringArg<"Reason", "Where they were looked for">]> {
  let description = [{
    Of a split dump another part was read alone, with `-no-sibling-files`.
  }];
}

def NoUsedValues : Remark<Analysis,
    "no used values: {Reason}; uses, op names and source lines are unknown",
    [StringArg<"Reason", "Where they were looked for">]> {
  let description = [{
    Of a split dump there are only the allocations, and perhaps the live ranges.
  }];
}

def NoLiveRanges : Remark<Analysis,
    "no live ranges: {Reason}; when values are live must be derived, or is "
    "unknown",
    [StringArg<"Reason", "Where they were looked for">]> {
  let description = [{
    Of a split dump the live ranges are missing.
  }];
}

def NoProgram : Remark<Analysis,
    "a buffer assignment without its program: names of instructions, shapes, "
    "uses and live ranges are unknown, and with them peaks, padding and origins; "
    "the HloProto has them",
    []> {
  let description = [{
    A BufferAssignmentProto alone: an instruction is named by its id, `#12`. With the
    HloModuleProto beside it as X.hlo_module.pb, and itself named
    X.buffer_assignment.pb, it is read as a whole.
  }];
}

def UnknownText : Remark<Failure,
    "unknown {Kind} ({Count} {Count:time|times}): {Affects}",
    [StringArg<"Kind", "What is unknown: `attribute 'x' of an allocation`">,
     CountArg<"Count", "How many of that kind the dump has">,
     StringArg<"Affects", "Which numbers could depend on it">]> {
  let isWarning = true;
  let description = [{
    Once for each kind of text that a later XLA has added to dumps, with the place
    of the first. What is unknown is kept, and `print` writes it back. Of an HloProto
    there is one for all fields that a later XLA has added, which are skipped. With
    `-fatal-warnings=unknown` it is an error.
  }];
}

} // let restsOn
