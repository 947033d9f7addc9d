//===- TestPasses.h - Passes for the tests --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_PASS_TESTPASSES_H
#define HLOMEM_TEST_UNIT_PASS_TESTPASSES_H

#include "hlomem/Pass/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

namespace hlomem::test {

/// The passes of TestPasses.td.
llvm::Error registerTestPasses(PassBuilder &PB);

/// A builder that knows them.
inline PassBuilder makeBuilder() {
  PassBuilder PB;
  llvm::cantFail(registerTestPasses(PB));
  return PB;
}

/// The pipeline \p Text as it is printed.
inline std::string canonical(const PassBuilder &PB, llvm::StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::cantFail(PB.parsePipeline(Text)).printPipeline(OS);
  return Result;
}

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_PASS_TESTPASSES_H
