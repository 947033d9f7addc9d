//===- ScalePass.cpp - The pass 'scale' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scale/Scale.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/DimensionScaling.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/DimensionAnalysis.h"
#include <numeric>

using namespace llvm;

namespace hlomem {

using replay::RecordedAssignment;

namespace {

class ScaleRun : public ScalePass {
public:
  using ScalePass::ScalePass;

  PreservedAnalyses run();

private:
  replay::Prediction getPrediction() const;
  Error scale(const Module &M, const RecordedAssignment &Record,
              DimensionRatio By, AnalysisManager &AM, PassContext &C,
              BufferShapes &New);
};

} // namespace

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

/// What advice changes is measured for itself.
replay::Prediction ScaleRun::getPrediction() const {
  bool IsOfRun = Options.Dimension == "batch" || Options.Dimension == "length";
  return IsOfRun ? replay::Prediction::scalerun : replay::Prediction::scale;
}

Error ScaleRun::scale(const Module &M, const RecordedAssignment &Record,
                      DimensionRatio By, AnalysisManager &AM, PassContext &C,
                      BufferShapes &New) {
  const auto &Dimensions = AM.getResult<DimensionAnalysis>();
  if (!Dimensions.Links)
    return createStringError("pass '" + name() + "': " + Dimensions.WhyNone);
  Expected<NamedDimension> D = selectDimension(
      M, Record, *Dimensions.Links, *AM.getResult<ValueNamesAnalysis>(), name(),
      Options.Dimension);
  if (!D)
    return D.takeError();
  Expected<ScaledDimension> Scaled =
      scaleDimension(Record, *Dimensions.Links, *D, By, Options.By, name(),
                     AM.getResult<BackendAnalysis>().get(), New);
  if (!Scaled)
    return Scaled.takeError();
  if (New.WhyUnknown.empty() &&
      !errorToBool(checkEdit(AM, getPrediction(), Options.IsUnmeasured)))
    C.emit(getLoc(M), remark::DimensionFollowed{.Place = D->Place,
                                                .Old = D->Extent,
                                                .New = Scaled->Extent,
                                                .Count = Scaled->Count,
                                                .Guessed = Scaled->Guessed});
  return Error::success();
}

PreservedAnalyses ScaleRun::run() {
  auto Fail = [&](const Twine &Why) {
    C.fail(createStringError("pass '" + name() + "': " + Why));
    return PreservedAnalyses::all();
  };
  if (Options.Dimension.empty())
    return Fail("needs dimension=batch, dimension=length or "
                "dimension=arg:PATH.shape[N]");
  std::optional<DimensionRatio> By = parseRatio(Options.By);
  if (!By)
    return Fail("'" + Options.By + "' is no ratio above 0, such as 2 or 1/2");
  return runShapeEdit<remark::ValuesScaled, remark::NothingScaled>(
      M, AM, C, getPrediction(),
      [&](const RecordedAssignment &Record, BufferShapes &New) {
        return scale(M, Record, *By, AM, C, New);
      },
      Options.IsUnmeasured);
}

HLOMEM_PASS(Scale, ScaleRun)

} // namespace hlomem
