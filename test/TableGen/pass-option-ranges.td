// The range of an option is checked by its parser; range and unit name the value.
//
// RUN: hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s | FileCheck %s
// RUN: hlo-mem-tblgen -gen-pass-docs -I %src_root/include %s \
// RUN:   | FileCheck %s --check-prefix=DOCS

include "hlomem/Pass/PassBase.td"

def Zebra : Pass<"zebra"> {
  let summary = "Count zebras";
  let description = "Long.";
  let options = [
    RangedOption<"Effort", "effort", "unsigned", "1", "How many", 0, 3>,
    RangedOption<"Align", "align", "std::optional<uint64_t>", "", "How many",
                 1, 4611686018427387903>
  ];
}

def Ant : Pass<"ant"> {
  let summary = "Count ants";
  let description = "Long.";
  let options = [
    Option<"Legs", "legs", "unsigned", "6", "How many">,
    BytesOption<"Least", "least", "1.5KiB", "The least size">,
    RequiredOption<"Most", "most", "::hlomem::Bytes", "64KiB", "The most">,
    RequiredOption<"Then", "then", "::hlomem::NestedPipeline", "peak", "What runs">
  ];
}

// CHECK:      static constexpr ::hlomem::PassOptionRange EffortRange = {0u, 3u};
// CHECK-NEXT: /// How many.
// CHECK-NEXT: unsigned Effort = 1u;
// CHECK:      PassOptionRange AlignRange = {1u, 4611686018427387903u};
// CHECK-NEXT: /// How many.
// CHECK-NEXT: std::optional<uint64_t> Align;
// CHECK:      Parser.option("effort", Options.Effort, EffortRange);
// CHECK-NEXT: Parser.option("align", Options.Align, AlignRange);
// CHECK:      ::hlomem::Bytes Least = ::hlomem::Bytes(1536u);
// CHECK-NEXT: /// The most; required.
// CHECK-NEXT: ::hlomem::Bytes Most{};
// CHECK:      Parser.option("legs", Options.Legs);
// CHECK-NEXT: Parser.option("least", Options.Least);
// CHECK-NEXT: Parser.option("most", Options.Most);
// CHECK-NEXT: Parser.needs("most", "64KiB");
// CHECK-NEXT: Parser.option("then", Options.Then);
// CHECK-NEXT: Parser.needs("then", "peak");
// CHECK:      Printer.option("least", Least, Defaults.Least);
// CHECK-NEXT: Printer.print("most", Most);
// CHECK-NEXT: Printer.option("then", Then, Defaults.Then);

// DOCS: | `effort=<0..3>` | `1` | How many |
// DOCS: | `align=<1..4611686018427387903>` | | How many |
// DOCS: | `legs=<number>` | `6` | How many |
// DOCS: | `least=<size>` | `1.5KiB` | The least size |
// DOCS: | `most=<size>` | | The most; required |
