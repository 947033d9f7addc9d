// Each class of which there are records becomes an enumeration, rows, and a
// function that finds a spelling, in the order of the file.
//
// RUN: hlo-mem-tblgen -gen-hlo-tables -I %src_root/include %s | FileCheck %s

include "hlomem/IR/Tables/HloBase.td"

def IsLeaf : OpcodeTrait<"Takes nothing.">;
def Elementwise : OpcodeTrait<"One by one."> { let excludes = [IsLeaf]; }
def Calls : OpcodeTrait<"Calls something."> { let needs = [Elementwise]; }

def : Opcode<"dynamic-update-slice">;
def : Opcode<"map", [Calls, Elementwise]>;
def : Opcode<"async-start"> { let wrapSuffix = "-start"; }

def S4 : SubByteType<"s4", SignedClass, 4>;
def Tuple : ElementType<"tuple", TupleClass, -1, -1>;

def Zeroed : AllocationFlag<"zeroed", "Filled with zeros.">;
def AtAddress : AllocationFlag<"at address", "Placed by the caller.">;

def IsFast : SpaceProperty<"Quick to reach.">;
def NPU : Backend<"A new processor">;
def : MemorySpace<NPU, 0, "main", [], "The default.">;
def : MemorySpace<NPU, 3, "Scratch pad", [IsFast], "For temporaries.", "pad">;

// CHECK:      #ifdef GEN_OpcodeTrait_ENUM
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
// CHECK:      #undef GEN_OpcodeTrait_ENUM
// CHECK-NEXT: #endif // GEN_OpcodeTrait_ENUM

// CHECK:      enum class Opcode : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   DynamicUpdateSlice,
// CHECK-NEXT:   Map,
// CHECK-NEXT:   AsyncStart,
// CHECK-NEXT: };

// Traits stand in the order of their definitions.
// CHECK:      #ifdef GEN_Opcode_ROWS
// CHECK:      {"dynamic-update-slice", {}, ""},
// CHECK-NEXT: {"map", OpcodeTraits::Elementwise | OpcodeTraits::Calls, ""},
// CHECK-NEXT: {"async-start", {}, "-start"},

// CHECK:      #ifdef GEN_Opcode_PARSER
// CHECK:      static Opcode matchOpcode(llvm::StringRef Spelling) {
// CHECK:        return Opcode::Map;
// CHECK:        return {};
// CHECK-NEXT: }

// CHECK:      enum class ElementClass : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   /// truth value
// CHECK-NEXT:   Pred,
// CHECK:      enum class ElementType : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   S4,
// CHECK-NEXT:   Tuple,
// CHECK:      {"s4", ElementClass::Signed, 4, 8},
// CHECK-NEXT: {"tuple", ElementClass::Tuple, -1, -1},

// CHECK:      enum class AllocationFlags : uint8_t {
// CHECK-NEXT:   None = 0,
// CHECK-NEXT:   /// Filled with zeros.
// CHECK-NEXT:   Zeroed = 1u << 0,
// CHECK-NEXT:   /// Placed by the caller.
// CHECK-NEXT:   AtAddress = 1u << 1,
// CHECK-NEXT:   LLVM_MARK_AS_BITMASK_ENUM(AtAddress)
// CHECK:      {"zeroed"},
// CHECK-NEXT: {"at address"},

// CHECK:      enum class Backend : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   /// A new processor
// CHECK-NEXT:   NPU,
// CHECK:      {"NPU"},
// CHECK:      {Backend::NPU, 0, "main", {}, "main", ""},
// CHECK-NEXT: {Backend::NPU, 3, "Scratch pad", MemorySpaceProperties::IsFast, "scratch-pad", "pad"},
