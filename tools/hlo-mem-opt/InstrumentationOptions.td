//===- InstrumentationOptions.td - Watching hlo-mem-opt ----*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_INSTRUMENTATIONOPTIONS_TD
#define HLOMEM_TOOLS_INSTRUMENTATIONOPTIONS_TD

include "OptionBase.td"

def InstrumentationSection : OptionSection<"Instrumentation options">;

def PrintPipelinePasses : FlagOption<"print-pipeline-passes"> {
  let help = "Print the pipeline as `-passes` takes it, and stop";
  let description = [{
    Includes `verify` where it is added automatically. No input is needed.
  }];
}

def DebugPassManager : FlagOption<"debug-pass-manager"> {
  let help = "Print each pass and analysis as it runs";
}

def OptBisectLimit : IntOption<"opt-bisect-limit"> {
  let defaultText = "-1";
  let help = "Run only this many passes, counted over all dumps; -1 runs all";
  let description = [{
    For bisecting to the pass that causes a problem. Prints a line for each pass.
    `verify` and passes that write documents are neither counted nor left out. Dumps
    are analysed one after the other.
  }];
}

def TimePasses : FlagOption<"time-passes"> {
  let help = "Print how long each pass, each analysis and the rest took";
  let description = [{
    Summed over all dumps and threads, without the analyses that a pass or an
    analysis asks for, which have lines of their own. When several threads share one
    large dump, only the thread that waits for the others is timed; `-j1` avoids
    this.
  }];
}

def TimeTraceOutput : TextOption<"time-trace"> {
  let valueName = "file";
  let help = "Write a trace of the program itself, to view in a browser";
  let description = [{
    JSON in Chrome's format for traces, for `chrome://tracing` and
    [Perfetto](https://ui.perfetto.dev). `-` is the standard output. The file
    must follow `=`, so that no input is mistaken for it. Not to be confused with
    the memory of the dumped program over time.
  }];
}

def TimeTraceGranularity : UnsignedOption<"time-trace-granularity"> {
  let defaultText = "0";
  let help = "Shortest event in the trace, in microseconds";
}

def CountersOutput : TextOption<"counters"> {
  let valueName = "file";
  let help = "Write what passes and analyses counted, as JSON";
  let description = [{
    One object, described in [Counters](../Counters.md); with `-time-passes` it
    holds the times too. `-` is the standard output, where it comes last; it cannot
    follow JSON or YAML remarks.
  }];
}

def PrintBefore : TextListOption<"print-before"> {
  let valueName = "pass,...";
  let help = "Print the dump before these passes";
  let description = [{
    All of it, to the standard error stream, under a line that names the pass and
    the dump. A name that no pass has is an error.
  }];
}

def PrintAfter : TextListOption<"print-after"> {
  let valueName = "pass,...";
  let help = "Print the dump after these passes";
  let description = [{
    As `-print-before` does.
  }];
}

def PrintBeforeAll : FlagOption<"print-before-all"> {
  let help = "Print the dump before each pass";
}

def PrintAfterAll : FlagOption<"print-after-all"> {
  let help = "Print the dump after each pass";
}

def PrintChanged : FlagOption<"print-changed"> {
  let help = "Print what each pass changes, as a diff in lines of the dump";
  let description = [{
    In the unified form, by the program `diff`, to the standard error stream. A pass
    that changes nothing gets one line.
  }];
}

def VerifyEach : FlagOption<"verify-each"> {
  let help =
      "Verify after each pass that changed something, even with `-no-verify`";
  let description = [{
    If the result contradicts itself, the pipeline ends with an error that names the
    pass, and with exit status 3. This is the default without `-no-verify`, except for
    a dump that already contradicted itself.
  }];
}

// They stand last.
include "LibraryOptions.td"

#endif // HLOMEM_TOOLS_INSTRUMENTATIONOPTIONS_TD
