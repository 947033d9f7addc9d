//===- Padding.td - The pass 'padding' ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/SpaceOption.td"

def Padding : Pass<"padding"> {
  let summary =
      "Report what padding takes at the peak, and which dimension pays for it";
  let description = [{
    For every memory space, splits the padding at the peak (that of `peak`) into
    what tiles cause, tuple index tables, and the rest; and lists it by buffer, by shape
    and by line of the user's program, the most first. Then lists the shapes that
    are padded by tiles, at whatever time: the extents that are rounded up, the
    nearest ones that would not be, and the order of the same extents that is smallest
    under the same tile; XLA chooses the order itself, whatever it is in the
    program. Thread-local allocations are reported separately.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many rows each list has; 0 lists all">,
    SpaceOption<>,
  ];
  let counters = [
    Counter<"NumShapes", "padded-shapes", "Shapes that tiles pad">,
  ];
  let members = [
    PaddingAnalysis, LivenessAnalysis, MemoryTimelineAnalysis,
    ThreadLocalAnalysis, BackendAnalysis, ValueNamesAnalysis,
    UserSourceAnalysis
  ];
  let selectsSpaces = true;
  let usesLiveRanges = true;
  let alsoReports = [Rest, RestWithoutBytes];
}

def PaddingOfPeak : Remark<Analysis,
    "{Space}: {Padding} of padding at the peak of {Peak} at schedule position {At} "
    "({Instruction}), {Share} of what is live then",
    [SpaceArg<"Space">,
     BytesArg<"Padding", "Size less logical size of all live buffers">,
     BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">,
     PercentArg<"Share", "Padding in Peak">],
    "One for each space. The padding is that of PeakPadding.">;

def PaddingParts : Note<Analysis,
    "by tiles {Tiles}, by tuple index tables {Tables}, otherwise {Other}",
    [BytesArg<"Tiles", "What the tile rule explains">,
     BytesArg<"Tables", "Pointer tables of tuples that are rounded up">,
     BytesArg<"Other", "Room that the shape does not explain">],
    "The padding of PaddingOfPeak by its cause; the three add up to it.">;

def PaddingUnknown : Note<Analysis,
    "not counted, since the logical size is unknown: {Count} of them with {Size}",
    [CountArg<"Count", "Live buffers whose logical size is unknown">,
     BytesArg<"Size", "Their sizes">],
    "As PeakPaddingUnknown.">;

def PaddingNoRanges : Note<Analysis,
    "not counted, since they have no live range: {Count} "
    "{Count:value|values} with {Size}",
    [CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">],
    "As UnknownRanges.">;

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
     NameColumns), [{
    A buffer with padding that is live at the peak, the one with the most first.
    With Rest these add up to PaddingOfPeak.
  }]> {
  let dropFirst = ["Logical", "Factor", "Shape"];
}

defvar PaddingSumColumns = [
  BytesColumn<"Padding", "padding", "Theirs added up">,
  PercentColumn<"Share", "share", "Padding in all at the peak">,
  BytesColumn<"Size", "size", "Bytes in memory">,
  CountColumn<"Count", "buffers", "Live buffers, padded or not">];

def PaddingByShape : Row<Analysis,
    !listconcat(PaddingSumColumns, [ShapeColumn<"Shape", "shape">]),
    "The padding at the peak of all buffers of one shape, the most first.">;

def PaddingBySource : Row<Analysis,
    !listconcat(PaddingSumColumns,
                [StringColumn<"Line", "source",
                              "File and line in the user's program; `?` where "
                              "they are unknown">]), [{
    The padding at the peak of all buffers of one line of the user's program, the
    most first.
  }]>;

def PaddedShapes : Remark<Analysis,
    "shapes that tiles pad, in the whole program: {Count}, of {Values} "
    "{Values:value|values}",
    [CountArg<"Count", "Shapes">,
     CountArg<"Values", "Values of these shapes">],
    "Comes before the list of these shapes, in all memory spaces.">;

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
     BytesColumn<"SizeInOrder", "size in it", "Bytes of one value in that order">], [{
    A shape that tiles pad, with what is true of one value; the one with the most
    padding first. XLA chooses the order itself, whatever it is in the program.
  }]> {
  let dropFirst = ["Values", "Logical", "Full", "SizeInOrder", "Order"];
}

def PaddingThreadLocal : Remark<Analysis,
    "apart from that, {Waste} of thread-local allocations are waste; see the pass "
    "'thread-local'",
    [BytesArg<"Waste", "Their sizes less what they hold">],
    "Such allocations are in no peak.">;

def NoPadding : Remark<Analysis,
    "nothing to report: no value outside of thread-local allocations has padding, "
    "as far as is known",
    [],
    "Neither at a peak nor at any other time.">;
