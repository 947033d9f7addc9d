//===- Remarks.td - Remarks of the plugin greeter ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Remarks/RemarkBase.td"

def Greeting : Remark<Analysis, "{Word}, {Count} values of {Size}",
                      [StringArg<"Word">, CountArg<"Count">, BytesArg<"Size">]> {
  let pass = "greet";
  let description = "How many values there are, and the sum of their sizes.";
}
