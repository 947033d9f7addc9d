//===- PassPlugin.h - Passes from a shared library ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines the interface of plugins. A plugin is a shared library
/// that ends one of its source files with
/// \code
///   HLOMEM_PASS_PLUGIN("greeter", "1.0", registerGreeterPasses)
/// \endcode
/// and that links nothing: every symbol of this project and of LLVMSupport is
/// in the program that loads it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSPLUGIN_H
#define HLOMEM_PASS_PASSPLUGIN_H

#include "hlomem/Pass/PassBuilder.h"
#include "llvm/Config/llvm-config.h"

/// Is the version of what a plugin and the program must agree on: the layout of
/// the classes and structs that the plugin's code reads or fills in (PassInfo,
/// PassContext, Module), the functions that it calls, and what hlo-mem-tblgen
/// generates for it. Adding functions and classes does not raise it.
#define HLOMEM_PLUGIN_API_VERSION 4

// Expand the arguments first, which takes a second macro.
#define HLOMEM_PLUGIN_ABI_NAME_OF(API, LLVM) hlomemPluginAbi##API##_llvm##LLVM
#define HLOMEM_PLUGIN_ABI_NAME(API, LLVM) HLOMEM_PLUGIN_ABI_NAME_OF(API, LLVM)

/// Names a variable that only a program has which matches the headers that a
/// plugin is compiled with: "hlomemPluginAbiN_llvmM".
#define HLOMEM_PLUGIN_ABI_SYMBOL                                               \
  HLOMEM_PLUGIN_ABI_NAME(HLOMEM_PLUGIN_API_VERSION, LLVM_VERSION_MAJOR)

namespace hlomem {

/// Describes a plugin. The layout only ever changes at the end, so that the
/// version can be read from any plugin. Texts live as long as the plugin.
struct PassPluginInfo {
  /// Is HLOMEM_PLUGIN_API_VERSION of the headers that the plugin was compiled
  /// with.
  uint32_t APIVersion;
  /// Names the owner of passes in messages and lists. Loaded plugins have
  /// different names.
  const char *PluginName;
  /// Is the plugin's version, which is only shown.
  const char *PluginVersion;
  /// Registers passes, analyses and pipeline aliases.
  Error (*RegisterCallback)(PassBuilder &PB);
  /// Is the address of HLOMEM_PLUGIN_ABI_SYMBOL. It is never read: the loader
  /// rejects a library with an undefined symbol before any code of the library
  /// runs.
  const int *ABI;
};

/// Represents a loaded plugin, which stays loaded until the program ends.
class PassPlugin {
public:
  /// Loads the shared library \p Path, a file: no search path is used. Fails,
  /// naming the file, if it cannot be loaded, is for another LLVM or API
  /// version, or has no entry point, name or callback.
  static Expected<PassPlugin> load(StringRef Path);

  StringRef getName() const { return Info->PluginName; }
  StringRef getVersion() const { return Info->PluginVersion; }
  /// Returns the path that was given to load().
  StringRef getPath() const { return Path; }

  /// Registers with \p PB all that the plugin has, as its owner. Fails, naming
  /// the plugin, if its callback fails, or if \p PB has this plugin or one of
  /// the same name.
  Error registerPasses(PassBuilder &PB) const;

private:
  PassPlugin(StringRef Path, const PassPluginInfo *Info)
      : Path(Path.str()), Info(Info) {}

  std::string Path;
  const PassPluginInfo *Info;
};

} // namespace hlomem

extern "C" {
/// Is defined in the program, and used only for its address.
extern const int HLOMEM_PLUGIN_ABI_SYMBOL;

/// Is the entry point, which the plugin defines with HLOMEM_PASS_PLUGIN.
const hlomem::PassPluginInfo *hlomemGetPassPluginInfo();
}

/// Defines the entry point of a plugin, outside of any namespace. \p NAME and
/// \p VERSION are string literals, \p CALLBACK is a function that gets a
/// PassBuilder & and returns an llvm::Error.
#define HLOMEM_PASS_PLUGIN(NAME, VERSION, CALLBACK)                            \
  extern "C" [[gnu::visibility("default")]] const ::hlomem::PassPluginInfo *   \
  hlomemGetPassPluginInfo() {                                                  \
    static constexpr ::hlomem::PassPluginInfo Info = {                         \
        HLOMEM_PLUGIN_API_VERSION, NAME, VERSION, CALLBACK,                    \
        &HLOMEM_PLUGIN_ABI_SYMBOL};                                            \
    return &Info;                                                              \
  }

#endif // HLOMEM_PASS_PASSPLUGIN_H
