//===- ReplayEdit.h - What transforms by replay have in common --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_REPLAYEDIT_H
#define HLOMEM_PASSUTILS_REPLAYEDIT_H

#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ReplayedChange.h"
#include "hlomem/Replay/BufferShapes.h"
#include "hlomem/Replay/EditedAssignment.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "hlomem/Replay/ReplayedModule.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace hlomem {

class ValueNames;

/// Fails with Unavailable if a transform like \p P cannot change the module.
/// That includes that the precision of its predictions was never measured,
/// unless \p IsUnmeasured, which is for measuring it.
llvm::Error checkEdit(AnalysisManager &AM, replay::Prediction P,
                      bool IsUnmeasured);

using replay::BufferShapes;

/// Sets in New.Types the shapes that \p MakeType returns for the arrays in the
/// buffers that \p Patterns name (ProgramSelection.h), and in those of results
/// of the same shapes that replace these arguments. MakeType returns null, or
/// the same shape, to keep a shape. Fails, naming \p Pass, if there are no
/// patterns or if one matches nothing.
llvm::Error
selectTypes(const Module &M, const replay::RecordedAssignment &Record,
            ValueNames &Names, llvm::StringRef Pass,
            llvm::ArrayRef<std::string> Patterns, BufferShapes &New,
            llvm::function_ref<const Shape *(const Shape &)> MakeType);

/// Returns an array of \p Size bytes in the memory space of \p S; null if \p S
/// has this size.
const Shape *makeArrayOfSize(ShapeContext &Shapes, const Shape &S,
                             uint64_t Size);

/// Counts the buffers whose sizes differ between two programs with the same
/// values, and holds the sums of their sizes before and after.
struct ChangedBuffers {
  uint64_t Count = 0;
  Bytes OldSize, NewSize;
};
/// Counts the buffers in the memory space \p Space that have another size in \p
/// After than in \p Before, a program with the same values.
ChangedBuffers countChanged(const replay::RecordedAssignment &Before,
                            const replay::RecordedAssignment &After,
                            MemorySpace Space);

/// Emits an AppliedT for each memory space whose use changes between \p Record
/// and \p After, an edit like \p P of it, and for the default space. \p Fill
/// sets the further arguments for a space, and returns true if the remark is to
/// be emitted in any case. \p NoChange is as in findSpaceChanges().
template <typename AppliedT>
void reportSpaces(const Module &M, AnalysisManager &AM, PassContext &C,
                  const replay::RecordedAssignment &Record,
                  llvm::ArrayRef<replay::ReplayedAllocation> After,
                  replay::Prediction P,
                  llvm::function_ref<bool(AppliedT &, MemorySpace)> Fill,
                  llvm::StringRef NoChange = "less") {
  const auto &Backend = AM.getResult<BackendAnalysis>();
  for (SpaceChange &S : findSpaceChanges(Record, After, Backend, NoChange)) {
    AppliedT R = {};
    if (!Fill(R, S.Space.Number) && !S.isWorthTelling())
      continue;
    R.Space = S.Space;
    R.After = S.After;
    R.Before = S.Before;
    R.Difference = S.Difference;
    R.Way = std::move(S.Way);
    R.Precision = S.getPrecision(P, Backend.get(), Record);
    if constexpr (requires { R.Condition; })
      R.Condition = describePresets(Backend.get(), S.IsPreset).str();
    C.emit(getLoc(M), R);
  }
}

/// Runs a transform that edits the program of \p M. \p Make is called with the
/// record and the rules by which it is replayed, and returns an Expected of an
/// EditedAssignment. An Unavailable error is reported by the remark \p
/// NothingT; any other error is the pass's. \p Report is called to report the
/// changes while \p M is still unchanged.
template <typename NothingT, typename MakeFn, typename ReportFn>
PreservedAnalyses runEdit(Module &M, AnalysisManager &AM, PassContext &C,
                          MakeFn Make, ReportFn Report) {
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return refuse<NothingT>(M, C, Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  auto Edited = Make(Record, *Replayed.Found->getBest().How);
  if (!Edited)
    return refuse<NothingT>(M, C, Edited.takeError());
  llvm::Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *Edited);
  if (!After)
    return fail(C, After.takeError());
  Report(Record, *Edited);
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

/// Runs a transform like \p P that gives values of \p M other shapes and
/// assigns the program again. \p Choose fills BufferShapes::Types, which has an
/// element for each value; its error is the pass's. \p AppliedT and \p NothingT
/// are remarks of ReplayEdit.td.
template <typename AppliedT, typename NothingT>
PreservedAnalyses
runShapeEdit(Module &M, AnalysisManager &AM, PassContext &C,
             replay::Prediction P,
             llvm::function_ref<llvm::Error(const replay::RecordedAssignment &,
                                            BufferShapes &)>
                 Choose,
             bool IsUnmeasured = false) {
  return runEdit<NothingT>(
      M, AM, C,
      [&](const replay::RecordedAssignment &Record, const replay::Policy &How)
          -> llvm::Expected<replay::EditedAssignment> {
        BufferShapes New(Record);
        if (llvm::Error E = Choose(Record, New))
          return E;
        if (llvm::Error E = checkEdit(AM, P, IsUnmeasured))
          return E;
        if (llvm::none_of(New.Types, [](const Shape *S) { return S; }))
          return unavailable("all these values are so already");
        if (!New.WhyUnknown.empty())
          return unavailable(New.WhyUnknown);
        return replay::reshape(Record, New.get(), How);
      },
      [&](const replay::RecordedAssignment &Record,
          const replay::EditedAssignment &E) {
        reportSpaces<AppliedT>(M, AM, C, Record, E.Allocations, P,
                               [&](AppliedT &R, MemorySpace Space) {
                                 ChangedBuffers Changed =
                                     countChanged(Record, *E.After, Space);
                                 R.Count = Changed.Count;
                                 R.OldSize = Changed.OldSize;
                                 R.NewSize = Changed.NewSize;
                                 return Changed.Count != 0;
                               });
      });
}

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_REPLAYEDIT_H
