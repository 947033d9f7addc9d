//===- NoProgram.h - Of analyses that could ask for a program -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_NOPROGRAM_H
#define HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_NOPROGRAM_H

namespace hlomem {

class HloProgram;

namespace test {

/// What LoopInfo is given where nothing but the dump is known.
inline const HloProgram *findNoProgram() { return nullptr; }

} // namespace test
} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_NOPROGRAM_H
