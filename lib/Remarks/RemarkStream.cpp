//===- RemarkStream.cpp - Where passes send their findings ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkStream.h"

namespace hlomem {

RemarkStream::~RemarkStream() = default;

} // namespace hlomem
