// Mistakes in counters are found where they are made.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: not hlo-mem-tblgen -gen-pass-docs -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Pass/PassBase.td"

def Names : Pass<"names"> {
  let summary = "Do something";
  let description = "Long.";
  // CHECK: [[#@LINE+4]]:7: error: counter 'b' of pass 'names' is declared twice
  // CHECK: [[#@LINE+3]]:7: error: counter 'no_dash' of pass 'names' is not named with lower-case letters, digits and dashes
  // CHECK: [[#@LINE+2]]:7: error: counter 'e' of pass 'names' has the constant 'snake_case', expected CamelCase
  // CHECK: [[#@LINE+1]]:7: error: counter 'g' of pass 'names' has no description
  let counters = [
    Counter<"NumA", "a", "Text">,
    Counter<"NumB", "b", "Text">,
    Counter<"NumB2", "b", "Text">,
    Counter<"NumN", "no_dash", "Text">,
    Counter<"snake_case", "e", "Text">,
    Counter<"NumG", "g", " ">,
  ];
}

// CHECK: error: the passes are not usable
