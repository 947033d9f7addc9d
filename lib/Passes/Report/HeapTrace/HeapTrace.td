//===- HeapTrace.td - The pass 'heap-trace' ----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/SpaceOption.td"

def HeapTrace : Pass<"heap-trace"> {
  let summary =
      "Report what XLA's heap simulators recorded: the peak of each trace, and "
      "what the packing adds to it";
  let group = "Development";
  let description = [{
    XLA places temporaries by simulating a heap, and its HloProto keeps the events:
    which value got memory, shared that of another one, or was released. For each
    trace the pass names the allocation that it is of, the most bytes that are live
    in it, the event and the instruction where they are first, and how much more the
    packing takes: from the first byte of the trace's values to the last one. Then
    it lists the buffers that are live at that event, the largest first.

    An allocation may hold more than its trace has: tuple index tables are in no
    trace, and several arenas may have been combined. What memory space assignment
    placed is listed as it is recorded, which may exceed the allocation.

    Traces are in the HloProto, also in the one that lies beside a dump
    (`--xla_dump_hlo_as_proto`).
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many buffers to list for each trace; 0 lists all">,
    SpaceOption<>,
  ];
  let counters = [
    Counter<"NumTraces", "traces", "Traces that were reported">,
    Counter<"NumEvents", "events", "Events in them">,
  ];
  let members = [HeapTraceAnalysis];
  let analyses = [BackendAnalysis, ValueNamesAnalysis, UserSourceAnalysis];
  let alsoReports = [Rest];
}

def HeapTraceUnknown : Remark<Analysis, "heap traces are unknown: {Why}",
    [StringArg<"Why", "What the source lacks">],
    "There is no HloProto with traces of this assignment.">;

def NoHeapTraces : Remark<Analysis, "XLA recorded no heap trace", [], [{
    The HloProto has none: the program needs no temporaries that a heap simulator
    would place.
  }]>;

def NoHeapTracesInSpace : Remark<Analysis, "no heap trace of {Space}",
    [SpaceArg<"Space", "The memory space that was asked for">],
    "There are traces, but of other memory spaces.">;

defvar TraceArgs = [
  SpaceArg<"Space">,
  CountArg<"Trace", "Position of the trace in the HloProto">,
  CountArg<"Allocation", "Number of the allocation">,
  BytesArg<"Peak", "The most bytes that are live in the trace">,
  CountArg<"Event", "Position of the first event with that many">,
  InstructionArg<"Instruction", "The instruction of that event">,
  BytesArg<"Packed", "From the first byte of its values to the last one">];

def HeapTraceOfArena : Remark<Analysis,
    "{Space}: heap trace {Trace}, of allocation {Allocation}: peak of {Peak} at "
    "event {Event} ({Instruction}), packed into {Packed}: {Unused} unused "
    "({Share})",
    !listconcat(TraceArgs, [
      BytesArg<"Unused", "Packed less Peak: fragmentation of XLA's packing">,
      PercentArg<"Share", "Unused in Packed">]),
    "Once for each trace of a simulated heap."> {
  let hotness = "Peak";
}

def HeapTraceOfAssignment : Remark<Analysis,
    "{Space}: heap trace {Trace}, of allocation {Allocation}, by memory space "
    "assignment: peak of {Peak} at event {Event} ({Instruction}), placed in "
    "{Packed}",
    TraceArgs, [{
    Once for each trace that memory space assignment wrote. It lists buffers in the
    order in which they were decided on, so that the peak of the events may exceed
    the allocation.
  }]> {
  let hotness = "Peak";
}

def HeapTraceWithoutMemory : Remark<Analysis,
    "heap trace {Trace} has {Events} {Events:event|events}, none of a value in an "
    "allocation",
    [CountArg<"Trace", "Position of the trace in the HloProto">,
     CountArg<"Events", "How many events it has">],
    "A trace of no allocation.">;

def EmptyHeapTrace : Remark<Analysis, "heap trace {Trace} has no events",
    [CountArg<"Trace", "Position of the trace in the HloProto">],
    "As XLA writes it where memory space assignment had nothing to place.">;

def HeapTraceEvents : Note<Analysis,
    "{Events} {Events:event|events}: {Allocs} {Allocs:gets|get} memory, {Shares} "
    "{Shares:shares|share} it, {Frees} {Frees:releases|release} it",
    [CountArg<"Events", "All events">,
     CountArg<"Allocs", "ALLOC">,
     CountArg<"Shares", "SHARE_WITH">,
     CountArg<"Frees", "FREE">],
    "The events of a trace by their kinds.">;

def HeapTraceSplit : Note<Analysis,
    "its values lie in {Count} allocations, from number {Allocation} on",
    [CountArg<"Count", "Allocations with values of the trace">,
     CountArg<"Allocation", "Number of the first one">],
    "XLA split what it simulated as one heap; Packed is the sum.">;

def HeapTraceBuffer : Row<Analysis,
    !listconcat([
      BytesColumn<"Size", "size", "What the trace counts the buffer with">,
      BytesColumn<"Running", "running", "Sizes of this row and those above">,
      PercentColumn<"Share", "share", "In the peak of the trace">,
      ValueColumn<"Value", "value", "The last value that got the buffer">,
      CountColumn<"Holders", "values", "Live values that have the buffer">,
      ShapeColumn<"Shape", "shape">,
      DataColumn<CountType, "Offset", "at offset",
                 "Byte of the allocation where it begins">],
      NameColumns,
      [PathColumn<"Source", "source", "File and line in the user's program">]),
    "A buffer that is live at the peak of the trace, the largest first."> {
  let dropFirst = ["Running", "Holders", "StandsFor", "Share"];
}
