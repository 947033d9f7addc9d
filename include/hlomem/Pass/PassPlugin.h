//===- PassPlugin.h - Passes from a shared library ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin is a shared library that ends one of its source files with
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
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

/// The version of what a plugin and the program must agree on: the layout of
/// the classes and structs that the plugin's code reads or fills in (PassInfo,
/// PassContext, Module), the functions that it calls, and what hlo-mem-tblgen
/// generates for it. Functions and classes that are only added do not raise it.
#define HLOMEM_PLUGIN_API_VERSION 3

// Two steps each, so that the arguments are expanded first.
#define HLOMEM_PLUGIN_ABI_NAME_OF(API, LLVM) hlomemPluginAbi##API##_llvm##LLVM
#define HLOMEM_PLUGIN_ABI_NAME(API, LLVM) HLOMEM_PLUGIN_ABI_NAME_OF(API, LLVM)

/// Name of a variable that only a program has which fits the headers that a
/// plugin is compiled with: "hlomemPluginAbiN_llvmM".
#define HLOMEM_PLUGIN_ABI_SYMBOL                                               \
  HLOMEM_PLUGIN_ABI_NAME(HLOMEM_PLUGIN_API_VERSION, LLVM_VERSION_MAJOR)

namespace hlomem {

/// What a plugin says of itself. The layout never changes but at the end, so
/// that the version can be read from any plugin. Texts live as long as the
/// plugin.
struct PassPluginInfo {
  /// HLOMEM_PLUGIN_API_VERSION of the headers that it was compiled with.
  uint32_t APIVersion;
  /// Names the owner of passes in messages and lists. No two plugins that are
  /// loaded have the same.
  const char *PluginName;
  /// For people only.
  const char *PluginVersion;
  /// Registers passes, analyses and pipeline aliases.
  llvm::Error (*RegisterCallback)(PassBuilder &PB);
  /// Address of HLOMEM_PLUGIN_ABI_SYMBOL. Never read: the loader refuses a
  /// library with an address that it cannot fill in, before any code of it
  /// runs.
  const int *ABI;
};

/// A plugin that is loaded; it stays so until the program ends.
class PassPlugin {
public:
  /// Loads the shared library \p Path, a file: no search path is used. Errors
  /// name it: it cannot be loaded, is of another LLVM or API version, has no
  /// entry point, or no name or callback.
  static llvm::Expected<PassPlugin> load(llvm::StringRef Path);

  llvm::StringRef getName() const { return Info->PluginName; }
  llvm::StringRef getVersion() const { return Info->PluginVersion; }
  /// As given to load().
  llvm::StringRef getPath() const { return Path; }

  /// Registers with \p PB, in the plugin's name, all that it has. An error,
  /// which names the plugin, if its callback fails, or if \p PB has this plugin
  /// or one of the same name.
  llvm::Error registerPasses(PassBuilder &PB) const;

private:
  PassPlugin(llvm::StringRef Path, const PassPluginInfo *Info)
      : Path(Path.str()), Info(Info) {}

  std::string Path;
  const PassPluginInfo *Info;
};

} // namespace hlomem

extern "C" {
/// Defined in the program, which has its address as its only use.
extern const int HLOMEM_PLUGIN_ABI_SYMBOL;

/// The entry point, defined by the plugin with HLOMEM_PASS_PLUGIN.
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
