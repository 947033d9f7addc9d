//===- ThreadLocal.td - The pass 'thread-local' ------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def ThreadLocal : Pass<"thread-local"> {
  let summary =
      "Report what the thread-local allocations add to the printed total, and "
      "for which computations";
  let group = "Main";
  let description = [{
    Adds up the allocations that are marked as thread-local: what the dump prints
    for them, the elements that they hold, the difference, and their share of
    `Total bytes used`. Then the same by the role of the computations that they
    belong to (reducer, comparator, scatter combiner, ...), by computation, and by
    size. Says what becomes of such allocations on the backend.

    Names and roles are those of the HLO text beside the dump. Without it values
    that read each other are one computation, and it has a role only if the dump
    leaves no doubt.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many computations to list; 0 lists all">,
  ];
  let counters = [
    Counter<"NumComputations", "computations",
            "Computations with thread-local allocations, listed or not">,
  ];
  let members = [ThreadLocalAnalysis];
  let analyses = [BackendAnalysis];
  let alsoReports = [Rest];
}

let restsOn = [Sizes, Program] in {

def ThreadLocalTotal : Remark<Analysis,
    "thread-local allocations: {Count} with {Size}, {Share} of the printed total "
    "of {Total}; elements {Logical}, waste {Waste}",
    [CountArg<"Count", "How many there are">,
     BytesArg<"Size", "Their sizes as the dump prints them">,
     PercentArg<"Share", "Size in Total">,
     BytesArg<"Total", "The dump's `Total bytes used`">,
     BytesArg<"Logical", "Logical sizes of what they hold">,
     BytesArg<"Waste", "Size less Logical, allocation by allocation">], [{
    Comes first. The total is the sum of all allocations where the dump does not
    print it.
  }]>;

def ThreadLocalPlace : Note<Analysis,
    "{Place}",
    [StringArg<"Place", "What becomes of them">], [{
    Whether thread-local allocations are device memory on the backend that the
    dump was compiled for: on none that is known.
  }]>;

def ThreadLocalUnknownSize : Note<Analysis,
    "counted neither as elements nor as waste, since the logical size is unknown: "
    "{Count} of them with {Size}",
    [CountArg<"Count", "Allocations with a value of unknown logical size">,
     BytesArg<"Size", "Their sizes">], [{
    Allocations whose value has a shape that does not tell how many bytes its
    elements have.
  }]>;

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
                              "What the computations are to their callers">]), [{
    What the computations of one role have, the most bytes first. These rows add
    up to ThreadLocalTotal. Only where there is more than one role.
  }]>;

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
                              "many more do">]), [{
    What one computation has, the most bytes first. These rows and Rest add up to
    ThreadLocalTotal.
  }]> {
  let dropFirst = ["Logical", "Count", "Root", "Role"];
}

def ThreadLocalUnknownCallers : Note<Analysis,
    "name or role is unknown of computations with {Size}, since {Why}",
    [BytesArg<"Size", "What they have">,
     StringArg<"Why", "What would tell, and why it does not">],
    "Which computation owns a value stands in the HLO text alone.">;

def ThreadLocalBySize : Row<Analysis,
    !listconcat(ThreadLocalColumns,
                [BytesColumn<"AtMost", "each at most",
                             "The largest that belongs into this row, a power of "
                             "two; the others are larger than half of it">]), [{
    The allocations of about one size, the most bytes first. These rows add up to
    ThreadLocalTotal. Only where there is more than one such size.
  }]>;

def NoThreadLocalAllocations : Remark<Analysis,
    "nothing to report: no allocation is thread-local", [],
    "The dump has nothing of the kind.">;

} // let restsOn
