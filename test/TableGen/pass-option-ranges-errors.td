// Mistakes in the range of an option are found where they are made.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Pass/PassBase.td"

class Ranged<string name, string type, string text, list<int> limits>
    : Option<name, !tolower(name), type, text, "How many"> {
  let range = limits;
}

def Zebra : Pass<"zebra"> {
  let summary = "Count zebras";
  let description = "Long.";
  // CHECK: [[#@LINE+7]]:7: error: option 'text' of pass 'zebra' has a range or a unit, but the type 'std::string'
  // CHECK: [[#@LINE+6]]:7: error: option 'list' of pass 'zebra' has a range or a unit, but the type 'std::vector<unsigned>'
  // CHECK: [[#@LINE+5]]:7: error: option 'one' of pass 'zebra' has a range that is not the least and the most of its type
  // CHECK: [[#@LINE+4]]:7: error: option 'turned' of pass 'zebra' has a range that is not the least and the most of its type
  // CHECK: [[#@LINE+3]]:7: error: option 'negative' of pass 'zebra' has a range that is not the least and the most of its type
  // CHECK: [[#@LINE+2]]:7: error: option 'large' of pass 'zebra' has a range that is not the least and the most of its type
  // CHECK: [[#@LINE+1]]:7: error: option 'outside' of pass 'zebra' has the default '4', which is out of range
  let options = [
    Ranged<"Text", "std::string", "", [0, 3]>,
    Ranged<"List", "std::vector<unsigned>", "", [0, 3]>,
    Ranged<"One", "unsigned", "1", [1]>,
    Ranged<"Turned", "unsigned", "1", [3, 1]>,
    Ranged<"Negative", "unsigned", "1", [-1, 1]>,
    Ranged<"Large", "unsigned", "1", [0, 4294967296]>,
    Ranged<"Outside", "unsigned", "4", [0, 3]>
  ];
}

// CHECK: error: the passes are not usable
