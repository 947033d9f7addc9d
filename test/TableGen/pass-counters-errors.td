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
  // CHECK: [[#@LINE+8]]:7: error: counter 'b' of pass 'names' is declared twice
  // CHECK: [[#@LINE+7]]:7: error: counter 'c' of pass 'names' has the constant 'NumA' of another counter
  // CHECK: [[#@LINE+6]]:7: error: counter 'no_dash' of pass 'names' is not named with lower-case letters, digits and dashes
  // CHECK: [[#@LINE+5]]:7: error: counter 'd' of pass 'names' has the constant 'class', a reserved word of C++
  // CHECK: [[#@LINE+4]]:7: error: counter 'e' of pass 'names' has the constant 'snake_case', expected CamelCase
  // CHECK: [[#@LINE+3]]:7: error: counter 'f' of pass 'names' has the constant 'Options', a name that every pass has
  // CHECK: [[#@LINE+2]]:7: error: counter 'g' of pass 'names' has no description
  // CHECK: [[#@LINE+1]]:7: error: counter 'h' of pass 'names' has the constant 'Spaces', a name that every pass has
  let counters = [
    Counter<"NumA", "a", "Text">,
    Counter<"NumB", "b", "Text">,
    Counter<"NumB2", "b", "Text">,
    Counter<"NumA", "c", "Text">,
    Counter<"NumN", "no_dash", "Text">,
    Counter<"class", "d", "Text">,
    Counter<"snake_case", "e", "Text">,
    Counter<"Options", "f", "Text">,
    Counter<"NumG", "g", " ">,
    Counter<"Spaces", "h", "Text">,
  ];
}

// CHECK: error: the passes are not usable
