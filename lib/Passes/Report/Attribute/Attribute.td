//===- Attribute.td - The pass 'attribute' -----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/FoldOption.td"
include "hlomem/Passes/Report/SpaceOption.td"

def Attribute : Pass<"attribute"> {
  let summary = "Roll the peak up by source line, scope, shape or the like";
  let description = [{
    Says what the peak of every memory space, or of all of them, is made of: by
    file and line of the user's program, op_name scope as a tree, the whole stack of
    the user's functions as a tree (`by=frames`), opcode, element
    type, shape, computation or kind of part (docs/Parts.md). Every roll-up adds up to
    the peak; bytes without a key have the row `not attributed`. What has no
    scope or line of its own has that of what made its content, through copies and
    loops; arguments and constants are listed by kind.

    With `by=part` the parts add up to what is allocated: each allocated byte at the
    peak is in one part, what holds nothing at the peak too.

    With `by=stack` XLA's own stack trace tree is computed from the list of the
    dump's peak, and compared with the one that the dump prints, if it does.
  }];
  let options = [
    EnumOption<"By", "by",
               ["source", "scope", "opcode", "dtype", "shape", "computation",
                "kind", "part", "stack", "frames"],
               "source", "What to roll bytes up by">,
    Option<"Depth", "depth", "unsigned", "0",
           "Of 'by=scope' and 'by=frames': how many levels to tell apart; 0 tells all">,
    Option<"Top", "top", "unsigned", "10",
           "How many rows to list; 0 lists all">,
    Option<"At", "at", "std::optional<unsigned>", "",
           "Roll up this schedule position instead of the peak">,
    Option<"Integral", "integral", "bool", "false",
           "Roll up bytes x positions instead of the peak">,
    SpaceOption<>,
    FoldOption<>,
  ];
  let counters = [
    Counter<"NumRows", "rows-listed", "Rows that were listed">,
    Counter<"NumRowsLeft", "rows-left", "Rows beyond those listed">,
  ];
  let members = [
    LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
    AttributionAnalysis
  ];
  let analyses = [PartsAnalysis];
  let selectsSpaces = true;
  let usesLiveRanges = true;
  let alsoReports = [NothingToReport, Rest, RestOfBytes];
}

let restsOn = [Sizes, Places, LiveRanges, Program] in {

defvar PlaceArgs = [
  TimeArg<"At", "The time">,
  InstructionArg<"Instruction", "What runs then">,
  StringArg<"By", "What the bytes are rolled up by">]<Arg>;
defvar PeakText = "peak of {Peak} at schedule position {At} ({Instruction}), by {By}";
defvar PeakArgs = !listconcat(
    [BytesArg<"Peak", "The most bytes that are live at one time">]<Arg>, PlaceArgs);
defvar LiveText = "{Live} live at schedule position {At} ({Instruction}), by {By}";
defvar LiveArgs = !listconcat(
    [BytesArg<"Live", "Bytes that are live then">]<Arg>, PlaceArgs);
defvar IntegralText = "{Integral}, live bytes added up over {Times} {Times:schedule "
                      "position|schedule positions}, by {By}";
defvar IntegralArgs = [
  BytesArg<"Integral", "Live bytes added up over all times">,
  CountArg<"Times", "Length of the schedule">,
  StringArg<"By", "What the bytes are rolled up by">]<Arg>;
defvar AddedUp = "As without `OfAllSpaces`, with the memory spaces added up.";

def AttributedPeak : OfSpace<PeakText, PeakArgs,
    "The rows below it add up to the peak of one memory space.">;
def AttributedLive : OfSpace<LiveText, LiveArgs,
    "The rows below it add up to what is live at the time of the option `at`.">;
def AttributedIntegral : OfSpace<IntegralText, IntegralArgs,
    "With the option `integral`: bytes x positions of one memory space.">;
def AttributedPeakOfAllSpaces : OfAllSpaces<PeakText, PeakArgs, AddedUp>;
def AttributedLiveOfAllSpaces : OfAllSpaces<LiveText, LiveArgs, AddedUp>;
def AttributedIntegralOfAllSpaces
    : OfAllSpaces<IntegralText, IntegralArgs, AddedUp>;

// The sizes of what adds up to the peak of one memory space are called `Bytes`, and
// those of other sums `Size`: a script adds them up.
class AttributedRow<string bytes, string description> : Row<Analysis,
    [BytesColumn<bytes, "size", "Bytes in memory, padding included">,
     PercentColumn<"Share", "share", "In the headline">,
     CountColumn<"Count", "buffers", "Buffers that these are">,
     StringColumn<"Key", "attributed to", "The key of the roll-up">], description>;

class AttributedScopeRow<string bytes, string description> : Row<Analysis,
    [BytesColumn<"Total", "total", "With the scopes below it">,
     PercentColumn<"Share", "share", "Total in the headline">,
     BytesColumn<bytes, "own", "Without the scopes below it">,
     CountColumn<"Count", "buffers", "Buffers that those are">,
     StringColumn<"Scope", "scope",
                  "Component of the op_name, or frame of the stack, indented">],
    description>;

def AttributedTo : AttributedRow<"Bytes", [{
    What is live then by the key of the headline, the most first. The `Bytes` of
    these rows and of RestOfBytes add up to the headline; what has no key has
    the row `not attributed`.
  }]>;

def AttributedScope : AttributedScopeRow<"Bytes", [{
    A scope of the tree, below the one that it is part of; children by their
    totals. The `Bytes` of these rows and of RestOfBytes add up to the headline.
  }]>;

def AttributedToOfAll : AttributedRow<"Size", [{
    As AttributedTo, where the sum is not the peak of one memory space: of all
    spaces, or bytes x positions.
  }]>;

def AttributedScopeOfAll : AttributedScopeRow<"Size",
    "As AttributedScope, where the sum is not the peak of one memory space.">;

def AttributeUnknownRanges : Remark<Analysis,
    "{Space}: values without a live range are not counted: {Count} with {Size}",
    [SpaceArg<"Space">,
     CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">],
    "The dump does not say when these values are live.">;

def PartsOfSpace : Remark<Analysis,
    "{Space}: {Allocated} allocated, at schedule position {At} ({Instruction}), by part",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "The sum of the parts">,
     TimeArg<"At", "The time of the peak">,
     InstructionArg<"Instruction", "What runs then">],
    "With `by=part`: the rows below it add up to what is allocated.">;

def PartsOfSpaceAtNoTime : Remark<Analysis,
    "{Space}: {Allocated} allocated, by part; it is unknown when values are live",
    [SpaceArg<"Space">,
     BytesArg<"Allocated", "The sum of the parts">],
    "As PartsOfSpace, where no peak is known.">;

def PartKindRow : Row<Analysis,
    [BytesColumn<"Total", "size", "Bytes in memory">,
     PercentColumn<"Share", "share", "In the headline">,
     CountColumn<"Count", "buffers", "Buffers that these are">,
     StringColumn<"Kind", "kind", "What they are for: docs/Parts.md">],
    "All parts of one kind. The rows add up to the headline.">;

def PartRow : Row<Analysis,
    [BytesColumn<"Bytes", "size", "Bytes in memory">,
     PercentColumn<"Share", "share", "In the headline">,
     CountColumn<"Count", "buffers", "Buffers that these are">,
     StringColumn<"Kind", "kind", "What they are for: docs/Parts.md">,
     StringColumn<"Name", "part", "Path of the argument, or scope; layers as `*`">,
     StringColumn<"Detail", "operation", "Operation, or what is said of the part">,
     StringColumn<"Type", "shape", "Shape of each buffer">,
     StringColumn<"Source", "line", "Innermost line of the user's program">,
     DataColumn<CountType, "Layers", "layers", "Layers that the part is folded of">],
    "A part; the most bytes first. The rows and RestOfBytes add up to the headline."> {
  let dropFirst = ["Count", "Share", "Detail"];
}

def StackTrace : Remark<Analysis,
    "XLA's stack trace tree for schedule position {At}: {Total}, without padding; {Compared}",
    [TimeArg<"At", "Time of the dump's own peak">,
     BytesArg<"Total", "Logical bytes of all nodes">,
     StringArg<"Compared", "Whether the dump prints the same tree">], [{
    The dump's `Stack trace breakdown`, computed from what is live at the time of
    its peak. Where the dump prints none, what newer versions of XLA would print.
  }]> {
  let restsOn = [Sizes, LiveRanges, Program, Claims];
}

def StackTraceDiffers : Remark<Failure,
    "the dump prints another stack trace tree: line {Line} of it is '{Printed}'",
    [CountArg<"Line", "The first that differs, counted from 1">,
     StringArg<"Printed", "The label there; empty behind the end">],
    "The tree that follows from the dump's list is not the one that it prints."> {
  let restsOn = [Claims];
  let isWarning = true;
}

def StackTraceRow : Row<Analysis,
    [BytesColumn<"Total", "total", "With the nodes below it">,
     PercentColumn<"Share", "share", "Total in the headline">,
     BytesColumn<"Current", "current", "Without the nodes below it">,
     BytesColumn<"Remaining", "remaining",
                 "The headline less Current of this row and those above">,
     StringColumn<"Label", "stack", "Label of the node, indented">],
    "A node of the stack trace tree, below its caller, in XLA's order."> {
  let restsOn = [Sizes, LiveRanges, Program, Claims];
}

def StackTraceUnknown : Remark<Analysis,
    "the stack trace tree cannot be calculated: {Why}",
    [StringArg<"Why", "What is not known">], [{
    The tree needs the dump's peak and the computations that own its instructions.
    A tree that the dump prints is listed all the same.
  }]>;

} // let restsOn
