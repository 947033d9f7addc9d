//===- DimensionSelection.cpp - The dimension that an option names --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Selection/DimensionSelection.h"
#include "Selection/ArgumentDimensions.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Support/DidYouMean.h"

using namespace llvm;

namespace hlomem {

namespace {

class DimensionSelector : ArgumentDimensions {
public:
  DimensionSelector(const PassRun &Run, const RecordedAssignment &Record,
                    const DimensionLinks &Links)
      : ArgumentDimensions(Run, Record, Links) {}

  Expected<NamedDimension> select(StringRef Name);

private:
  Expected<NamedDimension> selectOfData(StringRef Name, uint32_t Number);
  Expected<NamedDimension> selectOfArgument(StringRef Name, StringRef Argument,
                                            StringRef Number);
};

} // namespace

Expected<NamedDimension> DimensionSelector::selectOfData(StringRef Name,
                                                         uint32_t Number) {
  DataArguments Found = findData(Run, G, Number);
  SmallVector<uint64_t> Data = Found.Whole;
  append_range(Data, Found.Others);
  if (Data.empty())
    Data = Found.Unsure;
  if (Data.empty())
    return Run.makeError("no argument is known to be data with dimension " +
                         Twine(Number) + " for '" + Name +
                         "'; name one, as in dimension=arg:x.shape[" +
                         Twine(Number) + "]");
  return makeOfArguments(Data, Number);
}

Expected<NamedDimension> DimensionSelector::selectOfArgument(StringRef Name,
                                                             StringRef Argument,
                                                             StringRef Number) {
  int64_t N = 0;
  if (Number.getAsInteger(10, N))
    return Run.makeError("'" + Number + "' in '" + Name + "' is no dimension");
  Expected<SmallVector<uint64_t>> Numbers =
      selectArguments(Run, G, Argument.str());
  if (!Numbers)
    return Numbers.takeError();
  if (Numbers->size() != 1)
    return Run.makeError("'" + Argument + "' is " + Twine(Numbers->size()) +
                         " arguments; name one, such as 'arg:" +
                         getName(Numbers->front()) + "'");
  uint64_t A = Numbers->front();
  const Shape &S = getShape(A);
  if (!S.isArray())
    return Run.makeError("'" + Argument + "' is no array");
  int64_t Rank = S.getDimensions().size();
  if (Rank == 0)
    return Run.makeError("'" + Argument +
                         "' is a scalar and has no dimensions");
  if (N < -Rank || N >= Rank)
    return Run.makeError("'" + Argument + "' has dimensions 0 to " +
                         Twine(Rank - 1) + ", not " + Twine(N));
  N += N < 0 ? Rank : 0;
  NamedDimension D;
  D.Extent = S.getDimensions()[N].Extent;
  D.Place = describe(A, N);
  if (D.Extent < 2)
    return Run.makeError(
        "'" + Name + "' has " + Twine(D.Extent) +
        (D.Extent == 1 ? " element" : " elements") +
        ", and nothing tells which other dimensions are this one");
  D.Origins.push_back({getPlace(A), static_cast<uint32_t>(N)});
  return D;
}

Expected<NamedDimension> DimensionSelector::select(StringRef Name) {
  auto Select = [&]() -> Expected<NamedDimension> {
    if (Name == "batch")
      return selectOfData(Name, 0);
    if (Name == "length")
      return selectOfData(Name, 1);
    auto [Argument, Number] = Name.rsplit(".shape[");
    if (!Number.consume_back("]"))
      return Run.makeError(
          "no dimension is named '" + Name + "'" +
          didYouMean(Name, {"batch", "length"},
                     ": it is batch, length or that of an argument, "
                     "as in arg:x.shape[0]"));
    return selectOfArgument(Name, Argument, Number);
  };
  Expected<NamedDimension> D = Select();
  if (D)
    if (Error E = checkCarried(Name, *D))
      return E;
  return D;
}

Expected<NamedDimension> selectDimension(const PassRun &Run,
                                         const RecordedAssignment &Record,
                                         const DimensionLinks &Links,
                                         StringRef Name) {
  return DimensionSelector(Run, Record, Links).select(Name);
}

} // namespace hlomem
