//===- Remarks.td - The built-in remarks -------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKS_TD
#define HLOMEM_REMARKS_REMARKS_TD

include "hlomem/Remarks/RemarkBase.td"

// What a pass says before all else if the dump does not print live ranges.
class FromDerivedRanges : Remark<Analysis,
    "the dump prints no live ranges: derived from schedule, positions and uses "
    "by XLA's rules for {Known} of {Count} values",
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
  StringColumn<"StandsFor", "stands for",
               "The op_name or, where there is none, what the value is by its "
               "place in the program">,
  DataColumn<StringType, "OpName", "op_name",
             "The operation in the user's program">];

//===----------------------------------------------------------------------===//
// What was read
//===----------------------------------------------------------------------===//

let pass = "input", restsOn = []<FactKind> in {

def IncompleteDump : Remark<Failure,
    "this dump is broken, and only a part of it could be read: all numbers hold "
    "for that part alone",
    []> {
  let isWarning = true;
  let description = [{
    With `-tolerant`, before all other remarks of a dump with mistakes.
  }];
}

def NoAllocations : Remark<Analysis,
    "no allocations: {Reason}; their sizes and what is in them are unknown",
    [StringArg<"Reason", "Where they were looked for">]> {
  let description = [{
    Of a split dump another part was read alone, with `-no-siblings`.
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

def UnknownText : Remark<Failure,
    "unknown {Kind} ({Count} times): {Affects}",
    [StringArg<"Kind", "What is unknown: `attribute 'x' of an allocation`">,
     CountArg<"Count", "How many of that kind the dump has">,
     StringArg<"Affects", "Which numbers could depend on it">]> {
  let isWarning = true;
  let description = [{
    Once for each kind of text that a later XLA has added to dumps, with the place
    of the first. What is unknown is kept, and `print` writes it back. With
    `-fatal-warnings=unknown` it is an error.
  }];
}

} // pass = "input"

//===----------------------------------------------------------------------===//
// peak
//===----------------------------------------------------------------------===//

let pass = "peak" in {

def PeakAt : Remark<Analysis,
    "{Space}: peak of {Peak} at time {At} ({Instruction}), {Share} of {Allocated} "
    "allocated",
    [SpaceArg<"Space">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">,
     PercentArg<"Share", "Peak in Allocated">,
     BytesArg<"Allocated",
              "All allocations of the space but thread-local ones">]> {
  let description = [{
    The most bytes of one memory space that are live at one time: padded, and
    bytes that several values share counted once. One for each space.
  }];
}

def PeakOfAllSpaces : Remark<Analysis,
    "all spaces: peak of {Peak} at time {At} ({Instruction}), {Share} of "
    "{Allocated} allocated",
    [BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">,
     PercentArg<"Share", "Peak in Allocated">,
     BytesArg<"Allocated", "All allocations but thread-local ones">]> {
  let description = [{
    As PeakAt, with the memory spaces added up at each time. Only where there is
    more than one.
  }];
}

def LiveAt : Remark<Analysis,
    "{Space}: {Live} live at time {At} ({Instruction}), {Below} below the peak of "
    "{Peak} at time {PeakAt}",
    [SpaceArg<"Space">,
     BytesArg<"Live", "Bytes that are live then">,
     TimeArg<"At", "The time that was asked for">,
     InstructionArg<"Instruction", "What runs then">,
     BytesArg<"Below", "Peak less Live">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"PeakAt", "The earliest time of the peak">]> {
  let description = [{
    What is live in one memory space at the time of the option `at`.
  }];
}

def LiveAtOfAllSpaces : Remark<Analysis,
    "all spaces: {Live} live at time {At} ({Instruction}), {Below} below the peak "
    "of {Peak} at time {PeakAt}",
    [BytesArg<"Live", "Bytes that are live then">,
     TimeArg<"At", "The time that was asked for">,
     InstructionArg<"Instruction", "What runs then">,
     BytesArg<"Below", "Peak less Live">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"PeakAt", "The earliest time of the peak">]> {
  let description = [{
    As LiveAt, with the memory spaces added up.
  }];
}

// Parts of a peak have `Bytes`, and nothing else has: a script adds them up.
defvar BufferSizeColumns = [
  OptionalBytesColumn<"Logical", "logical",
                      "The largest logical size of a value in it">,
  BytesColumn<"Running", "running", "Sizes of this row and those above">,
  PercentColumn<"Share", "share", "In all that is live then">,
  RangeColumn<"Range", "live", "When the value is live, both ends included">];

defvar BufferColumnsAfterSpace = !listconcat([
  ValueColumn<"Value", "value", "The largest, then earliest value in it">,
  CountColumn<"Aliases", "aliases", "Further values in the same bytes then">,
  StringColumn<"Kind", "allocation", "What its allocation is for">,
  ShapeColumn<"Shape", "shape">,
  DataColumn<CountType, "Allocation", "in allocation",
             "Number of its allocation">,
  DataColumn<CountType, "Offset", "at offset",
             "Byte of the allocation where it begins">],
  NameColumns,
  [StringColumn<"Source", "source", "File and line in the user's program">]);

def PeakKind : Row<Analysis,
    [BytesColumn<"Size", "size", "Bytes in memory, padding included">,
     PercentColumn<"Share", "share", "Size in all that is live then">,
     CountColumn<"Count", "buffers", "Buffers that are live then">,
     StringColumn<"Kind", "allocations", "What their allocations are for">]> {
  let description = [{
    What is live in one memory space at the time of the headline by the kind of its
    allocation, the most bytes first. Only where there is more than one kind.
  }];
}

def PeakBuffer : Row<Analysis,
    !listconcat([
     BytesColumn<"Bytes", "size",
                             "Bytes in memory, padding included">],
                BufferSizeColumns, BufferColumnsAfterSpace)> {
  let description = [{
    A buffer that is live at the time of the headline, the largest first. The
    `Bytes` of these rows and of PeakRest add up to the peak of their memory
    space, and no other remark has an argument of that name.
  }];
}

def PeakBufferOfAllSpaces : Row<Analysis,
    !listconcat([
     BytesColumn<"Size", "size",
                             "Bytes in memory, padding included">],
                BufferSizeColumns, [SpaceColumn<"Space", "space">],
                BufferColumnsAfterSpace)> {
  let description = [{
    As PeakBuffer, with the memory space that it lies in. Their `Size`, with that
    of PeakRestOfAllSpaces, adds up to the peak of all spaces: which is not the
    sum of the spaces' peaks.
  }];
}

def PeakRest : Note<Analysis,
    "and {Count} more of {Bytes} together; 'top=0' lists all",
    [CountArg<"Count", "Live buffers that have no row">,
     BytesArg<"Bytes", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the list of one memory space.
  }];
}

def PeakRestOfAllSpaces : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Live buffers that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the list of all spaces.
  }];
}

def PeakPadding : Note<Analysis,
    "padding: {Share} of all that is live then, {Padding}",
    [PercentArg<"Share", "Padding in all that is live then">,
     BytesArg<"Padding", "Size less logical size of all live buffers">]> {
  let description = [{
    Live bytes that hold no element: tiles, tuple tables rounded up, scalars in
    whole tiles.
  }];
}

def PeakPaddingUnknown : Note<Analysis,
    "not counted as padding, since the logical size is unknown: {Count} of them "
    "with {Size}",
    [CountArg<"Count", "Live buffers whose logical size is unknown">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    Buffers whose shape does not tell how many bytes its elements have: an element
    type that is not XLA's, a dimension without bound, a buffer handle, or a
    product above 64 bits. Their padding is not in PeakPadding.
  }];
}

def PrintedPeakElsewhere : Remark<Analysis,
    "XLA's own peak is at time {PrintedAt}, with {LiveThere} live in all spaces: "
    "{Missing} less than at time {PeakAt}",
    [TimeArg<"PrintedAt", "Time of the dump's own peak">,
     BytesArg<"LiveThere", "Bytes that are live then in all spaces">,
     BytesArg<"Missing", "What the peak of all spaces has more">,
     TimeArg<"PeakAt", "Time of the peak of all spaces">]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let hotness = "Missing";
  let description = [{
    The dump's `Live ranges at T (peak)` names a time at which less is live than
    at the peak: XLA adds up logical sizes, and gives each part of a tuple the
    size of the tuple's table.
  }];
}

def PrintedPeakMisses : Remark<Analysis,
    "XLA's list for time {PrintedAt} adds up to {Listed} and misses {Share} of what "
    "is live then: {Missing}",
    [TimeArg<"PrintedAt", "Time of the dump's own peak">,
     BytesArg<"Listed", "What the dump's list adds up to">,
     PercentArg<"Share", "Missing in what is live then">,
     BytesArg<"Missing", "What is live then in all spaces, less Listed">]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let hotness = "Missing";
  let description = [{
    The dump's list of what is live at its peak adds up to less than that. XLA
    adds up logical sizes, without padding; and for each value it takes the whole
    result of its instruction, of which a tuple counts as no more than its
    pointers, however large its parts are.
  }];
}

def PrintedPeakExceeds : Remark<Analysis,
    "XLA's list for time {PrintedAt} adds up to {Listed}, more than what is live then "
    "by {Excess}",
    [TimeArg<"PrintedAt", "Time of the dump's own peak">,
     BytesArg<"Listed", "What the dump's list adds up to">,
     BytesArg<"Excess", "Listed less what is live then in all spaces">]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let hotness = "Excess";
  let description = [{
    The dump's list of what is live at its peak adds up to more than that: it
    counts values that share bytes twice.
  }];
}

def EmptySpace : Remark<Analysis,
    "{Space}: its allocations have no bytes",
    [SpaceArg<"Space">]> {
  let description = [{
    The dump has allocations in this space, all of size 0.
  }];
}

def PeakUnknown : Remark<Analysis,
    "{Space}: {Allocated} allocated; the peak is unknown, since the dump has no "
    "live ranges{Why}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated",
              "All allocations of the space but thread-local ones">,
     StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    The dump does not say when its values are live.
  }];
}

def PeakFromDerivedRanges : FromDerivedRanges {
  let description = [{
    Comes before all others of the pass. Where the owner of an instruction is in
    doubt, which the HLO text beside the dump would tell, the range is unknown
    and the value is not counted: see UnknownRanges.
  }];
}

def UnknownRanges : Remark<Analysis,
    "{Space}: values without a live range are not counted: {Count} with {Size}; "
    "the peak may be higher",
    [SpaceArg<"Space">,
     CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    The dump does not say when these values are live. Constants of thread-local
    computations have no live range, for example.
  }];
}

def AllocationsTooSmall : Remark<Failure,
    "{Space}: allocations smaller than the slices in them: {Count}; the dump "
    "contradicts itself, and the peak cannot be trusted",
    [SpaceArg<"Space">,
     CountArg<"Count", "Allocations with a slice beyond their end">]> {
  let isWarning = true;
  let description = [{
    Slices of values reach beyond the ends of their allocations.
  }];
}

def NothingInSpace : NothingIn;

def NoPeak : Remark<Analysis,
    "nothing to report: no allocations but thread-local ones", []> {
  let description = [{
    The dump has nothing but thread-local allocations.
  }];
}

} // pass = "peak"

//===----------------------------------------------------------------------===//
// alias
//===----------------------------------------------------------------------===//

let pass = "alias", restsOn = [Sizes, Places, LiveRanges, Program] in {

def BuffersFound : Remark<Analysis,
    "{Values} values in {Count} buffers; buffers of several values: {Shared}{Links}",
    [CountArg<"Values", "Values with bytes and a live range">,
     CountArg<"Count", "Buffers">,
     CountArg<"Shared", "Buffers of more than one value">,
     StringArg<"Links", "How often each reason joins two values, where any does">]> {
  let description = [{
    Values that take over one slice from each other are one buffer. Not for
    thread-local allocations. An instruction that writes where it reads counts
    under its opcode.
  }];
}

def BufferRow : Row<Analysis,
    !listconcat([
     BytesColumn<"Size", "size", "The largest value in it, with padding">,
     CountColumn<"Values", "values", "Values in it">,
     RangeColumn<"Range", "live", "From the first to the last">,
     ValueColumn<"Value", "first", "Its first value">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     StringColumn<"Links", "joined by", "Why they share it">],
     NameColumns)> {
  let description = [{
    A buffer of several values, the largest first.
  }];
}

def BufferRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Buffers of several values that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the list of buffers.
  }];
}

def UnknownLinks : Note<Analysis,
    "the dump does not show why {Count} values, {Size}, lie where the one before "
    "does",
    [CountArg<"Count", "Values that take over for no reason that is seen">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    They are neither phis nor do they read what they take over from, or the dump
    has no uses.
  }];
}

def NotInBuffers : Note<Analysis,
    "values without a live range are in no buffer: {Count} with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    The dump does not say when these values are live.
  }];
}

def BuffersUnknown : Remark<Analysis,
    "{Size} allocated; which values share it is unknown, since the dump has no "
    "live ranges{Why}",
    [BytesArg<"Size", "All allocations but thread-local ones">,
     StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    The dump does not say when its values are live.
  }];
}

def BufferOf : Remark<Analysis,
    "the buffer of {Value}: {Count} values, {Size}, live {Range}",
    [ValueArg<"Value", "The value that was asked for">,
     CountArg<"Count", "Values in it">,
     BytesArg<"Size", "The largest value in it, with padding">,
     RangeArg<"Range", "From the first to the last">]> {
  let description = [{
    The buffer of the option `value`.
  }];
}

def NoBufferOf : Remark<Analysis,
    "{Value} of {Size} is in no buffer: it has no bytes, no live range, or is "
    "thread-local",
    [ValueArg<"Value", "The value that was asked for">,
     BytesArg<"Size", "Padded">]> {
  let description = [{
    For a value of the option `value` for which sharing means nothing, or is
    unknown.
  }];
}

def BufferMember : Row<Analysis,
    [RangeColumn<"Range", "live">,
     ValueColumn<"Value", "value">,
     BytesColumn<"Size", "size", "Padded">,
     StringColumn<"Link", "joined by", "Why it lies where the one before does">,
     StringColumn<"By", "by", "The opcode that defines it, where it is known">]> {
  let description = [{
    The values of that buffer in the order in which they take over.
  }];
}

def LoopFound : Remark<Analysis,
    "{Loop}: {Trips}, carries {Size} in {Count} leaves: {InPlace} in place, "
    "{Invariant} invariant, {Copied} copied; {Phis} phis",
    [InstructionArg<"Loop">,
     StringArg<"Trips", "Iterations, each time that it is reached">,
     BytesArg<"Size", "Sizes of the leaves, with padding">,
     CountArg<"Count", "Arrays that it carries">,
     CountArg<"InPlace", "Leaves whose values share one slice">,
     CountArg<"Invariant", "Leaves that pass through unchanged">,
     CountArg<"Copied", "Leaves whose values have different slices">,
     CountArg<"Phis", "Of its parameters and result, pointer tables too">]> {
  let description = [{
    A `while`, in the order of the schedule.
  }];
}

def LoopParts : Note<Analysis,
    "begins with {Init}; condition {Condition}, body {Body}{Around}",
    [StringArg<"Init", "The tuple">,
     StringArg<"Condition", "The computation and its parameter">,
     StringArg<"Body", "The computation, its parameter and its root">,
     StringArg<"Around", "The loops and branches that it is in">]> {
  let description = [{
    What the loop consists of.
  }];
}

def LoopLeaf : Row<Analysis,
    [BytesColumn<"Size", "size", "With padding">,
     StringColumn<"Index", "leaf", "Its index in the tuple">,
     StringColumn<"State", "state", "What each iteration does with it">,
     StringColumn<"Slice", "slice", "Allocation and offset">,
     StringColumn<"From", "from", "The value that the loop begins with">,
     ValueColumn<"Value", "to", "The value that the loop ends with">,
     ShapeColumn<"Shape", "shape">]> {
  let description = [{
    A leaf that the loop carries, the largest first.
  }];
}

def LoopLeafRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Leaves that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the leaves of a loop.
  }];
}

def LoopLeavesUnknown : Note<Analysis,
    "what becomes of {Count} leaves, {Size}, is unknown: {Why}",
    [CountArg<"Count", "Leaves of which not all values are known">,
     BytesArg<"Size", "Sizes of what is known of them">,
     StringArg<"Why", "What is missing">]> {
  let description = [{
    Where the parameters or the root of a loop's computations are not known, its
    leaves may be in place or not. Copies may be missing then, too.
  }];
}

def LoopCopies : Remark<Analysis,
    "{Loop}: loop-carried copies: {Count} with {Size}{Moved}; cost at the live peak: "
    "{Cost} (upper bound)",
    [InstructionArg<"Loop">,
     CountArg<"Count", "Loop copies">,
     BytesArg<"Size", "Their sizes: moved once in each iteration">,
     StringArg<"Moved", "What is moved in all iterations, where it is known">,
     BytesArg<"Cost", "At most so much of the live peaks of all spaces">]> {
  let hotness = "Cost";
  let description = [{
    Copies of carried leaves that a loop makes because the old contents are still
    read when the leaf's slice is written anew.
  }];
}

def LoopCopyRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Moved once in each iteration">,
     OptionalBytesColumn<"Moved", "moved", "In all iterations">,
     BytesColumn<"Cost", "cost at most", "Of the live peak, without it">,
     StringColumn<"AtPeak", "at peak", "Live at the peak of its memory space">,
     ValueColumn<"Value", "copy">,
     StringColumn<"Leaf", "of", "The carried leaf that it copies">,
     StringColumn<"Why", "why", "Who reads it when the leaf is written">]> {
  let hotness = "Cost";
  let description = [{
    A loop-carried copy, the largest first. `Cost` is the live peak of its memory
    space less that peak without the copy and with the leaf live as long as it is
    read: an upper bound, since a program without the copy may need another one.
  }];
}

def LoopCopyRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Loop copies that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the copies of a loop.
  }];
}

def ConditionalFound : Remark<Analysis,
    "{Conditional}: {Count} branches; values that live in one alone: {Values} with "
    "{Size}; pairs that could share bytes and do not: {Pairs} with {Unshared}",
    [InstructionArg<"Conditional">,
     CountArg<"Count", "Branches">,
     CountArg<"Values", "Values that live within one branch">,
     BytesArg<"Size", "Their sizes">,
     CountArg<"Pairs", "Pairs that could share bytes and do not">,
     BytesArg<"Unshared", "The sizes of one of each pair">]> {
  let hotness = "Unshared";
  let description = [{
    Only one of the branches runs, so that their values could share bytes. That
    they do not costs nothing at the peak, since the times of branches differ, but
    perhaps a larger allocation.
  }];
}

def ConditionalUnknown : Remark<Analysis,
    "{Conditional}: it is unknown which instructions are in its branches",
    [InstructionArg<"Conditional">]> {
  let description = [{
    Neither the dump nor an HLO text beside it tells.
  }];
}

def UnsharedRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Of each of the two">,
     ValueColumn<"Value", "value", "In one branch">,
     RangeColumn<"Range", "live">,
     StringColumn<"Other", "and", "In the next branch">,
     RangeColumn<"OtherRange", "live">]> {
  let description = [{
    Values of two neighbouring branches of one size that lie in different bytes.
  }];
}

def UnsharedRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Pairs that have no row">,
     BytesArg<"Size", "Of one of each pair">]> {
  let description = [{
    What the option `top` left out of the pairs.
  }];
}

def ArgumentsFound : Remark<Analysis,
    "arguments: {Count} with {Size}; donated: {Donated} with {DonatedSize}; not "
    "donated, a result fits: {Possible}; fits if written in place: {IfInPlace}; none "
    "fits: {Blocked}; unknown: {Unknown}",
    [CountArg<"Count", "Parameter allocations">,
     BytesArg<"Size", "Their sizes">,
     CountArg<"Donated", "A result may take them over">,
     BytesArg<"DonatedSize", "Their sizes">,
     CountArg<"Possible", "A result could take them over">,
     CountArg<"IfInPlace", "One could if their last reader works in place">,
     CountArg<"Blocked", "No result can">,
     CountArg<"Unknown", "The dump does not show when they are read">]> {
  let description = [{
    Arguments by whether they are donated, and else by whether a result fits: one of
    the same shape that is not written too early (docs/MemoryModel.md, "Arguments").
  }];
}

defvar DonationColumns = !listconcat([
  BytesColumn<"Size", "size", "Of the argument, with padding">,
  StringColumn<"Kind", "argument", "Its number">,
  ValueColumn<"Value", "value">,
  ShapeColumn<"Shape", "shape", "Of the argument">,
  StringColumn<"Read", "last read", "When, by what">,
  StringColumn<"Result", "for result", "That could have its memory">,
  StringColumn<"Written", "written", "When, by what">],
  NameColumns);

def DonationsPossible : Remark<Analysis,
    "arguments that are not donated although a result of the same shape fits: {Count} "
    "with {Size}; what donating them saves is not calculated",
    [CountArg<"Count", "Arguments that a result could take over">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    In JAX `donate_argnums` donates arguments. What that saves is not their size: it
    depends on when they and the results are live.
  }];
}

def DonationRow : Row<Analysis, DonationColumns> {
  let description = [{
    An argument that is not donated though a result fits, the largest first. If one
    instruction reads it last and writes the result, it can do so in place.
  }];
}

def DonationRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Such arguments that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of them.
  }];
}

def DonationsIfInPlace : Remark<Analysis,
    "arguments that are not donated although a result of the same shape fits if what "
    "reads them last writes in place: {Count} with {Size}",
    [CountArg<"Count", "Arguments that a result perhaps could take over">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    Without those of DonationsPossible. The dump does not show what a fusion does;
    the HLO text beside it may.
  }];
}

def IfInPlaceRow : Row<Analysis, DonationColumns> {
  let description = [{
    An argument that a result fits if the instruction that reads it last and writes
    the result can do so in place, the largest first.
  }];
}

def IfInPlaceRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Such arguments that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of them.
  }];
}

def DonationCondition : Note<Analysis,
    "the caller cannot use an argument any more once it has donated it", []> {
  let description = [{
    Below the arguments that a result fits, once.
  }];
}

def ArgumentsBlocked : Remark<Analysis,
    "arguments that no result fits as the program is scheduled: {Count} with {Size}",
    [CountArg<"Count", "Arguments that no result can take over">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    The headline of BlockedRow.
  }];
}

defvar BlockedColumns = !listconcat([
  BytesColumn<"Size", "size", "Of the argument, with padding">,
  StringColumn<"Kind", "argument", "Its number">,
  StringColumn<"Value", "value">,
  StringColumn<"Shape", "shape", "Of the argument">,
  StringColumn<"Why", "why not">],
  NameColumns);

def BlockedRow : Row<Analysis, BlockedColumns> {
  let description = [{
    An argument that is not donated and that no result fits, or of which that is
    unknown, the largest first.
  }];
}

def BlockedRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Such arguments that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of them.
  }];
}

def ArgumentsUnknown : Remark<Analysis,
    "arguments of which the dump does not show when they are read: {Count} with "
    "{Size}",
    [CountArg<"Count", "Arguments">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    Whether a result fits them is unknown. Has BlockedRow too.
  }];
}

def AliasFromDerivedRanges : FromDerivedRanges {
  let description = [{
    Comes before all others of the pass.
  }];
}

def ComputationsUnknown : Remark<Analysis,
    "neither the dump nor an HLO text beside it tells which computation owns each "
    "instruction; loops are recognized by their types and slices instead",
    []> {
  let description = [{
    Only where there are loops or conditionals. What is in a branch is unknown, and
    so is how often a loop in a branch runs.
  }];
}

} // pass = "alias"

//===----------------------------------------------------------------------===//
// liveness
//===----------------------------------------------------------------------===//

let pass = "liveness" in {

def LivenessFound : Remark<Analysis,
    "{Known} of {Count} values have a live range ({How}), over {Times} times; "
    "bytes x time: {Area}",
    [CountArg<"Known", "Values with bytes and a live range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">,
     StringArg<"How", "\"printed\" or \"derived\"">,
     CountArg<"Times", "Length of the schedule">,
     BytesArg<"Area", "Live bytes added up over all times, each byte once">]> {
  let description = [{
    The first remark of the pass, unless ranges are derived. With the option
    `space` it is of that space. `Area` is what `attribute<integral>` rolls up.
  }];
}

def LivenessUnknownRanges : Note<Analysis,
    "values without a live range are nowhere below: {Count} with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    The dump does not say when these values are live.
  }];
}

def LivenessUnknownReads : Note<Analysis,
    "values of which the dump does not show all reads: {Count} with {Size}; they "
    "are in no list of gaps",
    [CountArg<"Count", "Values with a live range but unknown reads">,
     BytesArg<"Size", "Their padded sizes">]> {
  let description = [{
    The dump has no uses for them, or an instruction that is not scheduled is among
    them.
  }];
}

def LivenessThreadLocal : Note<Analysis,
    "thread-local values have no live range: {Count} with {Size}",
    [CountArg<"Count", "Values in thread-local allocations">,
     BytesArg<"Size", "Their padded sizes">]> {
  let description = [{
    They are counted nowhere else in this pass.
  }];
}

def LiveBytesOverTime : Remark<Analysis,
    "{Space}: live bytes over {Times} times; the most, {Peak}, at {At} "
    "({Instruction})",
    [SpaceArg<"Space">,
     CountArg<"Times", "Length of the schedule">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">]> {
  let description = [{
    The headline of LiveBytesBar, one for each memory space.
  }];
}

def LiveBytesBar : Row<Analysis,
    [RangeColumn<"Range", "times", "Both ends included">,
     BytesColumn<"Live", "most", "The most that is live at one of them">,
     TimeColumn<"At", "at", "The earliest of them with that many">,
     StringColumn<"Bar", "live", "A bar of that length; 30 characters for the peak">]> {
  let description = [{
    Some times, one after the other, with the most bytes that are live at one of
    them. A time that has nothing live has no bar; anything else at least one
    character.
  }];
}

def LiveBytesMissing : Note<Analysis,
    "without the values whose live range is unknown: {Count} with {Size}",
    [CountArg<"Count", "Values of the space without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    The bars may be too short by so much.
  }];
}

def LongestLived : Remark<Analysis,
    "values by bytes x time: {Count}; {Area} together, each by itself",
    [CountArg<"Count", "Values with bytes and a live range">,
     BytesArg<"Area", "Size times length, of every value by itself">]> {
  let description = [{
    The headline of LongestLivedRow. Values that share bytes count each by itself
    here.
  }];
}

def LongestLivedRow : Row<Analysis,
    !listconcat([
     BytesColumn<"Area", "bytes x time", "Size times length">,
     BytesColumn<"Size", "size", "With padding">,
     RangeColumn<"Range", "live">,
     CountColumn<"Length", "length", "Times of the schedule in the range">,
     StringColumn<"FirstRead", "first read", "When; \"never\" or \"?\"">,
     CountColumn<"Gap", "longest gap", "In which nobody touches it">,
     CountColumn<"Reads", "reads">,
     ValueColumn<"Value", "value">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     DataColumn<StringType, "How", "known", "\"printed\" or \"derived\"">],
     NameColumns)> {
  let description = [{
    A value, the most bytes x time first.
  }];
}

def LongestLivedRest : Note<Analysis,
    "and {Count} more of {Area} together; 'all' lists them",
    [CountArg<"Count", "Values that have no row">,
     BytesArg<"Area", "Size times length of each">]> {
  let description = [{
    What the option `top` left out of the list of values.
  }];
}

def NeverRead : Remark<Analysis,
    "values that nothing reads: {Count} with {Size}; bytes x time: {Area}",
    [CountArg<"Count", "Values that nothing reads">,
     BytesArg<"Size", "Their padded sizes">,
     BytesArg<"Area", "Size times length of each">]> {
  let description = [{
    Neither an instruction nor the caller reads them, and nothing takes over their
    bytes: results of a loop that are not needed, arguments that are not used.
  }];
}

def NeverReadRow : Row<Analysis,
    [BytesColumn<"Size", "size", "With padding">,
     RangeColumn<"Range", "live">,
     ValueColumn<"Value", "value">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     StringColumn<"What", "what it is">]> {
  let description = [{
    A value that nothing reads, the largest first.
  }];
}

def NeverReadRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Such values that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of them.
  }];
}

def GapsFound : Remark<Analysis,
    "gaps in which nobody touches a value: {Count}; bytes x time: {Area}; before the "
    "first read {Before}, between reads {Between}, after the last {After}",
    [CountArg<"Count", "Gaps">,
     BytesArg<"Area", "Size of the value times length of the gap, added up">,
     BytesArg<"Before", "The part before the first reads">,
     BytesArg<"Between", "The part between reads">,
     BytesArg<"After", "The part after the last reads">]> {
  let description = [{
    The headline of GapRow.
  }];
}

def GapRow : Row<Analysis,
    [BytesColumn<"Area", "bytes x time", "Size times length">,
     BytesColumn<"Size", "size", "Of the value, with padding">,
     RangeColumn<"Range", "gap", "When nobody touches it">,
     DataColumn<CountType, "Length", "length", "Of the gap">,
     StringColumn<"Where", "where">,
     ValueColumn<"Value", "value">,
     StringColumn<"What", "what-if", "Or why it stays">]> {
  let description = [{
    A gap, the most bytes x time first, with what the dump does not rule out in it.
    Only a gap at the peak concerns the live peak: see GapAtPeakRow.
  }];
}

def GapRest : Note<Analysis,
    "and {Count} more of {Area} together; 'top=0' lists all",
    [CountArg<"Count", "Gaps that have no row">,
     BytesArg<"Area", "Size times length of each">]> {
  let description = [{
    What the option `top` left out of the list of gaps.
  }];
}

def IdleAtPeak : Remark<Analysis,
    "{Space}: of the peak of {Peak} at {At}, {Share} is idle: {Size} in {Count} "
    "values that nobody touches then",
    [SpaceArg<"Space">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     PercentArg<"Share", "Size in Peak">,
     BytesArg<"Size", "Their bytes, each once; none that others touch">,
     CountArg<"Count", "Values with a gap then">]> {
  let description = [{
    How much of the peak waits. One for each memory space that has such values.
  }];
}

def GapsAtPeak : Remark<Analysis,
    "{Space}: idle values without which the live peak is lower: {Count}; removing the "
    "first alone gives {LivePeak}",
    [SpaceArg<"Space">,
     CountArg<"Count", "Values listed below it">,
     BytesArg<"LivePeak", "The lowest live peak without one of them">]> {
  let description = [{
    The headline of GapAtPeakRow.
  }];
}

def GapAtPeakRow : Row<Analysis,
    !listconcat([
     BytesColumn<"LivePeak", "live peak without it", "And with all others">,
     BytesColumn<"Size", "size", "Of the value, with padding">,
     RangeColumn<"Range", "gap", "When nobody touches it">,
     ValueColumn<"Value", "value">,
     StringColumn<"What", "what-if">],
     NameColumns)> {
  let hotness = "Size";
  let description = [{
    A gap at the peak, the one with the lowest live peak first. `LivePeak` is the peak
    of its memory space without the value in the gap: a what-if of live bytes, not
    what a compiled program would allocate. A value that begins later, or is computed
    again, needs nothing that is not live then anyway.
  }];
}

def GapsAtPeakRest : Note<Analysis,
    "and {Count} more, not evaluated; 'top=0' evaluates all",
    [CountArg<"Count", "Gaps at the peak that have no row">]> {
  let description = [{
    The live peak is calculated for as many as the option `top` says, those first
    without which it could be lowest.
  }];
}

def ValueExplained : Remark<Analysis,
    "{Value}: live {Range} ({How}), length {Length}, {Size}; bytes x time: {Area}; "
    "{Kind}, allocation {Allocation} at {Offset}",
    [ValueArg<"Value">,
     RangeArg<"Range">,
     StringArg<"How", "\"printed\" or \"derived\"">,
     CountArg<"Length", "Times of the schedule in the range">,
     BytesArg<"Size", "With padding">,
     BytesArg<"Area", "Size times length">,
     StringArg<"Kind", "What its allocation is for">,
     CountArg<"Allocation", "Its number">,
     CountArg<"Offset", "Where it begins there">]> {
  let description = [{
    The headline of all that the option `value` reports.
  }];
}

def ValueRangeUnknown : Remark<Analysis,
    "{Value}: {Size}; it is unknown when it is live{Why}; {Kind}, allocation "
    "{Allocation} at {Offset}",
    [ValueArg<"Value">,
     BytesArg<"Size", "With padding">,
     StringArg<"Why">,
     StringArg<"Kind", "What its allocation is for">,
     CountArg<"Allocation", "Its number">,
     CountArg<"Offset", "Where it begins there">]> {
  let description = [{
    With the option `value`, of a value that has no live range.
  }];
}

def ValueBegins : Note<Analysis,
    "begins at {At} ({Instruction}): {Why}",
    [TimeArg<"At">,
     InstructionArg<"Instruction", "What runs then">,
     StringArg<"Why">]> {
  let description = [{
    Why the value with the option `value` begins when it does.
  }];
}

def ValueEnds : Note<Analysis,
    "ends at {At} ({Instruction}): {Why}",
    [TimeArg<"At">,
     StringArg<"Instruction", "What runs then; \"end of program\"">,
     StringArg<"Why">]> {
  let description = [{
    Why the value with the option `value` ends when it does.
  }];
}

def ValueForwarded : Note<Analysis,
    "stands also at {Positions}",
    [StringArg<"Positions", "Without the definition, in the order of the dump">]> {
  let description = [{
    Further positions of the value: instructions that forward it.
  }];
}

def ValueReadsUnknown : Note<Analysis,
    "who reads it is unknown: the dump does not show it all", []> {
  let description = [{
    The dump has no uses for it, or an instruction that is not scheduled is among
    them.
  }];
}

def ValueRead : Row<Analysis,
    [TimeColumn<"At", "time", "When that counts">,
     InstructionColumn<"Reader", "reader">,
     StringColumn<"Operand", "as", "Which operand, or \"forwards it\"">,
     CountColumn<"Gap", "gap before", "Times since anybody touched the value">,
     StringColumn<"Opcode", "opcode">]> {
  let description = [{
    An instruction that reads the value with the option `value`, in the order of
    time.
  }];
}

def ValueSharesBytes : Remark<Analysis,
    "other values with bytes of its slice: {Count}; {Before} before it, {Same} at the "
    "same time, {After} after it, {Unknown} at unknown times",
    [CountArg<"Count", "Values that share a byte with it">,
     CountArg<"Before", "Those that end before it begins">,
     CountArg<"Same", "Those that are live with it">,
     CountArg<"After", "Those that begin after it ends">,
     CountArg<"Unknown", "Those without a live range">]> {
  let description = [{
    The headline of ValueSharesBytesRow. Values that hand over to each other are
    live at one common time.
  }];
}

def ValueSharesBytesRow : Row<Analysis,
    [OptionalRangeColumn<"Range", "live">,
     ValueColumn<"Value", "value">,
     BytesColumn<"Size", "size", "With padding">,
     BytesColumn<"Shared", "shared", "Bytes of both">,
     StringColumn<"When", "when", "Before, with or after it">,
     StringColumn<"Link", "joined by",
                  "Of one in the same buffer why it has the slice">]> {
  let description = [{
    A value that has bytes of the same slice, in the order of time. Of many those
    nearest in time are listed.
  }];
}

def ValueSharesBytesRest : Note<Analysis,
    "and {Count} more, farther away in time; 'top=0' lists all",
    [CountArg<"Count", "Values that have no row">]> {
  let description = [{
    What the option `top` left out of them.
  }];
}

def LivenessFromDerivedRanges : Remark<Analysis,
    "the dump prints no live ranges: derived from schedule, positions and uses "
    "by XLA's rules for {Known} of {Count} values",
    [CountArg<"Known", "Values with a derived live range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">]> {
  let description = [{
    Comes before all others of the pass.
  }];
}

def LivenessUnknown : Remark<Analysis,
    "{Count} values of {Size}: when they are live is unknown, since the dump has no "
    "live ranges{Why}",
    [CountArg<"Count", "Values with bytes, thread-local ones aside">,
     BytesArg<"Size", "Their slices, bytes shared by several once">,
     StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    The dump does not say when its values are live.
  }];
}

def NothingInSpaceForLiveness : NothingIn;

} // pass = "liveness"

//===----------------------------------------------------------------------===//
// frag
//===----------------------------------------------------------------------===//

let pass = "frag" in {

def ArenaFragmentation : Remark<Analysis,
    "{Space}: allocation {Allocation} ({Kind}) of {Size} is {Share} free at its "
    "fullest: fragmentation {Fragmentation}, load {Load} at time {At} "
    "({Instruction})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     StringArg<"Kind", "What the allocation is">,
     BytesArg<"Size", "Size of the allocation">,
     PercentArg<"Share", "Fragmentation in Size">,
     BytesArg<"Fragmentation", "Size less Load">,
     BytesArg<"Load", "The most bytes of it that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">]> {
  let hotness = "Fragmentation";
  let description = [{
    Fragmentation of an arena as XLA defines it: the part of it that is free even
    when most of it is live.
  }];
}

def ArenaPart : Row<Analysis,
    [StringColumn<"Part", "part",
                  "load, sharing, alignment, shape, policy or packing">,
     BytesColumn<"Least", "at least", "What is sure of it">,
     BytesColumn<"Most", "at most", "The same where it is known exactly">,
     StringColumn<"Why", "since", "What it is due to">]> {
  let description = [{
    A part of the size of that arena; the parts add up to it
    (docs/MemoryModel.md, "What the size of an arena is due to"). Only where some of
    it is not load.
  }];
}

def SmallerPlacement : Note<Missed,
    "another placement takes {Best}, {Difference} less: '{Pass}' makes it; none takes less "
    "than {Bound} (profile {Profile}{Proof}){Advice}",
    [BytesArg<"Best", "What the best placement takes that was found">,
     BytesArg<"Difference", "The size of the arena less that">,
     StringArg<"Pass", "What changes the dump to that">,
     BytesArg<"Bound", "No placement takes less">,
     StringArg<"Profile", "What may move: xla or free">,
     StringArg<"Proof", "That it is the best, where that is proven">,
     StringArg<"Advice", "How to know more where it is not">]> {
  let hotness = "Difference";
  let description = [{
    A better placement of the values of that arena was found.
  }];
}

def BestPlacement : Note<Passed,
    "no placement takes less than {Best} (profile {Profile}, proven optimal)",
    [BytesArg<"Best", "What the present placement takes">,
     StringArg<"Profile", "What may move: xla or free">]> {
  let description = [{
    That arena is proven to be as small as it can be.
  }];
}

def UnprovenPlacement : Note<Analysis,
    "{Search}; none takes less than {Bound} (profile {Profile}){Advice}",
    [StringArg<"Search", "Whether a better placement was looked for">,
     BytesArg<"Bound", "No placement takes less">,
     StringArg<"Profile", "What may move: xla or free">,
     StringArg<"Advice", "How to know more">]> {
  let description = [{
    No better placement of the values of that arena is known, but there may be one.
  }];
}

def ArenaNotSplit : Note<Analysis,
    "what the rest is due to is not known: {Why}",
    [StringArg<"Why", "What is missing">]> {
  let description = [{
    That arena cannot be taken for a packing problem.
  }];
}

def Hole : Row<Analysis,
    [BytesColumn<"Size", "hole", "Its length">,
     CountColumn<"Offset", "offset", "Byte of the allocation where it begins">,
     StringColumn<"After", "after", "The value that ends where it begins">,
     StringColumn<"Before", "before", "The value that begins where it ends">]> {
  let description = [{
    A run of bytes of the arena that no value uses at that time, the largest
    first, between the values that bound it.
  }];
}

def HoleRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Holes that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the list.
  }];
}

def ArenaUnknownRanges : Note<Analysis,
    "values without a live range are not counted: {Count}; less may be free",
    [CountArg<"Count", "Values with bytes but without a live range">]> {
  let description = [{
    The dump does not say when these values are live.
  }];
}

def ArenaHoldsScoped : Remark<Analysis,
    "{Space}: the fragmentation of allocation {Allocation} of {Size} is unknown: "
    "it may also hold scoped memory",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Size of the allocation">]> {
  let description = [{
    Instructions ask for scoped memory in that space, and the allocation is large
    enough for it. What no value holds may be theirs while they run, and where that is
    is not told. It counts nowhere.
  }];
}

def ArenaUnknown : Remark<Analysis,
    "{Space}: the fragmentation of allocation {Allocation} of {Size} is unknown: "
    "no value in it has a live range",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Size of the allocation">]> {
  let description = [{
    The dump does not say when its values are live. It counts nowhere.
  }];
}

def SpaceFragmentation : Remark<Analysis,
    "{Space}: {Count} allocations of {Size} together are {Share} free, each at "
    "its fullest: fragmentation {Fragmentation}",
    [SpaceArg<"Space">,
     CountArg<"Count", "Allocations that were reported">,
     BytesArg<"Size", "Their sizes added up">,
     PercentArg<"Share", "Fragmentation in Size">,
     BytesArg<"Fragmentation", "Theirs added up">]> {
  let hotness = "Fragmentation";
  let description = [{
    The fragmentation of the allocations that are reported for one memory space,
    without those of ArenaTooSmall. Only where there is more than one.
  }];
}

def FullArenas : Note<Analysis,
    "no byte free in {Count} of them, {Size}; 'all' reports each",
    [CountArg<"Count", "Arenas without fragmentation">,
     BytesArg<"Size", "Their sizes added up">]> {
  let description = [{
    Arenas that have no remark of their own.
  }];
}

def OnlyThreadLocal : Remark<Analysis,
    "nothing to report: no allocations but thread-local ones", []> {
  let description = [{
    The dump has nothing but thread-local allocations.
  }];
}

def NoArenaInSpace : NothingIn;

def NoArena : Remark<Analysis,
    "nothing to report: no allocation holds more than one value; 'all' reports "
    "the others too", []> {
  let description = [{
    The dump has no arena, or none in the memory space that was asked for.
  }];
}

def FragFromDerivedRanges : FromDerivedRanges {
  let description = [{
    As PeakFromDerivedRanges.
  }];
}

def FragmentationUnknown : Remark<Analysis,
    "the fragmentation is unknown, since the dump has no live ranges{Why}",
    [StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    The dump does not say when its values are live.
  }];
}

def ArenaTooSmall : Remark<Failure,
    "{Space}: allocation {Allocation} of {Size} is smaller than the slices in "
    "it: the dump contradicts itself, and the fragmentation is unknown",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Size of the allocation">]> {
  let isWarning = true;
  let description = [{
    A value's slice reaches beyond the end of its allocation.
  }];
}

} // pass = "frag"

//===----------------------------------------------------------------------===//
// padding
//===----------------------------------------------------------------------===//

let pass = "padding" in {

def PaddingOfPeak : Remark<Analysis,
    "{Space}: {Padding} of padding at the peak of {Peak} at time {At} "
    "({Instruction}), {Share} of what is live then",
    [SpaceArg<"Space">,
     BytesArg<"Padding", "Size less logical size of all live buffers">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">,
     PercentArg<"Share", "Padding in Peak">]> {
  let description = [{
    One for each space. The padding is that of PeakPadding.
  }];
}

def PaddingParts : Note<Analysis,
    "by tiles {Tiles}, by tuple tables {Tables}, otherwise {Other}",
    [BytesArg<"Tiles", "What the tile rule explains">,
     BytesArg<"Tables", "Pointer tables of tuples that are rounded up">,
     BytesArg<"Other", "Room that the shape does not explain">]> {
  let description = [{
    The padding of PaddingOfPeak by its cause; the three add up to it.
  }];
}

def PaddingUnknown : Note<Analysis,
    "not counted, since the logical size is unknown: {Count} of them with {Size}",
    [CountArg<"Count", "Live buffers whose logical size is unknown">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    As PeakPaddingUnknown.
  }];
}

def PaddingNoRanges : Note<Analysis,
    "not counted, since they have no live range: {Count} values with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    As UnknownRanges.
  }];
}

def PaddedBuffer : Row<Analysis,
    !listconcat([
     BytesColumn<"Padding", "padding", "Size less Logical">,
     BytesColumn<"Size", "size", "Bytes in memory">,
     BytesColumn<"Logical", "logical",
                 "The largest logical size of a value in it">,
     StringColumn<"Factor", "factor", "Size by Logical">,
     ValueColumn<"Value", "value", "The value with that logical size">,
     ShapeColumn<"Shape", "shape">,
     StringColumn<"Pays", "rounded up",
                  "The extents that the tile rounds up, or another cause">],
     NameColumns)> {
  let description = [{
    A buffer with padding that is live at the peak, the one with the most first.
    With PaddingRest these add up to PaddingOfPeak.
  }];
}

def PaddingRest : Note<Analysis,
    "and {Count} more with padding of {Padding} together; 'top=0' lists all",
    [CountArg<"Count", "Rows that were left out">,
     BytesArg<"Padding", "Their padding">]> {
  let description = [{
    What the option `top` left out of the list above it.
  }];
}

defvar PaddingSumColumns = [
  BytesColumn<"Padding", "padding", "Theirs added up">,
  PercentColumn<"Share", "share", "Padding in all at the peak">,
  BytesColumn<"Size", "size", "Bytes in memory">,
  CountColumn<"Count", "buffers", "Live buffers, padded or not">];

def PaddingByShape : Row<Analysis,
    !listconcat(PaddingSumColumns, [ShapeColumn<"Shape", "shape">])> {
  let description = [{
    The padding at the peak of all buffers of one shape, the most first.
  }];
}

def PaddingBySource : Row<Analysis,
    !listconcat(PaddingSumColumns,
                [StringColumn<"Line", "source",
                              "File and line in the user's program; `?` where "
                              "they are unknown">])> {
  let description = [{
    The padding at the peak of all buffers of one line of the user's program, the
    most first.
  }];
}

def PaddingFromDerivedRanges : FromDerivedRanges {
  let description = [{
    As PeakFromDerivedRanges.
  }];
}

def PaddingPeakUnknown : Remark<Analysis,
    "{Space}: {Allocated} allocated; the padding at the peak is unknown, since the "
    "dump has no live ranges{Why}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated",
              "All allocations of the space but thread-local ones">,
     StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    As PeakUnknown.
  }];
}

def PaddedShapes : Remark<Analysis,
    "shapes that tiles pad, in the whole program: {Count}, of {Values} values",
    [CountArg<"Count", "Shapes">,
     CountArg<"Values", "Values of these shapes">]> {
  let description = [{
    Comes before the list of these shapes, in all memory spaces.
  }];
}

def PaddedShape : Row<Analysis,
    [BytesColumn<"Padding", "padding", "Size less Logical">,
     BytesColumn<"Size", "size", "Bytes of one value by the tile rule">,
     BytesColumn<"Logical", "logical", "Bytes of its elements">,
     StringColumn<"Factor", "factor", "Size by Logical">,
     CountColumn<"Values", "values", "Values with this shape">,
     ShapeColumn<"Shape", "shape">,
     StringColumn<"Pays", "rounded up", "The extents that the tile rounds up">,
     StringColumn<"Full", "full at",
                  "The nearest extents that it would not round up">,
     StringColumn<"Order", "smallest order",
                  "The order of the same dimensions, from most minor to most major, "
                  "that takes the least under the same tile; empty if it is that of "
                  "the layout">,
     BytesColumn<"SizeInOrder", "size in it", "Bytes of one value in that order">]> {
  let description = [{
    A shape that tiles pad, with what is true of one value; the one with the most
    padding first. XLA chooses the order itself, whatever it is in the program.
  }];
}

def PaddedShapesRest : Note<Analysis,
    "and {Count} more shapes; 'top=0' lists all",
    [CountArg<"Count", "Shapes that have no row">]> {
  let description = [{
    What the option `top` left out of the list of shapes.
  }];
}

def PaddingThreadLocal : Remark<Analysis,
    "apart from that, {Waste} of thread-local allocations are waste; see the pass "
    "'thread-local'",
    [BytesArg<"Waste", "Their sizes less what they hold">]> {
  let description = [{
    Such allocations are in no peak.
  }];
}

def NoPaddingInSpace : Remark<Analysis,
    "nothing in {Space}, only in {Present}",
    [SpaceArg<"Space">,
     StringArg<"Present", "The memory spaces that have something">]> {
  let description = [{
    The dump has no allocation in the memory space that was asked for, but for
    thread-local ones.
  }];
}

def NoPadding : Remark<Analysis,
    "nothing to report: no value outside of thread-local allocations has padding, "
    "as far as is known",
    []> {
  let description = [{
    Neither at a peak nor at any other time.
  }];
}

} // pass = "padding"

//===----------------------------------------------------------------------===//
// drop-thread-local
//===----------------------------------------------------------------------===//

let pass = "drop-thread-local", restsOn = [Sizes] in {

def DroppedThreadLocal : Remark<Passed,
    "thread-local allocations removed: {Allocations} with {Values} values, "
    "{Size}; the total is {After}, before it was {Before}",
    [CountArg<"Allocations", "How many were removed">,
     CountArg<"Values", "How many values were in them">,
     BytesArg<"Size", "The sizes of what was removed">,
     BytesArg<"After", "The sizes of all allocations that are left">,
     BytesArg<"Before", "The sizes of all allocations before">]> {
  let description = [{
    The allocations that are left have new numbers, and the module's total is that
    of device memory.
  }];
}

def ThreadLocalUnknown : Remark<Analysis,
    "nothing to remove: which allocations are thread-local is unknown, since the "
    "dump has no allocations", []> {
  let description = [{
    Of a split dump another part was read alone, with `-no-siblings`.
  }];
}

def NoThreadLocal : Remark<Analysis,
    "nothing to remove: no allocation is thread-local", []> {
  let description = [{
    The module stays as it is.
  }];
}

} // pass = "drop-thread-local"

//===----------------------------------------------------------------------===//
// repack
//===----------------------------------------------------------------------===//

let pass = "repack" in {

def ArenaBelowOptimum : Remark<Missed,
    "{Space}: allocation {Allocation}: fits in {After} instead of {Before}, "
    "{Difference} less: proven optimal ({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"After", "Its size now">,
     BytesArg<"Before", "Its size before">,
     BytesArg<"Difference", "Before less After">,
     StringArg<"Rules", "Profile and alignment">]> {
  let hotness = "Difference";
  let description = [{
    The buffers of the arena have new places. No placement is smaller under these
    rules.
  }];
}

def ArenaCanBeSmaller : Remark<Missed,
    "{Space}: allocation {Allocation}: fits in {After} instead of {Before}, "
    "{Difference} less; none takes less than {Bound} ({Rules}){Advice}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"After", "Its size now">,
     BytesArg<"Before", "Its size before">,
     BytesArg<"Difference", "Before less After">,
     BytesArg<"Bound", "No placement is smaller">,
     StringArg<"Rules", "Profile and alignment">,
     StringArg<"Advice", "How to know more">]> {
  let hotness = "Difference";
  let description = [{
    The buffers of the arena have new places. There may be a smaller placement: a
    higher `effort` looks longer.
  }];
}

def ArenaIsOptimal : Remark<Passed,
    "{Space}: allocation {Allocation} of {Size}: the placement is proven optimal "
    "({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     StringArg<"Rules", "Profile and alignment">]> {
  let description = [{
    The arena stays as it is. No placement is smaller under these rules.
  }];
}

def ArenaNotImproved : Remark<Analysis,
    "{Space}: allocation {Allocation} of {Size} stays as it is: {Search}; none takes "
    "less than {Bound} ({Rules}){Advice}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     StringArg<"Search", "Whether a better placement was looked for">,
     BytesArg<"Bound", "No placement is smaller">,
     StringArg<"Rules", "Profile and alignment">,
     StringArg<"Advice", "How to know more">]> {
  let hotness = "Size";
  let description = [{
    There may be a smaller placement: a higher `effort` looks longer.
  }];
}

def ArenaNotRepacked : Remark<Analysis,
    "{Space}: allocation {Allocation} of {Size} is left alone: {Why}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     StringArg<"Why", "What cannot be known of it">]> {
  let description = [{
    What may move where is unknown for a part of the arena, or its placement is
    none that the profile allows.
  }];
}

def RepackFromDerivedRanges : FromDerivedRanges {
  let description = [{
    As PeakFromDerivedRanges.
  }];
}

def RepackUnknown : Remark<Analysis,
    "nothing to repack: when values are live is unknown, since the dump has no "
    "live ranges{Why}",
    [StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    The dump does not say when its values are live.
  }];
}

def NoArenaToRepack : Remark<Analysis,
    "nothing to repack: no temporary allocation holds more than one value", []> {
  let description = [{
    The module stays as it is.
  }];
}

} // pass = "repack"

//===----------------------------------------------------------------------===//
// export-csv
//===----------------------------------------------------------------------===//

let pass = "export-csv" in {

def ExportFromDerivedRanges : FromDerivedRanges {
  let description = [{
    As PeakFromDerivedRanges.
  }];
}

} // pass = "export-csv"

//===----------------------------------------------------------------------===//
// import-csv
//===----------------------------------------------------------------------===//

let pass = "import-csv" in {

def PlacementImported : Remark<Analysis,
    "{Space}: allocation {Allocation} takes {After} with the offsets of {File}, "
    "before it took {Before}; {Moved} of {Count} buffers moved ({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"After", "Its size now">,
     StringArg<"File", "Where the offsets stand">,
     BytesArg<"Before", "Its size before">,
     CountArg<"Moved", "Buffers that lie elsewhere now">,
     CountArg<"Count", "All buffers of the arena">,
     StringArg<"Rules", "Profile and alignment">]> {
  let description = [{
    The file was a valid placement of the arena, which has it now.
  }];
}

def PlacementUnchanged : Remark<Analysis,
    "{Space}: allocation {Allocation} of {Size} stays as it is: all {Count} buffers "
    "lie where {File} puts them ({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     CountArg<"Count", "The buffers of the arena">,
     StringArg<"File", "Where the offsets stand">,
     StringArg<"Rules", "Profile and alignment">]> {
  let description = [{
    The file is the placement that the arena has.
  }];
}

def ImportFromDerivedRanges : FromDerivedRanges {
  let description = [{
    As PeakFromDerivedRanges.
  }];
}

} // pass = "import-csv"

//===----------------------------------------------------------------------===//
// thread-local
//===----------------------------------------------------------------------===//

let pass = "thread-local", restsOn = [Sizes, Program] in {

def ThreadLocalTotal : Remark<Analysis,
    "thread-local allocations: {Count} with {Size}, {Share} of the printed total "
    "of {Total}; elements {Logical}, waste {Waste}",
    [CountArg<"Count", "How many there are">,
     BytesArg<"Size", "Their sizes as the dump prints them">,
     PercentArg<"Share", "Size in Total">,
     BytesArg<"Total", "The dump's `Total bytes used`">,
     BytesArg<"Logical", "Logical sizes of what they hold">,
     BytesArg<"Waste", "Size less Logical, allocation by allocation">]> {
  let description = [{
    Comes first. The total is the sum of all allocations where the dump does not
    print it.
  }];
}

def ThreadLocalPlace : Note<Analysis,
    "{Place}",
    [StringArg<"Place", "What becomes of them">]> {
  let description = [{
    Whether thread-local allocations are device memory on the backend that the
    dump was compiled for: on none that is known.
  }];
}

def ThreadLocalUnknownSize : Note<Analysis,
    "counted neither as elements nor as waste, since the logical size is unknown: "
    "{Count} of them with {Size}",
    [CountArg<"Count", "Allocations with a value of unknown logical size">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    Allocations whose value has a shape that does not tell how many bytes its
    elements have.
  }];
}

defvar ThreadLocalColumns = [
  BytesColumn<"Size", "size", "Sizes as the dump prints them">,
  BytesColumn<"Logical", "logical", "Logical sizes of what they hold">,
  BytesColumn<"Waste", "waste", "Size less Logical, allocation by allocation">,
  PercentColumn<"Share", "share", "Size in that of all thread-local allocations">,
  CountColumn<"Count", "allocations", "Allocations in this row">];

def ThreadLocalByRole : Row<Analysis,
    !listconcat(ThreadLocalColumns,
                [CountColumn<"Computations", "computations",
                             "Computations that they belong to">,
                 StringColumn<"Role", "role",
                              "What the computations are to their callers">])> {
  let description = [{
    What the computations of one role have, the most bytes first. These rows add
    up to ThreadLocalTotal. Only where there is more than one role.
  }];
}

def ThreadLocalByComputation : Row<Analysis,
    !listconcat(ThreadLocalColumns,
                [StringColumn<"Role", "role",
                              "What the computation is to its callers">,
                 StringColumn<"Computation", "computation",
                              "Its name; `?` where it is unknown">,
                 StringColumn<"Root", "root",
                              "The instruction with its result, and the opcode; "
                              "`?` where it is unknown">,
                 StringColumn<"CalledBy", "called by",
                              "The first instruction that applies it, and how "
                              "many more do">])> {
  let description = [{
    What one computation has, the most bytes first. These rows and
    ThreadLocalRest add up to ThreadLocalTotal.
  }];
}

def ThreadLocalRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Computations that have no row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the list of computations.
  }];
}

def ThreadLocalUnknownCallers : Note<Analysis,
    "name or role is unknown of computations with {Size}, since {Why}",
    [BytesArg<"Size", "What they have">,
     StringArg<"Why", "What would tell, and why it does not">]> {
  let description = [{
    Which computation owns a value stands in the HLO text alone.
  }];
}

def ThreadLocalBySize : Row<Analysis,
    !listconcat(ThreadLocalColumns,
                [BytesColumn<"AtMost", "each at most",
                             "The largest that belongs into this row, a power of "
                             "two; the others are larger than half of it">])> {
  let description = [{
    The allocations of about one size, the most bytes first. These rows add up to
    ThreadLocalTotal. Only where there is more than one such size.
  }];
}

def NoThreadLocalAllocations : Remark<Analysis,
    "nothing to report: no allocation is thread-local", []> {
  let description = [{
    The dump has nothing of the kind.
  }];
}

} // pass = "thread-local"

//===----------------------------------------------------------------------===//
// verify
//===----------------------------------------------------------------------===//

let pass = "verify", restsOn = []<FactKind> in {

def BrokenRule : Remark<Failure, "{What}{Rule}",
    [StringArg<"What", "What is wrong">,
     TagArg<"Rule", "The rule that is broken">]> {
  let description = [{
    The dump contradicts itself, or breaks a rule that all dumps keep:
    [Verifier.md](Verifier.md).
  }];
}

def DoubtfulRule : Remark<Failure, "{What}{Rule}",
    [StringArg<"What", "What is unusual">,
     TagArg<"Rule", "The rule that is broken">]> {
  let isWarning = true;
  let description = [{
    As BrokenRule, where some version of XLA may have had reason to break the
    rule, or where the pass runs unasked and the report follows. The options
    `werror` and `-fatal-warnings=verify` make a BrokenRule of it.
  }];
}

def MoreOfRule : Note<Failure,
    "and {Count} more of rule {Name}; 'verify<max=0>' prints all",
    [CountArg<"Count", "Further places where the rule is broken">,
     StringArg<"Name", "The rule">]> {
  let description = [{
    What the option `max` left out.
  }];
}

def DoubtfulNumbers : Note<Failure,
    "doubtful in all memory spaces: {Numbers}",
    [StringArg<"Numbers", "What rests on the contradicted facts">]> {
  let isWarning = true;
  let description = [{
    After the broken rules: which numbers of the report that follows rest on facts
    that they contradict. Remarks with such numbers name the rules.
  }];
}

def DoubtfulNumbersOfSpace : Note<Failure,
    "doubtful in {Space}: {Numbers}",
    [SpaceArg<"Space", "Where the rules are broken">,
     StringArg<"Numbers", "What rests on the contradicted facts">]> {
  let isWarning = true;
  let description = [{
    The same of one memory space.
  }];
}

def DoubtfulNumbersOfRest : Note<Failure,
    "and doubtful numbers in {Count} more memory spaces; 'verify<max=0>' prints all",
    [CountArg<"Count", "Further memory spaces with doubtful numbers">]> {
  let isWarning = true;
  let description = [{
    What the option `max` left out.
  }];
}

def Sound : Remark<Analysis, "sound, rules checked: {Count}",
    [CountArg<"Count", "Rules that were checked">]> {
  let description = [{
    No rule is broken.
  }];
}

def SoundButForWarnings : Remark<Analysis,
    "no errors, rules checked: {Count}, warnings: {Warnings}",
    [CountArg<"Count", "Rules that were checked">,
     CountArg<"Warnings", "How often a rule is broken as a warning">]> {
  let description = [{
    Rules are broken, but only as warnings.
  }];
}

def UncheckedRules : Note<Analysis,
    "not checked, since the dump lacks what they need: {Names}",
    [StringArg<"Names", "Rules">]> {
  let description = [{
    The rules that have no facts in this dump.
  }];
}

} // pass = "verify"

//===----------------------------------------------------------------------===//
// attribute
//===----------------------------------------------------------------------===//

let pass = "attribute", restsOn = [Sizes, Places, LiveRanges, Program] in {

def AttributedPeak : Remark<Analysis,
    "{Space}: peak of {Peak} at time {At} ({Instruction}), by {By}",
    [SpaceArg<"Space">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The time">,
     InstructionArg<"Instruction", "What runs then">,
     StringArg<"By", "What the bytes are rolled up by">]> {
  let description = [{
    The rows below it add up to the peak of one memory space.
  }];
}

def AttributedLive : Remark<Analysis,
    "{Space}: {Live} live at time {At} ({Instruction}), by {By}",
    [SpaceArg<"Space">,
     BytesArg<"Live", "Bytes that are live then">,
     TimeArg<"At", "The time">,
     InstructionArg<"Instruction", "What runs then">,
     StringArg<"By", "What the bytes are rolled up by">]> {
  let description = [{
    The rows below it add up to what is live at the time of the option `at`.
  }];
}

def AttributedIntegral : Remark<Analysis,
    "{Space}: {Integral}, live bytes added up over {Times} times, by {By}",
    [SpaceArg<"Space">,
     BytesArg<"Integral", "Live bytes added up over all times">,
     CountArg<"Times", "Length of the schedule">,
     StringArg<"By", "What the bytes are rolled up by">]> {
  let description = [{
    With the option `integral`: bytes x time of one memory space.
  }];
}

def AttributedPeakOfAllSpaces : Remark<Analysis,
    "all spaces: peak of {Peak} at time {At} ({Instruction}), by {By}",
    [BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The time">,
     InstructionArg<"Instruction", "What runs then">,
     StringArg<"By", "What the bytes are rolled up by">]> {
  let description = [{
    As without `OfAllSpaces`, with the memory spaces added up.
  }];
}

def AttributedLiveOfAllSpaces : Remark<Analysis,
    "all spaces: {Live} live at time {At} ({Instruction}), by {By}",
    [BytesArg<"Live", "Bytes that are live then">,
     TimeArg<"At", "The time">,
     InstructionArg<"Instruction", "What runs then">,
     StringArg<"By", "What the bytes are rolled up by">]> {
  let description = [{
    As without `OfAllSpaces`, with the memory spaces added up.
  }];
}

def AttributedIntegralOfAllSpaces : Remark<Analysis,
    "all spaces: {Integral}, live bytes added up over {Times} times, by {By}",
    [BytesArg<"Integral", "Live bytes added up over all times">,
     CountArg<"Times", "Length of the schedule">,
     StringArg<"By", "What the bytes are rolled up by">]> {
  let description = [{
    As without `OfAllSpaces`, with the memory spaces added up.
  }];
}

def AttributedTo : Row<Analysis,
    [BytesColumn<"Bytes", "size", "Bytes in memory, padding included">,
     PercentColumn<"Share", "share", "In the headline">,
     CountColumn<"Count", "buffers", "Buffers that these are">,
     StringColumn<"Key", "attributed to", "The key of the roll-up">]> {
  let description = [{
    What is live then by the key of the headline, the most first. The `Bytes` of
    these rows and of AttributeRest add up to the headline; what has no key has
    the row `not attributed`.
  }];
}

def AttributedScope : Row<Analysis,
    [BytesColumn<"Total", "total", "With the scopes below it">,
     PercentColumn<"Share", "share", "Total in the headline">,
     BytesColumn<"Bytes", "own", "Without the scopes below it">,
     CountColumn<"Count", "buffers", "Buffers that those are">,
     StringColumn<"Scope", "scope", "Component of the op_name, indented">]> {
  let description = [{
    A scope of the tree, below the one that it is part of; children by their
    totals. The `Bytes` of these rows and of AttributeRest add up to the headline.
  }];
}

def AttributeRest : Note<Analysis,
    "and {Count} more of {Bytes} together; 'top=0' lists all",
    [CountArg<"Count", "Rows that were left out">,
     BytesArg<"Bytes", "Their sizes">]> {
  let description = [{
    What the option `top` left out of the list.
  }];
}

def AttributedToOfAll : Row<Analysis,
    [BytesColumn<"Size", "size", "Bytes in memory, padding included">,
     PercentColumn<"Share", "share", "In the headline">,
     CountColumn<"Count", "buffers", "Buffers that these are">,
     StringColumn<"Key", "attributed to", "The key of the roll-up">]> {
  let description = [{
    As AttributedTo, where the sum is not the peak of one memory space: of all
    spaces, or bytes x time.
  }];
}

def AttributedScopeOfAll : Row<Analysis,
    [BytesColumn<"Total", "total", "With the scopes below it">,
     PercentColumn<"Share", "share", "Total in the headline">,
     BytesColumn<"Size", "own", "Without the scopes below it">,
     CountColumn<"Count", "buffers", "Buffers that those are">,
     StringColumn<"Scope", "scope", "Component of the op_name, indented">]> {
  let description = [{
    As AttributedScope, where the sum is not the peak of one memory space.
  }];
}

def AttributeRestOfAll : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Rows that were left out">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    As AttributeRest, below AttributedToOfAll or AttributedScopeOfAll.
  }];
}

def AttributeFromDerivedRanges : FromDerivedRanges {
  let description = [{
    As PeakFromDerivedRanges.
  }];
}

def AttributeUnknown : Remark<Analysis,
    "{Space}: {Allocated} allocated; what is live is unknown, since the dump has no "
    "live ranges{Why}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated",
              "All allocations of the space but thread-local ones">,
     StringArg<"Why", "Why they cannot be derived">]> {
  let description = [{
    The dump does not say when its values are live.
  }];
}

def AttributeUnknownRanges : Remark<Analysis,
    "{Space}: values without a live range are not counted: {Count} with {Size}",
    [SpaceArg<"Space">,
     CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    The dump does not say when these values are live.
  }];
}

def NothingInSpaceToAttribute : NothingIn;

def NothingToAttribute : Remark<Analysis,
    "nothing to attribute: no bytes but thread-local ones", []> {
  let description = [{
    The dump has no allocation with bytes that counts.
  }];
}

def StackTrace : Remark<Analysis,
    "XLA's stack trace tree for time {At}: {Total}, without padding; {Compared}",
    [TimeArg<"At", "Time of the dump's own peak">,
     BytesArg<"Total", "Logical bytes of all nodes">,
     StringArg<"Compared", "Whether the dump prints the same tree">]> {
  let restsOn = [Sizes, LiveRanges, Program, Claims];
  let description = [{
    The dump's `Stack trace breakdown`, computed from what is live at the time of
    its peak. Where the dump prints none, what newer versions of XLA would print.
  }];
}

def StackTraceDiffers : Remark<Failure,
    "the dump prints another stack trace tree: line {Line} of it is '{Printed}'",
    [CountArg<"Line", "The first that differs, counted from 1">,
     StringArg<"Printed", "The label there; empty behind the end">]> {
  let restsOn = [Claims];
  let isWarning = true;
  let description = [{
    The tree that follows from the dump's list is not the one that it prints.
  }];
}

def StackTraceRow : Row<Analysis,
    [BytesColumn<"Total", "total", "With the nodes below it">,
     PercentColumn<"Share", "share", "Total in the headline">,
     BytesColumn<"Current", "current", "Without the nodes below it">,
     BytesColumn<"Remaining", "remaining",
                 "The headline less Current of this row and those above">,
     StringColumn<"Label", "stack", "Label of the node, indented">]> {
  let restsOn = [Sizes, LiveRanges, Program, Claims];
  let description = [{
    A node of the stack trace tree, below its caller, in XLA's order.
  }];
}

def StackTraceRest : Note<Analysis,
    "and {Count} more of {Current} together; 'top=0' lists all",
    [CountArg<"Count", "Nodes that were left out">,
     BytesArg<"Current", "Theirs added up">]> {
  let restsOn = [Sizes, LiveRanges, Program, Claims];
  let description = [{
    What the option `top` left out of the tree.
  }];
}

def StackTraceUnknown : Remark<Analysis,
    "the stack trace tree cannot be calculated: {Why}",
    [StringArg<"Why", "What is not known">]> {
  let description = [{
    The tree needs the dump's peak and the computations that own its instructions.
    A tree that the dump prints is listed all the same.
  }];
}

} // pass = "attribute"

//===----------------------------------------------------------------------===//
// spaces
//===----------------------------------------------------------------------===//

let pass = "spaces" in {

def SpaceTotal : Remark<Analysis,
    "{Space}: {Allocated} in {Count} of the allocations; at most {Peak} live, "
    "{Share} of it, at time {At} ({Instruction})",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "Sizes of the allocations, thread-local ones aside">,
     CountArg<"Count", "How many there are">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     PercentArg<"Share", "Peak in Allocated">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">]> {
  let description = [{
    One for each memory space that has bytes.
  }];
}

def SpaceTotalUnknown : Remark<Analysis,
    "{Space}: {Allocated} in {Count} of the allocations; what is live is unknown{Why}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "Sizes of the allocations, thread-local ones aside">,
     CountArg<"Count", "How many there are">,
     StringArg<"Why", "Why there are no live ranges">]> {
  let description = [{
    In the place of SpaceTotal where live ranges are unknown.
  }];
}

def SpaceWithoutBytes : Remark<Analysis,
    "{Space}: no bytes, in {Count} of the allocations",
    [SpaceArg<"Space">, CountArg<"Count", "Allocations, all of size 0">]> {
  let description = [{
    In the place of SpaceTotal for a space that has allocations or a limit, but no
    bytes.
  }];
}

def SpaceKind : Row<Analysis,
    [BytesColumn<"Size", "size", "Sizes of the allocations">,
     PercentColumn<"Share", "share", "Size in Allocated">,
     OptionalBytesColumn<"AtPeak", "at peak", "What of it is live at the peak">,
     CountColumn<"Count", "allocations">,
     StringColumn<"Kind", "kind",
                  "parameter, donated parameter, output, constant or temp">]> {
  let description = [{
    What the allocations of the space are for, the most bytes first. The sizes add
    up to Allocated, what is live at the peak to Peak.
  }];
}

def SpaceThreadLocal : Note<Analysis,
    "thread-local, beside all this: {Size} in {Count} of the allocations",
    [BytesArg<"Size", "Their sizes">,
     CountArg<"Count", "Thread-local allocations">]> {
  let description = [{
    What the pass `thread-local` is about.
  }];
}

def SpaceUnknownRanges : Note<Analysis,
    "not in the peak, since they have no live range: {Count} of the values with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">]> {
  let description = [{
    As UnknownRanges.
  }];
}

def SpaceUse : Note<Analysis,
    "padding at the peak {Padding}, fragmentation of arenas {Fragmentation}",
    [BytesArg<"Padding", "That of PaddingOfPeak">,
     BytesArg<"Fragmentation", "Size less load, over all arenas">]> {
  let description = [{
    What of the space is used for nothing, where live ranges are known.
  }];
}

def SpaceUnknownFragmentation : Note<Analysis,
    "the fragmentation of arenas of {Size} is unknown",
    [BytesArg<"Size", "Arenas without live ranges, or smaller than their values, and what may hold scoped memory">]> {
  let description = [{
    They count nowhere in SpaceUse.
  }];
}

def SpaceOverTime : Note<Analysis, "{ByteTime} x time, {Mean} on average",
    [BytesArg<"ByteTime", "Live bytes added up over all times">,
     BytesArg<"Mean", "The same by the number of times, without parts of bytes">]> {
  let description = [{
    How well the space is used over time, where live ranges are known.
  }];
}

def SpaceUnknownPadding : Note<Analysis,
    "the logical size of {Size} live at the peak is unknown, and so is its padding",
    [BytesArg<"Size", "Live buffers of unknown logical size">]> {
  let description = [{
    As PaddingUnknown.
  }];
}

def SpaceScoped : Note<Analysis,
    "scoped memory, for {Count} of the instructions; the most is {Size}, for "
    "{Instruction}{Then}",
    [CountArg<"Count", "Instructions that ask for some in this space">,
     BytesArg<"Size", "The most that one of them asks for">,
     InstructionArg<"Instruction", "The first to ask for that much">,
     StringArg<"Then", "When it runs, and what is live then">]> {
  let description = [{
    Room for the time while an instruction runs, by its `scoped_memory_configs`. No
    allocation holds it.
  }];
}

def SpaceLimit : Note<Analysis,
    "limit {Limit}: {Headroom} left; {Peak}",
    [BytesArg<"Limit", "What the user gives with `-limit`">,
     BytesArg<"Headroom", "Limit less Allocated">,
     StringArg<"Peak", "How far the peak is from the limit">]> {
  let description = [{
    What is left of a limit that holds.
  }];
}

def SpaceAsync : Note<Analysis,
    "asynchronous operations: {Count} with {In} in, {Out} out, {Within} within",
    [CountArg<"Count", "Operations that read or write the space">,
     BytesArg<"In", "Padded bytes that come from other spaces">,
     BytesArg<"Out", "Padded bytes that go to other spaces">,
     BytesArg<"Within", "Padded bytes that stay in it">]> {
  let hotness = "In";
  let description = [{
    Copies with a start and a done, and the like, each time that it stands in the
    schedule. Of the default space only what stays in it has rows: the others are
    in the block of the other space.
  }];
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
     OptionalBytesColumn<"ByteTime", "bytes x time",
                         "Padded size of the results by the times at which they "
                         "are live">,
     StringColumn<"What", "operation",
                  "The opcode of the start; cross-program prefetch">]> {
  let description = [{
    An asynchronous operation, the one with the most bytes first.
  }];
}

def SpaceAsyncRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Operations that were left out">,
     BytesArg<"Size", "Bytes of theirs added up">]> {
  let description = [{
    What the option `top` left out.
  }];
}

def SpaceAsyncUnknown : Remark<Analysis,
    "the dump does not print the instructions of {Count} of the values: "
    "asynchronous operations and scoped memory are unknown there",
    [CountArg<"Count", "Values whose defining instruction is not printed">]> {
  let description = [{
    A dump without `from instruction` lines, or with a part of them.
  }];
}

def SpaceScopedUnknown : Remark<Analysis,
    "scoped memory of {Count} of the instructions is unknown, and counts nowhere: "
    "their 'scoped_memory_configs' cannot be read",
    [CountArg<"Count", "Instructions with such a field">]> {
  let description = [{
    The field is no list of sizes and memory spaces, or a number does not fit.
  }];
}

def SpaceAsyncWithoutDone : Remark<Analysis,
    "asynchronous operations that end nowhere in the dump: {Count}, which read "
    "{Size}; where that goes is unknown",
    [CountArg<"Count", "Operations for which no done was found">,
     BytesArg<"Size", "Padded sizes of what they read">]> {
  let description = [{
    They are in no sum. So it is where the dump does not tell the uses of values.
  }];
}

def OverLimit : Remark<Failure,
    "{Space}: {Allocated} allocated exceed the limit of {Limit} by {Excess}; "
    "{Peak}",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "What the runtime requests">,
     BytesArg<"Limit", "What the user gives with `-limit`">,
     BytesArg<"Excess", "Allocated less Limit">,
     StringArg<"Peak", "How far the peak is from the limit">]> {
  let isWarning = true;
  let hotness = "Excess";
  let description = [{
    The allocations of a memory space do not fit into its limit. With
    `-fail-on=spaces:OverLimit` the program fails then.
  }];
}

def LimitOfNoSpace : Remark<Failure,
    "the limit of '{Limited}' does not hold here: {Backend} has no memory space of "
    "that name",
    [StringArg<"Limited", "The name, as the user wrote it">,
     StringArg<"Backend", "The backend">]> {
  let isWarning = true;
  let description = [{
    A limit for dumps of another backend.
  }];
}

def NoBytesInSpace : NothingIn {
  let description = [{
    The dump has no allocation in the memory space that was asked for, and no limit
    of it is given.
  }];
}

def NoSpaces : Remark<Analysis, "no memory spaces: the dump has no allocations",
                      []> {
  let description = [{
    There is nothing that could lie in one.
  }];
}

} // pass = "spaces"

#endif // HLOMEM_REMARKS_REMARKS_TD

//===----------------------------------------------------------------------===//
// summary
//===----------------------------------------------------------------------===//

let pass = "summary" in {

def SummaryHead : Remark<Analysis,
    "{Backend}, {Form}",
    [StringArg<"Backend", "Its name">,
     StringArg<"Form", "The oldest form that has all that the dump shows">]> {
  let headsNumbers = true;
  // The table below it has XLA's own numbers too.
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let description = [{
    What the dump is. The others follow as tables and notes.
  }];
}

def SummaryBrief : Remark<Analysis,
    "{Backend}: peak of {Peak} at time {At}, {Share} of {Allocated} allocated",
    [StringArg<"Backend", "Its name">,
     BytesArg<"Peak", "The most bytes that are live at one time in all spaces">,
     TimeArg<"At", "The earliest time with that many">,
     PercentArg<"Share", "Peak in Allocated">,
     BytesArg<"Allocated", "All allocations but thread-local ones">]> {
  let description = [{
    One of several dumps, or with `form=brief`.
  }];
}

def SummaryUnknown : Remark<Analysis,
    "{Backend}: {Allocated} allocated; peak unknown, since the dump has no live "
    "ranges{Why}",
    [StringArg<"Backend", "Its name">,
     BytesArg<"Allocated", "All allocations but thread-local ones">,
     StringArg<"Why", "What is missing">]> {
  let description = [{
    Instead of SummaryHead or SummaryBrief where nothing is known of live ranges.
  }];
}

def SummaryLimitOfNoSpace : Remark<Failure,
    "the limit of '{Limited}' does not hold here: {Backend} has no memory space of "
    "that name",
    [StringArg<"Limited", "The names, as the user wrote them">,
     StringArg<"Backend", "The backend">]> {
  let isWarning = true;
  let description = [{
    What LimitOfNoSpace of the pass `spaces` says, of all such limits together.
  }];
}

def SummaryDerived : Note<Analysis,
    "live ranges are derived: known for {Known} of {Count} values",
    [CountArg<"Known", "Values with bytes and a range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">]> {
  let description = [{
    The dump prints no live ranges.
  }];
}

def SummaryAllSpaces : Note<Analysis,
    "all spaces: peak of {Peak} at time {At}",
    [BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">]> {
  let description = [{
    The memory spaces added up at each time. Only where there is more than one.
  }];
}

defvar SummarySpaceColumns = [
     OptionalBytesColumn<"Peak", "peak",
                         "The most bytes that are live at one time">,
     OptionalBytesColumn<"Allocated", "allocated", "Sizes of the allocations">,
     OptionalBytesColumn<"Fragmentation", "fragmentation",
                         "Of arenas: what they leave unused when each is fullest">,
     OptionalBytesColumn<"Padding", "padding", "Of what is live at the peak">,
     StringColumn<"ShortWhere", "in", "Where, cut to fit">,
     DataColumn<StringType, "Where", "of",
                "The memory space, or what else the row is of">];

def SummarySpace : Row<Analysis, SummarySpaceColumns> {
  let description = [{
    A memory space, those with the most bytes first. Then the thread-local
    allocations, which are no device memory.
  }];
}

def SummaryPrinted : Row<Analysis, SummarySpaceColumns> {
  let restsOn = [Claims];
  let description = [{
    The last row of the same table, what XLA prints: the sum of its list of the peak,
    and `Total bytes used`, which is the sum of the rows above; a dump in parts may
    lack one of them.
  }];
}

def SummaryHeadroom : Note<Analysis,
    "left in {Space}: {Headroom}, {Share}",
    [SpaceArg<"Space">,
     BytesArg<"Headroom", "Its limit less what is allocated in it">,
     PercentArg<"Share", "In the limit">]> {
  let description = [{
    Of a memory space with a limit (`-limit`) that is not exceeded. What exceeds it
    is a finding.
  }];
}

def SummaryHeadroomRest : Note<Analysis,
    "and {Count} more limits are kept: -passes=spaces",
    [CountArg<"Count", "Memory spaces of which more is left">]> {
  let description = [{
    Where more than three limits are kept; those with the least share left are told.
  }];
}

def SummaryBuffers : Note<Analysis,
    "buffers at the peak of {Space}, time {At}: {Count}",
    [SpaceArg<"Space", "The one with the highest peak">,
     TimeArg<"At", "The earliest time of its peak">,
     CountArg<"Count", "Buffers that are live then">]> {
  let description = [{
    Before the rows of SummaryBuffer.
  }];
}

def SummaryBuffer : Row<Analysis,
    [BytesColumn<"Size", "size", "Bytes in memory, padding included">,
     DataColumn<PercentType, "Share", "share", "In all that is live then">,
     StringColumn<"ShortValue", "value", "Value, cut to fit">,
     StringColumn<"ShortName", "stands for", "StandsFor, cut to fit">,
     DataColumn<ValueType, "Value", "value",
                "The largest, then earliest value in it">,
     DataColumn<StringType, "StandsFor", "stands for",
                "The op_name or, where there is none, what the value is by its "
                "place in the program">,
     DataColumn<ShapeType, "Shape", "shape">,
     DataColumn<RangeType, "Range", "live",
                "When the value is live, both ends included">]> {
  let description = [{
    A buffer, the largest first.
  }];
}

def SummaryBuffersRest : Note<Analysis,
    "and {Count} more of {Size} together; 'top=0' lists all",
    [CountArg<"Count", "Buffers without a row">,
     BytesArg<"Size", "Their sizes">]> {
  let description = [{
    What the option `top` left out. With the rows it adds up to the peak.
  }];
}

def SummaryFinding : Row<Analysis,
    [BytesColumn<"Size", "bytes", "How much is concerned">,
     PercentColumn<"Share", "share", "In Whole">,
     StringColumn<"ShortWhat", "what", "What, cut to fit">,
     StringColumn<"Pass", "-passes=", "The pass that tells more">,
     DataColumn<StringType, "What", "finding", "What it is">,
     DataColumn<StringType, "Kind", "kind",
                "over-limit, loop-copies, not-donated, idle-gap, fragmentation, "
                "not-live-at-peak, padding, thread-local or unknown-ranges">,
     DataColumn<BytesType, "Whole", "of",
                "The peak, the arenas, what is allocated, or the printed total">,
     DataColumn<CountType, "Count", "count",
                "Copies, arguments, arenas, buffers, allocations or values">]> {
  let description = [{
    What is over a limit first, then what else there is, each with the most bytes
    first. None is what a change of the program would save.
  }];
}

def SummaryFindingsRest : Note<Analysis,
    "and {Count} more; 'top=0' lists all",
    [CountArg<"Count", "Findings without a row">]> {
  let description = [{
    What the option `top` left out.
  }];
}

def SummaryNoFindings : Note<Analysis, "no finding of 1% or more", []> {
  let description = [{
    No fragmentation, padding and the like is a hundredth of what it is a part of.
  }];
}

def SummaryFirstFinding : Note<Analysis,
    "{Size} {What}: -passes={Pass}{Further}",
    [BytesArg<"Size", "How much is concerned">,
     StringArg<"What", "What it is">,
     StringArg<"Pass", "The pass that tells more">,
     StringArg<"Further", "How many more findings there are">]> {
  let description = [{
    The first finding, after SummaryBrief.
  }];
}

} // pass = "summary"
