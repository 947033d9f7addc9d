// The function that registers everything.
//
// RUN: hlo-mem-tblgen -gen-pass-registry -I %src_root/include %s | FileCheck %s
// RUN: hlo-mem-tblgen -gen-pass-registry -pass-group=Mine \
// RUN:   -pass-namespace=my::ns -I %src_root/include %s \
// RUN:   | FileCheck %s --check-prefix=PLUGIN

include "hlomem/Pass/PassBase.td"

def ZooAnalysis : ModuleAnalysis<"zoo-map"> {
  let summary = "Where \"all\" are";
  let description = "Long.";
  let header = "zoo/Zoo.h";
}
def BarnAnalysis : ModuleAnalysis<"barn"> {
  let summary = "Who is inside";
  let description = "Long.";
}
def Animals : PipelineAlias<"animals", "ant,zebra-count"> {
  let summary = "Count all";
}
class Described<string name> : Pass<name> {
  let summary = "Do something";
  let description = "Long.";
}
def Zebra : Described<"zebra-count">;
def Bee : Described<"bee">;
def Ant : Described<"ant">;

// In the order of the file, not of the names; analyses first, and aliases last,
// since these name passes.
// CHECK: #include "hlomem/Pass/PassBuilder.h"
// CHECK-NEXT: #include "zoo/Zoo.h"
// CHECK-EMPTY:
// CHECK-NEXT: namespace hlomem {
// CHECK: llvm::Error registerZebraPass(::hlomem::PassBuilder &PB);
// CHECK-NEXT: llvm::Error registerBeePass(::hlomem::PassBuilder &PB);
// CHECK-NEXT: llvm::Error registerAntPass(::hlomem::PassBuilder &PB);
// CHECK: llvm::Error registerBuiltinPasses(::hlomem::PassBuilder &PB) {
// CHECK-NEXT: if (llvm::Error E = PB.registerAnalysis<ZooAnalysis>({"zoo-map", "Where \"all\" are"}))
// CHECK-NEXT: return E;
// CHECK-NEXT: if (llvm::Error E = PB.registerAnalysis<BarnAnalysis>({"barn", "Who is inside"}))
// CHECK-NEXT: return E;
// CHECK-NEXT: if (llvm::Error E = registerZebraPass(PB))
// CHECK-NEXT: return E;
// CHECK-NEXT: if (llvm::Error E = registerBeePass(PB))
// CHECK-NEXT: return E;
// CHECK-NEXT: if (llvm::Error E = registerAntPass(PB))
// CHECK-NEXT: return E;
// CHECK-NEXT: if (llvm::Error E = PB.registerPipelineAlias("animals", "ant,zebra-count", "Count all"))
// CHECK-NEXT: return E;
// CHECK-NEXT: return llvm::Error::success();

// PLUGIN: namespace my::ns {
// PLUGIN: llvm::Error registerMinePasses(::hlomem::PassBuilder &PB) {
// PLUGIN: PB.registerAnalysis<ZooAnalysis>
