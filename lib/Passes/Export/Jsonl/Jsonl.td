//===- Jsonl.td - The pass 'jsonl' ------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Tables/TableExporter.td"

def Jsonl : TableExporter<"jsonl"> {
  let summary = "Write what the module has as tables in lines of JSON";
  let description = [{
    With `-emit=jsonl -o FOLDER`, a file `TABLE.jsonl` for each of the tables of
    [Tables](../Tables.md), over all modules. With `-o -`, or as a pass of a
    pipeline, one stream, each line of which begins with the name of its table.
  }];
}
