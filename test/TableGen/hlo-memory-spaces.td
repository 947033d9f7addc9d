// Each backend has its own numbering; equal numbers and names of two backends
// are no conflict.
//
// RUN: hlo-mem-tblgen -gen-hlo-memory-spaces -I %src_root/include %s \
// RUN:   | FileCheck %s

include "hlomem/IR/Tables/HloBase.td"

def IsFast : SpaceProperty<"Quick to reach.">;
def IsTiny : SpaceProperty<"Holds little.">;

def NPU : Backend<"A new processor">;
def DSP : Backend<"A signal processor">;

def : MemorySpace<NPU, 3, "Scratch pad", [IsTiny, IsFast], "For temporaries.",
                  ["scratch"]>;
def : MemorySpace<NPU, 0, "main", [], "The default.">;
def : MemorySpace<DSP, 0, "main", [IsFast], "The default.">;

// CHECK:      #ifdef GEN_MEMORY_SPACE_DECLS
// CHECK:      enum class Backend : uint8_t {
// CHECK-NEXT:   Unknown,
// CHECK-NEXT:   /// A new processor
// CHECK-NEXT:   NPU,
// CHECK-NEXT:   /// A signal processor
// CHECK-NEXT:   DSP,
// CHECK-NEXT: };
// CHECK:      enum class MemorySpaceProperties : uint8_t {
// CHECK-NEXT:   None = 0,
// CHECK-NEXT:   /// Quick to reach.
// CHECK-NEXT:   IsFast = 1,
// CHECK-NEXT:   /// Holds little.
// CHECK-NEXT:   IsTiny = 2,
// CHECK-NEXT:   LLVM_MARK_AS_BITMASK_ENUM(IsTiny)
// CHECK:      #undef GEN_MEMORY_SPACE_DECLS

// CHECK:      #ifdef GEN_MEMORY_SPACE_DEFS
// CHECK:      llvm::StringRef backendName(Backend B) {
// CHECK:        case Backend::NPU:
// CHECK-NEXT:     return "NPU";
// CHECK:      std::optional<Backend> parseBackend(llvm::StringRef Name) {
// CHECK-NEXT:   if (Name.equals_insensitive("NPU"))
// CHECK-NEXT:     return Backend::NPU;

// CHECK:      llvm::StringRef memorySpaceName(Backend B, MemorySpace S) {
// CHECK:        case Backend::NPU:
// CHECK-NEXT:     switch (S) {
// CHECK-NEXT:     case 0:
// CHECK-NEXT:       return "main";
// CHECK-NEXT:     case 3:
// CHECK-NEXT:       return "Scratch pad";
// CHECK-NEXT:     }
// CHECK:        return "";

// CHECK:      std::optional<MemorySpace> parseMemorySpace(Backend B, llvm::StringRef Name) {
// CHECK:        case Backend::NPU:
// CHECK-NEXT:     if (Name.equals_insensitive("main"))
// CHECK-NEXT:       return 0;
// CHECK-NEXT:     if (Name.equals_insensitive("scratch-pad"))
// CHECK-NEXT:       return 3;
// CHECK-NEXT:     if (Name.equals_insensitive("scratch"))
// CHECK-NEXT:       return 3;
// CHECK-NEXT:     break;
// CHECK:        Spellings[] = {"main", "scratch-pad", "scratch"};

// CHECK:      MemorySpaceProperties memorySpaceProperties(Backend B, MemorySpace S) {
// CHECK:          case 3:
// CHECK-NEXT:       return MemorySpaceProperties::IsFast | MemorySpaceProperties::IsTiny;
// CHECK:        case Backend::DSP:
// CHECK-NEXT:     switch (S) {
// CHECK-NEXT:     case 0:
// CHECK-NEXT:       return MemorySpaceProperties::IsFast;
// CHECK:      #undef GEN_MEMORY_SPACE_DEFS
