//===- TestPasses.td - Passes for the tests -----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Pass/PassBase.td"

// An option of every type.
def Peak : Pass<"peak"> {
  let summary = "Do nothing with many options";
  let description = "A pass to test options with.";
  let options = [
    Option<"Top", "top", "unsigned", "10", "How many">,
    Option<"Limit", "limit", "uint64_t", "18446744073709551615", "How much">,
    Option<"Quick", "quick", "bool", "false", "Be quick">,
    Option<"Checks", "checks", "bool", "true", "Be careful">,
    Option<"Label", "label", "std::string", "a \"b\"", "What to say">,
    Option<"Space", "space", "std::optional<unsigned>", "", "Where">,
    Option<"Ids", "ids", "std::vector<unsigned>", "1,2", "Which">,
    Option<"Names", "names", "std::vector<std::string>", "", "Whose">,
    EnumOption<"Order", "order", ["size", "start-time"], "size", "How to sort">,
  ];
}

def Rename : Pass<"rename"> {
  let summary = "Do nothing";
  let description = "A pass without options.";
}
