// The flags become a bit mask whose order is that of the file, which is the
// order of printing.
//
// RUN: hlo-mem-tblgen -gen-hlo-allocation-flags -I %src_root/include %s \
// RUN:   | FileCheck %s

include "hlomem/IR/Tables/HloBase.td"

def Zeroed : AllocationFlag<"zeroed", "Filled with zeros.">;
def AtAddress : AllocationFlag<"at address", "Placed by the caller."> {
  let payload = " N";
}
def ReadOnly : AllocationFlag<"read-only", "Never written.">;

// CHECK:      #ifdef GEN_ALLOCATION_FLAG_DECLS
// CHECK:      enum class AllocationFlags : uint8_t {
// CHECK-NEXT:   None = 0,
// CHECK-NEXT:   /// Filled with zeros.
// CHECK-NEXT:   Zeroed = 1,
// CHECK-NEXT:   /// Placed by the caller.
// CHECK-NEXT:   AtAddress = 2,
// CHECK-NEXT:   /// Never written.
// CHECK-NEXT:   ReadOnly = 4,
// CHECK-NEXT:   LLVM_MARK_AS_BITMASK_ENUM(ReadOnly)
// CHECK-NEXT: };
// CHECK:      inline constexpr AllocationFlags AllAllocationFlags[] = {
// CHECK-NEXT:     AllocationFlags::Zeroed,
// CHECK-NEXT:     AllocationFlags::AtAddress,
// CHECK-NEXT:     AllocationFlags::ReadOnly,
// CHECK-NEXT: };
// CHECK:      #undef GEN_ALLOCATION_FLAG_DECLS

// CHECK:      #ifdef GEN_ALLOCATION_FLAG_DEFS
// CHECK:      AllocationFlags parseAllocationFlag(llvm::StringRef Spelling) {
// CHECK:        return AllocationFlags::AtAddress;
// CHECK:      llvm::StringRef allocationFlagName(AllocationFlags Single) {
// CHECK:        case AllocationFlags::AtAddress:
// CHECK-NEXT:     return "at address";
// CHECK:        default:
// CHECK-NEXT:     return "";
// CHECK:      bool allocationFlagHasPayload(AllocationFlags Single) {
// CHECK-NEXT:   switch (Single) {
// CHECK-NEXT:   case AllocationFlags::AtAddress:
// CHECK-NEXT:     return true;
// CHECK-NEXT:   default:
// CHECK-NEXT:     return false;
// CHECK:      #undef GEN_ALLOCATION_FLAG_DEFS
