//===- Liveness.td - The pass 'liveness' -------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/FoldOption.td"
include "hlomem/Passes/Report/SpaceOption.td"

def Liveness : Pass<"liveness"> {
  let summary =
      "Report how long values live, when they are idle, and live bytes over "
      "time";
  let group = "Main";
  let description = [{
    Draws the live bytes of every memory space over time; lists the values by bytes
    x positions, those that nothing reads, and the gaps in which a value is idle (no use between
    definition and last use),
    with what the dump does not rule out in each, or why the value has to stay. A gap
    at the peak comes with the live peak without the value: see
    [MemoryModel](../Lifetimes.md#reads-and-gaps).

    With `value` it explains one value, named as in the dump (`copy.10`,
    `while.9{1}`): who defines it, why it begins and ends when it does, who reads it
    when, and what has its bytes before and after it.
  }];
  let options = [
    Option<"OfValue", "value", "std::optional<std::string>", "",
           "Explain this value only">,
    Option<"Top", "top", "unsigned", "10",
           "How many rows each list has; 0 lists all">,
    Option<"All", "all", "bool", "false",
           "List every value that is not thread-local, whatever 'top' says">,
    SpaceOption<>,
    FoldOption<>,
    Option<"MinLength", "min-length", "unsigned", "1",
           "List values and gaps at least this many schedule positions long">,
    Option<"Buckets", "buckets", "unsigned", "20",
           "Number of bars in the chart of live bytes; 0 leaves it out">,
  ];
  let counters = [
    Counter<"NumNeverRead", "never-read", "Values that nothing reads">,
    Counter<"NumGaps", "gaps", "Gaps in which a value is idle">,
    Counter<"NumWhatIfs", "what-ifs",
            "Gaps without which the live peak was calculated">,
  ];
  let members = [
    LivenessAnalysis, ReadTimesAnalysis, AliasAnalysis,
    MemoryTimelineAnalysis, LiveCurvesAnalysis, BackendAnalysis,
    ValueNamesAnalysis, LayerFoldingAnalysis
  ];
  let analyses = [LoopAnalysis, PartsAnalysis, UserSourceAnalysis];
  let selectsSpaces = true;
  let usesLiveRanges = true;
  let alsoReports = [Rest, RestWithoutBytes];
}

def LivenessFound : Remark<Analysis,
    "{Known} of {Count} {Count:value|values} {Known:has|have} a live range ({How}), "
    "over {Times} {Times:schedule position|schedule positions}; bytes x positions: {Area}",
    [CountArg<"Known", "Values with bytes and a live range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">,
     StringArg<"How", "\"printed\" or \"derived\"">,
     CountArg<"Times", "Length of the schedule">,
     BytesArg<"Area", "Live bytes added up over all times, each byte once">], [{
    The first remark of the pass, unless ranges are derived. With the option
    `space` it is of that space. `Area` is what `attribute<integral>` rolls up.
  }]>;

def LivenessUnknownRanges : Note<Analysis,
    "values without a live range are nowhere below: {Count} with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">],
    "The dump does not say when these values are live.">;

def LivenessUnknownReads : Note<Analysis,
    "values of which the dump does not show all reads: {Count} with {Size}; they "
    "are in no list of gaps",
    [CountArg<"Count", "Values with a live range but unknown reads">,
     BytesArg<"Size", "Their padded sizes">], [{
    The dump has no uses for them, or an instruction that is not scheduled is among
    them.
  }]>;

def LivenessThreadLocal : Note<Analysis,
    "thread-local values have no live range: {Count} with {Size}",
    [CountArg<"Count", "Values in thread-local allocations">,
     BytesArg<"Size", "Their padded sizes">],
    "They are counted nowhere else in this pass.">;

def LiveBytesOverTime : Remark<Analysis,
    "{Space}: live bytes over {Times} {Times:schedule position|schedule "
    "positions}: peak of {Peak} at schedule position {At} ({Instruction})",
    [SpaceArg<"Space">,
     CountArg<"Times", "Length of the schedule">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">],
    "The headline of LiveBytesBar, one for each memory space.">;

def LiveBytesBar : Row<Analysis,
    [RangeColumn<"Range", "positions", "Both ends included">,
     BytesColumn<"Live", "max", "The most that is live at one of them">,
     TimeColumn<"At", "at", "The earliest of them with that many">,
     StringColumn<"Bar", "live", "A bar of that length; 30 characters for the peak">], [{
    Some times, one after the other, with the most bytes that are live at one of
    them. A time that has nothing live has no bar; anything else at least one
    character.
  }]>;

def LiveBytesMissing : Note<Analysis,
    "without the values whose live range is unknown: {Count} with {Size}",
    [CountArg<"Count", "Values of the space without a live range">,
     BytesArg<"Size", "Their slices">],
    "The bars may be too short by so much.">;

def LongestLived : Remark<Analysis,
    "values by bytes x positions: {Count}; {Area} in total, shared bytes counted "
    "for each value",
    [CountArg<"Count", "Values with bytes and a live range">,
     BytesArg<"Area", "Size times length, of every value by itself">], [{
    The headline of LongestLivedRow. Values that share bytes count each by itself
    here.
  }]>;

def LongestLivedRow : Row<Analysis,
    !listconcat([
     BytesColumn<"Area", "bytes x positions", "Size times length">,
     BytesColumn<"Size", "size", "With padding">,
     RangeColumn<"Range", "live">,
     CountColumn<"Length", "length", "Times of the schedule in the range">,
     StringColumn<"FirstRead", "first read", "When; \"never\" or \"?\"">,
     CountColumn<"Gap", "longest gap", "In which it is idle">,
     CountColumn<"Reads", "reads">,
     ValueColumn<"Value", "value">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     DataColumn<StringType, "How", "known", "\"printed\" or \"derived\"">],
     NameColumns),
    "A value, the most bytes x positions first."> {
  let dropFirst = ["Kind", "Reads", "Gap", "Length", "FirstRead"];
}

def NeverRead : Remark<Analysis,
    "values that nothing reads: {Count} with {Size}; bytes x positions: {Area}",
    [CountArg<"Count", "Values that nothing reads">,
     BytesArg<"Size", "Their padded sizes">,
     BytesArg<"Area", "Size times length of each">], [{
    Neither an instruction nor the caller reads them, and nothing takes over their
    bytes: results of a loop that are not needed, arguments that are not used.
  }]>;

def NeverReadRow : Row<Analysis,
    [BytesColumn<"Size", "size", "With padding">,
     RangeColumn<"Range", "live">,
     ValueColumn<"Value", "value">,
     StringColumn<"Kind", "allocation", "What its allocation is for">,
     StringColumn<"What", "what it is">],
    "A value that nothing reads, the largest first."> {
  let dropFirst = ["Kind"];
}

def GapsFound : Remark<Analysis,
    "gaps in which a value is idle: {Count}; bytes x positions: {Area}; before the "
    "first read {Before}, between reads {Between}, after the last {After}",
    [CountArg<"Count", "Gaps">,
     BytesArg<"Area", "Size of the value times length of the gap, added up">,
     BytesArg<"Before", "The part before the first reads">,
     BytesArg<"Between", "The part between reads">,
     BytesArg<"After", "The part after the last reads">],
    "The headline of GapRow.">;

def GapRow : Row<Analysis,
    [BytesColumn<"Area", "bytes x positions", "Size times length">,
     BytesColumn<"Size", "size", "Of the value, with padding">,
     RangeColumn<"Range", "gap", "When it is idle">,
     DataColumn<CountType, "Length", "length", "Of the gap">,
     StringColumn<"Where", "where">,
     ValueColumn<"Value", "value">,
     StringColumn<"What", "what-if", "Or why it stays">], [{
    A gap, the most bytes x positions first, with what the dump does not rule out in it.
    Only a gap at the peak concerns the live peak: see GapAtPeakRow.
  }]> {
  let dropFirst = ["Where"];
}

def IdleAtPeak : Remark<Analysis,
    "{Space}: of the peak of {Peak} at schedule position {At}, {Share} is idle: "
    "{Size} in {Count} {Count:value|values}",
    [SpaceArg<"Space">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     PercentArg<"Share", "Size in Peak">,
     BytesArg<"Size", "Their bytes, each once; none that others touch">,
     CountArg<"Count", "Values with a gap then">],
    "How much of the peak waits. One for each memory space that has such values.">;

def GapsAtPeak : Remark<Analysis,
    "{Space}: idle values without which the live peak is lower: {Count}; removing the "
    "first alone gives {LivePeak}",
    [SpaceArg<"Space">,
     CountArg<"Count", "Values listed below it">,
     BytesArg<"LivePeak", "The lowest live peak without one of them">],
    "The headline of GapAtPeakRow.">;

def GapAtPeakRow : Row<Analysis,
    !listconcat([
     BytesColumn<"LivePeak", "live peak without it", "And with all others">,
     BytesColumn<"Size", "size", "Of the value, with padding">,
     RangeColumn<"Range", "gap", "When it is idle">,
     ValueColumn<"Value", "value">,
     StringColumn<"What", "what-if">],
     NameColumns), [{
    A gap at the peak, the one with the lowest live peak first. `LivePeak` is the peak
    of its memory space without the value in the gap: a what-if of live bytes, not
    what a compiled program would allocate. A value that begins later, or is computed
    again, needs nothing that is not live then anyway.
  }]> {
  let hotness = "Size";
  let dropFirst = ["What"];
}

def GapsAtPeakRest : Note<Analysis,
    "and {Count} more, not evaluated; -passes='liveness<top=0>' evaluates all",
    [CountArg<"Count", "Gaps at the peak that have no row">], [{
    The live peak is calculated for as many as the option `top` says, those first
    without which it could be lowest.
  }]>;

include "lib/Passes/Report/Liveness/LivenessOfValue.td"
