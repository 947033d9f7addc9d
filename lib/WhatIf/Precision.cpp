//===- Precision.cpp - How far to trust a prediction ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Precision.h"
#include "hlomem/Support/Unavailable.h"
#include "hlomem/WhatIf/Donation/Donation.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

#define HLOMEM_THRESHOLD(NAME, NUMBER) static constexpr uint64_t NAME = NUMBER;
#include "hlomem/WhatIf/Predictions.def"

static constexpr uint64_t MiB = uint64_t(1) << 20;

std::string describePrecision(unsigned Pairs, unsigned Exact,
                              unsigned Percent) {
  if (Exact == Pairs && Pairs >= LeastExactPairs)
    return "exact";
  return Percent == 0 || Percent > MostPercent || Pairs < LeastPairs
             ? "unknown"
             : "within " + utostr(Percent) + " %";
}

static bool isOfCheckpoint(Prediction P) {
  return P == Prediction::remat || P == Prediction::rematpolicy;
}

Bytes getLeastPredicted(Prediction P, Backend Kind) {
  if (Kind != Backend::TPU)
    return Bytes();
  return Bytes(MiB) * (isOfCheckpoint(P)       ? TpuLeastOfCheckpointMiB
                       : P == Prediction::cast ? TpuLeastOfCastMiB
                                               : TpuLeastOfOthersMiB);
}

Error checkLargeEnough(Bytes Changed, Prediction P, Backend Kind) {
  const Bytes Least = getLeastPredicted(P, Kind);
  if (Changed >= Least)
    return Error::success();
  StringRef Why =
      isOfCheckpoint(P)
          ? "what XLA then places in VMEM may be a large part of that"
          : "different copies to and from VMEM may change it as much";
  return unavailable("the total would change by less than " +
                     Twine(Least.count() / MiB) + " MiB; on a TPU, " + Why +
                     "; recompile to know");
}

Error checkLargeEnough(ArrayRef<ReplayedAllocation> Before,
                       ArrayRef<ReplayedAllocation> After, Prediction P,
                       Backend Kind) {
  for (const SpaceVerdict &S : compareAssignments(Before, After).Spaces)
    if (S.Space == 0)
      return checkLargeEnough(
          absoluteDifference(S.ReplayedBytes, S.RecordedBytes), P, Kind);
  return Error::success();
}

static std::string findInTable(Prediction P, Backend Kind) {
#define HLOMEM_PREDICTION(TRANSFORM, BACKEND, PAIRS, EXACT, PERCENT)           \
  if (P == Prediction::TRANSFORM && Kind == Backend::BACKEND)                  \
    return describePrecision(PAIRS, EXACT, PERCENT);
#include "hlomem/WhatIf/Predictions.def"
  return "unknown";
}

std::string getPrecision(Prediction P, Backend Kind) {
  std::string Known = findInTable(P, Kind);
  // What these leave out only takes more.
  bool IsBound = P == Prediction::drop || P == Prediction::offload;
  return Known == "unknown" && IsBound ? "at most" : Known;
}

Error checkMeasured(Prediction P, Backend Kind) {
  if (getPrecision(P, Kind) != "unknown")
    return Error::success();
  return unavailable(
      "for this backend such predictions were too far from recompiles, or too "
      "few were compared; recompile to know");
}

std::optional<unsigned> getPercent(StringRef Word) {
  unsigned Percent = 0;
  if (Word == "exact")
    return 0;
  if (Word.consume_front("within ") && !Word.consumeInteger(10, Percent))
    return Percent;
  return std::nullopt;
}

Bytes getLeastError(Backend Kind) {
  return Kind == Backend::TPU ? Bytes(MiB) * TpuLeastErrorMiB : Bytes();
}

std::pair<Bytes, Bytes> getRangeOfLayers(Bytes Size) {
  return {Size / 100 * LeastPercentOfLayers, Size / 100 * MostPercentOfLayers};
}

std::string widenPrecision(StringRef Word, Backend Kind, Bytes Changed) {
  std::optional<unsigned> Percent = getPercent(Word);
  const Bytes Error = getLeastError(Kind);
  if (!Percent || Error.isZero())
    return Word.str();
  if (Changed.isZero())
    return "unknown";
  const uint64_t Least = divideCeil(Error.count() * 100, Changed.count());
  if (Least > MostPercent)
    return "unknown";
  return Least <= *Percent ? Word.str() : "within " + utostr(Least) + " %";
}

Error checkBeyondError(Bytes Changed, Backend Kind) {
  if (widenPrecision("exact", Kind, Changed) != "unknown")
    return Error::success();
  return unavailable(
      "the total would change by less than " +
      Twine(divideCeil(getLeastError(Kind).count() * 100 / MostPercent, MiB)) +
      " MiB, and what is placed in VMEM then may change it as "
      "much; recompile to know");
}

std::string getPrecision(Prediction P, Backend Kind,
                         const RecordedAssignment &Record, Bytes Changed) {
  std::string Known = getPrecision(P, Kind);
  if (Known == "unknown")
    return Known;
  return Record.getOwnRemat().Count != 0 ? "at most"
                                         : widenPrecision(Known, Kind, Changed);
}

//===----------------------------------------------------------------------===//
// Donation
//===----------------------------------------------------------------------===//

// Recompiles copied the results of some sorts of several operands, and of
// others not: docs/Replay.md#donation.
static bool isOfSort(const HloDataflow &D, HloPlace Result) {
  ValueId Value = D.getValueAt(Result);
  if (!Value)
    return false;
  const GraphInstruction &I =
      D.getGraph().instructions()[D.definitions()[Value].Instruction];
  return I.Op == Opcode::Sort && I.Type->isTuple();
}

static bool mayCopyToVmem(const Donation &D) {
  return D.Kind == Backend::TPU &&
         any_of(D.AddedCopies, [](const Donation::Copy &C) {
           return C.Size < Bytes(MiB) * TpuLeastCopyInHbmMiB;
         });
}

/// A GPU's scheduler may choose an order in which a copy is not needed.
static bool mayBeMostlyCopies(const RecordedAssignment &Record,
                              const Donation &D) {
  return D.Kind == Backend::GPU && !D.AddedCopies.empty() &&
         any_of(compareAssignments(Record.allocations(), D.Allocations).Spaces,
                [](const SpaceVerdict &S) {
                  return S.Space == 0 &&
                         S.RecordedBytes < Bytes(GpuLeastTotalKiB << 10);
                });
}

Prediction getPrediction(const Donation &D) {
  return D.AddedCopies.empty() ? Prediction::donate : Prediction::donatecopied;
}

Error checkKnown(const RecordedAssignment &Record, const Donation &D) {
  const HloGraph &G = Record.getProgram();
  if (any_of(D.getNewPairs(Record), [&](const InputOutputAlias &A) {
        return isOfSort(Record.getDataflow(), {G.getEntry().Root, A.Output});
      }))
    return unavailable(
        "a sort of several operands gives a result that would take an "
        "argument, and what is copied then is not known; recompile to know");
  if (D.getNewPairs(Record).empty())
    return Error::success();
  if (mayCopyToVmem(D))
    return unavailable(
        "a loop reads an argument while it writes the result that would take "
        "its memory, and whether the copy that this needs is placed in VMEM is "
        "not known; recompile to know");
  if (mayBeMostlyCopies(Record, D))
    return unavailable(
        "XLA would add copies, of which another schedule needs fewer, and "
        "where less than " +
        Twine(GpuLeastTotalKiB) +
        " KiB is allocated these decide; recompile to know");
  return checkLargeEnough(Record.allocations(), D.Allocations, getPrediction(D),
                          D.Kind);
}

} // namespace hlomem
