//===- RemarkFilter.h - Which remarks are wanted ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKFILTER_H
#define HLOMEM_REMARKS_REMARKFILTER_H

#include "hlomem/Remarks/RemarkPattern.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Regex.h"
#include <memory>
#include <optional>

namespace hlomem {

/// Which remarks are wanted.
struct RemarkFilter {
  /// Remarks of passes whose names this matches. Null wants all.
  std::shared_ptr<const llvm::Regex> Pass;
  /// A bit for each RemarkKind that is wanted.
  unsigned Kinds = ~0u;
  /// Remarks of at least so many bytes. Zero wants those that are not about
  /// bytes, too; else such are wanted only if they are failures.
  Bytes MinBytes;

  void setKinds(llvm::ArrayRef<RemarkKind> Wanted) {
    Kinds = 0;
    for (RemarkKind K : Wanted)
      Kinds |= 1u << static_cast<unsigned>(K);
  }
  bool wants(RemarkKind K) const {
    return Kinds >> static_cast<unsigned>(K) & 1;
  }
  bool wantsAll() const { return !Pass && Kinds == ~0u && MinBytes.isZero(); }
};

/// Passes on the remarks that are wanted. Rows and notes go with their
/// headline: where that is not wanted, they are not; and where they are not
/// about bytes, the headline's bytes speak for them.
class FilteringRemarkStream final : public RemarkStream {
public:
  /// Both must outlive the stream.
  FilteringRemarkStream(const RemarkFilter &Filter, RemarkStream &Next);

  void handle(const Remark &R) override;
  void finish() override { Next.finish(); }

private:
  bool wants(const Remark &R);

  const RemarkFilter &Filter;
  RemarkStream &Next;
  std::optional<RemarkPattern> Pass;
  /// What became of the last headline.
  bool WantsHeadline = true;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKFILTER_H
