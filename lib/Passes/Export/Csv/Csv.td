//===- Csv.td - The pass 'csv' ----------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Tables/TableExporter.td"

def Csv : TableExporter<"csv"> {
  let summary = "Write what the module has as tables in CSV";
  let description = [{
    With `-emit=csv -o FOLDER`, a file `TABLE.csv` for each of the tables of
    [Tables](../Tables.md), over all modules. A single table may also be written by
    `csv<tables=values>` to the document output.
  }];
}
