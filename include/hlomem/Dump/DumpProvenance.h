//===- DumpProvenance.h - What a dump says besides its facts ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texts of a dump, how its lines are spelled, in which order its lists
/// stand, and what it claims of itself: for the writer, the verifier and
/// diagnostics. A module that was built by hand has nothing of it, and the
/// functions below then say so.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_DUMPPROVENANCE_H
#define HLOMEM_DUMP_DUMPPROVENANCE_H

#include "hlomem/Dump/DumpClaims.h"
#include "hlomem/Dump/LineStyle.h"
#include "hlomem/Dump/UnknownText.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Provenance.h"
#include "hlomem/IR/Value.h"
#include "hlomem/IR/ValueOrder.h"
#include "hlomem/Support/Lazy.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

namespace hlomem {

class Module;

/// Reads the memory usage report beside a dump, on demand.
using ReportLoader = std::function<llvm::Expected<SourceText>()>;

/// Reads the HloProto beside a dump, each time that it is called.
using HloProtoLoader = std::function<llvm::Expected<SourceText>()>;

/// A line under `BufferLiveRange:` that is no fact of the module: of what is no
/// value of the assignment, a further one of a value that has one, or one that
/// cannot be, since it ends before it begins, or after the end of the program.
struct UnlistedLiveRange {
  HloPosition Definition;
  LiveRange Range;
};

/// Filled by the reader; const for all others but Module, which tells it of
/// edits.
class DumpProvenance final : public Provenance {
public:
  DumpProvenance() : Provenance(Kind::Dump) {}
  static bool classof(const Provenance *P) {
    return P->getKind() == Kind::Dump;
  }
  llvm::SMLoc getLoc() const override;

  /// Knows the file, line and column of every location of the module.
  SourceTexts Sources;
  /// What each of the texts holds, in the order of Sources, which may have one
  /// more: see readReport().
  std::vector<TextLayout> Texts;
  LineStyle Dialect;
  /// The parts of the dump whose meaning is unknown.
  UnknownText Unknown;
  /// The headers under `Used values:` that differ from those of the values, by
  /// where the values' own names stand, which no edit changes.
  llvm::DenseMap<const char *, ValueHeader> UsedHeaders;
  /// Values with live ranges in the order of `BufferLiveRange:`.
  /// ValueOrder::None stands for the next of UnlistedLiveRanges.
  std::vector<ValueOrder::Entry> LiveRangeOrder;
  std::vector<UnlistedLiveRange> UnlistedLiveRanges;
  /// What the dump asserts of itself, as it was read: getClaims() follows
  /// edits.
  DumpClaims ReadClaims;
  /// For each allocation the address of the object in the compiler that wrote
  /// the dump, different in each run; none since September 2022, and empty
  /// where no allocation has one.
  std::vector<std::optional<uint64_t>> Pointers;
  /// Null once the report has been read, and where there is none.
  ReportLoader LoadReport;
  /// Null where there is none.
  HloProtoLoader LoadProto;

  /// True if one of the texts has this part.
  bool has(DumpSection S) const {
    return llvm::any_of(Texts, [S](const auto &T) { return T.has(S); });
  }

  /// What XLA would have printed of \p M, the module that this is of, as it is
  /// now. Valid until the next edit.
  const DumpClaims &getClaims(const Module &M) const;

  /// The text of XLA's memory usage report beside the dump, for
  /// parseMemoryReport(); null where there is none. It is the last of Sources
  /// from then on, for locations in it. An error says why it cannot be read.
  llvm::Expected<const SourceText *> readReport();

  void noteSizes() override;
  void noteLiveRanges() override;
  void noteRemap(const AssignmentRemap &Remap) override;

private:
  /// Claims that follow an edit, and the texts that are new in them.
  struct FollowingClaims {
    DumpClaims Claims;
    std::unique_ptr<llvm::BumpPtrAllocator> Arena;
  };
  FollowingClaims recomputeClaims(const Module &M) const;

  // The claims that were read are of the assignment before some edits: of the
  // sizes of allocations, and of live ranges.
  bool AreSizesEdited = false;
  bool AreLiveRangesEdited = false;
  Lazy<FollowingClaims> Following;
  bool HasReport = false;
};

/// Of a source that is no dump, but of which XLA prints one. What the dump
/// asserts of itself is calculated as XLA does it.
class PrintableProvenance : public Provenance {
public:
  explicit PrintableProvenance(Kind K) : Provenance(K) {}
  static bool classof(const Provenance *P) {
    return P->getKind() != Kind::Dump;
  }

  /// Who prints the dump; the latest release if nobody says.
  void setRelease(XlaRelease R) { Form = &getFacts(R); }
  /// The source does not tell which form the list of the peak has.
  void setPeakFormUnknown() { IsPeakFormUnknown = true; }
  const XlaFacts &getForm() const { return *Form; }

  /// The total, the end of the program, and the peak list of \p M, the module
  /// that this is of, as it is now. Valid until the next edit.
  const DumpClaims &getClaims(const Module &M) const;
  /// `Stack trace breakdown for peak usage` of the list \p Peak of \p M. Labels
  /// are in \p Arena. None where the source does not tell the program.
  virtual std::optional<StackTraceTree>
  computeStackTrace(const Module &M, const PrintedPeak &Peak,
                    llvm::BumpPtrAllocator &Arena) const {
    return std::nullopt;
  }

  /// What the source leaves open, and which numbers could depend on it.
  struct OpenQuestion {
    std::string What;
    uint64_t Count = 0;
    std::string Affects;
  };
  std::vector<OpenQuestion> OpenQuestions;
  /// The values that the source lists and puts into no allocation, and those
  /// whose instruction defines no value in their place.
  std::vector<ValueHeader> UnplacedValues;
  std::vector<ValueHeader> UndefinedValues;

  void noteSizes() override { Claims.reset(); }
  void noteLiveRanges() override { Claims.reset(); }
  void noteRemap(const AssignmentRemap &) override { Claims.reset(); }

private:
  struct ComputedClaims {
    DumpClaims Claims;
    std::unique_ptr<llvm::BumpPtrAllocator> Arena;
  };
  ComputedClaims computeClaims(const Module &M) const;

  const XlaFacts *Form = std::prev(std::end(XlaReleases));
  bool IsPeakFormUnknown = false;
  Lazy<ComputedClaims> Claims;
};

/// The provenance of a module that was read from a dump; null for another.
const DumpProvenance *getDumpProvenance(const Module &M);
DumpProvenance *getDumpProvenance(Module &M);

// The same facts for a module of any provenance.

/// What XLA would assert of \p M in a dump in the form \p Form. Texts are in
/// \p Arena.
DumpClaims computeClaims(const Module &M, const XlaFacts &Form,
                         llvm::BumpPtrAllocator &Arena);
/// No claims for a module that was not read.
const DumpClaims &getClaims(const Module &M);
/// For a module that was not read from a dump, that in which it is written.
LineStyle getDialect(const Module &M);
/// The release as which a module is written that was not read from a dump: the
/// latest for one of no source.
const XlaFacts &getDialectOf(const Module &M);
/// Of a module that was not read from a dump: whether it has what XLA prints
/// there.
bool hasSection(const Module &M, DumpSection S);
/// None for a module that was not read.
llvm::ArrayRef<TextLayout> getTexts(const Module &M);
/// The values in the order of `Used values:`, Module::listedValues(), which is
/// ascending by id in a sound dump and for a module that was not read from one.
/// A value that is listed for a second time is an unplaced one.
ValueOrder usedValues(const Module &M);
/// Ascending by id for a module that was not read from a dump.
ValueOrder liveRangeOrder(const Module &M);
llvm::ArrayRef<UnlistedLiveRange> unlistedLiveRanges(const Module &M);
/// The header of \p V under `Used values:`, which equals V.getHeader() in a
/// sound dump.
const ValueHeader &getUsedHeader(const Module &M, const Value &V);
/// True if the lines of allocations have pointers: until September 2022.
bool printsPointers(const Module &M);
const UnknownText &getUnknownText(const Module &M);
/// Without any text for a module that was not read.
const SourceTexts &getSources(const Module &M);

} // namespace hlomem

#endif // HLOMEM_DUMP_DUMPPROVENANCE_H
