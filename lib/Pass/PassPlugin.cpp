//===- PassPlugin.cpp - Passes from a shared library ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <dlfcn.h>
#include <elf.h>

using namespace llvm;

extern "C" const int HLOMEM_PLUGIN_ABI_SYMBOL = 0;

namespace hlomem {

namespace {

/// What a plugin was compiled for.
struct PluginABI {
  unsigned APIVersion;
  unsigned LLVMVersion;
};

} // namespace

static Error wrongAPIVersion(StringRef Path, unsigned Version) {
  return createStringError(
      "plugin '" + Path + "' is built for version " + Twine(Version) +
      " of the plugin API, and this hlo-mem-opt has version " +
      Twine(HLOMEM_PLUGIN_API_VERSION) +
      "; rebuild the plugin with the headers of this hlo-mem-opt");
}

static Error wrongLLVMVersion(StringRef Path, unsigned Version) {
  return createStringError(
      "plugin '" + Path + "' is built for LLVM " + Twine(Version) +
      ", and this hlo-mem-opt with LLVM " + Twine(LLVM_VERSION_MAJOR) +
      "; rebuild the plugin with LLVM " + Twine(LLVM_VERSION_MAJOR));
}

/// How much of a library is searched for a name. The names that it wants lie
/// near its beginning, and a file may be as large as anything.
static constexpr size_t MaxSearched = size_t(64) << 20;

/// Which ABI symbol the library wants, none if that is not there to be read. It
/// is looked for among the names in the file, since the loader tells of one
/// undefined symbol only, and that may be another.
static std::optional<PluginABI> readABI(StringRef Text) {
  if (!Text.starts_with(ELFMAG))
    return std::nullopt;
  Text = Text.take_front(MaxSearched);
  constexpr StringLiteral Prefix = "hlomemPluginAbi";
  for (size_t I = Text.find(Prefix); I != StringRef::npos;
       I = Text.find(Prefix)) {
    Text = Text.drop_front(I + Prefix.size());
    PluginABI ABI;
    if (StringRef Rest = Text; !Rest.consumeInteger(10, ABI.APIVersion) &&
                               Rest.consume_front("_llvm") &&
                               !Rest.consumeInteger(10, ABI.LLVMVersion))
      return ABI;
  }
  return std::nullopt;
}

/// Why the loader refused the library \p Path, which holds \p Text. To the
/// loader it is \p File, of which it said \p Reason.
static Error explainFailure(StringRef Path, StringRef Text, StringRef File,
                            StringRef Reason) {
  if (std::optional<PluginABI> ABI = readABI(Text)) {
    if (ABI->APIVersion != HLOMEM_PLUGIN_API_VERSION)
      return wrongAPIVersion(Path, ABI->APIVersion);
    if (ABI->LLVMVersion != LLVM_VERSION_MAJOR)
      return wrongLLVMVersion(Path, ABI->LLVMVersion);
  }
  if (Reason.consume_front(File))
    Reason.consume_front(": ");
  StringRef Symbol = Reason;
  if (Symbol.consume_front("undefined symbol: "))
    return createStringError("cannot load plugin '" + Path +
                             "': undefined symbol: " + demangle(Symbol) +
                             "; rebuild the plugin with the headers of this "
                             "hlo-mem-opt");
  return createStringError(
      "cannot load plugin '" + Path + "': " + Reason +
      "; expected a shared library that add_hlomem_plugin() "
      "built");
}

Expected<PassPlugin> PassPlugin::load(StringRef Path) {
  // The loader would wait for a pipe, and its words for the rest are odd.
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return createStringError("cannot load plugin '" + Path +
                             "': " + EC.message());
  if (!sys::fs::is_regular_file(Status))
    return createStringError("cannot load plugin '" + Path +
                             "': not a file; expected a shared library");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Text)
    return createStringError("cannot load plugin '" + Path +
                             "': " + Text.getError().message());
  // Without a slash the loader would search the folders of the system. Symbols
  // are kept from other plugins, which may have the same.
  std::string File = (Path.contains('/') ? Path : "./" + Path).str();
  void *Library = dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return explainFailure(Path, (*Text)->getBuffer(), File, dlerror());

  void *Symbol = dlsym(Library, "hlomemGetPassPluginInfo");
  if (!Symbol)
    return createStringError(
        "'" + Path +
        "' is not a plugin of hlo-mem-opt: it has no function "
        "hlomemGetPassPluginInfo(); define it with HLOMEM_PASS_PLUGIN");
  auto *GetInfo = reinterpret_cast<decltype(&hlomemGetPassPluginInfo)>(Symbol);
  const PassPluginInfo *Info = GetInfo();
  // Nothing but the version may be read before that is known to be right.
  if (Info && Info->APIVersion != HLOMEM_PLUGIN_API_VERSION)
    return wrongAPIVersion(Path, Info->APIVersion);
  if (!Info || !Info->PluginName || !*Info->PluginName || !Info->PluginVersion)
    return createStringError(
        "plugin '" + Path +
        "' does not declare its name and version; define its entry "
        "point with HLOMEM_PASS_PLUGIN");
  if (!Info->RegisterCallback)
    return createStringError("plugin '" + Path +
                             "' has no registration callback; name one in "
                             "HLOMEM_PASS_PLUGIN");
  return PassPlugin(Path, Info);
}

Error PassPlugin::registerPasses(PassBuilder &PB) const {
  if (Error E = PB.addPlugin(getName(), Path, getVersion()))
    return E;
  PassBuilder::OwnerScope Scope(PB, getName());
  Error E = Info->RegisterCallback(PB);
  if (!E)
    return Error::success();
  // Several errors are joined with line breaks.
  std::string Reasons = toString(std::move(E));
  std::replace(Reasons.begin(), Reasons.end(), '\n', ' ');
  return createStringError("cannot register the passes of plugin '" + Path +
                           "': " + Reasons);
}

} // namespace hlomem
