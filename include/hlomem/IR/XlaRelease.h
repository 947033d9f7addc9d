//===- XlaRelease.h - What releases of XLA do -------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of releases, from 2017 to today. Their differences are facts with
/// names. That one is later than another is asked of texts alone, which may be
/// of the oldest release that prints all they have, or of a later one.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_XLARELEASE_H
#define HLOMEM_IR_XLARELEASE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hlomem {

/// XlaRelease, XlaFacts, which XlaReleases.td explains, and XlaReleases, the
/// oldest first.
#define GEN_XLA_RELEASE_DECLS
#include "hlomem/IR/Tables/XlaReleases.inc"

constexpr const XlaFacts &getFacts(XlaRelease R) {
  return XlaReleases[static_cast<uint8_t>(R)];
}

} // namespace hlomem

#endif // HLOMEM_IR_XLARELEASE_H
