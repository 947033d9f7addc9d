// The opcodes become an enumeration in the order of the file, two-way look-ups
// and a table of traits.
//
// RUN: hlo-mem-tblgen -gen-hlo-opcodes -I %src_root/include %s | FileCheck %s

include "hlomem/IR/Tables/HloBase.td"

def IsLeaf : OpcodeTrait<"Takes nothing.">;
def Elementwise : OpcodeTrait<"One by one."> { let excludes = [IsLeaf]; }
def Calls : OpcodeTrait<"Calls something."> { let needs = [Elementwise]; }

def : Opcode<"negate", [Elementwise]>;
def : Opcode<"dynamic-update-slice">;
def : Opcode<"map", [Calls, Elementwise]>;
def : Opcode<"async-start"> { let wrapSuffix = "-start"; }

// CHECK:      #ifdef GEN_OPCODE_DECLS
// CHECK:      enum class Opcode : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   Negate, // negate
// CHECK-NEXT:   DynamicUpdateSlice, // dynamic-update-slice
// CHECK-NEXT:   Map, // map
// CHECK-NEXT:   AsyncStart, // async-start
// CHECK-NEXT: };

// CHECK:      enum class OpcodeTraits : uint32_t {
// CHECK-NEXT:   None = 0,
// CHECK-NEXT:   /// Takes nothing.
// CHECK-NEXT:   IsLeaf = 1u << 0,
// CHECK-NEXT:   /// One by one.
// CHECK-NEXT:   Elementwise = 1u << 1,
// CHECK-NEXT:   /// Calls something.
// CHECK-NEXT:   Calls = 1u << 2,
// CHECK-NEXT:   LLVM_MARK_AS_BITMASK_ENUM(Calls)
// CHECK-NEXT: };
// CHECK:      #undef GEN_OPCODE_DECLS
// CHECK-NEXT: #endif // GEN_OPCODE_DECLS

// CHECK:      #ifdef GEN_OPCODE_DEFS
// CHECK:      static Opcode parseExactOpcode(llvm::StringRef Spelling) {
// CHECK:        return Opcode::Map;
// CHECK:        return Opcode::Unknown;
// CHECK-NEXT: }

// CHECK:      Opcode parseWrappedOpcode(llvm::StringRef Spelling) {
// CHECK:        if (Spelling.ends_with("-start"))
// CHECK-NEXT:     return parseExactOpcode(Spelling.drop_back(6));

// CHECK:      Opcode parseOpcode(llvm::StringRef Spelling) {
// CHECK:        if (Spelling.ends_with("-start"))
// CHECK-NEXT:     return Opcode::AsyncStart;

// CHECK:      llvm::StringRef opcodeName(Opcode Op) {
// CHECK:            "unknown",
// CHECK-NEXT:       "negate",
// CHECK-NEXT:       "dynamic-update-slice",
// CHECK-NEXT:       "map",
// CHECK-NEXT:       "async-start",

// Traits stand in the order of their definitions.
// CHECK:      OpcodeTraits opcodeTraits(Opcode Op) {
// CHECK:            T::None, // unknown
// CHECK-NEXT:       T::Elementwise, // negate
// CHECK-NEXT:       T::None, // dynamic-update-slice
// CHECK-NEXT:       T::Elementwise | T::Calls, // map
// CHECK-NEXT:       T::None, // async-start
// CHECK:      #undef GEN_OPCODE_DEFS
// CHECK-NEXT: #endif // GEN_OPCODE_DEFS
