//===- PrintProgram.td - The pass 'print-program' ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def PrintProgram : Pass<"print-program"> {
  let summary = "Write the program as HLO text, or what surrounds a value";
  let description = [{
    Writes the HLO text of the program to the document output: that of the HloProto
    or, for a dump, the one beside it.

    With `value` only the neighbourhood of a value is written, as a module of its
    own: the instruction that defines it, and those that are reached from it in
    `depth` steps to an operand or a user. It is of one computation, in the order of
    the text, with the computations that it calls. What lies outside is left out:
    an operand from there becomes a parameter, and a tuple of what is read there
    becomes the result. Parameters are numbered again; their metadata tell which
    arguments they are.
  }];
  let options = [
    Option<"OfValue", "value", "std::optional<std::string>", "",
           "Write the neighbourhood of this value only ('while.9{1}')">,
    Option<"Depth", "depth", "unsigned", "2",
           "How many steps away from the value an instruction may be">,
    EnumOptionOf<"Called", "called", "::hlomem::CalledParts",
                 "PrintProgram/Neighbourhood.h", ["none", "applied", "all"],
                 "applied",
                 "Also write called computations: none, those of fusions and "
                 "what is applied to elements, or also loops, branches and calls">,
  ];
  let analyses = [ProgramAnalysis];
  let writesDocument = true;
  let extension = "hlo.txt";
}
