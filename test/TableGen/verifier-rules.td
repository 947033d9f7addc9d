// What a rule of the verifier becomes.
//
// RUN: hlo-mem-tblgen -gen-verifier-rules -I %src_root/include \
// RUN:   %src_root/include/hlomem/Verifier/VerifierRules.td | FileCheck %s
// RUN: hlo-mem-tblgen -gen-verifier-rule-docs -I %src_root/include \
// RUN:   %src_root/include/hlomem/Verifier/VerifierRules.td \
// RUN:   | FileCheck %s --check-prefix=DOCS

// CHECK:      #ifdef GEN_VERIFIER_RULE_DECLS
// CHECK:      enum class VerifierRule : uint8_t {
// CHECK-NEXT:   /// allocations are numbered from 0 in their order.
// CHECK-NEXT:   AllocationOrder,
// CHECK:      inline constexpr size_t NumVerifierRules = 30;
// CHECK:      #ifdef GEN_VERIFIER_RULE_DEFS
// CHECK:      {VerifierRule::Bounds, "bounds", RuleSeverity::Error,
// CHECK-NEXT:  FactKinds::Sizes | FactKinds::Places, "I6,I7",
// CHECK-NEXT:  "no slice extends past the end of its allocation, and the last slice ends exactly there"},
// CHECK:      {VerifierRule::Ids, "ids", RuleSeverity::Warning,
// CHECK-NEXT:  FactKinds::None, "I4",

// DOCS:      | rule | severity | contradicts | invariants | statement |
// DOCS-NEXT: |---|---|---|---|---|
// DOCS:      | `bounds` | error | sizes, places | I6, I7 | no slice extends past
