//===- CommandGuide.td - hlo-mem-pack and its guide --------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program, its options, and what the guide says beside them: --help and
/// docs/generated/PackGuide.md are made of this.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_PACK_COMMANDGUIDE_TD
#define HLOMEM_TOOLS_HLO_MEM_PACK_COMMANDGUIDE_TD

include "Options.td"

def HloMemPack : Tool<"hlo-mem-pack"> {
  let optionsName = "PackOptions";
  let summary = "Places buffers in as little memory as possible";
  let overview = [{
    Reads buffers with their lifetimes and sizes, as CSV in MiniMalloc's format, and
    writes an offset for each of them, so that no two that are live together share a
    byte. It reports how good the placement is, and whether it is proven optimal.
  }];
  let examples = [
    HelpExample<"Do these buffers fit into 1MiB, and how?",
                "hlo-mem-pack -capacity=1MiB problem.csv">,
    HelpExample<"Are the offsets in the file a valid placement, and how good is it?",
                "hlo-mem-pack -check placed.csv">,
  ];
  let description = [{
    [Packing](../Packing.md) defines the problem and the format of the file.
    `hlo-mem-opt` writes such files for the arenas of dumps.

    The placement goes to the standard output or to `-o`. The last line on the
    standard error stream gives its size, the bound (no placement is smaller), the
    gap between them in bytes and in percent of the bound, and the steps and time
    taken:

    ```
    best 12 bytes, bound 12 bytes, gap 0 bytes (0.00%), proven optimal; 0 steps, 0.000 s
    ```

    Options may begin with one dash or two, and come before or after the file.
    An option that takes a value may be given once. Of a flag that is given twice
    the last one counts, and `-greedy=0` turns it off again.
  }];
}

def ExitStatus : GuideSection<"Exit status"> {
  let text = [{
    * `0`: A placement was found, which fits into the capacity if there is one; also
      if a limit or ctrl-C ended the search. With `-check`: the placement is
      valid.
    * `1`: An input that cannot be read, a wrong command line; with `-check` a
      placement that is not valid.
    * `2`: No placement fits into the capacity.
    * `4`: None was found that does, within the limits. Nothing is written.
    * `74`: Output could not be written, or its reader went away.
  }];
}

def Examples : GuideSection<"Examples"> {
  let text = [{
    Does this fit into sixteen bytes, and how?

    ```sh
    hlo-mem-pack -capacity=16 test/Inputs/packing/small.csv
    ```

    Is the placement of another packer valid, and how good is it?

    ```sh
    hlo-mem-pack -check test/Inputs/packing/small-placed.csv
    ```

    The best placement that can be found in a minute, the same each time:

    ```sh
    hlo-mem-pack -time=60 -steps=10000000 -o /dev/null test/Inputs/packing/small.csv
    ```
  }];
}

def SeeAlso : GuideSection<"See also"> {
  let text = [{
    [Packing](../Packing.md): the problem, its text, bounds and how it is solved.
    [CommandGuide](CommandGuide.md): `hlo-mem-opt`, whose passes report the
    fragmentation of arenas and place their buffers again.
  }];
}

#endif // HLOMEM_TOOLS_HLO_MEM_PACK_COMMANDGUIDE_TD
