//===- SpaceOption.td - The memory spaces that a pass reports -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_REPORT_SPACEOPTION_TD
#define HLOMEM_PASSES_REPORT_SPACEOPTION_TD

include "hlomem/Pass/PassBase.td"

class SpaceOption : Option<"Space", "space", "std::optional<::hlomem::SpaceChoice>", "",
                           "Report this memory space only, by number or name ("
                           "'hbm')">;

// Declare a headline for one memory space, and the same for all of them together,
// which emitOfSpace() tells apart (ListedRows.h).
class OfSpace<string message, list<Arg> args, string description>
    : Remark<Analysis, "{Space}: " # message,
             !listconcat([SpaceArg<"Space">]<Arg>, args), description>;
class OfAllSpaces<string message, list<Arg> args, string description>
    : Remark<Analysis, "all spaces: " # message, args, description>;

#endif // HLOMEM_PASSES_REPORT_SPACEOPTION_TD
