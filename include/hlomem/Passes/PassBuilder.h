//===- PassBuilder.h - Passes by name -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PASSBUILDER_H
#define HLOMEM_PASSES_PASSBUILDER_H

#include "hlomem/Passes/PassInfo.h"
#include "hlomem/Passes/PassManager.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <utility>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Knows the passes that there are and makes pipelines of them. It is the
/// registry itself: two builders share nothing.
class PassBuilder {
public:
  /// While it lives, passes are registered as those of a plugin.
  class OwnerScope {
  public:
    /// \p Plugin is the plugin's name.
    OwnerScope(PassBuilder &PB, llvm::StringRef Plugin)
        : PB(PB), Previous(std::exchange(PB.Owner, Plugin.str())) {}
    OwnerScope(const OwnerScope &) = delete;
    OwnerScope &operator=(const OwnerScope &) = delete;
    ~OwnerScope() { PB.Owner = std::move(Previous); }

  private:
    PassBuilder &PB;
    std::string Previous;
  };

  /// Notes that the plugin \p Name registers, which was loaded from the file \p
  /// Path. An error if it did before, or another of the same name.
  llvm::Error addPlugin(llvm::StringRef Name, llvm::StringRef Path);

  /// Adds \p PassT under its name. Built-in passes and those of plugins take
  /// this way alike. An error, which names both owners, if the name is taken;
  /// or if it is not made of lower-case letters, digits and dashes.
  template <class PassT> llvm::Error registerPass() {
    return registerPass(
        PassT::info(),
        [](llvm::StringRef Options, PassManager &PM) -> llvm::Error {
          llvm::Expected<PassT> Pass = PassT::create(Options);
          if (!Pass)
            return Pass.takeError();
          PM.addPass(std::move(*Pass));
          return llvm::Error::success();
        });
  }

  /// Makes the pipeline that \p Text describes:
  /// \code
  ///   pipeline ::= pass (',' pass)*
  ///   pass     ::= name ('<' option (';' option)* '>')?
  ///   option   ::= flag | name '=' value
  /// \endcode
  /// Blanks around names and values do not count; a value has '<' and '>' in
  /// pairs. A mistake is a PipelineError.
  llvm::Expected<PassManager> parsePipeline(llvm::StringRef Text) const;

  /// Writes all passes with their options, sorted by name.
  void printPasses(llvm::raw_ostream &OS) const;

private:
  using Factory = llvm::Error (*)(llvm::StringRef Options, PassManager &PM);
  struct Entry {
    PassInfo Info;
    /// Name of the plugin, empty for a built-in pass.
    std::string Owner;
    Factory Make;
  };

  llvm::Error registerPass(const PassInfo &Info, Factory Make);

  std::map<llvm::StringRef, Entry> Passes;
  /// Names of plugins to their files.
  std::map<std::string, std::string> Plugins;
  /// Of the passes that are being registered.
  std::string Owner;
};

/// Registers all passes of Passes.td.
llvm::Error registerBuiltinPasses(PassBuilder &PB);

} // namespace hlomem

#endif // HLOMEM_PASSES_PASSBUILDER_H
