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
  for (const Receiver &S : Streams)
    if (R.getAudience() == RemarkAudience::Everyone ||
        S.Audience == RemarkAudience::Everyone || R.getAudience() == S.Audience)
      S.Stream->handle(R);
}

void BroadcastingRemarkStream::finish() {
  for (const Receiver &S : Streams)
    S.Stream->finish();
}

} // namespace hlomem
