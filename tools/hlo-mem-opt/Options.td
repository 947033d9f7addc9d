//===- Options.td - The command line of hlo-mem-opt --------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_OPT_OPTIONS_TD
#define HLOMEM_TOOLS_HLO_MEM_OPT_OPTIONS_TD

include "OptionBase.td"

def HloMemOpt : Tool<"hlo-mem-opt"> {
  let summary = "Where the memory of an XLA program goes";
  let overview = [{
    Reads the `*-buffer-assignment.txt` that XLA writes under `--xla_dump_to`,
    with the other parts of a split dump beside it; folders, which are searched
    for them; logs that hold dumps; all of it also packed with gzip or zstd. `-`
    is the standard input.
  }];
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

def InputSection : OptionSection<"Input options">;

def Inputs : PositionalOption {
  let section = InputSection;
  let valueName = "file or folder";
  let help = "What to read";
  let completion = CompleteFiles;
}

def Jobs : UnsignedOption<"j"> {
  let section = InputSection;
  let isPrefix = true;
  let help = "Dumps to work on at a time";
  let defaultText = "as many as the machine has threads";
  let description = [{
    Whatever the number, what is printed is the same and in the order of the
    inputs.
  }];
}

def NoSiblings : FlagOption<"no-siblings"> {
  let section = InputSection;
  let help =
      "Read just the files that are named: not the other parts of a split dump, "
      "which lie beside them";
  let description = [{
    A part of a split dump alone is analysed as far as that goes then, and a
    remark says what is missing.
  }];
}

def Tolerant : FlagOption<"tolerant"> {
  let section = InputSection;
  let help =
      "Of a broken dump, keep what is sound: errors become warnings, and all "
      "numbers are of what was kept";
  let description = [{
    For a dump that is cut or has lines that cannot be read. The first remark
    says that the dump is incomplete. Packed files must be whole all the same.
  }];
}

def MaxErrors : UnsignedOption<"max-errors"> {
  let section = InputSection;
  let defaultValue = "20";
  let help = "Errors to print for each input; 0 prints all";
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

def PassSection : OptionSection<"Pass options">;

def Passes : TextOption<"passes"> {
  let section = PassSection;
  let valueName = "pipeline";
  let defaultValue = "peak,frag";
  let whenRepeated = "write one, as in 'peak,frag'";
  let help =
      "Passes to run, such as 'peak<top=5>,frag'; see -print-passes";
  let completion = CompletePipeline;
}

def LoadPassPlugins : TextListOption<"load-pass-plugin"> {
  let section = PassSection;
  let valueName = "file";
  let isCommaSeparated = false;
  let help = "Load passes from a shared library";
  let description = [{
    May be given several times. All plugins are loaded before the pipeline is
    read, so that it may name their passes.
  }];
  let completion = CompleteFiles;
}

def PrintPasses : FlagOption<"print-passes"> {
  let section = PassSection;
  let help = "List the passes and their options";
}

def NoVerify : FlagOption<"no-verify"> {
  let section = PassSection;
  let help = "Do not check first whether the dump contradicts itself";
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

def OutputSection : OptionSection<"Output options">;

def Output : TextOption<"o"> {
  let section = OutputSection;
  let valueName = "file";
  let defaultValue = "-";
  let defaultText = "'-', the standard output";
  let help = "Where passes like 'print' write";
  let completion = CompleteFiles;
}

def ExactBytes : FlagOption<"exact-bytes"> {
  let section = OutputSection;
  let help = "Print sizes in tables as plain numbers of bytes";
}

//===----------------------------------------------------------------------===//
// Instrumentation
//===----------------------------------------------------------------------===//

def InstrumentationSection : OptionSection<"Instrumentation options">;

def DebugPassManager : FlagOption<"debug-pass-manager"> {
  let section = InstrumentationSection;
  let help = "Print each pass and analysis as it runs";
}

#endif // HLOMEM_TOOLS_HLO_MEM_OPT_OPTIONS_TD
