// A pass names the records of its analyses: an unknown one is an error at its
// place.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Passes/Analyses.td"

def Zebra : Pass<"zebra"> {
  let summary = "Count zebras";
  let description = "Long.";
  // CHECK: pass-unknown-analysis-errors.td:[[#@LINE+1]]:37: error: Variable not defined: 'LivelinessAnalysis'
  let analyses = [LivenessAnalysis, LivelinessAnalysis];
}
