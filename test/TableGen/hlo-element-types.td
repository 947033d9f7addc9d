// The element types become an enumeration, two-way look-ups and widths; a tuple
// has none.
//
// RUN: hlo-mem-tblgen -gen-hlo-element-types -I %src_root/include %s \
// RUN:   | FileCheck %s

include "hlomem/IR/Tables/HloBase.td"

def S4 : SubByteType<"s4", SignedClass, 4>;
def BF16 : ByteType<"bf16", FloatClass, 16>;
def Token : ByteType<"token", TokenClass, 0>;
def Tuple : ElementType<"tuple", TupleClass, -1, -1>;

// CHECK:      #ifdef GEN_ELEMENT_TYPE_DECLS
// CHECK:      enum class ElementType : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   S4,
// CHECK-NEXT:   BF16,
// CHECK-NEXT:   Token,
// CHECK-NEXT:   Tuple,
// CHECK-NEXT: };
// CHECK:      enum class ElementClass : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   /// truth value
// CHECK-NEXT:   Pred,
// CHECK:      #undef GEN_ELEMENT_TYPE_DECLS

// CHECK:      #ifdef GEN_ELEMENT_TYPE_DEFS
// CHECK:      ElementType parseElementType(llvm::StringRef Spelling) {
// CHECK:        return ElementType::BF16;
// CHECK:        return ElementType::Unknown;
// CHECK-NEXT: }
// CHECK:      llvm::StringRef elementTypeName(ElementType T) {
// CHECK:            "unknown",
// CHECK-NEXT:       "s4",
// CHECK-NEXT:       "bf16",
// CHECK-NEXT:       "token",
// CHECK-NEXT:       "tuple",
// CHECK:      std::optional<unsigned> elementBits(ElementType T) {
// CHECK:            -1, // unknown
// CHECK-NEXT:       8, // s4
// CHECK-NEXT:       16, // bf16
// CHECK-NEXT:       0, // token
// CHECK-NEXT:       -1, // tuple
// CHECK:      std::optional<unsigned> nominalElementBits(ElementType T) {
// CHECK:            -1, // unknown
// CHECK-NEXT:       4, // s4
// CHECK-NEXT:       16, // bf16
// CHECK:      ElementClass elementClass(ElementType T) {
// CHECK:            ElementClass::Signed, // s4
// CHECK-NEXT:       ElementClass::Float, // bf16
// CHECK:      #undef GEN_ELEMENT_TYPE_DEFS
