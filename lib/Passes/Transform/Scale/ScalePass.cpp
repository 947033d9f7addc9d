//===- ScalePass.cpp - The pass 'scale' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scale/Scale.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"
#include "hlomem/Passes/WhatIf/UnlinkedArrays.h"
#include "hlomem/WhatIf/Dimensions/DimensionAnalysis.h"
#include <numeric>

using namespace llvm;

namespace hlomem {

/// 2, 3/4 or 0.5; none for what is no ratio above 0.
static std::optional<DimensionRatio> parseRatio(StringRef Text) {
  DimensionRatio R;
  auto [Numerator, Denominator] = Text.split('/');
  auto [Before, After] = Numerator.split('.');
  // More digits than any extent has leave no whole number anyway.
  if (After.size() > 9 || (Text.contains('/') && Denominator.empty()) ||
      (Numerator.contains('.') && (After.empty() || Text.contains('/'))))
    return std::nullopt;
  if ((Before + After).str().find_first_not_of("0123456789") !=
          std::string::npos ||
      StringRef((Before + After).str()).getAsInteger(10, R.Numerator))
    return std::nullopt;
  for (size_t D = 0; D != After.size(); ++D)
    R.Denominator *= 10;
  if (!Denominator.empty() && Denominator.getAsInteger(10, R.Denominator))
    return std::nullopt;
  if (R.Numerator == 0 || R.Denominator == 0)
    return std::nullopt;
  uint64_t Common = std::gcd(R.Numerator, R.Denominator);
  return DimensionRatio{R.Numerator / Common, R.Denominator / Common};
}

PreservedAnalyses ScalePass::run() {
  if (Options.Dimension.empty())
    return fail("needs dimension=batch, dimension=length or "
                "dimension=arg:PATH.shape[N]");
  std::optional<DimensionRatio> By = parseRatio(Options.By);
  if (!By)
    return fail("'" + Options.By + "' is no ratio above 0, such as 2 or 1/2");
  // What advice changes is measured for itself.
  const bool IsOfRun =
      Options.Dimension == "batch" || Options.Dimension == "length";
  const auto Kind = IsOfRun ? Prediction::scalerun : Prediction::scale;
  std::optional<UnlinkedArrays> Unlinked;
  auto GetRules = [&]() -> const AssignerPolicy & {
    return *AM.getResult<ReplayAnalysis>().Found->getBest().How;
  };
  return runShapeEdit<remark::ValuesScaled, remark::NothingScaled>(
      *this, Kind, Options.IsUnmeasured,
      [&](const RecordedAssignment &Record, BufferShapes &New) -> Error {
        const auto &Dimensions = AM.getResult<DimensionAnalysis>();
        if (!Dimensions.Links)
          return makeError(Dimensions.WhyNone);
        Expected<NamedDimension> D = selectDimension(
            *this, Record, *Dimensions.Links, Options.Dimension);
        if (!D)
          return D.takeError();
        Expected<ScaledDimension> Scaled = scaleDimension(
            *this, Record, *Dimensions.Links, *D, *By, Options.By, New);
        if (!Scaled)
          return Scaled.takeError();
        Unlinked.emplace(Record, *Dimensions.Links, *D, New);
        if (New.WhyUnknown.empty())
          New.WhyUnknown = Unlinked->describe(GetRules());
        if (New.WhyUnknown.empty() &&
            !errorToBool(checkEdit(*this, Kind, Options.IsUnmeasured)))
          C.emit(getLoc(M),
                 remark::DimensionFollowed{.Place = D->Place,
                                           .Old = D->Extent,
                                           .New = Scaled->Extent,
                                           .Count = Scaled->Count,
                                           .Guessed = Scaled->Guessed});
        return Error::success();
      },
      [&](const EditedAssignment &Edited) {
        return Unlinked->describe(Edited, GetRules());
      });
}

HLOMEM_PASS(Scale, ScalePass)

} // namespace hlomem
