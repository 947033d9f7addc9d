//===- InputRemarks.td - Remarks on what was read ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Remarks/RemarkBase.td"

// The program itself reports these remarks, before any pass runs.
def Input : RemarkSource<"input">;

let restsOn = []<FactKind> in {

def IncompleteDump : Remark<Failure,
    "this dump is broken, and only a part of it could be read: all numbers hold "
    "for that part alone",
    [],
    "With `-allow-incomplete`, before all other remarks of a dump with mistakes."> {
  let isWarning = true;
}

def NoAllocations : Remark<Analysis,
    "no allocations: {Reason}; their sizes and what is in them are unknown",
    [StringArg<"Reason", "Where they were looked for">],
    "Of a split dump another part was read alone, with `-no-sibling-files`.">;

def NoUsedValues : Remark<Analysis,
    "no used values: {Reason}; uses, op names and source lines are unknown",
    [StringArg<"Reason", "Where they were looked for">],
    "Of a split dump there are only the allocations, and perhaps the live ranges.">;

def NoLiveRanges : Remark<Analysis,
    "no live ranges: {Reason}; when values are live must be derived, or is "
    "unknown",
    [StringArg<"Reason", "Where they were looked for">],
    "Of a split dump the live ranges are missing.">;

def NoProgram : Remark<Analysis,
    "a buffer assignment without its program: names of instructions, shapes, "
    "uses and live ranges are unknown, and with them peaks, padding and origins; "
    "the HloProto has them",
    [], [{
    A BufferAssignmentProto alone: an instruction is named by its id, `#12`. With the
    HloModuleProto beside it as X.hlo_module.pb, and itself named
    X.buffer_assignment.pb, it is read as a whole.
  }]>;

def UnknownText : Remark<Failure,
    "unknown {Kind} ({Count} {Count:time|times}): {Affects}",
    [StringArg<"Kind", "What is unknown: `attribute 'x' of an allocation`">,
     CountArg<"Count", "How many of that kind the dump has">,
     StringArg<"Affects", "Which numbers could depend on it">], [{
    Once for each kind of text that a later XLA has added to dumps, with the place
    of the first. What is unknown is kept, and `print` writes it back. Of an HloProto
    there is one for all fields that a later XLA has added, which are skipped. With
    `-fatal-warnings=unknown` it is an error.
  }]> {
  let isWarning = true;
}

// These remarks report XLA's out-of-memory message in a log without a dump.

def OutOfMemory : Remark<Analysis,
    "out of memory on {Device} when {Doing}: {Needed} of {Space} needed, "
    "{Available} available{Over}",
    [StringArg<"Device", "`TPU`, `GPU`, or `CPU or GPU`">,
     StringArg<"Doing", "What XLA did, and for what">,
     StringArg<"Needed", "As the log says it, and whether it is rounded">,
     StringArg<"Space", "The memory, `memory` where it is not told">,
     StringArg<"Available", "The limit, or what was free">,
     StringArg<"Over", "`, 1.00GiB (rounded) over`, or the least that it can be">], [{
    A log has XLA's message that a program does not fit, and no dump. Its sizes are
    those of the message, nearly all rounded; no pass can run.
  }]>;

def OutOfMemoryOfRequest : Remark<Analysis,
    "out of memory on {Device} when {Doing}: {Needed} could not be allocated; the log "
    "does not say how much was free",
    [StringArg<"Device", "`TPU`, `GPU`, or `CPU or GPU`">,
     StringArg<"Doing", "What XLA did, and for what">,
     StringArg<"Needed", "What was asked for at once">],
    "As OutOfMemory, of a program that was compiled and ran.">;

def OutOfMemoryUntold : Remark<Analysis,
    "out of memory on {Device} when {Doing}; the log does not say how much was needed",
    [StringArg<"Device", "`TPU`, `GPU`, or `CPU or GPU`">,
     StringArg<"Doing", "What XLA did, and for what">],
    "As OutOfMemory, where the log begins within the message, or that tells no total.">;

def OutOfMemoryPart : Row<Analysis,
    [StringColumn<"Size", "size, rounded", "As the log says it">,
     DataColumn<BytesType, "AtLeast", "at least", "The fewest bytes that it can be">,
     DataColumn<BytesType, "AtMost", "at most", "The most bytes that it can be">,
     StringColumn<"Part", "for", "As the log calls it">], [{
    What the bytes of the headline are for. A part may hold those below it: they do
    not add up.
  }]>;

def OutOfMemoryBuffer : Row<Analysis,
    [StringColumn<"Size", "size, rounded", "As the log says it">,
     DataColumn<BytesType, "AtLeast", "at least", "The fewest bytes that it can be">,
     DataColumn<BytesType, "AtMost", "at most", "The most bytes that it can be">,
     StringColumn<"Unpadded", "unpadded", "Without padding, where the log says it">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     StringColumn<"Label", "instruction", "Its name, or only its opcode">,
     StringColumn<"Shape", "shape">,
     StringColumn<"OpName", "op_name">,
     PathColumn<"Source", "source", "File and line in the user's program">], [{
    One of the largest buffers at the peak, in the order of the log. Where the log
    says that nothing is padded, the shape is without its layout.
  }]> {
  let dropFirst = ["Kind", "Unpadded", "Label"];
}

def OutOfMemoryCut : Note<Analysis,
    "the log ends within the message: more buffers are missing", [],
    "The last buffer of the list lacks its end.">;

def OutOfMemoryRepeated : Note<Analysis,
    "the log has the same message {Count} more {Count:time|times}",
    [CountArg<"Count">],
    "Python prints an error with each of its tracebacks, and so does each process.">;

def GetTheDump : Note<Analysis,
    "XLA's dump tells every allocation and what to change, also of a program that does "
    "not fit; to write and read it:",
    [],
    "Below the last message of a log.">;

def DumpCommand : Note<Analysis, "{Command}",
    [StringArg<"Command", "For a shell">], [{
    Two of them follow GetTheDump: one that makes XLA write the dump, and one that
    reads it.
  }]>;

} // let restsOn
