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

/// Passes every remark on to several streams, one after the other.
class BroadcastingRemarkStream final : public RemarkStream {
public:
  /// \p S must outlive this.
  void add(RemarkStream &S) { Streams.push_back(&S); }

  void handle(const Remark &R) override;
  void finish() override;

private:
  llvm::SmallVector<RemarkStream *, 2> Streams;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_BROADCASTINGREMARKSTREAM_H
