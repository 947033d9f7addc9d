//===- WhatIfTransform.h - What transforms that edit the program share ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_TRANSFORM_WHATIFTRANSFORM_H
#define HLOMEM_PASSES_TRANSFORM_WHATIFTRANSFORM_H

#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/WhatIf/EditedModule.h"

namespace hlomem {

/// Fails with Unavailable if a transform like \p P cannot change the module.
/// That includes that the precision of its predictions was never measured,
/// unless \p IsUnmeasured, which is for measuring it.
Error checkEdit(const PassRun &Run, Prediction P, bool IsUnmeasured);

/// Sets in New.Types the shapes that \p MakeType returns for the arrays in \p
/// Buffers of \p Record, and in those of results of the same shapes that
/// replace these arguments. MakeType returns null, or the same shape, to keep a
/// shape.
void changeTypes(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
                 BufferShapes &New,
                 function_ref<const Shape *(const Shape &)> MakeType);

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
ChangedBuffers countChanged(const RecordedAssignment &Before,
                            const RecordedAssignment &After, MemorySpace Space);

/// Runs a transform that edits the program of the module. \p Make is called
/// with the record and the rules by which it is replayed, and returns an
/// Expected of an EditedAssignment. An Unavailable error is reported by the
/// remark \p NothingT; any other error is the pass's. \p Report is called to
/// report the changes while the module is still unchanged.
template <typename NothingT, typename MakeFn, typename ReportFn>
PreservedAnalyses runEdit(const PassRun &Run, MakeFn Make, ReportFn Report) {
  const auto &Replayed = Run.AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return refuse<NothingT>(Run, Replayed.WhyNone);
  const RecordedAssignment &Record = Replayed.Found->getRecord();
  auto Edited = Make(Record, *Replayed.Found->getBest().How);
  if (!Edited)
    return refuse<NothingT>(Run, Edited.takeError());
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *Edited);
  if (!After)
    return Run.fail(After.takeError());
  Report(Record, *Edited);
  Run.M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

/// Runs a transform that donates the arguments that \p Patterns name, or takes
/// back their donation. \p Make and \p Report are those of runEdit(); \p Make
/// is also given the numbers of the arguments.
template <typename NothingT, typename MakeFn, typename ReportFn>
PreservedAnalyses runDonation(const PassRun &Run,
                              ArrayRef<std::string> Patterns, bool KeepsPresets,
                              MakeFn Make, ReportFn Report) {
  if (Error E = checkNamesArguments(Run, Patterns))
    return Run.fail(std::move(E));
  return runEdit<NothingT>(
      Run,
      [&](const RecordedAssignment &Record,
          const AssignerPolicy &How) -> Expected<Donation> {
        Expected<SmallVector<uint64_t>> Numbers =
            selectArguments(Run, Record.getProgram(), Patterns);
        if (!Numbers)
          return Numbers.takeError();
        if (Error E = checkEditable(Run.AM.getResult<ReplayAnalysis>(),
                                    Run.AM.getResult<BackendAnalysis>().get(),
                                    KeepsPresets))
          return E;
        return Make(Record, How, *Numbers);
      },
      Report);
}

/// Runs a transform like \p P of the loops that its options name. \p Make is
/// called with the record, the rules by which it is replayed, and a bit for
/// each instruction, which is set for the loops. It returns an Expected of an
/// EditedAssignment that has the number of changed arrays and their size
/// before; all its errors are reported by the remark \p NothingT. \p Fill sets
/// the further arguments of an AppliedT.
template <typename AppliedT, typename NothingT, typename OptionsT,
          typename MakeFn, typename FillFn>
PreservedAnalyses runLoopEdit(const PassRun &Run, Prediction P,
                              const OptionsT &Options, MakeFn Make,
                              FillFn Fill) {
  using EditedT =
      std::invoke_result_t<MakeFn, const RecordedAssignment &,
                           const AssignerPolicy &, const InstructionSet &>;
  return runEdit<NothingT>(
      Run,
      [&](const RecordedAssignment &Record,
          const AssignerPolicy &How) -> EditedT {
        Expected<InstructionSet> Loops =
            selectLoops(Run, Record.getProgram(), Options.Loops);
        if (!Loops)
          return Loops.takeError();
        if (Error E = checkEdit(Run, P, Options.IsUnmeasured))
          return E;
        EditedT Edited = Make(Record, How, *Loops);
        if (!Edited)
          return unavailable(llvm::toString(Edited.takeError()));
        return Edited;
      },
      [&](const RecordedAssignment &Record, const auto &Edited) {
        reportSpaces<AppliedT>(Run, Record, Edited.Allocations, P,
                               [&](AppliedT &R, MemorySpace) {
                                 R.Count = Edited.Count;
                                 R.Size = Edited.Size;
                                 Fill(R, Edited);
                                 return false;
                               });
      });
}

/// Runs a transform like \p P that gives values other shapes and assigns the
/// program again. \p Choose fills BufferShapes::Types, which has an element for
/// each value; its error is the pass's. \p Check, unless null, returns why the
/// result is not known. \p AppliedT and \p NothingT are remarks of
/// WhatIfTransform.td.
template <typename AppliedT, typename NothingT>
PreservedAnalyses runShapeEdit(
    const PassRun &Run, Prediction P, bool IsUnmeasured,
    function_ref<Error(const RecordedAssignment &, BufferShapes &)> Choose,
    function_ref<std::string(const EditedAssignment &)> Check = nullptr) {
  return runEdit<NothingT>(
      Run,
      [&](const RecordedAssignment &Record,
          const AssignerPolicy &How) -> Expected<EditedAssignment> {
        BufferShapes New(Record);
        if (Error E = Choose(Record, New))
          return E;
        if (Error E = checkEdit(Run, P, IsUnmeasured))
          return E;
        if (llvm::none_of(New.Types, [](const Shape *S) { return S; }))
          return unavailable("all these values are so already");
        if (!New.WhyUnknown.empty())
          return unavailable(New.WhyUnknown);
        Expected<EditedAssignment> Edited = reshape(Record, New.get(), How);
        if (!Edited || !Check)
          return Edited;
        if (std::string Why = Check(*Edited); !Why.empty())
          return unavailable(Why);
        return Edited;
      },
      [&](const RecordedAssignment &Record, const EditedAssignment &E) {
        reportSpaces<AppliedT>(
            Run, Record, E.Allocations, P, [&](AppliedT &R, MemorySpace Space) {
              ChangedBuffers Changed = countChanged(Record, *E.After, Space);
              R.Count = Changed.Count;
              R.OldSize = Changed.OldSize;
              R.NewSize = Changed.NewSize;
              return Changed.Count != 0;
            });
      });
}

/// Runs a transform as runShapeEdit() does. \p Choose is also given the buffers
/// that the option `values` of the pass names, and cannot fail.
template <typename AppliedT, typename NothingT, typename OptionsT>
PreservedAnalyses
runBufferEdit(const PassRun &Run, Prediction P, const OptionsT &Options,
              function_ref<void(const RecordedAssignment &, ArrayRef<BufferId>,
                                BufferShapes &)>
                  Choose) {
  bool IsUnmeasured = false;
  if constexpr (requires { Options.IsUnmeasured; })
    IsUnmeasured = Options.IsUnmeasured;
  return runShapeEdit<AppliedT, NothingT>(
      Run, P, IsUnmeasured,
      [&](const RecordedAssignment &Record, BufferShapes &New) -> Error {
        Expected<SmallVector<BufferId>> Buffers =
            selectBuffers(Run, Record, Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        Choose(Record, *Buffers, New);
        return Error::success();
      });
}

} // namespace hlomem

#endif // HLOMEM_PASSES_TRANSFORM_WHATIFTRANSFORM_H
