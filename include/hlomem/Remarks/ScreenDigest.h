//===- ScreenDigest.h - A screen in two phrases -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_SCREENDIGEST_H
#define HLOMEM_REMARKS_SCREENDIGEST_H

#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Support/SizeUnit.h"

namespace hlomem {

/// Holds what a table of several programs says of one beside its need.
struct ScreenDigest {
  /// Holds the kinds of bytes with their sizes, largest first: "0.52 inputs".
  std::vector<std::string> Kinds;
  /// Says what the first change of the screen saves, "0.06 donate"; empty if
  /// there is none.
  std::string FirstChange;
};

/// Makes the digest of what `summary` and `advise` report.
class ScreenDigestStream final : public RemarkStream {
public:
  /// Makes a stream that writes sizes in \p Unit, and signs other than those
  /// of ASCII if \p HasUnicode. finish() fills \p Digest, which must outlive
  /// the stream.
  ScreenDigestStream(const SizeUnit &Unit, bool HasUnicode,
                     ScreenDigest &Digest)
      : Unit(Unit), HasUnicode(HasUnicode), Digest(Digest) {}

  void handle(const Remark &R) override;
  void finish() override;

private:
  SizeUnit Unit;
  bool HasUnicode;
  ScreenDigest &Digest;
  std::vector<Remark> Held;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_SCREENDIGEST_H
