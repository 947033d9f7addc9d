//===- WatchingRemarkStream.h - Notes remarks of some names -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_WATCHINGREMARKSTREAM_H
#define HLOMEM_REMARKS_WATCHINGREMARKSTREAM_H

#include "hlomem/Remarks/RemarkPattern.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <string>

namespace hlomem {

/// Passes on every remark and notes those whose "pass:Name" a regular
/// expression matches.
class WatchingRemarkStream final : public RemarkStream {
public:
  /// All must outlive the stream.
  WatchingRemarkStream(const llvm::Regex &Pattern, RemarkStream &Next)
      : Pattern(Pattern, RemarkPattern::Subject::PassAndName), Next(Next) {}

  void handle(const Remark &R) override;
  void finish() override { Next.finish(); }

  /// How many remarks were matched.
  uint64_t getCount() const { return Count; }
  /// "peak:PeakAt" of the first one; empty if there is none.
  llvm::StringRef getFirst() const { return First; }
  /// Where the first one stands, or the headline that it goes with.
  llvm::SMLoc getFirstLoc() const { return FirstLoc; }

private:
  RemarkPattern Pattern;
  RemarkStream &Next;
  uint64_t Count = 0;
  std::string First;
  llvm::SMLoc FirstLoc;
  llvm::SMLoc Headline;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_WATCHINGREMARKSTREAM_H
