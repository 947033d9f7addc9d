//===- Html.td - The pass 'html' --------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Tables/TableExporter.td"

def Html : TableExporter<"html"> {
  let summary = "Write a page that shows the memory, for a browser";
  let description = [{
    One file that needs neither a network nor a server: a map of each memory space,
    byte offset by schedule position, with what is live at each position, who made it
    and who still needs it, and the parts and changes of the screen
    ([Map](../Map.md)). With `-emit=html -o FOLDER`, a page for each module, and
    `index.html` if there are several. Changes take as long as in `advise`;
    `html<no-changes>` leaves them out. `donate<values=all>,html<compare=before>` shows
    the memory before and after what the passes before it change.
  }];
  let options = [
    Option<"MaxBuffers", "max-buffers", "unsigned", "300000",
           "How many values are shown one by one: the largest">,
    EnumOption<"Compare", "compare", ["none", "before"], "none",
               "What to show beside the module: 'before' is what it was before the "
               "transforms of the pipeline">,
    Option<"NoChanges", "no-changes", "bool", "false",
           "Leave out what would save memory">,
  ];
  let writesTables = false;
}
