//===- VerifierRules.td - What holds in a sound assignment -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// This file declares the rules of the verifier. hlo-mem-tblgen generates the
// enumeration and the table of the verifier from it (-gen-verifier-rules), and
// the table of docs/Verifier.md (-gen-verifier-rule-docs), which describes each
// rule.

include "hlomem/IR/Tables/FactKinds.td"

class RuleSeverity<string cppName_, string word_> {
  // Names the enumerator of hlomem::RuleSeverity.
  string cppName = cppName_;
  // Names the severity in documentation.
  string word = word_;
}

// Numbers would be wrong if a rule of this severity is broken.
def Error : RuleSeverity<"Error", "error">;
// A compiler may have a reason to break a rule of this severity.
def Warning : RuleSeverity<"Warning", "warning">;

// Declares a rule. The name of the record is the enumerator of
// hlomem::VerifierRule.
class Rule<string name_, RuleSeverity severity_, list<FactKind> contradicts_,
           list<string> invariants_, string statement_> {
  // Names the rule for users: lower-case letters, digits and dashes.
  string name = name_;
  RuleSeverity severity = severity_;
  // Holds the facts that are contradicted if the rule is broken.
  list<FactKind> contradicts = contradicts_;
  // Holds the numbers of the invariants that the rule checks, "I25".
  list<string> invariants = invariants_;
  // Says what the rule requires, one sentence without a full stop.
  string statement = statement_;
}

// The following rules are about allocations.
def AllocationOrder : Rule<"allocation-order", Error, [Sizes], ["I2"],
    "allocations are numbered from 0 in their order">;
def Total : Rule<"total", Error, [Sizes], ["I3"],
    "the sizes of all allocations add up to 'Total bytes used', and "
    "to its human-readable form">;
def Bounds : Rule<"bounds", Error, [Sizes, Places], ["I6", "I7"],
    "no slice extends past the end of its allocation, and the last "
    "slice ends exactly there">;
def Colour : Rule<"colour", Error, [Places], ["I8"],
    "a value, its allocation and the layout of its shape name the "
    "same memory space">;
def Flags : Rule<"flags", Error, [Places], ["I9"],
    "an allocation is 'preallocated-temp' if and only if it is not a "
    "parameter, constant, thread-local or maybe-live-out; in an HloProto "
    "the last agrees with live ranges">;
def TempOrder : Rule<"temp-order", Warning, [Places], ["I10"],
    "temporary allocations come last, one for each page of each "
    "memory space; in all others every offset is 0">;
def ThreadLocal : Rule<"thread-local", Warning, [Places], ["I11"],
    "a thread-local allocation holds one value">;

// The following rules are about values.
def Ids : Rule<"ids", Warning, [], ["I4"],
    "values are in ascending order of their ids">;
def Unique : Rule<"unique", Error, [Sizes, Places], ["I5"],
    "each value is in exactly one allocation, and listed once under "
    "'Used values:' with the same header">;
def Padding : Rule<"padding", Warning, [Sizes], ["I12", "I13"],
    "the size of a value follows from its shape: padded by the first "
    "tile, or unpadded without tiles">;
def Definition : Rule<"definition", Error, [Program], ["I14"],
    "name, index, first position and shape of a value agree with its "
    "instruction">;

// The following rules are about bytes over time.
def Overlap : Rule<"overlap", Error, [Places, LiveRanges], ["I25"],
    "two values share a byte at no more than one schedule position">;
def Touch : Rule<"touch", Error, [Places, LiveRanges], ["I26"],
    "two values that share a byte at one schedule position have the "
    "same offset, but for adjacent slices that make up a value">;

// The following rules are about live ranges.
def Schedule : Rule<"schedule", Error, [LiveRanges, Program], ["I15"],
    "'max' is the length of the schedule, and no instruction occurs "
    "in it twice">;
def Range : Rule<"range", Error, [LiveRanges], ["I16"],
    "a live range is within the schedule and begins at the defining "
    "instruction, or earlier for parameters">;
def Use : Rule<"use", Error, [LiveRanges, Program], [],
    "a value is read within its live range, after its definition">;
def RangeOrder : Rule<"range-order", Warning, [], ["I17"],
    "live ranges are in the order of the ids of their values">;
def RangeOwner : Rule<"range-owner", Warning, [LiveRanges], ["I18", "I19"],
    "each live range belongs to one value, and each value outside "
    "thread-local and constant allocations has one">;
def Arguments : Rule<"arguments", Error, [LiveRanges], ["I20"],
    "an argument of the program that holds no result is live from "
    "beginning to end">;
def DerivedRange : Rule<"derived-range", Warning, [LiveRanges], [],
    "a live range is the one that follows from schedule, positions "
    "and uses, where they determine it">;

// The following rules are about what XLA calculated.
def Peak : Rule<"peak", Warning, [Claims], ["I22"],
    "the printed peak is at the schedule position that XLA's rule gives">;
def PeakList : Rule<"peak-list", Warning, [Claims], ["I21"],
    "the list of the printed peak has the values that are live there, and "
    "that of an allocation in an HloProto values of that">;
def PeakSizes : Rule<"peak-sizes", Warning, [Claims], ["I23"],
    "sizes in that list are logical, with their running sums and in "
    "their order">;
def StackTrace : Rule<"stack-trace", Warning, [Claims], ["I24"],
    "the numbers of the stack trace tree add up">;
def Report : Rule<"report", Warning, [Claims], [],
    "XLA's memory usage report beside the dump has the same sizes">;

// The following rules are about what XLA's heap simulators recorded.
def Buffer : Rule<"buffer", Error, [Sizes, Places], [],
    "values of one buffer have the same slice, as large as the largest of "
    "them">;
def TraceEvents : Rule<"trace-events", Error, [Claims], [],
    "a heap simulator's trace gives memory to each of its values once, "
    "in temporaries of one memory space, and takes it back">;
def TraceSizes : Rule<"trace-sizes", Error, [Sizes], [],
    "a value is not larger in a trace than its slice">;
def TracePeak : Rule<"trace-peak", Warning, [LiveRanges], [],
    "the peak of a trace of the whole module is what the live ranges of "
    "its values give">;

// The following rule compares both forms of a dump, on request.
def Forms : Rule<"forms", Error, [Sizes, Places, LiveRanges], [],
    "text and HloProto of a dump have the same allocations, values, offsets, "
    "live ranges and peaks; with 'compare-forms'">;
