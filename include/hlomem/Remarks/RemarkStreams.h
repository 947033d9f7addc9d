//===- RemarkStreams.h - Streams that choose or pass on remarks -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKSTREAMS_H
#define HLOMEM_REMARKS_REMARKSTREAMS_H

#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace hlomem {

/// "peak:PeakAt".
std::string getFullName(const Remark &R);

/// A regular expression that is matched against the names of many remarks, of
/// which there are few different ones. Not to be shared between threads.
class RemarkPattern {
public:
  /// What it looks at.
  enum class Subject {
    Pass,        ///< "peak"
    PassAndName, ///< "peak:PeakAt"
  };

  /// \p Pattern is valid and must outlive this.
  RemarkPattern(const llvm::Regex &Pattern, Subject What)
      : Pattern(Pattern), What(What) {}

  bool matches(const Remark &R);

private:
  const llvm::Regex &Pattern;
  Subject What;
  /// By the type of the remark and the text of the pass's name.
  llvm::DenseMap<std::pair<const RemarkInfo *, const char *>, bool> Known;
};

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

#endif // HLOMEM_REMARKS_REMARKSTREAMS_H
