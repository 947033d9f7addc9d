// The range of an option is checked by its parser; range and unit name the value.
//
// RUN: hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s | FileCheck %s
// RUN: hlo-mem-tblgen -gen-pass-docs -I %src_root/include %s \
// RUN:   | FileCheck %s --check-prefix=DOCS

include "hlomem/Pass/PassBase.td"

class Ranged<string name, string type, string text, list<int> limits>
    : Option<name, !tolower(name), type, text, "How many"> {
  let range = limits;
}

def Zebra : Pass<"zebra"> {
  let summary = "Count zebras";
  let description = "Long.";
  let options = [
    Ranged<"Effort", "unsigned", "1", [0, 3]>,
    Ranged<"Align", "std::optional<uint64_t>", "", [1, 4611686018427387903]>
  ];
}

def Ant : Pass<"ant"> {
  let summary = "Count ants";
  let description = "Long.";
  let options = [Option<"Legs", "legs", "unsigned", "6", "How many">];
}

// CHECK:      static constexpr ::hlomem::PassOptionRange EffortRange = {0u, 3u};
// CHECK-NEXT: /// How many.
// CHECK-NEXT: unsigned Effort = 1u;
// CHECK:      PassOptionRange AlignRange = {1u, 4611686018427387903u};
// CHECK-NEXT: /// How many.
// CHECK-NEXT: std::optional<uint64_t> Align;
// CHECK:      Parser.option("effort", Options.Effort, EffortRange);
// CHECK-NEXT: Parser.option("align", Options.Align, AlignRange);
// CHECK:      Parser.option("legs", Options.Legs);

// DOCS: | `effort=<0..3>` | `1` | How many |
// DOCS: | `align=<1..4611686018427387903>` | | How many |
// DOCS: | `legs=<number>` | `6` | How many |
