//===- LifetimeBound.h - Results that refer to what made them ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_LIFETIMEBOUND_H
#define HLOMEM_SUPPORT_LIFETIMEBOUND_H

#include "llvm/Support/Compiler.h"

/// Declares, after a parameter or a const member function, that the result
/// refers to that argument or object. clang then warns of a range-for loop over
/// a temporary's data. LLVM has this as LLVM_LIFETIME_BOUND from version 20 on.
#if LLVM_HAS_CPP_ATTRIBUTE(clang::lifetimebound)
#define HLOMEM_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define HLOMEM_LIFETIME_BOUND
#endif

#endif // HLOMEM_SUPPORT_LIFETIMEBOUND_H
