//===- CommandGuide.td - hlo-mem-opt and its guide ---------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program, its options, and what the guide says beside them: --help and
/// docs/generated/CommandGuide.md are made of this.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_OPT_COMMANDGUIDE_TD
#define HLOMEM_TOOLS_HLO_MEM_OPT_COMMANDGUIDE_TD

include "Options.td"
include "InstrumentationOptions.td"

def HloMemOpt : Tool<"hlo-mem-opt"> {
  let optionsName = "DriverOptions";
  let summary = "Where the memory of an XLA program goes";
  let overview = [{
    Reads what XLA writes with `XLA_FLAGS=--xla_dump_to=dump`: folders, files
    (`*-buffer-assignment.txt`) and logs that hold dumps, also compressed with gzip
    or zstd. `-` is the standard input.
  }];
  let examples = [
    HelpExample<"Does it fit, where does the memory go, and what can I change?",
                "hlo-mem-opt -device=v5e dump/">,
    HelpExample<"What is live at the peak, and which lines of my program made it?",
                "hlo-mem-opt -passes=peak,attribute dump/">,
    HelpExample<"What is allocated and holds nothing?",
                "hlo-mem-opt -passes=frag dump/">,
    HelpExample<"What if all arguments were donated?",
                "hlo-mem-opt -passes='donate<values=all>,summary' -format=screen dump/">,
    HelpExample<"Does it still fit, in a test of my own?",
                "hlo-mem-opt -memory-limit=16GiB dump/">,
  ];
  let description = [{
    A folder is searched for dumps; the other parts of a split dump are read with the
    one that is named.

    What runs over each dump is a pipeline of passes, `-passes=peak,frag`. Options
    of a pass stand in the pipeline, in angle brackets and with semicolons between
    them: `-passes='peak<space=1;top=3>'`; the shell needs the quotes. See
    [Passes](Passes.md) or `-print-passes` for a list. Before all of them the program
    checks that the dump does not contradict itself; if it does, that is reported
    first, and numbers that depend on it are marked as doubtful.

    Reports, which are made of [remarks](../RemarkFormats.md), go to the standard output,
    or to the standard error stream while a pass like `print` writes a document to
    the standard output. Problems with an input are reported on the standard error
    stream; errors in a dump include line and column.

    Without `-passes`, a single dump is summarized on one screen, with the passes to
    run for details, and each of several dumps in two lines;
    `-passes='summary<form=full>'` prints a full screen for each.

    With several dumps each one's remarks begin with its name. Dumps are analysed
    in parallel and reported in the order of the inputs; one that cannot be read
    does not keep the others from it. What is named twice is read once.

    Options may begin with one dash or two, and may come before or after the inputs.
    An option that takes one value may be given once; lists add up. Of a flag that
    is given twice the last one counts, and `-allow-incomplete=0` turns it off
    again. After `--` everything is an input.
  }];
}

def ExitStatus : GuideSection<"Exit status"> {
  let text = [{
    * `0`: Done.
    * `1`: An input, an option or a file is wrong: a dump cannot be read, or the
      command line or the pipeline has a mistake. Or a check could not be decided,
      such as a limit for a memory space that the backend does not have, or a
      `-device` that the dump was not compiled for.
    * `2`: More is allocated than `-memory-limit` or `-device` allows, or than the TPU
      has that the folder of the dump names; a compile ran out of memory; or there is
      a remark that `-fail-on` matches.
    * `3`: A dump contradicts itself, and the pipeline has `verify` or there is
      `-fatal-warnings=verify`; the [rule](../Verifier.md) that it breaks is reported.
      Or a pass has made it contradict itself.
    * `74`: Output could not be written, or its reader went away, as in
      `hlo-mem-opt dump.txt | head -1`.

    If several apply, also across inputs, the status is the first of 74, 1, 3, 2:
    a file that cannot be read is not hidden by one that is over its limit.
  }];
}

def Environment : GuideSection<"Environment"> {
  let text = [{
    * `TERM`: On a terminal that this names as one with colors (`xterm`, `linux`
      and their like), reports and messages are in color. `-color` and `-color=0`
      override this.
    * `PATH`: Where `-print-changed` looks for `diff`.
  }];
}

def Files : GuideSection<"Files"> {
  let text = [{
    * `X-buffer-assignment.txt`: A dump, or the first part of a split one.
    * `X-buffer-assignment-values.txt`, `X-live-range.txt`: The other parts of a
      split dump (XLA since April 2026). Any of them leads to the others beside
      it.
    * `X.txt`: The program text beside them, which is read when the dump has no
      live ranges.

    Each may also be compressed, with `.gz` or `.zst` after its name. Files of
    other names may hold a whole dump, or be logs with dumps in them. The forms of
    all versions of XLA since 2018 are read; [Inputs](../Inputs.md) says how to get
    a dump, and [Dialects](../Dialects.md) what the forms are.

    If a file larger than 1 MiB is truncated while it is being read, that is an
    error: the program ends at once, and later inputs are not read. So do not write
    to a dump while it is being read. A log may grow.

    For completion in bash, source `tools/completion.bash`; an installed tree has
    it where bash finds it. It completes options, their values, and passes with
    their options. To know those of plugins, it lets the program load what
    `-load-pass-plugin` names on the line.
  }];
}

def Examples : GuideSection<"Examples"> {
  let text = [{
    When does memory use peak, and what is live then?

    ```sh
    hlo-mem-opt -passes='peak<top=3>' test/Inputs/cpu-while-2025.txt
    ```

    Two dumps at a time, with plain numbers of bytes; a folder of dumps could
    stand in their place:

    ```sh
    hlo-mem-opt -passes=frag -j 2 -exact-bytes test/Inputs/cpu-while-2025.txt \
      test/Inputs/tpu-prefetch-2025.txt
    ```

    The dump without its thread-local allocations:

    ```sh
    hlo-mem-opt -passes=drop-thread-local,print test/Inputs/tpu-prefetch-2025.txt
    ```

    Does any arena have a hole of 64 KiB or more? The remarks are kept for scripts
    in any case:

    ```sh
    hlo-mem-opt -passes=frag -remarks-output=/dev/null -min-bytes=64KiB \
      -fail-on='^frag:Hole$' test/Inputs/cpu-while-2025.txt
    ```
  }];
}

def SeeAlso : GuideSection<"See also"> {
  let text = [{
    [Passes](Passes.md): every pass with its options. [MemoryModel](../MemoryModel.md):
    what the numbers mean. [Verifier](../Verifier.md): the rules that a dump must keep.
    [RemarkFormats](../RemarkFormats.md): remarks for programs.
    [Inputs](../Inputs.md), [DumpFormat](../DumpFormat.md): what is read.
  }];
}

#endif // HLOMEM_TOOLS_HLO_MEM_OPT_COMMANDGUIDE_TD
