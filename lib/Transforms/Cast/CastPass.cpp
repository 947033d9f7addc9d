//===- CastPass.cpp - The pass 'cast' -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cast/Cast.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/BufferSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/SameData.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace hlomem {

namespace {

class CastPass : public CastBase<CastPass> {
public:
  using CastBase::CastBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

/// True for a type whose values may be stored as \p To.
static bool isCastable(ElementType From, ElementType To) {
  switch (elementClass(From)) {
  case ElementClass::Float:
    return true;
  case ElementClass::Signed:
  case ElementClass::Unsigned:
    return elementClass(To) != ElementClass::Float;
  default:
    return false;
  }
}

/// True if a value of the buffer is an argument.
static bool isArgument(const replay::RecordedAssignment &Record,
                       uint32_t Buffer) {
  const HloGraph &G = Record.getProgram();
  return any_of(Record.getBuffers().getValues(Buffer), [&](uint32_t V) {
    uint32_t I = Record.getDataflow().definitions()[V].Instruction;
    return G.instructions()[I].Op == Opcode::Parameter &&
           I >= G.getEntry().Begin && I < G.getEntry().End;
  });
}

static std::string whyUnknown(const replay::RecordedAssignment &Record,
                              ArrayRef<uint32_t> Named, ArrayRef<uint32_t> All,
                              ElementType To) {
  if (!all_of(Named, [&](uint32_t B) { return isArgument(Record, B); }))
    return "only arguments can be cast: where the compiler goes on with the "
           "old type is not known of what is computed";
  if (elementClass(To) == ElementClass::Float &&
      !replay::isReadByElement(Record, All))
    return "a product or the like reads some of these arguments, and their "
           "type decides that of what is computed; recompile to know";
  return "";
}

PreservedAnalyses CastPass::run(Module &M, AnalysisManager &AM,
                                PassContext &C) {
  ElementType To = parseElementType(Options.To);
  if (elementClass(To) != ElementClass::Float &&
      elementClass(To) != ElementClass::Signed &&
      elementClass(To) != ElementClass::Unsigned) {
    C.fail(createStringError("pass '" + name() + "': '" + Options.To +
                             "' is no type of numbers, such as bf16 or s8"));
    return PreservedAnalyses::all();
  }
  return runShapeEdit<remark::ValuesCast, remark::NothingCast>(
      M, AM, C, replay::Prediction::cast,
      [&](const replay::RecordedAssignment &Record,
          BufferShapes &New) -> Error {
        Expected<SmallVector<uint32_t>> Buffers =
            selectBuffers(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                          name(), Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        SmallVector<uint32_t> All = replay::findSameData(Record, *Buffers);
        New.WhyUnknown = whyUnknown(Record, *Buffers, All, To);
        if (AM.getResult<BackendAnalysis>().get() == Backend::CPU &&
            *nominalElementBits(To) < 32)
          New.CopiedArguments = replay::findRereadArguments(Record, All);
        for (uint32_t B : All)
          for (uint32_t V : Record.getBuffers().getValues(B)) {
            const Shape &S = Record.getShape(V);
            if (!S.isArray() || S.getElementType() == To ||
                !isCastable(S.getElementType(), To))
              continue;
            SmallVector<uint64_t> Extents;
            for (const Dimension &D : S.getDimensions())
              Extents.push_back(D.Extent);
            New.Types[V] =
                New.Shapes.getWithElements(*New.Shapes.getCopy(S), To, Extents);
          }
        return Error::success();
      },
      Options.IsUnmeasured);
}

Error registerCastPass(PassBuilder &PB) { return PB.registerPass<CastPass>(); }

} // namespace hlomem
