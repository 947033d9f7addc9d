//===- Reconcile.td - The pass 'reconcile' -----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def Reconcile : Pass<"reconcile"> {
  let summary =
      "Report what other tools show for the same program, and why the numbers "
      "differ";
  let description = [{
    A table for each tool: the dump itself, XLA's memory usage report, JAX's
    `compiled.memory_analysis()` with the sums that people make of it, and XProf's
    memory viewer. Each number is computed from the dump by the tool's own rule and
    stands beside ours. Below the table is what each difference is made of; the
    parts add up to it.

    The peaks of XLA and XProf, and `temp_size_in_bytes` of a TPU, need the heap
    simulator's trace, which is in `X.hlo.pb` beside the dump
    (`--xla_dump_hlo_as_proto`). What a dump does not tell is said to be unknown,
    with the reason. [GroundTruth.md](../GroundTruth.md) has the rules and how they were
    checked.
  }];
  let options = [
    EnumOption<"Only", "only", ["all", "differing"], "all",
               "List all numbers, or only those that differ from ours">,
  ];
  let counters = [
    Counter<"NumEqual", "equal", "Numbers that equal ours">,
    Counter<"NumDiffering", "differing", "Numbers that differ from ours">,
    Counter<"NumUnknown", "unknown", "Numbers that the dump does not tell">,
  ];
  let analyses = [
    ToolNumbersAnalysis, SpacesAnalysis, LivenessAnalysis, BackendAnalysis
  ];
}

def ReconcileHead : Remark<Analysis,
    "numbers of other tools: {Equal} equal ours, {Differing} differ, {Unknown} unknown",
    [CountArg<"Equal", "Numbers that equal ours">,
     CountArg<"Differing", "Numbers that differ from ours, or that we have none for">,
     CountArg<"Unknown", "Numbers that the dump does not tell">],
    "Once for each module.">;

def ReconcileForm : Note<Analysis, "the dump has the form of {Release} or later",
    [StringArg<"Release", "The oldest release of XLA that prints all that the dump shows">],
    "Not where no known release does.">;

def ReconcileTool : Note<Analysis, "{Tool}:",
    [StringArg<"Tool", "Who shows the numbers">],
    "Heads the tables of a tool."> {
  let headsNumbers = true;
}

def ReconcileNumber : Row<Analysis,
    [BytesColumn<"Theirs", "theirs", "What the tool shows">,
     OptionalBytesColumn<"Ours", "ours", "What we have beside it">,
     StringColumn<"Number", "number",
                  "As the tool calls it; `@1` follows that of memory space 1">,
     StringColumn<"OursIs", "ours is", "Which of our numbers that is">], [{
    A number of another tool. `Theirs` equals `Ours` with the parts of the number that
    are more, less those that are less.
  }]>;

def ReconcilePart : Row<Analysis,
    [BytesColumn<"Size", "size", "How much it is">,
     StringColumn<"Way", "theirs is",
                  "more: the tool counts it and we do not; less: the reverse">,
     StringColumn<"Number", "number", "As in ReconcileNumber">,
     StringColumn<"Why", "why", "What it is">],
    "A part of the difference between a number and ours.">;

def ReconcileUnexplained : Note<Analysis,
    "{Number}: the parts do not add up to the difference: the dump contradicts itself",
    [StringArg<"Number", "As in ReconcileNumber">],
    "As where values lie outside of their allocation. No parts are listed then.">;

def ReconcileUnknown : Note<Analysis, "{Number}: unknown: {Why}",
    [StringArg<"Number", "As the tool calls it">,
     StringArg<"Why", "What the dump lacks">],
    "A number of the tool that does not follow from the dump.">;
