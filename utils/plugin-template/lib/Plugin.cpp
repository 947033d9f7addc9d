//===- Plugin.cpp - The entry point of the plugin -------------------------===//

#include "hlomem/Pass/PassPlugin.h"

// registerAllPasses(), which calls the register function of every pass that
// CMakeLists.txt names.
#include "Passes.inc"

// What hlo-mem-opt looks for after it has loaded the file: the plugin's name,
// its version, and the function that registers what it has.
HLOMEM_PASS_PLUGIN("my-passes", "0.1.0", mypasses::registerAllPasses)
