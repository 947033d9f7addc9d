//===- Alias.td - The pass 'alias' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/FoldOption.td"

def Alias : Pass<"alias"> {
  let summary =
      "Report values that share memory, loops and their copies, and arguments "
      "with the results that fit them";
  let group = "Main";
  let description = [{
    Lists the buffers of several values with what joins them. For every `while`:
    how often it runs, what it carries, in place or not, and the copies that it
    makes in each iteration, with the reason and an upper bound of what they cost at
    the live peak. For every conditional: values of its branches that could share bytes. For
    the arguments that are not donated: those that a result of the same shape fits,
    those that a result fits if a fusion writes in place, and why no result fits the others.
    What donating them saves is not their size: it is predicted in allocated bytes
    where the program is known with its operands (docs/Replay.md, "Donation").
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many rows of each table to list; 0 lists all">,
    FoldOption<>,
    Option<"Loop", "loop", "std::optional<std::string>", "",
           "Report the loop of this name only">,
    Option<"OfValue", "value", "std::optional<std::string>", "",
           "Report the buffer of this value only ('while.9{1}')">,
  ];
  let counters = [
    Counter<"NumBuffers", "buffers", "Buffers of several values">,
    Counter<"NumLoops", "loops", "Loops that were reported">,
    Counter<"NumCopies", "loop-copies", "Copies that they make">,
  ];
  let members = [
    LivenessAnalysis, MemoryTimelineAnalysis, LoopAnalysis, AliasAnalysis,
    ArgumentAnalysis, ValueNamesAnalysis, LayerFoldingAnalysis
  ];
  let analyses = [BackendAnalysis, ReplayAnalysis, LiveCurvesAnalysis];
  let usesLiveRanges = true;
  let alsoReports = [Rest, RestWithoutBytes];
}

let restsOn = [Sizes, Places, LiveRanges, Program] in {

def BuffersFound : Remark<Analysis,
    "{Values} {Values:value|values} in {Count} {Count:buffer|buffers}; buffers of "
    "several values: {Shared}{Links}",
    [CountArg<"Values", "Values with bytes and a live range">,
     CountArg<"Count", "Buffers">,
     CountArg<"Shared", "Buffers of more than one value">,
     StringArg<"Links", "How often each reason joins two values, where any does">], [{
    Values that take over one slice from each other are one buffer. Not for
    thread-local allocations. An instruction that writes where it reads counts
    under its opcode.
  }]>;

def BuffersStated : Note<Analysis,
    "of what joins them {Count} {Count:follows|follow} from the program: the values "
    "must share a buffer; {Reused} {Reused:is|are} XLA's choice: memory is reused "
    "the moment that it is released",
    [CountArg<"Count", "Links of values of one alias class">,
     CountArg<"Reused", "Links of values of different classes">],
    "For an HloProto, which states the alias classes, and for a dump with the HLO "
    "text beside it, from which they follow.">;

def BuffersInferred : Note<Analysis,
    "which values share a buffer is inferred from their places and live ranges", [],
    "For a dump in text without the HLO text beside it, or with one that is not "
    "understood.">;

def BufferRow : Row<Analysis,
    !listconcat([
     BytesColumn<"Size", "size", "The largest value in it, with padding">,
     CountColumn<"Values", "values", "Values in it">,
     RangeColumn<"Range", "live", "From the first to the last">,
     ValueColumn<"Value", "first", "Its first value">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     StringColumn<"Links", "joined by", "Why they share it">],
     NameColumns),
    "A buffer of several values, the largest first."> {
  let dropFirst = ["Kind", "Links", "Values"];
}

def UnknownLinks : Note<Analysis,
    "the dump does not show why {Count} {Count:value|values}, {Size}, "
    "{Count:lies|lie} where the one before "
    "does",
    [CountArg<"Count", "Values that take over for no reason that is seen">,
     BytesArg<"Size", "Their sizes">], [{
    They are neither phis nor do they read what they take over from, or the dump
    has no uses.
  }]>;

def NotInBuffers : Note<Analysis,
    "values without a live range are in no buffer: {Count} with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">],
    "The dump does not say when these values are live.">;

def BufferOf : Remark<Analysis,
    "the buffer of {Value}: {Count} {Count:value|values}, {Size}, live {Range}",
    [ValueArg<"Value", "The value that was asked for">,
     CountArg<"Count", "Values in it">,
     BytesArg<"Size", "The largest value in it, with padding">,
     RangeArg<"Range", "From the first to the last">],
    "The buffer of the option `value`.">;

def NoBufferOf : Remark<Analysis,
    "{Value} of {Size} is in no buffer: it has no bytes, no live range, or is "
    "thread-local",
    [ValueArg<"Value", "The value that was asked for">,
     BytesArg<"Size", "Padded">], [{
    For a value of the option `value` for which sharing means nothing, or is
    unknown.
  }]>;

def BufferMember : Row<Analysis,
    [RangeColumn<"Range", "live">,
     ValueColumn<"Value", "value">,
     BytesColumn<"Size", "size", "Padded">,
     StringColumn<"Link", "joined by", "Why it lies where the one before does">,
     StringColumn<"By", "by", "The opcode that defines it, where it is known">],
    "The values of that buffer in the order in which they take over."> {
  let dropFirst = ["By", "Size"];
}

def LoopFound : Remark<Analysis,
    "{Loop}: {Trips}, carries {Size} in {Count} {Count:leaf|leaves}: {InPlace} in "
    "place, {Invariant} invariant, {Copied} copied; {Phis} {Phis:phi|phis}",
    [InstructionArg<"Loop">,
     StringArg<"Trips", "Iterations, each time that it is reached">,
     BytesArg<"Size", "Sizes of the leaves, with padding">,
     CountArg<"Count", "Arrays that it carries">,
     CountArg<"InPlace", "Leaves whose values share one slice">,
     CountArg<"Invariant", "Leaves that pass through unchanged">,
     CountArg<"Copied", "Leaves whose values have different slices">,
     CountArg<"Phis", "Of its parameters and result, pointer tables too">],
    "A `while`, in the order of the schedule.">;

def LoopParts : Note<Analysis,
    "initial value {Init}; condition {Condition}, body {Body}{Around}",
    [StringArg<"Init", "The tuple">,
     StringArg<"Condition", "The computation and its parameter">,
     StringArg<"Body", "The computation, its parameter and its root">,
     StringArg<"Around", "The loops and branches that it is in">],
    "What the loop consists of.">;

def LoopLeaf : Row<Analysis,
    [BytesColumn<"Size", "size", "With padding">,
     StringColumn<"Index", "leaf", "Its index in the tuple">,
     StringColumn<"State", "state", "What each iteration does with it">,
     StringColumn<"Slice", "slice", "Allocation and offset">,
     StringColumn<"From", "from", "The value that the loop begins with">,
     ValueColumn<"Value", "to", "The value that the loop ends with">,
     ShapeColumn<"Shape", "shape">],
    "A leaf that the loop carries, the largest first."> {
  let dropFirst = ["Slice", "Shape", "From"];
}

def LoopLeavesUnknown : Note<Analysis,
    "what becomes of {Count} {Count:leaf|leaves}, {Size}, is unknown: {Why}",
    [CountArg<"Count", "Leaves of which not all values are known">,
     BytesArg<"Size", "Sizes of what is known of them">,
     StringArg<"Why", "What is missing">], [{
    Where the parameters or the root of a loop's computations are not known, its
    leaves may be in place or not. Copies may be missing then, too.
  }]>;

def LoopCopies : Remark<Analysis,
    "{Loop}: loop-carried copies: {Count} with {Size}{Moved}; cost at the live peak: "
    "{Cost} (upper bound)",
    [InstructionArg<"Loop">,
     CountArg<"Count", "Loop copies">,
     BytesArg<"Size", "Their sizes: moved once in each iteration">,
     StringArg<"Moved", "What is moved in all iterations, where it is known">,
     BytesArg<"Cost", "At most so much of the live peaks of all spaces">], [{
    Copies of carried leaves that a loop makes because the old contents are still
    read when the leaf's slice is written again.
  }]> {
  let hotness = "Cost";
}

def LoopCopyRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Moved once in each iteration">,
     OptionalBytesColumn<"Moved", "moved", "In all iterations">,
     BytesColumn<"Cost", "cost at most", "Of the live peak, without it">,
     StringColumn<"AtPeak", "at peak", "Live at the peak of its memory space">,
     ValueColumn<"Value", "copy">,
     StringColumn<"Leaf", "of", "The carried leaf that it copies">,
     StringColumn<"Why", "why", "Who reads it when the leaf is written">], [{
    A loop-carried copy, the largest first. `Cost` is the live peak of its memory
    space less that peak without the copy and with the leaf live as long as it is
    read: an upper bound, since a program without the copy may need another one.
  }]> {
  let hotness = "Cost";
  let dropFirst = ["Moved", "AtPeak", "Leaf"];
}

def ConditionalFound : Remark<Analysis,
    "{Conditional}: {Count} {Count:branch|branches}; values that live in one alone: "
    "{Values} with "
    "{Size}; pairs that could share bytes and do not: {Pairs} with {Unshared}",
    [InstructionArg<"Conditional">,
     CountArg<"Count", "Branches">,
     CountArg<"Values", "Values that live within one branch">,
     BytesArg<"Size", "Their sizes">,
     CountArg<"Pairs", "Pairs that could share bytes and do not">,
     BytesArg<"Unshared", "The sizes of one of each pair">], [{
    Only one of the branches runs, so that their values could share bytes. That
    they do not costs nothing at the peak, since the times of branches differ, but
    perhaps a larger allocation.
  }]> {
  let hotness = "Unshared";
}

def ConditionalUnknown : Remark<Analysis,
    "{Conditional}: it is unknown which instructions are in its branches",
    [InstructionArg<"Conditional">],
    "Neither the dump nor an HLO text beside it tells.">;

def UnsharedRow : Row<Analysis,
    [BytesColumn<"Size", "size", "Of each of the two">,
     ValueColumn<"Value", "value", "In one branch">,
     RangeColumn<"Range", "live">,
     StringColumn<"Other", "and", "In the next branch">,
     RangeColumn<"OtherRange", "live">],
    "Values of two neighbouring branches of one size that lie in different bytes."> {
  let dropFirst = ["OtherRange"];
}

include "lib/Passes/Report/Alias/AliasArguments.td"

def ComputationsUnknown : Remark<Analysis,
    "neither the dump nor an HLO text beside it tells which computation owns each "
    "instruction; loops are recognized by their types and slices instead",
    [], [{
    Only where there are loops or conditionals. What is in a branch is unknown, and
    so is how often a loop in a branch runs.
  }]>;

} // let restsOn
