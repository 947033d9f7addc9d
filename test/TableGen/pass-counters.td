// Counters of a pass: a constant for each in its class, a row for each in
// the documentation.
//
// RUN: hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s \
// RUN:   | FileCheck %s
// RUN: hlo-mem-tblgen -gen-pass-docs -I %src_root/include %s \
// RUN:   | FileCheck %s --check-prefix=DOCS

include "hlomem/Pass/PassBase.td"

def Zebra : Pass<"zebra"> {
  let summary = "Count zebras";
  let description = "Long.";
  let counters = [
    Counter<"NumStripes", "stripes", "Stripes with \"a\" | b ">,
    Counter<"NumLegs2", "legs-2", "Legs">,
  ];
}

// CHECK-LABEL: class ZebraPass
// CHECK:      /// Stripes with "a" | b.
// CHECK-NEXT: static constexpr ::hlomem::CounterInfo NumStripes = {
// CHECK-NEXT: "zebra", "stripes",
// CHECK-NEXT: "Stripes with \"a\" | b"};
// CHECK-NEXT: /// Legs.
// CHECK-NEXT: static constexpr ::hlomem::CounterInfo NumLegs2 = {
// CHECK-NEXT: "zebra", "legs-2",
// CHECK-NEXT: "Legs"};
// CHECK:      static ::hlomem::PassInfo info() {

// DOCS-LABEL: ## `zebra`
// DOCS:      | Counter | Meaning |
// DOCS-NEXT: | --- | --- |
// DOCS-NEXT: | `zebra.stripes` | Stripes with "a" \| b |
// DOCS-NEXT: | `zebra.legs-2` | Legs |
