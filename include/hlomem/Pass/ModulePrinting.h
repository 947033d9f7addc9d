//===- ModulePrinting.h - The dump between passes -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_MODULEPRINTING_H
#define HLOMEM_PASS_MODULEPRINTING_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class PassBuilder;
class PassInstrumentation;

/// Selects the passes around which the module is printed; by default none.
struct ModulePrintingOptions {
  /// Names the passes before and after which to print the module.
  std::vector<std::string> Before, After;
  bool BeforeAll = false;
  bool AfterAll = false;
  /// Prints what a pass changed, as a unified diff of the lines of the dump.
  bool Changed = false;
  /// Names the program that makes the diff, which prepareModulePrinting()
  /// finds.
  std::string DiffProgram;

  bool isAny() const {
    return BeforeAll || AfterAll || Changed || !Before.empty() ||
           !After.empty();
  }
};

/// Checks \p Options before the first module is run, and finds the program for
/// diffs. Fails if \p PB has no pass with a name in \p Options, or if a diff is
/// wanted and there is no program to make it.
Error prepareModulePrinting(ModulePrintingOptions &Options,
                            const PassBuilder &PB);

/// Registers callbacks that print all texts of the module to \p OS, as \p
/// Options select, whether or not the user named them as inputs, each under a
/// line such as
/// \code
///   *** Module after drop-thread-local *** (dump.txt)
/// \endcode
/// The callbacks are for one module. All arguments must outlive them.
void registerModulePrinting(PassInstrumentation &PI,
                            const ModulePrintingOptions &Options,
                            raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_PASS_MODULEPRINTING_H
