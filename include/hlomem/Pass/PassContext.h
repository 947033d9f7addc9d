//===- PassContext.h - What a pass may talk to ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSCONTEXT_H
#define HLOMEM_PASS_PASSCONTEXT_H

#include "hlomem/Pass/FrameworkCounters.h"
#include "hlomem/Pass/RemarkText.h"
#include "hlomem/Remarks/RemarkDoubts.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include <thread>

namespace hlomem {

class AnalysisManager;
class Module;
class PassManager;

/// Holds the surroundings of a pipeline that runs over one module: where
/// remarks, documents and errors go. It belongs to one task: a pass that
/// reports from another thread than the one that it runs on ends the program.
class PassContext {
public:
  /// Makes a context. All arguments must outlive it. \p Instrumentation may be
  /// null. \p IsOneOfSeveral is the result of isOneOfSeveral(). If \p
  /// Diagnostics is null, diagnostics are counted, but not printed.
  PassContext(RemarkStream &Remarks, raw_ostream &Document,
              const PassInstrumentation *Instrumentation = nullptr,
              bool IsOneOfSeveral = false,
              DiagnosticEngine *Diagnostics = nullptr)
      : Remarks(Remarks), Document(Document), Instrumentation(Instrumentation),
        IsOneOfSeveral(IsOneOfSeveral), Diagnostics(Diagnostics) {}
  PassContext(const PassContext &) = delete;
  PassContext &operator=(const PassContext &) = delete;
  ~PassContext() { llvm::consumeError(std::move(Failure)); }

  /// Emits the remark \p R, a struct generated from a .td, for the current
  /// pass. \p Loc is its place in the dump, or an invalid location. \p Fold is
  /// for a row that is shown to people only, in place of several rows.
  template <class RemarkT>
  void emit(SMLoc Loc, const RemarkT &R,
            RemarkAudience Audience = RemarkAudience::Everyone,
            std::optional<RemarkFold> Fold = std::nullopt) {
    Remark Made = Remark::make(CurrentPass, Loc, R);
    Made.setAudience(Audience);
    Made.setFold(Fold);
    emit(std::move(Made));
  }

  /// Emits \p R, which was made for the current pass.
  void emit(Remark R) {
    checkThread();
    // A remark that is emitted in two forms counts once.
    if (Instrumentation && R.getAudience() != RemarkAudience::People)
      countRemark(R.getKind());
    Doubts.mark(R);
    Remarks.handle(R);
  }

  /// Returns a remark for the current pass, to which its message is written. \p
  /// Loc is its place in the dump, or an invalid location.
  RemarkText remark(SMLoc Loc) {
    return RemarkText(*this, Loc, /*IsNote=*/false);
  }
  /// Returns a note that belongs to the last remark, to which its message is
  /// written.
  RemarkText note() { return RemarkText(*this, {}, /*IsNote=*/true); }

  /// Adds a doubt: remarks emitted from now on whose numbers depend on the
  /// facts of \p D are marked as doubtful.
  void addDoubt(const RemarkDoubt &D) { Doubts.add(D); }

  /// Adds \p N to \p Counter if counters are wanted. A pass that does not reach
  /// a counter may add 0 so that the counter is present.
  void count(const CounterInfo &Counter, uint64_t N = 1) const {
    if (Instrumentation)
      Instrumentation->count(Counter, N);
  }

  /// Returns the stream for passes that write a document, the tool's -o. A pass
  /// that does not declare that it writes one fails.
  raw_ostream &document() {
    checkThread();
    if (!MayWriteDocument) {
      HasMiswritten = true;
      return llvm::nulls();
    }
    return OpenDocument ? OpenDocument(CurrentExtension) : Document;
  }

  /// Returns the stream for documents with the given PassInfo::Extension.
  using DocumentOpener = std::function<raw_ostream &(StringRef Extension)>;
  /// Sends documents to the streams that \p Open returns from now on: each
  /// module and extension has a file of its own.
  void separateDocuments(DocumentOpener Open) {
    OpenDocument = std::move(Open);
  }
  /// Is true if documents of several modules go to separate files.
  bool separatesDocuments() const { return OpenDocument != nullptr; }

  /// Returns the stream for the rows of the table \p Name of the module, which
  /// \p Header precedes once for all modules.
  raw_ostream &table(StringRef Name, StringRef Header) {
    if (OpenTable)
      return OpenTable(CurrentExtension, Name, Header);
    return document() << Header;
  }

  /// Returns the stream for the rows of a table in documents with the given
  /// PassInfo::Extension.
  using TableOpener = std::function<raw_ostream &(
      StringRef Extension, StringRef Name, StringRef Header)>;
  /// Sends tables to the streams that \p Open returns from now on, in which the
  /// module is called \p Module.
  void openTablesWith(TableOpener Open, std::string Module) {
    OpenTable = std::move(Open);
    ModuleName = std::move(Module);
  }
  /// Returns the name of the module in tables, which no other module of the run
  /// has; empty if nothing is known of other modules.
  StringRef getModuleName() const { return ModuleName; }

  /// Describes what the module was read from.
  struct Source {
    std::string Path = {};
    /// Returns a text that is the same for modules whose contents are.
    std::function<std::string()> Identify = [] { return std::string(); };
    /// Says why it could not be read; the module is empty then.
    std::string Error = {};
    /// Is true if only what this object tells is to be written: of the others,
    /// the rows are known, or there are none. Passes that write no tables are
    /// passed over.
    bool IsAllToWrite = false;
  };
  void setSource(Source S) { ReadFrom = std::move(S); }
  const Source &getSource() const { return ReadFrom; }

  /// Returns the engine for errors, with line and column, in files that a pass
  /// reads besides the dump. These do not stop the pipeline: see fail().
  DiagnosticEngine &diagnostics() {
    return Diagnostics ? *Diagnostics : Unprinted;
  }

  /// Reports that the pass cannot continue. The pipeline stops after this pass
  /// and returns \p E. Several failures of one pass are joined.
  void fail(Error E) {
    checkThread();
    Failure = llvm::joinErrors(std::move(Failure), std::move(E));
  }

  /// Runs \p Passes inside the running pass, over \p M, for which \p AM was
  /// made: the module of the running pass, which then must be a transform and
  /// hold no result of \p AM afterwards, or a copy (Module::clone()). Remarks
  /// have the names of the inner passes; callbacks and the verification after
  /// each transform are those of any pass. Returns the error of an inner pass,
  /// for fail(). Stops without one where isUnsound() is true afterwards.
  Error runNested(const PassManager &Passes, Module &M, AnalysisManager &AM);

  /// Returns the callbacks, for the AnalysisManager of a copy of the module;
  /// may be null.
  const PassInstrumentation *getInstrumentation() const {
    return Instrumentation;
  }

  /// Marks the module as contradicting itself. The pipeline stops after this
  /// pass, without an error.
  void markUnsound() { IsUnsound = true; }
  bool isUnsound() const { return IsUnsound; }

  /// Marks the module as contradicting itself, but lets the pipeline continue:
  /// the numbers of the module may be doubtful.
  void markDoubtful() { IsDoubtful = true; }
  bool isDoubtful() const { return IsDoubtful; }

  /// Sets that the pipeline must not continue after findings: neither if the
  /// module contradicts itself nor if it only breaks a rule that is a warning.
  void makeFindingsFatal() { HasFatalFindings = true; }
  bool hasFatalFindings() const { return HasFatalFindings; }

  /// Returns the names of the passes that have changed the module, in order.
  ArrayRef<StringRef> transforms() const { return Transforms; }

  /// Returns a copy of the module as it was before the first transform of the
  /// pipeline. Null if none came before the running pass, or if no pass of the
  /// pipeline needs it (PassConcept::needsOriginal()).
  Module *getOriginal() const { return Original; }

  /// Shows the progress of a pass in one line, "3 of 17 sets". An empty text
  /// removes the line.
  using ProgressSink = std::function<void(StringRef Text)>;
  /// Shows progress with \p Show from now on.
  void showProgressWith(ProgressSink Show) { ShowProgress = std::move(Show); }
  /// Shows the progress of the current pass, if it is to be shown. It is for
  /// passes that take long. The line is removed when the pass ends.
  void showProgress(StringRef Text) const {
    if (ShowProgress)
      ShowProgress(Text);
  }

  /// Is true if the user gave more than one module: a report on each may be
  /// brief.
  bool isOneOfSeveral() const { return IsOneOfSeveral; }

  /// Returns the name of the running pass as in a pipeline; empty between
  /// passes.
  StringRef getCurrentPass() const { return CurrentPass; }

private:
  friend class PassManager;

  void countRemark(RemarkKind K) const {
    static constexpr const CounterInfo *ByKind[] = {
        &counter::PassedRemarks, &counter::MissedRemarks,
        &counter::AnalysisRemarks, &counter::FailureRemarks};
    count(*ByKind[static_cast<size_t>(K)]);
  }

  /// Ends the program if a pass runs, and on another thread.
  void checkThread() const {
    if (Thread != std::thread::id() && Thread != std::this_thread::get_id())
      endOnOtherThread();
  }
  [[noreturn]] void endOnOtherThread() const;

  Error takeFailure() { return std::exchange(Failure, Error::success()); }

  RemarkStream &Remarks;
  raw_ostream &Document;
  const PassInstrumentation *Instrumentation;
  bool IsOneOfSeveral;
  StringRef CurrentPass;
  StringRef CurrentExtension;
  /// Is false while a pass runs that does not declare that it writes one.
  bool MayWriteDocument = true;
  /// Is true once the running pass has tried to nevertheless.
  bool HasMiswritten = false;
  /// Is what a pipeline runs on; none between pipelines.
  std::thread::id Thread;
  SmallVector<StringRef, 2> Transforms;
  /// Points to the module that a pipeline runs over; null between pipelines.
  const Module *Current = nullptr;
  Module *Original = nullptr;
  DocumentOpener OpenDocument;
  TableOpener OpenTable;
  std::string ModuleName;
  Source ReadFrom;
  ProgressSink ShowProgress;
  Error Failure = Error::success();
  bool IsUnsound = false;
  bool IsDoubtful = false;
  bool HasFatalFindings = false;
  RemarkDoubts Doubts;
  DiagnosticEngine *Diagnostics;
  DiagnosticEngine Unprinted{llvm::nulls(), /*Color=*/false};
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSCONTEXT_H
