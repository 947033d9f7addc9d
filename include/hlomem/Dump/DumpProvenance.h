//===- DumpProvenance.h - What a dump says besides its facts ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines what a dump says besides its facts: its texts, the spelling of its
/// lines, the order of its lists, and its claims about itself. The writer, the
/// verifier and diagnostics use it. A module that was built by hand has no
/// provenance; the functions below then return the defaults that they document.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_DUMPPROVENANCE_H
#define HLOMEM_DUMP_DUMPPROVENANCE_H

#include "hlomem/Dump/DumpClaims.h"
#include "hlomem/Dump/LineStyle.h"
#include "hlomem/Dump/UnknownText.h"
#include "hlomem/IR/Provenance.h"
#include "hlomem/Support/Lazy.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

class Module;

/// Reads the memory usage report beside a dump, on demand.
using ReportLoader = std::function<Expected<SourceText>()>;

/// Reads the HloProto beside a dump, each time that it is called.
using HloProtoLoader = std::function<Expected<SourceText>()>;

/// Represents a line under `BufferLiveRange:` that is no fact of the module:
/// its definition is no value of the assignment, its value has a live range
/// already, or it cannot be right, since it ends before it begins or after the
/// end of the program.
struct UnlistedLiveRange {
  HloPosition Definition;
  LiveRange Range;
};

/// Holds claims that were computed, and owns their new texts.
struct OwnedClaims {
  DumpClaims Claims;
  std::unique_ptr<llvm::BumpPtrAllocator> Arena;
};

/// Holds what a dump says besides its facts. The reader fills it; it is const
/// for all others but Module, which tells it of edits.
class DumpProvenance final : public Provenance {
public:
  DumpProvenance() : Provenance(Kind::Dump) {}
  static bool classof(const Provenance *P) {
    return P->getKind() == Kind::Dump;
  }
  SMLoc getLoc() const override;
  std::unique_ptr<Provenance> clone() const override {
    return std::unique_ptr<Provenance>(new DumpProvenance(*this));
  }

  /// Owns the texts, and finds the file, line and column of every location of
  /// the module.
  SourceTexts Sources;
  /// Describes what each of the texts holds, in the order of Sources, which may
  /// have one text more: see readReport().
  std::vector<TextLayout> Texts;
  LineStyle Dialect;
  /// Holds the parts of the dump whose meaning is unknown.
  UnknownText Unknown;
  /// Holds the headers under `Used values:` that differ from those of the
  /// values. The key is the address of the value's own name in the text, which
  /// no edit changes.
  llvm::DenseMap<const char *, ValueHeader> UsedHeaders;
  /// Lists the values with live ranges in the order of `BufferLiveRange:`.
  /// ValueOrder::None means the next of UnlistedLiveRanges.
  std::vector<ValueOrder::Entry> LiveRangeOrder;
  std::vector<UnlistedLiveRange> UnlistedLiveRanges;
  /// Holds what the dump asserts about itself as it was read; getClaims()
  /// follows edits.
  DumpClaims ReadClaims;
  /// Holds for each allocation the address of the object in the compiler that
  /// wrote the dump, which differs in each run. Dumps have none since September
  /// 2022; the list is empty where no allocation has one.
  std::vector<std::optional<uint64_t>> Pointers;
  /// Reads the memory usage report; null if there is none or it has been read.
  ReportLoader LoadReport;
  /// Reads the HloProto beside the dump; null if there is none.
  HloProtoLoader LoadProto;

  /// Returns true if one of the texts has the section \p S.
  bool has(DumpSection S) const {
    return llvm::any_of(Texts, [S](const auto &T) { return T.has(S); });
  }

  /// Returns what XLA would have printed about \p M, the module of this
  /// provenance, in its present state. Valid until the next edit.
  const DumpClaims &getClaims(const Module &M) const;

  /// Returns the text of XLA's memory usage report beside the dump, for
  /// parseMemoryReport(); null if there is none. The text is then the last of
  /// Sources, so that locations in it can be found. Fails, with the reason, if
  /// the report cannot be read.
  Expected<const SourceText *> readReport();

  void noteSizes() override;
  void noteLiveRanges() override;
  void noteRemap(const AssignmentRemap &Remap) override;

private:
  DumpProvenance(const DumpProvenance &) = default;

  OwnedClaims recomputeClaims(const Module &M) const;

  // These tell whether ReadClaims is out of date: sizes of allocations, or live
  // ranges, were edited.
  bool AreSizesEdited = false;
  bool AreLiveRangesEdited = false;
  /// Holds the claims that follow the edits.
  Lazy<OwnedClaims> Following;
  bool HasReport = false;
};

/// Represents a source that is no dump but for which XLA would print one. What
/// such a dump asserts about itself is computed by XLA's rules.
class PrintableProvenance : public Provenance {
public:
  explicit PrintableProvenance(Kind K) : Provenance(K) {}
  static bool classof(const Provenance *P) {
    return P->getKind() != Kind::Dump;
  }
  std::unique_ptr<Provenance> clone() const override {
    return std::unique_ptr<Provenance>(new PrintableProvenance(*this));
  }

  /// Sets the release in whose form the dump is printed; the default is the
  /// latest.
  void setRelease(XlaRelease R) { Form = &getFacts(R); }
  /// Notes that the source does not tell which form the peak list has.
  void setPeakFormUnknown() { IsPeakFormUnknown = true; }
  const XlaFacts &getForm() const { return *Form; }

  /// Returns the total, the end of the program and the peak list of \p M, the
  /// module of this provenance, in its present state. Valid until the next
  /// edit.
  const DumpClaims &getClaims(const Module &M) const;
  /// Computes `Stack trace breakdown for peak usage` for the list \p Peak of
  /// \p M. Labels are allocated in \p Arena. Returns none if the source does
  /// not tell the program.
  virtual std::optional<StackTraceTree>
  computeStackTrace(const Module &M, const PrintedPeak &Peak,
                    llvm::BumpPtrAllocator &Arena) const {
    return std::nullopt;
  }

  /// Describes something that the source leaves open: what, how often, and
  /// which numbers could depend on it.
  struct OpenQuestion {
    std::string What;
    uint64_t Count = 0;
    std::string Affects;
  };
  std::vector<OpenQuestion> OpenQuestions;
  /// Lists the values that the source lists but puts into no allocation.
  std::vector<ValueHeader> UnplacedValues;
  /// Lists the values whose instruction defines no value at their position.
  std::vector<ValueHeader> UndefinedValues;

  void noteSizes() override { Claims.reset(); }
  void noteLiveRanges() override { Claims.reset(); }
  void noteRemap(const AssignmentRemap &) override { Claims.reset(); }

protected:
  PrintableProvenance(const PrintableProvenance &) = default;

private:
  OwnedClaims computeClaims(const Module &M) const;

  const XlaFacts *Form = std::prev(std::end(XlaReleases));
  bool IsPeakFormUnknown = false;
  Lazy<OwnedClaims> Claims;
};

/// Returns the provenance of a module that was read from a dump; null for any
/// other.
const DumpProvenance *getDumpProvenance(const Module &M);
DumpProvenance *getDumpProvenance(Module &M);

// The functions below take a module of any provenance, or of none.

/// Computes what XLA would assert about \p M in a dump in the form \p Form.
/// Texts are allocated in \p Arena.
DumpClaims computeClaims(const Module &M, const XlaFacts &Form,
                         llvm::BumpPtrAllocator &Arena);
/// Returns the claims of the provenance of \p M; empty claims for a module
/// without provenance.
const DumpClaims &getClaims(const Module &M);
/// Returns the spelling of the lines of the dump; for a module that was not
/// read from a dump, the spelling in which it is written.
LineStyle getDialect(const Module &M);
/// Returns the release in whose form a module is written that was not read from
/// a dump; the latest release for a module without provenance.
const XlaFacts &getDialectOf(const Module &M);
/// Returns true if the dump has the section \p S; for a module that was not
/// read from a dump, if \p M has anything that XLA prints there.
bool hasSection(const Module &M, DumpSection S);
/// Returns the layouts of the texts of the dump; empty for a module that was
/// not read from a dump.
ArrayRef<TextLayout> getTexts(const Module &M);
/// Returns the values in the order of `Used values:`. For a dump this is
/// Module::listedValues(), which is ascending by id in a sound dump; a value
/// that is listed a second time is an unplaced one. For other modules the order
/// is ascending by id.
ValueOrder usedValues(const Module &M);
/// Returns the values with live ranges in the order of `BufferLiveRange:`;
/// ascending by id for a module that was not read from a dump. A null pointer
/// means the next of unlistedLiveRanges().
ValueOrder liveRangeOrder(const Module &M);
/// Returns the lines under `BufferLiveRange:` that are no facts of \p M; empty
/// for a module that was not read from a dump.
ArrayRef<UnlistedLiveRange> unlistedLiveRanges(const Module &M);
/// Returns the header of \p V under `Used values:`, which equals V.getHeader()
/// in a sound dump.
const ValueHeader &getUsedHeader(const Module &M, const Value &V);
/// Returns true if the dump's lines of allocations have pointers, as until
/// September 2022.
bool printsPointers(const Module &M);
/// Returns the unknown text of the dump; empty for a module that was not read
/// from a dump.
const UnknownText &getUnknownText(const Module &M);
/// Returns the texts of the dump; none for a module that was not read from a
/// dump.
const SourceTexts &getSources(const Module &M);

} // namespace hlomem

#endif // HLOMEM_DUMP_DUMPPROVENANCE_H
