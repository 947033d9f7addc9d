//===- TestPasses.h - Passes for the tests --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_PASSES_TESTPASSES_H
#define HLOMEM_TEST_UNIT_PASSES_TESTPASSES_H

#include "hlomem/Pass/PassBuilder.h"

namespace hlomem::test {

/// The passes of TestPasses.td.
llvm::Error registerTestPasses(PassBuilder &PB);

/// A builder that knows them.
inline PassBuilder makeBuilder() {
  PassBuilder PB;
  llvm::cantFail(registerTestPasses(PB));
  return PB;
}

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_PASSES_TESTPASSES_H
