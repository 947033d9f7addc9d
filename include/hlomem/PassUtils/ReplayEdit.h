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

/// Why the module that \p R is of cannot be changed by a transform like \p P;
/// empty if it can. Where nothing is known of how exact its numbers are it can
/// if it \p IsUnmeasured, to be measured.
std::string whyNotEdited(const ReplayResult &R, Backend Kind,
                         replay::Prediction P, bool IsUnmeasured);

using replay::BufferShapes;

/// Gives the arrays in the buffers that \p Patterns name (BufferSelection.h),
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

/// Makes a remark of type \p RemarkT (a SpaceEdited of ReplayEdit.td) of each
/// memory space that \p E changes, an edit like \p P of \p Record, and of the
/// default one.
template <typename RemarkT>
void reportEdited(const Module &M, const replay::RecordedAssignment &Record,
                  const replay::EditedAssignment &E,
                  const InferredBackend &Backend, replay::Prediction P,
                  PassContext &C) {
  for (const SpaceChange &S :
       findSpaceChanges(Record, E.Allocations, Backend)) {
    ChangedBuffers Changed = countChanged(Record, *E.After, S.Space.Number);
    if (!S.isWorthTelling() && Changed.Count == 0)
      continue;
    C.emit(getLoc(M),
           RemarkT{.Space = S.Space,
                   .Count = Changed.Count,
                   .OldSize = Changed.OldSize,
                   .NewSize = Changed.NewSize,
                   .After = S.After,
                   .Before = S.Before,
                   .Difference = S.Difference,
                   .Way = S.Way,
                   .Precision = replay::getPrecision(P, Backend.get()),
                   .Condition = describePresets(Backend.get()).str()});
  }
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
  auto Refuse = [&](llvm::StringRef Why) {
    return refuse<NothingT>(M, C, Why);
  };
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return Refuse(Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  BufferShapes New(Record);
  if (llvm::Error E = Choose(Record, New))
    return fail(C, std::move(E));
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why = whyNotEdited(Replayed, Backend.get(), P, IsUnmeasured);
      !Why.empty())
    return Refuse(Why);
  if (llvm::none_of(New.Types, [](const Shape *S) { return S != nullptr; }))
    return Refuse("all these values are so already");
  if (!New.WhyUnknown.empty())
    return Refuse(New.WhyUnknown);
  llvm::Expected<replay::EditedAssignment> Edited =
      replay::reshape(Record, New.get(), *Replayed.Found->getBest().How);
  if (!Edited)
    return fail(C, Edited.takeError());
  llvm::Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *Edited);
  if (!After)
    return fail(C, After.takeError());
  reportEdited<AppliedT>(M, Record, *Edited, Backend, P, C);
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_REPLAYEDIT_H
