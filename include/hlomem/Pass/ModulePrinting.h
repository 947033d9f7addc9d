//===- ModulePrinting.h - The dump between passes -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_MODULEPRINTING_H
#define HLOMEM_PASS_MODULEPRINTING_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class PassBuilder;
class PassInstrumentation;

/// Around which passes to print the module; by default around none.
struct ModulePrintingOptions {
  /// Names of passes.
  std::vector<std::string> Before, After;
  bool BeforeAll = false;
  bool AfterAll = false;
  /// Print what a pass changed, as a unified diff in lines of the dump.
  bool Changed = false;
  /// The program that makes the diff, which prepareModulePrinting() finds.
  std::string DiffProgram;

  bool isAny() const {
    return BeforeAll || AfterAll || Changed || !Before.empty() ||
           !After.empty();
  }
};

/// To be called before the first module. An error if \p PB knows no pass of a
/// name in \p Options, or if there is no program to make a diff with.
llvm::Error prepareModulePrinting(ModulePrintingOptions &Options,
                                  const PassBuilder &PB);

/// Prints to \p OS, as \p Options say, all texts of the module, whether the
/// user named them or not, under a line like
/// \code
///   *** Module after drop-thread-local *** (dump.txt)
/// \endcode
/// The callbacks are for one module. All must outlive them.
void registerModulePrinting(PassInstrumentation &PI,
                            const ModulePrintingOptions &Options,
                            llvm::raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_PASS_MODULEPRINTING_H
