//===- VerifyEach.h - Verification after every change ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASS_VERIFYEACH_H
#define HLOMEM_LIB_PASS_VERIFYEACH_H

namespace hlomem {

class PassInstrumentation;

/// Runs the verifier after each pass that changed the module, and stops the
/// pipeline with an error that names the pass if the module is unsound. For one
/// module. Unless it \p StartsVerified, by a pass that tells the context what
/// it found, it is verified before the first pass too. One that was unsound
/// before that may remain so if \p ForgivesUnsoundStart.
void registerVerifyEach(PassInstrumentation &PI, bool StartsVerified,
                        bool ForgivesUnsoundStart);

} // namespace hlomem

#endif // HLOMEM_LIB_PASS_VERIFYEACH_H
