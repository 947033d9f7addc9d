//===- Options.td - The command line of hlo-mem-pack -------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_PACK_OPTIONS_TD
#define HLOMEM_TOOLS_HLO_MEM_PACK_OPTIONS_TD

include "OptionBase.td"

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

def ProblemSection : OptionSection<"Problem options">;

def Inputs : PositionalOption {
  let valueName = "file";
  let help = "The problem, in the format described in [Packing](../Packing.md#problems-as-text)";
  let description = [{
    One file, `-` for the standard input; it may be compressed with gzip or zstd. If
    it has a column `offset` with a valid placement, the search begins with that.
  }];
}

def Capacity : TextOption<"capacity"> {
  let isMain = true;
  let valueName = "size";
  let help = "The maximum size of a placement, such as 1048576 or 1MiB";
  let description = [{
    The search ends with the first placement that fits into it. If the bound shows
    that there is none, that is reported at once, with the time at which the buffers
    do not fit.
  }];
}

def KeepOffsets : FlagOption<"keep-offsets"> {
  let help = "Keep the buffers that have an offset where they are";
  let description = [{
    The column `offset` is then read as MiniMalloc reads it, as `fixed`; buffers
    whose field is empty are placed around the others.
  }];
}

def Check : FlagOption<"check"> {
  let isMain = true;
  let help = "Only check whether the column `offset` is a valid placement";
  let description = [{
    A placement is valid if no two buffers that are live together share a byte,
    every offset is a multiple of its alignment, fixed buffers are at their offsets,
    and none ends above `-capacity`. Its size and its gap to the bound go to the
    standard output; the first fault is an error, with exit status 1.
  }];
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

def SearchSection : OptionSection<"Search options">;

def TimeLimit : TextOption<"time"> {
  let isMain = true;
  let valueName = "seconds";
  let defaultText = "10, or none with `-steps`";
  let help = "How long to search, such as 60 or 0.5; with `none`, until the "
             "placement is proven optimal";
  let description = [{
    The search always ends when the placement is proven optimal, and on ctrl-C,
    which writes the best placement so far; a second ctrl-C ends the program at
    once.
  }];
}

def Steps : UInt64Option<"steps"> {
  let defaultText = "no limit";
  let help = "The number of steps to search";
  let description = [{
    A step takes a few nanoseconds. The same problem, seed and number of steps
    give the same placement on every machine and with any `-j`, as long as no
    limit of time and no ctrl-C cuts the search short.
  }];
}

def Seed : UInt64Option<"seed"> {
  let defaultValue = "0";
  let help = "The seed of the search's random choices";
}

def Greedy : FlagOption<"greedy"> {
  let help = "Only place the buffers greedily in a few good orders, without a search";
  let description = [{
    The same as `-steps=0`.
  }];
}

def Jobs : UnsignedOption<"j"> {
  let isMain = true;
  let isPrefix = true;
  let help = "The number of threads that search";
  let defaultText = "one for each core";
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

def OutputSection : OptionSection<"Output options">;

def Output : TextOption<"o"> {
  let isMain = true;
  let valueName = "file";
  let defaultText = "`-`, the standard output";
  let help = "Where to write the placement";
  let whenRepeated = "name one file";
  let description = [{
    The problem with a column `offset`. The file is replaced only on success; it may
    be the input.
  }];
}

def ShowProgress : FlagOption<"progress"> {
  let help = "Print a line whenever the placement or the bound improves";
  let description = [{
    It goes to the standard error stream. By default there is one line that is
    updated, and only on a terminal.
  }];
}

// They stand last.
include "LibraryOptions.td"

#endif // HLOMEM_TOOLS_HLO_MEM_PACK_OPTIONS_TD
