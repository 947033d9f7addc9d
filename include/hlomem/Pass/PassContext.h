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
#include "hlomem/Pass/PassInstrumentation.h"
#include "hlomem/Remarks/RemarkDoubts.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <utility>

namespace hlomem {

/// The surroundings of a pipeline that runs over one module: where findings,
/// documents and errors go. Belongs to one task, and so to one thread.
class PassContext {
public:
  /// Everything must outlive the context. \p Instrumentation may be null. \p
  /// IsOneOfSeveral as for isOneOfSeveral(). \p Diagnostics may be null: they
  /// are counted, but not printed.
  PassContext(RemarkStream &Remarks, llvm::raw_ostream &Document,
              const PassInstrumentation *Instrumentation = nullptr,
              bool IsOneOfSeveral = false,
              DiagnosticEngine *Diagnostics = nullptr)
      : Remarks(Remarks), Document(Document), Instrumentation(Instrumentation),
        IsOneOfSeveral(IsOneOfSeveral), Diagnostics(Diagnostics) {}
  PassContext(const PassContext &) = delete;
  PassContext &operator=(const PassContext &) = delete;
  ~PassContext() { llvm::consumeError(std::move(Failure)); }

  /// Sends the remark \p R, a struct generated from a .td, in the name of the
  /// current pass. \p Loc is its place in the dump, or an invalid location. \p
  /// Fold is for a row for people that stands for several.
  template <class RemarkT>
  void emit(llvm::SMLoc Loc, const RemarkT &R,
            RemarkAudience Audience = RemarkAudience::Everyone,
            std::optional<RemarkFold> Fold = std::nullopt) {
    // What is said in two ways counts once.
    if (Instrumentation && Audience != RemarkAudience::People)
      countRemark(RemarkT::Info.Kind);
    Remark Made = Remark::make(CurrentPass, Loc, R);
    Made.setAudience(Audience);
    Made.setFold(Fold);
    Doubts.mark(Made);
    Remarks.handle(Made);
  }

  /// From now on remarks whose numbers rest on these facts say that they are
  /// doubtful.
  void addDoubt(const RemarkDoubt &D) { Doubts.add(D); }

  /// Counts \p N more, if anybody wants to know. A pass that never comes to
  /// count something may say 0: then the counter is there all the same.
  void count(const CounterInfo &Counter, uint64_t N = 1) const {
    if (Instrumentation)
      Instrumentation->count(Counter, N);
  }

  /// For passes that write a document; the tool's -o.
  llvm::raw_ostream &document() {
    return OpenDocument ? OpenDocument(CurrentExtension) : Document;
  }

  /// Gives the stream for documents that end like that: PassInfo::Extension.
  using DocumentOpener =
      std::function<llvm::raw_ostream &(llvm::StringRef Extension)>;
  /// From now on documents go where \p Open says: those of each module and
  /// extension are a file of their own.
  void separateDocuments(DocumentOpener Open) {
    OpenDocument = std::move(Open);
  }
  /// Whether documents of several modules are kept apart.
  bool separatesDocuments() const { return OpenDocument != nullptr; }

  /// For mistakes in files that a pass reads besides the dump, with their line
  /// and column. They stop nothing: see fail().
  DiagnosticEngine &diagnostics() {
    return Diagnostics ? *Diagnostics : Unprinted;
  }

  /// Says that the pass cannot go on. The pipeline stops after this pass and
  /// returns \p E. Several failures of one pass are joined.
  void fail(llvm::Error E) {
    Failure = llvm::joinErrors(std::move(Failure), std::move(E));
  }

  /// Says that the module contradicts itself: the pipeline stops after this
  /// pass, without an error.
  void markUnsound() { IsUnsound = true; }
  bool isUnsound() const { return IsUnsound; }

  /// Says that the module contradicts itself, and that the pipeline goes on:
  /// its numbers may be doubtful.
  void markDoubtful() { IsDoubtful = true; }
  bool isDoubtful() const { return IsDoubtful; }

  /// The user wants to go no further with a module that contradicts itself, nor
  /// with one that breaks a rule as a warning.
  void makeFindingsFatal() { HasFatalFindings = true; }
  bool hasFatalFindings() const { return HasFatalFindings; }

  /// The passes that have changed the module, in their order.
  llvm::ArrayRef<llvm::StringRef> transforms() const { return Transforms; }

  /// Shows how far a pass is, one line: "3 of 17 sets". An empty one takes it
  /// away.
  using ProgressSink = std::function<void(llvm::StringRef Text)>;
  /// From now on somebody looks on.
  void showProgressWith(ProgressSink Show) { ShowProgress = std::move(Show); }
  /// Says how far the current pass is, as far as it takes long and somebody
  /// looks on. What is shown goes when the pass ends.
  void showProgress(llvm::StringRef Text) const {
    if (ShowProgress)
      ShowProgress(Text);
  }

  /// The user gave more than one module: a report on each may be brief.
  bool isOneOfSeveral() const { return IsOneOfSeveral; }

  /// Name of the pass that runs, as in a pipeline; empty between passes.
  llvm::StringRef getCurrentPass() const { return CurrentPass; }

private:
  friend class PassManager;

  void countRemark(RemarkKind K) const {
    static constexpr const CounterInfo *ByKind[] = {
        &counter::PassedRemarks, &counter::MissedRemarks,
        &counter::AnalysisRemarks, &counter::FailureRemarks};
    count(*ByKind[static_cast<size_t>(K)]);
  }

  llvm::Error takeFailure() {
    return std::exchange(Failure, llvm::Error::success());
  }

  RemarkStream &Remarks;
  llvm::raw_ostream &Document;
  const PassInstrumentation *Instrumentation;
  bool IsOneOfSeveral;
  llvm::StringRef CurrentPass;
  llvm::StringRef CurrentExtension;
  llvm::SmallVector<llvm::StringRef, 2> Transforms;
  DocumentOpener OpenDocument;
  ProgressSink ShowProgress;
  llvm::Error Failure = llvm::Error::success();
  bool IsUnsound = false;
  bool IsDoubtful = false;
  bool HasFatalFindings = false;
  RemarkDoubts Doubts;
  DiagnosticEngine *Diagnostics;
  DiagnosticEngine Unprinted{llvm::nulls(), /*Color=*/false};
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSCONTEXT_H
