//===- LibraryOptions.td - Options of LLVM's library -------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What every program has that reads its command line with LLVM's library. To be
/// included after the program's own options, as sections stand in the order of
/// the file.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_LIBRARYOPTIONS_TD
#define HLOMEM_TOOLS_LIBRARYOPTIONS_TD

include "OptionBase.td"

def OtherSection : OptionSection<"Other options">;

def Color : LibraryOption<"color"> {
  let help = "Use colors in output";
  let description = [{
    `-color=0` turns them off. Without either there are colors on a terminal.
  }];
}

def Help : LibraryOption<"help"> {
  let help = "Show the options that most people need";
}

def HelpAll : LibraryOption<"help-all"> {
  let isMain = true;
  let help = "List all options";
}

def HelpHidden : LibraryOption<"help-hidden"> {
  let help = "List the options, including those of LLVM's library";
}

def HelpList : LibraryOption<"help-list"> {
  let help = "List the options by name";
}

def HelpListHidden : LibraryOption<"help-list-hidden"> {
  let help = "List the options by name, including those of LLVM's library";
}

def Version : LibraryOption<"version"> {
  let help = "Print the version of the program and of LLVM";
}

#endif // HLOMEM_TOOLS_LIBRARYOPTIONS_TD
