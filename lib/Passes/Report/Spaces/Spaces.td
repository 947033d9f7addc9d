//===- Spaces.td - The pass 'spaces' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/SpaceOption.td"

def Spaces : Pass<"spaces"> {
  let summary =
      "Report what each memory space holds, what is copied in and out, and what "
      "is left of its limit";
  let description = [{
    One block for each memory space, under the name that the backend gives it: what
    is allocated, by kind; what is live at most; padding, fragmentation, and bytes
    x positions; thread-local allocations apart. Then the asynchronous copies in and out
    and other asynchronous operations, with the times of their start and done; and
    the scoped memory that instructions ask for.

    The program's options `-memory-limit` (`-memory-limit=hbm=16GiB`) and `-device`
    (`-device=v5e`) add what is left of the memory, and a warning where more is
    allocated; `-backend` names the backend where dumps do not show it.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many asynchronous operations to list for each space; 0 lists all">,
    SpaceOption<>,
  ];
  let counters = [
    Counter<"NumOperations", "async-operations", "Asynchronous operations">,
  ];
  let members = [
    SpacesAnalysis, AsyncOperationsAnalysis, ScopedMemoryAnalysis,
    LivenessAnalysis, BackendAnalysis
  ];
  let alsoReports = [NothingInSpace, Rest];
}

def SpaceTotal : Remark<Analysis,
    "{Space}: {Allocated} in {Count} {Count:allocation|allocations}; at most {Peak} live, "
    "{Share} of it, at schedule position {At} ({Instruction})",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "Sizes of the allocations, thread-local ones aside">,
     CountArg<"Count", "How many there are">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     PercentArg<"Share", "Peak in Allocated">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">],
    "One for each memory space that has bytes.">;

def SpaceTotalUnknown : Remark<Analysis,
    "{Space}: {Allocated} in {Count} {Count:allocation|allocations}; what is live is unknown{Why}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "Sizes of the allocations, thread-local ones aside">,
     CountArg<"Count", "How many there are">,
     StringArg<"Why", "Why there are no live ranges">],
    "In the place of SpaceTotal where live ranges are unknown.">;

def SpaceWithoutBytes : Remark<Analysis,
    "{Space}: no bytes in {Count} {Count:allocation|allocations}",
    [SpaceArg<"Space">, CountArg<"Count", "Allocations, all of size 0">], [{
    In the place of SpaceTotal for a space that has allocations or a limit, but no
    bytes.
  }]>;

def SpaceKind : Row<Analysis,
    [BytesColumn<"Size", "size", "Sizes of the allocations">,
     PercentColumn<"Share", "share", "Size in Allocated">,
     OptionalBytesColumn<"AtPeak", "at peak", "What of it is live at the peak">,
     CountColumn<"Count", "allocations">,
     StringColumn<"Kind", "kind",
                  "parameter, donated parameter, output, constant or temp">], [{
    What the allocations of the space are for, the most bytes first. The sizes add
    up to Allocated, what is live at the peak to Peak.
  }]>;

def SpaceThreadLocal : Note<Analysis,
    "thread-local, not included above: {Size} in {Count} "
    "{Count:allocation|allocations}",
    [BytesArg<"Size", "Their sizes">,
     CountArg<"Count", "Thread-local allocations">],
    "What the pass `thread-local` is about.">;

def SpaceUnknownRanges : Note<Analysis,
    "not in the peak, since they have no live range: {Count} "
    "{Count:value|values} with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">],
    "As UnknownRanges.">;

def SpaceUse : Note<Analysis,
    "padding at the peak {Padding}, fragmentation of {Of} {Fragmentation}",
    [BytesArg<"Padding", "That of PaddingOfPeak">,
     StringArg<"Of", "arenas; known arenas, where SpaceUnknownFragmentation has others">,
     BytesArg<"Fragmentation", "Size less load, over all these">],
    "What of the space is used for nothing, where live ranges are known.">;

def SpacePadding : Note<Analysis,
    "padding at the peak {Padding}",
    [BytesArg<"Padding", "That of PaddingOfPeak">], [{
    Instead of SpaceUse, where no arena is known to have fragmentation, and that of
    others is unknown.
  }]>;

def SpaceUnknownFragmentation : Note<Analysis,
    "the fragmentation of arenas of {Size} is unknown",
    [BytesArg<"Size", "Arenas without live ranges, or smaller than their values, and what may hold scoped memory">],
    "They count nowhere in SpaceUse.">;

def SpaceOverTime : Note<Analysis,
    "bytes x positions: {ByteTime}; {Mean} live on average",
    [BytesArg<"ByteTime", "Live bytes added up over all times">,
     BytesArg<"Mean", "The same by the number of times, without parts of bytes">],
    "How well the space is used over time, where live ranges are known.">;

def SpaceUnknownPadding : Note<Analysis,
    "the logical size of {Size} live at the peak is unknown, and so is its padding",
    [BytesArg<"Size", "Live buffers of unknown logical size">],
    "As PaddingUnknown.">;

def SpaceScoped : Note<Analysis,
    "scoped memory, for {Count} of the instructions; the most is {Size}, for "
    "{Instruction}{Then}",
    [CountArg<"Count", "Instructions that ask for some in this space">,
     BytesArg<"Size", "The most that one of them asks for">,
     InstructionArg<"Instruction", "The first to ask for that much">,
     StringArg<"Then", "When it runs, and what is live then">], [{
    Room for the time while an instruction runs, by its `scoped_memory_configs`. No
    allocation holds it.
  }]>;

def SpaceLimit : Note<Analysis,
    "limit {Limit}: {Headroom} left; {Peak}",
    [BytesArg<"Limit", "By `-memory-limit` or `-device`">,
     BytesArg<"Headroom", "Limit less Allocated">,
     StringArg<"Peak", "How far the peak is from the limit">],
    "What is left of a limit that holds.">;

def SpaceAsync : Note<Analysis,
    "asynchronous operations: {Count} with {In} in, {Out} out, {Within} within",
    [CountArg<"Count", "Operations that read or write the space">,
     BytesArg<"In", "Padded bytes that come from other spaces">,
     BytesArg<"Out", "Padded bytes that go to other spaces">,
     BytesArg<"Within", "Padded bytes that stay in it">], [{
    Copies with a start and a done, and the like, each time that it stands in the
    schedule. Of the default space only what stays in it has rows: the others are
    in the block of the other space.
  }]> {
  let hotness = "In";
}

def SpaceAsyncRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Padded size of the results">,
     StringColumn<"Way", "way", "in, out or within">,
     OptionalRangeColumn<"InFlight", "in flight", "From the start to the done">,
     StringColumn<"Between", "between",
                  "Instructions that run in between; ? where that is unknown">,
     StringColumn<"Value", "value", "What is copied">,
     StringColumn<"Result", "result", "The largest result">,
     OptionalRangeColumn<"Resident", "resident", "When that is live">,
     OptionalBytesColumn<"ByteTime", "bytes x positions",
                         "Padded size of the results by the times at which they "
                         "are live">,
     StringColumn<"What", "operation",
                  "The opcode of the start; cross-program prefetch">],
    "An asynchronous operation, the one with the most bytes first."> {
  let dropFirst = ["Resident", "ByteTime", "Result", "Between", "What"];
}

def SpaceAsyncUnknown : Remark<Analysis,
    "the dump does not print the instructions of {Count} of the values: "
    "asynchronous operations and scoped memory are unknown there",
    [CountArg<"Count", "Values whose defining instruction is not printed">],
    "A dump without `from instruction` lines, or with a part of them.">;

def SpaceScopedUnknown : Remark<Analysis,
    "scoped memory of {Count} of the instructions is unknown, and counts nowhere: "
    "their 'scoped_memory_configs' cannot be read",
    [CountArg<"Count", "Instructions with such a field">],
    "The field is no list of sizes and memory spaces, or a number does not fit.">;

def SpaceAsyncWithoutDone : Remark<Analysis,
    "asynchronous operations that end nowhere in the dump: {Count}, which read "
    "{Size}; where that goes is unknown",
    [CountArg<"Count", "Operations for which no done was found">,
     BytesArg<"Size", "Padded sizes of what they read">],
    "They are in no sum. So it is where the dump does not tell the uses of values.">;

def OverLimit : Remark<Failure,
    "{Space}: {Allocated} allocated exceed the limit of {Limit} by {Excess}; "
    "{Peak}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "What the runtime requests">,
     BytesArg<"Limit", "By `-memory-limit` or `-device`">,
     BytesArg<"Excess", "Allocated less Limit">,
     StringArg<"Peak", "How far the peak is from the limit">], [{
    The allocations of a memory space do not fit into its limit. With
    `-fail-on=spaces:OverLimit` the program fails then.
  }]> {
  let isWarning = true;
  let hotness = "Excess";
}

def LimitOfNoSpace : Remark<Failure,
    "the limit of '{Limited}' does not hold here: {Backend} has no memory space of "
    "that name",
    [StringArg<"Limited", "The name, as the user wrote it">,
     StringArg<"Backend", "The backend">],
    "A limit for dumps of another backend."> {
  let isWarning = true;
}

def NoSpaces : Remark<Analysis, "no memory spaces: the dump has no allocations",
                      [],
    "There is nothing that could lie in one.">;
