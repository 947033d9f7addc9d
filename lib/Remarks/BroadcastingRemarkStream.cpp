//===- BroadcastingRemarkStream.cpp - One stream to several ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/BroadcastingRemarkStream.h"

using namespace llvm;

namespace hlomem {

void BroadcastingRemarkStream::handle(const Remark &R) {
  for (RemarkStream *S : Streams)
    S->handle(R);
}

void BroadcastingRemarkStream::finish() {
  for (RemarkStream *S : Streams)
    S->finish();
}

} // namespace hlomem
