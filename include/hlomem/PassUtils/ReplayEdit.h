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

/// Unavailable if the module cannot be changed by a transform like \p P. Where
/// nothing is known of how exact its numbers are it can if it \p IsUnmeasured,
/// to be measured.
llvm::Error checkEdit(AnalysisManager &AM, replay::Prediction P,
                      bool IsUnmeasured);

using replay::BufferShapes;

/// Gives the arrays in the buffers that \p Patterns name (ProgramSelection.h),
/// and in those of results of the same shapes that take the places of arguments
/// there, the shapes that \p MakeType makes of theirs, in New.Shapes; null, or
/// the same shape, where one stays. An error if a pattern matches nothing, or
/// there is none.
llvm::Error
selectTypes(const Module &M, const replay::RecordedAssignment &Record,
            ValueNames &Names, llvm::StringRef Pass,
            llvm::ArrayRef<std::string> Patterns, BufferShapes &New,
            llvm::function_ref<const Shape *(const Shape &)> MakeType);

/// An array of \p Size bytes in the memory space of \p S, of which nothing else
/// is known; null if \p S has this size.
const Shape *makeArrayOfSize(ShapeContext &Shapes, const Shape &S,
                             uint64_t Size);

/// The buffers whose values change between \p Before and \p After, a program
/// with the same values: how many, and their bytes.
struct ChangedBuffers {
  uint64_t Count = 0;
  Bytes OldSize, NewSize;
};
ChangedBuffers countChanged(const replay::RecordedAssignment &Before,
                            const replay::RecordedAssignment &After,
                            MemorySpace Space);

/// Emits a remark of each memory space in which \p After, an edit like \p P of
/// \p Record, changes what is taken, and of the default one. \p Fill adds to an
/// AppliedT what it has beside that, of this memory space, and returns true if
/// it is to be told in any case. \p NoChange is as in findSpaceChanges().
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

/// Runs a transform that makes another program of that of \p M. \p Make, which
/// is given the record and the rules that it is replayed by, returns it: an
/// Expected of an EditedAssignment. Its error is that of the pass, unless it is
/// Unavailable: then the remark \p NothingT says why nothing is done. \p Report
/// tells of what has changed while \p M is still as it was.
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

/// Runs a transform like \p P that gives values of \p M other shapes and has
/// all assigned again. \p Choose fills BufferShapes::Types, which has all
/// values; its error is that of the pass. \p AppliedT and \p NothingT are
/// remarks of ReplayEdit.td.
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
