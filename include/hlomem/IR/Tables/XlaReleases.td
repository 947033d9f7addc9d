//===- XlaReleases.td - What releases of XLA do -----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This table has all that tells releases of XLA apart, as facts that a program
// asks for with getFacts() of XlaRelease.h. A field with a capital letter is a
// fact: a bit, a number, a text or a record whose class becomes an enumeration.
// What a release does not set is as in the release before, so that a new
// release is a new record; a bit that no release before it sets is false.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_XLARELEASES_TD
#define HLOMEM_IR_TABLES_XLARELEASES_TD

/// Represents the form of the lines of values in allocations.
class ValueLineForm;
/// Represents ` value: <3 add.1 @0> (size=16,offset=0): f32[4]{0}`.
def SizeFirst : ValueLineForm;
/// Represents `  add.1[](#3 @0) [0,16]: f32[4]{0}`.
def OffsetFirst : ValueLineForm;
/// Represents `  3 add.1 @0, positions:`, with positions and uses, and at last
/// ` [0,16]: f32[4]{0}`.
def OffsetFirstWithUses : ValueLineForm;

/// Represents where values of an asynchronous computation begin; XLA changed it
/// twice.
class AsyncBegin;
/// Represents that they begin where they are defined.
def Definition : AsyncBegin;
/// Represents that they begin where the computation begins that starts them.
def Computation : AsyncBegin;
/// Represents that they begin with the instruction that starts them, which
/// comes last.
def Start : AsyncBegin;

/// Represents a release, by the name of the first jaxlib that has it, or by the
/// month of the change if there is no such jaxlib. The record's name is the
/// enumerator.
class XlaRelease<string release, string date, string change> {
  string name = release;
  /// Tells when XLA had it; frameworks built on it follow weeks later. A dagger
  /// means that this is known only from XLA's public source.
  string since = date;
  /// Tells what is new, in Markdown.
  string news = change;

  //===--------------------------------------------------------------------===//
  // What a dump shows
  //===--------------------------------------------------------------------===//

  /// Names the first release whose dumps have this form. `?` means that of the
  /// release before.
  string Dialect = release;
  ValueLineForm ValueLines;
  /// Is true for `from instruction: %x` and not `from instruction:%x`.
  bit BlankAfterInstruction;
  /// Is true if a line feed follows the text of an instruction.
  bit LineFeedAfterInstruction;
  /// Is true if `  (none)` is printed under an empty ` uses:`.
  bit PrintsNoUses;
  /// Is true if the address of each allocation is printed.
  bit Pointers;
  /// Is true if the dump has `Used values:`, the total, and `HloLiveRange`.
  bit UsedValues; bit Total; bit LiveRanges;
  /// Is true if `(90.5KiB)` follows the total.
  bit HumanTotal;
  /// Is true if `from instruction:` is printed.
  bit Instructions;
  /// Is true if the texts of instructions have the types of operands.
  bit OperandTypes;
  /// Is true if the peak list has indices and sizes of leaves; otherwise it has
  /// sizes of the whole result of each leaf's instruction.
  bit LeavesInPeak;
  /// Is true if the peak list is sorted by size and has running sums; otherwise
  /// it is in the order of the live ranges.
  bit SortedPeak;
  /// Is true if the dump has a stack trace tree.
  bit StackTrace;
  /// Is true if the dump is in three files, of which the last two may be
  /// missing.
  bit SeveralFiles;
  /// Is true if `reused by buffers of a different color:` is printed.
  bit ReusingValues;
  /// Is true if the page of each allocation is printed, 0 if nothing is paged.
  bit Pages;
  /// Is true if the shape of a parameter's allocation is that of its leaf, not
  /// that of the whole parameter.
  bit PrintsParameterLeaf;
  /// Is true if the metadata of an instruction has `stack_frame_id`.
  bit PrintsStackFrames;
  /// Is true if a sharding on one device is `{single_device={}}`; not in the
  /// compiler of the TPU.
  bit NamesSingleDevice;
  /// Is true if computations for a TPU are kept in the order of the file, and
  /// not of their ids.
  bit TpuKeepsOrderOfFile;
  /// Is true if what asynchronous operations run is kept after all other
  /// computations, given TpuKeepsOrderOfFile.
  bit TpuKeepsAsyncLast;
  /// Is true if memory_analysis() for a CPU uses an assignment without traces.
  bit CpuPeakLacksTraces;

  //===--------------------------------------------------------------------===//
  // Values and live ranges
  //===--------------------------------------------------------------------===//

  /// Is true if the result of an asynchronous dynamic-update-slice is a value
  /// of its own from the done on; until then its operand stands in its place.
  bit AsyncUpdatesForwardOperand;
  /// Is true if asynchronous computations are part of the schedule.
  bit SchedulesAsync;
  /// Is true if two values of one buffer share the schedule position at which
  /// the second takes over; otherwise the first ends one earlier.
  bit SharesHandOver;
  /// Is true if a use by a call does not count.
  bit IgnoresCalls;
  AsyncBegin BeginsAsync;

  //===--------------------------------------------------------------------===//
  // How buffers are assigned
  //===--------------------------------------------------------------------===//

  /// Holds the name of the backend's rules for users. Releases with one name
  /// have equal rules; no program of releases without a name was seen.
  string CpuPolicy;
  string GpuPolicy;
  string TpuPolicy;
  /// Holds the alignment on a GPU in bytes.
  int GpuAlignment;
  /// Is true if buffers of thread-local computations are taken by their ids;
  /// not on a TPU.
  bit ThreadLocalById;
  /// Is true if a value may take the memory of any position of an operand's
  /// value, not only of the last one.
  bit SharesAnyPosition;
  /// Is true if the heap of memory space 0 comes after those of the others,
  /// where it may use what these leave.
  bit GpuDefaultSpaceIsLast;
  /// Is true if HBM is packed with FAST_MERGE and not with best fit.
  bit TpuMergesFast;
  /// Is true if buffers are taken in the order of time, and memory for reuse
  /// comes from a pool of what is free.
  bit TpuAssignsByTime;
}

def Xla2018 : XlaRelease<"xla-2018", "2017 †",
    "[only allocations](#forms-before-2021), pointers, offset before size"> {
  let ValueLines = OffsetFirst; let Pointers = true;
  let BlankAfterInstruction = true; let LineFeedAfterInstruction = true;
  let BeginsAsync = Definition;
  let CpuPolicy = "CPU before jax 0.12";
  let GpuPolicy = "GPU before June 2025"; let GpuAlignment = 128;
  let TpuPolicy = "TPU before jax 0.10";
}
def Xla201905 : XlaRelease<"xla-2019-05", "May 2019 †",
    "positions and uses among the lines of a value"> {
  let ValueLines = OffsetFirstWithUses;
}
def Xla201909 : XlaRelease<"xla-2019-09", "Sep 2019 †",
    "`Used values:`; ` value: ` lines with the size first"> {
  let ValueLines = SizeFirst; let BlankAfterInstruction = false;
  let UsedValues = true;
}
def Xla201910 : XlaRelease<"xla-2019-10", "Oct 2019 †",
    "`Total bytes used:`"> { let Total = true; }
def Xla201912 : XlaRelease<"xla-2019-12", "Dec 2019 †",
    "shapes of parameters and output"> { let Dialect = ?; }
def Jaxlib0Point1Point66 : XlaRelease<"jaxlib-0.1.66", "Apr 2021 †",
    "`HloLiveRange`; `/*index=5*/`; `<unknown shape>`"> { let LiveRanges = true; }
def Xla202108 : XlaRelease<"xla-2021-08", "Aug 2021 †",
    "`(90.5KiB)` after the total"> { let HumanTotal = true; }
def Jaxlib0Point1Point72 : XlaRelease<"jaxlib-0.1.72", "Sep 2021",
    "`from instruction:%x`, without blank, with operand types"> {
  let Instructions = true; let OperandTypes = true;
}
def Xla202206 : XlaRelease<"xla-2022-06", "June 2022",
    "asynchronous computations in the schedule; the hand-over of a buffer in both "
    "ranges"> {
  let Dialect = ?; let SchedulesAsync = true; let SharesHandOver = true;
}
def Jaxlib0Point3Point20 : XlaRelease<"jaxlib-0.3.20", "Sep 2022",
    "no pointers"> { let Pointers = false; }
// This is a week before the next release.
def Xla202401 : XlaRelease<"xla-2024-01", "Jan 2024",
    "a `call` is no use of its operands"> { let Dialect = ?; let IgnoresCalls = true; }
def Jaxlib0Point4Point24 : XlaRelease<"jaxlib-0.4.24", "Jan 2024 †",
    "`from instruction: %x`, **without the line feed after it**; unknown uses"> {
  let BlankAfterInstruction = true; let LineFeedAfterInstruction = false;
}
def Jaxlib0Point4Point36 : XlaRelease<"jaxlib-0.4.36", "Nov 2024",
    "that line feed is back"> { let LineFeedAfterInstruction = true; }
// Which release of 2025 changed where asynchronous values begin is not known.
def Jaxlib0Point5Point3 : XlaRelease<"jaxlib-0.5.3", "Mar 2025",
    "no operand types"> { let OperandTypes = false; let BeginsAsync = Computation; }
def Jaxlib0Point6Point0 : XlaRelease<"jaxlib-0.6.0", "Apr 2025",
    "peak list with index, and the sizes of leaves"> { let LeavesInPeak = true; }
def Jaxlib0Point6Point1 : XlaRelease<"jaxlib-0.6.1", "May 2025",
    "peak list sorted, with `(cumulative: N bytes)`"> { let SortedPeak = true; }
def Jaxlib0Point7Point1 : XlaRelease<"jaxlib-0.7.1", "July 2025",
    "stack trace tree"> {
  let StackTrace = true;
  let GpuPolicy = "GPU since June 2025"; let GpuAlignment = 256;
}
def Jaxlib0Point7Point2 : XlaRelease<"jaxlib-0.7.2", "Aug 2025",
    "the shape of a parameter is that of its leaf"> {
  let PrintsParameterLeaf = true; let PrintsStackFrames = true;
  let CpuPeakLacksTraces = true;
}
def Jaxlib0Point10Point0 : XlaRelease<"jaxlib-0.10.0", "Apr 2026",
    "three files"> {
  let SeveralFiles = true;
  let TpuPolicy = "TPU of jax 0.10"; let TpuMergesFast = true;
}
def Jaxlib0Point10Point2 : XlaRelease<"jaxlib-0.10.2", "June 2026",
    "`  (none)`; `reused by buffers of a different color:`†"> {
  let PrintsNoUses = true; let ReusingValues = true;
  let TpuKeepsOrderOfFile = true; let TpuKeepsAsyncLast = true;
}
def Jaxlib0Point11Point2 : XlaRelease<"jaxlib-0.11.2", "mid 2026",
    "`page 0` on every allocation"> {
  let Pages = true; let AsyncUpdatesForwardOperand = true;
  let TpuKeepsAsyncLast = false;
  // No program for these was seen.
  let GpuPolicy = ""; let TpuPolicy = "";
}
def Jaxlib0Point12 : XlaRelease<"jaxlib-0.12", "2026",
    "values of asynchronous computations begin with the start"> {
  let Dialect = ?; let NamesSingleDevice = true; let BeginsAsync = Start;
  let CpuPolicy = "CPU of jax 0.12"; let ThreadLocalById = true;
  let GpuPolicy = "GPU of jax 0.12"; let GpuDefaultSpaceIsLast = true;
  let TpuPolicy = "TPU of jax 0.12"; let TpuAssignsByTime = true;
  let SharesAnyPosition = true;
}

#endif // HLOMEM_IR_TABLES_XLARELEASES_TD
