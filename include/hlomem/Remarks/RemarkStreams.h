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
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Regex.h"

namespace hlomem {

/// Returns the full name of \p R, "peak:PeakAt".
std::string getFullName(const Remark &R);

/// Matches a regular expression against the names of remarks. Results are
/// cached, since many remarks have few different names. It must not be shared
/// between threads.
class RemarkPattern {
public:
  /// Selects the text that is matched.
  enum class Subject {
    Pass,        ///< The name of the pass, "peak".
    PassAndName, ///< The full name, "peak:PeakAt".
  };

  /// Makes a pattern. \p Pattern is valid and must outlive it.
  RemarkPattern(const llvm::Regex &Pattern, Subject What)
      : Pattern(Pattern), What(What) {}

  bool matches(const Remark &R);

private:
  const llvm::Regex &Pattern;
  Subject What;
  /// Holds the results by the type of the remark and the address of the pass's
  /// name.
  llvm::DenseMap<std::pair<const RemarkInfo *, const char *>, bool> Known;
};

/// Selects remarks.
struct RemarkFilter {
  /// Selects the remarks of passes whose names match. Null selects all.
  std::shared_ptr<const llvm::Regex> Pass;
  /// Has a bit for each RemarkKind that is selected.
  unsigned Kinds = ~0u;
  /// Selects remarks of at least so many bytes. Zero also selects remarks that
  /// are not about bytes; otherwise only those that are failures are selected.
  Bytes MinBytes;

  void setKinds(ArrayRef<RemarkKind> Wanted) {
    Kinds = 0;
    for (RemarkKind K : Wanted)
      Kinds |= 1u << static_cast<unsigned>(K);
  }
  bool wants(RemarkKind K) const {
    return Kinds >> static_cast<unsigned>(K) & 1;
  }
  bool wantsAll() const { return !Pass && Kinds == ~0u && MinBytes.isZero(); }
};

/// Passes on the selected remarks. Rows and notes are selected only if their
/// headline is; if they are not about bytes, the minimum number of bytes does
/// not apply to them.
class FilteringRemarkStream final : public RemarkStream {
public:
  /// Makes a stream that passes remarks on to \p Next. Both arguments must
  /// outlive it.
  FilteringRemarkStream(const RemarkFilter &Filter, RemarkStream &Next);

  void handle(const Remark &R) override;
  void finish() override { Next.finish(); }

private:
  bool wants(const Remark &R);

  const RemarkFilter &Filter;
  RemarkStream &Next;
  std::optional<RemarkPattern> Pass;
  /// Is true if the last headline was selected.
  bool WantsHeadline = true;
};

/// Passes on every remark and counts those whose full name matches a regular
/// expression.
class WatchingRemarkStream final : public RemarkStream {
public:
  /// Makes a stream that passes remarks on to \p Next. All arguments must
  /// outlive it.
  WatchingRemarkStream(const llvm::Regex &Pattern, RemarkStream &Next)
      : Pattern(Pattern, RemarkPattern::Subject::PassAndName), Next(Next) {}

  void handle(const Remark &R) override;
  void finish() override { Next.finish(); }

  /// Returns the number of remarks that matched. Remarks that are only for
  /// people are not counted.
  uint64_t getCount() const { return Count; }
  /// Returns the full name of the first match, "peak:PeakAt"; empty if there is
  /// none.
  StringRef getFirst() const { return First; }
  /// Returns the place of the first match, or of its headline if it has none.
  SMLoc getFirstLoc() const { return FirstLoc; }

private:
  RemarkPattern Pattern;
  RemarkStream &Next;
  uint64_t Count = 0;
  std::string First;
  SMLoc FirstLoc;
  SMLoc Headline;
};

/// Passes on every remark and finds the first by which some passes say that
/// something is unknown: its name says so, and it is neither a row nor a note.
class UnknownRemarkStream final : public RemarkStream {
public:
  /// Makes a stream that passes remarks on to \p Next and looks at those of \p
  /// Passes. Both must outlive it.
  UnknownRemarkStream(ArrayRef<std::string> Passes, RemarkStream &Next)
      : Passes(Passes), Next(Next) {}

  void handle(const Remark &R) override;
  void finish() override { Next.finish(); }

  /// Returns the full name of the remark, "peak:LiveRangesUnknown"; empty if
  /// there is none.
  StringRef getFirst() const { return First; }

private:
  ArrayRef<std::string> Passes;
  RemarkStream &Next;
  std::string First;
};

/// Passes every remark on to several streams, one after the other. Remarks for
/// people only, or for programs only, go to streams for these.
class BroadcastingRemarkStream final : public RemarkStream {
public:
  /// Adds \p S, which must outlive this object. A stream for everyone gets all
  /// remarks.
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
  SmallVector<Receiver, 3> Streams;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKSTREAMS_H
