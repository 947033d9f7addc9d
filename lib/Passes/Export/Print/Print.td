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

    A dump that an earlier pass changed is written in the dialect in which it was
    read. A module that was read from an HloProto is written as the release of XLA
    that wrote the HloProto prints dumps ([HloProto](../HloProto.md)).

    `part` chooses what is written of a dump that came in several files: by
    default the files that were named.
  }];
  let options = [
    EnumOptionOf<"Part", "part", "::hlomem::DumpPart",
                 "hlomem/Dump/Writer/DumpWriter.h",
                 ["named", "all", "allocations", "values", "live-range"],
                 "named",
                 "Write the named files, all parts in one text, or one part">,
  ];
  let writesDocument = true;
  let extension = "-buffer-assignment.txt";
}
