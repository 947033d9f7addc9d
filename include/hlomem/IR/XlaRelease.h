//===- XlaRelease.h - What releases of XLA do -------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Declares the table of releases of XLA, from 2017 to today. Their differences
/// are facts with names. Only texts are asked whether one release is later than
/// another: a text may be of the oldest release that prints everything in it,
/// or of a later one.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_XLARELEASE_H
#define HLOMEM_IR_XLARELEASE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Includes XlaRelease, XlaFacts, which XlaReleases.td explains, and
/// XlaReleases, the oldest first.
#define GEN_XLA_RELEASE_DECLS
#include "hlomem/IR/Tables/XlaReleases.inc"

constexpr const XlaFacts &getFacts(XlaRelease R) {
  return XlaReleases[static_cast<uint8_t>(R)];
}

} // namespace hlomem

#endif // HLOMEM_IR_XLARELEASE_H
