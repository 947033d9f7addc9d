//===- Print.td - The pass 'print' -------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Pass/PassBase.td"

def Print : Pass<"print"> {
  let summary = "Write the module as a dump";
  let description = [{
    Writes the module to the document output in the form in which XLA writes
    buffer assignments: a dump that is read and printed without a change in
    between is the same, byte for byte.

    With `dialect` it is written as another version of XLA would have written
    it, in one text. The names, after the first release of jaxlib that writes so
    or the month of the change in XLA: `xla-2018`, `xla-2019-05`, `xla-2019-09`,
    `xla-2019-10`, `xla-2019-12`, `jaxlib-0.1.66`, `xla-2021-08`,
    `jaxlib-0.1.72`, `jaxlib-0.3.20`, `jaxlib-0.4.24`, `jaxlib-0.4.36`,
    `jaxlib-0.5.3`, `jaxlib-0.6.0`, `jaxlib-0.6.1`, `jaxlib-0.7.1`,
    `jaxlib-0.7.2`, `jaxlib-0.10.0`, `jaxlib-0.10.2`, `jaxlib-0.11.2`; `latest`
    is the last of them. Any other release, `jaxlib-0.4.30` or `0.4.30`, selects the
    dialect that it writes.

    Everything that the dialect can spell is kept. What it requires but the
    dump lacks is left out: the addresses of allocations, types of operands,
    texts of instructions, the stack trace tree. The peak list is recomputed
    at the schedule position that the dump prints, if the dialect requires a different
    one. A dialect that cannot hold live ranges, positions or uses that the dump
    has is refused, and so is one in which the result would look like a dump that
    was cut.

    `part` chooses what is written of a dump that came in several files: by
    default the files that were named, or everything if a dialect is given.
  }];
  let options = [
    Option<"Dialect", "dialect", "std::optional<std::string>", "",
           "Write the dump as this version of XLA would have">,
    EnumOption<"Part", "part",
               ["named", "all", "allocations", "values", "live-range"],
               "named",
               "Write the named files, all parts in one text, or one part">,
  ];
  let writesDocument = true;
  let extension = "-buffer-assignment.txt";
}
