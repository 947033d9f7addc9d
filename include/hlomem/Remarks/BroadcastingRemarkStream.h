//===- BroadcastingRemarkStream.h - One stream to several -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_BROADCASTINGREMARKSTREAM_H
#define HLOMEM_REMARKS_BROADCASTINGREMARKSTREAM_H

#include "hlomem/Remarks/RemarkStream.h"
#include "llvm/ADT/SmallVector.h"

namespace hlomem {

/// Passes every remark on to several streams, one after the other: what is for
/// people or for programs alone only to theirs.
class BroadcastingRemarkStream final : public RemarkStream {
public:
  /// \p S must outlive this. Of \p Audience everyone gets all remarks.
  void add(RemarkStream &S,
           RemarkAudience Audience = RemarkAudience::Everyone) {
    Streams.push_back({&S, Audience});
  }

  void handle(const Remark &R) override;
  void finish() override;

private:
  struct Receiver {
    RemarkStream *Stream;
    RemarkAudience Audience;
  };
  llvm::SmallVector<Receiver, 3> Streams;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_BROADCASTINGREMARKSTREAM_H
